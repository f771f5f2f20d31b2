"""Pages drawn as a line: one cell a block, from top to bottom.

A cell is words, each of them a part of the block: ``h1`` to ``h6`` a heading, ``logo`` a heading with a picture,
``picture`` a picture, ``#name`` an empty anchor, everything else a paragraph (``text#name``: one with that id). In
brackets stands a region, as in ``[paging pages]``; one of links within the page goes on with where they lead to:
``[in_page body main]`` has one link, to ``#main``. ``[in_page body Skip_to_menu=nav End=foot]`` gives texts as well. The
id of a region is its kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_maincontent.blocks.placement import place
from scrapy_maincontent.page import Block, Kind, Page, Region
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse

if TYPE_CHECKING:
    from scrapy_maincontent.blocks.placement import Evidence

URL = "https://paper.example/news/7"
SIGNS = {"main": "+", "other": "-"}


def cells(line: str) -> list[str]:
    return [" ".join(cell.split()) for cell in line.split("|")]


def evidence_in(line: str, kind: str) -> list[str]:
    """Return the evidence of one kind's rules for each cell: + main, - not main, then case and name (``+II.heading``)."""
    found: list[list[str]] = [[] for _ in cells(line)]
    for block, label, rule in evidence_on(line):
        if rule.startswith(f"{kind}."):
            found[block].append(SIGNS[label] + rule.partition(".")[2])
    return [" ".join(words) for words in found]


def check(kind: str, line: str, expected: str) -> None:
    """Check the evidence of one kind's rules on a drawn page, cell by cell."""
    assert evidence_in(line, kind) == cells(expected)


def evidence_on(line: str) -> list[Evidence]:
    return place(*drawn(line))


def drawn(line: str) -> tuple[Page, list[Block], list[Region]]:
    """Return the page, its blocks and its regions."""
    parts = cells(line)
    body = "".join(f"<div>{''.join(map(_part, _words(cell)))}</div>" for cell in parts)
    root = parse(f"<!DOCTYPE html><html><body>{body}</body></html>".encode())
    assert root is not None
    page = flatten(root, Page(url=URL), Limits())
    blocks: list[Block] = []
    regions: list[Region] = []
    objects = 0
    for cell, element in zip(parts, page.children(page.tags.index("body")), strict=True):
        texts = page.blocks_in(element)
        objects_end = objects + sum(element < number < page.ends[element] for number in page.objects)
        numbers: tuple[int, ...] = ()
        if cell.startswith("["):
            numbers = (len(regions),)
            regions.append(_region(cell, texts, element))
        blocks.append(Block(texts, (objects, objects_end), numbers))
        objects = objects_end
    return page, blocks, regions


def _words(cell: str) -> list[str]:
    return [f"links#{cell.strip('[]').split()[0]}"] if cell.startswith("[") else cell.split()


def _part(word: str) -> str:
    text, _, name = word.partition("#")
    if not text:
        return f'<a id="{name}"></a>'
    if text == "picture":
        return '<img src="/a.png">'
    if text == "logo":
        return '<h1><img src="/logo.png" alt="Paper"></h1>'
    tag = text if text in ("h1", "h2", "h3", "h4", "h5", "h6") else "p"
    return f'<{tag} id="{name}">{text}</{tag}>' if name else f"<{tag}>{text}</{tag}>"


def _region(cell: str, texts: tuple[int, int], element: int) -> Region:
    kind, subtype, *links = cell.strip("[]").split()
    pairs = (link.rpartition("=") for link in links)
    return Region(
        kind=Kind(kind),
        subtype=subtype,
        text="links",
        xpath="",
        links=tuple((text.replace("_", " "), f"{URL}#{target}") for text, _, target in pairs),
        rule=f"{kind}.step1",
        blocks=texts,
        elements=(element, element),
    )
