"""Trials of the compiled modules: each must give what the Python it stands for gives, on a page that has everything."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ..core import columns, dom
from ..core.flatten import fill
from ..core.limits import Limits
from ..core.page import HEADINGS, LABELS, Page

if TYPE_CHECKING:
    from collections.abc import Mapping

TRIAL_PAGE = """
<!DOCTYPE html><html lang=" EN "><head><title>One &amp;\n two</title><base href=" /base/ "><meta name=Author content=a>
<link rel="next  canonical" href=?page=2><script>if (a < b) c()</script>
<script type="application/ld+json">{"name": "<b>"}</script></head>
<body class="page é"><header hidden><a href=/>Home</a></header><nav><a href=/a>First</a><a href=/b>second</a> <a>no</a>
</nav>
<main><h1 style="color:red; Display : NONE">Hidden</h1><p>A&nbsp;b \t c<br>after<br/>a break<b> bold </b>and<!-- c -->
on<p>山田\u3000太郎 \u2003x\u00a0</p><pre>\n  kept\n    as is  \n</pre><noscript>none</noscript><dialog open>shown
</dialog><img src="data:x" data-src=" i.png " alt=" an  image "><picture><source srcset="s.png 2x"><img alt=p></picture>
<video><source src=v.mp4><p>not played</p></video><select><option>no</select><x-own data-a=1 é=2>own</x-own>
<table><tr><td>1<td>2</table><ul><li>a<li>b</ul></i></main></body></html><p>late<div><div><div><span><p>deep
""".encode()
_TRIAL_LIMITS = (Limits(), Limits(max_depth=5), Limits(max_elements=20))
_FEW = Limits(max_attributes=4)
HARMLESS = (
    (TRIAL_PAGE, Limits()),
    *((markup, _FEW) for markup in (b"<p/a/b/>", b'<a b="', b"a < b <", b"</a b=c>", b"<!-- a > - -- -->", b"<!--")),
    *((markup, _FEW) for markup in (b"<!doctype a 'b' \"c\">", b"<?a?>", b"<script>'<p a b c d e f>'</script>")),
    *((markup, _FEW) for markup in (b"<title>a<b</TITLE>", b"<scripts a=b c='>'>", b"<SCRIPT/><p>", b'</a b="c" >')),
)
"""Markup and limits of which `core.limits.is_harmless` is true; the trial doesn't ask it: its patterns are costly."""
HARMFUL = (
    *((TRIAL_PAGE, limits) for limits in (Limits(max_attributes=1), Limits(max_elements=9))),
    *((markup, _FEW) for markup in (b"<p a=1 b = '2' c=\"3\" d>", b"<p a=1 b=2 c=3 d=4 e=5>", b"<script a=b/><p>")),
    *((markup, _FEW) for markup in (b"<!--> -->", b"<!-- --!>", b"<!a '>'>", b'</a b=">">')),
)
_TRIAL_BODIES = {
    **dict.fromkeys((b"", b"a" * 20, b"~ {"), 1),
    **dict.fromkeys(("ä".encode(), "a\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff b".encode()), 2),
    **dict.fromkeys(
        (b"\0", b"\x1b(B", b"~{", b"\xef\xbb\xbfa", b"\xc0\x80", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"), 0
    ),
}

BOOLEAN_ATTRIBUTES = frozenset(
    (
        *("checked", "compact", "declare", "defer", "disabled", "ismap", "multiple", "nohref", "noresize"),
        *("noshade", "nowrap", "readonly", "selected"),
    )
)
"""Attributes that libxml2 gives their own name as value in a tree, where they have none. Nobody asks for the value."""


def flatten_agrees(module: Any) -> bool:
    """Tell whether the compiled flatten makes the same pages as Python's of the trial page, and of its tree."""
    root = dom.whole_tree(TRIAL_PAGE)
    if root is None:
        return False
    for limits in _TRIAL_LIMITS:
        from_markup, from_tree, expected = Page(), Page(), fill(Page(), dom.read(TRIAL_PAGE), limits)
        module.fill_markup(from_markup, TRIAL_PAGE, limits)
        module.fill_tree(from_tree, root, limits, True)
        if not (same(from_markup, expected) and same(from_tree, expected)):
            return False
    return True


def scan_agrees(module: Any) -> bool:
    """Tell whether the compiled scan lets pass what Python's lets pass, and nothing else."""
    return (
        all(module.is_harmless(markup, limits) for markup, limits in HARMLESS)
        and not any(module.is_harmless(markup, limits) for markup, limits in HARMFUL)
        and all(module.utf_8_kind(body) == kind for body, kind in _TRIAL_BODIES.items())
    )


def same(page: Page, other: Page) -> bool:
    """Tell whether two pages are the same in all that is asked of them."""
    return _plain(page) == _plain(other) and _columns(page) == _columns(other)


def _plain(page: Page) -> Page:
    assert all(field.init for field in fields(page))
    return replace(page, attrs=[_with_names(own) for own in page.attrs], _paths=None)


def _columns(page: Page) -> list[object]:
    """Return the columns that a page was filled with, or else those that Python makes of it."""
    return [
        columns.visible(page.pieces, page.linked) if page.visible_column is None else page.visible_column,
        columns.tagged(page.tags, HEADINGS) if page.heading_column is None else page.heading_column,
        columns.elements_with(page.attrs, LABELS) if page.labelled_column is None else page.labelled_column,
    ]


def _with_names(own: Mapping[str, str]) -> Mapping[str, str]:
    return {name: name if name in BOOLEAN_ATTRIBUTES and not value else value for name, value in own.items()}
