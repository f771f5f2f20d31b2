"""Re-blocked blocks and regions -> evidence, by the regions' places, that blocks are main content or not (Uda 4.2 (1)).

`place` applies the rules of all five kinds in the paper's order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..navigation.in_page import BODY, CONTENTS, END, TOP, purpose_of
from ..navigation.site_info import FOOTER, HEADER
from ..page import HEADINGS, Kind, Label, anchored, headings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..page import Block, Page, Region


_NAMES = {
    Kind.BREADCRUMB: ("II.before", "II.heading", "II.next", "III.outside", "III.heading", "III.next", "IV.outside"),
    Kind.PAGING: ("II.before", "II.after", "III.between", "III.outside", "IV.between", "IV.outside"),
    Kind.SITE_INFO: ("II.above", "IV.below"),
    Kind.BLOG_UTILITY: ("II.after", "II.entry", "III.after", "III.entry"),
    Kind.IN_PAGE: (
        *("II.above", "II.target", "II.after", "II.last", "III.target", "III.next"),
        *("IV.target", "IV.next", "V.target", "V.before"),
    ),
}
RULES = tuple(f"{kind}.{name}" for kind, names in _NAMES.items() for name in ("region", *names))
"""The names of all rules, in the paper's order, ① to ⑤."""
MAX_LINKS = 500
"""Links within the page that are followed."""
START_NAMES = frozenset(("", "top"))
"""Fragments that lead to the page's start, in any case of letters, where no element is called so."""


class Evidence(NamedTuple):
    """The label that one rule gives to one block.

    ``block`` indexes the re-blocked blocks; ``rule`` is one of `RULES`, as in ``"breadcrumb.II.before"``: the kind of
    navigation, the case in Uda 4.2 (1), and what the rule looks at.
    """

    block: int
    label: Label
    rule: str


def place(page: Page, blocks: Sequence[Block], regions: Sequence[Region]) -> list[Evidence]:
    """Return the rules' evidence on the re-blocked blocks, in the order of `RULES` (Uda 4.2 (1)).

    ``blocks`` are all of the page's in document order; their ``regions`` index ``regions``. A rule gives a block one
    label, once. Many rules may label one block.

    No rule calls a block of navigation main, and "before", "after", "between" and "up to" leave out the region's own
    block (``<kind>.region``). All readings: docs/explanation/placement.md.
    """
    if not regions:
        return []
    layout = _Layout(page, blocks, regions)
    evidence: list[Evidence] = []
    for kind, find in _EVIDENCE.items():
        spots = layout.spots.get(kind)
        if spots:
            evidence += _other(dict.fromkeys(spot.first for spot in spots), f"{kind}.region")
            evidence += find(layout, spots)
    return evidence


def _main(blocks: Iterable[int], rule: str) -> Iterator[Evidence]:
    return (Evidence(block, Label.MAIN, rule) for block in blocks)


def _other(blocks: Iterable[int], rule: str) -> Iterator[Evidence]:
    return (Evidence(block, Label.OTHER, rule) for block in blocks)


# ① Breadcrumb trails stand right behind the header, and before the footer.


def _breadcrumb_evidence(layout: _Layout, spots: list[_Spot]) -> Iterator[Evidence]:
    """Yield the evidence of trails; those with the same link texts are the same. IV prints no heading."""
    case = _case(layout, spots)
    if case is None:
        return
    first, last = case.spots[0], case.spots[-1]
    if case.name == "II":
        yield from _other(range(first.first), "breadcrumb.II.before")
        yield from _heading_evidence(layout, first.last, layout.count, case.name)
        return
    yield from _other(range(first.first), f"breadcrumb.{case.name}.outside")
    yield from _other(range(last.last + 1, layout.count), f"breadcrumb.{case.name}.outside")
    if case.name == "III":
        yield from _heading_evidence(layout, first.last, last.first, case.name)


