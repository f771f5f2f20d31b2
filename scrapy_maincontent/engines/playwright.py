"""Pages through scrapy-playwright: boxes for method ``layout``, and pages in their true encoding.

Elements are stamped with their boxes in the browser, and the stamps taken off again for the spider.

A browser believes the header and the page, whatever the bytes are. So Chromium is asked to hold each HTML document for
a moment; where it would read it in another encoding than `page.encoding`, it gets the page in UTF-8 instead. The
browser has sent the request itself, so that cookies, redirects, forms and downloads are as they always are.
"""

from __future__ import annotations

import base64
import logging
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from scrapy.http import HtmlResponse
from scrapy.utils.misc import load_object

from ..methods import NEED_BOXES
from ..page import STAMP, without_stamps
from ..page.encoding import decode
from ..page.web_codecs import PLAIN, UTF_16, charset_in, declarations, resolve
from .chromium import HEIGHT, SCRIPT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import CDPSession, Page
    from scrapy.http import Request, Response


logger = logging.getLogger(__name__)

PLAYWRIGHT_KEY = "playwright"
"""Of ``request.meta``: the page comes through a browser."""
METHODS_KEY = "playwright_page_methods"
"""Of ``request.meta``: what is done with the page in the browser, as a list or a dict."""
_CALLS = (("set_viewport_size", ({"width": WIDTH, "height": HEIGHT},)), ("evaluate", (SCRIPT, STAMP)))
"""What is done to have a page laid out in the window of the weight map, and stamped: methods and their arguments."""

INIT_KEY = "playwright_page_init_callback"
"""Of ``request.meta``: what is called with each page of the browser before it is used, a function or its path."""
_OWN_INIT = "scrapy_maincontent.engines.playwright.watch"
_HTML = "text/html"
_BROWSER_BYTES = 1024
"""A browser looks for a page's own declaration in its first bytes only (WHATWG, "prescan a byte stream")."""
_BROWSER_CODECS = PLAIN | UTF_16 | {"iso2022_jp_ext"}
_MAX_BYTES = 8 * 1024 * 1024
"""Longer pages are left to the browser where their length is declared; by default they are not extracted either."""
_UTF_8 = "text/html; charset=utf-8"
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
_REPLACED = {"content-type", "content-length", "content-encoding", "transfer-encoding"}
"""Headers that are not true of a re-encoded page."""

_watched: WeakSet[Page] = WeakSet()
"""Pages that have a session already: a spider may use a page of the browser for several requests."""


def comes_through_browser(request: Request) -> bool:
    """Return True if scrapy-playwright downloads the page."""
    # Whatever else reads this key, it is no scrapy-playwright.
    return bool(request.meta.get(PLAYWRIGHT_KEY)) and find_spec("scrapy_playwright") is not None


def ask_for_boxes(request: Request, method: str) -> None:
    """Have the browser stamp a page's elements, after all else that the request has it do.

    Does nothing where the page comes through no browser, where the method needs no boxes, or where that is asked for
    already: a request that is tried again keeps what was added to it.
    """
    if method not in NEED_BOXES or not comes_through_browser(request):
        return
    from scrapy_playwright.page import PageMethod

    given = request.meta.get(METHODS_KEY) or ()
    calls = list(given.values() if isinstance(given, dict) else given)
    if any((call.method, call.args) == _CALLS[-1] for call in calls):
        return
    request.meta[METHODS_KEY] = calls + [PageMethod(name, *arguments) for name, arguments in _CALLS]


def without_boxes(request: Request, response: Response) -> Response:
    """Return the response as the spider is to see it: without the stamps that its request may have asked for."""
    if METHODS_KEY not in request.meta or not isinstance(response, HtmlResponse):
        return response
    body = without_stamps(response.body)
    return response if body is response.body else response.replace(body=body)


