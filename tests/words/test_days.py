from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.words.days import (
    FIRST_YEAR,
    LAST_YEAR,
    day_in,
    day_lines,
    day_of_month,
    days_in_address,
    is_before,
    language_of_script,
    moment,
    month_in_address,
    say_changed,
)


@pytest.mark.parametrize(
    "text",
    [
        "3 May 2024",
        "May 3, 2024",
        "Published 3rd of May, 2024",
        "Ann ReedMay 3, 2024",
        "PublishedMay 3, 2024",
        "By Ann Reed5 min readMay 3, 2024",
        "Fri, 3-May-2024",
        "Fri May  3 09:41:07 CEST 2024",
        "Fri May 3 09:41:07 2024",
        "Fr Mai 3 09:41 +0200 2024",
        "3. Mai 2024",
        "3 mai 2024",
        "3 de mayo de 2024",
        "3 de maio de 2024",
        "venerdì 3 maggio 2024",
        "3 mei 2024",
        "3. maj 2024",
        "3. toukokuuta 2024",
        "3 touko 2024",
        "3. kvě 2024",
        "3 maja 2024",
        "3. května 2024",
        "2024. május 3.",
        "2024. máj. 3.",
        "3 Mayıs 2024",
        "3 мая 2024 г.",
        "3 травня 2024",
        "3 трав. 2024",
        "3 Μαΐου 2024",
        "3 Μαΐ 2024",
        "3 ΜΑΪΟΥ 2024",
        "3 مايو 2024",
        "٣ مايو ٢٠٢٤",
        "3 במאי 2024",
        "3 मई 2024",
        "3 Mei 2024",
        "3 tháng 5 năm 2024",
        "Ngày 03/05/2024",
        "3 พฤษภาคม 2567",
        "3 พ.ค. 2567",
        "3 พ.ค. 67",
        "3 ພຶດສະພາ 2024",
        "3 ឧសភា 2024",
        "မေ 3၊ 2024",
        "3 مايو، 2024",
        "3 أيار/مايو 2024",
        "3 Mai 2024",
        "3 Bealtaine 2024",
        "3 Mejju 2024",
        "2024. gada 3. maijā",
        "2024 m. gegužės 3 d.",
        "2024ko maiatzaren 3a",
        "2024-yil 3-may",
        "2024-жылдын 3-майы",
        "3 మే 2024",
        "3 મે 2024",
        "3 მაისი, 2024",
        "3 մայիսի, 2024",
        "3 мамыр 2024",
        "3 may 2024",
        "2024年5月3日",
        "令和6年5月3日",
        "民國113年5月3日",
        "２０２４年５月３日",
        "2024년 5월 3일",
        "2024. 5. 3.",
        "2024/05/03",
        "03.05.2024",
        "Stand: 03.05.24",
        "20240503",
    ],
)
def test_a_day_in_the_words_of_a_language(text: str) -> None:
    assert day_in(text) == "2024-05-03"


def test_months_of_two_words() -> None:
    assert day_in("الجمعة 19 كانون الأول 2025") == "2025-12-19"
    assert day_in("3 كانون الثاني/يناير 2025") == "2025-01-03"
    assert day_in("3 Meán Fómhair 2025") == "2025-09-03"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("May 3, 202411:53 AM", "2024-05-03T11:53:00"),
        ("3 May 20249:15", "2024-05-03T09:15:00"),
        ("3. Mai 202415:30 Uhr", "2024-05-03T15:30:00"),
        ("May 3, 20245", None),
        ("11.30.16", "2016-11-30"),
        ("20240503094107", "2024-05-03T09:41:07"),
        ("20249903094107", None),
    ],
)
def test_a_day_to_which_a_time_is_glued_and_one_whose_month_comes_first(text: str, day: str | None) -> None:
    assert day_in(text) == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("May 3, 2024 5:07 pm", "2024-05-03T17:07:00"),
        ("May 3, 2024 12:07 a.m.", "2024-05-03T00:07:00"),
        ("3. Mai 2024, 14:05 Uhr", "2024-05-03T14:05:00"),
        ("3 mai 2024 à 10h05", "2024-05-03T10:05:00"),
        ("2024年5月3日 20時10分", "2024-05-03T20:10:00"),
        ("Fri, 03 May 2024 15:47:42 GMT", "2024-05-03T15:47:42+00:00"),
        ("3 May 2024 15:47 (GMT+7)", "2024-05-03T15:47:00+07:00"),
        ("3 May 2024 15:47 -0330", "2024-05-03T15:47:00-03:30"),
        ("3 May 2024 15:47 GMT+07:00", "2024-05-03T15:47:00+07:00"),
        ("3 May 2024 15:47 EST", "2024-05-03T15:47:00"),
        ("3 May 2024 25:47", "2024-05-03"),
        ("3 May 2024, in the year of the great flood of the harbour, 10:00", "2024-05-03"),
    ],
)
def test_a_time_behind_a_day_with_its_zone_where_that_means_one(text: str, expected: str) -> None:
    assert day_in(text) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en-us", "2024-05-03"), ("en-gb", "2024-03-05"), ("fr", "2024-03-05"), ("", "2024-03-05"), ("en", None)],
)
def test_which_of_two_numbers_is_the_month_is_said_by_the_language(language: str, expected: str | None) -> None:
    assert day_in("5/3/2024", language) == expected
    assert day_in("3/31/2024", language) == day_in("31/3/2024", language) == "2024-03-31"
    assert day_in("05.03.2024", language) == "2024-03-05"


