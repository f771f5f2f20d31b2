"""What the value of a setting may be: one rule for each kind of value, from Python or from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from scrapy.utils.misc import load_object

from .facts.advertisements import OWN_LIST, load_list
from .item_fields import FORMAT_NAMES, RESULT_ATTRIBUTES
from .methods import BALANCES, FALLBACKS, METHODS, PACKAGED_MODELS


@dataclass(frozen=True, slots=True)
class Rule:
    """``parse`` returns the value in its own type or raises an error; ``allowed`` completes "it must be ..."."""

    parse: Callable[[Any], Any]
    allowed: str


def formats_for(formats: tuple[str, ...], fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the formats together with those that the chosen item fields need, "text" first."""
    wanted = {"text", *formats, *fields.values()}
    return tuple(name for name in FORMAT_NAMES if name in wanted)


def parse_formats(value: Any) -> tuple[str, ...]:
    """Return format names in their fixed order, "text" always among them.

    Raises:
        ValueError: a name is unknown.
    """
    names = _entries(value)
    for name in names:
        if name not in FORMAT_NAMES:
            raise ValueError(f"{name!r} is no format")
    return tuple(name for name in FORMAT_NAMES if name == "text" or name in names)


def parse_method(value: Any) -> str:
    """Return the name of a method.

    Raises:
        ValueError: there is no such method.
    """
    if value not in METHODS:
        raise ValueError("no such method")
    return str(value)


def _entries(value: Any) -> list[Any]:
    """Return a list given as one: as a list, as JSON, with commas, or as its only entry."""
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            loaded: list[Any] = json.loads(text)
            return loaded
        return [part.strip() for part in text.split(",") if part.strip()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    return [value]


def _boolean(value: Any) -> bool:
    if isinstance(value, str):
        value = {"true": True, "1": True, "false": False, "0": False}.get(value.strip().lower(), value)
    if value not in (True, False):
        raise ValueError
    return bool(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        raise ValueError
    return int(value)


def _at_least(least: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        number = _whole(value)
        if number < least:
            raise ValueError
        return number

    return parse


def _seconds(value: Any) -> float:
    seconds = float(value)
    if isinstance(value, bool) or not 0 < seconds < float("inf"):
        raise ValueError
    return seconds


def _balance(value: Any) -> float:
    balance = float(value)
    if isinstance(value, bool) or not BALANCES[0] <= balance <= BALANCES[1]:
        raise ValueError
    return balance


def _http_codes(value: Any) -> frozenset[int]:
    codes = frozenset(_whole(code) for code in _entries(value))
    if not codes or not all(100 <= code <= 599 for code in codes):
        raise ValueError
    return codes


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value.strip()


def _model(value: Any) -> str:
    if value in PACKAGED_MODELS:
        return str(value)
    path = Path(value).absolute()
    if not path.is_file():
        raise ValueError("no such file")
    return str(path)


def _fallback(value: Any) -> str:
    if value not in FALLBACKS:
        raise ValueError("no such fallback")
    return str(value)


def _ad_list(value: Any) -> str:
    name = OWN_LIST if value == OWN_LIST else str(Path(value).absolute())
    load_list(name)  # now, since every page would fail that a worker gets with a list it can't use
    return name


def _warc(value: Any) -> str:
    from warcio import warcwriter  # noqa: F401 - a missing library is to be seen before the first page

    folder = Path(value).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        return str(folder)


def _report(value: Any) -> str:
    path = Path(value).absolute()
    try:
        path.name % {"name": "", "time": ""}
    except KeyError as error:
        raise ValueError(f"there is no placeholder {error}") from error
    if path.is_dir():
        raise ValueError("that is a folder")
    with TemporaryFile(dir=path.parent):
        return str(Path(str(path.parent).replace("%", "%%")) / path.name)


def _fields(value: Any) -> dict[str, str]:
    chosen = json.loads(value) if isinstance(value, str) else value
    if not isinstance(chosen, Mapping) or not chosen:
        raise ValueError
    for name, attribute in chosen.items():
        _name(name)
        if attribute not in RESULT_ATTRIBUTES:
            raise ValueError(f"{attribute!r} is no attribute of the result")
    return dict(chosen)


def _items(value: Any) -> tuple[Callable[[Any], bool], ...]:
    chosen = tuple(_predicate(load_object(entry)) for entry in _entries(value))
    if not chosen:
        raise ValueError
    return chosen


def _predicate(entry: Any) -> Callable[[Any], bool]:
    if isinstance(entry, type):
        return lambda item: isinstance(item, entry)
    if not callable(entry):
        raise TypeError(f"{entry!r} is neither a class nor a function")
    predicate: Callable[[Any], bool] = entry
    return predicate


BOOLEAN = Rule(_boolean, "True or False")
COUNT = Rule(_at_least(0), "a whole number, 0 or more (None: one less than the processors)")
PAGES = Rule(_at_least(2), "a whole number of pages, 2 or more")
SIZE = Rule(_at_least(1), "a whole number of bytes above 0")
SECONDS = Rule(_seconds, "a number of seconds above 0")
BALANCE = Rule(_balance, f"a number from {BALANCES[0]} (precision) to {BALANCES[1]} (recall)")
HTTP_CODES = Rule(_http_codes, "a list of HTTP status codes")
NAME = Rule(_name, "the name of an item field")
MODEL = Rule(
    _model,
    "the path of a model file, or one of "
    + ", ".join(f"{name} (method {method})" for name, method in PACKAGED_MODELS.items())
    + " (None: the method's packaged model)",
)
FALLBACK = Rule(_fallback, "one of " + ", ".join(FALLBACKS))
AD_LIST = Rule(_ad_list, f"the path of a list in the format of EasyList, or {OWN_LIST!r}: a small one of the package's")
WARC = Rule(_warc, "a folder that can be written to; it needs the extra warc")
REPORT = Rule(
    _report,
    "the path of a file in a folder that exists and can be written to; %(name)s and %(time)s may be in its name",
)
METHOD = Rule(parse_method, "one of " + ", ".join(METHODS))
FORMATS = Rule(parse_formats, "a list out of " + ", ".join(FORMAT_NAMES))
FIELDS = Rule(
    _fields, "a dict of item field to result attribute, the attribute one of " + ", ".join(sorted(RESULT_ATTRIBUTES))
)
ITEMS = Rule(_items, "a list of item classes, functions from an item to True or False, or their import paths")
