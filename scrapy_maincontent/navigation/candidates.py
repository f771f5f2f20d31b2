"""Page -> what the detectors work on: links and their senses, groups, headings, marked elements; and regions found.

Collected once per page, in one loop over the elements and one over the links. A *sense* is a bit of `words.phrases`:
what a short text means, in any language. A *meaning* is a bit of `words.class_names`: what a class or id means.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import accumulate, compress, count, islice, pairwise
from operator import itemgetter, not_, or_
from typing import TYPE_CHECKING, NamedTuple

from .. import speedups
from ..page import HEADINGS, headings, labelled, visible
from ..page.addresses import origin
from ..page.stems import MAX_NAME
from ..words import class_names, phrases
from ..words.class_names import MEANINGS, read_names
from ..words.normalise import key
from ..words.phrases import HOME, ODD
from ..words.sentences import ends_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..page import Kind, Page


MAX_LINKS = 6000
"""Links that are looked at: half of them from the start of the page, half from its end."""
MAX_BEFORE = 60
"""Characters of a label before a link."""
MIN_SENTENCE = 12
"""Characters of a text block that ends like a sentence."""
MAX_BLOCKS = 40
"""Text blocks of an element in which sentences are looked for."""
MAX_PIECES = 40
"""Pieces of text of a block in which links are looked for."""
ROOTS = frozenset(("html", "body", "main"))
"""Elements that are no region."""
LISTS = frozenset(("ul", "ol", "dl"))
MAX_INSIDE = 200
"""Elements in which lists are looked for."""
TITLE_RANKS = 3
"""Ranks of headings that may be an entry's title."""
MAX_COUNT = 7
"""Characters beside a link that are the number of its entries: "Health [530]"."""
_OWN_RANKS = 2
"""Ranks of headings that may be the page's own name."""


@dataclass(frozen=True)
class DetectorRules:
    """What the detectors take for evidence: the defaults are the product's, `PRINTED` is what Uda 3.3 prints.

    ``names`` are parts of a class or id that are enough by themselves (B-1), of trails, pagers and lines about entries;
    without them the word lists hold, and something of the kind must stand in the element. ``signs`` part a trail's
    items (① B-3), so do pictures with the alternative texts ``pictures`` (① B-4). Links whose letters are ``comments``
    need no number (④ B-2). ``lone``: a single sign of paging (② B-3) or link with a keyword (③ B-1) is enough;
    ``numbers``: so is a number (② B-2). ``further`` are rules beyond the paper's steps, ``checked`` conditions.
    """

    names: tuple[tuple[str, ...], ...] | None = None
    signs: frozenset[str] = frozenset(">›»＞﹥≫⟫→⟶▶▸▹▻❯❱⟩〉‹≻⇒➔➜➝➤⏵►⯈")
    pictures: frozenset[str] = frozenset(("の中の", "の中の:", ">", "›", "»", "gt"))
    comments: frozenset[str] | None = None
    lone: bool = False
    numbers: bool = False
    further: bool = True
    checked: bool = True


PRODUCT = DetectorRules()
PRINTED = DetectorRules(
    names=(
        ("breadcrum", "topicpath", "dirnavi", "pannavi"),
        ("pager", "pagenavi", "paging", "pagenum"),
        ("posted", "entry_foot", "postinfo"),
    ),
    signs=frozenset(">＞"),
    pictures=frozenset(("の中の",)),
    comments=frozenset(("コメント", "トラックバック", "comments", "trackback")),
    lone=True,
    numbers=True,
    further=False,
    checked=False,
)


