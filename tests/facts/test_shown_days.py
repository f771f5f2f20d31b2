from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.facts.metadata import metadata

URL = "https://valley.example/otters"
TEXT = "<p>The old crane at the quay has been sold, and nobody knows where it will go.</p>"


def read(markup, url=URL, page_type=None):
    return metadata(page_of(markup, url=url), page_type)


def page(shown, lang="en", behind=""):
    return f"<html lang={lang}><head><title>.</title></head><body>{shown}{TEXT * 4}{behind}</body></html>"


@pytest.mark.parametrize(
    ("lang", "shown"),
    [
        ("de", '<div class="date"><div>14</div><div>Sep</div></div><h1>Gegenwind auf dem Deich</h1>'),
        ("en", "<h1>Headwind on the dike road</h1><p>Tuesday, September 14th</p>"),
        ("fr", "<h1>Vent de face sur la digue</h1><p>Par Ann Reed | 14 septembre</p>"),
        ("es", "<span>14</span><br><span>Sep</span><h1>Viento en contra en el dique</h1>"),
    ],
)
def test_a_blogs_address_has_the_year_and_month_of_a_day_without_a_year(lang, shown):
    markup = f"<html lang={lang}><head><title>.</title></head><body>{shown}{TEXT * 3}</body></html>"
    assert read(markup, "https://blog.example/2010/09/wind/").date_published == "2010-09-14"
    assert read(markup, "https://blog.example/2010/08/wind/").date_published is None
    assert read(markup, "https://blog.example/wind/").date_published is None


@pytest.mark.parametrize(
    ("lang", "place", "sentence"),
    [
        ("fr", "Paris, le 12 novembre 2013", "Une grande journée d'action aura lieu le 28 novembre 2013."),
        (
            "de",
            "Kiel, 12. November 2013",
            "Die nächste Verhandlung aller beteiligten Verbände findet statt am 28.11.2013.",
        ),
        ("en", "Leeds, 12 November 2013", "The next public meeting in the town hall is on 28 November 2013."),
    ],
)
def test_a_sentence_of_the_text_that_ends_with_a_day_names_another_one(lang, place, sentence):
    text = f"<p>{place}</p><h1>Otters return</h1>{TEXT * 3}<p>{sentence}</p>"
    page = page_of(f"<html lang={lang}><head><title>Otters return</title></head><body>{text}</body></html>", url=URL)
    main = [len(words.split()) > 5 for words in page.texts]
    assert metadata(page, "article", main=main).date_published == "2013-11-12"


@pytest.mark.parametrize(
    ("lang", "leaf"),
    [
        ("de", "<div>12</div><div>Mär</div><div>2010</div>"),
        ("de", "<div>Freitag</div><div>12</div><div>März 2010</div>"),
        ("en", "<p>March</p><p>12</p><p>2010</p>"),
        ("fr", "<ul><li>12</li><li>mars</li><li>2010</li></ul>"),
        ("it", "<div><span>12</span><span>03</span><span>2010</span></div>"),
        ("pl", "<div>12.</div><div>03.</div><div>2010</div>"),
        ("sv", "<div>12 mars</div><div>2010</div>"),
    ],
)
def test_the_leaf_of_a_calendar_is_a_day(lang, leaf):
    for shown in (f"{leaf}<h1>The crane at the quay</h1>", f"<h1>The crane at the quay</h1>{leaf}"):
        assert read(page(shown, lang)).date_published == "2010-03-12"
    for other in ("<p>12</p><p>Comments</p><p>2010</p>", "<table><tr><td>8</td><td>9</td><td>10</td></tr></table>"):
        assert read(page(f"<h1>The crane at the quay</h1>{other}", lang)).date_published is None


@pytest.mark.parametrize(
    "element",
    [
        '<span class="date" title="2010-03-12">Fri, 12.3.</span>',
        '<abbr class="published" title="2010-03-12">12 March</abbr>',
        '<span data-epoch="1268384400"></span>',
    ],
)
def test_a_day_without_a_year_has_the_whole_one_in_its_title(element):
    shown = f"<h1>The crane at the quay</h1><p>{element}</p>"
    assert read(page(shown)).date_published[:10] == "2010-03-12"


