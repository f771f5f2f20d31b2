"""Presentation MathML (events of the parser) -> TeX, for formulas that come without their source.

Letter by letter what a writer of TeX would most likely have typed: scripts of one sign without braces, names of
functions with a backslash. MathML of which nothing is known gives what it shows.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


MAX_TEX = 10_000
"""Characters of the longest formula; a longer one gives none."""
_SILENT = frozenset(("annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark", "mprescripts", "none"))
_INVISIBLE = frozenset("\u2061\u2062\u2063\u2064\u200b\u200a\u2009")
_FENCES = {"{": "\\{", "}": "\\}", "": "."}


class _Part(NamedTuple):
    """What an element comes to: its TeX, and whether it is one sign that takes a script without braces."""

    tag: str
    tex: str
    is_one: bool


@cache
def _signs() -> tuple[dict[str, str], frozenset[str], dict[str, str], dict[str, str]]:
    """Return commands by sign, names of functions, accents by sign, and commands of fonts by variant."""
    told = tomllib.loads(files("scrapy_maincontent.page").joinpath("mathml.toml").read_text("utf-8"))
    return told["signs"], frozenset(told["functions"]), told["accents"], told["variants"]


def tex_of(events: list[Any]) -> str:
    """Return the TeX of a ``math`` element's events, "" where it holds nothing or is too long. Linear; no recursion."""
    stack: list[tuple[Mapping[str, str], str, list[_Part]]] = [({}, "", [])]
    size = 0
    stream = iter(events)
    for event in stream:
        if event is None:
            if len(stack) == 1:
                break
            own, tag, parts = stack.pop()
            made = _element(tag, own, parts)
            size += len(made.tex)
            if size > 40 * MAX_TEX or len(made.tex) > MAX_TEX:
                return ""
            stack[-1][2].append(made)
        elif type(event) is str:
            if event.strip():
                stack[-1][2].append(_Part("", event.strip(), is_one=False))
        else:
            stack.append((event, next(stream), []))
    return " ".join(_row(stack[0][2]).split())


def _element(tag: str, own: Mapping[str, str], parts: list[_Part]) -> _Part:  # noqa: PLR0911
    if tag in _SILENT:
        return _Part(tag, "", is_one=False)
    if tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(tag, own, "".join(part.tex for part in parts))
    if tag in _SCRIPTS:
        return _Part(tag, _scripts(tag, parts), is_one=False)
    if tag in _BUILDERS:
        return _BUILDERS[tag](own, parts)
    if tag == "mspace":
        return _Part(tag, _space(own.get("width", "")), is_one=False)
    if tag == "mstyle" and len(parts) == 1 and parts[0].tag == "mfrac" and own.get("displaystyle") in _STYLED:
        return _Part("mfrac", parts[0].tex.replace("\\frac", _STYLED[own["displaystyle"]], 1), is_one=False)
    if len(parts) > 1 and parts[0].tag == parts[-1].tag == "fence":
        inner = _row(parts[1:-1])
        return _Part("mrow", f"{_sided('left', parts[0].tex)}{inner}{_sided('right', parts[-1].tex)}", is_one=False)
    row = _row(parts)
    return _Part("mrow", row, is_one=len(parts) == 1 and parts[0].is_one)


_STYLED = {"true": "\\dfrac", "false": "\\tfrac"}
_SPACES = ((1.9, "\\qquad "), (0.9, "\\quad "), (0.27, "\\;"), (0.22, "\\:"), (0.16, "\\,"))
"""Commands by the width in em from which on they stand for it."""
_SIZES = {"1.2em": "\\big", "1.8em": "\\Big", "2.4em": "\\bigg", "3em": "\\Bigg"}


def _space(width: str) -> str:
    number = width.strip().removesuffix("em")
    try:
        wide = float(number)
    except ValueError:
        return " "
    return next((command for least, command in _SPACES if wide >= least), " ")


def _sided(side: str, sign: str) -> str:
    return f"\\{side}{' ' if sign[:1].isalpha() else ''}{sign or '.'}"


def _token(tag: str, own: Mapping[str, str], text: str) -> _Part:  # noqa: PLR0911
    signs, functions, _, variants = _signs()
    text = "".join(sign for sign in text if sign not in _INVISIBLE)
    if tag in ("mtext", "ms") and text.strip("\xa0 "):
        plain = text.replace("\xa0", " ")
        return _Part(tag, signs.get(plain) or f"\\text{{{plain}}}", is_one=False)
    if tag == "mo" and own.get("fence") == "true" and own.get("stretchy") != "false":
        return _Part("fence", signs.get(text, text), is_one=False)
    if tag == "mo" and own.get("minsize") in _SIZES:
        return _Part("mo", f"{_SIZES[own['minsize']]}{signs.get(text, text)}", is_one=False)
    if text in functions:
        return _Part("mo", f"\\{text}", is_one=True)
    tex = "".join(_spaced(signs.get(sign, sign)) for sign in text).strip()
    variant = own.get("mathvariant", "")
    if (
        variant in variants
        and tex.replace(" ", "").isalnum()
        and not (variant == "normal" and (len(tex) == 1 or tag != "mi"))
    ):
        return _Part(tag, f"\\{variants[variant]}{{{tex}}}", is_one=False)
    if tag == "mi" and len(text) > 1 and text.isalpha() and not variant:
        return _Part(tag, f"\\mathrm{{{tex}}}" if text.isascii() else tex, is_one=False)
    return _Part(tag, tex, is_one=len(text) == 1)


