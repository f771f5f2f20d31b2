"""The ``MAINCONTENT_*`` settings: parsed and checked once, when a component starts."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from . import setting_rules as rules
from .item_fields import DEFAULT_FIELDS, FORMAT_FIELDS
from .methods import DEFAULT_METHOD, load_model
from .page.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

    from scrapy.settings import BaseSettings

PREFIX = "MAINCONTENT_"
SOFT_SHARE = 0.8
"""Share of the time limit after which a worker stops by itself and hands back what it has, before it is killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaincontentSettings:
    """Every setting under its name without the prefix, in lower case.

    ``formats`` holds "text" first and includes what ``fields`` asks for. ``items`` holds predicates; None means every
    item.
    """

    enabled: bool = True
    method: str = DEFAULT_METHOD
    model: str | None = None
    balance: float = 1.0
    fallback: str = DEFAULT_METHOD
    ad_list: str | None = None
    default: bool = True
    workers: int | None = None
    timeout: float = 10.0
    max_bytes: int = Limits().max_bytes
    http_codes: frozenset[int] = frozenset({200})
    fields: Mapping[str, str] = field(default_factory=lambda: DEFAULT_FIELDS | FORMAT_FIELDS)
    html_field: str = "html"
    items: tuple[Callable[[Any], bool], ...] | None = None
    formats: tuple[str, ...] = ("text",)
    region_content: bool = False
    warc: str | None = None
    warc_max_bytes: int = 1_000_000_000
    join_pages: bool = False
    join_max_pages: int = 10
    report: str | None = None

    @classmethod
    def from_crawler_settings(cls, settings: BaseSettings) -> Self:
        """Parse the settings of a crawler; strings as they come from the command line will do.

        Nothing else is looked at where ``MAINCONTENT_ENABLED`` is False.

        Raises:
            ValueError: a value is not allowed, or a setting of this name does not exist.
        """
        known = {PREFIX + part.name.upper(): part.name for part in fields(cls)}
        set_names = [name for name in settings if name.startswith(PREFIX) and settings[name] not in (None, "")]
        if f"{PREFIX}ENABLED" in set_names and not _parse(f"{PREFIX}ENABLED", settings[f"{PREFIX}ENABLED"]):
            return cls(enabled=False)
        for name in set_names:
            if name not in known:
                raise ValueError(_unknown(name, known))
        given = {known[name]: _parse(name, settings[name]) for name in set_names}
        if "fields" in given:
            given["formats"] = rules.formats_for(given.get("formats", ()), given["fields"])
        parsed = cls(**given)
        if parsed.model is not None:
            _check_model(parsed.method, parsed.model)
        return parsed

    @property
    def limits(self) -> Limits:
        """What one page may cost the extractor."""
        return Limits(max_bytes=self.max_bytes, seconds=self.timeout * SOFT_SHARE)

    def chooses(self, item: Any) -> bool:
        """Tell whether ``MAINCONTENT_ITEMS`` chooses the item."""
        return self.items is None or any(predicate(item) for predicate in self.items)


def _parse(name: str, value: Any) -> Any:
    rule = _RULES[name.removeprefix(PREFIX).lower()]
    try:
        return rule.parse(value)
    except (ValueError, TypeError, ImportError, NameError, OSError) as error:
        cause = f" ({error})" if str(error) else ""
        raise ValueError(f"{name} is {value!r}; it must be {rule.allowed}{cause}") from error


def _check_model(method: str, path: str) -> None:
    """Read the file now, since every page would fail that a worker gets with a model it can't use."""
    try:
        load_model(method, path)
    except ValueError as error:
        raise ValueError(f"{PREFIX}MODEL is {path!r}; it must be a model of method {method!r} ({error})") from error


def _unknown(name: str, known: Mapping[str, str]) -> str:
    import difflib  # here, since names are seldom wrong

    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{name} is not a setting of scrapy-maincontent{hint}"


_RULES: Mapping[str, rules.Rule] = {
    "enabled": rules.BOOLEAN,
    "method": rules.METHOD,
    "model": rules.MODEL,
    "balance": rules.BALANCE,
    "fallback": rules.FALLBACK,
    "ad_list": rules.AD_LIST,
    "default": rules.BOOLEAN,
    "workers": rules.COUNT,
    "timeout": rules.SECONDS,
    "max_bytes": rules.SIZE,
    "http_codes": rules.HTTP_CODES,
    "fields": rules.FIELDS,
    "html_field": rules.NAME,
    "items": rules.ITEMS,
    "formats": rules.FORMATS,
    "region_content": rules.BOOLEAN,
    "warc": rules.WARC,
    "warc_max_bytes": rules.SIZE,
    "join_pages": rules.BOOLEAN,
    "join_max_pages": rules.PAGES,
    "report": rules.REPORT,
}
