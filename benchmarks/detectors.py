"""Compare encoding detectors on a corpus of pages: share of texts read right, time, import time, size, licence.

    python benchmarks/detectors.py CORPUS

CORPUS holds ``text/<language>/*.html`` (UTF-8; re-encoded here into that language's legacy encodings) and
``native/<codec>/*.html`` (as served). Needs chardet, charset-normalizer and faust-cchardet. Prints Markdown.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from importlib import metadata
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING

import cchardet
import chardet
import charset_normalizer

from scrapy_maincontent.page.encoding import DETECTABLE, guess, sample
from scrapy_maincontent.page.web_codecs import decode_with, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "Japanese": {"ja": ("cp932", "euc_jp")},
    "Chinese": {"zh_CN": ("gbk",), "zh_TW": ("big5",)},
    "Korean": {"ko": ("euc_kr", "cp949")},
    "Cyrillic": {"ru": ("cp1251", "koi8-r", "iso8859-5"), "uk": ("cp1251", "koi8-u"), "bg": ("cp1251",)},
    "Western": {
        **dict.fromkeys(("de", "es", "fr", "it"), ("cp1252", "iso8859-15")),
        **dict.fromkeys(("en", "nl", "pt", "sv"), ("cp1252",)),
    },
    "Central European": dict.fromkeys(("cs", "hu", "pl", "ro"), ("cp1250", "iso8859-2")),
    "Others": {
        "ar": ("cp1256",),
        "el": ("cp1253", "iso8859-7"),
        "he": ("cp1255",),
        "lt": ("cp1257",),
        "th": ("cp874",),
        "tr": ("cp1254",),
    },
}
LENGTHS = (2000, 400)
CUTS = 3
NAMES = [codec.replace("_", "-") for codec in DETECTABLE]
PROBES: dict[str, Callable[[bytes], str | None]] = {
    "chardet": lambda piece: chardet.detect(piece)["encoding"],
    "chardet, web encodings": lambda piece: chardet.detect(piece, include_encodings=NAMES)["encoding"],
    "charset-normalizer": lambda piece: _best(charset_normalizer.from_bytes(piece)),
    "charset-normalizer, web encodings": lambda piece: _best(
        charset_normalizer.from_bytes(piece, cp_isolation=list(DETECTABLE))
    ),
    "faust-cchardet": lambda piece: cchardet.detect(piece)["encoding"],
    "this package": guess,
}
MODULES = {"chardet": "chardet", "charset-normalizer": "charset_normalizer", "faust-cchardet": "cchardet"}

_DECLARED = re.compile(rb"<\?xml[^>]*>|<meta[^>]*charset[^>]*>", re.IGNORECASE)
_NO_TEXT = re.compile(r"<(script|style|head)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.IGNORECASE | re.DOTALL)
_LAST_CHAR = re.compile(rb"(?<=[\x80-\xff])[\x80-\xff](?=<)")


def _best(matches: charset_normalizer.CharsetMatches) -> str | None:
    match = matches.best()
    return match.encoding if match else None


def cases(corpus: Path) -> Iterator[tuple[str, str, str, bytes]]:
    """Yield (group, codec, length, bytes) without declarations; what is ASCII or UTF-8 needs no detector."""
    for group, languages in GROUPS.items():
        for language, encodings in languages.items():
            for path in sorted((corpus / "text" / language).glob("*")):
                text = path.read_text("utf-8")
                for codec in encodings:
                    for length, body in _versions(text, codec):
                        if not _is_utf_8(body):
                            yield group, codec, length, body
    for path in sorted((corpus / "native").glob("*/*")):
        yield "As served", path.parent.name, "full", _DECLARED.sub(b"", path.read_bytes())


def _versions(text: str, codec: str) -> Iterator[tuple[str, bytes]]:
    """Yield the whole page, the page with a few strings cut by bytes, and the starts of its last two thirds."""
    whole = _DECLARED.sub(b"", text.encode(codec, "xmlcharrefreplace"))
    yield "full", whole
    if codec in {"cp932", "euc_jp", "gbk", "big5", "euc_kr", "cp949"}:
        yield f"{CUTS} cut", _LAST_CHAR.sub(b"", whole, count=CUTS)
    lines = [line.strip() for line in _NO_TEXT.sub("\n", text).split("\n") if line.strip()]
    markup = "".join(f"<p>{line}</p>\n" for line in lines[len(lines) // 3 :]).encode(codec, "xmlcharrefreplace")
    for length in LENGTHS:
        piece = markup[:length]
        yield str(length), piece[: piece.rfind(b"<") + 1 or length]


def _is_utf_8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_right(body: bytes, codec: str, found: str | None) -> bool:
    """Return True if at least 99 % of the non-ASCII characters come out as they should."""
    true, answer = resolve(codec) or codec, resolve(found)
    if answer is None or answer == true:
        return answer == true
    expected, got = decode_with(body, true), decode_with(body, answer)
    equal = [char == other for char, other in zip(expected, got, strict=False) if not char.isascii()]
    return len(expected) == len(got) and sum(equal) >= 0.99 * len(equal)


def facts(name: str) -> tuple[str, str, float, float]:
    """Return version, licence, installed size in MB and import time in ms (median of 7 processes, less Python's)."""
    distribution = metadata.distribution(name)
    size = sum(path.stat().st_size for file in distribution.files or () if (path := Path(str(file.locate()))).is_file())
    timer = "from time import perf_counter as t; s = t(); import {}; print(t() - s)"
    command = [sys.executable, "-c", timer.format(MODULES[name])]
    times = [float(subprocess.check_output(command)) for _ in range(7)]  # noqa: S603 -- our own command
    licence = distribution.metadata["License-Expression"] or distribution.metadata["License"]
    return distribution.version, licence, size / 1e6, 1000 * median(times)


def main(corpus: Path) -> None:
    """Print the tables for a corpus."""
    right: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for group, codec, length, body in cases(corpus):
        piece = sample(body)
        for name, probe in PROBES.items():
            start = perf_counter()
            found = probe(piece)
            times[name, length].append(perf_counter() - start)
            answer = is_right(body, codec, found)
            right[name, group, length].append(answer)
            right[name, "All", length].append(answer)
    lengths = list(dict.fromkeys(length for _, _, length in right))
    out = ["| detector | " + " | ".join(f"{length}, ms median / 90 %" for length in lengths) + " |"]
    out.append("|---" * (len(lengths) + 1) + "|")
    for name in PROBES:
        columns = (times[name, length] for length in lengths)
        cells = [f"{1000 * median(t):.2f} / {1000 * quantiles(t, n=10)[-1]:.2f}" for t in columns]
        out.append(f"| {name} | " + " | ".join(cells) + " |")
    out += ["", "| pages | length | number | " + " | ".join(PROBES) + " |", "|---" * (len(PROBES) + 3) + "|"]
    for group in ("All", *GROUPS, "As served"):
        for length in lengths:
            counts = [right.get((name, group, length), []) for name in PROBES]
            if counts[0]:
                cells = [f"{100 * sum(count) / len(count):.1f}" for count in counts]
                out.append(f"| {group} | {length} | {len(counts[0])} | " + " | ".join(cells) + " |")
    out += ["", "| detector | version | licence | size, MB | import, ms |", "|---|---|---|---|---|"]
    for name in MODULES:
        version, licence, size, importing = facts(name)
        out.append(f"| {name} | {version} | {licence} | {size:.1f} | {importing:.0f} |")
    sys.stdout.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
