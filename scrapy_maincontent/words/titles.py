"""Titles taken apart: which part is the page's own name, and which is the name of the site."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from .normalise import ascii_words, key

if TYPE_CHECKING:
    from collections.abc import Iterator


MAX_LENGTH = 400
"""Characters of the longest headline: a longer heading is a paragraph in disguise, a longer title is cut."""
MAX_RUN_PARTS = 8
"""Parts of one title that are tried in all their runs."""
MAX_NAME_WORDS = 6
"""Words of the longest part of a title that is a site's name because it holds the host's name, or lies in it."""
MIN_HOST_NAME = 4
"""Characters of the shortest host name looked for in a part of a title, and of the shortest part looked for in it."""
MAX_TAIL_WORDS = 3
"""Words of the longest end of a title that is cut off at a dash though it is not known as a site's name."""
MIN_HEAD_WORDS = 2
"""Words that must be left of a title when an unknown end is cut off."""
_REMEMBERED = 256
"""Texts that are kept in caches: those of one page come again and again."""
CJK_WORD = 3
"""Characters that count as a word in Chinese, Japanese and Korean."""

_PERMALINK_MARKS = "¶§🔗\uf0c1"
"""What documentation generators append to a heading as a link to it."""

# Bars and arrows part names wherever they stand; dashes and colons also stand inside names.
_BAR, _DASH = range(2)
_SEPARATORS = (
    re.compile(r"\s{0,9}[|｜│¦ㅣ]++\s*+|\s{1,9}(?:[»«›‹·•≫≪]|::)\s++"),
    re.compile(r"\s{1,9}[-–—―－~〜:：]\s++|\s{0,9}[－―]\s*+"),
)
_SIGNS = (frozenset("|｜│¦ㅣ»«›‹·•≫≪:"), frozenset("-–—―－~〜:："))
_PARTING = frozenset("|｜│¦ㅣ»«›‹·•≫≪-–—―－~〜_/\\@＠【】")
"""Signs between the headline and a name, with or without blanks, where the headline is known by being shown."""
_ARROWS = frozenset("»›≫")
"""Signs of a trail, which ends with the page's own name: "Herald » Blog Archive » High tide"."""
_ASCII_SIGNS = (("|", "::"), (" -", " ~", " :"))
"""One of them is in every such separator; the latter are of texts in ASCII, on one line."""
_NAMED_END = re.compile(r"\s{0,9}(?:[【\[(（]([^【\[(（】\])）]{1,80})[】\])）]|：\s*([^：]{1,80}))$")
"""An end that is cut off only where it is known as the site's name: 【…】, (…) or ：…"""
_CLOSING = ("】", "]", ")", "）")
_FIRST_CJK = "\u3040"
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_SPACES = re.compile(r"[^\S\u3000]+")


class Site(NamedTuple):
    """The site's names (as `key`s), and the longest label of its host's name."""

    keys: frozenset[str]
    host: str


class Core(NamedTuple):
    """A title without the site's name; ``led`` is True where the site's name was before it."""

    text: str
    key: str
    led: bool


@lru_cache(maxsize=_REMEMBERED)
def core(title: str, site: Site) -> Core:
    """Return the title without the site's name: known ones at the ends, parts behind bars, a short end past a dash."""
    text, led = title, False
    for separator in (_BAR, _DASH):
        spans = [*_spans(text, separator)]
        while len(spans) > 1 and is_site_name(text[slice(*spans[-1])], site):
            spans.pop()
        while len(spans) > 1 and is_site_name(text[slice(*spans[0])], site):
            spans.pop(0)
            led = True
        if separator == _BAR:
            is_trail = led and len(spans) > 1 and not _ARROWS.isdisjoint(text[spans[0][1] : spans[1][0]])
            text = text[slice(*spans[-1 if is_trail else 0])]
        else:
            if len(spans) > 1 and _is_short_end(text[spans[0][0] : spans[-2][1]], text[slice(*spans[-1])]):
                spans.pop()
            text = text[spans[0][0] : spans[-1][1]]
    end = _NAMED_END.search(text) if text.endswith(_CLOSING) or "：" in text else None
    if end and key(text[: end.start()]) and is_site_name(end[1] or end[2], site):
        text = text[: end.start()]
    return Core(text, key(text), led)


