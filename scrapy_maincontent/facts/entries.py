"""The entries of a page that has several: blog home pages, lists of news, archives with teasers (Uda 4.2 ④ III).

The paper takes what stands between an entry's heading and its utility navigation as main content. Here titles of one
shape part the entries; utility lines and dates are evidence that they are entries, and no part of their texts.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..navigation.entry_lines import is_date
from ..page import HEADINGS, Kind, block_sizes, h1s, headings, visible
from ..page.addresses import site_of
from ..page.stems import named
from ..rendering.plain_text import MARK, plain_text
from ..words.lines import DATELINE, PRICE, line_kind
from ..words.phrases import DATE, SENSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page, Region
    from ..rendering.plain_text import Spans


MIN_ENTRIES = 2
MAX_ENTRIES = 500
MAX_TITLE = 300
"""Characters of a title."""
MAX_LEVELS = 12
"""Elements above a title that may be all of its entry."""
SHAPE_LEVELS = 3
"""Elements above a title whose tags are part of its shape."""
LINK_LEVELS = 6
"""Elements above a title that may be its link: cards that are links as a whole."""
MIN_TEXT = 20
"""Characters of a text block of an entry that is dated."""
MIN_TEASER = 40
"""The same, of one that needs no date."""
SHARE = 0.5
"""Share of entries that must have a text, be main content and be dated, and of the main text that they must be."""
WHOLE = 0.9
"""Share of an article's main text of which one entry has less: what holds nearly all of it is the article itself."""
LISTS = frozenset(("listing",))
"""Types of pages whose entries have a text or a date; those of others have both."""
ARTICLES = frozenset(("article", None))
"""Types of pages that may be a blog's, where an ``article`` element is as good as a date: a type is a model's guess."""
_ARTICLE = "article"
_HEADLINE = "h1"
_WITHOUT = frozenset(("forum", "product", "collection", "documentation"))
"""Types of pages without entries: posts, goods and sections of a manual are none."""


class _Entry(NamedTuple):
    title: str
    url: str | None
    extent: tuple[int, int]
    blocks: list[int]
    """Those of its text."""
    dated: bool


def entries(
    page: Page, regions: Sequence[Region], main: Sequence[bool], page_type: str | None = None
) -> tuple[dict[str, Any], ...]:
    """Return the entries in page order: "title", absolute "url" (``None`` where the title is no link) and "text".

    ``main[b]`` tells whether text block b is main content. () for pages of one entry, and for forums and shops.
    """
    if page_type in _WITHOUT:
        return ()
    lines = [region for region in regions if region.kind is Kind.BLOG_UTILITY]
    articles = page_type in ARTICLES and page.metas.get("og:type", "").strip().lower() != _ARTICLE
    groups = _groups(page, linked_only=len(lines) < MIN_ENTRIES)
    if not groups:
        return ()
    sizes = [0, *accumulate(len(text) * is_main for text, is_main in zip(page.texts, main, strict=True))]
    headlines = [page.blocks_in(element)[0] for element in h1s(page)[: 2 * MAX_ENTRIES]]
    before = visible(page)[1]
    best: list[_Entry] = []
    most = (0, 0)
    for titles in groups:
        extents = _extents(page, titles)
        covered = [sizes[end] - sizes[first] for first, end in extents]
        # Of two titles for each entry the longer ones are it: the others name its site or its section.
        size = sum(covered), sum(before[page.piece_ends[title]] - before[page.piece_starts[title]] for title in titles)
        if size <= most or size[0] <= SHARE * sizes[-1] or sum(map(bool, covered)) < SHARE * len(titles):
            continue
        if page_type in ARTICLES and (
            sum(map(bool, covered)) < MIN_ENTRIES
            or max(covered) >= WHOLE * sizes[-1]
            or _hold_headline(page, titles, extents, headlines)
        ):
            continue
        if _link(page, titles[0]) is None and not _are_lined(page, extents, lines):
            continue
        found = _entries(page, titles, extents, lines, articles=articles)
        if _are_entries(page, found, dated=page_type not in LISTS):
            best, most = found, size
    texts = passages(page, [entry.blocks for entry in best]) if best else []
    return tuple(
        {"title": entry.title, "url": entry.url, "text": text} for entry, text in zip(best, texts, strict=True)
    )


