"""Days and times as text, declared or shown, in the large languages of the world -> ISO 8601.

The names of months are data (``days.toml``). There is no clock: the same text always gives the same day, and "3 days
ago" one that depends on when the page was fetched (`day_of_age`).
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from . import read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


MAX_LENGTH = 160
"""Characters of a text that are read."""
FIRST_YEAR, LAST_YEAR = 1990, 2100
"""Years in which pages were, and may be, published; other numbers are something else."""
DAY = 10
"""Characters of a day in ISO 8601."""
_MIN_STAMP, _MAX_STAMP = 10, 13
"""Digits of a time in seconds and in milliseconds since 1970."""
_COMPACT = 14
"""Digits of a day and its time without signs, "20240503094107"."""
_FIRST_STAMP, _LAST_STAMP = 631_152_000, 4_102_444_800
_NOON = 12
_CENTURY, _BUDDHIST_CENTURY, _HUNDRED = 2000, 2500, 100
_MAX_OFFSET = 14 * 60

_ISO_START = re.compile(r"\d{4}-?\d\d-?\d\d(?!\d)")
_OFFSET = re.compile(r"\s?([+-]\d\d):?(\d\d)?$")
_THAI_SHORT = r"[\u0e01-\u0e4e]{1,3}\.[\u0e01-\u0e4e]"
"""A Thai month's short form, "พ.ค"."""
_LETTERS = r"[^\s\d,،၊.;:/()|·•-]{2,14}"
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})(?:\s?\2|(?<=/\d)[\s-]|(?<=/\d\d)[\s-])\s?(\d{4})(?!\d)")
"""Also "4/5 2024" and "4/5-2024", as Scandinavia writes it, and parts that stand in elements of their own."""
_HAS_NUMERIC = re.compile(r"\d\s?[./-]\s?\d{1,2}(?:\s?[./-]|\s)\s?\d{4}")
"""In all that `_NUMERIC` finds; looked for in less than half its time."""
_SHORT = re.compile(r"(?<![\d.])(\d{1,2})\.(\s?)(\d{1,2})\.\2(\d\d)(?![\d.]*\d)")
_SHORT_YEAR_FIRST = re.compile(r"(?<![\d./-])(\d\d)([./-])(\d{1,2})\2(\d{1,2})(?![\d./-]*\d)")
"""The same, and with hyphens and slashes, as East Asia writes it."""
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)")
_SIGNED = re.compile(r"(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})(?!\d)")
_THAI = re.compile(rf"(?<!\d)(\d{{1,2}})\s?({_THAI_SHORT})\.?\s?(\d\d)(?!\d)")
"""A Thai day whose year has two digits, and is the Buddha's."""
_ERA = re.compile(r"(令和|平成|昭和|民[國国])\s?(\d{1,3}|元)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})(?!\d)")
_SLASHED = re.compile(r"(?<![\d./])(\d{1,2})(/)(\d{1,2})/(\d\d)(?![\d/])")
_SHORT_NAMED = re.compile(
    rf"(?<![\w.:])(\d{{1,2}})(?:st|nd|rd|th|er|\.)?[\s-]{{1,2}}({_LETTERS})\.?"
    r"(?:[\s-]['’]|[\s-])(\d\d)(?!,?\s?\d{4})(?=\Z|[,|)\]\n]|\s(?:[|·•(@]|[–—-]\s(?!\d)|(?:à|at|um)\s|\d\d:))"
)
"""A day with its month in words and a year of two digits: "17 Nov 07", "17-Nov-07", "17 Nov '07"."""
_HAS_YEAR = re.compile(
    r"[\d年.](?:(?<=年)|(?<=\d)(?:\d{3}|([.-]\s?)\d{1,2}\1\d\d|/\d{1,2}/\d\d"
    r"|[a-z.]{0,2}[\s-]{1,2}[^\W\d_]{3,10}\.?[\s-]['’]?\d\d(?!\d))|(?<=[\u0e01-\u0e4e]\.)\s?\d\d(?!\d))"
)
_ASCII_HAS_YEAR = re.compile(
    r"[0-9](?:[0-9]{3}|([.-] ?)[0-9]{1,2}\1[0-9]{2}|/[0-9]{1,2}/[0-9]{2}"
    r"|[a-z.]{0,2}[ -]{1,2}[A-Za-z]{3,10}\.?[ -]'?[0-9]{2}(?![0-9]))"
)
"""All their forms begin with one of a set of characters: these are looked for in less time than the forms."""
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})\s?(?::|h|時|시)\s?(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?!\d)")
_HALF = re.compile(r"\s{0,2}([ap])\.?m\b")
_ZONE = re.compile(
    r"\s{0,2}\(?(?:(?:utc|gmt)([+-])(\d{1,2})(?::?(\d\d))?(?!\d)|([+-])(\d\d):?(\d\d)(?!\d)|(?:z|utc|gmt)\b)"
)
_ANY_ORDER = "*"
"""A language in which the order of two numbers is never open."""
_CLOCK_REACH = 24
"""Characters between a day and its time."""


