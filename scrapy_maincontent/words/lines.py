"""Short lines beside a text that are no part of it: bylines, datelines, share lines, headings of comments.

And the lines of a visitor's comment: its author, its date, and what one may click on.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from . import Cache, read_words
from .days import before_age, date_words, day_in, day_span, is_month, is_year
from .names import is_full_name, is_job, is_of_helper, is_particle, is_personal, names_in
from .normalise import key
from .other_days import is_other_day
from .sentences import ends_sentence
from .wide_names import titled_name

if TYPE_CHECKING:
    from collections.abc import Iterator


BYLINE, DATELINE, SHARE = "byline", "dateline", "share"
_BYLINES = "bylines.toml"
MAX_LENGTH = 100
"""Characters; a longer text is no line of this kind."""
_MAX_HEADING = 40
_WIDE = 0x1100
"""The first character of the scripts that have no word spaces, and of Korean."""
_PART = re.compile(r"[^\s|·•／/–—,:;()（）【】\[\]、。…]+")
PARTS = re.compile(r"(?<!\s)\s*+[|·•｜]")
_BYLINE_WORDS = 7
"""Words of the first part of a byline, the opening word among them."""
_DATE_BEGINS = re.compile(r"[\d令平昭]")
_ASCII_DATE_BEGINS = re.compile(r"[0-9]")
"""The first characters of what `_YEAR_OR_DATE` finds: most lines have none of them."""
_YEAR_OR_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}\s*[./-]\s*\d{1,2}|\d{1,2}\s*[月일]|(?:令和|平成|昭和)")
_NOT_LETTERS = re.compile(r"[\W\d_]+")

_SIGN = r"[$¢£¤¥֏؋৳฿₠-₿]|円"
_CODE = r"USD|EUR|GBP|CHF|zł|Kč|kr|руб(?:л(?:ей|я|ь))?|元"
PRICE = re.compile(rf"(?:{_SIGN}|\b(?:{_CODE}))\s?\d|\d\s?(?:{_SIGN}|(?:{_CODE})(?![^\W\d_]))")
"""A sum of money in a line."""

MAX_LINE = 100
MAX_DATE = 40
"""Characters of a date in words, such as "two days ago"."""
MAX_AGO = 5
MAX_NAME = 60
MAX_STARTS = 16
"""Words of a line at which its date may start."""
_START = re.compile(r"\S+")
ENDS = ' \t\n:：,，、;|·・•-–—"“”»'
"""Blanks and signs around the words of a line."""
_SHORT = re.compile(r"\d{1,3}\s?(?:s|m|min|h|hr|d|w|wk|mo|y|yr)s?\Z")
_WORD = re.compile(r"[^\W\d_]+")
_MARKED_WORD = re.compile(
    r"[^\W\d_](?:[^\W\d_]|(?!\d)[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e31-\u0e4e])*"
)
"""The same with the signs of vowels, which are no letters: Hindi's words would be taken apart at them."""


def line_kind(text: str) -> str | None:
    """Return the kind of a short line, `BYLINE`, `DATELINE` or `SHARE`; ``None`` for any other text."""
    if len(text) > MAX_LENGTH:
        return None
    line = text.casefold().strip()
    begin = line.partition(" ")[0]
    # Most lines begin with a word that opens no such line, which shows sooner than by a pattern.
    if (begin in _share_openings() or not begin.isalnum()) and _is_share(line):
        return SHARE
    if _is_dateline(line):
        return DATELINE
    return BYLINE if _is_byline(line, text) else None


def share_lines(texts: list[str]) -> list[int]:
    """Return the numbers of the texts that are lines to share a page by."""
    openings = _share_openings()
    return [
        number
        for number, text in enumerate(texts)
        if len(text) <= MAX_LENGTH and text.partition(" ")[0].casefold() in openings and line_kind(text) == SHARE
    ]


def bylines(texts: list[str]) -> Iterator[str]:
    """Yield the texts that begin with words such as "by"; what begins with others is no byline."""
    for text in texts:
        if (own := _OPENINGS[text[:1]]) and text[:MAX_LENGTH].casefold().startswith(own):
            yield text


