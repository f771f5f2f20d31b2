from __future__ import annotations

import builtins

import pytest

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.advertisements import (
    MAX_SELECTOR,
    AdList,
    AdListError,
    load_list,
    selected,
    without_advertisements,
)
from scrapy_maincontent.methods import Labels
from scrapy_maincontent.page import Label

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "
PAGE = f"""<title>The mill</title><body><h1>The mill</h1><p>{SENTENCE * 3}</p><p>{SENTENCE * 3}</p>
<div class="advert"><p>Flour, now for half the price, in every shop of the county, from Monday on.</p><img src="/flour.jpg"></div>
<p>{SENTENCE * 2}<a href="https://flour.example/">Flour</a> is ground again.</p>
<p><a href="https://flour.example/shop">Order flour by the sack, delivered on the same day, wherever you live</a></p></body>"""


@pytest.fixture
def rules(tmp_path):
    pytest.importorskip("adblock", reason="lists of advertisements need the extra ads")

    def write(*lines: str) -> str:
        path = tmp_path / "list.txt"
        path.write_text("\n".join(lines), "utf-8")
        load_list.cache_clear()
        return str(path)

    return write


def tags(rule: str, url: str | None = "https://mill.example/") -> list[str]:
    page = read_page(PAGE, url)
    return [page.tags[element] for element in sorted(AdList(rule).elements(page))]


def test_addresses_are_blocked(rules):
    assert tags("||flour.example^") == ["a", "a"]
    assert tags("||flour.example/shop") == ["a"]
    assert tags("/flour.jpg$image") == ["img"]
    assert tags("/flour.jpg$script") == []


def test_elements_are_hidden(rules):
    assert tags("##.advert") == ["div"]
    assert tags('##div[class^="adv"]') == ["div"]


def test_rules_hold_for_their_sites_alone(rules):
    assert tags("mill.example##.advert") == ["div"]
    assert tags("bakery.example##.advert") == []
    assert tags("mill.example##.advert", None) == []
    assert tags("##.advert\nmill.example#@#.advert") == []
    assert tags("||flour.example^\n@@||flour.example^$domain=mill.example") == []


@pytest.mark.parametrize("method", ["crf", "tree"])
def test_advertisements_are_no_main_content_whatever_the_method(rules, method):
    plain = extract(PAGE, "https://mill.example/", method=method)
    assert "half the price" in plain.text
    clean = extract(PAGE, "https://mill.example/", method=method, ad_list=rules("##.advert", "||flour.example/shop"))
    assert "half the price" not in clean.text
    assert "by the sack" not in clean.text
    assert "Flour is ground again." in clean.text
    (block,) = [block for block in clean.text_blocks if "half the price" in block.text]
    assert block.reason.startswith("advertisement; ")


def test_pictures_of_advertisements_are_no_media(rules):
    plain = extract(PAGE, "https://mill.example/")
    assert [medium["url"] for medium in plain.media] == ["https://mill.example/flour.jpg"]
    assert extract(PAGE, "https://mill.example/", ad_list=rules("##.advert")).media == ()


def test_neighbouring_and_nested_advertisements_are_hidden(rules):
    ad = '<div class="advert"><b class="advert">Buy</b> <img src="/flour.jpg"></div>'
    page = read_page(f"<body>{ad}{ad}<p>The mill <b class=advert>Buy</b></p></body>")
    labels = without_advertisements(page, Labels([Label.MAIN] * 3, [1.0] * 3, [""] * 3), AdList("##.advert"))
    assert [page.tags[element] for element in sorted(page.hiding)] == ["div", "div", "b"]
    assert labels.labels == [Label.OTHER, Label.OTHER, Label.MAIN]
    assert without_advertisements(page, labels, AdList("##.other")) == labels


def test_a_page_of_nothing_but_advertisements_is_empty(rules):
    result = extract(PAGE, ad_list=rules("##body"))
    assert (result.text, result.empty_reason) == ("", "no_main_text")


def test_the_packaged_list_knows_the_usual_names(rules):
    page = read_page(
        '<body><ins class="adsbygoogle">Buy</ins><div id="div-gpt-ad-7">Buy</div><p class="added">Mill</p>'
    )
    assert [page.tags[element] for element in sorted(load_list("default").elements(page))] == ["ins", "div"]


def test_a_list_that_is_missing_is_refused(tmp_path):
    with pytest.raises(AdListError, match="nowhere"):
        extract(PAGE, ad_list=str(tmp_path / "nowhere.txt"))


def test_without_the_library_the_message_names_the_extra(monkeypatch):
    wanted = builtins.__import__

    def missing(name, *arguments, **more):
        if name == "adblock":
            raise ModuleNotFoundError("No module named 'adblock'")
        return wanted(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(AdListError, match=r"pip install .\.\[ads\]"):
        AdList("##.advert")


pytest.importorskip("cssselect", reason="selectors need the extra ads")

SELECTED_PAGE = """<body><div id="top" class="ad wide"><p class="text">One</p><p lang="de-AT">Two</p></div>
<section><div class="box"><a href="https://ads.example/x.gif">Three</a></div></section><iframe src="/ads/1"></iframe></body>"""


def names(selector: str) -> list[str]:
    page = read_page(SELECTED_PAGE)
    return [page.tags[element] for element in sorted(selected(page, [selector]))]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (".ad", ["div"]),
        ("#top", ["div"]),
        ("P", ["p", "p"]),
        ("div.box", ["div"]),
        ('[class="ad wide"]', ["div"]),
        ('[class^="ad"]', ["div"]),
        ('a[href$=".gif"]', ["a"]),
        ('[href*="ads.example"]', ["a"]),
        ('[lang|="de"]', ["p"]),
        ("[src]", ["iframe"]),
        ("section a", ["a"]),
        ("section > a", []),
        (".box > a", ["a"]),
        ("html > body", ["body"]),
        ("iframe > html", []),
        ("p:not(.text)", ["p"]),
        (".ad, .box", ["div", "div"]),
        ('[class^=""]', []),
    ],
)
def test_elements_are_selected(selector, expected):
    assert names(selector) == expected


@pytest.mark.parametrize(
    "selector",
    ["div:has(p)", "p + p", "p ~ p", "p:nth-child(2)", "p::before", "div >", "", f"#{'x' * MAX_SELECTOR}", "p:hover"],
)
def test_what_is_not_understood_selects_nothing(selector):
    assert names(selector) == []


@pytest.mark.parametrize(("length", "expected"), [(500, ["p"]), (501, [])])
def test_a_selector_has_500_characters_at_most(length, expected):
    name = "x" * (length - 1)
    page = read_page(f"<body><p id={name}>One</p></body>")
    assert [page.tags[element] for element in selected(page, [f"#{name}"])] == expected