def day_in(text: str, language: str = "") -> str | None:
    """Return the first day in a text, with the time and the zone behind it where they stand there, as ISO 8601.

    ``language`` is a page's, in lower case: it tells which of two numbers is the month.
    """
    found = moment(text) if text[:1].isdigit() else None
    if found is not None:
        return found
    written = text[:MAX_LENGTH]
    text = written.casefold()
    if not with_years([text]):
        return None
    places = [place for place in _places(text, language, written) if place is not None]
    if not places:
        return None
    _, end, found_day = min(places)
    return _with_clock(found_day, text[end : end + MAX_LENGTH])


def day_span(text: str, language: str = "") -> tuple[int, int] | None:
    """Return where the first day in a text begins and ends, its time aside; ``None`` where there is none."""
    line = text[:MAX_LENGTH].casefold()
    if len(line) != len(text[:MAX_LENGTH]) or not with_years([line]):
        return None
    places = [place for place in _places(line, language or _ANY_ORDER, text) if place is not None]
    return min(places)[:2] if places else None


def day_lines(text: str, language: str = "") -> list[tuple[str, str]]:
    """Return the days in a line such as "Published 3 May 2024, updated 4 May 2024", each with its label before it.

    Labels stand behind their days where none stands before the first one, and one behind the last. A line of one day
    is its own label, unless it has two times.
    """
    spans, start = list[tuple[int, int]](), 0
    while len(spans) < MAX_DAYS and (span := day_span(text[start:], language)):
        spans.append((start + span[0], start + span[1]))
        start += span[1]
    if len(spans) < _PAIR:
        start, end = spans[0] if spans else (0, 0)
        if times := _TWO_TIMES.match(text[end:]) if spans else None:
            return [(text[:start], text[start:end] + times[1]), (times[2], f"{text[start:end]} {times[3]}")]
        own = text[: _end_of_own(text, end)] if spans else text
        return [(own, own)]
    ends = [*(begin for begin, _ in spans[1:]), len(text)]
    if any(map(str.isalpha, text[: spans[0][0]])) or not any(map(str.isalpha, text[spans[-1][1] :])):
        before = [0, *(end for _, end in spans)]
        labels = [text[place:begin] for place, (begin, _) in zip(before, spans, strict=False)]
    else:
        labels = [text[end:stop] for (_, end), stop in zip(spans, ends, strict=True)]
    values = (_BEHIND_DAY.split(text[begin:stop], maxsplit=1)[0] for (begin, _), stop in zip(spans, ends, strict=True))
    return [*zip(labels, values, strict=True)]


