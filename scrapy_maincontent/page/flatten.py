"""Events of the parser -> Page: one pass, no recursion.

Elements become text pieces and runs of them, runs become text blocks. On the way, a blank goes between words that only
style sheets part, the signs by which headings link to themselves are dropped, and hidden elements are noted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from . import LABELS, collapse
from .formulas import with_formulas
from .head import read_head
from .parser import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element as Element

    from . import Page
    from .limits import Limits
    from .parser import Events


_SKIP, _HEAD, _BREAK, _INLINE, _LINK, _OBJECT, _BLOCK = range(7)
"""What an element does to the text around it. Kinds up to _BREAK are not recorded as elements."""

_STYLES = """
    abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark math q rb ruby s samp strike strong sub sup tt u
    var wbr
"""
UNPARTED_TAGS = frozenset(_STYLES.split())
"""What may begin or end within a word."""
TEMPLATE, SHADOW_ROOT = "template", frozenset(("shadowrootmode", "shadowroot"))
"""A template is shown where one of these attributes says that it is the shadow root of its parent."""
TIME = "time"
"""What never does."""
_BLOCKS = """
    address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav noscript ol p pre
    search section summary table tbody td tfoot th thead tr ul
"""
_SKIPPED = """
    annotation annotation-xml applet canvas datalist frame noembed noframes optgroup option param rp rt rtc
    select source svg template textarea track xmp
"""
_OBJECTS = "img picture video audio iframe embed object"
_INLINES = "input label small span time"
KINDS = {
    **dict.fromkeys(_BLOCKS.split(), _BLOCK),
    **dict.fromkeys(_SKIPPED.split(), _SKIP),
    **dict.fromkeys(_OBJECTS.split(), _OBJECT),
    **dict.fromkeys(("a", "area"), _LINK),
    **dict.fromkeys(("title", "meta", "base", "link", "script", "style"), _HEAD),
    "br": _BREAK,
    **dict.fromkeys((*_INLINES.split(), *UNPARTED_TAGS), _INLINE),
}
_KNOWN = {tag: (tag, kind) for tag, kind in KINDS.items()}
"""Kinds, and the tags once more: all elements of a tag share one string, which later stages then look up faster."""

NO_ATTRIBUTES: Mapping[str, str] = {}
NOWHERE = -1
Run = tuple[int, int, int, int, int, bool]
"""A run of pieces between two borders: its range, the elements that own, hide and preformat it, and whether a line
break ends it."""

BETWEEN = " "
"""The blank between neighbouring links, and between other inline elements whose texts meet as words do: style sheets
part them, prose does so with characters."""
LINE_BREAK = "\n"
"""What a ``<br>`` is in preformatted text, where it parts no text blocks."""
_MIN_PARTED = 2
"""Characters of a text that is more than a letter drawn by itself."""
_MIN_COUNTED, _MIN_RANKED = 5, 3
"""Those of a text before a digit that counts something, and of one behind a digit that is its rank."""
_FIRST_UNSPACED = "\u0e00"
"""From Thai on, scripts write no blanks between words, as a rule."""
_COLON, _OPENING, _CLOSING = ":", "(", ")"
"""What words begin and end with besides letters and digits."""

HIDING_TAGS = frozenset(("dialog", "noscript"))
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
STYLE_PREFIX = 500
"""Characters of a style attribute that are read."""

HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"))
"""The block-level elements that have a link to themselves: "Installation ¶"."""
MAX_SIGN = 3
"""Characters of such a link's text, which is no part of the heading."""
_SIGNS = frozenset("¶§#⚓🔗⛓\u200b\ufe0e\ufe0f \n\t")
_ICON_FONTS = ("\ue000", "\uf8ff")
"""Unicode's private use area: what icon fonts draw."""

