"""An item and an `Extraction` go in, the filled item comes out: of every kind that itemadapter knows, frozen or not.

`fill` writes the fields, `field_values` says which value goes into which field, in plain JSON types.
"""

from __future__ import annotations

import dataclasses
import logging
import sys
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args, get_type_hints
from weakref import WeakKeyDictionary

from ..files import printable
from ..result import Extraction, page_block_dict, plain, region_dict, text_block_dicts

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, MutableMapping

    from .given import Given
    from .settings import MaincontentSettings

    Fields = MutableMapping[str, Any]
    """An item by its fields: a dict, or an `itemadapter.ItemAdapter`."""


logger = logging.getLogger(__name__)

ADDRESS_FIELDS = (
    *("url", "link", "href", "uri", "permalink", "pageUrl", "articleUrl", "itemUrl", "postUrl", "productUrl"),
    *("detailUrl", "sourceUrl", "canonicalUrl"),
)
"""Item fields that say which page an item is about, the first of them that has a value; case and _ make no matter."""

MAIN_CONTENT = "main_content"
"""Name, in ``MAINCONTENT_FIELDS``, of the dict with everything else."""

DEFAULT_FIELDS = {
    "headline": "title",
    "articleBody": "text",
    "breadcrumbs": "breadcrumbs",
    "mainImage": "main_image",
    "authors": "authors",
    "datePublished": "date_published",
    "dateModified": "date_modified",
    "inLanguage": "language",
    "description": "description",
    "canonicalUrl": "canonical_url",
    "section": "section",
    "keywords": "keywords",
    "isAccessibleForFree": "is_accessible_for_free",
    "mainContent": MAIN_CONTENT,
}
"""Item field -> result attribute, the fields spelled as zyte-common-items spells them.

Its ``images`` is no default: Scrapy's own pipeline for images keeps what it has downloaded in a field of that name.
"""

MEDIA_LISTS = ("images", "videos", "audios")
"""Attributes that hold the media of one kind, each by its address alone."""

MAX_REFUSAL = 200
"""Characters of what is logged where an item does not accept a value, which may hold the value itself."""

CRUMB_KEYS = ("name", "url")
"""What an item keeps of each breadcrumb, as zyte-common-items does; ``mainContent`` says where the trail stands."""

FORMAT_NAMES = ("text", "markdown", "html", "tei")
"""Formats a page can be rendered to; "text" always is."""

FORMAT_FIELDS = {"articleBodyHtml": "html", "articleBodyMarkdown": "markdown"}
"""More default fields: they stand in the items where their format was asked for."""

JOINED = ("joined_pages", "join_note")
"""Attributes that only pages of an article have, and only where `MAINCONTENT_JOIN_PAGES` has pages joined."""

ZYTE_TYPES = {
    "article": "Article",
    "collection": "ProductList",
    "forum": "ForumThread",
    "listing": "ArticleList",
    "product": "Product",
}
"""Page type -> the class of zyte-common-items for such a page: its ``metadata`` holds how likely the type is right."""

RESULT_ATTRIBUTES = frozenset(Extraction().as_dict()) - {"format", "url"} | {
    *JOINED,
    *MEDIA_LISTS,
    "duplicate_of",
    "image_urls",
    "main_image",
    MAIN_CONTENT,
}
"""What ``MAINCONTENT_FIELDS`` may choose."""


class MatchedBy(StrEnum):
    """How the page of an item was found; the value of ``matchedBy`` in the field ``mainContent``."""

    RESPONSE = "response"
    """The item came from the page's own response."""
    ADDRESS = "address"
    """It names the address of a page that the crawl has fetched."""
    CANONICAL = "canonical"
    """It names an address that a page of that host claims as its own."""
    HTML = "html"
    """It carries the page itself."""


