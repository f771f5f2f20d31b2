"""Everything that the inspector's document holds, as plain data."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from ..blocks import Findings
from ..page import Label
from ..result import BlockTable
from .shown import draw
from .why import why
from .wording import rule_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Block, Page, Region
    from .shown import Drawing
    from .view import View

VETO, PLACED = "veto: ", "placement: "
"""What a reason begins with that names a rule."""
MOST_SIBLINGS = 200
"""Siblings of one region that are outlined."""
MOST_TEXT, MOST_LINKS = 400, 30
"""Characters and links of a region that are listed."""


def facts(page: Page, views: Sequence[View]) -> dict[str, Any]:
    """Return what is shown of a page and of what methods, one or two, made of it."""
    first = views[0].result
    drawing = draw(page)
    findings = Findings(page, first.regions) if page.texts else None
    blocks = [] if findings is None else findings.blocks
    rules: dict[str, str] = {}
    evidence: list[list[list[str]]] = [[] for _ in blocks]
    for block, label, rule in [] if findings is None else findings.evidence:
        evidence[block].append([str(label), rule])
        rules[rule] = rule_words(rule)
    rules |= {region.rule: rule_words(region.rule) for region in first.regions}
    return {
        "url": first.url or "",
        "title": first.title or "",
        "encoding": first.encoding or "",
        "truncated": first.truncated,
        "type": first.page_type or "",
        "root": page.root_path,
        "rtl": bool(page.attrs) and page.attrs[0].get("dir", "").lower() == "rtl",
        "count": len(page.texts),
        "steps": drawing.steps,
        "names": drawing.names,
        "objects": _objects(page, drawing, first.media_table.rows),
        "hiding": _positions(drawing, sorted(page.hiding)),
        "hidden": [number for number, hidden in enumerate(page.hidden) if hidden],
        "before": _starts([] if findings is None else findings.segments),
        "after": _starts(blocks),
        "evidence": evidence,
        "regions": [_region(page, drawing, region) for region in first.regions],
        "rules": rules,
        "views": [_view(page, view, rules) for view in views],
    }


def _view(page: Page, view: View, rules: dict[str, str]) -> dict[str, Any]:
    """Return one method's answer. ``labels`` has a character for each text block, scores are in thousandths.

    Where the method gave no answer, because time ran out or a stage failed, nothing is main content. ``cut`` is the
    lowest score that the selection took in, before vetoes; ``None`` where it went by more than scores.
    """
    result, table = view.result, view.result.blocks
    if len(table.labels) != len(page.texts):
        table = _no_answer(len(page.texts), f"no answer: {result.empty_reason}")
    vetoed = [reason.startswith(VETO) for reason in table.reasons]
    taken = [veto or label is Label.MAIN for veto, label in zip(vetoed, table.labels, strict=True)]
    named = {reason.removeprefix(VETO).removeprefix(PLACED).partition(";")[0] for reason in table.reasons}
    rules.update((name, words) for name in sorted(named) if (words := rule_words(name)))
    told: dict[str, int] = {}
    reasons = [told.setdefault(reason, len(told)) for reason in table.reasons]
    return {
        "asked": view.asked,
        "method": result.method or "",
        "model": result.model or "",
        "empty": str(result.empty_reason or ""),
        "quality": result.quality,
        "characters": len(result.text),
        "labels": "".join("1" if label is Label.MAIN else "0" for label in table.labels),
        "scores": [round(1000 * score) for score in table.scores],
        "starts": [-1 if span is None else span[0] for span in table.spans],
        "cut": _cut(table.scores, taken),
        "told": list(told),
        "reasons": reasons,
        "why": why(page, view) if result.blocks.labels else {},
    }


def _no_answer(count: int, reason: str) -> BlockTable:
    return BlockTable(
        spans=[None] * count, labels=[Label.OTHER] * count, scores=[0.0] * count, reasons=[reason] * count
    )


def _cut(scores: Sequence[float], taken: Sequence[bool]) -> int | None:
    inside = [score for score, was in zip(scores, taken, strict=True) if was]
    outside = [score for score, was in zip(scores, taken, strict=True) if not was]
    if not inside or (outside and max(outside) > min(inside)):
        return None
    return round(1000 * min(inside))


def _region(page: Page, drawing: Drawing, region: Region) -> dict[str, Any]:
    siblings: list[int] = []
    element, last = region.elements
    while element <= last and len(siblings) < MOST_SIBLINGS:
        siblings.append(element)
        element = page.ends[element]
    return {
        "kind": str(region.kind),
        "subtype": region.subtype,
        "rule": region.rule,
        "xpath": region.xpath,
        "text": region.text[:MOST_TEXT],
        "links": [list(link) for link in region.links[:MOST_LINKS]],
        "more": max(0, len(region.links) - MOST_LINKS),
        "blocks": list(region.blocks),
        "elements": _positions(drawing, siblings),
    }


def _objects(page: Page, drawing: Drawing, media: Sequence[Any]) -> list[list[Any]]:
    """Return for each picture or player that is drawn: its tag, alternative text, and 1 if it is one of the media."""
    chosen = {medium.element for medium in media}
    number_of = {element: number for number, element in enumerate(page.objects)}
    return [
        [page.tags[element], page.object_alts[number_of[element]], int(element in chosen)]
        for element in drawing.places
        if element in number_of
    ]


def _positions(drawing: Drawing, elements: Sequence[int]) -> list[int]:
    """Return where elements stand among those that are drawn; those that are not are left out."""
    places = drawing.places
    found = ((bisect_left(places, element), element) for element in elements)
    return [position for position, element in found if position < len(places) and places[position] == element]


def _starts(blocks: Sequence[Block]) -> list[int]:
    """Return the first text block of each block."""
    return [block.texts[0] for block in blocks]
