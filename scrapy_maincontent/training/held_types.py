"""Models of page types for the cross-validation of a method: its selection leans with a page's type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..corpus import digest
from ..facts.page_type import columns, packaged
from .page_type import Material, among, fit_calibrated, header, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..progress import Progress


def held_types(
    corpora: Sequence[Sequence[AnnotatedPage]], fold_of: Sequence[int], progress: Progress
) -> list[dict[str, Any]]:
    """Return for each fold a model, as plain data, that has seen none of its pages; ``fold_of`` is of all pages.

    None at all where the packaged model has seen none of the corpora, which is told by their digests: it judges them
    as it will judge its users' pages. Temperatures are those of the first corpus that it has seen.

    Raises:
        CorpusError: outside a fold no page, or only one type of page is left.
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
    """
    seen = [pages for pages in corpora if digest(pages) in packaged().corpora]
    if not seen:
        return []
    every = [page for pages in corpora for page in pages]
    place_of = {id(page): place for page, place in zip(every, fold_of, strict=True)}
    material = read(progress([page for pages in seen for page in pages], "page types"))
    places = np.array([place_of[id(page)] for page in material.pages], np.intp)
    found = []
    for fold in range(max(fold_of) + 1):
        rest = np.flatnonzero(places != fold)
        own = Material(material.rows[rest], material.types[rest], [material.pages[place] for place in rest])
        scored = among(own.pages, seen[0])
        model = header(f"types{fold}", [])
        for key, address in (("with_address", True), ("without_address", False)):
            model[key], _ = fit_calibrated(own, places[rest], scored, columns(address=address))
        found.append(model)
    return found
