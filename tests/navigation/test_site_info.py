from __future__ import annotations

import pytest
from growth import check_linear

from scrapy_maincontent.navigation import detect, site_info
from scrapy_maincontent.navigation.candidates import Candidates
from scrapy_maincontent.navigation.site_info import MAX_BLOCKS, compound
from scrapy_maincontent.page import Kind

TEXT = "<main><p>" + "Roses bloom in June. " * 40 + "</p></main>"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Privacy Policy", "Contact us"),
        ("個人情報保護方針", "お問い合わせ"),
        ("サイトマップ", "プライバシーポリシー"),
        ("Impressum", "Datenschutz"),
        ("Mentions légales", "Nous contacter"),
        ("Aviso legal", "Contacto"),
    ],
)
def test_word_pair_in_a_list(find, one, two):
    body = f'{TEXT}<ul><li><a href="/1">{one}</a></li><li><a href="/2">{two}</a></li></ul>'
    assert find("site_info", body) == [("site_info.pair", "footer", f"{one} {two}")]


def test_every_column_is_a_region(find):
    column = '<div><h3>{}</h3><ul><li><a href="/1">{}</a></li><li><a href="/2">{}</a></li></ul></div>'
    body = "<footer>" + column.format("Us", "About us", "Careers") + column.format("Law", "Terms", "Privacy")
    assert [text for _, _, text in find("site_info", TEXT + body + "</footer>")] == [
        "Us About us Careers",
        "Law Terms Privacy",
    ]


@pytest.mark.parametrize(
    ("box", "place"),
    [("<header>{}</header>", "header"), ('<div class="sidebar">{}</div>', "side"), ("<footer>{}</footer>", "footer")],
)
def test_place(find, box, place):
    box = box.format('<p><a href="/1">About</a> <a href="/2">Contact</a></p>')
    assert [subtype for _, subtype, _ in find("site_info", TEXT + box + TEXT)] == [place]


def test_copyright_line_with_one_legal_link(find):
    body = f'{TEXT}<footer><div>© 2024 The Rose Garden. <a href="/p">Privacy policy</a></div></footer>'
    assert find("site_info", body) == [
        ("site_info.copyright", "footer", "© 2024 The Rose Garden. Privacy policy"),
    ]


def test_main_menu_with_a_few_such_links_is_none(find):
    menu = "".join(f'<a href="/{name}">{name}</a> ' for name in ("Roses", "Lilies", "Herbs", "About", "Contact"))
    assert find("site_info", f"<header><nav>{menu}</nav></header>{TEXT}") == []


@pytest.mark.parametrize(
    "sentence",
    [
        'By signing up you agree to our <a href="/t">Terms of use</a> and our <a href="/p">Privacy policy</a>.',
        'I agree to the <a href="/t">Terms of use</a> and the <a href="/p">Privacy policy</a>.',
        'Mit der Anmeldung gelten unsere <a href="/t">AGB</a> und die <a href="/p">Datenschutzerklärung</a>.',
    ],
)
def test_consent_sentence_is_none(find, sentence):
    assert find("site_info", f"<footer><form><p>{sentence}</p></form></footer>") == []


def test_one_link_in_a_list_of_others_is_none(find):
    body = '<ul><li><a href="/1">Roses</a></li><li><a href="/2">Contact</a></li><li><a href="/3">Bulbs</a></li></ul>'
    assert find("site_info", TEXT + body) == []


def test_tags_and_articles_about_privacy_are_none(find):
    body = '<p><a href="/1">How much privacy does a hedge give to a garden by the road</a> <a href="/2">Hedges</a></p>'
    assert find("site_info", TEXT + body) == []


def test_the_run_at_the_end_of_a_long_list(read_page):
    others = "".join(f'<a href="/{number}">Roses {number}</a> ' for number in range(12))
    page = read_page(f'{TEXT}<footer><p>{others}<a href="/c">Contact</a> <a href="/p">Privacy</a></p></footer>')
    (region,) = detect(page)
    assert region.text == "Contact Privacy"
    assert region.xpath == "/html/body/footer/p"
    assert region.elements[0] != region.elements[1]


