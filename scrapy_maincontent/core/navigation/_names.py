"""What class and id strings say, whatever the page's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ._memo import SIZE, Memo

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

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

MARKS = CRUMBS | PAGES | ARTICLES | ENTRY | TAG_LIST | COMMENT_COUNT
"""What marks an element as navigation."""
_STEMS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword
"""
STEMS = tuple(_STEMS.split())
"""Every word that marks an element has one of them in it; common ones, such as "nav", would be in most names."""
_NO_LETTERS = {code: None for code in range(128) if not chr(code).isalpha() and chr(code) not in "\n "}


def words_of(bits: int) -> list[str]:
    """Return the words that say any of something, joined: "pagenav"."""
    return [word for word, meaning in _MEANINGS.items() if meaning & bits]


_MARKING_WORDS = (*words_of(MARKS), *(inside for inside, bits in _INSIDE if bits & MARKS))
_STEMMED = {stem: [word for word in _MARKING_WORDS if stem in word] for stem in STEMS}
"""The words that mark an element, by stem."""


def cut(names: Sequence[str]) -> list[str]:
    """Return attributes' values as far as they are read."""
    return [name[:MAX_NAME] for name in names]


def marking(names: Collection[str]) -> set[str]:
    """Return those of the names that mark an element.

    On a page of an unseen site most names are new, so they are looked through together, and only those that have one of
    the words in them are read.
    """
    known = _MARKING
    found = {name for name in names if known.get(name)}
    unknown = [name for name in names if name not in known]
    new = {name for name in _worded(unknown) if MEANINGS[name] & MARKS} if unknown else set()
    if len(known) + len(names) > SIZE:
        known.clear()
    known.update(dict.fromkeys(unknown[:SIZE], False))
    known.update(dict.fromkeys(new, True))
    return found | new


def _worded(names: list[str]) -> set[str]:
    """Return those names that have a word in them that marks an element."""
    text = "\n".join([name.replace("\n", " ") for name in names]).lower().translate(_NO_LETTERS)
    found = set()
    for stem, words in _STEMMED.items():
        number, before, at = 0, 0, text.find(stem)
        while at >= 0:
            number += text.count("\n", before, at)
            before = text.find("\n", at)
            line = text[text.rfind("\n", 0, at) + 1 : before if before >= 0 else None]
            if any(map(line.__contains__, words)):
                found.add(names[number])
            at = text.find(stem, before) if before >= 0 else -1
    return found


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
"""Whether a class or id attribute marks an element, by its value."""
MEANINGS = Memo(_read_name)
"""What a class or id attribute says: the union of the bits `CRUMBS` to `CALENDAR`, by the attribute's value.

The value must be no longer than `MAX_NAME`; cut it first.
"""
