"""Markup -> Page, for tests of single stages."""

from __future__ import annotations

from scrapy_maincontent.page import Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse


def page_of(markup: str, url: str | None = "https://paper.example/news/7", limits: Limits | None = None) -> Page:
    root = parse(markup.encode())
    assert root is not None
    return flatten(root, Page(url=url), limits or Limits())
