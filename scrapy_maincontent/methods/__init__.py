"""The registry of methods: each labels the text blocks of a Page. The default is `crf`, the others are in `papers`.

None imports another. A method's module has ``load(file) -> Model``, ``label(page, model, context) -> Labels`` and
``SUFFIX``, the ending of its model files: ``.json`` for plain JSON, ``.npz`` for archives of arrays
with a header in JSON among them. Nothing is pickled. The same header and arrays give the same bytes, so that two
trainings can be compared.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from ..files import read_regular
from ..page import Label
from ..result import EmptyReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..blocks import Findings
    from ..blocks.placement import Evidence
    from ..page import Page
    from ..site_memory import Recalled

    Arrays = dict[str, NDArray[Any]]


_MODULES = {
    "crf": "methods.crf",
    "tree": "papers.uda",
    "fujita": "papers.fujita",
    "lines": "papers.shinnou.lines",
    "pagerank": "papers.pagerank",
    "layout": "papers.tsuruta",
}
"""Method -> its module, imported when it is asked for: no crawl loads a paper's system that it does not use."""
METHODS = tuple(_MODULES)
DEFAULT_METHOD = "crf"
NEED_BOXES = ("layout",)
"""Methods for pages that a browser has laid out (`page.has_boxes`)."""
FALLBACKS = ("crf", "tree")
"""Methods that may answer for them where none has."""
PACKAGED_MODELS = {
    "uda": "tree",
    "uda-printed": "tree",
    "fujita-printed": "fujita",
    "lines-printed": "lines",
    "pagerank-printed": "pagerank",
    "layout-printed": "layout",
}
"""Models that come with the package beside each method's own, each with its method, and can be asked for by name.
``uda``: the system of Uda et al. on the navigation found here; those with ``-printed``: as their papers print them."""
SEE_OBJECTS = ("pagerank",)
"""Methods that find the main element of a page without text, too, by its pictures and players."""
BALANCES = (0.1, 10.0)
"""Bounds of ``balance``: above 1 counts recall for more than precision, below 1 the other way round."""
_MODELS_KEPT = 8
_PACKAGE = resources.files("scrapy_maincontent") / "models"
HEADER = "header"
"""The entry with the header: UTF-8 of a JSON object, as bytes."""
ENDING = ".npy"
"""What the names of an archive's entries end with."""
MAX_ARCHIVE = 64 * 1024 * 1024
"""Bytes of a model file."""
MAX_UNPACKED = 256 * 1024 * 1024
"""Bytes that its arrays may say they have: looked at before anything is unpacked."""
_WRONG = (
    *(OSError, EOFError, LookupError, TypeError, ValueError, ArithmeticError, RuntimeError, MemoryError),
    *(zipfile.BadZipFile, zlib.error),
)
"""What a damaged file, or one that holds something else, may raise."""


class ModelError(ValueError):
    """A model file can't be used: it is missing, damaged, of another format or for another method."""


class Model(Protocol):
    """What every model has; ``name`` travels with each result."""

    @property
    def name(self) -> str:
        """The model's name."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a method may use beside the page and its model.

    ``balance``, above 1, counts recall for more than precision. ``article`` (0 to 1): how likely the page is an
    article. ``recalled``: what is known of the page's site, ``None`` without a site memory. ``findings``: its regions
    and blocks, which a method finds for itself without them. ``page_type``: what kind of page it is, if that is known.
    """

    balance: float = 1.0
    article: float = 1.0
    recalled: Recalled | None = None
    findings: Findings | None = None
    page_type: str | None = None


ALONE = Context()
"""The context of a page that nothing is known of."""


class Method(Protocol):
    """A method's module."""

    SUFFIX: str
    """Ending of the method's model files."""

    def load(self, file: Traversable) -> Model:
        """Read a model file.

        Raises:
            ModelError: the file is missing, damaged, of another format or for another method.
        """

    def label(self, page: Page, model: Model, context: Context, /) -> Labels:
        """Label every text block of a page that has at least one; for `SEE_OBJECTS` an object is enough."""


@cache
def get(name: str) -> Method:
    """Return a method.

    Raises:
        ValueError: there is no such method.
    """
    if name not in METHODS:
        raise ValueError(f"method is {name!r}; it must be one of {', '.join(METHODS)}")
    return cast("Method", import_module(f"scrapy_maincontent.{_MODULES[name]}"))


