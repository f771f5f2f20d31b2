"""The attacks of ``benchmarks/attacks.py``: each ends in time, with a text or a reason; some whole, under a memory limit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from broken_pages import URL, check
from growth import UNHURRIED, check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.pool import Pool

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from attack_pages import ATTACKS

pytestmark = pytest.mark.slow

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "attacks.py"
FORMATS = ("text", "markdown", "html")
PART = 32
"""The tests make pages of a 32nd of the benchmark's size."""
WHOLE = (
    "10^6 nested div",
    "table of 10^6 cells",
    "200,000 links of numbers",
)
IN_A_WORKER = ("page of 100 MB", "billion laughs", "JSON-LD, 499,000 [", "trail of 100,000 steps")


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_with_text_or_a_reason(name: str) -> None:
    attack = ATTACKS[name]
    page = attack.make(max(1, attack.count // PART))
    result = extract(page, URL, encoding=attack.declared, formats=FORMATS, limits=UNHURRIED)
    assert result.empty_reason not in ("error", "timeout", "memory")
    assert (result.text == "") == (result.empty_reason is not None)


@pytest.mark.parametrize("name", ATTACKS)
def test_the_work_grows_no_faster_than_the_attack(name: str) -> None:
    attack = ATTACKS[name]

    def extracted(page: bytes) -> None:
        extract(page, URL, encoding=attack.declared, formats=FORMATS, limits=UNHURRIED)

    check_linear(attack.make, extracted, max(1, attack.count // PART // 16))


@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_attack_gives_a_consistent_result(name: str) -> None:
    attack = ATTACKS[name]
    check(attack.make(min(attack.count, 60)), attack.declared)


def test_whole_attacks_stay_below_the_memory_limit_of_a_worker() -> None:
    command = [sys.executable, str(BENCHMARK), *WHOLE]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = re.findall(r"^\| (.+) \| [\d.]+ MB \| [\d.]+ \| [\d.]+ s \| (\d+) MB \|", run.stdout, re.MULTILINE)
    assert {name for name, _ in rows} == set(WHOLE)
    assert all(int(megabytes) < 500 for _, megabytes in rows)


def test_attacks_cost_no_worker() -> None:
    with Pool("scrapy_maincontent.extraction:extract", workers=1, timeout=600) as pool:
        for name in IN_A_WORKER:
            attack = ATTACKS[name]
            result = pool.submit(attack.make(attack.count), URL, encoding=attack.declared).result()
            assert result.text
            assert json.dumps(result.as_dict())
        assert pool.restarts == 0
