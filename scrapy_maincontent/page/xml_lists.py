"""The entries of XML lists: sitemaps, indexes of sitemaps, RSS, RDF and Atom feeds; streamed, broken XML included.

Entities of a list's own are left alone and nothing is loaded, so that no list grows or reaches out while it is read.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTRIES = ("url", "sitemap", "item", "entry")
"""Names of the elements that are entries; each kind of list has one of them."""
LANGUAGE = "language"
"""Name of the element, and ending of the attribute, with the language of a whole feed."""
HEAVY = frozenset(("content", "encoded", "description", "summary"))
"""Elements of entries that are not read: texts."""
ENTITIES = {b"amp": 38, b"lt": 60, b"gt": 62, b"quot": 34, b"apos": 39, b"nbsp": 160}
"""Entities that are read as their characters: those of XML, and one of HTML that stands in many feeds."""
_MARK = b"\0"
"""Stands for the begin of a number while ampersands are replaced: no XML has it."""
MAX_CDATA = 300_000
"""Sections of CDATA of a list that is mended."""
_CDATA, _CDATA_END = b"<![CDATA[", b"]]>"
_BOM = b"\xef\xbb\xbf"
_WIDE = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
"""How lists in two bytes a character begin."""
_SHIFTS = b"\x1b$"
"""Begins other characters in encodings such as ISO-2022-JP; an ampersand's byte may be a part of them."""
MAX_ELEMENTS = 300
"""Elements of one entry that are read."""
MAX_VALUE = 2000
"""Characters of one value."""


class Field(NamedTuple):
    """What an element of an entry holds; ``path`` are the names down to it, with their prefixes as written."""

    path: str
    text: str
    attributes: dict[str, str]


def read_entries(body: bytes) -> Iterator[tuple[str, list[Field]]]:
    """Yield each entry's name, one of `ENTRIES`, and its fields; nothing, or nothing more, where there is no XML."""
    body, encoding = _mended(body)
    names = tuple(f"{{*}}{name}" for name in (*ENTRIES, LANGUAGE))
    elements = etree.iterparse(
        BytesIO(body),
        tag=names,
        recover=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        encoding=encoding,
    )
    language = ""
    try:
        for _, element in elements:
            _, name = _name(element.tag)
            if name == LANGUAGE:
                above = element.getparent()
                if above is not None and _name(above.tag)[1] == "channel":
                    language = (element.text or "").strip()
                continue
            if language == "":
                language = element.getroottree().getroot().get("{http://www.w3.org/XML/1998/namespace}lang", "")
            fields = list(_fields(element))
            if language:
                fields.append(Field(LANGUAGE, language, {}))
            yield name, fields
            _forget(element)
    except etree.XMLSyntaxError:
        return


def _mended(body: bytes) -> tuple[bytes, str | None]:
    """Return a list as the parser loses nothing of it, and its encoding, ``None`` for the one that it declares.

    After any error, such as a line before the declaration, libxml2 drops entities with names: ``?a&amp;b`` was ``?ab``.
    """
    encoding = None
    if wide := _WIDE.get(body[:2]):
        body, encoding = body.decode(wide, "replace").encode("utf-8", "replace"), "utf-8"
    if body.startswith(_BOM):
        body, encoding = body.removeprefix(_BOM), "utf-8"
    body = body.lstrip(b" \t\r\n")
    if _SHIFTS in body or body.count(_CDATA) > MAX_CDATA:
        return body, encoding
    return b"".join(_numbered(body)), encoding


def _numbered(body: bytes) -> Iterator[bytes]:
    """Yield the parts of a list, with numbers for ampersands and names outside of CDATA, which is as written."""
    begin = 0
    while begin < len(body):
        cdata = body.find(_CDATA, begin)
        part = body[begin:] if cdata < 0 else body[begin:cdata]
        if b"&" in part:
            part = part.replace(_MARK, b"")
            for name, number in ENTITIES.items():
                part = part.replace(b"&%b;" % name, b"%b%d;" % (_MARK, number))
            part = part.replace(b"&#", _MARK).replace(b"&", _MARK + b"38;").replace(_MARK, b"&#")
        yield part
        if cdata < 0:
            return
        end = body.find(_CDATA_END, cdata)
        begin = len(body) if end < 0 else end + len(_CDATA_END)
        yield body[cdata:begin]


def _fields(entry: Any) -> Iterator[Field]:
    own = entry.prefix or ""
    paths: dict[Any, str] = {entry: ""}
    for count, element in enumerate(entry.iterdescendants(tag=etree.Element)):
        above = paths.get(element.getparent())
        if count == MAX_ELEMENTS:
            return
        undeclared, local = _name(element.tag)
        if above is None or local in HEAVY:
            continue
        prefix = element.prefix or undeclared
        name = local if prefix in ("", own) else f"{prefix}:{local}"
        path = paths[element] = f"{above}/{name}" if above else name
        text = "".join(element.itertext())[:MAX_VALUE].strip() if len(element) == 0 or local == "title" else ""
        yield Field(path, text, {_name(key)[1]: value[:MAX_VALUE] for key, value in element.items()})


def _name(tag: str) -> tuple[str, str]:
    """Return a name's prefix, where that is not declared and so is kept in it, and the name without it."""
    prefix, _, local = tag.rpartition("}")[2].rpartition(":")
    return prefix, local


def _forget(element: Any) -> None:
    """Let go of an entry and of what is before it: a list may have tens of thousands."""
    element.clear()
    above = element.getparent()
    while above is not None and element.getprevious() is not None:
        del above[0]