def byline_with_day(text: str, *, linked: str = "") -> str | None:
    """Return who wrote a text, in a line with a day: "May 3, 2024 by Ann Reed", "Ann Reed · 3 May 2024".

    ``None`` for a line that has no day, or no name beside it; what is ``linked``, by its letters, needs a word such as
    "by".
    """
    if len(text) > MAX_LENGTH or is_other_day(text) or not (span := day_span(text)):
        return None
    before, behind = text[: span[0]], _CLOCK_BEHIND.sub("", text[span[1] :])
    for name in _led(before, behind):
        return name
    if titled := titled_name(before) or titled_name(behind):
        return titled
    if len(_WORD.findall(f"{before}{behind}")) > _BYLINE_WORDS:
        return None
    for part in chain(_AROUND_NAME.split(behind), _AROUND_NAME.split(before)):
        name = next(iter(names_in(part.strip(ENDS), shown=True)), "")
        words = [word for word in name.casefold().split() if not is_particle(word)]
        if is_personal(name) and not any(map(_is_label_of_date, words)) and key(name) not in linked:
            return name
    return None


def leads_to(label: str, name: str) -> bool:
    """Return True if a link's label says that it leads to what somebody has written: "All articles by Ann Reed"."""
    before = label.removesuffix(name) if is_full_name(name) else label
    return before != label and bool(_inner_leads().search(before[-_LABEL_END:]))


_LABEL_END = 12
"""Characters before a name in such a label that are looked at."""


def _led(before: str, behind: str) -> Iterator[str | None]:
    """Yield what words such as "by" lead to before a day or behind it, ``None`` for somebody who helped."""
    for part, lead in ((behind, _leads_behind().match(behind)), (before, _leads_behind().match(before))):
        # "Der Autor" and "Von Berlin" begin other lines.
        if lead and (part is behind or len(lead[0]) > _LEAST_LEAD):
            name = next(iter(names_in(_part_of_name(part[lead.end() :]), shown=True)), "")
            if is_full_name(name) and not name[0].islower():
                yield name
    for part in (behind, before):
        leads = [lead.end() for lead in _inner_leads().finditer(part)]
        # "Reviewed by Ann Reed – written by Ben Holm"; "last edited by" alone before a day names who wrote a post.
        for end in sorted(leads, key=lambda end: is_of_helper(part[:end])):
            name = _part_of_name(part[end:])
            if name and not _LABEL_INSIDE.match(name):  # "Tempo di lettura: 2 min"
                yield None if part is behind and is_of_helper(part[:end]) else name


def _part_of_name(text: str) -> str:
    """Return a text up to the first sign that parts names from what else stands in a line."""
    return _without_label(_AROUND_NAME.split(text.strip(ENDS))[0]).strip(ENDS)


def _without_label(text: str) -> str:
    """Return a text without the words of dates at its end: "Ann Reed Date:", "Anna am"."""
    words = text.split()
    while words and _is_label_of_date(words[-1].casefold().strip(ENDS)):
        words.pop()
    return " ".join(words)


def before_day(line: str) -> str:
    """Return a line about authors up to its first day."""
    split, span = split_date(line), day_span(line)
    text = split[0] if split else line
    if span and 0 < span[0] < len(text):
        text = _without_label(text[: span[0]])
    return _CLOCK_END.sub("", _DAY_BEHIND.sub("", text))


_DAY_BEHIND = re.compile(r"(?<=\w)[\s,]+(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}-\d\d-\d\d)(?!\d).*")
"""A day behind a name, and another one behind it."""
_CLOCK_END = re.compile(r"(?:\s[^\W\d_A-Z]{1,5}\.?)?\s\d{1,2}[:.]\d\d(?:\s?[AaPp]\.?[Mm]\.?)?\Z")
"""A time behind a name: "at 7:42 PM"."""
_BRACKETS_BEHIND = re.compile(r"\s{0,3}[(（\[][^()（）\[\]]{0,40}[)）\]]\s{0,3}\Z")
"""An agency or a place behind names: "(dpa)"."""
_CLOCK_BEHIND = re.compile(
    r"^[\s,]{0,3}(?:at\s+)?\d{1,2}[:.h]\d\d(?::\d\d)?\s{0,2}(?:[aApP]\.?[mM]\.?)?"
    r"(?:\s{0,2}(?:[A-Z]{2,4}|Uhr|uur|hs|h|ч)\b\.?)?"
)
_AROUND_NAME = re.compile(r"\s*[|·•｜/]\s*|\s+[–—-]\s+|\s{3,}|\s*,\s*(?=\d)|\s+(?=@)")
"""Signs between a name and what else stands in a line."""
_LEAST_LEAD = 4
"""Characters of a word that leads to a name at the beginning of a line."""
_LABEL_INSIDE = re.compile(r"[^\W\dA-Z]{1,24}\s?[:：]")


