"""Links about an entry: to its author, its tags, categories, date or comments."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ...page import columns
from ...words import phrases

if TYPE_CHECKING:
    from ._candidates import Candidates
    from ._links import Link

MAX_NAME = 60
"""Characters of an author's or a tag's name."""
MAX_ADDRESS = 200
MAX_DATE_LETTERS, MAX_MONTH_LETTERS = 24, 12
"""Letters around a year and a day ("Last updated: 12 September"), and around a year alone ("September")."""
_QUERIES = ("author=", "tag=", "cat=")
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
"""Common values that say nothing."""

_AUTHORS = """
    author authors contributor contributors writer writers staff reporter reporters journalist journalists columnist
    columnists editors byline autor autoren autorin redakteur redakteure auteur auteurs journaliste journalistes
    autores autora firmas periodistas autore autori giornalisti firme autorzy redaktor avtor avtory
"""
_WORDS = """
    tag tags tagged hashtag hashtags label labels category categories cat keyword keywords schlagwort schlagworte
    schlagwoerter stichwort thema themen kategorie kategorien rubrik etiquette etiquettes mot-cle mots-cles sujet
    sujets theme themes thematique thematiques categorie rubrique etiqueta etiquetas categoria categorias tema temas
    etichetta etichette argomento argomenti kategoria tagi temat tematy rubrica onderwerp onderwerpen trefwoord
    tudo-sobre metki rubrika
"""
_TAG_WORDS = "tag tags tagged hashtag hashtags label labels keyword keywords schlagwort schlagworte etiqueta etiquetas"
_TAGS = frozenset(_TAG_WORDS.split())
"""Segments of addresses of tags, which menus and lists of sections have less often than those of categories."""
_TOPICS = frozenset(("topic", "topics"))
"""The same, but forums number theirs."""
_KINDS = ("blog", "post", "news", "article", "product", "resource", "entry", "story")


def _of_kinds(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(segment for word in words for segment in (word, *(f"{kind}-{word}" for kind in _KINDS)))


_AUTHOR_SEGMENTS = _of_kinds(tuple(_AUTHORS.split()))
_SEGMENTS = _AUTHOR_SEGMENTS | _of_kinds((*_WORDS.split(), *_TOPICS))
"""Segments of addresses of an author's entries, and of a topic's, in several languages."""
_SIGNS = columns.Segments(_SEGMENTS | {str(year) for year in range(1900, 2100)})
"""Segments of all addresses of entries but queries."""
_DATE_PATH = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/?(?:[0-3]\d/?)?(?:$|[?#])")
_ENTRY_QUERY = re.compile(r"[?&]author=|(?:^|/|/index\.php|/blog)\?(?:cat|tag)=")
"""Categories and tags are queries of a blog's front page; shops filter, and shorteners count, with them elsewhere."""
_COMMENTS_ADDRESS = re.compile(
    r"#(?:comments?|comment-form|respond|trackbacks?|disqus_thread|post_comments|kommentare?|commentaires|comentarios"
    r"|komentarze|commenti|reacties|cm|tb)$|#[A-Za-z_-]{0,20}[Cc]omm?ents$|\?view=comments|&view=comments"
    r"|/(?:comments?|kommentare|commentaires|comentarios)/[^/?#]"
    r"|/(?<!//)[^/?#]+/[^/?#]+/comments/?$"
)
"""Each begins with a sign of its own, so that the others of an address are passed over at once."""
_NUMBER = re.compile(r"\d+")
_SHORT_DATE = re.compile(r"(?<!\d)[0-3]?\d([./-])[01]?\d\1\d\d(?!\d)")


