"""Annotated pages: read, digest, and split by domain.

Two layouts of a corpus folder are read:

* ``ground-truth/<id>.json`` (``url`` and ``ground_truth``: ``main_content``, ``title``, ``with``, ``without``) beside
  ``html/<id>.html.gz``, with an optional ``metadata.json`` that names each page's type and domain;
* ``pages.json``, a list of pages (``id``, ``url``, ``encoding``, ``type``, ``title``, ``main_content``, ``with``,
  ``without``), each with its file as ``html``, or else at ``pages/<id>.html.gz``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_GZIP = b"\x1f\x8b"


class CorpusError(Exception):
    """A corpus folder can't be read."""


@dataclass(frozen=True, slots=True)
class AnnotatedPage:
    """One page with the text that a person calls its main content.

    ``domain`` groups pages that must not stand on both sides of a split. ``wanted`` and ``unwanted`` are snippets that
    the main content has to hold, or must not.
    """

    id: str
    url: str
    path: Path
    encoding: str | None
    page_type: str
    domain: str
    title: str
    main_content: str
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()

    def html(self) -> bytes:
        """Return the page's bytes."""
        content = self.path.read_bytes()
        return gzip.decompress(content) if content.startswith(_GZIP) else content


def read_corpus(folder: Path) -> list[AnnotatedPage]:
    """Return a corpus's pages in the order of their ids.

    Raises:
        CorpusError: the folder has neither layout, or a page lacks its file or a field.
    """
    if (folder / "ground-truth").is_dir():
        pages = _read_ground_truth(folder)
    elif (folder / "pages.json").is_file():
        pages = _read_list(folder)
    else:
        raise CorpusError(f"{folder} is no corpus: it has neither ground-truth/ nor pages.json")
    try:
        found = sorted(pages, key=lambda page: page.id)
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusError(f"{folder} can't be read: {error!r}") from error
    for page in found:
        if not page.path.is_file():
            raise CorpusError(f"{folder}: page {page.id} has no file {page.path}")
    return found


def digest(pages: Iterable[AnnotatedPage]) -> str:
    """Return a digest of pages and references: two equal ones mean the same training material."""
    total = hashlib.sha256()
    for page in pages:
        for part in (page.id.encode(), page.html(), page.main_content.encode()):
            total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:16]


def folds(pages: Sequence[AnnotatedPage], count: int) -> list[int]:
    """Return each page's fold, 0 to ``count`` - 1: one for all pages of a domain, and the same on every machine.

    Raises:
        CorpusError: there are fewer domains than folds, or fewer than two folds.
    """
    domains = sorted({page.domain for page in pages}, key=lambda domain: hashlib.sha256(domain.encode()).digest())
    if not 2 <= count <= len(domains):
        raise CorpusError(f"{count} folds of {len(domains)} domains: there must be 2 or more, and a domain for each")
    fold_of = {domain: number % count for number, domain in enumerate(domains)}
    return [fold_of[page.domain] for page in pages]


def _read_ground_truth(folder: Path) -> Iterator[AnnotatedPage]:
    metadata_file = folder / "metadata.json"
    metadata = json.loads(metadata_file.read_text("utf-8"))["files"] if metadata_file.is_file() else {}
    for file in (folder / "ground-truth").glob("*.json"):
        annotation = json.loads(file.read_text("utf-8"))
        about = metadata.get(file.stem, {})
        truth = annotation["ground_truth"]
        page_type = about.get("page_type") or annotation.get("_internal", {}).get("page_type", {}).get("primary")
        yield _page(
            folder / "html" / f"{file.stem}.html.gz",
            truth | {"id": file.stem, "url": annotation["url"], "type": page_type, "domain": about.get("domain")},
        )


def _read_list(folder: Path) -> Iterator[AnnotatedPage]:
    for entry in json.loads((folder / "pages.json").read_text("utf-8")):
        file = folder / entry["html"] if "html" in entry else folder / "pages" / f"{entry['id']}.html.gz"
        yield _page(file, entry)


def _page(file: Path, entry: dict[str, Any]) -> AnnotatedPage:
    return AnnotatedPage(
        id=str(entry["id"]),
        url=entry["url"],
        path=file,
        encoding=entry.get("encoding"),
        page_type=entry.get("type") or "",
        domain=entry.get("domain") or entry.get("site") or (urlsplit(entry["url"]).hostname or ""),
        title=entry.get("title") or "",
        main_content=entry.get("main_content") or "",
        wanted=tuple(entry.get("with") or ()),
        unwanted=tuple(entry.get("without") or ()),
    )
