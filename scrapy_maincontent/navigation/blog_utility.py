"""Links -> lines about an entry: author, date, tags, comments, trackbacks (Uda 3.3 ④).

Steps 1 to 4 of the paper, and rules beyond it: relations and addresses of authors and topics (``rel``, ``address``), a
name behind "by" (``byline``), tags below a label (``labelled``), a date and a name at the headline (``headline``), a
sentence that says when it was published (``posted``). How far a line reaches is in `entry_lines`, where none can stand
in `entry_places`.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, count
from typing import TYPE_CHECKING

from ..page import HEADINGS, Kind
from ..page.stems import STEMS
from ..words import class_names, phrases
from ..words.lines import SHARE, asks_for_comment, line_kind
from ..words.normalise import key
from ..words.sentences import ends_sentence
from . import entry_lines, entry_places, tags
from .candidates import MIN_SENTENCE, ROOTS, TITLE_RANKS, Found, Widening, has_rights, in_sentence, outermost

if TYPE_CHECKING:
    from ..page import Page
    from .addresses import Addresses
    from .candidates import Candidates


ENTRY = "entry"

MAX_LINKS = 30
"""Links of a line, of a marked element, and of a list of tags."""
MAX_CHARACTERS = 400
MAX_LINE = 150
"""Characters outside links of a line without a class of the kind."""
MAX_SEEDS = 500
MAX_SIGNS = 3
"""Characters between two tags in a row."""


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the lines about entries, by the first step that finds each (Uda 3.3 ④ (C); Step-4 is their extent)."""
    found = marked(candidates)
    taken: set[int] = set()
    for region in found:
        taken.update(candidates.inside(region.first, region.last))
    seeds = entry_lines.entry_links(candidates)
    widening = _widening(candidates, seeds)
    found += commented(candidates, addresses, widening, taken)
    if not candidates.rules.further:
        return outermost(found, candidates.page)
    if not any(line.rule == "blog_utility.step1" for line in found):
        found += _posted(candidates, addresses, taken)
    found += _related(candidates, addresses, seeds, widening, taken)
    found += _bylined(candidates, seeds, taken)
    found += _labelled(candidates, taken)
    if not any(_is_headed(candidates, line) for line in found):
        found += _headlined(candidates, addresses, taken) or _published(candidates, addresses, taken)
    lines = outermost(found, candidates.page)
    lines = entry_places.without_lists(
        candidates, [line for line in lines if not entry_places.is_kicker(candidates, line)]
    )
    lines = [line for line in lines if not entry_places.is_of_post(candidates, line.first)]
    return entry_places.without_repeated(candidates, entry_places.without_other_entries(candidates, addresses, lines))


def _is_headed(candidates: Candidates, line: Found) -> bool:
    """Return True if a line stands at the headline and says more than how many comments there are."""
    is_comments = line.rule in entry_places.COMMENT_STEPS and not entry_lines.has_line_words(candidates, line.first)
    return not is_comments and entry_places.is_near_headline(candidates, line.first, line.last)


def marked(candidates: Candidates) -> list[Found]:
    """Uda 3.3 ④ Step-1: class or id marks a line (B-1), and a link or the text is of the kind."""
    page = candidates.page
    found = []
    end = -1
    tag_lists = sum(bool(meaning & class_names.TAG_LIST) for _, meaning in candidates.marks.entries)
    for element, meaning in candidates.marks.entries:
        if candidates.rules.names is not None:
            if element >= end and page.tags[element] not in ROOTS and 0 < candidates.size(element)[0] <= MAX_BYLINE:
                found.append(Found(Kind.BLOG_UTILITY, ENTRY, element, element, "blog_utility.step1"))
                end = page.ends[element]
        elif (
            element >= end
            and _is_marked_line(candidates, element, meaning, is_single=tag_lists <= tags.MAX_LISTS)
            and not entry_places.is_elsewhere(candidates, element, _others_of(candidates, element, meaning))
            and not has_rights(candidates, page.piece_starts[element], page.piece_ends[element])
            and not (meaning & class_names.TAG_LIST and tags.is_of_site(candidates, element))
        ):
            end = page.ends[element]
            if lists := entry_lines.lists_of(candidates, element):
                found += [Found(Kind.BLOG_UTILITY, ENTRY, each, each, "blog_utility.step1") for each in lists]
                continue
            first, last = entry_places.before_sharing(candidates, element)
            if first == element:
                first = last = entry_lines.whole_line(candidates, element)
            found.append(Found(Kind.BLOG_UTILITY, ENTRY, first, last, "blog_utility.step1"))
    return found


