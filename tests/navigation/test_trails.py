from __future__ import annotations

import json

import pytest

from scrapy_maincontent.navigation import breadcrumbs, detect
from scrapy_maincontent.navigation.trails import declared_trails

URL = "https://shop.example/garden/tools/spade.html"
SHOWN = '<nav class="breadcrumb"><a href="/">Home</a> › <a href="/garden/">Garden</a> › Spade</nav>'


def script(*names, item=True, **more):
    entries = [
        {"@type": "ListItem", "position": number, "name": name}
        | ({"item": f"https://shop.example/{name.lower()}/"} if item else {})
        for number, name in enumerate(names, 1)
    ]
    trail = {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": entries} | more
    return f'<script type="application/ld+json">{json.dumps(trail)}</script>'


@pytest.fixture
def items(read_page):
    """Return a function that gives a page's trail as (name, url, source)."""

    def items(body, head=""):
        page = read_page(body, URL, head)
        return [(item["name"], item["url"], item["source"]) for item in breadcrumbs(page, detect(page))]

    return items


def names(found):
    return [name for name, _, _ in found]


@pytest.mark.parametrize(
    ("written", "name"), [("Home &gt;", "Home"), ("--&gt; Otters", "Otters"), ("&lt;&lt; Rivers", "Rivers")]
)
def test_signs_that_point_are_no_part_of_a_name(items, written, name):
    links = (("/", "The Valley"), ("/garden/", written), ("/garden/tools/", "&lt;b&gt;"))
    trail = " &gt; ".join(f'<a href="{url}">{text}</a>' for url, text in links)
    assert names(items(f'<div class="breadcrumb">{trail} &gt; --&gt; Here</div>')) == [
        "The Valley",
        name,
        "<b>",
        "Here",
    ]


def test_the_visible_trail_counts(items):
    assert items(SHOWN, script("Start", "Beds", "Spade")) == [
        ("Home", "https://shop.example/", "page"),
        ("Garden", "https://shop.example/garden/", "page"),
        ("Spade", None, "page"),
    ]


def test_without_a_visible_trail_the_declared_one_is_the_fallback_and_says_so(items):
    assert items("<p>A spade digs.</p>", script("Home", "Garden")) == [
        ("Home", "https://shop.example/home/", "json-ld"),
        ("Garden", "https://shop.example/garden/", "json-ld"),
    ]


RELATED = """<div class="related" role="navigation"><h3>Navigation</h3><ul>
<li class="right"><a href="/genindex.html">index</a></li><li class="right"><a href="/modules.html">modules</a> |</li>
<li class="right"><a href="/garden/rake.html">next</a> |</li><li class="right"><a href="/garden/hoe.html">previous</a> |</li>
<li><a href="/">Tools 3.1</a> »</li><li><a href="/garden/">Garden</a> »</li><li><a href="">Spade</a></li></ul></div>"""


def test_what_stands_before_the_first_link_with_a_sign_is_no_part_of_a_trail(items):
    assert names(items(f"{RELATED}<h1>Spade</h1>")) == ["Tools 3.1", "Garden", "Spade"]
    logo = '<a href="/garden/"><img alt="Garden" src="g.png"></a>'
    trail = '<div class="breadcrumb">{}<a href="/garden/">Garden</a> › <a href="/garden/tools/">Tools</a> › Spade</div>'
    assert names(items(trail.format(logo))) == ["Garden", "Tools", "Spade"]


@pytest.mark.parametrize(("address", "name"), [("https://shop.example/", "Start here"), ("/eden/", "Eden")])
def test_a_link_that_lacks_the_sign_and_leads_higher_is_a_part_of_a_trail(items, address, name):
    body = (
        f'<a href="{address}">{name}</a> <a href="/eden/garden/">Garden</a> › <a href="/eden/garden/tools/">Tools</a>'
    )
    assert names(items(f'<div class="breadcrumb">{body} › Spade</div>')) == [name, "Garden", "Tools", "Spade"]


@pytest.mark.parametrize(
    "pages",
    [
        '<span>Pages</span> <a href="?p=1">1</a> <a href="?p=2">2</a>',
        "› Pages 3",
        "› Page 3",
        '› <a href="?p=2">Page 2</a>',
        '› <a href="?p=2">Next</a>',
    ],
)
def test_words_for_paging_end_a_trail(items, pages):
    trail = f'<div class="breadcrumb"><a href="/">Home</a> › <a href="/garden/">Garden</a> {pages}</div>'
    assert names(items(trail)) == ["Home", "Garden"]


@pytest.mark.parametrize("last", ["Pages", "Posts", "1984", "Next to the mill"])
def test_a_place_that_is_called_like_them_stays(items, last):
    trail = f'<div class="breadcrumb"><a href="/">Home</a> › <a href="/garden/">Garden</a> › {last}</div>'
    assert names(items(trail)) == ["Home", "Garden", last]


def test_of_two_visible_trails_the_one_that_is_declared_wins(items):
    other = '<nav class="breadcrumb"><a href="/">Home</a> › <a href="/sale/">Sale</a> › Spade</nav>'
    assert names(items(other + SHOWN, script("Home", "Garden", "Spade"))) == ["Home", "Garden", "Spade"]
    assert names(items(other + SHOWN, script("Home", "Sale", "Spade"))) == ["Home", "Sale", "Spade"]
    assert names(items(other + SHOWN)) == ["Home", "Sale", "Spade"]


def test_a_back_link_before_the_trail_is_no_trail(items):
    back = '<div class="breadcrumb"><a href="/garden/">Garden</a></div>'
    assert names(items(back + SHOWN)) == ["Home", "Garden", "Spade"]


@pytest.mark.parametrize(
    "trail",
    [
        f'<div class="breadcrumb">{SHOWN}<ul><li><a href="/new">All activity</a></li></ul></div>',
        f'<div class="breadcrumb"><ul><li><a href="/new">All activity</a></li></ul>{SHOWN}</div>',
        f'<div class="breadcrumb">{SHOWN}<ol><li><a href="/">Home</a></li><li><a href="/garden/">Garden</a></li></ol></div>',
        '<ul class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/garden/">Garden</a></li><li>Spade</li></ul>',
        '<p class="breadcrumb"><i><a href="/">Home</a> » <i><a href="/garden/">Garden</a> » <b>Spade</b></i></i></p>',
    ],
)
def test_what_else_stands_beside_the_trail_is_no_item(items, trail):
    assert names(items(trail)) == ["Home", "Garden", "Spade"]


def test_items_that_are_no_links(items):
    trail = '<p class="breadcrumb"><a href="/">Home</a> › Garden › <a href="/tools">Tools</a> › Spades › Spade</p>'
    assert [(name, bool(url)) for name, url, _ in items(trail)] == [
        ("Home", True),
        ("Garden", False),
        ("Tools", True),
        ("Spades", False),
        ("Spade", False),
    ]


@pytest.mark.parametrize(
    ("headline", "trail"),
    [("Spade¶", ["Home", "Garden", "Spade"]), ("A good spade", ["Home", "Garden", "Spade", "Edit this page"])],
)
def test_what_stands_behind_the_page_s_own_name_is_no_item(items, headline, trail):
    steps = '<li><a href="/">Home</a></li><li><a href="/garden/">Garden</a></li><li>Spade</li>'
    shown = f'<ul class="breadcrumbs">{steps}<li><a href="https://code.example/spade">Edit this page</a></li></ul>'
    assert names(items(f"{shown}<h1>{headline}</h1><p>It digs.</p>")) == trail


PRINT = '<a href="/print?id=7">Send</a>'


@pytest.mark.parametrize(("title", "items_behind"), [("Spades that dig - The Shop", 0), ("Best spades that dig", 1)])
def test_what_stands_behind_the_name_of_the_title_is_no_item(items, title, items_behind):
    shown = (
        f'<p class="breadcrumb"><a href="/">Home</a> › <a href="/garden/">Garden</a> › Spades that dig › {PRINT}</p>'
    )
    assert names(items(shown, f"<title>{title}</title>")) == [
        *("Home", "Garden", "Spades that dig"),
        *["Send"] * items_behind,
    ]


def test_a_word_at_the_beginning_of_the_title_is_not_the_pages_name(items):
    shown = f'<p class="breadcrumb"><a href="/">Home</a> › Spades › {PRINT}</p>'
    assert names(items(shown, "<title>Spades and forks of all times</title>")) == ["Home", "Spades", "Send"]


@pytest.mark.parametrize(
    ("links", "source"),
    [
        (("/politics/", "/economy/", "/sports/"), "json-ld"),
        (("/politics/", "/politics/economy/", "/politics/economy/sports"), "page"),
        (("/", "/economy/", "/sports/"), "page"),
    ],
)
def test_a_menu_in_a_trails_place_yields_to_a_declared_trail(items, links, source):
    named = zip(links, ("Politics", "Economy", "Sports"), strict=True)
    menu = "".join(f'<a href="{url}">{name}</a> ' for url, name in named)
    body = f'<div class="breadcrumbs">{menu}</div><p>A spade digs.</p>'
    assert {origin for _, _, origin in items(body, script("Courier", "Garden"))} == {source}
    assert names(items(body, script("Courier", "Sports"))) == ["Politics", "Economy", "Sports"]
    assert names(items(body)) == ["Politics", "Economy", "Sports"]


def test_declared_items_in_the_order_of_their_positions(read_page):
    entries = [
        {"@type": "ListItem", "position": "2", "item": {"@id": "/garden/", "name": "Garden &amp; <b>home</b>"}},
        {"@type": "ListItem", "position": "1", "name": "Home", "item": "https://shop.example/"},
    ]
    (trail,) = declared_trails(read_page("<p>x</p>", URL, script(itemListElement=entries)))
    assert trail.source == "json-ld"
    assert trail.crumbs == (("Home", "https://shop.example/"), ("Garden & home", "https://shop.example/garden/"))


def test_declared_in_microdata(read_page):
    entry = '<li itemprop="itemListElement"><a itemprop="item" href="/{0}"><span itemprop="name">{0}</span></a></li>'
    body = f'<ol itemscope itemtype="https://schema.org/BreadcrumbList">{entry.format("Home")}{entry.format("Garden")}</ol>'
    (trail,) = declared_trails(read_page(body, URL))
    assert trail == ("microdata", (("Home", "https://shop.example/Home"), ("Garden", "https://shop.example/Garden")))


@pytest.mark.parametrize(
    "head",
    [
        script("Home", ""),
        script(),
        script(itemListElement="Home"),
        script("Home", **{"@type": "ItemList"}),
        '<script type="application/ld+json">{"@type": "BreadcrumbList", </script>',
    ],
)
def test_a_bad_declaration_is_none(items, head):
    assert items("<p>A spade digs.</p>", head) == []


def test_a_script_is_no_address(items):
    assert items('<p class="breadcrumb"><a href="/">Home</a> › <a href="javascript:go()">Garden</a></p>') == [
        ("Home", "https://shop.example/", "page"),
        ("Garden", None, "page"),
    ]


def microdata(names):
    entry = '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><span itemprop="name">{}</span></li>'
    listed = "".join(entry.format(name) for name in names)
    return f'<ol itemscope itemtype="https://schema.org/BreadcrumbList">{listed}</ol>'


@pytest.mark.parametrize("count", [15, 16])
def test_a_declared_trail_has_15_items_at_most(read_page, count):
    names = [f"Bed {number}" for number in range(count)]
    for page in (read_page("<p>x</p>", URL, script(*names)), read_page(microdata(names), URL)):
        assert [len(trail.crumbs) for trail in declared_trails(page)] == ([15] if count == 15 else [])


def test_the_name_of_a_declared_item_is_cut_at_250_characters(read_page):
    for page in (read_page("<p>x</p>", URL, script("x" * 251)), read_page(microdata(["x" * 251]), URL)):
        assert [[crumb.name for crumb in trail.crumbs] for trail in declared_trails(page)] == [["x" * 250]]


def test_ten_declared_trails_are_read(read_page):
    scripts = "".join(script("Home", f"Bed {number}") for number in range(11))
    assert len(declared_trails(read_page("<p>x</p>", URL, scripts))) == 10


@pytest.mark.parametrize(("before", "trail"), [(3, ["Home", "Spade"]), (4, ["Home", "Spade", "Edit"])])
def test_the_pages_own_name_is_one_of_its_first_four_headlines(items, before, trail):
    shown = '<ul class="breadcrumbs"><li><a href="/">Home</a></li><li>Spade</li><li><a href="/edit">Edit</a></li></ul>'
    assert names(items(f"{shown}{'<h1>Tools</h1>' * before}<h1>Spade</h1>")) == trail


def test_of_copies_of_a_trail_the_first_counts(items):
    trail = items(SHOWN + SHOWN.replace('href="/garden/"', 'href="/beds/"'))
    assert trail[1] == ("Garden", "https://shop.example/garden/", "page")


def test_a_home_link_in_a_box_of_its_own_begins_the_trail(items):
    boxed = (
        '<p class="breadcrumb"><a href="/tools">Tools</a> <b><a href="/">Home</a></b> <a href="/garden/">Garden</a></p>'
    )
    assert names(items(boxed)) == ["Home", "Garden"]


def test_names_and_links_of_microdata_may_hold_each_other(read_page):
    entry = '<li itemprop="itemListElement">{}</li>'
    forms = (
        '<b itemprop="name"><a href="/a">Beds</a></b>',
        '<b itemprop="name">Tools</b>',
        '<a><b itemprop="name">New</b></a>',
    )
    body = (
        f'<ol itemtype="https://schema.org/BreadcrumbList">{"".join(map(entry.format, forms))}</ol><a href="/z">z</a>'
    )
    (trail,) = declared_trails(read_page(body, URL))
    assert trail.crumbs == (("Beds", "https://shop.example/a"), ("Tools", None), ("New", None))


@pytest.mark.parametrize(("apart", "count"), [(498, 1), (499, 0)])
def test_names_of_microdata_are_looked_for_in_500_elements(read_page, apart, count):
    body = f'<ol itemtype="https://schema.org/BreadcrumbList">{"<i></i>" * apart}<li itemprop="name">Beds</li></ol>'
    assert len(declared_trails(read_page(body, URL))) == count


@pytest.mark.parametrize("position", ["9" * 400, "1e999", "-Infinity", "NaN"])
def test_a_position_that_is_no_place_leaves_the_item_where_it_is(read_page, position):
    head = script("Home", "Tools", "Spade").replace('"position": 2', f'"position": {position}')
    (trail,) = declared_trails(read_page("", URL, head))
    assert [crumb.name for crumb in trail.crumbs] == ["Home", "Tools", "Spade"]


def test_a_trail_that_ends_at_the_top_is_turned_round(items):
    links = [("/garden/tools/spade.html", "Spade"), ("/garden/tools/", "Tools"), ("/garden/", "Garden")]
    listed = "".join(f'<li><a href="{address}">{name}</a></li>' for address, name in links)
    shown = f'<ol class="breadcrumb">{listed}</ol>'
    assert names(items(shown, script("Garden", "Tools", "Spade"))) == ["Garden", "Tools", "Spade"]
    assert names(items(shown, script("Garden", "Beds", "Rake"))) == ["Spade", "Tools", "Garden"]


def test_what_no_file_can_hold_is_dropped_from_declared_items(read_page):
    head = script("Ho\ud800me\0", "Tools", item=False).replace(
        '"name": "Tools"', r'"name": "Tools", "item": "/to\u0000ols"'
    )
    (trail,) = declared_trails(read_page("", URL, head))
    assert [(crumb.name, crumb.url) for crumb in trail.crumbs] == [("Home", None), ("Tools", None)]


def test_items_without_a_position_stay_in_their_place(read_page):
    entries = [{"name": "Home"}, {"name": "Spade", "position": 3}, {"name": "Tools"}, {"name": "Beds", "position": "x"}]
    (trail,) = declared_trails(read_page("<p>x</p>", URL, script(itemListElement=entries)))
    assert [crumb.name for crumb in trail.crumbs] == ["Home", "Spade", "Tools", "Beds"]
    (single,) = declared_trails(read_page("<p>x</p>", URL, script(itemListElement={"name": "Home", "item": " "})))
    assert single.crumbs == (("Home", None),)
