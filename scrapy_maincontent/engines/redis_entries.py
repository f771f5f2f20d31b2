"""Entries of a shared queue: requests as JSON, for pages of the web and callbacks of the spider alone.

Whoever can write to Redis can write entries; none makes a process read a file, import a module or run another method.
"""

from __future__ import annotations

import binascii
import inspect
import json
import sys
from typing import TYPE_CHECKING, Any

from scrapy import Request

from ..page.addresses import WEB

if TYPE_CHECKING:
    from scrapy import Spider

ARGUMENTS = frozenset({"response", "failure"})
ANNOTATIONS = frozenset({"Response", "TextResponse", "HtmlResponse", "XmlResponse", "JsonResponse", "Failure"})
"""Names and types of a callback's first argument: other methods of a spider are called by nobody through the queue."""
_TYPES: dict[str, Any] = {
    "url": str,
    "callback": str | None,
    "errback": str | None,
    "method": str | None,
    "headers": dict | None,
    "body": bytes | None,
    "cookies": dict | list | None,
    "meta": dict | None,
    "encoding": str | None,
    "priority": int | None,
    "dont_filter": bool | None,
    "flags": list | None,
    "cb_kwargs": dict | None,
    "_class": str | None,
}


def check_entry(values: Any, spider: Spider) -> None:
    """Raise where an entry could do more than ask for a page: call what is no callback, load what is no request."""
    if not isinstance(values, dict):
        raise TypeError(f"the entry is a {type(values).__name__}; it must be an object")
    for name, kind in _TYPES.items():
        if not isinstance(value := values.get(name), kind):
            raise TypeError(f"{name} is {value!r:.100}")
    if not all(isinstance(name, str) for name in values.get("cb_kwargs") or ()):
        raise TypeError("cb_kwargs must have names that are texts")
    for name in filter(None, (values.get("callback"), values.get("errback"))):
        check_callback(name, spider)
    if path := values.get("_class"):
        # No import: to load a module is to run it.
        module, _, name = path.rpartition(".")
        kind = getattr(sys.modules.get(module), name, None)
        if not isinstance(kind, type) or not issubclass(kind, Request):
            raise ValueError(f"{path!r} is no class of requests that this process has imported")


def check_callback(name: str, spider: Spider) -> None:
    """Raise where a name is not that of a method which the spider has for responses or failures."""
    method = getattr(spider, name, None)
    if name.startswith("__") or not inspect.ismethod(method) or method.__self__ is not spider:
        raise ValueError(f"{name!r} is no method of the spider")
    first = next(iter(inspect.signature(method).parameters.values()), None)
    if first is None or not (first.name in ARGUMENTS or str(first.annotation).rpartition(".")[2] in ANNOTATIONS):
        raise ValueError(f"{name!r} is no callback: its first argument is not called response or failure")


def check_address(request: Request) -> None:
    """Raise where a request is for anything but a page of the web: who writes to Redis is not to read files."""
    if not request.url.lower().startswith(WEB):
        raise ValueError(f"<{request.url:.100}> is no address of the web")


_BYTES, _DICT = "$bytes", "$dict"


class JsonRequests:
    """What `Request.to_dict` returns as JSON, and back: a serializer such as ``SCHEDULER_SERIALIZER`` may name.

    Headers are Latin-1 text. Other bytes are ``{"$bytes": "<base64>"}``, and a dictionary with keys that JSON cannot
    have is ``{"$dict": [[key, value], …]}``. Tuples come back as lists.
    """

    @staticmethod
    def dumps(request: dict[str, Any]) -> bytes:
        """Return a request's values as JSON in UTF-8; what a plain request has by default is left out.

        Raises:
            TypeError: JSON cannot hold a value; the message says where it stands.
        """
        held = {name: value for name, value in request.items() if value or "_class" in request}
        if headers := held.pop("headers", None):
            held["headers"] = {_latin(name): [_latin(value) for value in values] for name, values in headers.items()}
        plain = {name: _plain(value, name) for name, value in held.items()}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @staticmethod
    def loads(data: bytes) -> Any:
        """Return what the JSON holds, whatever it is. Raises what JSON, base64 and bad headers raise."""
        request = json.loads(data.decode("utf-8", "surrogatepass"), object_hook=_whole)
        if isinstance(request, dict) and (headers := request.get("headers")):
            request["headers"] = {
                name.encode("latin-1"): [value.encode("latin-1") for value in values]
                for name, values in headers.items()
            }
        return request


def _latin(value: bytes) -> str:
    return value.decode("latin-1")


def _plain(value: Any, where: str) -> Any:
    """Return a value in what JSON has."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, bytes):
        return {_BYTES: binascii.b2a_base64(value, newline=False).decode()}
    if isinstance(value, list | tuple):
        return [_plain(part, f"{where}[{number}]") for number, part in enumerate(value)]
    if isinstance(value, dict) and all(key is None or isinstance(key, str | bytes | int | float) for key in value):
        held = {key: _plain(part, f"{where}[{key!r}]") for key, part in value.items()}
        if all(isinstance(key, str) and not key.startswith("$") for key in held):
            return held
        return {_DICT: [[_plain(key, where), part] for key, part in held.items()]}
    raise TypeError(f"{where} is a {type(value).__name__}, which JSON cannot hold")


def _whole(held: dict[str, Any]) -> Any:
    """Return what an object of the JSON stands for."""
    if held.keys() == {_BYTES}:
        return binascii.a2b_base64(held[_BYTES], strict_mode=True)
    if held.keys() == {_DICT}:
        return dict(held[_DICT])
    return held
