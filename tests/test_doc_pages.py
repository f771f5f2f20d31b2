"""Reading the documentation: its tables by heading, and its code blocks with what is said of them."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from example_site import PROJECT, run_spider
from package_root import ROOT
from rule_names import rule_names
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

import scrapy_maincontent
from benchmarks.gate import gate
from benchmarks.speed import pages
from scrapy_maincontent.addon import COMPONENTS, Addon
from scrapy_maincontent.cli import build_parser
from scrapy_maincontent.crawl import settings, stats
from scrapy_maincontent.crawl.items import DEFAULT_FIELDS, FORMAT_FIELDS, RESULT_ATTRIBUTES, Outcome, main_content
from scrapy_maincontent.crawl.join.text import JoinedExtraction, JoinNote
from scrapy_maincontent.crawl.listed import LISTED_KEY
from scrapy_maincontent.crawl.settings import PREFIX, MaincontentSettings
from scrapy_maincontent.crawl.stats import Skip
from scrapy_maincontent.engines.chromium import CHROMIUM_VARIABLE
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE
from scrapy_maincontent.lab.evaluation import PEERS
from scrapy_maincontent.lab.training import page_type, quality
from scrapy_maincontent.navigation import blog_utility, in_page, paging, site_info
from scrapy_maincontent.page import Kind, PagingType
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.pipelines import UNFILLED
from scrapy_maincontent.pool.messages import Failure
from scrapy_maincontent.result import EmptyReason, Extraction
from scrapy_maincontent.speedups import PURE_VARIABLE

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)

_FENCE = re.compile(
    r"^(?:<!-- (?P<mark>\w+) -->\n)?```(?P<language>[\w{}-]+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
_ROW = re.compile(r"^\| (`[^|]+`) \|(.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")


class Fence(NamedTuple):
    """A code block. ``mark`` is "run" or "output" where a comment above it says so."""

    mark: str
    language: str
    code: str


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def fences(page: Path) -> list[Fence]:
    found = _FENCE.finditer(page.read_text("utf-8"))
    return [Fence(match["mark"] or "", match["language"], match["code"]) for match in found]


def rows(page: str, heading: str) -> dict[tuple[str, ...], list[str]]:
    """Return the rows of the tables below a heading: the names in the first cell, and the other cells."""
    text = (DOCS / page).read_text("utf-8")
    _, found, below = f"\n{text}".partition(f"\n{heading}\n")
    assert found, f"{page} has no heading {heading!r}"
    section = re.split(r"\n#+ ", below, maxsplit=1)[0]
    return {
        tuple(_NAME.findall(first)): [cell.strip() for cell in others.split("|")]
        for first, others in _ROW.findall(section)
    }


def names(page: str, heading: str) -> set[str]:
    """Return the names in the first cells of the tables below a heading."""
    return {name for first in rows(page, heading) for name in first}


# The documentation says what the code has, and the code that it shows works.

CLI = "reference/cli.md"
REGIONS = "reference/regions.md"
SECONDS = 600
"""A guard against hanging."""
SAVED_PAGE = PROJECT / "site" / "shop" / "p" / "enamel-kettle.html"
"""What the how-tos call ``page.html``."""
GUIDES = {"howto/metadata.md": ("htmldate",)}
"""What a page's code needs beside the package."""
FEED = "items.jsonl"
"""What the tutorial's crawl has left."""


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a parser's commands."""
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


COMMANDS = commands(build_parser())
SECTIONS = {f"## {name}": parser for name, parser in COMMANDS.items()} | {
    f"### {name} {step}": parser for name in COMMANDS for step, parser in commands(COMMANDS[name]).items()
}
"""Headings of the commands, and of the steps of those that have any."""
RUNNABLE = [page for page in PAGES if any(fence.mark == "run" for fence in fences(page))]
SUBTYPES = {
    Kind.PAGING: {*(f"{kind}_{paging.PAGES}" for kind in PagingType), paging.ARTICLES, paging.ARCHIVE},
    Kind.SITE_INFO: {site_info.HEADER, site_info.SIDE, site_info.FOOTER},
    Kind.BLOG_UTILITY: {blog_utility.ENTRY},
    Kind.IN_PAGE: {in_page.TOP, in_page.BODY, in_page.CONTENTS, in_page.END},
}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_blocks_are_python(page: Path) -> None:
    for fence in fences(page):
        if fence.language == "python":
            ast.parse(fence.code)


@pytest.mark.slow
@pytest.mark.parametrize("page", RUNNABLE, ids=name_of)
def test_marked_blocks_run_and_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    """The blocks of a page are one script, as a reader would type them."""
    marked = fences(page)
    for name in GUIDES.get(name_of(page), ()):
        pytest.importorskip(name, reason="needs the dependency group guides")
    script = tmp_path / "script.py"
    script.write_text("\n".join(fence.code for fence in marked if fence.mark == "run"), "utf-8")
    folder = tmp_path / "reader"
    folder.mkdir()
    (folder / "page.html").write_bytes(SAVED_PAGE.read_bytes())
    if FEED in script.read_text("utf-8"):
        run_spider(folder / FEED, "news", seconds=SECONDS)
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == "".join(fence.code for fence in marked if fence.mark == "output").splitlines()
    assert "Traceback" not in done.stderr


