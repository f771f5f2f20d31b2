"""Pages as a browser would have stamped them: written by hand, so that no browser is needed."""

from __future__ import annotations

from scrapy_maincontent.page.boxes import STAMP

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "
ITEMS = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "News", "Boats", "Tides", "Imprint"))


def at(box: str) -> str:
    """Return the stamp of an element with this box."""
    return f'{STAMP}="{box}"'


def drawn(*, headline: str = "above", hidden: str = "120 700 600 40") -> str:
    """Return a page of three columns: a menu at the left, an article in the middle, teasers at the right.

    The headline stands "above" the columns, or in the "article".
    """
    title = f"<h1 {at('120 60 720 40')}>The mill turns</h1>"
    return f"""<html {at("0 0 960 1000")}><title>The mill turns</title><body {at("0 0 960 1000")}>
<div id="head" {at("0 0 960 40")}><a href="/" {at("0 0 100 20")}>Mill Gazette</a></div>
{title if headline == "above" else ""}
<div id="columns" {at("0 120 960 800")}>
<ul id="menu" {at("0 120 100 800")}>{ITEMS}</ul>
<div id="article" {at("120 120 600 800")}>{title if headline == "article" else ""}
<p {at("120 130 600 80")}>{SENTENCE * 2}</p><img src="/mill.jpg" {at("120 220 600 200")}><p {at("120 430 600 200")}>{SENTENCE * 4}</p>
<ul id="see" {at("120 640 600 50")}><li {at("120 640 600 25")}><a href="/1">Another mill, another pond</a></li></ul>
<p id="folded" {at(hidden)}>A folded note on the price of flour.</p></div>
<div id="teasers" {at("740 120 220 800")}><p {at("740 120 220 60")}>A teaser for the boat race.</p></div>
</div><div id="foot" {at("0 940 960 60")}>Imprint and privacy</div></body></html>"""
