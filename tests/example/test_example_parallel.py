"""The spider ``parallel``, run as a user runs it, against the bundled translations and their expected texts."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import pytest
from example_site import PROJECT, load_server, run_spider, squeeze
from lxml import html
from scrapy.http import HtmlResponse

if TYPE_CHECKING:
    from pathlib import Path


SERVER = load_server()
FILES = SERVER.files_of(SERVER.TRANSLATIONS)
PAIRS: list[dict[str, dict[str, Any]]] = json.loads((PROJECT / "pairs.json").read_text("utf-8"))
SIDES = [side for pair in PAIRS for side in pair.values()]
PAGES = sorted(path for path in FILES if path.endswith(".html"))
SECONDS = 600
"""A guard against hanging."""

each_side = pytest.mark.parametrize("side", SIDES, ids=lambda side: side["path"])


@dataclass(frozen=True)
class Crawl:
    """One finished crawl: its exit status, its log, the pairs of its feed by the path of the translation."""

    status: int
    log: str
    pairs: dict[str, dict[str, dict[str, str]]]


def crawl(feed: Path, *options: str) -> Crawl:
    done, lines = run_spider(feed, "parallel", *options, seconds=SECONDS)
    pairs = [json.loads(line) for line in lines]
    return Crawl(done.returncode, done.stderr, {urlsplit(pair["translation"]["url"]).path: pair for pair in pairs})


def tree_of(path: str) -> Any:
    return html.document_fromstring(FILES[path].read_text("utf-8"))


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    return crawl(tmp_path_factory.mktemp("parallel") / "pairs.jsonl")


@pytest.mark.slow
class TestCrawl:
    """What ``scrapy crawl parallel`` gives."""

    def test_ends_well(self, bundled: Crawl) -> None:
        assert bundled.status == 0, bundled.log
        assert "Traceback" not in bundled.log, bundled.log
        assert " ERROR: " not in bundled.log, bundled.log

    def test_yields_every_pair_and_no_other(self, bundled: Crawl) -> None:
        found = {path: urlsplit(pair["original"]["url"]).path for path, pair in bundled.pairs.items()}
        assert found == {pair["translation"]["path"]: pair["original"]["path"] for pair in PAIRS}

    @pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["translation"]["path"])
    @pytest.mark.parametrize("side", ["translation", "original"])
    def test_both_sides_have_their_texts(self, bundled: Crawl, pair: dict[str, Any], side: str) -> None:
        found, expected = bundled.pairs[pair["translation"]["path"]][side], pair[side]
        assert set(found) == {"url", "language", "headline", "articleBody"}
        assert found["language"] == expected["language"]
        assert found["headline"] == expected["headline"]
        assert squeeze(found["articleBody"]) == squeeze("".join(expected["body"]))

    def test_the_method_is_a_setting(self, tmp_path: Path) -> None:
        """The paper's own method finds every headline and every paragraph, too."""
        done = crawl(tmp_path / "pairs.jsonl", "-s", "MAINCONTENT_METHOD=lines")
        assert "'maincontent/pages/lines': 10" in done.log
        assert len(done.pairs) == len(PAIRS)
        for pair in PAIRS:
            found = done.pairs[pair["translation"]["path"]]
            for side in ("translation", "original"):
                assert found[side]["headline"] == pair[side]["headline"]
                text = squeeze(found[side]["articleBody"])
                assert [part for part in pair[side]["body"] if squeeze(part) not in text] == []


def write(folder: Path, **pages: str) -> None:
    for name, body in pages.items():
        text = f"<!DOCTYPE html><html lang=x><head><title>{name}</title></head><body>{body}</body></html>"
        (folder / f"{name}.html").write_text(text, "utf-8")


def story(title: str) -> str:
    sentence = f"{title} was told in the harbour for many years before anybody thought of writing it down at all. "
    return f"<h1>{title}</h1>" + f"<p>{sentence * 3}</p>" * 4


@pytest.mark.slow
class TestOwnSite:
    """Spider ``parallel`` against a site of one's own."""

    def test_pairs_without_a_side_are_counted(self, tmp_path: Path) -> None:
        (tmp_path / "site").mkdir()
        write(
            tmp_path / "site",
            index="<a href=/whole.html>1</a> <a href=/missing.html>2</a> <a href=/empty.html>3</a>",
            whole=story("The whole one") + "<p>Original article: <a href=/first.html>The first</a></p>",
            missing=story("The missing one") + "<p>Original article: <a href=/nowhere.html>None</a></p>",
            empty=story("The empty one") + "<p><a href=/nothing.html>Original article</a></p>",
            first=story("The first"),
            nothing="",
        )
        with SERVER.SiteServer(site=tmp_path / "site") as server:
            done = crawl(tmp_path / "pairs.jsonl", "-a", f"url={server.url}")
        assert list(done.pairs) == ["/whole.html"], done.log
        assert "'parallel/missing': 1" in done.log
        assert "'parallel/empty': 1" in done.log
        assert "Traceback" not in done.log, done.log

    def test_a_selector_names_the_links(self, tmp_path: Path) -> None:
        (tmp_path / "site").mkdir()
        write(
            tmp_path / "site",
            index="<a href=/a.html>1</a>",
            a=story("A translation") + "<p><a href=/c.html>Notes</a> <a class=src href=/b.html>Källa</a></p>",
            b=story("An original"),
            c=story("Some notes"),
        )
        with SERVER.SiteServer(site=tmp_path / "site") as server:
            done = crawl(tmp_path / "pairs.jsonl", "-a", f"url={server.url}", "-a", "original=a.src")
        assert [urlsplit(pair["original"]["url"]).path for pair in done.pairs.values()] == ["/b.html"], done.log

    def test_pages_are_paired_by_the_language_of_their_links(self, tmp_path: Path) -> None:
        (tmp_path / "site").mkdir()
        write(
            tmp_path / "site",
            index="<a href=/a.html>1</a>",
            a=story("A translation") + "<p><a href=/de.html hreflang=de>de</a> <a href=/en.html hreflang=en>en</a></p>",
            de=story("Eine Vorlage"),
            en=story("An original"),
        )
        with SERVER.SiteServer(site=tmp_path / "site") as server:
            done = crawl(tmp_path / "pairs.jsonl", "-a", f"url={server.url}", "-a", "language=de")
        assert urlsplit(done.pairs["/a.html"]["original"]["url"]).path == "/de.html", done.log


