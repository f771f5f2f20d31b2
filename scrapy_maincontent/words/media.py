"""The kind of a picture, video or player, and whether it is an icon, a logo or the like.

The words of addresses and class names are lists in ``media.toml``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cache, lru_cache
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..page import Page

IMAGE, VIDEO, AUDIO = "image", "video", "audio"
"""The kinds of media."""
SMALL = 50
"""Pixels of width or height below which a picture is an icon, a rule or a tracker."""
LARGE = 200
"""Pixels of width from which a picture is no icon, whatever its class says."""
OFTEN = 8
"""Times from which a page's picture is an icon, such as a star of ratings, or the sign of a thread that is read."""
_KINDS = {"img": IMAGE, "picture": IMAGE, "video": VIDEO, "audio": AUDIO}
_PART = re.compile(r"[a-z0-9]+")
_PIXELS = re.compile(r"\s*+(\d{1,5})(?:\.\d*+)?\s*+(?:px\s*+)?$")
_STYLED = re.compile(r"(?:^|[;\s])(?:width|height)\s*:\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*(?:!|;|$)", re.IGNORECASE)
_AT_LEAST = re.compile(r"\bmin-(?:width|height)\s*:", re.IGNORECASE)
"""Of a picture that fills its box: its own width and height may be 0."""
_FILE = re.compile(r"/([A-Za-z]{3,9})(?:[-_]?\d{1,3}(?:x\d{1,3})?)?\.[A-Za-z]{3,4}$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ADDRESS_END = 120
_MAX_NAME = 200
"""Characters of a class, an id or a frame's address that are read."""
_MAX_STYLE = 500
_SCRIPT_SIGNS = frozenset("<>{}\"'`")
_NO_ADDRESS = ("data:", "blob:", "about:", "javascript:")
_FULL_SCREEN = ("allowfullscreen", "webkitallowfullscreen")
_FILLS_SCREEN = ("fullscreen", "picture-in-picture", "autoplay")
_REMEMBERED = 10_000


@cache
def _words(name: str) -> frozenset[str]:
    """Return one of the word lists of ``media.toml``."""
    return _lists()[name]


def kind_of(page: Page, number: int, *, in_text: bool = False) -> str | None:
    """Return the kind of one of the page's objects; ``None`` where it is furniture, no player, or has no address.

    One that stands ``in_text`` may be small if it has an alternative text, as formulas have.
    """
    url, element = page.object_urls[number], page.objects[number]
    own = page.attrs[element]
    is_none = not url or url.startswith(_NO_ADDRESS) or not _SCRIPT_SIGNS.isdisjoint(url)
    if is_none or is_furniture(own, is_large=is_large(own)):
        return None
    if _is_small(own) and not (in_text and page.object_alts[number]):
        return None
    kind = _KINDS.get(page.tags[element])
    if kind is None:
        return _player(url[:_MAX_NAME], _may_fill_screen(own))
    return None if kind == IMAGE and is_furniture_file(url) else kind


def often_shown(page: Page) -> set[str]:
    """Return the addresses of the objects that a page shows `OFTEN` or more times, as it spells them."""
    return {url for url, times in Counter(page.object_urls).items() if times >= OFTEN}


def visible(page: Page, numbers: Iterable[int]) -> Iterator[int]:
    """Yield shown objects' numbers; a picture in ``noscript`` counts where the one before it shows nothing."""
    if not page.hiding:
        yield from numbers
        return
    hiding, objects, ends = sorted(page.hiding), page.objects, page.ends
    for number in numbers:
        element = objects[number]
        outer = hiding[max(bisect_right(hiding, element) - 1, 0)]
        if not outer <= element < ends[outer] or (page.tags[outer] == "noscript" and _stands_in(page, number)):
            yield number


MAX_FIGURE = 4
"""Elements above a picture in ``noscript`` that may be its figure."""


def _stands_in(page: Page, number: int) -> bool:
    """Return True if a picture in ``noscript`` stands in for the one before it, which has no address or is hidden.

    Or for one that a script will put into its figure, which has no other.
    """
    from ..page.flatten import is_hidden  # here, since items need the names of the kinds alone

    element = page.objects[number]
    if is_hidden(page.attrs[element]):
        return False
    figure = next((above for above in islice(page.ancestors(element), MAX_FIGURE) if page.tags[above] == "figure"), 0)
    if figure and (not number or page.objects[number - 1] < figure):
        return True
    return (number > 0 and not page.object_urls[number - 1]) or page.objects[number - 1] in page.hiding


def has_word(url: str, name: str) -> bool:
    """Return True if the end of an address has one of a list's words."""
    path = url if "?" not in url else url.partition("?")[0]
    return not _words(name).isdisjoint(_PART.findall(_CAMEL.sub(" ", path[-_ADDRESS_END:]).lower()))


def is_furniture_file(url: str) -> bool:
    """Return True if the name of a file is that of an icon, a logo, a tracker or a stand-in."""
    if has_word(url, "furniture_files"):
        return True
    found = _FILE.search(url.partition("?")[0][-_ADDRESS_END:])
    return found is not None and found[1].lower() in _words("furniture_names")


def is_sites_picture(url: str) -> bool:
    """Return True if the file that a page declares as its picture is a logo or a stand-in by its name."""
    folder, _, name = url.partition("?")[0].partition("#")[0].rstrip("/").rpartition("/")
    stem, _, end = name[-_ADDRESS_END:].rpartition(".")
    parts = _WORDS_OF_FILE.findall(_CAMEL.sub(" ", stem or name[-_ADDRESS_END:]).lower())
    around = _WORDS_OF_FILE.findall(folder.rpartition("/")[2][-_ADDRESS_END:].lower())
    if end.lower() in _NO_PHOTO or not _words("logo_files").isdisjoint((*parts, *around)):
        return True
    if stem.lower() in _words("furniture_names") or _SIZED_ICON.match(stem.lower()) or _THEMES.search(f"{folder}/"):
        return True
    found = _words("stand_ins").intersection(parts) if "?" not in url else ()
    if not found or _words("stand_in_files").issuperset(parts):
        return bool(found)
    # "vh-social-default": beside two such words there are the site's, but a picture of one text is numbered.
    is_sure = len(found) > 1 and not _words("sure_stand_ins").isdisjoint(parts)
    return is_sure and not _NUMBER.search(_SIZE.sub("", stem))


_THEMES = re.compile(r"/wp-content/themes/|/sites/[\w.-]{1,60}/themes/|/themes/(?:custom|contrib)/")
"""Folders of a site's own look, in WordPress and Drupal."""
_NUMBER, _SIZE = re.compile(r"\d\d"), re.compile(r"\d{2,4}x\d{2,4}")
_WORDS_OF_FILE = re.compile(r"[a-z]+")
_SIZED_ICON = re.compile(r"(?:fav)?icon\D?\d{2,3}(?!\d)")
_NO_PHOTO = ("svg", "ico")


def without_stand_ins(stem: str) -> str:
    """Return a file's name without the words of which stand-ins are made: "valleyherald-fb-share" -> valleyherald."""
    words = _WORDS_OF_FILE.findall(_CAMEL.sub(" ", stem).lower())
    return "".join(word for word in words if word not in _words("stand_in_files"))


def is_furniture(own: Mapping[str, str], *, is_large: bool = False) -> bool:
    """Return True if class or id are of an icon, a logo, an advertisement, of sharing or of a by-line.

    Words of icons and buttons say nothing about a large picture, or what holds one.
    """
    return any(name in own and _is_furniture_name(own[name], is_large) for name in ("class", "id"))


def is_large(own: Mapping[str, str]) -> bool:
    """Return True if a picture declares a width of `LARGE` pixels or more."""
    found = _PIXELS.match(own["width"][:_MAX_NAME]) if "width" in own else None
    return found is not None and int(found[1]) >= LARGE


def is_caption(own: Mapping[str, str]) -> bool:
    """Return True if an element's class is that of a caption, or of what holds a picture and its caption."""
    return "class" in own and _is_caption_name(own["class"])


def _is_small(own: Mapping[str, str]) -> bool:
    given = [_PIXELS.match(own[name][:_MAX_NAME]) for name in ("width", "height") if name in own]
    return any(found is not None and int(found[1]) < SMALL for found in given) or (
        "style" in own and _is_styled_small(own["style"][:_MAX_STYLE])
    )


@lru_cache(maxsize=_REMEMBERED)
def _is_styled_small(style: str) -> bool:
    small = any(int(found) < SMALL for found in _STYLED.findall(style))
    return small and _AT_LEAST.search(style) is None


@cache
def _lists() -> dict[str, frozenset[str]]:
    import tomllib  # here, since items need the names of the kinds alone

    text = resources.files(__package__).joinpath("media.toml").read_text("utf-8")
    return {name: frozenset(listed) for name, listed in tomllib.loads(text).items()}


@lru_cache(maxsize=_REMEMBERED)
def _is_furniture_name(name: str, is_large: bool) -> bool:
    parts = _PART.findall(name[:_MAX_NAME].lower())
    return not _words("furniture").isdisjoint(parts) or not (is_large or _words("icons").isdisjoint(parts))


@lru_cache(maxsize=_REMEMBERED)
def _is_caption_name(name: str) -> bool:
    return not _words("caption").isdisjoint(_PART.findall(name[:_MAX_NAME].lower()))


@lru_cache(maxsize=_REMEMBERED)
def _player(url: str, may_fill_screen: bool) -> str | None:
    parts = _PART.findall(url.lower())
    if not _words("not_a_player").isdisjoint(parts):
        return None
    if not _words("video").isdisjoint(parts):
        return VIDEO
    if not _words("audio").isdisjoint(parts):
        return AUDIO
    return VIDEO if may_fill_screen and not _words("embed").isdisjoint(parts) else None


def _may_fill_screen(own: Mapping[str, str]) -> bool:
    allowed = own.get("allow", "")[:_MAX_NAME]
    return any(name in own for name in _FULL_SCREEN) or any(word in allowed for word in _FILLS_SCREEN)
