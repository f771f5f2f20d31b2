"""A spider that hands on everything it gets, as some do."""

from __future__ import annotations

from scrapy import Request, Spider


class CopyingSpider(Spider):
    name = "copying"

    def __init__(self, url, unstorable="", **kwargs):
        super().__init__(**kwargs)
        self.url = url
        self.unstorable = unstorable

    async def start(self):
        yield Request(self.url, meta={"origin": "start"})

    def parse(self, response):
        yield {"url": response.url}
        if self.unstorable and "page" not in response.meta:
            yield response.follow("/story/2", meta={"page": response.xpath("//p")}, dont_filter=True)
        yield from response.follow_all(css="nav a", meta=response.meta)
        yield response.request.replace(url=response.urljoin("/nowhere"))
