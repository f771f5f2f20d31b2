"""``robots.txt`` for every request of a crawl: Scrapy's own middleware lets some through that it should not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.settings import get_settings_priority
from scrapy.utils.httpobj import urlparse_cached

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.robotstxt import RobotParser
    from scrapy.settings import BaseSettings

ORDER = 100
"""That of Scrapy's own."""
_NAME = "DOWNLOADER_MIDDLEWARES"


class ObeyingRobotsTxt(RobotsTxtMiddleware):
    """Gives the rules to all requests that wait for them.

    Those of Scrapy 2.19 share one ``Deferred``, of which the first gets the rules and the others ``None``: all
    is allowed to them.
    """

    async def robot_parser(self, request: Request, *args: Any, **kwargs: Any) -> RobotParser | None:
        """Return the rules of a request's host, ``None`` where it has none."""
        parser = await super().robot_parser(request, *args, **kwargs)
        if parser is None:
            held = getattr(self, "_parsers", None)
            kept = held.get(urlparse_cached(request).netloc) if isinstance(held, dict) else None
            # Scrapy's versions differ in what they keep, projects in their parsers.
            return kept if hasattr(kept, "allowed") else None
        return parser


def obey_robots(settings: BaseSettings) -> None:
    """Put `ObeyingRobotsTxt` in the place of Scrapy's own, unless a project has given that a place, or none."""
    given = settings.getdict(_NAME)
    if not any(_is_of_robots(component) for component in given):
        priority = max(settings.getpriority(_NAME) or 0, get_settings_priority("addon"))
        settings.set(_NAME, {**given, RobotsTxtMiddleware: None, ObeyingRobotsTxt: ORDER}, priority)


def _is_of_robots(component: Any) -> bool:
    if isinstance(component, str):
        return component == f"{RobotsTxtMiddleware.__module__}.{RobotsTxtMiddleware.__qualname__}"
    return isinstance(component, type) and issubclass(component, RobotsTxtMiddleware)
