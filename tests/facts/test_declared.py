from __future__ import annotations

import json
from typing import Any

import pytest
from core_pages import page_of
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.facts.declared import MAX_DESCRIPTION, MAX_KEYWORDS, Declared, people
from scrapy_maincontent.page.head import unpack_metas

URL = "https://valley.example/2024/otters"
TITLE = "Otters return to the river"


def script(*values: Any) -> str:
    return "".join(f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values)


def declared(head: str = "", body: str = f"<h1>{TITLE}</h1>", url: str | None = URL, lang: str = "") -> Declared:
    return Declared(page_of(f"<html lang='{lang}'><head><title>{TITLE}</title>{head}</head><body>{body}", url=url))


def names(found: Declared) -> list[tuple[str, list[str]]]:
    return [(source, [name for name, _ in named]) for source, named in found.authors()]


ARTICLE = {"@type": "NewsArticle", "headline": TITLE, "datePublished": "2024-05-03T10:00:00Z"}


@pytest.mark.parametrize(
    "author",
    [
        "Ann Reed",
        ["Ann Reed"],
        [["Ann Reed"]],
        {"name": "Ann Reed"},
        {"@type": "Person", "name": ["Ann Reed"]},
        [{"@type": "Person", "name": "By Ann Reed"}],
        {"@id": "#ann"},
    ],
)
def test_authors_of_json_ld_in_all_their_forms(author):
    graph = {"@graph": [ARTICLE | {"author": author}, {"@type": "Person", "@id": "#ann", "name": "Ann Reed"}]}
    assert names(declared(script(graph))) == [("json-ld", ["Ann Reed"])]


def test_a_reference_to_an_author_is_not_what_it_refers_to():
    person = {"@type": "Person", "@id": "#ann", "name": "Ann Reed"}
    graph = {"@graph": [ARTICLE | {"author": {"@id": "#ann"}}, {"@id": "#ann"}, person]}
    assert names(declared(script(graph))) == [("json-ld", ["Ann Reed"])]


def test_an_author_has_an_address_of_the_web_or_none():
    for url, expected in (
        ("/ann", "https://valley.example/ann"),
        ("https://ann.example/", "https://ann.example/"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("mailto:ann@valley.example", None),
        ("https://[bad", None),
        ("https://x.example/\ud800", None),
        ("", None),
    ):
        assert declared().address(url) == expected, url
    assert declared(url=None).address("/ann") is None


def test_the_pages_own_article_is_asked_among_several():
    other = {"@type": "NewsArticle", "headline": "Another thing", "datePublished": "2020-01-01"}
    own = {"@type": "NewsArticle", "mainEntityOfPage": {"@id": URL + "?x=1"}, "datePublished": "2024-05-03"}
    for things in ([other, own], [own, other], [other, ARTICLE]):
        _, day = declared(script(things)).day("date_published", "datePublished")
        assert day.startswith("2024-05-03")


def test_a_list_of_strangers_says_nothing_about_the_page():
    things = [{"@type": "Article", "headline": f"Thing {n}", "datePublished": f"2024-05-0{n}"} for n in range(1, 6)]
    assert declared(script(things)).day("date_published", "datePublished") is None
    assert declared(script(things[0])).day("date_published", "datePublished") == ("json-ld", "2024-05-01")


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"@type": "Article", "datePublished": "2024-05-03"} -->',
        '//<![CDATA[\n{"@type": "Article", "datePublished": "2024-05-03"}\n//]]>',
        '{"@type": "Article", "datePublished": "2024-05-03",}',
        '{"@type": "Article", "datePublished": "2024-05-03"};',
        '{"@type": "Article", "headline": "a\nb", "datePublished": "2024-05-03"}',
    ],
)
def test_small_mistakes_in_json_are_no_harm(text):
    head = f'<script type="application/ld+json">{text}</script>'
    assert declared(head).day("date_published", "datePublished") == ("json-ld", "2024-05-03")


