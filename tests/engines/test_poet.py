"""Items of zyte-common-items, and callbacks that scrapy-poet hands the result to."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import scrapy
from edge_site import headline, lead
from edge_spiders import Pages
from edge_tools import run_python
from scrapy import Request

from scrapy_maincontent.crawl.items import fill
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.result import Extraction, MediaTable, Medium

if TYPE_CHECKING:
    from collections.abc import Callable

    from edge_tools import Crawl

pytest.importorskip("scrapy_poet", reason="needs the extra poet")
pytest.importorskip("zyte_common_items", reason="needs the extra poet")

import web_poet
import zyte_common_items as zyte

pytestmark = pytest.mark.slow

URL = "https://courier.example/ferry"
POET = {
    "ADDONS": {"scrapy_poet.Addon": 300, "scrapy_maincontent.Addon": 500},
    "SCRAPY_POET_PROVIDERS": {"scrapy_maincontent.engines.poet.MainContentProvider": 500},
}
RESULT = Extraction(
    text="The ferry leaves at nine.",
    title="The ferry",
    method="crf",
    page_type="article",
    page_type_confidence=0.9,
    language="en-GB",
    canonical_url=URL,
    date_published="2027-03-14",
    authors=({"name": "Ilse Marrand", "url": None}, {"name": "Wim Oort", "url": "https://courier.example/wim"}),
    breadcrumbs=({"name": "Home", "url": "https://courier.example/", "source": "page"},),
    media_table=MediaTable([Medium("image", f"{URL}.jpg", "", "", None), Medium("video", f"{URL}.mp4", "", "", None)]),
)


def filled(item: Any, **settings: Any) -> Any:
    return fill(item, RESULT, MaincontentSettings(**settings))[0]


def test_an_item_of_zyte_common_items_has_its_own_component_types() -> None:
    item = filled(zyte.Article(url=URL))
    assert item == zyte.Article(
        url=URL,
        headline="The ferry",
        articleBody="The ferry leaves at nine.",
        authors=[zyte.Author(name="Ilse Marrand"), zyte.Author(name="Wim Oort", url="https://courier.example/wim")],
        breadcrumbs=[zyte.Breadcrumb(name="Home", url="https://courier.example/")],
        mainImage=zyte.Image(url=f"{URL}.jpg"),
        canonicalUrl=URL,
        datePublished="2027-03-14",
        inLanguage="en",
        metadata=zyte.ArticleMetadata(probability=0.9),
    )
    assert type(item.metadata) is zyte.ArticleMetadata


def test_items_for_another_type_of_page_are_not_called_likely() -> None:
    assert filled(zyte.Product(url=URL)).metadata is None


def test_an_item_class_made_of_one_of_theirs_and_other_names() -> None:
    import attrs

    @attrs.define(kw_only=True)
    class Story(zyte.Article):
        people: list[zyte.Author] | None = None
        pictures: list[zyte.Image] | None = None

    story = filled(Story(url=URL), fields={"people": "authors", "pictures": "images", "mainContent": "main_content"})
    assert [type(author) for author in story.people] == [zyte.Author, zyte.Author]
    assert story.pictures == [zyte.Image(url=f"{URL}.jpg")]


def test_what_the_spider_knows_stays() -> None:
    own = zyte.Metadata(probability=0.1)
    item = filled(zyte.Article(url=URL, authors=[zyte.Author(name="Mine")], metadata=own))
    assert item.authors == [zyte.Author(name="Mine")]
    assert item.metadata.probability == 0.1


class Poet(Pages):
    """Has what it needs injected."""

    name = "poet"

    async def start(self) -> Any:
        for url in self.pages:
            yield Request(url, callback=self.parse_page, dont_filter=True)

    def parse_page(self, response: Any, article: zyte.Article, result: Extraction) -> Any:
        yield article
        yield {"link": response.url, "title": result.title, "same": response.meta["maincontent_result"] is result}


class ArticleOnly(Poet):
    """Needs no response of its own."""

    name = "article_only"

    def parse_page(self, response: scrapy.http.Response, article: zyte.Article) -> Any:
        yield article


@web_poet.handle_urls("127.0.0.1")
class CourierPage(zyte.BaseArticlePage):
    """A page object that corrects one field of what was extracted."""

    result: Extraction

    def __init__(self, request_url: web_poet.RequestUrl, result: Extraction) -> None:
        super().__init__(request_url=request_url)
        self.result = result

    @web_poet.field
    def headline(self) -> str:
        return f"Courier: {self.result.title}"


class ByPage(Poet):
    name = "by_page"

    def parse_page(self, response: Any, page: CourierPage) -> Any:
        yield {"url": response.url, "corrected": page.headline}


@pytest.mark.parametrize("workers", [0, 1])
def test_a_callback_gets_the_article_and_the_result(workers: int, crawl_here: Callable[..., Crawl], site: str) -> None:
    pages = [f"{site}/article/{number}" for number in (1, 2)]
    crawl = crawl_here(Poet, POET | {"MAINCONTENT_WORKERS": workers}, pages=pages)
    articles = sorted((item for item in crawl.items if isinstance(item, zyte.Article)), key=lambda item: str(item.url))
    assert [item.url for item in articles] == pages
    assert [item.headline for item in articles] == [headline(1), headline(2)]
    assert [lead(number) in item.articleBody for number, item in enumerate(articles, start=1)] == [True, True]
    others = [item for item in crawl.items if isinstance(item, dict)]
    assert all(item["same"] and item["articleBody"] for item in others)
    assert crawl.count("pages") == crawl.count("responses") == 2


def test_page_objects_get_the_result(crawl_here: Callable[..., Crawl], site: str) -> None:
    (item,) = crawl_here(ByPage, POET, pages=[f"{site}/article/1"]).items
    assert item["corrected"] == f"Courier: {headline(1)}"
    assert lead(1) in item["articleBody"]


@pytest.mark.parametrize(("path", "reason"), [("missing", "status"), ("api", "not_html")])
def test_a_page_without_a_text_gives_an_article_without_one(
    path: str, reason: str, crawl_here: Callable[..., Crawl], site: str
) -> None:
    crawl = crawl_here(Poet, POET, pages=[f"{site}/{path}"])
    (empty,) = (item for item in crawl.items if isinstance(item, zyte.Article))
    assert empty.articleBody is None
    assert crawl.counts("skipped") == {reason: 1}


def test_without_the_downloader_middleware_the_log_names_the_line(
    crawl_here: Callable[..., Crawl], site: str, caplog: pytest.LogCaptureFixture
) -> None:
    crawl_here(ArticleOnly, POET | {"ADDONS": {"scrapy_poet.Addon": 300}}, pages=[f"{site}/article/1"])
    assert 'ADDONS = {"scrapy_maincontent.Addon": 500}' in caplog.text


CHECKED = """\
from scrapy import Spider
from scrapy.http import Response
from zyte_common_items import Article


