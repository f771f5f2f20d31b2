"""The ``MAINCONTENT_*`` settings, parsed and checked once when a component starts, and the keys of ``request.meta``.

A `Rule` parses one kind of value, from Python or from the command line, and names what is allowed; each field of
`MaincontentSettings` has one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from scrapy.utils.misc import load_object

from ..facts.advertisements import OWN_LIST, load_list
from ..methods import BALANCES, DEFAULT_METHOD, FALLBACKS, METHODS, PACKAGED_MODELS, load_model
from ..page.limits import Limits
from ..pool import PATIENCE, SOFT_SHARE, TIMEOUT
from .items import DEFAULT_FIELDS, FORMAT_FIELDS, FORMAT_NAMES, RESULT_ATTRIBUTES
from .keep import Keep

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.settings import BaseSettings


PREFIX = "MAINCONTENT_"
REQUEST_KEY = "maincontent"
"""Key of ``request.meta``. True: extract; False: don't; a dict of `OPTIONS`: extract so."""
RESULT_KEY = "maincontent_result"
"""Key of ``request.meta``: the `Extraction` of the response; the reason alone where there is none."""
REDIRECTS_KEY = "maincontent_redirects"
"""Key of ``request.meta``: which of its ``redirect_urls`` are those of another request."""


@dataclass(frozen=True, slots=True)
class Rule:
    """``parse`` returns the value in its own type or raises an error; ``allowed`` completes "it must be ..."."""

    parse: Callable[[Any], Any]
    allowed: str


def _formats(value: Any) -> tuple[str, ...]:
    """Return format names in their fixed order, "text" always among them."""
    names = _entries(value)
    for name in names:
        if name not in FORMAT_NAMES:
            raise ValueError(f"{name!r} is no format")
    return _in_order(names)


def _in_order(names: Iterable[Any]) -> tuple[str, ...]:
    """Return the formats among names in their fixed order, "text" first."""
    wanted = {"text", *names}
    return tuple(name for name in FORMAT_NAMES if name in wanted)


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


_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def _boolean(value: Any) -> bool:
    if isinstance(value, str):
        value = _BOOLEANS.get(value.strip().lower(), value)
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


def _number(allowed: Callable[[float], bool]) -> Callable[[Any], float]:
    def parse(value: Any) -> float:
        number = float(value)
        if isinstance(value, bool) or not allowed(number):
            raise ValueError
        return number

    return parse


def _http_codes(value: Any) -> frozenset[int]:
    codes = frozenset(_whole(code) for code in _entries(value))
    if not codes or not all(100 <= code <= 599 for code in codes):
        raise ValueError
    return codes


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value.strip()


def _path(value: Any) -> Path:
    """Return an absolute path; what looks like True or False was meant as such."""
    if isinstance(value, str) and (not value.strip() or value.strip().lower() in _BOOLEANS):
        raise ValueError("that is no path; an empty string switches it off")
    return Path(value).absolute()


def _model(value: Any) -> str:
    if value in PACKAGED_MODELS:
        return str(value)
    path = _path(value)
    if not path.is_file():
        raise ValueError("no such file")
    return str(path)


