"""Lists in the text browser: bullets, numbers and indents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._browser_styles import Align

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._browser_flow import Flow
    from ._browser_handlers import End, Start

_BULLETS = "*+o#@-="
"""The bullets of lists, by the depth of the list."""
_LISTS = ("dir", "dl", "menu", "ol", "ul")
_LONGEST_NUMBER = 8


class Lists:
    """What lists and their items do."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._screen = flow.screen
        self._numbers: list[int] = []
        self.starts: dict[str, Start] = {
            "dd": self._start_definition,
            "dt": self._start_term,
            "li": self._start_item,
            **dict.fromkeys(_LISTS, self._start_list),
        }
        self.ends: dict[str, End] = dict.fromkeys(_LISTS, self._end_list)

    def _start_list(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        flow.list_level += 1
        kinds = flow.styles.glossaries if tag == "dl" else flow.styles.lists
        flow.change(kinds[min(flow.list_level, len(kinds)) - 1])
        flow.update()
        start = attrs.get("start", "").strip()
        self._numbers.append(
            int(start) if start.isascii() and start.isdecimal() and len(start) <= _LONGEST_NUMBER else 1
        )

    def _end_list(self, _: str) -> None:
        flow = self._flow
        flow.list_level -= 1
        self._numbers.pop()
        flow.change(flow.top.style)
        flow.update()
        if flow.list_level:
            flow.single_space()

    def _start_item(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        flow = self._flow
        flow.update()
        self._screen.begin_paragraph()
        flow.top.style.align = Align.LEFT
        if flow.top.tag == "ol" and self._numbers:
            flow.mark(f"{self._numbers[-1]:2}. ")
            self._numbers[-1] += 1
        elif flow.top.tag == "ul":
            flow.mark(f"  {_BULLETS[(flow.list_level - 1) % len(_BULLETS)]} ")
        else:
            flow.mark("  ")

    def _start_term(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        flow = self._flow
        if not flow.style_changed:
            self._screen.begin_paragraph(0 if self._screen.first_line else None)
            flow.in_word = False
            flow.top.style.align = Align.LEFT
        flow.in_paragraph = False

    def _start_definition(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        flow = self._flow
        if flow.style_changed:
            flow.update()
            self._screen.shift_to(self._screen.style.rest)
        elif not self._screen.is_line_empty:
            self._screen.end_line()
        else:
            self._screen.first_line = False
        self._screen.after_blank = True
        flow.top.style.align = Align.LEFT
        flow.in_word = flow.in_paragraph = False
