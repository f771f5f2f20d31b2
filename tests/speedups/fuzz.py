"""Fuzz the compiled modules: mutated pages are read by them and by Python, and any difference is a failure.

    python tests/speedups/fuzz.py --seconds 60 --seed 1
    python tests/speedups/fuzz.py --seconds 600 --sanitize     # built with ASan and UBSan; needs GCC and Linux
    python tests/speedups/fuzz.py --file page.html             # one page, as it is
    python tests/speedups/fuzz.py --models --sanitize          # mutated model files: refused, or scores from 0 to 1

Input ``number`` of a seed is always the same page, so that a failure can be repeated. The inputs run in a process of
their own: one that crashes or hangs is known, too. What fails is written to a file, made as small as it goes first.

Mutated are the pages of ``seeds/`` beside this file (small inputs that once were hard, kept for ever), the bundled
site's, and the attacks of ``benchmarks/attack_pages.py`` at a small size.
"""

from __future__ import annotations

import argparse
import json
import math
import mmap
import os
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cached_property
from html.entities import html5
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
_PACKAGE = "FUZZED_PACKAGE"
"""Environment variable: the folder of the package that is fuzzed, if it is not the installed one."""
sys.path[:0] = [*filter(None, [os.environ.get(_PACKAGE)]), str(HERE), str(ROOT / "benchmarks")]

import numpy as np  # noqa: E402
from attack_pages import ATTACKS  # noqa: E402
from twins import differences, same_bits, same_lines, same_measures, score_differences  # noqa: E402

from scrapy_maincontent import speedups  # noqa: E402
from scrapy_maincontent.extraction import extract  # noqa: E402
from scrapy_maincontent.facts import page_type, quality  # noqa: E402
from scrapy_maincontent.features.measures import CompiledMeasures, measured_in_python  # noqa: E402
from scrapy_maincontent.lab.archive import write_archive  # noqa: E402
from scrapy_maincontent.methods import HEADER, ModelError, get, load_model  # noqa: E402
from scrapy_maincontent.methods.crf import PythonScorer, Scorer  # noqa: E402
from scrapy_maincontent.page import Page, parser, reading  # noqa: E402
from scrapy_maincontent.page.encoding import decode  # noqa: E402
from scrapy_maincontent.page.flatten import KINDS, fill  # noqa: E402
from scrapy_maincontent.page.limits import Limits, guard, is_harmless  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

SEEDS = HERE / "seeds"
MAX_BYTES = 30_000
"""Bytes of most inputs: small ones are read often."""
MAX_LARGE_BYTES = 400_000
LARGE_EVERY = 2000
"""One of so many inputs is repeated until it is large: more tags, names or depth than are read without a tree."""
SCORED_EVERY = 8
"""One of so many inputs is measured and scored, too, which takes Python several times as long as reading it."""
SMALL_BYTES = 2000
SMALL_SHARE = 0.6
"""Share of mutated inputs that are made of pages of at most `SMALL_BYTES`: more of them are read in the same time."""
SOUP_SHARE = 0.4
"""Share of inputs that are nothing but start and end tags, of few names."""
MOST_MUTATIONS = 8
ATTACK_SIZE = 20
HANG_SECONDS = 120
MINIMISE_SECONDS = 30

