"""The spider for news sites and its command, on a site by rule: what it finds, what it leaves, what it does again."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from edge_tools import run_python, wait_until
from news_site import Site
from scrapy import Request
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse

from scrapy_maincontent import extract
from scrapy_maincontent.cli import build_parser
from scrapy_maincontent.crawl.listed import LISTED_KEY
from scrapy_maincontent.crawl.state import LENGTH, State, cut
from scrapy_maincontent.spiders import NewsSpider
from scrapy_maincontent.spiders.command import CsvExporter, command_settings, summary, unreached

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable
    from pathlib import Path

SINCE = "2026-10-15"
FAST = ("--delay", "0", "-s", "MAINCONTENT_TIMEOUT=300", "-s", "DOWNLOAD_TIMEOUT=600")
QUICK = {"DOWNLOAD_DELAY": 0}


class Run:
    """Runs the command in a process of its own, with one output and one state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output, self.state = folder / "articles.jsonl", folder / "state.db"
        self._read = 0

    def command(self, *arguments: str) -> list[str]:
        return ["-m", "scrapy_maincontent", "crawl", *arguments, "-o", str(self.output), *FAST]

    def __call__(self, *arguments: str, state: bool = True) -> subprocess.CompletedProcess[str]:
        known = ("--state", str(self.state)) if state else ()
        return run_python("-W", "error", *self.command(*arguments, *known), cwd=self.folder)

    def killed_after(self, count: int, *arguments: str) -> None:
        """Kill the crawl, workers and all, when the output has so many lines."""
        command = [sys.executable, *self.command(*arguments, "--state", str(self.state))]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_until(lambda: len(self.lines()) >= count or process.poll() is not None, "articles")
        assert process.poll() is None, "it was through before it could be killed"
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def lines(self) -> list[bytes]:
        return self.output.read_bytes().splitlines() if self.output.exists() else []

    def items(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines()]

    def new(self) -> list[dict[str, Any]]:
        """Return the items since the last call."""
        items = self.items()
        self._read, begin = len(items), self._read
        return items[begin:]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


def addresses(items: Iterable[dict[str, Any]]) -> list[str]:
    return sorted(item["url"] for item in items)


def test_a_small_site_is_found_once_without_traps(crawl_here: Callable[..., Any]) -> None:
    with Site(12) as site:
        crawl = crawl_here(NewsSpider, QUICK, sites=site.url)
        assert addresses(crawl.items) == sorted(site.wanted())
        assert "/private/x" not in site.visits
        assert not any(path.startswith(("/calendar", "/search")) for path in site.visits)
        assert sum(path.startswith("/termine") for path in site.visits) < 60
        assert sum(path.startswith("/labyrinth") for path in site.visits) < 120
        assert crawl.count("news/articles") == 12
        # What lists say fills what a page does not say.
        items = {item["url"]: item for item in crawl.items}
        undated, own = (items[site.url + site.articles[number].path] for number in (3, 4))
        assert undated["datePublished"] == site.articles[3].moment.isoformat()
        assert undated["authors"] == [{"name": site.articles[3].author, "url": None}]
        sources = undated["mainContent"]["sources"]
        assert (sources["date_published"], sources["authors"]) == ("sitemap", "feed")
        sources = own["mainContent"]["sources"]
        assert (sources["date_published"], sources["authors"]) == ("json-ld", "json-ld")


def test_lists_are_read_whatever_type_the_server_calls_them(crawl_here: Callable[..., Any]) -> None:
    with Site(60, lists_are="text/html; charset=utf-8") as site:
        crawl = crawl_here(NewsSpider, QUICK, sites=site.url)
        assert addresses(crawl.items) == sorted(site.wanted())
        assert crawl.count("news/lists") == 6  # the index, its two months, the news sitemap, two feeds


BRIEF = "<html lang=en><title>Ferry late</title><nav><a href=/news>News</a> <a href=/sport>Sport</a></nav><h1>Ferry late</h1>"
BRIEF += "<p>The noon ferry left an hour late on Monday, because a seal had gone to sleep on the ramp.</p>"
ABOUT = "<footer><ul><li><a href=/n/1>Imprint</a><li><a href=/privacy>Privacy</a></ul>© 2026 The Courier</footer>"


