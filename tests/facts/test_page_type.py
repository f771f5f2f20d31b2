from __future__ import annotations

import copy
import json
import math
from pathlib import Path

import numpy as np
import pytest
from growth import UNHURRIED

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts import page_type as page_types
from scrapy_maincontent.facts.page_type import (
    Classifier,
    load,
    packaged,
    page_type,
    page_type_feature_names,
    page_type_features,
    softmax,
    use_page_types,
)

SITE = Path(__file__).parents[2] / "example_project" / "site"
MODEL = Path(__file__).parents[2] / "scrapy_maincontent" / "models" / "page_type.json"
PROSE = (
    "The keeper climbs the stairs twice a day, once to light the lamp and once to put it out, and in between he mends "
    "what the wind has broken. Nobody has asked him to write down the names of the ships, and yet he does."
)
MENU = '<nav><a href="/">Home</a> <a href="/about">About us</a> <a href="/contact">Contact</a></nav>'

THREAD = f"""<body class="forum topic"><h1>Lamp does not turn</h1>
{"".join(f'<div class="post reply"><div class="user member avatar">keeper{n}</div><a>#{n}</a><p>{PROSE}</p><a>Reply</a> <a>Quote</a></div>' for n in range(1, 9))}
<form><textarea></textarea><button>Reply</button></form></body>"""
PRODUCT = f"""<head><meta property="og:type" content="product"><meta property="product:price:amount" content="12"></head>
<body class="product">{MENU}<h1>Storm lantern</h1><div class="product-price price">$ 12</div><div class="sku">L-1</div>
<form class="cart"><label>Quantity</label><button>Add to cart</button></form><p>{PROSE}</p>
<h2>Specifications</h2><table><tr><th>Weight</th><td>2 kg</td></tr></table><h2>Customer reviews</h2><div class="rating stars">5</div></body>"""
MANUAL = f"""<head><meta name="generator" content="Sphinx 7"></head><body class="docs">{MENU}<h1>lamp.turn()</h1><p>{PROSE}</p>
<div class="admonition note"><p>Note</p><p>Turn it slowly.</p></div><h2>Parameters</h2><div class="highlight"><pre><code>turn(lamp, speed=3)</code></pre></div>
<h2>See also</h2><a class="reference internal" href="light.html">light</a><a class="headerlink" href="#a">#</a></body>"""
ARTICLE = f"""<head><meta property="og:type" content="article"><meta property="article:published_time" content="2027-01-03">
<meta name="author" content="Ada"></head><body class="post single">{MENU}<h1>The last keeper</h1><p class="byline author">By Ada</p>
{f"<p>{PROSE}</p>" * 12}<h2>Conclusion</h2><p>{PROSE}</p><p>Share this article</p></body>"""
GOODS = "".join(
    f'<li class="product item"><a href="/p/{n}">Lantern {n}</a><span class="price">$ {n}</span><a>Add to cart</a></li>'
    for n in range(30)
)
COLLECTION = f"""<head><meta property="og:type" content="product.group"></head><body class="collection">{MENU}<h1>Lanterns</h1>
<div class="filters facets">Filter</div><div class="sort">Sort by</div><ul class="products">{GOODS}</ul></body>"""
OFFER = f"""<head><meta property="og:type" content="website"></head><body>{MENU}<div class="hero"><h1>Lighthouse repair</h1><a class="cta">Get a quote</a></div>
<h2>Our services</h2>{"".join(f'<div class="service feature"><h3>Stairs {n}</h3><p>We mend stairs, lamps and railings.</p><a>Learn more</a></div>' for n in range(8))}
<h2>Testimonials</h2><div class="testimonial">Quick and tidy.</div><h2>FAQ</h2><p>Contact us</p></body>"""
TEASERS = "".join(
    f'<div class="teaser card"><h2><a href="/{n}">Ship {n} seen from the gallery</a></h2><p>It passed at dusk.</p><a>Read more</a></div>'
    for n in range(25)
)
LISTING = f'<body class="archive category">{MENU}<h1>News from the coast</h1>{TEASERS}<a rel="next" href="/page/2">Older posts</a></body>'

