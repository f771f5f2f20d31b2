"""Scores of text blocks in, a selection and its reasons out: the blocks with the best expected F.

Sections: the selection, doubt about text outside a shop's declared description, what a page's own markup calls its
parts, what is alike in entries, doubt about text that stands on other pages of the site, and the reasons of
``method="crf"``.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from ..page import HEADINGS, Label, microdata, roles
from ..page.head import one_product, product_description
from ..site_memory import Evidence
from ..words.class_names import MAX_NAME
from ..words.days import DAY, day_in, with_years
from ..words.lines import DATELINE, MAX_LENGTH, advertisement_labels, line_kind
from ..words.titles import letters
from .crf_features import FEATURES
from .shops import other_offers, reviews

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ..features.measures import Copies, Floats, Measures
    from ..page import Page
    from ..site_memory import Recalled

    Marks = NDArray[np.bool_]


EMPTY_WORDS = 10.0
"""A page on which fewer words of main content are expected has none."""
COPY_WORDS = 6
"""Words of the shortest text that may be a copy."""
COPY_DISTANCE = 2
"""Text blocks from one copy to the other; a text that is repeated at once is repeated on purpose."""
_TINY = float(np.finfo(np.float64).tiny)


def expected_words(scores: Floats, words: Floats) -> float:
    """Return how many words of main content the page is expected to have."""
    return float((scores * words).cumsum(dtype=np.float64)[-1])


def best_expected_f(scores: Floats, words: Floats, beta: float = 1.0) -> NDArray[np.bool_]:
    """Return which blocks to select (booleans) so that the expected word F is highest.

    ``beta`` is how many times as much recall counts as precision (above 0; 1 is F1). Blocks are taken by falling
    score; of all prefixes the one with the highest
    (1 + beta²) * sum(score * words over selected) / (sum(words over selected) + beta² * sum(score * words over all))
    wins.
    """
    order = (-scores).argsort(kind="stable")
    sizes = words.astype(scores.dtype)  # arrays of one type take NumPy half the time
    gained = (scores * sizes).take(order).cumsum(dtype=np.float64)
    taken = sizes.take(order).cumsum(dtype=np.float64)
    best = int((gained / np.maximum(taken + beta * beta * gained[-1], _TINY)).argmax())
    selected = np.zeros(len(scores), bool)
    selected[order[: best + 1]] = True
    return selected


def without_copies(copies: Copies, scores: Floats, words: Floats) -> Floats:
    """Return scores in which only the likelier one counts of texts that stand twice, as menus for small screens do.

    The text before or behind a copy is a copy of the one before or behind the other, too. Single sentences that are
    repeated are left alone: references repeat them.
    """
    earlier = copies.earlier
    long = ((earlier >= 0) & (words >= COPY_WORDS)).nonzero()[0]
    if not len(long):
        return scores
    follows = np.zeros(len(earlier) + 1, bool)  # the block before it is a copy of the one before its own copy
    follows[1:-1] = (earlier[1:] == earlier[:-1] + 1) & (earlier[1:] > 0)
    far = long[(long - earlier[long] >= COPY_DISTANCE) & (follows[long] | follows[long + 1])]
    kept = scores.copy()
    survivors: dict[int, int] = {}  # of each text and its copies so far
    for number in far.tolist():
        other = int(earlier[number])
        survivor = survivors.get(other, other)
        out, survivors[number] = (number, survivor) if kept[number] <= kept[survivor] else (survivor, number)
        kept[out] = 0
    return kept


LEADS = "leads a text"
"""Begins the reason of a line that is taken with the text below it."""
LEAST_LEADING = 0.1
"""Score from which on such a line is taken."""
LONGEST_LEADING = 15.0
"""Words of the longest one."""
LINKED = 0.5
"""Share of linked text from which on it leads elsewhere."""


def leading_lines(page: Page, measures: Measures, scores: Sequence[float], selected: Sequence[int]) -> list[int]:
    """Return the short lines, not selected, right before a selected text in the same element.

    They are sub-headings that are none by their tag: the expected F is hardly higher with so few words. Those that are
    headings by their tag have their own scores; the page's headline, a byline and a date are none.
    """
    taken = {*selected}
    return [
        number - 1
        for number in selected
        if number and number - 1 not in taken and scores[number - 1] >= LEAST_LEADING and _leads(page, measures, number)
    ]


def _leads(page: Page, measures: Measures, number: int) -> bool:
    """Return True if the line before a text block may be its heading."""
    line, text, parents = page.owners[number - 1], page.texts[number - 1], page.parents
    return (
        parents[line] == parents[page.owners[number]]
        and page.tags[line] not in HEADINGS
        and measures.words[number - 1] <= LONGEST_LEADING
        and measures.linked[number - 1] < LINKED
        and text not in page.head_title
        and line_kind(text) is None
    )


SIBLINGS = "as most of the same texts beside it"
"""Begins the reason of a text whose label they turned."""


def turned_by_siblings(page: Page, measures: Measures, labels: Sequence[Label]) -> set[int]:
    """Return the short texts of which most of the same texts in the same element, by the same tag, have another label.

    Such are names of parts ("Pros:", "Price") and prompts between paragraphs: all of them are main content, or none is.
    Of as many the first one decides. Where nothing would be main content any more, none is turned.
    """
    repeated = np.flatnonzero((measures.copies.times > 1) & (measures.words < COPY_WORDS)).tolist()
    taken = {page.texts[number] for number in repeated if labels[number] == Label.MAIN}
    groups: dict[tuple[str, str, int], list[int]] = {}
    for number in repeated if taken else ():
        if (text := page.texts[number]) in taken:
            owner = page.owners[number]
            groups.setdefault((text, page.tags[owner], page.parents[owner]), []).append(number)
    turned: set[int] = set()
    for group in groups.values():
        main = {number for number in group if labels[number] == Label.MAIN}
        ahead = 2 * len(main) - len(group)
        turned |= {*group} - main if ahead > 0 or (not ahead and group[0] in main) else main
    if not turned or any(label == Label.MAIN and number not in turned for number, label in enumerate(labels)):
        return turned
    return set()


# Doubt: product pages are full of prose that is no part of the description: reviews, questions, other products. Where
# JSON-LD has the description and the page shows it, all other text needs more evidence.

FEWEST_WORDS = 50
"""Words of the shortest description that counts; a teaser is no body."""
MOST_WORDS = 20_000
SHOWN = 0.6
"""Share of the description that the page must show; share of a text block's words that must stand in it."""
DOUBT = 2.0
"""Log odds that other text loses."""
_RUN = 4
_SAMPLES = 8
"""Runs of a long text block that are looked for, spread evenly; fewer than twice as many."""
_WORD = re.compile(r"\w+")


