"""Links within the page -> in-page regions: skip links, back to top, tables of contents (Uda 3.3 ⑤).

`toc` reads the entries of the page's table of contents from the regions.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..page import HEADINGS, Kind, anchor, anchored
from ..words import class_names, phrases
from .candidates import MIN_SENTENCE, ROOTS, Found, counted, outermost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page, Region
    from .addresses import Addresses
    from .candidates import Candidates


TOP, BODY, END, CONTENTS = "top", "body", "end", "contents"

MIN_BOXED = 0.6
"""Share of skip links in a list of them."""
MAX_BOXED = 4
"""Links of a list of which one skips, and the others lead to further places of the page."""
MAX_WORDED = 200

_NO_BOX_TAGS = ROOTS | {"header"}
_WORDED = ((TOP, phrases.TOP, "step1"), (END, phrases.END, "step3"), (BODY, phrases.BODY, "step2"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's links within itself, by the first step that finds each."""
    fragments: dict[int, str] = {}
    checked = candidates.rules.checked
    for position in candidates.links.fragments:
        href = candidates.links.hrefs[position]
        fragment = addresses.fragment(href)
        if fragment is not None and (checked or href.startswith("#")):
            fragments[position] = fragment
    if not fragments:
        return []
    worded = by_words(candidates, fragments)
    taken = {position for found in worded for position in candidates.inside(found.first, found.last)}
    return outermost([*worded, *contents(candidates, fragments, taken)], candidates.page)


def by_words(candidates: Candidates, fragments: dict[int, str]) -> list[Found]:
    """Uda 3.3 ⑤ Step-1 to Step-3: B-1, an address that begins with "#", and words.

    Step-1: to the top (B-2, A-1). Step-2: to the body text (B-3, A-2). Step-3: to the end (B-4, A-4). Links alone in
    one list are one region. The paper's (C) ends with "are paging navigation of these types": of in-page navigation.
    """
    kinds: dict[int, tuple[str, str]] = {}
    for position in fragments:
        senses = candidates.links.senses[position]
        for subtype, bits, rule in _WORDED:
            if senses & bits:
                kinds[position] = subtype, rule
                break
        if len(kinds) >= MAX_WORDED:
            break
    found = []
    done: set[int] = set()
    for position, (subtype, rule) in kinds.items():
        if position in done:
            continue
        element = candidates.elements[position]
        box = _box(candidates, position, kinds, fragments)
        if box is not None:
            element = box
            done.update(candidates.inside(box))
        found.append(Found(Kind.IN_PAGE, subtype, element, element, f"in_page.{rule}"))
    return found


def purpose_of(text: str) -> str:
    """Return what a link leads to by its words: `TOP`, `BODY`, `END`, or "" where they name none of these."""
    senses = phrases.SENSES[text[: phrases.MAX_TEXT]]
    return next((subtype for subtype, bits, _ in _WORDED if senses & bits), "")


def _box(
    candidates: Candidates, position: int, kinds: dict[int, tuple[str, str]], fragments: dict[int, str]
) -> int | None:
    """Return the list that holds nothing but such links, at least two of them, or a few others within the page."""
    page = candidates.page
    for parent in page.ancestors(candidates.elements[position]):
        inside = candidates.inside(parent)
        share = sum(other in kinds for other in inside) / len(inside)
        if page.tags[parent] in _NO_BOX_TAGS or (
            share < MIN_BOXED
            and (kinds[position][0] == TOP or len(inside) > MAX_BOXED or not all(map(fragments.__contains__, inside)))
        ):
            return None
        if len(inside) > 1:
            return parent if candidates.size(parent)[1] <= MAX_UNLINKED else None
    return None


# Tables of contents (Uda 3.3 ⑤ Step-4).

MIN_CONTENTS = 3
MIN_NAMED_CONTENTS = 2
"""Links of a list that is headed or classed as a table of contents."""
MIN_TARGETS = 0.6
"""Share of a table's links whose target is on the page, or whose text is a heading's: scripts name targets late."""
MAX_UNLINKED = 120
"""Characters outside links."""
MAX_RUN_UNLINKED = 20
"""The same for a table without an element of its own."""
MAX_UNLINKED_SHARE = 0.5
"""A table of contents may have more text than that outside its links, if it is less than this share of them."""
MAX_UNLINKED_SHARE_LIST = 1.5
"""The same for a list, whose items may go on behind the link."""
MAX_UNLINKED_SHARE_ITEMS = 5
"""The same for a list each item of which begins with its link: what follows describes the place."""
MAX_BESIDE = 40
"""Characters outside links in the text block of the first link; more are a sentence."""
MAX_LEVELS = 3
"""Elements above a link that may make it a heading's permalink or a switch."""
_NO_CONTENTS = class_names.SLIDER | class_names.FOOTNOTES | class_names.COMMENT_LIST
_SWITCHES = ("data-toggle", "data-bs-toggle", "aria-controls", "aria-haspopup", "data-slide", "onclick")
_SWITCH_ROLES = frozenset(("tab", "button", "menuitem", "switch"))


