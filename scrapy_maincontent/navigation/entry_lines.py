"""The content and the surroundings of a line about an entry, and how far it reaches (Uda 3.3 ④ Step-4).

Dates, words such as "by" and "tags", the text before it, and its links: to an author, a tag, a category or comments.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from ..page import HEADINGS
from ..words import class_names, days, phrases, read_words
from ..words.lines import SHARE, line_kind
from ..words.sentences import ends_sentence
from .candidates import LISTS, MIN_SENTENCE, ROOTS, TITLE_RANKS, in_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .addresses import Addresses
    from .candidates import Candidates, Widening


MAX_PIECES = 40
MAX_LABEL_PIECES = 4
"""Pieces of text before a link that may be its label."""
MAX_LABEL = 40
"""Characters of a label in a text block of its own."""
MAX_BESIDE = 60
"""Characters outside links in the same text block; more are a sentence."""
MAX_TITLES = 120
"""The same behind a word like "by": people have titles."""
MAX_BY_WORDS = 2
"""Words of a label before a name, such as "written by"."""
NEAR = 3
"""Text blocks around a name in which its entry's date stands."""

_LABELS = phrases.BY | phrases.TAGS


def has_line_words(candidates: Candidates, element: int) -> bool:
    """Return True if a short text has a date, or has words like "by", "posted on" or "tags" outside its links."""
    return has_date(candidates, element, phrases.BY | phrases.DATE | phrases.TAGS)


def has_date(candidates: Candidates, element: int, wanted: int = phrases.DATE) -> bool:
    """Return True if a short text has a date, or, outside its links, wanted words."""
    page, lengths, known = candidates.page, candidates.lengths, candidates.line_words
    start, end = page.piece_starts[element], page.piece_ends[element]
    wanted |= _IS_DATE
    for number in range(start, min(end, start + MAX_PIECES)):
        if lengths[number]:
            if number not in known:
                known[number] = _line_words(candidates, number)
            if known[number] & wanted:
                return True
    return False


_IS_DATE = phrases.ODD << 1


def _line_words(candidates: Candidates, number: int) -> int:
    """Return the bits of a piece of text outside links, and that of a date."""
    page = candidates.page
    text = page.pieces[number][: phrases.MAX_TEXT].strip()
    if page.linked[number]:  # "Games 2014" may be a topic
        return _IS_DATE * (len(_NUMBER.findall(text)) > 1 and is_date(text))
    return _IS_DATE * is_date(text) | phrases.SENSES[text]


def is_led(candidates: Candidates, element: int) -> bool:
    """Return True if words like "by" or "tags:" are right before a link, or, in an article, the block before."""
    page = candidates.page
    end = page.piece_starts[element]
    block = page.block_at(end)
    if block >= len(page.texts):
        return False
    start = page.text_starts[block]
    for piece in reversed(page.pieces[max(end - MAX_LABEL_PIECES, start) : end]) if start < end else ():
        if text := piece.strip():
            return _has_words(text, _LABELS)
    if block == 0 or page.linked[page.text_starts[block - 1]] or len(page.texts[block - 1]) > MAX_LABEL:
        return False
    return (
        _has_words(page.texts[block - 1], _LABELS)
        and not any(pieces_linked(candidates, block - 1))
        and (
            any(page.tags[above] == "article" for above in page.ancestors(element))
            or is_behind_text(candidates, element, LABELLED)
        )
    )


def is_bylined(candidates: Candidates, position: int) -> bool:
    """Return True if a link is the name right behind a word like "by" with which its text block begins."""
    page, (element, href, text, *_) = candidates.page, candidates.links[position]
    start = page.piece_starts[element]
    block = page.block_at(start)
    if not href or not 1 < len(text) <= MAX_NAME or any(map(str.isdigit, text)) or block >= len(page.texts):
        return False
    if start - page.text_starts[block] > MAX_LABEL_PIECES:
        return False
    before = " ".join("".join(page.pieces[page.text_starts[block] : start])[:MAX_BESIDE].split())
    if not before and block and not any(pieces_linked(candidates, block - 1)):
        before = page.texts[block - 1]
    if len(before) > MAX_LABEL or before.count(" ") >= MAX_BY_WORDS or not _has_words(before, phrases.BY):
        return False
    return is_line(candidates, position)