def commented(candidates: Candidates, addresses: Addresses, widening: Widening, taken: set[int]) -> list[Found]:
    """Uda 3.3 ④ Step-2 and Step-3: links whose words are of comments or trackbacks (B-2), also by address (B-3).

    In the paper, B-2 are the words alone or with a number, and all that B-3 finds has such words. Here Step-2 needs the
    number, since "Comments" may be a menu's word; else, Step-3's address is of comments, or the words are several.
    """
    found: list[Found] = []
    words = candidates.rules.comments
    for position in candidates.links.with_senses(phrases.COMMENTS) if words is None else range(len(candidates.links)):
        _, href, text, senses, _ = link = candidates.links[position]
        if words is not None:
            bare = "".join(filter(str.isalpha, text)).casefold() in words
            if position not in taken and (bare or _leads_to_comments(text, href, words)):
                found += _line(candidates, widening.around(link.element), taken, "step2" if bare else "step3")
            continue
        if position in taken or not href or entry_lines.is_permalink(text) or text.endswith("."):
            continue
        by_address = entry_lines.is_comments_address(href[-entry_lines.MAX_ADDRESS :])
        numbered = any(map(str.isdigit, text)) and addresses.is_local(href)
        if href[0] == entry_lines.SCRIPTED:
            is_asking = href != entry_lines.SCRIPTED and _asks(text) and not _is_jump(candidates, position)
        else:
            is_asking = _asks(text) and not senses & phrases.ODD and not entry_lines.is_script(href)
        if not (by_address or numbered or is_asking):
            continue
        region = widening.around(link.element) if by_address or numbered else link.element
        found += _line(candidates, region, taken, "step2" if numbered else "step3", class_names.CLOUD)
        if len(found) >= MAX_SEEDS:
            break
    return found


def _asks(text: str) -> bool:
    """Return True if words of comments are several: "Post a comment" is no tab, as "Comments" may be."""
    least = MIN_KANJI if min(text, default="") >= _FIRST_KANJI else MIN_KANJI + 1  # a word in kana is longer
    return " " in text or asks_for_comment(text) or (len(text) >= least and max(text) >= phrases.FIRST_UNSPACED)


MIN_KANJI, _FIRST_KANJI = 4, "\u3400"


def _is_jump(candidates: Candidates, position: int) -> bool:
    """Return True if the links before and behind one lead to places of the page as well: a table of contents."""
    hrefs = candidates.links.hrefs
    around = (*hrefs[max(position - 1, 0) : position], *hrefs[position + 1 : position + 2])
    return all(href[:1] == entry_lines.SCRIPTED for href in around) and len(around) > 1


def _leads_to_comments(text: str, href: str, words: frozenset[str]) -> bool:
    """Uda 3.3 ④ B-3 as printed: a text with one of the words, and an address that ends in the fragment."""
    return href.endswith(("#comments", "#trackback")) and any(map(text.casefold().__contains__, words))