def test_marks_are_those_that_mean_something() -> None:
    marks = {(fence.mark, fence.language) for page in PAGES for fence in fences(page) if fence.mark}
    assert marks == {("run", "python"), ("output", "text")}


def test_every_setting_named_exists() -> None:
    named = {name for page in PAGES for name in re.findall(r"MAINCONTENT_[A-Z_]*[A-Z]", page.read_text("utf-8"))}
    fields = {f"MAINCONTENT_{name.upper()}" for name in MaincontentSettings.__dataclass_fields__}
    assert named - {CORPUS_VARIABLE, PURE_VARIABLE, CHROMIUM_VARIABLE} == fields


def test_both_set_ups_stand_side_by_side() -> None:
    text = (DOCS / "howto" / "existing-project.md").read_text("utf-8")
    assert 'ADDONS = {"scrapy_maincontent.Addon": 500}' in text
    for name, component, order in COMPONENTS:
        assert f'{name} = {{"{component}": {order}}}' in text


def test_every_command_has_its_section() -> None:
    headings = set(re.findall(r"^## (\w+)$", (DOCS / CLI).read_text("utf-8"), re.MULTILINE))
    assert headings == set(COMMANDS)


@pytest.mark.parametrize("heading", sorted(SECTIONS))
def test_every_option_is_documented_and_nothing_else(heading: str) -> None:
    described = rows(CLI, heading)
    if heading == "## evaluate":
        described = {
            first: cells for first, cells in described.items() if first[0].startswith("-") or first == ("corpus",)
        }
    actions = [action for action in SECTIONS[heading]._actions if action.dest != "help"]
    assert set(described) == {tuple(action.option_strings) or (action.dest,) for action in actions}
    for action in actions:
        default, meaning = described[tuple(action.option_strings) or (action.dest,)]
        if action.required:
            assert default == "required", action.dest
        elif action.default not in (None, []):
            assert default == f"`{action.default}`", action.dest
        else:
            assert not default.startswith("`"), action.dest
        for choice in action.choices or ():
            assert f"`{choice}`" in meaning, action.dest


def test_options_of_the_program_itself_are_documented() -> None:
    actions = [action for action in build_parser()._actions if action.option_strings]
    assert set(rows(CLI, "# Command line")) == {tuple(action.option_strings) for action in actions}