def _end_of_own(text: str, end: int) -> int:
    """Return where the part about a line's only day ends, which itself ends at ``end``.

    What is behind a sign may be of another time: "14/05/2024 09h15 • Updated 3 months ago", "(updated 14:30)".
    """
    for cut in _SIGN_BEHIND_DAY.finditer(text, end):
        behind = text[cut.end() :]
        is_change = _DIGIT.search(behind) and say_changed([behind])[0]
        if is_change or before_age(behind) is not None:
            return cut.start()
    clock = _CLOCK_BEHIND.match(text, end)
    return clock.end() if clock and before_age(text[clock.end() :]) is not None else len(text)


MAX_DAYS = 4
"""Days of one line that are read."""
_PAIR = 2
_CLOCK_BEHIND = re.compile(r"\W{0,4}(?:\w{1,5}\.?\s)?\d{1,2}[:.h]\s?\d\d")
_TWO_TIMES = re.compile(rf"({_CLOCK_BEHIND.pattern})(\D{{4,40}})(\d{{1,2}}[:.h]\s?\d\d)\D{{0,12}}\Z")
"""Behind a day: its time, then that of a change on the same day, with its label."""
_BEHIND_DAY = re.compile(r"(?:[|•;(]|\s[·–—-]\s)(?!\s?\d{1,2}[:.h]\d\d)")
"""Signs before the label of the next day."""
_SIGN_BEHIND_DAY = re.compile(r"[|•;,(（]|\s[·–—/-]\s")
"""Signs before what is said of another time, which may be one without a day."""
_DIGIT = re.compile(r"\d")


def day_of_age(text: str, fetched: str) -> str | None:
    """Return the day that a line such as "Jane Doe | 3 days ago" means, as ISO 8601, of a page fetched at a time.

    ``fetched`` is ISO 8601, or as HTTP writes it. ``None`` where a text has no such age, or one in weeks or more.
    """
    _, age = _age_in(text) or ("", None)
    when = None if age is None else _instant(fetched)
    return None if age is None or when is None or when.year < FIRST_YEAR else (when - age).date().isoformat()


def before_age(text: str) -> str | None:
    """Return what stands before the age in a line such as "Posted 3 days ago", ``None`` where it has none."""
    found = _age_in(text)
    return None if found is None else found[0]


def _age_in(text: str) -> tuple[str, timedelta | None] | None:
    """Return what stands before an age, and the age, which is ``None`` if it is in weeks or more."""
    done = 0
    for part in _PARTS.split(text[:MAX_LENGTH].casefold()):
        last = part.rstrip(" .").rpartition(" ")[2]
        may_be = last in _age_ends() or not last.isascii()  # in scripts without blanks it holds the number
        # The first number alone: "2 days, 5 hours ago" is no age of five hours.
        if number := (_COUNT.search(part) or _one().search(part)) if may_be else None:
            behind = " ".join(part[number.end() :].strip(" .").split())
            for before, unit in _ages().get(behind, ()):
                lead = part[: number.start()].rstrip()
                if lead.endswith(before):
                    times = int(number[0]) if number[0].isdecimal() else 1
                    return text[:done] + lead[: len(lead) - len(before)], unit and unit * times
        done += len(part) + 1
    return _named_age(text)


def _named_age(text: str) -> tuple[str, timedelta | None] | None:
    """Return what else stands in a line with a word such as "yesterday" and a time of day, and its age."""
    clock = _CLOCK.search(text) if len(text) <= MAX_NAMED else None
    if clock is None:
        return None
    line = (text[: clock.start()] + text[clock.end() :]).casefold()
    found = _named_ages().search(line)
    if found is None:
        return None
    return line[: found.start()] + line[found.end() :], timedelta(days=int(str(found.lastgroup)[1:]))


@cache
def _named_ages() -> re.Pattern[str]:
    """Return the form of a word such as "yesterday"; its group is called after the days since."""
    forms = list[str]()
    for number, words in enumerate(_data()["ages_named"]):
        cased = [word for word in words if word[0].upper() != word[0]]
        # Scripts without case have no blanks around a word, as a rule.
        others = [word for word in words if word not in cased]
        forms.append(rf"(?P<d{number}>(?<!\w)(?:{'|'.join(cased)})(?!\w)|{'|'.join(others)})")
    return re.compile("|".join(forms))


