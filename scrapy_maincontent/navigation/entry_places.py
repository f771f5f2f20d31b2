"""Places without lines about an entry: comments, menus, titles, lists of the site's topics, other entries."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from ..page import HEADINGS
from ..words import class_names, phrases
from ..words.class_names import class_meanings
from . import entry_lines
from .candidates import ROOTS

if TYPE_CHECKING:
    from .addresses import Addresses
    from .candidates import Candidates, Found


MAX_LEVELS = 12
"""Elements above a line in which an article, a comment or a menu is looked for."""
NEAR = 6
"""Text blocks between the page's headline and a line about the page's own entry."""
MIN_REPEATS = 4
"""Lines of one shape, without a heading between them, that are those of a list of posts, not of entries."""
MIN_CARDS = 3
"""Lines of one class and shape, behind others at the headline, that are those of other entries, or of events."""
MAX_BYLINE = 150
"""Characters of a name with a title; more are a biography."""
MIN_LISTED = 3
"""Links below a heading that make a list of the site's categories."""
MAX_MENU = 10
MAX_KICKER = 3
SHAPE_LEVELS = 3
"""Elements above a line whose tags are part of its shape."""

_QUOTED = frozenset(("h1", "h2", "blockquote"))
_SUBTITLES = frozenset(("h2", "h3", "h4"))
_MENUS = frozenset(("nav", "aside"))
_POSTS = ("/Comment", "/UserComments", "/Answer", "/Review", "/UserReview")
"""Types of microdata whose author and date are not those of an entry."""
COMMENT_STEPS = ("blog_utility.step2", "blog_utility.step3")
"""The rules of links to comments."""
ELSEWHERE = class_names.COMMENT_LIST | class_names.CLOUD | class_names.BIOGRAPHY | class_names.CALENDAR


def is_elsewhere(candidates: Candidates, element: int, others: int = ELSEWHERE) -> bool:
    """Return True if an element is where no line about an entry is: comments, menus, tag clouds, biographies.

    Biographies have no date, and do not stand at the headline. A menu that holds nothing but a line with a date, or
    with words such as "tags", is no menu: themes write ``aside`` and ``nav`` around these. Nor is one around the whole
    article, which is one that was never closed.
    """
    if others & class_names.BIOGRAPHY and (
        entry_lines.has_date(candidates, element)
        or (candidates.size(element)[0] <= MAX_BYLINE and is_near_headline(candidates, element, element))
    ):
        others &= ~class_names.BIOGRAPHY
    page, in_article = candidates.page, False
    numbers = islice((element, *page.ancestors(element)), MAX_LEVELS)
    for number, (tag, meaning) in zip(numbers, candidates.meanings_above(element), strict=False):
        if meaning & others:
            return True
        if tag in _MENUS and not (
            entry_lines.holds_only(candidates, number, element) and _is_named_entry(candidates, element)
        ):
            return not (in_article and is_near_headline(candidates, element, element))
        in_article = in_article or tag == "article"
    return False


def _is_named_entry(candidates: Candidates, element: int) -> bool:
    """Return True if words in an element, or a label before it behind a text, show that it is about an entry."""
    if len(candidates.inside(element)) > MAX_MENU:
        return False
    if entry_lines.has_date(candidates, element, phrases.BY | phrases.DATE) or entry_lines.is_led(candidates, element):
        return True
    return entry_lines.is_behind_text(candidates, element, entry_lines.LABELLED) and (
        entry_lines.has_line_words(candidates, element) or entry_lines.is_led(candidates, element)
    )


def is_of_post(candidates: Candidates, element: int) -> bool:
    """Return True if an element is in a comment, an answer or a review, by its microdata."""
    page = candidates.page
    above = islice(page.ancestors(element), MAX_LEVELS)
    return any(page.attrs[number].get("itemtype", "").endswith(_POSTS) for number in above)


