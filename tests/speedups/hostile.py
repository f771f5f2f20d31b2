"""Markup as no author writes it, in parts; and the bundled pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import strategies as st

from scrapy_maincontent import speedups

built = pytest.mark.skipif(speedups.state() != speedups.COMPILED, reason=speedups.state())

PAGES = sorted((Path(__file__).parents[2] / "example_project" / "site").rglob("*.html"))

_TAGS = [
    *("div", "p", "span", "b", "a", "li", "ul", "table", "tr", "td", "pre", "noscript", "dialog", "img", "picture"),
    *(
        "source",
        "video",
        "script",
        "style",
        "title",
        "textarea",
        "select",
        "option",
        "head",
        "body",
        "html",
        "frameset",
    ),
    *(
        "form",
        "h1",
        "br",
        "hr",
        "meta",
        "base",
        "link",
        "svg",
        "x-own",
        "input",
        "ruby",
        "rt",
        "main",
        "time",
        "object",
        "iframe",
    ),
]
_ATTRIBUTES = [
    *(
        "",
        " hidden",
        " open",
        ' style="a:b; display : NONE"',
        " style=visibility:hidden",
        " href=/a",
        ' href="?b=&amp;c"',
    ),
    *(
        ' class="a  b"',
        " id=c",
        ' alt=" d \n e "',
        " src=data:x",
        ' data-src="f.png "',
        ' srcset="g 2x"',
        ' src="/w_40/a"',
        " é=ö",
        ' x:y="z"',
    ),
    *(
        " name=author content=i",
        ' rel="Next canonical"',
        " lang=' DE '",
        " disabled",
        " a=1 a=2",
        ' type="application/ld+json"',
    ),
]
_TEXTS = [
    *(
        "text",
        " ",
        "\n\t ",
        "a \x0b b\u2003c\u00a0",
        "\u3000山\u3000 田",
        "é",
        "\u0085\u1680\u205f\u2028",
        "🙂",
        "\ufffd",
        "a\u00ad\u2060b\ufeff",
        "\u200d",
        " \u200e\u200c ",
        "\u200b",
        "&shy;ก\u200bข",
        "<",
        "&lt;",
    ),
    *(
        "&#x41;",
        "&nbsp;&#133;",
        "&nosuch;",
        "&#xD800;",
        "&#0;",
        "<!-- c -->",
        "<!-->",
        "<?pi x>",
        "<![CDATA[d]]>",
        "<!doctype html>",
    ),
]
_START_TAGS = st.tuples(st.sampled_from(_TAGS), st.lists(st.sampled_from(_ATTRIBUTES), max_size=3)).map(
    lambda parts: f"<{parts[0]}{''.join(parts[1])}>"
)
_END_TAGS = st.sampled_from([*(f"</{tag}>" for tag in _TAGS), "</html>", "</body>"])
MARKUP = st.lists(st.one_of(_START_TAGS, _END_TAGS, st.sampled_from(_TEXTS)), max_size=40).map("".join)
