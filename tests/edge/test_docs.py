"""The reference pages name what the code has, and nothing else."""

from __future__ import annotations

import ast
import dataclasses
import re
from itertools import chain
from pathlib import Path

import pytest

from scrapy_maincontent import settings, stats
from scrapy_maincontent.addon import COMPONENTS
from scrapy_maincontent.items import DEFAULT_FIELDS, FORMAT_FIELDS, RESULT_ATTRIBUTES, Outcome, main_content
from scrapy_maincontent.join.text import JoinedExtraction, JoinNote
from scrapy_maincontent.pool.messages import Failure
from scrapy_maincontent.result import EmptyReason, Extraction
from scrapy_maincontent.settings import PREFIX, MaincontentSettings
from scrapy_maincontent.stats import Skip

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
ROW = re.compile(r"^\| (`[^|]+`) +\|(.*)\|$", re.MULTILINE)


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """Return the rows of the tables below a heading: the first cell without its back-ticks, and the other cells."""
    text = (REFERENCE / f"{page}.md").read_text("utf-8")
    _, found, below = f"\n{text}".partition(f"\n{heading}\n")
    assert found, f"{page}.md has no heading {heading!r}"
    section = re.split(r"\n#+ ", below, maxsplit=1)[0]
    return {first.strip("`"): [cell.strip() for cell in others.split("|")] for first, others in ROW.findall(section)}


SETTINGS = {PREFIX + part.name.upper(): part.name for part in dataclasses.fields(MaincontentSettings)}
STATS = {value for name, value in vars(stats).items() if name.isupper() and str(value).startswith("maincontent/")}
EXTRACTED = main_content(Extraction(method="crf"), region_content=False)
KEPT = main_content(Extraction(method="crf", warc={}), region_content=False).keys() - EXTRACTED
JOINED = main_content(JoinedExtraction(method="crf"), region_content=False)


@pytest.mark.parametrize(
    ("page", "heading", "names"),
    [
        ("settings", "# Settings", SETTINGS),
        ("meta", "# Keys of `request.meta`", {settings.REQUEST_KEY, settings.RESULT_KEY}),
        ("meta", "## Options", settings.OPTIONS),
        ("stats", "# Stats", STATS),
        ("stats", "## Outcomes", set(map(str, Outcome))),
        ("items", "## Fields", DEFAULT_FIELDS | FORMAT_FIELDS),
        ("items", "## Result attributes", RESULT_ATTRIBUTES),
        ("items", "## `mainContent`", EXTRACTED),
        ("items", "## Kept pages", KEPT),
        ("items", "## Joined articles", set(JOINED) - set(EXTRACTED)),
        ("items", "## Why pages are not joined", set(map(str, JoinNote))),
        ("items", "## Why there is no body", set(map(str, chain(Skip, Failure, EmptyReason)))),
    ],
)
def test_every_name_is_documented_and_nothing_else(page: str, heading: str, names: set[str]) -> None:
    assert set(rows(page, heading)) == set(names)


def test_defaults_are_those_of_the_code() -> None:
    for name, (default, *_) in rows("settings", "# Settings").items():
        if name == "MAINCONTENT_FIELDS":
            continue
        given = MaincontentSettings.from_crawler_settings({name: ast.literal_eval(default.strip("`"))})
        assert given == MaincontentSettings(), name


def test_the_fields_come_from_the_attributes_named() -> None:
    documented = {name: attribute.strip("`") for name, (attribute, *_) in rows("items", "## Fields").items()}
    assert documented == DEFAULT_FIELDS | FORMAT_FIELDS


@pytest.mark.parametrize(("name", "component", "order"), COMPONENTS)
def test_the_plain_set_up_is_that_of_the_add_on(name: str, component: str, order: int) -> None:
    line = f'{name} = {{"{component}": {order}}}'
    assert line in (REFERENCE / "settings.md").read_text("utf-8")