MAX_NAMED = 60
"""Characters of such a line."""
_PARTS = re.compile(r"[|·•\n()]|\s[-–—]\s")
_COUNT = re.compile(r"(?<!\d)\d{1,3}(?!\d)")


@cache
def _one() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(_data()['one'])})(?!\w)")


@cache
def _ages() -> dict[str, list[tuple[str, timedelta | None]]]:
    """Return what stands before a number and its unit, by what stands behind the number."""
    found: dict[str, list[tuple[str, timedelta | None]]] = {}
    lengths = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), None
    for before, *units, behind in _data()["ages"]:
        for unit, words in zip(lengths, units, strict=True):
            for word in words.split():
                for form in {f"{word} {behind}".strip(), f"{word}{behind}"}:
                    found.setdefault(form, []).append((before, unit))
    return found


@cache
def _age_ends() -> frozenset[str]:
    return frozenset(form.split()[-1] for form in _ages())


def _instant(text: str) -> datetime | None:
    found = moment(text)
    with suppress(ValueError, OverflowError):
        return datetime.fromisoformat(found) if found else parsedate_to_datetime(text[:MAX_LENGTH])
    return None


def is_open(language: str) -> bool:
    """Return True if a language says nothing about which of two numbers is the month."""
    return language in _data()["open"]


def language_of_order(texts: Iterable[str]) -> str | None:
    """Return a language that writes days as the first of some texts does that shows it, ``None`` where none does."""
    everything = "\n\n".join(text[:MAX_LENGTH] for text in texts)  # no day holds two line breaks in a row
    for match in _NUMERIC.finditer(everything) if _HAS_NUMERIC.search(everything) else ():
        first, second = int(match[1]), int(match[3])
        if (first > _NOON) != (second > _NOON):
            return _DAY_FIRST if first > _NOON else _MONTH_FIRST
    return None


def language_of_host(host: str) -> str | None:
    """Return English as the country of a host writes it, ``None`` for hosts of no country, or of another."""
    return _DAY_FIRST if host.rpartition(".")[2] in _data()["day_first_hosts"] else None


def language_of_script(text: str) -> str:
    """Return the language of East Asia in whose script a text is, "" for other scripts."""
    found = _EAST_ASIA.search(text)
    if found is None:
        return ""
    return "ko" if found[0] >= _FIRST_HANGUL else "zh"


_EAST_ASIA, _FIRST_HANGUL = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"), "\uac00"
"""Korean begins behind the other scripts; Japanese and Chinese write days the same way."""
_DAY_FIRST, _MONTH_FIRST = "en-gb", "en-us"


def date_words() -> Iterator[str]:
    """Yield the months, days of the week and words of change of all languages, in lower case."""
    data = _data()
    yield from _months()
    for line in data["weekdays"]:
        yield from line.split()
    yield from (*data["changed"], *data["between"])


def is_month(word: str) -> bool:
    """Return True if a word is the name of a month in any language."""
    return word.casefold() in _months()


def with_years(texts: Sequence[str]) -> list[str]:
    """Return those of some texts that have what looks like a year, without which there is no day in a text."""
    found = (_ASCII_HAS_YEAR if all(map(str.isascii, texts)) else _HAS_YEAR).search
    return [text for text in texts if found(text)]


def days_in_address(path: str) -> Iterator[str]:
    """Yield the days that the path of an address may have: /2024/may/03/, /2024/05/03/, /20240503- or /03-05-2024."""
    if named := _ADDRESS_MONTH.search(path):
        yield f"{named[3]} {named[2]} {named[1]}"
    if match := _ADDRESS_DAY.search(path):
        month, day = match["month"] or match["month2"], match["day"] or match["day2"]
        yield f"{match['year']}-{month:0>2}-{day:0>2}"
    elif match := _ADDRESS_DAY_FIRST.search(path):
        yield f"{match[1]}.{match[2]}.{match[3]}"


