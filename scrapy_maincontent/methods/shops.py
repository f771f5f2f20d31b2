"""Text beside the product on its page: offers of other products, and customers' reviews.

Both look like main content: offers are the text of a list of goods, reviews are prose. That a page declares one product
says that it is about that one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING

from ..page import h1s, microdata, texts_of
from ..page.stems import STEMS, named
from ..words.lines import PRICE
from ..words.normalise import letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..features.measures import Floats
    from ..page import Page
    from ..page.head import Product

    Cards = dict[int, tuple[int, int]]
    """Elements and their text blocks."""


FEWEST_OFFERS = 3
"""Offers side by side that are a list; two may be two ways to buy the same."""
LONGEST_OFFER = 200
"""Words of the longest one."""
LONGEST_PRICE = 120
"""Characters of the longest text with a price that counts."""
MOST_PRICES = 2_000
OFFER_LEVELS = 20
"""How many elements above a price's own an offer is at the most."""

LEAST_REVIEW = 20
"""Letters of the shortest text that is known as a review, or a part of one, by its letters."""
MOST_LETTERS = 50_000
"""Letters of all of them together."""
_DIGIT = re.compile(r"\d")
_NAMED = re.compile(rf"(?<!p){'|'.join(STEMS['review'])}", re.IGNORECASE)
"""In the classes and ids of areas of reviews; a preview is none."""
_REVIEW = frozenset(("review", "reviews"))
"""Properties of microdata."""
_PRODUCT = "schema.org/product"
_NO_PAGES = ("#", "javascript:", "mailto:", "tel:")
_SCHEME = max(map(len, _NO_PAGES))


def other_offers(page: Page, product: Product | None, words: Floats) -> list[int]:
    """Return the text blocks of offers of other products than the one that the page declares in JSON-LD.

    Offers are three or more elements side by side, each with a price and a link to another page. Elements around the
    page's headline are the product's own. ``words`` are those of each text block.
    """
    if product is None:
        return []
    priced = [
        number
        for number, text in enumerate(page.texts)
        if len(text) <= LONGEST_PRICE and _DIGIT.search(text) and PRICE.search(text)
    ]
    if len(priced) < FEWEST_OFFERS:
        return []
    found: set[int] = set()
    headlines = h1s(page)
    for around, cards in _cards(page, priced[:MOST_PRICES], words).items():
        if not _holds(page, around, headlines):
            alike = Counter(page.tags[card] for card in cards)
            for card, blocks in cards.items():
                if alike[page.tags[card]] >= FEWEST_OFFERS:
                    found.update(range(*blocks))
    return sorted(found)


def _cards(page: Page, priced: Sequence[int], words: Floats) -> Mapping[int, Cards]:
    """Return the elements, none long, with a price and a link to another page, by the element around them."""
    before = [0.0, *accumulate(words.tolist())]
    links = _links_elsewhere(page)
    found: dict[int, Cards] = defaultdict(dict)
    for number in priced:
        element = page.owners[number]
        for _ in range(OFFER_LEVELS):
            around = page.parents[element]
            start, stop = page.blocks_in(element)
            if around < 0 or before[stop] - before[start] > LONGEST_OFFER:
                break
            if _holds(page, element, links):
                found[around][element] = (start, stop)
            element = around
    return found


def _links_elsewhere(page: Page) -> list[int]:
    """Return the links to other pages, in document order; a variant in the query is the same page."""
    own = _bare(page.url or "")
    found = []
    for link in page.links:
        address = page.join(page.attrs[link]["href"].strip())
        if address and not address[:_SCHEME].lower().startswith(_NO_PAGES) and _bare(address) != own:
            found.append(link)
    return found


def _bare(address: str) -> str:
    return address.partition("#")[0].partition("?")[0].rpartition("://")[2].rstrip("/")


def _holds(page: Page, element: int, others: Sequence[int]) -> bool:
    """Return True if an element is or holds one of others, which are in document order."""
    at = bisect_left(others, element)
    return at < len(others) and others[at] < page.ends[element]


def reviews(page: Page, product: Product | None, likely: Sequence[int]) -> list[int]:
    """Return the text blocks of what customers write of the product.

    Those are declared as its reviews, in JSON-LD (looked for among ``likely`` text blocks) or in microdata; or, where
    the page offers one product, stand in an element named for reviews that does not hold the page's headline.
    """
    found = set(texts_of(page, _marked_reviews(page)))
    if product is not None:
        found.update(_declared_reviews(page, product, likely))
    if _offers_one(page, product):
        found.update(texts_of(page, _named_reviews(page)))
    return sorted(found)


def _offers_one(page: Page, product: Product | None) -> bool:
    """Return True if JSON-LD offers one product or, where it does not declare one, Open Graph does."""
    if product is not None:
        return product.is_offered
    return page.metas.get("og:type", "").strip().lower() == _OPEN_GRAPH


_OPEN_GRAPH = "product"


def _marked_reviews(page: Page) -> list[int]:
    """Return the elements that are reviews of the product that they stand in, by microdata, without the headline."""
    found, end, headlines = [], -1, h1s(page)
    for element in microdata(page):
        own = page.attrs[element]
        if element < end and not _REVIEW.isdisjoint(own.get("itemprop", "").lower().split()):
            if not _holds(page, element, headlines):
                found.append(element)
        elif element >= end and own.get("itemtype", "").strip().lower().endswith(_PRODUCT):
            end = page.ends[element]
    return found


def _named_reviews(page: Page) -> list[int]:
    """Return the elements that are named for reviews, in document order."""
    headlines = h1s(page)
    elements = {element for name in named(page, "review") if _NAMED.search(name) for element in page.names[name]}
    return [element for element in sorted(elements) if not _holds(page, element, headlines)]


def _declared_reviews(page: Page, product: Product, likely: Sequence[int]) -> Iterator[int]:
    declared = [own for review in product.reviews if len(own := letters(review)) >= LEAST_REVIEW]
    together = "\n".join(declared)[:MOST_LETTERS]
    declared = [each for each in together.split("\n") if len(each) >= LEAST_REVIEW]
    for number in likely if declared else ():
        own = letters(page.texts[number])
        if len(own) >= LEAST_REVIEW and (own in together or any(each in own for each in declared)):
            yield number