_TOKEN = re.compile(rb"<[^<>]*>?|[^<]+")
# fmt: off
_PIECES = [
    *(b"<", b">", b"</", b"/>", b"<!", b"<!-", b"<!--", b"-->", b"--!>", b"<!-->", b"<?", b"?>", b"<![CDATA[", b"]]>"),
    *(b"&", b"&#", b"&#x", b"&amp", b"&amp;", b";", b"=", b"==", b"'", b'"', b"/", b"\r", b"\n", b"\r\n", b"\t", b"\f"),
    *(b"\x0b", b"\x1c", b" ", b"\0", b"\x01", b"\x1b$B", b"~{", b"\xef\xbb\xbf", b"\xc3", b"\xff", b"\xed\xa0\x80"),
    *("\xa0", "\x85", "\u1680", "\u2028", "\u205f", "\u3000", "\u200b", "\ufdfa", "a\u0301", "\uffff", "\U0010ffff"),
    *(b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xe0\xa0\x80", b"\xed\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x80\x80", b"\xf4\x90\x80\x80"),
    *("é", "山の上", "İ", "ſ", "ǅ", "½", "٣", "🙂"),
    *(b"&#0;", b"&#128;", b"&#xD800;", b"&#1114112;", b"&#x;", b"&nosuch;", b"&notit;", b"&nbsp;", b"&nbsp", b"&Afr;"),
    *(b"<!doctype html>", b"<!DOCTYPE a 'b>c' d>", b"<?xml version='1.0'?>", b"<meta charset=latin-1>"),
    *(b" hidden", b" open", b' style="display:none"', b" style=VISIBILITY:hidden", b' class="a  b nav"', b" id=c"),
    *(b" lang=DE", b' href="/a"', b" href", b' alt=" d \n e "', b" src=data:x", b' data-src="f.png "', b' srcset="g 2x"'),
    *(b' src="/w_40/a"', b' src=b-150x150.png srcset="b-150x150.png 150w, b.png 800w"', b' style="width:1px"'),
    *(b' type="application/ld+json"', b" type=module", b" name=author content=i", b' rel="Next canonical"', b" x:y=z"),
    *(b" a=1 a=2", b" disabled", b' aria-label="x"', b" role=navigation", b' itemprop="articleBody"'),
    *(b"{", b'{"a": [1]}', b"Share", b"12.5"),
]
# fmt: on
_DICTIONARY = [piece.encode() if isinstance(piece, str) else piece for piece in _PIECES]
_RAW_TEXT = ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript")
_OLD_TAGS = ("basefont", "big", "center", "dir", "font", "isindex", "listing", "strike", "tt", "noframes")
_STRUCTURE = ("html", "head", "body", "frameset", "table", "tr", "td", "p", "div", "li", "a", "form", "select", "x-own")
_LIMITS = [
    *[Limits()] * 5,
    Limits(max_depth=3),
    Limits(max_depth=12),
    Limits(max_elements=9),
    Limits(max_elements=200),
    Limits(max_attributes=1),
    Limits(max_attributes=4),
    Limits(max_bytes=5000, max_depth=7),
]


class Case(NamedTuple):
    """One input: a page's bytes, and the limits that it is read with."""

    body: bytes
    limits: Limits


class ModelCase(NamedTuple):
    """One input: a model file's bytes, and whose it is."""

    body: bytes
    kind: str


class Fuzzer:
    """Makes inputs, and compares what is made of them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.refused = 0  # inputs that the reader left to libxml2
        self._pages = list(seed_pages())
        self._small = [page for page in self._pages if len(page) <= SMALL_BYTES]
        self._tags = sorted({*KINDS, *_RAW_TEXT, *_OLD_TAGS, "x-own", "a:b"})
        self._names = sorted(html5)

    @cached_property
    def _scorers(self) -> list[tuple[Scorer, Scorer]]:
        experts = load_model("crf").experts.values()
        return [(PythonScorer(expert.parts), expert.scorer) for expert in experts]

    def make(self, number: int) -> Case:
        """Return an input: first the pages that are mutated, as they are, then their mutations."""
        if number < len(self._pages):
            return Case(self._pages[number], Limits())
        rng = random.Random(f"{self.seed} {number}")
        if rng.random() < SOUP_SHARE:
            return Case(self._soup(rng), Limits())
        body = rng.choice(self._small if rng.random() < SMALL_SHARE else self._pages)
        for _ in range(rng.randint(1, MOST_MUTATIONS)):
            body = self._mutated(body, rng)[:MAX_BYTES]
        if number % LARGE_EVERY == 0 and body:
            tokens = body[: rng.choice((30, 300, 3000))]
            body += tokens * (rng.randint(1, MAX_LARGE_BYTES) // len(tokens))
        return Case(body, rng.choice(_LIMITS))

    def _mutated(self, body: bytes, rng: random.Random) -> bytes:
        """Return a page with one change."""
        change = rng.randrange(10)
        if change < 5:
            tokens = _TOKEN.findall(body) or [b""]
            at = rng.randrange(len(tokens))
            end = min(len(tokens), at + 1 + int(rng.expovariate(0.2)))
            if change == 0:
                del tokens[at:end]
            elif change == 1:
                tokens[at:at] = tokens[at:end] * rng.randint(1, 4)
            elif change == 2:
                other = _TOKEN.findall(rng.choice(self._pages)) or [b""]
                there = rng.randrange(len(other))
                tokens[at:end] = other[there : there + 1 + int(rng.expovariate(0.05))]
            elif change == 3:
                part = tokens[at:end]
                rng.shuffle(part)
                tokens[at:end] = part
            else:
                tokens[at:at] = [self._tag(rng) for _ in range(rng.randint(1, 12))]
            return b"".join(tokens)
        at = rng.randint(0, len(body))
        if change == 5:
            return body[:at] + rng.choice(_DICTIONARY) + body[at:]
        if change == 6:
            return body[:at] + b"".join(rng.choice(_DICTIONARY) for _ in range(rng.randint(2, 20))) + body[at:]
        if change == 7:
            return body[:at] + f"&{rng.choice(self._names)}"[: rng.randint(2, 40)].encode() + body[at:]
        if change == 8:
            return body[:at] if rng.random() < 0.3 else body[:at] + body[at + int(rng.expovariate(0.1)) :]
        return body[:at] + bytes(rng.randrange(256) for _ in range(rng.randint(1, 3))) + body[at + rng.randint(0, 3) :]

    def _soup(self, rng: random.Random) -> bytes:
        """Return tags without attributes, of at most four names, and letters between them."""
        names = rng.sample(self._tags, rng.randint(1, 4))
        tags = [
            f"{rng.choice(('<', '<', '</'))}{rng.choice(names)}>{rng.choice('ab ')}" for _ in range(rng.randint(2, 16))
        ]
        return "".join(tags).encode()

    def _tag(self, rng: random.Random) -> bytes:
        name = rng.choice(rng.choice((self._tags, _STRUCTURE, _RAW_TEXT)))
        name = name.upper() if rng.random() < 0.1 else name
        if rng.random() < 0.35:
            return f"</{name}>".encode()
        attributes = b"".join(rng.choice(_DICTIONARY) for _ in range(rng.choice((0, 0, 0, 1, 2, 5))))
        return f"<{name}".encode() + attributes + rng.choice((b">", b">", b">", b"/>", b"", b" >text"))

    def difference(self, case: Case, *, score: bool) -> str | None:
        """Return what is not the same by both ways; ``None`` if everything is."""
        found = self._scan_difference(case)
        if found:
            return found
        try:
            markup = case.body.decode().encode()
        except UnicodeDecodeError:
            self._read_whatever(case)
            markup = case.body.decode(errors="replace").encode()
        whole, (markup, cut) = markup, guard(markup, case.limits)
        events = parser.read(markup)
        expected = fill(Page(truncated=cut), events, case.limits)
        for way in (self._by_reader, self._by_tree):
            if fields := differences(way(whole, case.limits), expected):
                return f"{way.__name__}: {', '.join(fields)}"
        if score and not same_bits(expected.names, expected.pieces):
            return "bits of names or texts"
        if score and not same_lines(expected):
            return "links"
        return self._tree_difference(markup, case.limits) or (
            self._score_difference(expected) if score and expected.texts else None
        )

    def _scan_difference(self, case: Case) -> str | None:
        body, limits = case
        kind = reading.scan.utf_8_kind(body)
        if kind != utf_8_kind(body):
            return "utf_8_kind"
        if kind:
            decoded = decode(body, None)
            if reading.to_utf_8(body, None) != (decoded.utf_8(), decoded.encoding):
                return "to_utf_8"
        if not is_harmless(body, limits):
            with suppress(ValueError):
                reading.reader.read(body, limits)
                return "read within limits"
        return None

    def _read_whatever(self, case: Case) -> None:
        """Read bytes that no caller passes on: nothing is said of the page, but that memory stays whole."""
        with suppress(ValueError):
            reading.flatten.fill(Page(), reading.reader.read(case.body), case.limits)

    def _by_reader(self, markup: bytes, limits: Limits) -> Page:
        for body, unguarded in ((markup, limits), (guard(markup, limits)[0], None)):
            refused = Page()
            try:
                reading.flatten.fill(refused, reading.reader.read(body, unguarded), limits)
            except ValueError:
                self.refused += unguarded is None
                assert refused == Page(), "a page that was refused is not empty"
        page = Page()
        reading.read_markup(markup, page, limits)
        return page

    def _by_tree(self, markup: bytes, limits: Limits) -> Page:
        page = Page()
        with without_reader():
            reading.read_markup(markup, page, limits)
        return page

    def _tree_difference(self, markup: bytes, limits: Limits) -> str | None:
        """Compare what is made of a part of a tree, as of a selector's."""
        root = parser.parse(markup)
        if root is None:
            return None
        for element in (root, *list(root)[-1:]):
            if isinstance(element.tag, str):
                page = Page()
                reading.read_tree(element, page, limits)
                if fields := differences(page, fill(Page(), parser.walk(element), limits)):
                    return f"read_tree: {', '.join(fields)}"
        return None

    def _score_difference(self, page: Page) -> str | None:
        """Compare measures and scores."""
        both = measured_in_python(page), CompiledMeasures(page)
        if not same_measures(*both):
            return "measures"
        for scorers in self._scorers:
            scored = [scorer.score(page, measures) for scorer, measures in zip(scorers, both, strict=True)]
            if names := score_differences(*scored):
                return f"scores: {', '.join(names)}"
        return None


_ODD = (0, -1, 1.5, 2**31 - 1, 2**40, 1e300, -1e300, math.nan, math.inf, 10**400, True, "x", None, [], {}, [[]])


class ModelFuzzer:
    """Makes mutated model files, and looks at what comes of them."""

    refused = 0

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._page = max((ROOT / "example_project" / "site").rglob("*.html"), key=lambda path: path.stat().st_size)
        models = ROOT / "scrapy_maincontent" / "models"
        with np.load(models / "crf.npz") as archive:
            self._arrays = {name: archive[name] for name in archive.files}
        self._header = json.loads(self._arrays.pop(HEADER).tobytes())
        kinds = ("tree", "page_type", "quality")
        self._json = {kind: (models / f"{kind}.json").read_text("utf-8") for kind in kinds}

    def make(self, number: int) -> ModelCase:
        """Return an input: by turns one of each kind of model."""
        rng = random.Random(f"{self.seed} {number}")
        kind = ("crf", *self._json)[number % 4]
        if kind == "crf":
            return ModelCase(self._archive(rng), kind)
        model = json.loads(self._json[kind])
        for _ in range(rng.choice((1, 1, 2, 5))):
            _put_odd(model, rng)
        return ModelCase(json.dumps(model).encode(), kind)

    def _archive(self, rng: random.Random) -> bytes:
        arrays, header = dict(self._arrays), json.loads(json.dumps(self._header))
        for _ in range(rng.choice((1, 1, 2, 4))):
            name = rng.choice(sorted(arrays))
            arrays[name] = _odd_array(arrays[name], arrays[rng.choice(sorted(arrays))], rng)
        if rng.random() < 0.1:
            _put_odd(header, rng)
        with tempfile.NamedTemporaryFile() as file:
            write_archive(Path(file.name), header, arrays)
            return Path(file.name).read_bytes()

    def difference(self, case: ModelCase, *, score: bool) -> str | None:
        """Return what a model that was not refused does to scores; ``None`` if they are from 0 to 1."""
        with tempfile.NamedTemporaryFile() as file:
            path = Path(file.name)
            path.write_bytes(case.body)
            try:
                scores = self._scores(case.kind, path)
            except ValueError as error:
                if case.kind in ("crf", "tree") and not isinstance(error, ModelError):
                    raise
                self.refused += 1
                return None
        wrong = [number for number in scores if not 0 <= number <= 1]
        return f"{case.kind}: a score of {wrong[0]}" if wrong else None

    def _scores(self, kind: str, path: Path) -> list[float]:
        if kind == "quality":
            model = quality.load(path)
            return [model.expected(row) for row in ((-5.0, 0.0, -4.0), (0.0, 1.0, 0.0), (-1.0, 0.4, -2.0))]
        if kind == "page_type":
            types = page_type.load(path)
            rows = ([0.0] * len(types.with_address.columns), [1.5] * len(types.with_address.columns))
            return [share for row in rows for share in types.probabilities(row, address=True)]
        get(kind).load(path)
        result = extract(self._page.read_bytes(), "https://mill.example/", method=kind, model=str(path))
        if result.empty_reason in ("error", "timeout"):
            return [math.nan]
        return [block.score for block in result.text_blocks]


def _put_odd(model: Any, rng: random.Random) -> None:
    """Put a value of another kind at one place of a model in JSON, or leave one out."""
    place = model
    while True:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = rng.choice(keys)
        if not (isinstance(place[key], dict | list) and place[key]) or rng.random() < 0.1:
            break
        place = place[key]
    if rng.random() < 0.2 and len(place) > 1:
        del place[key]
    else:
        old = place[key]
        is_number = isinstance(old, int | float) and not isinstance(old, bool) and abs(old) < 1e300
        place[key] = (
            rng.choice((-old, old + 1, old * 1e3)) if is_number and rng.random() < 0.4 else deepcopy(rng.choice(_ODD))
        )


def _odd_array(array: NDArray[Any], other: NDArray[Any], rng: random.Random) -> NDArray[Any]:
    """Return an array with one change: of its bytes, its numbers, its length, its shape or its type."""
    change = rng.randrange(7)
    if change == 0 and array.nbytes:
        raw = bytearray(array.tobytes())
        for _ in range(rng.randint(1, 9)):
            raw[rng.randrange(len(raw))] = rng.randrange(256)
        return np.frombuffer(bytes(raw), array.dtype).reshape(array.shape)
    if change in (1, 2) and array.size:
        changed = array.copy().reshape(-1)
        ends = np.iinfo(array.dtype) if array.dtype.kind in "iu" else np.finfo(array.dtype)
        odd = (ends.max, ends.min, 0, 1, *((np.nan, np.inf) if array.dtype.kind == "f" else ()))
        at = rng.randrange(len(changed))
        changed[at : at + rng.choice((1, 1, 30))] = rng.choice(odd)
        return changed.reshape(array.shape)
    if change == 3:
        return array[: rng.randint(0, len(array))]
    if change == 4:
        return np.concatenate([array, array[: rng.randint(1, 3)]])
    if change == 5:
        return rng.choice((array.T, array.reshape(-1), array[None], array[..., None]))
    with np.errstate(all="ignore"):
        return rng.choice((other, array.astype(rng.choice(("i1", "u4", "i8", "f2", "f8", "?")))))


@contextmanager
def without_reader() -> Iterator[None]:
    """Read by way of a tree."""
    reader, reading.reader = reading.reader, None
    try:
        yield
    finally:
        reading.reader = reader


def utf_8_kind(body: bytes) -> int:
    """Return what `scan.utf_8_kind` does."""
    if b"\0" in body or b"\x1b" in body or b"~{" in body:
        return 0
    if body.isascii():
        return 1
    try:
        body.decode()
    except UnicodeDecodeError:
        return 0
    return 0 if body.startswith(b"\xef\xbb\xbf") else 2


def seed_pages() -> Iterator[bytes]:
    """Yield the pages that are mutated, the same ones in the same order on every machine."""
    for path in sorted(SEEDS.iterdir()):
        yield path.read_bytes()
    for path in sorted((ROOT / "example_project" / "site").rglob("*.html")):
        yield path.read_bytes()[:MAX_BYTES]
    for attack in ATTACKS.values():
        yield attack.make(min(attack.count, ATTACK_SIZE))[:MAX_BYTES]


def minimised(body: bytes, fails: Callable[[bytes], bool], seconds: float = MINIMISE_SECONDS) -> bytes:
    """Return a part of a page that still fails: parts of halving size are left out, first tags and texts, then bytes."""
    end = time.monotonic() + seconds
    for split in (_TOKEN.findall, lambda body: [bytes([byte]) for byte in body]):
        parts = split(body)
        size = max(1, len(parts) // 2)
        while True:
            at = 0
            while at < len(parts) and time.monotonic() < end:
                rest = parts[:at] + parts[at + size :]
                if fails(b"".join(rest)):
                    parts = rest
                else:
                    at += size
            if size == 1 or time.monotonic() >= end:
                break
            size //= 2
        body = b"".join(parts)
    return body


def fuzz(options: argparse.Namespace, journal: mmap.mmap | None) -> int:
    """Compare inputs until the time is over; return the exit status."""
    fuzzer = fuzzer_of(options)
    end = time.monotonic() + options.seconds
    number = options.first
    while time.monotonic() < end:
        if journal is not None:
            journal[: struct.calcsize("q")] = struct.pack("q", number)
        case = fuzzer.make(number)
        if found := outcome(fuzzer, case, score=number % SCORED_EVERY == 0):
            report(fuzzer, case, found, number, options.out)
            return 1
        number += 1
    refused = "refused" if options.models else "left to libxml2"
    print(f"{number - options.first} inputs of seed {options.seed}, no difference; {fuzzer.refused} {refused}")
    return 0


def fuzzer_of(options: argparse.Namespace) -> Fuzzer | ModelFuzzer:
    """Return what makes the inputs that are asked for."""
    return (ModelFuzzer if options.models else Fuzzer)(options.seed)


def outcome(fuzzer: Any, case: Any, *, score: bool = True) -> str | None:
    """Return what `Fuzzer.difference` does, or the error that it raised."""
    try:
        return fuzzer.difference(case, score=score)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def report(fuzzer: Any, case: Any, found: str, number: int | None, out: Path) -> None:
    """Write what fails as small as it goes, and say how to repeat it."""

    def fails(body: bytes) -> bool:
        return outcome(fuzzer, case._replace(body=body)) == found

    small = isinstance(case, Case) and fails(case.body)
    body = minimised(case.body, fails) if small else case.body
    out.write_bytes(body)
    where = "" if number is None else f" (seed {fuzzer.seed}, input {number})"
    print(f"DIFFERENCE in {found}{where}\nlimits: {case[1]}\n{len(body)} bytes in {out}: {body[:200]!r}")
    if isinstance(case, Case):
        print("Once it is repaired, keep the file in tests/speedups/seeds/.")


def check_file(path: Path, options: argparse.Namespace) -> int:
    """Compare one page with all limits; return the exit status."""
    fuzzer = Fuzzer(options.seed)
    for limits in dict.fromkeys(_LIMITS):
        case = Case(path.read_bytes(), limits)
        if found := outcome(fuzzer, case):
            report(fuzzer, case, found, None, options.out)
            return 1
    print(f"{path}: no difference")
    return 0


def supervise(options: argparse.Namespace, command: Sequence[str], environment: dict[str, str]) -> int:
    """Run the inputs in another process; write down the one that it crashed or hung with; return the exit status."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(struct.pack("q", -1))
        file.flush()
        journal = mmap.mmap(file.fileno(), struct.calcsize("q"))
        child = subprocess.Popen([*command, "--journal", file.name], env=environment)
        before, since = -1, time.monotonic()
        while child.poll() is None:
            time.sleep(0.1)
            number = struct.unpack("q", journal[:])[0]
            if number != before:
                before, since = number, time.monotonic()
            elif time.monotonic() - since > HANG_SECONDS:
                child.kill()
                child.wait()
        number = struct.unpack("q", journal[:])[0]
        journal.close()
    if child.returncode in (0, 1) or number < 0:
        return child.returncode
    options.out.write_bytes(fuzzer_of(options).make(number).body)
    print(f"The process ended with {child.returncode} at seed {options.seed}, input {number}; it is in {options.out}")
    return 1


@contextmanager
def sanitized() -> Iterator[dict[str, str]]:
    """Build the modules with ASan and UBSan elsewhere; yield the environment to run them in."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        ignored = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
        shutil.copytree(ROOT / "scrapy_maincontent", copy / "scrapy_maincontent", ignore=ignored)
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        flags = "-fsanitize=address,undefined -fno-omit-frame-pointer -g -O1 -w"
        subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=copy,
            env=os.environ | {"CFLAGS": flags, "LDFLAGS": flags},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        libraries = [
            subprocess.run(
                ["gcc", f"-print-file-name={name}.so"], capture_output=True, text=True, check=True
            ).stdout.strip()
            for name in ("libasan", "libubsan")
        ]
        yield os.environ | {
            _PACKAGE: folder,
            "LD_PRELOAD": " ".join(libraries),
            "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
            "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0 no difference, 1 one, or a crash."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="the input to begin with")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failure.html"), help="where an input that fails goes")
    parser.add_argument("--file", type=Path, help="compare this page only")
    parser.add_argument("--models", action="store_true", help="mutate model files in place of pages")
    parser.add_argument("--sanitize", action="store_true", help="build the modules with ASan and UBSan, and use those")
    parser.add_argument("--journal", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    own = [argument for argument in (sys.argv[1:] if arguments is None else arguments) if argument != "--sanitize"]
    command = [sys.executable, str(Path(__file__)), *own]
    if options.sanitize:
        with sanitized() as environment:
            print(f"Built with ASan and UBSan: {shlex.join(command)}", flush=True)
            return supervise(options, command, environment)
    if speedups.state() != speedups.COMPILED:
        print(f"There is nothing to compare: {speedups.state()}", file=sys.stderr)
        return 2
    if options.file is not None:
        return check_file(options.file, options)
    if options.journal is None:
        return supervise(options, command, dict(os.environ))
    with options.journal.open("r+b") as file, mmap.mmap(file.fileno(), struct.calcsize("q")) as journal:
        return fuzz(options, journal)


if __name__ == "__main__":
    sys.exit(main())