def _heading_evidence(layout: _Layout, first: int, stop: int, case: str) -> Iterator[Evidence]:
    """Yield that the first lowest-rank heading's block is main; for a heading alone, the next one of content."""
    heading = layout.strongest_heading(first, stop)
    if heading is None:
        return
    yield from _main((heading.block,), f"breadcrumb.{case}.heading")
    if layout.is_alone(heading):
        following = layout.content_from(heading.block + 1, stop)
        if following is not None:
            yield from _main((following,), f"breadcrumb.{case}.next")


# ② Paging stands right behind main content, or before and behind it.


def _paging_evidence(layout: _Layout, spots: list[_Spot]) -> Iterator[Evidence]:
    """Yield the evidence of paging regions; II, printed once for two subtypes, is applied to both."""
    case = _case(layout, spots)
    if case is None:
        return
    first, last = case.spots[0], case.spots[-1]
    if case.name == "II":
        above = layout.content_before(first.first)
        if above is not None:
            yield from _main((above,), "paging.II.before")
        yield from _other(range(first.last + 1, layout.count), "paging.II.after")
        return
    yield from _main(layout.content(first.last, last.first), f"paging.{case.name}.between")
    yield from _other(range(first.first), f"paging.{case.name}.outside")
    yield from _other(range(last.last + 1, layout.count), f"paging.{case.name}.outside")


class _Case(NamedTuple):
    """The case's number in the paper, "II" (one region), "III" or "IV" (a pair), and its regions."""

    name: str
    spots: list[_Spot]


def _case(layout: _Layout, spots: list[_Spot]) -> _Case | None:
    """Return the case of one kind's regions (①, ② I) or None; those of a subtype without content between are one."""
    sorts: dict[str, list[_Spot]] = {}
    for spot in spots:
        same = sorts.setdefault(spot.region.subtype, [])
        if same and layout.content_from(same[-1].last, spot.first) is None:
            same[-1] = same[-1]._replace(last=spot.last)
        else:
            same.append(spot)
    *others, most = sorted(sorts.values(), key=len)
    if not others and len(most) <= 2:
        return _Case("II" if len(most) == 1 else "III", most)
    if len(most) == 2 and len(others[-1]) == 1:
        return _Case("IV", most)
    return None


# ③ Site information stands in the header, at a side or in the footer.


def _site_info_evidence(layout: _Layout, spots: list[_Spot]) -> Iterator[Evidence]:
    """Yield that blocks above header (II) and below footer regions (IV) are not main; a side (III) is no evidence."""
    headers = [spot.first for spot in spots if spot.region.subtype == HEADER]
    footers = [spot.last for spot in spots if spot.region.subtype == FOOTER]
    if headers:
        yield from _other(range(max(headers)), "site_info.II.above")
    if footers:
        yield from _other(range(min(footers) + 1, layout.count), "site_info.IV.below")


# ④ Blog utilities stand at the end of an entry.


def _blog_utility_evidence(layout: _Layout, spots: list[_Spot]) -> Iterator[Evidence]:
    """Yield that blocks after the only (II) or last region (III) are not main, and each heading's entry is."""
    case = "II" if len(spots) == 1 else "III"
    yield from _other(range(spots[-1].last + 1, layout.count), f"blog_utility.{case}.after")
    done = 0
    for spot in spots:
        title = layout.last_heading(spot.first)
        if title is not None:
            yield from _main(layout.content(max(title.block, done), spot.first), f"blog_utility.{case}.entry")
            done = max(done, spot.first)


# ⑤ Links within the page: evidence on the blocks that they lead to.


def _in_page_evidence(layout: _Layout, spots: list[_Spot]) -> Iterator[Evidence]:
    links = _links(layout, spots)
    found = _targets(layout, (fragment for fragments in links.values() for fragment in fragments))
    aims = {purpose: [found[name] for name in names if name in found] for purpose, names in links.items()}
    yield from _from_top(layout, [spot for spot in spots if spot.region.subtype == TOP], aims[TOP])
    yield from _from_content(layout, aims[BODY], "III")
    yield from _from_content(layout, aims[CONTENTS], "IV")
    yield from _from_end(layout, aims[END])