def test_a_footer_s_column_counts_as_a_whole(find):
    column = "".join(
        f'<li><a href="/{number}">{text}</a></li>'
        for number, text in enumerate(("Our mills", "Careers", "Press", "Flour", "Bread", "Gift boxes"))
    )
    assert [text for _, _, text in find("site_info", f"<footer><ul>{column}</ul></footer>")] == [
        "Our mills Careers Press Flour Bread Gift boxes"
    ]


def test_headlines_about_such_things_are_none(find):
    news = (
        '<li><a href="/1">プライバシーポリシーの変更をめぐって利用者から意見が相次ぐ</a></li>'
        '<li><a href="/2">お問い合わせ窓口の電話が三日間つながらなかったことについて</a></li>'
    )
    assert find("site_info", f"<footer><ul>{news}</ul></footer>") == []


def test_copyright_line_with_credits_of_theme_and_system(find):
    line = (
        '© 2024 <a href="/">The Rose Garden</a>. Theme: <a href="https://themes.example/">Petals</a>. Powered by '
        '<a href="https://blogs.example/">Blogs</a>. <a href="/privacy">Privacy policy</a>'
    )
    ((rule, _, text),) = find("site_info", f"{TEXT}<div><div>{line}</div></div>")
    assert rule == "site_info.copyright"
    assert text.startswith("© 2024 The Rose Garden")
    assert text.endswith("Privacy policy")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Corporate dinners", "Corporate parties"),
        ("Careers in tax", "Careers in consulting"),
        ("Legal translation", "Legal research"),
        ("Over 80 mills", "Over 20 countries"),
        ("Alle Bilder anzeigen", "Mehr anzeigen"),
        ("Jobs in Berlin", "Jobs in Salzburg"),
        ("Вакансии Перми", "Работа в Перми"),
    ],
)
def test_what_begins_or_ends_like_such_a_link_is_none(find, one, two):
    assert (
        find("site_info", f'{TEXT}<footer><ul><li><a href="/1">{one}</a></li><li><a href="/2">{two}</a></li></ul>')
        == []
    )


@pytest.mark.parametrize(("others", "count"), [(4, 1), (5, 0)])
def test_a_list_that_a_menu_opens_is_none_outside_a_footer(find, others, count):
    items = "".join(f'<li><a href="/{number}">Roses</a></li>' for number in range(others))
    menu = (
        f'<nav><ul>{items}<li><ul><li><a href="/a">About</a></li><li><a href="/c">Contact</a></li></ul></li></ul></nav>'
    )
    assert len(find("site_info", menu + TEXT)) == count
    assert len(find("site_info", f"{TEXT}<footer>{menu}</footer>")) == 1


@pytest.mark.parametrize(
    ("notice", "belongs"),
    [
        ("© 2024 The Rose Garden", True),
        ("© 2024 The Rose Garden Ltd, 4 Mill Lane, Port Ellery. All rights reserved.", False),
    ],
)
def test_the_notice_beside_a_list_belongs_to_it_unless_it_is_longer(find, notice, belongs):
    links = '<div><a href="/t">Terms of use</a> <a href="/p">Privacy</a> <a href="/c">Contact</a></div>'
    body = f"{TEXT}<footer><div>{links}<p>{notice}</p></div>{'<p>Roses. </p>' * 9}</footer>"
    expected = "Terms of use Privacy Contact" + (f" {notice}" if belongs else "")
    assert [text for _, _, text in find("site_info", body)] == [expected]


@pytest.mark.parametrize("offers", ["E-Paper Newsletter Shop", "Subscribe Archive Donate", "Подписка Архив Магазин"])
def test_what_a_site_sells_and_keeps_says_nothing_about_it(find, offers):
    names = [*enumerate(offers.split())]
    body = "".join(f'<li><a href="/{number}">{name}</a></li>' for number, name in names)
    assert find("site_info", f"<header><ul>{body}</ul></header>{TEXT}") == []
    about = '<li><a href="/a">About us</a></li><li><a href="/c">Contact</a></li>'
    assert len(find("site_info", f"{TEXT}<footer><ul>{body}{about}</ul></footer>")) == 1


