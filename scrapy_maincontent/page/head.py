"""The document's head and JSON-LD, and the addresses that may be in the output.

Addresses are absolute where the page's address is known, and never a script.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import category
from urllib.parse import urlsplit

from . import collapse, microdata

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from . import Page


JSON_LD = "application/ld+json"
MAX_JSON_LD = 50
"""Scripts that are kept of one page."""
MAX_JSON_LD_LENGTH = 500_000
"""Characters of a script; a longer one is left out, since half of it is no JSON."""

MAX_STYLES, MAX_STYLE = 100, 500_000
"""Style sheets that are kept of one page, and characters of the longest one."""
MAX_MORE_METAS = 400
"""Repeated ``meta`` elements, and alternates, that are kept of one page."""

MAX_BASE_ELEMENT = 500
"""Characters of a ``base``: it becomes a part of every relative address."""


def read_head(name: str, own: Mapping[str, str], texts: list[str], page: Page) -> None:
    """Add a head element's attributes ``own`` and ``texts`` to the page; the first of a kind counts, of JSON-LD all."""
    if name == "title":
        page.head_title = page.head_title or collapse("".join(texts))
    elif name == "meta":
        _read_meta(own, page)
    elif name == "base":
        href = own.get("href", "").strip()
        if len(href) <= MAX_BASE_ELEMENT:
            page.base_href = page.base_href or href
    elif name == "script":
        is_json_ld = own.get("type", "").partition(";")[0].strip().lower() == JSON_LD
        if is_json_ld and len(page.json_ld) < MAX_JSON_LD and sum(map(len, texts)) <= MAX_JSON_LD_LENGTH:
            page.json_ld.append("".join(texts))
    elif name == "style":
        if len(page.styles) < MAX_STYLES and sum(map(len, texts)) <= MAX_STYLE and any(map(_may_hide, texts)):
            page.styles.append("".join(texts))
    elif own.get("href"):
        _read_link(own, page)


def _read_meta(own: Mapping[str, str], page: Page) -> None:
    key = (own.get("name") or own.get("property") or own.get("itemprop") or "").strip().lower()
    content = own.get("content", "").strip()
    if key and key not in page.metas:
        page.metas[key] = content
    elif key and content and len(page.more_metas) < MAX_MORE_METAS:
        page.more_metas.append((key, content))


def unpack_metas(page: Page) -> None:
    """Add the fields that one element holds as JSON as if each had an element of its own, as they have today."""
    content = page.metas.get(_IN_ONE, "")
    found = parsed(content) if 0 < len(content) <= MAX_JSON_LD_LENGTH else None
    for field, value in found.items() if isinstance(found, dict) else ():
        name = _ONE_OF.get(field, f"{_PARSELY}-{field.replace('_', '-')}")
        for each in value[:MAX_IN_LIST] if isinstance(value, list) else [value]:
            if isinstance(each, str):
                _read_meta({"name": name, "content": each}, page)


_PARSELY = "parsely"
_IN_ONE = f"{_PARSELY}-page"
_ONE_OF = {"authors": f"{_PARSELY}-author"}
MAX_IN_LIST = 20
"""Values of one field that are read."""


def _read_link(own: Mapping[str, str], page: Page) -> None:
    relations = own.get("rel", "").lower()
    for relation in relations.split():
        page.head_links.setdefault(relation, own["href"])
    if own.get("hreflang") and len(page.alternates) < MAX_MORE_METAS:
        page.alternates.append((relations, own["hreflang"], own["href"]))


def _may_hide(style: str) -> bool:
    return "none" in style or "hidden" in style or "NONE" in style


_PRODUCTS = frozenset(("Product", "ProductGroup", "IndividualProduct", "ProductModel"))
"""Types of https://schema.org/Product and below."""
_SIGN = "Product"
"""Stands in every script that declares one; the others need not be read."""
_DESCRIPTION = "description"
_MARKUP = re.compile(r"<[^<>]{1,500}>")
MAX_VALUES = 20_000


def product_description(scripts: Sequence[str]) -> str | None:
    """Return the one product's description as plain text, ``None`` where JSON-LD declares none, or several."""
    found: set[str] = set()
    for script in scripts:
        if _SIGN in script:
            found.update(_descriptions(script))
    return found.pop() if len(found) == 1 else None


class Product(NamedTuple):
    """The one product that a page declares.

    ``is_offered``: whether it says for how much; ``reviews``: what customers wrote of it, as plain text.
    """

    is_offered: bool
    reviews: list[str]


def one_product(scripts: Sequence[str]) -> Product | None:
    """Return the one product that JSON-LD declares, ``None`` where it is none, or several; variants are one."""
    declared = [value for script in scripts if _SIGN in script for value in objects(script)]
    products = [value for value in declared if is_type(value, _PRODUCTS)]
    named = [value for value in products if is_type(value, _GROUPS)] or products
    names = {name.strip() for value in named if isinstance(name := value.get("name"), str)}
    if len(names) != 1:
        return None
    reviews = [review for value in products for review in _listed(value.get("review")) if isinstance(review, dict)]
    bodies = [body for review in reviews if isinstance(body := review.get("reviewBody"), str)]
    return Product(any(is_type(value, _OFFERS) for value in declared), [*map(plain, bodies[:MOST_REVIEWS])])