@pytest.mark.parametrize(
    ("page", "announced", "is_article"),
    [(BRIEF, True, True), (BRIEF, False, False), (BRIEF + ABOUT, True, False)],
)
def test_a_brief_is_an_article_where_a_list_names_its_day(page: str, announced: bool, is_article: bool) -> None:
    url = "http://courier.example/n/1"
    facts = {"url": url, "source": "feed"} | ({"date_published": "2026-11-24"} if announced else {})
    response = HtmlResponse(url, body=page.encode(), request=Request(url, meta={LISTED_KEY: facts}))
    assert NewsSpider(sites=url).is_article(response, extract(page, url)) == is_article


@pytest.mark.parametrize("scheme", ["file://", "FILE://", "file:"])
def test_a_site_has_no_local_file_read(scheme: str, tmp_path: Path, crawl_here: Callable[..., Any]) -> None:
    with Site(4) as site:
        (tmp_path / "own.xml").write_text(
            f"<urlset><url><loc>{site.url}/only-in-a-file</loc></url></urlset>", encoding="utf-8"
        )
        site.elsewhere = f"{scheme}{tmp_path}/own.xml", "ftp://127.0.0.1/list.xml", "data:text/xml,<urlset/>"
        crawl = crawl_here(NewsSpider, QUICK, sites=site.url)
        assert addresses(crawl.items) == sorted(site.wanted())
        assert "/only-in-a-file" not in site.visits
        assert not any("NotSupported" in name for name in crawl.stats)


def test_arguments_are_checked() -> None:
    for wrong in ({"sites": "not a site"}, {"since": "yesterday"}, {"until": "2026-13-01"}):
        with pytest.raises(ValueError, match=r"it must be a day|no address"):
            NewsSpider(**{"sites": "courier.example", **wrong})
    assert NewsSpider(sites="courier.example, http://b.example/news").sites == [
        "https://courier.example/",
        "http://b.example/news",
    ]


@pytest.mark.slow
def test_methods_can_be_overridden(crawl_here: Callable[..., Any]) -> None:
    class Own(NewsSpider):
        def is_wanted(self, result: Any) -> str | None:
            return "short" if len(result.text) < 400 else super().is_wanted(result)

        def article_item(self, response: Any, result: Any, url: str, *, changed: bool) -> Any:
            return {"url": url, "words": len(result.text.split())}

    with Site(10) as site:
        crawl = crawl_here(Own, QUICK, sites=site.url, languages="de,fr")
        assert addresses(crawl.items) == sorted(
            site.url + article.path
            for article in site.articles.values()
            if article.language in ("de", "fr") and not article.is_paid
        )
        assert all(item["words"] and item["headline"] for item in crawl.items)
        assert crawl.count("news/left_out/language") == 6
        assert crawl.count("news/left_out/short") == 1


@pytest.mark.slow
def test_one_command_finds_all_articles_of_the_window_and_nothing_else(run: Run) -> None:
    with Site() as site:
        done = run(site.url, "--since", SINCE, state=False)
        assert done.returncode == 0, done.stderr
        assert addresses(run.items()) == sorted(site.wanted(SINCE))
        # A window stops early: a sitemap, and further pages of sections.
        assert "/sitemap-2026-09.xml" not in site.visits
        assert "135 articles of 1 site (" in done.stderr
        paid = [item for item in run.items() if item["isAccessibleForFree"] is False]
        assert len(paid) == 4


@pytest.mark.slow
def test_all_is_found_then_nothing_then_what_is_new_and_what_has_changed(run: Run) -> None:
    with Site() as site:
        assert run(site.url).returncode == 0
        assert addresses(run.new()) == sorted(site.wanted())
        asked = site.visits.total()
        site.visits.clear()
        site.answers.clear()
        done = run(site.url)
        assert (done.returncode, "\nno new article, " in f"\n{done.stderr}") == (0, True), done.stderr
        assert run.new() == []
        assert site.visits.total() < asked / 10
        assert site.answers[304] == 8, "lists that have not changed are asked for with conditions"
        new, changed = site.add(10), site.change(100, 203)
        assert run(site.url).returncode == 0
        items = run.new()
        assert addresses(items) == sorted(new + changed)
        assert sorted(item["url"] for item in items if item["changed"]) == sorted(changed)
        assert run(site.url).returncode == 0
        assert run.new() == []