def is_line(candidates: Candidates, position: int) -> bool:
    """Return True if a link's text block is no sentence: little else is in it, or a title behind a name, after "by"."""
    page, element = candidates.page, candidates.elements[position]
    beside = candidates.beside(position)
    if beside < MIN_SENTENCE or (beside <= MAX_BESIDE and not in_sentence(candidates, element)):
        return True
    block = page.first_block(element)
    text = page.texts[block] if block < len(page.texts) else ""
    return (
        beside <= MAX_TITLES and not ends_sentence(text) and bool(phrases.SENSES[text[: phrases.MAX_TEXT]] & phrases.BY)
    )


def byline_element(candidates: Candidates, position: int, widening: Widening) -> int:
    """Return the element of a name's text block if all its links are allowed, else the link."""
    page, element = candidates.page, candidates.elements[position]
    block = page.first_block(element)
    owner = page.owners[block]
    inside = candidates.inside(owner)
    own = page.blocks_in(owner) == (block, block + 1)
    return owner if own and widening.allows(inside) else element


def is_dated(candidates: Candidates, element: int) -> bool:
    """Return True if a line has a date, or one of the text blocks around it is one."""
    page = candidates.page
    low, high = page.blocks_in(element)
    around = page.texts[max(low - NEAR, 0) : high + NEAR]
    return has_date(candidates, element) or any(is_date(text) or _has_words(text, phrases.DATE) for text in around)


def is_beside_date(candidates: Candidates, element: int) -> bool:
    """Return True if the text block right before or behind a line is a date."""
    page = candidates.page
    low, high = page.blocks_in(element)
    return any(is_date(text) for text in (*page.texts[max(low - 1, 0) : low], *page.texts[high : high + 1]))


def _has_words(text: str, wanted: int) -> bool:
    """Return True if a text is short and has wanted words."""
    return len(text) <= phrases.MAX_TEXT and bool(phrases.SENSES[text] & wanted)


def pieces_linked(candidates: Candidates, block: int) -> list[bool]:
    """Return which of a text block's first pieces are in links."""
    page = candidates.page
    start = page.text_starts[block]
    return page.linked[start : min(page.text_ends[block], start + MAX_PIECES)]


# How far a line reaches: the date beside a name belongs to it (Uda 3.3 ④ Step-4).

MAX_LINE_LEVELS = 4
"""Elements above a line that may be all of it."""
MAX_BOXES = 8
"""Elements around a line that hold nothing else."""
MAX_LINE = 160
"""Characters of a whole line."""
MAX_ADDED = 60
"""Characters outside links that a step upwards may add, and those of a linked name."""
MAX_WORDS = 3
"""Words of a linked name."""
MAX_ADDED_LINKS = 3
_NO_LINE_TAGS = ROOTS | {"article", "form", "nav", "aside", "tr", "tbody", "table"}


def whole_line(candidates: Candidates, element: int) -> int:
    """Return the element that holds a line and the date or the name beside it, the line's own where there is none."""
    if element not in candidates.whole_lines:
        candidates.whole_lines[element] = _whole_line(candidates, element)
    return candidates.whole_lines[element]


def _whole_line(candidates: Candidates, element: int) -> int:
    # Most lines have no such words around them, which shows in the largest element that may be a box.
    largest = _largest_box(candidates, element)
    if _is_read_whole(candidates, largest) and not has_line_words(candidates, largest):
        return element
    own, boxes = candidates.inside(element), list(_boxes(candidates, element))
    whole, dated = element, has_date(candidates, element)
    for above, inside in boxes:
        if (
            dated
            or _has_title(candidates, above)
            or candidates.has_sentence(above)
            or not all(_is_name(candidates, position) for position in inside if position not in own)
            or _joins_tags(candidates, above, element)
        ):
            break
        if has_line_words(candidates, above):
            whole, dated = above, has_date(candidates, above)
    return whole


def _largest_box(candidates: Candidates, element: int) -> int:
    """Return the outermost element around a line that may be all of it by its characters, the line's own for none."""
    page, characters = candidates.page, candidates.characters
    parents, starts, ends = page.parents, page.piece_starts, page.piece_ends
    most = max(MAX_LINE, characters[ends[element]] - characters[starts[element]])
    above = parents[element]
    while above >= 0 and characters[ends[above]] - characters[starts[above]] <= most:
        element, above = above, parents[above]
    return element


