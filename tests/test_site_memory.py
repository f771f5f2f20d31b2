from __future__ import annotations

import os
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import fields
from hashlib import blake2b

import numpy as np
import pytest
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent import SiteMemory, extract
from scrapy_maincontent.extraction import page_memory, read_page
from scrapy_maincontent.known_host import RARE, SLOTS, host_of
from scrapy_maincontent.methods import METHODS
from scrapy_maincontent.methods.selection import repeated
from scrapy_maincontent.page import Label
from scrapy_maincontent.site_memory import (
    FEWEST_BYTES,
    FORMAT,
    HOST_BYTES,
    PAGE_TEXTS,
    Evidence,
    Recalled,
    SiteFile,
)

HOST = "https://island.example"
APPEAL = (
    "The Island Post is read by everybody on the island and paid for by hardly any of them, so if you can spare "
    "a little each month, we shall be able to go on telling you who has come across on the evening boat."
)
TIDES = "Tide tables for the whole of March, with the hours of the ferry"
HEADER = 4 + 1 + 16
"""Bytes before the content: magic, version, digest."""


def sentences(subject: str, count: int = 4) -> list[str]:
    return [
        f"On day {number} the {subject} stood open again, and the {subject} keeper showed some forty people how the "
        f"{subject} had been mended over three long summers, by her and {number} of her nieces."
        for number in range(count)
    ]


def page(subject: str, *, appeal: str = APPEAL, extra: str = "", furniture: bool = True) -> str:
    around = f"<aside><p>{TIDES}</p><p>Letters of readers to the editor</p></aside>" if furniture else ""
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in sentences(subject))
    return (
        f"<html><head><title>The {subject}</title></head><body><div><h1>The {subject}</h1>{paragraphs}"
        f"{f'<p>{appeal}</p>' if appeal else ''}</div>{around}{extra}</body></html>"
    )


SUBJECTS = ("mill", "ferry", "kiln", "smithy", "dairy", "chapel", "quarry")


def learnt(*subjects: str) -> SiteMemory:
    site = SiteMemory()
    for subject in subjects:
        extract(page(subject), f"{HOST}/{subject}", site=site)
    return site


def recalled(site: SiteMemory, markup: str, url: str = f"{HOST}/x") -> Recalled:
    read = read_page(markup, url)
    assert read is not None
    found = site.recall(read)
    assert found is not None
    return found


def counts(site: SiteMemory, markup: str, url: str = f"{HOST}/x") -> dict[str, int]:
    """Return how many other pages each text is said to stand on, by a method that calls every block main content."""
    read = read_page(markup, url)
    assert read is not None
    found = site.recall(read)
    assert found is not None
    evidence = found.evidence(np.ones(len(read.texts)))
    return {text: evidence.counts.get(block, 0) for block, text in enumerate(read.texts)} if evidence else {}


def learn(site: SiteMemory, markup: str, url: str = f"{HOST}/x") -> None:
    found = recalled(site, markup, url)
    site.learn(found, [1.0] * len(found.words))


def plain(result):
    return {name: value for name, value in result.as_dict().items() if name != "elapsed"}


def test_text_that_stands_on_other_pages_goes():
    alone = extract(page("mill"), f"{HOST}/mill")
    assert APPEAL in alone.text
    known = extract(page("mill"), f"{HOST}/mill", site=learnt(*SUBJECTS[1:]))
    assert APPEAL not in known.text
    assert all(sentence in known.text for sentence in sentences("mill"))


def test_reasons_name_the_pages():
    result = extract(page("mill"), f"{HOST}/mill", site=learnt(*SUBJECTS[1:]))
    block = next(block for block in result.text_blocks if block.text == APPEAL)
    assert block.label is Label.OTHER
    assert block.reason == f"{result.model}: stands on 6 of 6 other pages"


