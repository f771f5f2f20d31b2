"""Model files that can't be used: the crawl does not start, and its log says which setting, which value and why."""

from __future__ import annotations

import random
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.methods import METHODS, ModelError, get

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Crawl

MODELS = Path(str(resources.files("scrapy_maincontent") / "models"))
NO_MODELS = {
    "empty": b"",
    "JSON of another kind": b"[1, 2]",
    "another format": b'{"method": "tree", "format": 99}',
    "a picture": b"\x89PNG\r\n\x1a\n",
    "a pickle": b"\x80\x04N.",
    "lists without an end": b"[" * 100_000,
}
LOADED_FAULTS = ("corrupt", "another method's", "another format")


def packaged(method: str) -> bytes:
    return (MODELS / f"{method}{get(method).SUFFIX}").read_bytes()


@pytest.mark.parametrize(
    "fault",
    ["missing", *(pytest.param(fault, marks=pytest.mark.slow) for fault in ("a folder", *LOADED_FAULTS))],
)
def test_a_crawl_does_not_start_with_such_a_model(
    fault: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    model = tmp_path / "model.json"
    if fault == "a folder":
        model.mkdir()
    elif fault == "corrupt":
        model.write_bytes(packaged("tree")[:-500])
    elif fault == "another method's":
        model.write_bytes(packaged("pagerank"))
    elif fault in NO_MODELS:
        model.write_bytes(NO_MODELS[fault])
    crawl = crawl_apart([page_file()], {"MAINCONTENT_METHOD": "tree", "MAINCONTENT_MODEL": str(model)})
    assert crawl.status != 0
    allowed = (
        "the path of a model file, or one of " if fault in ("missing", "a folder") else "a model of method 'tree' ("
    )
    assert f"MAINCONTENT_MODEL is '{model}'; it must be {allowed}" in crawl.log
    assert crawl.items == []


@pytest.mark.parametrize("method", METHODS)
def test_a_torn_model_is_refused_or_loaded_and_nothing_else(method: str, tmp_path: Path) -> None:
    whole, model = packaged(method), tmp_path / f"model{get(method).SUFFIX}"
    for seed in range(30):
        dice = random.Random(seed)
        torn = bytearray(whole[: dice.randrange(len(whole))] if seed % 2 else whole)
        for place in dice.choices(range(len(torn)), k=5) if torn else ():
            torn[place] = dice.randrange(256)
        model.write_bytes(torn)
        with suppress(ModelError):
            get(method).load(model)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("fault", NO_MODELS)
def test_what_is_no_model_is_refused_by_every_method(method: str, fault: str, tmp_path: Path) -> None:
    model = tmp_path / f"model{get(method).SUFFIX}"
    model.write_bytes(NO_MODELS[fault])
    with pytest.raises(ModelError):
        get(method).load(model)
