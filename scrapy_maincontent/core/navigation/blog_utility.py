"""Lines about an entry: author, date, tags, comments, trackbacks (Uda 3.3 ④)."""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, count
from typing import TYPE_CHECKING

from ...page import Kind
from ...words import class_vocabulary, phrases
from ._entry_lines import byline_element, has_line_words, is_bylined, is_dated, is_line
from ._entry_links import (
    MAX_ADDRESS,
    TOPIC_RELATIONS,
    entry_links,
    is_comments_address,
    is_entry_link,
    is_permalink,
    is_post_link,
    is_related,
)
from ._entry_marks import is_cloud, is_marked_line
from ._entry_places import (
    ELSEWHERE,
    before_sharing,
    has_counts,
    is_elsewhere,
    is_kicker,
    is_of_post,
    is_quoted,
    is_site_list,
    is_table,
    without_lists,
)
from ._entry_reasons import is_own, is_told
from ._found import Found, outermost
from ._headline_lines import headline_lines
from ._line_extent import with_date
from ._other_entries import is_near_headline, without_other_entries
from ._prose import has_rights
from ._tag_lists import tag_lists
from ._widening import Widening

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

ENTRY = "entry"

MAX_LINKS = 30
MAX_CHARACTERS = 400
MAX_LINE = 150
"""Characters outside links of a line without a telling class."""
MAX_SEEDS = 500
SENTENCE_END = "."
MAX_SIGNS = 3
"""Characters between two tags in a row."""


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the lines about entries, by the first step that finds each (Uda 3.3 ④ (C); Step-4 is their extent)."""
    found = marked(candidates)
    taken: set[int] = set()
    for region in found:
        taken.update(candidates.inside(region.first, region.last))
    seeds = entry_links(candidates)
    widening = _widening(candidates, seeds)
    found += commented(candidates, addresses, widening, taken)
    found += related(candidates, addresses, seeds, widening, taken)
    found += bylined(candidates, seeds, taken)
    found += labelled(candidates, taken)
    if not any(is_near_headline(candidates, line.first, line.last) for line in found):
        found += headlined(candidates, addresses, taken)
    lines = outermost(found, candidates.page)
    lines = without_lists(candidates, [line for line in lines if not is_kicker(candidates, line)])
    lines = [line for line in lines if not is_of_post(candidates, line.first)]
    return without_other_entries(candidates, addresses, lines)


def marked(candidates: Candidates) -> list[Found]:
    """Uda 3.3 ④ Step-1: class or id says so (B-1), and a link or the text does, too."""
    page = candidates.page
    found = []
    end = -1
    for element, says in candidates.marks.entries:
        if (
            element >= end
            and is_marked_line(candidates, element, says)
            and not is_elsewhere(candidates, element)
            and not has_rights(candidates, page.piece_starts[element], page.piece_ends[element])
        ):
            first, last = before_sharing(candidates, element)
            if first == element:
                first, last = with_date(candidates, element)
            found.append(Found(Kind.BLOG_UTILITY, ENTRY, first, last, "blog_utility.step1"))
            end = page.ends[element]
    return found


def commented(candidates: Candidates, addresses: Addresses, widening: Widening, taken: set[int]) -> list[Found]:
    """Uda 3.3 ④ Step-2 and Step-3: links whose words are of comments or trackbacks (B-2), also by address (B-3).

    In the paper, B-2 are the words alone or with a number, and all that B-3 finds has such words, so Step-3 could add
    little. Here Step-2 needs the number, since "Comments" may be a menu's word; without one, Step-3's address must say
    it, too.
    """
    found: list[Found] = []
    for position in candidates.links.telling(phrases.COMMENTS):
        _, href, text, _, _ = link = candidates.links[position]
        if position in taken or not href or is_permalink(text) or text.endswith(SENTENCE_END):
            continue
        by_address = is_comments_address(href[-MAX_ADDRESS:])
        numbered = any(map(str.isdigit, text)) and addresses.is_local(href)
        if not (by_address or numbered):
            continue
        region = widening.around(link.element)
        found += _line(candidates, region, taken, "step2" if numbered else "step3", class_vocabulary.CLOUD)
        if len(found) >= MAX_SEEDS:
            break
    return found


def related(
    candidates: Candidates, addresses: Addresses, seeds: list[bool], widening: Widening, taken: set[int]
) -> list[Found]:
    """Beyond the paper: links to author, tag, category or date pages, by rel or by address.

    An address alone is not enough (menus have such links): the line must have a date, or words like "by" or "tags".
    """
    found: list[Found] = []
    checked = 0
    worded: dict[int, bool] = {}
    for position in compress(count(), seeds):
        link = candidates.links[position]
        if position in taken or link.says & phrases.COMMENTS or is_post_link(link):
            continue
        checked += 1
        if checked > MAX_SEEDS:
            break
        related_by_rel = not TOPIC_RELATIONS.isdisjoint(link.rel.split())
        region = widening.around(link.element)
        if not related_by_rel:
            if not is_related(link.rel, link.text) and is_own(addresses, link.href):
                continue
            if not is_line(candidates, position):
                continue
            if region not in worded:
                worded[region] = has_line_words(candidates, region)
            if not (worded[region] or is_told(candidates, addresses, position, region)) or is_site_list(
                candidates, region
            ):
                continue
        found += _line(candidates, region, taken, "rel" if related_by_rel else "address")
    return found


def bylined(candidates: Candidates, seeds: list[bool], taken: set[int]) -> list[Found]:
    """Beyond the paper: the name behind a word like "by", wherever the link leads, with a date close by.

    Without the date it may be a product's maker.
    """
    names = [
        position
        for position, says in candidates.before.items()
        if says & phrases.BY and position not in taken and is_bylined(candidates, position)
    ]
    if not names:
        return []
    known = set(names)
    widening = _widening(candidates, [seed or position in known for position, seed in enumerate(seeds)])
    found = []
    for position in names[:MAX_SEEDS]:
        if position not in taken:
            line = byline_element(candidates, position, widening)
            found += _line(candidates, widening.around(line), taken, "byline")
    page = candidates.page
    return [
        line
        for line in found
        if is_dated(candidates, line.first)
        and not has_rights(candidates, page.piece_starts[line.first], page.piece_ends[line.last])
    ]


def labelled(candidates: Candidates, taken: set[int]) -> list[Found]:
    """Beyond the paper: links below a word like "tags", right behind the text, wherever they lead."""
    found = []
    for element in tag_lists(candidates, taken):
        if not has_counts(candidates, element):
            found += _line(candidates, element, taken, "labelled")
    return found


def headlined(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[Found]:
    """Beyond the paper: a date and a short link right below the headline, where no other line stands."""
    return [
        Found(Kind.BLOG_UTILITY, ENTRY, first, last, "blog_utility.headline")
        for first, last in headline_lines(candidates, addresses)
        if taken.isdisjoint(candidates.inside(first, last))
        and not is_elsewhere(candidates, first)
        and not is_quoted(candidates, first)
    ]


def _widening(candidates: Candidates, flags: list[bool]) -> Widening:
    """Uda 3.3 ④ Step-4: what finds the element that governs a line around one of its links."""
    return Widening(candidates, flags, MAX_LINE, past_headings=False)


def _line(candidates: Candidates, region: int, taken: set[int], rule: str, others: int = ELSEWHERE) -> list[Found]:
    """Return the line that an element is, if it is one, and take its links."""
    first, last = _row(candidates, region, taken) if candidates.page.tags[region] == "a" else (region, region)
    positions = candidates.inside(first, last)
    taken.update(positions)
    everything = candidates.size(first, last)[0]
    if len(positions) > MAX_LINKS or not 0 < everything <= MAX_CHARACTERS or is_elsewhere(candidates, region, others):
        return []
    if is_quoted(candidates, region) or is_table(candidates, region) or is_cloud(candidates, positions):
        return []
    if first == last:
        first, last = with_date(candidates, first)
    return [Found(Kind.BLOG_UTILITY, ENTRY, first, last, f"blog_utility.{rule}")]


def _row(candidates: Candidates, link: int, taken: set[int]) -> tuple[int, int]:
    """Return a link and those right behind it that are about the entry as well, where nothing parts them but signs."""
    page = candidates.page
    position = bisect_left(candidates.elements, link)
    row = [position]
    for after in range(position + 1, min(position + MAX_LINKS, len(candidates.links))):
        element = candidates.elements[after]
        before = candidates.elements[row[-1]]
        between = candidates.characters[page.piece_starts[element]] - candidates.characters[page.piece_ends[before]]
        if (
            page.parents[element] != page.parents[link]
            or between > MAX_SIGNS
            or after in taken
            or not is_entry_link(candidates.links[after])
        ):
            break
        row.append(after)
    return candidates.covering(row)