@pytest.mark.parametrize(
    ("own", "published", "modified"),
    [
        ('<time class="entry-date updated" datetime="2010-03-12">12 March 2010</time>', "2010-03-12", None),
        ('<time class="published updated" datetime="2010-03-12">12 March 2010</time>', "2010-03-12", None),
        ('<time class="updated" datetime="2010-03-12">Last updated: 12 March 2010</time>', None, "2010-03-12"),
        ('Updated <time class="updated" datetime="2010-03-12">12 March 2010</time>', None, "2010-03-12"),
        (
            '<time class="updated" datetime="2011-04-13"></time> <time class="posted" datetime="2010-03-12"></time>',
            "2010-03-12",
            "2011-04-13",
        ),
    ],
)
def test_the_only_time_that_is_classed_as_updated_is_that_of_publication(own, published, modified):
    found = read(page(f"<h1>The crane at the quay</h1><p>{own}</p>"))
    assert (found.date_published, found.date_modified) == (published, modified)


@pytest.mark.parametrize(
    ("lang", "declared", "shown", "day"),
    [
        ("de", "2010-03-11T23:30:00Z", "12. März 2010", "2010-03-12"),
        ("en", "2010-03-13T01:10:00+00:00", "March 12, 2010", "2010-03-12"),
        ("fr", "2010-12-03", "12.03.2010", "2010-03-12"),
        ("en", "2010-03-12", "3/12/2010", "2010-03-12"),
        ("en", "2010-03-12", "1 June 2009", "2010-03-12"),
    ],
)
def test_a_time_shows_its_day_where_it_is_declared_in_another_zone_or_order(lang, declared, shown, day):
    own = f'<h1>The crane at the quay</h1><time datetime="{declared}">{shown}</time>'
    assert read(page(own, lang)).date_published[:10] == day


@pytest.mark.parametrize(
    "entry",
    [
        "<li><a href=/a>Another text {0}</a><br>{0}. Mai 2016</li>",
        "<div class=teaser><a href=/a>Another text {0}</a></div><div class=day>{0}. Mai 2016</div>",
        "<tr><td><a href=/a>Another text {0}</a></td><td>{0}. Mai 2016</td></tr>",
        "<li><a href=/a>Another text {0}</a> <time>{0}. Mai 2016</time></li>",
        '<div class=teaser><h4>Another text {0}</h4><time datetime="2016-05-{0}">{0}.5.</time></div>',
    ],
)
def test_the_days_of_entries_above_the_headline_are_not_the_pages(entry):
    entries = "".join(map(entry.format, range(10, 14)))
    box = f"<table>{entries}</table>" if "<tr>" in entry else f"<ul>{entries}</ul>"
    headline = "<h1>The crane at the quay</h1>"
    assert read(page(box + headline, "de")).date_published is None
    assert read(page(f"{box}{headline}<p>12. März 2010</p>", "de")).date_published == "2010-03-12"


def test_a_day_above_the_label_of_an_events_day_is_that_of_publication():
    lines = "<p>12.03.2010</p><p>Termin: 20.04.2010, 19:30 Uhr</p><p>Ort: Gasthof Adler</p>"
    assert read(page(f"<h1>Konzert am Kran</h1>{lines}", "de")).date_published == "2010-03-12"
    event = lines.replace("<p>12.03.2010</p>", "").replace("Termin: ", "")
    assert read(page(f"<h1>Konzert am Kran</h1>{event}", "de")).date_published is None


@pytest.mark.parametrize(
    "url", ["https://valley.example/cnt/dmf20100312_96887", "https://valley.example/20100312crane"]
)
def test_a_day_in_an_address_may_stand_beside_letters(url):
    assert read(page("<h1>The crane at the quay</h1>"), url).date_published == "2010-03-12"
    assert read(page("<h1>The crane at the quay</h1>"), url.replace("0312", "1312")).date_published is None


@pytest.mark.parametrize("day", ["April 23rd, 2017", "23. April 2017", "le 23 avril 2017"])
def test_a_time_as_machines_write_it_beside_a_day_in_words_is_that_of_a_change(day):
    line = (
        '<p>By <a rel="author" href="/ann">Ann Reed</a> | <span class="updated">2019-08-02T10:11:12+00:00</span>{}</p>'
    )
    found = read(page(f"<h1>The crane at the quay</h1>{line.format(f' <span>{day}</span>')}"))
    assert (found.date_published, (found.date_modified or "")[:10]) == ("2017-04-23", "2019-08-02")
    assert read(page(f"<h1>The crane at the quay</h1>{line.format('')}")).date_published[:10] == "2019-08-02"
