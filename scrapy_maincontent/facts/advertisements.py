"""Advertisements, by a list in the format of EasyList: the elements that it blocks or hides (Tsuruta 2.2, Step 1, 1').

The library adblock (the extra ``ads``) reads the list: addresses that are to be blocked, and selectors of elements that
are to be hidden, each for all sites or for some. Here they are looked up on a Page.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cssselect import SelectorError, parser

from ..files import read_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..methods import Labels
    from ..page import Page

    Test = Callable[[Page, int], bool]
    """Whether a page's element is selected."""


MAX_LIST = 64 * 1024 * 1024
"""Bytes of a list."""
OWN_LIST = "default"
"""Name of the small list that comes with the package."""
REASON = "advertisement"
"""Begins the reason of a text block that is one."""
_FILE = resources.files("scrapy_maincontent.facts") / "advertisements.txt"
_LISTS_KEPT = 4
_NOWHERE = "https://page.invalid/"
"""Address of a page whose own is not known: the rules for single sites are not for it."""
_REQUESTS = {"img": "image", "picture": "image", "video": "media", "audio": "media", "iframe": "sub_frame"}
"""The type of the request by which a browser loads an element's address; otherwise an object or a link."""
_OBJECT, _LINK = "object", "other"


class AdListError(ValueError):
    """A list of advertisements can't be used: it is missing, or what reads it is not installed."""


class AdList:
    """A list of advertisements, ready for use."""

    def __init__(self, rules: str) -> None:
        """Read a list's text.

        Raises:
            AdListError: the extra ``ads`` is not installed.
        """
        try:
            import adblock
        except ModuleNotFoundError as error:
            raise AdListError(f'{error}; it comes with the extra ads: pip install ".[ads]" in a checkout') from error
        known = adblock.FilterSet()
        known.add_filter_list(rules)
        self._engine: Any = adblock.Engine(known)

    def elements(self, page: Page) -> set[int]:
        """Return the elements of a page that are blocked or hidden."""
        return self._blocked(page) | self._hidden(page)

    def _blocked(self, page: Page) -> set[int]:
        """Return the elements that refer to a blocked address: links, pictures, players, frames."""
        here = page.url or _NOWHERE
        matched: dict[tuple[str, str], bool] = {}
        found = set()
        for element, address, request in _references(page):
            key = page.absolute(address), request
            if key not in matched:
                matched[key] = self._engine.check_network_urls(key[0], here, request).matched
            if matched[key]:
                found.add(element)
        return found

    def _hidden(self, page: Page) -> set[int]:
        classes = {name for attrs in page.attrs if "class" in attrs for name in attrs["class"].split()}
        ids = {attrs["id"] for attrs in page.attrs if attrs.get("id")}
        known = self._engine.url_cosmetic_resources(page.url or _NOWHERE)
        chosen = set(known.hide_selectors)
        if not known.generichide:
            chosen.update(self._engine.hidden_class_id_selectors(sorted(classes), sorted(ids), known.exceptions))
        return selected(page, sorted(chosen))


@lru_cache(maxsize=_LISTS_KEPT)
def load_list(name: str) -> AdList:
    """Return a list by its file's path, or the packaged one by the name `OWN_LIST`; read once per process.

    Raises:
        AdListError: the file can't be read, or the extra ``ads`` is not installed.
    """
    try:
        rules = read_regular(_FILE if name == OWN_LIST else Path(name), MAX_LIST).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise AdListError(f"{name} can't be read: {error}") from error
    return AdList(rules)


def advertised_blocks(page: Page, elements: Iterable[int]) -> list[bool]:
    """Return for each text block whether all of its text is in these elements."""
    inside = [False] * len(page.pieces)
    for element in elements:
        low, high = page.piece_starts[element], page.piece_ends[element]
        inside[low:high] = [True] * (high - low)
    out = [within or not piece.strip() for within, piece in zip(inside, page.pieces, strict=True)]
    return [all(out[start:end]) for start, end in zip(page.text_starts, page.text_ends, strict=True)]


def without_advertisements(page: Page, labels: Labels, ads: AdList) -> Labels:
    """Return labels with advertisements as other content; mark these and their pictures as hidden."""
    elements = ads.elements(page)
    if not elements:
        return labels
    page.hiding = _outermost(page, page.hiding | elements)
    return labels.without(compress(range(len(page.texts)), advertised_blocks(page, elements)), REASON)