def without_site(title: str, site: Site) -> str:
    """Return a heading without the site's very name past a sign at its end; any other end is its own."""
    for separator in (_BAR, _DASH):
        spans = _spans(title, separator)
        if len(spans) > 1 and key(title[slice(*spans[-1])]) in site.keys:
            return title[: spans[-2][1]]
    return title


def runs(title: str) -> Iterator[str]:
    """Yield every run of the title's parts but an end that is shorter than the rest: that is a site's name."""
    for separator in (_BAR, _DASH):
        spans = _spans(title, separator)[:MAX_RUN_PARTS]
        for number, (start, _) in enumerate(spans):
            for _, end in spans[number:]:
                if end < len(title) or end - start > start:
                    yield title[start:end]


def is_part(text: str, title: str) -> bool:
    """Return True if the text is between two signs of a title, or between one and an end."""
    start = title.find(text)
    before, behind = title[: max(start, 0)].rstrip(), title[start + len(text) :].lstrip()
    is_whole = not before and not behind
    return start >= 0 and not is_whole and _PARTING.issuperset((*before[-1:], *behind[:1]))


def has_parts(title: str) -> bool:
    """Return True if the title has a separator."""
    return len(_spans(title, _BAR)) > 1 or len(_spans(title, _DASH)) > 1


def last_part(title: str) -> str:
    """Return what a title has past its last separator, "" where it has none."""
    for separator in (_BAR, _DASH):
        spans = _spans(title, separator)
        if len(spans) > 1:
            return title[slice(*spans[-1])]
    return ""


def fold(text: str) -> str:
    """Return the text on one line, without the marks of a permalink, and a sign behind which nothing stands."""
    text = text[:MAX_LENGTH]
    line = _SPACES.sub(" ", text).strip() if "\u3000" in text else " ".join(text.split())
    line = line.rstrip(_PERMALINK_MARKS).rstrip()
    if "&" in line and _ESCAPED.search(line):
        line = unescape(line)
    return _LONE_SIGN.sub("", line) if line[-1:] in _ENDING else line


_ESCAPED = re.compile(r"&(?:#\d{2,5}|#x[\da-f]{2,4}|amp|quot);", re.IGNORECASE)
"""A sign that was escaped twice."""
_ENDING = frozenset("|｜»›·•-–—⋆★")
_LONE_SIGN = re.compile(rf"(?<=\S)\s{{1,3}}[{re.escape(''.join(_ENDING))}]{{1,2}}\Z")
"""What is left at the end of a title behind which a name is missing."""


def shared_words(heading: str, title: str) -> float:
    """Return the share (0 to 1) of the shorter text's words that are in the other one; 0 for a title of one word."""
    words, title_words = set(_words(heading.casefold())), set(_words(title.casefold()))
    if not words or len(title_words) < MIN_HEAD_WORDS:
        return 0.0
    return len(words & title_words) / min(len(words), len(title_words))


def word_count(text: str) -> int:
    """Return the count of words; a character of Chinese, Japanese or Korean counts as one."""
    return len(_words(text))


def _words(text: str) -> list[str]:
    return ascii_words(text) if text.isascii() else _WORD.findall(text)


@lru_cache(maxsize=_REMEMBERED)
def _spans(text: str, separator: int) -> tuple[tuple[int, int], ...]:
    """Return where the text's parts lie; the whole of it where no part has a letter."""
    if text.isascii():
        parted = any(map(text.__contains__, _ASCII_SIGNS[separator]))
    else:
        parted = not _SIGNS[separator].isdisjoint(text)
    cuts = [match.span() for match in _SEPARATORS[separator].finditer(text)] if parted else []
    if not cuts:
        return ((0, len(text)),)
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    spans = tuple((start, end) for start, end in zip(starts, ends, strict=True) if key(text[start:end]))
    return spans or ((0, len(text)),)


def is_site_name(part: str, site: Site) -> bool:
    """Return True if a part of a title is one of the site's names, or a few words with its host's name."""
    name = key(part)
    if name in site.keys:
        return True
    if len(site.host) < MIN_HOST_NAME or len(name) < MIN_HOST_NAME:
        return False
    return (site.host in name or name in site.host) and _length(part) <= MAX_NAME_WORDS


def _is_short_end(head: str, end: str) -> bool:
    return _length(end) <= MAX_TAIL_WORDS and _length(head) >= MIN_HEAD_WORDS


def _length(text: str) -> float:
    """Return the length in words."""
    if text.isascii():
        return word_count(text)
    return sum(1 / CJK_WORD if word[0] >= _FIRST_CJK else 1 for word in _words(text))