PAGES = {
    "forum": (THREAD, "https://forum.light.example/threads/lamp-does-not-turn.118/"),
    "product": (PRODUCT, "https://light.example/products/storm-lantern"),
    "documentation": (MANUAL, "https://docs.light.example/en/latest/reference/turn.html"),
    "article": (ARTICLE, "https://light.example/blog/2027/01/the-last-keeper-of-the-coast/"),
    "collection": (COLLECTION, "https://light.example/collections/lanterns"),
    "service": (OFFER, "https://light.example/services/repair/"),
    "listing": (LISTING, "https://light.example/category/news/"),
}


POST = "<div class=post><div class=poster><a href='/u/{n}'>{n}</a></div><div>{n} November 2026</div><div>{text}</div></div>"
ANSWERS = {
    "en": (
        "What can I do about the wheel of my mill, which stops at low water?",
        "Look at the sluice first, ours was full of weed.",
    ),
    "de": (
        "Mein Mühlrad steht bei Niedrigwasser still, was kann ich tun?",
        "Schau nach dem Siel, unseres war voller Tang.",
    ),
    "ja": (
        "潮の水車が干潮で止まってしまいます。どうすればよいでしょうか。",
        "まず水門を見てください。うちのは春に海藻で詰まっていました。",
    ),
}


@pytest.mark.parametrize("language", ANSWERS)
@pytest.mark.parametrize("query", ["topic=5.0", "mod=view&tid=5", "TID=5"])
def test_a_query_may_name_a_thread(language, query):
    posts = "".join(POST.format(n=n, text=text) for n, text in enumerate(ANSWERS[language] * 2))
    page = f"<html lang={language}><title>The wheel stops</title><div><a href=/>Board</a></div><h2>The wheel stops</h2><div>{posts}</div></html>"

    def forum(query):
        result = extract(page, f"https://board.example/index.php?{query}")
        return (result.page_type == "forum") * result.page_type_confidence

    assert forum(query) > max(0.4, forum(query.replace("topic", "id").replace("tid", "id").replace("TID", "id")))


@pytest.mark.parametrize("name", PAGES)
def test_a_plain_page_of_each_type(name):
    html, url = PAGES[name]
    result = extract(html, url)
    assert result.page_type == name
    assert 0.5 < result.page_type_confidence <= 1


@pytest.mark.parametrize("name", ["forum", "product", "documentation", "article", "collection"])
def test_a_plain_page_is_known_without_its_address(name):
    result = extract(PAGES[name][0])
    assert result.page_type == name
    assert result.page_type_confidence == extract(PAGES[name][0], "").page_type_confidence


def test_the_address_may_stand_in_the_head():
    html, url = PAGES["listing"]
    canonical = f'<head><link rel="canonical" href="{url}"></head>{html}'
    assert extract(canonical).page_type_confidence == extract(canonical, url).page_type_confidence
    assert extract(html).page_type_confidence != extract(html, url).page_type_confidence