SOURCE_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "data-delayed-url", "src", "data")
"""Those of pictures that are loaded late come first: their ``src`` is a stand-in."""
_SOURCES = frozenset(SOURCE_ATTRIBUTES)
SET_ATTRIBUTES = ("srcset", "data-srcset", "data-lazy-srcset")
_MAX_SET = 4000
_SOURCE = "src"
"""What the names of other attributes have in them that hold a picture's address until it is loaded."""
_PICTURE = re.compile(r"[^\s{}?#]+\.(?:jpe?g|png|webp|gif|avif)(?:[?#]\S*)?", re.IGNORECASE)
_SMALL_COPY = re.compile(
    r"[-_/=:](?=\d)(?:"
    r"(?:(?<=\bw[=_:])|(?<=_w[=_:])|(?<=\bwid[=_:])|(?<=width[=_:-]))(?:1\d\d|\d{1,2})(?![\d.])"
    r"|(?<=[-_/])(?:1\d\d|[2-9]\d)[xX]\d{2,3}(?=[-_./]|$))"
)
"""What the address of a picture less than 200 pixels wide has, where a server makes it: "?w=40", "-150x150.jpg"."""
SOURCE_TAGS = frozenset(("img", "source", "embed"))
MAX_SOURCES = 20
"""Inner elements of a picture or player that are looked at."""
ALT_ATTRIBUTES = ("alt", "title", "aria-label")


def flatten(root: Element, page: Page, limits: Limits) -> Page:
    """Fill ``page`` from a tree and return it; see `fill`."""
    return fill(page, walk(root), limits)


