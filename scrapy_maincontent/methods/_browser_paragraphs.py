"""Divisions, headings, paragraphs, quotes and rules in the text browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..page import HEADINGS
from ._browser_flow import LIST_PARENTS
from ._browser_styles import Align, align_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._browser_flow import Flow
    from ._browser_handlers import End, Start
    from ._browser_styles import Style

_RULE_MARGIN = 5
"""Columns by which a rule is shorter than a line of text."""


class Paragraphs:
    """What elements do that begin a line of their own, but lists and tables."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._screen = flow.screen
        self.starts: dict[str, Start] = {
            "address": self._start_address,
            "blockquote": self._start_quote,
            "center": self._start_division,
            "div": self._start_division,
            "hr": self._rule,
            "p": self._start_paragraph,
            "pre": self._start_pre,
            **dict.fromkeys(HEADINGS, self._start_heading),
        }
        self.ends: dict[str, End] = {
            "address": self._end_quote,
            "blockquote": self._end_quote,
            "center": self._end_division,
            "div": self._end_division,
            "p": self._end_paragraph,
            "pre": self._end_pre,
            **dict.fromkeys(HEADINGS, self.end_heading),
        }

    def _start_division(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        align = Align.CENTER if tag == "center" else align_of(attrs)
        if flow.in_paragraph:
            flow.single_space()
        if tag == "div" and flow.list_level and align in (None, Align.LEFT):
            if align is Align.LEFT or not flow.divisions or flow.top.tag in LIST_PARENTS or flow.top.tag == "dd":
                flow.division_align = Align.LEFT
            flow.divisions.append(flow.division_align)
            self._paragraph(attrs, starts=True)
            flow.divisions[-1] = flow.division_align
            return
        flow.divide(align or Align.LEFT)

    def _end_division(self, _: str) -> None:
        flow = self._flow
        flow.divisions.pop()
        style = flow.top.style
        if flow.divisions and style.align is not flow.divisions[-1]:
            if flow.in_paragraph:
                flow.single_space()
            style.align = flow.divisions[-1]
        flow.change(style)
        if flow.style_changed:
            flow.update()
            self._flow.continue_item()
        elif flow.in_paragraph:
            flow.single_space()
        flow.division_align = style.align

    def _start_heading(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        if flow.list_level and flow.top.tag in LIST_PARENTS:
            flow.style = flow.top.style
            flow.update()
            if flow.in_paragraph or flow.in_word:
                self._screen.begin_paragraph()
                flow.mark(" ")
            return
        flow.change(self._heading_style(tag, align_of(attrs)))
        flow.update()

    def _heading_style(self, tag: str, align: Align | None) -> Style:
        flow = self._flow
        if align is None and flow.divisions:
            align = flow.divisions[-1]
        return flow.styles.headings[HEADINGS[tag] - 1] if align is None else flow.styles.heading_in_division[align]

    def end_heading(self, _: str) -> None:
        """Close a heading."""
        flow = self._flow
        style = flow.top.style
        if flow.divisions:
            style.align = flow.divisions[-1]
        elif style is flow.styles.headings[0]:
            style.align = Align.CENTER
        else:
            style.align = Align.LEFT
        flow.change(style)
        flow.update()
        self._flow.continue_item()

    def _start_paragraph(self, _: str, attrs: Mapping[str, str]) -> None:
        self._paragraph(attrs, starts=True)

    def _end_paragraph(self, _: str) -> None:
        self._paragraph({}, starts=False)

    def _paragraph(self, attrs: Mapping[str, str], *, starts: bool) -> None:
        flow = self._flow
        top = flow.top
        flow.update()
        if flow.list_level:
            if flow.in_paragraph:
                if top.style.after or (starts and top.style.before):
                    flow.double_space()
                else:
                    flow.single_space()
        elif top.tag == "address":
            self._screen.break_line()
        elif not starts:
            flow.single_space()
        elif not flow.in_label or flow.in_paragraph:
            self._screen.begin_paragraph()
        flow.in_label = flow.in_label and bool(flow.list_level)
        flow.in_word = False
        self._align_paragraph(attrs if starts else {})
        flow.in_paragraph = False

    def _align_paragraph(self, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        top = flow.top
        in_list_division = flow.list_level and top.style in flow.styles.division.values()
        plain = not flow.divisions and top.style in (flow.styles.normal, flow.styles.preformatted)
        left = top.tag in ("blockquote", "address") or in_list_division or plain
        top.style.align = Align.LEFT if left else flow.division_align
        align = align_of(attrs)
        if align is Align.LEFT or (align is not None and (not flow.list_level or flow.in_paragraph)):
            top.style.align = align

    def _start_quote(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._quote(self._flow.styles.quote, "blockquote")

    def _start_address(self, _: str, attrs: Mapping[str, str]) -> None:
        if self._flow.list_level:
            self._paragraph(attrs, starts=True)
        else:
            self._quote(self._flow.styles.address, "address")

    def _quote(self, style: Style, tag: str) -> None:
        self._flow.change(style)
        self._flow.update()
        if self._flow.top.tag == tag:
            self._flow.double_space()

    def _end_quote(self, tag: str) -> None:
        self._quote(self._flow.top.style, tag)
        self._flow.continue_item()

    def _start_pre(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.change(self._flow.styles.preformatted)
        self._flow.update()
        self._flow.begin_pre()

    def _end_pre(self, _: str) -> None:
        self._screen.end_line(first=True)
        self._flow.change(self._flow.top.style)
        if self._flow.list_level:
            self._flow.update()
            self._flow.continue_item()

    def _rule(self, _: str, attrs: Mapping[str, str]) -> None:
        flow, screen = self._flow, self._screen
        flow.update()
        if not screen.is_line_empty:
            screen.end_line()
        elif screen.was_line_empty:
            screen.drop_line_above()
        style = flow.style
        style.align = align_of(attrs) or Align.CENTER
        space = screen.width - style.rest - style.right
        flow.text("_" * _rule_width(attrs, space))
        screen.end_line()
        flow.in_word = flow.in_paragraph = False
        style.align = flow.divisions[-1] if flow.divisions and not flow.list_level else Align.LEFT
        if flow.list_level or flow.top.tag == "address":
            screen.end_line()
        else:
            screen.begin_paragraph()


def _rule_width(attrs: Mapping[str, str], space: int) -> int:
    """Return the columns of a rule, by its share of the space where it gives one."""
    number, percent, _ = attrs.get("width", "").strip().partition("%")
    share = int(number) if percent and number.isdecimal() and len(number) < 4 else 0
    return max(1, space * share // 100) if 0 < share <= 100 else max(1, space - _RULE_MARGIN)