def is_site_list(candidates: Candidates, element: int) -> bool:
    """Return True if links are below a word like "categories", outside an article: all those of the site."""
    page = candidates.page
    if len(candidates.inside(element)) < MIN_LISTED or entry_lines.has_date(
        candidates, element, phrases.BY | phrases.DATE
    ):
        return False
    first, end = page.blocks_in(element)
    headed = end - first > 1 and not any(entry_lines.pieces_linked(candidates, first))
    if not headed or any(page.tags[above] == "article" for above in page.ancestors(element)):
        return False
    if is_near_headline(candidates, element, element) and not entry_lines.is_aside(candidates, element):
        return False
    return not entry_lines.is_behind_text(candidates, element, entry_lines.LABELLED)


def is_quoted(candidates: Candidates, element: int) -> bool:
    """Return True if an element is in a title, a quotation or a link, as all of a teaser card may be."""
    page = candidates.page
    if page.tags[element] in _QUOTED:
        return True
    return any(
        page.tags[above] in _QUOTED or (page.tags[above] == "a" and "href" in page.attrs[above])
        for above in page.ancestors(element)
    )


def is_table(candidates: Candidates, element: int) -> bool:
    """Return True if an element is or holds a table: a calendar, or figures."""
    page = candidates.page
    return "table" in page.tags[element : page.ends[element]]


def is_kicker(candidates: Candidates, region: Found) -> bool:
    """Return True if a line is the category above a title: a few links, right before the page's title or a link."""
    page = candidates.page
    inside = candidates.inside(region.first, region.last)
    _, end = page.blocks_in(region.first, region.last)
    if len(inside) > MAX_KICKER or end >= len(page.texts) or entry_lines.has_line_words(candidates, region.first):
        return False
    if any(candidates.links[position].senses & phrases.COMMENTS for position in inside):
        return False
    owner = page.owners[end]
    tags = page.tags[owner], page.tags[page.parents[owner]]
    if "h1" in tags or _SUBTITLES.isdisjoint(tags):
        return "h1" in tags
    first = page.text_starts[end]
    pieces = page.pieces[first : min(page.text_ends[end], first + entry_lines.MAX_PIECES)]
    return all(
        linked or not piece.strip()
        for piece, linked in zip(pieces, page.linked[first : first + entry_lines.MAX_PIECES], strict=False)
    )


def without_lists(candidates: Candidates, found: list[Found]) -> list[Found]:
    """Return lines, in document order, without those of posts in a thread, reviews and the like.

    An entry has a title; lines of one shape without a new heading between them are not about entries, if they are many.
    The title of a thread may stand above each of its posts.
    """
    if len(found) < MIN_REPEATS:
        return found
    titles = candidates.headings.new
    shapes: dict[tuple[str, ...], list[list[Found]]] = {}
    for region in found:
        runs = shapes.setdefault(_shape(candidates, region.first), [])
        if runs and bisect_right(titles, runs[-1][-1].first) == bisect_right(titles, region.first):
            runs[-1].append(region)
        else:
            runs.append([region])
    listed = {region.first for runs in shapes.values() for run in runs if len(run) >= MIN_REPEATS for region in run}
    return [region for region in found if region.first not in listed] if listed else found


def without_repeated(candidates: Candidates, found: list[Found]) -> list[Found]:
    """Return lines without several of one class and shape, if others are at the headline."""
    if len(found) <= MIN_CARDS:
        return found
    looks = [(candidates.page.attrs[region.first].get("class"), *_shape(candidates, region.first)) for region in found]
    looked = list(zip(looks, found, strict=True))
    headed = {look for look, region in looked if is_near_headline(candidates, region.first, region.last)}
    counts = Counter(looks)
    return [region for look, region in looked if not headed or look in headed or counts[look] < MIN_CARDS]


def before_sharing(candidates: Candidates, element: int) -> tuple[int, int]:
    """Return an element, or the run of its children before the share buttons if these follow links."""
    page = candidates.page
    positions = candidates.inside(element)
    for position in positions:
        child = candidates.elements[position]
        shares = False
        while page.parents[child] != element and child > element:
            shares = shares or _is_sharing(candidates, child)
            child = page.parents[child]
        if child > element and (shares or _is_sharing(candidates, child)):
            if candidates.inside(child).start == positions.start:
                break
            return element + 1, max(other for other in page.children(element) if other < child)
    return element, element


