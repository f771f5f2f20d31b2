from __future__ import annotations

import math

import pytest

from scrapy_maincontent import navigation
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.page_type import page_type_feature_names, page_type_features


def figures(html, url=None):
    page = read_page(html, url)
    row = page_type_features(page, navigation.detect(page))
    return dict(zip(page_type_feature_names(), row.tolist(), strict=True))


def at(url):
    found = figures("<p>x</p>", url)
    return {name: value for name, value in found.items() if name.startswith(("host_", "path_", "url_")) and value}


def test_an_address_by_its_words_and_its_form():
    found = at("https://docs.light.example/2027/03/turn-the-lamp.html?a=1&b=2")
    assert found.pop("host_address_manual") == 1
    assert (found["url_depth"], found["url_words"], found["url_query"]) == (3, 4, 3)
    assert {name for name, value in found.items() if value == 1} >= {"url_file", "url_dated", "url_numbered"}
    assert "url_root" not in found


def test_the_home_page():
    assert at("https://light.example/") == {"url_root": 1, "url_folder": 1}


def test_the_folder_nearest_to_the_page_counts_for_itself():
    found = at("https://light.example/shop/p/storm-lantern")
    assert (found["path_address_collection"], found["path_address_product"]) == (1, 1)
    assert found["url_in_address_product"] == 1
    assert "url_in_address_collection" not in found


def test_class_names_and_ids_count_elements():
    found = figures('<div class="post-reply big">a</div><div class="reply">b</div><div id="thread">c</div><p>d</p>')
    assert found["classes_replies"] == pytest.approx(math.log(1 + 3))
    assert found["classes_post"] == pytest.approx(math.log(1 + 1))
    assert found["classes_price"] == 0


def test_class_names_of_the_whole_page_stand_apart():
    found = figures('<html class="no-js"><body class="single-post" id="home"><p class="archive">x</p></body></html>')
    assert (found["body_single"], found["body_home"], found["body_archive"]) == (2, 1, 0)


def test_short_lines_whole_and_in_any_language():
    found = figures("<p>Add to cart</p><p>カートに入れる</p><p>You may add to cart what you like</p>")
    assert found["lines_cart"] == pytest.approx(math.log(1 + 2))


def test_what_the_head_says():
    head = """<meta name="generator" content="Discourse 3.2"><meta property="og:type" content=" Article ">
    <meta property="article:published_time" content="2027-03-01">"""
    found = figures(f"<head>{head}</head><p>x</p>")
    assert (found["generators_forum"], found["kinds_article"], found["metas_article"]) == (1, 1, 1)


def test_amounts_of_text_weigh_scripts_alike():
    found = figures(f"<p>{'灯台守は朝と夕に階段を上る。' * 3}</p><p>short</p><a href='/'>link</a><img src='a.png'>")
    assert found["text_prose"] == pytest.approx(math.log(1 + 1))
    assert (found["text_blocks"], found["links"], found["objects"]) == pytest.approx(
        (math.log(1 + 3), math.log(1 + 1), math.log(1 + 1))
    )
    assert 0 < found["linked"] < 0.1


def test_regions_by_their_kinds():
    trail = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/n/">News</a></li><li>Mill</li></ol>'
    assert figures(f"{trail}<p>x</p>", "https://light.example/n/mill")["region_breadcrumb"] == 1