def fill(page: Page, events: Events, limits: Limits) -> Page:  # noqa: C901, PLR0912, PLR0915  one loop, see below
    """Fill ``page`` from a document's events and return it.

    Elements beyond ``limits.max_depth`` are left out and their text goes to the deepest element above; filling ends at
    ``limits.max_elements``. Both set ``page.truncated``. What follows the end of the first root goes into its body.

    This is one loop, without calls for most elements, since it takes a good part of an extraction's time.
    ``here`` is the innermost open element, ``owner`` the innermost of the block-level ones. ``hidden``, ``linked`` and
    ``preformatted`` are the outermost open elements that hide, link or preformat what is below them, `NOWHERE` where
    there is none; ``marked`` is the innermost of the three. White space between blocks is not kept. ``parted`` is the
    number of pieces where an inline element has just ended, ``gap`` where another one has begun right behind it.
    """
    tags, parents, ends = page.tags, page.parents, page.ends
    attrs: list[Mapping[str, str]] = []
    page.attrs = attrs
    names: dict[str, list[int]] = {}
    piece_starts, piece_ends, pieces, in_link = page.piece_starts, page.piece_ends, page.pieces, page.linked
    blanks = page.blanks
    page.made["labelled"] = labelled = list[int]()  # noted here, where attributes are at hand
    label, item_type, rdf_type = LABELS
    known, unparted, max_depth, max_elements = _KNOWN, UNPARTED_TAGS, limits.max_depth, limits.max_elements
    here = owner = hidden = linked = preformatted = marked = parted = gap = NOWHERE
    styled = timed = False  # whether the element that ended last may end within a word, is a time
    outer_owners: list[int] = []
    too_deep: list[int] = []  # kinds of the open elements that are left out
    runs: list[Run] = []
    border = 0  # the first piece since the last border of a text block
    depth = 0
    count = total = 0  # of pieces and elements so far
    text: str | None = None
    more: list[str] = []  # the rest of the text, where it comes in parts
    stream = iter(with_formulas(events))
    for event in stream:
        if type(event) is str:
            if text is None:
                text = event
            else:
                more.append(event)
            continue
        if text is not None:
            if more:
                text += "".join(more)
                more.clear()
            if not text.isascii():
                text = without_marks(text)
            if (text and (border != count or preformatted >= 0 or not text.isspace())) and not (
                linked >= 0 <= owner
                and len(text) <= MAX_SIGN
                and tags[owner] in HEADING_TAGS
                and is_heading_anchor(text, attrs[linked])
            ):
                if gap == count != border and preformatted < 0 and are_parted(pieces[-1], text):
                    blanks.add(count)
                    pieces.append(BETWEEN)
                    in_link.append(False)
                    count += 1
                pieces.append(text)
                in_link.append(linked >= 0)
                count += 1
            text = None
        if event is None:
            depth -= 1
            if too_deep:
                if too_deep.pop() == _BLOCK and border != count:
                    runs.append((border, count, owner, hidden, preformatted, False))
                    border = count
                continue
            if here == owner:
                if border != count:
                    runs.append((border, count, owner, hidden, preformatted, False))
                    border = count
                owner = outer_owners.pop()
            parted = NOWHERE if piece_starts[here] == count else count
            gap, styled, timed = NOWHERE, tags[here] in unparted, tags[here] == TIME
            ends[here] = total
            piece_ends[here] = count
            if here == marked:
                hidden = NOWHERE if here == hidden else hidden
                linked = NOWHERE if here == linked else linked
                preformatted = NOWHERE if here == preformatted else preformatted
                marked = max(hidden, linked, preformatted)
            here = parents[here]
            continue
        own, tag = event, next(stream)
        tag, kind = known.get(tag) or (tag, _INLINE)
        if tag == TEMPLATE and not SHADOW_ROOT.isdisjoint(own):
            kind = _BLOCK
        if kind == _BLOCK:
            if border != count:
                runs.append((border, count, owner, hidden, preformatted, False))
                border = count
        elif kind <= _BREAK:
            texts, _ = _inside(stream)
            if kind == _BREAK and preformatted >= 0:
                pieces.append(LINE_BREAK)
                in_link.append(linked >= 0)
                count += 1
            elif kind == _BREAK:
                runs.append((border, count, owner, hidden, preformatted, True))
                border = count
            elif kind == _HEAD:
                read_head(tag, own, texts, page)
                if tag == "link" and here >= 0:
                    page.link_holders.append(here)
                if here >= 0 and own.get("itemprop") and (tag == "meta" or (tag == "link" and own.get("content"))):
                    page.properties.append((here, own["itemprop"], own.get("content", "")))
            continue
        depth += 1
        if depth == 1:
            if not total:
                page.language = own.get("lang", "").strip().lower()
            else:  # what follows a premature end of the document
                here = owner = _last_body(page)
                hidden = marked = next((above for above in (0, here) if above in page.hiding), NOWHERE)
                outer_owners = [NOWHERE, 0] if here else [NOWHERE]
                depth = len(outer_owners) + 1
        if depth > max_depth:
            page.truncated = True
            too_deep.append(kind)
            continue
        parents.append(here)
        here = total
        total += 1
        tags.append(tag)
        if own:
            attrs.append(own)
            if "class" in own:
                names.setdefault(own["class"], []).append(here)
            if "id" in own:
                names.setdefault(own["id"], []).append(here)
            if label in own or item_type in own or rdf_type in own:
                labelled.append(here)
        else:
            attrs.append(NO_ATTRIBUTES)
        ends.append(total)
        piece_starts.append(count)
        piece_ends.append(count)
        if kind == _BLOCK:
            outer_owners.append(owner)
            owner = here
            if tag == "pre" and preformatted < 0:
                preformatted = marked = here
        elif kind == _OBJECT:
            if hidden < 0 and is_hidden(own):
                page.hiding.add(here)
            _read_object(own, _inside(stream)[1], here, page)
            here = parents[here]
            depth -= 1
            continue
        elif kind == _LINK and "href" in own:
            page.links.append(here)
            if count and in_link[-1] and not pieces[-1].isspace():
                blanks.add(count)
                pieces.append(BETWEEN)
                in_link.append(False)
                count += 1
            if linked < 0:
                linked = marked = here
        if tag == TIME:
            gap = count
        elif parted == count and (kind == _LINK or not styled):
            parted = NOWHERE
            gap = NOWHERE if tag in unparted and not timed else count
        if hidden < 0 and (
            "hidden" in own
            or ("style" in own and style_hides(own["style"][:STYLE_PREFIX]))
            or (tag in HIDING_TAGS and "open" not in own)
        ):
            hidden = marked = here
            page.hiding.add(here)
        if here >= max_elements:
            page.truncated = True
            break
    runs.append((border, count, owner, hidden, preformatted, False))
    while here != NOWHERE:
        ends[here], piece_ends[here] = total, count
        here = parents[here]
    page.names = {name: tuple(elements) for name, elements in names.items()}
    _add_blocks(page, runs)
    return page


