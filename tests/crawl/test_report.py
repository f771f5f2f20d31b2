"""``MAINCONTENT_REPORT``: what a crawl leaves in its report, and what happens where it can't be written."""

from __future__ import annotations

import json
import re
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest
from edge_browser import needs_browser
from edge_site import article
from edge_spiders import Pages
from edge_tools import small_disk
from example_site import load_server

from scrapy_maincontent.crawl.report import LISTED, SITES, Tally, not_fetched, report_page
from scrapy_maincontent.crawl.report.articles import last_days
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Kind
from scrapy_maincontent.result import EmptyReason, Extraction, Learnt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl


def data_of(path: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found is not None
    loaded: dict[str, Any] = json.loads(found[1])
    return loaded


class Archive(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": "https://courier.example/other", "html": article(9)}


MENU = "<html><body><nav><a href=/a>Mill</a> <a href=/b>Weir</a> <a href=/c>Barn</a></nav></body></html>"


def test_the_report_counts_what_the_stats_count(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pages = [page_file(1), page_file(2), page_file(3, MENU)]
    crawl = crawl_here(Pages, {"MAINCONTENT_REPORT": str(tmp_path / "report.html")}, pages=pages)
    data = data_of(tmp_path / "report.html")
    assert (data["pages"], data["empty"]) == (crawl.count("pages"), crawl.count("empty")) == (3, 1)
    assert data["empty_reasons"] == {"no_main_text": 1}
    assert data["methods"] == crawl.counts("pages")
    assert sum(data["regions"].values()) == crawl.count("nav_regions")
    assert sum(data["page_types"].values()) == 3
    assert sum(data["quality"]) == 2
    assert sum(data["times"]["counts"]) == 3
    assert data["items_scraped"] == 3
    assert data["stats"]["maincontent/items/filled"] == 3
    assert (data["spider"], data["finish_reason"]) == (Pages.name, "finished")
    assert [page["url"] for page in data["without_text"]] == [pages[2]]
    assert {page["url"] for page in data["slowest"]} == set(pages)


def test_html_of_items_is_counted(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    crawl_here(Archive, {"MAINCONTENT_REPORT": str(tmp_path / "report.html")}, pages=[page_file(1)])
    data = data_of(tmp_path / "report.html")
    assert data["pages"] == 2
    assert "https://courier.example/other" in {page["url"] for page in data["slowest"]}


def test_without_the_setting_nothing_is_written(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = page_file(1)
    crawl_here(Pages, pages=[page])
    assert [path.name for path in tmp_path.iterdir()] == ["page1.html"]


@pytest.mark.slow
def test_crawls_in_one_process_count_apart(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    template = str(tmp_path / "%(name)s-%(time)s.html")
    crawl = crawl_apart([page_file(1), page_file(2)], {"MAINCONTENT_REPORT": template}, copies=2)
    assert crawl.status == 0, crawl.log
    reports = [data_of(path) for path in tmp_path.glob("pages-2*.html")]
    assert reports
    assert [report["pages"] for report in reports] == [2] * len(reports)
    assert crawl.log.count("Report: ") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "message"),
    [("missing/report.html", "No such file"), ("", "that is a folder"), ("%(date)s.html", "no placeholder 'date'")],
    ids=["no folder", "a folder", "placeholder"],
)
def test_a_wrong_path_fails_at_the_start(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path, name: str, message: str
) -> None:
    crawl = crawl_apart([page_file(1)], {"MAINCONTENT_REPORT": str(tmp_path / name)})
    assert crawl.items == []
    assert "MAINCONTENT_REPORT is" in crawl.log
    assert message in crawl.log


def test_a_failed_write_costs_a_line(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()

    class Removes(Pages):
        def parse(self, response: Any) -> Any:
            folder.rmdir()
            yield {"url": response.url}

    crawl = crawl_here(Removes, {"MAINCONTENT_REPORT": str(folder / "report.html")}, pages=[page_file(1)])
    assert len(crawl.items) == 1
    (record,) = [record for record in caplog.records if "MAINCONTENT_REPORT" in record.getMessage()]
    assert record.exc_info is None
    assert str(folder / "report.html") in record.getMessage()


def test_a_full_disk_keeps_the_last_report_and_leaves_no_half_of_another(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    report = tmp_path / "reports" / "report.html"
    report.parent.mkdir()
    report.write_text("the last one")
    page = page_file(1)
    with small_disk(1000):
        crawl = crawl_here(Pages, {"MAINCONTENT_REPORT": str(report)}, pages=[page])
    assert len(crawl.items) == 1
    assert "File too large" in caplog.text
    assert list(report.parent.iterdir()) == [report]
    assert report.read_text() == "the last one"


def test_lists_have_the_slowest_pages_and_those_without_text() -> None:
    tally = Tally()
    for number in range(100):
        seconds, reason = ((number * 37) % 100) / 10, EmptyReason.NO_TEXT if number % 3 == 0 else None
        tally.add(Extraction(url=f"https://a.example/{number}", elapsed=seconds, empty_reason=reason))
    data = tally.as_dict()
    assert [page["seconds"] for page in data["slowest"]] == [seconds / 10 for seconds in range(99, 99 - LISTED, -1)]
    assert [page["url"] for page in data["without_text"]] == [f"https://a.example/{3 * n}" for n in range(LISTED)]


def test_the_sites_with_most_pages_are_listed() -> None:
    tally = Tally()
    for number in range(100):
        for known in range(number + 1):
            tally.add_site(f"h{number}.example", Learnt(b"", known, 3 if known else 0))
    largest = tally.as_dict()["sites"]
    assert [site["host"] for site in largest] == [f"h{number}.example" for number in range(99, 99 - LISTED, -1)]
    assert largest[0] == {"host": "h99.example", "pages": 100, "known": 99, "blocks": 297}
    for number in range(100, 2 * SITES):
        tally.add_site(f"h{number}.example", Learnt(b"", 0, 0))
    assert len(tally.sites) == SITES


def test_the_report_shows_what_was_known_of_sites(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    crawl_here(Archive, {"MAINCONTENT_REPORT": str(tmp_path / "report.html")}, pages=[page_file(1), page_file(2)])
    (site,) = data_of(tmp_path / "report.html")["sites"]
    assert (site["host"], site["pages"]) == ("courier.example", 2)
    assert "courier.example" in (tmp_path / "report.html").read_text("utf-8")


def test_memory_does_not_grow_with_the_crawl() -> None:
    tally = Tally()
    result = Extraction(text="x" * 50, url="https://a.example/" + "y" * 5000, elapsed=0.5)
    for _ in range(100):
        tally.add(result)
    tracemalloc.start()
    for _ in range(20_000):
        tally.add(result)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 50_000


def test_nothing_of_a_page_becomes_markup() -> None:
    tally = Tally()
    for url in ('https://a.example/"><script>x</script>', "javascript:alert(1)", "</script><b>"):
        tally.add(Extraction(url=url, elapsed=0.1))
    data = {"started": "", "finished": "", "finish_reason": "<i>", "items_scraped": 0, "stats": {}, "spider": "<s>"}
    page = report_page(data | tally.as_dict())
    assert page.count("<script") == 1
    assert page.count("</script>") == 1
    assert "<b>" not in page
    assert "<i>" not in page
    assert 'href="javascript' not in page
    assert 'href="https://a.example/&quot;&gt;&lt;script&gt;' in page


def test_a_crawl_without_pages_has_a_report(crawl_here: Callable[..., Crawl], tmp_path: Path) -> None:
    crawl_here(Pages, {"MAINCONTENT_REPORT": str(tmp_path / "report.html")}, pages=[])
    assert data_of(tmp_path / "report.html")["pages"] == 0


@pytest.mark.slow
def test_the_bundled_site_and_its_report(crawl_apart: Callable[..., Crawl], tmp_path: Path) -> None:
    with load_server().SiteServer() as server:
        places = ["courier/local/tide-mill/", "shimpo/index.html", "shop/p/enamel-kettle.html", "app/"]
        pages = [server.url.rstrip("/") + "/" + place for place in places]
        crawl = crawl_apart(pages, {"MAINCONTENT_REPORT": str(tmp_path / "site.html"), "MAINCONTENT_WORKERS": 1})
    assert crawl.status == 0, crawl.log
    data = data_of(tmp_path / "site.html")
    assert data["pages"] == 4
    assert data["empty_reasons"] == {"no_text": 1}
    assert data["pages_with_regions"]["breadcrumb"] >= 2
    assert set(data["regions"]) == set(map(str, Kind))


@pytest.mark.slow
@needs_browser
def test_the_report_is_closed_and_can_be_read() -> None:
    from playwright.sync_api import sync_playwright

    from scrapy_maincontent.engines.chromium import launch_options

    tally = Tally()
    for number in range(30):
        tally.add(extract(article(number), f"https://courier.example/{number}"))
    data = {
        "started": "a",
        "finished": "b",
        "finish_reason": "finished",
        "items_scraped": 30,
        "stats": {},
        "spider": "s",
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        asked: list[str] = []
        said: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.set_content(report_page(data | tally.as_dict()))
        assert page.locator(".cards dd").first.inner_text() == "30"
        assert page.locator("section svg rect").count() >= 11
        # The slowest pages and the one site, each with its head; no page is without text.
        assert page.locator("main > section tr").count() == LISTED + 1 + 2
        colour = "getComputedStyle(document.querySelector('section')).borderTopWidth"
        assert page.evaluate(colour) == "1px"
        browser.close()
    assert asked == []
    assert said == []


STORY = (
    '<html lang="en"><head><meta property="article:published_time" content="2026-11-{day:02}T08:00:00Z">'
    '<meta name="author" content="Mara Okafor"><meta property="og:image" content="https://a.example/{day}.jpg">'
    '<meta property="og:type" content="article"></head><body><h1>The mill of day {day}</h1>{text}</body></html>'
)
TEXT = "".join(
    f"<p>The mill stood idle for {number} years before the village bought it, cleared its pond and mended the wheel.</p>"
    for number in range(8)
)


def test_the_report_says_what_an_editor_asks(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pages = [page_file(day, STORY.format(day=day, text=TEXT)) for day in (3, 20, 20)]
    settings = {"MAINCONTENT_REPORT": str(tmp_path / "report.html"), "MAINCONTENT_KEEP": {"since": "2026-11-10"}}
    crawl_here(Pages, settings, pages=[*dict.fromkeys(pages), page_file(4, MENU)])
    data = data_of(tmp_path / "report.html")
    news = data["news"]
    assert news["articles"] == 2
    assert news["days"] == {"2026-11-03": 1, "2026-11-20": 1}
    assert news["having"] == {"author": 2, "day": 2, "image": 2, "paywalled": 0}
    assert news["newest"] == ["2026-11-20", pages[1]]
    assert news["oldest"] == ["2026-11-03", pages[0]]
    shown = (tmp_path / "report.html").read_text("utf-8")
    for title in ("Articles by day", "Articles by language", "Left out", "Tried, and not fetched", "Articles by site"):
        assert f"<h2>{title}</h2>" in shown
    assert "no_text: 1" in shown
    assert "before: 1" in shown


def test_sites_are_counted_with_their_answers() -> None:
    tally = Tally()
    for number in range(4):
        url = f"https://s{number % 2}.example/{number}"
        tally.add(extract(STORY.format(day=number + 1, text=TEXT), url))
        tally.articles.add_latency(url, 0.1 + number % 2)
    tally.add(Extraction(url="https://s1.example/empty"))
    news = tally.as_dict()["news"]
    assert {site["host"]: (site["articles"], site["pages"], site["empty"]) for site in news["by_site"]} == {
        "s0.example": (2, 2, 0),
        "s1.example": (2, 3, 1),
    }
    assert [(site["host"], site["latency"]) for site in news["slowest_sites"]] == [
        ("s1.example", 1.1),
        ("s0.example", 0.1),
    ]


def test_days_of_the_picture() -> None:
    assert last_days({}) == []
    assert last_days({"unknown": 3}) == []
    assert last_days({"2026-99-99": 3}) == []
    shown = last_days({"2026-11-20": 2, "2026-11-08": 1, "2019-01-01": 4, "older": 1, "unknown": 9})
    assert (len(shown), shown[0], shown[-1], sum(count for _, count in shown)) == (15, ("older", 5), ("11-20", 2), 8)


def test_what_was_tried_and_gave_nothing_has_its_reason() -> None:
    stats = {
        "downloader/exception_type_count/twisted.internet.error.DNSLookupError": 2,
        "httperror/response_ignored_status_count/404": 3,
        "robotstxt/forbidden": 1,
        "downloader/response_count": 9,
    }
    assert not_fetched(stats) == {"status 404": 3, "DNSLookupError": 2, "forbidden by robots.txt": 1}