def _groups(page: Page, *, linked_only: bool) -> list[list[int]]:
    groups: dict[tuple[object, ...], list[int]] = {}
    for heading in headings(page)[: 2 * MAX_ENTRIES]:
        link = _link(page, heading)
        if link is None and linked_only:
            continue
        tags = [page.tags[above] for above in islice(page.ancestors(heading), SHAPE_LEVELS)]
        groups.setdefault((page.tags[heading], link is not None, *tags), []).append(heading)
    return [group for group in groups.values() if MIN_ENTRIES <= len(group) <= MAX_ENTRIES]


def _link(page: Page, heading: int) -> int | None:
    link = page.link_in(heading)
    if link is None:
        link = _link_around(page, heading)
    if link is None or page.attrs[link]["href"].strip().startswith("#"):
        return None
    return link


def _link_around(page: Page, heading: int) -> int | None:
    around = islice(page.ancestors(heading), LINK_LEVELS)
    return next((above for above in around if page.tags[above] == "a" and "href" in page.attrs[above]), None)


def _extents(page: Page, titles: list[int]) -> list[tuple[int, int]]:
    """Return the ranges of text blocks of entries: a title's element without other titles, else up to the next one."""
    found = []
    for title, behind in zip(titles, [*titles[1:], None], strict=True):
        card = title
        for above in islice(page.ancestors(title), MAX_LEVELS):
            if bisect_left(titles, page.ends[above]) - bisect_left(titles, above) > 1:
                break
            card = above
        first, end = page.blocks_in(card)
        low, high = page.blocks_in(title)
        if end <= high:
            first, end = low, page.blocks_in(behind)[0] if behind is not None else _end(page, card)
        found.append((first, max(end, high)))
    return found


def _hold_headline(page: Page, titles: list[int], extents: list[tuple[int, int]], headlines: list[int]) -> bool:
    """Return True if an ``h1`` stands in an entry whose title it is not: such an entry's text is the article's own.

    ``headlines`` are the first text blocks of each ``h1``.
    """
    own = page.tags[titles[0]] == _HEADLINE
    return any(bisect_left(headlines, end) - bisect_left(headlines, first) > own for first, end in extents)


def _entries(
    page: Page, titles: list[int], extents: list[tuple[int, int]], lines: Sequence[Region], *, articles: bool
) -> list[_Entry]:
    line_blocks = {block for line in lines for block in range(*line.blocks)}
    found = []
    for title, (first, end) in zip(titles, extents, strict=True):
        low, high = page.blocks_in(title)
        text = " ".join(page.texts[low:high])
        if not 0 < len(text) <= MAX_TITLE:
            continue
        link = _link(page, title)
        rest = [block for block in range(first, end) if not low <= block < high]
        dated = (articles and _has_article(page, title, titles)) or any(
            block in line_blocks or _is_dated(page, block) for block in rest
        )
        blocks = [block for block in rest if block not in line_blocks and not _is_line(page, block, link)]
        url = None if link is None else page.absolute(page.attrs[link]["href"])
        found.append(_Entry(text, url, (first, end), blocks, dated))
    return found


def _end(page: Page, card: int) -> int:
    parent = max(page.parents[card], 0)
    _, end = page.blocks_in(parent)
    after = (element for element in range(page.ends[card], page.ends[parent]) if page.tags[element] in HEADINGS)
    heading = next(after, None)
    return end if heading is None else min(end, page.blocks_in(heading)[0])


def _are_entries(page: Page, found: list[_Entry], *, dated: bool) -> bool:
    addresses = [entry.url for entry in found if entry.url]
    if len(found) < MIN_ENTRIES or len({*addresses}) < SHARE * len(addresses):
        return False
    least = SHARE * len(found)
    enough = MIN_TEXT if dated else MIN_TEASER
    have_texts = sum(any(len(page.texts[block]) >= enough for block in entry.blocks) for entry in found) >= least
    have_dates = sum(entry.dated for entry in found) >= least
    if not ((have_texts and have_dates) if dated else (have_texts or have_dates)):
        return False
    return not _are_priced(page, [(entry.title, entry.extent) for entry in found], SHARE) and (
        not dated or _are_local(page, addresses, SHARE)
    )


