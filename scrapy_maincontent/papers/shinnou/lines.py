"""``method="lines"``: the system of Shinnou and Sasaki, which reads a page as a text browser shows it, line by line.

No tag is looked at, so that what is learnt may hold for other sites, too. The steps, by the paper's sections:

* the page becomes lines of 80 columns (2.1): `text_browser`;
* each line has 13 features (2.2.2): `line_features`; `Sight` is what of them, and of what else, a model sees;
* the leaf of a decision tree gives how likely the line is of each class N, H, K, S, M, E (2.2.1, 2.2.3);
* the most likely row of classes that the `diagram` allows is found by dynamic programming (2.3): `best_path`;
* lines of the classes H, K, S, M and E are title, subtitles and body, and so are the text blocks on them: `kinds`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...methods import ALONE, Labels, ModelError, read_json, refusing
from ..decision_tree import Tree
from .text_browser import browser_lines
from .text_browser.screen import WIDTH, columns, columns_of, is_east_asian

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from ...features.measures import Floats, Ints
    from ...methods import Context
    from ...page import Page
    from .text_browser.screen import Line

SUFFIX = ".json"
"""Ending of the method's model files."""
FORMAT = 1
"""Number of the model file's format; another one is refused."""
CLASSES = ("N", "H", "K", "S", "M", "E")
"""Classes of a line: none, title, subtitle, start of a run of the body, its middle, its end (2.2.1)."""
NONE, TITLE, SUBTITLE, START, MIDDLE, END = range(len(CLASSES))
BODY = (SUBTITLE, START, MIDDLE, END)
"""Classes that are part of the body."""


@dataclass(frozen=True)
class LinesModel:
    """A tree whose leaves give how likely each of `CLASSES` is, what it sees of a line, and the diagram.

    ``weights`` (`CLASSES`) multiply the shares of a leaf before the best path is found; all 1 in the paper.
    """

    name: str
    tree: Tree
    sight: Sight
    diagram: Diagram
    weights: Floats


@dataclass(frozen=True, slots=True)
class Read:
    """What a model makes of lines: each one's leaf, the shares of its classes (lines x classes), and its class.

    ``classes`` (numbers of `CLASSES`) is ``None`` where the diagram has no path of so many lines.
    """

    leaves: Ints
    shares: Floats
    classes: Ints | None


def load(file: Traversable) -> LinesModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    data = read_json(file, "lines", FORMAT)
    with refusing(file, "lines"):
        sight = Sight(**data["sight"])
        if tuple(data["features"]) != sight.names or tuple(data["classes"]) != CLASSES:
            raise ModelError(f"{file} was trained on other features or classes than this version has; train it anew")
        tree = Tree.from_dict(data["tree"], sight.names)
        weights = np.array(data["weights"], np.float64)
        if not (np.isfinite(weights) & (weights > 0)).all():
            raise ValueError("a class must have a weight above 0")
        if tree.value.shape != (len(tree.feature), len(CLASSES)) or weights.shape != (len(CLASSES),):
            raise ValueError("a leaf and the weights must have a number for each class")
        return LinesModel(str(data["name"]), tree, sight, diagram(int(data["title_gap"])), weights)


