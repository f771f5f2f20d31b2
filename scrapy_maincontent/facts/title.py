"""The page's headline: from its h1s, from what its head and JSON-LD call it, and from their agreement.

Texts are compared by letters and digits only, and a title is taken apart at its separators.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import compress, count, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ..page import HEADINGS, block_sizes, headings, is_link
from ..page.addresses import host_of
from ..page.stems import MAX_NAME
from ..words import read_words
from ..words.lines import DATELINE, line_kind
from ..words.mails import mail_head
from ..words.normalise import key
from ..words.phrases import HOME, SENSES
from ..words.sentences import ends_sentence
from ..words.titles import (
    MAX_LENGTH,
    MAX_TAIL_WORDS,
    Core,
    Site,
    core,
    fold,
    has_parts,
    is_part,
    is_site_name,
    last_part,
    parts,
    runs,
    shared_words,
    without_site,
    word_count,
)
from .brand import is_brand, is_of_first_page, leads_elsewhere, leads_home, leads_up
from .declared import Declared

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..page import Page


MAX_HEADINGS = 24
"""Headings of one level looked at; a page with more has its headline among the first."""
MAX_PARTS = 8
"""Text blocks and pieces of one heading that are looked at one by one; what has more blocks is no heading."""
MAX_BEHIND = 3
"""Text blocks and headings behind the h1 among which a second headline is looked for."""
MIN_SHARED = 0.7
"""Share of the words of the shorter of h1 and title that are in the other one too, where the h1 is the headline."""
MIN_WORDS = 4
"""Words of an only h1 that is the headline though no title says so; fewer may be a section's name."""
MAX_STATIC_WORDS = 3
"""Words of a title that is the site's name because it holds the host's."""
MAX_HOME = 12
"""Letters of a word such as "Home"; a longer text is a headline that begins or ends with one."""

_SOCIAL_TITLES = ("og:title", "twitter:title")
_SITE_NAMES = ("og:site_name", "application-name", "apple-mobile-web-app-title")


class _Heading(NamedTuple):
    text: str
    key: str
    element: int


def headline(
    page: Page, declared: Declared | None = None, main: Sequence[bool] = (), *, is_article: bool = False
) -> str | None:
    """Return the page's headline on one line, ``None`` where it has none; at most `MAX_LENGTH` characters.

    An h1 that a declared headline or a title names wins, then the h1 that shares most words with a title, then the
    part of a title that the page shows, then, where it shows no title, what it prints largest before the text, then
    the titles without the site's name. Where a page shows two headlines, the h1 and a heading right behind it that
    is declared, the second one counts. A title that begins with the site's name may be the same on every page: the
    first h1 is preferred to it. What only says "Home" is none, unless no title says more, and an article is called
    "News" only where no heading is above its text. A page without any of
    these has the heading above its text, else its first h2. An article's only h1 is its headline, whatever its
    title says to search engines, unless it declares another one. ``declared`` is what the page declares, where that
    is known already, ``main`` says of each text block whether it is in the main text.
    """
    titles = _titles(page)
    site = _site(page, titles)
    every = [*_headings(page, "h1")]
    logos = {each.element: each.key for each in every if _is_logo(page, each, site, titles)}
    h1s = [each for each in every if each.element not in logos]
    if any(word_count(each.text) > 1 for each in h1s) or any(map(has_parts, titles)):
        site = site._replace(keys=site.keys.union(logos.values()))
    brands = {*_brands(page, titles, site, logos.values(), h1s)}
    above = _above(page, main, logos) if brands else []
    if h1s or above:
        site = site._replace(keys=site.keys | brands)
    if books := {each.key for each in h1s if _is_book(page, each)}:
        site = site._replace(keys=site.keys | books)
    articles = [core(fold(text), site) for text in (declared or Declared(page)).headlines()]
    parted = [core(title, site) for title in titles]
    cores = [_cut(each, articles) for each in parted if each.key not in site.keys and not _is_home(each.text)]
    h1s = _own(page, [each for each in h1s if not (each.key in site.keys or _is_home(each.text))])
    if is_article and titles:
        if below := _below_section(page, main, logos, titles, site, h1s):
            return below
        cores = [_without_lead(each, site) for each in cores]
        h1s = [each for each in h1s if not _is_section(each.text)]
    if agreed := _named(page, h1s, titles, cores, articles) or _closest(page, h1s, titles, cores):
        return _second(page, agreed, articles, site) or without_site(_extended(agreed, articles, cores), site)
    if (mail := mail_head(page.texts)) and key(mail.subject):
        return fold(mail.subject)
    if shown := _shown(page, titles, cores, site):
        return shown
    is_declared = articles or any(page.metas.get(name) for name in _SOCIAL_TITLES)
    if is_article and not is_declared and len(h1s) == 1 and _is_sure(h1s[0], site):
        return h1s[0].text
    # A short title with the host's name may be the same on every page, too.
    static = {found.text for found in cores if found.led or (h1s and _is_static(found, site))}
    if len(h1s) == 1 and word_count(h1s[0].text) > 1:
        static.update(found.text for found in cores if _is_file_name(found.text))
    known = {*titles, *(found.text for found in cores)}
    is_known = any(map(page.metas.get, _SOCIAL_TITLES)) or not known.isdisjoint(page.texts)
    ranked = [
        *(() if is_known else _printed(page, site)),
        *_in_all(titles, parted, [found.text for found in cores if found.text not in static]),
        *(found.text for found in cores if found.text not in static),
        *(heading.text for heading in h1s),
        *(found.text for found in cores),
        *above,
        *sorted(titles, key=_is_home),
    ]
    return ranked[0] if ranked else next((heading.text for heading in _headings(page, "h2")), None)


