"""The seam to compiled code: bytes -> markup -> Page -> Measures, by `speedups` where they are in use, else in Python.

Both ways give the same to the byte. What a compiled module refuses goes to Python, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import adler32, crc32

import numpy as np

from . import speedups
from .features import measures as python_measures
from .features.measures import Copies, TextFigures
from .navigation import candidates, entry_lines
from .page import HEADINGS, parser
from .page.encoding import codec_of, decode
from .page.flatten import fill
from .page.formulas import HasFormulas
from .page.limits import guard
from .words import class_names, phrases

if TYPE_CHECKING:
    from lxml.etree import _Element as Element
    from numpy.typing import NDArray

    from .features.measures import Counts, Floats, Ints, Measures
    from .known_host import Numbers
    from .page import Page
    from .page.limits import Limits
    from .site_memory import Recalled

    Words64 = NDArray[np.uint64]

_ASCII = 1
"""The kind of an ASCII body (`scan.utf_8_kind`); 0 is the kind of one whose encoding is to be found."""

_HEADING_BIT = np.uint64(1 << 63)

reader, flatten, scan, measures, lexicon = map(speedups.load, ("reader", "flatten", "scan", "measures", "lexicon"))

if lexicon is not None:  # below this module, where there is nothing to ask for compiled code
    class_names.READER, phrases.READER = lexicon.Names(), lexicon.Phrases(phrases.PHRASES)
    candidates.LINKS = lexicon.Links()
    entry_lines.SEGMENTS = lexicon.Segments(entry_lines.SIGNS, entry_lines.PARAMETERS)
if measures is not None:
    candidates.EXTENTS = measures.Extents


def to_utf_8(body: bytes, declared: str | None) -> tuple[bytes, str]:
    """Return a body in UTF-8, and the codec that it was read with: what `decode` finds."""
    kind = 0 if scan is None else scan.utf_8_kind(body)
    codec = codec_of(body, declared, is_ascii=kind == _ASCII) if kind else None
    if codec is not None:
        return body, codec
    decoded = decode(body, declared)
    return decoded.utf_8(), decoded.encoding


def read_markup(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill an empty page from UTF-8 markup; return whether there is an element in it.

    What passes the limits is cut, and sets ``page.truncated``. The compiled reader looks out for that by itself.
    """
    try:
        found = _read_recording(markup, page, limits, limits) if len(markup) <= limits.max_bytes else None
        if found is not None:
            return found
        markup, cut = guard(markup, limits)
        page.truncated |= cut
        found = _read_recording(markup, page, limits, None)
        if found is not None:
            return found
        if flatten is not None and _read_through_tree(markup, page, limits):
            return True
    except HasFormulas:
        pass  # by way of events, in which they are found
    events = parser.read(markup)
    fill(page, events, limits)
    return bool(events)


def _read_recording(markup: bytes, page: Page, limits: Limits, unguarded: Limits | None) -> bool | None:
    """Fill a page by the compiled reader; return whether there is an element in it, ``None`` where it is not read."""
    if reader is None or flatten is None:
        return None
    try:
        recording = reader.read(markup, unguarded)
        flatten.fill(page, recording, limits)
    except HasFormulas:
        raise
    except ValueError:  # left to others
        return None
    return bool(recording)


