"""The chain: a page's bytes in, an `Extraction` out. Read it from top to bottom."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from . import methods, navigation, speedups
from .blocks import Findings
from .blocks.page_blocks import page_blocks
from .blocks.structures import structures
from .facts.advertisements import load_list, without_advertisements
from .facts.comments import without_comments
from .facts.declared import Declared
from .facts.entries import entries
from .facts.formulas import with_formulas
from .facts.headline import TEXTS
from .facts.links import alternates, links
from .facts.media import MainMedia, declared_images
from .facts.metadata import Metadata, metadata
from .facts.page_type import page_type
from .facts.quality import of_teaser, quality
from .facts.sketch import sketch
from .facts.teaser import is_teaser
from .facts.title import headline
from .files import printable
from .methods import Context, Labels
from .navigation.in_page import toc
from .navigation.next_page import PageLinks, is_beside_article, page_numbers, paging_type, typed
from .page import Label, Page, has_boxes, parser
from .page.embedded import is_shell, with_article
from .page.encoding import clean
from .page.head import are_plain, base_address, bound_base, followable, unpack_metas
from .page.limits import Deadline, Limits, OutOfTime
from .page.margins import without_margins
from .page.reading import read_markup, read_tree, to_utf_8
from .page.unshown import leave_unshown
from .page.verse import join_verses
from .rendering import FORMATS, marked_up
from .rendering.frame import Style, framed
from .rendering.plain_text import plain_text
from .rendering.tei import document
from .result import BlockTable, ElementTable, EmptyReason, Extraction, Later, Learnt, MediaTable
from .site_memory import SiteFile, SiteMemory, SiteView, open_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .facts.advertisements import AdList
    from .page import Region
    from .page.parser import HasRoot
    from .result import Maker


logger = logging.getLogger(__name__)

_DEFAULT_LIMITS = Limits()
_SAMPLE = (
    '<html lang="en"><head><title>Warm | Site</title><meta name="author" content="Ann Lee">'
    '<script type="application/ld+json">{"@type": "Article", "headline": "Warm"}</script></head><body>'
    '<nav><a href="/">Home</a> &gt; <a href="/a">News</a></nav><article><h1>Warm</h1>'
    '<p>By Ann Lee and Bob Ray</p><p>3 May 2024</p><img src="/a.jpg">'
    "<p>A page with a heading, and with a text that is long enough to be its main content.</p>"
    "<p>It has a second paragraph, so that lists and tables stand between two: that is how most pages are made.</p>"
    "<p>市議会は月曜日、古い橋を二年間閉鎖することで合意した。近くに住む人々にはその日のうちに知らされた。</p>"
    "<ul><li>One</li><li>Two</li></ul><table><tr><th>Year</th></tr><tr><td>2024</td></tr></table></article>"
    '<section class="comments"><h2>2 comments</h2><p>Bob Ray, 4 May 2024: I like it.</p></section>'
    '<a href="/a?page=2">Next</a><footer>Copyright 2024 Site. <a href="/i">Imprint</a></footer></body></html>'
)
"""Has what loads word lists and patterns: a byline, days, another script, a trail, comments, a next page."""
_SNIFFED_BYTES = 4096
_BINARY_BYTES = bytes({*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)} - {0})
"""Control characters that no text has; NULs aside, which UTF-16 is full of. https://mimesniff.spec.whatwg.org/"""
_BINARY_SHARE = 0.02