def _boxes(candidates: Candidates, element: int) -> Iterator[tuple[int, range]]:
    """Yield the elements around a line that may be all of it by their size, and their links."""
    size, unlinked = candidates.size(element)
    links = len(candidates.inside(element))
    for above in islice(candidates.page.ancestors(_boxed(candidates, element)), MAX_LINE_LEVELS):
        everything, outside = candidates.size(above)
        if (
            candidates.page.tags[above] in _NO_LINE_TAGS
            or everything > max(MAX_LINE, size)
            or outside - unlinked > MAX_ADDED
            or len(inside := candidates.inside(above)) - links > MAX_ADDED_LINKS
        ):
            return
        yield above, inside


def _is_read_whole(candidates: Candidates, element: int) -> bool:
    page = candidates.page
    return page.piece_ends[element] - page.piece_starts[element] <= MAX_PIECES


def lists_of(candidates: Candidates, element: int) -> list[int]:
    """Return the lists with links that an element consists of, where they are several.

    Beside neighbouring entries, elements with names of lists are such as well: no line holds all.
    """
    page, size = candidates.page, candidates.size
    children = [child for child in islice(page.children(element), MAX_PIECES) if candidates.inside(child)]
    others = sum(size(each)[0] for each in children if page.tags[each] == "nav")
    lists = [each for each in children if page.tags[each] in LISTS or (others and _is_tag_list(page.attrs[each]))]
    whole = sum(size(each)[0] for each in lists) + others == size(element)[0]
    return lists if whole and len(lists) > 1 else []


def _is_tag_list(own: Mapping[str, str]) -> bool:
    return bool(class_names.class_meanings(own) & class_names.TAG_LIST)


def _boxed(candidates: Candidates, element: int) -> int:
    """Return the outermost element that holds one and nothing else, no more than `MAX_BOXES` above it."""
    page, size, links = candidates.page, candidates.size(element), len(candidates.inside(element))
    for above in islice(page.ancestors(element), MAX_BOXES):
        same = candidates.size(above) == size and len(candidates.inside(above)) == links
        if not same or page.tags[above] in _NO_LINE_TAGS:
            break
        element = above
    return element


def _has_title(candidates: Candidates, above: int) -> bool:
    """Return True if an element has a heading that is a title; a linked one of lower rank is a name."""
    tags = candidates.page.tags
    return any(
        HEADINGS[tags[heading]] <= TITLE_RANKS or not candidates.inside(heading)
        for heading in candidates.headings.inside(above)
    )


def _joins_tags(candidates: Candidates, above: int, element: int) -> bool:
    """Return True if a line would be joined with tags that have a label of their own; in a list, it may be."""
    page = candidates.page
    if page.tags[above] in LISTS:
        return False
    pieces = range(page.piece_starts[element], min(page.piece_ends[above], page.piece_starts[element] + MAX_PIECES))
    return any(not page.linked[piece] and _has_words(page.pieces[piece].strip(), phrases.TAGS) for piece in pieces)


def _is_name(candidates: Candidates, position: int) -> bool:
    text = candidates.links.texts[position]
    is_short = 0 < len(text) <= MAX_ADDED and (text.count(" ") < MAX_WORDS or is_date(text))
    return is_short and line_kind(text) != SHARE


# Places right behind an entry's text: tags there are the entry's, those in a sidebar are the site's.

LABELLED, UNLABELLED = 10, 3
"""Text blocks between an entry's text and its tags, below a word such as "Tags" and without one."""
MIN_TEXT = 80
"""Characters of a text block that is an entry's text."""
MAX_TEXT_LEVELS = 12
_ASIDE = frozenset(("nav", "aside", "footer"))
_OWN_FOOTER = re.compile(r"(?:article|post|entry|story|single|artikel|beitrag|noticia)[-_]{0,2}(?:footer|foot|bottom)")
"""Classes of the foot of an article, which is not the site's."""
_NAMED_ASIDE = class_names.SIDE | class_names.FOOTER


def is_behind_text(candidates: Candidates, element: int, near: int) -> bool:
    """Return True if one of the ``near`` text blocks before an element is an entry's text, or its article's."""
    page = candidates.page
    block, _ = page.blocks_in(element)
    return any(is_text(candidates, before) for before in range(max(block - near, 0), block)) and not is_aside(
        candidates, element
    )


