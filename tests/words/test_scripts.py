from __future__ import annotations

import pytest

from scrapy_maincontent.words.scripts import MIN_LETTERS, script_of


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("川にカワウソが戻ってきた朝", "ja"),
        ("水獭回到了河里一个早晨的故事", "zh"),
        ("수달이 강으로 돌아왔다는 소식", "ko"),
        ("Οι βίδρες επιστρέφουν", "el"),
        ("นากกลับมาที่แม่น้ำในตอนเช้า", "th"),
        ("הלוטרות חוזרות לנהר", "he"),
        ("Выдры возвращаются в реку", None),
        ("القضاعات تعود إلى النهر", None),
    ],
)
def test_the_script_of_a_text_and_the_language_that_it_alone_can_be(text: str, only: str | None) -> None:
    script = script_of(text)
    assert script is not None
    assert script.only == only


def test_latin_letters_and_few_others_say_nothing() -> None:
    for text in (
        "",
        "Otters return",
        "Die Otter kehren zurück",
        "Ω" * (MIN_LETTERS - 1),
        "Otters return 川 to the river Ωmega",
    ):
        assert script_of(text) is None
