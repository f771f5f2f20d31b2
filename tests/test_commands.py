"""``scrapy maincontent URL``, as Scrapy itself finds and runs it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from edge_site import article, headline, lead
from edge_tools import ROOT, RUN_LIMIT, run_python

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]

REPOSITORY = Path(__file__).parents[1]
GROUP = "scrapy.commands"
EVERY_COMMAND = """\
import sys
import scrapy.cmdline
before = set(sys.modules)
import scrapy_maincontent.commands
print(*sorted(set(sys.modules) - before))
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A function that runs ``scrapy`` in a folder of its own, with the package installed as its metadata has it."""
    entries = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][GROUP]
    installed = tmp_path / "installed" / "maincontent_here-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: maincontent-here\nVersion: 1\n")
    lines = [f"{name} = {place}" for name, place in entries.items()]
    (installed / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines]) + "\n")
    path = os.pathsep.join([str(ROOT), str(installed.parent), str(tmp_path), os.environ.get("PYTHONPATH", "")])

    def run_scrapy(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "scrapy", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": path.rstrip(os.pathsep)},
            capture_output=True,
            text=True,
            timeout=RUN_LIMIT,
            check=False,
        )

    return run_scrapy


def test_the_page_is_fetched_and_shown(run: Run, site: str, tmp_path: Path) -> None:
    done = run("maincontent", f"{site}/old/3", "-s", "TELNETCONSOLE_ENABLED=False")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "inspected.html\n"
    shown = (tmp_path / "inspected.html").read_text("utf-8")
    assert headline(3) in shown
    assert lead(3)[:40] in shown
    assert f"{site}/article/3" in shown


@pytest.mark.slow
def test_settings_of_the_project_and_options_apply(run: Run, site: str, tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text(
        "TELNETCONSOLE_ENABLED = False\nMAINCONTENT_METHOD = 'tree'\nMAINCONTENT_MODEL = 'uda'\n"
        "ADDONS = {'scrapy_maincontent.Addon': 500}\nMAINCONTENT_REPORT = 'report.html'\n"
    )
    done = run("maincontent", f"{site}/article/1", "-o", "here.html", "--against", "crf")
    assert done.returncode == 0, done.stderr
    shown = (tmp_path / "here.html").read_text("utf-8")
    assert '"method":"tree","model":"uda-2"' in shown
    assert '"asked":"crf"' in shown
    assert "maincontent/skipped/disabled" in done.stderr
    assert not (tmp_path / "report.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "message"), [("/api", "is no HTML page"), ("/article/1", "was not written")], ids=["json", "folder"]
)
def test_what_goes_wrong_is_said(run: Run, site: str, tmp_path: Path, place: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    done = run("maincontent", site + place, "-o", "folder", "-s", "TELNETCONSOLE_ENABLED=False")
    assert done.returncode == 1
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
def test_a_page_that_was_read_from_a_file_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(article(1), "utf-8")
    done = run("maincontent", page.as_uri(), "-o", "page.html", "-s", "TELNETCONSOLE_ENABLED=False")
    assert done.returncode == 1
    assert "page.html is one of the files that are read; it would be overwritten" in done.stderr
    assert page.read_text("utf-8") == article(1)


@pytest.mark.slow
def test_a_site_that_does_not_answer(run: Run) -> None:
    done = run("maincontent", "http://127.0.0.1:1/", "-s", "RETRY_ENABLED=False", "-s", "TELNETCONSOLE_ENABLED=False")
    assert done.returncode == 1
    assert "The page was not fetched" in done.stderr


@pytest.mark.slow
def test_a_call_without_an_address_is_refused(run: Run) -> None:
    done = run("maincontent", "inspected.html")
    assert done.returncode == 2
    assert "Usage" in done.stdout + done.stderr


def test_a_spider_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("maincontent", "http://127.0.0.1:1/", "--spider", "heron")
    assert done.returncode == 2
    assert "--spider is heron; there is no such spider" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "inspected.html").exists()


def test_scrapy_lists_the_command(run: Run) -> None:
    assert "Show what is main content on a page" in run("--help").stdout


def test_other_scrapy_commands_import_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_COMMAND],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=RUN_LIMIT,
        check=True,
    )
    assert done.stdout.split() == [f"scrapy_maincontent{name}" for name in ("", ".commands")]


NEWS = """\
import scrapy
from scrapy_maincontent import extract_response


class News(scrapy.Spider):
    name = "news"

    def parse(self, response):
        yield {{"url": response.url}}

    def parse_itself(self, response):
        \"\"\"
        @url {site}/article/2
        @returns items 1 1
        @scrapes url articleBody
        \"\"\"
        yield {{"url": response.url, "articleBody": extract_response(response).text}}
"""


@pytest.fixture
def project(tmp_path: Path, site: str) -> Path:
    """A project with a spider that leaves its items to the pipeline, and a callback that fills its own."""
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = news_settings\n")
    (tmp_path / "news_spiders.py").write_text(NEWS.format(site=site))
    (tmp_path / "news_settings.py").write_text(
        'ADDONS = {"scrapy_maincontent.Addon": 500}\nSPIDER_MODULES = ["news_spiders"]\nTELNETCONSOLE_ENABLED = False\n'
    )
    return tmp_path


@pytest.mark.slow
def test_scrapys_parse_shows_the_fields_with_the_pipelines(project: Path, site: str) -> None:
    address = f"{site}/article/1"
    with_pipelines = run_python("-m", "scrapy", "parse", "--spider", "news", "--pipelines", address, cwd=project)
    assert headline(1) in with_pipelines.stdout, with_pipelines.stderr
    without = run_python("-m", "scrapy", "parse", "--spider", "news", address, cwd=project)
    assert address in without.stdout
    assert headline(1) not in without.stdout


@pytest.mark.slow
def test_scrapys_check_sees_the_fields_that_a_callback_fills(project: Path) -> None:
    done = run_python("-m", "scrapy", "check", "news", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "Ran 2 contracts" in done.stderr