@pytest.mark.slow
def test_killed_and_run_again_nothing_is_lost_or_doubled(run: Run) -> None:
    with Site() as site:
        run.killed_after(40, site.url)
        run.killed_after(120, site.url)
        assert run(site.url).returncode == 0
        assert addresses(run.items()) == sorted(site.wanted())


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_leaves_whole_files_and_the_next_run_goes_on(run: Run, times: int) -> None:
    with Site(150, delay=0.05) as site:
        command = [sys.executable, *run.command(site.url, "--state", str(run.state))]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: len(run.lines()) >= 20 or process.poll() is not None, "articles")
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        _, log = process.communicate()
        assert process.returncode == 130, log
        before = run.items()
        assert 20 <= len(before) < 150
        site.delay = 0
        assert run(site.url).returncode == 0
        assert addresses(run.items()) == sorted(site.wanted())


@pytest.mark.slow
def test_agency_copy_of_two_hosts_is_of_both(run: Run) -> None:
    agency = tuple(range(10, 20))
    with Site(60, agency=agency) as one, Site(60, host="localhost", agency=agency) as other:
        done = run(one.url, other.url, state=False)
        assert addresses(run.items()) == sorted(one.wanted() | other.wanted())
        assert "120 articles of 2 sites" in done.stderr


@pytest.mark.slow
def test_sections_alone_lead_to_all_that_they_list(run: Run) -> None:
    with Site(200, lists=False) as site:
        assert run(site.url, state=False).returncode == 0
        listed = {site.url + article.path for article in site.articles.values() if "section" in article.places}
        assert addresses(run.items()) == sorted(listed)


@pytest.mark.slow
def test_languages_and_numbers_of_pages_are_bounds(run: Run) -> None:
    with Site(100) as site:
        run(site.url, "--language", "ja", "es")
        assert addresses(run.new()) == sorted(site.wanted(languages=("ja", "es")))
        run(site.url, "--language", "ja", "es", "de")
        assert addresses(run.new()) == sorted(site.wanted(languages=("de",)))
    with Site(100) as site:
        run.state = run.folder / "other.db"
        run(site.url, "--max-pages", "20")
        assert 0 < len(run.new()) <= 20


@pytest.mark.slow
def test_a_wider_window_brings_what_was_left_out(run: Run) -> None:
    with Site(100) as site:
        run(site.url, "--since", "2026-09-20")
        first = addresses(run.new())
        assert first == sorted(site.wanted("2026-09-20"))
        run(site.url, "--since", "2026-09-10", "--until", "2026-09-22")
        assert addresses(run.new()) == sorted(site.wanted("2026-09-10", "2026-09-22") - set(first))
        run(site.url)
        assert addresses(run.items()) == sorted(site.wanted())


@pytest.mark.slow
def test_csv_has_one_header_over_several_runs(run: Run) -> None:
    run.output = run.folder / "articles.csv"
    with Site(20) as site:
        run(site.url)
        new = site.add(5)
        run(site.url)
    with run.output.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 25
    assert set(new) <= {row["url"] for row in rows}
    assert rows[0]["authors"].replace(" ", "").isalpha() or "é" in rows[0]["authors"]
    assert "mainContent" not in rows[0]
    assert "articleBodyHtml" not in rows[0]
    again = run("http://127.0.0.1:9", "--fields", "url,headline")
    assert "has other columns, url, changed, headline" in again.stderr


