"""A page in, one harmless HTML file out that shows it and its extraction by one method or two."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any

from ..extraction import extract, read_page
from ..methods import DEFAULT_METHOD, PACKAGED_MODELS
from ..page import Page
from .facts import View, facts


def inspect_html(
    html: bytes | str,
    url: str | None = None,
    *,
    encoding: str | None = None,
    method: str = DEFAULT_METHOD,
    model: str | None = None,
    against: str | None = None,
    balance: float = 1.0,
    fallback: str = DEFAULT_METHOD,
    ad_list: str | None = None,
) -> str:
    """Return a self-contained HTML document that shows the page, its regions, and why each text block is in or out.

    The arguments are those of `scrapy_maincontent.extract`; ``against`` is a second method, or one of
    `methods.PACKAGED_MODELS`, to show beside the first. Nothing of the page is kept but its structure and its text: the
    document has no script or style of the page, asks for nothing from any network, and its only script is the
    inspector's own.

    A bad page never raises: the document then says what went wrong.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there is no such method, or a model or a list of advertisements can't be used.
    """
    asked = [(method, model)]
    if against is not None:
        asked.append((PACKAGED_MODELS[against], against) if against in PACKAGED_MODELS else (against, None))
    views = []
    for name, own_model in asked:
        result = extract(
            html,
            url,
            encoding=encoding,
            method=name,
            model=own_model,
            balance=balance,
            fallback=fallback,
            ad_list=ad_list,
        )
        views.append(View(name, own_model if result.method == name else None, result))
    page = _page(html, url, encoding)
    return _document(facts(page, views), page.language, views[0].result.title or url or "")


def _page(html: bytes | str, url: str | None, encoding: str | None) -> Page:
    try:
        return read_page(html, url, encoding=encoding) or Page(url=url)
    except Exception:
        # Time or memory ran out, or a stage failed: the result says which, and the log how.
        return Page(url=url)


# The file: texts are JSON with ``<`` and ``&`` escaped; its Content-Security-Policy allows its own script and style.

_FOLDER = resources.files("scrapy_maincontent.inspector")
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}")
_STYLES = ("look.css", "inspector.css", "page.css")
_SCRIPTS = ("draw.js", "list.js", "detail.js", "inspector.js")
_POLICY = "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"


def _document(data: dict[str, Any], language: str, title: str) -> str:
    body = _read("inspector.html").replace("LANGUAGE", language if _LANGUAGE.fullmatch(language) else "")
    return closed(f"{title} - inspected", _STYLES, body, data, _SCRIPTS)


def closed(title: str, styles: tuple[str, ...], body: str, data: dict[str, Any], scripts: tuple[str, ...] = ()) -> str:
    """Return an HTML file with nothing but what it is given; ``body`` is trusted markup, ``data`` anything JSON has."""
    style = "".join(_read(name) for name in styles)
    code = "".join(_read(name) for name in scripts)
    policy = _POLICY.format(script=_digest(code) if code else "'none'", style=_digest(style))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="data">{_as_json(data)}</script>\n'
        + (f"<script>{code}</script>\n" if code else "")
        + "</body>\n</html>\n"
    )


def _as_json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
