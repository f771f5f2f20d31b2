"""What a page says about itself beside its text: authors, days, language, description, address, site, keywords.

Each field is asked of its sources in the order in which they are trusted: JSON-LD, microdata, meta elements
(`declared`), then ``time``, the line about the entry (`navigation.blog_utility`), the address, and the lines near the
headline. Nothing is guessed: where no source has a usable value, a field is empty.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ..words.days import DAY, is_before
from ..words.names import is_account, is_full_name, is_organisation, is_personal
from ..words.normalise import key
from .declared import HAN_OR_KANA, JSON_LD, LINE, META, SCRIPT, VISIBLE, Declared
from .headline import TEXTS, NearHeadline
from .page_language import page_language
from .shown_authors import ShownAuthors
from .shown_days import ShownDays

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..page import Page
    from .declared import Found, Named


_SHOWN = frozenset((LINE, VISIBLE))
Authors = tuple[dict[str, str | None], ...]


class Metadata(NamedTuple):
    """What a page says about itself; ``sources`` names by field where each value is, and a script as the text's."""

    sources: dict[str, str]
    authors: Authors = ()
    date_published: str | None = None
    date_modified: str | None = None
    language: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    site_name: str | None = None
    keywords: tuple[str, ...] = ()
    section: str | None = None
    is_accessible_for_free: bool | None = None


def metadata(
    page: Page,
    page_type: str | None = None,
    declared: Declared | None = None,
    text: str = "",
    title: str | None = None,
    main: Sequence[bool] = (),
) -> Metadata:
    """Return what the page says about itself. Linear in its declarations and in the blocks near its headline.

    Navigation regions are found only where declarations and ``time`` leave an author or a day open. The names and days
    that a list shows are those of its entries, so that what it declares alone counts. ``declared`` is what the page
    declares, where that is known already, ``text`` its main text, whose language is asked for first, ``title`` its
    headline, which may stand in no heading, and ``main`` tells of each text block whether it is in the main text.
    """
    declared = declared or Declared(page)
    near = NearHeadline(declared, page_type, title, main)
    days = ShownDays(near)
    authors = _authors(declared, near)
    published = declared.day("date_published", "datePublished", "dateCreated", "uploadDate", "datePosted")
    modified = declared.day("date_modified", "dateModified") or days.modified(far=published is None)
    if published is None:
        published = days.published(modified)
    elif not (modified and is_before(published[1][:DAY], modified[1])):
        # Systems declare the day on which a text was moved or saved last.
        published = days.printed_before(published[1]) or published
    if published and modified and is_before(modified[1], published[1]):
        modified = None
    found: dict[str, Found] = {
        "authors": authors,
        "date_published": published,
        "date_modified": modified,
        "language": page_language(page, declared.language(), text, is_article=page_type in TEXTS),
        "description": declared.description(),
        "canonical_url": declared.canonical_url(),
        "site_name": declared.site_name(),
        "keywords": _keywords(declared, title if near.is_text else None),
        "section": declared.section(),
        "is_accessible_for_free": declared.is_accessible_for_free(),
    }
    known = {name: value for name, value in found.items() if value is not None}
    sources = {name: source for name, (source, _) in known.items()}
    if page.is_embedded:
        sources["text"] = SCRIPT
    return Metadata(sources, **{name: value for name, (_, value) in known.items()})


def _authors(declared: Declared, near: NearHeadline) -> Found:
    """Return the first authors that are not the site itself; the site where nobody else is named.

    What is shown contradicts a declared site, a firm or an account's name, with a full name only; a printed byline of
    others contradicts who is declared, as often who uploaded a text. Who is declared may be the first of several, and
    one word that of a full name. The site beside persons is none, unless JSON-LD says that it is.
    """
    first: tuple[str, list[Named]] | None = None
    chosen: tuple[str, list[Named]] | None = None
    shown, is_organisation_first = ShownAuthors(near), False
    sources = chain(declared.authors(), shown.named())
    for source, named in sources:
        names = {key(name) for name, _ in named}
        if chosen is not None:
            if source == LINE and names > {key(name) for name, _ in chosen[1]}:
                chosen = source, named
            if source != META:
                break
            continue
        if first is None:
            first = source, named
            is_organisation_first = not names <= declared.site_keys
        elif (source in _SHOWN or is_organisation_first) and not any(is_full_name(name) for name, _ in named):
            continue
        if not (names <= declared.site_keys or (near.is_text and _are_no_persons(named, declared))):
            chosen = source, named
            if source != META or len(named) > 1:
                break
    found = chosen or first
    return None if found is None else _as_shown(found, declared, near, shown, sources)


def _as_shown(
    found: tuple[str, list[Named]],
    declared: Declared,
    near: NearHeadline,
    shown: ShownAuthors,
    sources: Iterable[tuple[str, list[Named]]],
) -> Found:
    """Return authors without offices and the site, as full as the page names them, or those whom it prints instead."""
    source, named = (near.is_text and _fuller(found[1], chain(declared.authors(), sources))) or found
    if near.is_text:
        named = [(declared.without_office(name), url) for name, url in named]
    if source != JSON_LD and len(named) > 1:
        named = declared.without_site(named)
    if near.is_text and source not in _SHOWN:
        source, named = _with_printed(source, named, shown, declared)
    addressed = ((name, declared.author_address(source, name, url) if url else None) for name, url in named)
    return source, tuple({"name": name, "url": url} for name, url in addressed)


def _are_no_persons(named: list[Named], declared: Declared) -> bool:
    """Return True if some names are those of accounts alone, or of the site and organisations alone."""
    return all(is_account(name) for name, _ in named) or all(
        is_organisation(name) or declared.is_site(name) for name, _ in named
    )


def _fuller(named: list[Named], sources: Iterable[tuple[str, list[Named]]]) -> tuple[str, list[Named]] | None:
    """Return the one whose full name begins with a name alone: a page may declare "Ann" and show "Ann Reed"."""
    first = f"{named[0][0].casefold()} "
    if len(named) > 1 or first.count(" ") > 1:
        return None
    others = ((source, person) for source, persons in sources for person in persons)
    begun = ((source, person) for source, person in others if person[0].casefold().startswith(first))
    return next(((source, [person]) for source, person in begun if is_personal(person[0])), None)


def _with_printed(source: str, named: list[Named], shown: ShownAuthors, declared: Declared) -> tuple[str, list[Named]]:
    """Return a byline of others than are declared, else who is declared with those who are printed behind one alone."""
    if (printed := shown.byline()) and _contradicts(printed, named, declared):
        return VISIBLE, printed
    return source, [*named, *shown.beside(named[0][0])] if len(named) == 1 else named


def _contradicts(printed: list[Named], named: list[Named], declared: Declared) -> bool:
    """Return True if none of those whom a byline names is declared, or the site."""
    letters = [key(name) for name, _ in named]
    return not any(
        declared.is_site(name) or any(key(name) in other or other in key(name) for other in letters)
        for name, _ in printed
    )


def _keywords(declared: Declared, title: str | None) -> Found:
    """Return the keywords that are not the text's headline again, whole or in its own parts."""
    if (found := declared.keywords()) is None or not title:
        return found
    whole, parts = key(title), {key(part) for part in title.split()}
    parts = parts if len(parts) > 1 else set()
    kept = tuple(
        word
        for word in found[1]
        if (letters := key(word)) != whole and not (letters in parts and HAN_OR_KANA.search(word))
    )
    return (found[0], kept) if kept else None
