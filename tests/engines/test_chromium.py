"""A real browser lays out pages: what it measures, and what it is kept from."""

from __future__ import annotations

import json
import sys
import threading
from socketserver import BaseRequestHandler, TCPServer
from typing import TYPE_CHECKING

import pytest
from edge_browser import needs_browser

from scrapy_maincontent.cli import main
from scrapy_maincontent.engines.chromium import CHROMIUM_VARIABLE, BrowserError, chromium, launch_options
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.papers.browser import Renderer, renderer
from scrapy_maincontent.papers.tsuruta import NO_BOX, boxes_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

STYLES = """<style>
body { margin: 0 } ul { margin: 0; padding: 0; list-style: none }
#menu { position: absolute; left: 0; top: 100px; width: 150px; height: 300px }
#story { position: absolute; left: 200px; top: 100px; width: 500px; height: 2000px }
#inner { margin: 10px 0 0 20px; width: 300px; height: 50px } #gone { display: none } #through { display: contents }
/* %s */
</style>"""
PAGE = f"""<!DOCTYPE html><title>Tides</title><body>{STYLES % ("x" * 1000)}
<ul id="menu"><li>Harbour</li></ul><div id="story"><p id="inner">High water at noon.</p><p id="gone">Low water.</p>
<section id="through"><p id="kept">Spring tide.</p></section></div></body>"""


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    monkeypatch.setattr("scrapy_maincontent.papers.browser._TIMEOUT", 600_000)  # the machine may be busy
    with renderer() as started:
        yield started


def boxes(markup: str) -> dict[str, list[int]]:
    page = read_page(markup)
    pairs = zip(page.attrs, boxes_of(page).tolist(), strict=True)
    return {attrs["id"]: box for attrs, box in pairs if "id" in attrs}


@needs_browser
def test_boxes_are_absolute_in_pixels(browser: Renderer) -> None:
    found = boxes(browser.render(PAGE, "https://tides.example/"))
    assert found["menu"] == [0, 100, 150, 300]
    assert found["story"] == [200, 100, 500, 2000]
    assert found["inner"] == [220, 110, 300, 50]


@needs_browser
def test_style_sheets_and_pictures_of_the_host_come_from_files(browser: Renderer, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "a b").mkdir(parents=True)
    (folder / "a b" / "c.css").write_text('@import "d.css"; #menu { position: absolute; left: 30px }', "utf-8")
    (folder / "a b" / "d.css").write_text(
        "#menu { top: 40px; width: 200px; height: 60px; margin: 0; padding: 0 }", "utf-8"
    )
    (folder / "boat.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"/>', "utf-8")
    (tmp_path / "secret.css").write_text("#menu { top: 90px }", "utf-8")
    (folder / "out.css").symlink_to(tmp_path / "secret.css")
    page = """<!DOCTYPE html><link rel=stylesheet href="/a%20b/c.css?v=1"><link rel=stylesheet href="/out.css">
    <link rel=stylesheet href="https://else.example/c.css"><ul id="menu"><li>Harbour</ul><img id="boat" src="boat.svg">"""
    found = boxes(browser.render(page, "https://tides.example/", folder))
    assert found["menu"] == [30, 40, 200, 60]
    assert found["boat"][2:] == [70, 50]
    assert browser.sheets == (2, 1)
    assert boxes(browser.render(page, "https://tides.example/"))["boat"][2:] != [70, 50]
    assert browser.sheets == (0, 2)


@needs_browser
def test_what_is_not_shown_has_no_box_and_what_only_holds_others_has_theirs(browser: Renderer) -> None:
    found = boxes(browser.render(PAGE, "https://tides.example/"))
    assert found["gone"] == [NO_BOX] * 4
    left, top, width, height = found["through"]
    assert (left, width) == (200, 500)
    assert top <= found["kept"][1]
    assert height >= found["kept"][3]


@needs_browser
def test_nothing_is_requested_and_no_script_runs(browser: Renderer) -> None:
    connected: list[object] = []

    class Door(TCPServer):
        """Notes whoever knocks, and lets nobody in."""

        def verify_request(self, request: object, client_address: object) -> bool:
            connected.append(client_address)
            return False

    with Door(("127.0.0.1", 0), BaseRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        here = f"http://127.0.0.1:{server.server_address[1]}"
        page = (
            f'<link rel="stylesheet" href="{here}/a.css"><script src="{here}/a.js"></script><img src="{here}/a.png">'
            f'<iframe src="{here}/frame"></iframe><p id="text">Before</p>'
            '<script>document.getElementById("text").textContent = "After"</script>'
        )
        laid_out = browser.render(page, f"{here}/page")
        server.shutdown()
        thread.join()
    assert connected == []
    assert "Before" in laid_out
    assert read_page(laid_out).texts == ["Before"]


@needs_browser
def test_what_moves_is_held_still(browser: Renderer) -> None:
    moving = """<style>@keyframes run { from { left: 100px } to { left: 500px } } body { margin: 0 }
    #news { position: relative; left: 7px; width: 50px; height: 20px; animation: run 2s infinite } </style><p id="news">News</p>"""
    assert boxes(browser.render(moving, "https://tides.example/"))["news"][::2] == [7, 50]


@needs_browser
def test_a_page_that_leads_elsewhere_stays(browser: Renderer) -> None:
    page = '<meta http-equiv="refresh" content="0; url=https://elsewhere.example/"><p id="text">Stay</p>'
    assert "Stay" in browser.render(page, "https://tides.example/")


@needs_browser
def test_the_command_lays_out_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus, folder = tmp_path / "corpus", tmp_path / "laid-out"
    corpus.mkdir()
    for name, html in {"styled": PAGE, "plain": "<p>High water at noon.</p>"}.items():
        (corpus / f"{name}.html").write_text(html, "utf-8")
        fields = {"url": f"https://{name}.example/", "main_content": "High water at noon."}
        (corpus / f"{name}.json").write_text(json.dumps(fields), "utf-8")
    assert main(["render", str(corpus), "-o", str(folder)]) == 0
    assert "0 could not be laid out, 1 keep their looks" in capsys.readouterr().out
    (page,) = read_corpus(folder)
    assert (page.id, page.domain) == ("styled", "styled.example")
    assert boxes(page.html().decode())["story"] == [200, 100, 500, 2000]
    assert main(["render", str(corpus), "-o", str(folder)]) == 1
    assert "empty one" in capsys.readouterr().err


def test_a_browser_is_found_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHROMIUM_VARIABLE, "/opt/browser")
    assert chromium() == launch_options()["executable_path"] == "/opt/browser"


def test_without_a_browser_the_message_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(CHROMIUM_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium() is None
    with pytest.raises(BrowserError, match="apt-get install chromium"):
        launch_options()


def test_without_playwright_the_command_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    (tmp_path / "page.txt").write_text("High water at noon.", "utf-8")
    assert main(["render", str(tmp_path), "-o", str(tmp_path / "out")]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "playwright" in printed.err
    assert "extra" in printed.err