@pytest.mark.slow
def test_exit_statuses_and_messages(run: Run) -> None:
    nobody = run("http://127.0.0.1:9", state=False)
    assert nobody.returncode == 1
    assert "http://127.0.0.1:9/ can't be reached: Connection was refused" in nobody.stderr
    assert len(nobody.stderr.splitlines()) == 3, "there is no traceback"
    assert not run.output.exists()
    with Site(1) as site:
        plain = run(site.url.replace("http:", "https:"), state=False)
    assert plain.returncode == 1
    assert "can't be reached: no TLS connection, " in plain.stderr
    assert "; write http:// before it if the site has no https" in plain.stderr
    assert len(plain.stderr.splitlines()) == 3
    wrong = run("http://127.0.0.1:9", "--since", "soon")
    assert wrong.returncode == 1
    assert "since is 'soon'; it must be a day such as 2026-11-24" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    (run.folder / "state.db").write_text("this is no database, whatever its name says")
    broken = run("http://127.0.0.1:9")
    assert broken.returncode == 1
    assert "can't be used as the state of a crawl" in broken.stderr


@pytest.mark.slow
def test_a_reader_that_has_enough_ends_the_crawl_quietly(run: Run) -> None:
    with Site(60) as site:
        command = [sys.executable, "-W", "error", "-m", "scrapy_maincontent", "crawl", site.url, *FAST]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=run.folder)
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["url"].startswith(site.url)
        process.stdout.close()
        said = process.stderr.read().decode()
        process.stderr.close()
        assert process.wait() == 1
    assert "Traceback" not in said
    assert "BrokenPipe" not in said
    assert "articles of" not in said


@pytest.mark.slow
def test_what_nobody_has_read_comes_again(run: Run) -> None:
    # The pipe holds 64 kB that are gone with it; what could not be written to it any more is not. What was read since the
    # state was written last comes again.
    with Site(120) as site:
        command = [sys.executable, "-m", "scrapy_maincontent", "crawl", site.url, "--state", str(run.state), *FAST]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=run.folder)
        assert process.stdout is not None
        for _ in range(3):
            assert json.loads(process.stdout.readline())["url"].startswith(site.url)
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read().decode()
        process.stderr.close()
        assert process.wait() == 1
        assert said == ""
        run(site.url)
        later = addresses(run.items())
        assert len(later) == len(set(later))
        assert len(site.wanted()) - len(later) < 40, "of 120 articles of 2 to 4 kB each"


@pytest.mark.slow
def test_without_an_article_no_file_is_left(run: Run) -> None:
    with Site(1) as site:
        nothing = run(site.url, "--since", "2030-01-01", state=False)
        assert nothing.returncode == 0, nothing.stderr
        assert f"nothing is written to {run.output}" in nothing.stderr
        assert not run.output.exists()
        assert run(site.url, state=False).returncode == 0
        assert len(run.new()) == 1
        assert f"nothing is written to {run.output}" in run(site.url, "--since", "2030-01-01", state=False).stderr
        assert len(run.items()) == 1, "the file is as it was"


@pytest.mark.slow
def test_fields_are_chosen_and_what_is_left_out_is_named(run: Run) -> None:
    with Site(3) as site:
        for option in (("--fields", "url, articleBodyMarkdown"), ("-s", "FEED_EXPORT_FIELDS=url,articleBodyMarkdown")):
            done = run(site.url, *option, state=False)
            assert done.returncode == 0, done.stderr
            assert [[*item] for item in run.items()] == [["url", "articleBodyMarkdown"]] * 3
        assert f"\n  type: {site.url}/" in done.stderr


def options_of(*arguments: str) -> Namespace:
    return build_parser().parse_args(["crawl", "https://courier.example", *arguments])


def test_fields_are_checked_for_every_format() -> None:
    for form in ("jsonl", "csv"):
        (feed,) = command_settings(options_of("--format", form, "--fields", "url,authors"))["FEEDS"].values()
        assert feed["fields"] == ["url", "authors"]
    (feed,) = command_settings(options_of("--format", "csv", "-s", "MAINCONTENT_FORMATS=markdown"))["FEEDS"].values()
    assert {"url", "articleBody", "articleBodyMarkdown"} < set(feed["fields"])
    assert not {"mainContent", "articleBodyHtml"} & set(feed["fields"])
    assert command_settings(options_of("--fields", "body", "-s", 'MAINCONTENT_FIELDS={"body": "text"}'))
    for wrong in (("--fields", "url,author"), ("-s", "FEED_EXPORT_FIELDS=url,author")):
        with pytest.raises(ValueError, match="no such field: author; there are url, changed, headline"):
            command_settings(options_of(*wrong))
    with pytest.raises(ValueError, match="no field is named"):
        command_settings(options_of("--fields", ","))