def extract(
    html: bytes | str | HasRoot,
    url: str | None = None,
    *,
    encoding: str | None = None,
    method: str = methods.DEFAULT_METHOD,
    formats: Collection[str] = ("text",),
    limits: Limits = _DEFAULT_LIMITS,
    model: str | None = None,
    balance: float = 1.0,
    fallback: str = methods.DEFAULT_METHOD,
    ad_list: str | None = None,
    site: SiteMemory | str | None = None,
    fetched: str | None = None,
    links: bool = True,
    images: bool = True,
    front_matter: bool = False,
    heading: bool = False,
) -> Extraction:
    """Extract a page's main content and its navigation regions.

    * ``html``: the page as bytes, str or a parsel Selector, whose tree is used and not changed.
    * ``url`` makes links absolute.
    * ``encoding``: what the server declared; it may be wrong.
    * ``formats``: "text", "markdown", "html" and "tei". Text is always made; formats never change what is selected.
    * ``limits``: what the page may cost (`page.limits.Limits`).
    * ``model``: the path of a model file, or the name of a packaged one (`methods.PACKAGED_MODELS`).
    * ``method``: one of `methods.METHODS`.
    * ``balance``, 0.1 to 10: precision (below 1) or recall (above 1) for ``crf`` and ``tree``.
    * ``fallback``: the method in place of ``layout`` if no browser has laid out the page (`page.has_boxes`); the
      result names it as its method.
    * ``ad_list``: the path of a list of advertisements in the format of EasyList, or "default" for the packaged one.
      What it blocks or hides is no main content, whatever the method.
    * ``site``: a memory of the page's host, which ``crf`` uses and which then learns the page; or the path of a file
      of `SiteMemory.to_bytes`, which learns nothing.
    * ``fetched``: when the server answered, in ISO 8601 or as its header ``Date`` has it: the time from which
      "3 days ago" is counted. What is neither is left out of account.
    * ``links``, ``images``, ``front_matter`` and ``heading``: how Markdown and HTML are written
      (`rendering.frame.Style`).

    A bad page never raises: the result says why its text is empty, and holds what could be saved.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there is no such method or format, the balance is out of bounds, or the model file, the list of
            advertisements or the file of sites can't be used.
    """
    _check_arguments(url, encoding, fetched, formats)
    if not isinstance(limits, Limits):
        raise TypeError(f"limits is {limits!r}; it must be a Limits")
    if isinstance(balance, bool) or not isinstance(balance, int | float):
        raise TypeError(f"balance is {balance!r}; it must be a number")
    if not methods.BALANCES[0] <= balance <= methods.BALANCES[1]:
        raise ValueError(f"balance is {balance!r}; it must be from {methods.BALANCES[0]} to {methods.BALANCES[1]}")
    if site is not None and not isinstance(site, SiteMemory | str):
        raise TypeError(f"site is a {type(site).__name__}; it must be a SiteMemory, the path of a file, or None")
    if fallback not in methods.FALLBACKS:
        raise ValueError(f"fallback is {fallback!r}; it must be one of {', '.join(methods.FALLBACKS)}")
    style = Style(links, images, front_matter, heading)
    loaded = methods.load_model(method, model)
    ads = None if ad_list is None else load_list(ad_list)
    sites = open_sites(site) if isinstance(site, str) else site
    source = html if isinstance(html, bytes | str) else parser.tree_of(html)
    found: dict[str, Any] = {"url": url, "method": method, "model": loaded.name}
    page, makers = None, None
    deadline = Deadline(limits.seconds)
    try:
        page = _read(source, url, encoding, limits, deadline, found)
        if page is not None:
            page.fetched = fetched
            if method in methods.NEED_BOXES and not has_boxes(page):
                method, loaded = fallback, methods.load_model(fallback)
                found["method"], found["model"] = method, loaded.name
            makers = _understand(page, method, loaded, balance, formats, style, ads, sites, deadline, found)
    except OutOfTime:
        found |= {"truncated": True} if "text" in found else {"empty_reason": EmptyReason.TIMEOUT}
    except MemoryError:
        _give_up(found, EmptyReason.MEMORY)
    except Exception:
        logger.exception("Extraction of <%s> failed", printable(url))
        _give_up(found, EmptyReason.ERROR)
    if makers is None:
        found["title"] = _saved_headline(page)
    result = Extraction(**found, elapsed=deadline.elapsed)
    return result if makers is None else Later(makers, deadline.left).attach(result)


