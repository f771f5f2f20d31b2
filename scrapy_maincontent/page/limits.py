"""What a page may cost: named limits, and the linear scan that enforces them before the parser sees the page.

libxml2 needs time quadratic in the attributes of one tag, and stops reading below some 2,000 nested elements. So
attributes are counted in the markup itself, by the parser's own rules for tags, comments and raw text; nesting is
taken down by `trim` where the parser reports that it stopped.
"""

from __future__ import annotations

import functools
import math
import re
import sys
import time
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from . import Rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")

_DEFAULT_ATTRIBUTES = 512


@dataclass(frozen=True, slots=True)
class Limits(Rebuilt):
    """Bounds for one page. Whatever is cut sets ``Extraction.truncated``.

    ``max_bytes`` of markup, ``max_elements`` elements, ``max_depth`` nested elements (text below them is kept as text
    of the deepest one) and ``max_attributes`` on one element. ``seconds`` is checked between the stages and inside the
    long ones; what is found by then is kept, the text before all else.

    Raises:
        ValueError: a limit is not a positive number, or one that counts is not whole.
    """

    max_bytes: int = 8 * 1024 * 1024
    max_elements: int = 150_000
    max_depth: int = 256
    max_attributes: int = _DEFAULT_ATTRIBUTES
    seconds: float = 10.0

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            kinds, what = (int | float, "number") if name == "seconds" else (int, "whole number")
            is_one = isinstance(value, kinds) and not isinstance(value, bool)
            if not is_one or not value > 0 or (isinstance(value, int) and value > sys.maxsize):
                raise ValueError(f"Limits.{name} is {value!r}; it must be a {what} above 0")


class OutOfTime(Exception):
    """A page has used up its seconds."""


_ASKED = 256
"""Items between two looks at the clock."""


class Deadline:
    """The end of a page's seconds, which run from the moment it is made."""

    __slots__ = ("_seconds", "_start")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    @property
    def left(self) -> float:
        """Seconds until the end, below 0 when it has passed."""
        return self._seconds - self.elapsed

    def check(self) -> None:
        """Raise `OutOfTime` when the seconds are used up."""
        if self.elapsed > self._seconds:
            raise OutOfTime

    def watch(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and raise `OutOfTime` between them when the seconds are used up."""
        for number, item in enumerate(items, start=1):
            if not number % _ASKED:
                self.check()
            yield item


UNTIMED = Deadline(math.inf)
"""Never ends."""


# HTML's own tokens: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
# Every repetition is possessive and every alternative starts with another byte, so a scan never goes back. (The
# exceptions are the most frequent kinds of value and attribute, tried first; both end where the others would.)
_SPACE = rb" \t\n\r\f\v"
"""White space for use in a set: a set of single bytes is one look-up, one that holds ``\\s`` is several."""
_VALUE = rb"""(?:="[^"]*+"?+|[%b]*+=[%b]*+(?:"[^"]*+"?+|'[^']*+'?+|[^%b>"'][^%b>]*+)?+)""" % ((_SPACE,) * 4)
_ATTRIBUTE = rb"(?:[%b/]*+[^%b/>][^%b/>=]*+%b?+)" % (*(_SPACE,) * 3, _VALUE)
_PLAIN_ATTRIBUTE = rb"(?:[%b]++[^%b/>=]++=\"[^\"]*+\")" % (_SPACE, _SPACE)
_COMMENT = rb"!--(?!-?>)(?:[^-]++|-(?!-!?>))*+(?:-->|\Z)"
_ASIDE = rb"""(?:!(?!--)|\?)[^>"']*+(?:(?:"[^">]*+"|'[^'>]*+')[^>"']*+)*+(?:>|\Z)"""
"""A document type, a processing instruction, or something else that is told to nobody."""
_END_TAG = rb"""/(?:[^>"']*+(?:>|\Z)|[A-Za-z][^%b/>"']*+(?:[%b]++[^%b/>="']++="[^">]*+")*+[%b]*+>)""" % ((_SPACE,) * 4)
# Not every libxml2 ends these at the same place where they may end early: comments "<!-->" and "<!-- --!>", and others
# with a ">" in quotes. Such a page is trimmed: by the rules of HTML, and what is left of them is spelled plainly.
_ANY_ASIDE = rb"!--(?:-?>|(?:[^-]++|-(?!-!?>))*+(?:--!?>|\Z))|(?:!(?!--)|\?|/(?![A-Za-z]))[^>]*+>?"
RAW_TEXT = (b"script", b"style", b"textarea", b"title", b"iframe", b"noembed", b"noframes", b"xmp")