class Outcome(StrEnum):
    """What became of one item."""

    FILLED = "filled"
    """At least one field was written."""
    COMPLETE = "complete"
    """The spider had filled every field itself."""
    NO_FIELD = "no_field"
    """The item declares none of the fields."""
    NO_VALUE = "no_value"
    """The page has nothing for the fields that are free."""
    REFUSED = "refused"
    """The item accepted no value."""
    NOT_CHOSEN = "not_chosen"
    """`MAINCONTENT_ITEMS` does not choose it."""
    NO_URL = "no_url"
    """It names no page, and no response, or one with other items, is known to be its own."""
    UNKNOWN_PAGE = "unknown_page"
    """It names a page that the crawl has not fetched, not yet, or too long ago."""
    OWN_HTML = "own_html"
    """It carries HTML and its page has no extraction: the pipeline takes that HTML."""
    NO_RESULT = "no_result"
    """The response has not passed the downloader middleware."""
    FAILED = "failed"
    """The project's own code raised an error."""


def is_item(entry: Any) -> bool:
    """Return True for an item, False for whatever else a callback may yield."""
    if type(entry) is dict:
        return True
    # It imports every library of items that is installed, which a crawl that yields dicts has no need of.
    from itemadapter import ItemAdapter

    return ItemAdapter.is_item(entry)


def adapted(item: Any) -> Fields:
    """Return an item by its fields."""
    if type(item) is dict:
        return item
    from itemadapter import ItemAdapter

    return ItemAdapter(item)


def declared_fields(item: Any) -> Container[str] | None:
    """Return the names of the fields that an item of this class can have, None where it can have any."""
    if type(item) is dict:
        return None
    from itemadapter import ItemAdapter

    return ItemAdapter.get_field_names_from_class(type(item))


def is_empty(value: Any) -> bool:
    """Return True if a value leaves its field free; 0 and False are values."""
    return value is None or (isinstance(value, str | bytes | list | tuple | dict) and not value)


def current(adapter: Fields, name: str) -> Any:
    """Return a field's value, None where it has none."""
    try:
        return adapter.get(name)
    except AttributeError:
        return None


def page_url(adapter: Fields) -> str | None:
    """Return the address of the page that an item says it is about."""
    names = {_spelling(name): name for name in adapter}
    for spelling in filter(names.__contains__, _ADDRESS_SPELLINGS):
        url = current(adapter, names[spelling])
        # Item loaders leave lists where no output processor is declared, and add what is added twice.
        if isinstance(url, list | tuple) and len(set(map(str, url))) == 1:
            url = url[0]
        if not is_empty(url):
            return str(url)
    return None


def _spelling(name: Any) -> str:
    return str(name).replace("_", "").lower()


_ADDRESS_SPELLINGS = tuple(map(_spelling, ADDRESS_FIELDS))


def is_filled(item: Any, adapter: Fields, settings: MaincontentSettings) -> bool:
    """Return True if the field that is always written has a value, or the text where the item has no such field."""
    declared = declared_fields(item)
    for name in marks(settings):
        if declared is None or name in declared:
            return not is_empty(current(adapter, name))
    return False


def marks(settings: MaincontentSettings) -> list[str]:
    """Return the names of the fields that identify a filled item: the one for ``mainContent``, then the text's."""
    fields = settings.fields.items()
    return [name for attribute in (MAIN_CONTENT, "text") for name, chosen in fields if chosen == attribute]


def takes_fields(item: Any, settings: MaincontentSettings) -> bool:
    """Return True if ``MAINCONTENT_ITEMS`` chooses the item and it has room for at least one of the fields."""
    declared = declared_fields(item)
    return settings.chooses(item) and (declared is None or any(name in declared for name in settings.fields))


def fill_with_reason(
    item: Any, url: str | None, reason: Outcome, settings: MaincontentSettings, given: Given
) -> tuple[Any, Outcome]:
    """Return the item with nothing but the reason why it has no text, and what became of it; or as it is, if filled."""
    if is_filled(item, adapted(item), settings):
        return item, Outcome.COMPLETE
    item, outcome = fill(item, Extraction(url=url, empty_reason=str(reason)), settings, given=given)
    return item, outcome if outcome in (Outcome.NO_FIELD, Outcome.COMPLETE) else reason


