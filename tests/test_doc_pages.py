"""The documentation says what the code has, and the code that it shows works."""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from doc_pages import DOCS, PAGES, fences, name_of, names, rows
from example_runs import run_spider
from example_site import PROJECT
from package_root import ROOT
from rule_names import rule_names

import scrapy_maincontent
from benchmarks.gate import gate
from benchmarks.speed import pages
from scrapy_maincontent.addon import COMPONENTS
from scrapy_maincontent.cli import _parser
from scrapy_maincontent.corpus import CORPUS_VARIABLE
from scrapy_maincontent.engines.chromium import CHROMIUM_VARIABLE
from scrapy_maincontent.evaluation.run import PEERS
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.navigation import blog_utility, in_page, paging, site_info
from scrapy_maincontent.page import Kind, PagingType
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.pool.messages import Failure
from scrapy_maincontent.result import EmptyReason
from scrapy_maincontent.settings import MaincontentSettings
from scrapy_maincontent.speedups import PURE_VARIABLE
from scrapy_maincontent.stats import Skip
from scrapy_maincontent.training import page_type, quality

if TYPE_CHECKING:
    from pathlib import Path

CLI = "reference/cli.md"
REGIONS = "reference/regions.md"
SECONDS = 600
"""A guard against hanging."""
SAVED_PAGE = PROJECT / "site" / "shop" / "p" / "enamel-kettle.html"
"""What the how-tos call ``page.html``."""
GUIDES = {"howto/metadata.md": ("htmldate", "py3langid")}
"""What a page's code needs beside the package."""
FEED = "items.jsonl"
"""What the tutorial's crawl has left."""

COMMANDS = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)).choices
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


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_is_documented_and_nothing_else(command: str) -> None:
    described = rows(CLI, f"## {command}")
    if command == "evaluate":
        described = {
            first: cells for first, cells in described.items() if first[0].startswith("-") or first == ("corpus",)
        }
    actions = [action for action in COMMANDS[command]._actions if action.dest != "help"]
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
    actions = [action for action in _parser()._actions if action.option_strings]
    assert set(rows(CLI, "# Command line")) == {tuple(action.option_strings) for action in actions}


@pytest.mark.parametrize(
    ("module", "command"),
    [
        (pages, "python benchmarks/speed/pages.py"),
        (gate, "python benchmarks/gate/gate.py"),
        (page_type, "python -m scrapy_maincontent.training.page_type"),
        (quality, "python -m scrapy_maincontent.training.quality"),
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
        ("## Pages without an answer", Failure),
    ],
)
def test_every_reason_is_documented_and_nothing_else(heading: str, reasons: type) -> None:
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
