"""A news site by rule, on a local port: sitemaps, feeds, sections, copies, teasers, calendars and traps.

Every article has a number; languages, days and where it is listed follow from that. ``Site.add`` and ``Site.change``
are what happens to a site between two crawls.
"""

from __future__ import annotations

import gzip
import json
import random
import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from hashlib import md5
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

LANGUAGES = ("en", "de", "fr", "es", "ja")
FIRST_DAY = date(2026, 9, 1)
SENTENCES = {
    "en": (
        "The harbour council of {place} agreed on Tuesday evening to rebuild the ferry landing number {n} before the summer.",
        "Work begins in March, when the ice has left the basin, and it should take no longer than {n} weeks.",
        "{name} asked for a later start, because the carnival brings most of the customers to the quay of {place}.",
        "The money comes from a regional fund that had turned down {n} earlier requests from the town.",
        "A small exhibition in the library of {place} shows the plans, two wooden models and photographs of the quay.",
        "Until then the morning ferries leave from the fish market, said {name}, who has run the office for years.",
        "Visitors may leave their remarks in a book, which the architects promised to read before the work begins.",
    ),
    "de": (
        "Der Hafenrat von {place} hat am Dienstagabend beschlossen, den Anleger Nummer {n} noch vor dem Sommer neu zu bauen.",
        "Die Arbeiten beginnen im März, wenn das Eis das Becken verlassen hat, und sollen {n} Wochen dauern.",
        "{name} bat um einen späteren Beginn, weil der Karneval die meisten Kunden an den Kai von {place} bringt.",
        "Das Geld kommt aus einem Fonds der Region, der zuvor {n} Anträge der Stadt abgelehnt hatte.",
        "Eine kleine Ausstellung in der Bücherei von {place} zeigt die Pläne, zwei Modelle und alte Fotografien.",
        "Bis dahin legen die Fähren am Fischmarkt ab, sagte {name}, seit Jahren Leiterin des Hafenamts.",
        "Besucher können ihre Anmerkungen in ein Buch schreiben, das die Architekten lesen wollen.",
    ),
    "fr": (
        "Le conseil du port de {place} a décidé mardi soir de reconstruire l'embarcadère numéro {n} avant l'été prochain.",
        "Les travaux commencent en mars, quand la glace aura quitté le bassin, et dureront environ {n} semaines.",
        "{name} a demandé un début plus tardif, car le carnaval amène la plupart des clients sur le quai de {place}.",
        "L'argent vient d'un fonds régional qui avait refusé {n} demandes précédentes de la ville.",
        "Une petite exposition à la bibliothèque de {place} montre les plans, deux maquettes et des photographies.",
        "Jusque-là, les bacs du matin partent du marché aux poissons, a dit {name}, qui dirige le bureau depuis des années.",
        "Les visiteurs peuvent laisser leurs remarques dans un livre que les architectes ont promis de lire.",
    ),
    "es": (
        "El consejo del puerto de {place} acordó el martes por la noche reconstruir el embarcadero número {n} antes del verano.",
        "Las obras comienzan en marzo, cuando el hielo haya dejado la dársena, y deberían durar unas {n} semanas.",
        "{name} pidió un comienzo más tardío, porque el carnaval lleva a la mayoría de los clientes al muelle de {place}.",
        "El dinero viene de un fondo regional que había rechazado {n} solicitudes anteriores de la ciudad.",
        "Una pequeña exposición en la biblioteca de {place} muestra los planos, dos maquetas y fotografías del muelle.",
        "Hasta entonces los transbordadores salen del mercado de pescado, dijo {name}, que dirige la oficina desde hace años.",
        "Los visitantes pueden dejar sus comentarios en un libro que los arquitectos prometieron leer.",
    ),
    "ja": (
        "{place}の港湾評議会は火曜日の夜、第{n}桟橋を夏までに建て直すことを決めた。工事の費用は地域の基金が負担する。",
        "工事は氷が解ける三月に始まり、およそ{n}週間で終わる見込みである。その間、朝の便は魚市場から出航する。",
        "{name}さんは、祭りの客の多くが{place}の岸壁を訪れるとして、着工を遅らせるよう求めていた。",
        "町がこれまでに出した{n}件の申請は、いずれも認められていなかったという。",
        "{place}の図書館では、設計図と二つの木の模型、それに昔の桟橋の写真を並べた小さな展示が開かれている。",
        "港の事務所を長く率いてきた{name}さんは、住民の声をよく聞いて進めたいと話した。",
        "来場者は感想をノートに書くことができ、設計者は着工までにすべて読むと約束した。",
    ),
}
HEADLINES = {
    "en": "Ferry landing {n} of {place} will be rebuilt at last",
    "de": "Anleger {n} in {place} wird endlich neu gebaut",
    "fr": "L'embarcadère {n} de {place} sera enfin reconstruit",
    "es": "El embarcadero {n} de {place} será reconstruido por fin",
    "ja": "{place}の第{n}桟橋、ようやく建て直しへ 港湾評議会が決定",
}
PLACES = ("Lindholm", "Norderstedt", "Vallmora", "Saint-Aubin", "Torrevega", "Kirkwall", "Ostmark", "Belleville")
JAPANESE_PLACES = ("白浜町", "鶴見村", "北川市", "松原町", "青井町", "三崎市", "大谷村", "水沢市")
NAMES = ("Lena Marsh", "Jonas Peters", "Amélie Roux", "Carmen Vidal", "Hugo Stein", "Ida Holm")
JAPANESE_NAMES = ("田中恵子", "山本健", "佐藤由美", "中村進")
SECTIONS = {"en": "world", "de": "politik", "fr": "culture", "es": "deportes", "ja": "chiiki"}
PER_PAGE = 10
ABOUT = {
    "imprint": ("en", "Imprint", "<p>The Courier, Quay 1.</p>"),
    "unser-haus": (
        "de",
        "Über uns",
        "<p>Wir speichern die Adresse eines Abonnenten, solange er die Zeitung bezieht, und geben sie an niemanden weiter.</p>"
        "<p>Wer einen Leserbrief schreibt, willigt ein, dass wir ihn mit Namen und Wohnort drucken, sofern er es nicht anders "
        "wünscht.</p><p>Auskunft über alles, was wir von ihm wissen, erhält jeder Leser am Schalter in der Hafengasse.</p>"
        * 2,
    ),
}
"""Pages about the site itself: language, title and text."""