def _without_lead(title: Core, site: Site) -> Core:
    """Return a title without the site's very name before a colon: "Herald: High tide"."""
    lead, _, rest = title.text.partition(_LEADS[0])
    return Core(rest, key(rest), led=True) if key(lead) in site.keys and word_count(rest) > 1 else title


def _below_section(
    page: Page, main: Sequence[bool], logos: Collection[int], titles: list[str], site: Site, h1s: list[_Heading]
) -> str | None:
    """Return an article's own h1, else the heading above its text, where all titles name a section; else ``None``."""
    if not all(_names_section(title, site) for title in titles):
        return None
    below = [each.text for each in h1s if not _is_section(each.text)] or _above(page, main, logos)
    return below[0] if below and not _is_section(below[0]) else None


def _is_section(text: str) -> bool:
    """Return True if a text is what systems call all pages that show one entry: "News", "Detail"."""
    return len(text) <= MAX_SECTION and key(text) in _sections()


MAX_SECTION = 40


def _names_section(title: str, site: Site) -> bool:
    """Return True if a title is a section's name and, at most, what may be the site's: "Town of Unterau - News"."""
    found = parts(title)
    return any(map(_is_section, found)) and all(
        _is_section(part) or word_count(part) <= MAX_TAIL_WORDS or is_site_name(part, site) for part in found
    )


@cache
def _sections() -> frozenset[str]:
    return frozenset(map(key, read_words("metadata.toml")["headline"]["sections"]))


def _brands(
    page: Page, titles: list[str], site: Site, logos: Collection[str], h1s: Iterable[_Heading]
) -> Iterator[str]:
    """Yield the letters of titles that are the site's name, also with "Home" behind it; what an h1 says is none."""
    said = {h1.key for h1 in h1s}
    for title in dict.fromkeys(titles):
        own = core(title, site)
        is_home = _is_home(last_part(title)) and not is_of_first_page(page.url or "")
        is_hosts = own.key == site.host and own.key in logos and not is_of_first_page(page.url or "")
        if is_home or is_hosts or (own.key not in said and is_brand(page, own.text, logos)):
            yield own.key