def with_doubt(page: Page, scores: Floats, measures: Measures) -> tuple[Floats, NDArray[np.bool_] | None]:
    """Lower the scores (0 to 1) of text blocks outside the declared product description; also return which.

    The scores are as they were, and ``None`` is doubted, where no product is declared, or the page does not show its
    description. Linear in the page.
    """
    description = product_description(page.json_ld) if page.json_ld else None
    if description is None:
        return scores, None
    declared = _WORD.findall(description.lower())[:MOST_WORDS]
    if len(declared) < FEWEST_WORDS:
        return scores, None
    runs = {" ".join(declared[at : at + size]) for size in range(1, _RUN + 1) for at in range(len(declared) - size + 1)}
    inside = np.array([_share(text, runs) >= SHOWN for text in page.texts])
    if measures.words[inside].sum() < SHOWN * len(declared):
        return scores, None
    doubted = scores / (scores + (1 - scores) * np.exp(DOUBT))
    return np.where(inside, scores, doubted), ~inside


def _share(text: str, runs: set[str]) -> float:
    """Return the share of a text's runs of words that are among these, 0 to 1; estimated for long texts."""
    found = [run in runs for run in _sample(_WORD.findall(text.lower()))]
    return sum(found) / len(found) if found else 0.0


def _sample(words: list[str]) -> Iterator[str]:
    size = min(_RUN, len(words))
    count = len(words) - size + 1 if words else 0
    for at in range(0, count, max(1, count // _SAMPLES)):
        yield " ".join(words[at : at + size])


# What a page says of its own parts. On an article's page what it declares as its description is the standfirst, which
# stands before the text like a teaser; what repeats a picture's alternative text beside the picture is the caption, as
# is the text of a figcaption; when it was written is said before it. On any page footers, dialogs and the like are
# beside its text, and say so; so are labels of advertisements, and offers of other products than the one that the page
# declares. On pages of shops, lists and the like, which are full of short texts, so are asides, what customers write,
# and what is there to be clicked: buttons, and choices of filters and options.

STANDFIRST, CAPTION, FIGCAPTION, BESIDE = "standfirst", "caption", "figcaption", "beside"
LABEL, PUBLISHED, CONTROL, OFFER, REVIEW = "label", "published", "control", "offer", "review"
DECLARED = {
    STANDFIRST: 4.0,
    CAPTION: -3.0,
    FIGCAPTION: -3.0,
    BESIDE: -3.0,
    OFFER: -5.0,
    REVIEW: -5.0,
    LABEL: -6.0,
    PUBLISHED: -5.0,
    CONTROL: -3.0,
}
"""Log odds that such text gains."""
BESIDE_TAGS = ("footer", "dialog")
BESIDE_ROLES = frozenset(("dialog", "alertdialog", "navigation", "tooltip"))
"""Roles of ARIA. Others, and ``nav`` and ``header``, have main content in them as often."""
_ASIDE, _QUOTE, _NOTE_ROLES = "aside", "blockquote", "doc-"
"""What is an aside of a quotation, or by the roles of digital publishing a note, belongs to the text."""
MOST_ASIDE = 0.5
"""Share of a page's expected words from which on an aside is no aside."""
_AUTHOR = "author"
"""A property of microdata: who wrote an article, and what is said of them. A thread's posts have theirs, too."""
DESCRIPTIONS = ("description", "og:description", "twitter:description")
LEAST_LETTERS = 25
"""Characters of the shortest such text, and of the shortest alternative text."""
LEAST_PART = 30
"""Characters of the shortest part of a description that is known by where it stands in it."""
CUT_SIGNS = 4
"""Characters at the end of a description that its text may have otherwise: it is cut there."""
CAPTION_LEVELS = 2
"""How many elements above a caption's own its picture is at the most."""
MAY_BE_SELECTED = 0.1
"""Score from which on it is asked whether a text is a label of an advertisement or the day of publication."""
MOST_LIKELY = 1000
"""Texts of which it is asked whether they are days of publication, or declared reviews."""
MAX_DATED = 60
"""Characters of the longest line with a day and a time that is one of publication."""
MOST_DAYS = 2
"""Days that one page may have before its text, of publication and of a change."""
_PROBE = slice(4, 20)
"""The part of a text by which it is looked for, behind quotation marks: only where that is found is all compared."""


def declared_places(page: Page, scores: Floats, measures: Measures, *, article: bool) -> dict[int, str]:
    """Return the text blocks that a page says to be one of `DECLARED`.

    Those of articles are all but `CONTROL` and `REVIEW`, those of other pages `BESIDE`, `LABEL`, `OFFER` and these two.

    A standfirst stands before the heaviest text block, by ``scores`` (0 to 1) and words, or is that one. Where all
    text is said to stand beside it, none is. Texts that are not selected anyway need no `LABEL` and no `PUBLISHED`.
    """
    found = dict.fromkeys(_texts_of(page, _beside(page, article=article)), BESIDE)
    if not article:
        found |= dict.fromkeys(_texts_of(page, _asides(page, scores * measures.words)), BESIDE)
        found |= dict.fromkeys(chain(_buttons(page), _choices(page)), CONTROL)
    if len(found) == len(page.texts):
        found = {}
    likely = np.flatnonzero(scores >= MAY_BE_SELECTED).tolist()
    product = one_product(page.json_ld)
    found |= dict.fromkeys(other_offers(page, product), OFFER)
    if not article:
        found |= dict.fromkeys(reviews(page, product, likely[:MOST_LIKELY]), REVIEW)
    found |= dict.fromkeys(_labels(page, likely), LABEL)
    if not article:
        return found
    found |= dict.fromkeys(_texts_of(page, _tagged(page, FIGCAPTION)), FIGCAPTION)
    found |= dict.fromkeys(_captions(page), CAPTION)
    heaviest = int((scores * measures.words).argmax())
    found |= dict.fromkeys(_days(page, [number for number in likely[:MOST_LIKELY] if number < heaviest]), PUBLISHED)
    descriptions = {page.metas[name] for name in DESCRIPTIONS if len(page.metas.get(name, "")) >= LEAST_LETTERS}
    if descriptions:
        found |= dict.fromkeys(_standfirsts(page, descriptions, heaviest + 1), STANDFIRST)
    return found


def _beside(page: Page, *, article: bool) -> list[int]:
    """Return the elements that say that they are beside a page's text, in document order."""
    found = [element for tag in BESIDE_TAGS for element in _tagged(page, tag)]
    found += [each for each in roles(page) if page.attrs[each]["role"].strip().lower() in BESIDE_ROLES]
    if article:
        found += [each for each in microdata(page) if _AUTHOR in page.attrs[each].get("itemprop", "").split()]
    return sorted(found)


def _asides(page: Page, expected: Floats) -> Iterator[int]:
    """Yield the asides of a page that hold little of what is ``expected`` of each text block, and no quotation."""
    quotes = [*_tagged(page, _QUOTE)]
    before = [0.0, *accumulate(expected.tolist())]
    for aside in _tagged(page, _ASIDE):
        first, stop = page.blocks_in(aside)
        holds_quote = bisect_left(quotes, page.ends[aside]) > bisect_left(quotes, aside)
        is_note = page.attrs[aside].get("role", "").strip().startswith(_NOTE_ROLES)
        if not holds_quote and not is_note and before[stop] - before[first] <= MOST_ASIDE * before[-1]:
            yield aside


def _buttons(page: Page) -> Iterator[int]:
    """Yield the text blocks that are a button's, but for those that open a part of the text: questions, headings."""
    for number, owner in enumerate(page.owners):
        if page.tags[owner] != _BUTTON or not OPENING.isdisjoint(page.attrs[owner]):
            continue
        if page.tags[page.parents[owner]] not in HEADINGS and not page.texts[number].endswith(QUESTION_MARKS):
            yield number


_BUTTON = "button"
OPENING = frozenset(("aria-expanded", "aria-controls"))
"""Attributes of buttons that show and hide other text."""
QUESTION_MARKS = ("?", "？")


def _choices(page: Page) -> Iterator[int]:
    """Yield the text blocks that say what is chosen by the page's check boxes, as by those of filters."""
    for element in _tagged(page, _INPUT):
        own = page.attrs[element]
        if own.get("type", "").strip().lower() != CHOICE or "disabled" in own:
            continue
        around = page.parents[element]
        for _ in range(CHOICE_LEVELS):
            if around < 0 or page.tags[around] == "body":
                break
            first, stop = page.blocks_in(around)
            if first < stop:
                if stop - first <= MOST_OF_CHOICE:
                    yield from range(first, stop)
                break
            around = page.parents[around]


_INPUT = "input"
CHOICE = "checkbox"
"""A disabled one is a mark: of what is done in a list. Radio buttons choose among a product's kinds as often."""
CHOICE_LEVELS = 5
"""How many elements above it the text of a choice is at the most."""
MOST_OF_CHOICE = 2
"""Text blocks that one choice has at the most."""


def _tagged(page: Page, tag: str) -> Iterator[int]:
    """Yield the elements with a tag."""
    element = -1
    with suppress(ValueError):  # there is no further one
        while True:
            element = page.tags.index(tag, element + 1)
            yield element


def _texts_of(page: Page, elements: Iterable[int]) -> Iterator[int]:
    """Yield the text blocks of elements in document order; those in others of them add nothing."""
    end = -1
    for element in elements:
        if element >= end:
            end = page.ends[element]
            yield from range(*page.blocks_in(element))


def _standfirsts(page: Page, descriptions: set[str], stop: int) -> Iterator[int]:
    texts, every = page.texts[:stop], "\n".join(descriptions)
    long = [number for number, text in enumerate(texts) if len(text) >= LEAST_LETTERS]
    likely = {number for number in long if texts[number][_PROBE] in every}
    for description in descriptions:
        probe = description[_PROBE]
        likely.update([number for number in long if probe in texts[number]])
    declared = [letters(description) for description in descriptions] if likely else []
    for number in sorted(likely):
        own = letters(texts[number])
        is_declared = len(own) >= LEAST_LETTERS and any(_agree(own, other) for other in declared)
        if is_declared and own not in letters(page.head_title):
            yield number


def _agree(text: str, description: str) -> bool:
    """Return True if a text is a description, a part of it or all of it and more, but for a cut end."""
    if text == description or (len(text) >= LEAST_PART and text in description):
        return True
    return len(description) >= LEAST_LETTERS and description[:-CUT_SIGNS] in text


def _labels(page: Page, likely: Sequence[int]) -> list[int]:
    """Return those of some texts that are labels of advertisements; a heading of that name is about advertising."""
    labels = [likely[label] for label in advertisement_labels([page.texts[number] for number in likely])]
    return [label for label in labels if page.tags[page.owners[label]] not in HEADINGS]


def _days(page: Page, likely: Sequence[int]) -> list[int]:
    """Return those of some texts before the heaviest one that are the day of publication; more are of a table."""
    dated = {*with_years([text for number in likely if len(text := page.texts[number]) <= MAX_LENGTH])}
    days = {text for text in dated if _is_day(text)}
    found = [number for number in likely if page.texts[number] in days] if days else []
    return found if len(found) <= MOST_DAYS else []


def _is_day(text: str) -> bool:
    """Return True for a line that is a day and no more, and for a short one that has a day with a time."""
    day = day_in(text)
    return day is not None and (line_kind(text) == DATELINE or (len(day) > DAY and len(text) <= MAX_DATED))


def _captions(page: Page) -> Iterator[int]:
    pictures: dict[str, list[tuple[int, str]]] = {}
    for element, alternative in zip(page.objects, page.object_alts, strict=True):
        if len(alternative) >= LEAST_LETTERS:
            pictures.setdefault(alternative[_PROBE], []).append((element, alternative))
    if not pictures:
        return
    long = [number for number, text in enumerate(page.texts) if len(text) >= LEAST_LETTERS]
    for number in [number for number in long if page.texts[number][_PROBE] in pictures]:
        text, around = page.texts[number], page.owners[number]
        if page.tags[around] in HEADINGS:
            continue
        for _ in range(CAPTION_LEVELS):
            if (above := page.parents[around]) < 0 or page.tags[above] == "body":
                break
            around = above
        own = letters(text)
        for element, alternative in pictures[text[_PROBE]][:MOST_PICTURES]:
            other = letters(alternative)
            if around <= element < page.ends[around] and (own.startswith(other) or other.startswith(own)):
                yield number
                break


MOST_PICTURES = 20
"""Pictures with alternative texts alike that are compared with a text."""


def with_declared(scores: Floats, declared: Mapping[int, str]) -> Floats:
    """Return the scores (0 to 1), other ones for `declared_places`."""
    if not declared:
        return scores
    changed = scores.copy()
    for block, place in declared.items():
        score = scores.item(block)
        changed[block] = score / (score + (1 - score) * _DECLARED_ODDS[place])
    return changed


_DECLARED_ODDS = {place: math.exp(-gain) for place, gain in DECLARED.items()}


def name_declared(reasons: list[str], declared: Mapping[int, str], selected: Sequence[int], name: str) -> None:
    """Write into the reasons of `declared_places` that the page calls them so, where it had its way."""
    taken = {*selected}
    for number, place in declared.items():
        if (number in taken) == (place == STANDFIRST):
            reasons[number] = f"{name}: {_DECLARED_WORDS[place]}"


_DECLARED_WORDS = {
    STANDFIRST: "it is what the page declares as its description",
    CAPTION: "it repeats the alternative text of the picture beside it",
    FIGCAPTION: "it is the caption of a figure",
    LABEL: "it is the label of an advertisement",
    PUBLISHED: "it is the day of publication",
    BESIDE: "its element says that it is beside the text: a footer, a dialog, an aside, an author",
    CONTROL: "it is the label of a button or of a choice",
    OFFER: "it is an offer of another product than the one that the page declares",
    REVIEW: "it is what customers write of the product",
}


# Pages that are no articles are full of entries of one make: cards, rows, posts. Scores of each alone waver around the
# cut; what has the same place in all entries is main content in all of them, or in none.

FEWEST_LIKES = 4
"""Text blocks of the smallest group of likes."""
LIKE_LEVELS = 4
"""Elements whose tags and classes likes have in common: their own and those above it."""
LIKES_SHARE = 0.6
"""Share of its likes in the log odds of a text block."""
_LEAST_LIKELY = 1e-4
"""What scores are compared as at the least, and 1 less it at the most."""
_DIGITS = re.compile(r"\d+")


def with_likes(page: Page, scores: Floats, words: Floats) -> Floats:
    """Return the scores (0 to 1), each nearer to the mean log odds, by words, of the text blocks like it."""
    groups = np.array(_likes(page), np.intp)
    likely = np.clip(scores, _LEAST_LIKELY, 1 - _LEAST_LIKELY, dtype=np.float64)
    odds = np.log(likely / (1 - likely))
    sizes = np.bincount(groups, words)
    means = np.bincount(groups, odds * words) / np.maximum(sizes, _TINY)
    alike = ((np.bincount(groups) >= FEWEST_LIKES) & (sizes > 0))[groups]
    pooled = (1 - LIKES_SHARE) * odds + LIKES_SHARE * means[groups]
    return np.where(alike, 1 / (1 + np.exp(-pooled)), scores)


def _likes(page: Page) -> list[int]:
    """Return the number of each text block's group of likes; digits in classes, which count entries, are one."""
    tags, attrs, parents = page.tags, page.attrs, page.parents
    names: dict[tuple[str, str], int] = {}
    name_of = {-1: -1}  # each element's tag and class as one number
    groups: dict[tuple[int, ...], int] = {}
    group_of: dict[int, int] = {}
    for owner in page.owners:
        if owner in group_of:
            continue
        place, element = [], owner
        for _ in range(LIKE_LEVELS):
            if element not in name_of:
                name = tags[element], _without_digits(attrs[element].get("class", ""))
                name_of[element] = names.setdefault(name, len(names))
            place.append(name_of[element])
            element = parents[element] if element >= 0 else element
        group_of[owner] = groups.setdefault(tuple(place), len(groups))
    return [group_of[owner] for owner in page.owners]


@lru_cache(maxsize=1024)
def _without_digits(name: str) -> str:
    return _DIGITS.sub("0", name[:MAX_NAME])


# What a site's other pages say: text that comes back is furniture. How much less likely it is main content was fitted
# by logistic regression to the blocks of 63 hosts, each page with 1, 2, 4, 8 and all other pages of its host known.
# Terms for text that is new, for its length and for the blocks around gained nothing.

REPEATED = 3.1
"""Log odds that a text loses that stands on another page of its site."""
REPEATED_TWICE = 0.15
"""Those it loses each time that the pages it stands on are twice as many."""
REPEATED_EVERYWHERE = 0.8
"""Those it loses where it stands on all known pages; a share of them where it stands on a share."""

COMMON = 0.5
"""Share of the known pages on which a text must stand to lose any where the page is no article: lists, shops and
overviews have entries in common. On 148 pages of WCXB F1 gains .006 over none, and nothing where any text counts."""


def repeated(recalled: Recalled, scores: Floats, *, article: bool) -> Evidence | None:
    """Return what the site's other pages say against text blocks of a page, ``None`` where it is nothing.

    ``scores`` (0 to 1) are the blocks' without it.
    """
    evidence = recalled.evidence(scores)
    if evidence is None:
        return None
    if article:
        return evidence
    fewest = COMMON * evidence.pages
    counts = {block: count for block, count in evidence.counts.items() if count >= fewest}
    return Evidence(evidence.pages, counts) if counts else None


def with_site(scores: Floats, evidence: Evidence) -> Floats:
    """Return the scores (0 to 1), lower for text blocks that stand on other pages of the site."""
    odds = {
        count: math.exp(REPEATED + REPEATED_TWICE * math.log2(count) + REPEATED_EVERYWHERE * count / evidence.pages)
        for count in {*evidence.counts.values()}
    }
    lowered = scores.copy()
    for block, count in evidence.counts.items():
        before = scores.item(block)
        lowered[block] = before / (before + (1 - before) * odds[count])
    return lowered


def name_pages(reasons: list[str], evidence: Evidence, selected: Sequence[int], name: str) -> None:
    """Write the site's other pages into the reasons of the text blocks that stand on them and are not selected."""
    taken = {*selected}
    for number, count in evidence.counts.items():
        if number not in taken:
            reasons[number] = f"{name}: stands on {count} of {evidence.pages} other pages"


EVIDENCE = {
    "names_above": "what the elements around it are called",
    "names_near": "what its own element is called",
    "names_text": "its words",
    "pool_up1": "the other text of the element around it",
    "pool_path": "the text below the same tags",
    "pool_section": "the text below the same heading",
}
"""Features in log odds, and what they measure."""
SURROUNDINGS = "its place, length and links"
"""The evidence where none of `EVIDENCE` is for the label: the figures."""
COPY = "it stands twice on the page"
UNDECLARED = "it is no part of the description that the shop declares"
NOTHING = "too little main content is expected on the page"
COLUMNS = np.array([FEATURES.index(name) for name in EVIDENCE], np.intp)
"""Those features' numbers."""
_PHRASES = (SURROUNDINGS, *EVIDENCE.values(), UNDECLARED, COPY, NOTHING)
_UNDECLARED, _COPY, _NOTHING = map(_PHRASES.index, (UNDECLARED, COPY, NOTHING))
_FOR, _AGAINST = np.float32(1), np.float32(-1)


def phrases(name: str) -> list[str]:
    """Return all reasons there are, each after the model's name."""
    return [f"{name}: {phrase}" for phrase in _PHRASES]


def nothing(wordings: Sequence[str], count: int) -> list[str]:
    """Return the reason of text blocks of which none is selected; ``wordings`` are `phrases`."""
    return [wordings[_NOTHING]] * count


def reasons(
    wordings: Sequence[str],
    features: Floats,
    main: NDArray[np.bool_],
    copies: NDArray[np.bool_] | None,
    doubted: NDArray[np.bool_] | None,
) -> list[str]:
    """Return each text block's reason; ``wordings`` are `phrases`.

    ``features`` (m x `FEATURES`), ``main`` (m): which blocks are selected, ``copies`` (m, or ``None``): which are out
    as copies, ``doubted`` (m, or ``None``): which are no part of a declared description.
    """
    # The surroundings come first, with nothing: they win where nothing is for the label.
    evidence = np.zeros((len(COLUMNS) + 1, len(main)), np.float32)
    np.multiply(features.T[COLUMNS], np.where(main, _FOR, _AGAINST), out=evidence[1:])
    strongest = evidence.argmax(axis=0)
    if doubted is not None:
        strongest[doubted & ~main] = _UNDECLARED
    if copies is not None:
        strongest[copies] = _COPY
    return [wordings[number] for number in strongest.tolist()]