def ask_for_encoding(request: Request) -> None:
    """Have the browser read a request's page in its true encoding, besides what the request asks for itself.

    Does nothing where the page comes through no browser, or where that is asked for already.
    """
    if not comes_through_browser(request):
        return
    given = request.meta.get(INIT_KEY)
    if given is None:
        request.meta[INIT_KEY] = _OWN_INIT
    elif given != _OWN_INIT and getattr(given, "func", None) is not _watch_and_call:
        request.meta[INIT_KEY] = partial(_watch_and_call, given)


async def watch(page: Page, _request: Request) -> None:
    """Intercept the documents of one page of the browser. Does nothing in a browser that is no Chromium."""
    if page in _watched:
        return
    try:
        session = await page.context.new_cdp_session(page)
        tree = await session.send("Page.getFrameTree")
        documents = {"urlPattern": "http*", "resourceType": "Document", "requestStage": "Response"}
        session.on("Fetch.requestPaused", partial(_answer, session, tree["frameTree"]["frame"]["id"]))
        await session.send("Fetch.enable", {"patterns": [documents]})
        _watched.add(page)
    except Exception as error:  # whatever the browser does not know or like
        logger.debug("The browser's own reading of encodings is kept: %s", error)


async def _watch_and_call(given: Callable[..., Any] | str, page: Page, request: Request) -> None:
    await watch(page, request)
    await load_object(given)(page, request)


async def _answer(session: CDPSession, main_frame: str, paused: dict[str, Any]) -> None:
    """Let a document pass as it is, or re-encoded where the browser would misread it."""
    answer = None
    try:
        if paused["frameId"] == main_frame and _may_be_misread(paused):
            answer = await _re_encoded(session, paused)
        if answer is not None:
            await session.send("Fetch.fulfillRequest", answer)
            return
    except Exception as error:  # as before, then
        logger.debug("<%s> is left to the browser: %s", paused["request"]["url"], error)
    try:
        await session.send("Fetch.continueRequest", {"requestId": paused["requestId"]})
    except Exception as error:  # the page is gone
        logger.debug("<%s> went away: %s", paused["request"]["url"], error)


def _may_be_misread(paused: dict[str, Any]) -> bool:
    """Return True for an HTML page that is to be shown, of a size to look at; no redirect and no download."""
    headers = _headers(paused)
    return (
        not 300 <= paused.get("responseStatusCode", 300) < 400
        and headers.get("content-type", "").lower().startswith(_HTML)
        and not headers.get("content-disposition", "").lower().startswith("attachment")
        and int(headers.get("content-length", 0)) <= _MAX_BYTES
    )


async def _re_encoded(session: CDPSession, paused: dict[str, Any]) -> dict[str, Any] | None:
    """Return the answer that the browser is to get instead, ``None`` where it reads the page rightly by itself."""
    answer = await session.send("Fetch.getResponseBody", {"requestId": paused["requestId"]})
    body = base64.b64decode(answer["body"]) if answer["base64Encoded"] else answer["body"].encode()
    label = charset_in(_headers(paused).get("content-type", "").encode("latin-1", "replace"))
    if body.startswith(_BYTE_ORDER_MARKS):
        return None
    decoded, codec = decode(body, label), _as_the_browser_reads(body, label)
    if decoded.encoding == codec or (codec not in UTF_16 and decoded.text.isascii()):
        return None
    headers = [header for header in paused["responseHeaders"] if header["name"].lower() not in _REPLACED]
    return {
        "requestId": paused["requestId"],
        "responseCode": paused["responseStatusCode"],
        "responseHeaders": [*headers, {"name": "Content-Type", "value": _UTF_8}],
        "body": base64.b64encode(decoded.utf_8()).decode("ascii"),
    }


def _as_the_browser_reads(body: bytes, label: str | None) -> str | None:
    """Return the codec that a browser takes, ``None`` where it has to guess."""
    codec = resolve(label) or next(iter(declarations(body[:_BROWSER_BYTES])), None)
    return codec if codec in _BROWSER_CODECS else None


def _headers(paused: dict[str, Any]) -> dict[str, str]:
    return {header["name"].lower(): header["value"] for header in paused.get("responseHeaders", [])}
