"""A page's type and its probability: a multinomial model over figures of the page and its address.

The model is data (``models/page_type.json``), trained by ``scrapy_maincontent.lab.training.page_type``. It has two
classifiers: one for pages whose address is known, and one without the figures of the address for all others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import compress
from math import exp, log1p
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from ..features.measures import SENTENCE, TextFigures, text_figures
from ..page import HEADINGS, h1s, make_of, microdata
from ..page.stems import MAX_NAME
from ..words.class_names import name_parts, page_type_words, read_names
from ..words.days import before_age, day_in, with_years
from ..words.other_days import is_other_day
from ..words.sentences import ends_sentence
from .brand import is_of_first_page
from .dated_posts import has_posts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from ..features.measures import Floats, Ints
    from ..page import Page


FORMAT = 2
"""Number of the model file's format."""
CLIP = 3.0
"""Standard deviations from the mean where figures are cut off."""
ARTICLE, FORUM = "article", "forum"
_PACKAGED = "models/page_type.json"
_DIGITS = 3


class PageType(NamedTuple):
    """A page's type, and the probability (0 to 1, calibrated) that it is right; both ``None`` for a page without text.

    ``article`` (0 to 1) is how likely the page is an article, whatever its type; 1 for a page without text.

    A page is of one of the model's types: ``article``, ``service``, ``product``, ``collection``, ``listing``,
    ``documentation``, ``forum``.
    """

    name: str | None
    confidence: float | None
    article: float


@dataclass(frozen=True)
class Classifier:
    """One multinomial logistic regression of n figures and k types.

    ``columns`` (n) are the figures' places in the row. They are standardised by ``mean`` and ``scale`` (n) and cut at
    `CLIP`; ``weights`` (n x k) and ``bias`` (k) make scores of them, ``temperature`` divides these before softmax.
    """

    columns: Ints
    mean: Floats
    scale: Floats
    weights: Floats
    bias: Floats
    temperature: float

    def scores(self, rows: Floats) -> Floats:
        """Return each row's scores (rows x k), not yet divided by the temperature."""
        figures = (rows[:, self.columns] - self.mean) / self.scale
        scores: Floats = np.minimum(np.maximum(figures, -CLIP), CLIP) @ self.weights + self.bias
        return scores

    def shares(self, figures: Sequence[float]) -> list[float]:
        """Return the probability of each type for one page's figures.

        The sum for figures of 0 is known beforehand: a loop over the others is quicker than NumPy.
        """
        bias, terms = self._terms
        moved, rows = [1.0], [bias]
        for number, figure in compress(enumerate(figures), figures):
            if number in terms:
                mean, scale, at_zero, weights = terms[number]
                standard = (figure - mean) / scale
                moved.append((CLIP if standard > CLIP else max(standard, -CLIP)) - at_zero)
                rows.append(weights)
        scores = [sum(map(mul, moved, column)) / self.temperature for column in zip(*rows, strict=True)]
        highest = max(scores)
        powers = [exp(score - highest) for score in scores]
        total = sum(powers)
        return [power / total for power in powers]

    @cached_property
    def _terms(self) -> tuple[list[float], dict[int, tuple[float, float, float, list[float]]]]:
        """The scores of a page of zeros; by column a figure's mean, its scale, what 0 is cut to, and its weights."""
        zero = np.zeros((1, int(self.columns.max()) + 1), np.float64)
        at_zero = np.minimum(np.maximum(-self.mean.astype(np.float64) / self.scale, -CLIP), CLIP)
        columns = (self.columns, self.mean, self.scale, at_zero, self.weights)
        numbers, *known = (column.tolist() for column in columns)
        return self.scores(zero)[0].tolist(), dict(zip(numbers, zip(*known, strict=True), strict=True))


@dataclass(frozen=True)
class PageTypeModel:
    """The types, in the order of the probabilities, and the classifiers; ``corpora`` are the digests of its pages."""

    name: str
    corpora: frozenset[str]
    types: tuple[str, ...]
    with_address: Classifier
    without_address: Classifier

    def probabilities(self, figures: Sequence[float], *, address: bool) -> list[float]:
        """Return the probability of each type for one page's figures; ``address``: whether its URL is known."""
        return (self.with_address if address else self.without_address).shares(figures)


_USED: ContextVar[PageTypeModel | None] = ContextVar("page type model", default=None)