MOST_REVIEWS = 50
"""Reviews of a product that are read."""
_GROUPS = frozenset(("ProductGroup",))
_OFFERS = frozenset(("Offer", "AggregateOffer"))


def event_days(page: Page) -> set[str]:
    """Return the days, as ISO 8601, on which what a page declares begins, ends or is no longer valid."""
    found = {day for script in page.json_ld for day in _EVENT_DAY.findall(script)}
    for element in microdata(page):
        own = page.attrs[element]
        if own.get("itemprop", "").strip() in EVENT_DAYS:
            found.add((own.get("content") or own.get("datetime") or "").strip()[:ISO_DAY])
    return found - {""}


EVENT_DAYS = ("startDate", "endDate", "doorTime", "validThrough", "applicationDeadline")
"""Properties of https://schema.org/Event, JobPosting and others."""
ISO_DAY = 10
"""Characters of a day in ISO 8601."""
_EVENT_DAY = re.compile(rf'"(?:{"|".join(EVENT_DAYS)})"\s{{0,9}}:\s{{0,9}}"(\d{{4}}-\d\d-\d\d)')


def objects(script: str) -> Iterator[dict[str, Any]]:
    """Yield every object of a JSON-LD script, at any depth; nothing where the JSON is bad."""
    values: list[Any] = [parsed(script)]
    for _ in range(MAX_VALUES):
        if not values:
            return
        value = values.pop()
        if isinstance(value, list):
            values += value
        elif isinstance(value, dict):
            yield value
            values += value.values()


def parsed(script: str) -> Any:
    """Return what a JSON-LD script holds, a list of its values where it holds several, ``None`` where it is bad.

    People write it by hand and with templates: comments, a CDATA section, a semicolon or a comma too many, escapes of
    JavaScript, quotation marks as entities or not escaped, and line breaks in strings are no harm.
    """
    text = script.lstrip(_BEFORE)
    if '"' not in text:
        text = unescape(text)
    if (found := _decoded(text)) is not None:
        return found
    for pattern in (_TOKENS, _LOOSE_TOKENS):
        repaired = _TRAILING.sub(_without_comma, pattern.sub(_repaired, text))
        if (found := _decoded(repaired.strip(_BETWEEN))) is not None:
            return found
    return None


_DECODER = json.JSONDecoder(strict=False)
"""Line breaks in strings are common, though JSON knows none."""
MAX_SCRIPT_VALUES = 50
"""Values that stand side by side in one script."""
_BEFORE = " \t\r\n\f\xa0\ufeff"
_BETWEEN = _BEFORE + ",;"
_IN_STRING = r"[^\"\\]|\\."
_NO_VALUE = r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|<!--|-->|<!\[CDATA\[|\]\]>"
_TOKENS = re.compile(rf'(?P<string>"(?:{_IN_STRING})*+"?+)|{_NO_VALUE}', re.DOTALL)
_LOOSE_TOKENS = re.compile(
    rf'(?P<string>"(?:{_IN_STRING}|"(?!\s{{0,200}}(?:[,:}}\]]|\Z)))*+"?+)|{_NO_VALUE}', re.DOTALL
)
"""Strings, and what is no part of a value; in the second, a quotation mark that nothing of JSON follows is a letter."""
_TRAILING = re.compile(rf'(?P<string>"(?:{_IN_STRING})*+"?+)|,(?=[\s;]{{0,200}}(?:[}}\]]|\Z))', re.DOTALL)
"""Strings, and commas that nothing follows."""
_BAD_ESCAPE = re.compile(r"\\(?![\"\\/bfnrt]|u[0-9A-Fa-f]{4})(x[0-9A-Fa-f]{2})?|\\\\|\\\"")


def _decoded(text: str) -> Any:
    """Return the value at the beginning of a text, a list where others stand behind it, ``None`` where it is none."""
    values, place = list[Any](), 0
    try:
        while place < len(text) and len(values) < MAX_SCRIPT_VALUES:
            value, place = _DECODER.raw_decode(text, place)
            values.append(value)
            while place < len(text) and text[place] in _BETWEEN:
                place += 1
    except (ValueError, RecursionError):
        return None
    return values[0] if len(values) == 1 else values or None


def _without_comma(match: re.Match[str]) -> str:
    return match["string"] or ""


def _repaired(match: re.Match[str]) -> str:
    """Return a string as JSON spells it, "" for a comment, a sign around a section, or a comma before an end."""
    string = match["string"]
    if string is None:
        return ""
    inner = string[1:-1]
    if "\\" in inner:
        inner = _BAD_ESCAPE.sub(_escape, inner)
    if '"' in inner:
        inner = _BARE_QUOTE.sub('\\\\"', inner)
    return f'"{inner}"'


_BARE_QUOTE = re.compile(r'(?<!\\)"')