def test_a_notice_beside_other_links_does_not(find):
    links = '<div><a href="/t">Terms of use</a> <a href="/p">Privacy</a></div>'
    body = f'{TEXT}<footer><div>{links}<p>© 2024 <a href="/">The Rose Garden</a></p></div></footer>'
    assert [text for _, _, text in find("site_info", body)] == ["Terms of use Privacy"]


def test_widgets_of_a_footer_are_in_the_footer(find):
    links = "".join(
        f'<li><a href="/{name}">{name}</a></li>' for name in ("Roses", "Lilies", "Herbs", "About", "Contact")
    )
    widget = '<aside class="widget">{}</aside>'.format(f"<ul>{links}</ul>")
    assert [place for _, place, _ in find("site_info", f"{TEXT}<footer>{widget}</footer>{TEXT}")] == ["footer"]
    assert find("site_info", f"{TEXT}{widget}{TEXT}") == []


SITE = '<ul><li><a href="/about">About us</a></li><li><a href="/privacy">Privacy</a></li></ul>'
ROSES = "<p><a href='/r'>Roses</a></p>"
PROSE = "<p>They bloom in June, as a rule.</p>"


def widened(page):
    """Return the texts of the compound of the page's only site information region."""
    (region,) = (region for region in detect(page) if region.kind == Kind.SITE_INFO)
    first, end = compound(page, region)
    assert first <= region.blocks[0]
    assert end >= region.blocks[1]
    return page.texts[first:end]


def test_lists_of_links_on_both_sides_come_in(read_page):
    body = f'{PROSE}<ul><li><a href="/r">Roses</a></li><li><a href="/b">Bulbs</a></li></ul>{SITE}{ROSES}{PROSE}'
    assert widened(read_page(body)) == ["Roses", "Bulbs", "About us", "Privacy", "Roses"]


def test_the_region_itself_stays_small(read_page):
    regions = detect(read_page(f"{PROSE}{ROSES}{SITE}{ROSES}"))
    assert [region.text for region in regions] == ["About us Privacy"]


@pytest.mark.parametrize(
    "neighbour",
    [
        '<p><a href="/r">Roses, bulbs</a></p>',
        '<p><a href="/r">Roses bloom in June.</a></p>',
        '<p><a href="/r">バラ、球根</a></p>',
        '<p><a href="/r">バラが咲いた。</a></p>',
        '<p><a href="/r">バラが咲いた．</a></p>',
        "<p>Roses</p>",
        '<p><a href="/r">Roses</a> of the north and the south</p>',
        f"<p>{'<a href=/r>Roses</a> ' * 1000}</p>",
    ],
    ids=[
        "comma",
        "full stop",
        "Japanese comma",
        "Japanese full stop",
        "wide full stop",
        "no link",
        "partly linked",
        "too long",
    ],
)
def test_what_stops_it(read_page, neighbour):
    assert widened(read_page(f"{PROSE}{ROSES}{neighbour}{SITE}{neighbour}{ROSES}")) == ["About us", "Privacy"]


def test_a_few_signs_outside_the_links_do_no_harm(read_page):
    body = f'{PROSE}<p><a href="/r">Roses and lilies</a> | <a href="/b">Bulbs and tubers</a></p>{SITE}'
    assert widened(read_page(body)) == ["Roses and lilies | Bulbs and tubers", "About us", "Privacy"]


def test_borders_of_elements_do_not_stop_it(read_page):
    body = f"<main>{PROSE}{ROSES}</main><footer>{SITE}</footer>"
    assert widened(read_page(body)) == ["Roses", "About us", "Privacy"]


def test_no_more_than_its_bound_on_each_side(read_page):
    page = read_page(ROSES * 1000 + SITE + ROSES * 1000)
    assert len(widened(page)) == 2 + 2 * MAX_BLOCKS


def test_the_ends_of_the_page(read_page):
    assert widened(read_page(f"{ROSES}{SITE}{ROSES}")) == ["Roses", "About us", "Privacy", "Roses"]