def extract_complete(
    html: bytes | str, url: str | None = None, *, names: Collection[str] | None = None, **arguments: Any
) -> Extraction:
    """Return what `extract` returns, complete; with ``names`` these keys of `Extraction.as_dict` alone."""
    return extract(html, url, **arguments).complete(names)


def extract_in_crawl(
    html: bytes | str,
    url: str | None = None,
    *,
    host: bytes | None = None,
    learns: bool = True,
    sketched: bool = False,
    spelled: bool = False,
    **arguments: Any,
) -> tuple[Extraction, Learnt | None]:
    """Return what `extract` returns, complete, and what the page teaches about its site.

    ``host`` is what is known of it (`site_memory.KnownHost.packed`); ``None``: nothing is used, and nothing is learnt.
    Without ``learns`` it is used alone. ``sketched`` results have the sketch by which duplicates are found. With
    ``spelled`` the text blocks have their xpaths already.
    """
    site = None if host is None else SiteView(host, learns=learns)
    result = extract_complete(html, url, site=site, **arguments)
    if sketched:
        result = replace(result, sketch=sketch(result.text))
    if spelled:
        result = replace(result, blocks=result.blocks.spelled())
    return result, None if site is None else Learnt(site.lesson, site.known, site.blocks)


def warm() -> dict[str, str]:
    """Load what a page needs, so that a worker's first one need not wait for it; return `speedups.fallbacks`."""
    extract(_SAMPLE, "https://example.com/a").complete()
    return speedups.fallbacks()


def page_memory(
    html: bytes, url: str | None = None, *, encoding: str | None = None, limits: Limits = _DEFAULT_LIMITS
) -> SiteMemory:
    """Return a memory of one page, for `SiteMemory.merge`; an empty one where there is no text to learn.

    A bad page never raises.
    """
    site = SiteMemory()
    try:
        page = _read(html, url, encoding, limits, Deadline(limits.seconds), {})
        recalled = site.recall(page) if page is not None else None
        if recalled is not None:
            site.learn(recalled, [0.0] * len(recalled.words))
    except (OutOfTime, MemoryError):
        logger.warning("<%s> was not learnt: it takes too long or too much memory", printable(url))
    except Exception:
        logger.exception("Learning of <%s> failed", printable(url))
    return site


def read_page(
    html: bytes | str, url: str | None = None, *, encoding: str | None = None, limits: Limits = _DEFAULT_LIMITS
) -> Page | None:
    """Return the flattened page that `extract` works on, ``None`` where there is none; for training.

    Raises:
        OutOfTime: the page used up its seconds.
    """
    return _read(html, url, encoding, limits, Deadline(limits.seconds), {})


def _read(
    source: bytes | str | parser.Tree,
    url: str | None,
    encoding: str | None,
    limits: Limits,
    deadline: Deadline,
    found: dict[str, Any],
) -> Page | None:
    page = Page(url=base_address(url))
    if isinstance(source, parser.Tree):
        root, page.root_path = source
        read_tree(root, page, limits)
    else:
        cut = len(source) > limits.max_bytes
        source = source[: limits.max_bytes]
        if isinstance(source, bytes) and _is_binary(source):
            found["empty_reason"] = EmptyReason.BINARY
            return None
        markup = _decode(source, encoding, found)
        found["truncated"] = page.truncated = cut
        deadline.check()
        is_read = read_markup(markup, page, limits)
        found["truncated"] = page.truncated
        if not is_read:
            found["empty_reason"] = EmptyReason.EMPTY
            return None
        if is_shell(page) and (whole := with_article(markup)) is not None:
            page = Page(url=page.url, is_embedded=True, truncated=page.truncated)
            read_markup(whole, page, limits)
    leave_unshown(page)
    bound_base(page)
    unpack_metas(page)
    without_margins(page)
    join_verses(page)
    found["truncated"] = page.truncated
    deadline.check()
    return page