@dataclass
class Article:
    """An article of the site."""

    number: int
    version: int = 0
    agency: bool = False

    @property
    def language(self) -> str:
        return LANGUAGES[self.number % len(LANGUAGES)]

    @property
    def day(self) -> date:
        return FIRST_DAY + timedelta(days=self.number * 80 // 300)

    @property
    def moment(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 8, self.number % 60, tzinfo=UTC)

    @property
    def changed(self) -> datetime:
        return self.moment + timedelta(days=40 * self.version)

    @property
    def path(self) -> str:
        return f"/{SECTIONS[self.language]}/ferry-landing-story-{self.number}"

    @property
    def is_paid(self) -> bool:
        return self.number % 30 == 7

    @property
    def is_dated(self) -> bool:
        """Return False for articles whose day lists alone name."""
        return self.number % 10 != 3 or self.places == {"section"}

    @property
    def places(self) -> set[str]:
        """Return where the article is listed, in ``sitemap`` and ``section``, or in one of these alone."""
        return {0: {"sitemap"}, 1: {"section"}}.get(self.number % 6, {"sitemap", "section"})

    @property
    def _words(self) -> dict[str, object]:
        draw = random.Random(self.number + (5000 if self.agency else 0))
        japanese = self.language == "ja"
        return {
            "place": draw.choice(JAPANESE_PLACES if japanese else PLACES),
            "name": draw.choice(JAPANESE_NAMES if japanese else NAMES),
            "n": self.number + 2,
        }

    @property
    def headline(self) -> str:
        return HEADLINES[self.language].format(**self._words)

    @property
    def author(self) -> str:
        return NAMES[self.number % len(NAMES)]

    @property
    def paragraphs(self) -> list[str]:
        draw = random.Random(self.number * 7 + 1)
        words, pool = self._words, list(SENTENCES[self.language])
        draw.shuffle(pool)
        sentences = [sentence.format(**words | {"n": words["n"] + place}) for place, sentence in enumerate(pool * 2)]
        if self.version:
            sentences.insert(0, SENTENCES[self.language][0].format(**words | {"n": 9000 + self.version}))
        if self.is_paid:
            return [" ".join(sentences[:3])]
        return [" ".join(sentences[first : first + 3]) for first in range(0, 14, 3)]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that were killed."""


@dataclass
class Site:
    """The site: its articles, and what was asked of it. A context manager that serves it; ``url`` is its address."""

    count: int = 300
    host: str = "127.0.0.1"
    agency: tuple[int, ...] = ()
    delay: float = 0.0
    lists: bool = True
    lists_are: str = "application/xml"
    canonical: str = ""
    gone: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    articles: dict[int, Article] = field(default_factory=dict)
    visits: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    url: str = ""

    def __post_init__(self) -> None:
        for number in range(self.count):
            self.articles[number] = Article(number, agency=number in self.agency)

    def add(self, count: int) -> list[str]:
        """Publish more articles; return their addresses."""
        new = [Article(number) for number in range(len(self.articles), len(self.articles) + count)]
        self.articles.update({article.number: article for article in new})
        return [self.url + article.path for article in new]

    def change(self, *numbers: int) -> list[str]:
        """Change articles; return their addresses."""
        for number in numbers:
            self.articles[number].version += 1
        return [self.url + self.articles[number].path for number in numbers]

    def wanted(self, since: str = "", until: str = "9", languages: tuple[str, ...] = LANGUAGES) -> set[str]:
        """Return the addresses of articles of these days."""
        return {
            self.url + article.path
            for article in self.articles.values()
            if since <= article.day.isoformat() <= until and article.language in languages
        }

    elsewhere: tuple[str, ...] = ()
    """Further sitemaps that ``robots.txt`` and the index of sitemaps name."""

    def __enter__(self) -> Self:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site._answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://{self.host}:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        path, _, query = handler.path.partition("?")
        self.visits[handler.path] += 1
        if self.delay:
            threading.Event().wait(self.delay)
        found = self._page(path, query)
        if any(path == self.articles[number].path for number in self.gone):
            found = None
        status, kind, body = (404, "text/html; charset=utf-8", b"<p>Not found.</p>") if found is None else (200, *found)
        if any(path == self.articles[number].path for number in self.broken):
            status = 500
        etag = f'"{md5(body).hexdigest()}"'
        if status == 200 and handler.headers.get("If-None-Match") == etag:
            status, body = 304, b""
        self.answers[status] += 1
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("ETag", etag)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if status != 304:
            handler.wfile.write(body)

    def _page(self, path: str, query: str) -> tuple[str, bytes] | None:  # noqa: PLR0911
        html, xml = "text/html; charset=utf-8", self.lists_are
        fixed: dict[str, Callable[[], str]] = {"/": self._front}
        if self.lists:
            fixed |= {"/robots.txt": self._robots, "/sitemaps.xml": self._index, "/news.xml": self._news_sitemap}
            fixed |= {"/rss.xml": self._rss, "/atom.xml": self._atom}
        if path in fixed:
            kind = {"/": html, "/robots.txt": "text/plain"}.get(path, xml)
            return kind, fixed[path]().encode()
        parts = path.strip("/").split("/")
        if path.startswith("/sitemap-2026-") and self.lists:
            body = self._sitemap(int(path[14:16])).encode()
            packed = "application/gzip" if xml == "application/xml" else xml
            return (packed, gzip.compress(body, mtime=0)) if path.endswith(".gz") else (xml, body)
        by_path = {article.path: article for article in self.articles.values()}
        if path in by_path:
            return html, self._article(by_path[path], printed="print" in query).encode()
        for kind in ("amp", "druckfassung"):
            if path.startswith(f"/{kind}/") and (article := by_path.get(path.removeprefix(f"/{kind}"))):
                return html, self._article(article, printed=True).encode()
        if len(parts) == 1 and parts[0] in SECTIONS.values():
            number = int(query.removeprefix("page=") or 1) if query in ("",) or query.startswith("page=") else 1
            return html, self._section(parts[0], number).encode()
        if parts[0] in ("calendar", "termine") and len(parts) <= 4:
            return html, self._calendar(path, parts).encode()
        if parts[0] == "labyrinth":
            return html, self._labyrinth(path).encode()
        if parts[0] in ABOUT:
            language, title, text = ABOUT[parts[0]]
            head = '<meta property="og:type" content="article">'
            return html, self._frame(title, language, f"<article><h1>{title}</h1>{text}</article>", head).encode()
        return None

    def _robots(self) -> str:
        named = [f"{self.url}/sitemaps.xml", f"{self.url}/news.xml", *self.elsewhere]
        return "User-agent: *\nDisallow: /private/\n" + "".join(f"Sitemap: {url}\n" for url in named)

    def _index(self) -> str:
        entries = []
        for month, ending in ((9, ".xml"), (10, ".xml.gz"), (11, ".xml")):
            of = [article for article in self.articles.values() if article.day.month == month]
            if of:
                last = max(article.changed for article in of).isoformat()
                entries.append(
                    f"<sitemap><loc>{self.url}/sitemap-2026-{month:02}{ending}</loc><lastmod>{last}</lastmod></sitemap>"
                )
        entries.append(f"<sitemap><loc>{self.url}/sitemap-2026-12.xml</loc></sitemap>")
        entries += [f"<sitemap><loc>{url}</loc></sitemap>" for url in self.elsewhere]
        return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(entries)}</sitemapindex>'

    def _sitemap(self, month: int) -> str:
        lines = []
        for article in self.articles.values():
            if article.day.month == month and "sitemap" in article.places:
                lines.append(
                    f"<url><loc>{self.url}{article.path}</loc><lastmod>{article.changed.isoformat()}</lastmod></url>"
                )
                if article.number % 20 == 4:
                    lines.append(f"<url><loc>{self.url}/amp{article.path}</loc></url>")
        lines += [f"<url><loc>{self.url}/{path}</loc></url>" for path in ("", *ABOUT)]
        return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(lines)}</urlset>'

    def _newest(self, count: int) -> list[Article]:
        listed = [article for article in self.articles.values() if "sitemap" in article.places]
        return sorted(listed, key=lambda article: article.moment)[-count:][::-1]

    def _news_sitemap(self) -> str:
        entries = "".join(
            f"<url><loc>{self.url}{article.path}</loc><news:news><news:publication><news:name>Courier</news:name>"
            f"<news:language>{article.language}</news:language></news:publication>"
            f"<news:publication_date>{article.moment.isoformat()}</news:publication_date>"
            f"<news:title>{escape(article.headline)}</news:title></news:news></url>"
            for article in self._newest(60)
        )
        spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
        return f'<?xml version="1.0" encoding="UTF-8"?><urlset {spaces}>{entries}</urlset>'

    def _rss(self) -> str:
        items = "".join(
            f"<item><title>{escape(article.headline)}</title><link>{self.url}{article.path}?utm_source=rss</link>"
            f"<pubDate>{format_datetime(article.moment)}</pubDate><dc:creator>{article.author}</dc:creator></item>"
            for article in self._newest(120)
        )
        return f'<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>C</title>{items}</channel></rss>'

    def _atom(self) -> str:
        entries = "".join(
            f'<entry><title>{escape(article.headline)}</title><link href="{article.path}"/><author><name>{article.author}</name>'
            f"</author><published>{article.moment.isoformat()}</published><updated>{article.changed.isoformat()}</updated></entry>"
            for article in self._newest(20)
        )
        return f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{self.url}/"><title>C</title>{entries}</feed>'

    def _front(self) -> str:
        shown = [article for article in self.articles.values() if "section" in article.places][-12:]
        feeds = "".join(
            f'<link rel="alternate" type="application/{kind}+xml" href="/{kind}.xml" title="All">'
            for kind in ("rss", "atom")
        )
        return self._frame("The Lindholm Courier", "en", "<h1>The Lindholm Courier</h1>" + self._teasers(shown), feeds)

    def _teasers(self, articles: list[Article]) -> str:
        return "".join(
            f'<div class="teaser"><h2><a href="{article.path}">{escape(article.headline)}</a></h2>'
            f'<p class="date">{article.day.isoformat()}</p><p>{escape(article.paragraphs[0][:90])}</p></div>'
            for article in articles
        )

    def _section(self, name: str, number: int) -> str:
        of = [a for a in self.articles.values() if SECTIONS[a.language] == name and "section" in a.places][::-1]
        shown, more = of[(number - 1) * PER_PAGE : number * PER_PAGE], of[number * PER_PAGE :]
        paging = f'<a class="prev" rel="prev" href="/{name}?page={number - 1}">Previous page</a>' * (number > 1)
        paging += f'<a class="next" rel="next" href="/{name}?page={number + 1}">Next page</a>' * bool(more)
        return self._frame(name, "en", f'<h1>{name}</h1>{self._teasers(shown)}<div class="pagination">{paging}</div>')

    def _calendar(self, path: str, parts: list[str]) -> str:
        year, month = int(parts[1]) if len(parts) > 1 else 2026, int(parts[2]) if len(parts) > 2 else 11
        after = (year + month // 12, month % 12 + 1)
        days = "".join(f'<td><a href="/{parts[0]}/{year}/{month}/{day}">{day}</a></td>' for day in range(1, 29))
        following = f'<a rel="next" href="/{parts[0]}/{after[0]}/{after[1]}">Everything that is on in month {after[1]} of {after[0]}</a>'
        return self._frame("What is on", "en", f"<h1>What is on</h1><table><tr>{days}</tr></table>{following}")

    def _labyrinth(self, path: str) -> str:
        names = [md5(f"{path}{number}".encode()).hexdigest()[:8] for number in range(6)]
        entries = "".join(
            f'<li><a href="{path.rstrip("/")}/{name}">The wonderful rooms of {name} in the house</a></li>'
            for name in names
        )
        return self._frame("Rooms", "en", f"<h1>Rooms</h1><ul>{entries}</ul>")

    def _article(self, article: Article, *, printed: bool = False) -> str:
        data = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": article.headline,
            "inLanguage": article.language,
        }
        if article.is_dated:
            data |= {"datePublished": article.moment.isoformat(), "author": {"@type": "Person", "name": article.author}}
        if article.is_paid:
            data |= {"isAccessibleForFree": False}
        own = self.canonical.format(section=SECTIONS[article.language]) or article.path
        head = f'<link rel="canonical" href="{self.url}{own}"><script type="application/ld+json">{json.dumps(data)}</script>'
        head += '<meta property="og:type" content="article">'
        if not printed:
            head += f'<link rel="amphtml" href="/amp{article.path}">'
        body = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in article.paragraphs)
        wall = '<div class="paywall"><p>Subscribe to read the whole story.</p></div>' * article.is_paid
        tools = f'<div class="tools"><a href="{article.path}?print=1">Print this story of the Courier</a> <a href="/druckfassung{article.path}">Druckfassung dieser Geschichte</a></div>'
        text = f"<article><h1>{escape(article.headline)}</h1>{body}{wall}</article>" + tools * (not printed)
        return self._frame(article.headline, article.language, text, head)

    def _frame(self, title: str, language: str, content: str, head: str = "") -> str:
        sections = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in SECTIONS.values())
        about = "".join(f'<li><a href="/{path}">{name}</a></li>' for path, (_, name, _) in ABOUT.items())
        return f"""<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>{head}</head>
<body><nav class="menu"><ul><li><a href="/">Front page</a></li>{sections}<li><a href="/termine">Events</a></li>
<li><a href="/calendar">Calendar</a></li><li><a href="/labyrinth">Rooms</a></li><li><a href="/private/x">Private</a></li></ul></nav>
<main>{content}</main>
<footer><ul>{about}</ul><a href="/search?q=ferry">Search for stories about ferries</a></footer></body></html>"""