def _spaced(tex: str) -> str:
    return f"{tex} " if tex[:1] == "\\" and tex[-1:].isalpha() else tex


def _row(parts: list[_Part]) -> str:
    """Return parts in a row, with a blank where a command's name would else go on."""
    out: list[str] = []
    last = ""
    for part in parts:
        if part.tex:
            if last[-1:].isalnum() and part.tex[:1].isalpha() and _ends_with_command(last):
                out.append(" ")
            out.append(part.tex)
            last = part.tex
    return "".join(out)


def _ends_with_command(tex: str) -> bool:
    return tex[len(tex.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")) - 1 :][:1] == "\\"


def _braced(part: _Part | None) -> str:
    return "" if part is None else part.tex if part.is_one or (len(part.tex) == 1) else f"{{{part.tex}}}"


_SCRIPTS = frozenset(("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts"))
_PRIMES = {"′": "'", "″": "''", "‴": "'''", "'": "'", "\\prime": "'"}


def _scripts(tag: str, parts: list[_Part]) -> str:
    accents = _signs()[2]
    base = parts[0] if parts else _Part("", "", is_one=True)
    low = parts[1] if len(parts) > 1 and tag not in ("msup", "mover") else None
    high = (
        parts[-1]
        if len(parts) > 1 and tag not in ("msub", "munder") and (tag in ("msup", "mover") or len(parts) > 2)
        else None
    )
    if tag in ("mover", "munder"):
        over = high or low
        sign = "" if over is None else over.tex.strip()
        named = accents.get(("_" if tag == "munder" else "") + sign)
        if named:
            return f"\\{named}{{{base.tex}}}"
        if base.tag not in _LIMITS and over is not None:
            is_over = tag == "mover"
            return f"\\{'overset' if is_over else 'underset'}{{{over.tex}}}{{{base.tex}}}"
    inner = base.tex if base.is_one or base.tag in _BASES or _is_group(base.tex) else f"{{{base.tex}}}"
    out = inner
    if low is not None and low.tex:
        out += f"_{_braced(low)}"
    if high is not None and high.tex:
        out += _PRIMES[high.tex] if high.tex in _PRIMES else f"^{_braced(high)}"
    return out


def _is_group(tex: str) -> bool:
    ends = tex[:1] + tex[-1:]
    return ends in ("", "()", "[]") or tex.startswith("\\left") or _COMMAND.fullmatch(tex) is not None


_LIMITS = frozenset(("mo", "munder", "mover"))
_BASES = frozenset(("mo", "mi", "mn", "msub", "msup", "mtext"))
_COMMAND = re.compile(r"\\[A-Za-z]+(?: ?\{[^{}]*\}){0,2}")


def _fraction(own: Mapping[str, str], parts: list[_Part]) -> _Part:
    above, below = ([*(part.tex for part in parts), "", ""])[:2]
    name = "binom" if own.get("linethickness", "").strip("0px.em") == "" and "linethickness" in own else "frac"
    return _Part("mfrac", f"\\{name}{{{above}}}{{{below}}}", is_one=False)


def _root(_: Mapping[str, str], parts: list[_Part]) -> _Part:
    inner, degree = ([*(part.tex for part in parts), "", ""])[:2]
    return _Part("mroot", f"\\sqrt[{degree}]{{{inner}}}", is_one=False)


def _square_root(_: Mapping[str, str], parts: list[_Part]) -> _Part:
    return _Part("msqrt", f"\\sqrt{{{_row(parts)}}}", is_one=False)


def _fenced(own: Mapping[str, str], parts: list[_Part]) -> _Part:
    opening, closing = (own.get(name, sign) for name, sign in (("open", "("), ("close", ")")))
    between = (own.get("separators", ",").strip() or " ")[0]
    inner = between.join(part.tex for part in parts)
    return _Part("mrow", f"{_FENCES.get(opening, opening)}{inner}{_FENCES.get(closing, closing)}", is_one=False)


def _cell(_: Mapping[str, str], parts: list[_Part]) -> _Part:
    return _Part("mtd", _row(parts), is_one=False)


def _table_row(_: Mapping[str, str], parts: list[_Part]) -> _Part:
    return _Part("mtr", " & ".join(part.tex for part in parts), is_one=False)


def _table(_: Mapping[str, str], parts: list[_Part]) -> _Part:
    rows = " \\\\ ".join(part.tex for part in parts)
    return _Part("mtable", f"\\begin{{matrix}} {rows} \\end{{matrix}}", is_one=False)


_BUILDERS = {
    "mfrac": _fraction,
    "mroot": _root,
    "msqrt": _square_root,
    "mfenced": _fenced,
    "mtd": _cell,
    "mtr": _table_row,
    "mlabeledtr": _table_row,
    "mtable": _table,
}
