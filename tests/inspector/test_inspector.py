"""The command ``inspect``: which files it writes, and what it refuses."""

from __future__ import annotations

import gzip
import io
import re
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from inspector_pages import ARTICLE, HOSTILE, URL, data_of

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.cli import main
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.inspector import BEGIN, CLOSE, END, OBJECT, SAME, SPANS, Drawing, draw, inspect_html
from scrapy_maincontent.methods import METHODS

sys.path.append(str(Path(__file__).parents[1] / "speedups"))

from hostile import MARKUP


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "heron.html"
    path.write_text(ARTICLE, "utf-8")
    return path


def test_one_page_becomes_the_file_named(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "shown.html"
    call = [
        "inspect",
        str(page),
        "-o",
        str(out),
        "--url",
        URL,
        "--method",
        "tree",
        "--model",
        "uda",
        "--against",
        "crf",
    ]
    assert main(call) == 0
    assert capsys.readouterr().out == f"{out}\n"
    data = data_of(out.read_text("utf-8"))
    assert data["url"] == URL
    assert [view["model"] for view in data["views"]] == ["uda-2", "crf-5"]


def test_several_pages_become_files_in_a_folder(page: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "heron.html").write_text(ARTICLE.replace("heron", "crane"), "utf-8")
    (other / "packed.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    out = tmp_path / "out"
    assert main(["inspect", str(page), *map(str, sorted(other.iterdir())), "-o", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["heron-2.html", "heron.html", "packed.html"]
    assert "The crane count" in (out / "heron-2.html").read_text("utf-8")
    assert "The heron count" in (out / "packed.html").read_text("utf-8")


def test_one_page_goes_into_a_folder_that_is_there(page: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert main(["inspect", str(page), "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "heron.html").is_file()


def test_standard_input_is_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ARTICLE.encode())))
    assert main(["inspect", "-", "-o", str(tmp_path / "shown.html")]) == 0
    assert "The heron count" in (tmp_path / "shown.html").read_text("utf-8")


def test_a_page_is_not_overwritten(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(page), "-o", str(page)]) == 1
    assert "would be overwritten" in capsys.readouterr().err
    assert main(["inspect", str(page), "-o", str(tmp_path)]) == 1
    assert page.read_text("utf-8") == ARTICLE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--model", "missing.npz"], "missing.npz"), (["--method", "crf", "--model", "uda"], "uda")],
    ids=["no file", "another method"],
)
def test_what_can_not_be_used_is_refused(
    page: Path, tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(page), "-o", str(tmp_path / "shown.html"), *arguments]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "shown.html").exists()


def test_a_page_that_is_not_there_ends_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(tmp_path / "none.html"), "-o", str(tmp_path / "shown.html")]) == 1
    assert "none.html" in capsys.readouterr().err


# The inspector's file by itself: what it holds, and what can't get into it.