class Candidates:
    """The links and the marked elements of one page, and the rules of detection.

    ``links`` are in document order; a *position* is an index into them. ``groups`` are the positions of links that
    share a container: the lowest element with more than one link in it, by container, in document order.
    ``lengths`` are the visible characters of each piece of text, ``characters`` those before each piece, and
    ``linked_characters`` those of them in links. ``before`` are the senses of the text right before a link, where it
    has any. ``homes`` are the positions of links that lead to the site's home page by their words, ``tops`` by their
    words or their address. ``entries``, ``whole_lines`` and ``line_words`` are caches of `entry_lines`.
    """

    def __init__(self, page: Page, rules: DetectorRules = PRODUCT) -> None:
        self.page, self.rules = page, rules
        elements = page.links
        if len(elements) > MAX_LINKS:
            elements = elements[: MAX_LINKS // 2] + elements[-(MAX_LINKS // 2) :]
        self.elements = elements
        compiled = speedups.load("links")
        self.links = read_links(page, elements)
        self.lengths, self.characters, self.linked_characters = visible(page)
        grouped = link_groups if compiled is None else compiled.link_groups
        self.groups: dict[int, list[int]]
        self._containers: list[int]
        self.groups, self._containers = grouped(elements, page.parents, page.ends)
        texts = (labels_before if compiled is None else compiled.labels_before)(page, elements, self.lengths)
        senses = phrases.senses([*texts.values()])
        self.before = {position: bits for position, bits in zip(texts, senses, strict=True) if bits & ~ODD}
        self.homes = frozenset(self.links.with_senses(HOME))
        self.tops = self._tops()
        self.entries: list[bool] = []
        self.whole_lines: dict[int, int] = {}
        self.line_words: dict[int, int] = {}
        self._meanings: dict[int, int] = {}
        self.marks = _read_marks(page, elements)
        if rules.names is not None:
            _mark_by_parts(page, elements, rules.names, self.marks)

    def _tops(self) -> frozenset[int]:
        site = origin(self.page.base).lower()
        bare = "//" + site.partition("//")[2]
        roots = frozenset(("/", bare, bare + "/", site, site + "/") if site else ("/",))
        return self.homes.union(compress(count(), map(roots.__contains__, self.links.hrefs)))

    def size(self, first: int, last: int | None = None) -> tuple[int, int]:
        """Return the visible characters of an element or run of siblings: all of them, and those outside links."""
        low, high = self.page.piece_starts[first], self.page.piece_ends[first if last is None else last]
        everything = self.characters[high] - self.characters[low]
        return everything, everything - self.linked_characters[high] + self.linked_characters[low]

    def inside(self, first: int, last: int | None = None) -> range:
        """Return the positions of the links in an element or a run of siblings."""
        end = self.page.ends[first if last is None else last]
        low = bisect_left(self.elements, first)
        return range(low, bisect_left(self.elements, end, low))

    def groups_with(self, positions: Iterable[int]) -> list[tuple[int, list[int]]]:
        """Return the groups that some links are in, in document order: containers and positions."""
        containers = {*map(self._containers.__getitem__, positions)}
        return sorted([(each, self.groups[each]) for each in containers], key=lambda group: group[1][0])

    def covering(self, positions: list[int] | range) -> tuple[int, int]:
        """Return the smallest element, or run of siblings, that covers the links from first to last."""
        page = self.page
        first, last = self.elements[positions[0]], self.elements[positions[-1]]
        parent, low = first, first
        while page.ends[parent] <= last:
            low, parent = parent, page.parents[parent]
        if parent == first:
            return first, first
        high = last
        while page.parents[high] != parent:
            high = page.parents[high]
        if self.size(parent)[0] == self.size(low, high)[0] and len(self.inside(parent)) == len(self.inside(low, high)):
            return parent, parent
        return low, high

    def has_sentence(self, element: int) -> bool:
        """Return True if a text block of an element is a sentence or ends with one, and has no link."""
        page = self.page
        return any(
            len(text) >= MIN_SENTENCE
            and ends_sentence(text)
            and not any(page.linked[start : min(end, start + MAX_PIECES)])
            for text, start, end in (
                (page.texts[block], page.text_starts[block], page.text_ends[block])
                for block in islice(range(*page.blocks_in(element)), MAX_BLOCKS)
            )
        )

    def beside(self, position: int) -> int:
        """Return the number of characters outside links in the text block in which a link starts."""
        page = self.page
        block = page.first_block(self.elements[position])
        if block >= len(page.text_ends):
            return 0
        low, high = page.text_starts[block], page.text_ends[block]
        return self.characters[high] - self.characters[low] - self.linked_characters[high] + self.linked_characters[low]

    @cached_property
    def headings(self) -> Headings:
        """The page's headings."""
        return Headings(self.page)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """Letters and digits of the headings of ranks 1 and 2: one of them is the page's own name."""
        return self._names_up_to(_OWN_RANKS)

    @cached_property
    def headlines(self) -> frozenset[str]:
        """Letters and digits of the headings of rank 1."""
        return self._names_up_to(1)

    def _names_up_to(self, rank: int) -> frozenset[str]:
        tags = self.page.tags
        return frozenset(key(text) for text, element in self.headings.texts.items() if HEADINGS[tags[element]] <= rank)

    def meanings_above(self, element: int) -> Iterator[tuple[str, int]]:
        """Yield the tag, and the meaning of class and id, of an element and of its ancestors below the body."""
        tags, attrs, parents, known = self.page.tags, self.page.attrs, self.page.parents, self._meanings
        while element >= 0 and tags[element] not in ("body", "html"):
            if element not in known:
                own = attrs[element]
                meaning = MEANINGS[own["class"][:MAX_NAME]] if "class" in own else 0
                known[element] = meaning | MEANINGS[own["id"][:MAX_NAME]] if "id" in own else meaning
            yield tags[element], known[element]
            element = parents[element]


MAX_HREF = 2000


class Link(NamedTuple):
    """One link. ``text`` is at most `words.phrases.MAX_TEXT` long, ``senses`` are its bits of `words.phrases`."""

    element: int
    href: str
    text: str
    senses: int
    rel: str


_Addresses = tuple[list[str], dict[int, str], dict[int, str], dict[int, str], list[int], list[int] | None]


def addresses(attrs: Sequence[Mapping[str, str]], elements: list[int]) -> _Addresses:
    """Return the links' addresses; by position their relations, aria-labels or else titles; positions with a fragment.

    Last come the positions of addresses that may have a sign of entries (`entry_lines.SIGNS`), ``None`` where nobody
    has looked for them yet.
    """
    compiled = speedups.load("links")
    found: _Addresses | None = None if compiled is None else compiled.addresses(attrs, elements)
    return addresses_in_python(attrs, elements) if found is None else found


def addresses_in_python(attrs: Sequence[Mapping[str, str]], elements: list[int]) -> _Addresses:
    """Return what `addresses` does, by Python alone."""
    owns = list(map(attrs.__getitem__, elements))
    hrefs = [href[:MAX_HREF] for href in map(str.strip, map(itemgetter("href"), owns))]
    rels = [own.get("rel", "") for own in owns]
    relations = {position: rels[position][: phrases.MAX_TEXT].lower() for position in compress(count(), rels)}
    labels = {position: label for position, own in enumerate(owns) if (label := own.get("aria-label"))}
    titles = {
        position: title for position, own in enumerate(owns) if position not in labels and (title := own.get("title"))
    }
    return hrefs, relations, labels, titles, [position for position, href in enumerate(hrefs) if "#" in href], None


def link_groups(elements: list[int], parents: list[int], ends: list[int]) -> tuple[dict[int, list[int]], list[int]]:
    """Return the positions of links by the lowest element that holds another one, too, and that of each link.

    Climbs each element once.
    """
    groups: defaultdict[int, list[int]] = defaultdict(list)
    containers: list[int] = []
    before = -1
    for position, (element, after) in enumerate(pairwise([*elements, len(parents)])):
        container = parents[element]
        while container > before and ends[container] <= after and (parent := parents[container]) >= 0:
            container = parent
        groups[container].append(position)
        containers.append(container)
        before = element
    return dict(groups), containers


def labels_before(page: Page, elements: list[int], lengths: list[int]) -> dict[int, str]:
    """Return the texts right before links, by position: two pieces at most, not linked, not long."""
    pieces, linked, starts = page.pieces, page.linked, page.piece_starts
    texts: dict[int, str] = {}
    for position, element in enumerate(elements):
        piece = starts[element] - 1
        if piece > 0 and not lengths[piece] and not linked[piece]:
            piece -= 1
        if piece >= 0 and not linked[piece] and 0 < lengths[piece] <= MAX_BEFORE:
            texts[position] = pieces[piece].strip()
    return texts


class Links:
    """The links of a page in columns; indexing makes one of them a `Link`.

    ``elements``, ``hrefs``, ``texts`` and ``senses`` have one entry for each link; ``rels`` has the relations that are
    not empty, by position; ``fragments`` are the positions of links whose address has a fragment, ``signed`` of those
    whose address may be one of entries, ``None`` where these are not known.
    """

    __slots__ = ("_all_senses", "_with_senses", "elements", "fragments", "hrefs", "rels", "senses", "signed", "texts")

    def __init__(
        self,
        elements: Sequence[int],
        hrefs: list[str],
        texts: list[str],
        senses: list[int],
        rels: dict[int, str],
        fragments: list[int],
        signed: list[int] | None = None,
    ) -> None:
        self.elements, self.hrefs, self.texts, self.senses, self.rels = elements, hrefs, texts, senses, rels
        self.fragments, self.signed = fragments, signed
        self._with_senses = [place for place in compress(count(), senses) if senses[place] != ODD]
        self._all_senses = reduce(or_, {*senses}, 0)

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, position: int) -> Link:
        return Link(
            self.elements[position],
            self.hrefs[position],
            self.texts[position],
            self.senses[position],
            self.rels.get(position, ""),
        )

    def with_senses(self, bits: int) -> list[int]:
        """Return the positions of links with one of some senses; most pages have none."""
        senses = self.senses
        if not self._all_senses & bits:
            return []
        return [
            place for place in (compress(count(), senses) if bits & ODD else self._with_senses) if senses[place] & bits
        ]

    def __iter__(self) -> Iterator[Link]:
        return map(self.__getitem__, range(len(self.elements)))


