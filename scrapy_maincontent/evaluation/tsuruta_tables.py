"""The table of Tsuruta et al.: every system on every page, the trained ones cross-validated by domain."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..corpus import folds
from ..methods import layout
from ..training.fit import write_model
from ..training.fit_layout import PACKAGED, PAPER, fit_layout
from ..training.layout_rows import layout_rows
from ..training.learner import CRF
from .metrics import word_score
from .tsuruta import body_gupta, by_method, judged, weight_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..facts.advertisements import AdList
    from ..progress import Progress
    from .tsuruta import Coverage, JudgedPage, Kept

    System = Callable[[JudgedPage], Kept]

Found = dict[str, list["Coverage"]]
"""Coverages by the system's name, in the order of the pages."""


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    others: Sequence[Sequence[AnnotatedPage]] = (),
    ads: AdList | None = None,
) -> tuple[list[JudgedPage], Found]:
    """Return the pages with main content, and how each system covers them.

    Weight maps are learnt on ``pages``, which must have been laid out; the default method on ``others``, too, but for
    their pages of a scored page's domain.
    """
    known = {number: page for number, each in enumerate(pages) if (page := judged(each)) is not None}
    rows = [layout_rows(page) for page in progress(pages, "boxes")]
    crf_rows = CRF.read([pages, *others], progress)
    fold_of = folds([page for corpus in [pages, *others] for page in corpus], count)
    found: dict[int, dict[str, Coverage]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for fold in progress(range(count), "folds"):
            outside = [place != fold for place in fold_of]
            maps = [own for own, trained in zip(rows, outside, strict=False) if trained]
            crf = Path(folder) / f"crf{fold}{CRF.suffix}"
            CRF.write(CRF.fit([own for own, trained in zip(crf_rows, outside, strict=True) if trained], "crf", 0), crf)
            systems = _systems(maps, crf, Path(folder) / f"layout{fold}{layout.SUFFIX}", ads)
            for number, page in known.items():
                if fold_of[number] == fold:
                    found[number] = {name: page.coverage(keep(page)) for name, keep in systems.items()}
    order = sorted(found)
    names = found[order[0]] if order else {}
    return [known[number] for number in order], {name: [found[number][name] for number in order] for name in names}


def maps(pages: Sequence[AnnotatedPage], progress: Progress) -> dict[str, NDArray[Any]]:
    """Return the weight maps of all pages, as the paper has it and as the packaged model has it, by their titles."""
    rows = [layout_rows(page) for page in progress(pages, "boxes")]
    found = {}
    for title, setup in (("As the paper", PAPER), ("Tuned", PACKAGED)):
        model = fit_layout(rows, "layout", setup=setup)
        found[f"{title}, alpha {model['alpha']:g}"] = np.array(model["weights"])
    return found


def as_text(pages: Sequence[JudgedPage], found: Found) -> str:
    """Return table 1, and beside its two measures the word F1 of the texts."""
    lines = [f"Table 1: {len(pages)} laid-out pages with main content", f"{'':34}{'Cov':>7}{'Cov_n':>7}{'F1':>7}"]
    for name, covered in found.items():
        main = [each.main for each in covered if each.main is not None]
        noise = [each.noise for each in covered if each.noise is not None]
        scores = [
            word_score(each.text, page.annotated.main_content).f1 for each, page in zip(covered, pages, strict=True)
        ]
        lines.append(f"{name:34}{np.mean(main):7.3f}{np.mean(noise):7.3f}{np.mean(scores):7.3f}")
    return "\n".join(lines)


def _systems(maps: Sequence[object], crf: Path, file: Path, ads: AdList | None) -> dict[str, System]:
    """Return the paper's systems, their extensions, and the default beside them, trained on a fold's pages."""
    systems: dict[str, System] = {"BODY+Gupta": partial(body_gupta, ads=ads)}
    for title, setup in (("", PAPER), (", tuned map", PACKAGED)):
        write_model(fit_layout(maps, "layout", setup=setup), file)  # type: ignore[arg-type]
        model = layout.load(file)
        for several in (False, True):
            for gupta in (False, True):
                name = f"WM{title}{', several nodes' if several else ''}{' + Gupta' if gupta else ''}"
                systems[name] = partial(weight_map, model=model, several=several, gupta=gupta, ads=ads)
    systems["crf"] = partial(by_method, method="crf", model=str(crf))
    return systems
