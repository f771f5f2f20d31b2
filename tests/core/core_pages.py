"""Markup -> Page, for tests of single stages."""

from __future__ import annotations

from scrapy_maincontent.core.dom import parse
from scrapy_maincontent.core.flatten import flatten
from scrapy_maincontent.core.limits import Limits
from scrapy_maincontent.core.page import Page


def page_of(markup: str, url: str | None = "https://paper.example/news/7", limits: Limits | None = None) -> Page:
    root = parse(markup.encode())
    assert root is not None
    return flatten(root, Page(url=url), limits or Limits())