def _related(
    candidates: Candidates, addresses: Addresses, seeds: list[bool], widening: Widening, taken: set[int]
) -> list[Found]:
    """Beyond the paper: links to author, tag or date pages, by rel, or by address in a line with a date or words."""
    found: list[Found] = []
    checked = 0
    worded: dict[int, bool] = {}
    links = candidates.links
    for position in compress(count(), seeds):
        if position in taken or links.senses[position] & phrases.COMMENTS:
            continue
        checked += 1
        if checked > MAX_SEEDS:
            break
        rel = links.rels.get(position, "")
        related_by_rel = bool(rel) and not entry_lines.TOPIC_RELATIONS.isdisjoint(rel.split())
        if links.senses[position] & phrases.MORE:
            continue
        if related_by_rel and _within_sentence(candidates, links.elements[position]):
            continue
        region = widening.around(links.elements[position])
        if not related_by_rel:
            if not (rel and entry_lines.is_related(rel, links.texts[position])) and entry_places.is_own(
                addresses, links.hrefs[position]
            ):
                continue
            if not entry_lines.is_line(candidates, position):
                continue
            if region not in worded:
                worded[region] = entry_lines.has_line_words(candidates, region)
            if not (
                worded[region] or entry_places.is_about_entry(candidates, addresses, position, region)
            ) or entry_places.is_site_list(candidates, region):
                continue
            if not worded[region] and (
                len(candidates.inside(region)) > entry_places.MAX_MENU
                or candidates.page.text_in(region).startswith(_ARROWS)
            ):
                continue
        found += _line(candidates, region, taken, "rel" if related_by_rel else "address")
    return found


def _within_sentence(candidates: Candidates, element: int) -> bool:
    """Return True if a link stands in a sentence, and not at its start."""
    page, start = candidates.page, candidates.page.piece_starts[element]
    before = candidates.characters[start] - candidates.characters[page.text_starts[page.first_block(element)]]
    return before >= MIN_SENTENCE and in_sentence(candidates, element)


def _bylined(candidates: Candidates, seeds: list[bool], taken: set[int]) -> list[Found]:
    """Beyond the paper: the name behind a word like "by" with a date close by; without, it may be a product's maker."""
    names = [
        position
        for position, senses in candidates.before.items()
        if senses & phrases.BY and position not in taken and entry_lines.is_bylined(candidates, position)
    ]
    if not names:
        return []
    known = set(names)
    widening = _widening(candidates, [seed or position in known for position, seed in enumerate(seeds)])
    found = []
    for position in names[:MAX_SEEDS]:
        if position not in taken:
            line = entry_lines.byline_element(candidates, position, widening)
            found += _line(candidates, widening.around(line), taken, "byline")
    page = candidates.page
    return [
        line
        for line in found
        if entry_lines.is_dated(candidates, line.first)
        and not has_rights(candidates, page.piece_starts[line.first], page.piece_ends[line.last])
    ]


def _labelled(candidates: Candidates, taken: set[int]) -> list[Found]:
    """Beyond the paper: links below a word like "tags", right behind the text, wherever they lead."""
    found = []
    for element in tags.tag_lists(candidates, taken):
        found += _line(candidates, element, taken, "labelled")
    return found


