from __future__ import annotations

import pytest
from growth import check_linear

from scrapy_maincontent.words.text_language import MAX_LETTERS, MIN_LETTERS, script_of, text_language


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


@pytest.mark.parametrize(
    ("text", "only"),
    [("カワウソが川に戻ってきた。", "ja"), ("水獺回到河邊了。", "zh"), ("Οι βίδρες ζουν (otters). ", "el")],
)
def test_the_script_of_a_long_text_is_that_of_a_short_one(text: str, only: str) -> None:
    for long in (text * (MAX_LETTERS // len(text)), text * (MAX_LETTERS // len(text) + 1), text * 100):
        script = script_of(long)
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


TEXTS = {
    "en": "The otters have returned to the river, and the people of the valley say that they were never really away.",
    "de": "Die Otter sind in den Fluss zurückgekehrt, und die Leute im Tal sagen, dass sie nie wirklich weg waren.",
    "fr": "Les loutres sont revenues dans la rivière, et les gens de la vallée disent qu'elles n'étaient pas parties.",
    "es": "Las nutrias han vuelto al río, y la gente del valle dice que en realidad nunca se fueron de la zona.",
    "it": "Le lontre sono tornate nel fiume, e la gente della valle dice che non se ne erano mai andate via.",
    "nl": "De otters zijn terug in de rivier, en de mensen in het dal zeggen dat ze er altijd al waren.",
    "pl": "Wydry wróciły do rzeki, a ludzie z doliny mówią, że nigdy jej nie opuściły i że to nie jest nic nowego.",
    "cs": "Vydry se vrátily do řeky a lidé v údolí říkají, že tu byly vždy a že to není nic, co by je překvapilo.",
    "no": "Oterne er tilbake i elven, og folk i dalen sier at de ikke har vært borte, men at ingen har sett etter dem.",
    "da": "Odderne er tilbage i åen, og folk i dalen siger, at de ikke har været væk, men at ingen har kigget efter dem.",
    "xh": "Iintini zibuyele emlanjeni, kwaye abantu bathi ngoku amanzi acocekile kakhulu, kodwa xa linetha kuba nzima.",
    "zu": "Izintini zibuyele emfuleni, futhi abantu bathi manje amanzi ahlanzekile kakhulu, kodwa lapho lina abantu bahlala ngaphandle.",
    "ru": "Выдры вернулись в реку, и люди в долине говорят, что они никуда и не уходили, но их никто не видел.",
    "uk": "Видри повернулися до річки, і люди в долині кажуть, що вони нікуди не зникали, але їх ніхто не бачив.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_of_a_text_that_declares_none_or_another(language: str) -> None:
    text = TEXTS[language] * 2
    assert text_language(text) == language
    assert text_language(text, language) == language
    assert text_language(text, "tr" if language != "uk" else "en") == language


def test_a_declared_language_is_kept_where_little_or_nothing_contradicts_it() -> None:
    assert text_language("", "pl") == "pl"
    assert text_language("Otters return", "pl") == "pl"
    assert text_language(TEXTS["en"], "cy") == "cy"
    assert text_language("Home | News | Sport | Weather | Travel | Money | Culture | Shop | Contact " * 3, "de") == "de"


def test_a_text_that_shows_no_language_has_none() -> None:
    for text in ("", "Otters return", "4711 € | 12 km | www | " * 20, "the " * 60, "xyzzy " * 60):
        assert text_language(text) is None


def test_the_work_grows_no_faster_than_the_text() -> None:
    check_linear(lambda n: "the a і в " * (1000 * n), text_language)
