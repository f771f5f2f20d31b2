"""Markup -> lxml tree: recovering, without network, without entities of its own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard, cast, runtime_checkable

from lxml import etree

from .limits import Limits, trim

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@runtime_checkable
class HasRoot(Protocol):
    """A parsel Selector, or anything else that carries an lxml element as its root."""

    root: object


_local = threading.local()


def parse(markup: bytes) -> Element | None:
    """Return the root element of UTF-8 markup, ``None`` where there is no element in it.

    The markup must have passed `guard`: libxml2 is told to accept large pages. Where it stops at its own bound of
    nested elements, it gets the markup again, trimmed. An HTML parser loads no external entity, and knows no entity
    but HTML's own.
    """
    root = _root(markup)
    error = _parser().error_log.last_error
    if error is not None and error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        root = _root(trim(markup, Limits()))
    if root is not None and root.getnext() is not None:
        _adopt_siblings(root)
    return root


def _root(markup: bytes) -> Element | None:
    try:
        return cast("Element | None", etree.fromstring(markup, _parser()))
    except (etree.LxmlError, ValueError):
        return None


def _adopt_siblings(root: Element) -> None:
    """Move what follows a premature ``</html>`` into the body: libxml2 makes it a second root."""
    body = root.find("body")
    for sibling in list(root.itersiblings()):
        (root if body is None else body).append(sibling)


class Tree(NamedTuple):
    """An element to extract from, and the xpath of its parent ("" for a document's root)."""

    root: Element
    above: str


def tree_of(page: object) -> Tree:
    """Return the element that a Selector selects.

    The tree is only read.

    Raises:
        TypeError: it is no selector, or selects no HTML element (but text, an attribute, JSON).
    """
    if not isinstance(page, HasRoot):
        raise TypeError(f"html is of type {type(page).__name__}; it must be bytes, str or a Selector")
    root = page.root
    if not _is_element(root):
        raise TypeError(f"html is a selector of {type(root).__name__}; it must select an HTML element")
    parent = root.getparent()
    return Tree(root, "" if parent is None else root.getroottree().getpath(parent))


def _is_element(root: object) -> TypeGuard[Element]:
    return etree.iselement(root) and isinstance(root.tag, str)


def _parser() -> etree.HTMLParser:
    """Return this thread's parser; making one costs as much as parsing a small page."""
    parser: etree.HTMLParser | None = getattr(_local, "parser", None)
    if parser is None:
        parser = _local.parser = etree.HTMLParser(
            encoding="utf-8",
            recover=True,
            no_network=True,
            huge_tree=True,
            remove_comments=True,
            remove_pis=True,
            collect_ids=False,
        )
    return parser
