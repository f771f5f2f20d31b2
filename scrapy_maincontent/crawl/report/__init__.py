"""The crawl's report (``MAINCONTENT_REPORT``): extractions are counted, and written as one HTML file at the end."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from datetime import UTC, datetime
from heapq import heappush, heappushpop
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...files import replace_file
from ...page import Kind
from ...page.addresses import WEB
from .articles import Articles, last_days

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scrapy.crawler import Crawler

    from ...result import Extraction, Learnt


logger = logging.getLogger(__name__)

LISTED = 20
"""Pages in each list."""
BINS = 10
"""Bars of the histogram of quality, from 0 to 1."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Bounds, in seconds, between the bars of the histogram of time; the last bar is open."""
SITES = 1000
"""Sites that are counted: the first ones of a crawl."""
MAX_URL = 500
"""Characters of an address that are kept."""
UNKNOWN = "unknown"
_PREFIX = "maincontent/"
STYLES = ("look.css", "report.css")
# Sizes of charts are attributes of the SVG, since the report's policy allows no inline styles.
_WIDTH, _HEIGHT = 400, 130
_LINE, _NAMES, _NUMBERS = 22, 130, 60
"""Height of a row, and the room that names and numbers take beside bars."""
_FOOT, _ROOM = 16, 14
"""Room below columns for their names, and above them for their numbers."""
_ITEMS, _SKIPPED, _ERRORS = "maincontent/items/", "maincontent/skipped/", "maincontent/errors/"
_LEFT_OUT, _DUPLICATES = "maincontent/left_out/", "maincontent/duplicates/"
_NOT_FETCHED = {
    "downloader/exception_type_count/": "",
    "httperror/response_ignored_status_count/": "status ",
    "robotstxt/forbidden": "forbidden by robots.txt",
}
"""Scrapy's stats of requests that gave no page, and what is shown before the rest of their names."""


Listed = tuple[float, int, dict[str, Any]]
"""A page in one of the lists: its rank, and of as many the earlier one counts for more, and what is said of it."""