def _one_of(names: Container[str], what: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in names:
            raise ValueError(f"no such {what}")
        return str(value)

    return parse


def _ad_list(value: Any) -> str:
    name = OWN_LIST if value == OWN_LIST else str(_path(value))
    load_list(name)  # now, since every page would fail that a worker gets with a list it can't use
    return name


def _warc(value: Any) -> str:
    from warcio import warcwriter  # noqa: F401 - a missing library is to be seen before the first page

    folder = _path(value)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        return str(folder)


def _state(value: Any) -> str:
    path = _path(value)
    if path.is_dir():
        raise ValueError("that is a folder")
    with TemporaryFile(dir=path.parent):
        return str(path)


def _report(value: Any) -> str:
    path = _path(value)
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


def _keep(value: Any) -> Keep:
    return Keep.parsed(json.loads(value) if isinstance(value, str) else value)


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
MOST_SECONDS = 1_000_000
"""More than a week; the system can't wait for any number of seconds."""
SECONDS = Rule(
    _number(lambda seconds: 0 < seconds <= MOST_SECONDS), f"a number of seconds above 0, at most {MOST_SECONDS:,}"
)
BALANCE = Rule(
    _number(lambda balance: BALANCES[0] <= balance <= BALANCES[1]),
    f"a number from {BALANCES[0]} (precision) to {BALANCES[1]} (recall)",
)
HTTP_CODES = Rule(_http_codes, "a list of HTTP status codes")
NAME = Rule(_name, "the name of an item field")
MODEL = Rule(
    _model,
    "the path of a model file, or one of "
    + ", ".join(f"{name} (method {method})" for name, method in PACKAGED_MODELS.items())
    + " (None: the method's packaged model)",
)
FALLBACK = Rule(_one_of(FALLBACKS, "fallback"), "one of " + ", ".join(FALLBACKS))
AD_LIST = Rule(_ad_list, f"the path of a list in the format of EasyList, or {OWN_LIST!r}: a small one of the package's")
WARC = Rule(_warc, "a folder that can be written to; it needs the extra warc: pip install '.[warc]' in a checkout")
REPORT = Rule(
    _report,
    "the path of a file in a folder that exists and can be written to; %(name)s and %(time)s may be in its name",
)
STATE = Rule(_state, "the path of a file in a folder that exists and can be written to")
METHOD = Rule(_one_of(METHODS, "method"), "one of " + ", ".join(METHODS))
FORMATS = Rule(_formats, "a list out of " + ", ".join(FORMAT_NAMES))
FIELDS = Rule(
    _fields, "a dict of item field to result attribute, the attribute one of " + ", ".join(sorted(RESULT_ATTRIBUTES))
)
ITEMS = Rule(_items, "a list of item classes, functions from an item to True or False, or their import paths")


KEEP = Rule(
    _keep,
    "a dict out of page_types (names, or a dict of names to the least probability), languages (tags), since and until "
    "(days), undated, accessible and duplicates (True or False), min_words (a whole number)",
)


def _setting(rule: Rule, default: Any) -> Any:
    return field(default_factory=lambda: default, metadata={"rule": rule})


@dataclass(frozen=True, slots=True, kw_only=True)
class MaincontentSettings:
    """Every setting under its name without the prefix, in lower case.

    ``formats`` holds "text" first and includes what ``fields`` asks for. ``items`` holds predicates; None means every
    item.
    """

    enabled: bool = _setting(BOOLEAN, True)
    method: str = _setting(METHOD, DEFAULT_METHOD)
    model: str | None = _setting(MODEL, None)
    balance: float = _setting(BALANCE, 1.0)
    fallback: str = _setting(FALLBACK, DEFAULT_METHOD)
    ad_list: str | None = _setting(AD_LIST, None)
    site_memory: bool = _setting(BOOLEAN, True)
    default: bool = _setting(BOOLEAN, True)
    workers: int | None = _setting(COUNT, None)
    worker_wait: float = _setting(SECONDS, PATIENCE)
    inline_fallback: bool = _setting(BOOLEAN, False)
    timeout: float = _setting(SECONDS, TIMEOUT)
    max_bytes: int = _setting(SIZE, Limits().max_bytes)
    http_codes: frozenset[int] = _setting(HTTP_CODES, frozenset({200}))
    fields: Mapping[str, str] = _setting(FIELDS, DEFAULT_FIELDS | FORMAT_FIELDS)
    html_field: str = _setting(NAME, "html")
    items: tuple[Callable[[Any], bool], ...] | None = _setting(ITEMS, None)
    keep: Keep | None = _setting(KEEP, None)  # noqa: RUF009 - it is frozen
    duplicates: bool = _setting(BOOLEAN, False)
    duplicates_max_bytes: int = _setting(SIZE, 128_000_000)
    formats: tuple[str, ...] = _setting(FORMATS, ("text",))
    links: bool = _setting(BOOLEAN, True)
    images: bool = _setting(BOOLEAN, True)
    front_matter: bool = _setting(BOOLEAN, False)
    heading: bool = _setting(BOOLEAN, False)
    region_content: bool = _setting(BOOLEAN, False)
    warc: str | None = _setting(WARC, None)
    warc_max_bytes: int = _setting(SIZE, 1_000_000_000)
    join_pages: bool = _setting(BOOLEAN, False)
    join_max_pages: int = _setting(PAGES, 10)
    report: str | None = _setting(REPORT, None)
    state: str | None = _setting(STATE, None)

    @classmethod
    def from_crawler_settings(cls, settings: BaseSettings) -> Self:
        """Parse the settings of a crawler; strings as they come from the command line will do.

        Nothing else is looked at where ``MAINCONTENT_ENABLED`` is False.

        Raises:
            ValueError: a value is not allowed, or a setting of this name does not exist.
        """
        known = {PREFIX + part.name.upper(): part for part in fields(cls)}
        set_names = [name for name in settings if name.startswith(PREFIX) and settings[name] not in (None, "")]
        enabled = f"{PREFIX}ENABLED"
        if enabled in set_names and not parse_setting(enabled, BOOLEAN, settings[enabled]):
            return cls(enabled=False)
        for name in set_names:
            if name not in known:
                raise ValueError(_unknown(name, known))
        rules = {name: known[name].metadata["rule"] for name in set_names}
        given = {known[name].name: parse_setting(name, rule, settings[name]) for name, rule in rules.items()}
        if "fields" in given:
            given["formats"] = _in_order((*given.get("formats", ()), *given["fields"].values()))
        parsed = cls(**given)
        if parsed.model is not None:
            _check_model(parsed.method, parsed.model)
        return parsed

    @property
    def limits(self) -> Limits:
        """What one page may cost the extractor."""
        return Limits(max_bytes=self.max_bytes, seconds=self.timeout * SOFT_SHARE)

    @property
    def finds_duplicates(self) -> bool:
        """Whether texts are compared with those before them."""
        return self.duplicates or (self.keep is not None and not self.keep.duplicates)

    def chooses(self, item: Any) -> bool:
        """Return True if ``MAINCONTENT_ITEMS`` chooses the item."""
        return self.items is None or any(predicate(item) for predicate in self.items)


def parse_setting(name: str, rule: Rule, value: Any) -> Any:
    """Return a setting's value in its own type.

    Raises:
        ValueError: it is not allowed; the message names the setting, the value and what is allowed.
    """
    try:
        return rule.parse(value)
    except (ValueError, TypeError, ImportError, NameError, OSError, OverflowError, RecursionError) as error:
        cause = f" ({error})" if str(error) else ""
        raise ValueError(f"{name} is {value!r}; it must be {rule.allowed}{cause}") from error


def _check_model(method: str, path: str) -> None:
    """Read the file now, since every page would fail that a worker gets with a model it can't use."""
    try:
        load_model(method, path)
    except ValueError as error:
        raise ValueError(f"{PREFIX}MODEL is {path!r}; it must be a model of method {method!r} ({error})") from error


def _unknown(name: str, known: Iterable[str]) -> str:
    import difflib  # here, since names are seldom wrong

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{name} is not a setting of scrapy-maincontent{hint}"


OPTIONS = {"method": METHOD, "formats": FORMATS, "join": BOOLEAN}
"""What a request may ask for."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How one page is extracted."""

    method: str
    formats: tuple[str, ...]
    join: bool


def page_options(asked: Any, settings: MaincontentSettings) -> PageOptions:
    """Return how to extract a page whose request asks for ``asked``.

    Raises:
        ValueError: ``asked`` is neither a truth value nor a dict of known options.
    """
    options: dict[str, Any] = {"method": settings.method, "formats": settings.formats, "join": settings.join_pages}
    if isinstance(asked, Mapping):
        for name, value in asked.items():
            if name not in OPTIONS:
                raise ValueError(f'request.meta["{REQUEST_KEY}"] has {name!r}; it may have {", ".join(OPTIONS)}')
            options[name] = parse_setting(f'request.meta["{REQUEST_KEY}"]["{name}"]', OPTIONS[name], value)
    elif asked is not None and not isinstance(asked, bool):
        raise ValueError(f'request.meta["{REQUEST_KEY}"] is {asked!r}; it must be True, False or a dict')
    return PageOptions(**options)


def without_result(request: Request) -> Request:
    """Return the request, or a copy of it without the result that a spider copied along with a response's meta.

    A copy, since the request may be the very one whose response is still being worked on.
    """
    if RESULT_KEY not in request.meta:
        return request
    return request.replace(meta={key: value for key, value in request.meta.items() if key != RESULT_KEY})
