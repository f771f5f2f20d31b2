from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import breadcrumbs, detect

LINKS = '<a href="/">Home</a> <a href="/garden/">Garden</a> <a href="/garden/tools/">Tools</a>'


@pytest.mark.parametrize("name", ["breadcrumbs", "topic-path", "c-topicPath", "pankuzu", "site_crumbs", "DirNavi"])
def test_step1_class_name(find, name):
    assert find("breadcrumb", f'<div class="{name}">{LINKS} Spade</div><p>A spade digs.</p>') == [
        ("breadcrumb.step1", "home > garden > tools", "Home Garden Tools Spade")
    ]


def test_step1_takes_the_short_element_inside_a_long_one(find):
    body = f'<div class="has-breadcrumb">{"<p>Digging needs a spade.</p>" * 40}<ul class="crumb">{LINKS}</ul></div>'
    assert [text for _, _, text in find("breadcrumb", body)] == ["Home Garden Tools"]


def test_step1_many_back_links_of_a_menu_are_no_trails(find):
    menu = "".join(f'<div class="breadcrumb"><a href="/m{number}">Back</a></div>' for number in range(9))
    assert [text for _, _, text in find("breadcrumb", menu + f'<div class="breadcrumb">{LINKS}</div>')] == [
        "Home Garden Tools"
    ]


@pytest.mark.parametrize(
    "lead", ["You are here:", "現在位置：", "Sie sind hier:", "Vous êtes ici :", "Estás aquí:", "This page:"]
)
def test_step2_leading_words(find, lead):
    found = find("breadcrumb", f'<p>{lead} <a href="/x">Alpha</a> <a href="/y">Beta</a> Gamma</p>')
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.step2", f"{lead} Alpha Beta Gamma")]


def test_step3_signs_and_deepening_addresses(find):
    body = '<p><a href="/garden/">Garden</a> &gt; <a href="/garden/tools/">Tools</a> &gt; Spade</p>'
    assert [rule for rule, _, _ in find("breadcrumb", body)] == ["breadcrumb.step3"]


def test_step3_one_link_home(find):
    body = '<div><a href="/">ホーム</a> ＞ 商品一覧</div>'
    assert find("breadcrumb", body) == [("breadcrumb.step3", "ホーム", "ホーム ＞ 商品一覧")]


def test_step3_arrows_as_bullets_are_no_trail(find):
    body = '<ul>→ <a href="/about">About</a> → <a href="/about/team">Team</a></ul>'
    assert find("breadcrumb", body) == []


def test_step3_footer_links_parted_by_bars_are_no_trail(find):
    assert find("breadcrumb", '<p><a href="/">Home</a> | <a href="/b">Prices</a> | <a href="/c">Team</a></p>') == []


def test_step4_pictures_as_signs(find):
    picture = '<img src="arrow.gif" alt="の中の">'
    body = f'<p><a href="/">会社</a>{picture}<a href="/b">製品</a>{picture}<a href="/c">部品</a></p>'
    assert [rule for rule, _, _ in find("breadcrumb", body)] == ["breadcrumb.step4"]


def test_step5_list_that_leads_to_this_page(find):
    body = '<ul><li><a href="/garden/">Garden</a></li><li><a href="/garden/tools/">Tools</a></li><li>Spade</li></ul>'
    assert find("breadcrumb", body) == [("breadcrumb.step5", "garden > tools", "Garden Tools Spade")]


def test_step5_an_archive_with_counts_is_no_trail(find):
    for count in ("(1)", "（12）", "[3]"):
        months = (
            f'<li><a href="/blog/">March 2027</a> {count}</li><li><a href="/blog/page/2/">January 2027</a> {count}</li>'
        )
        assert find("breadcrumb", f"<ul>{months}</ul>", "https://shop.example/blog/page/2/") == []


def test_step5_menu_that_leads_elsewhere_is_no_trail(find):
    body = '<ul><li><a href="/kitchen/">Kitchen</a></li><li><a href="/kitchen/pans/">Pans</a></li></ul>'
    assert find("breadcrumb", body) == []


@pytest.mark.parametrize(
    "attributes",
    [
        'itemscope itemtype="https://schema.org/BreadcrumbList"',
        'typeof="BreadcrumbList"',
        'aria-label="Breadcrumb"',
        'aria-label="パンくずリスト"',
        'aria-label="Fil d’Ariane"',
    ],
)
def test_labelled(find, attributes):
    found = find("breadcrumb", f'<nav {attributes}><a href="/a">Garden</a> <a href="/b">Tools</a></nav>')
    assert [rule for rule, _, _ in found] == ["breadcrumb.labelled"]