class TestBundledPages:
    """The translations hold what they are expected to."""

    def test_there_are_several_pairs_in_two_languages(self) -> None:
        assert len(PAIRS) >= 4
        assert {side["language"] for side in SIDES} == {"ja", "en"}

    @each_side
    def test_expected_texts_stand_in_the_page(self, side: dict[str, Any]) -> None:
        text = squeeze(tree_of(side["path"]).find("body").text_content())
        position = 0
        for part in [side["headline"], *side["body"]]:
            position = text.find(squeeze(part), position)
            assert position >= 0, f"not in the page, or not in this order: {part!r}"

    @pytest.mark.parametrize("path", PAGES)
    def test_links_lead_somewhere(self, path: str) -> None:
        for _, _, link, _ in tree_of(path).iterlinks():
            target = urlsplit(urljoin(f"http://site{path}", link))
            if target.netloc == "site":
                assert SERVER.find_file(target.path, FILES) is not None, link
                if target.fragment:
                    name = target.path + ("index.html" if target.path.endswith("/") else "")
                    assert tree_of(name).xpath("//*[@id=$name]", name=target.fragment), link
            else:
                assert target.scheme == "mailto" or target.netloc.endswith(".example")


# Which links of a translated article are taken for the one to its original.


def load() -> Any:
    spec = importlib.util.spec_from_file_location("originals", PROJECT / "example_project" / "originals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ORIGINALS = load()
HERE = "https://news.example/ja/1.html"


def found(body: str, selector: str | None = None, *, lang: str = "ja", language: str = "en") -> str | None:
    response = HtmlResponse(HERE, body=f"<html lang={lang}><body>{body}</body></html>".encode(), encoding="utf-8")
    original: str | None = ORIGINALS.original_of(response, selector, language)
    return original


@pytest.mark.parametrize(
    "body",
    [
        "<p>原文：<a href=/en/1.html>A title</a></p>",
        "<p>（<a href=/en/1.html>英語版へ</a>）</p>",
        "<p>[<a href=/en/1.html>原文を読む</a>]</p>",
        "<p>Original article: <a href=/en/1.html>A title</a></p>",
        "<p>Translated from the <a href=/en/1.html>original story</a>.</p>",
        "<p><a href=/en/1.html title='Read in English'><img src=en.png></a></p>",
        "<p>Zum <a href='/en/1.html#top'>Originalartikel</a></p>",
    ],
)
def test_links_that_say_so(body: str) -> None:
    assert found(body) == "https://news.example/en/1.html"


@pytest.mark.parametrize(
    "body",
    [
        "<p>原文を忠実に訳した。</p><p><a href=/en/1.html>関連記事</a></p>",
        "<p>The original article was long. See also <a href=/en/1.html>this</a>.</p>",
        "<p><a href=/about.html>About us</a></p>",
        "<p>原文：<a href=#top>先頭へ</a></p>",
        "<p>原文：<a>リンクなし</a></p>",
    ],
)
def test_links_that_do_not(body: str) -> None:
    assert found(body) is None


ALTERNATES = (
    "<p><a href=/de/1.html hreflang=de rel=alternate>de</a> <a href=/en/1.html hreflang=en rel=alternate>en</a></p>"
)


@pytest.mark.parametrize(
    "body",
    [
        ALTERNATES,
        "<link rel=alternate hreflang=de href=/de/1.html><link rel=Alternate hreflang=EN-gb href=/en/1.html>",
        "<p><a href=/en/1.html hreflang=en>English</a></p>",
        "<p>See <a href=/en/source.html hreflang=en>a source</a></p>" + ALTERNATES,
        "<p>原文：<a href=/en/1.html>A title</a> <a href=/en/2.html hreflang=en rel=alternate>en</a></p>",
    ],
)
def test_links_that_name_the_language_of_another_edition(body: str) -> None:
    assert found(body) == "https://news.example/en/1.html"


def test_another_language_may_be_the_originals() -> None:
    assert found(ALTERNATES, language="de") == "https://news.example/de/1.html"
    assert found(ALTERNATES, language="fr") is None


def test_a_page_in_the_originals_language_is_no_translation() -> None:
    assert found(ALTERNATES, lang="en-GB") is None
    assert found("<p>Original article: <a href=/en/1.html>A title</a></p>", lang="en") is not None


def test_style_sheets_and_feeds_are_no_other_edition() -> None:
    assert found("<link rel='alternate stylesheet' href=/en.css><link rel=alternate href=/feed.xml>") is None


def test_a_selector_comes_instead_of_words() -> None:
    body = "<p>原文：<a href=/a>x</a> <a class=src href=/b>y</a></p>"
    assert found(body) == "https://news.example/a"
    assert found(body, "a.src") == "https://news.example/b"
