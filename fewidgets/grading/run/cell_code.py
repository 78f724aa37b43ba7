"""Turn the text of a cell into code, with Jupyter's magics. It runs in the student's process."""

from __future__ import annotations

import ast
import asyncio
import inspect
import linecache
import re
from collections.abc import Callable, Iterator
from typing import Any

from fewidgets.grading import Json

#: Magics that change only how a notebook looks or is edited.
_HARMLESS = re.compile(r"^[ \t]*%(?:matplotlib|config|load_ext|reload_ext|autoreload|precision|pprint)\b.*$", re.M)


class Magic:
    """Stands for IPython's shell: magics that time or list do nothing, and none reaches the system."""

    def run_line_magic(self, _name: str, _line: str, *_more: Any) -> None:
        """Do nothing."""

    def run_cell_magic(self, name: str, _line: str, cell: str) -> None:
        if name in ("time", "timeit", "capture", "prun"):
            import __main__

            for run in compiled(cell, f"<cell with %%{name}>", __main__.__dict__):
                run()

    def system(self, _command: str) -> None:
        """Run no command."""

    getoutput = system

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_arguments, **_options: None


def compiled(source: str, name: str, names: Json) -> Iterator[Callable[[], Any]]:
    """Yield a function that runs the cell."""
    code = _code(source, name)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    if code.co_flags & inspect.CO_COROUTINE:  # `await` outside of a function, which notebooks allow
        yield lambda: asyncio.run(eval(code, names))
    else:
        yield lambda: exec(code, names)


def _code(source: str, name: str) -> Any:
    try:
        return _compile(source, name)
    except SyntaxError as error:
        for taken_out in (_without_settings, _transformed):
            try:
                return _compile(taken_out(source), name)
            except (SyntaxError, ImportError, ValueError):
                continue
        raise error from None


def _compile(source: str, name: str) -> Any:
    return compile(source, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def _without_settings(source: str) -> str:
    """Return a cell without the magics that change only how things look."""
    return _HARMLESS.sub("pass", source)


def _transformed(source: str) -> str:
    """Return a cell with its magics as calls; IPython is loaded only where a cell needs it."""
    from IPython.core.inputtransformer2 import TransformerManager

    return TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
