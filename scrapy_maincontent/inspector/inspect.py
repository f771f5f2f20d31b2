"""A page in, the HTML of its inspection out: read it, extract it by one method or two, show both."""

from __future__ import annotations

from ..extraction import extract, read_page
from ..methods import DEFAULT_METHOD, PACKAGED_MODELS
from ..page import Page
from .document import document
from .facts import facts
from .view import View


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
    return document(facts(page, views), page.language, views[0].result.title or url or "")


def _page(html: bytes | str, url: str | None, encoding: str | None) -> Page:
    """Read the page once more: a result holds no page."""
    try:
        return read_page(html, url, encoding=encoding) or Page(url=url)
    except Exception:
        # Time or memory ran out, or a stage failed: the result says which, and the log how.
        return Page(url=url)