def without_marks(text: str) -> str:
    """Return a text without what shows nothing and parts no words: soft hyphens and the like."""
    return _MARKS.sub("", text)


# A space without width parts the words of Thai, Lao, Burmese and Khmer; joiners and marks of direction say something of
# their neighbours, and nothing where an editor left them alone in a paragraph.
_MARKS = re.compile(
    "[\u00ad\u2060\ufeff]|\u200b(?![\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])"
    r"|\A\s*+[\u200c-\u200f][\s\u200c-\u200f]*+\Z"
)


def is_heading_anchor(text: str, link: Mapping[str, str]) -> bool:
    """Return True if a text of at most `MAX_SIGN` characters is the sign of a heading's link to itself."""
    signs = all(character in _SIGNS or _ICON_FONTS[0] <= character <= _ICON_FONTS[1] for character in text)
    return signs and not text.isspace() and "#" in link["href"]


def are_parted(before: str, text: str) -> bool:
    """Return True if a blank goes between the texts of neighbouring elements.

    The one before ends, and the one behind begins, with a letter or digit. A bracket opens or closes a word, but for
    the empty ones of a function's call (``grind()``), and a colon stands at its end
    (``<span>Weight:</span><span>2 kg</span>``), but for one between digits, as of a time.
    """
    last, first = before[-1], text[0]
    return (
        last < _FIRST_UNSPACED > first
        and (first.isalnum() or (first == _OPENING and text[1:2].isalnum()))
        and (
            last.isalnum() or last == _CLOSING or (last == _COLON and not (first.isdigit() and before[-2:-1].isdigit()))
        )
        and _are_words(before.strip(), text.strip())
    )


def _are_words(before: str, text: str) -> bool:
    """Return True if neither of two texts that meet is a piece of a word.

    A letter may be drawn by itself, and a capital before small ones ("Mr J", "ustice"). A digit counts something, but
    it is a power or an index behind few letters and behind a capital; before a capital it is a rank.
    """
    if len(before) < _MIN_PARTED:
        return before.isdigit() and len(text) >= _MIN_RANKED and text[0].isupper()
    if len(text) < _MIN_PARTED:
        is_time = before[-3:-2] == _COLON and before[-2:].isdigit()
        is_word = len(before) >= _MIN_COUNTED and before[-1].isalpha() and not before[-1].isupper()
        return text.isdigit() and (is_time or is_word)
    return not (before[-2:-1].isspace() and before[-1].isupper() and text[0].islower())


def _inside(stream: Iterator[Any]) -> tuple[list[str], list[tuple[str, Mapping[str, str]]]]:
    """Go on to the end of the open element; return the texts and the elements in it."""
    texts, elements = [], []
    depth = 1
    for event in stream:
        if event is None:
            depth -= 1
            if not depth:
                break
        elif type(event) is str:
            texts.append(event)
        else:
            depth += 1
            elements.append((next(stream), event))
    return texts, elements


def _read_object(own: Mapping[str, str], inside: list[tuple[str, Mapping[str, str]]], index: int, page: Page) -> None:
    """Add picture, video or player ``index`` to the page; its address may stand on a ``source`` or ``img`` in it."""
    candidates = [own, *islice((attrs for tag, attrs in inside if tag in SOURCE_TAGS), MAX_SOURCES)]
    page.objects.append(index)
    url = _first_attribute(candidates, SOURCE_ATTRIBUTES)
    if not url or _has_set(candidates):
        url = larger(url, candidates)
    page.object_urls.append(url)
    page.object_alts.append(collapse(_first_attribute(candidates, ALT_ATTRIBUTES)))


def _first_attribute(elements: list[Mapping[str, str]], names: tuple[str, ...]) -> str:
    for name in names:
        for element in elements:
            value = element.get(name)
            if value and (value := value.strip()) and not value.startswith("data:"):
                return value
    return ""