@lru_cache(maxsize=_MODELS_KEPT)
def load_model(method: str, model: str | None = None) -> Model:
    """Return a method's model, read once per process.

    ``model`` is the path of a model file or one of `PACKAGED_MODELS`; ``None`` is the method's own.

    Raises:
        ValueError: there is no such method.
        ModelError: the model can't be used.
    """
    module = get(method)
    if model is not None and PACKAGED_MODELS.get(model, method) != method:
        raise ModelError(f"model {model!r} is for method {PACKAGED_MODELS[model]!r}, not {method!r}")
    if model is None or model in PACKAGED_MODELS:
        return module.load(_PACKAGE / f"{model or method}{module.SUFFIX}")
    return module.load(Path(model))


@dataclass(frozen=True, slots=True)
class Labels:
    """What a method returns: one label for every text block of a page.

    ``labels``, ``scores`` (0 to 1: how likely the block is main content) and ``reasons`` have one entry a block.
    ``empty_reason`` says why no block is main content, ``None`` where there is one. ``title`` is the page's title, on
    one line, where the method finds titles of its own and has found one. ``main_element`` is the one element that is
    main content, where the method looks for one, and ``element_scores`` what the elements are scored by. ``evidence``
    is what placement says of re-blocked blocks, by their numbers, where the method asks it.
    """

    labels: list[Label]
    scores: list[float]
    reasons: list[str]
    empty_reason: EmptyReason | None = None
    title: str | None = None
    main_element: int | None = None
    element_scores: Mapping[int, float] = field(default_factory=dict)
    evidence: Mapping[int, Evidence] = field(default_factory=dict)

    @classmethod
    def of(cls, main: Sequence[bool], scores: list[float], reasons: list[str], title: str | None = None) -> Labels:
        """Return labels with the ``main`` text blocks as main content."""
        labels = [Label.MAIN if chosen else Label.OTHER for chosen in main]
        return cls(labels, scores, reasons, None if any(main) else EmptyReason.NO_MAIN_TEXT, title)

    def without(self, blocks: Iterable[int], cause: str) -> Labels:
        """Return labels with these text blocks as other content; ``cause`` is put before their reasons."""
        labels, reasons = self.labels[:], self.reasons[:]
        for block in blocks:
            labels[block] = Label.OTHER
            reasons[block] = f"{cause}; {reasons[block]}"
        empty = self.empty_reason or (None if Label.MAIN in labels else EmptyReason.NO_MAIN_TEXT)
        return replace(self, labels=labels, reasons=reasons, empty_reason=empty)


def read_archive(file: Traversable, method: str, format_number: int) -> tuple[dict[str, Any], Arrays]:
    """Return a model file's header and its arrays by name.

    The header names the ``method`` and the ``format`` that the file is for; others are refused.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    with refusing(file, method):
        header, arrays = _read(read_regular(file, MAX_ARCHIVE))
        _check_named(file, header, method, format_number)
    return header, arrays


def _read(content: bytes) -> tuple[dict[str, Any], Arrays]:
    import numpy as np  # here: a crawl with workers needs the names above alone

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
            raise ValueError(f"it unpacks to more than {MAX_UNPACKED} bytes")
        # Checksums first: what a damaged entry would make of NumPy's parser is not foreseeable.
        if archive.testzip() is not None:
            raise ValueError("a checksum is wrong")
        arrays = {
            name.removesuffix(ENDING): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
        }
    header = json.loads(arrays.pop(HEADER).astype(np.uint8, casting="no").tobytes())
    if not isinstance(header, dict):
        raise ValueError("its header is no object")
    return header, arrays


def read_json(file: Traversable, method: str, format_number: int) -> dict[str, Any]:
    """Return a model file's content, which names the ``method`` and the ``format`` that it is for.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    with refusing(file, method):
        data: dict[str, Any] = json.loads(read_regular(file, MAX_ARCHIVE).decode("utf-8"))
        _check_named(file, data, method, format_number)
    return data


def _check_named(file: Traversable, data: Mapping[str, Any], method: str, format_number: int) -> None:
    named, number = data["method"], data["format"]
    if (named, number) != (method, format_number):
        raise ModelError(
            f"{file} is for method {named!r}, format {number!r}; expected {method}, {format_number}: name another "
            "file, or train it anew"
        )


@contextmanager
def refusing(file: Traversable, method: str) -> Iterator[None]:
    """Turn what goes wrong while a file is read into a `ModelError` that names it."""
    try:
        yield
    except ModelError:
        raise
    except FileNotFoundError as error:
        raise ModelError(f"{file} is missing") from error
    except _WRONG as error:
        raise ModelError(f"{file} is no model of method {method}: {error!r}") from error
