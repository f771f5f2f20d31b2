from __future__ import annotations

import pytest

from scrapy_maincontent.lab.phrase_table import parse, table_json
from scrapy_maincontent.words import phrases
from scrapy_maincontent.words.phrases import SENSES, TABLE


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("NEXT", phrases.NEXT),
        ("次の１０件", phrases.NEXT),
        ("Datenschutzerklärung", phrases.LEGAL),
        ("Politique de confidentialité", phrases.LEGAL),
        ("¿Quiénes somos?", phrases.ABOUT),
        ("12 Comments", phrases.COMMENTS),
        ("Skip to main content", phrases.BODY),
        ("หน้าถัดไป", phrases.NEXT),
        ("ទំព័រដើម", phrases.HOME),
        ("თემები: ბორანი", phrases.TAGS),
        ("3 komentara", phrases.COMMENTS),
        ("எங்களைப் பற்றி", phrases.ABOUT),
        ("پرائیویسی پالیسی", phrases.LEGAL),
        ("Rudi juu", phrases.TOP),
    ],
)
def test_all_languages_are_active_together(text, sense):
    assert SENSES[text] & sense


@pytest.mark.parametrize("text", ["", "»", "Nextdoor", "The privacy of hedges and what it costs a gardener to keep"])
def test_no_sense(text):
    assert SENSES[text] & ~phrases.ODD == 0


def test_the_table_is_made_of_today_s_files():
    assert TABLE.read_text("utf-8") == table_json(), "write it anew: python -m scrapy_maincontent.lab.phrase_table"


def test_a_language_file_may_only_fill_known_lists():
    with pytest.raises(ValueError, match=r"\[paging\] nxet is no list of words"):
        parse('[paging]\nnxet = ["volgende"]')


@pytest.mark.parametrize("phrase", ["", "*", "nächste*seite"])
def test_a_phrase_needs_words_and_no_star_inside(phrase):
    with pytest.raises(ValueError, match="is no phrase"):
        parse(f'[paging]\nnext = ["{phrase}"]')


def test_a_phrase_among_other_words_has_no_more_than_the_compiled_twin_keeps():
    long = "one two three four five six seven eight nine"
    with pytest.raises(ValueError, match="is too long to stand among other words"):
        parse(f'[paging]\nnext = ["{long}*"]')
    with pytest.raises(ValueError, match="is too long to stand among other words"):
        parse('[site_info]\nlegal = ["*हमारी वेबसाइट की गोपनीयता नीति*"]')
    assert len(parse(f'[paging]\nnext = ["{long}"]')) == 1


def test_texts_read_together_have_the_same_bits_as_alone():
    texts = [
        "Next",
        "Page 2 of 10",
        "previous 10",
        "12 Comments",
        "Nextdoor",
        "2024",
        "Privacy & Cookies",
        "Go to page3",
        "",
        "Impressum & Datenschutzerklärung",
        "次の10件",
    ]
    together = phrases.senses(texts)
    assert together == [SENSES[text] for text in texts]
    wordy = [bool(bits & ~phrases.ODD) for bits in together]
    assert wordy == [True, True, True, True, False, False, True, True, False, True, True]


@pytest.mark.parametrize(
    "text",
    [
        'paging = "next"',
        'paging = ["next"]',
        '[paging]\nnext = "weiter"',
        "[paging]\nnext = [1]",
        '[paging]\nnext = [["weiter"]]',
        '[paging]\nnext = {weiter = "weiter"}',
        '[paging\nnext = ["weiter"]',
        '[paging]\nnext = ["weiter"]\nnext = ["mehr"]',
    ],
)
def test_a_malformed_language_file_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"no list|no phrase|\(at "):
        parse(text)
