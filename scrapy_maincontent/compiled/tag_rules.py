"""What libxml2's HTML parser knows of tags: which ones close others, which have no content, which hold raw text.

Facts about libxml2 2.14. A test puts each pair of tags to the parser itself.
"""

from __future__ import annotations

_AFTER_HEAD = (
    "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font form "
    "frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike strong sub "
    "sup table tt u ul var xmp"
)
_AFTER_PARAGRAPH = (
    "address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5 h6 "
    "head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp"
)
_AFTER_PREFORMATTED = "dd dl dt fieldset form li table ul"
_AFTER_LIST = "dd dl dt form ul"
_AFTER_COLUMN = "colgroup tbody tfoot thead tr"

CLOSED_BY = {
    "a": "a fieldset table td th",
    "address": "dd dl dt form li ul",
    **dict.fromkeys(("b", "i"), "center p td th"),
    **dict.fromkeys(("big", "s", "small", "strike", "tt"), "p"),
    "caption": f"col {_AFTER_COLUMN}",
    "col": f"col {_AFTER_COLUMN}",
    "colgroup": _AFTER_COLUMN,
    "dd": "dt",
    **dict.fromkeys(("dir", "menu"), _AFTER_LIST),
    "dl": "form li",
    "dt": "dd dl",
    "font": "center td th",
    "form": "form",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "fieldset form li p table"),
    "head": _AFTER_HEAD,
    **dict.fromkeys(("hr", "ol"), "form"),
    "legend": "fieldset",
    "li": "li",
    **dict.fromkeys(("link", "style", "title"), "body frameset"),
    **dict.fromkeys(("listing", "pre", "xmp"), _AFTER_PREFORMATTED),
    "option": "optgroup option",
    "p": _AFTER_PARAGRAPH,
    "script": "noscript",
    "span": "td th",
    **dict.fromkeys(("tbody", "thead"), "tbody tfoot"),
    **dict.fromkeys(("td", "th"), "tbody td tfoot th tr"),
    "tfoot": "tbody",
    "tr": "tbody tfoot tr",
    "u": "p td th",
    "ul": "address form menu pre",
}
"""By tag of an open element: the tags at whose start it ends, if it is the innermost."""

END_PRIORITY = {
    "div": 150,
    **dict.fromkeys(("td", "th"), 160),
    "tr": 170,
    **dict.fromkeys(("thead", "tbody", "tfoot"), 180),
    "table": 190,
    **dict.fromkeys(("head", "body"), 200),
    "html": 220,
}
"""An end tag closes no open element with a higher one; that of other tags is `OTHER_PRIORITY`."""
OTHER_PRIORITY = 100

EMPTY = ("area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link", "meta", "param")
"""Elements without content."""
IN_HEAD = ("base", "link", "meta", "script", "style", "title")
"""Elements that begin a head."""
WITHOUT_BODY = ("frame", "frameset", "noframes")
"""Elements that begin no body."""
RAW_TEXT = ("iframe", "noembed", "noframes", "style", "xmp")
"""Elements in which there are neither tags nor references."""
WITH_REFERENCES = ("textarea", "title")
"""Elements in which there are no tags."""