def _understand(
    page: Page,
    method: str,
    model: methods.Model,
    balance: float,
    formats: Collection[str],
    style: Style,
    ads: AdList | None,
    site: SiteMemory | SiteFile | None,
    deadline: Deadline,
    found: dict[str, Any],
) -> tuple[Maker, ...]:
    """Add the text and what it takes to ``found``; return how the other parts of the result are made, `Later`."""
    kind, confidence, article = page_type(page)
    found["page_type"], found["page_type_confidence"] = kind, confidence
    deadline.check()
    recalled = site.recall(page) if site is not None else None
    measures = None if recalled is None else recalled.measures
    findings = Findings(page, _regions(page, found), measures=measures)
    deadline.check()
    if page.texts or (page.objects and method in methods.SEE_OBJECTS):
        labels = methods.get(method).label(page, model, Context(balance, article, recalled, findings, kind))
        if ads is not None:
            labels = without_advertisements(page, labels, ads)
    else:
        labels = Labels([], [], [], EmptyReason.NO_TEXT)
    # The text is what a page is extracted for: with its labels known, it is written whatever the time is.
    labels, found["comments"] = without_comments(page, with_formulas(page, labels), kind)
    selected = Label.MAIN
    main = [label is selected for label in labels.labels]
    found["text"], spans = plain_text(page, main)
    found["blocks"] = BlockTable(
        page.texts, page.owners, spans, labels.labels, labels.scores, labels.reasons, page.paths
    )
    found["empty_reason"] = labels.empty_reason
    if labels.main_element is not None:
        scored = labels.element_scores
        found["element_table"] = ElementTable([*scored], [*scored.values()], labels.main_element, page.paths)
    if isinstance(site, SiteMemory) and recalled is not None:
        site.learn(recalled, labels.scores)
    deadline.check()
    return _makers(findings, labels, main, method, formats, style, found)


def _regions(page: Page, found: dict[str, Any]) -> tuple[Region, ...]:
    """Return the page's navigation regions; a page whose navigation can't be understood still has a text."""
    try:
        return navigation.detect(page)
    except Exception:
        logger.exception("Finding regions of <%s> failed", page.url)
        found["truncated"] = True
        return ()


def _makers(
    findings: Findings,
    labels: Labels,
    main: list[bool],
    method: str,
    formats: Collection[str],
    style: Style,
    found: dict[str, Any],
) -> tuple[Maker, ...]:
    """Return what is known of a page beside its text: the names of the result's attributes, and how they are made."""
    page, regions = findings.page, findings.regions
    kind, text, own, declared = found["page_type"], found["text"], page.url, cache(partial(Declared, page))
    title = cache(lambda: labels.title or headline(page, declared(), main, is_article=kind in TEXTS))
    facts = cache(lambda: metadata(page, kind, declared(), text, title(), main))
    sold = cache(lambda: is_teaser(page, main, text, (declared().is_accessible_for_free() or ("", None))[1]))

    def marked(deadline: Deadline) -> Iterator[tuple[str, str]]:
        for name, written in marked_up(page, main, formats, deadline, style):
            if name == "tei":
                yield name, document(written, _named(facts(), title(), own))
                continue
            yield name, framed(name, written, style, title(), _named(facts(), title(), own)) if is_framed else written

    is_framed = style.front_matter or style.heading
    pictures = partial(_declared_images, page, declared)
    shown = MainMedia(page, main, kind, labels.main_element or 0, lambda: _names(facts().authors), pictures)
    return (
        (("title",), lambda _: {"title": title()}),
        (Metadata._fields, lambda _: facts()._asdict()),
        (("breadcrumbs",), lambda _: {"breadcrumbs": _followable(navigation.breadcrumbs(page, regions), own)}),
        (
            ("media_table", "_main_image"),
            lambda _: {"media_table": MediaTable(shown.every(), page.paths), "_main_image": shown.main_image()},
        ),
        (("_main_image",), lambda _: {"_main_image": shown.main_image()}),
        (("links",), lambda _: {"links": links(page, main)}),
        (("alternates",), lambda _: {"alternates": alternates(page)}),
        (("is_teaser",), lambda _: {"is_teaser": sold()}),
        (("quality",), lambda _: {"quality": of_teaser(quality(page, labels, method), is_teaser=sold())}),
        (_PAGING, lambda _: _paging(page, regions, main, found)),
        (("page_blocks",), lambda _: {"page_blocks": page_blocks(findings, labels, structures(page))}),
        (("toc",), lambda _: {"toc": toc(page, regions, main)}),
        (("entries",), lambda _: {"entries": _followable(entries(page, regions, main, kind), own)}),
        (FORMATS[1:], marked),
    )