@pytest.mark.parametrize(
    "text",
    ["", "2024", "May 2024", "31 February 2024", "3 May 1856", "12.34.5678", "1.2.3.4", "call 555-2024", "v1.2.24.1"],
)
def test_what_is_no_day(text: str) -> None:
    assert day_in(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-03", "2024-05-03"),
        ("2024-05-03T10:00:00Z", "2024-05-03T10:00:00+00:00"),
        ("2024-05-03T10:00:00+0200", "2024-05-03T10:00:00+02:00"),
        ("2024-05-03 10:00:00 +0200", "2024-05-03T10:00:00+02:00"),
        ("2024-05-03T10:00:00.1234567Z", "2024-05-03T10:00:00.123456+00:00"),
        ("2024-05-03T99:00:00Z", "2024-05-03"),
        ("1714730000", "2024-05-03T09:53:20+00:00"),
        ("1714730000000", "2024-05-03T09:53:20+00:00"),
        ("2024-02-31", None),
        ("0001-01-01T00:00:00Z", None),
        ("yesterday", None),
        ("9999999999", None),
    ],
)
def test_times_as_machines_write_them(text: str, expected: str | None) -> None:
    assert moment(text) == expected


def test_words_of_a_change() -> None:
    changed = ["Updated 3 May", "Aktualisiert am 3.5.", "最終更新", "Обновлено"]
    assert say_changed(["Published 3 May", *changed, ""]) == [False, True, True, True, True, False]
    assert say_changed(["Published 3 May"]) == [False]
    assert say_changed([]) == []


@given(st.text(alphabet=st.characters() | st.sampled_from("0123456789./-: 年月日ZT+"), max_size=300))
def test_any_text_gives_a_day_of_the_calendar_or_none(text: str) -> None:
    for found in (day_in(text), moment(text), day_in(text, "en-us")):
        if found is not None:
            assert FIRST_YEAR <= datetime.fromisoformat(found).year < LAST_YEAR


@pytest.mark.parametrize(
    ("one", "other", "before"),
    [
        ("2024-05-03T10:00:00+00:00", "2024-05-03T10:00:01+00:00", True),
        ("2024-05-03T10:00:00+02:00", "2024-05-03T09:00:00+00:00", True),
        ("2024-05-03T23:30:00-05:00", "2024-05-04T01:00:00+00:00", False),
        ("2024-05-03T10:00:00", "2024-05-03T11:00:00+00:00", False),
        ("2024-05-03", "2024-05-03T11:00:00+00:00", False),
        ("2024-05-02T10:00:00", "2024-05-03", True),
    ],
)
def test_moments_with_zones_are_compared_and_others_by_their_days(one: str, other: str, before: bool) -> None:
    assert is_before(one, other) is before


@pytest.mark.parametrize(
    "text",
    [
        "3 December 2024",
        "3. Dezember 2024",
        "3 décembre 2024",
        "3 de diciembre de 2024",
        "3 dicembre 2024",
        "3 d'desembre de 2024",
        "3. desember 2024",
    ],
)
def test_a_month_may_begin_like_a_word_between(text):
    assert day_in(text) == "2024-12-03"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("۳ فروردین ۱۴۰۰", "2021-03-23"),
        ("1402/05/12", "2023-08-03"),
        ("30 اسفند 1399", "2021-03-20"),
        ("31/09/1400", None),
    ],
)
def test_the_iranian_calendar(text, day):
    assert day_in(text) == day