def _above(page: Page, main: Sequence[bool], logos: Collection[int]) -> list[str]:
    """Return the heading of the highest level among those right above the main text's first paragraph, or nothing."""
    first = next((block for block in compress(count(), main) if page.tags[page.owners[block]] not in HEADINGS), None)
    if first is None:
        return []
    near = range(max(first - MAX_ABOVE, 0), first)
    elements = [element for element in headings(page) if page.blocks_in(element)[0] in near]
    shown = [each for each in elements if each not in logos and not page.hidden[page.blocks_in(each)[0]]]
    texts = {element: fold(page.text_in(element)) for element in shown}
    likely = [each for each, text in texts.items() if word_count(text) > 1 and line_kind(text) != DATELINE]
    level = min((page.tags[element] for element in likely), default="")
    return [texts[element] for element in likely if page.tags[element] == level][-1:]


MAX_ABOVE = 8
"""Text blocks above a text's first paragraph in which its headline stands."""


def _is_sure(h1: _Heading, site: Site) -> bool:
    return word_count(h1.text) >= MIN_WORDS and not is_site_name(h1.text, site)


def _printed(page: Page, site: Site) -> list[str]:
    """Return the text that is set largest, or classed as a headline, before the first sentence; nothing where none is.

    Many pages of the old web have no h1, and one title for all of them.
    """
    prose = (block for block, text in enumerate(page.texts) if word_count(text) >= MIN_PROSE and ends_sentence(text))
    first, best, found = next(prose, 0), NORMAL + 1, ""
    ranks = _FIRST if _OLD_TAGS.isdisjoint(page.tags) else _SIZES
    for element in range(bisect_left(page.piece_starts, page.text_starts[first]) if first else 0):
        tag, (start, end) = page.tags[element], page.blocks_in(element)
        size = max(_size(tag, page.attrs[element]), ranks.get(tag, 0))
        if size < best or not start < end <= min(start + MAX_PARTS, first) or page.link_in(element) is not None:
            continue
        text = fold(page.text_in(element)[: MAX_LENGTH + 1])
        is_menu = size == NORMAL + 1 and is_link(page, end)
        if key(text) and not (is_menu or page.hidden[start] or is_site_name(text, site)):
            # What a button says would be part of it.
            best, found = size, "" if "button" in page.tags[element : page.ends[element]] else text
    return [found] if found else []


def _size(tag: str, own: Mapping[str, str]) -> int:
    """Return the size of an element's letters as ``<font>`` counts it, where it or its class says one; else 0."""
    if tag == "font" and (sign := _FONT_SIZE.fullmatch(own.get("size", ""))):
        return NORMAL + int(sign[0]) if sign[1] else int(sign[0])
    if points := _POINTS.search(own.get("style", "")[:MAX_NAME]):
        return int(points[1]) // 4
    return LARGE if own.get("class", "")[:MAX_NAME].casefold().rstrip(_DIGITS) in _classes() else 0


@cache
def _classes() -> frozenset[str]:
    return frozenset(read_words("metadata.toml")["headline"]["classes"])


MIN_PROSE = 12
"""Words of a text that a headline stands before; each Chinese character is one."""
NORMAL, LARGE = 3, 6
"""Sizes of a text and of what is classed as a headline."""
_FIRST = {"h1": LARGE}
_SIZES = {**_FIRST, "h2": 5, "h3": 4, "big": 4}
_OLD_TAGS = frozenset(("font", "center", "big"))
"""Where a page has one of these, a heading's size counts, too: on others it heads a part of the text, or a box."""
_FONT_SIZE, _POINTS = re.compile(r"([+-]?)\d"), re.compile(r"font-size:\s?(\d\d)(?:\.\d)?pt")
_DIGITS = "0123456789"


def _is_static(title: Core, site: Site) -> bool:
    return word_count(title.text) <= MAX_STATIC_WORDS and is_site_name(title.text, site)


def _in_all(titles: list[str], parted: list[Core], texts: list[str]) -> list[str]:
    """Return the shortest part of both titles, or nothing: "mills - High tide?", "High tide? : mills"."""
    both = [(title, found.text) for title, found in zip(titles, parted, strict=True)]
    inner = [text for text in texts if all(text == found or is_part(text, title) for title, found in both)]
    return sorted(inner, key=len)[:1] if len(both) > 1 else []


