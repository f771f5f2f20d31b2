"""What items were given: a spider may yield an item again, or carry its values on to an item of another page.

Values are known again by checksums, since items that wait in requests on disk come back as copies.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ref
from zlib import crc32

from .items import MAIN_CONTENT, adapted, current, is_empty, marks, page_url, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from weakref import ReferenceType

    from ..result import Extraction
    from .items import Fields
    from .settings import MaincontentSettings

MAX_GIVEN = 2000
"""Values by which items are known again; where there is a field for ``mainContent``, that says the same for good."""

REASON_KEYS = frozenset({"emptyReason", "warc"})
"""All that a ``mainContent`` without an extraction has."""


class _Gift(NamedTuple):
    url: str | None
    result: ReferenceType[Extraction] | None
    values: Mapping[str, str]


class Given:
    """What the last items were given, so that an item that a spider yields again for another page is filled anew."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._last: OrderedDict[tuple[str, str], _Gift] = OrderedDict()

    def note(
        self, values: Mapping[str, Any], url: str | None, result: Extraction, settings: MaincontentSettings
    ) -> None:
        """Record the values that an item is given, also in its ``mainContent``, which outlives a restart."""
        sums = {name: checksum(value) for name, value in values.items() if not is_empty(value)}
        for name, about in values.items():
            if settings.fields.get(name) == MAIN_CONTENT and "filled" in about:
                del sums[name]
                about |= {"url": url or result.url, "filled": sums.copy()}
                sums[name] = checksum(about)
        gift = _Gift(url, ref(result), sums)
        for name in [name for name in marks(settings) if name in sums] or sums:
            self._last[name, sums[name]] = gift
            self._last.move_to_end((name, sums[name]))
        while len(self._last) > MAX_GIVEN:
            self._last.popitem(last=False)

    def take_back(self, item: Any, result: Extraction | None, settings: MaincontentSettings) -> Any:
        """Return the item, or a copy where it is frozen, without what it was given for another page.

        What has changed since is the spider's. A reason why there was no text makes way for a text in any case.
        """
        adapter = adapted(item)
        own = {name: value for name in settings.fields if not is_empty(value := current(adapter, name))}
        if not own:
            return item
        sums = {name: checksum(value) for name, value in own.items()}
        names = [name for name in own if settings.fields[name] == MAIN_CONTENT and _is_reason(own[name])]
        url = page_url(adapter)
        gift = self._found(sums, marks(settings))
        if gift is not None:
            is_same = gift.url == url and (result is None or gift.result is None or gift.result() is result)
        else:
            gift = next(_carried(own, sums, settings), None)
            is_same = gift is None or gift.url == (url or (gift.url if result is None else result.url))
        if gift is not None and not is_same:
            names += [name for name, value in gift.values.items() if sums.get(name) == value]
        return _without(item, adapter, list(dict.fromkeys(names)))

    def _found(self, sums: Mapping[str, str], telling: list[str]) -> _Gift | None:
        """Return what an item with these values was given: it has its text still, or else most of the values."""
        # Pages may have one text in common: `mainContent`, where the address is, comes first.
        for name in dict.fromkeys((*telling, *sums)):
            gift = self._last.get((name, sums.get(name, "")))
            if gift is None:
                continue
            left = sum(sums.get(other) == known for other, known in gift.values.items())
            # A short value alone, a language, the spider may have found as well.
            if name in telling or left * 2 > len(gift.values):
                return gift
        return None


def checksum(value: Any) -> str:
    """Return a short text that is the same for equal values, in every process."""
    return f"{crc32(repr(value).encode('utf-8', 'surrogatepass')):08x}"


def _is_reason(about: Any) -> bool:
    return isinstance(about, dict) and "emptyReason" in about and about.keys() <= REASON_KEYS


def _carried(own: Mapping[str, Any], sums: Mapping[str, str], settings: MaincontentSettings) -> Iterator[_Gift]:
    """Yield what the item's ``mainContent`` says it was given."""
    for name, about in own.items():
        if settings.fields[name] == MAIN_CONTENT and isinstance(about, dict) and isinstance(about.get("filled"), dict):
            yield _Gift(about.get("url"), None, {**about["filled"], name: sums[name]})


def _without(item: Any, adapter: Fields, names: list[str]) -> Any:
    if not names:
        return item
    if type(item) is dict:
        for name in names:
            del item[name]
        return item
    kinds = {name: type(current(adapter, name)) for name in names}
    item, _ = write(item, adapter, dict.fromkeys(names), quiet=True)
    for name, kind in kinds.items():
        if kind is type(current(adapted(item), name)):
            with suppress(Exception):  # the item's class takes no None, and perhaps no empty value either
                item, _ = write(item, adapted(item), {name: kind()}, quiet=True)
    return item