def _is_sharing(candidates: Candidates, element: int) -> bool:
    return bool(class_meanings(candidates.page.attrs[element]) & class_names.SHARE)


def _shape(candidates: Candidates, element: int) -> tuple[str, ...]:
    page = candidates.page
    return (page.tags[element], *(page.tags[above] for above in islice(page.ancestors(element), SHAPE_LEVELS)))


# Links to an author, a tag or a date that are an entry's: by their address alone they may be a menu's.

MAX_PARTICLE = 3
"""Letters of a word such as "van", "del" or "y" in a name."""
MAX_WORDS = 8


def is_about_entry(candidates: Candidates, addresses: Addresses, position: int, region: int) -> bool:
    """Return True if a line without words or a date of its own is about an entry, by its surroundings.

    That is a label such as "tags:"; for tags, the text or a date right before them; for
    authors, the headline, a date or "by" in the link; for all, a name or a date in a larger line.
    """
    href, link = candidates.links.hrefs[position][: entry_lines.MAX_ADDRESS], candidates.elements[position]
    starts = candidates.page.piece_starts
    if entry_lines.is_led(candidates, region) or (
        starts[region] < starts[link] and entry_lines.is_led(candidates, link)
    ):
        return True
    if entry_lines.is_tag_address(href):
        found = entry_lines.is_behind_text(candidates, region, entry_lines.UNLABELLED) or entry_lines.is_beside_date(
            candidates, region
        )
    else:
        found = (
            entry_lines.is_author_address(href)
            and addresses.is_local(href)
            and _is_signed(candidates, position, region)
        )
    return found or entry_lines.whole_line(candidates, region) != region


def _is_signed(candidates: Candidates, position: int, region: int) -> bool:
    """Return True if a name has "by" before it, or stands at the headline or beside a date.

    "More posts" is no name, and at the headline a number is the author's of other entries.
    """
    if candidates.links.senses[position] & phrases.BY:
        return True
    name = candidates.links.texts[position]
    if not is_name(name):
        return False
    is_headed = is_near_headline(candidates, region, region) and not any(map(str.isdigit, name))
    return is_headed or entry_lines.is_beside_date(candidates, region)


def is_name(text: str) -> bool:
    """Return True if a text may be somebody's name: of several words, only such as "van" are in small letters."""
    words = text.split()
    if len(words) > 1 and words[-1][0].islower():
        return False
    return all(not word[0].islower() or len(word) <= MAX_PARTICLE for word in words) and len(words) <= MAX_WORDS


def is_own(addresses: Addresses, href: str) -> bool:
    """Return True if an address is the page's own: what looks like a topic's is that of the thread itself."""
    own, written = addresses.own, href.partition("#")[0]
    if not own or (written[-1:].isalnum() and own[-1] != written[-1]):
        return False  # the end of an address is what it was, once it is absolute
    return addresses.absolute(href).partition("#")[0] == own


# Lines on cards of other entries: below "related posts", beside the text.

MAX_TITLE_LEVELS = 8
"""Elements above a line in which its entry's title is looked for."""
MAX_CARD = 1500
MAX_TITLES = 3
"""Headings of a card; an element with more holds several."""
MAX_SPREAD = 2
"""Elements above a title and a line in which a link that is spread over a card is looked for."""
MAX_CARD_LINKS = 12
MAX_BEFORE = 60
"""Text blocks before a card in which the page's own text is looked for."""
MIN_PARAGRAPHS = 4


def without_other_entries(candidates: Candidates, addresses: Addresses, found: list[Found]) -> list[Found]:
    """Return lines without those on cards, where the page is about one entry: it has lines or a text of its own."""
    titles = [_card_title(candidates, addresses, region) for region in found]
    own = [region for region, title in zip(found, titles, strict=True) if title is None]
    cards = [title for title in titles if title is not None]
    if not cards:
        return found
    lines = [region for region in own if region.rule not in COMMENT_STEPS]
    declared = bool(lines) and candidates.page.metas.get("og:type", "").strip().lower() == "article"
    if (
        declared
        or any(is_near_headline(candidates, region.first, region.last) for region in own)
        or _is_behind_article(candidates, addresses, cards[0])
    ):
        return own
    return found