def read_links(page: Page, elements: list[int]) -> Links:
    """Return links with their senses: those of the text, else of the first picture, the aria-label or the title."""
    hrefs, rels, labels, titles, fragments, signed = addresses(page.attrs, elements)
    texts, senses = phrases.lines(page.pieces, page.piece_starts, page.piece_ends, elements)
    for position, title in titles.items():
        if not senses[position] & ~ODD and title != texts[position]:
            labels[position] = title
    if labels or "" in texts:
        _read_labels(page, elements, labels, texts, senses)
    return Links(elements, hrefs, texts, senses, rels, fragments, signed)


def _read_labels(
    page: Page, elements: Sequence[int], labels: dict[int, str], texts: list[str], senses: list[int]
) -> None:
    """Add the texts and the senses of labels; the first picture's alternative text goes before the link's own."""
    longest = phrases.MAX_TEXT
    # Many labels say what the text says.
    labels = {position: label[:longest] for position, label in labels.items() if label != texts[position]}
    renamed: list[int] = []
    for position in compress(count(), map(not_, texts)):
        number = bisect_left(page.objects, elements[position])
        is_inside = number < len(page.objects) and page.objects[number] < page.ends[elements[position]]
        label = (is_inside and page.object_alts[number][:longest]) or labels.get(position)
        if label and (text := " ".join(label.split())):
            texts[position] = text
            renamed.append(position)
    if renamed or labels:
        added = phrases.senses([*[texts[position] for position in renamed], *labels.values()])
        for position, bits in zip(renamed, added, strict=False):
            senses[position] = bits
        for position, bits in zip(labels, added[len(renamed) :], strict=True):
            senses[position] |= bits & ~ODD


