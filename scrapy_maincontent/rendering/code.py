"""Blocks of code: which elements are some, their text letter by letter, and their language."""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from ..page.stems import named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page


_LANGUAGE = re.compile(
    r"(?:^|\s)(?:lang(?:uage)?[-:]|mw-highlight-lang-|highlight-(?:source-|text-)?|brush: ?|hl-|src src-"
    r"|sourceCode (?:number(?:Source|Lines) ){0,2})"
    r"([\w+#.-]{1,32})(?=[\s;]|$)"
)
"""A language in a class: of HTML's own convention, of Crayon, MediaWiki, Sphinx and GitHub, of SyntaxHighlighter, Org
and Pandoc."""
_ATTRIBUTES = (
    "data-lang",
    "data-language",
    "data-code-language",
    "data-enlighter-language",
    "data-syntaxhighlighter-params",
    "lang",
)
_NO_LANGUAGES = frozenset(("default", "none", "plain", "nohighlight", "plaintext"))
_LANGUAGES_NAMES = """
    ada arduino asm awk bash bat batch c c++ clojure cmake cobol coffeescript cpp cs csharp css csv cuda cython d
    dart delphi diff docker dockerfile elisp elixir elm erlang f# fish fortran fsharp gdscript glsl go golang gradle
    graphql groovy haskell hcl html http ini java javascript jinja jl js json json5 jsonc jsx julia kotlin kt latex
    less lisp llvm lua makefile markdown matlab md mermaid nginx nim nix objc objective-c ocaml octave pascal perl
    php pl powershell prolog properties protobuf ps1 puppet py python python3 qml r rb rest rs rst ruby rust sas
    scala scheme scss sh shell sml solidity sparql sql stan stylus svelte swift tcl terraform tex toml ts tsx
    typescript vb vbnet verilog vhdl vim vue wasm xml xquery yaml yml zig zsh
"""
_LANGUAGES = frozenset(_LANGUAGES_NAMES.split())
"""Names that are a language's where they stand alone in the class of code, or as its ``lang``."""
_HIGHLIGHTERS = frozenset(("highlight", "codehilite", "syntaxhighlighter", "code-block"))
"""Classes of what is around code, beside which its language may stand."""
_TABLE = frozenset(("td", "tr", "tbody", "table"))
"""Elements that put numbers beside code."""
_AROUND = 2
"""Elements around code that may name its language, where they hold nothing else."""

_LINE = re.compile(
    r"(?:^|\s)(?:line|crayon-line|blob-code(?:-inner)?|js-file-line|code-line|view-line|CodeMirror-line|ace_line)(?=\s|$)"
)
_HOLDER = re.compile(
    r"(?:^|\s)(?:fragment|crayon-(?:pre|code)|CodeMirror-code|view-lines|ace_text-layer|js-file-line-container|highlight"
    r"|codehilite|syntaxhighlighter|blob-wrapper|code(?:-?block)?)(?=\s|$)"
)
"""Classes of lines of code, and of what holds them, where there is no ``pre``: Doxygen, Crayon, GitHub, editors."""
_LINE_TAGS = frozenset(("div", "td", "li", "p"))
_PARAGRAPHS = frozenset(("p", "div"))
_MAX_HEIGHT = 5


def code_elements(page: Page) -> set[int]:
    """Return the elements, but for ``pre``, whose text blocks are lines of code."""
    found = {*_of_broken_lines(page)}
    for value in named(page, "code"):
        if _LINE.search(value):
            for element in page.names[value]:
                if page.tags[element] in _LINE_TAGS:
                    holder = _holder(page, element)
                    if holder is not None:
                        found.add(holder)
    return found


