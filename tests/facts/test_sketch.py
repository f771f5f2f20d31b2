"""Sketches of texts: alike where the texts are, in any script, and none of what is too short."""

from __future__ import annotations

import random

import pytest

from scrapy_maincontent.crawl.duplicates import THRESHOLD
from scrapy_maincontent.facts.sketch import BYTES, LEAST, LEAST_UNSPACED, MOST, likeness, sketch

LETTERS = {
    "latin": "abcdefghijklmnoprstuvwyz",
    "cyrillic": "абвгдежзиклмнопрстуфхцчшщыэюя",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "hindi": "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
}
CHARACTERS = {
    "japanese": "日本語文章水車小屋村人々川石橋のはがをにでとるたいす",
    "chinese": "村里的水车停了四十年人们清理池塘重新转动河边石桥老",
    "thai": "กขคงจชซญดตถทธนบปผพฟมยรลวสหอะาิีุู",
}


def text_in(script: str, seed: int, words: int = 300) -> list[str]:
    """Return the words, or characters, of an invented text."""
    drawn = random.Random(f"{script} {seed}")
    if script in CHARACTERS:
        return [drawn.choice(CHARACTERS[script]) for _ in range(3 * words)]
    return ["".join(drawn.choices(LETTERS[script], k=drawn.randint(2, 9))) for _ in range(words)]


def written(script: str, parts: list[str]) -> str:
    return ("" if script in CHARACTERS else " ").join(parts)


def sketched(text: str) -> bytes:
    found = sketch(text)
    assert found is not None
    return found


@pytest.mark.parametrize("script", [*LETTERS, *CHARACTERS])
def test_texts_are_told_apart_in_any_script(script: str) -> None:
    parts, other = text_in(script, 1), text_in(script, 2)
    own = sketched(written(script, parts))
    assert len(own) == BYTES
    edited = [each if number % 40 else other[number] for number, each in enumerate(parts)]
    lead_and_end = other[:30] + parts[30:-30] + other[-30:]
    cut = parts[: int(len(parts) * 0.8)]
    for copy in (edited, lead_and_end, cut):
        assert likeness(own, sketched(written(script, copy))) >= THRESHOLD
    assert likeness(own, sketched(written(script, other))) < 0.2


def test_case_punctuation_and_layout_make_no_difference() -> None:
    text = written("latin", text_in("latin", 3))
    assert sketch(text.upper().replace(" ", " — \n")) == sketch(text)


def test_what_is_too_short_has_none() -> None:
    assert sketch("a" * (LEAST - 1) + " .,!" * 100) is None
    assert sketch("ab" * (LEAST // 2)) is not None
    assert sketch("水" * (LEAST_UNSPACED - 1)) is None
    assert sketch("水車" * (LEAST_UNSPACED // 2)) is not None
    assert sketch("") is None


def test_the_end_of_an_enormous_text_is_not_read() -> None:
    text = written("latin", text_in("latin", 4, 40_000))
    assert sketch(text) == sketch(text[:MOST] + "more")


def test_lone_surrogates_and_rare_letters_are_read() -> None:
    assert sketch("\ud800 mill" * 60) is not None
    assert sketch("\U00030000\U00030001\U00030002" * 60) is not None
