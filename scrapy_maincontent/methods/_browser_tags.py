"""What each element does to the running text, as `lynx` treats it.

Elements that `lynx` 2.9 does not know (``figcaption``, ``summary``, ``picture``) do nothing; those of HTML 5 that it
knows (``section``, ``article``) break no line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.page import HEADINGS
from ._browser_flow import Flow, Open
from ._browser_pictures import button_text, field_text, frame_name
from ._browser_styles import Align, Style
from ._browser_tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_BULLETS = "*+o#@-="
_RULE_MARGIN = 5
"""Columns by which a rule is shorter than a line of text."""
_LIST_PARENTS = frozenset(("ul", "ol", "menu", "dir", "li"))
_ALIGNS = {"center": Align.CENTER, "right": Align.RIGHT, "left": Align.LEFT, "justify": Align.LEFT}
_SECTIONS = ("article", "aside", "footer", "header", "main", "nav", "section")
_ENDS_HEADINGS = frozenset(
    (
        "address",
        "blockquote",
        "center",
        "dir",
        "div",
        "dl",
        "fieldset",
        "form",
        "hr",
        "menu",
        "ol",
        "p",
        "pre",
        "table",
        "ul",
    )
)
"""What cannot stand in a heading and closes it."""
_EMPHASIS = ("b", "blink", "cite", "em", "i", "strong", "u")
_STRUCK = ("del", "s", "strike")


def _align(attrs: Mapping[str, str]) -> Align | None:
    return _ALIGNS.get(attrs.get("align", "").strip().lower())


class Tags:
    """Writes elements; ``toolbar`` tells that the page's head has links that are shown above it."""

    def __init__(self, flow: Flow, toolbar: bool) -> None:
        self._flow = flow
        self._screen = flow.screen
        self._toolbar = toolbar
        self._numbers: list[int] = []
        self._quotes = 0
        self._tables: list[Table] = []
        self._row_align: Align | None = None
        self._heading = 0
        """The place of the open heading on the stack of open elements, 0 where there is none."""
        self._starts: dict[str, Callable[[str, Mapping[str, str]], None]] = {
            "address": self._start_address,
            "blockquote": self._start_quote,
            "button": self._start_button,
            "caption": self._start_caption,
            "center": self._start_division,
            "dd": self._start_definition,
            "div": self._start_division,
            "dt": self._start_term,
            "fieldset": self._start_group,
            "hr": self._rule,
            "iframe": self._start_frame,
            "input": self._field,
            "legend": self._start_group,
            "li": self._start_item,
            "p": self._start_paragraph,
            "pre": self._start_pre,
            "q": self._start_q,
            "table": self._start_table,
            "tr": self._start_row,
            **dict.fromkeys(("td", "th"), self._start_cell),
            **dict.fromkeys(("sub", "sup", "ins", *_STRUCK), self._start_mark),
            **dict.fromkeys(("dir", "dl", "menu", "ol", "ul"), self._start_list),
            **dict.fromkeys(HEADINGS, self._start_heading),
            **dict.fromkeys(_SECTIONS, self._start_section),
            **dict.fromkeys((*_EMPHASIS, "thead", "tbody", "tfoot"), self._start_plain),
        }
        self._ends: dict[str, Callable[[str], None]] = {
            "a": self._end_link,
            "address": self._end_quote,
            "blockquote": self._end_quote,
            "caption": self._end_group,
            "center": self._end_division,
            "div": self._end_division,
            "fieldset": self._end_group,
            "form": self._end_form,
            "iframe": self._end_group,
            "legend": self._end_group,
            "p": self._end_paragraph,
            "pre": self._end_pre,
            "q": self._end_q,
            "table": self._end_table,
            "tr": self._end_row,
            **dict.fromkeys(("sub", "ins", *_STRUCK), self._end_mark),
            **dict.fromkeys(("dir", "dl", "menu", "ol", "ul"), self._end_list),
            **dict.fromkeys(HEADINGS, self._end_heading),
            **dict.fromkeys((*_SECTIONS, "figure"), self._end_plain),
        }

    def start(self, tag: str, attrs: Mapping[str, str]) -> None:
        """Open an element."""
        if self._heading and tag in _ENDS_HEADINGS:
            self._close_heading()
        start = self._starts.get(tag)
        inner = tag
        if start is not None:
            if tag in HEADINGS and self._flow.list_level and self._flow.top.tag in _LIST_PARENTS:
                inner = self._flow.top.tag
            start(tag, attrs)
        self._flow.stack.append(Open(inner, self._flow.style))
        if inner in HEADINGS:
            self._heading = len(self._flow.stack) - 1

    def end(self, tag: str) -> None:
        """Close the innermost element, whose tag this is."""
        flow = self._flow
        inner = flow.stack.pop().tag
        if self._heading == len(flow.stack):
            self._heading = 0
        end = self._ends.get(tag)
        if end is not None and inner == tag:
            end(tag)

    def line_break(self) -> None:
        """Write a ``br``; several in a row make one line break."""
        self._flow.update()
        self._screen.break_line()
        self._flow.in_word = self._flow.in_paragraph = False

    def picture(self, text: str) -> None:
        """Write the text that stands for a picture."""
        self._flow.blank()
        self._flow.text(text)
        self._flow.blank()

    # Divisions, tables and headings

    def _start_division(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        align = Align.CENTER if tag == "center" else _align(attrs)
        if flow.in_paragraph:
            flow.single_space()
        if tag == "div" and flow.list_level and align in (None, Align.LEFT):
            if align is Align.LEFT or not flow.divisions or flow.top.tag in _LIST_PARENTS or flow.top.tag == "dd":
                flow.division_align = Align.LEFT
            flow.divisions.append(flow.division_align)
            self._paragraph(attrs, starts=True)
            flow.divisions[-1] = flow.division_align
            return
        self._divide(align or Align.LEFT)

    def _divide(self, align: Align) -> None:
        flow = self._flow
        style = flow.styles.division[align]
        flow.divisions.append(align)
        flow.change(style)
        flow.update()
        flow.division_align = style.align

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
            self._continue_item()
        elif flow.in_paragraph:
            flow.single_space()
        flow.division_align = style.align

    def _start_table(self, _: str, attrs: Mapping[str, str]) -> None:
        if self._tables:
            self._tables[-1].fits = False
        self._tables.append(Table())
        if self._flow.top.style.flowing:
            self._divide(_align(attrs) or Align.LEFT)
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
        self._continue_item()

    def _start_row(self, _: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        flow.update()
        self._screen.break_line()
        flow.in_word = flow.in_paragraph = False
        flow.reset_align()
        align = _align(attrs)
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
            align = _align(attrs) or self._row_align or (Align.CENTER if tag == "th" else Align.LEFT)
            self._tables[-1].start_cell(self._screen, attrs, align)

    def _start_heading(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        if flow.list_level and flow.top.tag in _LIST_PARENTS:
            flow.style = flow.top.style
            flow.update()
            if flow.in_paragraph or flow.in_word:
                self._screen.begin_paragraph()
                flow.mark(" ")
            return
        flow.change(self._heading_style(tag, _align(attrs)))
        flow.update()

    def _heading_style(self, tag: str, align: Align | None) -> Style:
        flow = self._flow
        if align is None and flow.divisions:
            align = flow.divisions[-1]
        return flow.styles.headings[HEADINGS[tag] - 1] if align is None else flow.styles.heading_in_division[align]

    def _close_heading(self) -> None:
        """Close the open heading, since a block-level element begins in it."""
        stack, place = self._flow.stack, self._heading
        tag, inside = stack[place].tag, len(stack) - place
        del stack[place:]
        self._heading = 0
        self._end_heading(tag)
        stack.extend([Open("", self._flow.top.style)] * inside)

    def _end_heading(self, _: str) -> None:
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
        self._continue_item()

    # Paragraphs and quotes

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
        align = _align(attrs)
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
        self._continue_item()

    def _start_pre(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.change(self._flow.styles.preformatted)
        self._flow.update()
        self._flow.begin_pre()

    def _end_pre(self, _: str) -> None:
        self._screen.end_line(first=True)
        self._flow.change(self._flow.top.style)
        if self._flow.list_level:
            self._flow.update()
            self._continue_item()

    def _rule(self, _: str, attrs: Mapping[str, str]) -> None:
        flow, screen = self._flow, self._screen
        flow.update()
        if not screen.is_line_empty:
            screen.end_line()
        elif screen.was_line_empty:
            screen.drop_line_above()
        style = flow.style
        style.align = _align(attrs) or Align.CENTER
        space = screen.width - style.rest - style.right
        share = attrs.get("width", "").strip().removesuffix("%")
        whole = not (attrs.get("width", "").strip().endswith("%") and share.isdecimal() and 0 < int(share[:4]) <= 100)
        flow.text("_" * (space - _RULE_MARGIN if whole else max(1, space * int(share) // 100)))
        screen.end_line()
        flow.in_word = flow.in_paragraph = False
        style.align = flow.divisions[-1] if flow.divisions and not flow.list_level else Align.LEFT
        if flow.list_level or flow.top.tag == "address":
            screen.end_line()
        else:
            screen.begin_paragraph()

    # Lists

    def _start_list(self, tag: str, attrs: Mapping[str, str]) -> None:
        flow = self._flow
        flow.list_level += 1
        kinds = flow.styles.glossaries if tag == "dl" else flow.styles.lists
        flow.change(kinds[min(flow.list_level, len(kinds)) - 1])
        flow.update()
        start = attrs.get("start", "").strip()
        self._numbers.append(int(start) if start.isascii() and start.isdecimal() and len(start) < 9 else 1)

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

    def _continue_item(self) -> None:
        """In a list, let what follows stand at the margin of an item's further lines."""
        if self._flow.list_level:
            self._screen.first_line = False

    # Forms, frames and marks

    def _start_group(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.double_space()
        self._flow.reset_align()

    def _end_group(self, _: str) -> None:
        self._flow.double_space()
        self._flow.reset_align()
        self._flow.change(self._flow.top.style)

    def _start_caption(self, tag: str, attrs: Mapping[str, str]) -> None:
        self._start_group(tag, attrs)
        self._flow.text("CAPTION: ")
        self._flow.in_label = True
        self._flow.in_word = self._flow.in_paragraph = False

    def _end_form(self, _: str) -> None:
        if not self._flow.list_level or self._flow.in_paragraph:
            self._flow.single_space()

    def _start_frame(self, tag: str, attrs: Mapping[str, str]) -> None:
        if attrs.get("src", "").strip():
            self._start_group(tag, attrs)
            self._flow.text("IFRAME: ")
            self._flow.link_number()
            self._flow.text(frame_name(attrs))
            self._flow.single_space()

    def _start_button(self, _: str, attrs: Mapping[str, str]) -> None:
        self._flow.update()
        self._flow.blank()
        self._flow.text(button_text(attrs))
        self._flow.blank()

    def _field(self, _: str, attrs: Mapping[str, str]) -> None:
        self._flow.update()
        self._flow.blank()
        self._flow.text(field_text(attrs))

    def _start_mark(self, tag: str, _: Mapping[str, str]) -> None:
        if tag in ("sub", "sup"):
            self._screen.block = -1
            self._screen.write("^" if tag == "sup" else "[")
        else:
            self._flow.text("[INS: " if tag == "ins" else "[DEL: ")
            self._flow.in_word = False

    def _end_mark(self, tag: str) -> None:
        if tag == "sub":
            self._screen.write("]")
        else:
            self._flow.text(" :INS] " if tag == "ins" else " :DEL] ")
            self._flow.in_word = False

    def _start_q(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.text("`" if self._quotes % 2 else '"')
        self._quotes += 1

    def _end_q(self, _: str) -> None:
        self._quotes -= 1
        self._flow.text("'" if self._quotes % 2 else '"')

    # Elements that show nothing of themselves

    def _start_section(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        if self._toolbar:
            self._screen.begin_paragraph()

    def _start_plain(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.update()

    def _end_plain(self, _: str) -> None:
        self._flow.change(self._flow.top.style)

    def _end_link(self, _: str) -> None:
        self._flow.update()