class Tally:
    """Counts extractions, and lists the slowest pages and those without text.

    Memory is bounded by the names of methods, page types and reasons, and by `LISTED` and `SITES`.
    """

    def __init__(self) -> None:
        self.pages = self.empty = self.truncated = self.characters = self.regions_none = 0
        self.seconds = 0.0
        self.methods: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.regions: Counter[str] = Counter()
        self.pages_with: Counter[str] = Counter()
        self.quality = [0] * BINS
        self.times = [0] * (len(SECONDS) + 1)
        self.sites: dict[str, list[int]] = {}
        self.articles = Articles()
        self._slowest: list[Listed] = []
        self._without_text: list[Listed] = []

    def add(self, result: Extraction) -> None:
        """Count a page that was handed to extraction, whatever came of it."""
        self.pages += 1
        self.characters += len(result.text)
        self.seconds += result.elapsed
        self.truncated += result.truncated
        self.methods[result.method or UNKNOWN] += 1
        self.types[result.page_type or UNKNOWN] += 1
        if result.empty_reason is not None:
            self.empty += 1
            self.reasons[str(result.empty_reason)] += 1
        if result.quality is not None:
            self.quality[min(int(result.quality * BINS), BINS - 1)] += 1
        self.times[bisect_right(SECONDS, result.elapsed)] += 1
        kinds = [str(region.kind) for region in result.regions]
        self.regions.update(kinds)
        self.pages_with.update(set(kinds))
        self.regions_none += not kinds
        self.articles.add(result)
        self._list(self._slowest, result.elapsed, result)
        if result.empty_reason:
            self._list(self._without_text, 0, result)

    def add_site(self, host: str, learnt: Learnt) -> None:
        """Count a page for its site, and what of it was known."""
        if host not in self.sites and len(self.sites) == SITES:
            return
        counts = self.sites.setdefault(host, [0, 0, 0])
        counts[0] += 1
        counts[1] += learnt.known > 0
        counts[2] += learnt.blocks

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON types."""
        return {
            "pages": self.pages,
            "empty": self.empty,
            "truncated": self.truncated,
            "characters": self.characters,
            "seconds": round(self.seconds, 4),
            "methods": dict(self.methods.most_common()),
            "page_types": dict(self.types.most_common()),
            "empty_reasons": dict(self.reasons.most_common()),
            "regions": {str(kind): self.regions[str(kind)] for kind in Kind},
            "pages_with_regions": {str(kind): self.pages_with[str(kind)] for kind in Kind},
            "pages_without_regions": self.regions_none,
            "quality": self.quality,
            "times": {"bounds": list(SECONDS), "counts": self.times},
            "sites": [
                {"host": host, "pages": pages, "known": known, "blocks": blocks}
                for host, (pages, known, blocks) in sorted(self.sites.items(), key=lambda site: -site[1][0])[:LISTED]
            ],
            "slowest": [page for _, _, page in sorted(self._slowest, reverse=True)],
            "without_text": [page for _, _, page in sorted(self._without_text, reverse=True)],
            "news": self.articles.as_dict(),
        }

    def _list(self, heap: list[Listed], rank: float, result: Extraction) -> None:
        if len(heap) == LISTED and rank <= heap[0][0]:
            return
        page = {
            "url": (result.url or "")[:MAX_URL],
            "seconds": round(result.elapsed, 4),
            "characters": len(result.text),
            "empty_reason": str(result.empty_reason or ""),
        }
        (heappushpop if len(heap) == LISTED else heappush)(heap, (rank, -self.pages, page))


class Report(Tally):
    """Counts the pages of one crawl and writes the file at its end."""

    def __init__(self, crawler: Crawler, template: str) -> None:
        """``template`` is the file's path; ``%(name)s`` stands for the spider's name, ``%(time)s`` for the start."""
        super().__init__()
        self._crawler = crawler
        self._started = datetime.now(UTC)
        name = crawler.spidercls.name.replace("/", "-")
        time = self._started.isoformat(timespec="seconds").replace(":", "-")
        self.path = Path(template % {"name": name, "time": time})

    def close(self, reason: str) -> None:
        """Write the file; a failure costs the crawl one line in the log."""
        spider = self._crawler.spider
        try:
            self._write(report_page(self._data(reason)))
        except Exception as error:
            logger.error(
                "The report was not written to %s (MAINCONTENT_REPORT): %s: %s",
                self.path,
                type(error).__name__,
                error,
                extra={"spider": spider},
            )
        else:
            logger.info("Report: %s", self.path, extra={"spider": spider})

    def _data(self, reason: str) -> dict[str, Any]:
        stats = self._crawler.stats.get_stats()
        return {
            "spider": self._crawler.spidercls.name,
            "started": self._started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "finish_reason": reason,
            "items_scraped": stats.get("item_scraped_count", 0),
            "stats": {name: value for name, value in sorted(stats.items()) if name.startswith(_PREFIX)},
            "not_fetched": not_fetched(stats),
            **self.as_dict(),
        }

    def _write(self, page: str) -> None:
        """Replace the file at once, so that nobody reads half of it."""
        replace_file(self.path, page.encode("utf-8", "replace"))


def report_page(data: Mapping[str, Any]) -> str:
    """Return the report as a self-contained document; ``data`` is in it as JSON, too."""
    from ...inspector import closed  # here: it loads the methods, and most crawls write no report

    news = data["news"]
    small = [
        _section("Articles by day", _columns(last_days(news["days"])), _span(news)),
        _section("Articles by language", _bars(news["languages"])),
        _section("Articles with", _bars(_having(data)), "Paywalled: the page says so, or its text is but a beginning."),
        _section("Left out", _bars(_below(data, _LEFT_OUT)), "Items that MAINCONTENT_KEEP left out, by reason."),
        _section("Duplicates", _bars(_below(data, _DUPLICATES)), "Items whose text was there before."),
        _section(
            "Tried, and not fetched", _bars(data.get("not_fetched", {})), "Requests that gave no page, by reason."
        ),
        _section("Quality", _quality(data), "The expected F1 of the texts; texts of methods without it are not in it."),
        _section("Page types", _bars(data["page_types"])),
        _section("Navigation", _regions(data)),
        _section("Pages without main text", _bars(data["empty_reasons"]), "By reason."),
        _section("Milliseconds a page", _times(data), "In the worker, without waiting for it."),
        _section("Items", _bars(_below(data, _ITEMS)), "Items that came from responses, by what became of them."),
        _section("Pages not extracted", _bars(_below(data, _SKIPPED) | _below(data, _ERRORS)), "By reason or error."),
    ]
    workers = _workers(data["stats"])
    if workers:
        small.append(_section("Workers", _bars(workers), "What the crawl had to do with workers that did not start."))
    large = [
        _section("Articles by site", _news_sites(news["by_site"])),
        _section("Slowest sites", _news_sites(news["slowest_sites"]), "By the mean time until an answer begins."),
        _section("Sites", _sites(data["sites"]), "Pages that had others of their site known, and text on these."),
        _section("Slowest pages", _table(data["slowest"])),
    ]
    if data["without_text"]:
        large.append(_section("Pages without text", _table(data["without_text"]), "The first of them."))
    body = f'{_head(data)}{_cards(data)}<div class="small">{"".join(small)}</div>{"".join(large)}'
    return closed(f"{data['spider']}: main content", STYLES, f"<main>{body}</main>", dict(data))


def _head(data: Mapping[str, Any]) -> str:
    facts = f"{data['started']} to {data['finished']} · {data['finish_reason']}"
    return f'<header><h1>{escape(data["spider"])}</h1><p class="sub">{escape(facts)}</p></header>'


def _cards(data: Mapping[str, Any]) -> str:
    pages = data["pages"]
    with_text = pages - data["empty"]
    stats = data["stats"]
    cards = [
        ("pages", f"{pages:,}"),
        ("articles", f"{data['news']['articles']:,}{_share(data['news']['articles'], pages)}"),
        ("with main text", f"{with_text:,}{_share(with_text, pages)}"),
        ("items scraped", f"{data['items_scraped']:,}"),
        ("items filled", f"{stats.get(_ITEMS + 'filled', 0):,}"),
        ("characters a text", f"{data['characters'] // with_text if with_text else 0:,}"),
        ("median quality", _median_quality(data["quality"])),
        ("ms a page", f"{1000 * data['seconds'] / pages:.1f}" if pages else "-"),
        ("failed", f"{stats.get('maincontent/errors', 0):,}"),
        ("cut by a limit", f"{data['truncated']:,}"),
    ]
    inside = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in cards)
    return f'<dl class="cards">{inside}</dl>'


def _span(news: Mapping[str, Any]) -> str:
    """Return the oldest and the newest article, as links."""
    if not news["newest"]:
        return ""
    ends = [f"{name}: {day}, {_address(url)}" for name in ("oldest", "newest") for day, url in [news[name]]]
    return "; ".join(ends)


def _having(data: Mapping[str, Any]) -> dict[str, int]:
    """Return how many articles have what; all have a body."""
    news = data["news"]
    return {"body": news["articles"], **news["having"]} if news["articles"] else {}


def not_fetched(stats: Mapping[str, Any]) -> dict[str, int]:
    """Return how many requests gave no page, by reason."""
    found: Counter[str] = Counter()
    for name, count in stats.items():
        for prefix, shown in _NOT_FETCHED.items():
            if name.startswith(prefix):
                found[shown + name.removeprefix(prefix).rpartition(".")[2]] += count
    return dict(found.most_common())


def _news_sites(sites: Iterable[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{site['articles']:,}</td><td>{site['pages']:,}</td><td>{site['empty']:,}</td>"
        f"<td>{'-' if site['latency'] is None else format(1000 * site['latency'], ',.0f')}</td>"
        f'<td class="url">{escape(site["host"])}</td></tr>'
        for site in sites
    )
    if not rows:
        return ""
    return f"<table>{_header('Articles', 'Pages', 'Without text', 'Answer, ms', 'Site')}{rows}</table>"


def _share(part: int, whole: int) -> str:
    return f" <small>{100 * part / whole:.0f} %</small>" if whole else ""


def _median_quality(counts: Sequence[int]) -> str:
    """Return between which bounds the median lies: the histogram knows no more."""
    total = sum(counts)
    if not total:
        return "-"
    middle = next(number for number, passed in enumerate(accumulate(counts)) if 2 * passed >= total)
    return f"{middle / len(counts):.1f} to {(middle + 1) / len(counts):.1f}"


def _quality(data: Mapping[str, Any]) -> str:
    counts = data["quality"]
    if not any(counts):
        return ""
    return _columns([(f"{number / len(counts):.1f}", count) for number, count in enumerate(counts)])


def _times(data: Mapping[str, Any]) -> str:
    bounds, counts = data["times"]["bounds"], data["times"]["counts"]
    if not any(counts):
        return ""
    labels = [f"{1000 * bound:g}" if bound < 1 else f"{bound:g} s" for bound in bounds]
    names = [f"<{label}" for label in labels] + [f"≥{labels[-1]}"]
    return _columns(list(zip(names, counts, strict=True)))


def _regions(data: Mapping[str, Any]) -> str:
    if not data["pages"]:
        return ""
    regions, pages = data["regions"], data["pages_with_regions"]
    rows = "".join(
        f'<tr><th scope="row" class="k-{kind}"><span class="chip kind">{kind.replace("_", " ")}</span></th>'
        f"<td>{count:,}</td><td>{pages[kind]:,}</td><td>{100 * pages[kind] / data['pages']:.0f} %</td></tr>"
        for kind, count in regions.items()
    )
    return f"<table>{_header('Kind', 'Regions', 'Pages', 'Share')}{rows}</table>"


def _sites(sites: Iterable[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{site['pages']:,}</td><td>{site['known']:,}</td>"
        f'<td>{site["blocks"] / (site["known"] or 1):.1f}</td><td class="url">{escape(site["host"])}</td></tr>'
        for site in sites
    )
    if not rows:
        return ""
    return f"<table>{_header('Pages', 'Others known', 'Known texts a page', 'Site')}{rows}</table>"


def _table(pages: Iterable[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{1000 * page['seconds']:,.1f}</td><td>{page['characters']:,}</td>"
        f'<td>{escape(page["empty_reason"])}</td><td class="url">{_address(page["url"])}</td></tr>'
        for page in pages
    )
    if not rows:
        return ""
    return f"<table>{_header('ms', 'Characters', 'Empty', 'Page')}{rows}</table>"


def _header(*names: str) -> str:
    return "<tr>" + "".join(f'<th scope="col">{name}</th>' for name in names) + "</tr>"


def _address(url: str) -> str:
    """Return an address, as a link where it leads to a site; other schemes may run something."""
    if url.startswith(WEB):
        return f'<a href="{escape(url)}" rel="noreferrer">{escape(url)}</a>'
    return escape(url) or "-"


def _below(data: Mapping[str, Any], prefix: str) -> dict[str, int]:
    """Return the stats below a prefix by the rest of their names, largest first."""
    found = {name.removeprefix(prefix): count for name, count in data["stats"].items() if name.startswith(prefix)}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _workers(stats: Mapping[str, Any]) -> dict[str, int]:
    """Return what was counted of workers that did not start; nothing where all did."""
    names = {
        "failed starts": "maincontent/failed_starts",
        "s waited for workers": "maincontent/waited_for_workers",
        "pages inline": "maincontent/inline_pages",
        "requests given back": "maincontent/given_back",
    }
    counts = {name: round(stats.get(stat, 0)) for name, stat in names.items()}
    return counts if any(counts.values()) else {}


def _section(title: str, inside: str, note: str = "") -> str:
    body = inside or '<p class="sub">None.</p>'
    remark = f'<p class="sub">{note}</p>' if note and inside else ""
    return f"<section><h2>{title}</h2>{remark}{body}</section>"


def _bars(counts: Mapping[str, int]) -> str:
    """Return one horizontal bar for each count; "" where there is none."""
    if not counts:
        return ""
    largest = max(*counts.values(), 1)
    rows = []
    for number, (name, count) in enumerate(counts.items()):
        top, length = number * _LINE, (_WIDTH - _NAMES - _NUMBERS) * count / largest
        rows.append(
            f'<text x="0" y="{top + 15}">{escape(name.replace("_", " "))}</text>'
            f'<rect x="{_NAMES}" y="{top + 5}" width="{max(length, 1):.1f}" height="12" rx="2"/>'
            f'<text x="{_NAMES + length + 6:.1f}" y="{top + 15}" class="count">{count:,}</text>'
        )
    return _svg(len(counts) * _LINE, ", ".join(f"{name}: {count}" for name, count in counts.items()), rows)


def _columns(counts: Sequence[tuple[str, int]]) -> str:
    """Return one upright bar for each pair of a name and a count; "" where there is none."""
    if not counts:
        return ""
    largest = max(*(count for _, count in counts), 1)
    step = _WIDTH / len(counts)
    room = _HEIGHT - _FOOT - _ROOM
    drawn = []
    for number, (name, count) in enumerate(counts):
        height, left = room * count / largest, number * step
        top = _HEIGHT - _FOOT - height
        drawn.append(f'<rect x="{left + 2:.1f}" y="{top:.1f}" width="{step - 4:.1f}" height="{height:.1f}" rx="2"/>')
        middle = left + step / 2
        drawn.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 4}" class="foot">{escape(name)}</text>')
        if count:
            drawn.append(f'<text x="{middle:.1f}" y="{top - 3:.1f}" class="foot count">{count:,}</text>')
    return _svg(_HEIGHT, ", ".join(f"{name}: {count}" for name, count in counts), drawn)


def _svg(height: int, words: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(words)}" '
        f'preserveAspectRatio="xMinYMin meet">{"".join(parts)}</svg>'
    )