class News(Spider):
    name = "news"

    def parse(self, response: Response, article: Article):
        \"\"\"
        @url {site}/article/2
        @scrapes headline articleBody
        \"\"\"
        yield article
"""


def test_scrapys_check_sees_the_fields(site: str, tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = news_settings\n")
    (tmp_path / "news_spiders.py").write_text(CHECKED.format(site=site))
    settings = POET | {"SPIDER_MODULES": ["news_spiders"], "TELNETCONSOLE_ENABLED": False}
    (tmp_path / "news_settings.py").write_text("".join(f"{name} = {value!r}\n" for name, value in settings.items()))
    done = run_python("-m", "scrapy", "check", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Ran 1 contract" in done.stderr


JOB = """\
import sys

sys.path.append({folder!r})

from scrapy.crawler import AsyncCrawlerProcess
from test_poet import POET, ArticleOnly

from scrapy_maincontent.crawl.runner import Runner

if __name__ == "__main__":
    Runner.WARM = "edge_poison:warm_if_allowed"
    settings = {{
        "FEEDS": {{"items.jsonl": {{"format": "jsonlines"}}}},
        "JOBDIR": "job",
        "MAINCONTENT_WORKERS": 1,
        "MAINCONTENT_WORKER_WAIT": 1,
        "TELNETCONSOLE_ENABLED": False,
    }}
    process = AsyncCrawlerProcess(POET | settings)
    process.crawl(ArticleOnly, pages=[{url!r}])
    process.start()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="fills the place of what workers need to start")
def test_a_page_that_waits_for_workers_goes_on_later(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_start = tmp_path / "no start"
    no_start.touch()
    monkeypatch.setenv("NO_START", str(no_start))
    script = tmp_path / "job.py"
    script.write_text(JOB.format(folder=str(Path(__file__).parent), url=f"{site}/article/1"))
    first = run_python(str(script), cwd=tmp_path)
    items = tmp_path / "items.jsonl"
    assert "'maincontent/given_back': 1" in first.stderr, first.stderr
    assert not items.exists() or not items.read_text("utf-8")
    no_start.unlink()
    second = run_python(str(script), cwd=tmp_path)
    assert headline(1) in items.read_text("utf-8"), second.stderr


def test_articles_are_written_to_a_feed(crawl_here: Callable[..., Crawl], site: str, tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    crawl_here(ArticleOnly, POET | {"FEEDS": {path: {"format": "jsonlines"}}}, pages=[f"{site}/article/3"])
    (row,) = map(json.loads, path.read_text("utf-8").splitlines())
    assert row["headline"] == headline(3)
    assert row["inLanguage"] == "en"
