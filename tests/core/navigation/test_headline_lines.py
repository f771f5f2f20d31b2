"""Lines below the headline that only their place and a date tell."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TITLE = "<h1>Roses in June</h1>"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>" * 3


def found(find, body):
    return [(rule, text) for rule, _, text in find("blog_utility", body, URL)]


def line(name, href="/a7", date="3 June 2024"):
    return f'<div><div><a href="{href}">{name}</a></div> <div>{date}</div></div>'


@pytest.mark.parametrize("name", ["Ann Reed", "Garden", "Ann B. Reed MD, PhD", "山田花子", "Редакция"])
def test_a_name_or_a_section_with_a_date(find, name):
    assert found(find, TITLE + line(name) + TEXT) == [("blog_utility.headline", f"{name} 3 June 2024")]


def test_deep_in_boxes(find):
    boxed = "<div>" * 7 + '<a href="/a7">Ann Reed</a>' + "</div>" * 7
    share = "".join(f'<a href="https://{name}.example/share?u=roses">Send it to them all</a>' for name in "abcde")
    body = f"<div>{TITLE}<div>{boxed}<div>3 June 2024</div><div>{share}</div></div></div>"
    assert found(find, body + TEXT) == [("blog_utility.headline", "Ann Reed 3 June 2024")]


@pytest.mark.parametrize(
    "other",
    [
        line("Send it to a friend"),
        line("Lilies, and how they came here"),
        line("Buy Now", "#buy"),
        line("Ann Reed", "https://elsewhere.example/ann"),
        line("Ann Reed", date="Nine minutes"),
        line("The Third Man", date="1949"),
        line("Back to all"),
        line("<h3>Ann Reed</h3>"),
        TEXT * 3 + line("Ann Reed"),
    ],
    ids=["a phrase", "a title", "a button", "another site", "no date", "a year", "a list", "a heading", "far below"],
)
def test_others_are_none(find, other):
    assert found(find, TITLE + other + TEXT) == []


def test_a_line_found_otherwise_is_enough(find):
    told = '<p class="byline">by <a href="/author/bo">Bo Hill</a></p>'
    assert [text for _, text in found(find, f"{TITLE}<header>{told}</header>{line('Garden')}{TEXT}")] == ["by Bo Hill"]


def test_below_the_sites_name_there_is_none(find):
    assert found(find, f'<h1><a href="/">The Rose Garden</a></h1>{line("Subscribe")}{TEXT}') == []


def test_in_a_menu_there_is_none(find):
    assert found(find, f"{TITLE}<nav>{line('Garden')}<a href='/b'>Kitchen</a></nav>{TEXT}") == []