@pytest.mark.parametrize(
    ("name", "form"), [("a.jsonl", "jsonlines"), ("a.CSV", "csv"), ("a.ndjson", "jsonlines"), ("a", "jsonlines")]
)
def test_the_format_is_that_of_the_files_name(name: str, form: str, tmp_path: Path) -> None:
    (feed,) = command_settings(options_of("--output", str(tmp_path / name)))["FEEDS"].values()
    assert feed["format"] == form


@pytest.mark.parametrize("name", ["a.xlsx", "a.json", "a.jsonl.gz"])
def test_a_file_of_another_format_needs_its_format(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="name a file in jsonl, csv, parquet, or its format by --format"):
        command_settings(options_of("--output", str(tmp_path / name)))
    assert command_settings(options_of("--output", str(tmp_path / name), "--format", "jsonl"))


def test_a_site_that_is_not_reached_has_one_line() -> None:
    lost = "[<twisted.python.failure.Failure twisted.internet.error.ConnectionLost: Connection was lost.>]"
    tls = "[<twisted.python.failure.Failure OpenSSL.SSL.Error: [('SSL routines', '', 'wrong version number')]>]"
    for said, reason in (
        (lost, "Connection was lost;"),
        (tls, "no TLS connection, wrong version number; write http://"),
    ):
        assert unreached("https://a.example/", OSError(said)).startswith(
            f"https://a.example/ can't be reached: {reason}"
        )
    assert "check the address" in unreached("https://a.example/", OSError("DNS lookup failed: no results."))
    assert "\n" not in unreached("https://a.example/", OSError("one\ntwo"))


def test_the_summary_names_pages_and_numbers() -> None:
    examples = {"window": [(9, f"https://a.example/{n}") for n in range(5)], "type": [(8, "https://a.example/list")]}
    watch = SimpleNamespace(items=1, pages=2, sites=Counter({"a.example": 1}))
    spider = SimpleNamespace(examples=examples, unreached={})
    lines = summary({"maincontent/news/left_out/type": 1}, watch, spider, None, 3).splitlines()
    assert lines[0] == "1 article of 1 site (0 changed), 2 pages, 3 s"
    assert lines[3:] == ["  type: https://a.example/list", *(f"  window: https://a.example/{n}" for n in range(4))]


def test_the_summary_names_sites_that_gave_nothing() -> None:
    watch = SimpleNamespace(items=1, pages=9, sites=Counter({"a.example": 1}))
    spider = SimpleNamespace(silent=[f"{name}.example" for name in "bcdefgh"])
    lines = summary({}, watch, spider, None, 3).splitlines()
    assert lines[2] == "no new article of b.example, c.example, d.example, e.example, f.example and 2 more"


def test_a_site_that_gives_nothing_is_known(crawl_here: Callable[..., Any]) -> None:
    silent: list[str] = []

    class Told(NewsSpider):
        def closed(self, reason: str) -> None:
            silent.extend(self.silent)
            super().closed(reason)

    gone = "http://127.0.0.1:9/"
    with Site(3) as one, Site(1, host="localhost", broken=(0,)) as other:
        crawl = crawl_here(Told, QUICK | {"RETRY_TIMES": 0}, sites=[one.url, other.url, gone])
        assert addresses(crawl.items) == sorted(one.wanted())
        assert silent == [other.url.removeprefix("http://")], "the third one was not reached, which is said elsewhere"


@pytest.mark.slow
def test_all_pages_come_where_they_are_asked_for(run: Run) -> None:
    with Site(12) as site:
        run(site.url, "--all-pages", "--max-pages", "60", state=False)
        urls = set(addresses(run.items()))
        assert site.wanted() < urls
        assert f"{site.url}/imprint" not in urls, "it is among the addresses that nobody follows"
        assert f"{site.url}/world" in urls


