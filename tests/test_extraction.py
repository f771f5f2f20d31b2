from __future__ import annotations

import json
import pickle
import re
import socket
import subprocess
import sys
import zlib
from datetime import UTC, datetime

import pytest
from growth import UNHURRIED
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

import scrapy_maincontent
from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.head import MAX_JOINED
from scrapy_maincontent.page.limits import Deadline, Limits, OutOfTime
from scrapy_maincontent.result import EmptyReason, Extraction

PARAGRAPH = (
    "On the island the lamp of the lighthouse was lit again last night, for the first time in eleven years. "
    "The keeper's daughter turned the key, and some forty people who had come across on the evening boat applauded. "
)
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>The lamp is lit | Island Post</title></head><body>
<nav class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news">News</a> &gt; The lamp is lit</nav>
<h1>The lamp is lit</h1><article>{f"<p>{PARAGRAPH}</p>" * 5}</article>
<footer><a href="/privacy">Privacy</a> <a href="/contact">Contact</a></footer></body></html>"""
URL = "https://island.example/news/lamp"

GIGABYTES = 1.5


def test_the_result_of_an_article():
    result = extract(PAGE.encode(), URL)
    assert result.title == "The lamp is lit"
    assert result.text.count("lighthouse") == 5
    assert "Privacy" not in result.text
    assert result.empty_reason is None
    assert (result.encoding, result.url, result.truncated) == ("utf-8", URL, False)
    assert result.method == "crf"
    assert [crumb["name"] for crumb in result.breadcrumbs] == ["Home", "News", "The lamp is lit"]
    assert result.breadcrumbs[1]["url"] == "https://island.example/news"
    assert result.elapsed > 0


def test_offsets_point_into_the_text():
    result = extract(PAGE, URL)
    found = [block for block in result.text_blocks if block.start is not None]
    assert found
    for block in found:
        assert result.text[block.start : block.end] == block.text


def test_bytes_text_and_selector_agree():
    from_bytes = extract(PAGE.encode(), URL)
    from_text = extract(PAGE, URL)
    from_selector = extract(Selector(PAGE), URL)
    assert from_bytes.text == from_text.text == from_selector.text
    assert from_bytes.text_blocks == from_text.text_blocks
    assert (from_bytes.encoding, from_text.encoding) == ("utf-8", None)


def test_a_selector_is_left_as_it_is_and_a_part_of_it_will_do():
    selector = Selector(PAGE)
    before = selector.get()
    part = extract(selector.css("article")[0], URL)
    assert selector.get() == before
    assert part.text.count("lighthouse") == 5
    block = part.text_blocks[0]
    assert selector.xpath(block.xpath).xpath("string()").get().strip().startswith("On the island")


def test_formats_do_not_change_the_selection():
    plain = extract(PAGE, URL)
    rich = extract(PAGE, URL, formats=("markdown", "html"))
    assert rich.text == plain.text
    assert (plain.markdown, plain.html) == (None, None)
    assert rich.markdown.count("lighthouse") == rich.html.count("lighthouse") == 5


def test_the_result_is_plain():
    result = extract(PAGE, URL)
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert copy.text_blocks == result.text_blocks
    assert json.loads(json.dumps(result.as_dict())) == result.as_dict()
    assert len(pickle.dumps(result)) < 20 * len(PAGE)


def test_the_same_page_gives_the_same_result_in_another_process():
    script = f"from scrapy_maincontent import extract; print(extract({PAGE!r}, {URL!r}).as_dict() | {{'elapsed': 0}})"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_elapsed_is_no_part_of_equality():
    assert Extraction(text="a", elapsed=1) == Extraction(text="a", elapsed=2)
    assert Extraction(text="a") != Extraction(text="b")


@pytest.mark.parametrize("method", ["crf", "tree"])
def test_more_recall_takes_more_text_and_never_less(method):
    doubtful = "".join(f"<div><p>{line}</p><p>More about it</p></div>" for line in ("Boats", "Fares", "Hours", "Wind"))
    markup = PAGE.replace("<footer>", f"<div>{doubtful}</div><footer>")
    texts = [extract(markup, URL, method=method, balance=balance).text for balance in (0.1, 0.5, 1, 2, 10)]
    lengths = [len(text) for text in texts]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (((None,), {}), TypeError),
        (((7,), {}), TypeError),
        (((["<p>"],), {}), TypeError),
        (((Selector("<p>x</p>").xpath("//p/text()")[0],), {}), TypeError),
        ((("<p>", b"https://a.example"), {}), TypeError),
        ((("<p>",), {"encoding": 7}), TypeError),
        ((("<p>",), {"fetched": datetime(2024, 5, 6, tzinfo=UTC)}), TypeError),
        ((("<p>",), {"method": "magic"}), ValueError),
        ((("<p>",), {"formats": "markdown"}), TypeError),
        ((("<p>",), {"formats": None}), TypeError),
        ((("<p>",), {"formats": ("pdf",)}), ValueError),
        ((("<p>",), {"model": "/nowhere/model.json"}), ValueError),
        ((("<p>",), {"limits": 7}), TypeError),
        ((("<p>",), {"balance": "recall"}), TypeError),
        ((("<p>",), {"balance": 0}), ValueError),
        ((("<p>",), {"balance": 11}), ValueError),
    ],
)
def test_a_callers_mistake_raises(arguments, error):
    positional, named = arguments
    with pytest.raises(error):
        extract(*positional, **named)


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (b"", "empty"),
        ("", "empty"),
        (b" \n\t ", "empty"),
        (b"<!-- nothing -->", "empty"),
        (b"<html><body><script>app()</script><div id=root></div></body></html>", "no_text"),
        (b"<img src=a.jpg alt=Dawn>", "no_text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + zlib.compress(bytes(range(256)) * 40), "binary"),
        (zlib.compress(PAGE.encode() * 9), "binary"),
        (b"<p><a href=/>Sorry.</a></p>", "no_main_text"),
    ],
)
def test_an_empty_text_has_a_reason(page, reason):
    result = extract(page, URL)
    assert (result.text, result.empty_reason) == ("", reason)


def test_a_page_that_runs_out_of_time_says_so():
    result = extract(PAGE, URL, limits=Limits(seconds=1e-9))
    assert (result.text, result.empty_reason) == ("", "timeout")


@pytest.mark.parametrize("checks", range(30))
def test_what_is_done_is_kept_wherever_time_runs_out_and_the_text_comes_first(checks, monkeypatch):
    asked = []

    class Ending(Deadline):
        def check(self):
            asked.append(1)
            if len(asked) > checks:
                raise OutOfTime

    whole = extract(PAGE, URL, formats=("markdown", "html")).complete()
    monkeypatch.setattr("scrapy_maincontent.extraction.Deadline", Ending)
    monkeypatch.setattr("scrapy_maincontent.result.Deadline", Ending)
    result = extract(PAGE, URL, formats=("markdown", "html")).complete()
    if len(asked) <= checks:
        assert result.as_dict() | {"elapsed": 0} == whole.as_dict() | {"elapsed": 0}
        assert len(asked) >= 15  # it is asked between all stages
    elif result.empty_reason is None:
        assert (result.text, result.truncated) == (whole.text, True)
        assert result.html is None
        ours, without = (other.as_dict() | {"truncated": True, "elapsed": 0} for other in (whole, Extraction()))
        for name in result.as_dict().keys() - {"elapsed", "regions"}:
            assert result.as_dict()[name] in (ours[name], without[name])
    else:
        assert (result.text, result.empty_reason) == ("", "timeout")
        assert result.title == (whole.title if checks >= 2 else None)  # the page was read
        assert checks < 5


@pytest.mark.parametrize("url", [URL, "https://mill.example/" + "a" * 1900])
def test_a_long_base_does_not_multiply_a_page(url):
    links = "".join(f'<li><a href="x{number}">Mill {number}</a>' for number in range(40_000))
    page = f'<base href="https://mill.example/{"b" * 450}/"><ul>{links}</ul>'
    result = extract(page, url, formats=("markdown", "html"), limits=UNHURRIED)
    assert "Mill 39999" in result.text
    assert len(result.markdown) < MAX_JOINED + len(page)
    assert len(result.html) < MAX_JOINED + 2 * len(page)


def test_a_truncated_page_gives_what_it_has():
    result = extract(PAGE.encode()[:900], URL)
    assert "lighthouse" in result.text
    cut = extract(PAGE.encode(), URL, limits=Limits(max_bytes=900))
    assert "lighthouse" in cut.text
    assert cut.truncated


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "no-such-charset", "utf-7", "rot13", "\x00", "hex", "é"])
def test_a_wrong_charset_is_no_error(encoding):
    assert extract(PAGE.encode(), URL, encoding=encoding).text.count("lighthouse") == 5


HOSTILE = {
    "20 MB of text": b"<p>" + b"word " * 4_000_000,
    "20 MB of paragraphs": b"<p>A paragraph of some words. </p>" * 600_000,
    "nested elements": b"<div>" * 1_000_000 + PAGE.encode(),
    "nested and closed": b"<div>" * 300_000 + PAGE.encode() + b"</div>" * 300_000,
    "nested inline": b"<b><i><span>" * 200_000 + b"text",
    "nested lists": b"<ul><li>x" * 300_000,
    "nested tables": b"<table><tr><td>x" * 200_000,
    "attributes": b"<p " + b" ".join(b"a%d=x" % number for number in range(200_000)) + b">" + PARAGRAPH.encode() * 9,
    "links": b'<a href="/x">text</a> ' * 500_000,
    "cells": b"<table>" + (b"<tr>" + b"<td>1</td>" * 1000 + b"</tr>") * 1000 + b"</table>",
    "comments": b"<!--" * 1_000_000,
    "entities": b"<p>" + b"&amp;&lt;&#x41;&nosuch;" * 300_000,
    "entity bomb": b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY b%d "%s">' % (n + 1, b"&b%d;" % n * 10) for n in range(30))
    + b"]><p>&b30;</p>",
    "external entity": b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>' + PAGE.encode(),
    "classes": b"".join(b'<div class="pagination c%d">1 2 next</div>' % n for n in range(120_000)),
    "long class": b'<div class="' + b"nav-" * 1_000_000 + b'">x</div>',
    "headings": b"<h1>Title</h1>" * 200_000,
    "breaks": b"x<br>" * 500_000,
    "images": b"<figure>" + b"<img src=a.jpg>" * 200_000 + b"<figcaption>c</figcaption></figure>",
    "anchors": b'<a href="#a">x</a><p id=a>' * 100_000,
    "NULs": b"\x00" * 1_000_000 + PAGE.encode(),
    "one long title": b"<title>" + b"Title | " * 600_000 + b"</title>" + PAGE.encode(),
}

RUN = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
from scrapy_maincontent import extract
from scrapy_maincontent.page.limits import Limits
page = open(sys.argv[1], "rb").read()
result = extract(page, "https://hostile.example/", formats=("text", "markdown", "html"), limits=Limits(seconds=3600)).complete()
assert result.empty_reason not in ("error", "memory")
assert result.text or result.empty_reason
assert "root:" not in result.text
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_ends_and_is_bounded_in_memory(name, tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(HOSTILE[name])
    script = RUN.format(bytes=int(GIGABYTES * 2**30))
    run = subprocess.run([sys.executable, "-c", script, page], capture_output=True, text=True, timeout=600, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_nothing_is_fetched(monkeypatch):
    def refuse(*arguments, **named):
        raise AssertionError("network")

    monkeypatch.setattr(socket, "socket", refuse)
    page = b'<!DOCTYPE html SYSTEM "http://a.example/x.dtd"><?xml-stylesheet href="http://a.example/y"?><link href="http://a.example/z">'
    assert extract(page + PAGE.encode(), URL).complete().text.count("lighthouse") == 5


@given(st.one_of(st.binary(max_size=2000), st.text(max_size=2000)))
def test_any_input_gives_a_result(page):
    result = extract(page, URL, formats=("text", "markdown", "html"))
    assert (result.text == "") == (result.empty_reason is not None)
    assert json.dumps(result.as_dict())


TAGS = [
    "div",
    "p",
    "a href=?page=2",
    "li",
    "ul",
    "table",
    "td",
    "h1",
    "br",
    "pre",
    "article",
    "nav class=pager",
    "b",
    "img src=x",
]


@given(
    st.lists(st.one_of(st.sampled_from([f"<{tag}>" for tag in TAGS] + ["</div>", "</p>", "</a>"]), st.text(max_size=9)))
)
def test_any_markup_gives_a_result(parts):
    result = extract("".join(parts) + f"<p>{PARAGRAPH}</p>" * 3, URL, formats=("text", "markdown", "html"))
    for block in result.text_blocks:
        if block.start is not None:
            assert result.text[block.start : block.end] == block.text


def test_importing_the_package_imports_no_scrapy():
    script = "import sys, scrapy_maincontent; print([name for name in sys.modules if name in ('scrapy', 'twisted')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_public_names_exist():
    for name in scrapy_maincontent.__all__:
        assert getattr(scrapy_maincontent, name)


def test_a_page_loads_nothing_heavy():
    heavy = {"lightgbm", "matplotlib", "scipy", "scrapy", "sklearn", "tqdm", "twisted"}
    script = f"""
