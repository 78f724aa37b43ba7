"""Answers of different students that are nearly the same code: information for the teacher, without points.

Statements are compared by what they compute and where the same variable stands. Those of the released notebook, and small
ones of the model solution, are left out.
"""

from __future__ import annotations

import ast
import builtins
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from fewidgets.grading import Answers, Texts

#: Share of the code that must be the same.
SHARE = 0.8

#: Smaller answers are not compared, in nodes of the syntax tree. Statements of the model up to this size are left out.
SMALLEST, TRIVIAL = 60, 20

#: Longest answer that is compared, in characters. A notebook has been read, but nobody has said that it is reasonable.
LONGEST = 30_000

_WITH_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)

#: What makes no difference to what is computed.
_ANNOTATIONS = ("annotation", "returns", "type_comment", "type_params")

_BUILTINS = frozenset(dir(builtins))

#: What cannot be read is not compared.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


@dataclass(frozen=True)
class Form:
    text: str
    size: int  # nodes of the syntax tree
    simple: bool  # contains no other statement


@dataclass(frozen=True)
class Pair:
    first: str
    second: str
    question: str
    share: float  # of the longer answer


def similar_answers(answers: Answers, released: Mapping[str, str], model: Mapping[str, str], imports: str = "") -> list[Pair]:
    found: list[Pair] = []
    for question in sorted({name for each in answers.values() for name in each}):
        given = Counter(forms_of(released.get(question, ""), imports))
        trivial = {form for form in forms_of(model.get(question, ""), imports) if form.simple and form.size <= TRIVIAL}
        own = {student: _own(each.get(question, ""), imports, given, trivial) for student, each in answers.items()}
        large = [(student, forms, size) for student, forms in sorted(own.items()) if (size := _size(forms)) >= SMALLEST]
        for (first, left, size), (second, right, other) in combinations(large, 2):
            most = max(size, other)
            # Without this, comparing takes most of its time on pairs that cannot be alike.
            if min(size, other) >= SHARE * most and (share := _size(left & right) / most) >= SHARE:
                found.append(Pair(first, second, question, share))
    return found


def groups(pairs: Iterable[Pair]) -> list[Texts]:
    """Return the students of pairs in groups: who is alike with a member belongs to it."""
    found: list[set[str]] = []
    for pair in pairs:
        mine = {pair.first, pair.second}
        for each in [each for each in found if each & mine]:
            found.remove(each)
            mine |= each
        found.append(mine)
    return sorted(tuple(sorted(each)) for each in found)


def forms_of(source: str, imports: str = "") -> list[Form]:
    """Return the forms of all statements of a code; none if it is no Python."""
    try:
        names = _Names()
        names.visit(_parsed(imports))
        tree = _parsed(source)
        names.visit(tree)
        return list(_forms(tree.body, names))
    except _UNREADABLE:
        return []


def _own(source: str, imports: str, given: Counter[Form], trivial: set[Form]) -> Counter[Form]:
    found = Counter(forms_of(source, imports)) - given
    return Counter({form: count for form, count in found.items() if form not in trivial})


def _size(forms: Counter[Form]) -> int:
    return sum(form.size * count for form, count in forms.items())


def _parsed(source: str) -> ast.Module:
    if len(source) > LONGEST:
        raise ValueError("too long")
    lines = ["" if line.lstrip().startswith(("%", "!")) else line for line in source.splitlines()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a student's code, Python would warn the teacher
        return ast.parse("\n".join(lines))


class _Names(ast.NodeVisitor):
    """Note what imported names stand for, and which names the code gives to something of its own."""

    def __init__(self) -> None:
        self.imported: dict[str, str] = {}
        self.own: set[str] = set()

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            top = each.name.partition(".")[0]
            self.imported[each.asname or top] = each.name if each.asname else top

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.imported |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.own.add(node.id)

    def visit_arg(self, node: ast.arg) -> None:
        self.own.add(node.arg)

    def source_of(self, node: ast.AST) -> str:
        """Return what a name or a chain of attributes stands for if it begins with something imported."""
        if isinstance(node, ast.Attribute):
            before = self.source_of(node.value)
            return f"{before}.{node.attr}" if before else ""
        return self.imported.get(node.id, "") if isinstance(node, ast.Name) else ""


def _forms(body: Iterable[ast.stmt], names: _Names) -> Iterator[Form]:
    """Yield a form for each statement, and for the head and the parts of a compound one."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass) or _says_nothing(statement):
            continue
        inner = [each for each in ast.iter_child_nodes(statement) if isinstance(each, _WITH_STATEMENTS)]
        for simple in [statement] if inner else _taken_apart(statement):
            writer = _Writer(names)
            yield Form(writer.written(simple), writer.size, not inner)
        for each in inner:
            yield from _forms([each] if isinstance(each, ast.stmt) else each.body, names)


def _says_nothing(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Expr):
        return False
    value = statement.value
    return isinstance(value, ast.Constant | ast.Name) or (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("print", "display")
    )


def _taken_apart(statement: ast.stmt) -> list[ast.stmt]:
    """Return a statement as it is compared: ``a, b = 1, 2`` as two, ``a += 1`` as ``a = a + 1``."""
    if isinstance(statement, ast.AugAssign):
        return [ast.Assign([statement.target], ast.BinOp(statement.target, statement.op, statement.value))]
    if isinstance(statement, ast.AnnAssign):
        return [ast.Assign([statement.target], statement.value)] if statement.value else []
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        left, right = (getattr(each, "elts", None) for each in (statement.targets[0], statement.value))
        if left and right and len(left) == len(right) and not any(isinstance(each, ast.Starred) for each in left + right):
            return [ast.Assign([one], value) for one, value in zip(left, right, strict=True)]
    return [statement]


class _Writer:
    """Write a statement with numbers for its variables, in the order in which they come."""

    def __init__(self, names: _Names) -> None:
        self._names, self._numbers = names, dict[str, str]()
        self.size = 0

    def written(self, node: ast.AST) -> str:
        if isinstance(node, ast.expr_context):
            return ""
        self.size += 1
        imported = self._names.source_of(node)
        if imported:
            return f" {imported}"
        fields = [self._field(node, *field) for field in ast.iter_fields(node) if field[0] not in _ANNOTATIONS]
        return f"({type(node).__name__}{''.join(fields)})"

    def _field(self, node: ast.AST, name: str, value: object) -> str:
        if isinstance(value, list):
            inner = (self._field(node, name, each) for each in value if not isinstance(each, _WITH_STATEMENTS))
            return f"[{''.join(inner)}]"
        if isinstance(value, ast.AST):
            return self.written(value)
        if isinstance(value, str) and name in ("id", "arg", "name", "names") and not isinstance(node, ast.keyword):
            if value in self._names.own or value not in _BUILTINS:
                return self._numbers.setdefault(value, f" v{len(self._numbers)}")
            return f" {value}"
        return "" if value is None else f" {value!r}"
