"""What pages do not show: by their own style sheets, within a text, for screen readers, in the font of icons."""

from __future__ import annotations

import pytest
from core_pages import page_of
from growth import check_linear

from scrapy_maincontent import extract
from scrapy_maincontent.page import unshown
from scrapy_maincontent.page.unshown import leave_unshown


def texts(markup: str) -> list[str]:
    page = page_of(markup)
    leave_unshown(page)
    assert len(page.texts) == len(page.owners) == len(page.text_starts) == len(page.hidden) == len(page.breaks)
    return page.texts


def hidden(style: str, markup: str) -> list[str]:
    page = page_of(f"<style>{style}</style><body>{markup}")
    leave_unshown(page)
    return [text for text, is_hidden in zip(page.texts, page.hidden, strict=True) if is_hidden]


@pytest.mark.parametrize(
    ("style", "markup"),
    [
        pytest.param(".copy{display:none}", "<div class='a copy'>x</div>y", id="a class"),
        pytest.param("#copy { color: red; DISPLAY : none }", "<div id=copy>x</div>y", id="an id"),
        pytest.param(
            "a.b, div.copy.old{visibility:hidden}", "<div class='old copy'>x</div><p class=copy>y", id="tag and classes"
        ),
        pytest.param("p{margin:0}.copy{top:0;display:none!important}", "<p class=copy>x<p>y", id="among other rules"),
        pytest.param("/* .other{ */.copy{display:none}", "<p class=copy>x<p class=other>y", id="behind a comment"),
        pytest.param(
            "@media print{.a{display:none}}.copy{display:none}",
            "<p class=a>y<p class=copy>x",
            id="behind another medium",
        ),
        pytest.param(".t{display:none}", "<p class=t>x<p class='t active'>y", id="the tab in front is shown"),
    ],
)
def test_a_style_sheet_hides(style: str, markup: str) -> None:
    assert hidden(style, markup) == ["x"]


@pytest.mark.parametrize(
    "style",
    [
        "@media print{.copy{display:none}}",
        ".js .copy{display:none}",
        ".menu>.copy{display:none}",
        ".copy:empty{display:none}",
        ".copy::before{display:none}",
        ".copy{display:block}",
        ".copier{display:none}",
        "body{display:none}",
        "/*.copy{display:none}",
        ".copy{display:none",
    ],
)
def test_what_is_not_sure_hides_nothing(style: str) -> None:
    shown = hidden(style, "<p class=copy>x") == []
    assert shown is not style.endswith("none")


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("<p>Before <span hidden>not shown </span>behind.", "Before behind.", id="hidden"),
        pytest.param("<p>Vor <b style='display:none'>nicht gezeigt </b>nach.", "Vor nach.", id="style"),
        pytest.param(
            "<p><a href=/x>News<span class=sr-only> (opens in a new window)</span></a> of today",
            "News of today",
            id="for readers",
        ),
        pytest.param(
            "<p>A <span class=tooltip>neap<span class=tooltiptext>A small tide.</span></span> comes",
            "A neap comes",
            id="tooltip",
        ),
        pytest.param(
            "<p>It left.<sup><a role=button>1</a></sup><span role=tooltip>By pencil.</span> Nobody saw it.",
            "It left.1 Nobody saw it.",
            id="role of a tooltip",
        ),
        pytest.param("<p><i class=material-icons>access_time</i> Five minutes", "Five minutes", id="icon"),
        pytest.param("<p><i class='mi material-symbols-outlined'>share</i>共有する", "共有する", id="icon of one word"),
        pytest.param(
            "<h2>Geschichte<span class=mw-editsection>[<a href=/e>Bearbeiten</a>]</span>", "Geschichte", id="edit link"
        ),
        pytest.param("<p>Further <span aria-hidden=true>arrow_forward</span>", "Further", id="icon without a class"),
    ],
)
def test_it_is_left_out_of_the_text_around(markup: str, text: str) -> None:
    assert texts(markup) == [text]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param("<p>Call <code>open_valve</code> first.", "Call open_valve first.", id="code"),
        pytest.param("<p><span aria-hidden=true>D</span>er Anfang", "Der Anfang", id="a drawn capital"),
        pytest.param(
            "<p>A <i class=material-icons>Lovely thing</i> it is", "A Lovely thing it is", id="words in an icon's class"
        ),
        pytest.param("<p><span class=tooltip>Neap</span> comes.", "Neap comes.", id="what has a tooltip"),
        pytest.param("<p hidden>All of it.", "All of it.", id="a whole text block stays, and is marked"),
    ],
)
def test_text_stays(markup: str, text: str) -> None:
    assert texts(markup) == [text]


@pytest.mark.parametrize("edit", ["edit", "Bearbeiten", "modifier", "править", "編集"])
@pytest.mark.parametrize("frame", ["<div>{}{}</div><p>Text.", "<table><tr><td>{}<td>{}</table><p>Text."])
@pytest.mark.parametrize("name", ["mw-editsection", "edit-section"])
def test_a_wikis_link_to_edit_beside_a_heading_is_no_text(edit: str, frame: str, name: str) -> None:
    link = f"<div class='{name}'><b>[</b><a href=/e>{edit}</a><b>]</b></div>"
    assert texts(frame.format("<h2>The dyke</h2>", link)) == ["The dyke", "Text."]