@pytest.mark.parametrize("text", ["04 / 05 / 2019", "4 . 5 . 2019", "04/05 2019", "4/5-2019", "lør 4/5 2019 kl. 10"])
def test_the_numbers_of_a_day_may_be_parted_by_blanks(text):
    assert (day_in(text, "da") or "")[:10] == "2019-05-04"


@pytest.mark.parametrize(
    ("path", "days"),
    [
        ("/news/17-11-2007-parade.html", ["17.11.2007"]),
        ("/news_17.11.2007.html", ["17.11.2007"]),
        ("/notes/2007_11_17_parade.html", ["2007-11-17"]),
        ("/notes/17-11-20071", []),
    ],
)
def test_days_of_addresses(path, days):
    assert [*days_in_address(path)] == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("14 Sep", "2010-09-14"),
        ("Sep 14", "2010-09-14"),
        ("Dienstag, 14. September", "2010-09-14"),
        ("September 14th at 9:15", "2010-09-14"),
        ("14 de septiembre", "2010-09-14"),
        ("14.09.", "2010-09-14"),
        ("14 Oct", None),
        ("14 comments", None),
        ("31 Sep", None),
    ],
)
def test_a_day_without_its_year_in_a_known_month(text, day):
    assert month_in_address("/2010/09/headwind/") == (2010, 9)
    assert day_of_month(text, 2010, 9) == day


def test_the_day_of_the_week_shows_the_order():
    assert day_in("Wed, 07/12/2023", "en") == "2023-07-12"
    assert day_in("Thursday 07/12/2023", "en") == "2023-12-07"
    for text in ("07/11/2023", "Tue, 07/11/2023"):  # both are a Tuesday
        assert day_in(text, "en") is None


