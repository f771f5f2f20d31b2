"""The types of paging regions: pages of one text or list, neighbouring articles (Uda 3.3 ② (A)), and archives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words import class_vocabulary, phrases
from ...words.class_names import class_says
from ._likeness import page_step
from ._page_forms import are_dated_texts, are_other_programs, are_other_texts, form_step, is_dated, page_form
from ._steps import leads_away, number_of, sign_of

if TYPE_CHECKING:
    from ...page import Page
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._found import Found
    from ._links import Link

PAGES, ARTICLES, ARCHIVE = "pages", "articles", "archive"

TITLE = 30
"""Characters from which on the text of a link to the next one is that one's title."""
MARKED_RULE, SIGNED_RULE = "paging.step1", "paging.step3"

_ARTICLE = phrases.NEXT_ARTICLE | phrases.PREVIOUS_ARTICLE
_PAGED = phrases.NEXT | phrases.PREVIOUS | phrases.OLDER | phrases.NEWER | phrases.PAGE
LEADS = phrases.NEXT_LEAD | phrases.PREVIOUS_LEAD
_STEP_NAMES = class_vocabulary.NEXT_NAME | class_vocabulary.PREVIOUS_NAME


def subtype_of(candidates: Candidates, addresses: Addresses, region: Found) -> str:
    """Return whether a region leads to neighbouring articles (A-2), to pages (A-1), or to years, months or days.

    Uda 3.3 ② Step-5. The paper says that what Step-4 finds is of type A-2, all else of A-1. Step-4 finds numbers, and
    A-2 are signs around titles ("<< title, title >>"), so Step-3 must be meant, and is here: its words are titles
    unless the address is the page's own with another number ("Seuraava >>" in a language without a word list).

    Beyond the paper, whichever step finds them: words such as "next post", titles, and addresses that name another
    text beside the page's own tell neighbouring articles. Page numbers always tell pages, and so do addresses that
    name them, whatever the words.
    """
    positions = candidates.inside(region.first, region.last)
    links = [link for link in map(candidates.links.__getitem__, positions) if leads_away(link)]
    urls = [addresses.absolute(link.href) for link in links]
    if is_archive(addresses, links, urls):
        return ARCHIVE
    if any(number_of(link) is not None for link in links):
        return PAGES
    if any(is_named(addresses, url) for url in urls):
        return PAGES
    signed, marked = region.rule == SIGNED_RULE, region.rule == MARKED_RULE
    articles = any(
        is_article(candidates.page, addresses, link, url)
        or (signed and is_title(addresses, link))
        or (marked and not link.says and is_title(addresses, link) and is_beside(addresses, url))
        for link, url in zip(links, urls, strict=True)
    )
    return ARTICLES if articles else PAGES


def is_archive(addresses: Addresses, links: list[Link], urls: list[str]) -> bool:
    """Tell whether most links that step on lead to years, months or days; a page number's address is no date."""
    steps = [
        url
        for link, url in zip(links, urls, strict=True)
        if link.rel or link.says & (_PAGED | _ARTICLE | LEADS) or number_of(link) is not None or sign_of(link.text)
    ]
    dated = [url for url in steps if is_dated(url) and not is_dated_text(addresses, url)]
    return 2 * len(dated) > len(steps)


def is_dated_text(addresses: Addresses, url: str) -> bool:
    """Tell whether an address with a date is that of a page of this list, or of a text as the page itself is one."""
    own = addresses.own
    if not own:
        return False
    return form_step(own, url) is not None or are_dated_texts(own, url)


def is_article(page: Page, addresses: Addresses, link: Link, url: str) -> bool:
    """Tell whether a link's words, or a title in place of them, or its address lead to a neighbouring article."""
    if link.says & _ARTICLE:
        return True
    if link.says & _PAGED:
        return not link.says & phrases.PAGE and is_beside(addresses, url)
    if len(link.text) >= TITLE:
        return True
    hints = (is_step(page, link) and is_title(addresses, link)) or (sign_of(link.text) and len(link.text) == 1)
    return bool(hints) and is_beside(addresses, url)


def is_named(addresses: Addresses, url: str) -> bool:
    """Tell whether an address names the page before the page's own, or the one behind it."""
    own = addresses.own
    return bool(own) and form_step(own, url) in (1, -1)


def is_beside(addresses: Addresses, url: str) -> bool:
    """Tell whether an address names another text than the page's own, not another page of it."""
    own = addresses.own
    if not own or page_step(own, url) is not None or page_form(url).number is not None:
        return False
    return are_other_texts(own, url) or are_other_programs(own, url) or are_dated_texts(own, url)


def is_step(page: Page, link: Link) -> bool:
    """Tell whether a link's rel, first word or class makes it a step, so that the rest of its text is a title."""
    around = (link.element, page.parents[link.element])
    return (
        "next" in link.rel
        or "prev" in link.rel
        or bool(link.says & LEADS)
        or any(class_says(page.attrs[element]) & _STEP_NAMES for element in around)
    )


def is_title(addresses: Addresses, link: Link) -> bool:
    """Tell whether the words beside a sign are another text's title; a sign alone has none."""
    if not any(map(str.isalpha, link.text)):
        return False
    return not addresses.own or page_step(addresses.own, addresses.absolute(link.href)) is None
