"""The arguments of `NewsSpider`, of Python or of ``-a``, where all of them are texts: read, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..crawl.keep import LANGUAGE_TAG
from .links import site_address
from .window import primary

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("sites", "since", "until", "languages", "max_pages", "max_depth", "all_pages")
_YES, _NO = ("true", "1", "yes"), ("false", "0", "no", "")


def read_sites(value: str | Iterable[str] | None) -> list[str]:
    """Return the addresses of sites, which are given with commas between them or as a list.

    Raises:
        ValueError: one is no address, or there is none.
    """
    given = value.split(",") if isinstance(value, str) else value or ()
    sites = [site_address(each.strip()) for each in given if each.strip()]
    if not sites:
        raise ValueError(f"sites is {value!r}; it must name a site or more, such as https://courier.example")
    return sites


def read_languages(name: str, value: str | Iterable[str] | None) -> frozenset[str]:
    """Return the primary codes of languages, which are given with commas or blanks between them, as a list or both.

    Raises:
        ValueError: one is no code.
    """
    given = [value] if isinstance(value, str) else value or ()
    codes = [code for each in given for code in each.replace(",", " ").split()]
    for code in codes:
        if not LANGUAGE_TAG.fullmatch(code.replace("_", "-")):
            raise ValueError(f"{name} is {code!r}; it must be codes such as en or pt-BR, with commas between them")
    return frozenset(filter(None, map(primary, codes)))


def read_number(name: str, value: int | str, least: int) -> int:
    """Return a whole number.

    Raises:
        ValueError: it is none, or too small.
    """
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if number < least:
        raise ValueError(f"{name} is {value!r}; it must be a whole number, {least} or more")
    return number


def read_flag(name: str, value: bool | str) -> bool:
    """Return True or False for one of the words for it.

    Raises:
        ValueError: it is another word.
    """
    word = str(value).strip().lower()
    if word not in (*_YES, *_NO):
        raise ValueError(f"{name} is {value!r}; it must be True or False")
    return word in _YES


def check_names(given: Iterable[str], spider: type[Any]) -> None:
    """Refuse arguments that nothing reads: neither `NewsSpider`, nor a class of a project that has such an attribute.

    Raises:
        ValueError: there is no such argument.
    """
    for name in given:
        # Scrapyd adds its "_job".
        is_own = name.startswith("_") or (hasattr(spider, name) and not callable(getattr(spider, name)))
        if not is_own:
            raise ValueError(f"there is no argument {name!r}; there are {', '.join(NAMES)}")