def _links(layout: _Layout, spots: list[_Spot]) -> dict[str, list[str]]:
    """Return the fragments that links lead to, by purpose: that of a link's words, else of a region's only link."""
    page = layout.page
    homes = {address.partition("#")[0].rstrip("/") for address in (page.url or "", page.absolute(""))}
    found: dict[str, list[str]] = {TOP: [], BODY: [], CONTENTS: [], END: []}
    left = MAX_LINKS
    for spot in spots:
        links, subtype = spot.region.links[:left], spot.region.subtype
        left -= len(links)
        for text, url in links:
            before, _, fragment = url.partition("#")
            purpose = subtype if subtype == CONTENTS else purpose_of(text) or (subtype if len(links) == 1 else "")
            if before.rstrip("/") in homes and purpose in found and (fragment or purpose == TOP):
                found[purpose].append(fragment)
    return found


def _from_top(layout: _Layout, spots: list[_Spot], aims: list[_Target]) -> Iterator[Evidence]:
    """Yield that blocks before a target (``above``), and those after the (last) region, are not main (⑤ II)."""
    if aims:
        lowest = max(aims)
        yield from _other(range(lowest.block), "in_page.II.above")
        if lowest.at_end:
            yield from _other((lowest.block,), "in_page.II.target")
    if spots:
        rule = "in_page.II.after" if len(spots) == 1 else "in_page.II.last"
        yield from _other(range(spots[-1].last + 1, layout.count), rule)


def _from_content(layout: _Layout, aims: list[_Target], case: str) -> Iterator[Evidence]:
    """Yield that a target's block, or the next block of content, is main (⑤ III and IV)."""
    for word, at_end in (("target", False), ("next", True)):
        starts = {aim.block + at_end for aim in aims if aim.at_end == at_end}
        blocks = {layout.content_from(start) for start in starts}
        yield from _main(sorted(block for block in blocks if block is not None), f"in_page.{case}.{word}")


def _from_end(layout: _Layout, aims: list[_Target]) -> Iterator[Evidence]:
    """Yield that a target's block is not main, or as printed, if it ends there, that the one before is (⑤ V)."""
    yield from _other(sorted({aim.block for aim in aims if not aim.at_end}), "in_page.V.target")
    blocks = {layout.content_before(aim.block) for aim in aims if aim.at_end}
    yield from _main(sorted(block for block in blocks if block is not None), "in_page.V.before")


# The targets of links within the page: fragment -> element -> block.


class _Target(NamedTuple):
    """The block that a link leads to; ``at_end``: nothing of the block stands at or after the target."""

    block: int
    at_end: bool = False


def _targets(layout: _Layout, fragments: Iterable[str]) -> dict[str, _Target]:
    """Return the targets by fragment: an id or an ``a``'s name, else the page's start for "" and ``top``."""
    wanted = dict.fromkeys(fragments)
    any_named = any(wanted)
    found = {}
    for fragment in wanted:
        element = anchored(layout.page, fragment) if any_named else None
        target = None if element is None else _target_of(layout, element)
        if target is not None:
            found[fragment] = target
        elif element is None and fragment.lower() in START_NAMES:
            found[fragment] = _Target(0)
    return found


def _target_of(layout: _Layout, element: int) -> _Target | None:
    """Return the block of an element's first content; of an empty one, of what follows (else precedes) it."""
    page = layout.page
    text, number = page.first_block(element), bisect_left(page.objects, element)
    for holder in (element, *page.ancestors(element)):
        if _starts_in(page, holder, text, number):
            return _Target(min(layout.block_of_text(text), layout.block_of_object(number)))
        if _ends_in(page, holder, text - 1, number - 1):
            block = max(layout.block_of_text(text - 1), layout.block_of_object(number - 1))
            own = layout.blocks[block]
            return _Target(block, at_end=own.texts[1] <= text and own.objects[1] <= number)
    return None


