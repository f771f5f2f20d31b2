from __future__ import annotations

import pytest

from scrapy_maincontent.words.further import further_lines, is_further_heading


@pytest.mark.parametrize(
    ("line", "linked"),
    [
        ("Also read: Bakery opens at the old ferry", 0.75),
        (">> See Also: Bakery opens", 0.6),
        ("Lesen Sie auch: Bäckerei am Fähranleger öffnet", 1),
        ("LEES OOK Bakkerij opent bij het veer", 0.75),
        ("Related: Bakery opens at the old ferry", 0.8),
        ("Relacionado: Abre una panadería junto al ferri", 0.75),
        ("Powiązane: Piekarnia przy promie", 0.7),
        ("Lire aussi Une boulangerie ouvre près du bac", 1),
        ("Читайте также: У переправы открылась пекарня", 0.66),
        ("İLGİLİ HABER: İskelede fırın açıldı", 0.6),
        ("AYRICA OKUYUN: İskelede fırın açıldı", 0.6),
        ("यह भी पढ़ें: घाट पर बेकरी खुली", 0.6),
        ("【関連記事】渡し場にパン屋が開店", 0.7),
        ("อ่านข่าวที่เกี่ยวข้อง : ร้านขนมปังเปิด", 0.6),
        ("اقرأ أيضًا: افتتاح مخبز", 0.6),
    ],
)
def test_a_line_that_leads_to_another_text(line: str, linked: float) -> None:
    assert further_lines([line], [linked]) == {0: False}


@pytest.mark.parametrize("line", ["Read next", "Lesen Sie auch:", "Читайте также", "相关阅读：", "関連記事"])
def test_words_that_lead_to_other_texts_alone(line: str) -> None:
    assert further_lines(["It rained.", line], [0, 0]) == {1: True}


@pytest.mark.parametrize(
    ("line", "linked"),
    [
        ("Also read how the ferry was saved", 0),
        ("Also read the book that the ferryman wrote", 0.4),
        ("See also: the ledger of the ferry, which lies in the archive", 0.1),
        ("See alsoran", 1),
        ("Related work: Brandt (2019)", 0.9),  # a word alone that says other things as often
        ("Lesen Sie auchten", 1),
        ("Also read: " + "x" * 300, 1),
        ("", 0),
    ],
)
def test_lines_that_lead_to_no_other_text(line: str, linked: float) -> None:
    assert further_lines([line], [linked]) == {}


def test_headings_of_further_texts_are_whole_lines() -> None:
    assert is_further_heading("You may also like …")
    assert is_further_heading("Das könnte Sie auch interessieren:")
    assert not is_further_heading("You may also like to know that it rained")
