from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article, lead
from edge_tools import run_python
from scrapy.settings import Settings

from scrapy_maincontent.crawl.settings import MaincontentSettings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl


@dataclass
class Story:
    url: str
    articleBody: str | None = None  # noqa: N815


def is_story(item: Any) -> bool:
    return isinstance(item, Story)


NOT_CALLABLE = 5


def parsed(**given: Any) -> MaincontentSettings:
    return MaincontentSettings.from_crawler_settings(
        Settings({f"MAINCONTENT_{name.upper()}": value for name, value in given.items()})
    )


def test_nothing_has_to_be_set() -> None:
    settings = parsed()
    assert settings == MaincontentSettings()
    assert settings.enabled
    assert settings.fields["articleBody"] == "text"
    assert settings.formats == ("text",)
    assert settings.chooses({})


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("enabled", "False", False),
        ("default", "0", False),
        ("region_content", "true", True),
        ("workers", "0", 0),
        ("workers", " 3 ", 3),
        ("workers", "", None),
        ("workers", None, None),
        ("timeout", "2.5", 2.5),
        ("timeout", 3, 3.0),
        ("worker_wait", "60", 60.0),
        ("inline_fallback", "1", True),
        ("max_bytes", "1000", 1000),
        ("http_codes", "200,203", {200, 203}),
        ("http_codes", "[200, 404]", {200, 404}),
        ("http_codes", 200, {200}),
        ("http_codes", ["200", 404], {200, 404}),
        ("formats", "html", ("text", "html")),
        ("formats", '["html", "markdown"]', ("text", "markdown", "html")),
        ("formats", ("text",), ("text",)),
        ("fields", '{"body": "text"}', {"body": "text"}),
        ("html_field", "raw", "raw"),
        ("method", "tree", "tree"),
        ("fallback", "tree", "tree"),
        ("balance", "1.5", 1.5),
        ("balance", 2, 2.0),
    ],
)
def test_values_may_come_from_python_or_the_command_line(name: str, given: Any, expected: Any) -> None:
    assert getattr(parsed(**{name: given}), name) == expected


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("enabled", "maybe", "True or False"),
        ("method", "trees", "one of crf, tree, fujita"),
        ("model", "/no/such/model.json", "a model file"),
        ("default", 2, "True or False"),
        ("workers", -1, "0 or more"),
        ("workers", "many", "0 or more"),
        ("workers", True, "0 or more"),
        ("workers", 1.5, "0 or more"),
        ("fallback", "layout", "one of crf, tree"),
        ("fallback", "no-such-method", "one of crf, tree"),
        ("ad_list", "no-such-list.txt", "EasyList"),
        ("ad_list", "True", "EasyList"),
        ("model", "0", "a model file"),
        ("warc", "False", "a folder that can be written to"),
        ("warc", " ", "an empty string switches it off"),
        ("report", "false", "an empty string switches it off"),
        ("balance", 0, "from 0.1 (precision) to 10.0 (recall)"),
        ("balance", "more", "recall"),
        ("balance", True, "recall"),
        ("balance", 10**400, "recall"),
        ("timeout", 0, "above 0"),
        ("timeout", "inf", "above 0"),
        ("timeout", 5e6, "at most 1,000,000"),
        ("timeout", [], "above 0"),
        ("worker_wait", 0, "above 0"),
        ("inline_fallback", "never", "True or False"),
        ("max_bytes", "8M", "bytes"),
        ("http_codes", "ok", "HTTP status codes"),
        ("http_codes", [20], "HTTP status codes"),
        ("http_codes", [], "HTTP status codes"),
        ("fields", {"text": "articleBody"}, "result attribute"),
        ("fields", {}, "result attribute"),
        ("fields", ["text"], "result attribute"),
        ("fields", "{", "result attribute"),
        ("fields", {"": "text"}, "result attribute"),
        ("html_field", "  ", "item field"),
        ("html_field", 1, "item field"),
        ("items", ["no.such.Item"], "import paths"),
        ("items", ["test_settings.Missing"], "import paths"),
        ("items", ["test_settings.NOT_CALLABLE"], "import paths"),
        ("items", [], "import paths"),
        ("formats", "htm", "text, markdown, html"),
        ("formats", "[" * 100_000, "text, markdown, html"),
        ("region_content", "all", "True or False"),
        ("site_memory", "some", "True or False"),
        ("keep", {}, "page_types"),
        ("keep", "{", "page_types"),
        ("keep", "article", "page_types"),
        ("keep", {"page_type": ["article"]}, "there is no 'page_type'"),
        ("keep", {"page_types": ["essay"]}, "it may have article, service"),
        ("keep", {"page_types": {"article": 2}}, "a probability, 0 to 1"),
        ("keep", {"page_types": []}, "page_types is empty"),
        ("keep", {"languages": ["english"]}, "a list of tags such as 'en'"),
        ("keep", {"languages": 5}, "a list of names"),
        ("keep", {"since": "yesterday"}, "a day such as '2026-11-26'"),
        ("keep", {"since": "2026-11-26", "until": "2026-11-01"}, "which is after until"),
        ("keep", {"min_words": -1}, "a whole number, 0 or more"),
        ("keep", {"duplicates": "no"}, "True or False"),
        ("duplicates", "often", "True or False"),
        ("duplicates_max_bytes", 0, "bytes"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(name: str, given: Any, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"MAINCONTENT_{name.upper()} is ") as raised:
        parsed(**{name: given})
    assert repr(given) in str(raised.value)
    assert allowed in str(raised.value)


def test_a_misspelt_setting_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match=r"MAINCONTENT_WORKER is not a setting.* did you mean MAINCONTENT_WORKERS"):
        parsed(worker=0)