def softmax(scores: Floats) -> Floats:
    """Return scores (rows x k) as probabilities."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def page_type(page: Page) -> PageType:
    """Return the type of a page, by the packaged model where `use_page_types` names no other."""
    if not page.texts:
        return PageType(None, None, 1.0)
    used = _USED.get() or packaged()
    declared, texts = _declared(page), _text_figures(page)
    shares = used.probabilities(_figures(page, declared, texts), address=bool(_page_address(page)))
    if FORUM in used.types and max(shares) < UNSURE and shares.index(max(shares)) != used.types.index(FORUM):
        shares = _moved(shares, used.types.index(FORUM), POSTS_ODDS) if has_posts(page) else shares
    if ARTICLE in used.types:
        own = used.types.index(ARTICLE)
        odds = _declared_odds(page, declared)
        if not odds and used.types[shares.index(max(shares))] != FORUM and _is_dated(page):
            odds = DATED_ODDS
        elif not odds and shares[own] > DOUBTED:
            odds = -_other_odds(page, declared, texts)
        shares = _moved(shares, own, odds) if odds else shares
    best = shares.index(max(shares))
    article = shares[used.types.index(ARTICLE)] if ARTICLE in used.types else 1.0
    return PageType(used.types[best], round(shares[best], _DIGITS), article)


UNSURE, POSTS_ODDS = 0.8, 4.0
"""Probability of a type from which on nobody looks for posts, and log odds of being a forum that these win: the models
know boards by their programs' classes, which old ones and guestbooks don't have."""
NO_ARTICLES = frozenset(
    (
        *("itemlist", "collectionpage", "searchresultspage", "product", "productgroup", "productmodel"),
        *("individualproduct", "discussionforumposting", "qapage"),
    )
)
"""Types of https://schema.org that a page declares which is a list, a product or a thread, unless it declares an
article, too."""
NAVIGATION, MENUS = "sitenavigationelement", {"itemlist"}
"""A list of these is a menu."""
ARTICLE_ENDINGS = ("article", "blogposting", "report", "recipe", "review")
"""What those of articles end with: ``NewsArticle``, ``LiveBlogPosting``. A review is one of a product."""
NEWS_ENDING = "newsarticle"
"""What those of news end with: ``NewsArticle``, ``ReportageNewsArticle``. Of 61 general pages that declare one, 60 are
articles; lists declare no other type as seldom."""
DECLARED_ODDS = 2.0
"""Log odds of being an article that are lost, or won by news. The models weigh such types by themselves, and not
enough: they learn from few pages that declare them."""


def _declared_odds(page: Page, declared: set[str]) -> float:
    """Return the log odds of being an article that the page wins or loses by what it says that it is; 0 for none."""
    own = {*declared, page.metas.get("og:type", "").strip().lower()} - (MENUS if NAVIGATION in declared else set())
    if own.isdisjoint(NO_ARTICLES):
        return DECLARED_ODDS if any(name.endswith(NEWS_ENDING) for name in declared) else 0.0
    return 0.0 if any(name.endswith(ARTICLE_ENDINGS) for name in declared) else -DECLARED_ODDS


DATED_ODDS = 2.0
"""Log odds of being an article that a day right below the headline wins: of the 181 pages of WCXB on which
`_is_dated` holds, 178 are articles. The models know nothing of it, and take notes that declare nothing for lists."""
BELOW, MAX_DATED, FIRST_H1S, MOST_DATED, MAX_LINES = 3, 100, 2, 2, 100
"""Text blocks below an h1, characters of the longest line with its day, h1s that are looked at, and lines with days
that the page has at the most: a list has more; lines in which days are looked for."""


def _is_dated(page: Page) -> bool:
    """Return True if a line with a day, no heading, is right below an h1 that is no link, and the page has few such."""
    for element in h1s(page)[:FIRST_H1S]:
        if page.link_in(element) is not None:  # a logo, or a list's entry
            continue
        behind = page.blocks_in(element)[1]
        for block in range(behind, min(behind + BELOW, len(page.texts))):
            text = page.texts[block]
            if page.tags[page.owners[block]] in HEADINGS:
                break
            if len(text) <= MAX_DATED and not is_other_day(text) and (days := _days_as_in(page, text)):
                return len(days) <= MOST_DATED and any(
                    _is_prose(page, each) for each in range(block + 1, block + 1 + PROSE_BELOW)
                )
    return False


def _days_as_in(page: Page, text: str) -> list[str]:
    """Return the page's short lines with a day, or with an age, as a line has one; none where it has neither."""
    if with_years([text]) and day_in(text):
        return [*filter(day_in, with_years(_short(page))[:MAX_LINES])]
    if before_age(text) is None:
        return []
    return [text, *(each for each in _short(page)[:MAX_LINES] if each != text and before_age(each) is not None)]


