"""Stems in class names and ids: all values of a page are searched once, for all who tell an element by its name.

Whoever asks gets the few values that have a stem of what is looked for, and looks at these closely.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import accumulate, compress
from typing import TYPE_CHECKING, Protocol, cast

from .. import speedups
from . import cached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from . import Page


_COMMENT_AREAS = (
    *("omment", "omentar", "isqus", "eactie", "yorum", "pinglun", "tzyv", "iuyan", "uifu", "inhluan", "ozzaszol"),
    "xoli",
)
_WRITERS = ("szerz", "penulis", "muhabir", "yazar", "forfatter", "skribent", "journalist")
STEMS = {
    "author": ("author", "byline", "autor", "auteur", "writer", "redaktion", "nickname", "creator", *_WRITERS),
    "comment area": _COMMENT_AREAS,
    "comment": (*_COMMENT_AREAS, "oment"),
    "verse": (
        *("lineblock", "line-block", "linegroup", "line-group", "stanza", "strophe", "strofe", "strofa", "estrofa"),
        *("estrofe", "poem", "poetry", "poesia", "verse", "lyrics"),
    ),
    "margin": ("margin", "sidenote", "side-note", "ltx_note", "ltx_tag"),
    "page number": tuple(f"page{sign}{word}" for sign in ("", "-", "_", "-_") for word in ("num", "no", "break")),
    "gutter": (
        *(f"line{sign}{word}" for sign in ("", "-", "_", "-_") for word in ("no", "nr", "num")),
        *("ln", "gutter", "crayon-num", "blob-num"),
    ),
    "permalink": ("headerlink", "permalink"),
    "unshown": (
        *("sr-only", "sronly", "sr-text", "for-sr", "visually", "screen", "a11y-hidden", "element-invisible"),
        *("assistive", "offscreen", "editsection", "edit-section", "material-", "mat-icon", "google-sym", "md-icon"),
        "tooltip",
    ),
    "note": ("admonition", "callout", "note", "tip", "hint", "caution", "warning", "important", "danger", "alert"),
    "code": (
        *("code", "highlight", "hilite", "crayon", "enlighter", "rouge", "pretty", "hljs", "ln", "listing", "pygments"),
        *("geshi", "blob", "line", "gist", "shiki", "chroma", "snippet", "fragment", "screen", "terminal", "console"),
        *("doctest", "literal", "source", "src", "example", "command", "shell"),
    ),
    "consent": (
        *("cookie", "consent", "gdpr", "dsgvo", "onetrust", "usercentrics", "didomi", "cybot", "borlabs", "iubenda"),
        *("klaro", "cky", "cmplz", "complianz", "axeptio", "tarteaucitron", "truste", "osano", "termly"),
    ),
    "prompt": ("newsletter", "signup", "sign-up", "sign_up", "subscri", "disclaimer", "disclosure", "affiliate"),
    "quote": ("quote", "zitat", "citat", "citaz", "cita_", "cita-", "frase", "sitat", "pull"),
    "review": ("review", "bewertung", "rezension", "recensi", "resena", "valoracion", "otzyv"),
    "poster": (
        *("username", "user-name", "poster", "postprofile", "message-name", "user-details", "nickname", "author"),
    ),
    "price": ("price", "preis", "prix", "precio", "prezzo"),
}
"""By what is looked for: in lower case, one of them stands in each name that means it; the first letter of an area of
comments may be another one."""
NOTE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:admonition|callout|note|tip|hint|caution|warning|important|danger|alert)(?:block|box)?(?=[\s_-]|$)",
    re.IGNORECASE,
)
"""Classes of notes and warnings in a text."""

MAX_NAME = 200
"""Characters of a class or id attribute that are read; utility-first style sheets write long ones that say little."""


def named(page: Page, sense: str) -> list[str]:
    """Return those of `Page.names` that have one of the `STEMS` of a sense, in any case, in the page's order."""
    names, bits = _read(page)
    wanted = _BITS[sense]
    return [name for name, own in zip(names, bits, strict=True) if own & wanted]


@cached
def _read(page: Page) -> tuple[list[str], list[int]]:
    """Return the names of a page that have a stem, and the bits of what it is a stem of."""
    names = [*page.names]
    bits = _reader().read([name[:MAX_NAME] for name in names])
    return [*compress(names, bits)], [*filter(None, bits)]


_BITS = {sense: 1 << number for number, sense in enumerate(STEMS)}


class _Reader(Protocol):
    def read(self, names: Sequence[str]) -> list[int]:
        """Return the bits of each name."""


class PythonStems:
    """Finds stems of lower-case ASCII, each with its bits, in names."""

    def __init__(self, stems: Sequence[tuple[str, int]]) -> None:
        self._stems = stems

    def read(self, names: Sequence[str]) -> list[int]:
        """Return the bits of all stems that each name has somewhere, in any case."""
        lowered = [name.lower() for name in names]
        together = "\n".join(lowered)
        ends = [*accumulate(len(name) + 1 for name in lowered)]
        found = [0] * len(lowered)
        for stem, bits in self._stems:
            at = together.find(stem)
            while at >= 0:
                number = bisect_right(ends, at)
                found[number] |= bits
                at = together.find(stem, ends[number])
        return found


@cache
def _reader() -> _Reader:
    compiled = speedups.load("scan")
    bits: dict[str, int] = {}
    for sense, stems in STEMS.items():
        for stem in stems:
            bits[stem] = bits.get(stem, 0) | _BITS[sense]
    return PythonStems([*bits.items()]) if compiled is None else cast("_Reader", compiled.Stems([*bits.items()]))
