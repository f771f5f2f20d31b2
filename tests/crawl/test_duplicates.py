"""The index of texts: the first of copies is found, what it takes is bounded, a job that is killed keeps it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article
from edge_spiders import Pages

from scrapy_maincontent.crawl.duplicates import BYTES_A_TEXT, FILE, Duplicate, OwnBytes, TextIndex

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl

DRAWN = random.Random(7)


def drawn() -> bytes:
    return DRAWN.randbytes(64)


def changed(sketch: bytes, count: int) -> bytes:
    """Return a sketch with so many other bytes."""
    places = DRAWN.sample(range(64), count)
    return bytes(byte ^ 1 if place in places else byte for place, byte in enumerate(sketch))


def test_the_first_of_copies_is_found() -> None:
    index, sketch = TextIndex(1_000_000), drawn()
    assert index.settle(sketch, "https://a.example/1") is None
    assert index.settle(drawn(), "https://a.example/2") is None
    assert index.settle(sketch, "https://b.example/1") == Duplicate("https://a.example/1", 1.0)
    near = index.settle(changed(sketch, 8), "https://c.example/1")
    assert near == Duplicate("https://a.example/1", 0.88)
    assert index.settle(changed(sketch, 40), "https://d.example/1") is None
    assert len(index) == 3


def test_a_text_is_no_duplicate_of_its_own_address() -> None:
    index, sketch = TextIndex(1_000_000), drawn()
    for _ in range(2):
        assert index.settle(sketch, "https://a.example/1") is None
    assert len(index) == 1


def test_the_most_alike_counts() -> None:
    index, sketch = TextIndex(1_000_000), drawn()
    far = changed(sketch, 34)
    index.settle(far, "https://a.example/far")
    assert index.settle(sketch, "https://a.example/near") is None
    found = index.settle(changed(sketch, 3), "https://b.example/")
    assert found is not None
    assert found.url == "https://a.example/near"


def test_the_oldest_are_forgotten() -> None:
    index = TextIndex(500 * BYTES_A_TEXT)
    assert index.texts == 500
    sketches = [drawn() for _ in range(1500)]
    for number, sketch in enumerate(sketches):
        assert index.settle(sketch, f"https://a.example/{number}-{'x' * (number % 160)}") is None
    assert len(index) == 500
    known = [index._nearest(s, bands := list(index._bands(s)), index._slots(bands)) is not None for s in sketches]
    assert not any(known[:1000])
    assert sum(known[1000:]) > 400  # an address that is longer than most takes others' place


def test_long_and_foreign_addresses_come_back_whole() -> None:
    index = TextIndex(50 * BYTES_A_TEXT)
    for number in range(200):
        sketch, url = drawn(), f"https://例え.example/{number}/" + "水" * (number % 150)
        assert index.settle(sketch, url) is None
        assert index.settle(sketch, "https://copy.example/") == Duplicate(url, 1.0)


def test_a_file_is_gone_on_with_and_one_of_another_size_is_not(tmp_path: Path) -> None:
    path, sketch = tmp_path / FILE, drawn()
    TextIndex(100_000, path=path).settle(sketch, "https://a.example/")
    assert TextIndex(100_000, path=path).settle(sketch, "https://b.example/") == Duplicate("https://a.example/", 1.0)
    assert TextIndex(200_000, path=path).settle(sketch, "https://b.example/") is None
    path.write_bytes(b"something else")
    assert TextIndex(100_000, path=path).settle(sketch, "https://b.example/") is None


def test_memory_is_taken_as_it_is_used() -> None:
    store = OwnBytes(1 << 30)
    store.write([(1 << 29, b"mill")])
    assert store.read([(1 << 29, 4), (5, 3)]) == [b"mill", b"\0\0\0"]


WORDS = (
    "mill",
    "river",
    "wheel",
    "spring",
    "pond",
    "village",
    "stone",
    "bridge",
    "ferry",
    "harbour",
    "council",
    "winter",
)


def story(seed: int, change: bool = False) -> str:
    """Return an article of its own words; ``change`` gives another first and last paragraph."""
    parts = []
    for number in range(12):
        words = random.Random(f"{seed} {number} {change and number in (0, 11)}").choices(WORDS, k=40)
        parts.append(f"<p>The {' '.join(words)} stood there, {number} people said on Monday.</p>")
    return f"<html lang=en><head><title>Story {seed}</title></head><body><article><h1>Story {seed}</h1>{''.join(parts)}</article></body></html>"


def test_items_name_the_first_of_their_text(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pages = [
        page_file(1, story(1)),
        page_file(2, story(2)),
        page_file(3, story(1, change=True)),
        page_file(4, story(1)),
    ]
    settings: dict[str, Any] = {"MAINCONTENT_DUPLICATES": True, "CONCURRENT_REQUESTS": 1}
    crawl = crawl_here(Pages, settings, pages=pages)
    found = {item["url"]: item["mainContent"].get("duplicateOf") for item in crawl.items}
    firsts = [page for page in pages if found[page] is None]
    assert len(firsts) == 2
    assert pages[1] in firsts
    assert {url for url in found.values() if url} == {next(page for page in firsts if page != pages[1])}
    assert crawl.counts("duplicates") == {"near": 1, "exact": 1} or crawl.counts("duplicates") == {"near": 2}
    assert crawl.count("known_texts") == 2
    assert all(item["mainContent"]["duplicateLikeness"] >= 0.5 for item in crawl.items if found[item["url"]])
    without = crawl_here(Pages, pages=pages)
    assert not any("duplicateOf" in item["mainContent"] for item in without.items)


def test_a_job_goes_on_with_its_texts(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    settings = {"MAINCONTENT_DUPLICATES": True, "JOBDIR": str(tmp_path / "job")}
    first = page_file(1, story(1))
    crawl_here(Pages, settings, pages=[first])
    (item,) = crawl_here(Pages, settings, pages=[page_file(2, story(1))]).items
    assert item["mainContent"]["duplicateOf"] == first


@pytest.mark.parametrize("keep", [{"duplicates": False}, {"duplicates": False, "min_words": 10}])
def test_duplicates_are_left_out_where_that_is_asked_for(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], keep: dict[str, Any]
) -> None:
    pages = [page_file(number, story(number % 2)) for number in range(5)]
    crawl = crawl_here(Pages, {"MAINCONTENT_KEEP": keep}, pages=pages)
    assert len(crawl.items) == 2
    assert crawl.counts("left_out") == {"duplicate": 3}
    assert crawl.stats["item_dropped_count"] == 3


def test_short_texts_are_never_duplicates(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    wall = "<html><body><h1>News</h1><p>Please sign in to read this article in full.</p></body></html>"
    pages = [page_file(number, wall) for number in range(3)]
    crawl = crawl_here(Pages, {"MAINCONTENT_KEEP": {"duplicates": False}}, pages=pages)
    assert not crawl.counts("duplicates")


def test_in_workers(crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    pages = [page_file(1, story(1)), page_file(2, story(1)), page_file(3, article(3))]
    crawl = crawl_apart(pages, {"MAINCONTENT_DUPLICATES": True})
    assert sum("duplicateOf" in item["mainContent"] for item in crawl.items) == 1
