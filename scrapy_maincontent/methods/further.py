"""Further texts beside a page's own: boxes of them, lines that lead to them, cards and teasers.

Teasers are texts of one make in a box of their own, each behind the linked title of another page.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from string import digits
from typing import TYPE_CHECKING

import numpy as np

from ..features.measures import LONG_TEXT
from ..page import HEADINGS, is_link, make_of, tagged
from ..page.addresses import bare_host, site_of
from ..page.head import followable
from ..words.further import LINKED_ALONE, further_lines, is_further_heading
from ..words.lines import PRICE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints, Measures
    from ..page import Page

    _Marks = NDArray[np.bool_]
    _Make = tuple[str, ...]


def further_boxes(page: Page, expected: Floats) -> list[int]:
    """Return the texts of boxes behind the longest text that are headed as further texts or products."""
    sums, found = [0.0, *np.cumsum(expected).tolist()], set[int]()
    for first in range(int(expected.argmax()) + 1, len(page.texts)):
        box = page.owners[first]
        if page.tags[box] not in HEADINGS or first in found or not is_further_heading(page.texts[first]):
            continue
        while page.parents[box] > 0 and page.blocks_in(page.parents[box])[0] == first:
            box = page.parents[box]
        blocks = range(*page.blocks_in(box))
        if len(blocks) > 1 and sums[blocks.stop] - sums[blocks.start] <= FURTHER_SHARE * sums[-1]:
            found.update(blocks)
    return sorted(found) if sums[-1] - float(expected[[*found]].sum()) >= LEAST_BESIDE_FURTHER else []


def lines_to_further(page: Page, expected: Floats, likely: Sequence[int], measures: Measures) -> list[int]:
    """Return those of some texts that lead to other texts, and what is behind those that are only the words.

    That is a small box with a link, or links.
    """
    found, linked = set[int](), measures.linked
    lines = further_lines([page.texts[number] for number in likely], linked[likely].tolist())
    for number, alone in ((likely[place], alone) for place, alone in lines.items()):
        if page.tags[page.owners[number]] in HEADINGS:
            continue
        box = small_box(page, number, measures.words, MOST_OF_CARD, MOST_IN_CARD) if alone else range(0)
        if box and box.start == number and linked[number + 1 : box.stop].max(initial=0) >= LINKED_ALONE:
            found.update(box)
            continue
        behind = number + 1
        while alone and behind <= number + MOST_FURTHER and behind < len(linked) and linked[behind] >= LINKED_ALONE:
            behind += 1
        if not (alone and behind == number + 1):
            found.update(range(number, behind))
    own = sorted(found.intersection(likely))
    return own if float(expected[own].sum()) <= LINES_SHARE * float(expected.sum()) else []


MOST_FURTHER = 6
"""Links behind such a line that it leads to at the most."""
FURTHER_SHARE, LINES_SHARE, LEAST_BESIDE_FURTHER = 0.6, 0.3, 25.0
"""Shares of the expected words in such a box and in such lines at the most; expected words beside boxes."""


MOST_IN_CARD, MOST_OF_CARD, MOST_CARDS = 5, 60.0, 3
"""Text blocks and words of a card that leads to another article at the most, and cards of one make."""
_ARTICLE = "article"


def cards(page: Page, measures: Measures) -> set[int]:
    """Return the texts of small articles within an article whose heading is a link: teasers of others amid the text."""
    makes, found = dict[tuple[str, str], list[range]](), set[int]()
    end = -1
    for element in tagged(page).get(_ARTICLE, ()):
        if element >= end:
            end = page.ends[element]
            continue
        blocks = range(*page.blocks_in(element))
        size = float(measures.words[blocks.start : blocks.stop].sum())
        if (
            0 < len(blocks) <= MOST_IN_CARD
            and size <= MOST_OF_CARD
            and any(_is_linked_heading(page, each) for each in blocks)
        ):
            makes.setdefault(make_of(page, element), []).append(blocks)
    for alike in makes.values():
        if len(alike) <= MOST_CARDS:
            found.update(*alike)
    return found


def _is_linked_heading(page: Page, block: int) -> bool:
    return page.tags[page.owners[block]] in HEADINGS and is_link(page, block)


def small_box(page: Page, label: int, words: Floats, most: float, count: int) -> range:
    """Return the text blocks of the largest small box that begins or ends with a label; a heading is a short one.

    It has ``most`` words and ``count`` text blocks at the most.
    """
    found, box = range(0), page.owners[label]
    if page.tags[box] in HEADINGS and words[label] > LONGEST_HEADING:
        return found
    while box > 0 and page.tags[box] != _ITEM:
        first, end = page.blocks_in(box)
        if label not in (first, end - 1) or end - first > count:
            break
        if float(words[first:end].sum()) > most:
            break
        if page.tags[box] in BOXES:
            found = range(first, end)
        box = page.parents[box]
    return found


LONGEST_HEADING = 5.0
"""Words of the longest heading of such a box."""
BOXES = frozenset(("div", "section", "aside", "figure", "q", "details", "blockquote"))
"""Elements that are boxes."""
_ITEM = "li"


LINKED = 0.5
"""Share of a text that is linked from which on it is a title, and below which it is a teaser."""
TITLE_WORDS, TEASER_WORDS, MOST_WORDS = 3.0, 5.0, 120.0
"""Words of a title at the least, and of a teaser at the least and at the most."""
BEFORE = 3
"""Text blocks from a teaser back to its title at the most: a day and an author stand between."""
FEWEST, SHARE = 3, 0.7
"""Teasers of one make at the least, and their share of the texts of that make."""
_ITEMS = frozenset(("li", "td", "th"))
_RANK = re.compile(r"\W{0,3}\d{1,3}(?:[.)]\s|º|°|、|위)")
LIST_LEVELS, LINK_LEVELS = 3, 5
"""Elements above a teaser among which an ordered list is, and from a title up among which its link is."""
SPAN = 4
"""Texts from the first teaser to the last one for each of their own at the most where short ones between are theirs."""
LEFT, MOST = 40.0, 0.7
"""Expected words in long texts beside all teasers at the least, and the teasers' share in all of them at the most."""


