from __future__ import annotations

import pytest

from scrapy_maincontent.words import LONGEST_KEY, Cache


def upper(**options):
    made = []

    def make(key):
        made.append(key)
        return key.upper()

    return Cache(make, **options), made


def test_a_value_is_made_once():
    cache, made = upper()
    assert [cache[key] for key in ("a", "b", "a")] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_a_long_key_is_not_kept():
    cache, made = upper(length=len)
    key = "x" * (LONGEST_KEY + 1)
    assert cache[key] == cache[key]
    assert made == [key, key]
    assert not cache


def test_what_is_kept_is_bounded():
    cache, made = upper(size=20)
    for number in range(30):
        cache[str(number)]
        assert 0 < len(cache) <= 20
    assert len(made) == 30
    assert cache["0"] == "0"


def test_values_made_together_are_kept_within_the_same_bound():
    cache = Cache(size=20)
    cache.keep({number: -number for number in range(15)})
    cache.keep({number: -number for number in range(15, 30)})
    assert cache == {number: -number for number in range(15, 30)}
    cache.keep(dict.fromkeys(range(21), 0))
    assert not cache


def test_a_cache_that_makes_nothing_has_what_was_kept():
    with pytest.raises(KeyError):
        Cache()["a"]
