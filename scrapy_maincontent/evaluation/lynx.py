"""The text browser lynx as the reference of the built-in one: its lines, and how far the features of both agree.

East Asian pages go to lynx in their countries' encodings of old, as those of the paper were: only then does it count
full-width characters as two columns.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unicodedata import normalize

from ..core.decode import decode
from ..core.extract import read_page
from ..methods.lines import LineFeatures, line_features
from ..methods.text_browser import WIDTH, browser_lines, columns_of, is_east_asian

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..core.page import Page

SECONDS = 20.0
"""How long lynx may take for a page."""
_CHARSET = re.compile(r"(charset\s{0,9}=\s{0,9}[\"']?|<\?xml[^>]{0,99}encoding=[\"'])[\w.:-]{1,40}", re.IGNORECASE)
_REFERENCES = re.compile(r"\n\s*\nReferences\n\n {3}(?:Visible links:|Hidden links:|1\. )")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{1,31}\d{0,2});")
_UNALIGNED = re.compile(r"\[\d{1,5}\]|\s")
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_CODECS = {"utf-8": "utf-8", "euc-jp": "euc_jp", "euc-kr": "euc_kr", "euc-cn": "gb2312"}
"""Python's codecs of lynx's displays."""
_READ_WELL = ("euc-jp",)
"""East Asian encodings of pages that lynx reads without faults; it gets other pages in UTF-8."""
_SAME_SIGNS = str.maketrans("—～－∥￠￡￢", "―〜−‖¢£¬")
"""Signs for which Unicode has two characters, and the one that Python's codecs of East Asia know."""
_WIDE_SUBSTITUTE, _NARROW_SUBSTITUTE = "〓", "?"


class LynxError(RuntimeError):
    """lynx is not installed, or it failed on a page."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the features of the two browsers' lines agree on some pages.

    ``lines`` counts pairs of lines and lines of either browser that have no partner. ``same`` counts the pairs of
    which all features agree, ``each`` those of which f1, f2 ... f13 does.
    """

    lines: int = 0
    same: int = 0
    each: tuple[int, ...] = (0,) * len(LineFeatures._fields)

    def __add__(self, other: Agreement) -> Agreement:
        each = tuple(own + more for own, more in zip(self.each, other.each, strict=True))
        return Agreement(self.lines + other.lines, self.same + other.same, each)

    @property
    def share(self) -> float:
        """The share of lines of which all features agree, 0 to 1."""
        return self.same / self.lines if self.lines else 1.0

    @property
    def shares(self) -> dict[str, float]:
        """The share of lines of which each feature agrees, 0 to 1, by its name."""
        return {
            name: count / self.lines if self.lines else 1.0
            for name, count in zip(LineFeatures._fields, self.each, strict=True)
        }


def is_installed() -> bool:
    """Tell whether there is a lynx on the path."""
    return shutil.which("lynx") is not None


def lynx_lines(markup: bytes, width: int = WIDTH) -> list[str]:
    """Return the lines of a page as ``lynx -dump`` shows it, without empty ones at both ends and without references.

    The user's own settings and the network have no part in it.

    Raises:
        LynxError: lynx is missing, takes longer than `SECONDS` or fails.
    """
    page = read_page(markup)
    display = _display(page.texts) if page is not None and is_east_asian(page.texts) else "utf-8"
    source = display if display in _READ_WELL else "utf-8"
    text = _CHARSET.sub(lambda found: found[1] + source, decode(markup).text)
    output = _dump(_writable(text, display).encode(source), source, display, width).decode(_CODECS[display], "replace")
    references = None
    for references in _REFERENCES.finditer(output):  # noqa: B007  the last one counts
        pass
    lines = [line.rstrip() for line in output[: references.start() if references else None].split("\n")]
    return _trimmed(lines)


def agreement(page: Page, markup: bytes) -> Agreement:
    """Compare the features of the built-in browser's lines with those of lynx, lines being paired by their text.

    Raises:
        LynxError: see `lynx_lines`.
    """
    ours = _trimmed([line.text for line in browser_lines(page)])
    theirs = lynx_lines(markup)
    own, reference = line_features(ours), line_features(theirs)
    total = Agreement()
    for here, there in _pairs(ours, theirs):
        if here is None or there is None:
            total += Agreement(1)
        else:
            each = tuple(int(a == b) for a, b in zip(own[here], reference[there], strict=True))
            total += Agreement(1, int(all(each)), each)
    return total


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Pair lines of the same text; lines between such pairs are paired in order."""
    own, other = ([_UNALIGNED.sub("", line) for line in lines] for lines in (ours, theirs))
    for _, start, end, other_start, other_end in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        for offset in range(max(end - start, other_end - other_start)):
            here, there = start + offset, other_start + offset
            yield here if here < end else None, there if there < other_end else None


def _display(texts: Sequence[str]) -> str:
    if any(_KANA.search(text) for text in texts):
        return "euc-jp"
    return "euc-kr" if any(_HANGUL.search(text) for text in texts) else "euc-cn"


def _writable(text: str, display: str) -> str:
    """Return a text of characters that a display has; for others stands something of the same width."""
    if display == "utf-8":
        return text
    text = _REFERENCE.sub(_resolved, text).translate(_SAME_SIGNS)
    return "".join(_known(char, _CODECS[display]) for char in text)


def _resolved(reference: re.Match[str]) -> str:
    """Return the character that a reference stands for, unless it is one of ASCII; lynx would spell it out."""
    char = unescape(reference[0])
    return reference[0] if char.isascii() else char


def _known(char: str, codec: str) -> str:
    if char.isascii():
        return char
    if char == "\xa0":
        return "&nbsp;"
    try:
        plain = len(char.encode(codec)) == 2
    except UnicodeEncodeError:
        plain = False
    if plain:
        return char
    if columns_of(char, east_asian=True) == 2:
        return _WIDE_SUBSTITUTE
    base = normalize("NFKD", char)[:1]
    return base if base.isascii() and base.isalnum() else _NARROW_SUBSTITUTE


def _dump(markup: bytes, source: str, display: str, width: int) -> bytes:
    program = shutil.which("lynx")
    if program is None:
        raise LynxError("lynx is not installed (Debian and Ubuntu: apt-get install lynx)")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(markup)
        options = ["-dump", f"-width={width}", "-localhost", f"-display_charset={display}"]
        charsets = [f"-assume_charset={source}", f"-assume_local_charset={source}"]
        environment = {"HOME": folder, "PATH": os.defpath, "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        try:
            done = subprocess.run(  # noqa: S603  the page is a file, its address ours
                [program, *options, *charsets, str(file)],
                capture_output=True,
                timeout=SECONDS,
                check=True,
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as problem:
            raise LynxError(f"lynx failed: {problem}") from problem
    return done.stdout


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Return the lines without empty ones at both ends."""
    filled = [number for number, line in enumerate(lines) if line]
    return list(lines[filled[0] : filled[-1] + 1]) if filled else []
