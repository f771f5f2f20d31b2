"""Pools in scripts of their own: how they are run, how they end. Output is read to its end, which comes only when no
process of the script is left to write."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from package_root import ROOT

HERE = Path(__file__).parent
WAIT = 300
"""A guard against hanging."""

HEAD = """\
import multiprocessing, os, signal, sys, threading, time, warnings
from scrapy_maincontent.pool import Pool, inline_reason

def crawl():
    print("crawl", flush=True)
    with Pool("pool_tasks:call", workers=1, timeout=300) as pool:
        error = pool.submit("echo", 1).exception()
    print(inline_reason(), "/", repr(error), flush=True)
"""
WORKS = "crawl\nNone / None\n"
GUARD = 'if __name__ == "__main__":'
LATE = "threading.Thread(target=lambda: (threading.main_thread().join(), crawl())).start()"
"""Crawls when the main thread has run the script."""
slow = pytest.mark.slow


def run(*command: str, text: str | None = None, cwd: Path | None = None) -> str:
    """Return what the command prints. It has to succeed in silence otherwise."""
    done = subprocess.run(
        [sys.executable, *command],
        input=text,
        cwd=cwd,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=WAIT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(HERE), str(ROOT))), "PYTHONWARNINGS": "error"}


def script(folder: Path, text: str, name: str = "my_crawl.py") -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD + text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{GUARD}\n    crawl()\n", id="guard"),
        pytest.param(
            "if '__main__' == __name__ and len(sys.argv) < 2:\n    crawl()\n",
            id="guard the other way round",
            marks=slow,
        ),
        pytest.param(f"def main():\n    crawl()\n\n{GUARD} main()\n", id="in a function", marks=slow),
        pytest.param(
            f"{GUARD}\n    thread = threading.Thread(target=crawl)\n    thread.start()\n    thread.join()\n",
            id="in a thread",
            marks=slow,
        ),
        pytest.param(
            f"{GUARD}\n    process = multiprocessing.get_context('spawn').Process(target=crawl)\n    process.start()\n",
            id="in a process",
            marks=slow,
        ),
        # Its file is no longer in the way: Python forgets it when the script has run to its end.
        pytest.param(f"{LATE}\n", id="after the script", marks=slow),
    ],
)
def test_a_script_that_can_be_imported_has_workers(tmp_path: Path, text: str) -> None:
    assert run(script(tmp_path, text)) == WORKS


@pytest.mark.parametrize(
    "text",
    [
        "crawl()\n",
        f"{GUARD}\n    print(end='')\ncrawl()\n",
        f"def main():\n    {GUARD}\n        pass\n    crawl()\n\nmain()\n",
    ],
    ids=["no guard", "outside of the guard", "guard elsewhere"],
)
def test_a_script_without_a_guard_is_told_so_and_is_not_run_again(tmp_path: Path, text: str) -> None:
    path = script(tmp_path, text)
    first, reason = run(path).splitlines()
    assert first == "crawl"
    assert reason.startswith("no __main__ guard")
    assert path in reason
    assert "PoolUnavailable" in reason


@slow
def test_a_module_needs_a_guard_where_it_is_imported_again(tmp_path: Path) -> None:
    script(tmp_path / "spiders", "crawl()\n", "bare.py")
    script(tmp_path / "spiders", f"{GUARD}\n    crawl()\n", "guarded.py")
    script(tmp_path / "spiders", "crawl()\n", "__main__.py")
    script(tmp_path / "spiders", f"{LATE}\n", "late.py")
    assert "no __main__ guard" in run("-m", "spiders.bare", cwd=tmp_path)
    assert "no __main__ guard" in run("-m", "spiders.late", cwd=tmp_path)
    assert run("-m", "spiders.guarded", cwd=tmp_path) == WORKS
    assert run("-m", "spiders", cwd=tmp_path) == WORKS


@slow
def test_code_without_a_file_needs_no_guard_but_piped_code_has_no_workers() -> None:
    assert run("-c", f"{HEAD}crawl()\n") == WORKS
    assert "<stdin> can't be read" in run("-", text=f"{HEAD}crawl()\n")


def test_a_daemonic_process_is_told_so(tmp_path: Path) -> None:
    text = f"{GUARD}\n    child = multiprocessing.Process(target=crawl, daemon=True)\n    child.start(); child.join()\n"
    assert "daemonic process" in run(script(tmp_path, text))


def test_a_worker_that_runs_the_script_is_told_so(tmp_path: Path) -> None:
    text = f"if __name__ == '__mp_main__':\n    print(inline_reason(), flush=True)\n{GUARD}\n    crawl()\n"
    assert "no __main__ guard" in run(script(tmp_path, text))


START = f"""\
{GUARD}
    pool = Pool("pool_tasks:call", workers=3, timeout=300)
    worker = pool.submit("pid").result()
"""


@slow
@pytest.mark.skipif(os.name != "posix", reason="no such signals here")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "    pool.submit('hang')\n    pool.submit('burn')\n    time.sleep(0.5)\n",
        "    os.kill(worker, signal.SIGSTOP)\n    pool.submit('echo', 1)\n",
        "    pool.submit('hang')\n    sys.exit()\n",
    ],
    ids=["idle", "busy", "stopped", "exit"],
)
def test_a_script_may_end_without_closing_its_pool(tmp_path: Path, text: str) -> None:
    assert run(script(tmp_path, START + text)).replace("burning\n", "") == ""


@pytest.mark.skipif(os.name != "posix", reason="no such signals here")
def test_no_worker_outlives_a_killed_script(tmp_path: Path) -> None:
    text = f"""{GUARD}
    pool = Pool("pool_tasks:call", workers=2, timeout=3)  # after which a worker that can't look up ends by itself
    pool.submit("hang")
    while True:  # a burning page may have been killed before it said so
        pool.submit("burn").exception()
"""
    command = [sys.executable, script(tmp_path, text)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(), text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "burning\n"
        parent.kill()
        rest, _ = parent.communicate(timeout=WAIT)
    assert rest.replace("burning\n", "") == ""


@pytest.mark.skipif(os.name != "posix", reason="no such signals here")
def test_an_interrupt_does_not_disturb_a_worker_that_starts(tmp_path: Path) -> None:
    text = f"""\
{GUARD}
    os.setsid()
    signal.signal(signal.SIGINT, lambda *_: None)
    pool = Pool("pool_tasks:call", workers=1, timeout=300)
    page = pool.submit("echo", 1)
    while not page.done():
        os.killpg(0, signal.SIGINT)
        time.sleep(0.002)
    print(page.result(), pool.restarts)
"""
    assert run(script(tmp_path, text)) == "1 0\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_leaves_the_pool_alone(tmp_path: Path) -> None:
    text = f"""\
{START}
    warnings.simplefilter("ignore")
    child = os.fork()
    if child == 0:
        print(repr(pool.submit("pid").exception(300)), flush=True)
        pool.close()
        os._exit(0)
    os.waitpid(child, 0)
    print(pool.submit("pid").result() == worker)
"""
    first, second = run(script(tmp_path, text)).splitlines()
    assert first.startswith("PoolUnavailable")
    assert second == "True"
