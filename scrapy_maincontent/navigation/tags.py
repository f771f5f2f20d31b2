"""Links -> lists of tags: below a word such as "Tags", each with a sign, or in elements of such a name.

Some of their links lead to teams, places or searches; those beside the text, of all the site, are none.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..words import phrases
from ..words.lines import SHARE, line_kind
from ..words.sentences import ends_sentence
from . import entry_lines, entry_places
from .candidates import ROOTS

if TYPE_CHECKING:
    from .candidates import Candidates


MAX_LINKS = 30
"""Links of a list of tags."""
MAX_WORDS = 3
"""Words of a single tag behind a label."""
MAX_LISTS = 3
"""Lists of tags that are told by their class alone; more are those of a list's entries."""
MAX_FAR = 6
"""Tags far from text and headline; more are the site's categories."""
MIN_CLOUD = 3
"""Tags with a number each that are all those of the site."""
_BRACKETS = "()[]   "
NO_ENTRY_TAGS = ROOTS | {"article", "form"}
"""Elements that are no line about an entry: they hold it."""

MAX_UNLINKED = 40
"""Characters outside links: the label and the signs between tags."""


def tag_lists(candidates: Candidates, taken: set[int]) -> list[int]:
    """Return the lists of short links, not ``taken``, at an entry's text or headline: right behind a label of tags, or
    each with a sign of tags; and the lines of a label and one link."""
    before, texts, found = candidates.before, candidates.links.texts, []
    labelled = {position for position, senses in before.items() if senses & phrases.TAGS and position not in taken}
    odd = candidates.links.with_senses(phrases.ODD)
    signed = {
        position for position in odd if texts[position][:1] in _TAG_SIGNS and texts[position][1:3].strip()[:1].isalpha()
    }
    signed -= taken
    if not (labelled or signed):
        return []
    for container, positions in candidates.groups_with(labelled | signed):
        first = positions[0]
        if (
            (first in labelled or signed.issuperset(positions))
            and len(positions) <= MAX_LINKS
            and candidates.page.tags[container] not in NO_ENTRY_TAGS
            and len(candidates.inside(container)) == len(positions)
            and candidates.size(container)[1] <= MAX_UNLINKED
            and all(_is_tag(candidates, position) for position in positions)
            and _is_at_entry(candidates, container, first)
        ):
            found.append(_with_label(candidates, container, first))
            labelled.difference_update(positions)
    for position in labelled if len(labelled) <= MAX_LABELS else ():
        line = _with_label(candidates, candidates.elements[position], position)
        if len(candidates.inside(line)) == 1 and _is_label(candidates, line, position):
            found.append(line)
    return found


def _is_label(candidates: Candidates, line: int, position: int) -> bool:
    """Return True if a line of one link, at an entry, is a label and a tag: no sentence or button."""
    page, link = candidates.page, candidates.elements[position]
    label = " ".join(page.pieces[page.piece_starts[line] : page.piece_starts[link]]).strip()
    behind = candidates.characters[page.piece_ends[line]] - candidates.characters[page.piece_ends[link]]
    return (
        0 < len(label) <= MAX_LABEL
        and not ends_sentence(label)
        and behind <= 1
        and _is_tag(candidates, position)
        and candidates.links.texts[position].count(" ") < MAX_WORDS
        and _is_at_entry(candidates, line, position)
    )


MAX_LABELS = 4
"""Labels with one tag each on a page; more are those of a list's entries."""
MAX_LABEL = 25
"""Characters of the label before a single tag."""


_TAG_SIGNS = ("#", "＃")
"""What a tag may begin with: "#travel" is one, "#3" is none."""


def _with_label(candidates: Candidates, container: int, position: int) -> int:
    """Return the element that holds a list and the label before it, and nothing else but further tags."""
    page, start = candidates.page, candidates.page.piece_starts[candidates.elements[position]]
    for above in (container, *islice(page.ancestors(container), entry_lines.MAX_LINE_LEVELS)):
        inside = candidates.inside(above)
        if (
            page.tags[above] in NO_ENTRY_TAGS
            or len(inside) > MAX_LINKS
            or candidates.size(above)[1] > MAX_UNLINKED
            or not all(_is_tag(candidates, other) for other in inside)
        ):
            break
        if candidates.characters[page.piece_starts[above]] < candidates.characters[start]:
            return above
    return container


def _is_at_entry(candidates: Candidates, container: int, position: int) -> bool:
    if entry_lines.is_behind_text(candidates, container, entry_lines.LABELLED):
        return True
    seeds = entry_lines.entry_links(candidates)
    inside = candidates.inside(container)
    if position in candidates.before and len(inside) <= MAX_FAR and all(map(seeds.__getitem__, inside)):
        return not entry_lines.is_aside(candidates, container)
    return _is_inline(candidates, position) and entry_places.is_near_headline(candidates, container, container)


def _is_inline(candidates: Candidates, position: int) -> bool:
    """Return True if a link's label stands in its own text block; a heading does not."""
    page = candidates.page
    start = page.piece_starts[candidates.elements[position]]
    block = page.block_at(start)
    if block >= len(page.text_starts):
        return False
    return candidates.characters[page.text_starts[block]] < candidates.characters[start]


def _is_tag(candidates: Candidates, position: int) -> bool:
    text, href = candidates.links.texts[position], candidates.links.hrefs[position]
    return 0 < len(text) <= entry_lines.MAX_NAME and not href.startswith("#") and line_kind(text) != SHARE


def is_of_site(candidates: Candidates, element: int) -> bool:
    """Return True if tags stand beside the text or in the site's footer, without a word such as "tags".

    So do those below another label, as "Popular tags", and the link to all of them.
    """
    page = candidates.page
    positions = candidates.inside(element)
    first, start = page.first_block(element), page.piece_starts[candidates.elements[positions[0]]]
    if len(positions) == 1 and candidates.links.senses[positions[0]] & phrases.TAGS:
        return True
    label = page.texts[first] if page.text_ends[first] <= start else ""
    senses = phrases.TAGS | phrases.DATE | phrases.BY
    if (
        label
        and not phrases.senses([label])[0] & senses
        and not entry_lines.is_behind_text(candidates, element, entry_lines.LABELLED)
    ):
        return True
    return (
        not any(page.tags[above] == "article" for above in page.ancestors(element))
        and entry_lines.is_aside(candidates, element)
        and not entry_lines.has_line_words(candidates, element)
    )


def is_cloud(candidates: Candidates, positions: range) -> bool:
    """Return True if the number of its entries stands at the end of each of several tags, or behind it."""
    if len(positions) < MIN_CLOUD:
        return False
    texts = [candidates.links.texts[position].rstrip(")]") for position in positions]
    return all(text[-1:].isdigit() for text in texts) or all(
        _text_behind(candidates, position).strip(_BRACKETS).isdigit() for position in positions
    )


def _text_behind(candidates: Candidates, position: int) -> str:
    """Return the text between a link and the next one, its first piece."""
    page = candidates.page
    piece = page.piece_ends[candidates.elements[position]]
    return "" if piece >= len(page.pieces) or page.linked[piece] else page.pieces[piece].strip()
