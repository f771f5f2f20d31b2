"""Sitemaps and feeds of many makes: what they say of each page, and what becomes of broken and hostile ones."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from scrapy_maincontent.page.xml_lists import MAX_ELEMENTS, read_entries
from scrapy_maincontent.spiders import listings
from scrapy_maincontent.spiders.listings import begins_as_list, read_list, unpacked

BASE = "http://courier.example/lists/list.xml"
SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def facts(text: str | bytes, base: str = BASE) -> list[dict[str, Any]]:
    return [each for _, each in read_list(text.encode() if isinstance(text, str) else text, base)]


def test_an_index_of_sitemaps_leads_to_lists() -> None:
    index = f"<sitemapindex {SITEMAP}><sitemap><loc> /a.xml </loc><lastmod>2026-11-24T10:00:00+09:00</lastmod></sitemap></sitemapindex>"
    expected = {
        "url": "http://courier.example/a.xml",
        "source": "sitemap",
        "date_modified": "2026-11-24T10:00:00+09:00",
    }
    assert list(read_list(index.encode(), BASE)) == [(True, expected)]


RSS = b"<rss version='2.0'><channel></channel></rss>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (RSS, True),
        (
            b"\xef\xbb\xbf\n<?xml version='1.0'?>\n<!-- made by a plugin -->\n<?xml-stylesheet href='a.xsl'?><s:urlset>",
            True,
        ),
        (gzip.compress(b"<sitemapindex>" + RSS * 9000, mtime=0), True),
        (b"<rdf:RDF>", True),
        (b'{"version": "https://jsonfeed.org/version/1.1"}', True),
        (b"https://courier.example/1\nhttps://courier.example/2", True),
        (b"<?xml version='1.0'?><!DOCTYPE html><html><body>" + RSS, False),
        (b"<h1>Not found</h1><feed>", False),
        (b"", False),
    ],
)
def test_a_list_is_known_by_how_it_begins(body: bytes, expected: bool) -> None:
    assert begins_as_list(body) is expected


def test_a_news_sitemap_has_title_day_and_language() -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<s:url><s:loc>http://courier.example/1</s:loc><news:news><news:publication><news:name>Courier</news:name><news:language>ja</news:language>
</news:publication><news:publication_date>2026-11-24</news:publication_date><news:title>桟橋 &amp; 港</news:title>
<news:keywords>港, 船</news:keywords></news:news></s:url></s:urlset>"""
    (found,) = facts(text)
    assert found == {
        "url": "http://courier.example/1",
        "source": "sitemap",
        "title": "桟橋 & 港",
        "date_published": "2026-11-24",
        "language": "ja",
        "keywords": ["港", "船"],
    }


def test_versions_in_other_languages_are_addresses_of_their_own() -> None:
    link = '<xhtml:link rel="alternate" hreflang="{}" href="http://courier.example/{}"/>'
    text = f'<urlset {SITEMAP} xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>http://courier.example/de/1</loc>{link.format("de", "de/1")}{link.format("pt-BR", "pt/1")}</url></urlset>'
    assert [(each["url"], each["language"]) for each in facts(text)] == [
        ("http://courier.example/de/1", "de"),
        ("http://courier.example/pt/1", "pt-BR"),
    ]


def test_rss_has_authors_days_and_languages_in_their_several_ways() -> None:
    text = """<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Courier</title><link>http://courier.example/</link><atom:link rel="self" href="http://courier.example/rss"/><language>de-at</language>
<image><url>http://courier.example/logo.png</url></image>
<item><title><![CDATA[Fähre & Hafen]]></title><media:title>Bild</media:title><link>http://courier.example/1</link><dc:creator>Lena Marsh</dc:creator>
<dc:creator>Ida Holm</dc:creator><pubDate>Di, 24 Nov 2026 10:00:00 +0100</pubDate><category>Hafen</category><description>&lt;p&gt;</description></item>
<item><title>Zwei</title><guid isPermaLink="true">http://courier.example/2</guid><author>lena@courier.example (Lena Marsh)</author></item>
<item><title>Ohne Adresse</title><guid isPermaLink="false">tag:2</guid></item>
<item><link>http://courier.example/3</link><author>redaktion@courier.example</author></item></channel></rss>"""
    first, second, third = facts(text)
    assert first["title"] == "Fähre & Hafen"
    assert [author["name"] for author in first["authors"]] == ["Lena Marsh", "Ida Holm"]
    assert first["date_published"] == "2026-11-24T10:00:00+01:00"
    assert (first["language"], first["keywords"]) == ("de-at", ["Hafen"])
    assert (second["url"], second["authors"]) == ("http://courier.example/2", [{"name": "Lena Marsh", "url": None}])
    assert "authors" not in third