def test_other_kinds_keep_their_range(read_page):
    page = read_page(f'{ROSES}<div class="pager"><a href="?p=2">2</a> <a href="?p=3">3</a></div>{ROSES}')
    (region,) = detect(page)
    assert compound(page, region) == region.blocks


def test_the_work_grows_no_faster_than_the_regions(read_page):
    def regions_of(n):
        page = read_page(f"{SITE}<hr>{ROSES}" * (20 * n))
        return page, detect(page)

    def widen(found):
        page, regions = found
        for region in regions:
            compound(page, region)

    check_linear(regions_of, widen)


# Both sides of each bound.

PAIR = '<a href="/t">Terms</a> <a href="/p">Privacy</a>'


def others(count):
    return "".join(f' <a href="/r{number}">Roses</a>' for number in range(count))


def found(find, body):
    return [text for _, _, text in find("site_info", body)]


@pytest.mark.parametrize(("count", "is_one"), [(2, True), (3, False)])
def test_half_of_a_list_beside_the_text_is_about_the_site(find, count, is_one):
    body = f"{TEXT}<p>{PAIR}{others(count)}</p>{TEXT}"
    assert len(found(find, body)) == is_one
    assert len(found(find, body.replace("<p>", "<footer>").replace("</p>", "</footer>"))) == 1


@pytest.mark.parametrize(
    ("before", "between", "behind", "is_whole"),
    [(11, 0, 0, True), (12, 0, 0, False), (5, 2, 5, False), (5, 3, 4, True)],
)
def test_the_run_counts_where_it_is_a_seventh_and_together(find, before, between, behind, is_whole):
    list_ = f'<a href="/t">Terms</a>{others(between)} <a href="/p">Privacy</a>'
    (text,) = found(find, f"{TEXT}<footer><p>{others(before)} {list_}{others(behind)}</p></footer>")
    assert text.startswith("Roses") == is_whole


@pytest.mark.parametrize(("count", "is_one"), [(40, True), (41, False)])
def test_a_list_has_at_most_60_links(find, count, is_one):
    own = "".join(f"<a href=/{number}>{'Help' if number % 2 else 'Privacy'}</a> " for number in range(20))
    assert len(found(find, f"{TEXT}<footer><p>{own}{others(count)}</p></footer>")) == is_one


@pytest.mark.parametrize(("characters", "is_one"), [(300, True), (301, False)])
def test_a_list_has_at_most_300_characters_outside_links(find, characters, is_one):
    list_ = f'<ul><li><a href="/t">Terms</a><li>{"x" * characters}<li><a href="/p">Privacy</a></ul>'
    assert len(found(find, f"{TEXT}<footer>{list_}</footer>")) == is_one


@pytest.mark.parametrize(("nested", "is_whole"), [(2, True), (3, False)])
def test_half_of_a_list_may_be_nested(find, nested, is_whole):
    inner = "".join(f"<li><a href=/{number}>Help</a></li>" for number in range(nested))
    items = f'<li><a href="/t">Terms</a></li><li><ul>{inner}</ul></li><li><a href="/p">Privacy</a></li>'
    assert (found(find, f"{TEXT}<footer><ul>{items}</ul></footer>") == [f"Terms{' Help' * nested} Privacy"]) == is_whole


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Privacy policy of the mill " + "x" * 43, True),
        ("Privacy policy of the mill " + "x" * 44, False),
        ("プライバシーポリシー" + "あ" * 11, True),
        ("プライバシーポリシー" + "あ" * 12, False),
    ],
)
def test_a_longer_text_is_a_headline(find, name, is_one):
    assert len(found(find, f'{TEXT}<footer><p><a href="/t">Terms</a> <a href="/p">{name}</a></p></footer>')) == is_one


@pytest.mark.parametrize(
    ("characters", "credits_", "is_one"), [(192, 0, True), (193, 0, False), (9, 4, True), (9, 5, False)]
)
def test_a_notice_around_one_legal_link(find, characters, credits_, is_one):
    links = "".join(f"<a href=/r{number}>x</a>" for number in range(credits_))
    body = f"{TEXT}<div>©{'x' * (characters - credits_)}{links}<a href=/p>Privacy</a></div>"
    assert len(found(find, body)) == is_one


