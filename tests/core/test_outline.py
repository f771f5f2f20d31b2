from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.rendering.outline import What, outline


def images_of(markup: str, left_out: tuple[str, ...] = ()) -> list[str]:
    page = page_of(markup)
    selection = outline(page, [text not in left_out for text in page.texts])
    inner = [number for numbers in selection.inner_images.values() for number in numbers]
    between = [event.number for event in selection.events if event.what is What.IMAGE]
    return [page.object_urls[number] for number in sorted(inner + between)]


ARTICLE = """<img src=logo.png><h1>Otters</h1><img src=lead.jpg><p>They <img src=icon.png> are back.</p>
    <figure><img src=otter.jpg><figcaption>An otter</figcaption></figure><img src=ad.png><p>Buy boats</p>"""


def test_pictures_between_selected_blocks_are_selected():
    assert images_of(ARTICLE, ("Buy boats",)) == ["lead.jpg", "icon.png", "otter.jpg"]


def test_a_picture_in_a_block_goes_with_its_block():
    assert images_of(ARTICLE, ("Buy boats", "They are back.")) == ["otter.jpg"]


def test_a_picture_goes_with_its_caption():
    assert images_of(ARTICLE, ("Otters", "They are back.", "Buy boats")) == ["otter.jpg"]
    assert images_of(ARTICLE, ("They are back.", "An otter", "Buy boats")) == []


def test_hidden_pictures_and_players_are_left_out():
    assert images_of("<p>a</p><div hidden><img src=x.png></div><iframe src=y></iframe><p>b</p>") == []


@pytest.mark.parametrize("chosen", range(32))
def test_every_selection_is_well_nested_and_opens_an_element_once(chosen):
    page = page_of(
        "<ul><li>a<table><tr><td>b<td>c</table></li>d<li><blockquote>e</blockquote><img src=x></li></ul>", url=None
    )
    assert len(page.texts) == 5
    opened, stack, lines = set(), [], []
    for event in outline(page, [bool(chosen >> block & 1) for block in range(5)]).events:
        if event.what is What.OPEN:
            assert event.number == -1 or event.number not in opened
            opened.add(event.number)
            stack.append((event.tag, event.number))
        elif event.what is What.CLOSE:
            assert stack.pop() == (event.tag, event.number)
        elif event.what is What.LINE:
            lines.append(event.number)
    assert not stack
    assert lines == [block for block in range(5) if chosen >> block & 1]