def month_in_address(path: str) -> tuple[int, int] | None:
    """Return the year and the month that the path of an address has, as blogs' do: /2024/05/."""
    match = _ADDRESS_YEAR_MONTH.search(path)
    return match and (int(match[1]), int(match[2]))


def day_of_month(text: str, year: int, month: int) -> str | None:
    """Return the day of a known month that a text names without its year: "14 Sep", "September 14th", "14.09."."""
    line = text[:MAX_LENGTH].casefold()
    for match in _WITHOUT_YEAR.finditer(line):
        before, day, behind, number = match.groups()
        if month in (_months().get(before), _months().get(behind), number and int(number)):
            with suppress(ValueError):
                return date(year, month, int(day)).isoformat()
    return None


_ADDRESS_YEAR_MONTH = re.compile(r"/((?:19|20)\d\d)/(0[1-9]|1[0-2])(?=/|\Z)")
_WITHOUT_YEAR = re.compile(
    rf"(?:({_LETTERS})\.?\s)?(?<![\d.:/-])(\d{{1,2}})(?:st|nd|rd|th|er)?(?!\d)"
    rf"(?:\.?\s?(?:de\s|of\s)?({_LETTERS})|[./](\d{{1,2}})(?![\d:]))?"
)
_ADDRESS_DAY = re.compile(
    r"(?:[/_-]|(?<=[a-z]))(?P<year>(?:19|20)\d\d)(?:[/_-](?P<month>0?[1-9]|1[0-2])[/_-](?P<day>0?[1-9]|[12]\d|3[01])(?![\d])"
    r"|(?P<month2>0[1-9]|1[0-2])(?P<day2>0[1-9]|[12]\d|3[01])(?=[/_.a-z-]|\Z))"
)
_ADDRESS_DAY_FIRST = re.compile(r"[/_-](\d\d)[._-](\d\d)[._-]((?:19|20)\d\d)(?!\d)")
_ADDRESS_MONTH = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,10})/(\d\d?)(?=/|\Z)")


def moment(text: str) -> str | None:
    """Return a time as machines write it (ISO 8601, seconds since 1970) as ISO 8601, ``None`` for others."""
    text = text.strip()[:MAX_LENGTH]
    if text.isascii() and text.isdigit() and len(text) in (_MIN_STAMP, _MAX_STAMP):
        seconds = int(text) // (1000 if len(text) == _MAX_STAMP else 1)
        if _FIRST_STAMP <= seconds < _LAST_STAMP:
            return datetime.fromtimestamp(seconds, UTC).isoformat()
        return None
    if len(text) == _COMPACT and text.isascii() and text.isdigit():
        text = f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:12]}:{text[12:]}"
    if not (text.isascii() and _ISO_START.match(text)):
        return None
    for form in _forms(text):
        try:
            found = datetime.fromisoformat(form)
        except ValueError:
            continue
        if not FIRST_YEAR <= found.year < LAST_YEAR:
            return None
        return found.isoformat() if "T" in form.upper() or ":" in form else found.date().isoformat()
    return None


def _forms(text: str) -> Iterator[str]:
    """Yield a time as it is written, with the colon that its zone should have, without its zone, and its day."""
    yield text
    yield _OFFSET.sub(_offset, text)
    yield text[:19]
    yield text[:10]


def _offset(match: re.Match[str]) -> str:
    return f"{match[1]}:{match[2] or '00'}"


def is_before(one: str, other: str) -> bool:
    """Return True if a moment or day in ISO 8601 is before another one: by days where one has no time or no zone."""
    if min(len(one), len(other)) > DAY:
        first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
        if first.tzinfo is not None and second.tzinfo is not None:
            return first < second
    return one[:DAY] < other[:DAY]


def days_between(one: str, other: str) -> int:
    """Return the days from one day or moment in ISO 8601 to another one."""
    return (date.fromisoformat(other[:DAY]) - date.fromisoformat(one[:DAY])).days