@pytest.mark.parametrize(("characters", "is_in"), [(99, True), (100, False)])
@pytest.mark.parametrize("is_before", [True, False])
def test_a_notice_beside_a_list_has_at_most_100_characters(find, characters, is_in, is_before):
    long = "".join(f"<a href=/{number}>Terms of use {number}</a> " for number in range(9))
    notice, links = f"<p>©{'x' * characters}</p>", f"<div>{long}</div>"
    body = f"{TEXT}<footer><div>{notice + links if is_before else links + notice}</div><p>Roses</p></footer>"
    (text,) = found(find, body)
    assert ("©" in text) == is_in


@pytest.mark.parametrize(("levels", "is_in"), [(3, True), (4, False)])
def test_a_notice_stands_four_elements_above_a_list(find, levels, is_in):
    (text,) = found(find, f"{TEXT}<footer>©x{'<div>' * levels}<p>{PAIR}</p>{'</div>' * levels}</footer>{TEXT}")
    assert ("©" in text) == is_in


@pytest.mark.parametrize(("characters", "is_in"), [(5000, True), (5001, False)])
def test_a_list_of_more_than_5000_characters_is_none(read_page, characters, is_in):
    long = f"<p><a href=/r>{'x' * characters}</a></p>"
    assert len(widened(read_page(f"{PROSE}{long}{SITE}{PROSE}"))) == 2 + is_in


@pytest.mark.parametrize(("linked", "is_in"), [(90, True), (89, False)])
def test_nine_tenths_of_a_list_are_linked(read_page, linked, is_in):
    neighbour = f"<p><a href=/r>{'x' * linked}</a>{'y' * (100 - linked)}</p>"
    assert len(widened(read_page(f"{PROSE}{neighbour}{SITE}{PROSE}"))) == 2 + is_in
    assert len(widened(read_page(f"{PROSE}<p>y</p>{SITE}{PROSE}"))) == 2


def place_of(page, link=0):
    return site_info.Places(Candidates(page)).place_of(page.links[link])


@pytest.mark.parametrize(
    ("before", "place"), [(15, "header"), (16, "side"), (84, "side"), (85, "footer"), (0, "header"), (99, "footer")]
)
def test_a_place_by_the_share_of_text_before_it(read_page, before, place):
    page = read_page(f"<p>{'x' * before}</p><p><a href=/t>T</a></p><p>{'x' * (99 - before)}</p>")
    assert place_of(page) == place


@pytest.mark.parametrize(
    ("apart", "behind", "length", "place"),
    [
        (19, 9, 9, "footer"),
        (20, 9, 9, "side"),
        (0, 59, 9, "footer"),
        (0, 60, 9, "side"),
        (0, 9, 299, "footer"),
        (0, 9, 300, "side"),
    ],
)
def test_a_place_by_the_copyright_notice(read_page, apart, behind, length, place):
    far = f"<p>{'x' * 2000}</p>"
    page = read_page(f"{far}<a href=/t>T</a>{'<p>z' * apart}<p>©{'y' * length}{'<p>z' * (behind - 1)}{far}")
    assert place_of(page) == place


@pytest.mark.parametrize(
    ("markup", "place"),
    [
        ("<header>{}</header>", "header"),
        ("<div class=header>{}</div>", "header"),
        ("<aside><header>{}</header></aside>", "header"),
        ("<header><aside>{}</aside></header>", "side"),
        ("<footer><aside>{}</aside></footer>", "footer"),
        ("<div class=footer><aside>{}</aside></div>", "side"),
        ("<div class=footer>{}</div>", "footer"),
        ("<div class=sidebar>{}</div>", "side"),
    ],
)
def test_a_place_by_the_names_around_it(read_page, markup, place):
    assert place_of(read_page(f"{TEXT}{markup.format('<a href=/t>Terms</a>')}{TEXT}")) == place