def contents(candidates: Candidates, fragments: dict[int, str], taken: set[int]) -> list[Found]:
    """Uda 3.3 ⑤ Step-4: three or more links, and nothing else, that all lead to places on the page (B-5, A-3).

    The paper's (B) has two features called B-4, words for the end and this one; Step-4 calls this one B-5. Two links
    are enough below a heading like "On this page". Targets must exist, and be different ones.
    """
    checked = candidates.rules.checked
    named = [place for place, fragment in fragments.items() if (fragment or not checked) and place not in taken]
    if len(named) < MIN_NAMED_CONTENTS:
        return []
    places = [False] * len(candidates.links)
    for position in named:
        places[position] = not checked or _leads_on(candidates, position, fragments[position])
    if sum(places) < MIN_NAMED_CONTENTS:
        return []
    flags = places.copy()
    for position, fragment in fragments.items():
        flags[position] = flags[position] or not fragment
    allowed = counted(flags)
    found = []
    done = -1
    for container, positions in candidates.groups_with(filter(places.__getitem__, named)):
        if positions[0] < done or not (places[positions[0]] or (len(positions) > 1 and places[positions[1]])):
            continue
        if not _is_table(candidates, container, allowed, fragments, 1):
            if candidates.rules.further:
                found += _runs(candidates, positions, places, fragments)
            continue
        region = container
        while True:
            parent = candidates.page.parents[region]
            if parent < 0 or not _is_table(candidates, parent, allowed, fragments, 1):
                break
            region = parent
        titled = candidates.rules.further and _is_named(candidates, region)
        least = MIN_NAMED_CONTENTS if titled else MIN_CONTENTS
        if _is_table(candidates, region, allowed, fragments, least):
            found.append((region, region))
            done = candidates.inside(region).stop
    return [Found(Kind.IN_PAGE, CONTENTS, first, last, "in_page.step4") for first, last in found]


def _is_table(candidates: Candidates, element: int, allowed: list[int], fragments: dict[int, str], least: int) -> bool:
    """Return True if all links of an element lead to places on the page, and little else is in it."""
    if candidates.page.tags[element] in ROOTS:
        return False
    inside = candidates.inside(element)
    if not inside or allowed[inside.stop] - allowed[inside.start] < len(inside):
        return False
    everything, unlinked = candidates.size(element)
    share = MAX_UNLINKED_SHARE_LIST if candidates.page.tags[element] in ("ol", "ul") else MAX_UNLINKED_SHARE
    if unlinked > max(MAX_UNLINKED, share * (everything - unlinked)) or candidates.beside(inside[0]) > MAX_BESIDE:
        if unlinked > MAX_UNLINKED_SHARE_ITEMS * (everything - unlinked) or not _is_itemised(candidates, element):
            return False
        least = max(least, MIN_CONTENTS)
    if unlinked >= MIN_SENTENCE and candidates.has_sentence(element):
        return False
    if not candidates.rules.checked:
        return len(inside) >= least
    return least == 1 or _has_targets(candidates, {fragments[position]: position for position in inside}, least)


def _is_itemised(candidates: Candidates, element: int) -> bool:
    """Return True if an element is a list, and each item has one link, with which it begins."""
    page, inside = candidates.page, candidates.inside(element)
    if page.tags[element] not in ("ol", "ul"):
        return False
    items = list(islice(page.children(element), len(inside) + 1))
    if len(items) != len(inside):
        return False
    for item, position in zip(items, inside, strict=True):
        link = candidates.elements[position]
        before = candidates.characters[page.piece_starts[link]] - candidates.characters[page.piece_starts[item]]
        if not item <= link < page.ends[item] or before:
            return False
    return True


def _runs(
    candidates: Candidates, positions: list[int], places: list[bool], fragments: dict[int, str]
) -> list[tuple[int, int]]:
    """Return tables that have no element of their own: siblings, each with one such link and nothing else."""
    found, run = [], [positions[0]]
    for position in [*positions[1:], -1]:
        if position == run[-1] + 1 and places[position] and places[run[0]]:
            run.append(position)
            continue
        if len(run) >= MIN_CONTENTS and _stand_alone(candidates, run):
            first, last = candidates.covering(run)
            targets = {fragments[entry]: entry for entry in run}
            if candidates.size(first, last)[1] <= MAX_RUN_UNLINKED and _has_targets(candidates, targets, MIN_CONTENTS):
                found.append((first, last))
        run = [position]
    return found


