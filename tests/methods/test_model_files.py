from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from scrapy_maincontent.lab.archive import write_archive
from scrapy_maincontent.methods import ModelError, read_archive

HEADER = {"method": "sample", "format": 3, "name": "Größe 大きさ", "limits": [1, 2]}
ARRAYS = {
    "weights": np.arange(12, dtype=np.float32).reshape(3, 4),
    "model": np.frombuffer(b"\x00lCRF\xff", np.uint8),
    "scalar": np.array(0.5),
    "turned": np.arange(6).reshape(2, 3).T,
    "none": np.zeros((0, 2), np.int64),
}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "model.npz"
    write_archive(path, HEADER, ARRAYS)
    return path


def packed(**entries):
    content = io.BytesIO()
    np.savez(content, **entries)
    return content.getvalue()


def header(**changes):
    return np.frombuffer(json.dumps({"method": "sample", "format": 3} | changes).encode(), np.uint8)


def test_what_is_written_is_read(path):
    read, arrays = read_archive(path, "sample", 3)
    assert read == HEADER
    assert list(arrays) == sorted(ARRAYS)
    for name, array in ARRAYS.items():
        assert (arrays[name].dtype, arrays[name].shape) == (array.dtype, array.shape)
        assert np.array_equal(arrays[name], array)


def test_it_is_read_from_a_package_in_an_archive(path, tmp_path):
    """Packages may lie in a ZIP file, where a model file has no path of its own."""
    with zipfile.ZipFile(tmp_path / "package.zip", "w") as package:
        package.write(path, "models/model.npz")
    inside = zipfile.Path(tmp_path / "package.zip", "models/model.npz")
    assert read_archive(inside, "sample", 3)[0] == HEADER


def test_the_same_content_gives_the_same_bytes(path, tmp_path, monkeypatch):
    monkeypatch.setattr("time.time", lambda: 2e9)
    again = tmp_path / "again.npz"
    write_archive(again, dict(reversed(HEADER.items())), dict(reversed(ARRAYS.items())))
    assert again.read_bytes() == path.read_bytes()


def test_it_is_compressed(tmp_path):
    path = tmp_path / "zeros.npz"
    write_archive(path, HEADER, {"zeros": np.zeros(100_000)})
    assert path.stat().st_size < 4000


@pytest.mark.parametrize(
    ("method", "number", "message"), [("other", 3, "expected other, 3"), ("sample", 4, "format 3; expected sample, 4")]
)
def test_another_method_or_format_is_refused(path, method, number, message):
    with pytest.raises(ModelError, match=rf"model\.npz.*{message}"):
        read_archive(path, method, number)


def test_a_missing_file_is_refused():
    with pytest.raises(ModelError, match=r"nowhere\.npz is missing"):
        read_archive(Path("nowhere.npz"), "sample", 3)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"PK\x03\x04 cut off",
        packed(weights=np.zeros(2)),
        packed(header=np.zeros(3)),
        packed(header=np.frombuffer(b"[]", np.uint8)),
        packed(header=np.frombuffer(b"\xff{", np.uint8)),
        packed(header=np.frombuffer(b"{}", np.uint8)),
        packed(header=header(), objects=np.array([{"a": 1}], dtype=object)),
    ],
    ids=["empty", "json", "cut", "headless", "floats", "a list", "no utf-8", "names nothing", "pickled"],
)
def test_a_damaged_file_is_refused(tmp_path, content):
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.npz is no model of method sample"):
        read_archive(path, "sample", 3)


def test_every_cut_and_every_turned_byte_is_refused_or_harmless(path):
    """Nothing but a ModelError comes out of a damaged file."""
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        for content in (whole[:place], whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]):
            path.write_bytes(content)
            with suppress(ModelError):
                assert read_archive(path, "sample", 3)[0]["method"] == "sample"


def test_a_single_array_is_no_model(tmp_path):
    path = tmp_path / "broken.npz"
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(ModelError, match="no model of method sample"):
        read_archive(path, "sample", 3)


def test_python_objects_are_not_written(tmp_path):
    with pytest.raises(ValueError, match="allow_pickle"):
        write_archive(tmp_path / "model.npz", HEADER, {"objects": np.array([{}], dtype=object)})
    with pytest.raises(ValueError, match="header"):
        write_archive(tmp_path / "model.npz", HEADER, {"header": np.zeros(1)})