def test_chain_of_nested_addresses_below_home(find):
    assert [rule for rule, _, _ in find("breadcrumb", f"<div>{LINKS}</div>")] == ["breadcrumb.chain"]


def test_plain_text_without_a_link_is_no_trail(find):
    assert find("breadcrumb", '<p class="breadcrumb">Garden / Tools</p><p><a href="/x">x</a></p>') == []


def test_the_same_trail_twice_has_one_subtype(find):
    trail = f'<div class="breadcrumb">{LINKS}</div>'
    subtypes = [subtype for _, subtype, _ in find("breadcrumb", trail + "<p>A spade digs.</p>" + trail)]
    assert len(subtypes) == 2
    assert len(set(subtypes)) == 1


@pytest.mark.parametrize("sign", ["&gt;", "»", "›", "‹", "→", "⟩", "＞"])
def test_step3_signs_that_point(find, sign):
    body = f'<div><a href="/">Home</a> {sign} <a href="/about">Tools</a> {sign} Spade</div>'
    assert [rule for rule, _, _ in find("breadcrumb", body)] == ["breadcrumb.step3"]


@pytest.mark.parametrize("home", ["/", "https://shop.example", "https://shop.example/", "//shop.example/"])
def test_the_top_of_the_site_is_known_by_its_address(find, home):
    body = f'<div><a href="{home}">The Shop</a> <a href="/garden/">Garden</a> <a href="/garden/tools/">Tools</a></div>'
    assert [rule for rule, _, _ in find("breadcrumb", body)] == ["breadcrumb.chain"]


@pytest.mark.parametrize(
    "trail",
    [
        '<div><a href="/en/">Home</a><span>Spades and forks</span></div>',
        '<div><a href="/">The Shop</a> <a href="/?c=7">Garden</a> <b>Spades and forks</b></div>',
        '<ul><li><a href="/c1">Garden</a></li><li><a href="/c7">Tools</a></li><li>Spades and forks</li></ul>',
        '<ol><li><a href="/">Home</a></li><li><a href="/c7">Tools</a></li><li><a href="/x">Spades and forks</a></li></ol>',
    ],
)
def test_titled_the_page_s_own_name_at_the_end(find, trail):
    assert [rule for rule, _, _ in find("breadcrumb", f"{trail}<h1>Spades and forks</h1>")] == ["breadcrumb.titled"]
    assert find("breadcrumb", f"{trail}<h1>Watering cans</h1>") == []


@pytest.mark.parametrize(
    ("last", "rules"),
    [
        ("/feedback", []),
        ("/garden/tools/spade.html", ["breadcrumb.titled"]),
        ("/garden/tools/7/contact", ["breadcrumb.titled"]),
    ],
)
def test_a_menu_whose_last_item_is_a_lower_heading_is_no_trail(find, last, rules):
    menu = (
        '<ul><li><a href="/">News</a></li><li><a href="/films">Films</a></li>'
        f'<li><a href="{last}">Write to us</a></li></ul>'
    )
    assert [rule for rule, _, _ in find("breadcrumb", f"{menu}<h1>The weir holds</h1><h2>Write to us</h2>")] == rules


def test_a_logo_beside_the_headline_is_no_trail(find):
    assert find("breadcrumb", '<div><a href="/">The Shop</a><h1>Spades</h1></div>') == []


def test_titled_lists_of_other_pages_trails_do_not_count(find):
    lists = "".join(
        f'<ul><li><a href="/">Home</a></li><li><a href="/c{number}">Tools {number}</a></li><li>Spades</li></ul>'
        for number in range(3)
    )
    assert len(find("breadcrumb", f"<h1>Spades</h1>{lists}")) == 1


def test_each_item_labelled_in_microdata(find):
    item = '<span itemscope itemtype="http://data-vocabulary.org/Breadcrumb"><a href="/{0}">{0}</a></span>'
    found = find("breadcrumb", f"<p>Sale</p><div>{item.format('beds')} {item.format('tools')} Spade</div>")
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.labelled", "beds tools Spade")]


@pytest.mark.parametrize("label", ["Location", "Standort", "Path"])
def test_a_label_of_an_address_leads_no_trail(find, label):
    assert find("breadcrumb", f'<p>{label}: <a href="/york">York</a> <a href="/map">Map</a></p>') == []