def _is_file_name(title: str) -> bool:
    """Return True if a title is one word without a capital, as files are called: "tides"."""
    return title.isalpha() and title.islower()


def _titles(page: Page) -> list[str]:
    social = next((page.metas[name] for name in _SOCIAL_TITLES if page.metas.get(name)), "")
    return [title for title in (fold(social), fold(page.head_title)) if key(title)]


def _is_home(text: str) -> bool:
    """Return True if a text is a word that any site calls its first page by, which says nothing: "Home"."""
    return len(text) <= MAX_HOME and text.isalpha() and bool(SENSES[text] & HOME)


def _site(page: Page, titles: list[str]) -> Site:
    """Return the site's names; a "site's name" that is the page's whole title is none."""
    labels = [key(label) for label in host_of(page.url or "").removeprefix("www.").split(".")]
    names = [key(page.metas.get(name, "")[:MAX_LENGTH]) for name in _SITE_NAMES]
    keys = {"".join(labels), *labels[:-1], *names} - {""}
    keys.difference_update([key(title) for title in titles if key(title) in keys and has_parts(title)])
    return Site(frozenset(keys), max(labels[:-1], key=len, default=""))


def _headings(page: Page, tag: str) -> Iterator[_Heading]:
    tags = page.tags
    for element in islice((element for element in headings(page) if tags[element] == tag), MAX_HEADINGS):
        start, end = page.blocks_in(element)
        if not start < end <= start + MAX_PARTS or page.hidden[start]:
            continue
        text = " ".join(block[: MAX_LENGTH + 1] for block in page.texts[start:end])
        if len(text) <= MAX_LENGTH and (letters := key(text)):
            yield _Heading(fold(text), letters, element)


def _is_logo(page: Page, heading: _Heading, site: Site, titles: Iterable[str]) -> bool:
    """Return True if an h1 is the site's name or a blog's, which leads to its first page, above this one."""
    if heading.key in site.keys:
        return True
    own = page.attrs[heading.element]
    if _LOGO.search(f"{own.get('class', '')[:MAX_NAME]} {own.get('id', '')[:MAX_NAME]}"):
        return True
    link = page.link_in(heading.element)
    if link is None or leads_home(page, link):
        return link is not None
    # The first page of a long article or thread is above the second one, too.
    return leads_up(page, link) and not any(key(title).startswith(heading.key) for title in titles)


def _own(page: Page, h1s: list[_Heading]) -> list[_Heading]:
    """Return the h1s without those that are links to other pages, unless all are links."""
    starts, ends = page.piece_starts, page.piece_ends
    spans = ((each.element, page.link_in(each.element)) for each in h1s)
    # A link beside the headline in its h1 is a tool.
    links = [
        link if link and (starts[link], ends[link]) == (starts[element], ends[element]) else None
        for element, link in spans
    ]
    if all(links) or not any(links):
        return h1s
    return [each for each, link in zip(h1s, links, strict=True) if link is None or not leads_elsewhere(page, link)]


_LOGO = re.compile(r"(?:^|[\s_-])(?:logo|site-?title|site-?name)(?=$|[\s_-])", re.IGNORECASE)


def _is_book(page: Page, heading: _Heading) -> bool:
    """Return True if an h1 ends or begins the title, and the rest of it is the next heading, before any prose.

    Every page of a book or manual begins with its name: "Ownership - The Book of Mills"; so does every page of a blog
    with its name, which is shorter, or a link: "Bench Notes: On chisels".
    """
    title = fold(page.head_title)
    lead = without_site(title, Site(frozenset((heading.key,)), ""))
    if lead == title and title.startswith(heading.text):
        rest = title[len(heading.text) :].lstrip(_PARTING)
        is_name = len(rest) > len(heading.text) or is_link(page, page.blocks_in(heading.element)[0])
        lead = rest if is_name else lead
    own, words = key(lead), lead.split()
    if lead == title or not own:
        return False
    ordered, last = headings(page), page.blocks_in(heading.element)[1]
    number = bisect_left(ordered, page.ends[heading.element])
    for element in ordered[number : number + MAX_BEHIND]:
        start, end = page.blocks_in(element)
        if any(len(text) >= PROSE and ends_sentence(text) for text in page.texts[last:start]):
            return False
        text, last = fold(page.text_in(element)[: MAX_LENGTH + 1]), end
        if key(text) == own or (page.tags[element] == "h1" and words == text.split()[-len(words) :]):
            return True
    return False