def test_the_policy_allows_the_own_script_and_style_alone() -> None:
    document = inspect_html(HOSTILE)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', document)
    (script,) = re.findall(r"<script>(.*?)</script>", document, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", document, re.DOTALL)
    digests = [b64encode(sha256(text.encode()).digest()).decode() for text in (script, style)]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_no_markup_of_the_page_gets_into_the_file() -> None:
    document = inspect_html(HOSTILE, "https://evil.example/")
    assert len(re.findall(r"<script[\s>]", document)) == 2
    assert document.count("</script>") == 2
    assert "<img" not in document
    outside = re.sub(r'<script type="application/json".*?</script>', "", document, flags=re.DOTALL)
    assert "evil" not in outside


def test_blocks_are_those_before_and_after_reblocking() -> None:
    data = data_of(inspect_html(ARTICLE, URL))
    page = read_page(ARTICLE, URL)
    assert page is not None
    findings = Findings(page, extract(ARTICLE, URL).regions)
    assert data["before"] == [block.texts[0] for block in findings.segments]
    assert data["after"] == [block.texts[0] for block in findings.blocks]
    told = [[block, label, rule] for block, found in enumerate(data["evidence"]) for label, rule in found]
    assert sorted(told) == sorted([block, str(label), rule] for block, label, rule in findings.evidence)


def test_rules_come_with_their_words() -> None:
    data = data_of(inspect_html(ARTICLE, URL))
    named = {rule for found in data["evidence"] for _, rule in found} | {region["rule"] for region in data["regions"]}
    assert named
    assert all(data["rules"][rule] for rule in named)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_be_inspected(method: str) -> None:
    data = data_of(inspect_html(ARTICLE, URL, method=method))
    result = extract(ARTICLE, URL, method=method)
    (view,) = data["views"]
    assert (view["asked"], view["method"], view["model"]) == (method, result.method, result.model)
    assert [view["wordings"][number] for number in view["reasons"]] == [block.reason for block in result.text_blocks]
    assert view["labels"] == "".join("1" if block.label == "main" else "0" for block in result.text_blocks)
    assert [start for start in view["starts"] if start >= 0] == [
        block.start for block in result.text_blocks if block.start is not None
    ]


def test_a_page_without_an_answer_is_shown_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["scrapy_maincontent.methods.crf"], "label", None)
    (view,) = data_of(inspect_html(ARTICLE, URL))["views"]
    assert view["empty"] == "error"
    assert set(view["labels"]) == {"0"}
    assert view["wordings"] == ["no answer: error"]


def test_a_mistaken_call_is_an_error() -> None:
    with pytest.raises(ValueError, match="method is 'best'"):
        inspect_html(ARTICLE, against="best")


def texts_of(drawing: Drawing) -> list[str]:
    """Return the text of each block that is drawn."""
    texts: list[str] = []
    inside = False
    for step in drawing.steps:
        if step == BEGIN:
            assert not inside
            inside = True
            texts.append("")
        elif step == END:
            assert inside
            inside = False
        elif isinstance(step, str) and inside:
            texts[-1] += step
    assert not inside
    return ["".join(text.split()) for text in texts]


@given(MARKUP)
def test_every_text_block_is_drawn_once(markup: str) -> None:
    page = read_page(markup)
    if page is None:
        return
    drawing = draw(page)
    assert texts_of(drawing) == ["".join(text.split()) for text in page.texts]
    assert len(drawing.places) == drawing.steps.count(CLOSE)
    assert {drawn for _, drawn, _ in drawing.names} <= SAME | {OBJECT, "div", "span"}


def test_nothing_is_drawn_by_a_name_that_the_page_chose() -> None:
    page = read_page(HOSTILE)
    assert page is not None
    assert "x-evil" in page.tags
    assert {"script", "iframe", "style"}.isdisjoint(SAME)
    assert {drawn for _, drawn, _ in draw(page).names} <= SAME | {OBJECT, "div", "span"}


def test_cells_keep_their_spans_alone() -> None:
    page = read_page(ARTICLE)
    assert page is not None
    steps = draw(page).steps
    at = steps.index(SPANS)
    assert steps[at : at + 3] == [SPANS, 2, 1]


def test_what_shows_nothing_is_left_out() -> None:
    page = read_page("<div><p></p><div><span></span></div><p>Text</p><div><img alt='A heron'></div></div>")
    assert page is not None
    drawn = draw(page)
    assert [page.tags[element] for element in drawn.places] == ["html", "body", "div", "p", "div", "img"]


def test_a_large_page_is_drawn_in_part():
    few, many = (len(inspect_html("<p>The ferry <b>is</b> late.</p>" * count)) for count in (20_000, 40_000))
    assert many < 1.3 * few


def test_authors_and_days_are_shown_with_their_sources() -> None:
    head = (
        '<meta name="author" content="Mara Okafor"><meta property="article:published_time" content="2026-11-20"></head>'
    )
    said = data_of(inspect_html(ARTICLE.replace("</head>", head, 1), URL))["said"]
    assert said[0].startswith("by Mara Okafor (")
    assert "published 2026-11-20 (meta)" in said
    assert data_of(inspect_html("<p>Herons.</p>", URL))["said"] == []
