"""The measure of growth tells what is linear from what is not, and counts the same every time."""

from __future__ import annotations

import pytest
from growth import FEW, check_linear, steps


def walk(numbers: list[int]) -> int:
    return sum(number + 1 for number in numbers)


def compare(numbers: list[int]) -> int:
    return sum(one < other for one in numbers for other in numbers)


def numbers_of(n: int) -> list[int]:
    return list(range(4 * n))


def test_a_walk_is_linear() -> None:
    check_linear(numbers_of, walk)


def test_comparing_all_with_all_is_not() -> None:
    with pytest.raises(AssertionError, match=rf"sizes \[{FEW}, "):
        check_linear(numbers_of, compare)


def test_calls_of_c_functions_count() -> None:
    with pytest.raises(AssertionError, match="steps"):
        check_linear(numbers_of, lambda numbers: [list(map(str, numbers)) and walk(numbers) for _ in numbers])


def test_steps_are_the_same_every_time() -> None:
    counts = [steps(lambda: walk(numbers_of(1000))) for _ in range(5)]
    assert max(counts) < 1.01 * min(counts)  # the garbage collector may call what others have asked it to