def say_changed(texts: Sequence[str]) -> list[bool]:
    """Return whether each of some texts has a word such as "updated"."""
    lines = [text[:MAX_LENGTH].casefold() for text in texts]
    everything = "\n".join(lines)
    words = [word for word in _data()["changed"] if word in everything] if lines else []  # most pages have none
    return [any(map(line.__contains__, words)) for line in lines]


def is_label_of_change(text: str) -> bool:
    """Return True if a text begins with a word such as "updated"."""
    return text.casefold().startswith(("last ", *_data()["changed"])) and say_changed([text])[0]


def _places(text: str, language: str, written: str) -> Iterator[tuple[int, int, date] | None]:
    """Yield the first day of each form: where it begins and ends, and the day; ``written`` is the text as it stands."""
    is_ascii = text.isascii()
    if (match := _glued().search(written)) and len(written) == len(text):
        yield _place(match, int(match[3]), _months()[match[1].casefold()], int(match[2]))
    if match := None if is_ascii else _ERA.search(text):
        era, year, month, day = match.groups()
        yield _place(match, _data()["eras"][era] + (1 if year == "元" else int(year)), int(month), int(day))
    if match := None if is_ascii else _SIGNED.search(text):
        yield _place(match, *map(int, match.groups()))
    is_parted = "." in text or "/" in text or "-" in text
    if match := _YEAR_FIRST.search(text) if is_parted else None:
        yield _place(match, int(match[1]), int(match[3]), int(match[4]))
    if match := _NUMERIC.search(text) if is_parted else None:
        yield _numeric(match, language)
    if match := _SLASHED.search(text) if "/" in text and language[:2] not in _data()["year_first"] else None:
        yield _numeric(match, language)
    if match := None if is_ascii else _THAI.search(text):
        yield _place(match, _BUDDHIST_CENTURY + int(match[3]), _months().get(match[2], 0), int(match[1]))
    yield _short_year(text, language)
    for pattern, order, numbers in _named():
        for match in pattern.finditer(text) if numbers.search(text) else ():
            month = _month(match[order[1]], language)
            if place := _place(match, int(match[order[0]]), month, int(match[order[2]])):
                yield place
                break


@cache
def _glued() -> re.Pattern[str]:
    """Return the form of an English day glued to what an element before it has: "Ann ReedNov 7, 2016"."""
    names = {word.title() for line in _data()["months"][:ENGLISH_LINES] for word in line.split() if word != "-"}
    months = "|".join(sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<=[a-z0-9])({months})\.?\s(\d{{1,2}}),?\s(\d{{4}}){_END_OF_YEAR}")


ENGLISH_LINES = 3
"""Lines of months that are English, where the month comes first."""
_END_OF_YEAR = r"(?!\d(?!\d?[:.]\d\d))"
"""Behind a year is no digit, unless it is that of a time in an element of its own: "Nov 7, 201611:53 AM"."""


def _short_year(text: str, language: str) -> tuple[int, int, date] | None:
    if language[:2] in _data()["year_first"]:
        match = _SHORT_YEAR_FIRST.search(text)
        return match and _place(match, _of_short(int(match[1])), int(match[3]), int(match[4]))
    if match := _SHORT.search(text):
        day, month = int(match[1]), int(match[3])
        day, month = (month, day) if month > _NOON else (day, month)  # "11.30.16"
        return _place(match, _of_short(int(match[4])), month, day)
    match = _SHORT_NAMED.search(text)
    return match and _place(match, _of_short(int(match[3])), _months().get(match[2], 0), int(match[1]))


def _of_short(year: int) -> int:
    """Return a year of two digits as a whole: 1998, 2007."""
    return year + (_CENTURY - _HUNDRED if year >= FIRST_YEAR % _HUNDRED else _CENTURY)


def _month(word: str, language: str) -> int:
    own: dict[str, int] = _data()["months_of"].get(language[:2], {})
    return own.get(word) or _months().get(word, 0) or (int(word) if word.isdecimal() else 0)