def test_atom_rdf_and_json_feeds() -> None:
    atom = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>C</title><link href="http://courier.example/"/>
<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Le <b>bac</b></div></title><link rel="replies" href="/c"/><link rel="alternate" href="/1"/>
<author><name>Amélie Roux</name></author><source><title>Autre</title><author><name>Nobody</name></author></source>
<published>2026-11-24T10:00:00Z</published><updated>2026-11-25T10:00:00Z</updated><category term="Port"/></entry></feed>"""
    (found,) = facts(atom)
    assert found == {
        "url": "http://courier.example/1",
        "source": "feed",
        "title": "Le bac",
        "date_published": "2026-11-24T10:00:00+00:00",
        "date_modified": "2026-11-25T10:00:00+00:00",
        "language": "fr",
        "authors": [{"name": "Amélie Roux", "url": None}],
        "keywords": ["Port"],
    }
    rdf = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>C</title><link>http://courier.example/</link></channel>
<item rdf:about="http://courier.example/4"><title>港</title><link>http://courier.example/4</link><dc:date>2026-11-24T10:00:00+09:00</dc:date></item></rdf:RDF>"""
    assert [(each["url"], each["date_published"]) for each in facts(rdf)] == [
        ("http://courier.example/4", "2026-11-24T10:00:00+09:00")
    ]
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "language": "es",
        "authors": [{"name": "Carmen Vidal"}],
        "items": [
            {"url": "/5", "title": " El  barco ", "date_published": "2026-11-24T10:00:00Z", "tags": ["a", 3]},
            {"id": "6"},
            "no",
        ],
    }
    (found,) = facts(json.dumps(feed))
    assert (found["url"], found["title"], found["language"], found["keywords"]) == (
        "http://courier.example/5",
        "El barco",
        "es",
        ["a"],
    )
    assert found["authors"] == [{"name": "Carmen Vidal", "url": None}]


def test_a_plain_list_and_a_packed_one() -> None:
    assert [each["url"] for each in facts("http://courier.example/1\nhttps://courier.example/2\n")] == [
        "http://courier.example/1",
        "https://courier.example/2",
    ]
    packed = gzip.compress(f"<urlset {SITEMAP}><url><loc>/1</loc></url></urlset>".encode())
    assert facts(packed)[0]["url"] == "http://courier.example/1"
    assert facts(packed[:-9]) == facts(packed)
    assert facts(b"\x1f\x8b but no gzip") == []


def test_broken_xml_gives_what_is_whole() -> None:
    text = (
        f"<urlset {SITEMAP}><url><loc>http://courier.example/a?x=1&y=2</loc></url><url><loc>/b</loc></url><url><loc>/c"
    )
    assert [each["url"] for each in facts(text)][:2] == ["http://courier.example/a?x=1&y=2", "http://courier.example/b"]
    assert facts("<html><body><p>Not found.</p></body></html>") == []
    assert facts("") == facts("nothing of a list") == facts('{"items": 3}') == facts("{") == []


DECLARED = '<?xml version="1.0" encoding="UTF-8"?>'
WITH_ENTITIES = (
    "<item><link>/?a=1&amp;b=2&c=3</link><title>Tom &amp; Ann &lt;3 &quot;x&quot; &apos;y&apos;</title></item>"
)
CHARACTERS = ("http://courier.example/?a=1&b=2&c=3", "Tom & Ann <3 \"x\" 'y'")


