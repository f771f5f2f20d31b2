"""Table elements in the text browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._browser_styles import Align, align_of
from ._browser_tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._browser_flow import Flow
    from ._browser_handlers import End, Start


class Cells:
    """What tables, their rows and their cells do; a table in another ends the setting of its columns."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._screen = flow.screen
        self._tables: list[Table] = []
        self._row_align: Align | None = None
        self.starts: dict[str, Start] = {
            "table": self._start_table,
            "tr": self._start_row,
            **dict.fromkeys(("td", "th"), self._start_cell),
        }
        self.ends: dict[str, End] = {"table": self._end_table, "tr": self._end_row}

    def _start_table(self, _: str, attrs: Mapping[str, str]) -> None:
        if self._tables:
            self._tables[-1].fits = False
        self._tables.append(Table())
        if self._flow.top.style.flowing:
            self._flow.divide(align_of(attrs) or Align.LEFT)
        else:
            self._tables[-1].fits = False
            self._flow.update()

    def _end_table(self, _: str) -> None:
        flow = self._flow
        table = self._tables.pop()
        style = flow.top.style
        if not style.flowing:
            return
        right = self._screen.width - flow.style.right
        flow.divisions.pop()
        if flow.divisions:
            style.align = flow.divisions[-1]
        flow.change(style)
        flow.update()
        self._screen.break_line()
        table.align(self._screen, right)
        flow.division_align = style.align
        self._flow.continue_item()

    def _start_row(self, _: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        flow.update()
        self._screen.break_line()
        flow.in_word = flow.in_paragraph = False
        flow.reset_align()
        align = align_of(attrs)
        if align is not None and not (flow.list_level and align is not Align.LEFT):
            flow.top.style.align = align
        if self._tables:
            self._tables[-1].start_row(self._screen)
            self._row_align = align
            self._tables[-1].fits &= self._screen.style.align is Align.LEFT

    def _end_row(self, _: str) -> None:
        if self._tables:
            self._tables[-1].end_row(self._screen)
        self._screen.break_line()
        self._flow.in_word = False

    def _start_cell(self, tag: str, attrs: Mapping[str, str]) -> None:
        self._flow.update()
        self._flow.blank()
        if self._tables:
            align = align_of(attrs) or self._row_align or (Align.CENTER if tag == "th" else Align.LEFT)
            self._tables[-1].start_cell(self._screen, attrs, align)
