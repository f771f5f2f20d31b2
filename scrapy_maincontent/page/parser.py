"""Markup -> events of the parser (lxml): recovering, without network, without entities of its own.

No tree is built: a tree, and the objects that stand for its elements, would cost more than all that is done with them.
A tree made elsewhere is walked and gives the same events.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeGuard, cast, runtime_checkable

from lxml import etree

from .limits import Limits, trim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element as Element


Events = list[Any]
"""A document from its first byte to its last, flat: for a start tag its attributes (a mapping) and then its name (a
str), for text a str (one or several, until a tag comes), for an end tag ``None``. Comments are left out."""

MAX_READ_TAGS = 20_000
"""Pages with more ``<`` are read by way of a tree. libxml2 looks for the start of an end tag in all that is open, and
bounds what is open for a tree only: reading this many takes a quarter of a second at most."""

_RESOURCE_LIMIT = 114
"""libxml2's number for the error; lxml has a name for it since 6.1."""


@runtime_checkable
class HasRoot(Protocol):
    """A parsel Selector, or anything else that carries an lxml element as its root."""

    root: object


def read(markup: bytes) -> Events:
    """Return the events of UTF-8 markup that has passed `guard`; none where there is no element in it."""
    events = None if reads_tree(markup) else _events(markup)
    if events is None:
        root = parse(markup)
        events = [] if root is None else walk(root)
    return events


def reads_tree(markup: bytes) -> bool:
    """Return True if `read` goes by way of `parse`."""
    return markup.count(b"<") > MAX_READ_TAGS


def walk(root: Element) -> Events:
    """Return the events of an element and what is below it."""
    events: Events = []
    append = events.append
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            append(dict(element.items()))
            append(element.tag)
            text = element.text
        else:
            if event == "end":
                append(None)
            text = element.tail
        if text:
            append(text)
    if root.tail:
        events.pop()
    return events


def parse(markup: bytes) -> Element | None:
    """Return the root element of UTF-8 markup, ``None`` where there is no element in it.

    The markup must have passed `guard`: libxml2 is set to accept large pages. Where it stops at its own bound of
    nested elements, it gets the markup again, trimmed. An HTML parser loads no external entity, and knows no entity
    but HTML's own.
    """
    root = _root(markup)
    if _stopped():
        root = _root(trim(markup, Limits()))
    if root is not None and root.getnext() is not None:
        _adopt_siblings(root)
    return root


def whole_tree(markup: bytes) -> Element | None:
    """Return the root of all that `read` reports (siblings: what follows ``</html>``); ``None`` where there is none."""
    root = _root(markup)
    return None if _stopped() else root


def _stopped() -> bool:
    """Return True if this thread's parser stopped at its own bound of nested elements."""
    error = _parsers.whole.error_log.last_error
    return error is not None and error.type == _RESOURCE_LIMIT


def _events(markup: bytes) -> Events | None:
    """Return the parser's events, ``None`` where it failed."""
    recorder = _parsers.recorder
    try:
        with suppress(etree.XMLSyntaxError):  # there is nothing in it
            etree.fromstring(markup, recorder.parser)
        return recorder.events[:]
    except (etree.LxmlError, ValueError):
        return None
    finally:
        recorder.events.clear()


def _root(markup: bytes) -> Element | None:
    try:
        return cast("Element | None", etree.fromstring(markup, _parsers.whole))
    except (etree.LxmlError, ValueError):
        return None


def _adopt_siblings(root: Element) -> None:
    """Move what follows a premature ``</html>`` to where `flatten.fill` puts it: a body that is last, or the root."""
    last = next(root.iterchildren(reversed=True), None)
    place = root if last is None or last.tag != "body" else last
    for sibling in list(root.itersiblings()):
        place.append(sibling)


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


class _Recorder:
    """A parser that records its events: the target that lxml calls."""

    def __init__(self) -> None:
        self.events: Events = []
        self.data = append = self.events.append

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            # Not as a pair: the garbage collector would look at thousands of them.
            append(attributes)
            append(tag)

        def end(_tag: str) -> None:
            append(None)

        self.start, self.end = start, end
        self.parser = _new_parser(self)

    def close(self) -> None:
        """Do nothing; lxml requires it."""


class _Parsers(threading.local):
    """This thread's parsers; making one costs as much as parsing a small page."""

    @cached_property
    def whole(self) -> etree.HTMLParser:
        return _new_parser()

    @cached_property
    def recorder(self) -> _Recorder:
        return _Recorder()


def _new_parser(target: Any = None) -> etree.HTMLParser:
    return etree.HTMLParser(
        encoding="utf-8",
        recover=True,
        no_network=True,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        collect_ids=False,
        target=target,
    )


_parsers = _Parsers()
