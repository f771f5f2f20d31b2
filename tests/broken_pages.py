"""Pages that nobody wrote: soup, trees with hostile names, bytes of any kind, bundled pages torn and put together."""

from __future__ import annotations

import json
import pickle
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from parsel import Selector

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.page.limits import Limits, guard
from scrapy_maincontent.page.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_maincontent.result import Extraction

SITE = Path(__file__).parents[1] / "example_project" / "site"
PAGES = sorted(SITE.rglob("*.html"))
URL = "https://mill.example/wheel/?page=2"
FORMATS = ("text", "markdown", "html")
PROSE = "<p>The mill stands by the river, and its wheel has turned since the spring. Nobody knows who built it.</p>"


def _words(words: str, separator: str | None = None) -> list[str]:
    return words.split(separator)


TAGS = _words(
    "a abbr article aside b base blockquote body br button caption center col dd details dialog div dl dt embed "
    "fieldset figcaption figure font footer form frame frameset h1 h2 h6 head header hr html i iframe img input label "
    "legend li link main map math menu meta nav noframes noscript object ol optgroup option p param picture plaintext "
    "pre q rp rt ruby s script section select slot source span style sub summary svg table tbody td template textarea "
    "tfoot th thead time title tr track ul video wbr xmp x-own a:b é"
)
NAMES = _words(
    "breadcrumb pager pagination nav menu footer header sidebar entry-meta byline toc comments related share hidden "
    "content article__body a--b _ - 1 ad main é 水 \u202e \u200b a.b#c '"
)
HREFS = _words(
    "/ # #a #top ?p=2 ?p=3 /page/2/ /tag/a // //[ http://[::1 javascript:void(0) mailto:a@b data:,x \\\\x /%zz "
    "https://mill.example/ http://m:99999999/ ../../../.. /2024/05/ https://twitter.com/share?u=x"
)
WORDS = _words(
    "Home;Next;»;>;›;/;|;«;1;2;3;...;Previous;次へ;前へ;ホーム;Top;Contents;By Ann Miller;3 May 2024;© 2024;Privacy;"
    "Imprint;Tags:;5 comments;Read more; ;\u00a0;\u202emill\u202c;\u200b;m\u0301\u0301;\ufdfa;🙂;&amp;;&nosuch;;&#0;;"
    "<;<!--;-->;<![CDATA[;]]>;<?x;\x0b;\u2028;The mill stands by the river, and its wheel turns.;水車は川のほとりに立っている。",
    ";",
)
ATTRIBUTES = ("class", "id", "rel", "role", "style", "itemprop", "title", "alt", "src", "srcset", "datetime", "lang")
CHARSETS = _words(
    "utf-8 utf-16 utf-16be utf-32 utf-7 shift_jis euc-jp iso-2022-jp gb18030 big5 euc-kr koi8-r windows-1252 hz-gb-2312 "
    "iso-8859-8-i x-user-defined ascii nosuch zlib idna unicode_escape"
)


@st.composite
def _start_tags(draw: st.DrawFn) -> str:
    own = draw(st.lists(st.tuples(st.sampled_from(ATTRIBUTES), st.sampled_from(NAMES)), max_size=2))
    href = draw(st.none() | st.sampled_from(HREFS))
    named = "".join(f' {name}="{value}"' for name, value in own)
    return f"<{draw(st.sampled_from(TAGS))}{named}" + (f' href="{href}">' if href else ">")


_ENDS = st.sampled_from([f"</{tag}>" for tag in TAGS])
_TEXTS = st.sampled_from(WORDS) | st.text(max_size=12)
SOUP = st.lists(_start_tags() | _ENDS | _TEXTS | st.just(PROSE), max_size=60).map("".join)
"""Tags and texts in any order."""
TREES = st.recursive(
    _TEXTS | st.just(PROSE),
    lambda inner: st.builds(
        lambda start, parts: f"{start}{''.join(parts)}</{start[1:-1].split()[0]}>",
        _start_tags(),
        st.lists(inner, max_size=6),
    ),
    max_leaves=40,
)
"""Well-formed markup of hostile names."""


