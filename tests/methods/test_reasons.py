from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.methods.crf_features import FEATURES
from scrapy_maincontent.methods.selection import COPY, EVIDENCE, SURROUNDINGS, UNDECLARED, phrases, reasons


def told(values, *, main, copy=False):
    """Return the reason of a block with these features."""
    features = np.zeros((1, len(FEATURES)), np.float32)
    for name, value in values.items():
        features[0, FEATURES.index(name)] = value
    (reason,) = reasons(phrases("mine"), features, np.array([main]), np.array([copy]), None)
    return reason


@pytest.mark.parametrize("name", EVIDENCE)
def test_the_loudest_evidence_is_told(name):
    others = dict.fromkeys(set(EVIDENCE) - {name}, 1.0)
    assert told(others | {name: 2.0}, main=True) == f"mine: {EVIDENCE[name]}"
    against = dict.fromkeys(set(EVIDENCE) - {name}, 5.0)
    assert told(against | {name: -0.5}, main=False) == f"mine: {EVIDENCE[name]}"


def test_evidence_for_the_other_answer_is_no_reason():
    assert told({"names_above": -3.0, "names_text": 0.5}, main=True) == f"mine: {EVIDENCE['names_text']}"
    assert told({"names_above": -3.0}, main=True) == f"mine: {SURROUNDINGS}"
    assert told({"names_above": 3.0}, main=False) == f"mine: {SURROUNDINGS}"
    assert told({}, main=False) == f"mine: {SURROUNDINGS}"


def test_a_copy_is_out_as_a_copy():
    assert told({"names_above": -3.0}, main=False, copy=True) == f"mine: {COPY}"


def test_every_block_has_its_own_reason():
    features = np.zeros((3, len(FEATURES)), np.float32)
    features[:, FEATURES.index("names_text")] = [1, -1, 1]
    found = reasons(phrases("mine"), features, np.array([True, False, False]), np.array([False, False, True]), None)
    assert found == [f"mine: {EVIDENCE['names_text']}"] * 2 + [f"mine: {COPY}"]


def test_what_a_shop_does_not_declare_is_out_for_that():
    features = np.zeros((2, len(FEATURES)), np.float32)
    found = reasons(
        phrases("mine"), features, np.array([True, False]), np.array([False, False]), np.array([True, True])
    )
    assert found == [f"mine: {SURROUNDINGS}", f"mine: {UNDECLARED}"]