def _stand_alone(candidates: Candidates, positions: list[int]) -> bool:
    """Return True if each link has a text block of its own, with hardly another word in it."""
    page = candidates.page
    blocks = {page.first_block(candidates.elements[position]) for position in positions}
    return len(blocks) == len(positions) and all(
        candidates.beside(position) <= MAX_RUN_UNLINKED for position in positions
    )


def _has_targets(candidates: Candidates, targets: dict[str, int], least: int) -> bool:
    """Return True if most of enough targets, each with a link to it, exist, or go by the name of a heading."""
    targets = {fragment: position for fragment, position in targets.items() if fragment}
    wanted = MIN_TARGETS * len(targets)
    there = sum(anchored(candidates.page, fragment) is not None for fragment in targets)
    if len(targets) < least or there >= wanted:
        return len(targets) >= least
    titles = candidates.headings.texts
    return sum(candidates.links.texts[position].casefold() in titles for position in targets.values()) >= wanted


def _is_named(candidates: Candidates, element: int) -> bool:
    """Return True if an element is headed, labelled or classed as a table of contents."""
    page = candidates.page
    low, high = page.blocks_in(element)
    if any(
        phrases.SENSES[text[: phrases.MAX_TEXT]] & phrases.CONTENTS for text in page.texts[low : min(high, low + 2)]
    ):
        return True
    label = page.attrs[element].get("aria-label", "")
    if phrases.SENSES[label[: phrases.MAX_TEXT]] & phrases.CONTENTS:
        return True
    above = candidates.meanings_above(element)
    return any(meaning & class_names.CONTENTS_LIST for (_, meaning), _ in zip(above, range(MAX_LEVELS), strict=False))


def _leads_on(candidates: Candidates, position: int, fragment: str) -> bool:
    """Return True if a fragment link is one of a table of contents: no footnote, permalink, switch or empty address."""
    if not any(map(str.isalpha, candidates.links.texts[position])):
        return False
    element = candidates.elements[position]
    own = candidates.page.attrs[element]
    if own.get("role", "") in _SWITCH_ROLES or not own.keys().isdisjoint(_SWITCHES):
        return False
    for tag, meaning in islice(candidates.meanings_above(element), MAX_LEVELS + 1):
        if tag in HEADINGS or tag == "sup" or meaning & _NO_CONTENTS:
            return False
        if (
            meaning & class_names.TABS
            and (place := anchor(candidates.page, fragment)) is not None
            and _is_panel(candidates, place)
        ):
            return False
    return True


def _is_panel(candidates: Candidates, element: int) -> bool:
    """Return True if an element is what a tab shows, by its role, class or id."""
    if candidates.page.attrs[element].get("role") == "tabpanel":
        return True
    return any(
        meaning & class_names.TABS
        for (_, meaning), _ in zip(candidates.meanings_above(element), range(2), strict=False)
    )


MIN_ENTRIES = 2
"""Entries of a table whose places are on the page."""
MAX_ENTRIES = 500
"""Entries that are read of one table."""
MAX_TABLES = 10
"""Tables whose sections are looked at, those with most entries first."""
MIN_READ = 0.2
"""Share of a table's sections that hold main text, `MIN_ENTRIES` at least: menus lead past it."""
MAX_DEPTH = 100
MAX_BELOW = 20
"""Elements in, or around, the place of an entry that are looked at for its heading."""

_LISTS = frozenset(("ol", "ul", "dl"))


class _Entry(NamedTuple):
    title: str
    anchor: str
    place: int
    """The element that the entry leads to."""
    start: int
    """The first text block there."""
    depth: int
    """Lists that the entry stands in."""


