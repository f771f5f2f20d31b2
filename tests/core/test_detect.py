"""Encodings of text that declares none."""

import pytest

from scrapy_maincontent.page.encoding import SAMPLE_BYTES, choose, guess, sample

GERMAN = (
    "Über die alte Brücke führt ein schmaler Weg zur Mühle. "
    "Größere Gruppen müssen sich anmelden; für Schüler gilt freier Eintritt."
)
HUNGARIAN = (
    "A kis könyvesbolt minden reggel kilenckor nyit. A tulajdonos, egy nyugdíjas tanár, "
    "örül a látogatóknak és teát főz nekik; őszi estéken verset is olvasnak."
)
UKRAINIAN = (
    "Маленька книгарня наприкінці вулиці відчиняється щоранку о дев'ятій. "
    "Її господар, колишній вчитель, поставив старі книжки біля вікна."
)
RUSSIAN = "Вечером на рынке у гавани продают рыбу, которую рыбаки только что привезли с соседних островов."


@pytest.mark.parametrize(
    ("text", "codec"),
    [(GERMAN, "cp1252"), (HUNGARIAN, "iso8859-2"), (HUNGARIAN, "cp1250"), (UKRAINIAN, "koi8-u"), (RUSSIAN, "koi8-r")],
)
def test_guess_reads_the_text_right(text: str, codec: str) -> None:
    found = guess(text.encode(codec))
    assert found
    assert text.encode(codec).decode(found) == text


@pytest.mark.parametrize(
    ("text", "codec", "other"),
    [
        (HUNGARIAN, "iso8859-2", "cp1252"),
        (GERMAN, "cp1252", "iso8859-2"),
        (RUSSIAN, "koi8-r", "cp1251"),
        (RUSSIAN, "cp1251", "koi8-r"),
        ("朝の港に船が戻り、魚市場がにぎわう。", "euc_jp", "gb18030"),
        ("골목 끝의 책방은 아침 아홉 시에 문을 연다.", "cp949", "gb18030"),
    ],
)
def test_choose_takes_the_right_one_of_two(text: str, codec: str, other: str) -> None:
    assert choose(text.encode(codec), [codec, other]) == codec
    assert choose(text.encode(codec), [other, codec]) == codec


def test_sample_has_the_text_without_markup() -> None:
    body = '<p class="intro">Ein schöner Tag</p>\n<p>no umlaut here</p><b>für</b>'.encode("cp1252")
    assert sample(body) == "Ein schöner Tag\nfür".encode("cp1252")


@pytest.mark.parametrize("stretch", ["これは長い文章です。 ", "<p>これは長い文章です。</p>"])
def test_sample_is_bounded_and_cuts_no_character(stretch: str) -> None:
    piece = sample((stretch * 20_000).encode("cp932"))
    assert SAMPLE_BYTES / 2 < len(piece) <= SAMPLE_BYTES
    piece.decode("cp932")
