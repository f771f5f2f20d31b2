"""Plain data, a style and a script -> one HTML file that is closed to the outside.

Nothing in the file is markup of the page: its texts are in JSON, in which ``<`` and ``&`` are escaped, and the script
puts them into text nodes. The Content-Security-Policy is the second wall: it lets run and style nothing but the very
script and style that are in the file, by their digests, and no address can be loaded from.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any

_FOLDER = resources.files("scrapy_maincontent.inspector")
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}")
STYLES = ("look.css", "inspector.css", "page.css")
SCRIPTS = ("draw.js", "list.js", "detail.js", "inspector.js")
POLICY = "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"


def document(data: dict[str, Any], language: str, title: str) -> str:
    """Return the inspector's HTML file; ``language`` is the page's, ``title`` what it is called."""
    body = _read("inspector.html").replace("LANGUAGE", language if _LANGUAGE.fullmatch(language) else "")
    return closed(f"{title} - inspected", STYLES, body, data, SCRIPTS)


def closed(title: str, styles: tuple[str, ...], body: str, data: dict[str, Any], scripts: tuple[str, ...] = ()) -> str:
    """Return an HTML file with nothing but what it is given; ``body`` is trusted markup, ``data`` anything JSON has."""
    style = "".join(_read(name) for name in styles)
    code = "".join(_read(name) for name in scripts)
    policy = POLICY.format(script=_digest(code) if code else "'none'", style=_digest(style))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="data">{as_json(data)}</script>\n'
        + (f"<script>{code}</script>\n" if code else "")
        + "</body>\n</html>\n"
    )


def as_json(data: dict[str, Any]) -> str:
    """Return data as JSON that may stand in a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