def test_a_trail_with_a_link_back_before_it(find):
    body = f'<p><a href="#">Back</a> {LINKS.replace("</a> <a", "</a> &gt; <a")} &gt; Spade</p>'
    (found,) = find("breadcrumb", body)
    assert found[2].endswith("Home > Garden > Tools > Spade")


def test_items_in_order_the_current_page_last(read_page):
    page = read_page('<div class="breadcrumb"><a href="/">Home</a> » <a href="../">Garden</a> » Spade</div>')
    assert breadcrumbs(page, detect(page)) == (
        {"name": "Home", "url": "https://shop.example/", "source": "page"},
        {"name": "Garden", "url": "https://shop.example/garden/", "source": "page"},
        {"name": "Spade", "url": None, "source": "page"},
    )


def test_items_whose_last_is_a_link(read_page):
    page = read_page(f'<div class="breadcrumb">{LINKS} <a href="spade.html">Spade</a></div>')
    assert breadcrumbs(page, detect(page))[-1] == {"name": "Spade", "url": page.url, "source": "page"}


def test_no_trail_no_items(read_page):
    page = read_page('<p><a href="/x">x</a></p>')
    assert breadcrumbs(page, detect(page)) == ()


def test_step1_filters_with_such_a_name_beside_a_trail_are_none(find):
    filters = '<div class="filter-crumbs"><a href="?sort=new">Newest</a> <a href="?sort=low">Lowest price</a></div>'
    assert [text for _, _, text in find("breadcrumb", f'<div class="breadcrumb">{LINKS}</div>{filters}')] == [
        "Home Garden Tools"
    ]


def test_step1_the_short_form_of_a_trail_is_one_too(find):
    short = '<div class="breadcrumb-mobile"><a href="/garden/tools/">Tools</a></div>'
    assert [text for _, _, text in find("breadcrumb", f'<div class="breadcrumb">{LINKS}</div>{short}')] == [
        "Home Garden Tools",
        "Tools",
    ]


def test_step1_page_numbers_with_such_a_name_are_none(find):
    pages = "".join(f'<a href="?page={number}">{number}</a> ' for number in range(2, 7))
    assert find("breadcrumb", f'<div class="breadcrumb_multipage">Pages: {pages}</div>') == []


def test_chain_needs_more_than_the_first_items_of_a_menu(find):
    menu = (
        '<nav><a href="/">Home</a><button>Shop</button><a href="/roses/offers">Offers</a><button>Stores</button></nav>'
    )
    assert find("breadcrumb", menu) == []


def test_titled_a_logo_beside_the_title_in_a_bar_is_no_trail(find):
    title = "How to keep a spade sharp"
    bar = f'<div><a href="/"><img src="/logo.png" alt="The Rose Garden"></a> <div>{title}</div></div>'
    assert find("breadcrumb", f"{bar}<h1>{title}</h1><p>A spade digs.</p>") == []


def test_step1_days_of_a_date_are_no_page_numbers(find):
    days = '<a href="../../../">2024</a> – <a href="../../">06</a> – <a href="../">03</a>'
    assert [text for _, _, text in find("breadcrumb", f'<div class="breadcrumbs">» {days}</div>')] == [
        "» 2024 – 06 – 03"
    ]


def test_step1_a_menu_with_such_a_name_around_the_trail_is_left_out(find):
    menu = "".join(f'<li><a href="/search?{name}">{name}</a></li>' for name in ("unanswered", "active", "newest"))
    body = f'<ul class="nav-breadcrumbs">{menu}<li class="breadcrumbs">{LINKS}</li></ul>'
    assert [text for _, _, text in find("breadcrumb", body)] == ["Home Garden Tools"]


def test_step1_a_second_trail_led_in_by_words(find):
    second = '<div class="forum_breadcrumb">You are here: <a href="/forum/">Forum</a></div>'
    assert [text for _, _, text in find("breadcrumb", f'<div class="breadcrumb">{LINKS}</div>{second}')] == [
        "Home Garden Tools",
        "You are here: Forum",
    ]


@pytest.mark.parametrize(("ahead", "found"), [(1, ["step1"]), (2, ["step1"]), (3, [])])
def test_two_links_may_stand_before_the_home_page_in_a_marked_trail(find, ahead, found):
    others = "".join(f'<a href="/back/{number}">Back {number}</a> ' for number in range(ahead))
    trail = f'<div class="breadcrumb">{others}<a href="/">Home</a> &gt; <a href="/garden/">Garden</a> &gt; Spade</div>'
    assert [rule.removeprefix("breadcrumb.") for rule, _, _ in find("breadcrumb", trail)] == found