def mutated(page: bytes, other: bytes, dice: random.Random) -> bytes:
    """Return a page cut, doubled, spliced with another one, or with bytes flipped; several of that."""
    for _ in range(dice.randint(1, 4)):
        start, end = sorted(dice.choices(range(len(page) + 1), k=2))
        match dice.randrange(5):
            case 0:
                page = page[:end]
            case 1:
                page = page[:start] + page[start:end] * 2 + page[end:]
            case 2:
                page = page[:start] + other[dice.randrange(len(other)) :] + page[end:]
            case 3:
                page = page[:start] + page[end:]
            case _:
                torn = bytearray(page)
                for place in dice.choices(range(len(torn)), k=min(len(torn), 20)) if torn else ():
                    torn[place] = dice.randrange(256)
                page = bytes(torn)
    return page


def torn_page(seed: int) -> bytes:
    """Return a bundled page, mutated; the same one for the same seed."""
    dice = random.Random(seed)
    page, other = (dice.choice(PAGES).read_bytes() for _ in range(2))
    return mutated(page, other, dice)


def plain(result: Extraction) -> dict[str, Any]:
    """Return what a page gives, the time left out."""
    return replace(result, elapsed=0.0).as_dict()


def check(page: bytes | str, encoding: str | None = None, method: str = "crf") -> Extraction:
    """Extract a page twice, and check what must hold for any result; returns it."""
    result = extract(page, URL, encoding=encoding, method=method, formats=FORMATS)
    again = extract(page, URL, encoding=encoding, method=method, formats=FORMATS)
    assert result == again
    assert plain(result) == plain(again)
    assert result.empty_reason != "error"
    assert (result.text == "") == (result.empty_reason is not None)
    _check_spans(result)
    assert foreign_addresses(result) == []
    json.dumps(result.as_dict(), allow_nan=False).encode("utf-8")
    assert json.dumps(result.as_dict(), ensure_ascii=False).encode("utf-8")
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result
    assert copy.as_dict() == result.as_dict()
    return result


def foreign_addresses(result: Extraction) -> list[str]:
    """Return the addresses in a result, wherever they stand, that lead to no place of the web."""
    found = result.as_dict()
    shown = Selector(found["html"] or "<p>").xpath("//@href | //@src").getall()
    return [url for url in _addresses(found) if not _OF_THE_WEB.match(url)] + [
        url for url in shown if not _OF_THE_WEB.match(url) and not url.startswith("mailto:")
    ]


def _addresses(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _addresses(part, key)
    elif isinstance(value, list | tuple):
        for part in value:
            if name == "links" and isinstance(part, list | tuple):
                yield part[1]
            else:
                yield from _addresses(part, name)
    elif isinstance(value, str) and ("url" in name or name.endswith("_page")):
        yield value


_OF_THE_WEB = re.compile(r"https?://|(?![\s\x00-\x20]*[A-Za-z][A-Za-z0-9+.\-]*:)")
"""Starts an address of the web, or one without a scheme: of a page whose own address is not known."""


def _check_spans(result: Extraction) -> None:
    """Blocks of the text stand in it in their order and do not overlap."""
    last = 0
    for block in result.text_blocks:
        assert block.text.strip()
        assert (block.start is None) == (block.end is None)
        if block.start is not None and block.end is not None:
            assert last <= block.start < block.end <= len(result.text)
            assert _unsigned(result.text[block.start : block.end]) == _unsigned(block.text)
            last = block.end


def _unsigned(text: str) -> str:
    """Return a text without what the plain text adds to raised numbers, and without the signs of links back."""
    return re.sub(r"[\s^_()↩↵⏎⤴↑\ufe0e\ufe0f]+", "", text)


def check_places(result: Extraction, page: bytes, encoding: str | None = None) -> None:
    """Check that each place that a result names is one element of the page."""
    if result.truncated or result.empty_reason in ("empty", "binary") or "text" in result.sources:
        return  # an article that a script holds has its places behind the page
    root = parse(guard(decode(page, encoding).utf_8(), Limits())[0])
    if root is None:  # a closing tag alone
        assert not result.text_blocks
        return
    tree = root.getroottree()
    places = {block.xpath for block in result.text_blocks} | {region.xpath for region in result.regions}
    places |= {medium["xpath"] for medium in result.media if medium["xpath"] is not None}
    for place in places:
        assert len(tree.xpath(place)) == 1, place