MAX_HEADINGS = 10
MAX_HEADING = 200
"""Characters of a heading that are compared."""
ANSWER = "re:"


class Headings:
    """The headings of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._elements = headings(page)

    def within(self, element: int, ranks: int = 6) -> bool:
        """Return True if a heading of one of the first ranks is in an element."""
        number = bisect_left(self._elements, element)
        end = self._page.ends[element]
        for heading in self._elements[number : number + MAX_HEADINGS]:
            if heading >= end:
                return False
            if HEADINGS[self._page.tags[heading]] <= ranks:
                return True
        return False

    def inside(self, element: int) -> list[int]:
        """Return the first headings in an element, `MAX_HEADINGS` at most."""
        number = bisect_left(self._elements, element)
        end = self._page.ends[element]
        return [heading for heading in self._elements[number : number + MAX_HEADINGS] if heading < end]

    @cached_property
    def texts(self) -> dict[str, int]:
        """The headings' texts without case, each with its first heading; an answer ("Re: ...") counts as the same."""
        known: dict[str, int] = {}
        for heading in self._elements:
            text = self._page.text_in(heading)[:MAX_HEADING].casefold()
            known.setdefault(text.removeprefix(ANSWER).strip(), heading)
        return known

    @cached_property
    def headlines(self) -> list[int]:
        """The headings of the first rank."""
        return [heading for heading in self._elements if self._page.tags[heading] == "h1"]

    @cached_property
    def new(self) -> list[int]:
        """The headings whose text no earlier heading has."""
        return sorted(self.texts.values())


