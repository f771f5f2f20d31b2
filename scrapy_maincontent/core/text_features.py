"""What the texts themselves say: the figures that Uda's decision tree goes by, for each text block.

The tree of the prior method knows the bytes of a text, its linguistic nature (how many morphemes make up its
sentences), and its links, to the own site or to others. The stand-in for a morpheme is a word, or two characters of a
script without word spaces.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .measures import Measures
    from .page import Page

    Columns = dict[str, NDArray[np.generic]]

_SENTENCE_ENDS = re.compile(r"(?<![.!?。！？…])[.!?。！？…]++[\"'”’»」』)]*+(?:\s|$)|[。！？]")
_LETTER_LIMIT = 5000
"""Characters of a block in which sentences are counted."""
_OWN_PREFIX = 80
"""Characters of a link's address in which the host is looked for."""


def text_features(page: Page, measures: Measures) -> Columns:
    """Return columns of one figure a text block: words, bytes, sentences, links, links to the own site."""
    texts = page.texts
    return {
        "words": measures.words,
        "bytes": np.array([len(text) if text.isascii() else len(text.encode()) for text in texts]),
        "sentences": np.array([len(_SENTENCE_ENDS.findall(text, 0, _LETTER_LIMIT)) for text in texts]),
        **_links(page, measures),
    }


def _links(page: Page, measures: Measures) -> Columns:
    host = urlsplit(page.url or "").hostname or ""
    links = np.array(page.links, np.intp)
    own = np.array([_is_own(page.attrs[link]["href"], host) for link in page.links], bool)
    starts = measures.starts[links]
    count = len(page.texts)
    inside = starts < count
    return {
        "links": np.bincount(starts[inside], minlength=count),
        "own_links": np.bincount(starts[inside & own], minlength=count),
    }


def _is_own(href: str, host: str) -> bool:
    return not href.startswith(("http:", "https:", "//")) or bool(host and host in href[:_OWN_PREFIX])
