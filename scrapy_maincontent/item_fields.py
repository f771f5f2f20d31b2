"""Which part of a result goes into which item field, in plain JSON types."""

from __future__ import annotations

from copy import deepcopy
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .facts.media import AUDIO, IMAGE, VIDEO
from .result import Extraction, region_dict

if TYPE_CHECKING:
    from .settings import MaincontentSettings

MAIN_CONTENT = "main_content"
"""Name, in ``MAINCONTENT_FIELDS``, of the dict with everything else."""

DEFAULT_FIELDS = {
    "headline": "title",
    "articleBody": "text",
    "breadcrumbs": "breadcrumbs",
    "mainImage": "main_image",
    "mainContent": MAIN_CONTENT,
}
"""Item field -> result attribute, the fields spelled as zyte-common-items spells them.

Its ``images`` is no default: Scrapy's own pipeline for images keeps what it has downloaded in a field of that name.
"""

MEDIA_KINDS = {"images": IMAGE, "videos": VIDEO, "audios": AUDIO}
"""Attributes that hold the media of one kind, each as a dict with its address alone."""
MAIN_IMAGE = "main_image"
"""The first picture of the main content, in the same form."""

CRUMB_KEYS = ("name", "url")
"""What an item keeps of each breadcrumb, as zyte-common-items does; ``mainContent`` says where the trail stands."""

FORMAT_NAMES = ("text", "markdown", "html")
"""Formats a page can be rendered to; "text" always is."""

FORMAT_FIELDS = {"articleBodyHtml": "html", "articleBodyMarkdown": "markdown"}
"""More default fields: they stand in the items where their format was asked for."""

JOINED = ("joined_pages", "join_note")
"""Attributes that only pages of an article have, and only where `MAINCONTENT_JOIN_PAGES` has pages joined."""

RESULT_ATTRIBUTES = frozenset(Extraction().as_dict()) - {"format", "url"} | {
    *JOINED,
    MAIN_CONTENT,
    MAIN_IMAGE,
    *MEDIA_KINDS,
}
"""What ``MAINCONTENT_FIELDS`` may choose."""


def field_values(result: Extraction, settings: MaincontentSettings) -> dict[str, Any]:
    """Return the value of every chosen field, made anew for each item."""
    values = {name: _value(result, attribute, settings) for name, attribute in settings.fields.items()}
    unasked = {name for name in FORMAT_NAMES if name not in settings.formats}
    return {name: value for name, value in values.items() if value is not None or settings.fields[name] not in unasked}


def main_content(result: Extraction, *, region_content: bool) -> dict[str, Any]:
    """Return the dict of the field ``mainContent``; the reason alone for a page without an extraction."""
    if result.method is None:
        return {"emptyReason": result.empty_reason, **_kept(result)}
    joined = {}
    pages, note = (getattr(result, name, None) for name in JOINED)
    if pages is not None:
        joined = {"joinedPages": list(pages), "joinNote": note}
    return {
        "nextPage": result.next_page,
        "previousPage": result.previous_page,
        "morePage": result.more_page,
        "pagingType": _plain(result.paging_type),
        "pageNumber": result.page_numbers and result.page_numbers["current"],
        "pageCount": result.page_numbers and result.page_numbers["last"],
        "pageType": result.page_type,
        "pageTypeConfidence": result.page_type_confidence,
        "quality": result.quality,
        "emptyReason": _plain(result.empty_reason),
        "truncated": result.truncated,
        "method": result.method,
        "model": result.model,
        "encoding": result.encoding,
        "breadcrumbsSource": next((crumb.get("source") for crumb in result.breadcrumbs), None),
        "regions": [region_dict(region, content=region_content) for region in result.regions],
        **joined,
        **_kept(result),
    }


def _value(result: Extraction, attribute: str, settings: MaincontentSettings) -> Any:
    if attribute == MAIN_CONTENT:
        return main_content(result, region_content=settings.region_content)
    if attribute == "regions":
        return [region_dict(region, content=settings.region_content) for region in result.regions]
    if attribute == MAIN_IMAGE:
        return next(iter(_addresses(result, IMAGE)), None)
    if attribute == "breadcrumbs":
        return [{name: crumb[name] for name in CRUMB_KEYS} for crumb in result.breadcrumbs]
    if attribute in MEDIA_KINDS:
        return _addresses(result, MEDIA_KINDS[attribute])
    return _plain_attribute(result, attribute)


def _plain_attribute(result: Extraction, attribute: str) -> Any:
    if attribute == "text_blocks":
        return result.as_dict()[attribute]
    return _plain(getattr(result, attribute, None) if attribute in JOINED else getattr(result, attribute))


def _kept(result: Extraction) -> dict[str, Any]:
    return {} if result.warc is None else {"warc": dict(result.warc)}


def _addresses(result: Extraction, kind: str) -> list[dict[str, str]]:
    return [{"url": row.url} for row in result.media_table.rows if row.kind == kind]


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return str(value)
    return deepcopy(list(value) if isinstance(value, tuple) else value)