def test_the_page_that_is_extracted_is_learnt_afterwards():
    site = SiteMemory()
    assert plain(extract(page("mill"), HOST, site=site)) == plain(extract(page("mill"), HOST))
    assert (len(site), site.pages("island.example")) == (1, 1)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_teaches(method):
    site = SiteMemory()
    for subject in SUBJECTS:
        extract(page(subject), f"{HOST}/{subject}", method=method, site=site)
    assert site.pages("island.example") == len(SUBJECTS)


def test_hosts_are_apart():
    site = learnt(*SUBJECTS[1:])
    for url in ("https://mainland.example/mill", "https://www.island.example/mill", None, "mill", "https://["):
        assert plain(extract(page("mill"), url, site=site)) == plain(extract(page("mill"), url))


def test_a_page_seen_again_adds_nothing():
    site = learnt(*SUBJECTS)
    before = [recalled(site, page(subject)) for subject in ("mill", "new")]
    assert before[0].pages == len(SUBJECTS) - 1
    for _ in range(3):
        for subject in reversed(SUBJECTS):
            extract(page(subject), f"{HOST}/again", site=site)
    assert site.pages("island.example") == len(SUBJECTS)
    for old, subject in zip(before, ("mill", "new"), strict=True):
        new = recalled(site, page(subject))
        compared = [each.name for each in fields(Recalled) if each.compare]
        assert all(np.array_equal(getattr(old, name), getattr(new, name)) for name in compared)


def test_a_page_is_no_evidence_against_itself():
    site = learnt("mill")
    assert counts(site, page("mill")) == {}
    learn(site, page("ferry"))
    found = counts(site, page("mill"))
    assert [found[sentence] for sentence in sentences("mill")] == [0] * 4


def test_the_same_address_with_another_body_is_another_page():
    site = SiteMemory()
    learn(site, page("mill"), HOST)
    learn(site, page("ferry"), HOST)
    assert site.pages("island.example") == 2


@pytest.mark.parametrize("known", [1, 2, 6])
def test_a_copy_does_not_erase_the_article(known):
    """The same article comes at many addresses, and with another line each time."""
    site = learnt(*SUBJECTS[1:known])
    alone = extract(page("mill", appeal=""), f"{HOST}/mill")
    for time in range(5):
        clock = f"<p>It is now {time} o'clock on the island</p>"
        copy = extract(page("mill", appeal="", extra=clock), f"{HOST}/mill?session={time}", site=site)
        assert all(sentence in copy.text for sentence in sentences("mill"))
    assert site.pages("island.example") == known
    assert extract(page("mill", appeal=""), f"{HOST}/mill", site=site).text == alone.text


@pytest.mark.parametrize("printed_first", [True, False])
def test_a_version_for_printers_does_not_erase_the_article(printed_first):
    site = learnt(*SUBJECTS[1:])
    versions = [page("mill", appeal="", furniture=not printed) for printed in (printed_first, not printed_first)]
    for version in versions * 2:
        assert all(sentence in extract(version, f"{HOST}/v", site=site).text for sentence in sentences("mill"))


def test_an_overview_does_not_erase_articles_nor_articles_an_overview():
    overview = "".join(f"<h2>{one}</h2><p>{'</p><p>'.join(sentences(one))}</p>" for one in SUBJECTS[:3])
    for order in ((overview, *map(page, SUBJECTS)), (*map(page, SUBJECTS), overview)):
        site = SiteMemory()
        for number, markup in enumerate(order):
            result = extract(markup, f"{HOST}/{number}", site=site)
            shown = [one for one in SUBJECTS if sentences(one)[0] in markup]
            assert all(sentence in result.text for one in shown for sentence in sentences(one))


