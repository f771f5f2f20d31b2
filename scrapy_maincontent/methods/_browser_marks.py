"""Form fields, frames, captions and marks of the text browser: elements that show something of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._browser_pictures import button_text, field_text, frame_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._browser_flow import Flow
    from ._browser_handlers import End, Start

_STRUCK = ("del", "s", "strike")


class Marks:
    """What elements do that write something that the page does not say."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._screen = flow.screen
        self._quotes = 0
        self.starts: dict[str, Start] = {
            "button": self._start_button,
            "caption": self._start_caption,
            "iframe": self._start_frame,
            "input": self._field,
            "q": self._start_q,
            **dict.fromkeys(("fieldset", "legend"), self._start_group),
            **dict.fromkeys(("sub", "sup", "ins", *_STRUCK), self._start_mark),
        }
        self.ends: dict[str, End] = {
            "form": self._end_form,
            "q": self._end_q,
            **dict.fromkeys(("caption", "fieldset", "iframe", "legend"), self._end_group),
            **dict.fromkeys(("sub", "ins", *_STRUCK), self._end_mark),
        }

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
