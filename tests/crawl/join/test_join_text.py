"""Pages put together: what every page repeats is there once, everything else stays where it was."""

from __future__ import annotations

from dataclasses import fields, replace
from xml.etree import ElementTree as ET

import pytest
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.crawl.items import field_values
from scrapy_maincontent.crawl.join.text import (
    FORMS,
    LONG_KEY,
    MAX_CHARACTERS,
    MAX_ROWS,
    JoinNote,
    adds_nothing,
    is_too_long,
    joined_texts,
    merged,
    texts_of,
    without_repeats,
)
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.limits import OutOfTime
from scrapy_maincontent.result import Extraction, MediaTable, Medium
from scrapy_maincontent.words.normalise import key

HEADLINE = "The lighthouse that moved"
BYLINE = "By Tamsin Orrel, 3 May 2027"
LEAD = "Nobody in Skerry Point had asked for it, but in the spring the lighthouse stood eleven metres further west."
SECONDS = 3600.0
ABOUT = "Tamsin Orrel writes about coasts and the people who measure them."


def joined(*pages: list[str], name: str = "text", headline: str = HEADLINE) -> list[str]:
    form = FORMS[name]
    chunks = [form.chunks(form.glue.join(page)) for page in pages]
    return form.cut(form.join([page for page in without_repeats(chunks, key(headline)) if page]))


def test_pages_follow_each_other() -> None:
    assert joined(["One.", "Two."], ["Three."], ["Four."]) == ["One.", "Two.", "Three.", "Four."]


def test_headline_byline_and_lead_stand_once() -> None:
    top = [HEADLINE, BYLINE, LEAD]
    assert joined([*top, "One."], [*top, "Two."], [*top, "Three."]) == [*top, "One.", "Two.", "Three."]


def test_the_headline_goes_where_the_first_page_has_it_in_its_own_field_only() -> None:
    assert joined([LEAD, "One."], [HEADLINE, "Two."]) == [LEAD, "One.", "Two."]


@pytest.mark.parametrize("mark", [" (page 2)", " – part 2", ", page 2 of 3", " 2/3", "（2ページ目）"])
def test_a_headline_with_a_page_number_is_the_headline(mark: str) -> None:
    assert joined(["One."], [HEADLINE + mark, "Two."]) == ["One.", "Two."]


@pytest.mark.parametrize("heading", [f"{HEADLINE}: what the harbour master saw on day 2", "The lighthouse", "Page 2"])
def test_a_heading_that_says_more_or_less_stays(heading: str) -> None:
    assert joined(["One."], [heading, "Two."]) == ["One.", heading, "Two."]


def test_a_heading_that_comes_again_further_down_stays() -> None:
    assert joined(["What we ate", "One."], ["Two.", "What we ate", "Three."])[2:] == ["Two.", "What we ate", "Three."]


def test_the_headline_goes_behind_a_line_that_only_later_pages_have() -> None:
    assert joined([BYLINE, "One."], ["Series: coasts", HEADLINE, BYLINE, "Two."]) == [
        BYLINE,
        "One.",
        "Series: coasts",
        "Two.",
    ]


def test_a_page_that_begins_with_the_end_of_the_one_before_says_it_once() -> None:
    assert len(key(LEAD)) >= LONG_KEY
    assert joined(["One.", LEAD], [LEAD, "Two."]) == ["One.", LEAD, "Two."]


def test_what_every_page_ends_with_stands_at_the_end() -> None:
    assert joined(["One.", ABOUT], ["Two.", ABOUT], ["Three.", ABOUT]) == ["One.", "Two.", "Three.", ABOUT]


def test_what_only_the_first_pages_end_with_is_not_lost() -> None:
    assert joined(["One.", ABOUT], ["Two.", ABOUT], ["Three."]) == ["One.", "Two.", ABOUT, "Three."]


def test_a_page_keeps_a_part_of_its_own_where_only_its_end_is_repeated() -> None:
    assert joined([ABOUT], ["Two.", ABOUT]) == [ABOUT, "Two.", ABOUT]


def test_rules_and_asterisks_are_no_repetition() -> None:
    assert joined(["* * *", "One.", "* * *"], ["* * *", "Two.", "* * *"]).count("* * *") == 4