def _of_broken_lines(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are one ``code`` whose lines are parted by line breaks."""
    for element in [element for element, tag in enumerate(page.tags) if tag == "code"]:
        start, end = page.blocks_in(element)
        if end - start > 1 and all(page.breaks[start + 1 : end]):
            owner = page.owners[start]
            own = page.piece_starts[element], page.piece_ends[element]
            is_all = own == (page.text_starts[start], page.text_ends[end - 1]) and page.blocks_in(owner) == (start, end)
            if is_all and page.tags[owner] in _PARAGRAPHS:
                yield owner


def _holder(page: Page, line: int) -> int | None:
    for above in islice(page.ancestors(line), _MAX_HEIGHT):
        if page.tags[above] in ("pre", "body"):
            return None
        if "class" in page.attrs[above] and _HOLDER.search(page.attrs[above]["class"]):
            return above
    return None


def code_text(page: Page, element: int, blocks: Sequence[int]) -> str:
    """Return the code of some text blocks in an element, one below the other, with the empty lines between them."""
    is_pre = page.tags[element] == "pre"
    lines: list[str] = []
    last = -1
    for block in blocks:
        owner = page.owners[block]
        if 0 <= last < owner:
            lines += [""] * _empty_lines(page, last, owner)
        text = page.texts[block]
        if not is_pre:
            raw = "".join(page.pieces[page.text_starts[block] : page.text_ends[block]])
            text = raw.replace("\xa0", " ").strip("\r\n").rstrip()
        lines.append(text)
        last = owner
    return "\n".join(lines)


def _empty_lines(page: Page, last: int, owner: int) -> int:
    tag = page.tags[owner]
    if page.tags[last] != tag:
        return 0
    between = range(page.ends[last], owner)
    return sum(
        page.tags[each] == tag
        and page.piece_starts[each] == page.piece_ends[each]
        and page.attrs[each].get("class") == page.attrs[last].get("class")
        for each in between
    )


def language(page: Page, element: int) -> str:
    """Return the language that code names, or its first child, or what is around it alone; "" for none."""
    own = page.blocks_in(element)
    above = (each for each in page.ancestors(element) if page.tags[each] not in _TABLE)
    around = takewhile(lambda each: _is_alone(page, own, each), islice(above, _AROUND))
    first = range(element + 1, min(element + 1 + _AHEAD, page.ends[element]))
    inside = islice((each for each in first if page.tags[each] not in _BESIDE), 2)
    for each in (element, *inside, *around):
        found = _named(page, each)
        if found:
            return found
    return ""


_AHEAD = 5
"""Elements of code that are looked at."""
_BESIDE = frozenset(("button", "div", "i", "span"))
"""Elements that buttons of code stand in, before the element that names its language."""


def _is_alone(page: Page, own: tuple[int, int], around: int) -> bool:
    """Return True if an element holds nothing but some blocks of code, and a title before them."""
    start, end = page.blocks_in(around)
    return end == own[1] and own[0] - start <= _AROUND and all(_is_title(page, block) for block in range(start, own[0]))


def _is_title(page: Page, block: int) -> bool:
    return len(page.texts[block]) <= _MAX_TITLE and page.tags[page.owners[block]] in _TITLES


_TITLES = frozenset(("button", "div", "figcaption", "label", "span", "td", "th"))
_MAX_TITLE = 60
"""Characters of the title of code."""


def _named(page: Page, element: int) -> str:
    attrs = page.attrs[element]
    names = attrs.get("class", "")
    found = _LANGUAGE.search(names)
    if found is not None and found[1] not in _NO_LANGUAGES:
        return found[1]
    for name in _ATTRIBUTES:
        value = attrs.get(name, "").strip()
        if (params := _LANGUAGE.match(value)) is not None:
            value = params[1]
        if value and value not in _NO_LANGUAGES and " " not in value and (name != "lang" or value in _LANGUAGES):
            return value
    tokens = names.split()
    if page.tags[element] in ("pre", "code") or not _HIGHLIGHTERS.isdisjoint(tokens):
        return next((each for each in tokens if each in _LANGUAGES), "")
    return ""