@cache
def _leads_behind() -> re.Pattern[str]:
    """Return what finds a word right behind a day that leads to a name with a capital there."""
    listed = read_words(_BYLINES)
    words = "|".join(sorted({*listed["behind_day"], *listed["nouns"]}, key=len, reverse=True))
    return re.compile(rf"\W{{0,4}}(?:[rг]\.)?\W{{0,4}}(?:{words})(?:\s?:)?\s(?:[^\W\d_]{{2,4}}\.\s)?", re.IGNORECASE)


@cache
def _inner_leads() -> re.Pattern[str]:
    """Return what finds a word such as "by" within a line."""
    words = read_words(_BYLINES)["within"]
    spaced = "|".join(re.escape(word) for word in words if word[-1].isalpha() and ord(word[-1]) < _WIDE)
    wide = "|".join(re.escape(word) for word in words if not (word[-1].isalpha() and ord(word[-1]) < _WIDE))
    return re.compile(rf"(?<![^\W\d_])(?:{spaced})(?:\s*:\s*|\s+)|(?:{wide})\s*", re.IGNORECASE)


def signature(text: str) -> str | None:
    """Return who signs a text in a line such as "This post was written by Ann Reed", ``None`` for another line."""
    text = text.lstrip(_BEFORE_SIGNING)
    line = text.casefold()
    for opening in _signings() if len(text) <= MAX_SIGNED and len(line) == len(text) else ():
        if line.startswith(opening):
            rest = text[len(opening) :].lstrip(" :：")
            return rest if any(map(is_personal, names_in(rest, shown=True)[:1])) else None
    return None


_BEFORE_SIGNING = "([—–- "
"""Signs before such a line: agencies set it in brackets."""
MAX_SIGNED = 120
"""Characters of a line that signs a text."""


@cache
def _signings() -> tuple[str, ...]:
    words = read_words(_BYLINES)
    return (*words["signs"], *words["verbs"], *_before_colons())


def is_byline_label(text: str) -> bool:
    """Return True if a text is a word such as "Written by" alone: the name follows it."""
    return len(text) <= _MAX_LABEL_OF_NAME and text.casefold().strip(ENDS) in _byline_labels()


def published_labels(texts: list[str]) -> list[int]:
    """Return the numbers of the texts that are a word such as "Published" alone: the day follows."""
    words, short = _published_labels(), [number for number, text in enumerate(texts) if len(text) <= _MAX_LABEL_OF_NAME]
    return [number for number in short if texts[number].casefold().strip(ENDS) in words]


@cache
def _published_labels() -> frozenset[str]:
    return frozenset(read_words("lines.toml")["dateline"]["published"])


@cache
def _byline_labels() -> frozenset[str]:
    kinds = ("begins", "within", "labels", "verbs", "nouns", "with_pictures")
    return frozenset(word.strip(ENDS) for kind in kinds for word in read_words(_BYLINES)[kind])


_MAX_LABEL_OF_NAME = 24


def asks_for_comment(text: str) -> bool:
    """Return True if a text is a word such as "Kommentieren" alone."""
    return text.casefold() in _headings("asks")


def comments_headings(texts: list[str], longest: int) -> Iterator[int]:
    """Yield the numbers of the texts of at most ``longest`` characters that are headings of visitors' comments."""
    short = [text for text in texts if len(text) <= longest]
    # Apart, since letters beyond ASCII take long, and few texts have any.
    plain = "\n".join(filter(str.isascii, short)).lower()
    others = "\n".join([text.lower() for text in short if not text.isascii()])
    stems = [stem for stem in _headings("stems") if stem in plain or stem in others]  # most pages have none
    for number, text in enumerate(texts) if stems else ():
        if len(text) <= longest and any(map(text.lower().__contains__, stems)) and begins_comments(text):
            yield number


def begins_comments(text: str) -> bool:
    """Return True if a text is the heading of visitors' comments, with their number or without, or of trackbacks."""
    if len(text) > MAX_LENGTH:
        return False
    line = text.casefold()
    if line.startswith(_headings("begins")):
        return True
    return len(line) <= _MAX_HEADING and " ".join(_NOT_LETTERS.sub(" ", line).split()) in _headings("whole")


def _is_share(line: str) -> bool:
    words = _share_words()
    if line in words:
        return True
    first = _PART.search(line)
    return first is not None and first[0] in words and words.issuperset(_PART.findall(line))


def _has_year(line: str) -> bool:
    """Return True if a line has a year in any digits: of the common calendar, the Buddha's or Iran's."""
    return any(is_year(int(number)) for number in _FOUR_DIGITS.findall(line))