# Both sides of each bound.


def rules(find, body):
    return [rule.partition(".")[2] for rule, _, _ in find("breadcrumb", body)]


def links(count, text="Beds"):
    return " ".join(f'<a href="/b{number}">{text}</a>' for number in range(count))


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        (f'<a href="/">Home</a> {links(14)}', True),
        (f'<a href="/">Home</a> {links(15)}', False),
        (f'<a href="/">Home</a> {"x" * 250}', True),
        (f'<a href="/">Home</a> {"x" * 251}', False),
        (f'<a href="/">Home</a> <a href="/b">{"x" * 246}</a>{"x" * 250}', True),
        (f'<a href="/">Home</a> <a href="/b">{"x" * 247}</a>{"x" * 250}', False),
        ('<a href="/"></a>', False),
    ],
)
def test_a_trail_has_at_most_15_links_and_500_characters(find, inside, found):
    assert rules(find, f'<div class="breadcrumb">{inside}</div>') == ["step1"] * found


@pytest.mark.parametrize(("count", "found"), [(2, 2), (3, 0)])
def test_two_marked_elements_without_the_shape_of_a_trail(find, count, found):
    body = "".join(f'<p class="breadcrumb"><a href="/b{number}">Beds</a></p>' for number in range(count))
    assert len(rules(find, body)) == found


@pytest.mark.parametrize(
    ("numbers", "found"), [("7 8", True), ("7 8 9", False), ("7 8 10", True), ("999998 999999 1000000", True)]
)
def test_numbers_of_a_list_of_pages_follow_each_other(find, numbers, found):
    pages = "".join(f'<a href="?x={number}">{number}</a> ' for number in numbers.split())
    assert rules(find, f'<div class="breadcrumb">{pages}</div>') == ["step1"] * found


@pytest.mark.parametrize(
    ("sign", "found"),
    [
        ("&gt;", True),
        ("&gt;&gt;&gt;", True),
        ("&gt;&gt;&gt;&gt;", False),
        ("x", False),
        ("/", True),
        ("|", False),
        (f"<b> &gt; </b>{'<i>&nbsp;</i>' * 7}", True),
        (f"<b> &gt; </b>{'<i>&nbsp;</i>' * 8}", False),
    ],
)
def test_a_sign_has_at_most_three_characters_in_eight_pieces(find, sign, found):
    body = f'<p><a href="/">Home</a>{sign}<a href="/garden/">Garden</a>{sign}<a href="/garden/tools/">Tools</a> x</p>'
    assert ("step3" in rules(find, body)) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<p><a href="/a">A</a> &gt; <a href="/a/b">B</a></p>', True),
        ('<p><a href="/a/b">A</a> &gt; <a href="/a">B</a></p>', False),
        ('<p><a href="/a">A</a> &gt; <a href="/b">B</a></p>', False),
        ('<p><a href="/a">A</a> &gt; <a href="/b">B</a> &gt; <a href="/b/c">C</a></p>', True),
        ('<p><a href="/a">A</a> / <a href="/a/b">B</a></p>', False),
        ('<p><a href="/a">A</a> »/ <a href="/a/b">B</a></p>', True),
        ('<p><a href="/a">A</a> /» <a href="/a/b">B</a></p>', False),
        ('<p><a href="/">A</a> / <a href="/a">B</a></p>', True),
        ('<p><a href="/">A</a> · <a href="/a">B</a></p>', False),
        ('<p>&gt; <a href="/">A</a> &gt; <a href="/a">B</a></p>', False),
        ('<div><a href="/garden/">Garden</a> / </div>', False),
        ('<div><a href="/garden/tools/spade.html">Spade</a> &gt; </div>', False),
        ('<div><a href="https://other.example/garden/">Garden</a> &gt; </div>', False),
    ],
)
def test_signs_stand_between_addresses_that_lead_deeper(find, body, found):
    assert ("step3" in rules(find, body)) == found


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ('<li><a href="/garden/">Garden</a><li><a href="/garden/tools/">Tools</a>', True),
        ('<li><a href="/garden/">Garden</a><li><a href="/garden/tools/">Tools</a><li>Spade', True),
        ('<li><a href="/garden/">Garden</a><li><a href="/garden/tools/">Tools</a><li>Spade<li>x', False),
        ('<li><a href="/garden/tools/">Tools</a><li><a href="/garden/">Garden</a>', False),
        ('<li><a href="/garden/">Garden</a> <a href="/garden/tools/">Tools</a>', False),
        ('<li><a href="/garden/">Garden</a><li><a href="/garden/pots/">Pots</a>', False),
        ('<li><a href="http://o.example/garden/">G</a><li><a href="http://o.example/garden/tools/">T</a>', False),
    ],
)
def test_a_list_leads_to_this_page_but_for_its_last_item(find, items, found):
    assert ("step5" in rules(find, f"<ul>{items}</ul>")) == found