@pytest.mark.slow
def test_a_job_that_was_stopped_goes_on(tmp_path: Path, crawl_here: Callable[..., Any]) -> None:
    settings = QUICK | {"JOBDIR": str(tmp_path / "job")}
    with Site(60) as site:
        first = crawl_here(NewsSpider, settings | {"CLOSESPIDER_ITEMCOUNT": 15}, sites=site.url)
        second = crawl_here(NewsSpider, settings, sites=site.url)
        assert 15 <= len(first.items) < 60
        assert addresses([*first.items, *second.items]) == sorted(site.wanted())
        assert (tmp_path / "job" / "maincontent.state").exists()


@pytest.mark.slow
def test_what_a_pipeline_drops_is_done_and_what_fails_comes_again(
    tmp_path: Path, crawl_here: Callable[..., Any]
) -> None:
    settings = QUICK | {"MAINCONTENT_STATE": str(tmp_path / "state.db"), "ITEM_PIPELINES": {Picky: 900}}
    with Site(20) as site:
        first = crawl_here(NewsSpider, settings, sites=site.url)
        second = crawl_here(NewsSpider, QUICK | {"MAINCONTENT_STATE": str(tmp_path / "state.db")}, sites=site.url)
    dropped, failed = (site.url + site.articles[number].path for number in (4, 5))
    assert addresses(first.items) == sorted(site.wanted() - {dropped, failed})
    assert addresses(second.items) == [failed]


@pytest.mark.slow
def test_what_fails_is_tried_in_the_next_run_and_what_is_gone_is_not(
    tmp_path: Path, crawl_here: Callable[..., Any]
) -> None:
    settings = QUICK | {"MAINCONTENT_STATE": str(tmp_path / "state.db"), "RETRY_TIMES": 0}
    with Site(20, broken=(8,), gone=(9, 4)) as site:
        first = crawl_here(NewsSpider, settings, sites=site.url)
        broken, gone, copied = (site.url + site.articles[number].path for number in (8, 9, 4))
        # Of article 4 there is an AMP page, which is listed and calls the article canonical: its own address is there.
        there = copied.replace(site.url, f"{site.url}/amp")
        assert addresses(first.items) == sorted(site.wanted() - {broken, gone, copied} | {there})
        assert site.visits[f"/amp{site.articles[4].path}"] == 2
        site.broken = ()
        site.visits.clear()
        assert addresses(crawl_here(NewsSpider, settings, sites=site.url).items) == [broken]
        assert site.visits[site.articles[9].path] == 0


@pytest.mark.slow
def test_a_section_is_no_address_of_an_article_whatever_pages_claim(crawl_here: Callable[..., Any]) -> None:
    with Site(40, canonical="/{section}") as site:
        crawl = crawl_here(NewsSpider, QUICK, sites=site.url)
        # An AMP page is then the same text at another address: one of the two comes, whichever is first.
        assert sorted(url.replace("/amp/", "/") for url in addresses(crawl.items)) == sorted(site.wanted())


def test_files_are_cut_as_far_as_a_killed_crawl_is_sure_of_them(tmp_path: Path) -> None:
    state, feed = State(str(tmp_path / "state")), tmp_path / "feed.jsonl"
    feed.write_bytes(b"{}\n{}\n{")
    state.note(f"{LENGTH}{feed}", "3")
    state.note(f"{LENGTH}{tmp_path / 'gone'}", "3")
    cut(state)
    assert feed.read_bytes() == b"{}\n"
    state.close(finished=False)
    state = State(str(tmp_path / "state"))
    assert state.unfinished
    assert state.noted(LENGTH) == [], "a crawl that was closed knows what it has written"
    state.close(finished=True)


class Picky:
    """Drops one article, and fails with another."""

    def process_item(self, item: Any) -> Any:
        if item["url"].endswith("-story-4"):
            raise DropItem("not that one")
        if item["url"].endswith("-story-5"):
            raise RuntimeError("no database")
        return item


def test_a_csv_cell_is_readable() -> None:
    exporter = CsvExporter(io.BytesIO())
    assert (
        exporter.serialize_field({}, "authors", [{"name": "Lena Marsh", "url": None}, {"name": "Ida"}])
        == "Lena Marsh; Ida"
    )
    assert exporter.serialize_field({}, "mainImage", {"url": "http://a.example/b.png"}) == "http://a.example/b.png"
    assert exporter.serialize_field({}, "headline", "x") == "x"