def test_days_of_one_line_with_their_labels():
    line = "Posted: Feb. 13, 2012 | Updated: 4:12 p.m. Feb. 14, 2012"
    assert day_lines(line) == [("Posted: ", "Feb. 13, 2012 "), (" | Updated: 4:12 p.m. ", "Feb. 14, 2012")]
    assert day_lines("3 May 2024") == [("3 May 2024", "3 May 2024")]


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("03/05/2024 09h15 • Atualizado há 3 meses", "03/05/2024 09h15 "),
        ("May 3, 2024 (updated 2 hours ago)", "May 3, 2024 "),
        ("3. Mai 2024 – 9:15 Uhr", "3. Mai 2024 – 9:15 Uhr"),
        ("May 3, 2024 | Weather", "May 3, 2024 | Weather"),
        ("03.05.2024 (aktualisiert 14:30 Uhr)", "03.05.2024 "),
        ("Publié le 3 mai 2024 à 9h15, mis à jour à 14h", "Publié le 3 mai 2024 à 9h15"),
        ("3 May 2024 | Updated on 4 May", "3 May 2024 "),
        ("2024年5月3日 09時15分 (5月3日 10時40分更新)", "2024年5月3日 09時15分 "),
        ("2024年5月3日（更新）", "2024年5月3日（更新）"),
    ],
)
def test_an_age_or_a_change_behind_a_day_is_another_times(line, own):
    assert day_lines(line) == [(own, own)]


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("13/02/12", "", "2012-02-13"),
        ("02/13/12", "en", "2012-02-13"),
        ("2/3/12", "en-us", "2012-02-03"),
        ("2/3/12", "en", None),
        ("1/2/3/12", "", None),
        ("31/31/12", "", None),
        ("12.03.98", "de", "1998-03-12"),
        ("4. 5. 19", "cs", "2019-05-04"),
        ("17 Nov 07", "en-gb", "2007-11-17"),
        ("[17-Nov-07]", "en", "2007-11-17"),
        ("17. Nov '07", "de", "2007-11-17"),
        ("Posté par Lilas le 04 mai 19 à 11:20", "fr", "2019-05-04T11:20:00"),
        ("3 May 12 - 14 h", "en", None),
        ("12 Mai 15 Kommentare", "de", None),
        ("3. Mai 10 Uhr", "de", None),
        ("5 Dec 16, 2025", "en", "2025-12-16"),
    ],
)
def test_years_of_two_digits(text, language, day):
    assert day_in(text, language) == day


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("19.11.02 22:17", "ko", "2019-11-02T22:17:00"),
        ("작성일 21-11-02 22:17", "ko-kr", "2021-11-02T22:17:00"),
        ("08.05.13", "ja", "2008-05-13"),
        ("12-04-16", "zh-tw", "2012-04-16"),
        ("19.11.02", "de", "2002-11-19"),
        ("21-11-02", "en", None),
        ("02-555-11-22", "ko", None),
        ("2019.11.02", "ko", "2019-11-02"),
    ],
)
def test_a_short_year_is_first_in_east_asia(text: str, language: str, day: str | None) -> None:
    assert day_in(text, language) == day


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("감나무집 : 책방", "ko"),
        ("みなと日和", "zh"),
        ("Notes 茶烟的博客", "zh"),
        ("Мельница", ""),
        ("Mill", ""),
        ("", ""),
    ],
)
def test_the_script_says_how_a_page_of_east_asia_writes_days(text: str, language: str) -> None:
    assert language_of_script(text) == language


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("hr", "03. travanj 2021. 12:34", "2021-04-03"),
        ("hr", "3. listopada 2021.", "2021-10-03"),
        ("pl", "3 listopada 2021", "2021-11-03"),
        ("sr", "3. априла 2021. у 12:34", "2021-04-03"),
        ("uk", "Квітень 3, 2021", "2021-04-03"),
        ("bg", "3 яну 2021", "2021-01-03"),
        ("tr", "3 KASIM 2021", "2021-11-03"),
        ("tr", "3 EKİM 2021", "2021-10-03"),
        ("no", "3. des. 2021 kl. 12:34", "2021-12-03"),
        ("da", "3/4 2021", "2021-04-03"),
        ("sv", "3/4-2021", "2021-04-03"),
        ("id", "03 Agu 2021 12:34 WIB", "2021-08-03"),
        ("vi", "3 Tháng Tư, 2021", "2021-04-03"),
        ("vi", "Tháng Mười Một 3, 2021", "2021-11-03"),
        ("vi", "tháng 4 năm 2021", None),
        ("ar", "3 غشت 2021", "2021-08-03"),
        ("ar", "3 فبراير شباط 2021", "2021-02-03"),
        ("fa", "۳ ژوئن ۲۰۲۱", "2021-06-03"),
        ("he", "03 אפר 2021", "2021-04-03"),
        ("th", "วันเสาร์ที่ 3 เมษายน พ.ศ. 2564", "2021-04-03"),
        ("el", "3 Μαϊ 2021", "2021-05-03"),
        ("cs", "3. dub 2021", "2021-04-03"),
        ("ca", "22 d’octubre de 2019", "2019-10-22"),
        ("ne", "3 अप्रिल 2021", "2021-04-03"),
        ("ja", "公開日 : 10/03/02", "2010-03-02"),
        ("ko-kr", "21/04/03 12:34", "2021-04-03"),
    ],
)
def test_months_and_orders_of_further_languages(language, text, day):
    assert (day_in(text, language) or "")[:10] == (day or "")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Út, 09/11/2018 - 14:05", "2018-09-11"),
        ("Di, 09/11/2018 - 14:05", "2018-09-11"),
        ("вт, 09/11/2018 - 14:05", "2018-09-11"),
        ("ter, 11/09/2018", "2018-09-11"),
        ("so, 09/11/2018", "2018-11-09"),
    ],
)
def test_short_days_of_the_week_say_which_number_is_the_month(text, day):
    assert (day_in(text) or "")[:10] == day


@pytest.mark.parametrize(
    "text", ["03 apr. 2021 om 12:34 Update: 4 dagen geleden", "3 avr. 2021 à 12h34 mis à jour il y a 4 jours"]
)
def test_an_age_behind_a_days_time_is_another_times(text):
    assert [label for label, _ in day_lines(text)] == [text[: text.index("34") + 2]]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Phone 13 Pro 2021", ""),
        ("Les 3 des 2000 habitants", "fr"),
        ("Die 5 des 2014", "de"),
        ("Top 10 led 2020", "en"),
    ],
)
def test_words_of_one_language_for_a_month_are_no_months_in_others(text, language):
    assert day_in(text, language) is None


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("5. pro 2020", "cs", "2020-12-05"),
        ("12 des 2019", "nb", "2019-12-12"),
        ("12 Des 2019", "id", "2019-12-12"),
        ("5. tra 2010.", "hr", "2010-04-05"),
    ],
)
def test_words_of_one_language_for_a_month_are_its_months(text, language, day):
    assert (day_in(text, language) or "")[:10] == day
