"""Why a text block was selected or left out: the evidence that speaks loudest for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._crf_features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats

EVIDENCE = {
    "names_above": "what the elements around it are called",
    "names_near": "what its own element is called",
    "names_text": "its words",
    "pool_up1": "the other text of the element around it",
    "pool_path": "the text below the same tags",
    "pool_section": "the text below the same heading",
}
"""Features in log odds, and what they tell of."""
SURROUNDINGS = "its place, length and links"
"""What told where none of `EVIDENCE` speaks for the decision: the figures."""
COPY = "it stands twice on the page"
UNDECLARED = "it is no part of the description that the shop declares"
NOTHING = "too little main content is expected on the page"
COLUMNS = np.array([FEATURES.index(name) for name in EVIDENCE], np.intp)
"""Those features' numbers."""
_PHRASES = (SURROUNDINGS, *EVIDENCE.values(), UNDECLARED, COPY, NOTHING)
_UNDECLARED, _COPY, _NOTHING = map(_PHRASES.index, (UNDECLARED, COPY, NOTHING))
_FOR, _AGAINST = np.float32(1), np.float32(-1)


def phrases(name: str) -> list[str]:
    """Return what may be told, after the model's name."""
    return [f"{name}: {phrase}" for phrase in _PHRASES]


def nothing(told: Sequence[str], count: int) -> list[str]:
    """Return the reason of text blocks of which none is selected; ``told`` are `phrases`."""
    return [told[_NOTHING]] * count


def reasons(
    told: Sequence[str],
    features: Floats,
    main: NDArray[np.bool_],
    copies: NDArray[np.bool_] | None,
    doubted: NDArray[np.bool_] | None,
) -> list[str]:
    """Return each text block's reason; ``told`` are `phrases`.

    ``features`` (m x `FEATURES`), ``main`` (m): which blocks are selected, ``copies`` (m, or ``None``): which are out
    as copies, ``doubted`` (m, or ``None``): which are no part of a declared description.
    """
    # The surroundings come first, with nothing: they win where nothing speaks for the decision.
    spoken = np.zeros((len(COLUMNS) + 1, len(main)), np.float32)
    np.multiply(features.T[COLUMNS], np.where(main, _FOR, _AGAINST), out=spoken[1:])
    loudest = spoken.argmax(axis=0)
    if doubted is not None:
        loudest[doubted & ~main] = _UNDECLARED
    if copies is not None:
        loudest[copies] = _COPY
    return [told[number] for number in loudest.tolist()]