def test_microdata_of_an_article_and_not_of_its_comments():
    body = f"""<article itemscope itemtype="https://schema.org/BlogPosting"><h1 itemprop="headline">{TITLE}</h1>
    <span itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="/ann"><b itemprop="name">Ann Reed</b>
    </a> our reporter</span> <time itemprop="datePublished" datetime="2024-05-03T10:00">today</time></article>
    <div itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Troll</b></div>"""
    found = declared(body=body)
    assert list(found.authors()) == [("microdata", [("Ann Reed", "/ann")])]
    assert found.day("date_published", "datePublished") == ("microdata", "2024-05-03T10:00:00")


def test_microdata_of_posts_within_a_post_and_counts_behind_a_name():
    body = """<div itemscope itemtype="https://schema.org/DiscussionForumPosting"><b itemprop="author">Ann Reed 430 posts
    </b><div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Ben</b></div></div>"""
    assert list(declared(body=body).authors()) == [("microdata", [("Ann Reed", None)])]


@pytest.mark.parametrize(
    ("markup", "names"),
    [
        ("<span itemprop=author>Ann Reed</span>", ["Ann Reed"]),
        (
            '<b itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop=name>山田 花子</i></b>',
            ["山田 花子"],
        ),
        ("<a itemprop=author href=/a>Ann Reed</a><a itemprop=author href=/b>Ben Holm</a>", []),  # entries of a list
        ('<p itemscope itemtype="https://schema.org/Comment"><b itemprop=author>Ann Reed</b>', []),
    ],
)
def test_an_author_in_microdata_whose_article_is_not_marked(markup, names):
    found = [each for _, named in Declared(page_of(f"<h1>High tide</h1>{markup}")).authors() for each, _ in named]
    assert found == names


def test_a_person_may_be_said_in_a_script_of_its_own():
    article = '{"@type":"NewsArticle","headline":"High tide","author":{"@id":"#a"}}'
    person = '{"@type":"Person","@id":"#a","name":"Ann Reed"}'
    scripts = "".join(f'<script type="application/ld+json">{each}</script>' for each in (article, person))
    assert [each for _, named in Declared(page_of(scripts)).authors() for each, _ in named] == ["Ann Reed"]


def test_all_fields_in_one_meta_element():
    said = '{"title":"High tide","authors":["Ann Reed","Ben Holm"],"pub_date":"2014-05-03T10:00:00Z","section":"Sea"}'
    page = page_of(f"<meta name='parsely-page' content='{said}'>")
    unpack_metas(page)
    declared = Declared(page)
    assert [each for _, named in declared.authors() for each, _ in named] == ["Ann Reed", "Ben Holm"]
    assert declared.day("date_published", "datePublished") == ("meta", "2014-05-03T10:00:00+00:00")
    assert declared.section() == ("meta", "Sea")
    for bad in ("{", "[1]", "7", '{"authors":{"a":1},"pub_date":7}', '{"page":"{}"}'):
        page = page_of(f"<meta name='parsely-page' content='{bad}'>")
        unpack_metas(page)
        assert not [*Declared(page).authors()]


def test_a_name_behind_an_address_for_mail_is_the_authors():
    markup = '<meta name="author" content="desk@paper.example (Ann Reed)">'
    assert [each for _, named in Declared(page_of(markup)).authors() for each, _ in named] == ["Ann Reed"]


@pytest.mark.parametrize("kind", ["VideoObject", "NewsArticle", "Recipe"])
def test_a_link_of_microdata_may_hold_a_name(kind):
    name = '<link itemprop="url" href="/c/1"><link itemprop="name" content="Ann Reed">'
    body = f'<div itemscope itemtype="http://schema.org/{kind}"><span itemprop=author itemscope>{name}</span><h1>x</h1></div>'
    assert names(declared(body=body)) == [("microdata", ["Ann Reed"])]


