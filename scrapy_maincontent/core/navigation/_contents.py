"""Tables of contents: lists of links that all lead to places on the page (Uda 3.3 ⑤ Step-4)."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from ...page import HEADINGS
from ...words import class_vocabulary, phrases
from ._candidates import MIN_SENTENCE
from ._found import counted

if TYPE_CHECKING:
    from ._candidates import Candidates

CONTENTS = "contents"
"""The subtype of these regions."""

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
"""The same for a list each item of which begins with its link: what follows says what the place is about."""
MAX_BESIDE = 40
"""Characters outside links in the text block of the first link; more are a sentence."""
MAX_LEVELS = 3
"""Elements above a link that may make it a heading's permalink or a switch."""
_NO_CONTENTS = class_vocabulary.SLIDER | class_vocabulary.FOOTNOTES | class_vocabulary.COMMENT_LIST
_SWITCHES = ("data-toggle", "data-bs-toggle", "aria-controls", "aria-haspopup", "data-slide", "onclick")
_SWITCH_ROLES = frozenset(("tab", "button", "menuitem", "switch"))


def tables(candidates: Candidates, fragments: dict[int, str], taken: set[int]) -> list[tuple[int, int]]:
    """Return the first and last elements of tables of contents (Uda 3.3 ⑤ B-5).

    The paper's (B) has two features called B-4, words for the end and this one; Step-4 calls this one B-5. Two links
    are enough below a heading like "On this page". Targets must exist, and be different ones.
    """
    places = [False] * len(candidates.links)
    for position, fragment in fragments.items():
        places[position] = position not in taken and leads_on(candidates, position, fragment)
    if not any(places):
        return []
    allowed = counted([place or fragments.get(position) == "" for position, place in enumerate(places)])
    found = []
    done = -1
    for container, positions in candidates.groups.items():
        if positions[0] < done or not any(places[position] for position in positions[:2]):
            continue
        if not is_table(candidates, container, allowed, fragments, 1):
            found += runs(candidates, positions, places, fragments)
            continue
        region = container
        while True:
            parent = candidates.page.parents[region]
            if parent < 0 or not is_table(candidates, parent, allowed, fragments, 1):
                break
            region = parent
        least = MIN_NAMED_CONTENTS if is_named(candidates, region) else MIN_CONTENTS
        if is_table(candidates, region, allowed, fragments, least):
            found.append((region, region))
            done = candidates.inside(region).stop
    return found


def is_table(candidates: Candidates, element: int, allowed: list[int], fragments: dict[int, str], least: int) -> bool:
    """Tell whether all links of an element lead to places on the page, and little else is in it."""
    if candidates.page.tags[element] in ("body", "html", "main"):
        return False
    inside = candidates.inside(element)
    if not inside or allowed[inside.stop] - allowed[inside.start] < len(inside):
        return False
    everything, unlinked = candidates.size(element)
    share = MAX_UNLINKED_SHARE_LIST if candidates.page.tags[element] in ("ol", "ul") else MAX_UNLINKED_SHARE
    if unlinked > max(MAX_UNLINKED, share * (everything - unlinked)) or candidates.beside(inside[0]) > MAX_BESIDE:
        if unlinked > MAX_UNLINKED_SHARE_ITEMS * (everything - unlinked) or not is_itemised(candidates, element):
            return False
        least = max(least, MIN_CONTENTS)
    if unlinked >= MIN_SENTENCE and candidates.has_sentence(element):
        return False
    return least == 1 or has_targets(candidates, {fragments[position]: position for position in inside}, least)


def is_itemised(candidates: Candidates, element: int) -> bool:
    """Tell whether an element is a list, and each item has one link, with which it begins."""
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


def runs(
    candidates: Candidates, positions: list[int], places: list[bool], fragments: dict[int, str]
) -> list[tuple[int, int]]:
    """Return tables that have no element of their own: siblings, each with one such link and nothing else."""
    found, run = [], [positions[0]]
    for position in [*positions[1:], -1]:
        if position == run[-1] + 1 and places[position] and places[run[0]]:
            run.append(position)
            continue
        if len(run) >= MIN_CONTENTS and stand_alone(candidates, run):
            first, last = candidates.covering(run)
            targets = {fragments[entry]: entry for entry in run}
            if candidates.size(first, last)[1] <= MAX_RUN_UNLINKED and has_targets(candidates, targets, MIN_CONTENTS):
                found.append((first, last))
        run = [position]
    return found


def stand_alone(candidates: Candidates, positions: list[int]) -> bool:
    """Tell whether each link has a text block of its own, with hardly another word in it."""
    page = candidates.page
    blocks = {bisect_right(page.text_ends, page.piece_starts[candidates.elements[position]]) for position in positions}
    return len(blocks) == len(positions) and all(
        candidates.beside(position) <= MAX_RUN_UNLINKED for position in positions
    )


def has_targets(candidates: Candidates, targets: dict[str, int], least: int) -> bool:
    """Tell whether most of enough targets, each with a link to it, exist, or go by the name of a heading."""
    targets = {target: position for target, position in targets.items() if target}
    wanted = MIN_TARGETS * len(targets)
    known = candidates.targets
    there = sum(target in known or ("%" in target and unquote(target) in known) for target in targets)
    if len(targets) < least or there >= wanted:
        return len(targets) >= least
    titles = candidates.headings.texts
    return sum(candidates.links.texts[position].casefold() in titles for position in targets.values()) >= wanted


def is_named(candidates: Candidates, element: int) -> bool:
    """Tell whether an element is headed, labelled or classed as a table of contents."""
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
    return any(says & class_vocabulary.CONTENTS_LIST for (_, says), _ in zip(above, range(MAX_LEVELS), strict=False))


def leads_on(candidates: Candidates, position: int, fragment: str) -> bool:
    """Tell whether a fragment link is one of a table of contents: no footnote, permalink, switch or empty address."""
    if not fragment or not any(map(str.isalpha, candidates.links.texts[position])):
        return False
    element = candidates.elements[position]
    own = candidates.page.attrs[element]
    if own.get("role", "") in _SWITCH_ROLES or not own.keys().isdisjoint(_SWITCHES):
        return False
    for tag, says in islice(candidates.meanings_above(element), MAX_LEVELS + 1):
        if tag in HEADINGS or tag == "sup" or says & _NO_CONTENTS:
            return False
        if (
            says & class_vocabulary.TABS
            and fragment in candidates.targets
            and is_panel(candidates, candidates.targets[fragment])
        ):
            return False
    return True


def is_panel(candidates: Candidates, element: int) -> bool:
    """Tell whether an element is what a tab shows, by its role, class or id."""
    if candidates.page.attrs[element].get("role") == "tabpanel":
        return True
    return any(
        says & class_vocabulary.TABS for (_, says), _ in zip(candidates.meanings_above(element), range(2), strict=False)
    )
