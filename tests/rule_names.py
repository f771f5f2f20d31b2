"""The names that a detector's code gives to its rules, read from the code itself.

Rules go by one name there: constants get to them as an argument, a variable or a loop's variable called ``rule``.
"""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING

from scrapy_maincontent.navigation.candidates import Found

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

NAME = "rule"


def rule_names(module: ModuleType, kind: str) -> set[str]:
    """Return the rules of one detector, as in ``paging.step1``."""
    tree = ast.parse(inspect.getsource(module))
    position = {function.name: _place(function) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef)}
    position[Found.__name__] = Found._fields.index(NAME)
    constants = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found = {
        text for node in ast.walk(tree) for source in _sources(node, position, constants) for text in _texts(source)
    }
    return {text if "." in text else f"{kind}.{text}" for text in found}


def _place(function: ast.FunctionDef) -> int | None:
    parameters = [parameter.arg for parameter in function.args.args]
    return parameters.index(NAME) if NAME in parameters else None


def _sources(node: ast.AST, position: dict[str, int | None], constants: dict[str, ast.expr]) -> Iterator[ast.expr]:
    """Yield the expressions that a node makes a rule's name of."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        place = position.get(node.func.id)
        if place is not None and place < len(node.args):
            yield node.args[place]
        yield from (keyword.value for keyword in node.keywords if keyword.arg == NAME)
    elif isinstance(node, ast.Assign):
        if any(isinstance(target, ast.Name) and target.id == NAME for target in node.targets):
            yield node.value
    elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple):
        variables = [part.id if isinstance(part, ast.Name) else "" for part in node.target.elts]
        rows = constants.get(node.iter.id) if isinstance(node.iter, ast.Name) else node.iter
        if NAME in variables and isinstance(rows, ast.Tuple):
            yield from (row.elts[variables.index(NAME)] for row in rows.elts if isinstance(row, ast.Tuple))


def _texts(expression: ast.expr) -> Iterator[str]:
    """Yield the constants that an expression may come to; an f-string's name stands elsewhere."""
    if isinstance(expression, ast.JoinedStr):
        return
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from _texts(expression.body)
        yield from _texts(expression.orelse)
    elif isinstance(expression, ast.BoolOp):
        for part in expression.values:
            yield from _texts(part)