BUNDLED = {
    "article": ["blog/20*/*/*/index.html", "magazine/[c-z]*/index.html", "magazine/??/*/index.html", "shimpo/articles/*.html"],
    "documentation": ["docs/*.html"],
    "forum": ["forum/viewtopic*.html"],
    "product": ["shop/p/*.html"],
    "listing": ["blog/page/*/index.html", "blog/category/*/index.html", "courier/local/page/*/index.html"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path"),
    [
        (name, path.relative_to(SITE).as_posix())
        for name, patterns in BUNDLED.items()
        for pattern in patterns
        for path in sorted(SITE.glob(pattern))
    ],
)
def test_pages_of_the_bundled_site(name, path):
    url = f"https://ring.example/{path}".removesuffix("index.html").removesuffix(".html").replace("@", "?")
    assert extract((SITE / path).read_bytes(), url).page_type == name


@pytest.mark.parametrize("html", ["", "<body><img src=a.png></body>", b"\x00\x01" * 50])
def test_a_page_without_text_has_no_type(html):
    result = extract(html, PAGES["article"][1])
    assert (result.page_type, result.page_type_confidence) == (None, None)


@pytest.mark.parametrize("url", ["http://[", "//", "https://light.example:x/", "a" * 100_000, "\x00"])
def test_a_strange_address_is_no_error(url):
    result = extract(ARTICLE, url)
    assert result.empty_reason is None
    assert result.page_type in packaged().types


def test_a_page_is_left_as_it_is():
    page = read_page(*PAGES["collection"])
    before = copy.deepcopy(page)
    page_type(page)
    assert page == before


@pytest.mark.parametrize("method", ["lines of many classes", "class of many names"])
def test_many_class_names_cost_little(method):
    html = "".join(f'<p class="nav-{n} price{n}">x</p>' for n in range(30_000))
    if method == "class of many names":
        html = f'<p class="{"price-a " * 500_000}">x</p>'
    assert extract(html, limits=UNHURRIED).page_type in packaged().types


def test_the_packaged_model_is_small_and_read_once():
    assert MODEL.stat().st_size < 60_000
    assert packaged() is packaged()
    assert set(packaged().types) == set(PAGES)


def changed(tmp_path, change):
    file = tmp_path / "model.json"
    file.write_text(json.dumps(json.loads(MODEL.read_text("utf-8")) | change), "utf-8")
    return file


def test_another_model_takes_the_packaged_ones_place(tmp_path):
    types = [f"kind {number}" for number in range(7)]
    model = load(changed(tmp_path, {"types": types}))
    html, url = PAGES["article"]
    expected = types[packaged().types.index("article")]
    with use_page_types(model):
        assert page_type(read_page(html, url)).name == expected
        assert extract(html, url).page_type == expected
    with pytest.raises(ZeroDivisionError), use_page_types(model):
        1 / 0  # noqa: B018 - it is left by an exception
    assert extract(html, url).page_type == "article"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 0}, "another version"),
        ({"features": ["links"]}, "another version"),
        ({"corpora": 1}, "no model of page types"),
        ({"with_address": {}}, "no model of page types"),
        ({"without_address": None}, "no model of page types"),
        ({"types": ["article"]}, "wrong lengths"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(tmp_path, change, message):
    with pytest.raises(ValueError, match=message):
        load(changed(tmp_path, change))


@pytest.mark.parametrize("field", ["temperature", "scale"])
def test_a_model_that_divides_by_nothing_is_refused(tmp_path, field):
    part = json.loads(MODEL.read_text("utf-8"))["with_address"]
    part[field] = 0 if field == "temperature" else [0] * len(part["scale"])
    with pytest.raises(ValueError, match="above 0"):
        load(changed(tmp_path, {"with_address": part}))


@pytest.mark.parametrize("field", ["mean", "scale", "bias"])
@pytest.mark.parametrize("number", [float("nan"), 1e300])
def test_a_model_with_a_number_that_is_none_or_too_large_is_refused(tmp_path, field, number):
    part = json.loads(MODEL.read_text("utf-8"))["with_address"]
    part[field][-1] = number if field != "scale" else float("nan")
    with pytest.raises(ValueError, match="too large" if field != "scale" else "above 0"):
        load(changed(tmp_path, {"with_address": part}))


def test_an_integer_without_bounds_is_no_temperature(tmp_path):
    part = json.loads(MODEL.read_text("utf-8"))["with_address"] | {"temperature": 10**400}
    with pytest.raises(ValueError, match="no model of page types"):
        load(changed(tmp_path, {"with_address": part}))


def test_a_file_that_is_no_json_is_refused(tmp_path):
    (tmp_path / "model.json").write_text("types: article", "utf-8")
    with pytest.raises(ValueError, match="no model of page types"):
        load(tmp_path / "model.json")


@pytest.mark.parametrize("name", PAGES)
def test_one_page_has_the_probabilities_that_training_gives_many(name):
    markup, url = PAGES[name]
    page = read_page(markup, url)
    row = page_type_features(page)
    for classifier in (packaged().with_address, packaged().without_address):
        many = softmax(classifier.scores(np.stack([row, np.zeros_like(row)])) / classifier.temperature)
        for figures, expected in zip((row, np.zeros_like(row)), many, strict=True):
            assert classifier.shares(figures.tolist()) == pytest.approx(expected.tolist(), rel=1e-5)


def figures(html, url=None):
    page = read_page(html, url)
    row = page_type_features(page)
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


def test_figures_of_the_head():
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


def declared(markup):
    return {
        name.removeprefix("declared_"): value
        for name, value in figures(markup).items()
        if "declared_" in name and value
    }


@pytest.mark.parametrize(
    "name", ['"QAPage"', '"https://schema.org/QAPage"', '"schema:QAPage"', ' [ "QAPage", "Thing" ]']
)
def test_types_that_a_page_declares_in_json_ld(name):
    script = f'<script type="application/ld+json">[{{"@type" :{name}, "mainEntity": {{"@type": "Question"}}}}]</script>'
    assert declared(f"{script}<p>x</p>") == {"thread": 1, "question": 1}


def test_types_that_a_page_declares_in_microdata_count_once():
    offer = '<div itemscope itemtype="http://schema.org/Offer/"><p>$ 12</p></div>'
    assert declared(f'<div itemscope itemtype="https://schema.org/Product">{offer * 9}</div>') == {
        "product": 1,
        "offer": 1,
    }


@pytest.mark.parametrize(
    "script", ["", "{", '"@type":', '{"@type": 7}', '{"@type": ""}', '{"@type": "//"}', '"@type":[' * 99]
)
def test_a_page_that_declares_no_type(script):
    assert declared(f'<script type="application/ld+json">{script}</script><p itemtype itemprop="x">x</p>') == {}


@pytest.mark.parametrize(
    "flood",
    [
        f'<script type="application/ld+json">{part * 100_000}</script>'
        for part in ('"@type"', '"@type" : [', '"@type": "', '"@type": "x', '"@type":"////')
    ]
    + [f'<p itemscope itemtype="{"x" * 1_000_000} y">x</p>', '<p itemscope itemtype="////">x</p>' * 30_000],
    ids=lambda flood: flood[:60],
)
def test_many_declared_types_cost_little(flood):
    assert extract(f"{flood}<p>x</p>", limits=UNHURRIED).page_type in packaged().types


@pytest.mark.parametrize(("figure", "score"), [(2.9, 2.9), (3.0, 3.0), (3.1, 3.0), (-3.1, -3.0), (0.0, 0.0)])
def test_figures_are_cut_at_three_standard_deviations(figure, score):
    one, none = np.array([1.0]), np.array([0.0])
    model = Classifier(np.array([0]), none, one, np.array([[1.0, 0.0]]), np.array([0.0, 0.0]), 1.0)
    assert model.scores(np.array([[figure]]))[0].tolist() == [score, 0.0]
    first, second = model.shares([figure])
    assert math.log(first / second) == pytest.approx(score)
    moved = Classifier(np.array([0]), np.array([10.0]), one, np.array([[1.0, 0.0]]), np.array([0.0, 0.0]), 1.0)
    assert moved.shares([10 + figure]) == pytest.approx(model.shares([figure]))


@pytest.mark.parametrize(("length", "count"), [(90, 1), (89, 0)])
def test_prose_has_90_characters(length, count):
    assert figures(f"<p>{'x' * length}</p>")["text_prose"] == pytest.approx(math.log(1 + count))


def test_sentences_of_an_article_stand_together_and_those_of_teasers_apart():
    paragraph = f"<p>{PROSE}</p>"
    together = figures(f"<div>{paragraph * 3}</div><div>{paragraph}</div><p>short</p>")
    apart = figures(f"<div>{paragraph}</div>" * 4)
    assert (together["sentences_together"], apart["sentences_together"]) == pytest.approx((0.75, 0.25))


def test_whole_sentences_have_a_mean_length_and_cut_texts_are_none():
    cut = PROSE.removesuffix(".") + "..."
    found = figures(f"<p>{PROSE}</p><p>{PROSE} {PROSE}</p><p>{cut}</p><p>Short one.</p>")
    assert found["sentences_length"] == pytest.approx(math.log(1 + (len(PROSE) + 2 * len(PROSE) + 1) / 2))


@pytest.mark.parametrize(
    "without", ["<p>short</p>", f"<p>{PROSE[:60]}...</p>", "<p>Thirty-nine bytes end with a full stop.</p>"]
)
def test_a_page_without_whole_sentences_counts_as_one_with_a_short_one(without):
    found, expected = figures(without), (1, math.log(1 + 40))
    assert (found["sentences_together"], found["sentences_length"]) == pytest.approx(expected)


@pytest.mark.parametrize(("length", "together"), [(40, 0.5), (39, 1)])
def test_a_whole_sentence_has_40_bytes(length, together):
    found = figures(f"<div><p>{'x' * (length - 1)}.</p></div><div><p>{'x' * 39}.</p></div>")
    assert found["sentences_together"] == together


@pytest.mark.parametrize(("length", "words"), [(500, 1), (501, 0)])
def test_500_characters_of_an_address_are_read(length, words):
    url = "https://light.example/"
    assert at(f"{url}{'1' * (length - len(url) - 1)}a").get("url_words", 0) == words


@pytest.mark.parametrize(("generator", "count"), [("Discourse 3.2", 1), ("Mill Discourse", 0)])
def test_a_generator_is_known_by_its_first_word(generator, count):
    assert figures(f'<meta name="generator" content="{generator}"><p>x</p>')["generators_forum"] == count


@pytest.mark.parametrize(("blanks", "count"), [(395, 1), (396, 1), (397, 0)])
def test_400_characters_of_the_pages_class_are_read(blanks, count):
    assert figures(f'<body class="{" " * blanks}home"><p>x</p>')["body_home"] == count


def test_a_page_without_text_may_be_an_article():
    assert page_type(read_page("<img src=/a.png>")) == (None, None, 1.0)


def test_a_model_without_articles_and_cold_ones(tmp_path):
    html, url = PAGES["article"]
    data = json.loads(MODEL.read_text("utf-8"))
    types = [f"kind {number}" for number in range(7)]
    with use_page_types(load(changed(tmp_path, {"types": types}))):
        assert page_type(read_page(html, url)).article == 1.0
    cold = load(
        changed(tmp_path, {name: data[name] | {"temperature": 0.5} for name in ("with_address", "without_address")})
    )
    with use_page_types(cold):
        assert page_type(read_page(html, url)).name == "article"


def test_a_confidence_has_three_digits():
    found = [extract(*PAGES[name]).page_type_confidence for name in PAGES]
    assert found == [round(confidence, 3) for confidence in found]
    assert found != [round(confidence, 2) for confidence in found]


def article_share(declared, head=""):
    html, url = PAGES["article"]
    script = "".join(f'<script type="application/ld+json">{{"@type": "{name}"}}</script>' for name in declared)
    return page_type(read_page(f"{head}{html}{script}", url)).article


@pytest.mark.parametrize(
    "declared",
    [
        *("CollectionPage", "ItemList", "SearchResultsPage", "Product", "ProductGroup"),
        *("DiscussionForumPosting", "QAPage"),
    ],
)
@pytest.mark.parametrize("article", ["NewsArticle", "BlogPosting", "Recipe", "Review"])
def test_a_page_that_declares_a_list_a_product_or_a_thread_and_no_article_is_less_likely_one(declared, article):
    assert article_share([declared]) < article_share([declared, article])


@pytest.mark.parametrize("declared", ["NewsArticle", "ReportageNewsArticle", "OpinionNewsArticle"])
@pytest.mark.parametrize("address", ["library.html", "docs/zug.html", "forum-7.html"])
def test_news_that_says_so_is_an_article_at_any_address(declared, address):
    script = f'<script type="application/ld+json">{{"@type": "{declared}", "headline": "Sonntags offen"}}</script>'
    page = f"{script}<main><h1>Sonntags offen</h1>{f'<p>{PROSE}</p>' * 3}</main>"
    assert page_type(read_page(page, f"https://post.example/{address}")).name == "article"


def test_a_page_that_is_a_product_for_others_is_less_likely_an_article():
    html = f'<meta property="og:type" content="{{}}"><article>{f"<p>{PROSE}</p>" * 9}</article>'
    with_it, without = (read_page(html.format(kind)) for kind in ("product", "product.item"))
    assert page_type(with_it).article < page_type(without).article


def test_what_an_article_loses_others_gain():
    html, url = PAGES["product"]
    found, other = (
        page_type(read_page(f'<meta property="og:type" content="{kind}">{html}', url))
        for kind in ("product", "product.item")
    )
    assert found.name == other.name == "product"
    assert found.article < other.article
    assert found.confidence > other.confidence


def test_a_menu_of_links_is_no_list():
    menu = article_share(["ItemList", "SiteNavigationElement"])
    assert menu > article_share(["ItemList"])
    assert menu > article_share(["CollectionPage", "SiteNavigationElement"])


NOTE = """<html lang=en><head><title>Ferry late | Valley Post</title></head><body><header><a href=/>Valley Post</a><nav><ul>
<li><a href=/>Home</a><li><a href=/en/>English</a></ul></nav></header><main><h1>Ferry late</h1>{line}<p>The noon ferry left an
hour late on Monday, because a seal had gone to sleep on the ramp.</p><p>Nobody was hurt.</p>{more}</main></body></html>"""
DATED = "<p class=byline>By Oskar Bell, <time>24 November 2026</time></p>"
ENTRIES = "".join(f"<p>{day} November 2026</p><p><a href=/{day}>Ferry late again</a></p>" for day in range(10, 16))


@pytest.mark.parametrize(
    ("line", "more", "is_article"),
    [
        (DATED, "", True),
        ("<p>24.11.2026</p>", "", True),
        ("<p>2026年11月24日</p>", "", True),
        ("", "", False),
        ("<h2>Release of 24 November 2026</h2>", "", False),
        (DATED, ENTRIES, False),
    ],
)
def test_a_short_note_with_a_day_below_its_headline_is_an_article(line, more, is_article):
    page = read_page(NOTE.format(line=line, more=more), "https://post.example/b/1.html")
    assert (page_type(page).name == "article") == is_article


CARDS = (
    "<div class=row><div class=col><a href=/{n}><h2>Ferry {n} will sail again</h2></a><p>It lay in the dock.</p></div></div>",
    "<article class=eintrag><h3>Mühle {n}</h3><p>Sie mahlt wieder.</p><p>Dienstag bis Freitag</p></article>",
    "<tr class=job><td><a href=/{n}>灯台守を募集します（{n}名）</a></td><td>岬町</td><td>夜勤あり、住み込み。</td></tr>",
    "<section><h4>Четвёртый маяк, {n}</h4><p>Открыт по средам.</p></section>",
    "<dd><div>El faro número {n}</div><div>Se visita con linterna.</div></dd>",
    "<ship-card><p>سفينة رقم {n}</p><p>تبحر غدا.</p></ship-card>",
)
FRAMES = ("{}", "<div>{}</div>", "<table>{}</table>", "<main><h1>Маяки</h1>{}</main>", "<dl>{}</dl>", "<p>سفن</p>{}")


def of_entries(monkeypatch, markup):
    """Return True if a page is less likely an article for its entries."""
    page = read_page(markup, "https://post.example/2026/a-day-at-the-quay.html")
    found = page_type(page).article
    with monkeypatch.context() as changed:
        changed.setattr(page_types, "ENTRIES_ODDS", 0.0)
        without = page_type(page).article
    assert found <= without
    return found < without


@pytest.fixture
def asked(monkeypatch):
    monkeypatch.setattr(page_types, "DOUBTED", -1.0)


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(("card", "frame"), [*zip(CARDS, FRAMES, strict=True)])
@pytest.mark.parametrize(("count", "are_entries"), [(5, False), (6, True), (20, True)])
def test_a_page_of_six_entries_of_one_make_is_less_likely_an_article(monkeypatch, card, frame, count, are_entries):
    markup = frame.format("".join(card.format(n=n) for n in range(count)))
    assert of_entries(monkeypatch, markup) == are_entries


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    "beside",
    [
        f"<article>{f'<p>{PROSE}</p>' * 5}</article>",  # prose
        "<p>" + "No whole sentence " * 60 + "</p>",  # a third of the page and more
    ],
)
def test_entries_beside_a_text_leave_an_article_one(monkeypatch, beside):
    cards = "".join(CARDS[1].format(n=n) for n in range(30))
    assert of_entries(monkeypatch, f"<h1>Mills</h1>{cards}")
    assert not of_entries(monkeypatch, f"<h1>Mills</h1>{beside}{cards}")


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    "menu",
    [
        "<ul>" + "<li><a href=/a>Lamps and their keepers</a></li>" * 30 + "</ul>",
        "<p>" + "<a href=/a>Lamps</a> " * 30 + "</p>",
        "<div>" + "<div><p>Lamps.</p>" * 8 + "</div>" * 8 + "</div>",
        "<div>" + "".join(f"<div class=part{n}><p>Lamps</p><p>are lit.</p></div>" for n in range(9)) + "</div>",
    ],
)
def test_menus_nested_elements_and_those_of_other_makes_are_no_entries(monkeypatch, menu):
    assert not of_entries(monkeypatch, f"<h1>Lamps</h1>{menu}")