@pytest.mark.parametrize(("count", "found"), [(3, True), (2, False)])
def test_a_chain_has_three_items(find, count, found):
    steps = ["/", "/beds/", "/beds/old/"][:count]
    body = "".join(f'<a href="{href}">{"Home" if href == "/" else "Beds"}</a> ' for href in steps)
    assert rules(find, f"<div>{body}</div>") == ["chain"] * found


@pytest.mark.parametrize(
    ("name", "heading", "found"),
    [("Ox", "Ox", True), ("X", "X", False), ("x" * 201, "x" * 200, True), ("x" * 199 + "zz", "x" * 199, False)],
)
def test_the_pages_own_name_has_two_letters(find, name, heading, found):
    body = f'<div><a href="/">Home</a> <b>{name}</b></div><h2>{heading}</h2>'
    assert rules(find, body) == ["titled"] * found
    assert rules(find, body.replace("h2>", "h3>")) == []


@pytest.mark.parametrize(("ahead", "text"), [(2, "Home > Garden > Tools"), (3, None)])
def test_two_links_before_the_home_page_are_left_out(find, ahead, text):
    trail = LINKS.replace("</a> <a", "</a> &gt; <a")
    found = [found for _, _, found in find("breadcrumb", f"<p>{links(ahead)} {trail}</p>")]
    assert found == ([f"{'Beds ' * ahead}{text}"] if text else [])


def test_the_name_of_a_trail_has_200_characters(find):
    body = f'<div class="breadcrumb"><a href="/">Home</a> {links(4, "x" * 49)}</div>'
    ((_, name, _),) = find("breadcrumb", body)
    assert name == ("home" + (" > " + "x" * 49) * 4)[:200]


@pytest.mark.parametrize(("blanks", "found"), [(0, True), (1, True), (2, False)])
def test_the_sign_behind_a_single_link_stands_in_two_pieces(find, blanks, found):
    body = f'<div><a href="/">Home</a>{"<i>&nbsp;</i>" * blanks}<b>&gt; Spade</b></div>'
    assert ("step3" in rules(find, body)) == found


def test_a_forums_parts_differ_in_a_query_and_the_trail_leads_to_the_page_itself(find):
    own = "https://forum.example/community/index.php?topic=5.0"
    parts = (
        ("index.php", "Mill Forum"),
        ("index.php#c18", "Gardens"),
        ("index.php?board=6.0", "Roses"),
        ("index.php?topic=5.0", "When to prune"),
    )
    items = '</li><li><span class="dividers"> ► </span>'.join(
        f'<a href="/community/{href}">{text}</a>' for href, text in parts
    )
    found = find(
        "breadcrumb", f'<div class="navigate_section"><ul><li>{items}</li></ul></div><p>{"They bloom. " * 40}</p>', own
    )
    assert [rule for rule, *_ in found] == ["breadcrumb.step3"]
    other = f"<div><ul><li>{items.replace('topic=5.0', 'topic=9.0')}</li></ul></div><p>{'They bloom. ' * 40}</p>"
    assert find("breadcrumb", other, own) == []


def test_items_that_are_called_so_are_one_trail(find):
    items = "".join(
        f'<li class="styles__BreadcrumbItem-sc-8wn{depth} coXIpG"><a href="/guides{"/a" * depth}">{text}</a></li>'
        for depth, text in enumerate(("Guides", "Gardens", "Roses"))
    )
    found = find(
        "breadcrumb",
        f'<ol class="styles__Container-sc-8w">{items}</ol><p>{"They bloom. " * 40}</p>',
        "https://a.example/guides/a/a/x",
    )
    assert [text for *_, text in found] == ["Guides Gardens Roses"]
