"""The example project's spiders, run as a user runs them, against the bundled site and its expected texts."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from example_site import Expected, fold, load_expected, load_server, run_served, run_spider, squeeze, word_f1

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SERVER = load_server()
PAGES = load_expected()
PROSE = [page for page in PAGES if page.type in {"article", "blog"}]
SECONDS = 600
"""A guard against hanging."""
LATER = {path for page in PAGES for path in (page.pages or [])[1:]}
ALONE = ("-s", "MAINCONTENT_JOIN_PAGES=False")

MEAN_WORD_F1 = 0.9
OLD_WORD_F1 = 0.8
NEXT_PAGES_FOUND = 0.8
BREADCRUMBS_FOUND = 0.8


@dataclass(frozen=True)
class Crawl:
    """One finished crawl: its exit status, its log, its items by the path of their page (in the order of the feed)."""

    status: int
    log: str
    items: dict[str, dict[str, Any]]
    lines: int

    def body(self, page: Expected) -> str:
        return self.items[page.path].get("articleBody") or ""

    def details(self, path: str) -> dict[str, Any]:
        return self.items[path].get("mainContent") or {}


def crawl(feed: Path, spider: str, *options: str) -> Crawl:
    """Run ``scrapy crawl`` in the example project and read its feed."""
    done, lines = run_spider(feed, spider, *options, seconds=SECONDS)
    items = {path_of(item["url"]): item for item in map(json.loads, lines)}
    return Crawl(done.returncode, done.stderr, items, len(lines))


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    """Every page for itself; `test_example_join` has the articles joined, as the spider does unasked."""
    return crawl(tmp_path_factory.mktemp("news") / "items.jsonl", "news", *ALONE)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with SERVER.SiteServer() as server:
        yield server.url


def difference(page: Expected, found: str) -> str:
    """Return which lines of a body are missing or too many, to be read by whoever has to mend it."""
    want, have = squeeze(page.text), squeeze(found)
    missing = [f"  - {part}" for part in page.body if squeeze(part) not in have]
    surplus = [f"  + {line}" for line in found.splitlines() if line.strip() and squeeze(line) not in want]
    return "\n".join([f"{page.path}  F1 {word_f1(page.text, found):.3f}", *missing, *surplus])


def test_crawl_ends_well(news: Crawl) -> None:
    assert news.status == 0, news.log
    assert "Traceback" not in news.log, news.log
    assert " ERROR: " not in news.log, news.log


def test_every_page_gives_one_item(news: Crawl) -> None:
    assert len(news.items) >= 45, news.log
    assert set(news.items) == {page.path for page in PAGES}
    assert news.lines == len(news.items)


def test_robots_txt_is_obeyed(news: Crawl) -> None:
    assert "/private/" not in news.items
    assert "'robotstxt/forbidden': 1" in news.log


def test_every_item_has_been_extracted(news: Crawl) -> None:
    without = [path for path, item in news.items.items() if not item.get("mainContent")]
    assert without == []


def test_articles_have_their_headline(news: Crawl) -> None:
    wrong = {
        page.path: (page.headline, news.items[page.path].get("headline"))
        for page in PROSE
        if fold(news.items[page.path].get("headline") or "") != page.headline
    }
    assert wrong == {}


def test_articles_have_their_body(news: Crawl) -> None:
    scores = {page.path: word_f1(page.text, news.body(page)) for page in PROSE}
    worst = sorted(PROSE, key=lambda page: scores[page.path])[:10]
    report = "\n".join(difference(page, news.body(page)) for page in worst)
    assert mean(scores.values()) >= MEAN_WORD_F1, f"mean word F1 {mean(scores.values()):.3f}, the worst:\n{report}"
    assert all(scores.values()), report


DATES = {"（平成31年4月21日更新）", "（平成30年11月4日更新）"}
"""Known faults: dates in one cell with the text, before it."""


def test_no_navigation_stands_in_an_article(news: Crawl) -> None:
    leaks = [
        f"{page.path}: {snippet}"
        for page in PROSE
        for snippet in page.not_in_body
        if snippet not in DATES and squeeze(snippet) in squeeze(news.body(page))
    ]
    assert leaks == [], "\n".join(leaks)


def test_articles_lead_to_their_next_page(news: Crawl) -> None:
    parts = [page for page in PAGES if page.type == "article" and page.pages]
    found = {page.path: path_of(news.details(page.path).get("nextPage") or "") or None for page in parts}
    right = [page for page in parts if found[page.path] == page.next_page]
    assert len(right) >= NEXT_PAGES_FOUND * len(parts), found


def test_articles_have_their_breadcrumbs(news: Crawl) -> None:
    """The linked part of the trail counts; whether the page itself ends it is a matter of taste."""
    pages = [page for page in PAGES if page.type == "article" and page.breadcrumbs]
    found = {page.path: trail(news.items[page.path].get("breadcrumbs"), "url") for page in pages}
    right = [page for page in pages if found[page.path] == trail(page.breadcrumbs, "path")]
    assert len(right) >= BREADCRUMBS_FOUND * len(pages), found


def trail(crumbs: list[dict[str, str | None]] | None, key: str) -> list[tuple[str, str]]:
    """Return a trail's linked names and the paths they lead to."""
    return [(fold(crumb["name"] or ""), path_of(crumb[key] or "")) for crumb in crumbs or [] if crumb.get(key)]


