"""Score ways to find near duplicates on made pairs, and measure what the index of a large crawl costs.

    python benchmarks/duplicates.py CORPUS [CORPUS ...]     # precision, recall and speed on pairs made of its texts
    python benchmarks/duplicates.py --texts 1000000         # time and memory of so many invented texts

Beside the package's own index stand datasketch's MinHash LSH (`pip install datasketch`), where it is installed, and a
64-bit simhash. Pairs: an edited text, an agency's copy with another lead and end, a print view, a cut copy; as
negatives every other text of the corpus, and invented weather reports that differ in a third of their words.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scrapy_maincontent.crawl.duplicates import TextIndex
from scrapy_maincontent.facts.sketch import sketch
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.words.sentences import UNSPACED, units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n+")
PIECE = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|\W+")
LEAST_UNITS = 80
ADDRESS = "https://www.site-{0:04}.example/news/2026/11/{1}-what-the-headline-says-in-some-words.html"
SITES = 5000
COPIES = 0.1


def edited(text: str, _: list[str], share: float, drawn: random.Random) -> str:
    """Return a text with a share of its words replaced by words of it."""
    pieces = PIECE.findall(text)
    words = [piece for piece in pieces if piece[:1].isalnum()]
    return "".join(drawn.choice(words) if piece[:1].isalnum() and drawn.random() < share else piece for piece in pieces)


def agency(text: str, others: list[str], share: float, drawn: random.Random) -> str:
    """Return a text with another lead and another end, both together a share of its sentences."""
    parts, other = sentences(text), sentences(drawn.choice(others))
    count = max(1, round(len(parts) * share / 2))
    return " ".join(other[:count] + parts[count : len(parts) - count] + other[-count:])


def cut(text: str, _: list[str], share: float, __: random.Random) -> str:
    """Return the first share of a text's sentences."""
    parts = sentences(text)
    return " ".join(parts[: max(1, round(len(parts) * share))])


def printed(text: str, *_: object) -> str:
    """Return a print view's text."""
    return f"Print this page\n{text}\nPrinted from the web site. All rights reserved. Share this article."


def sentences(text: str) -> list[str]:
    """Return a text's sentences."""
    return [part for part in SENTENCE.split(text) if part and part.strip()]


KINDS: dict[str, tuple[Callable[..., str], float]] = {
    "1 % of words edited": (edited, 0.01),
    "5 % of words edited": (edited, 0.05),
    "10 % of words edited": (edited, 0.10),
    "other lead and end, 20 %": (agency, 0.2),
    "other lead and end, 40 %": (agency, 0.4),
    "print view": (printed, 0.0),
    "cut to 80 %": (cut, 0.8),
    "cut to 60 %": (cut, 0.6),
    "cut to 40 %": (cut, 0.4),
}


class Own:
    """The package's sketch and index."""

    name = "own: one-permutation MinHash, 21 bands of 3 bytes"

    def __init__(self) -> None:
        self.index = TextIndex(64_000_000)

    def signed(self, text: str) -> bytes | None:
        """Return the sketch."""
        return sketch(text)

    def settle(self, key: str, signature: bytes | None) -> str | None:
        """Return the first text like this one, or know this one."""
        found = None if signature is None else self.index.settle(signature, key)
        return None if found is None else found.url


class Datasketch:
    """MinHash LSH of datasketch with 128 permutations, over runs of three words or six characters."""

    name = "datasketch: MinHashLSH, 128 permutations, threshold .5"

    def __init__(self) -> None:
        from datasketch import MinHashLSH

        self.index = MinHashLSH(threshold=0.5, num_perm=128)

    def signed(self, text: str) -> object:
        """Return the MinHash."""
        from datasketch import MinHash

        minhash = MinHash(num_perm=128)
        minhash.update_batch([shingle.encode() for shingle in shingles(text)])
        return minhash

    def settle(self, key: str, signature: object) -> str | None:
        """Return a text like this one, or know this one."""
        found = self.index.query(signature)
        if found:
            return str(found[0])
        self.index.insert(key, signature)
        return None


class Simhash:
    """64 bits by the sum of all runs' hashes; alike with 3 bits or fewer that differ, found by four bands of 16."""

    name = "simhash: 64 bits, at most 3 differ"

    def __init__(self) -> None:
        self.bands: dict[tuple[int, int], list[tuple[int, str]]] = {}

    def signed(self, text: str) -> int:
        """Return the bits."""
        import zlib

        hashes = np.fromiter((zlib.crc32(each.encode()) for each in shingles(text)), np.uint64)
        hashes = (hashes + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        hashes ^= hashes >> np.uint64(29)
        bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1).mean(axis=0) > 0.5
        return int.from_bytes(np.packbits(bits).tobytes())

    def settle(self, key: str, signature: int) -> str | None:
        """Return a text like this one, or know this one."""
        places = [(band, signature >> 16 * band & 0xFFFF) for band in range(4)]
        for place in places:
            for other, name in self.bands.get(place, ()):
                if (other ^ signature).bit_count() <= 3:
                    return name
        for place in places:
            self.bands.setdefault(place, []).append((signature, key))
        return None


def shingles(text: str) -> set[str]:
    """Return the runs of three words, or six characters of scripts without blanks between words."""
    parts = units(text)
    length = 6 if 2 * sum(len(part) == 1 for part in parts) > len(parts) else 3
    return {" ".join(parts[at : at + length]) for at in range(max(len(parts) - length + 1, 1))}


