"""CSS selectors, matched on a flattened Page (needs cssselect, which the extra ``ads`` brings).

What lists of advertisements are made of: tags, ids, classes, attributes, ``:not()``, and the combinators for
descendants and children. A selector that asks for anything else selects nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cssselect import SelectorError, parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..page import Page

    Test = Callable[[Page, int], bool]

MAX_SELECTOR = 500
"""Characters of the longest selector that is read."""
_KEPT = 1 << 16
"""Selectors that are kept ready."""


class Unsupported(ValueError):
    """A selector asks for what a Page does not know."""


@lru_cache(maxsize=_KEPT)
def compiled(selector: str) -> Test | None:
    """Return a test whether an element of a page is selected; ``None`` for a selector that can't be used."""
    if len(selector) > MAX_SELECTOR:
        return None
    try:
        tests = tuple(_test(each.parsed_tree) for each in parser.parse(selector) if each.pseudo_element is None)
    except (SelectorError, Unsupported):
        return None
    return lambda page, element: any(test(page, element) for test in tests)


def selected(page: Page, selectors: Iterable[str]) -> set[int]:
    """Return the elements of a page that one of the selectors selects."""
    tests = [test for selector in selectors if (test := compiled(selector)) is not None]
    return {element for element in range(len(page.tags)) if any(test(page, element) for test in tests)}


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
    raise Unsupported(type(node).__name__)


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
            raise Unsupported(operator)

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
    raise Unsupported(combinator)
