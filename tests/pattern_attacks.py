"""The package's regular expressions, and strings made from the structure of each that may take it long.

For every repeat of a pattern, and every letter that it takes: the letter many times after what comes before it, without
that, and what comes before it many times; each with an end that does not match.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any

import scrapy_maincontent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MANY = 64
"""Times that a repeat may match at least, to be looked at."""
SIZE = 20_000
"""Characters of the larger strings; the others have a quarter."""
QUICK = 0.02
"""Seconds of the processor that no string takes which is worth a second look."""
TOO_LONG = 0.4
"""Seconds that none takes: bounded repeats within each other are linear, too, and may stand for thousands of steps."""
FACTOR = 9
"""Times the seconds that four times the characters may take: what is linear takes 4, what is quadratic 16."""
TRIES = 4
"""Times that a string is tried before it is said to take too long."""
LETTERS = " \n\tab0A9-_./:;,\"'<>()[]{}=&?#%!*|\\|~@$あ年１é\xa0\u3000Ж"
PLAIN = " a0\nあ"
"""Those that are tried with every pattern; the others, where it names them."""
END = "\x01"
SEARCHES = ("search", "finditer", "findall", "sub", "subn", "split")
METHODS = (*SEARCHES, "match", "fullmatch")


@cache
def patterns() -> dict[str, re.Pattern[Any]]:
    """Return the compiled patterns of the package's modules by their names."""
    found: dict[str, re.Pattern[Any]] = {}
    for module in pkgutil.walk_packages(scrapy_maincontent.__path__, "scrapy_maincontent."):
        if module.name.endswith("__main__"):
            continue
        with suppress(ImportError), warnings.catch_warnings():  # of an extra that is not installed; of old names
            warnings.simplefilter("ignore", DeprecationWarning)
            loaded = importlib.import_module(module.name)
            for name, value in vars(loaded).items():
                for at, pattern in _within(value, 2):
                    if not any(known is pattern for known in found.values()):
                        found[f"{module.name.partition('.')[2]}.{name}{at}"] = pattern
    return found


def _within(value: Any, depth: int) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield "", value
    elif depth and isinstance(value, dict):
        for key, part in value.items():
            yield from ((f"[{key!r}]{at}", pattern) for at, pattern in _within(part, depth - 1))
    elif depth and isinstance(value, tuple | list):
        for number, part in enumerate(value):
            yield from ((f"[{number}]{at}", pattern) for at, pattern in _within(part, depth - 1))


def uses(name: str) -> set[str]:
    """Return the methods by which a module uses a pattern of its own; two where that is not plain."""
    module, _, attribute = name.partition("[")[0].rpartition(".")
    source = Path(importlib.import_module(f"scrapy_maincontent.{module}").__file__ or "").read_text("utf-8")
    used = set(re.findall(rf"\b{re.escape(attribute)}(?:\[[^\]\n]{{1,80}}\])?\.({'|'.join(METHODS)})\b", source))
    found = used - {*SEARCHES} | ({"search"} if used & {*SEARCHES} else set())
    return found or {"search", "match"}


def attacks(pattern: re.Pattern[Any], size: int) -> Iterator[Any]:
    """Yield strings of about ``size`` characters, of the type that the pattern takes."""
    written = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    seen = set()
    for path in _repeats(tree, ()):
        for letter in (letter for letter in LETTERS if letter in PLAIN or letter in written):
            before, unit = _until(tree, path, letter)
            if not unit:
                continue
            head = before + unit
            for text in (before + unit * (size // len(unit)), unit * (size // len(unit)), head * (size // len(head))):
                for end in (END, ""):
                    if text + end not in seen:
                        seen.add(text + end)
                        with suppress(UnicodeEncodeError):
                            yield (text + end).encode("latin-1") if isinstance(pattern.pattern, bytes) else text + end


def _repeats(tree: Any, above: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each repeat: pairs of a sequence and a place in it."""
    for place, (code, argument) in enumerate(tree):
        way = (*above, (tree, place))
        if code in _REPEATS and argument[1] >= MANY:
            yield way
        for inner in _inner(code, argument):
            yield from _repeats(inner, way)


_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}


def _inner(code: Any, argument: Any) -> Iterable[Any]:
    if code in _REPEATS:
        return (argument[2],)
    if code is codes.SUBPATTERN:
        return (argument[3],)
    if code is codes.BRANCH:
        return tuple(argument[1])
    if code is codes.ATOMIC_GROUP:
        return (argument,)
    return ()


def _until(tree: Any, way: tuple[Any, ...], letter: str) -> tuple[str, str]:
    """Return what matches before a repeat, and once in it; letters are the given one where they may be."""
    before = ""
    for sequence, place in way:
        before += "".join(_matching(code, argument, letter) for code, argument in sequence[:place])
    sequence, place = way[-1]
    return before, _matches(sequence[place][1][2], letter)


def _matches(tree: Any, letter: str) -> str:
    return "".join(_matching(code, argument, letter) for code, argument in tree)


def _matching(code: Any, argument: Any, letter: str) -> str:
    """Return something short that a part of a pattern matches, with one repeat where there may be none."""
    if code is codes.LITERAL:
        return chr(argument)
    if code in (codes.IN, codes.NOT_LITERAL, codes.ANY, codes.CATEGORY):
        one = _compiled(code, argument)
        return next((each for each in letter + LETTERS if one.match(each)), "")
    if code in _REPEATS:
        low, high, inner = argument
        return _matches(inner, letter) * max(low, min(1, high))
    inner = [*_inner(code, argument)]
    return _matches(inner[0], letter) if inner else ""


def _compiled(code: Any, argument: Any) -> Any:
    """Return a pattern of one letter."""
    from re import _compiler  # type: ignore[attr-defined]

    state = parser.State()
    state.str = "x"
    one = parser.SubPattern(state, [(code, argument)])
    return _compiler.compile(one)


def is_slow(pattern: re.Pattern[Any], text: Any, method: str) -> bool:
    """Return True if a string takes a pattern more than in proportion to its length."""
    cut = text[: len(text) // 4 - 1] + text[-1:]
    long = short = float("inf")
    for _ in range(TRIES):  # other processes share the caches
        long = min(long, seconds(pattern, text, method))
        if long < QUICK:
            return False
        short = min(short, seconds(pattern, cut, method))
        if long <= min(FACTOR * max(short, QUICK / 64), TOO_LONG):
            return False
    return True


def seconds(pattern: re.Pattern[Any], text: Any, method: str, most: float = 1.0) -> float:
    """Return the processor's seconds that one use of a pattern takes, at most so many."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    begin = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, most)
        if method in SEARCHES:
            for _ in pattern.finditer(text):
                pass
        else:
            getattr(pattern, method)(text)
    except TimeoutError:
        return most
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return time.process_time() - begin
