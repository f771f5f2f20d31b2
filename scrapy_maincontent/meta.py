"""The two keys of ``request.meta``: what a request asks for, and where its result is put."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .setting_rules import BOOLEAN, FORMATS, METHOD

if TYPE_CHECKING:
    from .settings import MaincontentSettings

REQUEST_KEY = "maincontent"
"""True: extract; False: don't; a dict of `OPTIONS`: extract so."""
RESULT_KEY = "maincontent_result"
"""The `Extraction` of the response; the reason alone where there is none."""
OPTIONS = {"method": METHOD, "formats": FORMATS, "join": BOOLEAN}


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
            options[name] = _option(name, value)
    elif asked not in (None, True, False):
        raise ValueError(f'request.meta["{REQUEST_KEY}"] is {asked!r}; it must be True, False or a dict')
    return PageOptions(**options)


def _option(name: Any, value: Any) -> Any:
    if name not in OPTIONS:
        raise ValueError(f'request.meta["{REQUEST_KEY}"] has {name!r}; it may have {", ".join(OPTIONS)}')
    rule = OPTIONS[name]
    try:
        return rule.parse(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f'request.meta["{REQUEST_KEY}"]["{name}"] is {value!r}; it must be {rule.allowed}') from error
