"""Boxes from scrapy-playwright: pages of method ``layout`` are stamped in the browser, and cleaned for the spider."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from scrapy.http import HtmlResponse

from .browser import HEIGHT, SCRIPT, WIDTH
from .methods import NEED_BOXES
from .page.boxes import STAMP, without_stamps

if TYPE_CHECKING:
    from scrapy.http import Request, Response

PLAYWRIGHT_KEY = "playwright"
"""Of ``request.meta``: the page comes through a browser."""
METHODS_KEY = "playwright_page_methods"
"""Of ``request.meta``: what is done with the page in the browser, as a list or a dict."""
_CALLS = (("set_viewport_size", ({"width": WIDTH, "height": HEIGHT},)), ("evaluate", (SCRIPT, STAMP)))
"""What is done to have a page laid out in the window of the weight map, and stamped: methods and their arguments."""


def comes_through_browser(request: Request) -> bool:
    """Tell whether scrapy-playwright downloads the page."""
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
