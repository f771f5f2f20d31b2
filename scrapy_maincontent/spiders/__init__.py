"""Spiders to use as they are or to build on: `NewsSpider` finds the articles of news sites from their addresses."""

from .news import NewsSpider

__all__ = ["NewsSpider"]
