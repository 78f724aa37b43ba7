"""What stands in place of a solution in a student's copy, so that the copy runs."""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Iterator, Sequence

from fewidgets.authoring.exercise_sets import BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION

_ANSWERS = re.compile(
    rf"^([ \t]*){BEGIN_SOLUTION}.*?{END_SOLUTION}[^\n]*|^([ \t]*){BEGIN_HIDDEN}.*?{END_HIDDEN}[^\n]*", re.DOTALL | re.MULTILINE
)

#: Kinds of syntax with names of their own.
_SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def stub_of(source: str, later: Sequence[str] = ()) -> str:
    """Return the three dots that replace a solution.

    Names that later lines need are set to three dots too, so that the copy runs from top to bottom.
    """
    lines = source.splitlines()
    begins = [number for number, line in enumerate(lines, 1) if BEGIN_SOLUTION in line]
    ends = [number for number, line in enumerate(lines, 1) if END_SOLUTION in line]
    plain = "# Your code\n..."
    if len(begins) != 1 or len(ends) != 1:
        return plain
    begin, end = begins[0], ends[0]
    outermost = not lines[begin - 1][:1].isspace()
    try:
        tree = ast.parse(source)
        below = [_read_before_set(cell) for cell in (("\n".join(lines[end:]), *later) if outermost else ())]
    except SyntaxError:
        return plain  # a magic command, which only IPython reads
    scope = tree if outermost else _function_around(tree, begin)
    inside = [name for name, line in _bound(scope) if begin < line < end]
    before = {name for name, line in _bound(scope) if line < begin}
    needed: set[str] = set()
    if isinstance(scope, ast.FunctionDef):
        before |= {each.arg for each in ast.walk(scope.args) if isinstance(each, ast.arg)}
        needed = {name for name, line in _loaded(scope) if line > end}
    known: set[str] = set()
    for read, bound in below:
        needed |= read - known
        known |= bound
    names = [name for name in dict.fromkeys(inside) if name in needed and name not in before]
    return "# Your code\n" + ("\n".join(f"{name} = ..." for name in names) or "...")


def _function_around(tree: ast.Module, line: int) -> ast.AST:
    """Return the innermost function that contains a line; the module if there is none."""
    found: ast.AST = tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            found = node
    return found


def _bound(scope: ast.AST) -> Iterator[tuple[str, int]]:
    """Give the names that a module or a function sets, with their lines, without scopes inside."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0], node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        if not isinstance(node, _SCOPES):
            yield from _bound(node)


def _loaded(scope: ast.AST) -> Iterator[tuple[str, int]]:
    """Give the names that a module or a function reads, with their lines."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id, node.lineno


def _read_before_set(cell: str) -> tuple[set[str], set[str]]:
    """Return the global names that a cell reads before it sets them, and those that it sets."""
    code = _ANSWERS.sub(lambda found: f"{found[1] or found[2] or ''}...", cell)
    tree = ast.parse(code)
    # Where a solution sets a name of its function, the stub does so too: it is global in neither.
    read = set.intersection(*(set(_global_reads(symtable.symtable(text, "cell", "exec"))) for text in (code, cell)))
    first: dict[str, int] = {}
    for name, line in _bound(tree):
        first.setdefault(name, line)
    early = {name for name, line in _loaded(tree) if line <= first.get(name, 0)}
    return {name for name in read if name not in first or name in early}, set(first)


def _global_reads(table: symtable.SymbolTable) -> Iterator[str]:
    outermost = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (outermost or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _global_reads(inner)