def _short(page: Page) -> list[str]:
    return [each for each in page.texts if len(each) <= MAX_DATED]


PROSE_BELOW, LEAST_PROSE = 6, 20
"""Text blocks behind the day among which a sentence stands, and characters of the shortest one."""


def _is_prose(page: Page, block: int) -> bool:
    text = page.texts[block] if block < len(page.texts) else ""
    return len(text) >= LEAST_PROSE and not page.linked[page.text_starts[block]] and ends_sentence(text)


ENTRIES_ODDS = 3.0
"""Log odds of being an article that a page of entries with little prose loses: of the 100 pages of WCXB on which
`_is_of_entries` holds, 91 are none."""
WEBSITE, WEBSITE_ODDS = "website", 1.0
"""What `og:type` is on pages that are no articles, and those that a page with it loses which declares none: 298 of 366
such pages of WCXB are none."""
DOUBTED = 0.1
"""Probability of an article from which on either is asked."""
MOST_TOGETHER = 1000
"""Bytes of whole sentences below one element at the most."""
FEWEST_ENTRIES, MOST_IN_ENTRY, FEWEST_IN_ENTRY, ENTRIES_SHARE = 6, 30, 2, 0.65
"""Entries side by side, text blocks of the longest one, mean of their text blocks, and share of the page's text."""


def _other_odds(page: Page, declared: set[str], texts: TextFigures) -> float:
    """Return the log odds of being an article that a page loses which has no day below its headline."""
    if _is_of_entries(page, texts):
        return ENTRIES_ODDS
    is_website = page.metas.get("og:type", "").strip().lower() == WEBSITE
    return WEBSITE_ODDS if is_website and not any(name.endswith(ARTICLE_ENDINGS) for name in declared) else 0.0


def _is_of_entries(page: Page, texts: TextFigures) -> bool:
    """Return True if most text of a page with little prose is in elements of one make, side by side: cards, rows.

    Links with one text block each are menus as often.
    """
    if texts.together_size >= MOST_TOGETHER:
        return False
    children = Counter(page.parents)
    entries: dict[tuple[int, str, str], list[tuple[int, int]]] = {}
    for element, parent in enumerate(page.parents):
        if children[parent] >= FEWEST_ENTRIES:
            first, end = page.blocks_in(element)
            if first < end <= first + MOST_IN_ENTRY:
                own = entries.setdefault((parent, *make_of(page, element)), [])
                if not own or own[-1][1] <= first:  # two links may be parts of one text block
                    own.append((first, end))
    inside: set[int] = set()
    for own in entries.values():
        blocks = [block for entry in own for block in range(*entry)]
        if len(own) >= FEWEST_ENTRIES and len(blocks) >= FEWEST_IN_ENTRY * len(own):
            inside.update(blocks)
    sizes = [*map(len, page.texts)]
    return sum(map(sizes.__getitem__, inside)) >= ENTRIES_SHARE * sum(sizes)


def _moved(shares: list[float], article: int, odds: float) -> list[float]:
    """Return the probabilities of the types, that of an article moved by log odds, those of others by what is left."""
    share = shares[article]
    moved = share / (share + (1 - share) * exp(-odds))
    others = (1 - moved) / max(1 - share, _TINY)
    return [moved if number == article else each * others for number, each in enumerate(shares)]


_TINY = 1e-12


@contextmanager
def use_page_types(model: PageTypeModel | None) -> Iterator[None]:
    """Use another model in `page_type` within the context; ``None`` is the packaged one.

    So a cross-validation scores whole extractions without a model that was trained on the pages.
    """
    token = _USED.set(model)
    try:
        yield
    finally:
        _USED.reset(token)


@cache
def packaged() -> PageTypeModel:
    """Return the packaged model, read once per process."""
    return load(resources.files("scrapy_maincontent") / _PACKAGED)


