"""Sitemaps and feeds: the bytes of an answer go in, addresses come out with the list's data about each.

XML sitemaps and their indexes, news sitemaps, plain lists of addresses, RSS, RDF, Atom and JSON Feed, gzipped or not.
"""

from __future__ import annotations

import json
import re
import zlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from ..page.xml_lists import Field, read_entries
from ..words.days import day_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FEED, SITEMAP = "feed", "sitemap"
"""Where something is said of a page; stands in ``sources``."""
MAX_BYTES = 52_428_800
"""Bytes of a list, unpacked: what the protocol of sitemaps allows."""
MAX_ENTRIES = 50_000
"""Entries of a list; likewise."""
MAX_AUTHORS = 20
MAX_TEXT = 500
"""Characters of a title or a name."""
_GZIP = b"\x1f\x8b"
_BEFORE = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""Bytes that may be before a list: marks of its encoding, and blanks."""
_BEGINNING = 16_384
"""Bytes that are looked at to see what an answer is."""
_CHILD = "sitemap"
_IN_SITEMAP = frozenset(("url", _CHILD))
_LINES = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,100}https?://")
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s{0,100}(?:<(?:\?|!--)[^>]{0,1000}>\s{0,100}){0,9}"
    rb"<(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex|rss|feed|rdf)\b",
    re.IGNORECASE,
)
"""How a list in XML begins: declarations and comments, and the element around it."""
_MAIL = re.compile(r"\S{1,200}@\S{1,200}\s{0,9}\(([^()]{1,200})\)$")
"""How RSS 2.0 has an author: "lena@courier.example (Lena Marsh)"."""
# Paths of fields, in the order in which they are asked.
_PUBLISHED = ("news:news/news:publication_date", "pubDate", "published", "dc:date", "dcterms:issued", "issued")
_MODIFIED = ("lastmod", "updated", "dcterms:modified", "modified", "atom:updated")
_TITLE = ("news:news/news:title", "title")
_LANGUAGE = ("news:news/news:publication/news:language", "dc:language", "language")
_AUTHORS = ("author/name", "dc:creator", "author", "itunes:author", "atom:author/atom:name")
_KEYWORDS = ("category", "news:news/news:keywords", "dc:subject")

Facts = dict[str, Any]
"""What a list says of an address: ``url``, ``source`` and attributes of `Extraction`, all of them plain JSON types."""


def unpacked(body: bytes) -> bytes:
    """Return a list's bytes, unpacked where they are gzipped; what is broken or beyond `MAX_BYTES` is left out."""
    if not body.startswith(_GZIP):
        return body[:MAX_BYTES]
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, MAX_BYTES)
    except zlib.error:
        return b""


def begins_as_list(body: bytes) -> bool:
    """Return True for what begins as a list does, whatever type its server calls it.

    >>> [begins_as_list(body) for body in (b"<?xml version='1.0'?><urlset>", b"<!DOCTYPE html><html>")]
    [True, False]
    """
    begin = unpacked(body[:_BEGINNING])
    return bool(_ROOT.match(begin) or _LINES.match(begin)) or begin.lstrip(_BEFORE).startswith(b"{")


def read_list(body: bytes, base: str) -> Iterator[tuple[bool, Facts]]:
    """Yield each address with a list's data, and whether it is another list; nothing for what is no list."""
    body = unpacked(body)
    begin = body[:200].lstrip(_BEFORE)
    if begin.startswith(b"{"):
        found: Iterable[tuple[bool, Facts]] = _json_feed(body)
    elif begin.startswith(b"<"):
        found = _xml(body)
    elif _LINES.match(body):
        lines = body[: MAX_ENTRIES * 500].decode("utf-8", "replace").split()
        found = ((False, {"url": line, "source": SITEMAP}) for line in lines)
    else:
        return
    for count, (is_list, facts) in enumerate(found):
        if count == MAX_ENTRIES:
            return
        try:
            facts["url"] = urljoin(base, facts["url"].strip())
        except ValueError:
            continue
        yield is_list, {name: value for name, value in facts.items() if value}