def _outermost(page: Page, elements: set[int]) -> set[int]:
    found = set()
    end = 0
    for element in sorted(elements):
        if element >= end:
            found.add(element)
            end = page.ends[element]
    return found


def _references(page: Page) -> Iterator[tuple[int, str, str]]:
    for element, url in zip(page.objects, page.object_urls, strict=True):
        if url:
            yield element, url, _REQUESTS.get(page.tags[element], _OBJECT)
    for element in page.links:
        yield element, page.attrs[element]["href"], _LINK


# CSS selectors, matched on a flattened Page: tags, ids, classes, attributes, ``:not()``, and the combinators for
# descendants and children. A selector that asks for anything else selects nothing.

MAX_SELECTOR = 500
"""Characters of the longest selector that is read."""
_SELECTORS_KEPT = 1 << 16


class _Unsupported(ValueError):
    pass


def selected(page: Page, selectors: Iterable[str]) -> set[int]:
    """Return the elements of a page that one of the selectors selects."""
    tests = [test for selector in selectors if (test := _compiled(selector)) is not None]
    return {element for element in range(len(page.tags)) if any(test(page, element) for test in tests)}


@lru_cache(maxsize=_SELECTORS_KEPT)
def _compiled(selector: str) -> Test | None:
    if len(selector) > MAX_SELECTOR:
        return None
    try:
        tests = tuple(_test(each.parsed_tree) for each in parser.parse(selector) if each.pseudo_element is None)
    except (SelectorError, _Unsupported):
        return None
    return lambda page, element: any(test(page, element) for test in tests)


def _test(node: parser.Tree) -> Test:
    match node:
        case parser.Element():
            return _element(node)
        case parser.Hash():
            return _both(_test(node.selector), _attribute("id", "=", node.id))
        case parser.Class():
            return _both(_test(node.selector), _attribute("class", "~=", node.class_name))
        case parser.Attrib():
            value = None if node.value is None else node.value.value
            return _both(_test(node.selector), _attribute(node.attrib, node.operator, value))
        case parser.Negation():
            inner = _test(node.subselector)
            return _both(_test(node.selector), lambda page, element: not inner(page, element))
        case parser.CombinedSelector():
            return _combined(_test(node.selector), node.combinator, _test(node.subselector))
    raise _Unsupported(type(node).__name__)


def _both(first: Test, second: Test) -> Test:
    return lambda page, element: first(page, element) and second(page, element)


def _element(node: parser.Element) -> Test:
    if node.element is None:
        return lambda _page, _element: True
    tag = node.element.lower()
    return lambda page, element: page.tags[element] == tag


def _attribute(name: str, operator: str, value: str | None) -> Test:
    name = name.lower()
    if operator == "exists" or value is None:
        return lambda page, element: name in page.attrs[element]
    wanted = value
    holds: Callable[[str], bool]
    match operator:
        case "=":
            holds = wanted.__eq__
        case "~=":
            holds = lambda found: wanted in found.split()  # noqa: E731
        case "|=":
            holds = lambda found: found == wanted or found.startswith(f"{wanted}-")  # noqa: E731
        case "^=":
            holds = lambda found: bool(wanted) and found.startswith(wanted)  # noqa: E731
        case "$=":
            holds = lambda found: bool(wanted) and found.endswith(wanted)  # noqa: E731
        case "*=":
            holds = lambda found: bool(wanted) and wanted in found  # noqa: E731
        case _:
            raise _Unsupported(operator)

    def test(page: Page, element: int) -> bool:
        found = page.attrs[element].get(name)
        return found is not None and holds(found)

    return test


def _combined(outer: Test, combinator: str, inner: Test) -> Test:
    def descendant(page: Page, element: int) -> bool:
        return inner(page, element) and any(outer(page, above) for above in page.ancestors(element))

    def child(page: Page, element: int) -> bool:
        return inner(page, element) and page.parents[element] >= 0 and outer(page, page.parents[element])

    match combinator:
        case " ":
            return descendant
        case ">":
            return child
    raise _Unsupported(combinator)