@pytest.mark.usefixtures("asked")
def test_entries_with_a_day_below_their_headline_are_an_article(monkeypatch):
    cards = "".join(CARDS[3].format(n=n) for n in range(12))
    assert of_entries(monkeypatch, f"<h1>Lamps</h1>{cards}")
    assert not of_entries(monkeypatch, f"<h1>Lamps</h1>{DATED}<p>Twelve of them are lit again this week.</p>{cards}")


@pytest.mark.parametrize("kind", ["website", " Website"])
@pytest.mark.parametrize(
    ("more", "is_less"),
    [
        ("", True),
        ('<script type="application/ld+json">{"@type": "BlogPosting"}</script>', False),
        (DATED + "<p>The lamp was lit again on Monday evening.</p>", False),
    ],
)
def test_a_page_that_calls_itself_a_website_is_less_likely_an_article(monkeypatch, kind, more, is_less):
    monkeypatch.setattr(page_types, "DOUBTED", -1.0)
    page = read_page(f'<meta property="og:type" content="{kind}"><h1>Lamps</h1>{more}{f"<p>{PROSE}</p>" * 4}')
    found = page_type(page).article
    monkeypatch.setattr(page_types, "WEBSITE_ODDS", 0.0)
    assert (found < page_type(page).article) == is_less


@pytest.mark.parametrize("query", ["?p=81", "?itemid=212", "index.php?id=77:headwind&view=entry", "?q=node/12"])
def test_the_number_of_an_entry_at_the_address_of_the_first_page_is_its_address(query):
    text = """<p>The committee met last week to go through the plans for the old station, and found that nearly all of them
    wanted to keep it.</p><p>When we first moved here there was a baker, a butcher and a man who mended shoes; now there
    is nowhere to buy a nail.</p><p>None of this is new, of course, but it has seldom been said so plainly, and the
    reply of the ministry was just as plain.</p>"""
    markup = f"<title>Headwind « Notes</title><body><h2>Headwind</h2><small>January 2nd, 2008</small>{text}</body>"
    host = "http://notes.example/"
    numbered = extract(markup, f"{host}{query}")
    assert numbered.page_type == "article"
    first = extract(markup, f"{host}{query.partition('=')[0]}=x")
    assert first.page_type != "article"