def _are_lined(page: Page, extents: list[tuple[int, int]], lines: Sequence[Region]) -> bool:
    """Return True if each title that is no link heads a line of the same shape: chapters of an article do not."""
    starts = [line.blocks[0] for line in lines]
    common: set[tuple[str, ...]] | None = None
    for first, end in extents:
        inside = lines[bisect_left(starts, first) : bisect_left(starts, end)]
        shapes = {_shape(page, line.elements[0]) for line in inside}
        common = shapes if common is None else common & shapes
        if not common:
            return False
    return bool(common)


def _shape(page: Page, element: int) -> tuple[str, ...]:
    tags = (page.tags[above] for above in islice(page.ancestors(element), SHAPE_LEVELS))
    return (page.attrs[element].get("class", ""), page.tags[element], *tags)


def _has_article(page: Page, title: int, titles: list[int]) -> bool:
    above = islice(page.ancestors(title), MAX_LEVELS)
    article = next((element for element in above if page.tags[element] == _ARTICLE), None)
    return article is not None and bisect_left(titles, page.ends[article]) - bisect_left(titles, article) == 1


# Evidence against entries (goods, lists of other sites), and lines that are no part of their texts.

MAX_LINE = 80
"""Characters of a date's or a button's text block."""


def _is_dated(page: Page, block: int) -> bool:
    text = page.texts[block]
    return len(text) <= MAX_LINE and (is_date(text) or line_kind(text) == DATELINE)


def _is_line(page: Page, block: int, card: int | None) -> bool:
    """Return True for a date, a button and the like; ``card`` is the title's link, which may be the whole entry."""
    text = page.texts[block]
    if len(text) > MAX_LINE:
        return False
    if not any(map(str.isalpha, text)) or is_date(text) or line_kind(text) is not None:
        return True
    if any(map(str.isdigit, text)) and SENSES[text] & DATE:
        return True
    if card is not None and page.piece_starts[card] <= page.text_starts[block] < page.piece_ends[card]:
        return False
    return 2 * block_sizes(page, block)[1] > len(text)


def _are_priced(page: Page, found: Sequence[tuple[str, tuple[int, int]]], share: float) -> bool:
    """Return True if a share of entries (title, text blocks) has a price: goods are none."""
    least = share * len(found)
    if sum(_shows_price(page, title, extent) for title, extent in found) >= least:
        return True
    inner = (each for name in named(page, "price") for each in page.names[name] if page.parents[each] > 0)  # no body
    blocks = {block for element in inner for block in range(*page.blocks_in(element))}
    return sum(not blocks.isdisjoint(range(*extent)) for _, extent in found) >= least


def _are_local(page: Page, addresses: Sequence[str], share: float) -> bool:
    """Return True if a share of addresses leads to the page's own site: those of a list of other sites do not."""
    own = site_of(page.url or "")
    return not own or sum(site_of(url) == own for url in addresses) >= share * len(addresses)


def _shows_price(page: Page, title: str, extent: tuple[int, int]) -> bool:
    short = (text for text in page.texts[slice(*extent)] if len(text) <= MAX_LINE)
    return any(PRICE.search(text) for text in (title, *short))


def passages(page: Page, groups: Sequence[Sequence[int]]) -> list[str]:
    """Return the text of each group of text blocks; no block may be in two groups, a group's blocks are in order.

    A group that is one item of a list, or stands in it, begins without the item's mark. Linear in the page: all
    groups are rendered together, once.
    """
    chosen = [False] * len(page.texts)
    for group in groups:
        for block in group:
            chosen[block] = True
    text, spans = plain_text(page, chosen)
    return ["\n\n".join(_runs(page, group, text, spans)).strip() for group in groups]


def _runs(page: Page, group: Sequence[int], text: str, spans: Spans) -> list[str]:
    runs: list[list[int]] = []
    before = -1
    for block in group:
        span = spans[block]
        assert span is not None
        if runs and block == before + 1:
            runs[-1][1] = span[1]
        else:
            start, end = span
            line = text.rfind("\n", 0, start) + 1
            if MARK.fullmatch(text, line, start) and (runs or not _one_item(page, group)):
                start = line
            runs.append([start, end])
        before = block
    return [text[start:end] for start, end in runs]


def _one_item(page: Page, group: Sequence[int]) -> bool:
    item = page.owners[group[0]]
    while page.tags[item] != "li":
        item = page.parents[item]
    return page.owners[group[-1]] < page.ends[item]