@functools.lru_cache(maxsize=16)
def _harmless(max_attributes: int) -> re.Pattern[bytes]:
    """Return a pattern that matches markup up to the first tag that may have more attributes than allowed.

    What is frequent stands first: end tags, then tags that do not begin as a raw text element does; in a tag the plain
    attributes, then the others, half of those allowed each. To the parser, "<script/>" is an empty element.
    """
    half = max_attributes // 2
    name, plain = rb"[A-Za-z][^%b/>]*+" % _SPACE, rb"%b{0,%d}+" % (_PLAIN_ATTRIBUTE, half)
    any_form = rb"%b{0,%d}+" % (_ATTRIBUTE, half)
    tag = rb"%b%b(?:>|%b[%b/]*+(?:>|\Z))" % (name, plain, any_form, _SPACE)
    empty = rb"%b%b%b[%b]*+/[%b/]*+(?<=/)>" % (name, plain, any_form, _SPACE, _SPACE)
    names = [_any_case(name) for name in RAW_TEXT]
    raw_text = b"|".join(rb"(?=%b[%b/>])%b(?<!/>)(?:[^<]++|<(?!/%b))*+" % (name, _SPACE, tag, name) for name in names)
    initials = bytes({name[0] for name in RAW_TEXT})
    common = rb"(?![%b%b])%b" % (initials, initials.upper(), tag)
    other = rb"(?!(?:%b)[%b/>])%b" % (b"|".join(names), _SPACE, tag)
    markup = b"|".join([_END_TAG, common, other, _COMMENT, raw_text, empty, _ASIDE])
    return re.compile(rb"(?:[^<]*+<(?:%b|(?![A-Za-z!?/])))*+[^<]*+" % markup)


def _any_case(name: bytes) -> bytes:
    """Return a pattern for a name that another first letter rules out at once, unlike one that ignores case."""
    return b"".join(b"[%c%c]" % letters for letters in zip(name, name.upper(), strict=True))


_TOKEN = re.compile(
    rb"<(?:(?P<aside>%b)|(?:/(?P<end>[A-Za-z][^%b/>]*+)|(?P<start>[A-Za-z][^%b/>]*+))(?P<attributes>%b*+(?P<last>[%b/]*+))>?)"
    % (_ANY_ASIDE, _SPACE, _SPACE, _ATTRIBUTE, _SPACE)
)
_PLAIN = re.compile(rb"%b|%b|%b" % (_COMMENT, _ASIDE, _END_TAG))
_FIELD = re.compile(_ATTRIBUTE)
_RAW_TEXT_ENDS = {name: re.compile(rb"(?i:</%b)" % name) for name in RAW_TEXT}

_NESTING = 400
"""Open elements that trimmed markup has at most; up to four of the `_UNNESTED` ones may stand between two of them."""

_UNNESTED = frozenset(
    b"area base basefont bgsound br col embed frame hr img input link meta param source track wbr "
    b"p li dt dd td th tr thead tbody tfoot caption colgroup option optgroup html head body".split()
)
"""Elements that have no content, stand once, or are closed by their next sibling: they add no depth of their own."""

_BARRIERS: dict[bytes, tuple[bytes, ...]] = {b"div": (b"table",), b"table": ()}
_ANY_BARRIER = (b"div", b"table")
"""The open elements that an end tag does not close past, by its name, and for all other names (the parser's rule)."""


