from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

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
    assert compiled._chosen("flatten", lambda module: True) is None
    assert reasons["flatten"].startswith("not tested with l")
    assert compiled.state().startswith("pure Python: ") or compiled._used


@pytest.mark.parametrize(
    ("name", "agrees", "why"),
    [
        ("nosuch", lambda module: True, "not built"),
        ("choice_that_differs", lambda module: False, "its trial gave another result"),
        ("choice_that_fails", lambda module: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_module_that_is_missing_or_wrong_is_left_out(monkeypatch, name, agrees, why):
    monkeypatch.delenv(compiled.PURE_VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "_reasons", reasons := {})
    if name != "nosuch":
        monkeypatch.setitem(sys.modules, f"scrapy_maincontent.compiled._{name}", SimpleNamespace())
    assert compiled._chosen(name, agrees) is None
    assert reasons == {name: why}


def test_the_state_names_what_is_missing(monkeypatch):
    monkeypatch.setattr(compiled, "_reasons", {"scan": "not built"})
    monkeypatch.setattr(compiled, "_used", [object()])
    assert compiled.state() == "compiled, but for scan (not built)"
    monkeypatch.setattr(compiled, "_used", [])
    assert compiled.state() == "pure Python: not built"
