"""Links about an entry: to its author, its tags, categories, date or comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import _words
from ._memo import Memo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._links import Link

MAX_NAME = 60
"""Characters of an author's or a tag's name."""
MAX_ADDRESS = 200
MAX_DATE_LETTERS, MAX_MONTH_LETTERS = 24, 12
"""Letters around a year and a day ("Last updated: 12 September"), and around a year alone ("September")."""
_CENTURIES = ("/19", "/20")
_YEARS = frozenset(str(year) for year in range(1970, 2100))

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

_WORDS = """
    author authors contributor contributors writer writers staff reporter reporters journalist journalists columnist
    columnists editors byline autor autoren autorin redakteur redakteure auteur auteurs journaliste journalistes autores
    autora firmas periodistas autore autori giornalisti firme autorzy redaktor avtor avtory
    tag tags tagged label labels category categories cat keyword keywords schlagwort schlagworte
    schlagwoerter stichwort thema themen kategorie kategorien rubrik etiquette etiquettes mot-cle mots-cles sujet sujets
    theme themes thematique thematiques categorie rubrique etiqueta etiquetas categoria categorias tema temas etichetta
    etichette argomento argomenti kategoria tagi temat tematy rubrica onderwerp onderwerpen trefwoord metki rubrika
"""
_TOPICS = frozenset(("topic", "topics"))
"""The same, but forums number theirs."""
_KINDS = ("blog", "post", "news", "article", "product", "resource", "entry", "story")
_SEGMENTS = frozenset(
    segment for word in (*_WORDS.split(), *_TOPICS) for segment in (word, *(f"{kind}-{word}" for kind in _KINDS))
)
"""Segments of addresses of an author's entries, and of a topic's, in several languages."""
_DATE_PATH = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/?(?:[0-3]\d/?)?(?:$|[?#])")
_ENTRY_QUERY = re.compile(r"[?&](?:author|tag)=|(?:^|/|/index\.php|/blog)\?cat=")
"""Categories are queries of a blog's front page; shops filter with such queries elsewhere."""
_COMMENTS_ADDRESS = re.compile(
    r"#(?:comments?|comment-form|respond|trackbacks?|disqus_thread|post_comments|kommentare?|commentaires|comentarios"
    r"|komentarze|commenti|reacties|cm|tb)$|[?&]view=comments|/(?:comments?|kommentare|commentaires|comentarios)/[^/?#]"
    r"|(?:^|[^/])/[^/?#]+/[^/?#]+/comments/?$"
)
_NUMBER = re.compile(r"\d+")
_SHORT_DATE = re.compile(r"(?<!\d)[0-3]?\d([./-])[01]?\d\1\d\d(?!\d)")


def entry_links(links: Sequence[Link]) -> list[bool]:
    """Tell which links lead to an author, a tag, a category, a date's entries or an entry's comments.

    Most do not, which is told without a call for each.
    """
    known = _FOLDERS
    return [
        bool(
            known[href[:MAX_ADDRESS].rpartition("/")[0]]
            or says & _words.COMMENTS
            or "#" in href
            or (rel and rel not in _IDLE_RELATIONS)
            or ("=" in href and _ENTRY_QUERY.search(href))
        )
        and is_entry_link(link)
        for link, (_, href, _, says, rel) in zip(links, links, strict=True)
    ]


def is_entry_link(link: Link) -> bool:
    """Tell whether a link leads to an author, a tag, a category, a date's entries or an entry's comments."""
    if link.rel and (not _RELATIONS.isdisjoint(link.rel.split()) or ("bookmark" in link.rel and is_date(link.text))):
        return True
    if link.says & _words.COMMENTS:
        return True
    href = link.href
    if len(link.text) <= MAX_NAME and is_entry_address(href[:MAX_ADDRESS]):
        return True
    return "#" in href and is_comments_address(href[-MAX_ADDRESS:])


def is_entry_address(href: str) -> bool:
    """Tell whether an address is of the entries of an author, a tag, a category or a date."""
    segments = href.split("/")
    if not _SEGMENTS.isdisjoint(segments) and any(map(_is_named, segments, segments[1:])):
        return True
    if "=" in href and _ENTRY_QUERY.search(href) is not None:
        return True
    return _DATE_PATH.search("/" + href) is not None


def _read_folder(folder: str) -> int:
    """Tell whether an address in a folder may be of entries: 0 for most."""
    return not _SEGMENTS.isdisjoint(folder.split("/")) or any(century in f"/{folder}" for century in _CENTURIES)


_FOLDERS = Memo(_read_folder)


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


def is_date(text: str) -> bool:
    """Tell whether a text is a date with a year, and little else: a title may have a year, too."""
    numbers = _NUMBER.findall(text)
    if not numbers or (_YEARS.isdisjoint(numbers) and not _SHORT_DATE.search(text)):
        return False
    return sum(map(str.isalpha, text)) <= (MAX_DATE_LETTERS if len(numbers) > 1 else MAX_MONTH_LETTERS)