def test_what_is_switched_off_is_not_checked() -> None:
    assert not parsed(enabled=False, timeout="soon").enabled


def test_the_formats_that_fields_need_are_made() -> None:
    settings = parsed(fields={"body_md": "markdown"})
    assert settings.formats == ("text", "markdown")


def test_a_model_is_found_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = resources.files("scrapy_maincontent.models").joinpath("tree.json").read_text("utf-8")
    (tmp_path / "model.json").write_text(packaged, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert parsed(method="tree", model="model.json").model == str(tmp_path / "model.json")


def test_a_packaged_model_is_asked_for_by_name() -> None:
    assert parsed(method="tree", model="uda").model == "uda"


@pytest.mark.parametrize("method", ["crf", "tree", "fujita"])
def test_a_file_that_is_no_model(tmp_path: Path, method: str) -> None:
    path = tmp_path / "model.json"
    path.write_text("{}")
    message = rf"MAINCONTENT_MODEL is .*model.json'; it must be a model of method '{method}'"
    with pytest.raises(ValueError, match=message):
        parsed(method=method, model=str(path))


@pytest.mark.parametrize("method", [{}, {"method": "fujita"}], ids=["the default", "fujita"])
def test_a_packaged_model_goes_with_its_method_alone(method: dict[str, str]) -> None:
    name = method.get("method", "crf")
    message = rf"MAINCONTENT_MODEL is 'uda'; it must be a model of method '{name}' \(model 'uda' is for method 'tree'"
    with pytest.raises(ValueError, match=message):
        parsed(model="uda", **method)


@pytest.mark.parametrize(
    "chosen",
    [
        Story,
        [Story],
        "test_settings.Story",
        ["test_settings.Story", set],
        is_story,
        "test_settings.is_story",
        [is_story],
    ],
)
def test_items_are_chosen_by_class_or_function(chosen: Any) -> None:
    settings = parsed(items=chosen)
    assert settings.chooses(Story("https://courier.example/"))
    assert not settings.chooses({"url": "https://courier.example/"})


BAD = {"MAINCONTENT_TIMEOUT": "soon"}
PLAIN = {
    "ADDONS": {},
    "DOWNLOADER_MIDDLEWARES": {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540},
}
PLAIN_SPIDER = {
    "ADDONS": {},
    "SPIDER_MIDDLEWARES": {"scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware": 995},
}
PLAIN_PIPELINE = {"ADDONS": {}, "ITEM_PIPELINES": {"scrapy_maincontent.pipelines.MainContentPipeline": 300}}


@pytest.mark.parametrize(
    "set_up",
    [
        pytest.param({}, id="add-on"),
        pytest.param(PLAIN, id="downloader middleware", marks=pytest.mark.slow),
        pytest.param(PLAIN_SPIDER, id="spider middleware", marks=pytest.mark.slow),
        pytest.param(PLAIN_PIPELINE, id="pipeline", marks=pytest.mark.slow),
    ],
)
def test_a_crawl_with_a_bad_value_does_not_start(
    set_up: dict[str, Any], crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_apart([page_file()], BAD | set_up)
    assert crawl.status != 0
    assert crawl.stats.get("downloader/request_count", 0) == 0
    assert "MAINCONTENT_TIMEOUT is 'soon'; it must be a number of seconds above 0" in crawl.log


@pytest.mark.slow
def test_settings_of_the_scrapy_command(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(article(), "utf-8")
    spider = tmp_path / "spider.py"
    spider.write_text(
        "import scrapy\n"
        "class Page(scrapy.Spider):\n"
        "    name = 'page'\n"
        f"    start_urls = [{(tmp_path / 'page.html').as_uri()!r}]\n"
        "    def parse(self, response):\n"
        "        yield {'url': response.url}\n"
    )
    given = {
        "ADDONS": '{"scrapy_maincontent.Addon": 500}',
        "MAINCONTENT_WORKERS": "1",
        "MAINCONTENT_FIELDS": '{"body": "text", "md": "markdown"}',
        "MAINCONTENT_TIMEOUT": "20",
        "MAINCONTENT_HTTP_CODES": "200,404",
    }
    options = [part for name, value in given.items() for part in ("-s", f"{name}={value}")]
    done = run_python("-m", "scrapy", "runspider", str(spider), "-o", "-:jsonlines", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert lead() in done.stdout
    assert '"md": ' in done.stdout
    assert "'maincontent/pages': 1" in done.stderr


def test_a_list_of_advertisements_is_a_file_or_the_packaged_one(tmp_path: Path) -> None:
    pytest.importorskip("adblock", reason="lists of advertisements need the extra ads")
    path = tmp_path / "list.txt"
    path.write_text("##.advert", "utf-8")
    assert parsed(ad_list=str(path)).ad_list == str(path)
    assert parsed(ad_list="default").ad_list == "default"