def test_teasers_on_other_pages_do_not_erase_a_headline():
    """Sidebars name the entries of an overview in links; what stands as a heading on other pages, too, is furniture."""
    titles = {subject: f"How the {subject} of the island was mended" for subject in SUBJECTS}
    links = "".join(f"<li><a href=/{subject}>{title}</a>" for subject, title in titles.items())
    teasers = f"<aside><h4>More from the island's post</h4><ul>{links}</ul></aside>"
    site = SiteMemory()
    for subject in SUBJECTS:
        learn(site, page(subject, extra=teasers), f"{HOST}/{subject}")
    entries = "".join(f"<h2>{title}</h2><p>{sentences(subject)[0]} More.</p>" for subject, title in titles.items())
    overview = f"<html><body><main>{entries}</main>{teasers}"
    text = extract(overview, f"{HOST}/all", site=site).text
    assert all(title in text for title in titles.values())
    found = counts(site, f"<h4>More from the island's post</h4><p>{titles['mill']}</p><h2>{titles['ferry']}</h2>")
    assert list(found.values()) == [len(SUBJECTS), len(SUBJECTS), 0]


def test_a_page_of_nothing_but_known_text_keeps_its_selection():
    site = learnt(*SUBJECTS)
    markup = f"<p>{APPEAL}</p>"
    known, alone = (extract(markup, f"{HOST}/about", site=each) for each in (site, None))
    assert known.text != ""
    assert plain(known) == plain(alone)


def test_short_texts_are_not_learnt():
    short = "<p>More<p>Two words<p>水車小屋<p>水車"
    site = SiteMemory()
    learn(site, short)
    found = counts(site, page("mill", extra=short))
    assert {text: count for text, count in found.items() if count} == {"Two words": 1, "水車小屋": 1}


def test_counts_age():
    """What stood on pages of long ago alone is forgotten, and with it the pages."""
    site = SiteMemory()
    for number in range(2 * SLOTS):
        line = TIDES if number < SLOTS else "The ferry has stopped for good"
        learn(site, f"<p>{line}<p>Only page {number} says the number {number}")
    found = recalled(site, "<p>x")
    assert found.pages == SLOTS
    said = counts(site, f"<p>{TIDES}<p>The ferry has stopped for good<p>Only page 3 says the number 3")
    assert list(said.values()) == [0, SLOTS, 0]
    assert recalled(site, f"<p>{TIDES}<p>Only page 3 says the number 3").slot is None


def test_furniture_outlives_pages_of_many_lines():
    site = learnt(*SUBJECTS)
    for number in range(20):
        lines = "".join(f"<p>Line {line} of the long page {number}" for line in range(2000))
        learn(site, lines, f"{HOST}/long")
        assert site.size <= HOST_BYTES
    assert counts(site, page("new"))[TIDES] == len(SUBJECTS)


def test_of_a_long_page_the_same_texts_are_learnt():
    lines = [f"<p>Line {line} of the list" for line in range(4 * PAGE_TEXTS)]
    site = SiteMemory()
    learn(site, "".join(lines))
    assert site.size < HOST_BYTES / 2
    found = recalled(site, "".join(reversed(lines)) + "<p>One line more")
    assert len({*np.flatnonzero(found.words).tolist()} & {*found.stood}) >= PAGE_TEXTS - 1


def test_the_work_grows_no_faster_than_the_page():
    def page_with(n):
        texts = [f"{sentence} {number}" for number in range(n) for sentence in sentences("mill")]
        return read_page("".join(f"<p>{text}" for text in texts), HOST), learnt("mill", "ferry"), len(texts)

    def work(made):
        read, site, count = made
        found = site.recall(read)
        found.evidence(np.ones(count))
        site.learn(found, [1.0] * count)

    check_linear(page_with, work)


@pytest.mark.parametrize(("article", "kept"), [(True, {2, 7}), (False, {7})])
def test_of_pages_that_are_no_articles_text_counts_that_stands_on_most(article, kept):
    """Lists have entries in common, on a few pages each; what most of them have in common is furniture."""
    site = SiteMemory()
    for number in range(7):
        entry = "<p>An entry that two lists show" if number < 2 else ""
        learn(site, f"<p>{APPEAL}{entry}<p>{' '.join(sentences(SUBJECTS[number]))}")
    looked_at = recalled(site, f"<p>{APPEAL}<p>An entry that two lists show<p>{' '.join(sentences('new'))}")
    evidence = repeated(looked_at, np.full(3, 0.5), article=article)
    assert evidence is not None
    assert {*evidence.counts.values()} == kept


