"""A made article about a mill, with whatever its newsroom adds, for the tests of what stands in and around articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from crf_pages import page_of

if TYPE_CHECKING:
    from scrapy_maincontent.page import Page

BODY = [
    "The council bought the old mill on Monday, after three meetings that went on until the lamps were lit outside.",
    "Its keeper, Ada Brandt, says that the work took three summers and more paint than anybody had counted.",
    "On the first Sunday of May its doors open to everybody who likes to look in, and there will be bread.",
    "A third of the money came from the county, and the rest was collected at the doors of the village.",
]
QUOTED = "the work took three summers and more paint than anybody had counted"
PARAGRAPHS = [f"<p>{text}</p>" for text in BODY]


def mill_article(before: str = "", amid: str = "", behind: str = "") -> Page:
    first, *others = PARAGRAPHS
    return page_of(
        f"<title>Council buys mill</title><main><article><h1>Council buys mill</h1>{before}"
        f"<div class=body>{first}{amid}{''.join(others)}</div>{behind}</article></main>"
    )


def scores_of(page: Page, other: float = 0.3) -> np.ndarray:
    return np.array([0.95 if text in BODY else other for text in page.texts])


def texts(page: Page, numbers: object) -> list[str]:
    return [page.texts[number] for number in sorted(numbers)]  # type: ignore[call-overload]
