"""Annotated pages: read, digest, split by domain, and compared with what an extractor returns.

Three layouts of a corpus folder are read:

* ``ground-truth/<id>.json`` (``url`` and ``ground_truth``: ``main_content``, ``title``, ``with``, ``without``) beside
  ``html/<id>.html.gz``, with an optional ``metadata.json`` that names each page's type and domain;
* ``pages.json``, a list of pages (``id``, ``url``, ``encoding``, ``type``, ``title``, ``with``, ``without``, and the
  truth), each with its file as ``html``, or else at ``pages/<id>.html.gz``;
* pages alone: ``<id>.html`` beside ``<id>.txt`` with the truth, or ``<id>.json`` with the fields of ``pages.json``.

The truth is ``main_content``, the text, or ``main_xpaths``, the marked elements, less those of ``other_xpaths``.
`word_score` compares a text with it; a `Split` says which pages are scored by a model of which.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...page.flatten import without_marks
from ...words.normalise import letters
from ...words.sentences import units
from .annotated import LIST, TRUTHS, CorpusError, has_pages, read_folder, read_list, read_truths

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from .annotated import AnnotatedPage


CORPUS_VARIABLE = "MAINCONTENT_CORPUS"
"""Environment variable with the corpus folder of a gate or a benchmark that is not given one."""
_WORD = re.compile(r"\w+")
_WHITE_SPACE = re.compile(r"\s+")
CHARACTER_NGRAM = 4
LEAST_HEADLINE = 10
"""Characters of the shortest first line that is a headline because the document's title has it."""
WITHOUT = "without-"
"""What the name of a split begins with that leaves a corpus out."""


def read_corpus(folder: Path) -> list[AnnotatedPage]:
    """Return a corpus's pages in the order of their ids.

    Raises:
        CorpusError: the folder has none of the layouts, two pages have one id, or a page lacks its file or its truth,
            or has a field that can't be understood.
    """
    if (folder / TRUTHS).is_dir():
        pages = read_truths(folder)
    elif (folder / LIST).is_file():
        pages = read_list(folder)
    elif has_pages(folder):
        pages = read_folder(folder)
    else:
        raise CorpusError(f"{folder} is no corpus: it has neither {TRUTHS}/ nor {LIST} nor pages (*.html)")
    found = sorted(pages, key=lambda page: page.id)
    if not found:
        raise CorpusError(f"{folder} has no pages")
    name, times = Counter(page.id for page in found).most_common(1)[0]
    if times > 1:
        raise CorpusError(f"{folder}: {times} pages have the id {name!r}")
    return found


def digest(pages: Iterable[AnnotatedPage]) -> str:
    """Return a digest of pages and truths: two equal ones mean the same training material."""
    total = hashlib.sha256()
    for page in pages:
        parts = [page.id, page.main_content]
        if page.marks is not None:
            parts += [*page.marks.main, "", *page.marks.other]
        for part in (parts[0].encode(), page.html(), *map(str.encode, parts[1:])):
            total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Split:
    """Numbers of the pages that are scored, and of those that the model is trained on; all are in rising order."""

    name: str
    scored: tuple[int, ...]
    trained: tuple[int, ...]

    def scoring(self, chosen: Callable[[int], bool]) -> Split:
        """Return the same split, with only those pages scored that are chosen by their number."""
        return replace(self, scored=tuple(filter(chosen, self.scored)))


def folds(pages: Sequence[AnnotatedPage], count: int) -> list[int]:
    """Return each page's fold, 0 to ``count`` - 1: one for all pages of a domain, and the same on every machine.

    Raises:
        CorpusError: there are fewer domains than folds, or fewer than two folds.
    """
    domains = sorted({site(page) for page in pages}, key=lambda domain: hashlib.sha256(domain.encode()).digest())
    if not 2 <= count <= len(domains):
        raise CorpusError(
            f"{count} folds of {len(domains)} domains: there must be 2 folds or more, and a domain for each "
            "(a page's domain is its field of that name, or its url's host, or its folder)"
        )
    fold_of = {domain: number % count for number, domain in enumerate(domains)}
    return [fold_of[site(page)] for page in pages]


def fold_splits(fold_of: Sequence[int]) -> list[Split]:
    """Return a split for each fold, "fold0" and so on: its pages are scored, all others are trained on."""
    inside = defaultdict[int, list[int]](list)
    for number, fold in enumerate(fold_of):
        inside[fold].append(number)
    every = range(len(fold_of))
    return [
        Split(f"fold{fold}", tuple(inside[fold]), tuple(number for number in every if fold_of[number] != fold))
        for fold in sorted(inside)
    ]


