from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Kind, Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse

if TYPE_CHECKING:
    from scrapy_maincontent.page import Region

URL = "https://shop.example/garden/tools/spade.html"


class ReadPage(Protocol):
    def __call__(self, body: str, url: str | None = URL, head: str = "") -> Page: ...


class Find(Protocol):
    def __call__(self, kind: str, body: str, url: str | None = URL) -> list[tuple[str, str, str]]: ...


def _read(body: str, url: str | None = URL, head: str = "") -> Page:
    root = parse(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode())
    assert root is not None
    return flatten(root, Page(url=url), Limits())


@pytest.fixture
def read_page() -> ReadPage:
    """Return a function that makes a Page out of a body's markup."""
    return _read


@pytest.fixture
def find() -> Find:
    """Return a function that gives (rule, subtype, text) of the regions of one kind."""

    def find(kind: str, body: str, url: str | None = URL) -> list[tuple[str, str, str]]:
        regions: tuple[Region, ...] = detect(_read(body, url))
        return [(region.rule, region.subtype, region.text) for region in regions if region.kind == Kind(kind)]

    return find