def fill(
    item: Any,
    result: Extraction,
    settings: MaincontentSettings,
    matched_by: MatchedBy | None = None,
    given: Given | None = None,
) -> tuple[Any, Outcome]:
    """Return the item with its free fields written, or a copy where it is frozen, and what became of it.

    A dict gets every chosen field, so that all rows of a feed have the same columns; elsewhere nothing is written
    where nothing was found. ``given`` notes what was written.
    """
    values = field_values(result, settings, matched_by)
    declared = declared_fields(item)
    if declared is not None:
        values = {name: value for name, value in _typed(item, values, result).items() if name in declared}
    if not values:
        return item, Outcome.NO_FIELD
    adapter = adapted(item)
    free = [name for name in values if is_empty(current(adapter, name))]
    if not free:
        return item, Outcome.COMPLETE
    new = {
        name: values[name] for name in free if (declared is None and name not in adapter) or not is_empty(values[name])
    }
    if not new:
        return item, Outcome.NO_VALUE
    if given is not None:
        given.note(new, page_url(adapter), result, settings)
    return write(item, adapter, new)


def _typed(item: Any, values: dict[str, Any], result: Extraction) -> dict[str, Any]:
    """Return the values as they are, or as zyte-common-items has them where the item is of one of its classes."""
    # Who yields such items has imported it.
    library = sys.modules.get("zyte_common_items")
    if library is None or not isinstance(item, library.Item):
        return values
    if ZYTE_TYPES.get(result.page_type or "") in {kind.__name__ for kind in type(item).__mro__}:
        values["metadata"] = {"probability": result.page_type_confidence}
    if values.get("inLanguage"):
        values["inLanguage"] = values["inLanguage"].partition("-")[0]
    for name, component in _components(type(item), library.Item).items():  # type: ignore[arg-type] # can be hashed
        if values.get(name):
            read = component.from_list if isinstance(values[name], list) else component.from_dict
            values[name] = read(values[name])
    return values


@cache
def _components(item_class: type, base: type) -> dict[str, Any]:
    """Return the class of each field of an item that holds other items, or lists of them."""
    found = {}
    for name, hint in get_type_hints(item_class).items():
        parts = get_args(hint) or (hint,)  # `Optional[Image]`
        for part in (*parts, *chain.from_iterable(map(get_args, parts))):  # `list[Author] | None`
            if isinstance(part, type) and issubclass(part, base):
                found[name] = part
    return found


_REFUSED: WeakKeyDictionary[type, set[str]] = WeakKeyDictionary()
"""Classes of items, and their fields of which the log says that they accept no value."""


def write(item: Any, adapter: Fields, values: Mapping[str, Any], *, quiet: bool = False) -> tuple[Any, Outcome]:
    """Write what the item accepts; collect what it is frozen against, and write that into a copy."""
    frozen: dict[str, Any] = {}
    refused: dict[str, Exception] = {}
    for name, value in values.items():
        try:
            adapter[name] = value
        except Exception as error:
            if _is_frozen(item, error):
                frozen[name] = value
            else:
                refused[name] = error
    if frozen:
        try:
            item = _copy_with(item, frozen)
        except Exception as error:
            refused.update(dict.fromkeys(frozen, error))
    for name, refusal in () if quiet else refused.items():
        _log_refusal(type(item), name, refusal)
    return item, Outcome.REFUSED if refused and len(refused) == len(values) else Outcome.FILLED


def _log_refusal(item_class: type, name: str, refusal: Exception) -> None:
    """Log the first refusal of a field by a class of items."""
    known = _REFUSED.setdefault(item_class, set())
    if name not in known:
        known.add(name)
        text = str(refusal)
        logger.warning(
            "%s does not accept a value for %r, which MAINCONTENT_FIELDS fills: %s. Further ones are not logged",
            item_class.__name__,
            name,
            printable(text[:MAX_REFUSAL] + "…" * (len(text) > MAX_REFUSAL)),
        )


def _is_frozen(item: Any, error: Exception) -> bool:
    """Return True if the item cannot be written to at all, False if it refuses this value."""
    if isinstance(error, AttributeError):  # dataclasses and attrs
        return True
    if hasattr(error, "errors"):  # pydantic
        return any(detail["type"].startswith("frozen_") for detail in error.errors())
    return isinstance(error, TypeError) and hasattr(item, "__config__")  # pydantic's first version


