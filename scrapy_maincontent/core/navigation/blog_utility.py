"""Lines about an entry: author, date, tags, comments, trackbacks (Uda 3.3 ④)."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from ..page import Kind
from . import _names, _words
from ._candidates import Found, counted, outermost
from ._prose import in_sentence

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._links import Link

ENTRY = "entry"

MAX_LINKS = 30
MAX_MARKED_CHARACTERS = 1200
"""A byline may hold a pop-up biography."""
MAX_CHARACTERS = 400
MAX_LINE = 150
"""Characters outside links of a line without a telling class."""
MAX_LEVELS = 12
"""Elements above a line that may say that it is about something else."""
MAX_SEEDS = 500
TITLE_RANKS = 3
"""Ranks of headings that may be an entry's title; a line about it goes no further."""
MAX_PIECES = 40
MAX_DATE_LETTERS = 24
"""Letters around a year, as in "Last updated: September"."""
MAX_NAME = 60
"""Characters of an author's or a tag's name."""
MAX_BESIDE = 60
"""Characters outside links in the same text block; more are a sentence."""
MAX_LABEL_PIECES = 4
"""Pieces of text before a link that may be its label."""
MAX_ADDRESS = 200

_TOPIC_RELATIONS = frozenset(("tag", "category"))
_RELATIONS = frozenset(("author", "tag", "category"))
_ENTRY_PATH = re.compile(
    r"/(?:(?:authors?|contributors?|writers?|tag(?:s|ged)?|topics?|labels?|categor(?:y|ies)|keywords?)/"
    r"|(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/?(?:[0-3]\d/?)?(?:$|[?#]))"
)
_ENTRY_QUERY = re.compile(r"[?&](?:author|tag|cat)=")
_COMMENT_FRAGMENTS = re.compile(
    r"#(?:comments|comment|respond|trackbacks?|disqus_thread|post_comments)$|[?&]view=comments"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MENUS = frozenset(("nav", "aside"))
_ELSEWHERE = _names.COMMENT_LIST | _names.CLOUD | _names.BIOGRAPHY
_NO_ENTRY_TAGS = frozenset(("html", "body", "main", "article", "form"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the lines about entries, by the first step that finds each (Uda 3.3 ④ (C); Step-4 is their extent)."""
    found = marked(candidates)
    taken: set[int] = set()
    for region in found:
        taken.update(candidates.inside(region.first, region.last))
    seeds = [is_entry_link(link) for link in candidates.links]
    found += commented(candidates, addresses, seeds, taken)
    found += related(candidates, seeds, taken)
    return outermost(found, candidates.page)


def marked(candidates: Candidates) -> list[Found]:
    """Uda 3.3 ④ Step-1: class or id says so (B-1), and a link or the text does, too."""
    page = candidates.page
    found = []
    end = -1
    for element, says in candidates.marks.entries:
        if element < end or page.tags[element] in _NO_ENTRY_TAGS:
            continue
        positions = candidates.inside(element)
        everything = candidates.size(element)[0]
        if not 1 <= len(positions) <= MAX_LINKS or not 0 < everything <= MAX_MARKED_CHARACTERS:
            continue
        if candidates.has_heading(element, TITLE_RANKS):
            continue
        telling = says & (_names.TAG_LIST | _names.COMMENT_COUNT) or any(
            is_entry_link(candidates.links[position]) for position in positions
        )
        if (telling or has_line_words(candidates, element)) and not is_elsewhere(candidates, element):
            found.append(_found(element, "step1"))
            end = page.ends[element]
    return found


def commented(candidates: Candidates, addresses: Addresses, seeds: list[bool], taken: set[int]) -> list[Found]:
    """Uda 3.3 ④ Step-2 and Step-3: links whose words are of comments or trackbacks (B-2), also by address (B-3).

    In the paper, B-2 are the words alone or with a number, and all that B-3 finds has such words, so Step-3 could add
    little. Here Step-2 needs the number, since "Comments" may be a menu's word; without one, Step-3's address must say
    it, too.
    """
    found = []
    allowed = counted(seeds)
    for position, link in enumerate(candidates.links):
        if not link.says & _words.COMMENTS or position in taken or not link.href:
            continue
        by_address = _COMMENT_FRAGMENTS.search(link.href) is not None
        numbered = any(map(str.isdigit, link.text)) and addresses.is_local(link.href)
        if not (by_address or numbered):
            continue
        found += _line(candidates, position, allowed, taken, "step2" if numbered else "step3", _names.CLOUD)
        if len(found) >= MAX_SEEDS:
            break
    return found


def related(candidates: Candidates, seeds: list[bool], taken: set[int]) -> list[Found]:
    """Beyond the paper: links to author, tag, category or date pages, by rel or by address.

    An address alone is not enough (menus have such links): the line must have a date, or words like "by" or "tags".
    """
    found = []
    allowed = counted(seeds)
    checked = 0
    for position, link in enumerate(candidates.links):
        if not seeds[position] or position in taken or link.says & _words.COMMENTS:
            continue
        checked += 1
        if checked > MAX_SEEDS:
            break
        related_by_rel = not _TOPIC_RELATIONS.isdisjoint(link.rel.split())
        region = candidates.widened(link.element, allowed, MAX_LINE, past_headings=False)
        if not related_by_rel and (
            candidates.beside(position) > MAX_BESIDE
            or in_sentence(candidates, link.element)
            or not (has_line_words(candidates, region) or is_led(candidates, link.element))
        ):
            continue
        found += _line(candidates, position, allowed, taken, "rel" if related_by_rel else "address")
    return found


def _line(
    candidates: Candidates, position: int, allowed: list[int], taken: set[int], rule: str, others: int = _ELSEWHERE
) -> list[Found]:
    """Return the region around an entry link, and take its links."""
    region = candidates.widened(candidates.elements[position], allowed, MAX_LINE, past_headings=False)
    positions = candidates.inside(region)
    taken.update(positions)
    everything = candidates.size(region)[0]
    if len(positions) > MAX_LINKS or not 0 < everything <= MAX_CHARACTERS or is_elsewhere(candidates, region, others):
        return []
    return [_found(region, rule)]


def is_entry_link(link: Link) -> bool:
    """Tell whether a link leads to an author, a tag, a category, a date's entries or an entry's comments."""
    if link.rel and (not _RELATIONS.isdisjoint(link.rel.split()) or ("bookmark" in link.rel and is_date(link.text))):
        return True
    if link.says & _words.COMMENTS:
        return True
    href = link.href
    if len(link.text) <= MAX_NAME and is_entry_address(href[:MAX_ADDRESS]):
        return True
    return "#" in href and _COMMENT_FRAGMENTS.search(href) is not None


def is_entry_address(href: str) -> bool:
    """Tell whether an address is of the entries of an author, a tag, a category or a date."""
    return _ENTRY_PATH.search("/" + href) is not None or ("=" in href and _ENTRY_QUERY.search(href) is not None)


def has_line_words(candidates: Candidates, element: int) -> bool:
    """Tell whether a short text has a date, or has words like "by", "posted on" or "tags" outside its links."""
    page = candidates.page
    wanted = _words.BY | _words.DATE | _words.TAGS
    start, end = page.piece_starts[element], page.piece_ends[element]
    for number in range(start, min(end, start + MAX_PIECES)):
        text = page.pieces[number][: _words.MAX_TEXT].strip()
        if not text:
            continue
        if is_date(text) or (not page.linked[number] and _words.SENSES[text] & wanted):
            return True
    return False


def is_date(text: str) -> bool:
    """Tell whether a text is a date with a year, and little else: a title may have a year, too."""
    return _YEAR.search(text) is not None and sum(map(str.isalpha, text)) <= MAX_DATE_LETTERS


def is_led(candidates: Candidates, element: int) -> bool:
    """Tell whether words like "by" or "tags:" stand before an element, in its own text block."""
    page = candidates.page
    end = page.piece_starts[element]
    block = bisect_right(page.text_ends, end)
    start = page.text_starts[block] if block < len(page.text_starts) else end
    for piece in reversed(page.pieces[max(end - MAX_LABEL_PIECES, start) : end]):
        text = piece.strip()
        if text:
            return len(text) <= _words.MAX_TEXT and bool(_words.SENSES[text] & (_words.BY | _words.TAGS))
    return False


def is_elsewhere(candidates: Candidates, element: int, others: int = _ELSEWHERE) -> bool:
    """Tell whether an element stands where lines about an entry do not: comments, menus, tag clouds, biographies."""
    above = zip(candidates.meanings_above(element), range(MAX_LEVELS), strict=False)
    return any(tag in _MENUS or says & others for (tag, says), _ in above)


def _found(element: int, rule: str) -> Found:
    return Found(Kind.BLOG_UTILITY, ENTRY, element, element, f"blog_utility.{rule}")