def test_memory_is_bounded_in_all():
    site = SiteMemory(FEWEST_BYTES, 10 * FEWEST_BYTES)
    for number in range(200):
        learn(
            site,
            "".join(f"<p>Line {line} of {number}" for line in range(number)) or "<p>a b",
            f"https://h{number}.example/",
        )
        assert site.size <= 10 * FEWEST_BYTES
    assert 1 < len(site) < 200
    assert site.pages("h199.example") == 1


def test_the_host_asked_for_longest_ago_is_dropped():
    site = SiteMemory(FEWEST_BYTES, 3 * FEWEST_BYTES)
    for number in range(100):
        learn(site, f"<p>Page {number}", f"https://h{number}.example/")
        recalled(site, "<p>x y", "https://h0.example/")
    assert site.pages("h0.example") == 1
    assert site.pages("h1.example") == 0


@pytest.mark.parametrize(("bounds", "error"), [
    ((FEWEST_BYTES - 1, 1 << 20), ValueError),
    ((1 << 20, 1 << 19), ValueError),
    ((1 << 20, 1 << 63), ValueError),
    ((True, 1 << 20), TypeError),
    ((5000.0, 1 << 20), TypeError),
])  # fmt: skip
def test_bounds_are_checked(bounds, error):
    with pytest.raises(error):
        SiteMemory(*bounds)


@pytest.mark.parametrize("site", [b"island.example", {}, True, SiteMemory])
def test_site_must_be_a_memory(site):
    with pytest.raises(TypeError, match="site is"):
        extract(page("mill"), HOST, site=site)


def test_what_was_written_is_read():
    site = learnt(*SUBJECTS)
    for number in range(SLOTS + 5):
        learn(site, f"<p>Page {number}<p>{TIDES}", "https://münze.example/")
    again = SiteMemory.from_bytes(site.to_bytes())
    assert again.to_bytes() == site.to_bytes()
    assert (len(again), again.size) == (len(site), site.size)
    assert (again.host_bytes, again.total_bytes) == (site.host_bytes, site.total_bytes)
    for one in (site, again):
        learn(one, page("new"))
    assert again.to_bytes() == site.to_bytes()
    assert SiteMemory.from_bytes(SiteMemory().to_bytes()).to_bytes() == SiteMemory().to_bytes()


def test_no_text_is_kept():
    assert b"ferry" not in learnt(*SUBJECTS).to_bytes()


def test_every_process_writes_the_same():
    script = "\n".join((
        "from scrapy_maincontent import SiteMemory, extract",
        "site = SiteMemory()",
        f"for markup in {[page(subject) for subject in SUBJECTS]!r}:",
        f"    extract(markup, {HOST!r}, site=site)",
        "print(site.to_bytes().hex())",
    ))  # fmt: skip
    written = {run(script, PYTHONHASHSEED=seed) for seed in ("1", "2")}
    assert written == {learnt_at_one_address().to_bytes().hex()}


