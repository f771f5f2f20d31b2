"""A linear-chain CRF that tells main from other along a sequence: a safe hold on python-crfsuite's tagger."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import pycrfsuite

if TYPE_CHECKING:
    from collections.abc import Sequence

MAIN, OTHER = "main", "other"
"""The labels of a sequence's items."""
LONGEST = 5000
"""Items that are tagged at once; a longer sequence is tagged in parts, so that memory has a bound."""
_HEAD = struct.Struct("<4sI4s9I")
_MAGIC, _KIND = b"lCRF", b"FOMC"
_OFFSETS = slice(-5, None)
"""The head ends with the places of the model's five parts."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """``main`` (n): whether an item is main on the best path. ``scores`` (n): its marginal probability, 0 to 1."""

    main: list[bool]
    scores: list[float]


class Tagger:
    """A trained CRF. It may be asked from several threads."""

    def __init__(self, content: bytes) -> None:
        """``content`` is that of a CRFsuite model file.

        Raises:
            ValueError: it is no such file, or knows no label, or others than `MAIN` and `OTHER`.
        """
        _check(content)
        self._content = content  # the tagger reads from this memory
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(content)
        self._labels = frozenset(self._tagger.labels())
        self._lock = Lock()
        if not self._labels or not self._labels <= {MAIN, OTHER}:
            raise ValueError(f"its labels are {', '.join(sorted(self._labels)) or 'none'}")

    def tag(self, items: Sequence[Sequence[str]]) -> Tagged:
        """Label a sequence of items, each given by its attributes. Linear in their number."""
        found = Tagged([], [])
        for start in range(0, len(items), LONGEST):
            part = items[start : start + LONGEST]
            with self._lock:
                labels = self._tagger.tag(part)
                if MAIN in self._labels:
                    found.scores.extend(self._tagger.marginal(MAIN, place) for place in range(len(part)))
                else:
                    found.scores.extend([0.0] * len(part))
            found.main.extend(label == MAIN for label in labels)
        return found


def _check(content: bytes) -> None:
    """Refuse what is no whole model: CRFsuite would read behind its end."""
    if len(content) < _HEAD.size:
        raise ValueError("its CRF is too short")
    head = _HEAD.unpack_from(content)
    if (head[0], head[1], head[2]) != (_MAGIC, len(content), _KIND) or max(head[_OFFSETS]) >= len(content):
        raise ValueError("its CRF is damaged")
