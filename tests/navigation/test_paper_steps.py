"""Each step of Uda 3.3 alone, on a page that shows its feature and no other step's."""

from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import PRINTED, blog_utility, breadcrumb, detect, in_page, paging, site_info
from scrapy_maincontent.navigation.addresses import Addresses
from scrapy_maincontent.navigation.breadcrumb import deepens
from scrapy_maincontent.navigation.candidates import PRODUCT, Candidates, Widening
from scrapy_maincontent.navigation.entry_lines import entry_links
from scrapy_maincontent.navigation.paging import subtype_of
from scrapy_maincontent.navigation.paging_links import is_sibling, read_steps
from scrapy_maincontent.navigation.site_info import Places
from scrapy_maincontent.words.phrases import ABOUT, LEGAL, SENSES

AT = "https://shop.example/garden/tools/spade.html"
PROSE = "<p>A spade digs, and digs well.</p>"
PICTURE = '<img src="arrow.gif" alt="の中の">'

TRAILS = {
    "step1": '<div class="topicpath"><a href="/z">Garden</a> <a href="/a">Tools</a></div>',
    "step2": '<p>現在位置: <a href="/z">Garden</a> <a href="/a">Tools</a></p>',
    "step3": '<p><a href="/garden/">Garden</a> &gt; <a href="/garden/tools/">Tools</a> &gt; Spade</p>',
    "step4": f'<p><a href="/z">Garden</a>{PICTURE}<a href="/a">Tools</a></p>',
    "step5": '<ul><li><a href="/garden/">Garden</a></li><li><a href="/garden/tools/">Tools</a></li><li>Spade</li></ul>',
}
PAGERS = {
    "step1": '<div class="pagenavi"><a href="?p=3">Nesaf</a> <b class="next"><a href="?p=9">Olaf</a></b></div>',
    "step2": '<p><a href="/a/b/c/1">前</a> <a href="/z/y/x/3">次</a></p>',
    "step3": '<p><a href="rake.html">« Rakes</a> <a href="hoe.html">Hoes »</a></p>',
    "step4": '<p><b>1</b> <a href="spade2.html">2</a> <a href="spade3.html">3</a></p>',
}
LINES = {
    "step1": '<p class="posted">by <a href="/ann">Ann Reed</a></p>',
    "step2": '<p><a href="/talk">コメント (3)</a></p>',
    "step3": '<p><a href="#comments">Comments</a></p>',
}
PLACES = {
    "step1": ("top", '<p><a href="#">上部</a></p>'),
    "step2": ("body", '<p><a href="#p1">本文</a></p>'),
    "step3": ("end", '<p><a href="#p1">末尾</a></p>'),
    "step4": ("contents", '<p><a href="#p1">Soil</a> <a href="#p2">Water</a> <a href="#p3">Light</a></p>'),
}
TARGETS = "".join(f'<div id="p{number}">{PROSE}</div>' for number in (1, 2, 3))


@pytest.fixture
def read(read_page):
    def read(body):
        page = read_page(PROSE + body + PROSE + TARGETS, AT)
        return Candidates(page), Addresses(page)

    return read


def texts(candidates, found):
    return [candidates.page.text_in(region.first, region.last) for region in found]


def trail_steps(candidates, addresses):
    """Return the steps that find a trail in the page's first list of links."""
    container, positions = next(iter(candidates.groups.items()))
    answers = {
        "step1": bool(breadcrumb.marked(candidates, addresses)),
        "step2": breadcrumb.led(candidates, positions),
        "step3": breadcrumb.separated(candidates, addresses, positions),
        "step4": breadcrumb.parted_by_pictures(candidates, positions),
        "step5": breadcrumb.listed(candidates, addresses, container, positions),
    }
    return {step for step, answer in answers.items() if answer}


@pytest.mark.parametrize("step", TRAILS)
def test_breadcrumb_steps(read, step):
    assert trail_steps(*read(TRAILS[step])) == {step}


def test_breadcrumb_no_step(read):
    assert trail_steps(*read('<p><a href="/z">Garden</a> <a href="/a">Tools</a></p>')) == set()


@pytest.mark.parametrize("step", ["step3", "step5"])
def test_breadcrumb_b6_addresses_that_do_not_deepen_are_none(read, step):
    assert trail_steps(*read(TRAILS[step].replace("/garden/tools/", "/tools/"))) == set()