# Elements that an attribute marks as navigation.

MAX_MARKED = 2000

_TRAIL, _TRAIL_ITEM = "BreadcrumbList", "Breadcrumb"
"""The second is that of each item: https://data-vocabulary.org, retired, but sites keep it."""
_CRUMBS = class_names.CRUMBS
_PAGES = class_names.PAGES | class_names.ARTICLES
_ENTRIES = class_names.ENTRY | class_names.TAG_LIST | class_names.COMMENT_COUNT


@dataclass(slots=True)
class Marks:
    """Marked elements that are or hold a link, each sort in document order.

    ``crumbs``, ``pages`` and ``entries`` are marked by class or id, and come with its meaning; ``trails`` and
    ``trail_items`` as a breadcrumb trail and its items by microdata, RDFa or an aria-label; ``page_lists`` as a pager
    by an aria-label.
    """

    crumbs: list[tuple[int, int]] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    trails: list[int] = field(default_factory=list)
    trail_items: list[int] = field(default_factory=list)
    page_lists: list[int] = field(default_factory=list)


def _read_marks(page: Page, links: Sequence[int]) -> Marks:
    """Return the marked elements that are or hold one of the ``links``."""
    marks = Marks()
    meaning: dict[int, int] = {}
    for name, bits in read_names(page).meanings.items():
        if bits & class_names.MARKS:
            for element in page.names[name]:
                meaning[element] = meaning.get(element, 0) | bits
    for element in _holders(page, links, sorted(meaning)):
        for bits, marked in ((_CRUMBS, marks.crumbs), (_PAGES, marks.pages), (_ENTRIES, marks.entries)):
            if meaning[element] & bits:
                marked.append((element, meaning[element]))
    for element in _holders(page, links, labelled(page)):
        _add_labelled(element, page.attrs[element], marks)
    for kept in (marks.crumbs, marks.pages, marks.entries, marks.trails, marks.trail_items, marks.page_lists):
        del kept[MAX_MARKED:]
    return marks


def _mark_by_parts(page: Page, links: Sequence[int], parts: Sequence[Sequence[str]], marks: Marks) -> None:
    """Mark the elements whose class or id has one of some parts; a line about an entry may be without a link."""
    for kept, wanted in zip((marks.crumbs, marks.pages, marks.entries), parts, strict=True):
        named = [page.names[name] for name in page.names if any(map(name[:MAX_NAME].lower().__contains__, wanted))]
        elements = sorted(set().union(*named))
        marked = elements if kept is marks.entries else _holders(page, links, elements)
        kept[:] = [(element, 0) for element in marked[:MAX_MARKED]]


def _holders(page: Page, links: Sequence[int], elements: Iterable[int]) -> list[int]:
    """Return those elements that are or hold a link."""
    count, ends = len(links), page.ends
    return [
        element
        for element in elements
        if (number := bisect_left(links, element)) < count and links[number] < ends[element]
    ]


def _add_labelled(element: int, own: Mapping[str, str], marks: Marks) -> None:
    senses = phrases.SENSES[own.get("aria-label", "")[: phrases.MAX_TEXT]]
    typed = own.get("itemtype") or own.get("typeof") or ""
    if senses & phrases.TRAIL_LABEL or _TRAIL in typed:
        marks.trails.append(element)
    elif _TRAIL_ITEM in typed:
        marks.trail_items.append(element)
    if senses & phrases.PAGES_LABEL:
        marks.page_lists.append(element)


class Found(NamedTuple):
    """A region as a detector finds it: its first and its last element, siblings or the same."""

    kind: Kind
    subtype: str
    first: int
    last: int
    rule: str


def outermost(found: list[Found], page: Page) -> list[Found]:
    """Return regions in document order without those that lie in, or overlap, an earlier or larger one."""
    kept: list[Found] = []
    end = -1
    for region in sorted(found, key=lambda region: (region.first, -page.ends[region.last])):
        if region.first >= end:
            kept.append(region)
            end = page.ends[region.last]
    return kept


def counted(flags: list[bool]) -> list[int]:
    """Return how many flags are set before each position."""
    return [0, *accumulate(flags)]


