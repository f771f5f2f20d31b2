"""What class and id strings say, whatever the page's language."""

from __future__ import annotations

import re
from functools import lru_cache

MAX_NAME = 200
"""Characters of a class or id string that are read."""
_CACHE = 1 << 15

# fmt: off
(
    CRUMBS, PAGES, ARTICLES, NEXT_NAME, PREVIOUS_NAME,
    ENTRY, TAG_LIST, COMMENT_COUNT, COMMENT_LIST, CLOUD, BIOGRAPHY,
    FOOTER, HEADER, SIDE, CONTENTS_LIST, TABS, SLIDER, FOOTNOTES, CALENDAR,
) = (1 << number for number in range(19))
# fmt: on

_WORDS = {
    # Uda 3.3 ① B-1, and names of the same kind
    CRUMBS: "breadcrum breadcrumb breadcrumbs crumb crumbs topicpath dirnavi pannavi pankuzu topicspath",
    # Uda 3.3 ② B-1
    PAGES: """
        pager pagers pagenavi pagenav paging pagenum pagenums pagination paginations paginator paginate pagenumber
        pagenumbers pagenation pagelinks postslinks postsnavigation navbelow navabove wppagenavi pagejump
        pagesnav listpager searchpager pagelist paginav paginador paginacion
    """,
    ARTICLES: """
        postnavigation postnav postnavi prevnext nextprev previousnext nextprevious navigationposts
        navigateposts articlenavigation articlenav entrynavigation entrynav postpagination prevpost nextpost
        adjacententry adjacentposts adjacentpost postpager blogpager singlenavigation prevarticle nextarticle
        navprevious navnext navsingle itempagination postprev postnext previouspost articleprevnext
    """,
    NEXT_NAME: "next nextpage nextpostslink pagenext paginationnext pagernext navnext newer",
    PREVIOUS_NAME: """
        prev previous prevpage previouspage previouspostslink pageprev paginationprev pagerprev navprevious
    """,
    # Uda 3.3 ④ B-1
    ENTRY: """
        posted postedon postedby entryfoot entryfooter postinfo entrymeta postmeta postmetadata articlemeta byline
        bylines entryinfo postdetails postdata postheadermeta articleinfo blogmeta metaabove metabelow
        articlebyline entrybyline postbyline metainfo metadata articlemetadata storymeta postauthor entryheadermeta
        postauthorinfo postsubheader articledetails newsmeta singlemeta titlemeta
        authordate blogpostmeta contentmeta contentinfo postfooterline entrydata
    """,
    TAG_LIST: """
        tagslinks taglinks posttags posttag entrytags articletags tagslist taglist postcategories catlinks
        entrycategories entrytaxonomies postlabels singletags tagswrap metatags blogtags newstags storytags
        cattagslinks posttaxonomies postcategory entrycategory postterms taggedwith articletopics
    """,
    COMMENT_COUNT: """
        commentslink commentlink commentcount commentscount entrycommentslink commentscounter postcomments
        loadcomments viewcomments showcomments commentsbutton
    """,
    COMMENT_LIST: """
        commentlist commentslist commentbody commentcontent commentmeta commentmetadata commentauthor commentreply
        commentitem commenttext comment commentthread commentrespond messageattribution
    """,
    CLOUD: "tagcloud tagclouds wptagcloud cloud widgettagcloud",
    BIOGRAPHY: """
        authorbox authorbio bio biography aboutauthor authorinfo authordescription authorprofile authorcard
        authordetails aboutthisauthor authorbiography postauthorbox
    """,
    FOOTER: "footer foot contentinfo sitefooter pagefooter globalfooter colophon subfooter footernav footermenu",
    HEADER: "header head masthead siteheader pageheader globalheader topbar topnav navbar banner headernav",
    SIDE: "sidebar side aside sidenav sidemenu rightcol leftcol rightcolumn leftcolumn secondary widgetarea",
    CONTENTS_LIST: """
        toc tableofcontents tocbox contentslist toclist onthispage pagetoc jumplinks jumplink anchorlinks scrollspy
    """,
    TABS: "tab tabs tablist tabpanel tabpane tabcontent",
    SLIDER: "carousel slider slick swiper slideshow accordion collapse dropdown modal popup lightbox flexslider",
    FOOTNOTES: "footnote footnotes reflist references citation citations fnref fn endnotes noteref",
    CALENDAR: "calendar datepicker wpcalendar",
}
"""Words of class and id strings, joined and in lower case: "page-nav", "page_nav" and "pageNav" are all "pagenav"."""

_INSIDE = {"crumb": CRUMBS, "topicpath": CRUMBS, "paginat": PAGES, "footer": FOOTER}
"""Telling enough to count in the middle of a longer word."""

_MEANINGS: dict[str, int] = {}
for _bits, _words in _WORDS.items():
    for _word in _words.split():
        _MEANINGS[_word] = _MEANINGS.get(_word, 0) | _bits

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


@lru_cache(_CACHE)
def meaning(name: str) -> int:
    """Return what a class or id attribute says: the union of the bits `CRUMBS` to `CALENDAR`.

    ``name`` must be no longer than `MAX_NAME`, so that the cache stays small; cut it first.
    """
    found = 0
    for single in name.split():
        found |= _single(single)
    return found


@lru_cache(_CACHE)
def _single(name: str) -> int:
    """Return what one class name says; up to three neighbouring words of it are read together."""
    meanings = _MEANINGS
    found = 0
    before = second_before = ""
    lowered = name.lower()
    for part in _PART.findall(name):
        word = part.lower()
        pair = before + word
        found |= meanings.get(word, 0) | meanings.get(pair, 0)
        if second_before:
            found |= meanings.get(second_before + pair, 0)
        second_before, before = before, word
    for inside, bits in _INSIDE.items():
        if inside in lowered:
            found |= bits
    return found