def corpus_splits(corpora: Mapping[str, Sequence[AnnotatedPage]], scored: Collection[str]) -> list[Split]:
    """Return a split for each of the corpora named: it is scored, the others are trained on without its sites' pages.

    Raises:
        CorpusError: nothing is left to train on.
    """
    every = [(name, site(page)) for name, pages in corpora.items() for page in pages]
    splits = []
    for left_out in scored:
        sites = {own for name, own in every if name == left_out} - {""}
        inside = tuple(number for number, (name, _) in enumerate(every) if name == left_out)
        rest = tuple(number for number, (name, own) in enumerate(every) if name != left_out and own not in sites)
        if not rest:
            raise CorpusError(f"without {left_out} and the pages of its sites there is nothing to train on")
        splits.append(Split(WITHOUT + left_out, inside, rest))
    return splits


def site(page: AnnotatedPage) -> str:
    """Return the page's domain as splits go by it."""
    return page.domain.lower().removeprefix("www.")


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of one page, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(slots=True)
class Counts:
    """Hits, wrong and missed ones, added up over pages: of regions of a kind, of blocks, or of their words."""

    hits: float = 0
    wrong: float = 0
    missed: float = 0

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 0 where there is none."""
        return self.hits / (self.hits + self.wrong) if self.hits else 0.0

    @property
    def recall(self) -> float:
        """Share of what is there that was found; 0 where there is none."""
        return self.hits / (self.hits + self.missed) if self.hits else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.hits / (2 * self.hits + self.wrong + self.missed) if self.hits else 0.0


def words(text: str) -> list[str]:
    r"""Return the text's words: ``\w+`` of the lower-cased text, in which soft hyphens part no words."""
    return _WORD.findall(without_marks(text.lower()))


def character_ngrams(text: str) -> list[str]:
    """Return the text's character n-grams, white space removed; for scripts without word spaces."""
    packed = _WHITE_SPACE.sub("", without_marks(text.lower()))
    if len(packed) < CHARACTER_NGRAM:
        return [packed] if packed else []
    return [packed[start : start + CHARACTER_NGRAM] for start in range(len(packed) - CHARACTER_NGRAM + 1)]


def overlap(predicted: Iterable[str], expected: Iterable[str]) -> Score:
    """Compare two multisets of tokens. An empty reference scores 1 for an empty prediction, 0 for any other."""
    got, wanted = Counter(predicted), Counter(expected)
    if not wanted:
        value = 0.0 if got else 1.0
        return Score(value, value, value)
    hits = (got & wanted).total()
    precision = hits / got.total() if got else 0.0
    recall = hits / wanted.total()
    return Score(precision, recall, 2 * hits / (got.total() + wanted.total()))


def word_score(predicted: str, expected: str) -> Score:
    """Compare two texts by the multiset of their words."""
    return overlap(words(predicted), words(expected))


def character_score(predicted: str, expected: str) -> Score:
    """Compare two texts by the multiset of their character 4-grams."""
    return overlap(character_ngrams(predicted), character_ngrams(expected))


def has_word_spaces(text: str) -> bool:
    """Return True if a text is of a script with blanks between words, by most of its characters."""
    return len(units(text)) <= 2 * len(words(text))  # else each character is a unit


def headline_line(text: str, title: str, document_title: str) -> str:
    """Return a text's first line if it is the page's headline, "" where it is none.

    It is where it is the page's ``title``, or at least `LEAST_HEADLINE` characters that stand in the document's title;
    letters and digits alone are compared.
    """
    first = text.lstrip().partition("\n")[0].strip()
    line = letters(first)
    if not line:
        return ""
    named = line == letters(title)
    return first if named or (len(line) >= LEAST_HEADLINE and line in letters(document_title)) else ""


def snippet_share(text: str, snippets: Sequence[str]) -> float | None:
    """Return the share of snippets that the text has (case folded), ``None`` where there are none."""
    if not snippets:
        return None
    folded = text.casefold()
    return sum(snippet.casefold() in folded for snippet in snippets) / len(snippets)


def same_title(predicted: str | None, expected: str) -> bool:
    """Return True if two titles agree, white space and case folded."""
    return " ".join((predicted or "").split()).casefold() == " ".join(expected.split()).casefold()
