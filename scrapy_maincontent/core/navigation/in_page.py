"""Links within the page: skip links, back to top, tables of contents (Uda 3.3 ⑤)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import name_words
from ..page import HEADINGS, Kind
from . import _words
from ._candidates import MIN_SENTENCE
from ._found import Found, counted, outermost

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

TOP, BODY, CONTENTS, END = "top", "body", "contents", "end"

MIN_CONTENTS = 3
MIN_NAMED_CONTENTS = 2
"""Links of a list that is headed or classed as a table of contents."""
MIN_TARGETS = 0.6
"""Share of a table's links whose target is on the page, or whose text is a heading's: scripts name targets late."""
MAX_UNLINKED = 120
MAX_UNLINKED_SHARE = 0.5
"""A table of contents may have more text than that outside its links, if it is less than this share of them."""
MAX_UNLINKED_SHARE_LIST = 1.5
"""The same for a list, whose items may go on behind the link."""
MAX_BESIDE = 40
"""Characters outside links in the text block of the first link; more are a sentence."""
MAX_LEVELS = 3
"""Elements above a link that may make it a heading's permalink or a switch."""
MIN_BOXED = 0.6
"""Share of skip links in a list of them."""
MAX_WORDED = 200
"""Skip and top links of one page."""

_NO_CONTENTS = name_words.SLIDER | name_words.FOOTNOTES | name_words.COMMENT_LIST
_SWITCHES = ("data-toggle", "data-bs-toggle", "aria-controls", "aria-haspopup", "data-slide", "onclick")
_SWITCH_ROLES = frozenset(("tab", "button", "menuitem", "switch"))
_WORDED = ((TOP, _words.TOP, "step1"), (END, _words.END, "step3"), (BODY, _words.BODY, "step2"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's links within itself, by the first step that finds each."""
    fragments: dict[int, str] = {}
    for position in candidates.fragments:
        fragment = addresses.fragment(candidates.links.hrefs[position])
        if fragment is not None:
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
    for position, fragment in fragments.items():
        says = candidates.links.says[position]
        for subtype, bits, rule in _WORDED:
            if says & bits and (fragment or subtype == TOP):
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
        box = _box(candidates, position, kinds)
        if box is not None:
            element = box
            done.update(candidates.inside(box))
        found.append(Found(Kind.IN_PAGE, subtype, element, element, f"in_page.{rule}"))
    return found


def purpose_of(text: str) -> str:
    """Return what a link's words say that it leads to, `TOP`, `BODY` or `END`; "" where they say nothing of it."""
    says = _words.SENSES[text[: _words.MAX_TEXT]]
    return next((subtype for subtype, bits, _ in _WORDED if says & bits), "")


def _box(candidates: Candidates, position: int, kinds: dict[int, tuple[str, str]]) -> int | None:
    """Return the list that holds nothing but such links, at least two of them."""
    page = candidates.page
    for parent in page.ancestors(candidates.elements[position]):
        inside = candidates.inside(parent)
        if page.tags[parent] in ("body", "header", "main", "html") or (
            MIN_BOXED * len(inside) > sum(other in kinds for other in inside)
        ):
            return None
        if len(inside) > 1:
            return parent if candidates.size(parent)[1] <= MAX_UNLINKED else None
    return None


def contents(candidates: Candidates, fragments: dict[int, str], taken: set[int]) -> list[Found]:
    """Uda 3.3 ⑤ Step-4: three or more links, and nothing else, that all lead to places on the page (B-5, A-3).

    The paper's (B) has two features called B-4, words for the end and this one; Step-4 calls this one B-5. Two links
    are enough below a heading like "On this page". Targets must exist, and be different ones.
    """
    places = [False] * len(candidates.links)
    for position, fragment in fragments.items():
        places[position] = position not in taken and leads_on(candidates, position, fragment)
    if not any(places):
        return []
    allowed = counted(places)
    found = []
    done = -1
    for container, positions in candidates.groups.items():
        if positions[0] < done or not places[positions[0]]:
            continue
        if not is_table(candidates, container, allowed, fragments, 1):
            continue
        region = container
        while True:
            parent = candidates.page.parents[region]
            if parent < 0 or not is_table(candidates, parent, allowed, fragments, 1):
                break
            region = parent
        least = MIN_NAMED_CONTENTS if is_named(candidates, region) else MIN_CONTENTS
        if is_table(candidates, region, allowed, fragments, least):
            found.append(Found(Kind.IN_PAGE, CONTENTS, region, region, "in_page.step4"))
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
        return False
    if unlinked >= MIN_SENTENCE and candidates.has_sentence(element):
        return False
    return least == 1 or has_targets(candidates, {fragments[position]: position for position in inside}, least)


def has_targets(candidates: Candidates, targets: dict[str, int], least: int) -> bool:
    """Tell whether most of enough targets, each with a link to it, exist, or go by the name of a heading."""
    wanted = MIN_TARGETS * len(targets)
    if len(targets) < least or sum(target in candidates.targets for target in targets) >= wanted:
        return len(targets) >= least
    titles = candidates.headings.texts
    return sum(candidates.links.texts[position].casefold() in titles for position in targets.values()) >= wanted


def is_named(candidates: Candidates, element: int) -> bool:
    """Tell whether an element is headed, labelled or classed as a table of contents."""
    page = candidates.page
    low, high = page.blocks_in(element)
    if any(_words.SENSES[text[: _words.MAX_TEXT]] & _words.CONTENTS for text in page.texts[low : min(high, low + 2)]):
        return True
    label = page.attrs[element].get("aria-label", "")
    if _words.SENSES[label[: _words.MAX_TEXT]] & _words.CONTENTS:
        return True
    above = candidates.meanings_above(element)
    return any(says & name_words.CONTENTS_LIST for (_, says), _ in zip(above, range(MAX_LEVELS), strict=False))


def leads_on(candidates: Candidates, position: int, fragment: str) -> bool:
    """Tell whether a fragment link is one of a table of contents: no footnote, permalink, switch or empty address."""
    page, link = candidates.page, candidates.links[position]
    if not fragment or not any(character.isalpha() for character in link.text):
        return False
    own = page.attrs[link.element]
    if own.get("role", "") in _SWITCH_ROLES or any(name in own for name in _SWITCHES):
        return False
    for (tag, says), _ in zip(candidates.meanings_above(link.element), range(MAX_LEVELS + 1), strict=False):
        if tag in HEADINGS or tag == "sup" or says & _NO_CONTENTS:
            return False
        if (
            says & name_words.TABS
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
        says & name_words.TABS for (_, says), _ in zip(candidates.meanings_above(element), range(2), strict=False)
    )
