"""Days that are no text's own: of an event, a deadline, a birth, by the line itself and by short lines beside it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from . import read_words
from .days import day_span, with_years

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_LABEL = 24
"""Characters of a line in which its label is looked for."""
MAX_FACT, REACH = 80, 4
"""Characters of a line beside an event's day that says where it is or what it costs, and text blocks up to it."""
_UNIT = r"(?:(?:uhr|[ap]\.?m|h)(?![^\W\d_])\.?|[時시点點])"
_CLOCK = rf"\d{{1,2}}(?:\s?[:.h]\s?\d\d(?![\d.])(?:\s?{_UNIT})?|\s?{_UNIT})"
_TO = r"\s{0,2}(?:[-–—~〜～]|(?:to|until|till|bis(?:\szum)?|à|au|a|al|as|às|tot|t/m|do|до|til|kl)\b|から|至|到)\s{0,2}"
_BARE = r"\d{1,2}(?:[:.]\d\d)?"
_CLOCKS = re.compile(rf"(?<![\d.])(?:{_CLOCK}{_TO}{_CLOCK}|{_BARE}\s?[-–]\s?{_BARE}\s?{_UNIT})")
"""From when to when: "10:00 – 13:00"."""
_FIRST_DAY = re.compile(r"(?<!\d)\d{1,2}\.?(?:\s[^\W\d_]{3,12})?\s?[-–—~]\s?(?:[^\W\d_]{3,12}\s)?\Z")
"""Before the last of several days: "3 – 5 May 2024"."""
_BETWEEN_DAYS = re.compile(_TO)
_DIED = "†"


def is_other_day(text: str) -> bool:
    """Return True if a line's day is neither the text's nor a change's: "Valid until ...", "3 – 5 May 2024"."""
    line = text.casefold()
    return line[:MAX_LABEL].lstrip().startswith(_labels()) or _is_span(line) or bool(_led().search(line))


def is_beside_event(texts: Sequence[str], number: int) -> bool:
    """Return True if short lines beside one with a day say where something takes place, how long, or what it costs."""
    lead = texts[number - 1][:MAX_FACT] if number else ""
    if any(map(_begins_published, (texts[number][:MAX_FACT], lead))):
        return False
    for step in (1, -1):
        for place in range(number + step, number + step * (REACH + 1), step):
            if not 0 <= place < len(texts) or len(texts[place]) > MAX_FACT:
                break
            line = texts[place].casefold()
            if line[:MAX_LABEL].lstrip().startswith(_labels()) and with_years([line]):
                break  # that is the day which the lines behind it are about
            if _CLOCKS.search(line) or _says_where(line, alone=step > 0):
                return True
    return False


def _begins_published(line: str) -> bool:
    return line.casefold().startswith(_published())


def _says_where(line: str, *, alone: bool) -> bool:
    """Return True if a line is a label such as "Venue" with a value, or the label ``alone``."""
    label, *value = _VALUE.split(line, maxsplit=1)
    return (alone or bool(value)) and label.strip() in _places()


_VALUE = re.compile(r"[:：\d]")
"""Parts a label from its value: "Admission: £5", "Eintritt 5 Euro"."""


@cache
def _places() -> frozenset[str]:
    return frozenset(map(str.casefold, read_words("lines.toml")["event"]["labels"]))


def _is_span(line: str) -> bool:
    """Return True if a line is from one day or time to another, or about who has died."""
    # Most lines have no sign of a span, which shows in less time than that they have a day.
    if not (_DIED in line or _BETWEEN_DAYS.search(line)) or not (span := day_span(line)):
        return False
    if _DIED in line or _CLOCKS.search(line) or _FIRST_DAY.search(line, max(span[0] - MAX_LABEL, 0), span[0]):
        return True
    second = day_span(line[span[1] :])
    return second is not None and bool(_BETWEEN_DAYS.fullmatch(line, span[1], span[1] + second[0]))


@cache
def _published() -> tuple[str, ...]:
    return tuple(read_words("lines.toml")["dateline"]["published"])


@cache
def _led() -> re.Pattern[str]:
    """Return the form of a day behind words such as "Urteil vom", and of the size of a file."""
    words = "|".join(map(re.escape, read_words("lines.toml")["dateline"]["led"]))
    return re.compile(rf"(?<!\w)(?:{words}):?\s?(?:\d|[^\W\d_]{{3,10}}[.,]?\s\d)|\d\s?(?:[km]i?b|[km]o)\b")


@cache
def _labels() -> tuple[str, ...]:
    return tuple(read_words("lines.toml")["dateline"]["others"])