def load(file: Traversable) -> PageTypeModel:
    """Read a model.

    Raises:
        ValueError: the file is no model of this version's format and figures.
        OSError: the file can't be read.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
        if data["format"] != FORMAT or tuple(data["features"]) != page_type_feature_names():
            raise ValueError(f"{file} is of another version; train it anew")
        return from_data(data)
    except (ArithmeticError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{file} is no model of page types: {error!r}") from error


def from_data(data: dict[str, Any]) -> PageTypeModel:
    """Build a model from its JSON form.

    Raises:
        KeyError, TypeError, ValueError: the data is no such model.
    """
    types = tuple(data["types"])
    return PageTypeModel(
        data["name"],
        frozenset(data["corpora"]),
        types,
        classifier(data["with_address"], columns(address=True), len(types)),
        classifier(data["without_address"], columns(address=False), len(types)),
    )


def columns(*, address: bool) -> tuple[int, ...]:
    """Return the places, in a row, of the figures that a classifier uses."""
    names = page_type_feature_names()
    return tuple(number for number, name in enumerate(names) if address or not name.startswith(ADDRESS_PREFIXES))


def classifier(data: dict[str, Any], used: Sequence[int], types: int) -> Classifier:
    """Build a classifier from its JSON form.

    Raises:
        KeyError, TypeError, ValueError: the data is no such classifier.
    """
    with np.errstate(over="ignore"):
        mean, scale, weights, bias = (np.array(data[name], np.float32) for name in ("mean", "scale", "weights", "bias"))
        most = np.abs(bias).sum() + CLIP * np.abs(weights).sum()
    if not (mean.shape == scale.shape == (len(used),) and weights.shape == (len(used), types) and len(bias) == types):
        raise ValueError("a classifier's lists are of wrong lengths")
    if not (scale > 0).all() or not data["temperature"] > 0:
        raise ValueError("a classifier's scales and temperature must be above 0")
    if not (np.isfinite(mean).all() and np.isfinite(float(most) / data["temperature"])):
        raise ValueError("a number of a classifier is none, or too large")
    return Classifier(np.array(used, np.intp), mean, scale, weights, bias, float(data["temperature"]))


# Page -> its figures. None depends on the method that selects the text; counts enter as log(1 + count).

_LETTERS = re.compile(r"[^\W\d_]+")
_HOSTS_KEPT = 1024
_MAX_ADDRESS = 500
_MAX_TYPE = 99
_DECLARED = re.compile(rf'"@type"\s*+:\s*+(?:\[\s*+)?+"([^"]{{1,{_MAX_TYPE}}})"')
_WORD = re.compile(r"\w+")
_DATED = re.compile(r"/(?:19|20)\d\d(?:/|-\d)")
_NUMBERED = re.compile(r"\d{4}")
ADDRESS_PREFIXES = ("host_", "path_", "url_")
"""Prefixes of the figures that only a page with an address has."""
MAX_PAIRS = 4
"""Pairs of a query among which the number of an entry is."""
_ENTRY_NUMBER = re.compile(r"(?:node/)?(\d{1,9})(?:[:-].{0,200})?")
_FORMS = ("root", "depth", "words", "folder", "file", "query", "dated", "numbered")
_PLACES = ("body", "metas", "kinds", "generators", "declared", "classes", "lines")
_AMOUNTS = ("elements", "links", "objects", "text_blocks", "text_bytes", "text_prose")
_SENTENCES = ("sentences_together", "sentences_length")


def page_type_features(page: Page) -> Floats:
    """Return the row of a page with text blocks, one figure for each of `page_type_feature_names`."""
    return np.array(_figures(page, _declared(page), _text_figures(page)), np.float32)


def _text_figures(page: Page) -> TextFigures:
    lines = _words("lines")
    return text_figures(page, lines.groups, len(lines.names))


def _figures(page: Page, declared: set[str], texts: TextFigures) -> list[float]:
    """Return the figures named `page_type_feature_names` of a page with text blocks, declared types and such texts."""
    counts = [
        *read_names(page).groups,
        *texts.lines,
        *(len(page.tags), len(page.links), len(page.objects), len(page.texts), texts.size, texts.prose),
    ]
    return [
        *_address(_page_address(page)),
        *_head(page, declared),
        *map(log1p, counts),
        texts.linked / texts.size,
        *_sentences(texts),
    ]


def _sentences(texts: TextFigures) -> tuple[float, float]:
    """Return the largest share of the texts of whole sentences that is side by side below one element; their length.

    An article's paragraphs are siblings; the teasers of a list each have a parent of their own, and are cut off. A page
    without such texts counts as one with a single one, as short as can be.
    """
    if not texts.sentences:
        return 1.0, log1p(SENTENCE)
    return texts.together_size / texts.sentences_size, log1p(texts.sentences_size / texts.sentences)


@cache
def page_type_feature_names() -> tuple[str, ...]:
    """Return the figures' names; a model must have been trained on the same."""
    address = _words("address").names
    return (
        *(f"{prefix}_{name}" for prefix in ("host", "path", "url_in") for name in address),
        *(f"url_{form}" for form in _FORMS),
        *(name for place in _PLACES for name in _words(place).names),
        *_AMOUNTS,
        "linked",
        *_SENTENCES,
    )


