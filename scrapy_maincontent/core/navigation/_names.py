"""What class and id strings say, whatever the page's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ._memo import SIZE, Memo

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_NAME = 200
"""Characters of a class or id string that are read."""

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
    SHARE: "sharebuttons sharebutton sharelinks sharelink sharedaddy addtoany addthis socialshare socialsharing",
    CALENDAR: "calendar datepicker wpcalendar",
}
"""Words of class and id strings, joined and in lower case: "page-nav", "page_nav" and "pageNav" are all "pagenav"."""

_INSIDE = (("crumb", CRUMBS), ("topicpath", CRUMBS), ("paginat", PAGES), ("footer", FOOTER))
"""Telling enough to count in the middle of a longer word."""

_MEANINGS: dict[str, int] = {}
for _bits, _words in _WORDS.items():
    for _word in _words.split():
        _MEANINGS[_word] = _MEANINGS.get(_word, 0) | _bits

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_PART_OR_BREAK = re.compile(rf"{_PART.pattern}|\n")

MARKS = CRUMBS | PAGES | ARTICLES | ENTRY | TAG_LIST | COMMENT_COUNT
"""What marks an element as navigation."""
_STEMS = """
    crum topic pankuzu pag nav prev post entr articl meta byline author info tag cat comment komment coment theme
    motscles etiquet etichet schlag slowakluczowe trefwoord keyword
"""
STEMS = tuple(_STEMS.split())
"""Every word that marks an element has one of them in it."""
_NO_LETTERS = {code: None for code in range(128) if not chr(code).isalnum() and chr(code) != "\n"}


def words_of(bits: int) -> list[str]:
    """Return the words that say any of something, joined: "pagenav"."""
    return [word for word, meaning in _MEANINGS.items() if meaning & bits]


def marking(names: Collection[str]) -> set[str]:
    """Return those of the names that mark an element.

    On a page of an unseen site most names are new, so they are looked through together, and only those that have a stem
    are read.
    """
    found = {name for name in names if _MARKING.get(name)}
    unknown = [name for name in names if name not in _MARKING]
    if not unknown:
        return found
    hits = _marking_singles([*{*" ".join(unknown).split()}])
    new = {name for name in unknown if not hits.isdisjoint(name.split())} if hits else set()
    if len(_MARKING) + len(unknown) > SIZE:
        _MARKING.clear()
    _MARKING.update((name, name in new) for name in unknown[:SIZE])
    return found | new


def _marking_singles(singles: list[str]) -> set[str]:
    """Return those single names that mark an element."""
    text = "\n".join(singles).lower().translate(_NO_LETTERS)
    lines = text.split("\n")
    found: set[str] = set()
    for stem in STEMS:
        if stem in text:
            found.update([single for single, line in zip(singles, lines, strict=False) if stem in line])
    _learn([single for single in found if single not in _SINGLE])
    return {single for single in found if _SINGLE[single] & MARKS}


def _learn(singles: list[str]) -> None:
    """Read single names, taken apart all at once."""
    if not singles:
        return
    if len(_SINGLE) + len(singles) > SIZE:
        _SINGLE.clear()
    singles = singles[:SIZE]
    text = "\n".join(singles)
    for single, line in zip(singles, " ".join(_PART_OR_BREAK.findall(text)).lower().split("\n"), strict=True):
        _SINGLE[single] = _read_parts(line.split())
    lowered = text.lower()
    for inside, bits in _INSIDE:
        if inside in lowered:
            for single, line in zip(singles, lowered.split("\n"), strict=True):
                if inside in line:
                    _SINGLE[single] |= bits


def _read_parts(parts: list[str]) -> int:
    """Return what a name says by its words in lower case; up to three neighbouring ones are read together."""
    found = 0
    before = second_before = ""
    for word in parts:
        pair = before + word
        if word in _MEANINGS:
            found |= _MEANINGS[word]
        if before and pair in _MEANINGS:
            found |= _MEANINGS[pair]
        if second_before and second_before + pair in _MEANINGS:
            found |= _MEANINGS[second_before + pair]
        second_before, before = before, word
    return found


def _read_single(name: str) -> int:
    """Return what one class name says."""
    found = _read_parts([part.lower() for part in _PART.findall(name)])
    lowered = name.lower()
    for inside, bits in _INSIDE:
        if inside in lowered:
            found |= bits
    return found


def _read_name(name: str) -> int:
    """Return what a class attribute says: what its single names say."""
    found = 0
    for single in name.split():
        found |= _SINGLE[single]
    return found


_SINGLE = Memo(_read_single)
_MARKING: dict[str, bool] = {}
MEANINGS = Memo(_read_name)
"""What a class or id attribute says: the union of the bits `CRUMBS` to `CALENDAR`, by the attribute's value.

The value must be no longer than `MAX_NAME`; cut it first.
"""
