"""Two rules that no linter checks: no imports in a circle, and no private name taken from another module.

import-linter compares the modules of a package with each other, but not with the package's own ``__init__``; here that
is a module like any other. Imports inside functions count, imports for types alone do not.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import grimp

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = "scrapy_maincontent"
FOLDERS = [PACKAGE, "tests", "benchmarks", "example_project", ".ci"]
PUBLIC = {"_asdict", "_fields", "_make", "_replace"}
"""What named tuples have, so called to leave other names free."""


def main() -> None:
    """Print what breaks a rule, one line each, and exit with 1 if there is any."""
    sys.path.insert(0, str(Path.cwd()))
    problems = [*circles(), *private_names()]
    print(*problems, sep="\n")
    sys.exit(bool(problems))


def circles() -> Iterator[str]:
    """Yield the shortest circle through each module, every circle once."""
    graph = grimp.build_graph(PACKAGE, exclude_type_checking_imports=True, cache_dir=None)
    reported: set[frozenset[str]] = set()
    for module in sorted(graph.modules):
        chains = (
            graph.find_shortest_chain(imported, module) or ()
            for imported in sorted(graph.find_modules_directly_imported_by(module))
        )
        circle = min(filter(None, chains), key=len, default=())
        if circle and frozenset(circle) not in reported:
            reported.add(frozenset(circle))
            yield "circle: " + " -> ".join([module, *circle])


def private_names() -> Iterator[str]:
    """Yield each use of a name with a leading underscore that belongs to another module of ours."""
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*.py")):
            imported: set[str] = set()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    names = _own_names(node)
                    imported |= {local for _, local in names}
                    private = [dotted for dotted, _ in names if any(map(_is_private, dotted.split(".")))]
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    private = [ast.unparse(node)] if node.value.id in imported and _is_private(node.attr) else []
                else:
                    continue
                for name in private:
                    yield f"{path}:{node.lineno}: private: {name}"


def _own_names(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """Return what a statement imports from our own code: dotted names, and what each is called afterwards."""
    module = f"{node.module or ''}." if isinstance(node, ast.ImportFrom) else ""
    is_relative = isinstance(node, ast.ImportFrom) and node.level > 0
    return [
        (module + alias.name, alias.asname or alias.name)
        for alias in node.names
        if is_relative or (module + alias.name).split(".")[0] in FOLDERS
    ]


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


if __name__ == "__main__":
    main()