def _numeric(match: re.Match[str], language: str) -> tuple[int, int, date] | None:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    year = _of_short(year) if year < _HUNDRED else year
    if first != second and max(first, second) <= _NOON:
        if (weekday := _weekday_before(match)) is not None:
            both = [_place(match, year, month, day) for month, day in ((first, second), (second, first))]
            fitting = [place for place in both if place and place[2].weekday() == weekday]
            if len(fitting) == 1:
                return fitting[0]
        if match[2] == "/" and language in _data()["open"]:
            return None
    swapped = second > _NOON or (match[2] != "." and first <= _NOON and language in _data()["month_first"])
    return _place(match, year, first if swapped else second, second if swapped else first)


def _weekday_before(match: re.Match[str]) -> int | None:
    """Return the number of the day of the week before a date, Monday is 0; ``None`` where there is none."""
    word = _WORD_BEFORE.search(match.string[max(match.start() - _LONGEST_WEEKDAY, 0) : match.start()])
    return None if word is None else _weekdays().get(word[1][:_WEEKDAY_LETTERS])


_LONGEST_WEEKDAY, _WEEKDAY_LETTERS = 16, 3
_WORD_BEFORE = re.compile(r"(?<!\w)([^\W\d_]{2,30})[.,]{0,2}\s{1,2}\Z")


@cache
def _weekdays() -> dict[str, int]:
    """Return the days of the week by their first letters."""
    found: dict[str, int] = {}
    for line in _data()["weekdays"]:
        found |= {word[:_WEEKDAY_LETTERS]: number for number, word in enumerate(line.split()) if word != "-"}
    return found


def _place(match: re.Match[str], year: int, month: int, day: int) -> tuple[int, int, date] | None:
    if year >= FIRST_YEAR + _data()["buddhist"]:
        year -= _data()["buddhist"]
    if _FIRST_JALALI <= year < _LAST_JALALI:
        return _jalali(match, year, month, day)
    if not FIRST_YEAR <= year < LAST_YEAR:
        return None
    try:
        return match.start(), match.end(), date(year, month, day)
    except ValueError:
        return None


_FIRST_JALALI, _LAST_JALALI = 1369, 1479
"""Years of the Iranian calendar that lie between `FIRST_YEAR` and `LAST_YEAR`."""


def is_year(number: int) -> bool:
    """Return True for a year in which a page may be published: in the common calendar, the Buddha's or Iran's."""
    is_common = any(FIRST_YEAR <= year < LAST_YEAR for year in (number, number - _data()["buddhist"]))
    return is_common or _FIRST_JALALI <= number < _LAST_JALALI


_LONG_MONTHS, _LONG, _SHORT_MONTH = 6, 31, 30


def _jalali(match: re.Match[str], year: int, month: int, day: int) -> tuple[int, int, date] | None:
    """Return the place of a day in the Iranian calendar, whose years begin at the equinox (arithmetic of 33 years)."""
    if not (1 <= month <= _NOON and 1 <= day <= (_LONG if month <= _LONG_MONTHS else _SHORT_MONTH)):
        return None
    before = min(month - 1, _LONG_MONTHS) * _LONG + max(month - 1 - _LONG_MONTHS, 0) * _SHORT_MONTH + day - 1
    years = year - 979
    days = 365 * years + years // 33 * 8 + (years % 33 + 3) // 4 + before
    return match.start(), match.end(), _EPOCH + timedelta(days=days)


_EPOCH = date(1600, 3, 20)
"""The first day of the year 979."""


def _with_clock(day: date, behind: str) -> str:
    match = _CLOCK.search(behind)
    if match is None or match.start() > _CLOCK_REACH:
        return day.isoformat()
    hour, minute, second = (int(number or 0) for number in match.groups())
    rest = behind[match.end() :]
    if half := _HALF.match(rest):
        hour = hour % _NOON + (_NOON if half[1] == "p" else 0)
        rest = rest[half.end() :]
    try:
        found = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=_zone(rest))
    except ValueError:
        return day.isoformat()
    return found.isoformat()