def run(script: str, **environment: str) -> str:
    """Return what a script prints in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip()


def learnt_at_one_address() -> SiteMemory:
    site = SiteMemory()
    for subject in SUBJECTS:
        extract(page(subject), HOST, site=site)
    return site


def sealed(content: bytes, version: int = FORMAT) -> bytes:
    return b"SMEM" + bytes([version]) + blake2b(content, digest_size=16).digest() + content


WRITTEN = learnt_at_one_address().to_bytes()


def test_seals_are_as_written():
    assert sealed(WRITTEN[HEADER:]) == WRITTEN


@given(st.binary(max_size=200))
def test_foreign_bytes_are_refused(data):
    for each in (data, WRITTEN[:5] + data, WRITTEN + data + b"x"):
        with pytest.raises(ValueError, match="memory"):
            SiteMemory.from_bytes(each)


@given(st.integers(0, len(WRITTEN) - 1), st.integers(1, 255))
def test_damaged_bytes_are_refused(at, flipped):
    damaged = bytearray(WRITTEN)
    damaged[at] ^= flipped
    for each in (bytes(damaged), WRITTEN[:at]):
        with pytest.raises(ValueError, match="memory"):
            SiteMemory.from_bytes(each)


@given(st.integers(0, len(WRITTEN) - HEADER - 1), st.binary(min_size=1, max_size=12))
def test_forged_bytes_are_refused_or_harmless(at, forged):
    """The digest holds off accidents; whoever writes it as well gets no more than an odd memory."""
    content = WRITTEN[HEADER:]
    try:
        site = SiteMemory.from_bytes(sealed(content[:at] + forged + content[at + len(forged) :]))
    except ValueError:
        return
    assert extract(page("mill"), HOST, site=site).empty_reason is None
    assert site.size <= site.total_bytes


@pytest.mark.parametrize("forged", [
    WRITTEN[HEADER:] + b"x",
    struct.pack("<QQQ", 1 << 15, 1 << 20, 1 << 60),
    struct.pack("<QQQ", 1, 1, 0),
    struct.pack("<QQQBBBIQ", 1 << 15, 1 << 20, 1, 1, 1, 1, 0xFFFFFFFF, 0) + b"h",
    struct.pack("<QQQBBBIQ", 1 << 15, 1 << 20, 1, 1, 1, 200, 0, 0) + b"h" + bytes(8 * 4 * 200),
])  # fmt: skip
def test_forged_sizes_are_refused(forged, tmp_path):
    with pytest.raises(ValueError, match=r"memory|bytes"):
        SiteMemory.from_bytes(sealed(forged))
    path = tmp_path / "forged.bin"
    path.write_bytes(sealed(forged))
    # A file is read host by host: what is wrong with one's numbers is found when a page of it comes.
    with suppress(ValueError):
        assert extract(page("mill"), "https://h/", site=str(path)).empty_reason is None


def test_a_file_that_changes_after_it_was_opened_costs_no_page_its_text(tmp_path, caplog):
    path = tmp_path / "sites.bin"
    path.write_bytes(WRITTEN)
    sites = SiteFile(str(path))
    read = read_page(page("mill"), HOST)
    assert sites.recall(read).pages > 0
    path.write_bytes(WRITTEN[: len(WRITTEN) // 2])
    assert sites.recall(read).pages == 0
    assert "knows of island.example can't be read" in caplog.text
    path.write_bytes(WRITTEN)
    assert sites.recall(read).pages > 0


def test_another_format_is_named():
    with pytest.raises(ValueError, match=f"format {FORMAT + 1}"):
        SiteMemory.from_bytes(sealed(WRITTEN[HEADER:], FORMAT + 1))
    with pytest.raises(TypeError):
        SiteMemory.from_bytes(bytearray(WRITTEN))


def test_what_was_recalled_can_be_learnt_late():
    """Another page was learnt in between, or the same one, or the host was dropped."""
    site = SiteMemory(FEWEST_BYTES, FEWEST_BYTES)
    learn(site, page("mill", appeal=""))
    first, copy = recalled(site, page("ferry")), recalled(site, page("mill", appeal="", extra="<p>Noon on the island"))
    for _ in range(2):
        site.learn(first, [1.0] * len(first.words))
    assert site.pages("island.example") == 2
    for number in range(9):
        learn(site, page("kiln"), f"https://h{number}.example/")
    assert site.pages("island.example") == 0
    site.learn(copy, [1.0] * len(copy.words))
    assert site.pages("island.example") == 1
    assert SiteMemory.from_bytes(site.to_bytes()).to_bytes() == site.to_bytes()


def test_hosts_of_addresses():
    assert host_of("HTTPS://User@Island.Example:8080/a") == "island.example"
    assert [host_of(url) for url in (None, "", "/mill", "https://[", f"https://{'h' * 300}/")] == [None] * 5


def test_rare_texts_are_evidence_where_the_page_has_others():
    site = SiteMemory()
    learn(site, page("mill", extra="<p>A line that two pages have in common"))
    found = counts(site, page("ferry", extra="<p>A line that two pages have in common"))
    assert RARE >= found["A line that two pages have in common"] == 1


def test_evidence_is_nothing_without_other_pages():
    site = learnt("mill")
    read = recalled(site, page("mill"))
    assert read.evidence(np.ones(len(read.words))) is None
    read = recalled(site, page("ferry"))
    other = read.evidence(np.ones(len(read.words)))
    assert isinstance(other, Evidence)
    assert other.pages == 1
    read = recalled(site, "<p>Words that stand nowhere else")
    assert read.evidence(np.ones(1)) is None


def test_pure_python_gives_the_same():
    script = "\n".join((
        "from scrapy_maincontent import SiteMemory, extract",
        "site = SiteMemory()",
        f"for markup in {[page(subject) for subject in SUBJECTS]!r}:",
        f"    result = extract(markup, {HOST!r}, site=site)",
        "print(ascii([result.text, [block.reason for block in result.text_blocks]]))",
    ))  # fmt: skip
    answers = {run(script, MAINCONTENT_PURE=pure) for pure in ("0", "1")}
    assert len(answers) == 1
    assert "stands on 6 of 6 other pages" in answers.pop()


# Corpora: all pages are learnt before the first is extracted.


def merged(*memories: SiteMemory) -> SiteMemory:
    site = SiteMemory(memories[0].host_bytes, memories[0].total_bytes) if memories else SiteMemory()
    site.merge(memories)
    return site


def page_of_lines(number: int, *, lines: int = 3) -> str:
    own = "".join(f"<p>Line {line} of page {number}" for line in range(lines))
    return f"<p>{TIDES}<p>{APPEAL if number % 2 else 'Nothing to give today'}{own}"


LINES = [
    page_memory(page_of_lines(number, lines=lines).encode(), f"https://h{host}.example/{number}")
    for host, pages in ((0, 3), (1, 20))
    for number, lines in zip(range(pages), (3, 500, 90, 500, 300) * 4, strict=False)
]
"""Memories of single pages: the three of one host stay within its bounds, the twenty of the other don't."""