def test_breadcrumb_b6_alone(read):
    candidates, addresses = read(TRAILS["step5"])
    assert deepens(candidates, addresses, [0, 1])
    assert not deepens(candidates, addresses, [1, 0])


def test_breadcrumb_step6_the_element_that_governs_the_trail(read):
    candidates, _ = read(f"<div>{TRAILS['step3']}{PROSE}</div>")
    container, positions = next(iter(candidates.groups.items()))
    assert texts(
        candidates, [breadcrumb.trail(candidates, *breadcrumb.region_of(candidates, container, positions), "")]
    ) == ["Garden > Tools > Spade"]


def pager_steps(candidates, addresses):
    """Return the steps that find paging links on the page."""
    steps = read_steps(candidates.links)
    answers = {
        "step1": paging.marked(candidates, steps.flags),
        "step2": paging.worded_seeds(candidates, addresses),
        "step3": paging.signed_seeds(candidates, addresses, steps.signs),
        "step4": paging.numbered(candidates, addresses, steps.numbers, set()),
    }
    return {step for step, answer in answers.items() if answer}


@pytest.mark.parametrize("step", PAGERS)
def test_paging_steps(read, step):
    assert pager_steps(*read(PAGERS[step])) == {step}


def test_paging_no_step(read):
    assert pager_steps(*read('<p><a href="rake.html">Rakes</a> <a href="hoe.html">Hoes</a></p>')) == set()


def test_paging_b3_signs_at_both_ends_are_decoration(read):
    assert pager_steps(*read('<p><a href="rake.html">« Rakes »</a> <a href="hoe.html">« Hoes »</a></p>')) == set()


@pytest.mark.parametrize("step", ["step3", "step4"])
def test_paging_b5_addresses_elsewhere_are_none(read, step):
    assert pager_steps(*read(PAGERS[step].replace('href="', 'href="https://other.example/'))) == set()


@pytest.mark.parametrize(
    ("href", "answer"),
    [
        ("hoe.html", True),
        ("?p=2", True),
        ("spade/2", True),
        ("/kitchen/pans/wok.html", False),
        ("//other.example/garden/tools/", False),
    ],
)
def test_paging_b5_alone(read, href, answer):
    candidates, addresses = read(f'<p><a href="{href}">Roses</a></p>')
    assert is_sibling(addresses, candidates.links[0]) is answer


@pytest.mark.parametrize(
    ("step", "subtype"), [("step1", "pages"), ("step2", "pages"), ("step3", "articles"), ("step4", "pages")]
)
def test_paging_step5_only_step3_is_of_type_a2(read, step, subtype):
    candidates, addresses = read(PAGERS[step])
    (region,) = paging.find(candidates, addresses)
    assert (region.rule, region.subtype) == (f"paging.{step}", subtype)


@pytest.mark.parametrize(
    "body",
    [
        '<p><a href="/spade?p=1">«</a> <a href="/spade?p=3">»</a></p>',
        '<p><a href="/spade?p=1">« Blaenorol</a> <a href="/spade?p=3">Nesaf »</a></p>',
    ],
    ids=["signs alone", "the own address with another number"],
)
def test_paging_step3_without_a_title_is_of_type_a1(read_page, body):
    page = read_page(body, "https://shop.example/spade?p=2")
    (region,) = paging.find(Candidates(page), Addresses(page))
    assert (region.rule, region.subtype) == ("paging.step3", "pages")


def test_paging_type_is_told_of_a_region(read):
    candidates, addresses = read(PAGERS["step4"])
    (region,) = paging.find(candidates, addresses)
    assert subtype_of(candidates, addresses, region) == "pages"


def test_paging_step5_the_element_that_governs_the_links(read):
    candidates, addresses = read(f"<div>{PAGERS['step2']}{PROSE}</div>")
    assert texts(candidates, paging.find(candidates, addresses)) == ["前 次"]