def _read_through_tree(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill a page from libxml2's tree; return whether that was possible."""
    root = parser.whole_tree(markup)
    if (root is None or root.getnext() is not None) and parser.reads_tree(markup):
        root = parser.parse(markup)
    return root is not None and _fill_from_tree(root, page, limits, whole=True)


def read_tree(root: Element, page: Page, limits: Limits) -> None:
    """Fill an empty page from an element and what is below it. The tree is only read."""
    if flatten is None or not _fill_from_tree(root, page, limits, whole=False):
        fill(page, parser.walk(root), limits)


def _fill_from_tree(root: Element, page: Page, limits: Limits, *, whole: bool) -> bool:
    """Fill a page from a tree, or from a ``whole`` document with this root; return whether an HTML parser made it."""
    try:
        flatten.fill(page, flatten.walk(root, whole), limits)
    except ValueError:
        return False
    return True


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block; see `features.measures.measure`."""
    return python_measures.measure(page) if measures is None else CompiledMeasures(page)


class CompiledMeasures(python_measures.Measures):
    """Measures from the compiled module; NumPy arrays are built on first access."""

    __slots__ = ("_shares", "_sizes")
    _sizes: Ints
    _shares: Floats

    def __init__(self, page: Page) -> None:
        elements, blocks = len(page.tags), len(page.texts)
        sizes, shares = (
            np.empty(5 * elements + 4 * blocks, np.intp),
            np.empty(5 * blocks + 3 + 3 * elements, np.float32),
        )
        keep = object.__setattr__  # the class is frozen
        keep(self, "_sizes", sizes)
        keep(self, "_shares", shares)
        keep(self, "compact", measures.Measures(page, sizes, shares))

    def __getattr__(self, name: str) -> Any:
        """Fill the slots."""
        if name not in python_measures.Measures.__slots__:
            raise AttributeError(name)
        elements, blocks = self.compact.counts()
        starts, stops, parents, ends, depths = self._sizes[: 5 * elements].reshape(5, -1)
        owners, times, earlier, last = self._sizes[5 * elements :].reshape(4, -1)
        words, linked = self._shares[: 2 * blocks].reshape(2, -1)
        all_before, long_before, linked_before = self._shares[2 * blocks : 5 * blocks + 3].reshape(3, -1)
        all_inside, long_inside, linked_inside = self._shares[5 * blocks + 3 :].reshape(3, -1)
        super().__init__(
            starts=starts,
            stops=stops,
            parents=parents,
            ends=ends,
            depths=depths,
            owners=owners,
            words=words,
            linked=linked,
            copies=Copies(times, earlier, last),
            words_before=all_before,
            long_before=long_before,
            linked_before=linked_before,
            words_inside=all_inside,
            long_inside=long_inside,
            linked_inside=linked_inside,
            compact=self.compact,
        )
        return object.__getattribute__(self, name)


def text_figures(page: Page, groups: dict[str, tuple[int, ...]], count: int) -> TextFigures:
    """Return the figures of a page's texts; see `features.measures.text_figures`."""
    if measures is None:
        return python_measures.text_figures(page, groups, count)
    return TextFigures(*measures.text_figures(page, groups, count))


def look_up(
    page: Page, measures: Measures, fewest_words: float, known: Numbers, known_bits: Numbers
) -> tuple[Words64, Counts, dict[int, int], bytes]:
    """Return each text's fingerprint and its words (m each), zeros for those of fewer words, and bits by text.

    At last come the fingerprints of all others as bytes, of each the lowest one first. The same text has another
    fingerprint as a heading: what a teaser repeats elsewhere is not this page's headline. ``known`` (t, rising) and
    ``known_bits`` (t) are fingerprints and their bits; of texts that are not known there are none.
    """
    count = len(page.texts)
    if measures.compact is not None:
        found, counted = np.zeros(count, np.uint64), np.zeros(count)
        return found, counted, *measures.compact.look_up(page.tags, fewest_words, known, known_bits, found, counted)
    words = measures.words.astype(np.float64)
    words[words < fewest_words] = 0
    encoded = (text.encode("utf-8", "surrogatepass") for text in page.texts)
    found = np.fromiter((crc32(text) << 32 | adler32(text) for text in encoded), np.uint64, count)
    headings = np.fromiter((page.tags[owner] in HEADINGS for owner in page.owners), np.bool_, count)
    found[headings] ^= _HEADING_BIT
    found[words == 0] = 0
    bits_of = dict(zip(known, known_bits, strict=True))
    stood = {block: bits_of[text] for block, text in enumerate(found.tolist()) if text in bits_of}
    return found, words, stood, found[words > 0].astype("<u8").tobytes()


def lesson(recalled: Recalled, scores: list[float]) -> bytes:
    """Return what is to be learnt of a page (`known_host.Lesson.to_bytes`), nothing where `Recalled.lesson` is."""
    if measures is not None and recalled.slot is None:
        made: bytes = measures.lesson(recalled.body, recalled.fingerprints, recalled.words, scores)
        return made
    found = recalled.lesson(scores)
    return b"" if found is None else found.to_bytes()


def scoring() -> tuple[Any, Any] | None:
    """Return the compiled lexicon and trees of method crf, ``None`` where Python scores.

    They score what the compiled module has measured. They are loaded when a model is: they know the method's constants.
    """
    modules = lexicon, speedups.load("trees")
    return None if measures is None or None in modules else modules