TYPES = {
    "blog": {"article"},
    "about": {"article", "service"},
    "home": {"listing", "service", "collection"},
    "listing": {"listing", "collection"},
    "media": {"article", "listing"},
    "shell": {None},
}
"""The page types that a page may be given, where they are called otherwise."""
NOT_TYPED = {"/kominkan/", "/shimpo/local/", "/shimpo/local/2.html", "/blog/author/bryony/"}
"""Known faults: short lists that may be taken for articles, as other pages of their sites have been read or not."""


def test_items_say_what_a_reader_reads(news: Crawl) -> None:
    wrong = [fault for page in PAGES for fault in faults(page, news.items[page.path])]
    assert wrong == [], "\n".join(wrong)


def faults(page: Expected, item: dict[str, Any]) -> list[str]:
    """Return what an item says otherwise than its page."""
    details, image = item["mainContent"], item.get("mainImage") or {}
    section = [name for name, path in trail(page.breadcrumbs, "path") if path != page.path][1:]
    said: dict[str, tuple[Any, Any]] = {
        "authors": ([author["name"] for author in item["authors"]], list(page.authors)),
        "published": (item["datePublished"], page.published),
        "modified": (item["dateModified"], page.modified),
        "language": (item["inLanguage"].partition("-")[0], page.language),
        "section": (item.get("section"), section[-1] if section else None),
        "breadcrumbs": (trail(item["breadcrumbs"], "url"), trail(page.breadcrumbs, "path")),
        "next page": (path_of(details["morePage"] or "") or None, page.next_page),
        "image": (path_of(image.get("url") or "") or None, page.image),
        "teaser": (details["teaser"] or False, False),
        "free": (item["isAccessibleForFree"], None),
    }
    wrong = [f"{page.path} {name}: {got!r}, not {want!r}" for name, (got, want) in said.items() if got != want]
    kind = details["pageType"]
    if page.path not in NOT_TYPED and kind not in TYPES.get(page.type, {page.type}):
        wrong.append(f"{page.path} type: {kind}")
    shown = bylines(page.authors, item["articleBody"] or "") if page.type != "forum" else []
    return wrong + [f"{page.path} byline: {line}" for line in shown]


def bylines(names: tuple[str, ...], text: str) -> list[str]:
    """Return the lines of a text that are little but an author's name."""
    return [line for line in text.splitlines() for name in names if name in line and len(line) < len(name) + 6]


def test_a_page_without_text_says_so(news: Crawl) -> None:
    assert not news.items["/app/"].get("articleBody")
    assert news.details("/app/").get("emptyReason")


def test_pages_in_old_encodings_are_read_right(news: Crawl) -> None:
    """One of them is announced in the wrong encoding by its header."""
    old = [page for page in PROSE if page.encoding != "utf-8"]
    wrong = [difference(page, news.body(page)) for page in old if word_f1(page.text, news.body(page)) < OLD_WORD_F1]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
def test_news_crawls_a_site_that_is_already_served(tmp_path: Path, address: str) -> None:
    done = crawl(tmp_path / "items.jsonl", "news", "-a", f"base={address}", *ALONE)
    assert len(done.items) == len(PAGES), done.log
    assert all(item["url"].startswith(address) for item in done.items.values())


@pytest.mark.slow
def test_a_command_alone_finds_the_articles_of_the_site(tmp_path: Path) -> None:
    output = tmp_path / "articles.jsonl"
    command = [sys.executable, "-m", "scrapy_maincontent", "crawl", "{url}", "--delay", "0", "-o", str(output)]
    done = run_served(*command, seconds=SECONDS)
    assert done.returncode == 0, done.stderr
    found = [path_of(json.loads(line)["url"]) for line in output.read_text("utf-8").splitlines()]
    # Later pages of an article are joined to its first.
    wanted = {page.path for page in PROSE if page.path not in LATER}
    assert len(found) == len(set(found))
    assert wanted <= set(found)
    assert len(found) <= len(wanted) + 3, sorted(set(found) - wanted)


@pytest.mark.slow
class TestSiteSpider:
    """Spider ``site``, for real sites, against the bundled one."""

    hurry = ("-s", "AUTOTHROTTLE_START_DELAY=0.01", "-s", "AUTOTHROTTLE_MAX_DELAY=0.01")

    def test_follows_links_up_to_the_page_limit(self, tmp_path: Path, address: str) -> None:
        done = crawl(tmp_path / "items.jsonl", "site", "-a", f"url={address}courier/", "-a", "pages=10", *self.hurry)
        assert done.status == 0, done.log
        assert len(done.items) == 10, done.log
        assert "'finish_reason': 'page_limit'" in done.log
        assert "Traceback" not in done.log, done.log
        assert set(done.items) <= {page.path for page in PAGES}

    @pytest.mark.parametrize("source", ["sitemap.xml", "robots.txt"])
    def test_takes_the_pages_of_a_sitemap(self, tmp_path: Path, address: str, source: str) -> None:
        options = ("-a", f"sitemap={address}{source}", "-a", "pages=0")
        done = crawl(tmp_path / "items.jsonl", "site", *options, *self.hurry)
        assert done.status == 0, done.log
        assert set(done.items) == {page.path for page in PAGES}, done.log

    @pytest.mark.parametrize("arguments", [(), ("-a", "url=http://one.example/", "-a", "sitemap=http://two.example/")])
    def test_says_what_it_needs(self, tmp_path: Path, arguments: tuple[str, ...]) -> None:
        done = crawl(tmp_path / "items.jsonl", "site", *arguments)
        assert done.status != 0
        assert "needs either -a url=https://example.org/ or -a sitemap=" in done.log
        assert done.items == {}
