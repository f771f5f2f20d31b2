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
import tomllib
from collections import Counter
from functools import cache, lru_cache
from importlib import resources
from itertools import chain, compress, islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from .page import Kind, Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .measures import Floats
    from .page import Region

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_CLASS_PREFIX = 200
"""Characters of a class string that are read."""
_MAX_NAMES = 5000
"""Different class strings of a page that are looked at; a page with more has been written to cost time."""
_REMEMBERED = 50_000
_MAX_ADDRESS = 500
_MAX_LINE = 30
"""Characters of the longest line that is looked up."""
_PROSE = 90
"""Bytes from which a text block is prose; they weigh scripts better than characters do."""
_DATED = re.compile(r"/(?:19|20)\d\d(?:/|-\d)")
_NUMBERED = re.compile(r"\d{4}")
ADDRESS_PREFIXES = ("host_", "path_", "url_")
"""Names of what is known only of a page with an address begin so."""


def page_type_features(page: Page, regions: Sequence[Region]) -> Floats:
    """Return the row of a page with text blocks, one figure for each of `page_type_feature_names`."""
    figures = _figures(page, regions)
    return np.fromiter(figures.values(), np.float32, len(figures))


@cache
def page_type_feature_names() -> tuple[str, ...]:
    """Return the figures' names; a model must have been trained on the same."""
    return tuple(_figures(Page(tags=["body"], attrs=[{}], texts=["x"]), ()))


def page_address(page: Page) -> str:
    """Return the page's address: its URL, or what its head calls it, "" where neither is known."""
    return page.url or page.head_links.get("canonical", "").strip() or page.metas.get("og:url", "").strip()


def _figures(page: Page, regions: Sequence[Region]) -> dict[str, float]:
    texts = page.texts
    lengths = np.fromiter([len(text) if text.isascii() else len(text.encode()) for text in texts], np.intp, len(texts))
    total = int(lengths.sum())
    counts = {
        **_class_counts(page),
        **_words("lines").counts([text.lower() for text in texts if len(text) <= _MAX_LINE]),
        "elements": len(page.tags),
        "links": len(page.links),
        "objects": len(page.objects),
        "text_blocks": len(texts),
        "text_bytes": total,
        "text_prose": int(np.count_nonzero(lengths >= _PROSE)),
    }
    counted = dict(zip(counts, np.log1p(list(counts.values())).tolist(), strict=True))
    kinds = Counter(region.kind for region in regions)
    return {
        **_address(page_address(page)),
        **_head(page),
        **counted,
        **{f"region_{kind}": kinds[kind] for kind in Kind},
        "linked": sum(map(len, compress(page.pieces, page.linked))) / max(total, 1),
    }


class _Words:
    """One table of words: which groups a word belongs to."""

    def __init__(self, place: str) -> None:
        tables = tomllib.loads(resources.files(__package__).joinpath("words/page_types.toml").read_text("utf-8"))
        self.names = tuple(f"{place}_{name}" for name in tables[place])
        self.groups: dict[str, tuple[int, ...]] = {}
        for number, words in enumerate(tables[place].values()):
            for word in words:
                self.groups[word] = (*self.groups.get(word, ()), number)

    def counts(self, words: Iterable[str], prefix: str = "") -> dict[str, int]:
        """Return how many of the words belong to each group."""
        found = Counter(chain.from_iterable(filter(None, map(self.groups.get, words))))
        return {prefix + name: found[number] for number, name in enumerate(self.names)}


@cache
def _words(place: str) -> _Words:
    return _Words(place)


def _class_counts(page: Page) -> dict[str, int]:
    """Count the elements whose class names or ids hold a word of each group."""
    groups = _words("classes").names
    counts = [0] * len(groups)
    attrs = page.attrs
    names = [own["class"] for own in attrs if "class" in own] + [own["id"] for own in attrs if "id" in own]
    for name, count in islice(Counter(names).items(), _MAX_NAMES):
        for number in _class_groups(name):
            counts[number] += count
    return dict(zip(groups, counts, strict=True))


@lru_cache(maxsize=_REMEMBERED)
def _class_groups(name: str) -> tuple[int, ...]:
    """Return the groups of a string of class names; the same strings come again on the pages of a site."""
    found = [groups for part in name[:_CLASS_PREFIX].split() if (groups := _name_groups(part))]
    return tuple(set(chain.from_iterable(found))) if len(found) > 1 else found[0] if found else ()


@lru_cache(maxsize=_REMEMBERED)
def _name_groups(name: str) -> tuple[int, ...]:
    """Return the groups of one class name; the same names come again on other sites."""
    groups = _words("classes").groups
    return tuple({number for part in _PART.findall(name) for number in groups.get(part.lower(), ())})


def _address(url: str) -> dict[str, float]:
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
    return {
        **words.counts(_LETTERS.findall(host), "host_"),
        **words.counts(_LETTERS.findall(path), "path_"),
        **words.counts([nearest], "url_in_"),
        "url_root": not steps,
        "url_depth": len(steps),
        "url_words": len(_LETTERS.findall(last)),
        "url_folder": path.endswith("/"),
        "url_file": "." in last,
        "url_query": parts.query.count("=") + bool(parts.query),
        "url_dated": bool(_DATED.search(path)),
        "url_numbered": bool(_NUMBERED.search(path)),
    }


def _head(page: Page) -> dict[str, float]:
    """Look up what the head says, and what the class names of html and body say of the whole page."""
    metas = page.metas
    whole = [attrs for tag, attrs in zip(page.tags[:1], page.attrs[:1], strict=True) if tag == "html"]
    if "body" in page.tags:
        whole.append(page.attrs[page.tags.index("body")])
    names = " ".join(attrs[name][: 2 * _CLASS_PREFIX] for attrs in whole for name in ("class", "id") if name in attrs)
    return {
        **_words("body").counts({part.lower() for part in _PART.findall(names)}),
        **_words("metas").counts(metas),
        **_words("kinds").counts([metas.get("og:type", "").strip().lower()]),
        **_words("generators").counts(metas.get("generator", "").lower().split(maxsplit=1)[:1]),
    }
