"""Words in class names and ids, and what they say: which kind of navigation an element holds, what type of page it is.

A meaning is a bit, so that what a name says is one number. Those of navigation come first, those of comments and of
page types (``words/page_types.toml``) behind them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

# fmt: off
(
    CRUMBS, PAGES, ARTICLES, NEXT_NAME, PREVIOUS_NAME,
    ENTRY, TAG_LIST, COMMENT_COUNT, COMMENT_LIST, CLOUD, BIOGRAPHY,
    FOOTER, HEADER, SIDE, CONTENTS_LIST, TABS, SLIDER, FOOTNOTES, CALENDAR, SHARE,
) = (1 << number for number in range(20))
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
        authordate blogpostmeta contentmeta contentinfo postfooterline entrydata articledetail newsinfo
        beitragsmeta artikelmeta artikelinfo beitragsinfo metaarticle infoarticle articleinfos metaarticolo metaartigo
        entryheaderinfo entryinfos kijiinfo articleheadermeta articlesubmeta hentrymeta
    """,
    TAG_LIST: """
        tagslinks taglinks posttags posttag entrytags articletags tagslist taglist postcategories catlinks
        entrycategories entrytaxonomies postlabels singletags tagswrap metatags blogtags newstags storytags
        cattagslinks posttaxonomies postcategory entrycategory postterms taggedwith articletopics
        schlagworte schlagwoerter themenliste motscles etiquettes etiquetas etichette tagi slowakluczowe trefwoorden
        entrycategories articlekeywords keywordlist articletheme taglinklist blogtaglist posttaglist
    """,
    COMMENT_COUNT: """
        kommentarlink nbcommentaires numcomentarios
        commentslink commentlink commentcount commentscount entrycommentslink commentscounter postcomments
        loadcomments viewcomments showcomments commentsbutton
    """,
    COMMENT_LIST: """
        commentlist commentslist commentbody commentcontent commentmeta commentmetadata commentauthor commentreply
        commentitem commenttext comment commentthread commentrespond messageattribution
    """,
    CLOUD: "tagcloud tagclouds wptagcloud widgettagcloud cloudlabel labelcloud cloudtags tagscloud",
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
    SHARE: "sharebuttons sharebutton sharelinks sharelink sharedaddy addtoany addthis socialshare socialsharing",
    CALENDAR: "calendar datepicker wpcalendar",
}
"""Words of class and id strings, joined and in lower case: "page-nav", "page_nav" and "pageNav" are all "pagenav"."""

INSIDE = (("crumb", CRUMBS), ("topicpath", CRUMBS), ("paginat", PAGES), ("footer", FOOTER))
"""Telling enough to count in the middle of a longer word."""

JOINED = dict[str, int]()
"""What words of navigation say, by the joined word."""
for _bits, _words in _WORDS.items():
    for _word in _words.split():
        JOINED[_word] = JOINED.get(_word, 0) | _bits

MARKS = CRUMBS | PAGES | ARTICLES | ENTRY | TAG_LIST | COMMENT_COUNT
"""What marks an element as navigation."""
COMMENTED, NUMBERED = 1 << 20, 1 << 21
"""The name may be of a visitor's comment: it has one of `COMMENT_STEMS`, or a digit as its second character."""
COMMENT_STEMS = ("omment", "oment", "reactie")
FIRST_GROUP = 22
"""Group g of the words of page types is the bit ``1 << FIRST_GROUP + g``."""


@cache
def page_type_words() -> dict[str, dict[str, list[str]]]:
    """Return the words that page types are told by: place, group, words."""
    text = resources.files(__package__).joinpath("page_types.toml").read_text("utf-8")
    words: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return words


@cache
def grouped() -> dict[str, int]:
    """Return what single words say of the page's type, by the word."""
    found: dict[str, int] = {}
    for number, words in enumerate(page_type_words()["classes"].values(), FIRST_GROUP):
        for word in words:
            found[word] = found.get(word, 0) | 1 << number
    return found
