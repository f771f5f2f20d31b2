"""The attacks of ``benchmarks/attacks.py``: each ends in time, with a text or a reason; some whole, under a memory limit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from broken_pages import URL, check

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.pool import Pool

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from attack_pages import ATTACKS

pytestmark = pytest.mark.slow

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "attacks.py"
PART = 32
"""The tests make pages of a 32nd of the benchmark's size."""
SECONDS = 5
WHOLE = (
    "10^6 nested div",
    "table of 10^6 cells",
    "200,000 links of numbers",
)
IN_A_WORKER = ("page of 100 MB", "billion laughs", "JSON-LD, 499,000 [", "trail of 100,000 steps")


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_in_time(name: str) -> None:
    attack = ATTACKS[name]
    page = attack.make(max(1, attack.count // PART))
    start = time.process_time()
    result = extract(page, URL, encoding=attack.declared, formats=("text", "markdown", "html"))
    assert time.process_time() - start < SECONDS
    assert result.empty_reason not in ("error", "timeout", "memory")
    assert (result.text == "") == (result.empty_reason is not None)


@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_attack_gives_a_consistent_result(name: str) -> None:
    attack = ATTACKS[name]
    check(attack.make(min(attack.count, 60)), attack.declared)


def test_whole_attacks_stay_below_the_memory_limit_of_a_worker() -> None:
    command = [sys.executable, str(BENCHMARK), *WHOLE]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = re.findall(r"^\| (.+) \| [\d.]+ MB \| [\d.]+ \| ([\d.]+) s \| (\d+) MB \|", run.stdout, re.MULTILINE)
    assert {name for name, _, _ in rows} == set(WHOLE)
    assert all(float(seconds) < 2 * SECONDS for _, seconds, _ in rows)
    assert all(int(megabytes) < 500 for _, _, megabytes in rows)


def test_attacks_cost_no_worker() -> None:
    with Pool("scrapy_maincontent.extraction:extract", workers=1, timeout=30) as pool:
        for name in IN_A_WORKER:
            attack = ATTACKS[name]
            result = pool.submit(attack.make(attack.count), URL, encoding=attack.declared).result()
            assert result.text
            assert json.dumps(result.as_dict())
        assert pool.restarts == 0
