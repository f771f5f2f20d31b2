"""Arguments of the spider for news sites: what they may be, and what is said of what they may not be."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_maincontent.cli import main
from scrapy_maincontent.spiders import NewsSpider

SITE = "https://courier.example"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"sites": ""}, "sites is ''; it must name a site"),
        ({"sites": " , "}, "sites is ' , '; it must name a site"),
        ({"languages": "en,english"}, "languages is 'english'; it must be codes such as en or pt-BR"),
        ({"languages": ["de", "e"]}, "languages is 'e'; it must be codes"),
        ({"max_pages": "-3"}, "max_pages is '-3'; it must be a whole number, 1 or more"),
        ({"max_pages": "many"}, "max_pages is 'many'; it must be a whole number, 1 or more"),
        ({"max_depth": -1}, "max_depth is -1; it must be a whole number, 0 or more"),
        ({"all_pages": "all"}, "all_pages is 'all'; it must be True or False"),
        ({"site": SITE}, "there is no argument 'site'; there are sites, since"),
        ({"start": "1"}, "there is no argument 'start'"),
        ({"since": "2026-11-20", "until": "2026-11-01"}, "since is 2026-11-20, which is after until, 2026-11-01"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_name(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r"it must|there is|after until") as raised:
        NewsSpider(**{"sites": SITE, **wrong})
    assert message in str(raised.value)


@pytest.mark.parametrize("languages", ["en,de", "en, de", ["en,de"], ["en", "de"], ["EN-gb,de_AT"], "en de"])
def test_languages_are_separated_as_one_likes(languages: str | list[str]) -> None:
    assert NewsSpider(sites=SITE, languages=languages).window.languages == {"en", "de"}


@pytest.mark.parametrize(("value", "read"), [("yes", True), ("TRUE", True), (True, True), ("1", True), ("no", False)])
def test_a_flag_has_several_words(value: Any, read: bool) -> None:
    assert NewsSpider(sites=SITE, all_pages=value).all_pages is read


def test_a_project_has_arguments_of_its_own() -> None:
    class Courier(NewsSpider):
        desk = ""

    assert Courier(sites=SITE, desk="harbour", _job="1").desk == "harbour"


@pytest.mark.parametrize("codes", [["english"], ["en,english"], ["en", "english"]])
def test_the_command_refuses_what_is_no_language(codes: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crawl", SITE, "--language", *codes]) == 1
    assert "--language is 'english'; it must be codes such as en or pt-BR" in capsys.readouterr().err
