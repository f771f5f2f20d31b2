"""Text that a page's own style sheets hide is marked, or left out of other text.

Text blocks that are not shown stay, and are marked (`Page.hidden`): they may be the only copy of a text that a click
opens. Within a text block names of icon fonts and what is hidden or for screen readers alone are no words of its text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from itertools import accumulate, chain, compress, islice
from typing import TYPE_CHECKING

from . import collapse, roles, tagged, visible
from .flatten import HIDING_TAGS, is_hidden
from .stems import MAX_NAME, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from . import Page


_Rule = tuple[str, frozenset[str], frozenset[str]]
"""Tag ("" for any), classes and ids of a selector."""
MAX_RULES = 400
"""Rules that hide something which are read of a style sheet."""
MAX_SELECTOR = 2_000
"""Characters of a rule's selectors that are read."""
MAX_SELECTORS = 50_000
"""Selectors of all style sheets of a page."""
MAX_COMPARED = 1_000_000
"""Elements of a name times rules of it that are compared: 40,000 rules may name one class, which all elements have."""
_COMMENT = re.compile(r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?+")
_HIDES = re.compile(r"[{;\s](?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)$", re.IGNORECASE)
_SIMPLE = re.compile(r"(?:[a-z][a-z0-9]*+)?(?P<names>(?:[.#][A-Za-z_-][\w-]*+)++)")
_NAME = re.compile(r"([.#])([\w-]++)")
OPENED = frozenset(
    [
        "active",
        "open",
        "opened",
        "show",
        "shown",
        "in",
        "visible",
        "current",
        "selected",
        "expanded",
        "is-active",
        "is-open",
        "is-visible",
    ]
)
"""Classes that show what another one of the same element hides: a tab that is in front."""
FOR_READERS = frozenset(
    (
        *("sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screenreader-text", "sr-text"),
        *("screen-reader-only", "screenreader", "screen-reader", "sronly", "a11y-hidden", "u-visually-hidden"),
        *("show-for-sr", "element-invisible", "cdk-visually-hidden", "is-visually-hidden", "assistive-text"),
        *("visually-hidden-focusable", "sr-only-focusable", "hidden-visually", "u-hiddenvisually", "offscreen"),
    )
)
"""Classes of labels for screen readers alone."""
EDIT_LINKS = frozenset(("mw-editsection", "editsection", "edit-section", "mw-editsection-like"))
"""Classes of what a wiki's headings have behind them, in whatever language: "[edit]"."""
TOOLTIPS = frozenset(
    (
        *("tooltiptext", "tooltip-text", "tooltip__text", "tooltip-content", "tooltip__content", "tooltip_content"),
        *("tooltip-inner", "tooltip-body", "tooltip-box"),
    )
)
"""Classes of what is shown beside a word while the mouse is over it."""
ICON_FONTS = frozenset(
    (
        *("material-icons", "material-symbols-outlined", "material-symbols-rounded", "material-symbols-sharp"),
        *("material-icons-outlined", "material-icons-round", "material-icons-sharp", "material-icons-two-tone"),
        *("material-icon", "mat-icon", "google-symbols", "google-material-icons", "md-icon"),
    )
)
"""Classes of fonts that draw an icon in place of its name."""
_ICON = re.compile(r"\s*[a-z][a-z0-9]{1,20}(?:_[a-z0-9]{1,20}){0,6}\s*")
_JOINED_ICON = re.compile(r"\s*[a-z]{2,20}(?:_[a-z0-9]{1,20}){1,6}\s*")
"""A name of several words: what such an icon is called where its element is no more than hidden from screen readers."""
_MAX_ICON = 60


def leave_unshown(page: Page) -> None:
    """Mark the text blocks that style sheets hide, and take what is not shown out of other text blocks."""
    if page.styles:
        _mark(page, sorted(_hidden_by_style(page)))
    _show_most(page)
    no_words, icons = _named(page)
    tips = [element for element, role in roles(page).items() if role == "tooltip"]
    inner = [*_inner(page, [*sorted(page.hiding), *no_words, *tips]), *_icons(page, icons)]
    if inner:
        leave_out(page, inner)


def _mark(page: Page, elements: list[int]) -> None:
    if not elements:
        return
    page.hiding.update(elements)
    hidden: Counter[int] = Counter()
    end = -1
    for element in elements:
        if element < end:
            continue
        end = page.ends[element]
        for block in range(*page.blocks_in(element)):
            if element <= page.owners[block] < end:
                page.hidden[block] = True
            else:  # a part of a line alone, as a note that is shown when it is asked for
                first, last = page.text_starts[block], page.text_ends[block]
                inside = slice(max(page.piece_starts[element], first), min(page.piece_ends[element], last))
                hidden[block] += sum(map(len, page.pieces[inside]))
    for block, characters in hidden.items():
        page.hidden[block] = page.hidden[block] or 2 * characters > len(page.texts[block])


def _show_most(page: Page) -> None:
    """Take the marks off a hidden element that holds most of the page's text: a script shows it in the end."""
    least, end = max(SHOWN_SHARE * sum(map(len, page.texts)), LEAST_SHOWN), -1
    if sum(map(len, compress(page.texts, page.hidden))) <= least:
        return
    for element in sorted(page.hiding):
        if element >= end:
            end, inside = page.ends[element], range(*page.blocks_in(element))
            if sum(len(page.texts[block]) for block in inside) > least:
                break
    else:
        return
    page.hiding.discard(element)
    for block in inside:
        page.hidden[block] = False
    _mark(page, [each for each in range(element + 1, end) if each in page.hiding or _hides_itself(page, each)])


def _hides_itself(page: Page, element: int) -> bool:
    own = page.attrs[element]
    return is_hidden(own) or (page.tags[element] in HIDING_TAGS and "open" not in own)


SHOWN_SHARE, LEAST_SHOWN = 0.75, 300
"""Share of a page's characters, and characters, in one hidden element above which that is the page: what waits for a
script. Fewer say that scripts are needed.
"""


def _hidden_by_style(page: Page) -> set[int]:
    """Return the elements that a simple selector of the page's own style sheets hides."""
    rules = dict.fromkeys(islice(chain.from_iterable(map(_rules_of, page.styles)), MAX_SELECTORS))
    if not rules:
        return set()
    known = {*" ".join(page.names).split()}
    rules_here = [rule for rule in rules if (rule[1] or rule[2]) <= known]
    wanted = frozenset[str]().union(*(rule[1] or rule[2] for rule in rules_here))
    if not wanted:
        return set()
    held = {name: {*parts, name} for name in page.names if not wanted.isdisjoint(parts := name.split())}
    common = Counter(chain.from_iterable(held.values()))
    by_name: dict[str, list[_Rule]] = {}
    for rule in rules_here:
        rarest = min(rule[1] or rule[2], key=lambda name: (common[name], name))
        by_name.setdefault(rarest, []).append(rule)
    found: set[int] = set()
    left = MAX_COMPARED
    for name, own in held.items():
        for each in own:
            if each not in by_name:
                continue
            elements = page.names[name]
            compared = by_name[each][: max(left // len(elements), 0)]
            left -= len(compared) * len(elements)
            for rule in compared:
                if rule[1] <= own and OPENED.isdisjoint(own - rule[1]):
                    found.update(element for element in elements if _is_hidden_by(page, element, *rule))
    return found


def _is_hidden_by(page: Page, element: int, tag: str, classes: frozenset[str], ids: frozenset[str]) -> bool:
    own = page.attrs[element]
    if (tag and page.tags[element] != tag) or page.tags[element] in ("html", "body"):
        return False
    return classes <= {*own.get("class", "").split()} and (not ids or own.get("id") in ids)


MAX_KEPT_STYLE = 50_000
"""Characters of the longest style sheet whose rules are kept: the pages of a site have the same ones."""


def _rules_of(style: str) -> Iterable[_Rule]:
    return _kept_rules(style) if len(style) <= MAX_KEPT_STYLE else _rules(style)


@lru_cache(maxsize=32)  # of some megabytes each where a sheet is nothing but selectors
def _kept_rules(style: str) -> tuple[_Rule, ...]:
    return tuple(_rules(style))


def _rules(style: str) -> Iterator[_Rule]:
    """Yield tag, classes and ids of the simple selectors that hide, those of other media apart."""
    style = _COMMENT.sub("", style) if "/*" in style else style
    depth = at = 0
    for place in _hiding(style):
        start = style.rfind("{", at, place)
        if start < 0:
            continue
        depth += style.count("{", at, start) - style.count("}", at, start)
        at = start
        if depth:
            continue
        first = max(start - MAX_SELECTOR, 0)
        before = max(first - 1, *(style.rfind(sign, first, start) for sign in "{};>"))
        for selector in style[before + 1 : start].split(","):
            simple = _SIMPLE.fullmatch(selector.strip())
            if simple and style[before : before + 1] != ">":
                names = _NAME.findall(simple["names"])
                classes = frozenset(name for sign, name in names if sign == ".")
                yield selector.strip()[: simple.start("names")], classes, frozenset(n for s, n in names if s == "#")


def _hiding(style: str) -> list[int]:
    """Return where declarations begin that hide, in order."""
    found: list[int] = []
    for value in _VALUES:
        at, count = style.find(value), 0
        while at >= 0 and count < MAX_RULES:
            before = max(at - _BEFORE_VALUE, 0)
            # Most are the values of other properties.
            if style[before:at].rstrip().removesuffix(":").rstrip()[-1:] in _PROPERTIES_END:
                match = _HIDES.search(style, before, at + len(value))
                if match:
                    found.append(match.start() + 1)
            count += 1
            at = style.find(value, at + len(value))
    return sorted(found)


_VALUES, _PROPERTIES_END = ("none", "NONE", "hidden"), ("y", "Y")
_BEFORE_VALUE = 30
"""Characters before such a value in which its property's name is looked for."""


def _inner(page: Page, elements: Iterable[int]) -> Iterator[int]:
    """Yield those of some elements that are a part of one text block, and not all of it, or an edit link alone."""
    for element in elements:
        start, end = page.piece_starts[element], page.piece_ends[element]
        block = page.block_at(start)
        if start < end and block < len(page.texts):
            first, last = page.text_starts[block], page.text_ends[block]
            is_within = first <= start and end <= last
            is_part = first < start or end < last or _is_edit_link(page, element, block)
            if is_within and is_part and "math" not in page.tags[element : page.ends[element]]:
                yield element


def _is_edit_link(page: Page, element: int, block: int) -> bool:
    """Return True if an element that is a whole text block is what a wiki has beside a heading, not behind it."""
    classes = page.attrs[element].get("class", "")[:MAX_NAME].lower().split()
    return len(page.texts[block]) <= MAX_EDIT_LINK and not EDIT_LINKS.isdisjoint(classes)


MAX_EDIT_LINK = 60
"""Characters of such a link; a longer one is a section's own text."""


def _named(page: Page) -> tuple[list[int], list[int]]:
    """Return the elements that by a class are no words of the text, and those in a font of icons."""
    meant = [(meaning, name) for name in named(page, "unshown") if (meaning := _meanings(name[:MAX_NAME]))]
    hidden = [each for meaning, name in meant if meaning & _NO_WORDS for each in page.names[name]]
    no_words = [each for each in hidden if page.tags[each] != "a"]  # links to the content are navigation
    return no_words, [each for meaning, name in meant if meaning & _ICONS for each in page.names[name]]


@lru_cache(maxsize=1 << 16)
def _meanings(name: str) -> int:
    """Return `_NO_WORDS` and `_ICONS` as far as a class means them."""
    classes = name.lower().split()
    no_words = any(not known.isdisjoint(classes) for known in (FOR_READERS, EDIT_LINKS, TOOLTIPS))
    return _NO_WORDS * no_words | _ICONS * (not ICON_FONTS.isdisjoint(classes))


_NO_WORDS, _ICONS = 1, 2


def _icons(page: Page, likely: list[int]) -> Iterator[int]:
    """Yield the elements that hold nothing but the name of an icon."""
    yield from (each for each in likely if _ICON.fullmatch(_short_text(page, each)))
    joined = [block for block, text in enumerate(page.texts) if "_" in text]
    for piece in [piece for block in joined for piece in range(page.text_starts[block], page.text_ends[block])]:
        text = page.pieces[piece]
        if "_" in text and len(text) <= _MAX_ICON and _JOINED_ICON.fullmatch(text):
            element = bisect_right(page.piece_starts, piece) - 1
            while page.piece_ends[element] <= piece:
                element = page.parents[element]
            own = page.attrs[element]
            if own.get("aria-hidden") == "true" and _short_text(page, element) == text:
                yield element


def _short_text(page: Page, element: int) -> str:
    start, end = page.piece_starts[element], page.piece_ends[element]
    return page.pieces[start][: _MAX_ICON + 1] if end == start + 1 else ""


def leave_out(page: Page, elements: Iterable[int]) -> None:
    """Empty the pieces of some elements, and make the texts they stand in anew; one without any is none."""
    emptied = {piece for each in elements for piece in range(page.piece_starts[each], page.piece_ends[each])}
    for piece in emptied:
        page.pieces[piece] = ""
    page.made.pop(visible.__name__, None)
    for block in {page.block_at(piece) for piece in emptied}:
        if block < len(page.texts):
            raw = "".join(page.pieces[page.text_starts[block] : page.text_ends[block]])
            page.texts[block] = raw.strip("\r\n").rstrip() if _is_preformatted(page, block) else collapse(raw)
    if "" in page.texts:
        kept = [*map(bool, page.texts)]
        numbers = [*accumulate(kept, initial=0)]
        page.gaps = {numbers[gap] for gap in page.gaps if kept[gap]}
        for name in ("owners", "text_starts", "text_ends", "hidden", "breaks", "texts"):
            setattr(page, name, [*compress(getattr(page, name), kept)])


def _is_preformatted(page: Page, block: int) -> bool:
    owner = page.owners[block]
    return "pre" in tagged(page) and any(page.tags[each] == "pre" for each in (owner, *page.ancestors(owner)))
