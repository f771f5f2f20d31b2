from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.features.measures import find_copies


def test_copies_are_counted_and_found():
    copies = find_copies(["Home", "News", "Home", "home", "News", "Home"])
    assert copies.times.tolist() == [3, 2, 3, 1, 2, 3]
    assert copies.before.tolist() == [0, 0, 1, 0, 1, 2]
    assert copies.earlier.tolist() == [-1, -1, 0, -1, 1, 2]


@given(st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1))
def test_copies_are_those_of_a_search(texts):
    copies = find_copies(texts)
    for number, text in enumerate(texts):
        same = [other for other, earlier in enumerate(texts[:number]) if earlier == text]
        assert copies.times[number] == texts.count(text)
        assert copies.before[number] == len(same)
        assert copies.earlier[number] == (same[-1] if same else -1)