def is_harmless(markup: bytes, limits: Limits) -> bool:
    """Return True if a fast scan proves the limits on attributes and tags hold."""
    if markup.count(b"<") > limits.max_elements:
        return False
    match = _harmless(limits.max_attributes).match(markup)
    return match is not None and match.end() == len(markup)


def guard(markup: bytes, limits: Limits) -> tuple[bytes, bool]:
    """Return markup that the parser can take, and whether anything was cut.

    ``markup`` must be in an encoding that leaves ASCII bytes alone (UTF-8). Where a tag is dropped its text stays.
    Linear in the markup.
    """
    cut = len(markup) > limits.max_bytes
    if cut:
        markup = markup[: limits.max_bytes]
    if is_harmless(markup, limits):
        return markup, cut
    trimmed = trim(markup, limits)
    return trimmed, cut or len(trimmed) != len(markup)


def trim(markup: bytes, limits: Limits) -> bytes:
    """Return the markup without what passes the limits, and without start tags nested deeper than `_NESTING`."""
    kept: list[bytes] = []
    copied = position = elements = 0
    nesting = _Nesting()
    while token := _TOKEN.search(markup, position):
        position = token.end()
        if end := token["end"]:
            stays = nesting.close(end.lower())
            if stays and not _PLAIN.fullmatch(markup, token.start() + 1, position):
                kept.append(markup[copied : token.start("attributes")].ljust(position - 1 - copied) + b">")
                copied = position
        elif start := token["start"]:
            elements += 1
            if elements > limits.max_elements:
                return b"".join([*kept, markup[copied : token.start()]])
            name = start.lower()
            stays = nesting.open(name)
            if stays and (cut := _attributes_end(token["attributes"], limits.max_attributes)):
                kept.append(markup[copied : token.start("attributes") + cut] + b">")
                copied = position
            if name in _RAW_TEXT_ENDS and not token["last"].endswith(b"/"):  # to the parser, "<script/>" is empty
                raw_text_end = _RAW_TEXT_ENDS[name].search(markup, position)
                position = raw_text_end.start() if raw_text_end else len(markup)
        else:
            stays = True
            if not _PLAIN.fullmatch(markup, token.start() + 1, position):
                kept.append((markup[copied : token.start()] + b"<!").ljust(position - 1 - copied, b"x") + b">")
                copied = position
        if not stays:
            kept.append(markup[copied : token.start()])
            copied = token.end()
    kept.append(markup[copied:])
    return b"".join(kept)


def _attributes_end(attributes: bytes, allowed: int) -> int | None:
    """Return where the allowed attributes end; None where there are no more than those."""
    # At each of the blanks that no attribute follows the pattern would go through all of them.
    fields = _FIELD.finditer(attributes, 0, len(attributes.rstrip(b"/" + _SPACE)))
    further = next(islice(fields, allowed, None), None)
    return None if further is None else further.start()


class _Nesting:
    """The elements that are open while a page is read, as the parser would have them; each tag costs little."""

    def __init__(self) -> None:
        self._open: list[bytes] = []
        self._where: dict[bytes, list[int]] = {}
        self._dropped: dict[bytes, int] = {}

    def open(self, name: bytes) -> bool:
        """Return True if a start tag may stay."""
        if name in _UNNESTED:
            return True
        if len(self._open) >= _NESTING:
            self._dropped[name] = self._dropped.get(name, 0) + 1
            return False
        self._where.setdefault(name, []).append(len(self._open))
        self._open.append(name)
        return True

    def close(self, name: bytes) -> bool:
        """Return True if an end tag may stay: unless it belongs to a start tag that was dropped."""
        if self._dropped.get(name):
            self._dropped[name] -= 1
            return False
        positions = self._where.get(name)
        if not positions:
            return True
        for barrier in _BARRIERS.get(name, _ANY_BARRIER):
            above = self._where.get(barrier)
            if above and above[-1] > positions[-1]:
                return True
        while len(self._open) > positions[-1] + 1:
            self._where[self._open.pop()].pop()
        self._open.pop()
        positions.pop()
        return True
