"""Pages as a browser would have stamped them, with their annotation: written by hand, so that no browser is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_maincontent.corpus.annotated import AnnotatedPage
from scrapy_maincontent.page.boxes import STAMP

if TYPE_CHECKING:
    from pathlib import Path

PROSE = "Engines were replaced during nine weeks ashore, and the ferry sails again from Monday on, as she did before."
TITLE = "The ferry sails"


def stamped(*, left: int = 200, title_in: str = "nowhere") -> str:
    """Return a page with a menu and a story; the headline stands in its "story", or in the "page" with the menu."""
    title = f'<h1 id="title" {STAMP}="{left} 100 400 40">{TITLE}</h1>'
    menu = "".join(
        f"<li>{name} and more of the same, day by day, for ever and ever</li>" for name in ("Boats", "Tides")
    )
    return f"""<html {STAMP}="0 0 960 800"><title>{TITLE}</title><body id="body" {STAMP}="0 0 960 800">
<div id="page" {STAMP}="0 100 960 600">{title if title_in == "page" else ""}<ul id="menu" {STAMP}="0 100 160 600">{menu}</ul>
<div id="story" {STAMP}="{left} 100 400 620">{title if title_in == "story" else ""}
<div id="text" {STAMP}="{left} 150 400 560"><p {STAMP}="{left} 150 400 560" id="p">{PROSE}</p><p id="q">{PROSE}</p></div></div></div></body></html>"""


def annotated(folder: Path, number: int, html: str, reference: str = f"{PROSE}\n{PROSE}") -> AnnotatedPage:
    """Write a page of a domain of its own."""
    path = folder / f"{number}.html"
    path.write_text(html, "utf-8")
    domain = f"ferry{number}.example"
    return AnnotatedPage(str(number), f"https://{domain}/", path, None, "article", domain, TITLE, reference)