def teasers(page: Page, measures: Measures, expected: Floats) -> set[int]:
    """Return the text blocks of teasers of other pages of the site, with their titles and short texts between.

    ``expected``: each text block's expected words of main content.
    """
    words, linked = measures.words, measures.linked
    texts = (linked < LINKED) & (words >= TEASER_WORDS)
    back = _to_titles((linked >= LINKED) & (words >= TITLE_WORDS), texts)
    likely = (texts & (back > 0) & (words <= MOST_WORDS)).nonzero()[0].tolist()
    groups: dict[_Make, list[int]] = {}
    for number in likely if len(likely) >= FEWEST else ():
        make = _make(page, number)
        # Some items of one list, or cells of a row, may be links for the most part, and others not.
        if make[0] not in _ITEMS or _make(page, number - int(back[number])) != make:
            groups.setdefault(make, []).append(number)
    groups = {make: group for make, group in groups.items() if len(group) >= FEWEST and not _are_steps(page, group[0])}
    if not groups:
        return set()
    every = _counts(page, texts.nonzero()[0].tolist(), groups)
    order = (-expected).argsort(kind="stable").tolist()
    found, between = set[int](), set[int]()
    for make, group in groups.items():
        titles = {number: number - int(back[number]) for number in group}
        away = [number for number in group if _leads_away(page, titles[number])]
        named = {page.texts[titles[number]] for number in away}
        if len(named) >= max(FEWEST, SHARE * every[make]):
            own = {block for number in away for block in range(titles[number], number + 1)}
            if not _are_items(named) and _is_beside(page, own, order):
                first, last = min(own), max(own)
                near_by = range(first, last) if last - first <= SPAN * len(own) else ()
                found |= own
                between.update(number for number in near_by if words[number] < LONG_TEXT)
    blocks = [*found]
    left = expected * (texts & (words >= LONG_TEXT))
    left[blocks] = 0
    return found | between if left.sum() >= LEFT and expected[blocks].sum() <= MOST * expected.sum() else set()


def _to_titles(titles: _Marks, texts: _Marks) -> Ints:
    """Return how many text blocks each one stands behind the last title (m), 0 where a text or too much is between."""
    found = np.zeros(len(titles), np.intp)
    for back in range(BEFORE, 0, -1):
        found[back:][titles[:-back]] = back
    for back in range(1, BEFORE):
        found[back:][texts[:-back] & (found[back:] > back)] = 0
    return found


def _make(page: Page, number: int) -> _Make:
    """Return the makes of a text block's element and of the one around it, without the numbers that entries have."""
    owner = page.owners[number]
    above = page.parents[owner]
    names = (*make_of(page, owner), *(make_of(page, above) if above >= 0 else ()))
    return tuple([name.rstrip(digits) for name in names])


def _are_steps(page: Page, number: int) -> bool:
    """Return True if a text is in an ordered list: what its links lead to are steps."""
    return any(page.tags[each] == "ol" for each in islice(page.ancestors(page.owners[number]), LIST_LEVELS))


def _are_items(titles: Collection[str]) -> bool:
    """Return True if most titles begin with a number or name a price: they are of a ranking, or of what is sold."""
    return 2 * sum(bool(_RANK.match(title) or PRICE.search(title)) for title in titles) > len(titles)


def _counts(page: Page, numbers: Sequence[int], groups: Mapping[_Make, Sequence[int]]) -> dict[_Make, int]:
    """Return how many of some text blocks are of each make."""
    counts = dict.fromkeys(groups, 0)
    for number in numbers:
        make = _make(page, number)
        if make in counts:
            counts[make] += 1
    return counts


def _leads_away(page: Page, title: int) -> bool:
    """Return True if a title's link leads to another page of the site."""
    owner = page.owners[title]
    above = islice(chain((owner,), page.ancestors(owner)), LINK_LEVELS)
    around = next((each for each in above if page.tags[each] == "a"), -1)
    link = around if around >= 0 else page.link_in(owner)
    href = page.attrs[link].get("href", "") if link is not None else ""
    address = followable(page.absolute(href), page.url) if href else None
    own = page.url or ""
    if address is None or address.partition("#")[0] == own.partition("#")[0]:
        return False
    # Where a document names another base, what its addresses leave out is its own site's all the same.
    return not own or not bare_host(href) or site_of(address) == site_of(own)


def _is_beside(page: Page, own: set[int], order: Sequence[int]) -> bool:
    """Return True if the first other text in an order is not in the smallest element around some text blocks."""
    body = page.owners[next((number for number in order if number not in own), 0)]
    last, around = page.owners[max(own)], page.owners[min(own)]
    while around >= 0 and not around <= last < page.ends[around]:
        around = page.parents[around]
    return not around <= body < page.ends[around]