@pytest.mark.parametrize(
    ("site", "host", "name", "bare"),
    [
        ("The Valley Globe", "valleyglobe", "Ann Reed Globe Staff", "Ann Reed"),
        ("The Valley Globe", "valleyglobe", "ANN REED The Valley Globe", "ANN REED"),
        ("VBC News", "vbc", "Ann Reed VBC News", "Ann Reed"),
        ("VBC", "vbc", "Ann Reed VBC", "Ann Reed"),
        ("Pelican", "pelican", "Ann Reed Pelican Staff", "Ann Reed"),
        ("Valley Home Care", "valleyhomecare", "Valley Home Care", "Valley Home Care"),
        ("Kunz", "kunz", "Lisa Maria Kunz", "Lisa Maria Kunz"),
        ("Mills", "mills", "Tampa Bay Business Journal", "Tampa Bay Business Journal"),
        ("The Mill Source", "millsource", "Support The Mill Source", "Support The Mill Source"),
        ("Ana María Lago", "anamarialago", "Ana María Lago", "Ana María Lago"),
        ("Mills", "mills", "Ann Reed Orchard Society", "Ann Reed Orchard Society"),
    ],
)
def test_a_name_is_without_the_site_and_its_offices(site, host, name, bare):
    found = declared(f"<meta property=og:site_name content='{site}'>", url=f"https://www.{host}.example/otters")
    assert found.without_office(name) == bare


def test_meta_elements_of_microdata_count_where_they_stand():
    person = '<div itemprop="author" itemtype="https://schema.org/Person"><meta itemprop="{}" content="{}">{}</div>'
    body = f"""<div itemtype="https://schema.org/Question"><meta itemprop="datePublished" content="2024-05-03">
    {person.format("name", "Ann Reed", '<a href="/ann">Ann Reed</a> 1,204 gold badge14')}
    {person.format("url", "/ben", '<b itemprop="name">Ben Holm</b>')}<meta itemprop="author" content="Cleo Lind">
    <div itemprop="suggestedAnswer" itemtype="https://schema.org/Answer">{person.format("name", "Troll", "")}</div></div>"""
    found = declared(body=body)
    assert next(found.authors()) == (
        "microdata",
        [("Cleo Lind", None), ("Ann Reed", "/ann"), ("Ben Holm", "/ben")],
    )
    assert found.day("date_published", "datePublished") == ("microdata", "2024-05-03")


def test_who_reviews_a_product_is_not_the_pages_author():
    review = """<div itemprop="review" itemscope itemtype="https://schema.org/Review"><p>Good <meta itemprop="author"
    content="Troll"><b itemprop="author">Troll</b></p></div>"""
    assert names(declared(body=f'<div itemscope itemtype="https://schema.org/Product">{review}</div>')) == []
    own = review.replace('itemprop="review"', "").replace("Troll", "Ann Reed")
    assert names(declared(body=own))[0] == ("microdata", ["Ann Reed"])


def test_of_articles_side_by_side_the_one_with_the_headline_counts():
    cards = '<div itemtype="https://schema.org/Article"><h2>Tip</h2><b itemprop="author">Ben Holm</b></div>' * 2
    own = cards[: len(cards) // 2].replace("h2", "h1").replace("Ben Holm", "Ann Reed")
    assert names(declared(body=f"<h1>{TITLE}</h1>{cards}")) == []
    assert names(declared(body=cards + own)) == [("microdata", ["Ann Reed"])]


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("article:published_time", "2024-05-03T10:00:00+0200", "date_published", "2024-05-03T10:00:00+02:00"),
        ("parsely-pub-date", "2024-05-03", "date_published", "2024-05-03"),
        ("DC.date.issued", "3. Mai 2024", "date_published", "2024-05-03"),
        ("sailthru.date", "1714730000", "date_published", "2024-05-03T09:53:20+00:00"),
        ("post_date", "2024-05-03", "date_published", "2024-05-03"),
        ("bepress_citation_date", "2024/05/03", "date_published", "2024-05-03"),
        ("date-creation-yyyymmdd", "20240503", "date_published", "2024-05-03"),
        ("og:updated_time", "2024-05-04", "date_modified", "2024-05-04"),
    ],
)
def test_days_of_meta_elements(name, value, field, expected):
    assert declared(f'<meta name="{name}" content="{value}">').day(field, "no") == ("meta", expected)


def test_a_bad_day_leaves_the_next_source_to_answer():
    head = script(ARTICLE | {"datePublished": "soon"}) + '<meta property="article:published_time" content="2024-05-03">'
    assert declared(head).day("date_published", "datePublished") == ("meta", "2024-05-03")