def _xml(body: bytes) -> Iterator[tuple[bool, Facts]]:
    for name, fields in read_entries(body):
        source = SITEMAP if name in _IN_SITEMAP else FEED
        url = _first(fields, ("loc",)) if source == SITEMAP else _link(fields)
        if not url:
            continue
        facts = {
            "url": url,
            "source": source,
            "title": _first(fields, _TITLE)[:MAX_TEXT],
            "date_published": _day(_first(fields, _PUBLISHED)),
            "date_modified": _day(_first(fields, _MODIFIED)),
            "language": _first(fields, _LANGUAGE),
            "authors": _authors(field.text for field in _all(fields, _AUTHORS)),
            "keywords": _keywords(fields),
        }
        versions = [] if source == FEED else [field.attributes for field in fields if "hreflang" in field.attributes]
        own = next((each["hreflang"] for each in versions if each.get("href") == url), "")
        facts["language"] = facts["language"] or own
        yield name == _CHILD, facts
        for version in versions:
            if (other := version.get("href", "")) not in ("", url):
                yield False, {"url": other, "source": source, "language": version["hreflang"]}


def _json_feed(body: bytes) -> Iterator[tuple[bool, Facts]]:
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError):
        return
    items = feed.get("items") if isinstance(feed, dict) else None
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, dict) or not isinstance(url := item.get("url") or item.get("external_url"), str):
            continue
        named = item.get("authors") or feed.get("authors") or [item.get("author")]
        names = [person.get("name") for person in named if isinstance(person, dict)] if isinstance(named, list) else []
        tags = item.get("tags")
        yield (
            False,
            {
                "url": url,
                "source": FEED,
                "title": _text(item.get("title")),
                "date_published": _day(_text(item.get("date_published"))),
                "date_modified": _day(_text(item.get("date_modified"))),
                "language": _text(item.get("language") or feed.get("language")),
                "authors": _authors(map(_text, names)),
                "keywords": [_text(tag) for tag in tags if _text(tag)] if isinstance(tags, list) else [],
            },
        )


def _text(value: object) -> str:
    return " ".join(value[:MAX_TEXT].split()) if isinstance(value, str) else ""


def _all(fields: list[Field], paths: tuple[str, ...]) -> list[Field]:
    """Return the fields of the first path that has any with a text."""
    for path in paths:
        if found := [field for field in fields if field.path == path and field.text]:
            return found
    return []


def _first(fields: list[Field], paths: tuple[str, ...]) -> str:
    found = _all(fields, paths)
    return " ".join(found[0].text.split()) if found else ""


def _link(fields: list[Field]) -> str:
    """Return the address of a feed's entry: the page that it is about, not its feed, its comments or its sound."""
    for field in fields:
        url = field.text or field.attributes.get("href", "")
        if url and field.path == "link" and field.attributes.get("rel", "alternate") == "alternate":
            return url
    guids = [field for field in _all(fields, ("guid", "id")) if field.attributes.get("isPermaLink") != "false"]
    return guids[0].text if guids and guids[0].text.startswith("http") else ""


def _authors(names: Iterable[str]) -> list[dict[str, str | None]]:
    found: dict[str, None] = {}
    for name in names:
        mail = _MAIL.match(name)
        if (shown := _text(mail[1] if mail else name)) and ("@" not in shown):
            found.setdefault(shown)
    return [{"name": name, "url": None} for name in found][:MAX_AUTHORS]


def _keywords(fields: list[Field]) -> list[str]:
    found = _all(fields, _KEYWORDS) or [field for field in fields if field.path == "category"]
    named = [field.text or field.attributes.get("term", "") for field in found]
    return list(dict.fromkeys(word for text in named for part in text.split(",") if (word := _text(part))))


def _day(text: str) -> str | None:
    return day_in(text, "en") if text else None