KEYWORDS = [
    "サイトマップ",
    "お問い合わせ",
    "プライバシーポリシー",
    "ヘルプ",
    "利用規約",
    "会社概要",
    "採用情報",
    "広告掲載",
    "個人情報保護方針",
    "会社案内",
    "特定商取引法",
    "免責事項",
    "運営会社",
    "プレスリリース",
    "よくある質問",
    "よくあるご質問",
    "サイトポリシー",
    "リンクについて",
    "FAQ",
    "広告掲載について",
    "会社情報",
    "お問合せ",
    "初めての方へ",
]


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_site_information_b1_every_printed_keyword(keyword):
    assert SENSES[keyword] & (LEGAL | ABOUT)


def test_site_information_the_element_that_governs_the_links(read):
    candidates, _ = read('<ul><li><a href="/1">会社概要</a></li><li><a href="/2">お問い合わせ</a></li></ul>')
    assert texts(candidates, site_info.find(candidates)) == ["会社概要 お問い合わせ"]


LIST = '<p><a href="/1">会社概要</a> <a href="/2">お問い合わせ</a></p>'
TEXT = PROSE * 40


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (f'<div id="header">{LIST}</div>{TEXT}', "header"),
        (f'{TEXT}<div class="sidebar">{LIST}</div>{TEXT}', "side"),
        (f'{TEXT}<div id="footer">{LIST}</div>{TEXT}', "footer"),
        (f"{TEXT}<div>{LIST}<p>© 2024 The Rose Garden</p></div>", "footer"),
        (f"<div>{LIST}</div>{PROSE * 3}<p>© 2024 The Rose Garden</p>", "footer"),
        (f"<div>{LIST}</div>{TEXT}<p>© 2024 The Rose Garden</p>", "header"),
        (f"{TEXT}<div>{LIST}</div>{TEXT}", "side"),
        (f"{TEXT}<div>{LIST}</div>", "footer"),
    ],
    ids=[
        *("id header", "class sidebar", "id footer", "beside the notice", "short page with a notice"),
        *("far from the notice", "in the middle", "at the end"),
    ],
)
def test_site_information_place(read_page, body, place):
    candidates = Candidates(read_page(body, AT))
    assert Places(candidates).place_of(candidates.elements[0]) == place


def line_steps(candidates, addresses):
    """Return the steps that find a line about an entry."""
    seeds = entry_links(candidates)
    widening = Widening(candidates, seeds, blog_utility.MAX_LINE, past_headings=False)
    found = blog_utility.marked(candidates) + blog_utility.commented(candidates, addresses, widening, set())
    return {region.rule.partition(".")[2] for region in found}


@pytest.mark.parametrize("step", LINES)
def test_blog_utility_steps(read, step):
    assert line_steps(*read(LINES[step])) == {step}


def test_blog_utility_no_step(read):
    assert line_steps(*read('<p><a href="/talk">Comments</a></p>')) == set()


def test_blog_utility_step4_the_element_that_governs_the_links(read):
    candidates, addresses = read(f"<div><p>{LINES['step2'][3:-4]} | {LINES['step3'][3:-4]}</p>{PROSE}</div>")
    assert texts(candidates, blog_utility.find(candidates, addresses)) == ["コメント (3) | Comments"]


@pytest.mark.parametrize("step", PLACES)
def test_in_page_steps(read, step):
    candidates, addresses = read(PLACES[step][1])
    fragments = {
        position: fragment
        for position, link in enumerate(candidates.links)
        if (fragment := addresses.fragment(link.href)) is not None
    }
    worded = [(region.rule, region.subtype) for region in in_page.by_words(candidates, fragments)]
    tables = [(region.rule, region.subtype) for region in in_page.contents(candidates, fragments, set())]
    expected = [(f"in_page.{step}", PLACES[step][0])]
    assert (worded, tables) == (([], expected) if step == "step4" else (expected, []))


@pytest.mark.parametrize("step", PLACES)
def test_in_page_b1_addresses_of_other_pages_are_none(read, step):
    candidates, addresses = read(PLACES[step][1].replace('href="', 'href="/other'))
    assert in_page.find(candidates, addresses) == []


def test_in_page_b5_a_link_elsewhere_in_the_list_makes_it_none(read):
    body = PLACES["step4"][1].replace("</p>", ' <a href="/shade">Shade</a></p>')
    assert in_page.find(*read(body)) == []


def test_in_page_step5_the_element_that_governs_the_links(read):
    candidates, addresses = read(f"<div>{PLACES['step4'][1]}{PROSE}</div>")
    assert texts(candidates, in_page.find(candidates, addresses)) == ["Soil Water Light"]