@pytest.mark.parametrize(
    ("lang", "head", "expected"),
    [
        ("de", "", ("html", "de")),
        ("de_at", "", ("html", "de-AT")),
        ("zh-hant-tw", "", ("html", "zh-Hant-TW")),
        ("jp", "", ("html", "ja")),
        (
            "en",
            '<meta property="og:locale" content="fr_FR">' + script(ARTICLE | {"inLanguage": "fr"}),
            ("json-ld", "fr"),
        ),
        ("en", '<meta property="og:locale" content="fr_FR">', ("html", "en")),
        ("", '<meta property="og:locale" content="pt_BR">', ("meta", "pt-BR")),
        ("und", "", None),
        ("not a language", "", None),
    ],
)
def test_the_language_that_most_sources_name(lang, head, expected):
    assert declared(head, lang=lang).language() == expected


def test_a_description_is_plain_text_and_cut():
    head = '<meta name="description" content="Otters &amp;amp; &lt;b&gt;rivers&lt;/b&gt;">'
    assert declared(head).description() == ("meta", "Otters & rivers")
    assert declared(head + script(ARTICLE | {"description": "Own."})).description() == ("json-ld", "Own.")
    assert declared(head + script({"@type": "WebPage", "description": "P."})).description()[0] == "meta"
    _, text = declared(script(ARTICLE | {"description": "x" * 10_000})).description()
    assert len(text) == MAX_DESCRIPTION


def test_signs_alone_are_no_description_and_no_name():
    head = '<meta name="description" content=","><meta property="og:site_name" content="/">'
    found = declared(head + script(ARTICLE | {"description": "Own."}))
    assert (found.description(), found.site_name()) == (("json-ld", "Own."), None)


def test_the_canonical_address_is_of_the_web():
    link = '<link rel="canonical" href="{}">'
    social = '<meta property="og:url" content="https://valley.example/social">'
    assert declared(link.format("/otters") + social).canonical_url() == ("link", "https://valley.example/otters")
    assert declared(link.format("javascript:x") + social).canonical_url() == ("meta", "https://valley.example/social")
    assert declared(script(ARTICLE | {"url": URL})).canonical_url() == ("json-ld", URL)
    assert declared().canonical_url() is None


def test_the_name_of_the_site_and_its_keys():
    assert declared('<meta property="og:site_name" content="The Valley">').site_name() == ("meta", "The Valley")
    publisher = script(ARTICLE | {"publisher": {"@type": "Organization", "name": "Valley Press"}})
    assert declared(publisher).site_name() == ("json-ld", "Valley Press")
    assert declared(script({"@type": "WebSite", "name": "Valley"})).site_name() == ("json-ld", "Valley")
    assert {"valleypress", "valley", "valleyexample"} <= declared(publisher).site_keys


def test_keywords_of_either_form_each_once():
    for keywords in ("otter, river; Otter", ["otter", "river"], [{"name": "otter"}, "river"]):
        assert declared(script(ARTICLE | {"keywords": keywords})).keywords() == ("json-ld", ("otter", "river"))
    assert declared('<meta name="keywords" content="川、カワウソ">').keywords() == ("meta", ("川", "カワウソ"))
    _, many = declared(f'<meta name="keywords" content="{",".join(map(str, range(999)))}">').keywords()
    assert len(many) == MAX_KEYWORDS


@pytest.mark.parametrize(("url", "expected"), [(URL, None), ("https://valley.example/", "Otters return to the river")])
def test_a_name_of_the_site_that_holds_the_title_is_none_but_at_home(url, expected):
    head = f'<meta property="og:title" content="{TITLE}"><meta property="og:site_name" content="{TITLE}">'
    found = declared(head, url=url).site_name()
    assert (found and found[1]) == expected


def test_a_short_title_may_be_the_name_of_the_site():
    head = '<meta property="og:title" content="The Valley"><meta property="og:site_name" content="The Valley">'
    assert declared(head).site_name() == ("meta", "The Valley")


def test_people_have_an_address_where_a_line_names_one():
    assert people([("Ann Reed", "/ann"), ("Ben Holm and Ann Reed", "/b")]) == [("Ann Reed", "/ann"), ("Ben Holm", None)]


FIELDS = (
    "@type @id @graph author name url headline datePublished dateModified inLanguage description keywords publisher"
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([URL, TITLE, "Article"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS.split()), inner, max_size=6),
    max_leaves=30,
)