@pytest.mark.parametrize(
    ("module", "command"),
    [
        (pages, "python benchmarks/speed/pages.py"),
        (gate, "python benchmarks/gate/gate.py"),
        (page_type, "python -m scrapy_maincontent.lab.training.page_type"),
        (quality, "python -m scrapy_maincontent.lab.training.quality"),
    ],
)
def test_options_of_other_commands_are_documented(
    module: object, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        module.main(["--help"])
    known = set(re.findall(r"--[\w-]+", capsys.readouterr().out)) - {"--help"}
    assert names(CLI, f"### {command}") - {"corpus"} == known


def test_every_peer_is_named() -> None:
    for heading in ("## evaluate", "### python benchmarks/speed/pages.py"):
        (meaning,) = (cells[1] for first, cells in rows(CLI, heading).items() if first == ("--peer",))
        assert {name for name in PEERS if f"`{name}`" in meaning} == set(PEERS)


@pytest.mark.parametrize(
    ("heading", "reasons"),
    [
        ("## From the extractor", EmptyReason),
        ("## Pages that are not handed to extraction", Skip),
        ("## Items without a page", UNFILLED),
        ("## Pages without an answer", Failure),
    ],
)
def test_every_reason_is_documented_and_nothing_else(heading: str, reasons: type | dict[Outcome, str]) -> None:
    assert names("reference/empty-reasons.md", heading) == set(map(str, reasons))


def test_every_kind_is_documented_and_nothing_else() -> None:
    assert names(REGIONS, "## Kinds") == set(map(str, Kind))


def test_every_subtype_is_documented_and_nothing_else() -> None:
    text = (DOCS / REGIONS).read_text("utf-8")
    pairs = set(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", text, re.MULTILINE))
    assert pairs == {(str(kind), subtype) for kind, subtypes in SUBTYPES.items() for subtype in subtypes}


@pytest.mark.parametrize("kind", list(Kind))
def test_every_rule_is_documented_and_nothing_else(kind: Kind) -> None:
    module = import_module(f"scrapy_maincontent.navigation.{kind}")
    documented = {name for name in names(REGIONS, "## Rules") if name.startswith(f"{kind}.")}
    assert documented == rule_names(module, kind)


def test_regions_of_the_bundled_site_are_as_documented() -> None:
    documented = names(REGIONS, "## Rules")
    pages = sorted((PROJECT / "site").rglob("*.html"))
    regions = [region for page in pages for region in extract(page.read_bytes(), "https://ring.example/").regions]
    assert len(regions) > len(pages)
    assert {region.rule for region in regions} <= documented
    assert all(region.subtype in SUBTYPES.get(region.kind, {region.subtype}) for region in regions)


def test_every_public_name_is_documented() -> None:
    text = (DOCS / "reference" / "api.md").read_text("utf-8")
    missing = [
        name for name in scrapy_maincontent.__all__ if not re.search(rf"scrapy_maincontent\.{name}\b|`{name}`", text)
    ]
    assert missing == []


def test_limits_are_those_of_the_code() -> None:
    documented = rows("howto/hostile-pages.md", "## What bounds a page")
    for name, unit in (("elements", 1), ("depth", 1), ("attributes", 1), ("bytes", 1024 * 1024)):
        (default, _) = documented[f"Limits.max_{name}",]
        assert int(default.replace(",", "").split()[0]) * unit == getattr(Limits(), f"max_{name}")
    assert float(documented["Limits.seconds",][0]) == Limits().seconds


README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMPONENT_SETTINGS = ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES")


def assigned(name):
    """Return the value that the README's code blocks, or those of the how-to it leads to, give a setting."""
    plain = [fence.code for fence in fences(DOCS / "howto" / "existing-project.md") if fence.language == "python"]
    every = [*(block for language, block in BLOCKS if language == "python"), *plain]
    code = next(block for block in every if re.search(rf"^{name} =", block, re.MULTILINE))
    values: dict[str, object] = {}
    exec(code, values)
    return values[name]


def test_the_first_two_blocks_are_the_two_commands():
    (first, main_job), (second, tests) = BLOCKS[:2]
    assert (first, second) == ("shell", "shell")
    assert "scrapy crawl news" in main_job
    assert "scrapy-maincontent crawl" in main_job
    assert "tox" in tests
    lines = [command.strip().splitlines() for command in (main_job, tests)]
    assert all(line.endswith("&&") for command in lines for line in command[:-1]), "each is one command"


def test_the_one_line_names_the_add_on():
    ((path, priority),) = assigned("ADDONS").items()
    assert load_object(path) is Addon
    assert isinstance(priority, int)


def test_the_plain_form_is_what_the_add_on_sets():
    settings = BaseSettings({name: {} for name in COMPONENT_SETTINGS})
    Addon().update_settings(settings)
    for name in COMPONENT_SETTINGS:
        added = {load_object(key): value for key, value in settings[name].items()}
        assert added == {load_object(path): value for path, value in assigned(name).items()}


def test_linked_files_exist():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (Path(__file__).parents[1] / target).exists(), target


def test_extras_are_named_and_installed_from_a_checkout():
    root = Path(__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for page in (root / "README.md", root / "docs" / "index.md"):
        rows = re.findall(r"^\| (`.*`) \| ", page.read_text("utf-8"), re.MULTILINE)
        assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(extras), page
    for page in (root / "README.md", *(root / "docs").rglob("*.md")):
        assert not re.search(r"install [^\n]*scrapy-maincontent", page.read_text("utf-8")), page


# The reference pages name what the code has, and nothing else.

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
ROW = re.compile(r"^\| (`[^|]+`) +\|(.*)\|$", re.MULTILINE)


def reference_rows(page: str, heading: str) -> dict[str, list[str]]:
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
        (
            "meta",
            "# Keys of `request.meta`",
            {settings.REQUEST_KEY, settings.RESULT_KEY, settings.REDIRECTS_KEY, LISTED_KEY},
        ),
        ("meta", "## Options", settings.OPTIONS),
        ("stats", "# Stats", STATS),
        ("stats", "## Outcomes", set(map(str, Outcome))),
        ("items", "## Fields", DEFAULT_FIELDS | FORMAT_FIELDS),
        ("items", "## Result attributes", RESULT_ATTRIBUTES),
        ("items", "## `mainContent`", EXTRACTED),
        ("items", "## Kept pages", KEPT),
        ("items", "## Joined articles", set(JOINED) - set(EXTRACTED)),
        ("items", "## Why pages are not joined", set(map(str, JoinNote))),
    ],
)
def test_every_name_is_documented_and_nothing_else(page: str, heading: str, names: set[str]) -> None:
    assert set(reference_rows(page, heading)) == set(names)


def test_defaults_are_those_of_the_code() -> None:
    for name, (default, *_) in reference_rows("settings", "# Settings").items():
        if name == "MAINCONTENT_FIELDS":
            continue
        given = MaincontentSettings.from_crawler_settings({name: ast.literal_eval(default.strip("`"))})
        assert given == MaincontentSettings(), name


def test_the_fields_come_from_the_attributes_named() -> None:
    documented = {name: attribute.strip("`") for name, (attribute, *_) in reference_rows("items", "## Fields").items()}
    assert documented == DEFAULT_FIELDS | FORMAT_FIELDS


@pytest.mark.parametrize(("name", "component", "order"), COMPONENTS)
def test_the_plain_set_up_is_that_of_the_add_on(name: str, component: str, order: int) -> None:
    line = f'{name} = {{"{component}": {order}}}'
    assert line in (REFERENCE / "settings.md").read_text("utf-8")