@pytest.mark.parametrize(
    ("markup", "is_in"),
    [
        ("<header>{}</header>", True),
        ("<div class=header><b>{}</b></div>", True),
        ("<main><header>{}</header></main>", False),
        ("<header><article>{}</article></header>", False),
        ("<div>{}</div>", False),
    ],
)
def test_the_sites_header_is_not_an_articles(read_page, markup, is_in):
    page = read_page(markup.format("<a href=/t>Terms</a>"))
    assert site_info.is_in_header(page, page.links[0]) == is_in


@pytest.mark.parametrize(
    ("tag", "count", "is_item"), [("ul", 3, True), ("ul", 2, False), ("nav", 3, True), ("div", 3, False)]
)
def test_an_item_of_a_menu_stands_beside_two_others(read_page, tag, count, is_item):
    page = read_page(f"<ol><li>x</ol><{tag}>{'<li><a href=/t>Terms</a>' * count}</{tag}>")
    assert site_info.is_menu_item(page, page.links[0], 1) == is_item


def test_pictures_alone_stand_in_the_header(find):
    links = "".join(
        f'<li><a href="/{name}"><img src="/{name}.png" alt="{name}"></a>' for name in ("Privacy", "Contact")
    )
    assert [(rule, place) for rule, place, _ in find("site_info", f"<ul>{links}</ul>")] == [
        ("site_info.pair", "header")
    ]


# Columns and boxes by heading and address, in languages and frames of all sorts.

URL = "https://mill.example/a/b"
FILLER = "<p>" + "The weir was mended by the men of the mill. " * 30 + "</p>"


@pytest.mark.parametrize(
    ("heading", "links"),
    [
        ("Support", ["Employment", "Refer friends", "Pay an invoice"]),
        ("Ο όμιλος", ["Επικοινωνία", "Ιστορικό αρχείο", "Το σήμα"]),
        ("Om avisen", ["Kontakt", "Fonden", "Skolerne"]),
        ("Unternehmen", ["Presse", "Organisation", "Zahlen und Fakten"]),
        ("サポート", ["ヘルプ", "料理の安心", "リンク集"]),
    ],
)
def test_a_column_under_a_heading_needs_one_link_and_has_its_heading(find, heading, links):
    items = "".join(f'<p><a href="/x{number}">{text}</a></p>' for number, text in enumerate(links))
    body = f"{FILLER}<footer><div><h4>{heading}</h4>{items}</div><div><p>River</p></div></footer>"
    ((_, place, text),) = find("site_info", body, URL)
    assert (place, text) == ("footer", " ".join([heading, *links]))


@pytest.mark.parametrize(
    "hrefs",
    [
        ["/um-okkur", "/kontakt", "/impressum.html"],
        ["/about/staff.html", "/about/vacancy.html", "/export"],
        ["https://mill.example/is/privacy/", "https://mill.example/is/contact", "/skip"],
    ],
)
def test_a_footer_by_its_addresses(find, hrefs):
    items = "".join(f'<li><a href="{href}">Orð {number}</a></li>' for number, href in enumerate(hrefs))
    body = f"{FILLER}<footer><ul>{items}</ul></footer>"
    assert [text for _, _, text in find("site_info", body, URL)] == ["Orð 0 Orð 1 Orð 2"]


@pytest.mark.parametrize(
    "body",
    [
        '<ul><li><a href="/rss">RSS</a></li><li><a href="/n">Newsletter</a></li><li><a href="/p">Poczta</a></li></ul>',
        '<ul><li><a href="https://www.else.example/about/1">Ufsi</a></li><li><a href="https://x.example/about/2">Lax</a></li></ul>',
        '<ul><li><a href="/app/tea/about/">Te</a></li><li><a href="/app/mate/about/x">Mate</a></li></ul>',
    ],
    ids=["feeds", "other sites", "about products"],
)
def test_footers_of_other_lists(find, body):
    assert find("site_info", f"{FILLER}<footer>{body}</footer>", URL) == []


