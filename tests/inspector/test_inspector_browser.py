"""The inspector in a real browser: what clicks, keys and filters do, and that the page can do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from edge_browser import needs_browser
from inspector_pages import ARTICLE, HOSTILE, URL

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.inspector import inspect_html
from scrapy_maincontent.page import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    Show = Callable[[str], Any]

pytestmark = [pytest.mark.slow, needs_browser]

SLOW = 600_000
"""Milliseconds that nothing should need: a guard against hanging."""
LAST_IS_SEEN = """(() => {
    const top = SHEETS[0].spans[COUNT - 1]?.[0]?.getBoundingClientRect().top;
    return 0 < top && top < 900;
})()"""
PAUSE = 50
"""Milliseconds between two looks at a condition."""


@pytest.fixture
def page(show: Show) -> Any:
    return show(inspect_html(ARTICLE, URL))


@pytest.fixture
def compared(show: Show) -> Any:
    return show(inspect_html(ARTICLE, URL, against="uda"))


def rows(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".row .said").all_inner_texts()]


def detail(page: Any) -> str:
    return str(page.locator("#detail").inner_text())


def wait_until(page: Any, condition: str) -> None:
    """Wait for a JavaScript expression; `wait_for_function` evaluates strings in the page, whose policy forbids it."""
    for _ in range(SLOW // PAUSE):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(PAUSE)
    pytest.fail(f"{condition} never came true")


def test_every_text_block_is_on_the_page_with_its_label(page: Any) -> None:
    blocks = extract(ARTICLE, URL).text_blocks
    drawn = page.evaluate("SHEETS[0].spans.map((spans) => [spans[0].classList.contains('m'), spans.length])")
    assert [main for main, _ in drawn] == [block.label == "main" for block in blocks]
    assert page.evaluate("TEXTS") == [block.text for block in blocks]
    assert rows(page) == [block.text[:160].strip() for block in blocks]


def test_xpaths_are_those_of_the_result(page: Any) -> None:
    blocks = extract(ARTICLE, URL).text_blocks
    assert page.evaluate("TEXTS.map((_, block) => SHEETS[0].xpath(block))") == [block.xpath for block in blocks]


def test_a_click_on_a_text_block_shows_why(page: Any) -> None:
    page.locator(".sheet p .b", has_text="highest number").click()
    shown = detail(page)
    blocks = extract(ARTICLE, URL).text_blocks
    (number,) = (number for number, block in enumerate(blocks) if "highest number" in block.text)
    assert f"Text block {number + 1} of {len(blocks)}" in shown
    assert "main content" in shown
    assert f"{blocks[number].score:.3f}" in shown
    assert blocks[number].reason in shown
    assert blocks[number].xpath in shown
    assert page.locator(".b.current").first.inner_text().startswith("It is the highest")
    assert page.locator(".row[aria-selected=true]").inner_text().startswith("It is the highest")


def test_a_copy_is_named_as_one(show: Show) -> None:
    start = ARTICLE.index("<p>Forty")
    twice = ARTICLE[: ARTICLE.index("<img")].replace("<b>", "").replace("</b>", "")
    page = show(inspect_html(twice + ARTICLE[start : ARTICLE.index("<img")] + ARTICLE[ARTICLE.index("<img") :], URL))
    page.locator("#search").fill("Forty volunteers")
    assert page.locator(".row").count() == 2
    told = []
    for row in page.locator(".row").all():
        row.click()
        told.append("only the likelier copy counts" in detail(page))
    assert sorted(told) == [False, True]


def test_the_strongest_features_add_up(page: Any) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    parts = page.locator(".parts .number").all_inner_texts()
    added = [float(part.replace("\u2212", "-")) for part in parts if part[0] in "+\u2212"]
    base, odds = page.evaluate("[VIEWS[0].why.base, VIEWS[0].why.odds[0]]")
    assert len(added) == 7
    assert sum(added) == pytest.approx(odds - base, abs=0.06)


def test_regions_are_listed_and_outlined(page: Any) -> None:
    regions = extract(ARTICLE, URL).regions
    assert len(regions) >= 2
    page.locator("#tab-regions").click()
    assert [row.split()[0] for row in rows(page)] == [str(region.kind).split("_")[0] for region in regions]
    page.locator(".row").first.click()
    assert page.locator(".region.current").get_attribute("class").split()[1] == f"k-{regions[0].kind}"
    assert regions[0].rule in detail(page)
    assert regions[0].xpath in detail(page)


@pytest.mark.parametrize(("which", "label"), [("Main", "main"), ("Not main", "other")])
def test_the_list_can_be_filtered_by_label(page: Any, which: str, label: str) -> None:
    page.get_by_role("radio", name=which, exact=True).click()
    assert rows(page) == [block.text[:160] for block in extract(ARTICLE, URL).text_blocks if block.label == label]


def test_the_list_can_be_filtered_by_region_and_score(page: Any) -> None:
    page.locator("#kind").select_option("site_info")
    assert "Contact Privacy policy" in rows(page)
    assert "The heron count" not in rows(page)
    page.locator("#kind").select_option("")
    page.locator("#low").fill("0.5")
    scores = [float(text) for text in page.locator(".row > .number").all_inner_texts()]
    assert scores
    assert min(scores) >= 0.5


def test_it_opens_at_the_first_main_text_block_with_its_legend(page: Any) -> None:
    first = next(block for block in extract(ARTICLE, URL).text_blocks if block.label == Label.MAIN)
    assert page.locator(".b.current").first.inner_text() == first.text
    assert page.locator("#legend").is_visible()
    page.keyboard.press("?")
    assert not page.locator("#legend").is_visible()


def test_keys_walk_filter_and_clear(page: Any) -> None:
    texts = [block.text for block in extract(ARTICLE, URL).text_blocks]
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.locator(".b.current").first.inner_text() == texts[1]
    page.keyboard.press("k")
    assert page.evaluate("state.block") == 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "detail"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("herons")
    assert rows(page) == [text for text in texts if "herons" in text.lower()]
    page.keyboard.press("Enter")
    assert page.locator(".b.current").first.inner_text() == "Herons"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert len(rows(page)) == len(texts)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator(".b.current").count() == 0


def test_the_current_row_is_announced_to_screen_readers(page: Any) -> None:
    page.locator("#list").focus()
    page.keyboard.press("ArrowDown")
    active = page.locator("#list").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    assert page.locator("#list").get_attribute("role") == "listbox"


def test_where_two_methods_differ(compared: Any) -> None:
    pairs = zip(
        extract(ARTICLE, URL).text_blocks, extract(ARTICLE, URL, method="tree", model="uda").text_blocks, strict=True
    )
    differing = [one.text for one, other in pairs if one.label != other.label]
    assert differing
    assert compared.locator(".sheet").count() == 2
    assert compared.locator("#answers").inner_text().endswith(f"{len(differing)} differ\npress d")
    compared.get_by_role("radio", name="Differing", exact=True).click()
    assert [text.strip() for text in rows(compared)] == [text[:160].strip() for text in differing]
    compared.keyboard.press("d")
    assert "the methods differ" in detail(compared)
    assert compared.locator(".b.current").count() >= 2
    assert compared.locator("#detail section[data-view]").count() == 2


def test_block_borders_before_and_after(page: Any) -> None:
    first = page.locator(".cut-after").first
    assert page.evaluate("getComputedStyle(document.querySelector('.cut-after'), '::before').content") == "none"
    page.locator("#show-after").check()
    assert first.get_attribute("data-after") == "1"
    assert "after" in page.evaluate("getComputedStyle(document.querySelector('.cut-after'), '::before').content")
    assert page.locator(".cut-before").count() == len(
        page.evaluate("[...new Set(DATA.before)].filter((at) => at < COUNT)")
    )


def test_what_is_hidden_is_shown_as_hidden(page: Any) -> None:
    page.locator(".b", has_text="Only for subscribers").click()
    assert "does not show it at first" in detail(page)
    assert page.locator(".hiding").inner_text().startswith("Only for subscribers")


def test_cells_keep_their_columns_and_lines_their_breaks(page: Any) -> None:
    assert page.locator(".sheet td").first.evaluate("(cell) => cell.colSpan") == 2
    assert page.locator(".sheet br").count() == 1


def test_a_hostile_page_can_do_nothing(show: Show) -> None:
    page = show(inspect_html(HOSTILE, "https://evil.example/"))
    for block in page.locator(".sheet .b").all():
        block.hover()
        block.click()
    page.wait_for_timeout(300)
    assert page.url.startswith("file:")
    attributes = page.evaluate(
        "[...new Set([...document.querySelectorAll('.sheet *')].flatMap((element) => [...element.attributes].map((a) => a.name)))].sort()"
    )
    assert set(attributes) <= {"class", "data-before", "data-after", "data-kind", "title", "colspan", "rowspan"}
    tags = page.evaluate("[...new Set([...document.querySelectorAll('.sheet *')].map((element) => element.localName))]")
    assert not set(tags) & {
        "script",
        "style",
        "iframe",
        "img",
        "svg",
        "object",
        "embed",
        "form",
        "input",
        "video",
        "link",
        "meta",
        "base",
    }
    assert page.title().startswith("</script><script>fired")
    assert '<script>fired("text")</script>' in page.locator(".sheet").inner_text()


@pytest.mark.parametrize("html", ["", "<p></p>", "\1PNG" * 50, "<html><script>void 0</script></html>"])
def test_a_page_without_text_says_so(show: Show, html: str) -> None:
    page = show(inspect_html(html.encode()))
    assert "The page has no text" in detail(page)
    assert "no main text" in page.locator("#answers").inner_text()


def test_long_pages_keep_their_order_and_places(show: Show) -> None:
    rows = "".join(f"<tr><td>{number}</td><td>Name {number}</td></tr>" for number in range(1500))
    paragraphs = "".join(f"<p>Paragraph {number}, a line of its own.</p>loose {number}" for number in range(1500))
    html = f"<html><body><h1>Long</h1><table>{rows}</table>{paragraphs}<ul>{'<li>Item</li>' * 2000}</ul></body></html>"
    page = show(inspect_html(html))
    assert page.locator(".chunk").count() > 2
    blocks = extract(html).text_blocks
    assert page.evaluate("TEXTS") == [block.text for block in blocks]
    assert page.evaluate("SHEETS[0].spans.map((_, block) => SHEETS[0].xpath(block))") == [b.xpath for b in blocks]
    order = "[...document.querySelectorAll('.sheet .b')].map((span) => span.block)"
    assert page.evaluate(order) == list(range(len(blocks)))
    page.evaluate("select(COUNT - 1)")
    wait_until(page, LAST_IS_SEEN)
    assert page.locator(".row").count() < 100


def test_a_page_of_five_megabytes_opens_and_scrolls(show: Show) -> None:
    post = "<div class='post'><h3>Reply {0}</h3><p>by <a href='/u/{0}'>member {0}</a></p><p>{1}</p></div>"
    words = "What he says, with one addition: turn the strip so that the pole faces up all along the curve. "
    html = "<html><body>" + "".join(post.format(number, words) for number in range(27_000)) + "</body></html>"
    assert len(html) > 5_000_000
    page = show(inspect_html(html))
    page.wait_for_selector("body[data-ready]", timeout=SLOW)
    count = page.evaluate("COUNT")
    assert count > 20_000  # what is drawn of a page is bounded
    page.evaluate("select(COUNT - 1)")
    wait_until(page, LAST_IS_SEEN)
    page.locator(".sheet").hover()
    below = page.evaluate("SHEETS[0].root.scrollTop")
    page.mouse.wheel(0, -5000)
    wait_until(page, f"SHEETS[0].root.scrollTop < {below}")
    assert page.locator(".row").count() < 100