@pytest.mark.parametrize(
    "before",
    [
        DECLARED,
        f"\n{DECLARED}",
        f"\ufeff{DECLARED}",
        f"\ufeff\r\n {DECLARED}",
        f"<!-- list -->{DECLARED}",
        f"{DECLARED}<item><title>a&nbsp;b &other; \x0b</title></item>",
        f"{DECLARED}<item><title>a</titel></item>",
        f"{DECLARED}<item><description><![CDATA[a &amp; b]]></description></item>",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
def test_an_error_of_a_list_takes_no_characters_from_what_is_after_it(before: str, encoding: str) -> None:
    declared, sign, rest = before.partition("<item>")
    text = f"{declared}<rss><channel>{sign}{rest}{WITH_ENTITIES}</channel></rss>".replace("UTF-8", encoding[:6])
    if encoding[6:] and not text.startswith("<"):
        text = "\ufeff" + text.lstrip("\ufeff")
    found = facts(text.encode(encoding))
    assert (found[-1]["url"], found[-1]["title"]) == CHARACTERS


def test_a_wrong_byte_takes_no_characters_and_cdata_stays_as_it_is() -> None:
    wrong = f"{DECLARED}<rss><item><title>é</title></item>{WITH_ENTITIES}</rss>".encode("latin-1")
    assert (facts(wrong)[-1]["url"], facts(wrong)[-1]["title"]) == CHARACTERS
    cdata = "<![CDATA[R&D &amp; co]]> &amp; <![CDATA[&lt;]]> & more"
    assert facts(f"\n{DECLARED}<rss><item><link>/1</link><title>{cdata}</title></item></rss>")[0]["title"] == (
        "R&D &amp; co & &lt; & more"
    )
    assert facts(f"<rss><item><link>/?a&amp;b</link><x><![CDATA[ {'<![CDATA[' * 9}</x></item></rss>") != []
    twice = "&amp;lt; &#38;lt; &amp;#38; &#38;amp; &#233; &own; &"
    assert facts(f"\n{DECLARED}<rss><item><link>/1</link><title>{twice}</title></item></rss>")[0]["title"] == (
        "&lt; &lt; &#38; &amp; é &own; &"
    )
    japanese = '<?xml version="1.0" encoding="iso-2022-jp"?><rss><item><link>/1</link><title>ウツ &amp; 港</title></item></rss>'
    assert facts(japanese.encode("iso-2022-jp"))[0]["title"] == "ウツ & 港"


def test_prefixes_that_are_not_declared_lose_nothing() -> None:
    image = '<image:image><image:loc image:of="x">/i.png</image:loc></image:image>'
    news = (
        "<news:news><news:publication_date>2026-11-24</news:publication_date><news:title>Port</news:title></news:news>"
    )
    text = f"<urlset {SITEMAP}><url><loc>/1</loc>{image}{news}</url><url><loc>/2</loc></url></urlset>"
    first, second = facts(text)
    assert (first["url"], first["title"], first["date_published"]) == ("http://courier.example/1", "Port", "2026-11-24")
    assert second["url"] == "http://courier.example/2"
    picture = "<media:thumbnail url='/i.png'/><media:title>Bild</media:title>"
    feed = "".join(f"<item><link>/{number}</link>{picture}<title>Port</title></item>" for number in "12")
    found = facts(f"<rss><channel><dc:language>fr</dc:language><language>de</language>{feed}</channel></rss>")
    assert [(each["url"][-1], each["title"], each["language"]) for each in found] == [
        ("1", "Port", "de"),
        ("2", "Port", "de"),
    ]


def test_entities_are_left_alone_and_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
    text = f"{bomb}<urlset><url><loc>http://courier.example/&b;</loc></url><url><loc>/&c;</loc></url><url><loc>/1</loc></url></urlset>"
    assert not any("aaaa" in each["url"] or "root" in each["url"] for each in facts(text))
    many = "".join(f"<category>{number}</category>" for number in range(MAX_ELEMENTS * 3))
    ((_, fields),) = read_entries(f"<rss><item>{many}</item></rss>".encode())
    assert len(fields) <= MAX_ELEMENTS
    monkeypatch.setattr(listings, "MAX_ENTRIES", 3)
    assert len(facts(f"<urlset>{'<url><loc>/1</loc></url>' * 9}</urlset>")) == 3
    monkeypatch.setattr(listings, "MAX_BYTES", 1000)
    assert len(unpacked(gzip.compress(b"x" * 100_000))) == 1000
    assert len(unpacked(b"x" * 100_000)) == 1000


@pytest.mark.parametrize("depth", [10, 5000])
def test_deep_lists_end(depth: int) -> None:
    facts("<urlset>" + "<url>" * depth + "<loc>/1</loc>" + "</url>" * depth + "</urlset>")
