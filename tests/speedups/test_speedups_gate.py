from __future__ import annotations

import logging
import subprocess
import sys

import pytest
from hostile import built

from scrapy_maincontent import speedups
from scrapy_maincontent.page import reading

SCRIPT = (
    "from scrapy_maincontent import extract, speedups; print(extract(b'<p>a b c').text_blocks); print(speedups.state())"
)


def run(monkeypatch, **environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = subprocess.run([sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def nothing_loaded(monkeypatch):
    """Let modules be loaded anew, and forget that."""
    monkeypatch.delenv(speedups.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(speedups, "_reasons", {})
    monkeypatch.setattr(speedups, "load", speedups.load.__wrapped__)


@built
def test_what_is_built_is_used():
    assert speedups.state() == speedups.COMPILED
    assert speedups.fallbacks() == {}
    assert None not in (reading.reader, reading.flatten, reading.scan)


def test_a_variable_keeps_to_python_with_the_same_result(monkeypatch):
    blocks, state = run(monkeypatch, MAINCONTENT_PURE="1")
    assert state == "pure Python: MAINCONTENT_PURE is set"
    assert run(monkeypatch, MAINCONTENT_PURE="0")[0] == blocks


@built
@pytest.mark.parametrize("name", ["LXML_VERSIONS", "LIBXML2_VERSIONS"])
def test_versions_that_were_not_tested_leave_only_the_parser_to_python(monkeypatch, nothing_loaded, caplog, name):
    monkeypatch.setattr(speedups, name, ((1, 0), (2, 0)))
    caplog.set_level(logging.INFO, speedups.__name__)
    fallbacks = speedups.fallbacks()
    assert fallbacks.keys() == speedups.PARSER_MODULES
    assert all(why.startswith("not tested with l") for why in fallbacks.values())
    assert speedups.state().startswith("compiled, but for reader (not tested with l")
    assert [(record.levelname, record.args) for record in caplog.records[:2]] == [
        ("INFO", (module, why)) for module, why in fallbacks.items()
    ]


def test_a_fallback_is_logged_once(monkeypatch, caplog):
    monkeypatch.delenv(speedups.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(speedups, "_reasons", {})
    caplog.set_level(logging.INFO, speedups.__name__)
    assert speedups.load("nosuch") is None
    assert speedups.load("nosuch") is None
    assert caplog.messages == ["Python takes the place of the compiled module nosuch: not built"]
    speedups.load.cache_clear()


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ImportError("no such symbol"), "ImportError: no such symbol"),
        (ValueError("_Element has another size"), "ValueError: _Element has another size"),
        (ModuleNotFoundError("No module named 'a'", name="a"), "No module named 'a'"),
    ],
    ids=str,
)
def test_a_module_that_fails_is_left_out(monkeypatch, nothing_loaded, error, why):
    def fail(name, package):
        raise error

    monkeypatch.setattr(speedups.importlib, "import_module", fail)
    assert speedups.load("flatten") is None
    assert speedups.fallbacks()["flatten"] == why


def test_a_free_threaded_python_takes_no_binaries(monkeypatch, nothing_loaded):
    monkeypatch.setattr(sys, "abiflags", "t", raising=False)
    assert speedups.state() == "pure Python: free-threaded Python has no stable ABI"


def test_the_state_names_what_is_missing():
    assert speedups.describe({}) == "compiled"
    assert speedups.describe({"scan": "not built"}) == "compiled, but for scan (not built)"
    assert speedups.describe(dict.fromkeys(speedups.MODULES, "not built")) == "pure Python: not built"