_FOUR_DIGITS = re.compile(r"(?<!\d)\d{4}(?!\d)")
_NO_DATE = re.compile(r"[$€£¥₽₹%⭐★☆]|(?<![\d.])\d{1,4}\.\d(?![\d.])|^\W*\d{1,4}\.\d\d\W*$|\d{3}/\d{3}")
"""Prices, shares, ratings and decimals."""


def _is_dateline(line: str) -> bool:
    begin = (_ASCII_DATE_BEGINS if line.isascii() else _DATE_BEGINS).search(line)
    if begin is None or not (_YEAR_OR_DATE.search(line, begin.start()) or (not line.isascii() and _has_year(line))):
        return is_age_line(line)
    return _has_words_of_dates_alone(line) and not _NO_DATE.search(line)


def _has_words_of_dates_alone(line: str) -> bool:
    """Return True if a line, in lower case, has no other words than those of dates."""
    spaced, wide = _date_words()
    return spaced.issuperset(_WORD.findall(line) if line.isascii() else _MARKED_WORD.findall(wide.sub(" ", line)))


def _is_byline(line: str, text: str) -> bool:
    """Return True if a line in small letters, and as it is spelled, begins as bylines do and has the length of one."""
    openings = _byline_openings().get(line[:1], ())
    if not line.startswith(openings):
        return False
    first = _BRACKETS_BEHIND.sub("", PARTS.split(line, maxsplit=1)[0])
    if (first.count(" ") >= _BYLINE_WORDS or ends_sentence(first)) and (span := day_span(first)):
        behind = _CLOCK_BEHIND.sub("", first[span[1] :]).strip(ENDS)
        first = first if behind else first[: span[0]].rstrip(ENDS)  # names, and a day at the end
    if not first.startswith(openings) or (ends_sentence(first) and not _ends_with_degree(first)):
        return False
    return len(first.split()) <= _BYLINE_WORDS or _names_several(text.strip()[: len(first)])


def _ends_with_degree(line: str) -> bool:
    """Return True if a line in small letters ends with a degree or the like: "m.d.", "jr."."""
    last = line.rpartition(" ")[2]
    return last in _SUFFIXES or (last.count(".") > 1 and is_job(last.upper()))


_SUFFIXES = ("jr.", "sr.")


def _names_several(text: str) -> bool:
    """Return True if a line has the full names of several persons and no other names."""
    names = [[word for word in name.split() if not is_particle(word)] for name in names_in(text, shown=True)]
    return len(names) > 1 and all(is_full_name(" ".join(words)) for words in names)


@cache
def _share_words() -> frozenset[str]:
    return frozenset(read_words("lines.toml")["share"]["whole"])


@cache
def _share_openings() -> frozenset[str]:
    return _share_words().union(words.partition(" ")[0] for words in _share_words())


@cache
def _headings(name: str) -> tuple[str, ...]:
    """Return words of comments' headings: what they are as a ``whole``, ``begins`` them, or all have (``stems``)."""
    return tuple(read_words("lines.toml")["comments"][name])


@cache
def _byline_openings() -> dict[str, tuple[str, ...]]:
    """Return what begins bylines, by its first character."""
    found: dict[str, tuple[str, ...]] = {}
    words = read_words(_BYLINES)
    for word in (*words["begins"], *words["verbs"], *_before_colons()):
        # A Latin word ends at a blank or a colon, other scripts have none.
        openings = (f"{word} ", f"{word}:") if word[-1].isascii() and word[-1].isalpha() else (word,)
        found[word[0]] = (*found.get(word[0], ()), *openings)
    return found


_OPENINGS = Cache[str, tuple[str, ...]](lambda first: _byline_openings().get(first.casefold(), ()))


@cache
def _before_colons() -> tuple[str, ...]:
    """Return words such as "author" with what parts them from a name."""
    words = read_words(_BYLINES)
    nouns = (*words["nouns"], *words["with_pictures"])
    return tuple(f"{word}{colon}" for word in nouns for colon in ((":", " :") if ord(word[0]) < _WIDE else (":", "：")))


