"""The words of class names and ids as bits: of navigation, of page types, of visitors' comments.

A meaning is a bit, so that all meanings of a name are one number. In the numbers of `class_names.read_names`, bits of
navigation come first, then those of comments, then the groups of page types (``page_types.toml``). The parts of a
comment (``comments.toml``) have numbers of their own.
"""

from __future__ import annotations

from functools import cache

from . import read_words

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

JOINED = dict[str, int]()
"""Bits of navigation by the joined word."""
for _bits, _words in _WORDS.items():
    for _word in _words.split():
        JOINED[_word] = JOINED.get(_word, 0) | _bits

INSIDE = (("crumb", CRUMBS), ("topicpath", CRUMBS), ("paginat", PAGES), ("footer", FOOTER))
"""Words that count in the middle of a longer word, too."""

MARKS = CRUMBS | PAGES | ARTICLES | ENTRY | TAG_LIST | COMMENT_COUNT
"""What marks an element as navigation."""
COMMENTED, NUMBERED = 1 << 20, 1 << 21
"""The name may be of a visitor's comment: it has one of `COMMENT_STEMS`, or a digit as its second character."""
COMMENT_STEMS = ("omment", "oment", "reactie")
FIRST_GROUP = 22
"""Group g of the words of page types is the bit ``1 << FIRST_GROUP + g``."""

ITEM, AUTHOR, DATE, TEXT, FORM, NUMBERED_ITEM = (1 << number for number in range(6))
"""A comment; its author, date and text; what is none of it; a comment by its number, as in ``comment-42``."""


def page_type_words() -> dict[str, dict[str, list[str]]]:
    """Return the words of page types: place, group, words."""
    return read_words("page_types.toml")


@cache
def page_type_bits() -> dict[str, int]:
    """Return the bits of the groups of page types by the word."""
    found: dict[str, int] = {}
    for number, words in enumerate(page_type_words()["classes"].values(), FIRST_GROUP):
        for word in words:
            found[word] = found.get(word, 0) | 1 << number
    return found


@cache
def comment_bits() -> dict[str, int]:
    """Return the bits of a comment's parts by the joined word."""
    found: dict[str, int] = {}
    for name, bits in (("item", ITEM), ("author", AUTHOR), ("date", DATE), ("text", TEXT), ("form", FORM)):
        for word in read_words("comments.toml")["names"][name]:
            found[word] = found.get(word, 0) | bits
    return found
