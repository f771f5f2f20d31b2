"""What becomes of each field of a result when pages are joined."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.items import field_values
from scrapy_maincontent.join.text import JoinNote, merged
from scrapy_maincontent.result import Extraction, MediaTable, Medium
from scrapy_maincontent.settings import MaincontentSettings

URLS = ["https://paper.example/mill/", "https://paper.example/mill/2/"]
ABOUT = "<p>The writer has lived beside the mill for thirty years and has never once heard it grind anything.</p>"
PARAGRAPHS = "".join(
    f"<p>On day {day} the wheel was turned by hand, a little further than the day before, and nobody in the town said "
    "a word about it, although everybody had come down to the footbridge to see whether it would hold.</p>"
    for day in range(4)
)


def page(number: int, body: str = "") -> Extraction:
    body = body or PARAGRAPHS.replace("day ", f"day {number}")
    image = f'<figure><img src="/wheel{number}.jpg" width="600" height="400"><figcaption>Wheel {number}</figcaption></figure>'
    html = f"<title>The mill</title><main><h1>The mill</h1>{image}{body}{ABOUT}</main>"
    return extract(html, URLS[number - 1], formats=("markdown", "html"))


def joined(*pages: Extraction, note: str | None = None) -> Extraction:
    return merged(pages or (page(1), page(2)), URLS[: len(pages) or 2], note)


def test_what_is_joined_and_what_is_the_first_pages() -> None:
    first, second = replace(page(1), next_page=URLS[1]), replace(page(2), previous_page=URLS[0])
    whole = joined(first, second)
    assert whole.joined_pages == tuple(URLS)
    assert whole.join_note is None
    assert (whole.url, whole.next_page, whole.previous_page) == (URLS[0], None, None)
    assert whole.elapsed == first.elapsed + second.elapsed
    changed = {"text", "markdown", "html", "media_table", "blocks", "quality", "next_page", "elapsed", "truncated"}
    for part in fields(Extraction):
        if part.name not in changed:
            assert getattr(whole, part.name) == getattr(first, part.name), part.name


def test_blocks_of_the_first_page_keep_their_places_but_for_what_went_to_the_end() -> None:
    first = page(1)
    whole = joined(first, page(2))
    assert first.text.endswith("grind anything.")
    assert whole.text.count("grind anything.") == 1
    placed = [block for block in whole.text_blocks if block.start is not None]
    assert len(placed) == len([block for block in first.text_blocks if block.start is not None]) - 1
    assert all(whole.text[block.start : block.end] == block.text for block in placed)


def test_quality_is_the_mean_by_length() -> None:
    whole = joined(Extraction(text="x" * 300, quality=0.9), Extraction(text="y" * 100, quality=0.5))
    assert whole.quality == pytest.approx(0.8)
    assert joined(Extraction(text="x", quality=0.9), Extraction(text="y")).quality is None


def test_one_page_that_was_cut_makes_the_article_cut() -> None:
    assert joined(page(1), replace(page(2), truncated=True)).truncated


def test_media_are_those_of_all_pages_each_once() -> None:
    def with_media(*urls: str) -> Extraction:
        rows = [Medium("image", url, "", "", 3) for url in urls]
        return replace(page(1), media_table=MediaTable(rows, page(1).blocks.paths))

    media = joined(with_media("/a", "/b"), with_media("/b", "/c")).media
    assert [medium["url"] for medium in media] == ["/a", "/b", "/c"]
    assert [medium["xpath"] is None for medium in media] == [False, False, True]


def test_comments_that_stand_below_every_page_are_there_once() -> None:
    one, two, three = ({"text": text, "xpath": f"/html/{text}"} for text in "abc")
    first = Extraction(text="x", comments=(one, two))
    second = Extraction(text="y", comments=({**two, "xpath": "/html/elsewhere"}, three))
    assert joined(first, second).comments == (one, two, three)


def test_a_format_that_one_page_lacks_is_left_out() -> None:
    whole = joined(page(1), replace(page(2), html=None))
    assert whole.html is None
    assert whole.markdown is not None


@pytest.mark.parametrize(
    ("note", "following"), [(JoinNote.LIMIT, "/3"), ("status", "/3"), (JoinNote.CYCLE, None), (JoinNote.REPEATED, None)]
)
def test_the_next_page_is_the_one_that_is_missing(note: str, following: str | None) -> None:
    whole = joined(page(1), replace(page(2), next_page="/3"), note=note)
    assert whole.next_page == following
    assert whole.join_note == str(note)


def test_one_page_alone_stays_as_it_is() -> None:
    first = page(1)
    alone = joined(first, note=JoinNote.LATER_PAGE)
    assert alone.as_dict() == first.as_dict() | {"joined_pages": URLS[:1], "join_note": "later_page"}


def test_fields_may_choose_what_joining_says() -> None:
    settings = MaincontentSettings(fields={"parts": "joined_pages", "why": "join_note", "body": "text"})
    assert field_values(joined(page(1), note="limit"), settings)["parts"] == URLS[:1]
    assert field_values(joined(page(1), note="limit"), settings)["why"] == "limit"
    unjoined = field_values(page(1), settings)
    assert unjoined["parts"] is None
    assert unjoined["why"] is None