def _zone(text: str) -> timezone | None:
    """Return the zone with which a text begins, by its offset; names of zones mean several."""
    match = _ZONE.match(text)
    if match is None:
        return None
    sign, hours, rest = (match[1], match[2], match[3]) if match[1] else (match[4], match[5], match[6])
    if not sign:
        return UTC
    minutes = int(hours) * 60 + int(rest or 0)
    return timezone(timedelta(minutes=-minutes if sign == "-" else minutes)) if minutes <= _MAX_OFFSET else None


@cache
def _data() -> dict[str, Any]:
    return read_words("days.toml")


@cache
def _months() -> dict[str, int]:
    months: dict[str, int] = {}
    for line in _data()["months"]:
        for number, word in enumerate(line.split(), 1):
            if word != "-":
                months.setdefault(word.casefold().replace("_", " "), number)
    return months


@cache
def _named() -> tuple[tuple[re.Pattern[str], tuple[int, int, int], re.Pattern[str]], ...]:
    """Return the forms with a month in words, which of their groups are year, month and day, and what all of them have.

    The last are looked for in less time than the forms.
    """
    between = "|".join(sorted(map(re.escape, _data()["between"]), key=len, reverse=True))
    behind_year = "|".join(sorted(map(re.escape, _data()["behind_year"]), key=len, reverse=True))
    seconds = "|".join(sorted({word.partition(" ")[2] for word in _months() if " " in word}))
    word = rf"(?:{_LETTERS}(?:\s(?:{seconds})(?!\w))?|{_THAI_SHORT})"
    # A word ends before the next one begins: "de" is no part of "3 december".
    link = rf"(?:(?:{between})(?:(?<=['’])|\s))?"
    day = r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?"
    # Arabic has two names for a month: "أيار/مايو".
    month = rf"({word}|\d{{1,2}}(?=,?\snăm))(?:\s?[/\s]\s?[\u0620-\u064a]{{2,14}})?"
    return (
        (
            re.compile(rf"{day}[\s,/-]{{0,2}}{link}{month}[.\s,،၊/-]{{0,3}}{link}(\d{{4}}){_END_OF_YEAR}"),
            (3, 2, 1),
            re.compile(r"\d\D{2,60}\d{4}"),
        ),
        (
            re.compile(
                rf"({_LETTERS}+(?:\s(?:{seconds})(?!\w))?)[.\s]{{1,2}}(\d{{1,2}})"
                rf"(?:(?:st|nd|rd|th)?[,،၊.\s]{{1,3}}|{_CLOCK_BETWEEN})(\d{{4}}){_END_OF_YEAR}"
            ),
            (3, 1, 2),
            re.compile(rf"\d[a-z]{{0,2}}[,،၊.\s]{{1,3}}{_ZONE_BETWEEN}\d{{4}}"),
        ),
        (
            re.compile(
                rf"(?<!\d)(\d{{4}})(?:[.\s,]{{1,3}}|\s?(?:{behind_year})\s)({word})[.\s]{{1,2}}(\d{{1,2}})(?!\d)"
            ),
            (1, 2, 3),
            re.compile(rf"\d{{4}}(?:[.\s,]|{behind_year})"),
        ),
        (
            re.compile(rf"(?<!\d)(\d{{4}})[-.]?\s?(?:{behind_year})\s(\d{{1,2}})[-.]?\s?({word})"),
            (1, 3, 2),
            re.compile(rf"\d{{4}}[-.]?\s?(?:{behind_year})"),
        ),
    )


_ZONE_BETWEEN = r"(?:(?:[a-z]{2,5}|[+-]\d{4})\s)?"
_CLOCK_BETWEEN = rf"\s\d\d:\d\d(?::\d\d)?\s{_ZONE_BETWEEN}"
"""A time between a day and its year, as mails and logs write it: "Thu Mar 12 09:41:07 CET 2009"."""
