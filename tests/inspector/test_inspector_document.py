"""The inspector's file by itself: what it holds, and what can't get into it."""

from __future__ import annotations

import re
import sys
from base64 import b64encode
from hashlib import sha256

import pytest
from inspector_pages import ARTICLE, HOSTILE, URL, data_of

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.inspector import inspect_html
from scrapy_maincontent.methods import METHODS


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