def _escape(match: re.Match[str]) -> str:
    if match[0] in ("\\\\", '\\"'):
        return match[0]
    return f"\\u00{match[1][1:]}" if match[1] else ""


def is_type(value: dict[str, Any], types: frozenset[str]) -> bool:
    """Return True if an object is of one of some types."""
    named = _listed(value.get("@type"))[:MAX_TYPES]
    return any(isinstance(name, str) and name in types for name in named)


MAX_TYPES = 20
"""Types of one object that are read."""


def plain(text: str) -> str:
    """Return a declared text without markup, which shops put in as it is or with its brackets escaped, on one line.

    Control characters and halves of characters, which JSON can spell, are dropped.
    """
    if "<" in text or "&" in text:
        text = unescape(_MARKUP.sub(" ", unescape(text)))
    line = " ".join(text.split())
    return line if line.isprintable() else "".join([each for each in line if category(each) not in _NO_TEXT])


_NO_TEXT = frozenset(("Cc", "Cs"))


def _descriptions(script: str) -> Iterator[str]:
    for value in objects(script):
        description = value.get(_DESCRIPTION)
        if isinstance(description, str) and is_type(value, _PRODUCTS):
            yield plain(description)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


MAX_ADDRESS = 4096
"""Characters of the longest address that is kept."""
MAX_BASE = 2000
"""Characters of the longest address of a page that others are joined to: it becomes a part of each of them."""
MAX_JOINED = 16_000_000
"""Characters that the base may add to all the addresses of a page together."""
LINK_SCHEMES = frozenset(("http", "https", "mailto"))
IMAGE_SCHEMES = frozenset(("http", "https"))

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PLAIN = re.compile(r"https?://(?!/)[!-Z^-~]+")
"""An address that joining leaves as it is."""
_SLASHES = re.compile(r"\A(https?:|)/{3,}", re.IGNORECASE)
"""Before a host, where a template has put a scheme before an address that has one; a browser reads two."""
_LINE_BREAKS = str.maketrans("", "", "\t\n\r")
"""What a browser drops from an address wherever it stands."""
_ENDS = "".join(map(chr, range(0x21)))
"""What a browser drops from an address' ends."""
_PLAIN_START = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,4})?(?:[/?#]|\Z)|/(?:[^/\t\r\n]|\Z)|[?#]")
"""The beginning of an address that needs no closer look."""
_FOLLOWED_SCHEMES = frozenset(("", "http", "https"))
_FILE = "file"


def are_plain(addresses: Iterable[str]) -> bool:
    """Return True if `followable` lets all of some addresses through at their first look."""
    return all(map(_PLAIN_START.match, addresses))


def bound_base(page: Page) -> None:
    """Drop a page's ``base``, and shorten its address as `base_address` does, if too long for its number of links."""
    longest = MAX_JOINED // max(len(page.links) + len(page.objects), 1)
    if page.base_href and len(page.url or "") + len(page.base_href) > longest:
        page.base_href = ""
    page.url = base_address(page.url, longest)


def base_address(url: str | None, longest: int = MAX_BASE) -> str | None:
    """Return the address that others are joined to, without a very long query; ``None`` if too long or unreadable."""
    if url is None:
        return None
    longest = min(longest, MAX_BASE)
    if len(url) > longest:
        url = url[: longest + 1].partition("?")[0]
    try:
        urlsplit(url)
    except ValueError:
        return None
    return url if len(url) <= longest else None


def followable(address: str | None, own: str | None) -> str | None:
    """Return an address that a spider may follow, ``None`` for any other.

    One that can be read, and leads to the web or, from a file, to a file: a page of the web must not lead a spider to
    the machine's files. ``own`` is the page's own address.
    """
    if address is None or _PLAIN_START.match(address):
        return address
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises where it is none
        is_local = parts.scheme == _FILE and urlsplit(own or "").scheme == _FILE
    except ValueError:
        return None
    return address if parts.scheme in _FOLLOWED_SCHEMES or is_local else None


class Addresses:
    """Makes the addresses of one page absolute."""

    def __init__(self, page: Page) -> None:
        self._join = page.join

    def link(self, href: str) -> str | None:
        """Return a link's address, ``None`` where it has another scheme than `LINK_SCHEMES` or cannot be read."""
        return self._safe(href, LINK_SCHEMES)

    def image(self, src: str) -> str | None:
        """Return a picture's address, ``None`` where it has another scheme than `IMAGE_SCHEMES` or cannot be read."""
        return self._safe(src, IMAGE_SCHEMES)

    def _safe(self, address: str, schemes: frozenset[str]) -> str | None:
        if len(address) > MAX_ADDRESS:
            return None
        plain = address if _PLAIN.fullmatch(address) else self._join.plain(address)
        if plain is not None:
            return plain if len(plain) <= MAX_ADDRESS else None
        absolute = self._join(_SLASHES.sub(r"\1//", address.strip(_ENDS).translate(_LINE_BREAKS), count=1))
        if not absolute or len(absolute) > MAX_ADDRESS:
            return None
        scheme = _SCHEME.match(absolute)
        return absolute if scheme is None or scheme[1].lower() in schemes else None
