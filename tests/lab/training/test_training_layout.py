"""Training weight maps on pages as a browser would have stamped them, written by hand, so that none is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training.layout import (
    ALPHAS,
    MAX_WINDOWS,
    PAPER,
    Setup,
    fit_layout,
    layout_rows,
    main_node,
    weights,
)
from scrapy_maincontent.lab.training.learner import METHODS, tsuruta
from scrapy_maincontent.lab.training.tree import write_model
from scrapy_maincontent.page import STAMP, without_stamps
from scrapy_maincontent.papers import tsuruta as layout
from scrapy_maincontent.papers.tsuruta import COLUMNS, ROWS, boxes_of

if TYPE_CHECKING:
    from pathlib import Path


PROSE = "Engines were replaced during nine weeks ashore, and the ferry sails again from Monday on, as she did before."
TITLE = "The ferry sails"


def stamped(*, left: int = 200, title_in: str = "nowhere") -> str:
    """Return a page with a menu and a story; the headline stands in its "story", or in the "page" with the menu."""
    title = f'<h1 id="title" {STAMP}="{left} 100 400 40">{TITLE}</h1>'
    menu = "".join(
        f"<li>{name} and more of the same, day by day, for ever and ever</li>" for name in ("Boats", "Tides")
    )
    return f"""<html {STAMP}="0 0 960 800"><title>{TITLE}</title><body id="body" {STAMP}="0 0 960 800">
<div id="page" {STAMP}="0 100 960 600">{title if title_in == "page" else ""}<ul id="menu" {STAMP}="0 100 160 600">{menu}</ul>
<div id="story" {STAMP}="{left} 100 400 620">{title if title_in == "story" else ""}
<div id="text" {STAMP}="{left} 150 400 560"><p {STAMP}="{left} 150 400 560" id="p">{PROSE}</p><p id="q">{PROSE}</p></div></div></div></body></html>"""


def annotated(folder: Path, number: int, html: str, reference: str = f"{PROSE}\n{PROSE}") -> AnnotatedPage:
    """Write a page of a domain of its own."""
    path = folder / f"{number}.html"
    path.write_text(html, "utf-8")
    domain = f"ferry{number}.example"
    return AnnotatedPage(str(number), f"https://{domain}/", path, None, "article", domain, TITLE, reference)


def node_of(html: str, reference: str) -> tuple[str, float]:
    page = read_page(html)
    shares = np.array([float(text in reference) for text in page.texts])
    words = np.array([len(text.split()) for text in page.texts], float)
    node, f1 = main_node(page, boxes_of(page), shares, words)
    return page.attrs[node]["id"], f1


def test_the_main_node_holds_the_reference_and_the_headline_where_that_costs_little():
    assert node_of(stamped(), PROSE) == ("text", 1.0)
    near, f1 = node_of(stamped(title_in="story"), PROSE)
    assert near == "story"
    assert 0.8 <= f1 < 1
    assert node_of(stamped(title_in="page"), PROSE)[0] == "text"


def test_a_weight_is_alpha_times_the_share_covered_less_the_share_beside(tmp_path):
    left, right = (annotated(tmp_path, number, stamped(left=at)) for number, at in enumerate((200, 480)))
    rows = [layout_rows(page) for page in (left, right)]
    found = weights(rows, 0.6, 1).weights
    assert found.shape == (ROWS, COLUMNS)
    assert found[10, 12] == pytest.approx(0.6 / 2)  # covered on one page, by nothing on the other
    assert found[10, 26] == pytest.approx(0.6)  # on both
    assert found[10, 2] == pytest.approx(-1)  # the menu is there on both
    assert found[39, 2] == 0


def test_the_papers_setup_is_the_papers(tmp_path):
    model = fit_layout([layout_rows(annotated(tmp_path, 1, stamped()))], "one", setup=PAPER)
    assert (model["alpha"], np.shape(model["weights"]), model["several"]) == (0.6, (40, 48), False)
    assert model["shown"] is True


def test_alpha_and_windows_are_tuned_on_the_training_pages(tmp_path):
    rows = [layout_rows(annotated(tmp_path, number, stamped(left=200 + 20 * number))) for number in range(4)]
    model = fit_layout([*rows, None], "tuned", setup=Setup())
    assert model["alpha"] in ALPHAS
    assert len(model["weights"]) in [windows * ROWS for windows in range(1, MAX_WINDOWS + 1)]
    assert model == fit_layout([*rows, None], "tuned", setup=Setup())
    path = tmp_path / "tuned.json"
    write_model(model, path)
    assert layout.load(path).weights.weights.shape == np.shape(model["weights"])
    assert "from 4 pages" in METHODS["layout"].about(model)


def test_a_page_without_boxes_teaches_nothing(tmp_path):
    plain = annotated(tmp_path, 1, without_stamps(stamped().encode()).decode())
    assert tsuruta().rows(plain) is None
    with pytest.raises(ValueError, match="render"):
        tsuruta().fit([None], "none", 0)


def test_a_page_without_a_clear_main_node_teaches_nothing(tmp_path):
    rows = layout_rows(annotated(tmp_path, 1, stamped(), reference="Something that stands nowhere on this page"))
    assert rows.map is None
    with pytest.raises(ValueError, match="main node"):
        fit_layout([rows], "none")