def weather(count: int, drawn: random.Random) -> Iterator[str]:
    """Yield reports of one form, a third of whose words are each report's own."""
    words = [f"{start}{middle}{end}" for start in "bdfglmnprst" for middle in ("a", "e", "i", "o") for end in "lmnrst"]
    frame = [" ".join(drawn.choices(words, k=2)) for _ in range(60)]
    for _ in range(count):
        yield ". ".join(f"{part} {drawn.choice(words)}" for part in frame)


def compare(corpora: list[Path], every: int, seed: int) -> None:
    """Print a table of each way's recall by kind of pair, precision, and time."""
    drawn = random.Random(seed)  # noqa: S311 - nothing secret
    texts = list(dict.fromkeys(page.main_content for folder in corpora for page in read_corpus(folder)))
    texts = [text for text in texts if len(units(text)) >= LEAST_UNITS]
    known = TextIndex(64_000_000)
    # Copies that the corpora have themselves are no negatives.
    texts = [text for number, text in enumerate(texts) if known.settle(sketch(text) or b"", str(number)) is None]
    texts = texts[::every]
    reports = list(weather(500, drawn))
    pairs = {name: [make(text, texts, share, drawn) for text in texts] for name, (make, share) in KINDS.items()}
    print(f"{len(texts):,} texts, {sum(map(len, texts)) / len(texts):,.0f} characters each\n")
    columns = [
        *KINDS,
        "precision",
        "unlike texts taken for copies",
        "weather reports, likewise",
        "sign, ms",
        "index, µs",
    ]
    print("| | " + " | ".join(columns) + " |\n|---|" + "--:|" * len(columns))
    for way in (Own, Datasketch, Simhash):
        try:
            index = way()
        except ModuleNotFoundError as error:
            print(f"| {way.name} | not installed: {error.name} |")
            continue
        print(row(index, texts, pairs, reports), flush=True)


def row(way: Own | Datasketch | Simhash, texts: list[str], pairs: dict[str, list[str]], reports: list[str]) -> str:
    """Return a way's row of the table."""
    start = time.process_time()
    signatures = [way.signed(text) for text in texts]
    signing = time.process_time() - start
    start = time.process_time()
    wrong = sum(way.settle(str(number), each) is not None for number, each in enumerate(signatures))
    indexing = time.process_time() - start
    recall, right, false = [], 0, wrong
    for copies in pairs.values():
        # A copy that is not found would be a first text of its own: it is looked for, not kept.
        found = [look_up(way, way.signed(copy)) for copy in copies]
        hits = sum(name == str(number) for number, name in enumerate(found))
        right += hits
        false += sum(name is not None for name in found) - hits
        recall.append(hits / len(copies))
    alike = sum(way.settle(f"report {number}", way.signed(text)) is not None for number, text in enumerate(reports))
    cells = [f"{each:.3f}".lstrip("0") if each < 1 else "1" for each in recall]
    cells += [f"{right / max(right + false, 1):.4f}", f"{wrong} of {len(texts)}", f"{alike} of {len(reports)}"]
    return (
        f"| {way.name} | "
        + " | ".join([*cells, f"{1000 * signing / len(texts):.2f}", f"{1e6 * indexing / len(texts):.0f}"])
        + " |"
    )


def look_up(way: Own | Datasketch | Simhash, signature: object) -> str | None:
    """Return the first text like a signature's, without keeping it."""
    if isinstance(way, Own):
        if signature is None:
            return None
        bands = list(way.index._bands(signature))
        found = way.index._nearest(signature, bands, way.index._slots(bands))
        return None if found is None else found.url
    if isinstance(way, Datasketch):
        found = way.index.query(signature)
        return str(found[0]) if found else None
    for band in range(4):
        for other, name in way.bands.get((band, signature >> 16 * band & 0xFFFF), ()):
            if (other ^ signature).bit_count() <= 3:
                return name
    return None


def grow(count: int, max_bytes: int, seed: int) -> None:
    """Print what an index of so many invented texts costs, and how many of their copies it finds."""
    drawn = np.random.default_rng(seed)
    index = TextIndex(max_bytes)
    print(f"{count:,} texts of {SITES:,} sites, {COPIES:.0%} of them copies with a quarter of their runs changed;")
    print(f"room for {index.texts:,} texts in {max_bytes / 1e6:,.0f} MB\n")
    print("| texts | known | resident, MB | µs a text | copies found |\n|--:|--:|--:|--:|--:|")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    step, recent = max(count // 10, 1), []
    tally: Counter[str] = Counter()
    for first in range(0, count, step):
        sketches = drawn.integers(0, 256, (step, 64), dtype=np.uint8)
        changed = drawn.random((step, 64)) < 0.25
        is_copy = drawn.random(step) < COPIES
        start = time.process_time()
        for place in range(step):
            content = sketches[place]
            if is_copy[place] and recent:
                content = np.where(changed[place], content, recent[int(drawn.integers(len(recent)))])
                tally["copies"] += 1
            found = index.settle(content.tobytes(), ADDRESS.format(place % SITES, first + place))
            tally["found"] += found is not None
            if found is None and place % 50 == 0:
                recent.append(content)
        seconds = time.process_time() - start
        resident = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
        share = tally["found"] / tally["copies"] if tally["copies"] else 1
        print(f"| {first + step:,} | {len(index):,} | {resident:,.0f} | {1e6 * seconds / step:.0f} | {share:.3f} |")


def main() -> int:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="*", type=Path, help="folders of annotated pages")
    parser.add_argument("--every", type=int, default=1, help="take every so manyth text (default: 1)")
    parser.add_argument("--texts", type=int, default=0, help="invented texts to index")
    parser.add_argument("--max-bytes", type=int, default=320_000_000, help="bound on the index (default: 320 MB)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.corpus:
        compare(options.corpus, options.every, options.seed)
    if options.texts:
        grow(options.texts, options.max_bytes, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
