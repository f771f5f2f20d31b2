"""Annotated pages -> the model of quality and its card.

``python -m scrapy_maincontent.training.quality CORPUS... -o FILE`` cross-validates a method by domain on all corpora,
learns from the held-out texts how good they are, cross-validates that by domain too, and writes the model and its card.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import methods
from ..corpus.annotated import CorpusError
from ..facts.quality import CLIP, FIGURES, FORMAT, QualityModel
from ..progress import bar
from .learner import METHODS
from .provenance import HEADING, read_corpora
from .quality_card import card
from .quality_held import Held
from .quality_rows import held_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Floats
    from .quality_rows import Judged

PENALTY = 5.0
"""Weight of the squared weights against the loss, as 1 / C of scikit-learn; flat from 1 to 10."""
_SMALLEST_SCALE = 1e-3
"""Figures that vary less are not blown up."""
_DIGITS = 5


def fit(rows: Floats, f1: Floats) -> dict[str, Any]:
    """Return a logistic regression of the texts' F1 (0 to 1) over their figures (texts x figures) as plain data.

    The F1 are shares: each text counts as right with its F1 as weight, and as wrong with the rest. The regression's
    value is then the mean F1 of texts with such figures, as the loss of shares is least at their mean.

    Raises:
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
    """
    from sklearn.linear_model import LogisticRegression

    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), _SMALLEST_SCALE)
    figures = np.clip((rows - mean) / scale, -CLIP, CLIP)
    right = np.repeat([1, 0], len(f1))
    regression = LogisticRegression(C=1 / PENALTY)
    regression.fit(np.vstack([figures, figures]), right, sample_weight=np.concatenate([f1, 1 - f1]))
    return {
        "mean": _plain(mean),
        "scale": _plain(scale),
        "weights": _plain(regression.coef_[0]),
        "bias": _plain(regression.intercept_)[0],
    }


def _plain(values: Floats) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]


def judge(rows: Floats, f1: Floats, fold_of: Sequence[int]) -> Floats:
    """Return each text's quality by a regression that was fitted on the other folds."""
    found, places = np.zeros(len(f1)), np.array(fold_of)
    for fold in sorted(set(fold_of)):
        data = fit(rows[places != fold], f1[places != fold])
        model = QualityModel("", "", data["mean"], data["scale"], data["weights"], data["bias"])
        found[places == fold] = [model.expected(row) for row in rows[places == fold].tolist()]
    return found


def train(judged: Sequence[Judged], name: str, method: str) -> tuple[dict[str, Any], Held]:
    """Return a model as plain data, and what is known of it from held-out texts.

    Raises:
        CorpusError: all texts are empty, or all that are not are of one fold.
    """
    texts = [page for page in judged if page.figures is not None]
    fold_of = [page.fold for page in texts]
    if len(set(fold_of)) < 2:
        raise CorpusError("there must be texts in two folds; take more pages, or fewer folds")
    rows = np.array([page.figures for page in texts])
    f1 = np.array([page.f1 for page in texts])
    model = {"format": FORMAT, "name": name, "method": method, "features": list(FIGURES)} | fit(rows, f1)
    empty = [page.f1 for page in judged if page.figures is None]
    return model, Held(texts, judge(rows, f1, fold_of), empty)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the training; its exit status is 1 where it failed."""
    parser = argparse.ArgumentParser(prog="scrapy_maincontent.training.quality", description=__doc__)
    parser.add_argument("corpus", nargs="+", type=Path, help="folder of annotated pages")
    parser.add_argument("-o", "--output", type=Path, required=True, help="model file; the card gets the ending .md")
    parser.add_argument("--name", help="the model's name (default: the file's)")
    parser.add_argument("--method", choices=METHODS, default=methods.DEFAULT_METHOD, help="whose texts are judged")
    parser.add_argument("--folds", type=int, default=5, help="cross-validate by domain in so many folds")
    parser.add_argument("--seed", type=int, default=0, help="seed of the method's training")
    parser.add_argument("--attribution", action="append", default=[], metavar="TEXT", help="line for the card")
    options = parser.parse_args(arguments)
    try:
        if not options.output.parent.is_dir():
            raise CorpusError(f"there is no folder {options.output.parent}")
        corpora = read_corpora(options.corpus)
        judged = held_out(corpora, METHODS[options.method], options.folds, bar, options.seed)
        model, held = train(judged, options.name or options.output.stem, options.method)
        text = card(model, corpora, held, options.folds, options.attribution)
        options.output.write_text(json.dumps(model, separators=(",", ":")) + "\n", "utf-8")
        options.output.with_suffix(".md").write_text(text, "utf-8")
    except (CorpusError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    print(text.partition(HEADING)[0].strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
