"""The attacks of ``benchmarks/attacks.py``: each ends in time, with a text or a reason; some whole, under a memory limit."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from broken_pages import (
    CHARSETS,
    FORMATS,
    HREFS,
    NAMES,
    PAGES,
    PROSE,
    SOUP,
    TREES,
    URL,
    check,
    check_places,
    foreign_addresses,
    torn_page,
)
from growth import UNHURRIED, check_linear
from hypothesis import given
from hypothesis import strategies as st
from package_root import ROOT

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods import METHODS
from scrapy_maincontent.page.head import MAX_JOINED
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.pool import Pool

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from attack_pages import ATTACKS

BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "attacks.py"
PART = 32
"""The tests make pages of a 32nd of the benchmark's size."""
MOST = 12
"""Times the characters of a page that its three formats may have: of `&` alone HTML has five, Markdown two."""
MOST_OUTPUT, MOST_BLOCKS, SMALL_PAGE = 20, 48, 20_000
"""Times the characters of a page, and of one more, that all else may have as JSON, and its text blocks: of `<p>` alone
each is a block."""
WHOLE = (
    "10^6 nested div",
    "table of 10^6 cells",
    "200,000 links of numbers",
)
IN_A_WORKER = ("page of 100 MB", "billion laughs", "JSON-LD, 499,000 [", "trail of 100,000 steps")


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_with_text_or_a_reason(name: str) -> None:
    attack = ATTACKS[name]
    page = attack.make(max(1, attack.count // PART))
    result = extract(page, URL, encoding=attack.declared, formats=FORMATS, limits=UNHURRIED).complete()
    assert result.empty_reason not in ("error", "timeout", "memory")
    assert (result.text == "") == (result.empty_reason is not None)
    assert sum(len(getattr(result, name) or "") for name in FORMATS) <= MOST * len(page) + MAX_JOINED
    assert foreign_addresses(result) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_all_outputs_together_are_bounded_by_their_page(name: str) -> None:
    attack = ATTACKS[name]
    page = attack.make(max(1, attack.count // PART))
    values = extract(page, URL, encoding=attack.declared, formats=FORMATS, limits=UNHURRIED).as_dict()
    blocks = len(json.dumps(values.pop("text_blocks"), ensure_ascii=False))
    rest = len(json.dumps(values, ensure_ascii=False))
    assert rest <= MOST_OUTPUT * (len(page) + SMALL_PAGE) + len(FORMATS) * MAX_JOINED
    assert blocks <= MOST_BLOCKS * (len(page) + SMALL_PAGE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_the_work_grows_no_faster_than_the_attack(name: str) -> None:
    attack = ATTACKS[name]

    def extracted(page: bytes) -> None:
        extract(page, URL, encoding=attack.declared, formats=FORMATS, limits=UNHURRIED).complete()

    check_linear(attack.make, extracted, max(1, attack.count // PART // 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rows of one make", "a selector of 10^6 parts", "runs of dates"])
def test_time_within_one_call_of_c_grows_no_faster_either(name: str) -> None:
    seconds = []
    for count in (ATTACKS[name].count // 4, ATTACKS[name].count):
        page = ATTACKS[name].make(count)
        start = time.process_time()
        extract(page, URL, formats=FORMATS, limits=UNHURRIED).complete()
        seconds.append(time.process_time() - start)
    assert seconds[1] < 9 * seconds[0]  # four times as much: linear takes 4, quadratic 16


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_attack_gives_a_consistent_result(name: str) -> None:
    attack = ATTACKS[name]
    check(attack.make(min(attack.count, 60)), attack.declared)


def test_each_attack_has_its_row_in_the_table_of_costs() -> None:
    rows = BENCHMARK.with_suffix(".md").read_text("utf-8")
    assert [name for name in ATTACKS if f"\n| {name} | " not in rows] == []
    assert len(ATTACKS) >= 260


@pytest.mark.slow
def test_whole_attacks_stay_below_the_memory_limit_of_a_worker() -> None:
    command = [sys.executable, str(BENCHMARK), *WHOLE]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = re.findall(r"^\| (.+) \| [\d.]+ MB \| [\d.]+ \| [\d.]+ s \| (\d+) MB \|", run.stdout, re.MULTILINE)
    assert {name for name, _ in rows} == set(WHOLE)
    assert all(int(megabytes) < 500 for _, megabytes in rows)


@pytest.mark.slow
def test_attacks_cost_no_worker() -> None:
    with Pool("scrapy_maincontent.extraction:extract", workers=1, timeout=600) as pool:
        for name in IN_A_WORKER:
            attack = ATTACKS[name]
            page = attack.make(attack.count)
            result = pool.submit(page, URL, encoding=attack.declared, limits=UNHURRIED).result()
            assert result.text
            assert json.dumps(result.as_dict())
        assert pool.restarts == 0


# Whatever a page is made of: nothing raises, and the result is consistent, plain and always the same.


@given(SOUP)
def test_tags_and_texts_in_any_order(markup: str) -> None:
    check_places(check(markup.encode()), markup.encode())


@given(TREES)
def test_trees_with_hostile_names(markup: str) -> None:
    page = f"<html><body>{markup}{PROSE * 3}</body></html>".encode()
    check_places(check(page), page)


@given(st.binary(max_size=600), st.sampled_from(CHARSETS), st.none() | st.sampled_from(CHARSETS))
def test_any_bytes_in_any_encoding(body: bytes, declared: str, header: str | None) -> None:
    page = f'<meta charset="{declared}">'.encode() + body + PROSE.encode() + body
    check_places(check(page, header), page, header)


@given(st.text(max_size=300), st.sampled_from(CHARSETS))
def test_text_that_is_not_in_the_encoding_it_names(text: str, header: str) -> None:
    check(f"{PROSE}<p>{text}</p>".encode("utf-8", "surrogatepass"), header)
    check(f"{PROSE}<p>{text}</p>")


@given(st.integers(0, 10**9))
def test_bundled_pages_torn_and_put_together(seed: int) -> None:
    page = torn_page(seed)
    check_places(check(page), page)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_on_torn_pages(method: str) -> None:
    for seed in range(20):
        check(torn_page(seed), method=method)


@given(SOUP, st.integers(1, 400), st.integers(1, 30), st.integers(1, 9))
def test_limits_cut_and_do_not_break(markup: str, size: int, elements: int, depth: int) -> None:
    limits = Limits(max_bytes=size, max_elements=elements, max_depth=depth, max_attributes=2)
    result = extract(markup + PROSE, URL, formats=FORMATS, limits=limits).complete()
    assert result.empty_reason != "error"
    assert len(result.text.encode()) <= 3 * size  # a byte that is none of UTF-8 is shown by a sign of three
    for block in result.text_blocks:
        if block.start is not None:
            assert result.text[block.start : block.end] == block.text


@given(st.sampled_from(HREFS), st.sampled_from(HREFS), st.sampled_from(NAMES))
def test_addresses_that_are_none(base: str, href: str, name: str) -> None:
    trail = f'<div class="breadcrumb"><a href="{href}">Mill</a> &gt; <a href="{href}{name}">Wheel</a> &gt; x</div>'
    pager = (
        f'<div class="pager"><a href="{href}">1</a> <a href="{href}2">2</a> <a rel="next" href="{href}">Next</a></div>'
    )
    page = f'<base href="{base}">{trail}{PROSE * 4}<img alt="mill" width="900" height="600" src="{href}">{pager}'
    check(page)
    assert extract(page, href, formats=FORMATS).complete().empty_reason != "error"


BROKEN_ADDRESSES = (
    "http://[::1/2",
    "http://[",
    "//[x]:y/?page=2",
    "http://\u2100/2",
    "http://m:99999999/2",
    "//",
    "http:///2",
)


@pytest.mark.parametrize("href", BROKEN_ADDRESSES)
@pytest.mark.parametrize(
    "links",
    [
        '<link rel="next" href="{}">',
        '<a rel="next" href="{}">Next</a>',
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="{}">3</a> <a href="{}">Next »</a></div>',
        '<div class="breadcrumb"><a href="{}">Mill</a> &gt; <a href="{}">Wheel</a> &gt; Spoke</div>',
        '<ul class="toc"><li><a href="{}">Mill</a><li><a href="{}#a">Wheel</a></ul>',
    ],
)
def test_navigation_that_leads_to_no_address(href: str, links: str) -> None:
    page = PROSE * 4 + links.replace("{}", href) + PROSE * 4
    for base in ("", "http://[mill", "javascript:0//"):
        assert "stands by the river" in check(f'<base href="{base}">{page}').text
    assert extract(page, href, formats=FORMATS).complete().empty_reason is None


DIGESTS = """
import hashlib, json, sys
sys.path[:0] = {paths!r}
from broken_pages import check, plain, torn_page
for seed in range({count}):
    print(hashlib.sha256(json.dumps(plain(check(torn_page(seed))), sort_keys=True).encode()).hexdigest())
"""


def digests(count: int, **environment: str) -> list[str]:
    here = Path(__file__)
    script = DIGESTS.format(paths=[str(here.parent), str(here.parents[1]), str(ROOT)], count=count)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return run.stdout.split()


@pytest.mark.slow
@pytest.mark.skipif(speedups.state() != speedups.COMPILED, reason=speedups.state())
def test_compiled_and_pure_give_the_same_in_any_process() -> None:
    count = 60
    built = digests(count, PYTHONHASHSEED="1")
    assert len(built) == count
    assert digests(count, PYTHONHASHSEED="2", MAINCONTENT_PURE="1") == built


def test_pages_are_bundled() -> None:
    assert len(PAGES) > 50
    assert len({hashlib.sha256(torn_page(seed)).digest() for seed in range(20)}) == 20
    assert json.dumps(extract(PAGES[0].read_bytes(), URL).as_dict())


# No page makes the extractor open a file or a connection, whatever the method is.

SECRET = "the-secret-of-the-mill"
IN_OPEN = 0x20
"""Linux's number for "a file was opened", in whatever way."""

PAGE = """<?xml version="1.0"?><?xml-stylesheet href="{url}/style.xsl" type="text/xsl"?>
<!DOCTYPE html PUBLIC "-//MILL//DTD//EN" "{url}/mill.dtd" [
<!ENTITY file SYSTEM "{file}"><!ENTITY net SYSTEM "{url}/entity"><!ENTITY % outer SYSTEM "{url}/outer.dtd"> %outer;
<!ENTITY % local SYSTEM "{file}"> %local; ]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xi="http://www.w3.org/2001/XInclude" manifest="{url}/manifest">
<head><title>&file;</title><base href="{url}/"><link rel="stylesheet" href="{url}/a.css"><style>@import "{url}/b.css";</style>
<meta http-equiv="refresh" content="0; url={url}/moved"><link rel="canonical" href="{file}"><script src="{url}/s.js"></script>
<script type="application/ld+json">{{"@context": "{url}/context", "@id": "{file}", "@type": "Article"}}</script>
<meta property="og:image" content="{url}/og.png"></head>
<body background="{url}/back.png"><xi:include href="{file}" parse="text"/><xi:include href="{url}/included"/>
<p>&file; &net; {prose}</p><img src="{url}/a.png" srcset="{url}/b.png 2x" alt="mill" width="900" height="700">
<img src="{file}"><iframe src="{url}/frame"></iframe><iframe srcdoc="&file;"></iframe><object data="{file}"></object>
<embed src="{url}/e"><video src="{url}/v.mp4" poster="{url}/p.png"></video><audio src="{url}/a.mp3"></audio>
<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{url}/svg.png"/><use href="{file}#x"/></svg>
<math><semantics><annotation-xml encoding="text/html" src="{url}/m"/></semantics></math>
<a href="{file}" rel="next">Next</a> <a href="{url}/next" rel="next">Next</a> <p>{prose}</p></body></html>"""
MILL_PROSE = "The mill stands by the river, and its wheel has turned since the spring of that year. " * 6

RUN = """
import json, sys
from scrapy_maincontent import extract
method = sys.argv[2]
page = open(sys.argv[1], "rb").read()
extract(b"<p>Mill", "https://mill.example/", method=method)
opened = []
sys.addaudithook(lambda event, args: opened.append([event, str(args)]) if event in {"open", "socket.connect", "socket.getaddrinfo"} else None)
found = [extract(given, "https://mill.example/", method=method, formats=("text", "markdown", "html")).as_dict() for given in (page, page.decode())]
print(json.dumps([opened, found]))
"""


class Watch:
    """Tells whether a file was opened, by any process and any library (Linux)."""

    def __init__(self, path: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._events = libc.inotify_init1(os.O_NONBLOCK)
        assert libc.inotify_add_watch(self._events, os.fsencode(path), IN_OPEN) >= 0

    def opened(self) -> bool:
        try:
            return bool(os.read(self._events, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._events)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of every file that is opened")
@pytest.mark.parametrize("method", [pytest.param(name, marks=[pytest.mark.slow] * (name != "crf")) for name in METHODS])
def test_no_file_is_opened_and_no_connection_made(method: str, tmp_path: Path) -> None:
    secret, page = tmp_path / "secret.txt", tmp_path / "page.html"
    secret.write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        page.write_text(PAGE.format(url=url, file=secret.as_uri(), prose=MILL_PROSE))
        watch = Watch(secret)
        run = subprocess.run([sys.executable, "-c", RUN, page, method], capture_output=True, text=True, check=True)
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert not watch.opened()
        secret.read_text()
        assert watch.opened(), "the watch itself works"
        watch.close()
    opened, results = json.loads(run.stdout)
    assert [event for event in opened if str(tmp_path) in event[1] or event[0] != "open"] == []
    for result in results:
        assert SECRET not in json.dumps(result)
        assert "stands by the river" in result["text"]
