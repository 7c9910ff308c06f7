"""No module imports another that imports it, however indirectly: not inside functions or for types alone, either."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import benchlab

ROOT = Path(benchlab.__file__).parent
FOR_TYPES_ALONE = {("benchlab.models.runs.queries", "benchlab.models.runs.run")}
"""(importing, imported): Django's reverse relations, and a queryset's own model."""


def test_no_module_imports_itself_in_a_circle():
    modules = {_name(file): file for file in ROOT.rglob("*.py")}
    graph = {name: set(_imported(ast.parse(file.read_text()), modules)) - {name} for name, file in modules.items()}
    for importing, imported in FOR_TYPES_ALONE:
        graph[importing].remove(imported)

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None


def _name(file: Path) -> str:
    parts = file.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST, modules: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from (name if name in modules else node.module for name in names if node.module in modules)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in modules)
