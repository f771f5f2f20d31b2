"""Replaying a host's pages with none, some, the earlier ones and all others known."""

from __future__ import annotations

import pytest

from benchmarks.site_memory import ALL, CRAWL, EARLIER, NONE, STEPS, Replay, draw, interval, only
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage

APPEAL = (
    "The Island Post is read by everybody on the island and paid for by hardly any of them, so if you can spare "
    "a little each month, we shall be able to go on telling you who has come across on the evening boat."
)


@pytest.fixture
def host(tmp_path):
    """Return pages of one host on which the same appeal looks like the text."""
    pages = []
    for number, subject in enumerate(("mill", "ferry", "kiln", "smithy", "dairy")):
        told = [
            f"On day {day} the {subject} stood open again, and the {subject} keeper showed some forty people how the "
            f"{subject} had been mended over three long summers, by her and {day} of her nieces."
            for day in range(4)
        ]
        path = tmp_path / f"{number}.html"
        paragraphs = "".join(f"<p>{text}</p>" for text in (*told, APPEAL))
        around = "<aside><p>Tide tables for the whole of March</p><p>Letters of readers to the editor</p></aside>"
        path.write_text(f"<body><div><h1>The {subject}</h1>{paragraphs}</div>{around}</body>", "utf-8")
        url = f"https://island.example/{number}"
        pages.append(
            AnnotatedPage(
                str(number), url, path, "utf-8", "article", "island.example", "", "\n".join(told), language="en"
            )
        )
    return pages


def test_a_host_is_replayed(host):
    replay = Replay("crf", None)
    scores = replay.host(host)
    assert {known: len(found) for known, found in scores.items()} == dict.fromkeys((*STEPS, EARLIER, CRAWL), len(host))
    assert scores[EARLIER][0] == scores[NONE][0]
    assert scores[CRAWL][:2] == scores[EARLIER][:2]
    assert scores[EARLIER][1] == scores["up to 1"][1]
    assert scores["up to 4"] == scores["up to 8"] == scores[ALL]
    assert scores[ALL][0].precision > scores[NONE][0].precision
    assert scores[EARLIER][-1] == scores[ALL][-1]
    low, high = interval([scores], ALL)
    assert 0 < low <= high
    assert replay.pages == len(host)
    assert replay.size > 0


def test_languages_are_apart(host):
    scores = Replay("crf", None).host(host)
    languages = [["en", "en", "el", "en", "el"]]
    assert only([scores], languages, "el")[0][ALL] == [scores[ALL][2], scores[ALL][4]]
    assert only([scores], languages, "ja") == []


@pytest.mark.slow
def test_the_picture_is_the_same_every_time(host, tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    scores = Replay("crf", None).host(host)
    for name in ("a.svg", "b.svg"):
        draw([scores], tmp_path / name)
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    assert "known pages of the host" in drawn
    assert (tmp_path / "b.svg").read_text("utf-8") == drawn