def test_a_page_with_the_whole_article_gives_its_rest() -> None:
    first = [LEAD, "Then the surveyors came, with a chain that had been measured in the capital."]
    assert joined(first, [HEADLINE, *first, "Two."]) == [*first, "Two."]


def test_a_page_adds_nothing_where_all_of_it_is_known() -> None:
    known = ["One.\n\nTwo.", "Three."]
    assert adds_nothing("two\n\nTHREE", known, SECONDS)
    assert not adds_nothing("Two.\n\nFour.", known, SECONDS)


def test_what_takes_longer_than_its_seconds_ends() -> None:
    with pytest.raises(OutOfTime):
        adds_nothing("One.", ["Two."], 0)
    with pytest.raises(OutOfTime):
        joined_texts({"text": ["One.", "Two."]}, HEADLINE, 0)


def test_an_article_is_too_long_above_its_characters_and_rows() -> None:
    half = "x" * (MAX_CHARACTERS // 2)
    pages = [Extraction(text=half), Extraction(text="", markdown=half)]
    assert not is_too_long(pages)
    assert is_too_long([*pages, Extraction(text="x")])
    commented = Extraction(text="x", comments=({"text": "y"},) * (MAX_ROWS // 2))
    assert not is_too_long([commented, commented])
    assert is_too_long([commented, commented, Extraction(comments=({"text": "y"},))])


PAGE = """<h1>The lighthouse that moved</h1><p>By <a href="/a?page={number}">Tamsin Orrel</a> &amp; friends, 3 May</p>
<p>Nobody in Skerry Point had asked for it, but in the spring of {number} it stood eleven metres further west, and the
keeper, who had slept through all of it, rowed out with <b>a lantern</b> and a tape to see how that could have been.</p>
<ul><li>The rock, which is older than the parish and has never been counted among its possessions, was dry.</li>
<li>The lamp, which had been lit by hand for a hundred and twelve years, was lit, and nobody had lit it. {number}</li></ul>
<pre>rock {number}

lamp {number}</pre>
<table><tr><td>metres in year {number}</td><td>eleven and a half</td></tr></table>
<blockquote><p>It was never where it was, said the keeper, and put his tape away for the winter of {number}.</p></blockquote>"""


@pytest.mark.parametrize("name", list(FORMS))
def test_cutting_and_gluing_keeps_every_format_as_it_is(name: str) -> None:
    result = extract(PAGE.format(number=1), "https://skerry.example/", formats=("markdown", "html"), balance=3.0)
    text = getattr(result, name)
    form = FORMS[name]
    chunks = form.chunks(text)
    assert len(chunks) >= 6
    assert form.join([chunks]) == text
    assert any("rock 1" in chunk.source and "lamp 1" in chunk.source for chunk in chunks) or name == "text"


def test_all_formats_leave_out_the_same() -> None:
    pages = [extract(PAGE.format(number=number), formats=("markdown", "html"), balance=3.0) for number in (1, 2)]
    for name, form in FORMS.items():
        chunks = [form.chunks(getattr(page, name)) for page in pages]
        second = form.join(without_repeats(chunks, key(HEADLINE))[1:])
        assert "moved" not in second, name
        assert "Tamsin" not in second, name
        assert "spring of 2" in second, name


@pytest.mark.parametrize("name", list(FORMS))
@given(text=st.text(alphabet="ab \n`<>/p*[]()#&;-\\", max_size=200))
def test_any_text_is_cut_and_glued_without_loss(name: str, text: str) -> None:
    form = FORMS[name]
    glued = form.glue.join(form.cut(text))
    # A line end behind the last element is nothing.
    assert glued == text or (name == "html" and f"{glued}\n" == text)


@pytest.mark.parametrize("piece", ["[", "](", "`" * 3 + "\n\n", "<a", "<p>", "> - ", "a\n\n"])
@pytest.mark.parametrize("name", list(FORMS))
def test_the_work_grows_no_faster_than_hostile_texts(name: str, piece: str) -> None:
    form = FORMS[name]

    def joined_thrice(text: str) -> None:
        without_repeats([form.chunks(text)] * 3, key(HEADLINE))

    check_linear(lambda n: piece * (50 * n), joined_thrice)
    joined_thrice(piece * 20_000)  # a pattern that goes back takes minutes


def test_code_of_a_million_lines_is_one_chunk() -> None:
    code = "```\n" + "a\n\n" * 1_000_000 + "```"
    assert FORMS["markdown"].cut(f"One.\n\n{code}\n\nTwo.") == ["One.", code, "Two."]  # copied line by line: minutes


# What becomes of each field of a result when pages are merge_of.

URLS = ["https://paper.example/mill/", "https://paper.example/mill/2/"]
ABOUT_THE_MILL = (
    "<p>The writer has lived beside the mill for thirty years and has never once heard it grind anything.</p>"
)
PARAGRAPHS = "".join(
    f"<p>On day {day} the wheel was turned by hand, a little further than the day before, and nobody in the town said "
    "a word about it, although everybody had come down to the footbridge to see whether it would hold.</p>"
    for day in range(4)
)


def page(number: int, body: str = "") -> Extraction:
    body = body or PARAGRAPHS.replace("day ", f"day {number}")
    image = f'<figure><img src="/wheel{number}.jpg" width="600" height="400"><figcaption>Wheel {number}</figcaption></figure>'
    html = f"<title>The mill</title><main><h1>The mill</h1>{image}{body}{ABOUT_THE_MILL}</main>"
    return extract(html, URLS[number - 1], formats=("markdown", "html"))


def merge_of(*pages: Extraction, note: str | None = None) -> Extraction:
    pages = pages or (page(1), page(2))
    texts = joined_texts(texts_of(pages), pages[0].title or "", SECONDS)
    return merged(pages, URLS[: len(pages)], note, texts)


def test_what_is_joined_and_what_is_the_first_pages() -> None:
    first, second = replace(page(1), next_page=URLS[1]), replace(page(2), previous_page=URLS[0])
    whole = merge_of(first, second)
    assert whole.joined_pages == tuple(URLS)
    assert whole.join_note is None
    assert (whole.url, whole.next_page, whole.previous_page) == (URLS[0], None, None)
    assert whole.elapsed == first.elapsed + second.elapsed
    changed = {"text", "markdown", "html", "media_table", "blocks", "quality", "next_page", "elapsed", "truncated"}
    for part in fields(Extraction):
        if part.name not in changed:
            assert getattr(whole, part.name) == getattr(first, part.name), part.name


def test_tei_has_a_division_for_each_page() -> None:
    pages = [extract(PAGE.format(number=number), url, formats=("tei",)) for number, url in enumerate(URLS[:2], start=1)]
    tei = merge_of(*pages).tei
    assert tei is not None
    (text,) = ET.fromstring(tei).iter("{http://www.tei-c.org/ns/1.0}body")
    assert [part.tag.rpartition("}")[2] for part in text] == ["div", "div"]
    assert ["year 1" in "".join(part.itertext()) for part in text] == [True, False]


def test_blocks_of_the_first_page_keep_their_places_but_for_what_went_to_the_end() -> None:
    first = page(1)
    whole = merge_of(first, page(2))
    assert first.text.endswith("grind anything.")
    assert whole.text.count("grind anything.") == 1
    placed = [block for block in whole.text_blocks if block.start is not None]
    assert len(placed) == len([block for block in first.text_blocks if block.start is not None]) - 1
    assert all(whole.text[block.start : block.end] == block.text for block in placed)


def test_blocks_keep_their_places_where_nothing_went_to_the_end() -> None:
    first = page(1)
    second = extract(f"<title>The mill</title><main><h1>The mill</h1>{PARAGRAPHS}</main>", URLS[1])
    assert merge_of(first, second).text_blocks == first.text_blocks


def test_quality_is_the_mean_by_length() -> None:
    whole = merge_of(Extraction(text="x" * 300, quality=0.9), Extraction(text="y" * 100, quality=0.5))
    assert whole.quality == pytest.approx(0.8)
    assert merge_of(Extraction(text="x", quality=0.9), Extraction(text="y")).quality is None


def test_one_page_that_was_cut_makes_the_article_cut() -> None:
    assert merge_of(page(1), replace(page(2), truncated=True)).truncated


def test_media_are_those_of_all_pages_each_once() -> None:
    def with_media(*urls: str) -> Extraction:
        rows = [Medium("image", url, "", "", 3) for url in urls]
        return replace(page(1), media_table=MediaTable(rows, page(1).blocks.paths))

    media = merge_of(with_media("/a", "/b"), with_media("/b", "/c")).media
    assert [medium["url"] for medium in media] == ["/a", "/b", "/c"]
    assert [medium["xpath"] is None for medium in media] == [False, False, True]


def test_comments_that_stand_below_every_page_are_there_once() -> None:
    one, two, three = ({"text": text, "xpath": f"/html/{text}"} for text in "abc")
    first = Extraction(text="x", comments=(one, two))
    second = Extraction(text="y", comments=({**two, "xpath": "/html/elsewhere"}, three))
    assert merge_of(first, second).comments == (one, two, three)


def test_a_format_that_one_page_lacks_is_left_out() -> None:
    whole = merge_of(page(1), replace(page(2), html=None))
    assert whole.html is None
    assert whole.markdown is not None


@pytest.mark.parametrize(
    ("note", "following"), [(JoinNote.LIMIT, "/3"), ("status", "/3"), (JoinNote.CYCLE, None), (JoinNote.REPEATED, None)]
)
def test_the_next_page_is_the_one_that_is_missing(note: str, following: str | None) -> None:
    whole = merge_of(page(1), replace(page(2), next_page="/3"), note=note)
    assert whole.next_page == following
    assert whole.join_note == str(note)


def test_one_page_alone_stays_as_it_is() -> None:
    first = page(1)
    alone = merge_of(first, note=JoinNote.LATER_PAGE)
    assert alone.as_dict() == first.as_dict() | {"joined_pages": URLS[:1], "join_note": "later_page"}


def test_fields_may_choose_what_joining_says() -> None:
    settings = MaincontentSettings(fields={"parts": "joined_pages", "why": "join_note", "body": "text"})
    assert field_values(merge_of(page(1), note="limit"), settings)["parts"] == URLS[:1]
    assert field_values(merge_of(page(1), note="limit"), settings)["why"] == "limit"
    unjoined = field_values(page(1), settings)
    assert unjoined["parts"] is None
    assert unjoined["why"] is None


def test_a_line_of_40_letters_is_known_wherever_it_stood() -> None:
    for length in (39, 40):
        line = "a" * length
        pages = joined(["One.", *["x"] * 12, line], [line, "Two."])
        assert pages.count(line) == (1 if length == 40 else 2)


@pytest.mark.parametrize(("above", "times"), [(11, 1), (12, 2)])
def test_twelve_chunks_are_the_top_of_a_page(above: int, times: int) -> None:
    first = [*(f"Line {number}." for number in range(above)), BYLINE, "One."]
    assert joined(first, [BYLINE, "Two."]).count(BYLINE) == times
    later = [*(f"Other {number}." for number in range(above)), HEADLINE, "Two."]
    assert joined(["One."], later).count(HEADLINE) == times - 1


@pytest.mark.parametrize(("mark", "stays"), [(" page 2 of 30000", False), (" page 2 of 300000", True)])
def test_a_headline_may_have_twelve_letters_for_its_page(mark: str, stays: bool) -> None:
    assert (joined(["One."], [HEADLINE + mark, "Two."]) == ["One.", HEADLINE + mark, "Two."]) is stays


def test_html_is_cut_between_outermost_elements_alone() -> None:
    html = "<ul>\n<li>a</li>\n<li><b>b</b></li>\n</ul>\n<p>c<br>d</p>\n<p>e</p>"
    assert FORMS["html"].cut(html) == ["<ul>\n<li>a</li>\n<li><b>b</b></li>\n</ul>", "<p>c<br>d</p>", "<p>e</p>"]
    assert FORMS["html"].cut("<h2>a</h2><p>b</p>\n<p>c</p>") == ["<h2>a</h2><p>b</p>", "<p>c</p>"]


def test_facts_stand_before_the_first_page_alone():
    pages = ['---\ntitle: "A"\n---\n\n# A\n\nOne.', '---\ntitle: "A"\n---\n\n# A\n\nTwo.']
    assert joined_texts({"markdown": pages}, "A", 9)["markdown"] == '---\ntitle: "A"\n---\n\n# A\n\nOne.\n\nTwo.'