@given(
    st.lists(st.integers(0, len(LINES) - 1), max_size=30),
    st.lists(st.integers(0, len(LINES) - 1), max_size=30),
    st.lists(st.integers(0, len(LINES) - 1), max_size=30),
)
def test_order_and_shards_do_not_change_what_is_known(first, second, third):
    """Also beyond the bounds: which pages stay depends on the pages alone."""
    one, two, three = (merged(*(LINES[number] for number in shard)) for shard in (first, second, third))
    together = merged(*(LINES[number] for number in first + second + third)).to_bytes()
    assert merged(merged(one, two), three).to_bytes() == together
    assert merged(one, merged(two, three)).to_bytes() == together
    assert merged(three, two, one, two).to_bytes() == together


def test_more_pages_than_slots_are_merged_in_any_order():
    ones = [page_memory(page_of_lines(number).encode(), HOST) for number in range(3 * SLOTS)]
    site = merged(*ones)
    assert site.pages("island.example") == SLOTS
    halves = merged(*reversed(ones[SLOTS:])), merged(*ones[: 2 * SLOTS])
    assert merged(*halves).to_bytes() == site.to_bytes()
    assert counts(site, f"<p>{TIDES}<p>Only this page says this")[TIDES] == SLOTS


def test_bounds_of_a_host_hold_when_memories_are_merged():
    ones = [page_memory(page_of_lines(number, lines=2000).encode(), HOST) for number in range(20)]
    site = merged(*ones)
    assert 1 < site.pages("island.example") < 20
    assert site.size <= HOST_BYTES


