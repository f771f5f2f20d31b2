"""How pages of attacks are made: a count, and a function that makes a page of that size."""

from __future__ import annotations

import html
import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Attack(NamedTuple):
    """One attack: ``make(count)`` is the page; ``declared`` is what its server names as its encoding."""

    count: int
    make: Callable[[int], bytes]
    declared: str | None = None


MILLION = 1_000_000
_LONG, _SHORT, _SHORT_RUNS = 60_000, 100, 1500
"""Characters of the long run in a trap, and of the short ones; how many of those there are."""
SENTENCE = "The mill stands by the river, and its wheel has turned since the spring of that year. "
_NOISE = bytes({*range(0x20, 0x100)} - {*b"<>&"})
PROSE = f"<p>{SENTENCE * 4}</p>"


def whole_page(body: str, head: str = "") -> bytes:
    """Return a page with a paragraph of prose before and behind the body."""
    text = f"<!DOCTYPE html><html><head><title>Mill</title>{head}</head><body>{PROSE}{body}{PROSE}</body></html>"
    return text.encode("utf-8", "surrogatepass")


def repeat(part: str, count: int, *, head: str = "") -> Attack:
    """Return the same piece of markup, over and over."""
    return Attack(count, lambda n: whole_page(part * n, head))


def numbered(part: str, count: int, around: tuple[str, str] = ("", "")) -> Attack:
    """Return a piece of markup over and over, ``%d`` in it counted up."""
    parts = part.count("%d")
    return Attack(count, lambda n: whole_page(around[0] + "".join(part % ((i,) * parts) for i in range(n)) + around[1]))


def in_head(part: str, count: int) -> Attack:
    """Return the same piece over and over in the head."""
    return Attack(count, lambda n: whole_page("", part * n))


def shell(part: str, count: int) -> Attack:
    """Return a page that shows nothing, with one script."""
    return Attack(count, lambda n: f"<div></div><script>a([{part * n}])</script>".encode())


def nested(left: str, right: str, count: int) -> Attack:
    """Return openings, then as many closings."""
    return Attack(count, lambda n: whole_page(left * n + "deep" + right * n))


def within(left: str, part: str, right: str, count: int) -> Attack:
    """Return the same piece over and over between two others."""
    return Attack(count, lambda n: whole_page(left + part * n + right))


def raw(part: bytes, count: int, declared: str | None = None) -> Attack:
    """Return the same bytes over and over, and nothing else."""
    return Attack(count, lambda n: part * n, declared)


def noise(declared: str | None) -> Attack:
    """Return bytes that mean nothing, declared to be in some encoding; no control characters, which no text has."""
    return Attack(2 * MILLION, lambda n: b"<p>" + bytes(random.Random(n).choices(_NOISE, k=n)), declared)  # noqa: S311


def trap(run: str) -> Attack:
    """Return a page with runs of characters, a long one and many short ones, wherever an expression may look.

    That is in the names, texts and addresses of elements.
    """

    def make(count: int) -> bytes:
        long, short = _spelled(run, count), _spelled(run, _SHORT)
        head = f'<meta name="author" content="{long}"><meta property="og:title" content="{long}x">'
        lines = f"<li>{_named(short)}</li><p>{short}</p><h2>{short}x</h2>" * (_SHORT_RUNS * count // _LONG)
        return whole_page(f"<h1>{long}</h1>{_named(long)}<ul>{lines}</ul>", f"<title>{long}|{long}</title>{head}")

    return Attack(_LONG, make)


def _spelled(run: str, length: int) -> str:
    return html.escape((run * length)[:length])


def _named(run: str) -> str:
    """Return an element with links and a picture; its names, texts and addresses are the run."""
    links = f'<a href="/{run}x" rel="{run}">{run}x</a> <a href="?page={run}">1{run}</a> <a href="#{run}">{run}</a>'
    picture = f'<img src="{run}" alt="{run}" srcset="{run} 2x"><time datetime="{run}">{run}</time>'
    return f'<div class="{run}" id="{run}x" role="{run}" style="{run}" itemprop="{run}">{links}{picture}</div>'


def json_ld(opening: str, closing: str, count: int) -> Attack:
    """Return a script of JSON-LD: openings, and one closing."""
    script = '<script type="application/ld+json">'
    return Attack(count, lambda n: whole_page("", f"{script}{opening * n}{closing}</script>"))