def test_a_paragraph_in_a_section_called_as_an_edit_link_stays() -> None:
    text = "The keeper may edit the gate's table of tides when the moon is full, and not before."
    assert texts(f"<div class=edit-section><p>{text}</div>") == [text]


def test_a_text_block_of_an_icon_alone_is_none() -> None:
    assert texts("<button><i class=material-icons>menu</i></button><p>Text.") == ["Text."]


def test_lines_of_code_keep_their_blanks() -> None:
    assert texts("<pre>if a:\n    <span hidden>x</span>b\n</pre>") == ["if a:\n    b"]


@pytest.mark.parametrize("attribute", ["shadowrootmode=open", "shadowroot=closed"])
def test_a_shadow_root_is_read_and_a_template_is_not(attribute: str) -> None:
    markup = f"<my-page><template {attribute}><p>Shown.</p><template><p>Not.</p></template></template></my-page><template><p>Not.</p></template>"
    assert texts(markup) == ["Shown."]


@pytest.mark.parametrize(
    "unit",
    [
        "<style>.a{display:none}</style><p class=a>x",
        "<style>/*</style>",
        "<p>a <b hidden>b</b>",
        "<i class=material-icons>menu</i>",
    ],
)
def test_the_work_grows_with_the_page(unit: str) -> None:
    check_linear(lambda count: page_of(unit * count), leave_unshown, 300)


def test_rules_of_a_class_that_all_elements_have_are_found_by_the_other_one() -> None:
    rules = ",".join(f".a.m{number}" for number in range(150))
    sheets = "".join(f"<style>{rules.replace('m', f'm{sheet}x')}{{display:none}}</style>" for sheet in range(60))
    elements = "".join(f"<p class='a c{number}'>shown" for number in range(300))
    page = page_of(f"{sheets}{elements}<p class='a m59x149 c'>hidden<p class='a'>shown")
    leave_unshown(page)
    assert [text for text, hidden in zip(page.texts, page.hidden, strict=True) if hidden] == ["hidden"]


@pytest.mark.parametrize(("most", "found"), [(2, []), (4, ["x", "y"])])
def test_rules_beyond_the_bound_hide_nothing(most: int, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unshown, "MAX_COMPARED", most)
    assert hidden("b.a,p.a{display:none}", "<p class=a>x<p class=a>y") == found


def test_empty_lines_stay_between_their_texts_where_one_before_is_left_out() -> None:
    lines = "<p>The mill stands still.<br><br>The pond is dry.<br>Nobody minds.</p>"
    icon = '<div><i class="material-icons">expand_more</i></div>'
    plain = extract(f"<article>{lines * 3}</article>").text
    assert "still.\n\nThe pond is dry.\nNobody" in plain
    assert extract(f"{icon * 3}<article>{lines * 3}</article>").text == plain


@pytest.mark.parametrize(("shown", "hidden"), [("The wheel of the mill turns at dawn.", False), ("See", True)])
def test_a_part_of_a_line_that_a_style_sheet_hides_does_not_hide_the_line(shown: str, hidden: bool) -> None:
    page = page_of(f"<style>.tip{{display:none}}</style><p>{shown} <span class=tip>A note on wheels.</span></p>")
    leave_unshown(page)
    assert page.hidden == [hidden]
    if not hidden:
        assert page.texts == [shown]


STORY = "".join(
    f"<h2>Part {part}</h2><p>The ferry crossed {part} times before the fog came in, and the pilot wrote it down.</p>"
    for part in range(1, 9)
)
NOTE = "<p style='display:none'>Version for printers</p>"


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        pytest.param('<template id="B:0"></template><div hidden id="S:0">', "</div>", id="a body that is streamed"),
        pytest.param('<p>Loading …</p><div style="visibility:hidden">', "</div>", id="a body that fades in"),
        pytest.param("<style>.page{display:none}</style><div class=page>", "</div>", id="by a style sheet"),
        pytest.param("<noscript><div id=view>", "</div></noscript>", id="a copy for whom scripts do not run"),
    ],
)
def test_a_hidden_element_that_is_the_page_is_shown_but_for_what_it_hides(before: str, behind: str) -> None:
    code = "<pre>ferry --tide 3\nferry --tide 4</pre>"
    page = f"<body>{before}<h1>Ferries in fog</h1><p>By Ann Reed</p><p>Published: May 3, 2024</p>{STORY}{NOTE}{code}{behind}"
    flat = page_of(page)
    leave_unshown(flat)
    shown = [text for text, is_hidden in zip(flat.texts, flat.hidden, strict=True) if not is_hidden]
    assert shown[-1].startswith("ferry --tide 3")
    assert "Part 8" in shown
    assert "Version for printers" not in shown
    result = extract(page, "https://quay.example/fog")
    assert (result.date_published, [author["name"] for author in result.authors]) == ("2024-05-03", ["Ann Reed"])
    assert "ferry --tide 4" in result.text


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(f"<div hidden>{STORY}</div>{STORY}", id="half of the page"),
        pytest.param("<noscript>Please turn JavaScript on to read our pages.</noscript>", id="a note of scripts"),
    ],
)
def test_other_hidden_elements_stay_hidden(page: str) -> None:
    flat = page_of(f"<body>{page}")
    leave_unshown(flat)
    assert flat.hidden[0]