def test_a_legal_link_in_a_box_of_its_own(find):
    lists = '<div><ul><li><a href="/a">River</a></li><li><a href="/b">Mill</a></li></ul></div>'
    box = '<div><ul><li><a href="/imprint">Kontakt und Impressum</a></li></ul></div>'
    body = f"{FILLER}<footer>{lists}{box}</footer>"
    assert [text for _, _, text in find("site_info", body, URL)] == ["Kontakt und Impressum"]


def test_an_address_beside_a_list_is_not_its_label(find):
    links = '<p><a href="/p">Privacy</a> | <a href="/t">Terms</a></p>'
    body = f"{FILLER}<footer><div><p>26 Mill Lane, Weir End 7</p>{links}<p>© 2025 Mill</p></div></footer>"
    assert [text for _, _, text in find("site_info", body, URL)] == ["Privacy | Terms"]


FOOT = "<footer><ul><li>{}</li><li>{}</li></ul><p>© 2024 The Rose Garden</p></footer>"


@pytest.mark.parametrize(
    ("one", "two", "found"),
    [
        ("https://careers.roses.example/", "https://press.roses.example", 1),
        ("https://karriere.roses.example/", "https://support.roses.example/", 1),
        ("https://careers.other.example/", "https://press.other.example/", 0),
        ("https://jobs.roses.example/arts/5", "https://jobs.roses.example/law/7", 0),
        ("/content/3-livraison", "/content/4-qui-sommes-nous", 1),
        ("/pages/11-kontakt", "/pages/12-impressum", 1),
        ("/pages/11-rosen", "/pages/12-tulpen", 0),
    ],
)
def test_addresses_of_hosts_and_numbered_pages(find, one, two, found):
    foot = FOOT.format(f'<a href="{one}">Here</a>', f'<a href="{two}">There</a>')
    assert len(find("site_info", TEXT + foot, "https://www.roses.example/june")) == found


@pytest.mark.parametrize(
    "words",
    [
        ("Advertising sales", "Media kits"),
        ("Become an affiliate", "Letters to the editor"),
        ("Abo verwalten", "Anzeigen aufgeben"),
        ("Gérer votre abonnement", "Courrier des lecteurs"),
        ("Gestionar suscripción", "Cartas al director"),
        ("Neem een abonnement", "Bezorging"),
        ("Рекламный отдел", "Правила перепечатки"),
        ("公司简介", "广告联系"),
        ("媒体資料", "転載について"),
        ("구독신청", "고충처리인"),
    ],
)
def test_advertising_subscriptions_and_reprints(find, words):
    foot = FOOT.format(*(f'<a href="/{number}">{word}</a>' for number, word in enumerate(words)))
    assert [text for *_, text in find("site_info", TEXT + foot)] == [" ".join((*words, "© 2024 The Rose Garden"))]


@pytest.mark.parametrize(
    ("heading", "own"), [("About us", "Privacy"), ("Über uns", "Impressum"), ("会社概要", "採用情報")]
)
def test_one_link_of_a_long_list_below_a_heading_of_the_kind_is_none(find, heading, own):
    others = "".join(
        f'<li><a href="/g/{n}">{word}</a></li>' for n, word in enumerate(["Soil", "Water", "Light", "Pests"] * 2)
    )
    column = f'<footer><div><h3>{heading}</h3><ul>{others}<li><a href="/p">{own}</a></li></ul></div></footer>'
    assert find("site_info", TEXT + column) == []
    assert len(find("site_info", TEXT + column.replace("</ul>", '<li><a href="/c">FAQ</a></li></ul>'))) == 1


@pytest.mark.parametrize(
    "links",
    [
        ("Log in", "Entries RSS", "Comments RSS"),
        ("Anmelden", "RSS der Beiträge", "RSS-Kommentare"),
        ("Entries feed", "Comments feed"),
    ],
)
def test_feeds_alone_are_no_site_information(find, links):
    items = "".join(f'<li><a href="/{number}">{text}</a></li>' for number, text in enumerate(links))
    assert find("site_info", f"{TEXT}<div><h3>Meta</h3><ul>{items}</ul></div>") == []