import sys
from scrapy_maincontent import extract
extract("<p>x")
print(sorted({heavy!r} & set(sys.modules)))
print([name for name in sys.modules if name.startswith(("scrapy_maincontent.lab.training", "scrapy_maincontent.lab.evaluation"))])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["[]", "[]"]


def test_a_warm_process_has_loaded_what_pages_need():
    script = """
import json
from scrapy_maincontent.facts import page_type, quality
from scrapy_maincontent.extraction import warm
from scrapy_maincontent.methods import load_model
print(json.dumps(warm()), *(read.cache_info().currsize for read in (page_type.packaged, quality.packaged, load_model)), sep="|")
"""
    run = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == f"{json.dumps(speedups.fallbacks())}|1|1|1"


def test_a_page_after_warming_compiles_no_patterns():
    script = """
import re
from scrapy_maincontent.extraction import extract, warm
warm()
compiled, compile = [], re.compile
re.compile = lambda pattern, flags=0: compiled.append(pattern) or compile(pattern, flags)
text = "<p>The council agreed on Monday that the old bridge is to be closed for two years.</p>" * 8
extract(f"<html lang=en><meta name=author content='Kim Orr'><h1>A bridge</h1><p>By Kim Orr, 3 May 2024</p>{text}").as_dict()
print(len(compiled), compiled)
"""
    run = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "0 []"


