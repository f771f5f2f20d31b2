from __future__ import annotations

import pytest

from scrapy_maincontent.words.other_days import is_beside_event, is_other_day


@pytest.mark.parametrize(
    "line",
    [
        "Wann Do, 12. Februar 2026, 19:30 Uhr",
        "Closes 30 April 2026",
        "Saturday 14 March 2026, 10:00 – 13:00",
        "zondag 8 maart 2026, 10.00 - 16.00 uur",
        "8 March 2026, 10 am to 4 pm",
        "8 March 2026, 10-11.30 am",
        "8 mars 2026 de 10 h à 16 h",
        "2026年4月18日(土)19時から21時まで",
        "3 – 5 May 2026",
        "3. März – 5. April 2026",
        "12.02.2026 - 14.02.2026",
        "12 May 2026 to 14 June 2026",
        "Du 12 mai 2026 au 14 juin 2026",
        "12. Mai 2026 bis zum 14. Juni 2026",
        "van 12 mei 2026 t/m 14 juni 2026",
        "Anmeldung bis 12.05.2026",
        "Heute ist Dienstag, 12. Mai 2026",
        "Ann Reed (2024): Otters. Accessed May 12, 2026.",
        "Bericht.pdf (12.05.2026, 120 KB)",
        "Amtsgericht Hinterberg, Urteil vom 12.05.2026 - 5 C 88/26",
        "Cour d'appel, arrêt du 12 mai 2026",
        "Sąd Okręgowy, wyrok z dnia 12 maja 2026 r.",
        "Inscriptions jusqu'au 12 mai 2026",
        "Anmälan senast 12 maj 2026",
        "* 4. März 1998 † 17. Januar 2026",
    ],
)
def test_the_day_of_an_event(line: str) -> None:
    assert is_other_day(line)


@pytest.mark.parametrize(
    "line",
    [
        "3 May 2024",
        "Saturday 14 March 2026, 10:00",
        "Published 3 May 2024 - updated 4 May 2024",
        "04.05.2024 10:30 – aktualisiert 11.05.2024",
        "3 May 2024 - 10:30",
        "3 May 2024 – 5 min read",
        "By Ann Reed - 3 May 2024",
        "2024-05-03",
        "2024年5月3日 10時20分",
    ],
)
def test_a_day_of_publication_is_no_other_one(line: str) -> None:
    assert not is_other_day(line)


@pytest.mark.parametrize(
    "lines",
    [
        ["Date", "14 March 2026", "Time", "10:00", "Venue", "Mill Lane"],
        ["14 March 2026", "10 am to 1 pm"],
        ["12. Februar 2026", "Eintritt 8 Euro"],
        ["8 mars 2026", "Lieu : grenier"],
        ["Где: музей", "14 марта 2026"],
        ["日時", "2026年4月18日", "会場", "屋上"],
        ["วันที่ 8 มีนาคม 2569", "สถานที่: หอสมุด"],
        ["12 مارس 2026", "المكان: القاعة"],
    ],
)
def test_lines_that_say_where_or_how_long(lines: list[str]) -> None:
    number = next(place for place, line in enumerate(lines) if "20" in line or "2569" in line)
    assert is_beside_event(lines, number)


@pytest.mark.parametrize(
    "lines",
    [
        ["14 March 2026", "Ann Reed", "Where the river bends, a mill has turned for a hundred years."],
        ["14 March 2026", "x" * 81, "Venue"],
        ["Tickets", "Locations", "14 March 2026", "Ann Reed"],
        ["Published", "14 March 2026", "Location: Mill Lane"],
        ["Published 14 March 2026", "Location: Mill Lane"],
        ["14 March 2026", "10:30"],
    ],
)
def test_lines_beside_a_day_of_publication(lines: list[str]) -> None:
    assert not is_beside_event(lines, next(place for place, line in enumerate(lines) if "2026" in line))