@cache
def _date_words() -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the words of dates in scripts with blanks between words, and what finds those of other scripts."""
    words = {*read_words("lines.toml")["dateline"]["words"], *_published_labels(), *date_words()}
    wide = sorted((re.escape(word) for word in words if ord(word[0]) >= _WIDE), key=len, reverse=True)
    return frozenset(part for word in words for part in _MARKED_WORD.findall(word)), re.compile("|".join(wide))


def _is_label_of_date(word: str) -> bool:
    """Return True if a word, in lower case, is one of dates and no month, as persons are called: Jan, May, Nisan."""
    spaced, wide = _date_words()
    return (word in spaced or wide.fullmatch(word) is not None) and not is_month(word)


def is_date_line(text: str) -> bool:
    """Return True if a line has a date at its end, behind a name or nothing."""
    return split_date(text) is not None


@lru_cache(maxsize=4096)
def split_date(text: str) -> tuple[str, str] | None:
    """Return the text before a line's date, and the date as shown; ``None`` for a line without one."""
    if len(text) > MAX_LINE or not any(map(str.isdigit, text)):
        return None
    may_have_one = _YEAR_OR_DATE.search(text) is not None
    may_be_age = bool(_SHORT.search(text.strip(ENDS))) or not _ago().isdisjoint(_WORD.findall(text.casefold()))
    if not (may_have_one or may_be_age):
        return None
    for count, match in enumerate(_START.finditer(text)):
        if count >= MAX_STARTS:
            return None
        tail = text[match.start() :].strip(ENDS)
        if may_be_age and is_age(tail):
            return text[: match.start()], tail
        if may_have_one and line_kind(tail) == DATELINE and not (count == 0 and _begins_with_name(text, match)):
            return text[: match.start()], _without_words(tail, ends=False)
    return None


def _begins_with_name(text: str, first: re.Match[str]) -> bool:
    """Return True if a line's first word is somebody who is called like a month: what is behind it is the same day."""
    word = first[0].strip(ENDS)
    if not (word.istitle() and is_month(word)):
        return False
    day = day_in(text[first.end() :])
    return day is not None and day == day_in(text)


def name_in(text: str) -> str | None:
    """Return the name in a line such as "Ann says:", ``None`` where there is none."""
    line = text.strip(ENDS)
    said = line.rstrip("….")
    name = _without_words(said)
    name = _without_words(line) if name == said else name  # "Ann said..." is no name that was cut off
    if not 0 < len(name) <= MAX_NAME or not any(map(str.isalnum, name)) or is_action(name):
        return None
    return name


def is_action(text: str) -> bool:
    """Return True if a line is there to be clicked on: "Reply", "3 likes"."""
    if len(text) > MAX_NAME:
        return False
    line = text.casefold()
    if line.startswith(_listed("answers")):
        return True
    return not (rest := " ".join(_NOT_LETTERS.sub(" ", line).split())) or rest in _listed("actions")


def is_age_line(line: str) -> bool:
    """Return True if a line, in lower case, is an age and no more, such as "Posted 3 days ago"."""
    before = before_age(line) if len(line) <= MAX_DATE else None
    return before is not None and _has_words_of_dates_alone(before)


def is_empty(text: str) -> bool:
    """Return True if a line has only words such as "at": name and date are elsewhere."""
    return len(text) <= MAX_NAME and not _without_words(text.strip(ENDS))


def is_age(text: str) -> bool:
    """Return True if a text is a date in words, such as "3 days ago" or "6mo"."""
    if not 0 < len(text) <= MAX_DATE or not any(map(str.isdigit, text)):
        return False
    parts = text.casefold().split()
    return bool(_SHORT.match(text)) or (
        (text[0].isdigit() or parts[0] in _ago())
        and len(parts) <= MAX_AGO
        and not _ago().isdisjoint(_WORD.findall(text.casefold()))
    )


def _without_words(text: str, *, ends: bool = True) -> str:
    """Return a line without words such as "by" at its beginning and, with ``ends``, "says" at its end."""
    changed = True
    while changed:
        changed = False
        lowered = text.casefold()
        words = _leads()
        if not lowered.startswith(words) and not (ends and lowered.endswith(words)):
            break
        for word in words:
            if lowered.startswith(word) and _may_part(text, len(word)):
                text, changed = text[len(word) :].strip(ENDS), True
            elif ends and lowered.endswith(word) and _may_part(text, len(text) - len(word)):
                text, changed = text[: len(text) - len(word)].strip(ENDS), True
            if changed:
                break
    return text


def _may_part(text: str, at: int) -> bool:
    """Return True if a word may end or begin at a place: at a blank or a sign, or in a script without blanks."""
    if at in (0, len(text)):
        return True
    return not (text[at - 1].isalnum() and text[at].isalnum() and text[at - 1].isascii() and text[at].isascii())


@cache
def _leads() -> tuple[str, ...]:
    return tuple(sorted(_listed("says"), key=len, reverse=True))


@cache
def _listed(name: str) -> tuple[str, ...]:
    return tuple(read_words("comments.toml")["lines"][name])


@cache
def _ago() -> frozenset[str]:
    return frozenset(_listed("ago"))
