"""Page -> the figures that its type is told by: one row for the whole page.

Words at several places (class names, address, meta elements, short lines; ``words/page_types.toml``), the form of the
address, and how much there is: elements, links, pictures, text, prose. Nothing is asked of the method that selects the
text, so that the type stays the same whatever method is used.

Counts enter as log(1 + count): the step from none to one says more than that from 20 to 21.

Tried and rejected (accuracy, five folds by domain of wcxb-dev; differences below .01 are noise): counts of 34 tags
(.005 less with them), the longest runs of siblings of one tag, shares of list items, paragraphs, headings and of the
longest text, how many meta elements there are, repeated texts, signs of currencies, question marks, schema.org types
in ``itemtype``: no difference. Boosted trees over the same figures: .02 less.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import log1p
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from ..page import Kind, Page
from ..page.columns import Lines, linked_size
from ..words.class_names import MAX_NAME, read_names, words_in
from ..words.class_vocabulary import page_type_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..features.measures import Floats
    from ..page import Region
    from ..words.class_names import Names

_LETTERS = re.compile(r"[^\W\d_]+")
_REMEMBERED = 1024
_MAX_ADDRESS = 500
_MAX_LINE = 30
"""Characters of the longest line that is looked up."""
_PROSE = 90
"""Bytes from which a text block is prose; they weigh scripts better than characters do."""
_DATED = re.compile(r"/(?:19|20)\d\d(?:/|-\d)")
_NUMBERED = re.compile(r"\d{4}")
ADDRESS_PREFIXES = ("host_", "path_", "url_")
"""Names of what is known only of a page with an address begin so."""
_FORMS = ("root", "depth", "words", "folder", "file", "query", "dated", "numbered")
_PLACES = ("body", "metas", "kinds", "generators", "classes", "lines")
"""Where words stand, but for the address."""
_KINDS = tuple(Kind)
_AMOUNTS = ("elements", "links", "objects", "text_blocks", "text_bytes", "text_prose")


def page_type_features(page: Page, regions: Sequence[Region]) -> Floats:
    """Return the row of a page with text blocks: its `page_type_figures`."""
    return np.array(page_type_figures(page, regions), np.float32)


def page_type_figures(page: Page, regions: Sequence[Region], names: Names | None = None) -> list[float]:
    """Return the figures of a page with text blocks, one for each of `page_type_feature_names`.

    ``names`` are the page's `read_names`, where another stage needs them, too.
    """
    total, prose, lines = _lines().amounts(page.texts, _MAX_LINE, _PROSE)
    counts = [
        *(read_names(page) if names is None else names).groups,
        *lines,
        *(len(page.tags), len(page.links), len(page.objects), len(page.texts), total, prose),
    ]
    kinds = [region.kind for region in regions]
    return [
        *_address(page_address(page)),
        *_head(page),
        *map(log1p, counts),
        *map(kinds.count, _KINDS),
        linked_size(page.pieces, page.linked) / max(total, 1),
    ]


@cache
def page_type_feature_names() -> tuple[str, ...]:
    """Return the figures' names; a model must have been trained on the same."""
    address = _words("address").names
    return (
        *(f"{prefix}_{name}" for prefix in ("host", "path", "url_in") for name in address),
        *(f"url_{form}" for form in _FORMS),
        *(
            name
            for place in ("body", "metas", "kinds", "generators", "classes", "lines")
            for name in _words(place).names
        ),
        *_AMOUNTS,
        *(f"region_{kind}" for kind in Kind),
        "linked",
    )


def page_address(page: Page) -> str:
    """Return the page's address: its URL, or what its head calls it, "" where neither is known."""
    return page.url or page.head_links.get("canonical", "").strip() or page.metas.get("og:url", "").strip()


class _Words:
    """One table of words: which groups a word belongs to."""

    def __init__(self, place: str) -> None:
        tables = page_type_words()[place]
        self.names = tuple(f"{place}_{name}" for name in tables)
        self.groups: dict[str, tuple[int, ...]] = {}
        for number, words in enumerate(tables.values()):
            for word in words:
                self.groups[word] = (*self.groups.get(word, ()), number)

    def counts(self, words: Iterable[str]) -> list[int]:
        """Return how many of the words belong to each group."""
        groups, counts = self.groups, [0] * len(self.names)
        for word in filter(groups.__contains__, words):
            for number in groups[word]:
                counts[number] += 1
        return counts


@cache
def _words(place: str) -> _Words:
    return _Words(place)


@cache
def _lines() -> Lines:
    """Return the short text blocks that say words of a group and nothing else."""
    words = _words("lines")
    bits = {word: sum(1 << number for number in numbers) for word, numbers in words.groups.items()}
    return Lines(bits, len(words.names))


@lru_cache(maxsize=_REMEMBERED)
def _host_counts(host: str) -> list[int]:
    """Count the words of a host's name; the pages of a site share it."""
    return _words("address").counts(_LETTERS.findall(host))


def _address(url: str) -> list[int]:
    try:
        parts = urlsplit(url[:_MAX_ADDRESS])
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    path = parts.path.lower()
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    words = _words("address")
    # /shop/p/kettle: "p" is nearer to the page than "shop" is.
    nearest = next((step for step in reversed(steps[:-1]) if step in words.groups), "")
    return [
        *_host_counts(host),
        *words.counts(_LETTERS.findall(path)),
        *words.counts((nearest,)),
        not steps,
        len(steps),
        len(_LETTERS.findall(last)),
        path.endswith("/"),
        "." in last,
        parts.query.count("=") + bool(parts.query),
        bool(_DATED.search(path)),
        bool(_NUMBERED.search(path)),
    ]


def _head(page: Page) -> list[int]:
    """Look up what the head says, and what the class names of html and body say of the whole page."""
    metas = page.metas
    whole = [attrs for tag, attrs in zip(page.tags[:1], page.attrs[:1], strict=True) if tag == "html"]
    if "body" in page.tags:
        whole.append(page.attrs[page.tags.index("body")])
    names = " ".join(attrs[name][: 2 * MAX_NAME] for attrs in whole for name in ("class", "id") if name in attrs)
    return [
        *_words("body").counts({*words_in(names)}),
        *_words("metas").counts(metas),
        *_words("kinds").counts((metas.get("og:type", "").strip().lower(),)),
        *_words("generators").counts(metas.get("generator", "").lower().split(maxsplit=1)[:1]),
    ]
