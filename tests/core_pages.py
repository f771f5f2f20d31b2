"""Markup -> Page, for tests of single stages."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from scrapy_maincontent.page import Block, Kind, Page, Region
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse


def page_of(markup: str, url: str | None = "https://paper.example/news/7", limits: Limits | None = None) -> Page:
    root = parse(markup.encode())
    assert root is not None
    return flatten(root, Page(url=url), limits or Limits())


# Blocks and regions drawn as in the paper's figures (Uda 4.1).
#
# A drawing names blocks, parted by `|`: `X: a [0 n n 0] b | Y: * c`. A letter is a text block, `*` a picture, `.` an
# empty element; `[0` and `0]` stand before the first and behind the last element of region 0. After re-blocking a block
# of regions is called `N` and their numbers: `N0+2`; other names are only for the reader.

MARKUP = {"*": "<img src=/x.png>", ".": "<p></p>"}


class Drawing(NamedTuple):
    page: Page
    blocks: list[Block]
    regions: list[Region]


def draw(elements: list[str], borders: list[int], ranges: list[tuple[int, int]], kind: Kind = Kind.PAGING) -> Drawing:
    """Make a page of siblings; ``borders`` and ``ranges`` count elements, a range's end is behind its last one."""
    page = page_of("".join(MARKUP.get(element, f"<p>{element}</p>") for element in elements))
    first = len(page.tags) - len(elements)
    regions = [region_of(page, first + start, first + end - 1, kind) for start, end in ranges]
    edges = [0, *borders, len(elements)]
    runs = [elements[start:end] for start, end in pairwise(edges)]
    return Drawing(page, list(as_blocks(runs)), regions)


def as_blocks(runs):
    texts = objects = 0
    for run in runs:
        start = texts, objects
        objects += run.count("*")
        texts += len(run) - run.count("*") - run.count(".")
        if start != (texts, objects):
            yield Block((start[0], texts), (start[1], objects))


def region_of(page: Page, first: int, last: int, kind: Kind = Kind.PAGING) -> Region:
    return Region(kind, "", page.text_in(first, last), "", (), "drawn", page.blocks_in(first, last), (first, last))


def parsed(before: str, kind: Kind = Kind.PAGING) -> Drawing:
    elements: list[str] = []
    borders: list[int] = []
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for token in re.sub(r"\w+:", "", before).split():
        if token == "|":
            borders.append(len(elements))
        elif token.startswith("["):
            starts[int(token[1:])] = len(elements)
        elif token.endswith("]"):
            ends[int(token[:-1])] = len(elements)
        else:
            elements.append(token)
    return draw(elements, borders, [(starts[number], ends[number]) for number in sorted(starts)], kind)


def drawn(page: Page, blocks: list[Block]) -> str:
    """Draw blocks; every text and picture of a block, in document order."""
    return " | ".join(
        (f"N{'+'.join(map(str, block.regions))}: " if block.regions else "X: ") + " ".join(content(page, block))
        for block in blocks
    )


def content(page: Page, block: Block) -> list[str]:
    pictures = [(page.blocks_in(page.objects[number])[0], 0, "*") for number in range(*block.objects)]
    return [name for *_, name in sorted(pictures + [(number, 1, page.texts[number]) for number in range(*block.texts)])]
