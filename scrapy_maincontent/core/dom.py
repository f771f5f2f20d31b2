"""Markup -> lxml tree: recovering, without network, without entities of its own."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol, TypeGuard, cast

from lxml import etree

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


class HasRoot(Protocol):
    """A parsel Selector, or anything else that carries an lxml element as its root."""

    root: object


_local = threading.local()


def parse(markup: bytes) -> Element | None:
    """Return the root element of UTF-8 markup, ``None`` where there is no element in it.

    The markup must have passed `guard`: libxml2 is told to accept large and deep pages. An HTML parser loads no
    external entity, and knows no entity but HTML's own.
    """
    try:
        root = cast("Element | None", etree.fromstring(markup, _parser()))
    except (etree.LxmlError, ValueError):
        return None
    if root is not None and root.getnext() is not None:
        _adopt_siblings(root)
    return root


def _adopt_siblings(root: Element) -> None:
    """Move what follows a premature ``</html>`` into the body: libxml2 makes it a second root."""
    body = root.find("body")
    for sibling in list(root.itersiblings()):
        (root if body is None else body).append(sibling)


def tree_of(page: HasRoot) -> tuple[Element, str]:
    """Return the element of a Selector and the xpath of its parent ("" for a document's root).

    The tree is only read.

    Raises:
        TypeError: the object selects no HTML element (text, an attribute, JSON).
    """
    root = page.root
    if not _is_element(root):
        raise TypeError(f"html is a selector of {type(root).__name__}; it must select an HTML element")
    parent = root.getparent()
    return root, "" if parent is None else cast("str", root.getroottree().getpath(parent))


def _is_element(root: object) -> TypeGuard[Element]:
    return etree.iselement(root) and isinstance(cast("Element", root).tag, str)


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