_PARTING = " :|-–—»›·•/"
"""Signs between the name of a blog and the headline of an entry."""
PROSE = 60
"""Characters of the shortest sentence behind which no headline stands."""


def _cut(title: Core, articles: list[Core]) -> Core:
    """Return the title without what it has past a sign behind a declared headline: a section, the site's name."""
    for found in articles:
        rest = title.text[len(found.text) :].lstrip()
        if found.key and title.text.startswith(found.text) and not rest[:1].isalnum():
            return found
    return title


def _named(
    page: Page, h1s: list[_Heading], titles: list[str], cores: list[Core], articles: list[Core]
) -> _Heading | None:
    """Return the first h1, or part of an h1, that is a declared headline or a title; else one within a title."""
    keys = {found.key for found in (*cores, *articles)}.union(map(key, titles))
    for heading in h1s:
        if heading.key in keys:
            return heading._replace(text=_spelled(heading.text, cores))
    for heading in h1s:
        for part in _parts(page, heading.element):
            if key(part) in keys:
                return _Heading(_spelled(part, cores), key(part), heading.element)
    within = {key(run) for title in titles for run in runs(title)}
    return next((heading for heading in h1s if heading.key in within), None)


def _parts(page: Page, element: int) -> Iterator[str]:
    start, end = page.piece_starts[element], page.piece_ends[element]
    if end - start > 1:
        yield from map(fold, page.pieces[start : min(end, start + MAX_PARTS)])
        yield from map(fold, page.texts[slice(*page.blocks_in(element))])


def _spelled(text: str, cores: list[Core]) -> str:
    """Return the spelling that most have, else that of most words: an h1's parts may stand without a space between."""
    letters, marks = key(text), text.count(_EMPHASIS)
    # Some systems declare the signs that they write emphasis with.
    same = [found.text for found in cores if found.key == letters and found.text.count(_EMPHASIS) <= marks]
    if same and f"{same[0][0]}{text}{same[0][-1]}" == same[0]:
        return text  # some systems quote what they declare
    spellings = [text, *same]
    usual = max(spellings, key=spellings.count)
    return usual if spellings.count(usual) > 1 else max(spellings, key=word_count)


_EMPHASIS = "*"


def _closest(page: Page, h1s: list[_Heading], titles: list[str], cores: list[Core]) -> _Heading | None:
    # One word that ends a title past a sign is the name of the site, or of a section.
    ends = {key(end) for end in map(last_part, titles) if word_count(end) == 1}
    # Behind the first, one of a single word heads a part of the text, whatever the title says of it.
    first = next(_headings(page, "h1"), None)
    likely = [each for each in h1s if each.key not in ends and (each == first or word_count(each.text) > 1)]
    pairs = ((heading, shared_words(heading.text, found.text)) for heading in likely for found in cores)
    close = [(shared, heading) for heading, shared in pairs if shared >= MIN_SHARED]
    found = max(close, key=itemgetter(0))[1] if close else None
    # Where signs are words, those of a blog's name may all be in "Headline_Blog_Host", in any order.
    is_other = found is not None and not found.text.isascii() and _begin_with_another(page, found, titles)
    return None if is_other else found


def _begin_with_another(page: Page, h1: _Heading, titles: list[str]) -> bool:
    """Return True if a title begins with the text of an h2 and a sign, and not with the h1's."""
    others = [each.text for each in _headings(page, "h2") if word_count(each.text) > 1]
    led = [title for title in titles if not title.startswith(h1.text)]
    return any(title.startswith(text) and is_part(text, title) for title in led for text in others)