HOSTILE_ADDRESSES = """<html><head><title>The mill</title>{image}<link rel="next" href="ftp://mill.example/2">
<link rel="canonical" href="javascript:alert(1)"></head><body>
<ol class="breadcrumb"><li><a href="JavaScript:home()">Home</a></li><li><a href="gopher://mill.example/">News</a></li>
<li><a href="/mill">The mill</a></li></ol><article><h1>The mill</h1>{story}{pictures}</article>
<div class="pager"><a href="gopher://mill.example/2">2</a> <a href="ftp://mill.example/3">Next page</a></div>
<footer><a href="mailto:us@mill.example">Contact</a> <a href="vbscript:x">Imprint</a> <a href="/privacy">Privacy</a>
</footer></body></html>"""
STORY = "<p>The mill stood idle for forty years before the village bought it and cleared its pond of reeds.</p>" * 5
PICTURES = """<img src="java\tscript:alert(1)" width="600" height="400" alt="The mill in the snow"><video src="ftp://m/v.mp4">
</video><img src="vbscript:x" width="700" height="500"><iframe src="file:///etc/hosts"></iframe>
<img src="/wheel.jpg" width="600" height="400">"""


def strings(value):
    """Yield all strings of plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize("pictures", ["", PICTURES], ids=["in the head", "in the text"])
def test_no_address_leaves_that_is_none_of_the_web(pictures):
    image = "" if pictures else '<meta property="og:image" content="file:///etc/passwd">'
    result = extract(
        HOSTILE_ADDRESSES.format(image=image, story=STORY, pictures=pictures),
        "https://mill.example/mill",
        formats=("markdown", "html"),
    )
    schemes = re.compile(r"(?i)\b(?:file|ftp|gopher|javascript|vbscript|data|java\sscript):")
    assert [text for text in strings(result.as_dict()) if schemes.search(text)] == []
    links = [url for region in result.regions for _, url in region.links]
    assert "https://mill.example/privacy" in links
    assert all(url.startswith("https://") for url in links)
    assert [medium["url"] for medium in result.media] == (["https://mill.example/wheel.jpg"] if pictures else [])


def test_a_page_that_was_cut_says_so_even_where_its_seconds_end() -> None:
    page = b"<p>The mill stood idle for forty years before the village bought it.</p>" * 20
    for most, cut in ((200, True), (len(page), False)):
        result = extract(page, limits=Limits(max_bytes=most, seconds=1e-9))
        assert result.empty_reason == EmptyReason.TIMEOUT
        assert result.truncated is cut
