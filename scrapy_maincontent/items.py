"""Filling items of every kind that itemadapter knows, frozen ones included."""

from __future__ import annotations

import dataclasses
import logging
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .item_fields import field_values

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, MutableMapping

    from .result import Extraction
    from .settings import MaincontentSettings

    Fields = MutableMapping[str, Any]
    """An item by its fields: a dict, or an `itemadapter.ItemAdapter`."""

logger = logging.getLogger(__name__)

URL_FIELD = "url"
"""The item field that says which page an item is about."""


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
    OTHER_PAGE = "other_page"
    """Its ``url`` names another page than the response's."""
    OWN_HTML = "own_html"
    """The response is no HTML and the item carries some: left to the pipeline."""
    NO_RESULT = "no_result"
    """The response has not passed the downloader middleware."""
    FAILED = "failed"
    """The project's own code raised an error."""


def is_item(entry: Any) -> bool:
    """Tell an item from whatever else a callback may yield."""
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
    """Tell whether a field is still free; 0 and False are values."""
    return value is None or (isinstance(value, str | bytes | list | tuple | dict) and not value)


def current(adapter: Fields, name: str) -> Any:
    """Return a field's value, None where it has none."""
    try:
        return adapter[name]
    except (KeyError, AttributeError):
        return None


def page_url(adapter: Fields) -> str | None:
    """Return the URL of the page that an item says it is about."""
    url = current(adapter, URL_FIELD)
    # Item loaders leave lists where no output processor is declared.
    if isinstance(url, list | tuple) and len(url) == 1:
        url = url[0]
    return None if is_empty(url) else str(url)


def fill(item: Any, result: Extraction, settings: MaincontentSettings) -> tuple[Any, Outcome]:
    """Return the item with its free fields written, or a copy where it is frozen, and what became of it.

    A dict gets every chosen field, so that all rows of a feed have the same columns; elsewhere nothing is written
    where nothing was found.
    """
    values = field_values(result, settings)
    declared = declared_fields(item)
    if declared is not None:
        values = {name: value for name, value in values.items() if name in declared}
    if not values:
        return item, Outcome.NO_FIELD
    adapter = adapted(item)
    free = {name: value for name, value in values.items() if is_empty(current(adapter, name))}
    if not free:
        return item, Outcome.COMPLETE
    news = {
        name: value for name, value in free.items() if not is_empty(value) or (declared is None and name not in adapter)
    }
    return _write(item, adapter, news) if news else (item, Outcome.NO_VALUE)


def _write(item: Any, adapter: Fields, values: Mapping[str, Any]) -> tuple[Any, Outcome]:
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
    for name, refusal in refused.items():
        logger.warning("%s does not accept a value for %r: %s", type(item).__name__, name, refusal)
    return item, Outcome.REFUSED if refused and len(refused) == len(values) else Outcome.FILLED


def _is_frozen(item: Any, error: Exception) -> bool:
    """Tell an item that cannot be written to from one that does not want the value."""
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