def _shown(page: Page, titles: list[str], cores: list[Core], site: Site) -> str | None:
    """Return the part of a title, between its signs, that stands on the page without a link; none where all is shown.

    What else the title has are names of the site and its sections, however they are parted and spelled. It is a part of
    a title without the site's known name; one that is all of it wins, then the longest.
    """
    known = {found.key for found in cores}
    for title in titles:
        shown = [block for block, text in enumerate(page.texts) if text in title and not page.hidden[block]]
        own = [page.texts[block] for block in shown if _is_own(page, block, title)]
        texts = {*own, *(page.texts[block] for block in shown if not is_link(page, block))}
        is_named = core(title, site).led or is_site_name(last_part(title), site)
        if title in texts and _COLON in title and not is_named:
            return title  # French has a blank before a colon within a headline
        inner = [text for text in texts if is_part(text, title) and any(text in found.text for found in cores)]
        if not has_parts(title):
            inner += [text for text in texts if text != title and key(title.replace(text, "", 1)) in site.keys]
        parts = [text for text in (*own, *inner) if text in own or _may_be_headline(text, site)]
        if parts and title not in texts:
            return max(parts, key=lambda part: (part in own, key(part) in known, len(part)))
    return None


def _is_own(page: Page, block: int, title: str) -> bool:
    """Return True if a text ends the title behind a name, and is a heading behind a sign, or links to the page."""
    text, owner = page.texts[block], page.owners[block]
    before = title.removesuffix(text)
    if before == title or not before.endswith(_LEADS):
        return False
    is_led = before.rstrip(" ").endswith(_WIDE) or (before[-2:] == _LEADS[0] and before[-3:] != _COLON)
    if page.tags[owner] in HEADINGS and is_led:
        return True
    link, (size, linked) = page.link_in(owner), block_sizes(page, block)
    return link is not None and size == linked and _leads_here(page, page.attrs[link]["href"])


def _leads_here(page: Page, href: str) -> bool:
    """Return True if an address has the page's path and begins with one of its parameters, as all pages of a thread."""
    try:
        own, other = urlsplit(page.url or ""), urlsplit(page.absolute(href[:MAX_LENGTH]))
    except ValueError:
        return False
    first, is_script = other.query.partition("&")[0], (own.netloc, own.path) == (other.netloc, other.path)
    return is_script and first != "" and first in own.query.split("&")


_WIDE = "\u3000"
_LEADS = (": ", "- ", "» ", _WIDE, f"{_WIDE} ")
"""Signs between the name of a site, of its sections, and the headline."""
_COLON = " : "


def _may_be_headline(text: str, site: Site) -> bool:
    return word_count(text) > 1 and not is_site_name(text, site)


def _second(page: Page, first: _Heading, articles: list[Core], site: Site) -> str | None:
    """Return a declared headline that is shown right behind the h1, which says something else for search engines."""
    last, ordered = page.blocks_in(first.element)[1] + MAX_BEHIND, headings(page)
    number, behind = bisect_left(ordered, page.ends[first.element]), list[int]()
    if _PATH in first.text:  # "Headline > Board"
        texts = (fold(page.text_in(each)[:MAX_LENGTH]) for each in ordered[number : number + MAX_BEHIND])
        if inner := next((text for text in texts if first.text.startswith(f"{text}{_PATH}")), None):
            return inner
    for element in ordered[number : number + MAX_BEHIND]:
        start, end = page.blocks_in(element)
        if start < min(end, last) and not page.hidden[start]:
            behind.append(element)
    if not behind:
        return None
    social = (core(fold(page.metas[name]), site) for name in _SOCIAL_TITLES if page.metas.get(name))
    declared = {found.key: found.text for found in (*articles, *social) if found.key not in ("", first.key)}
    shown = (declared.get(key(page.text_in(element)[: MAX_LENGTH + 1])) for element in behind if declared)
    return next(filter(None, shown), None)


_PATH = " > "


def _extended(first: _Heading, articles: list[Core], cores: list[Core]) -> str:
    """Return the h1 with the topic line that both declared headline and title have before it, else the h1 alone."""
    whole = cores[0].key if cores else ""
    is_longer = whole != first.key and whole.endswith(first.key)
    return cores[0].text if is_longer and any(found.key == whole for found in articles) else first.text