# The detectors as printed, beside the product's.

PRINTED_ALONE = {
    "breadcrumb.step1": '<div id="my_topicpath"><a href="/z">Cart</a></div>' * 3,
    "breadcrumb.step5": '<ul><li><a href="/a/">Roses</a></li><li><a href="/b/c/">Soil</a></li></ul>',
    "paging.step1": '<div class="my_pager"><a href="/z/y">Olaf</a></div>',
    "paging.step2": '<p><a href="/z/y/x/3">3</a></p>',
    "paging.step3": '<p><a href="hoe.html">Hoes »</a></p>',
    "site_info.keyword": '<p><a href="/1">会社概要</a></p>',
    "blog_utility.step1": '<p class="posted">Ann Reed</p>',
    "blog_utility.step2": '<p><a href="/talk">コメント</a></p>',
    "in_page.step4": '<p><a href="#q1">Soil</a> <a href="#q2">Water</a> <a href="#q3">Light</a></p>',
}
PRODUCT_ALONE = {
    "breadcrumb.step3": '<p><a href="/">Home</a> › <a href="/z/">Tools</a></p>',
    "breadcrumb.labelled": '<ol itemtype="https://schema.org/BreadcrumbList"><li><a href="/z">Tools</a></li></ol>',
    "paging.rel": '<p><a href="/z" rel="next">Nesaf</a></p>',
    "blog_utility.address": '<p><a href="/author/ann">Ann Reed</a>, 3 May 2024</p>',
    "blog_utility.step2": '<p><a href="/talk">3 reacties</a></p>',
}
BOTH = {
    **{f"breadcrumb.{step}": body for step, body in TRAILS.items()},
    **{f"paging.{step}": body for step, body in PAGERS.items() if step != "step4"},
    "blog_utility.step1": LINES["step1"],
    "blog_utility.step2": LINES["step2"],
    **{f"in_page.{step}": body for step, (_, body) in PLACES.items()},
}


@pytest.fixture
def found(read_page):
    """Return a function that gives the rules that find regions of a body, by the product and as printed."""

    def find(body):
        page = read_page(PROSE + body + PROSE + TARGETS + '<p><a href="/elsewhere">Weather</a></p>', AT)
        return [{region.rule for region in detect(page, rules=rules)} for rules in (PRODUCT, PRINTED)]

    return find


@pytest.mark.parametrize("rule", BOTH)
def test_steps_that_both_take(found, rule):
    assert found(BOTH[rule]) == [{rule}, {rule}]


@pytest.mark.parametrize("rule", PRINTED_ALONE)
def test_what_the_printed_steps_alone_take(found, rule):
    assert found(PRINTED_ALONE[rule]) == [set(), {rule}]


@pytest.mark.parametrize("rule", PRODUCT_ALONE)
def test_what_the_product_alone_takes(found, rule):
    assert found(PRODUCT_ALONE[rule]) == [{rule}, set()]


def test_printed_numbers_are_words_of_step2(found):
    assert found(PAGERS["step4"]) == [{"paging.step4"}, {"paging.step2"}]


def test_printed_bare_words_are_those_of_step2_and_longer_texts_need_the_address(found):
    assert found(LINES["step3"]) == [{"blog_utility.step3"}, {"blog_utility.step2"}]
    assert found('<p><a href="/x#comments">Read comments here</a></p>')[1] == {"blog_utility.step3"}
    assert found('<p><a href="/x#talk">Read comments here</a></p>')[1] == set()


def test_printed_a_keyword_in_a_sentence_leaves_the_sentence(read_page):
    page = read_page(f'<p>Roses grow as <a href="/1">会社概要</a> says, and they grow well in the sun.</p>{PROSE}', AT)
    assert [region.text for region in detect(page, rules=PRINTED)] == ["会社概要"]


def test_printed_keywords_beside_each_other_are_one_region(read_page):
    page = read_page('<ul><li><a href="/1">会社概要</a></li><li><a href="/2">お問い合わせ</a></li></ul>', AT)
    assert [region.text for region in detect(page, rules=PRINTED)] == ["会社概要 お問い合わせ"]


def test_printed_a_page_without_links_has_no_region(read_page):
    assert detect(read_page(PRINTED_ALONE["blog_utility.step1"], AT), rules=PRINTED) == ()