def _page_address(page: Page) -> str:
    return page.url or page.head_links.get("canonical", "").strip() or page.metas.get("og:url", "").strip()


class _Words:
    def __init__(self, place: str) -> None:
        tables = page_type_words()[place]
        self.names = tuple(f"{place}_{name}" for name in tables)
        self.groups: dict[str, tuple[int, ...]] = {}
        for number, words in enumerate(tables.values()):
            for word in words:
                self.groups[word] = (*self.groups.get(word, ()), number)

    def counts(self, words: Iterable[str]) -> list[int]:
        groups, counts = self.groups, [0] * len(self.names)
        for word in filter(groups.__contains__, words):
            for number in groups[word]:
                counts[number] += 1
        return counts


_words = cache(_Words)


@lru_cache(maxsize=_HOSTS_KEPT)
def _host_counts(host: str) -> list[int]:
    return _words("address").counts(_LETTERS.findall(host))


def _address(url: str) -> list[int]:
    try:
        parts = urlsplit(url[:_MAX_ADDRESS])
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    path = parts.path.lower()
    if number := _entry_in(parts.query) if is_of_first_page(url.partition("?")[0]) else "":
        path = f"/{number}"  # a blog's "/?p=81" is not its first page
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    words = _words("address")
    # /shop/p/kettle: "p" is nearer to the page than "shop" is.
    named = [*_LETTERS.findall(path), *(["topic"] if _names_thread(parts.query) else [])]
    nearest = next((step for step in reversed(steps[:-1]) if step in words.groups), "")
    return [
        *_host_counts(host),
        *words.counts(named),
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


def _entry_in(query: str) -> str:
    """Return the number of an entry that a query names, "" where it names none: "p=81", "q=node/12"."""
    pairs = [each.partition("=") for each in query.lower().split("&")[:MAX_PAIRS]]
    keys = page_type_words()["entry_keys"]["keys"]
    found = (_ENTRY_NUMBER.fullmatch(value) for key, _, value in pairs if key in keys)
    return next((number[1] for number in found if number), "")


def _names_thread(query: str) -> bool:
    return any(each.partition("=")[0].lower() in page_type_words()["thread_keys"]["keys"] for each in query.split("&"))


def _head(page: Page, declared: set[str]) -> list[int]:
    metas = page.metas
    whole = [attrs for tag, attrs in zip(page.tags[:1], page.attrs[:1], strict=True) if tag == "html"]
    if "body" in page.tags:
        whole.append(page.attrs[page.tags.index("body")])
    names = " ".join(attrs[name][: 2 * MAX_NAME] for attrs in whole for name in ("class", "id") if name in attrs)
    return [
        *_words("body").counts({*name_parts(names)}),
        *_words("metas").counts(metas),
        *_words("kinds").counts((metas.get("og:type", "").strip().lower(),)),
        *_words("generators").counts(metas.get("generator", "").lower().split(maxsplit=1)[:1]),
        *_words("declared").counts(declared),
    ]


def _declared(page: Page) -> set[str]:
    """Return the types that the page declares in JSON-LD and in microdata, of several in one place one.

    ``article`` stands for https://schema.org/Article.
    """
    types = {name for script in page.json_ld for name in _DECLARED.findall(script)}
    types.update(page.attrs[element].get("itemtype", "")[-_MAX_TYPE:] for element in microdata(page))
    return {word.lower() for name in types for word in _WORD.findall(name)[-1:]}