def _copy_with(item: Any, values: dict[str, Any]) -> Any:
    from itemadapter.adapter import AttrsAdapter, DataclassAdapter, PydanticAdapter

    if DataclassAdapter.is_item(item):
        return dataclasses.replace(item, **values)
    if AttrsAdapter.is_item(item):
        import attr  # an optional dependency; an item of its kind proves that it is there

        aliases = {name: attr.fields_dict(type(item))[name].alias or name for name in values}
        return attr.evolve(item, **{aliases[name]: value for name, value in values.items()})
    if PydanticAdapter.is_item(item):
        return item.model_copy(update=values) if hasattr(item, "model_copy") else item.copy(update=values)
    raise TypeError(f"cannot copy a {type(item).__name__}")


def field_values(
    result: Extraction, settings: MaincontentSettings, matched_by: MatchedBy | None = None
) -> dict[str, Any]:
    """Return the value of every chosen field, made anew for each item."""
    values = {}
    for name, attribute in settings.fields.items():
        value = _value(result, attribute, settings, matched_by)
        # A format that was not asked for has no field, one that the page does not have an empty one.
        if value is not None or attribute not in FORMAT_NAMES or attribute in settings.formats:
            values[name] = value
    return values


def main_content(result: Extraction, *, region_content: bool, matched_by: MatchedBy | None = None) -> dict[str, Any]:
    """Return the dict of the field ``mainContent``; the reason alone for a page without an extraction."""
    if result.method is None:
        return {"emptyReason": result.empty_reason, **_warc_place(result)}
    joined = {}
    pages, note = (getattr(result, name, None) for name in JOINED)
    if pages is not None:
        joined = {"joinedPages": list(pages), "joinNote": note}
    return {
        "nextPage": result.next_page,
        "previousPage": result.previous_page,
        "morePage": result.more_page,
        "pagingType": plain(result.paging_type),
        "pageNumber": result.page_numbers and result.page_numbers["current"],
        "pageCount": result.page_numbers and result.page_numbers["last"],
        "pageType": result.page_type,
        "pageTypeConfidence": result.page_type_confidence,
        "quality": result.quality,
        "emptyReason": plain(result.empty_reason),
        "teaser": result.is_teaser,
        "truncated": result.truncated,
        "method": result.method,
        "model": result.model,
        "encoding": result.encoding,
        "siteName": result.site_name,
        "keywords": list(result.keywords),
        "sources": dict(result.sources),
        "breadcrumbsSource": next((crumb.get("source") for crumb in result.breadcrumbs), None),
        "matchedBy": plain(matched_by),
        "url": result.url,
        "filled": {},  # by `Given.note`, where an item is filled
        "regions": [region_dict(region, content=region_content) for region in result.regions],
        **joined,
        **_duplicate(result),
        **_warc_place(result),
    }


def _value(result: Extraction, attribute: str, settings: MaincontentSettings, matched_by: MatchedBy | None) -> Any:
    if attribute == MAIN_CONTENT:
        return main_content(result, region_content=settings.region_content, matched_by=matched_by)
    if attribute == "regions":
        return [region_dict(region, content=settings.region_content) for region in result.regions]
    if attribute == "breadcrumbs":
        return [{name: crumb[name] for name in CRUMB_KEYS} for crumb in result.breadcrumbs]
    if attribute == "text_blocks":
        return text_block_dicts(result.blocks)
    if attribute == "page_blocks":
        return [page_block_dict(block) for block in result.page_blocks]
    return plain(getattr(result, attribute, None))


def _duplicate(result: Extraction) -> dict[str, Any]:
    found = result.duplicate_of
    return {} if found is None else {"duplicateOf": found["url"], "duplicateLikeness": found["likeness"]}


def _warc_place(result: Extraction) -> dict[str, Any]:
    return {} if result.warc is None else {"warc": dict(result.warc)}