def test_merged_memories_know_what_one_that_learnt_the_pages_knows():
    site = merged(*(page_memory(page(subject).encode(), f"{HOST}/{subject}") for subject in SUBJECTS))
    assert site.pages("island.example") == len(SUBJECTS)
    for markup in (page("new"), *map(page, SUBJECTS)):
        assert counts(site, markup) == counts(learnt(*SUBJECTS), markup)


def test_memories_that_learnt_in_crawls_are_merged():
    """A page that both know, by another version each, is one page."""
    first, second = learnt(*SUBJECTS[:4]), learnt(*SUBJECTS[2:])
    extract(page("mill", extra="<p>It is now noon on the island</p>"), HOST, site=first)
    for site in (merged(first, second), merged(second, first)):
        assert site.pages("island.example") == len(SUBJECTS)
        for markup in (page("new"), *map(page, SUBJECTS)):
            assert counts(site, markup) == counts(learnt(*SUBJECTS), markup)


def test_a_merged_memory_goes_on_learning():
    site = merged(learnt(*SUBJECTS[:3]), learnt(*SUBJECTS[3:5]))
    for subject in SUBJECTS:
        extract(page(subject), f"{HOST}/{subject}", site=site)
    assert site.pages("island.example") == len(SUBJECTS)
    assert SiteMemory.from_bytes(site.to_bytes()).to_bytes() == site.to_bytes()


def test_memories_of_other_bounds_are_not_merged():
    with pytest.raises(ValueError, match="4096"):
        SiteMemory().merge([SiteMemory(FEWEST_BYTES)])


def test_merged_memories_keep_the_bound_of_all():
    site = SiteMemory(total_bytes=HOST_BYTES)
    site.merge(page_memory(page("mill").encode(), f"https://h{number}.example/") for number in range(99))
    assert 0 < len(site) < 99
    assert site.size <= HOST_BYTES


@pytest.mark.parametrize("copies", [2, 3, 6])
def test_copies_learnt_apart_do_not_erase_the_article(copies):
    """Shards know nothing of one another: each address of an article has a slot of its own."""
    versions = [page("mill", appeal="", extra=f"<p>It is now {time} o'clock here</p>") for time in range(copies)]
    others = [page(subject) for subject in SUBJECTS[1:]]
    site = merged(*(page_memory(markup.encode(), HOST) for markup in versions + others))
    assert site.pages("island.example") == copies + len(others)
    for markup in versions:
        found = counts(site, markup)
        assert [found[sentence] for sentence in sentences("mill")] == [0] * 4
        assert found[TIDES] == len(others)


@pytest.mark.parametrize("html", [b"", b"\0\1\2" * 99, b"<p>", "<p>münze".encode("utf-16")])
def test_a_page_without_texts_is_an_empty_memory(html):
    assert len(page_memory(html, HOST)) == 0
    assert len(page_memory(page("mill").encode(), None)) == 0


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "sites.bin"
    ones = [page_memory(page(subject).encode(), f"{HOST}/{subject}") for subject in SUBJECTS]
    path.write_bytes(merged(*ones, *LINES).to_bytes())
    return path


def test_a_file_is_used_and_nothing_is_learnt(written):
    before = written.read_bytes()
    known = extract(page("mill"), f"{HOST}/mill", site=str(written))
    assert plain(known) == plain(extract(page("mill"), f"{HOST}/mill", site=SiteMemory.from_bytes(before)))
    assert APPEAL not in known.text
    for url in ("https://elsewhere.example/", None):
        assert plain(extract(page("mill"), url, site=str(written))) == plain(extract(page("mill"), url))
    assert written.read_bytes() == before


def test_a_file_that_is_none_is_refused(tmp_path, written):
    content = written.read_bytes()
    for number, wrong in enumerate((b"", content[:-1], content[:30], content[:99] + b"x" + content[100:], b"x" * 99)):
        path = tmp_path / str(number)
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=f"{path}.*memory"):
            extract(page("mill"), HOST, site=str(path))
    with pytest.raises(ValueError, match="No such file"):
        extract(page("mill"), HOST, site=str(tmp_path / "missing"))