def _named(facts: Metadata, title: str | None, url: str | None) -> dict[str, Any]:
    """Return what the front matter names, in its order."""
    return {
        "title": title,
        "authors": _names(facts.authors),
        "date": facts.date_published,
        "modified": facts.date_modified,
        "language": facts.language,
        "url": facts.canonical_url or url,
        "site": facts.site_name,
        "description": facts.description,
    }


def _declared_images(page: Page, declared: Callable[[], Declared]) -> Iterator[str]:
    return declared_images(page, declared().images())


def _names(authors: Iterable[Mapping[str, str | None]]) -> list[str]:
    return [name for author in authors if (name := author["name"])]


_PAGING = (*PageLinks._fields, "page_numbers", "paging_type", "regions")


def _paging(
    page: Page, regions: Sequence[Region], main: list[bool], found: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield where the page goes on, and its regions, which say what their links belong to."""
    shown = _of_the_web(regions, page.url)
    yield "regions", shown
    links = navigation.page_links(page, regions)._asdict()
    paging: dict[str, Any] = {name: followable(url, page.url) for name, url in links.items()}
    paging["page_numbers"] = page_numbers(page, regions, paging["next_page"], paging["previous_page"])
    paging["paging_type"] = paging_type(page, regions, main, {**found, **paging})
    if is_beside_article(page, {**found, **paging}):
        paging = dict.fromkeys(paging)
    yield from paging.items()
    yield "regions", typed(shown, paging["paging_type"])


def _give_up(found: dict[str, Any], reason: EmptyReason) -> None:
    """Leave a page without a text, for this reason."""
    for name in ("text", "blocks"):
        found.pop(name, None)
    found["empty_reason"] = reason


def _saved_headline(page: Page | None) -> str | None:
    """Return the headline of a page that was given up, if there is one to be had."""
    try:
        return None if page is None else headline(page)
    except Exception:
        return None  # why the page was given up is logged


def _of_the_web(regions: Iterable[Region], own: str | None) -> tuple[Region, ...]:
    """Return the regions with those of their links that lead to the web: others are no addresses for a spider."""
    return tuple([_with_links(region, own) for region in regions])


def _with_links(region: Region, own: str | None) -> Region:
    if are_plain([url for _, url in region.links]):
        return region
    links = tuple([link for link in region.links if followable(link[1], own) is not None])
    return region if len(links) == len(region.links) else replace(region, links=links)


def _followable(items: Iterable[dict[str, Any]], own: str | None) -> tuple[dict[str, Any], ...]:
    return tuple([item | {"url": followable(item["url"], own)} for item in items])


def _decode(source: bytes | str, encoding: str | None, found: dict[str, Any]) -> bytes:
    if isinstance(source, str):
        return clean(source).encode()
    body, found["encoding"] = to_utf_8(source, encoding)
    return body


def _is_binary(body: bytes) -> bool:
    start = body[:_SNIFFED_BYTES]
    return len(start) - len(start.translate(None, _BINARY_BYTES)) > _BINARY_SHARE * len(start)


def _check_arguments(url: object, encoding: object, fetched: object, formats: Collection[str]) -> None:
    for name, value in (("url", url), ("encoding", encoding), ("fetched", fetched)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is {value!r}; it must be a str or None")
    if isinstance(formats, str) or not isinstance(formats, Collection):
        raise TypeError(f"formats is {formats!r}; it must be a collection of names")
    for name in formats:
        if name not in FORMATS:
            raise ValueError(f"formats names {name!r}; it may name {', '.join(FORMATS)}")