def _posted(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[Found]:
    """Beyond the paper: a sentence behind the text that says when it was published, by whom, or where."""
    page = candidates.page
    owners = [page.owners[block] for block in entry_lines.posted_blocks(candidates, addresses)]
    return [
        Found(Kind.BLOG_UTILITY, ENTRY, owner, owner, "blog_utility.posted")
        for owner in owners
        if taken.isdisjoint(candidates.inside(owner))
        and not entry_places.is_elsewhere(candidates, owner)
        and not entry_places.is_quoted(candidates, owner)
    ]


def _headlined(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[Found]:
    """Beyond the paper: a date and a short link right below the headline, where no other line stands."""
    return [
        Found(Kind.BLOG_UTILITY, ENTRY, line, line, "blog_utility.headline")
        for line in _headline_lines(candidates, addresses)
        if taken.isdisjoint(candidates.inside(line))
        and not entry_places.is_elsewhere(candidates, line)
        and not entry_places.is_quoted(candidates, line)
    ]


def _published(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[Found]:
    """Beyond the paper: a text block with a whole date and a link at the headline, whatever else it says.

    Right below the headline, a day without a year is enough beside names.
    """
    page = candidates.page
    headlines = candidates.headings.headlines[:MAX_HEADLINES]
    for start, end in [page.blocks_in(headline) for headline in headlines] if headlines else _titled(page):
        near = (*range(end, end + entry_places.NEAR), *range(start - 1, start - 1 - entry_places.NEAR, -1))
        for block in near:
            if 0 <= block < len(page.texts) and (
                _is_publication(candidates, block)
                or (block == end and _is_day_with_names(candidates, addresses, block))
            ):
                owner = page.owners[block]
                inside = candidates.inside(owner)
                if (
                    page.blocks_in(owner) == (block, block + 1)
                    and 0 < len(inside) <= MAX_HEADLINE_LINKS
                    and taken.isdisjoint(inside)
                    and not any(candidates.links.senses[position] & _NEIGHBOURS for position in inside)
                    and not entry_places.is_elsewhere(candidates, owner)
                    and not entry_places.is_quoted(candidates, owner)
                    and not _is_in_list(candidates, block)
                ):
                    return [Found(Kind.BLOG_UTILITY, ENTRY, owner, owner, "blog_utility.headline")]
    return []


def _is_in_list(candidates: Candidates, block: int) -> bool:
    """Return True if a line with a day is one of three in a row: entries of a list."""
    count, last = 1, len(candidates.page.texts)
    for step in (1, -1):
        for other in (block + step, block + 2 * step):
            if not (0 <= other < last and _is_publication(candidates, other)):
                break
            count += 1
    return count > MAX_IN_ROW


MAX_IN_ROW = 2


MIN_TITLE, MAX_TITLE, MAX_TITLE_BLOCKS = 8, 200, 300
"""Characters of a headline, and text blocks in which it is looked for."""
MAX_PUBLICATION, MAX_PUBLISHER = 100, 40
"""Characters of a publication line, and of its links: more are a title."""
_SENTENCES = frozenset("。！!？?")
_NEIGHBOURS = phrases.NEXT | phrases.PREVIOUS | phrases.NEXT_ARTICLE | phrases.PREVIOUS_ARTICLE
_NEIGHBOURS |= phrases.NEXT_LEAD | phrases.PREVIOUS_LEAD


def _titled(page: Page) -> list[tuple[int, int]]:
    """Return the first unlinked text block that the document's title has, where no heading is the headline."""
    title = key(page.head_title[:MAX_TITLE])
    for block, text in enumerate(page.texts[:MAX_TITLE_BLOCKS]) if title else ():
        if MIN_TITLE <= len(text) <= MAX_TITLE and key(text) in title and not page.linked[page.text_starts[block]]:
            return [(block, block + 1)]
    return []


def _is_publication(candidates: Candidates, block: int) -> bool:
    """Return True if a short text block, no sentence, has a date with year and day, and a link."""
    page = candidates.page
    text = page.texts[block]
    if len(text) > MAX_PUBLICATION or ends_sentence(text) or not _SENTENCES.isdisjoint(text):
        return False
    linked = candidates.linked_characters
    if not 0 < linked[page.text_ends[block]] - linked[page.text_starts[block]] <= MAX_PUBLISHER:
        return False
    return entry_lines.names_day(text) and not has_rights(candidates, page.text_starts[block], page.text_ends[block])


def _is_day_with_names(candidates: Candidates, addresses: Addresses, block: int) -> bool:
    """Return True if a text block is a day, perhaps without a year, and short links to an author or a section."""
    page = candidates.page
    pieces = range(
        page.text_starts[block], min(page.text_ends[block], page.text_starts[block] + entry_lines.MAX_PIECES)
    )
    return entry_lines.is_day("".join(page.pieces[piece] for piece in pieces if not page.linked[piece])) and all(
        _may_name(candidates, addresses, position) for position in candidates.inside(page.owners[block])
    )


def _widening(candidates: Candidates, flags: list[bool]) -> Widening:
    """Return what finds the element that governs a line around one of its links (Uda 3.3 ④ Step-4)."""
    return Widening(candidates, flags, MAX_LINE, past_headings=False)


def _line(
    candidates: Candidates, region: int, taken: set[int], rule: str, others: int = entry_places.ELSEWHERE
) -> list[Found]:
    """Return the line that an element is, if it is one, and add its links to ``taken``."""
    first, last = _row(candidates, region, taken) if candidates.page.tags[region] == "a" else (region, region)
    positions = candidates.inside(first, last)
    taken.update(positions)
    everything = candidates.size(first, last)[0]
    if len(positions) > MAX_LINKS or not 0 < everything <= MAX_CHARACTERS:
        return []
    if candidates.rules.checked and (
        entry_places.is_elsewhere(candidates, region, others)
        or entry_places.is_quoted(candidates, region)
        or entry_places.is_table(candidates, region)
        or tags.is_cloud(candidates, positions)
    ):
        return []
    if first == last and candidates.rules.further:
        first = last = entry_lines.whole_line(candidates, first)
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
            or not entry_lines.entry_links(candidates)[after]
        ):
            break
        row.append(after)
    return candidates.covering(row)


# Elements that class or id mark as lines about an entry (Uda 3.3 ④ B-1).

MAX_BYLINE = 1200
"""A byline may hold a pop-up biography."""
MAX_MARKED_LINE = 150
"""Characters of an element whose class is of comments alone: forms are longer."""
_OF_COMMENTS = class_names.COMMENT_COUNT | class_names.ENTRY | class_names.TAG_LIST
_ACCOUNT = ("comment", "login", "register", "/user/")
"""Parts of addresses of links in "log in to comment"."""
_ARROWS = tuple("»›>→▶►⇒")


def _is_marked_line(  # noqa: PLR0911 -- a list of signs
    candidates: Candidates, element: int, meaning: int, *, is_single: bool
) -> bool:
    """Return True if a marked element, whose names' bits are ``meaning``, is a line with a link or text of the kind.

    A list of tags ``is_single`` where few others are on the page: more are those of a list's entries.
    """
    positions = candidates.inside(element)
    everything = candidates.size(element)[0]
    if (
        candidates.page.tags[element] in tags.NO_ENTRY_TAGS
        or not 1 <= len(positions) <= MAX_LINKS
        or not 0 < everything <= MAX_BYLINE
        or candidates.headings.within(element, TITLE_RANKS)
    ):
        return False
    if meaning & _OF_COMMENTS == class_names.COMMENT_COUNT and everything > MAX_MARKED_LINE:
        return False
    texts, hrefs = candidates.links.texts, candidates.links.hrefs
    written = [position for position in positions if not entry_lines.is_script(hrefs[position])]
    if any(map(entry_lines.entry_links(candidates).__getitem__, written)):
        return not (meaning & class_names.TAG_LIST and tags.is_cloud(candidates, positions))
    own = [position for position in written if hrefs[position] != entry_lines.SCRIPTED]
    if meaning & class_names.TAG_LIST and own:
        return is_single and not tags.is_cloud(candidates, positions)
    if meaning & class_names.COMMENT_COUNT and any(any(map(str.isdigit, texts[position])) for position in own):
        return True
    if not written or entry_lines.has_line_words(candidates, element):
        return bool(written)
    if meaning & class_names.COMMENT_COUNT:
        return any(word in hrefs[position] for word in _ACCOUNT for position in written)
    return everything <= entry_places.MAX_BYLINE and _is_signed(candidates, element, [texts[each] for each in written])


def _others_of(candidates: Candidates, element: int, meaning: int) -> int:
    """Return the names of places of other lines; "comment-forbidden" is no list of comments."""
    others = entry_places.ELSEWHERE
    is_short = meaning & class_names.COMMENT_COUNT and candidates.size(element)[0] <= entry_lines.MAX_NAME
    return others & ~class_names.COMMENT_LIST if is_short else others


def _is_signed(candidates: Candidates, element: int, names: list[str]) -> bool:
    """Return True if an element named for an author has a linked name, at the headline or behind the text."""
    own = candidates.page.attrs[element]
    marks = f"{own.get('class', '')} {own.get('id', '')}".lower()
    if not any(map(marks.__contains__, STEMS["author"])):
        return False
    if not any(name and entry_places.is_name(name) and line_kind(name) != SHARE for name in names):
        return False
    if entry_places.is_near_headline(candidates, element, element):
        return True
    attrs = candidates.page.attrs
    alike = sum(attrs[other].get("class") == own.get("class") for other, _ in candidates.marks.entries)
    if alike > 1:  # those of comments
        return False
    block, _ = candidates.page.blocks_in(element)
    return any(entry_lines.is_text(candidates, before) for before in range(max(block - entry_places.NEAR, 0), block))


# Lines right below the headline, by their place and a date alone: a name or a section without more.

MAX_HEADLINES = 3
MAX_HEADLINE_LINKS = 8
MAX_UNSPACED = 10
"""Characters of a name in scripts without blanks; more are a title."""
MAX_SECTION_WORDS = 3
"""Words of a name or a section; more are a title."""


def _headline_lines(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Return the first line below each ``h1`` without a link (the site's name) that is a date and a short own link."""
    page, found = candidates.page, []
    for headline in candidates.headings.headlines[:MAX_HEADLINES]:
        if len(candidates.inside(headline)):
            continue
        _, end = page.blocks_in(headline)
        if not _has_date(page, end):
            continue
        start = bisect_left(candidates.elements, page.ends[headline])
        for position in range(start, min(start + MAX_HEADLINE_LINKS, len(candidates.links))):
            if page.blocks_in(candidates.elements[position])[0] >= end + entry_places.NEAR:
                break
            if _may_name(candidates, addresses, position):
                line = entry_lines.whole_line(candidates, candidates.elements[position])
                dated = entry_lines.has_date(candidates, line) or entry_lines.is_beside_date(candidates, line)
                if dated and not candidates.headings.within(line) and page.tags[page.parents[line]] not in HEADINGS:
                    found.append(line)
                    break
    return found


def _has_date(page: Page, block: int) -> bool:
    """Return True if a date stands in one of the text blocks behind a headline: most have none. A year is a film's."""
    last = min(block + entry_places.NEAR, len(page.texts)) - 1
    if last < block:
        return False
    first = page.text_starts[block]
    pieces = [piece.strip() for piece in page.pieces[first : min(page.text_ends[last], first + entry_lines.MAX_PIECES)]]
    texts = [piece for piece in pieces if piece and not piece.isdigit()]
    short = [text for text in texts if len(text) <= phrases.MAX_TEXT]
    return any(map(entry_lines.is_date, texts)) or any(bits & phrases.DATE for bits in phrases.senses(short))


def _may_name(candidates: Candidates, addresses: Addresses, position: int) -> bool:
    """Return True if a link may name an author or a section: short, with capitals, to a page of the own site."""
    link = candidates.links[position]
    return (
        1 < len(link.text) <= (entry_lines.MAX_NAME if max(link.text) < phrases.FIRST_UNSPACED else MAX_UNSPACED)
        and "#" not in link.href
        and entry_places.is_name(link.text)
        and _words_of(link.text) <= MAX_SECTION_WORDS
        and not any(map(str.isdigit, link.text))
        and line_kind(link.text) != SHARE
        and addresses.is_local(link.href)
        and not in_sentence(candidates, link.element)
    )


def _words_of(text: str) -> int:
    """Return the number of words before a comma, without initials and capitals: "Ann B. Reed MD, PhD" has two."""
    return sum(len(word.strip(".")) > 1 and not word.isupper() for word in text.partition(",")[0].split())