class Widening:
    """Climbs from an element while only allowed links come in, and little else (Uda 3.3 ② Step-5, ④ Step-4).

    ``flags`` has one entry for each link: whether it is allowed. ``most`` are the characters outside links. Sentences
    stay outside, and, without ``past_headings``, headings. Each element is looked at once.
    """

    def __init__(self, candidates: Candidates, flags: list[bool], most: int, *, past_headings: bool = True) -> None:
        self._candidates, self._flags, self._most, self._past_headings = candidates, flags, most, past_headings
        self._known: dict[int, int] = {}

    def around(self, element: int) -> int:
        """Return the outermost element to which one can be widened."""
        parents, known, way = self._candidates.page.parents, self._known, []
        while element not in known:
            way.append(element)
            parent = parents[element]
            if parent < 0 or not self._may_be(parent):
                break
            element = parent
        found = known.get(element, element)
        for passed in way:
            known[passed] = found
        return found

    def allows(self, positions: range) -> bool:
        """Return True if all of some links are allowed."""
        return all(self._flags[positions.start : positions.stop])

    def _may_be(self, element: int) -> bool:
        candidates = self._candidates
        _, unlinked = candidates.size(element)
        return (
            unlinked <= self._most
            and candidates.page.tags[element] not in ROOTS
            and self.allows(candidates.inside(element))
            and (self._past_headings or not (self._has_title(element) or self._holds_lists(element)))
            and (unlinked < MIN_SENTENCE or not candidates.has_sentence(element))
        )

    def _holds_lists(self, element: int) -> bool:
        """Return True if several of an element's children are lists: each is a line of its own (beyond the paper)."""
        page = self._candidates.page
        if not self._candidates.rules.further:
            return False
        inside = page.tags[element + 1 : min(page.ends[element], element + 1 + MAX_INSIDE)]
        if sum(map(inside.count, LISTS)) <= 1:
            return False
        lists = [child for child in islice(page.children(element), MAX_PIECES) if page.tags[child] in LISTS]
        return len(lists) > 1

    def _has_title(self, element: int) -> bool:
        """Return True if an element has a heading; one of low rank that is an allowed link alone is none."""
        candidates = self._candidates
        return candidates.headings.within(element) and any(
            not candidates.rules.further
            or HEADINGS[candidates.page.tags[heading]] <= TITLE_RANKS
            or candidates.size(heading)[1] > MAX_COUNT
            for heading in candidates.headings.inside(element)
        )


# Sentences and copyright notices, which are no lists of links.

MAX_SENTENCE = 40
"""Characters outside links from which on a text block is a sentence, if they are more than the linked ones."""

MAX_NOTICE_PIECES = 60
"""Pieces of a text in which a copyright notice is looked for."""
_MAX_PIECE = 300
_RIGHTS = ("©", "(c)", *phrases.RIGHTS)
_ASCII_RIGHTS = tuple(filter(str.isascii, _RIGHTS))


def has_rights(candidates: Candidates, first_piece: int, last_piece: int) -> bool:
    """Return True if the text outside links has a copyright notice; "Copyright policy" as a link is none."""
    page, all_before, linked_before = candidates.page, candidates.characters, candidates.linked_characters
    last_piece = min(last_piece, first_piece + MAX_NOTICE_PIECES)
    if all_before[last_piece] - all_before[first_piece] == linked_before[last_piece] - linked_before[first_piece]:
        return False  # between lists of links there is no other text, as a rule
    numbers = range(first_piece, last_piece)
    text = " ".join(page.pieces[number][:_MAX_PIECE] for number in numbers if not page.linked[number]).lower()
    return any(map(text.__contains__, _ASCII_RIGHTS if text.isascii() else _RIGHTS))


def in_sentence(candidates: Candidates, element: int) -> bool:
    """Return True if a link is in a sentence ("by signing up you agree to ..."), not in a list or notice."""
    page = candidates.page
    block = bisect_right(page.text_ends, page.piece_starts[element])
    if block >= len(page.text_ends):
        return False
    low, high = page.text_starts[block], page.text_ends[block]
    everything = candidates.characters[high] - candidates.characters[low]
    linked = candidates.linked_characters[high] - candidates.linked_characters[low]
    unlinked = everything - linked
    if unlinked < MIN_SENTENCE:  # most links stand in lists
        return False
    ended = ends_sentence(page.texts[block])
    if not ended and unlinked <= max(MAX_SENTENCE, linked):
        return False
    return not has_rights(candidates, low, high)
