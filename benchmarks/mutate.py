"""How many small faults the tests find: a sample of mutants of each package, one at a time.

    python benchmarks/mutate.py [PATH ...] [--per N] [--seed N] [--names NAME,...] [--folder] [--list]

A mutant has one number, comparison or returned value other than the source. `PATH` is a folder or a module of the
package; N mutants of each are taken by chance. A mutant's tests are the quick ones of the file that mirrors its module,
or of its folder where there is none; with ``--folder`` those of the folder, too, where the first pass. They run in a
copy without the compiled modules, so that the Python code is what is tried. What is printed as surviving is a line that
these tests do not miss; some change nothing that anybody could see. Sizes of caches are left out.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "scrapy_maincontent"
FOLDERS = ("page", "navigation", "blocks", "facts", "rendering", "pool", "join")
PER = 10
LIMIT = 120.0
"""Seconds that a file of tests may take: a mutant may run for ever, and counts as found then."""
MAX_FILES = 256
"""Files that a process may have open: a mutant of the pool may start workers without end, each of which takes some."""

CACHE_SIZE = "_KEPT"
"""Names of constants that end so are sizes of caches, which change nothing that anybody could see."""

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}


class Mutant(NamedTuple):
    """A change of ``source`` between two offsets in its bytes; ``name`` is that of the constant, if it is one's."""

    path: Path
    line: int
    start: int
    end: int
    new: str
    name: str
    source: bytes

    def __str__(self) -> str:
        """Return the place, and what stands there for what."""
        old = self.source[self.start : self.end].decode().strip()
        line = self.source.splitlines()[self.line - 1].decode().strip()
        module = self.path.relative_to(ROOT / PACKAGE)
        return f"{module}:{self.line}: {old if old != line else '…'} -> {self.new.strip()} in `{line}`"


def mutants(path: Path) -> list[Mutant]:
    """Return every mutant of a module, in the order of the lines."""
    source = path.read_bytes()
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, name in _nodes(tree, ""):
        for where, new in _changes(node, source, starts):
            found.append(Mutant(path, node.lineno, where[0], where[1], new, name, source))  # type: ignore[attr-defined]
    return sorted(found)


def _nodes(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, str]]:
    """Yield the nodes that run, each with the constant it is assigned to; no annotation, import for types or cache."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or (
            field == "body" and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                own = name
                if isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(node, ast.Module | ast.ClassDef):
                    target = child.targets[0] if isinstance(child, ast.Assign) else child.target
                    own = ast.unparse(target)
                    if own.endswith(CACHE_SIZE):
                        continue
                yield child, own
                yield from _nodes(child, own)


def _changes(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[tuple[tuple[int, int], str]]:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for new in _numbers(node.value):
            yield _span(node, starts), new
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        old, new = COMPARISONS[type(node.ops[0])]
        between = (_span(node.left, starts)[1], _span(node.comparators[0], starts)[0])
        text = source[slice(*between)].decode()
        if text.strip() == old:
            yield between, text.replace(old, new)
    elif isinstance(node, ast.Return) and node.value is not None:
        old = ast.unparse(node.value)
        new = {"True": "False", "False": "True", "None": "0"}.get(old, "None")
        yield _span(node.value, starts), new


def _numbers(value: float) -> list[str]:
    if isinstance(value, int):
        return [str(value + 1), f"({value - 1})"]
    return [repr(round(value * factor + (0.1 if not value else 0), 6)) for factor in (1.1, 0.9)]


def _span(node: ast.expr, starts: list[int]) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


class Trial:
    """A copy of the checkout whose package can be changed: `survives` says whether the tests miss a mutant."""

    def __init__(self, folder: Path, *, also_folder: bool) -> None:
        """Copy what the tests need."""
        self._folder, self._also_folder = folder, also_folder
        unbuilt = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        for name in (PACKAGE, "tests", "benchmarks", "example_project", "docs"):
            shutil.copytree(ROOT / name, folder / name, ignore=unbuilt)
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGES.rst"):
            shutil.copy(ROOT / name, folder)

    def survives(self, mutant: Mutant) -> bool:
        """Return True if the mutant's tests pass."""
        source, changed = mutant.source, self._folder / mutant.path.relative_to(ROOT)
        changed.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
        try:
            return all(self.passes(tests) for tests in _tests(mutant.path, self._also_folder))
        finally:
            changed.write_bytes(source)

    def passes(self, tests: str) -> bool:
        """Return True if a file's or a folder's quick tests pass in time."""
        variables = {"PYTHONPATH": str(self._folder), "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
        variables["MAINCONTENT_PURE"] = "1"
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", tests]
        with subprocess.Popen(  # noqa: S603 - this Python
            command,
            cwd=self._folder,
            env=os.environ | variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                # 5: the selection is empty.
                return process.wait(LIMIT) in (0, 5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                return False


def _tests(path: Path, also_folder: bool) -> list[str]:
    """Return the file of tests that mirrors a module, or its folder, or both."""
    module = path.relative_to(ROOT / PACKAGE)
    folder = Path("tests", *module.parts[:-1])
    stem = module.parts[-2] if path.stem == "__init__" and len(module.parts) > 1 else path.stem
    mirrored = sorted(folder.glob(f"test_{stem}.py")) or sorted(folder.glob(f"test_*{stem}.py"))
    whole = [folder] if len(module.parts) > 1 and folder.is_dir() and (also_folder or not mirrored) else []
    return [str(found) for found in mirrored + whole]


def _chosen(paths: list[str], names: set[str], per: int, seed: int) -> list[Mutant]:
    taken: list[Mutant] = []
    for name in paths:
        path = ROOT / PACKAGE / name
        modules = [path] if path.suffix == ".py" else sorted(path.glob("*.py"))
        every = [mutant for module in modules for mutant in mutants(module)]
        if names:
            taken += [mutant for mutant in every if mutant.name in names]
        else:
            taken += sorted(_dice(f"{seed} {name}").sample(every, min(per, len(every))))
    return taken


def _dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - a sample


def main() -> None:
    """Try a sample of mutants and print those that survive."""
    parser = argparse.ArgumentParser(description="Run the tests on a sample of small faults.")
    parser.add_argument("paths", nargs="*", default=list(FOLDERS), help=f"folders or modules below {PACKAGE}")
    parser.add_argument("--per", type=int, default=PER, help="mutants of each path")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", default="", help="all mutants of these constants, in place of a sample")
    parser.add_argument("--folder", action="store_true", help="try the tests of the whole folder, too")
    parser.add_argument("--list", action="store_true", help="print the sample and try nothing")
    options = parser.parse_args()
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    sample = _chosen(options.paths, set(filter(None, options.names.split(","))), options.per, options.seed)
    if options.list:
        print(*sample, sep="\n")
        return
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), also_folder=options.folder)
        for tests in sorted({tests for mutant in sample for tests in _tests(mutant.path, options.folder)}):
            if not trial.passes(tests):
                sys.exit(f"{tests}: fails without a mutant, or takes over {LIMIT:.0f} s")
        survivors, start = 0, time.monotonic()
        for number, mutant in enumerate(sample, 1):
            if trial.survives(mutant):
                survivors += 1
                print(f"{number:3} survives  {mutant}", flush=True)
            else:
                print(f"{number:3} found     {mutant}", flush=True)
    found = len(sample) - survivors
    score = found / len(sample) if sample else 0
    print(f"{found} of {len(sample)} mutants found: {score:.2f}, in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