def is_aside(candidates: Candidates, element: int) -> bool:
    """Return True if an element is in a sidebar, a menu or a footer that is not its article's and holds more."""
    above = (element, *candidates.page.ancestors(element))
    for number, (tag, meaning), _ in zip(
        above, candidates.meanings_above(element), range(MAX_TEXT_LEVELS), strict=False
    ):
        if tag == "article":
            return False
        if (tag in _ASIDE or meaning & _NAMED_ASIDE) and not (
            holds_only(candidates, number, element)
            or _OWN_FOOTER.search(candidates.page.attrs[number].get("class", "")[:MAX_ADDRESS].lower())
        ):
            return True
    return False


def holds_only(candidates: Candidates, above: int, element: int) -> bool:
    """Return True if an element contains one given element below it and no other text or link."""
    return candidates.size(above)[0] == candidates.size(element)[0] and len(candidates.inside(above)) == len(
        candidates.inside(element)
    )


def is_text(candidates: Candidates, block: int) -> bool:
    """Return True if a text block is a sentence or more, and not mostly links."""
    page = candidates.page
    text = page.texts[block]
    if len(text) < MIN_TEXT or not ends_sentence(text):
        return False
    low, high = page.text_starts[block], page.text_ends[block]
    linked = candidates.linked_characters[high] - candidates.linked_characters[low]
    return 2 * linked < len(text)


# Sentences that say when, by whom and below which topics an entry was published.

MIN_POSTED, MAX_POSTED = 20, 300
MIN_BESIDE = 10
"""Characters of such a sentence outside its links."""
MAX_POSTED_LINKS = 8
MAX_LEAD = 80
"""Characters at the start and at the end in which a word says that an entry was published."""


