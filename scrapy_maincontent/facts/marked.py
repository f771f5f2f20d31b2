"""What a page's article says of itself in the attributes of its elements: microdata and RDFa.

Properties have the names of schema.org; each stands in an element and has a value there, or the element's text is it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ..page import h1s, labelled, microdata
from ..page.head import MAX_ADDRESS
from ..words import read_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..page import Page

    Properties = dict[str, list[tuple[int, str]]]
    """By property, elements and values in document order; "" where the element's text is the value."""


MAX_MARKED = 2000
"""Elements of an article that are read."""
ARTICLE, WORK, PAGE_RANK, SITE, OTHER = range(5)
"""Ranks of objects: the first that says something counts."""
_TYPES = ("article_ends", "work_ends", "page_ends", "site_ends")
MAX_TYPE, MAX_TYPES = 60, 4
"""Characters of a type, and types of one object."""
_OF_AUTHORS = "author", "name", "url"
"""Properties of an author who is marked beside others that are not."""


def in_microdata(page: Page) -> Properties:
    """Return what an article in microdata says; where no work is typed, the one author that stands in none."""
    article = _article(page)
    if article is not None:
        return _properties(page, article)
    if not microdata(page) or any(map(_is_typed_work, (page.attrs[element] for element in microdata(page)))):
        return {}
    found = _properties(page, 0)
    authors = found.get("author", [])
    return {name: found[name] for name in _OF_AUTHORS if name in found} if len(authors) == 1 else {}


def _properties(page: Page, article: int) -> Properties:
    attrs, found, elements = page.attrs, dict[str, list[tuple[int, str]]](), microdata(page)
    others, end, stop = tuple(data()["types"]["others"]), -1, min(page.ends[article], article + MAX_MARKED)
    inside = elements[bisect_right(elements, article) : bisect_left(elements, stop)]
    said = [(each, attrs[each].get("itemprop", ""), _value(attrs[each])) for each in inside]
    said += [each for each in page.properties if article <= each[0] < stop][:MAX_MARKED]
    for element, name, value in sorted(said, key=itemgetter(0)):
        if end <= element != article and attrs[element].get("itemtype", "").endswith(others):
            end = page.ends[element]
        if name and element >= end:
            found.setdefault(name.strip(), []).append((element, value.strip()))
    return found


def in_rdfa(page: Page) -> Properties:
    """Return what an article in RDFa says, with Dublin Core and SIOC, by the names of schema.org."""
    attrs, names, found = page.attrs, data()["rdfa"], dict[str, list[tuple[int, str]]]()
    typed = [element for element in labelled(page) if attrs[element].get("typeof")]
    articles = [element for element in typed if _is_work(attrs[element]["typeof"])]
    if not articles or (len(articles) > 1 and articles[1] >= page.ends[articles[0]]):
        return found  # several side by side are a list
    end = -1
    for element in range(articles[0], min(page.ends[articles[0]], articles[0] + MAX_MARKED)):
        own = attrs[element]
        if end <= element != articles[0] and _is_work(own.get("typeof", "")):
            end = page.ends[element]
        for attribute, value in (("property", _value(own).strip()), ("rel", "")) if element >= end else ():
            for word in own.get(attribute, "").split()[:MAX_TYPES]:
                if name := names.get(word.rpartition(":")[2].rpartition("/")[2].lower()):
                    found.setdefault(name, []).append((element, value))
    return found


def _is_work(types: str) -> bool:
    names = [name.rpartition(":")[2].rpartition("/")[2] for name in types[:MAX_ADDRESS].split()[:MAX_TYPES]]
    return any(name in data()["rdfa_types"] or _rank(name[:MAX_TYPE]) <= WORK for name in names)


def _article(page: Page) -> int | None:
    """Return the article in microdata that is the page's own: of several side by side only one that holds the h1."""
    found, end, attrs = list[int](), -1, page.attrs
    for element in microdata(page):
        if element >= end and _is_typed_work(attrs[element]) and not _is_review(attrs[element]):
            found.append(element)
            end = page.ends[element]
    if len(found) > 1:
        h1 = next(iter(h1s(page)), -1)
        return next((element for element in found if element < h1 < page.ends[element]), None)
    return found[0] if found else None


def _is_typed_work(own: Mapping[str, str]) -> bool:
    kind = own.get("itemtype", "")[:MAX_ADDRESS].rpartition("/")[2]
    return kind != "" and rank_of(kind) <= WORK


def _is_review(own: Mapping[str, str]) -> bool:
    """Return True if an element is a review of what the page is about."""
    return own.get("itemtype", "").endswith("Review") and bool(own.get("itemprop"))


def reviewer_of(page: Page) -> str | None:
    """Return the author that the first meta element of microdata names, if that is a review's."""
    named = ((holder, text.strip()) for holder, name, text in page.properties if name.strip() == "author")
    holder, text = next(named, (-1, ""))
    around = (holder, *page.ancestors(holder)) if text else ()
    return text if any(_is_review(page.attrs[element]) for element in around) else None


def _value(own: Mapping[str, str]) -> str:
    return own.get("content") or own.get("datetime") or ""


@cache
def data() -> dict[str, Any]:
    """Return the names and types by which pages declare what they are."""
    return read_words("metadata.toml")


def rank_of(types: Any) -> int:
    """Return the rank of an object's types, the best of several."""
    if isinstance(types, str):
        return _rank(types[:MAX_TYPE])
    if not isinstance(types, list):
        return OTHER
    return min((_rank(each[:MAX_TYPE]) for each in types[:MAX_TYPES] if isinstance(each, str)), default=OTHER)


@lru_cache(maxsize=1024)
def _rank(name: str) -> int:
    ends = (rank for rank, names in enumerate(_TYPES) if name.endswith(tuple(data()["types"][names])))
    return next(ends, OTHER)
