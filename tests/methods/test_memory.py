from __future__ import annotations

from scrapy_maincontent.words.class_names import LONGEST_KEY, REMEMBERED, Memory


def memory():
    made = []

    def make(key):
        made.append(key)
        return key.upper()

    return Memory(make, len), made


def test_a_value_is_made_once():
    known, made = memory()
    assert [known[key] for key in ("a", "b", "a")] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_a_long_key_is_not_kept():
    known, made = memory()
    key = "x" * (LONGEST_KEY + 1)
    assert known[key] == known[key]
    assert made == [key, key]
    assert not known


def test_what_is_kept_is_bounded():
    known, made = memory()
    for number in range(3 * REMEMBERED // 2):
        known[str(number)]
    assert 0 < len(known) <= REMEMBERED
    assert len(made) == 3 * REMEMBERED // 2
    assert known["0"] == "0"