def posted_blocks(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Return the text blocks right behind an entry's text that say in a sentence when it was published, with links."""
    page, linked, characters = candidates.page, candidates.linked_characters, candidates.characters
    held = [
        block
        for block, (text, start, end) in enumerate(zip(page.texts, page.text_starts, page.text_ends, strict=True))
        if 0 < linked[end] - linked[start] < characters[end] - characters[start] - MIN_BESIDE
        and MIN_POSTED <= len(text) <= MAX_POSTED
    ]
    dated = days.with_years([page.texts[block] for block in held])
    if not dated:
        return []
    known = set(dated)
    return [block for block in held if page.texts[block] in known and _is_posted(candidates, addresses, block)]


@cache
def _stems() -> tuple[str, ...]:
    return tuple(read_words("lines.toml")["posted"]["stems"])


def _is_posted(candidates: Candidates, addresses: Addresses, block: int) -> bool:
    page, text = candidates.page, candidates.page.texts[block]
    lowered = text.lower()
    if not any(map(f"{lowered[:MAX_LEAD]}\n{lowered[-MAX_LEAD:]}".__contains__, _stems())):
        return False
    positions = candidates.inside(page.owners[block])
    entries, hrefs = entry_links(candidates), candidates.links.hrefs
    return (
        page.blocks_in(page.owners[block]) == (block, block + 1)
        and 0 < len(positions) <= MAX_POSTED_LINKS
        and (
            any(entries[position] for position in positions)
            or all(addresses.is_local(hrefs[position]) and _is_name(candidates, position) for position in positions)
        )
        and (names_day(text) or days.day_in(text) is not None)
        and is_behind_text(candidates, page.owners[block], UNLABELLED)
        and not any(is_text(candidates, after) for after in range(block + 1, min(block + UNLABELLED, len(page.texts))))
    )


# Links to an entry's author, tags, categories, date or comments.

MAX_NAME = 60
"""Characters of an author's or a tag's name."""
MAX_ADDRESS = 200
MAX_DATE_LETTERS, MAX_MONTH_LETTERS = 24, 12
"""Letters around a year and a day ("Last updated: 12 September"), and around a year alone ("September")."""
_YEARS = frozenset(str(year) for year in range(1970, 2100))

SCRIPTED = "#"
"""Address of a link that only a script understands: "add a comment" below each post."""
_SCRIPT = "javascript:"
TOPIC_RELATIONS = frozenset(("tag", "category"))
_RELATIONS = frozenset(("author", "tag", "category"))
_IDLE_RELATIONS = frozenset(
    (
        "nofollow",
        "noopener",
        "noreferrer",
        "noopener noreferrer",
        "noreferrer noopener",
        "nofollow noopener",
        "external",
    )
)

_AUTHORS = """
    author authors contributor contributors writer writers staff reporter reporters journalist journalists columnist
    columnists editors byline autor autoren autorin redakteur redakteure auteur auteurs journaliste journalistes
    autores autora firmas periodistas autore autori
    giornalisti firme autorzy redaktor avtor avtory forfatter forfattare skribent journalister yazar yazarlar penulis
    kirjoittaja szerzo szerzok
"""
_WORDS = """
    tag tags tagged hashtag hashtags label labels category categories cat keyword keywords schlagwort schlagworte
    schlagwoerter stichwort thema themen kategorie kategorien rubrik etiquette etiquettes mot-cle mots-cles sujet
    sujets theme themes thematique thematiques categorie rubrique etiqueta etiquetas categoria categorias tema temas
    etichetta etichette argomento argomenti kategoria tagi temat tematy rubrica onderwerp onderwerpen trefwoord
    tudo-sobre metki rubrika tagg taggar amne amnen emne emner stikkord etiket etiketler konu kategori avainsana
    aihe aiheet stitek stitky tema temat teg tegi mitka cimke cimkek eticheta etichete
"""
_TAG_WORDS = """
    tag tags tagged hashtag hashtags label labels keyword keywords schlagwort schlagworte etiqueta etiquetas
    tagg taggar emne emner etiket etiketler teg tegi metka
"""
_TAGS = frozenset(_TAG_WORDS.split())
"""Segments of addresses of tags, which menus and lists of sections have less often than those of categories."""
_TOPICS = frozenset(("topic", "topics"))
"""The same, but forums number theirs."""
_KINDS = ("blog", "post", "news", "article", "product", "resource", "entry", "story")


def _of_kinds(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(segment for word in words for segment in (word, *(f"{kind}-{word}" for kind in _KINDS)))


_AUTHOR_SEGMENTS = _of_kinds(tuple(_AUTHORS.split()))
_PERSONS = """
    profile profiles people person bio bios by u user users member members team perfil perfiles profil profils profilo
    personas personen persone pessoas
"""
_PERSON_SEGMENTS = frozenset(_PERSONS.split())
"""Segments of addresses of anybody who is written about, too."""
_SEGMENTS = _AUTHOR_SEGMENTS | _of_kinds((*_WORDS.split(), *_TOPICS))
"""Segments of addresses of an author's entries, and of a topic's, in several languages."""
SIGNS = _SEGMENTS | {str(year) for year in range(1900, 2100)}
"""Each address of entries has one of these segments, or a query."""
_DATE_PATH = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/?(?:[0-3]\d/?)?(?:$|[?#])")
PARAMETERS = ("tag=", "cat=", "author=")
_ENTRY_QUERY = re.compile(r"[?&]author=|(?:^|/|/index\.php|/blog)\?(?:cat|tag)=")
"""Categories and tags are queries of a blog's front page; shops filter, and shorteners count, with them elsewhere."""
_COMMENTS_ADDRESS = re.compile(
    r"#(?:respond|trackbacks?|disqus_thread|post_comments|kommentare?"
    r"|komentarze|reacties|cm|tb)$|#[A-Za-z_-]{0,20}[Cc]omm?ents$|\?view=comments|&view=comments"
    r"|#[Cc]omm?ent[A-Za-z_-]{0,25}$|#(?:new|add|post|write)[_-]?comment$|/(?:[a-z]{1,12}[_-])?comments?\.(?:php|aspx?|jsp)\?"
    r"|/(?:comments?|kommentare|commentaires|comentarios)/(?!feed)[^/?#]"
    r"|/(?<!//)[^/?#]+/[^/?#]+/comments/?$|\d/comment/?$|//(?:comments?|pinglun)\d{0,2}\.[^/?#]{1,60}/[^/?#]"
)
"""Each begins with a sign of its own, so that the others of an address are passed over at once."""
_NUMBER = re.compile(r"\d+")
_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d(?:[./-]|\s?[年년]\s?)[01]?\d(?:[./-]|\s?[月월]\s?)[0-3]?\d|[0-3]?\d([./-])[01]?\d\1(?:19|20)\d\d)(?!\d)"
)
_SIGNED_DAY = re.compile(r"(?<!\d)[01]?\d\s?[月월]\s?[0-3]?\d\s?[日일]")
_SHORT_DATE = re.compile(r"(?<!\d)[0-3]?\d([./-])[01]?\d\1\d\d(?!\d)")


def with_signs(hrefs: list[str]) -> list[int]:
    """Return the positions of addresses that have one of `PARAMETERS` or one of `SIGNS`."""
    return [
        place
        for place, href in enumerate(hrefs)
        if ("=" in href and any(map(href.__contains__, PARAMETERS))) or not SIGNS.isdisjoint(href.split("/"))
    ]


def entry_links(candidates: Candidates) -> list[bool]:
    """Return a flag for each link: whether it leads to an author, a tag, a category, a date's entries or comments."""
    links, hrefs, texts, found = candidates.links, candidates.links.hrefs, candidates.links.texts, candidates.entries
    if found:
        return found
    found += [False] * len(links)
    for position in links.with_senses(phrases.COMMENTS):
        found[position] = hrefs[position] != SCRIPTED
    for position, rel in links.rels.items():
        if rel not in _IDLE_RELATIONS and is_related(rel, texts[position]):
            found[position] = True
    for position in links.fragments:
        if hrefs[position] != SCRIPTED and is_comments_address(hrefs[position][-MAX_ADDRESS:]):
            found[position] = True
    for position in with_signs(hrefs) if links.signed is None else links.signed:
        if len(texts[position]) <= MAX_NAME and _is_entry_address(hrefs[position][:MAX_ADDRESS]):
            found[position] = True
    return found


def is_related(rel: str, text: str) -> bool:
    """Return True if a relation, with the link's text, is that to an author, a tag, a category or a date's entries."""
    return not _RELATIONS.isdisjoint(rel.split()) or ("bookmark" in rel and is_date(text))


def _is_entry_address(href: str) -> bool:
    """Return True if an address is of the entries of an author, a tag, a category or a date."""
    if "=" in href and any(map(href.__contains__, PARAMETERS)) and _ENTRY_QUERY.search(href) is not None:
        return True
    segments = href.split("/")
    if SIGNS.isdisjoint(segments):
        return False
    for segment, behind in pairwise(segments):
        if segment in _SEGMENTS and _is_named(segment, behind):
            return True
    return _DATE_PATH.search("/" + href) is not None


def is_author_address(href: str) -> bool:
    """Return True if an address is of an author's entries."""
    return _has_segment(href, _AUTHOR_SEGMENTS)


def is_person_address(href: str) -> bool:
    """Return True if an address is of a person, an author or not."""
    return _has_segment(href, _PERSON_SEGMENTS)


def is_tag_address(href: str) -> bool:
    """Return True if an address is of a tag's entries."""
    return _has_segment(href, _TAGS)


def _has_segment(href: str, wanted: frozenset[str]) -> bool:
    """Return True if an address has one of some segments, and another one behind it."""
    segments = href.split("/")
    return not wanted.isdisjoint(segments) and any(
        segment in wanted and behind and behind[0] not in "?#" for segment, behind in pairwise(segments)
    )


def _is_named(segment: str, behind: str) -> bool:
    """Return True if the segment behind one that means author or topic names one."""
    if not behind or behind[0] in "?#":
        return False
    return not (segment in _TOPICS and behind[0].isdigit())


def is_comments_address(href: str) -> bool:
    """Return True if an address is of the comments on an entry."""
    return _COMMENTS_ADDRESS.search(href) is not None


def is_permalink(text: str) -> bool:
    """Return True if a link's text is the number or the date of a comment or a post."""
    return text.startswith("#") or is_date(text)


def is_script(href: str) -> bool:
    """Return True if an address is but a script's."""
    return href.startswith(_SCRIPT)


def names_day(text: str) -> bool:
    """Return True if a text has a day with its year in numbers, whatever else: "2012-01-17", "17.1.2012"."""
    return _DAY.search(text) is not None


def is_date(text: str) -> bool:
    """Return True if a text is a date with a year, and little else: a title may have a year, too."""
    numbers = _NUMBER.findall(text)
    if not numbers or (_YEARS.isdisjoint(numbers) and not _SHORT_DATE.search(text)):
        return False
    return sum(map(str.isalpha, text)) <= (MAX_DATE_LETTERS if len(numbers) > 1 else MAX_MONTH_LETTERS)


def is_day(text: str) -> bool:
    """Return True if a text is a day of a month, without a year perhaps, and little else: "25 ноября в 16:27"."""
    if len(text) > 2 * MAX_DATE_LETTERS or not any(map(str.isdigit, text)):
        return False
    if _SIGNED_DAY.search(text) is not None:
        return True
    words = phrases.TOKEN.findall(text)
    return any(map(days.is_month, words)) and sum(map(str.isalpha, text)) <= MAX_DATE_LETTERS