def _starts_in(page: Page, holder: int, text: int, number: int) -> bool:
    return (text < len(page.texts) and page.text_starts[text] < page.piece_ends[holder]) or (
        number < len(page.objects) and page.objects[number] < page.ends[holder]
    )


def _ends_in(page: Page, holder: int, text: int, number: int) -> bool:
    return (text >= 0 and page.text_ends[text] > page.piece_starts[holder]) or (
        number >= 0 and page.objects[number] >= holder
    )


# Regions and headings among the blocks.


class _Spot(NamedTuple):
    region: Region
    first: int
    last: int


class _Heading(NamedTuple):
    element: int
    rank: int
    block: int


class _Layout:
    """The blocks of a page, those of *content* (no region's), and its regions (by kind) and headings among them."""

    def __init__(self, page: Page, blocks: Sequence[Block], regions: Sequence[Region]) -> None:
        self.page = page
        self.blocks = blocks
        self.count = len(blocks)
        self.spots: dict[Kind, list[_Spot]] = {}
        known: set[int] = set()
        for index, block in enumerate(blocks):
            for number in block.regions:
                if number not in known:
                    known.add(number)
                    region = regions[number]
                    self.spots.setdefault(region.kind, []).append(_Spot(region, index, index))

    def content(self, first: int, stop: int) -> Iterator[int]:
        return (block for block in range(first, stop) if not self.blocks[block].regions)

    def content_from(self, block: int, stop: int | None = None) -> int | None:
        return next(self.content(block, self.count if stop is None else stop), None)

    def content_before(self, block: int) -> int | None:
        return next((above for above in reversed(range(block)) if not self.blocks[above].regions), None)

    def strongest_heading(self, first: int, stop: int) -> _Heading | None:
        return min(self._headings_between(first, stop), key=lambda heading: heading.rank, default=None)

    def last_heading(self, stop: int) -> _Heading | None:
        count = bisect_left(self._heading_blocks, stop)
        return self._headings[count - 1] if count else None

    def is_alone(self, heading: _Heading) -> bool:
        block, element = self.blocks[heading.block], heading.element
        first, end = self.page.blocks_in(element)
        if block.texts[0] < block.texts[1] and not first <= block.texts[0] <= block.texts[1] <= end:
            return False
        inside = range(element, self.page.ends[element])
        return all(self.page.objects[number] in inside for number in range(*block.objects))

    def block_of_text(self, text: int) -> int:
        return bisect_right(self._text_ends, text)

    def block_of_object(self, number: int) -> int:
        return bisect_right(self._object_ends, number)

    @cached_property
    def _text_ends(self) -> list[int]:
        return [block.texts[1] for block in self.blocks]

    @cached_property
    def _object_ends(self) -> list[int]:
        return [block.objects[1] for block in self.blocks]

    @cached_property
    def _headings(self) -> list[_Heading]:
        tags = self.page.tags
        found = ((element, self._heading_block(element)) for element in headings(self.page))
        return [
            _Heading(element, HEADINGS[tags[element]], block)
            for element, block in found
            if block < self.count and not self.blocks[block].regions
        ]

    @cached_property
    def _heading_blocks(self) -> list[int]:
        return [heading.block for heading in self._headings]

    def _headings_between(self, first: int, stop: int) -> list[_Heading]:
        blocks = self._heading_blocks
        return self._headings[bisect_left(blocks, first) : bisect_left(blocks, stop)]

    def _heading_block(self, element: int) -> int:
        page = self.page
        first, end = page.blocks_in(element)
        if first < end:
            return self.count if page.hidden[first] else self.block_of_text(first)
        number = bisect_left(page.objects, element)
        if number < len(page.objects) and page.objects[number] < page.ends[element]:
            return self.block_of_object(number)
        return self.count


_EVIDENCE = {
    Kind.BREADCRUMB: _breadcrumb_evidence,
    Kind.PAGING: _paging_evidence,
    Kind.SITE_INFO: _site_info_evidence,
    Kind.BLOG_UTILITY: _blog_utility_evidence,
    Kind.IN_PAGE: _in_page_evidence,
}
