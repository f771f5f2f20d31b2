"""The trial of the compiled columns: they must be Python's for a few elements, names and texts that have everything."""

from __future__ import annotations

from typing import Any

from ..core import columns
from ..core.name_reading import GROUPS, MARKING, TELLING_INSIDE, TOLD, tell
from ..core.name_words import FIRST_GROUP, NUMBERED, grouped
from ..core.paths import Paths
from ..core.phrases import Phrase, Phrases

_NAMES = [
    *("", "nav breadcrumbs", "Pagination_list__x9Y", "page-nav", "page nav", "page2nav", "mega-subbreadcrumbs x"),
    *("HTMLPrice", "PRICE-tag", "unpriced", "post  meta", "prev.next", "entry-12-meta", "ABc", "a1B2"),
    *("my-Comments-x", "moment omomento", "REACTIES", "c1234567"),
]
_TEXTS = ["", "Next", "Skip to 12a main-content!", "About us", "x", "(c) 2024 Contact"]
_SPELLED = [*_TEXTS, " Home \n page\t", "»", "12", "a 1", "1 a", "étape", "x" * 19 + " yz", "\xa0Next\u3000", "\x1f a"]
_SEGMENTS = frozenset(("tag", "étape"))
_EXACT = {"next": 1, "skip to # a main content": 2, "page #": 4, "étape": 8}
_SPACED = [
    Phrase(("about",), False, True, 16),
    Phrase(("main", "content"), True, False, 32),
    Phrase(("#",), True, True, 64),
]
_ADDRESSES = ["", "/tag/a", "tag/a", "/tag", "https://a.example/x/tag/b?c", "/tags/tag", "/étape/1", "/\ud800/tag/"]
_PIECES = ["", " ", "a", " a\n", "\u3000山 \u2003\x1c", "\xa0b c\t"]
_ATTRS: list[dict[str, str]] = [
    {},
    {"class": "a"},
    {"href": " /a\n", "title": "A"},
    {"href": "/b", "rel": "next"},
    {"href": "", "aria-label": "c", "id": "a", "name": "b"},
    {"href": "/d"},
]


def columns_agree(module: Any) -> bool:
    """Tell whether the compiled module reads what Python reads."""
    names = module.Names(MARKING, TELLING_INSIDE, grouped(), (TOLD, NUMBERED, FIRST_GROUP, GROUPS))
    holders = {name: [0] * number for number, name in enumerate(_NAMES)}
    phrases = Phrases(_EXACT, _SPACED, 128)
    reader = module.Phrases(*phrases.tables())
    linked = [place % 2 == 0 for place in range(len(_PIECES))]
    labels = ("aria-label", "title", "typeof")
    count = len(_SPELLED)
    spans = ([*range(count)], [*_SPELLED, ""], [*range(count)], [*range(1, count), count + 1], (2, 20, 21))
    tree = ([2, 3, 5, 6], [-1, 0, 1, 1, 0, 4, 0], [7, 4, 3, 4, 6, 6, 7])
    behind = ([0, 1, 2, 3], [0, 2, 3, 5], _PIECES, linked, columns.visible(_PIECES, linked)[0], 2)
    lines = ({"next": 1, "étape": 2, "about us": 3}, 2)
    return bool(
        names.tell(holders | {"é": [1], "a\tb": [2]}) == (*tell(holders), ["é", "a\tb"])
        and reader.read(_SPELLED) == phrases.read(_SPELLED)
        and list(map(reader.says, _TEXTS)) == list(map(phrases.says, _TEXTS))
        and reader.links(*spans) == phrases.links(*spans)
        and module.with_sign(_ADDRESSES, "?") == columns.with_sign(_ADDRESSES, "?")
        and module.with_end(_ADDRESSES, ("a", "tag")) == columns.with_end(_ADDRESSES, ("a", "tag"))
        and module.among(_ADDRESSES, frozenset(_ADDRESSES[:4])) == columns.among(_ADDRESSES, frozenset(_ADDRESSES[:4]))
        and module.Segments(_SEGMENTS).places(_ADDRESSES) == columns.Segments(_SEGMENTS).places(_ADDRESSES)
        and module.visible(_PIECES, linked) == columns.visible(_PIECES, linked)
        and module.tagged(["a", "b", "b", "a"], {"b": 1}) == [1, 2]
        and _spelled(module) == ["/r/p", "/r/p/a[1]", '/r/p/*[name()="b:c"]', "/r/p/a[2]"]
        and module.grouped(*tree) == columns.grouped(*tree)
        and module.before(*behind) == columns.before(*behind)
        and module.Stems({"cont": 1}).places(_SPELLED, 19) == columns.Stems({"cont": 1}).places(_SPELLED, 19)
        and module.Lines(*lines).amounts(_SPELLED, 9, 12) == columns.Lines(*lines).amounts(_SPELLED, 9, 12)
        and module.linked_size(_PIECES, linked) == columns.linked_size(_PIECES, linked)
        and module.anchors(_ATTRS, ["a"] * 6, 5) == columns.anchors(_ATTRS, ["a"] * 6, 5)
        and module.elements_with(_ATTRS, labels) == columns.elements_with(_ATTRS, labels)
        and module.read_links(_ATTRS, [2, 3, 4, 5], 1) == columns.read_links(_ATTRS, [2, 3, 4, 5], 1)
    )


def _spelled(module: Any) -> list[str]:
    """Return the xpaths of four elements."""
    paths = Paths(["p", "a", "b:c", "a"], [-1, 0, 0, 0], [4, 2, 3, 4])
    tree = (paths.tags, paths.parents, paths.ends)
    numbers: dict[int, int] = {}
    return [module.spell_path(*tree, numbers, number, "/r", paths._number_children, paths.step) for number in range(4)]