def _has_set(elements: list[Mapping[str, str]]) -> bool:
    return any(name in own for own in elements for name in SET_ATTRIBUTES)


def is_small_copy(url: str) -> bool:
    """Return True if a picture's address is named as a small copy."""
    return _SMALL_COPY.search(url) is not None


def larger(url: str, elements: list[Mapping[str, str]]) -> str:
    """Return the largest picture of the set beside an address, but this one where there is none, or is as small.

    ``url`` is that of one of the elements, or "". Other elements' sets, which may be in formats that few read, count
    where the address is none or a small copy's. Without either it is one in an attribute that is no standard's, but is
    called some kind of source.
    """
    if url and len(elements) > 1 and not is_small_copy(url):
        elements = [own for own in elements if any(own[name].strip() == url for name in _SOURCES.intersection(own))]
    found = _largest(elements) or ("" if url else _late(elements))
    return url if found in ("", url) or (url and is_small_copy(found)) else found


def _largest(elements: list[Mapping[str, str]]) -> str:
    """Return the address of the widest or densest picture of the first set that has one."""
    for name in SET_ATTRIBUTES:
        for element in elements:
            found = [each for each in _candidates(element.get(name, "")) if not each[1].startswith("data:")]
            if found:
                return max(found, key=itemgetter(0))[1]
    return ""


def _late(elements: list[Mapping[str, str]]) -> str:
    named = (value.strip() for own in elements for name, value in own.items() if _SOURCE in name)
    return next((value for value in named if _PICTURE.fullmatch(value)), "")


def _candidates(value: str) -> Iterator[tuple[float, str]]:
    """Yield the sizes and addresses of a set: "a.jpg 400w, b.jpg 800w"; a size that is left out is 1."""
    url = ""
    for token in value[:_MAX_SET].split() if "{{" not in value else ():  # that is a template which nobody filled
        if not url:
            url = token.rstrip(",")
            if url == token:
                continue
            size, behind = "", ""
        else:
            size, _, behind = token.partition(",")
        if url:
            yield _size(size), url
        url = behind
    if url:
        yield 1.0, url


def _size(descriptor: str) -> float:
    try:
        return float(descriptor.rstrip("wx") or 1)
    except ValueError:
        return 1.0


def _last_body(page: Page) -> int:
    """Return the body if it is the root's last child, else the root."""
    last = 0
    for child in page.children(0):
        last = child
    return last if page.tags[last] == "body" else 0


def is_hidden(own: Mapping[str, str]) -> bool:
    """Return True if the attributes of an element hide it."""
    return "hidden" in own or ("style" in own and style_hides(own["style"][:STYLE_PREFIX]))


@lru_cache(maxsize=1024)
def style_hides(style: str) -> bool:
    """Return True if a style attribute, cut to `STYLE_PREFIX`, hides its element."""
    return _HIDING_STYLE.search(style) is not None


def _add_blocks(page: Page, runs: list[Run]) -> None:
    """Make a text block of each run that has text."""
    pieces, texts, owners, breaks = page.pieces, page.texts, page.owners, page.breaks
    text_starts, text_ends, hides = page.text_starts, page.text_ends, page.hidden
    broken = NOWHERE  # the element in which a line break ended the run before
    twice = False  # whether there were several
    for start, end, innermost, hidden, preformatted, by_break in runs:
        owner = max(innermost, 0)
        if start != end:
            raw = pieces[start] if end == start + 1 else "".join(pieces[start:end])
            text = collapse(raw) if preformatted == NOWHERE else raw.strip("\r\n").rstrip()
            if text:
                if twice and broken == owner:
                    page.gaps.add(len(texts))
                texts.append(text)
                owners.append(owner)
                text_starts.append(start)
                text_ends.append(end)
                hides.append(hidden != NOWHERE)
                breaks.append(broken == owner)
                broken, twice = NOWHERE, False
        if by_break:
            twice = broken == owner
            broken = owner