def label(page: Page, model: LinesModel, _context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page."""
    lines = browser_lines(page)
    return label_blocks(page, lines, read_lines(line_figures([line.text for line in lines]), model), model)


def read_lines(figures: Floats, model: LinesModel) -> Read:
    """Classify the lines of a page by their figures (lines x `FIGURES`)."""
    leaves = model.tree.leaves(model.sight.matrix(figures))
    shares = model.tree.value[leaves]
    path = best_path(shares * model.weights, model.diagram)
    return Read(leaves, shares, None if path is None else model.diagram.classes[path])


def label_blocks(page: Page, lines: Sequence[Line], found: Read, model: LinesModel) -> Labels:
    """Give the text blocks what their lines are.

    A block's score is the mean over its lines of the shares of K, S, M and E; its reason names what it is, where, and
    what leads to its first line's leaf.
    """
    stands_on = lines_of_blocks(lines, len(page.texts))
    body = found.shares[:, BODY].sum(axis=1).tolist()
    scores = [min(max(_mean(body, own), 0.0), 1.0) for own in stands_on]
    if found.classes is None:
        reason = f"{model.name}: too few lines for a title and a body"
        return Labels.of([False] * len(scores), scores, [reason] * len(scores))
    classes: list[int] = found.classes.tolist()
    reasons = [
        f"{model.name}: {kind}{_where(own, found.leaves, model)}"
        for kind, own in zip(kinds(stands_on, classes), stands_on, strict=True)
    ]
    return Labels.of(
        main_blocks(stands_on, classes), scores, reasons, title_text(lines, stands_on, classes, page.texts)
    )


def _where(own: Sequence[int], leaves: Ints, model: LinesModel) -> str:
    if not own:
        return ""
    first, last = own[0], own[-1]
    where = f"line {first + 1}" if first == last else f"lines {first + 1} to {last + 1}"
    return f", {where}: {model.tree.paths[int(leaves[first])]}"


_LEFT_MARGIN = 3
_RIGHT_MARGIN = 6
_LIMIT = WIDTH - _RIGHT_MARGIN
_CENTERED = (0, 1, 3, 4)
"""By how many columns the blank right of a centred line is wider than the one left of it: the margins of headings are
equal, those of paragraphs differ by three, and an odd column goes to the right."""
_RIGHT_INDENT = 20
"""Blank columns left of a line from which it stands at the right margin, where it reaches that."""
_FULL_SLACK = 1
"""Blank columns up to the margin that a full line of full-width characters may leave."""
_BLANKS = " \u3000"
_ENDINGS = tuple('。．.!?！？」』）)”"】]')
_LINK = re.compile(r"\[\d{1,5}\]")
_ITEM = re.compile(r"(?:[*+o#@=-]|\d{1,4}\.|[・●○■□◆◇▲△▼▽★☆※])(?:\s|\[\d|(?<=[^*+o#@=.-])\S)")
_RULE = re.compile(r"[-_=*~─━―＿＝－ー・…]{3,}")
_PHOTO = re.compile(r"\.(?:jpe?g|webp|avif)\b", re.IGNORECASE)


class LineFeatures(NamedTuple):
    """The features of one line; all but f12 and f13 are 1 or 0.

    ``[??]`` in f4 is read as a link's number, ``[24]`` in figure 4; f6 as the mark of a list's item. A *separator* (f7,
    f11) is an empty line or a rule.
    """

    f1: int
    """The line is centred; an item or a full line is not."""
    f2: int
    """The line stands at the right margin, with a quarter of the screen blank before it."""
    f3: int
    """It ends with the end of a sentence, a closing bracket or a picture's name in brackets (``[*]``)."""
    f4: int
    """It holds a link's number in brackets."""
    f5: int
    """It is indented by more than the margin of running text; a full-width blank counts."""
    f6: int
    """It begins with the mark or number of an item."""
    f7: int
    """The line before is a separator."""
    f8: int
    """The line before names a photograph (``*.jpg`` or a newer format)."""
    f9: int
    """The line before is full."""
    f10: int
    """The line is full: it reaches the right margin, or the first word of the next one had no place on it."""
    f11: int
    """The next line is a separator."""
    f12: int
    """Length in columns with the blanks before it, 0 to 80."""
    f13: int
    """Full-width characters, 0 to 40."""


def line_features(lines: Sequence[str]) -> list[LineFeatures]:
    """Return the features of each line of a page, in order."""
    east_asian = is_east_asian(lines)
    widths = [min(columns(line, east_asian), WIDTH) for line in lines]
    separators = [True, *map(_is_separator, lines), True]
    following = [*lines[1:], ""]
    full = [False, *(_is_full(*line, east_asian) for line in zip(widths, following, strict=False))]
    photos = [False, *(bool(_PHOTO.search(line)) for line in lines)]
    return [
        LineFeatures(
            int(_is_centered(line, width) and not full[number + 1]),
            int(_is_right(line, width)),
            *_marked(line),
            int(separators[number]),
            int(photos[number]),
            int(full[number]),
            int(full[number + 1]),
            int(separators[number + 2]),
            width,
            _wide_characters(line, east_asian),
        )
        for number, (line, width) in enumerate(zip(lines, widths, strict=True))
    ]


def _is_centered(line: str, width: int) -> bool:
    left = _left_blanks(line)
    return left > _LEFT_MARGIN and WIDTH - width - left in _CENTERED and _ITEM.match(line, left) is None


def _is_right(line: str, width: int) -> bool:
    return _left_blanks(line) >= _RIGHT_INDENT and width >= _LIMIT


def _left_blanks(line: str, blanks: str = " ") -> int:
    return len(line) - len(line.lstrip(blanks))


def _marked(line: str) -> tuple[int, int, int, int]:
    """Return f3 to f6."""
    text = line.lstrip(_BLANKS)
    indented = bool(text) and len(line) - len(text) > _LEFT_MARGIN
    return int(text.endswith(_ENDINGS)), int(bool(_LINK.search(text))), int(indented), int(bool(_ITEM.match(text)))


def _is_separator(line: str) -> bool:
    text = line.strip(_BLANKS)
    return not text or _RULE.fullmatch(text) is not None


def _is_full(width: int, following: str, east_asian: bool) -> bool:
    if not width:
        return False
    if width >= _LIMIT - _FULL_SLACK:
        return True
    word = following.split(maxsplit=1)
    if not word:
        return False
    if columns_of(word[0][0], east_asian) == 2:
        return width + 2 > _LIMIT
    return width + 1 + columns(word[0], east_asian) > _LIMIT


def _wide_characters(line: str, east_asian: bool) -> int:
    if line.isascii():
        return 0
    return min(sum(columns_of(char, east_asian) == 2 for char in line), WIDTH // 2)


MARGIN = "margin"
"""Blank columns before a line, 0 to 80; 0 for an empty one."""
FIGURES = (*LineFeatures._fields, MARGIN)
"""What is measured of a line: f1 to f13, and the margin."""
_OUTSIDE = -1.0
"""Every figure of a line before the first or behind the last one."""


MAX_AROUND = 100
"""Lines on each side that a model can see; each has columns of its own."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a model sees: how many lines ``around`` it on each side and its ``margin``; the paper has neither."""

    around: int = 0
    margin: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.around <= MAX_AROUND:
            raise ValueError(f"around is {self.around}; it must be from 0 to {MAX_AROUND}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns: ``f1``, ``f2``, ..., then ``f1@-1`` for the line before, and so on."""
        own = FIGURES[: self._width]
        return (*own, *(f"{name}@{offset:+d}" for offset in self._offsets for name in own))

    def matrix(self, figures: Floats) -> Floats:
        """Return what is seen of each line (lines x `names`) from the figures of all (lines x `FIGURES`)."""
        own = figures[:, : self._width]
        padded = np.pad(own, ((self.around, self.around), (0, 0)), constant_values=_OUTSIDE)
        beside = (padded[self.around + offset : self.around + offset + len(own)] for offset in self._offsets)
        matrix: Floats = np.concatenate([own, *beside], axis=1)
        return matrix

    @property
    def _width(self) -> int:
        return len(FIGURES) if self.margin else len(LineFeatures._fields)

    @property
    def _offsets(self) -> list[int]:
        return [offset for offset in range(-self.around, self.around + 1) if offset]


def line_figures(lines: Sequence[str]) -> Floats:
    """Return the figures of each line of a page (lines x `FIGURES`)."""
    rows = [(*features, _margin(line)) for features, line in zip(line_features(lines), lines, strict=True)]
    return np.array(rows, np.float32).reshape(len(lines), len(FIGURES))


def _margin(line: str) -> int:
    return _left_blanks(line, _BLANKS) if line.strip(_BLANKS) else 0


TITLE_GAP = 10
"""Lines that may stand between the title and the first run of the body, subtitles among them (4)."""
MAX_TITLE_GAP = 500
"""The largest gap: the diagram grows with its square."""
_TITLE_STATE = "H"
_CLASS_OF = {"J": "N", _TITLE_STATE: "H", "S": "S", "M": "M", "E": "E", "K": "K", "B": "N", "LN": "N"}
"""The class of each state but N1, K1, N2, ...; J is before the title, B between two runs, LN behind the body."""
_FOLLOWERS = {
    "J": ("J", _TITLE_STATE),
    "S": ("M", "E"),
    "M": ("M", "E"),
    "E": ("B", "K", "LN"),
    "B": ("B", "K", "S"),
    "K": ("B", "S"),
    "LN": ("LN",),
}
"""The states that may follow each state but H, N1, K1, N2, ..."""
_BODY_STATE = "S"
_FIRST = ("J", _TITLE_STATE)
_FINAL = ("E", "LN")


@dataclass(frozen=True, slots=True)
class Diagram:
    """States and arcs; s states.

    ``states`` (s) are the states' names, ``classes`` (s) the number of each one's class in `CLASSES`. ``before``
    (s x p): the states that each state may follow, s where there are fewer than p. ``first`` and ``final`` are the
    numbers of the states that a page may begin and end with.
    """

    states: tuple[str, ...]
    classes: Ints
    before: Ints
    first: tuple[int, ...]
    final: tuple[int, ...]


def diagram(title_gap: int = TITLE_GAP) -> Diagram:
    """Return the diagram with ``title_gap`` states N1, N2, ... and K1, K2, ... between the title and the body.

    A page is read as ``J* H (N|K)* S M* E ... LN*``: any lines, the title, lines between, the body in one or several
    runs, any lines. Every state stands for one class and weighs what the class weighs; states of one class (J, N1, N2,
    ..., B and LN are all N) part what comes before the title from what comes behind it, so that there is one title,
    above all of the body. On every way from the title to the body there are no more lines than the numbers of N1, K1,
    N2, ...; as elsewhere, no subtitle follows another one.

    The paper's final diagram (figure 8) is lost in its text; that lines between two runs may be any number is a choice.

    Raises:
        ValueError: the gap is negative, or larger than `MAX_TITLE_GAP`.
    """
    if not 0 <= title_gap <= MAX_TITLE_GAP:
        raise ValueError(f"title_gap is {title_gap}; it must be from 0 to {MAX_TITLE_GAP}")
    class_of, followers = dict(_CLASS_OF), dict(_FOLLOWERS)
    above: tuple[str, ...] = (_TITLE_STATE,)
    for place in range(1, title_gap + 1):
        line, subtitle = f"N{place}", f"K{place}"
        class_of |= {line: "N", subtitle: "K"}
        followers |= {state: (line, *(() if state[0] == "K" else (subtitle,)), _BODY_STATE) for state in above}
        above = (line, subtitle)
    followers |= dict.fromkeys(above, (_BODY_STATE,))
    states = tuple(class_of)
    number = {state: place for place, state in enumerate(states)}
    before: list[list[int]] = [[] for _ in states]
    for state, after_it in followers.items():
        for follower in after_it:
            before[number[follower]].append(number[state])
    width = max(map(len, before))
    return Diagram(
        states,
        np.array([CLASSES.index(class_of[state]) for state in states], np.intp),
        np.array([own + [len(states)] * (width - len(own)) for own in before], np.intp),
        tuple(number[state] for state in _FIRST),
        tuple(number[state] for state in _FINAL),
    )


_LEAST = 1e-6
"""The share of a class that a leaf has never had: one such line must not forbid a page's only path."""


def best_path(shares: Floats, diagram: Diagram) -> list[int] | None:
    """Return the state of each line: the path with the greatest product of its classes' shares.

    ``shares`` (lines x classes). ``None`` where the diagram has no path of so many lines. Of equal paths the one
    through the states that the diagram names first is taken. Time and memory are linear in the lines.
    """
    count = len(shares)
    if not count:
        return None
    weights = np.log(np.maximum(shares.astype(np.float64), _LEAST))[:, diagram.classes]
    size = len(diagram.states)
    rows = np.arange(size)
    score = np.full(size + 1, -np.inf)  # the last one stands for no state
    first = list(diagram.first)
    score[first] = weights[0, first]
    chosen = np.empty((count, size), np.int16)
    for line in range(1, count):
        reached = score[diagram.before]
        best = reached.argmax(axis=1)
        chosen[line] = diagram.before[rows, best]
        score[:size] = reached[rows, best] + weights[line]
    final = list(diagram.final)
    state = final[int(score[final].argmax())]
    if score[state] == -np.inf:
        return None
    path = [state]
    for line in range(count - 1, 0, -1):
        path.append(int(chosen[line, path[-1]]))
    return path[::-1]


# Lines with their classes -> text blocks. A paragraph is several lines, a row of a menu is several blocks on one line.

_MAIN_SHARE = 0.5
"""Share of a block's lines that must be of the body for it to be main content."""
_MOST_TITLE_LINES = 4
"""A title may be wrapped; a block of more lines is a paragraph, of which only the title's line is the title."""


def lines_of_blocks(lines: Sequence[Line], blocks: int) -> list[list[int]]:
    """Return for each of so many text blocks the numbers of its lines, in order."""
    found: list[list[int]] = [[] for _ in range(blocks)]
    for number, line in enumerate(lines):
        for block in line.blocks:
            found[block].append(number)
    return found


def _mean(values: Sequence[float], lines: Sequence[int]) -> float:
    """Return the mean of what lines have, 0 for none."""
    total = 0.0  # added up one by one: `sum` gives other last digits on newer Pythons
    for line in lines:
        total += values[line]
    return total / max(len(lines), 1)


def main_blocks(stands_on: Sequence[Sequence[int]], classes: Sequence[int]) -> list[bool]:
    """Return for each block whether at least half of its lines are of the body; False without lines.

    ``classes`` (lines) are numbers of `CLASSES`.
    """
    in_body = [number in BODY for number in classes]
    return [bool(own) and sum(in_body[line] for line in own) >= _MAIN_SHARE * len(own) for own in stands_on]


def kinds(stands_on: Sequence[Sequence[int]], classes: Sequence[int]) -> list[str]:
    """Return what each block is: title, subtitle, body, none of them, or on no line."""
    found = []
    for own, is_main in zip(stands_on, main_blocks(stands_on, classes), strict=True):
        held = {classes[line] for line in own}
        if not held:
            found.append("on no line")
        elif TITLE in held:
            found.append("title")
        elif SUBTITLE in held:
            found.append("subtitle")
        else:
            found.append("body" if is_main else "neither title nor body")
    return found


def title_text(
    lines: Sequence[Line], stands_on: Sequence[Sequence[int]], classes: Sequence[int], texts: Sequence[str]
) -> str | None:
    """Return the title on one line, ``None`` if no line, or no text block on it, is the title.

    Its line is the first one of a title that may be wrapped: the rest of its blocks is taken with it (2.2.1).
    """
    if TITLE not in classes:
        return None
    line = lines[classes.index(TITLE)]
    if any(stands_on[block][-1] - stands_on[block][0] >= _MOST_TITLE_LINES for block in line.blocks):
        return " ".join(line.text.split()) or None
    return " ".join(" ".join(texts[block].split()) for block in line.blocks) or None