def entry_links(candidates: Candidates) -> list[bool]:
    """Tell which links lead to an author, a tag, a category, a date's entries or an entry's comments.

    Most do not, which is told without a call for each.
    """
    links, hrefs, texts = candidates.links, candidates.links.hrefs, candidates.links.texts
    found = [False] * len(links)
    for position in links.telling(phrases.COMMENTS):
        found[position] = hrefs[position] != SCRIPTED
    for position, rel in links.rels.items():
        if rel not in _IDLE_RELATIONS and is_related(rel, texts[position]):
            found[position] = True
    for position in candidates.fragments:
        if hrefs[position] != SCRIPTED and is_comments_address(hrefs[position][-MAX_ADDRESS:]):
            found[position] = True
    for position in _signed(hrefs):
        if len(texts[position]) <= MAX_NAME and is_entry_address(hrefs[position][:MAX_ADDRESS]):
            found[position] = True
    return found


def _signed(hrefs: list[str]) -> set[int]:
    """Return the positions of addresses with a segment, a year or a query that those of entries have."""
    asking = columns.with_sign(hrefs, "=")
    asking = [position for position in asking if any(map(hrefs[position].__contains__, _QUERIES))] if asking else asking
    return {*asking, *_SIGNS.places(hrefs)}


def is_entry_link(link: Link) -> bool:
    """Tell whether a link leads to an author, a tag, a category, a date's entries or an entry's comments."""
    if (link.rel and is_related(link.rel, link.text)) or (link.says & phrases.COMMENTS and link.href != SCRIPTED):
        return True
    href = link.href
    if len(link.text) <= MAX_NAME and is_entry_address(href[:MAX_ADDRESS]):
        return True
    return "#" in href and is_comments_address(href[-MAX_ADDRESS:])


def is_related(rel: str, text: str) -> bool:
    """Tell whether a relation, with the link's text, is that to an author, a tag, a category or a date's entries."""
    return not _RELATIONS.isdisjoint(rel.split()) or ("bookmark" in rel and is_date(text))


def is_entry_address(href: str) -> bool:
    """Tell whether an address is of the entries of an author, a tag, a category or a date."""
    segments = href.split("/")
    if not _SEGMENTS.isdisjoint(segments) and any(map(_is_named, segments, segments[1:])):
        return True
    if "=" in href and _ENTRY_QUERY.search(href) is not None:
        return True
    return _DATE_PATH.search("/" + href) is not None


def is_author_address(href: str) -> bool:
    """Tell whether an address is of an author's entries."""
    segments = href.split("/")
    return not _AUTHOR_SEGMENTS.isdisjoint(segments) and any(
        segment in _AUTHOR_SEGMENTS and behind and behind[0] not in "?#" for segment, behind in pairwise(segments)
    )


def is_tag_address(href: str) -> bool:
    """Tell whether an address is of a tag's entries."""
    segments = href.split("/")
    return not _TAGS.isdisjoint(segments) and any(
        segment in _TAGS and behind and behind[0] not in "?#" for segment, behind in pairwise(segments)
    )


def _is_named(segment: str, behind: str) -> bool:
    """Tell whether a segment says author or topic, and the one behind it which one."""
    if segment not in _SEGMENTS or not behind or behind[0] in "?#":
        return False
    return not (segment in _TOPICS and behind[0].isdigit())


def is_comments_address(href: str) -> bool:
    """Tell whether an address is of the comments on an entry."""
    return _COMMENTS_ADDRESS.search(href) is not None


def is_permalink(text: str) -> bool:
    """Tell whether a link's text is the number or the date of a comment or a post."""
    return text.startswith("#") or is_date(text)


def is_script(link: Link) -> bool:
    """Tell whether a link has no address but a script's."""
    return link.href.startswith(_SCRIPT)


def is_post_link(link: Link) -> bool:
    """Tell whether a link is the number or the date of a post in a thread, and leads to it."""
    return "#" in link.href and is_permalink(link.text) and not is_comments_address(link.href[-MAX_ADDRESS:])


def is_date(text: str) -> bool:
    """Tell whether a text is a date with a year, and little else: a title may have a year, too."""
    numbers = _NUMBER.findall(text)
    if not numbers or (_YEARS.isdisjoint(numbers) and not _SHORT_DATE.search(text)):
        return False
    return sum(map(str.isalpha, text)) <= (MAX_DATE_LETTERS if len(numbers) > 1 else MAX_MONTH_LETTERS)
