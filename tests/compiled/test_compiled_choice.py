from __future__ import annotations

import subprocess
import sys

import pytest
from hostile import built

from scrapy_maincontent import compiled

SCRIPT = (
    "from scrapy_maincontent import compiled, extract; print(compiled.state()); print(extract(b'<p>a b c').text_blocks)"
)


def run(monkeypatch, **environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = subprocess.run([sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.splitlines()


@built
def test_what_is_built_is_used():
    assert compiled.state() == compiled.COMPILED
    assert compiled.fill_tree is not None
    assert compiled.is_harmless is not None


def test_a_variable_keeps_to_python_with_the_same_result(monkeypatch):
    state, blocks = run(monkeypatch, MAINCONTENT_PURE="1")
    assert state == "pure Python: MAINCONTENT_PURE is set"
    assert run(monkeypatch, MAINCONTENT_PURE="0")[1] == blocks


@pytest.mark.parametrize("name", ["LXML_VERSIONS", "LIBXML2_VERSIONS"])
def test_versions_that_were_not_tested_are_left_to_python(monkeypatch, name):
    monkeypatch.delenv(compiled.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(compiled, name, ((1, 0), (2, 0)))
    monkeypatch.setattr(compiled, "_reasons", reasons := {})
    assert compiled._chosen("flatten") is None
    assert reasons["flatten"].startswith("not tested with l")
    assert compiled.state().startswith("pure Python: ") or compiled._used


def test_a_module_that_is_missing_is_left_out(monkeypatch):
    monkeypatch.delenv(compiled.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "_reasons", reasons := {})
    assert compiled._chosen("nosuch") is None
    assert reasons == {"nosuch": "not built"}


def test_a_module_that_fails_is_left_out(monkeypatch):
    def fail(name, package):
        raise ImportError("no such symbol")

    monkeypatch.delenv(compiled.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "_reasons", reasons := {})
    monkeypatch.setattr(compiled.importlib, "import_module", fail)
    assert compiled._chosen("flatten") is None
    assert reasons == {"flatten": "ImportError: no such symbol"}


def test_the_state_names_what_is_missing(monkeypatch):
    monkeypatch.setattr(compiled, "_reasons", {"scan": "not built"})
    monkeypatch.setattr(compiled, "_used", [object()])
    assert compiled.state() == "compiled, but for scan (not built)"
    monkeypatch.setattr(compiled, "_used", [])
    assert compiled.state() == "pure Python: not built"