def toc(page: Page, regions: Sequence[Region], main: Sequence[bool]) -> tuple[dict[str, Any], ...]:
    """Return the entries of the page's table of contents in its order; () where it has none.

    ``main`` has a flag for each text block: whether it is main content. A table's sections hold some of it: menus,
    tabs, tools and lists of authors lead elsewhere.

    An entry is {"title", "anchor", "level", "blocks"}: ``anchor`` is the fragment, ``level`` starts at 1, ``blocks`` is
    [first, end], a half-open range of text blocks: the section with its heading and with the sections nested in it. Of
    several tables the one with most entries counts, of copies the first. Entries whose place is not on the page are
    left out; a table needs `MIN_ENTRIES` others. Skip links and links to the top are no table.
    """
    tables = [region for region in regions if region.kind == Kind.IN_PAGE and region.subtype == CONTENTS]
    if not tables:
        return ()
    text = [block for block, is_main in enumerate(main) if is_main]
    for entries in sorted((_entries(page, table) for table in tables), key=len, reverse=True)[:MAX_TABLES]:
        if len(entries) < MIN_ENTRIES:
            break
        levels = _levels(page, entries)
        ends = _ends(page, entries, levels)
        if _lead_to_text(entries, ends, text):
            return tuple(
                {"title": entry.title, "anchor": entry.anchor, "level": level, "blocks": [entry.start, end]}
                for entry, level, end in zip(entries, levels, ends, strict=True)
            )
    return ()


def _lead_to_text(entries: Sequence[_Entry], ends: Sequence[int], text: Sequence[int]) -> bool:
    """Return True if enough sections hold main text, or the page has none; ``text`` are the numbers of its blocks."""
    read = sum(
        bisect_left(text, entry.start) < bisect_left(text, end) for entry, end in zip(entries, ends, strict=True)
    )
    return not text or read >= max(MIN_ENTRIES, MIN_READ * len(entries))


def _entries(page: Page, table: Region) -> list[_Entry]:
    """Return a table's entries that lead to different places on the page."""
    first = table.elements[0]
    low = bisect_left(page.links, first)
    found: dict[int, _Entry] = {}
    for element, (text, url) in zip(page.links[low : low + MAX_ENTRIES], table.links, strict=False):
        fragment = url.partition("#")[2]
        place = anchored(page, fragment) if fragment else None
        if place is not None and text and place not in found:
            start = page.first_block(place)
            found[place] = _Entry(text, fragment, place, start, _depth(page, element, first))
    return list(found.values())


def _depth(page: Page, element: int, top: int) -> int:
    depth = 0
    for parent in islice(page.ancestors(element), MAX_DEPTH):
        if parent < top:
            break
        depth += page.tags[parent] in _LISTS
    return depth


def _levels(page: Page, entries: Sequence[_Entry]) -> list[int]:
    """Return how deep each entry is, from 1 on: by nested lists, in a flat list by the ranks of the headings."""
    depths = [entry.depth for entry in entries]
    if len(set(depths)) == 1:
        ranks = [_rank(page, entry.place) for entry in entries]
        depths = ranks if all(ranks) else depths
    steps = {depth: level for level, depth in enumerate(sorted(set(depths)), 1)}
    return [steps[depth] for depth in depths]


def _rank(page: Page, place: int) -> int:
    """Return the rank of the heading that a place is, stands in or begins with; 0 where there is none."""
    around = [place, *islice(page.ancestors(place), MAX_BELOW)]
    below = range(place + 1, min(page.ends[place], place + MAX_BELOW))
    return next((HEADINGS[page.tags[element]] for element in (*around, *below) if page.tags[element] in HEADINGS), 0)


def _ends(page: Page, entries: Sequence[_Entry], levels: Sequence[int]) -> list[int]:
    """Return where each section ends: where the next one of its level, or of a higher one, starts."""
    last = _last_end(page, entries)
    order = sorted(range(len(entries)), key=lambda number: entries[number].start)
    ends = [last] * len(entries)
    open_: list[int] = []
    for number in order:
        while open_ and levels[open_[-1]] >= levels[number]:
            ends[open_.pop()] = entries[number].start
        open_.append(number)
    return [max(end, entry.start) for end, entry in zip(ends, entries, strict=True)]


def _last_end(page: Page, entries: Sequence[_Entry]) -> int:
    """Return where the last section ends: with its element, before the next heading of its rank, or with its box."""
    final = max(entries, key=lambda entry: entry.place)
    first = min(entry.place for entry in entries)
    around = final.place
    while not around <= first < page.ends[around] and page.parents[around] >= 0:
        around = page.parents[around]
    end = page.blocks_in(around)[1]
    own = page.blocks_in(final.place)
    if page.tags[final.place] not in HEADINGS and own[1] - own[0] > 1 and page.ends[final.place] > final.place + 1:
        return min(own[1], end)
    rank = _rank(page, final.place)
    for element in range(final.place + 1, page.ends[around]):
        if 0 < HEADINGS.get(page.tags[element], 0) <= rank:
            start = page.first_block(element)
            if start > final.start:
                return min(start, end)
    return end