def _card_title(candidates: Candidates, addresses: Addresses, region: Found) -> int | None:
    """Return the title of the card that a line stands on: it leads to another page; ``None`` where there is none."""
    page = candidates.page
    for above in islice(page.ancestors(region.first), MAX_TITLE_LEVELS):
        if page.tags[above] in ROOTS or candidates.size(above)[0] > MAX_CARD:
            return None
        titles = candidates.headings.inside(above)
        if titles:
            if titles[0] > region.first and entry_lines.has_date(candidates, region.first, phrases.TAGS):
                return None  # below the text, above "read also"
            is_card = len(titles) <= MAX_TITLES and (
                _leads_away(candidates, addresses, titles[0]) or _is_spread(candidates, addresses, above, titles)
            )
            return titles[0] if is_card else None
    return None


def _is_behind_article(candidates: Candidates, addresses: Addresses, title: int) -> bool:
    """Return True if a text of several paragraphs, and no other card, stands before a card."""
    page = candidates.page
    end, _ = page.blocks_in(title)
    blocks = range(max(end - MAX_BEFORE, 0), end)
    if sum(entry_lines.is_text(candidates, block) for block in blocks) < MIN_PARAGRAPHS:
        return False
    holders = {holder for block in blocks for holder in (page.owners[block], page.parents[page.owners[block]])}
    return not any(page.tags[holder] in HEADINGS and _leads_away(candidates, addresses, holder) for holder in holders)


def _leads_away(candidates: Candidates, addresses: Addresses, title: int) -> bool:
    """Return True if a title is in or has a link to another page; the page's headline is no such title."""
    page = candidates.page
    if page.tags[title] == "h1":
        return False
    inside = candidates.inside(title)
    if len(inside):
        href = candidates.links.hrefs[inside.start]
    else:
        link = next(
            (above for above in islice(page.ancestors(title), MAX_TITLE_LEVELS) if page.tags[above] == "a"), None
        )
        if link is None:
            return False
        href = page.attrs[link].get("href", "").strip()
    return _is_away(candidates, addresses, href)


def _is_spread(candidates: Candidates, addresses: Addresses, element: int, titles: list[int]) -> bool:
    """Return True if a link of the same card has its title's text, and leads to another page."""
    page, links = candidates.page, candidates.links
    if page.tags[titles[0]] == "h1":
        return False
    title = page.text_in(titles[0])[: phrases.MAX_TEXT].casefold().strip()
    for above in (element, *islice(page.ancestors(element), MAX_SPREAD)):
        if candidates.headings.inside(above) != titles:
            break
        if any(
            links.texts[position].casefold() == title and _is_away(candidates, addresses, links.hrefs[position])
            for position in candidates.inside(above)[:MAX_CARD_LINKS]
        ):
            return True
    return False


def _is_away(candidates: Candidates, addresses: Addresses, href: str) -> bool:
    if not href or href.startswith("#"):
        return False
    return addresses.absolute(href).partition("#")[0].rstrip("/") not in _own(candidates, addresses)


def _own(candidates: Candidates, addresses: Addresses) -> frozenset[str]:
    """Return the page's own addresses."""
    canonical = addresses.absolute(candidates.page.head_links.get("canonical", ""))
    return frozenset(address.rstrip("/") for address in (addresses.own, canonical))


def is_near_headline(candidates: Candidates, first: int, last: int) -> bool:
    """Return True if a run of elements is a few text blocks before or after an ``h1``."""
    page = candidates.page
    start, end = page.blocks_in(first, last)
    owners = page.owners[max(start - NEAR, 0) : end + NEAR]
    return any("h1" in (page.tags[owner], page.tags[page.parents[owner]]) for owner in owners)
