"""The trial of the compiled columns: they must be Python's for a few elements, names and texts that have everything."""

from __future__ import annotations

from typing import Any

from ..core import columns
from ..core.name_reading import MARKING, MARKING_INSIDE, tell
from ..core.name_words import grouped

_NAMES = [
    *("", "nav breadcrumbs", "Pagination_list__x9Y", "page-nav", "page nav", "page2nav", "mega-subbreadcrumbs x"),
    *("HTMLPrice", "PRICE-tag", "unpriced", "post  meta", "prev.next", "entry-12-meta", "ABc", "a1B2"),
]
_TEXTS = ["", "Next", "Skip to 12a main-content!", "About us", "x", "(c) 2024 Contact"]
_SPELLED = [*_TEXTS, " Home \n page\t", "»", "12", "a 1", "1 a", "étape", "x" * 19 + " yz", "\xa0Next\u3000", "\x1f a"]
_KNOWN = frozenset(("next", "main", "#", "tag", "étape"))
_ADDRESSES = ["", "/tag/a", "tag/a", "/tag", "https://a.example/x/tag/b?c", "/tags/tag", "/étape/1", "/\ud800/tag/"]
_PIECES = ["", " ", "a", " a\n", "\u3000山 \u2003\x1c", "\xa0b c\t"]
_ATTRS: list[dict[str, str]] = [
    {},
    {"class": "a"},
    {"href": " /a\n", "title": "A"},
    {"href": "/b", "rel": "next"},
    {"href": "", "aria-label": "c"},
    {"href": "/d"},
]


def columns_agree(module: Any) -> bool:
    """Tell whether the compiled module reads what Python reads."""
    names = module.Names(MARKING, MARKING_INSIDE, grouped())
    known, reference = module.Known(_KNOWN), columns.Known(_KNOWN)
    linked = [place % 2 == 0 for place in range(len(_PIECES))]
    labels = ("aria-label", "title", "typeof")
    spans = ([0, 1, 2], _PIECES, [0, 2, 5], [2, 5, 6], 2)
    return bool(
        names.tell([*_NAMES, "é", "a\tb"]) == (tell(_NAMES), ["é", "a\tb"])
        and known.worded(_TEXTS) == reference.worded(_TEXTS)
        and known.spelled(_SPELLED, 20) == reference.spelled(_SPELLED, 20)
        and known.with_segment(_ADDRESSES) == reference.with_segment(_ADDRESSES)
        and module.visible(_PIECES, linked) == columns.visible(_PIECES, linked)
        and module.elements_with(_ATTRS, labels) == columns.elements_with(_ATTRS, labels)
        and module.read_links(_ATTRS, [2, 3, 4, 5]) == columns.read_links(_ATTRS, [2, 3, 4, 5])
        and module.own_texts(*spans) == columns.own_texts(*spans)
    )