@given(values, st.text(max_size=40))
def test_no_declaration_raises_and_all_values_can_be_written(value, text):
    page = page_of(f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>", url=URL)
    page.json_ld = [
        json.dumps([value, {"@type": "Article", "author": value, "keywords": value, "datePublished": value}])
    ]
    page.metas = {
        "author": text,
        "description": text,
        "og:url": text,
        "keywords": text,
        "date": text,
        "og:locale": text,
    }
    found = Declared(page)
    everything = [
        list(found.authors()),
        found.day("date_published", "datePublished"),
        found.language(),
        found.description(),
        found.site_name(),
        found.keywords(),
    ]
    address = found.canonical_url()
    assert address is None or address[1].startswith(("http://", "https://"))
    json.dumps(
        everything[1:] + [[name for name, _ in named] for _, named in everything[0]], ensure_ascii=False
    ).encode()


FLOODS = {
    "objects": lambda n: script({"@graph": [ARTICLE | {"author": "Ann"}] * n}),
    "authors": lambda n: script(ARTICLE | {"author": ["Ann, Ben and Cora"] * n}),
    "brackets": lambda n: f'<script type="application/ld+json">{{"author": {"[" * n}</script>',
    "commas": lambda n: f'<script type="application/ld+json">{{"author": 1{", " * n}}}</script>',
    "scripts": lambda n: script(ARTICLE) * n,
    "names": lambda n: f'<meta name="author" content="{"By " * n}">',
    "days": lambda n: f'<meta name="date" content="{"1 " * n}">',
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_declarations(name):
    def read(page: Any) -> None:
        found = Declared(page)
        list(found.authors())
        found.day("date_published", "datePublished")
        found.keywords()

    check_linear(lambda n: page_of(FLOODS[name](n * 10)), read)


@pytest.mark.parametrize("length", [2000, 2001])
def test_a_description_has_2000_characters_at_most(length):
    assert declared(script(ARTICLE | {"description": "x" * length})).description() == ("json-ld", "x" * 2000)


@pytest.mark.parametrize("length", [200, 201])
def test_the_name_of_a_site_has_200_characters_at_most(length):
    named = declared(f'<meta property="og:site_name" content="{"x" * length}">').site_name()
    assert named == ("meta", "x" * 200)


def test_50_keywords_are_kept_and_none_that_is_longer_than_100_characters():
    many = [f"word{number}" for number in range(51)]
    for keywords in (",".join(many), many, [{"name": name} for name in many]):
        assert declared(script(ARTICLE | {"keywords": keywords})).keywords() == ("json-ld", tuple(many[:50]))
    for length in (100, 101):
        kept = ("otter", "x" * length, "river") if length == 100 else ("otter", "river")
        found = declared(script(ARTICLE | {"keywords": f"otter, {'x' * length}, river"})).keywords()
        assert found == ("json-ld", kept)


def test_of_several_addresses_of_an_author_the_first_counts():
    author = {"name": "Ann Reed", "sameAs": ["https://ann.example/", "https://other.example/ann"]}
    ((_, named),) = declared(script(ARTICLE | {"author": author})).authors()
    assert list(named) == [("Ann Reed", "https://ann.example/")]


@pytest.mark.parametrize("length", [400, 401])
def test_a_headline_has_400_characters_at_most(length):
    assert declared(script(ARTICLE | {"headline": "x" * length})).headlines() == ["x" * 400]


def test_headlines_of_the_first_three_articles_of_a_page():
    own = [ARTICLE | {"headline": f"{name} otters", "url": URL} for name in "ABCD"]
    assert declared(script(own)).headlines() == ["A otters", "B otters", "C otters"]
    strangers = [{"@type": "Article", "headline": f"{name} otters"} for name in "ABCD"]
    assert declared(script(strangers[:3])).headlines() == ["A otters"]
    assert declared(script(strangers)).headlines() == []


@pytest.mark.parametrize(("headline", "is_own"), [("X", False), ("Ox", True), ("x" * 400 + "y", True)])
def test_an_article_is_the_pages_own_by_its_headline(headline, is_own):
    others = [{"@type": "Article", "headline": f"{name} otters", "datePublished": "2020-01-01"} for name in "ABC"]
    head = (
        script([*others, ARTICLE | {"headline": headline}]) + f'<meta property="og:title" content="{headline[:400]}">'
    )
    assert (declared(head).headlines() == [headline[:400]]) == is_own


@pytest.mark.parametrize(("count", "found"), [(1999, True), (2000, False)])
def test_2000_objects_are_looked_at(count, found):
    things = [{"@type": "Thing"}] * (count - 1) + [ARTICLE]
    assert (declared(script(things)).headlines() == [TITLE]) == found


@pytest.mark.parametrize(("lists", "found"), [(3, True), (4, False)])
def test_authors_stand_in_three_lists_at_most(lists, found):
    author = "Ann Reed"
    for _ in range(lists):
        author = [author]
    assert (names(declared(script(ARTICLE | {"author": author}))) == [("json-ld", ["Ann Reed"])]) == found


@pytest.mark.parametrize(
    ("types", "found"),
    [
        ("NewsArticle".rjust(60, "x"), True),
        ("NewsArticle".rjust(61, "x"), False),
        (["Thing"] * 3 + ["Article"], True),
        (["Thing"] * 4 + ["Article"], False),
        ([7, "Article"], True),
        (7, False),
    ],
)
def test_four_types_of_60_characters_are_read(types, found):
    assert (declared(script(ARTICLE | {"@type": types})).headlines() == [TITLE]) == found


@pytest.mark.parametrize(("before", "found"), [(1998, True), (1999, False)])
def test_2000_elements_of_microdata_are_read(before, found):
    body = f"<div itemtype='https://schema.org/Article'>{'<i></i>' * before}<b itemprop='author'>Ann Reed</b></div>"
    assert (names(declared(body=body)) == [("microdata", ["Ann Reed"])]) == found


@pytest.mark.parametrize(("name", "known"), [("datePublished", True), ("dateCreated", True), ("uploadDate", False)])
def test_days_of_microdata_are_those_of_the_first_two_properties(name, known):
    body = f"<div itemtype='https://schema.org/Article'><time itemprop='{name}' datetime='2024-05-03'>x</time></div>"
    day = declared(body=body).day("date_published", "datePublished", "dateCreated", "uploadDate")
    assert day == (("microdata", "2024-05-03") if known else None)


@pytest.mark.parametrize(
    ("url", "keys"),
    [("http://[", set()), ("https://www.mill.example/x", {"mill", "example", "millexample"}), (None, set())],
)
def test_the_host_names_its_site(url, keys):
    assert declared(url=url).site_keys == keys


@pytest.mark.parametrize(("blanks", "found"), [(3999, True), (4000, False)])
def test_twice_as_much_is_read_of_a_description_as_is_kept(blanks, found):
    text = declared(script(ARTICLE | {"description": " " * blanks + "x"})).description()
    assert text == (("json-ld", "x") if found else None)


def test_a_person_may_be_declared_in_parts():
    for author, name in (
        ({"givenName": "Mara", "familyName": "Okafor"}, "Mara Okafor"),
        ({"@type": "Person", "givenName": "Mara", "additionalName": "J.", "familyName": "Okafor"}, "Mara J. Okafor"),
        ({"name": "Okafor, Mara"}, "Mara Okafor"),
    ):
        assert names(declared(script(ARTICLE | {"author": author}))) == [("json-ld", [name])]


def test_every_meta_element_names_an_author_and_some_put_the_family_name_first():
    both = '<meta name="author" content="Ann Reed"><meta name="author" content="Ben Holm">'
    assert names(declared(both)) == [("meta", ["Ann Reed", "Ben Holm"])]
    cited = (
        '<meta name="citation_author" content="de Vries, Jan Pieter"><meta name="citation_author" content="Li, Wei">'
    )
    assert names(declared(cited)) == [("meta", ["Jan Pieter de Vries", "Wei Li"])]
    assert declared(
        '<meta property="article:tag" content="otters"><meta property="article:tag" content="rivers">'
    ).keywords() == ("meta", ("otters", "rivers"))


@pytest.mark.parametrize(
    ("head", "is_free"),
    [
        (script(ARTICLE | {"isAccessibleForFree": False}), False),
        (script(ARTICLE | {"isAccessibleForFree": "False"}), False),
        (script(ARTICLE | {"isAccessibleForFree": "http://schema.org/True"}), True),
        (script(ARTICLE | {"hasPart": {"isAccessibleForFree": "False", "cssSelector": ".rest"}}), False),
        (script(ARTICLE | {"isAccessibleForFree": True, "hasPart": [{"isAccessibleForFree": False}]}), False),
        ('<meta property="article:content_tier" content="locked">', False),
        ('<meta property="article:content_tier" content="free">', True),
        ('<meta name="paywall" content="true">', False),
        (script(ARTICLE), None),
        (script(ARTICLE | {"isAccessibleForFree": "perhaps"}), None),
    ],
)
def test_a_page_says_whether_it_can_be_read_without_paying(head, is_free):
    found = declared(head).is_accessible_for_free()
    assert (found and found[1]) == is_free


def test_the_section_of_a_page():
    assert declared(script(ARTICLE | {"articleSection": ["Rivers", "News"]})).section() == ("json-ld", "Rivers")
    assert declared('<meta property="article:section" content="Flüsse">').section() == ("meta", "Flüsse")
    assert declared().section() is None


def test_the_order_of_day_and_month_is_shown_by_another_day_of_the_page():
    for published, other, day in (
        ("07/11/2023", "07/14/2023", "2023-07-11"),
        ("07/11/2023", "14/07/2023", "2023-11-07"),
        ("Wed, 07/12/2023 - 17:57", "", "2023-07-12T17:57:00"),
        ("07/11/2023", "", None),
    ):
        head = f'<meta property="article:published_time" content="{published}"><meta name="x" content="{other}">'
        found = declared(head, lang="en").day("date_published", "datePublished")
        assert (found and found[1]) == day
    head = '<meta property="article:published_time" content="07/11/2023">'
    assert declared(head, lang="en", url="https://valley.co.uk/otters").day("date_published") == ("meta", "2023-11-07")


def test_a_meta_element_that_no_list_names_may_hold_the_day():
    assert declared('<meta name="w-published-date" content="2025-05-27">').other_days() == ["2025-05-27"]
    assert (
        declared('<meta name="publisher" content="2025-05-27"><meta name="x" content="2025-05-27">').other_days() == []
    )


@pytest.mark.parametrize("label", ["Written by", "Geschrieben von", "Escrito por", "Автор", "作者"])
def test_labelled_values_of_cards_name_authors(label):
    card = '<meta name="twitter:label{0}" content="{1}"><meta name="twitter:data{0}" content="{2}">'
    head = card.format(1, "Reading time", "3 minutes") + card.format(2, label, "Ann Reed")
    assert names(declared(head)) == [("meta", ["Ann Reed"])]


@pytest.mark.parametrize(
    "body",
    [
        """<div vocab="http://schema.org/" typeof="NewsArticle"><h1 property="headline">Otters</h1>
        <span property="author" typeof="Person"><a property="url" href="/ann"><b property="name">Ann Reed</b></a></span>
        <time property="datePublished" datetime="2024-05-03">3 May</time></div>""",
        """<div typeof="sioc:Item foaf:Document"><h1 property="dc:title">Otters</h1>
        <p property="dc:date dc:created" content="2024-05-03" datatype="xsd:dateTime" rel="sioc:has_creator">Submitted by
        <a typeof="sioc:UserAccount" property="foaf:name" href="/ann">Ann Reed</a> on Friday</p></div>""",
        """<article typeof="schema:BlogPosting"><h1>Otters</h1><p property="dcterms:creator">Ann Reed</p>
        <p property="dcterms:issued" content="2024-05-03">3 May</p></article>""",
    ],
)
def test_rdfa_names_authors_and_days(body):
    found = declared(body=body)
    assert names(found) == [("rdfa", ["Ann Reed"])]
    assert found.day("date_published", "datePublished") == ("rdfa", "2024-05-03")
    other = declared(body=body + body)
    assert names(other) == []
    assert other.day("date_published", "datePublished") is None


def test_json_ld_may_name_its_charset():
    head = script(ARTICLE).replace("ld+json", "LD+JSON; charset=utf-8")
    assert declared(head).day("date_published", "datePublished") == ("json-ld", "2024-05-03T10:00:00+00:00")
