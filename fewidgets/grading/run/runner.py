"""Run a notebook's cells in the student's process, and send what variables hold after each question.

Student's code may tamper with everything here, so the grader takes messages as answers, never as a verdict.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import types
from contextlib import suppress
from typing import Any, BinaryIO

import numpy as np

from fewidgets.grading import Json
from fewidgets.grading.run.calling import called_with
from fewidgets.grading.run.cell_code import Magic, compiled
from fewidgets.grading.run.interpreter import Interpreter, TimeIsUp, limited, unavailable
from fewidgets.grading.run.plain import Packer, packed
from fewidgets.grading.run.protocol import Reader, frame, read_frame

#: Most characters of an error's text, and of a line of code, that travel.
MOST_ERROR, MOST_LINE = 500, 160


def serve(receiving: BinaryIO, sending: int) -> None:
    """Do one job: run its cells, then call functions for as long as cases come."""
    started = read_frame(receiving)
    if started is None:
        return
    runner = _Runner(*started, _Sender(sending))
    runner.run_cells()
    while (got := read_frame(receiving)) is not None:
        runner.call_function(*got)


class _Sender:
    """Sends messages; a copy of the process that the student's code forks sends none."""

    def __init__(self, descriptor: int) -> None:
        self._write, self._close = os.write, os.close
        self._descriptor = descriptor
        self._dup2, self._nowhere = os.dup2, os.open(os.devnull, os.O_WRONLY)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._stop)
        self._copy = False
        self._exit = os._exit

    def _stop(self) -> None:
        self._copy = True
        with suppress(OSError):
            self._dup2(self._nowhere, self._descriptor)

    def send(self, message: Json, raw: bytes = b"") -> None:
        if self._copy:
            self._exit(0)  # the cell is over for this copy
        left = memoryview(frame(message, raw))
        while left:
            left = left[self._write(self._descriptor, left) :]


class _Runner:
    def __init__(self, job: Json, raw: bytes, sender: _Sender) -> None:
        self._job, self._reader, self._sender = job, Reader(raw), sender
        self._main = types.ModuleType("__main__")
        self._names = self._main.__dict__
        self._names.update(_given_names())
        self._functions: Json = {}
        self._finder = unavailable(job["without"])
        sys.modules["__main__"] = self._main
        sys.argv = [""]
        # A notebook that draws random numbers without a seed gets the same grade each time.
        random.seed(0)
        np.random.seed(0)  # noqa: NPY002
        self._interpreter = Interpreter()

    def run_cells(self) -> None:
        """Run all cells, and send what became of each and what the questions' variables hold."""
        for cell in self._job["cells"]:
            number = cell["number"]
            self._sender.send({"kind": "cell", "number": number})
            raised = self._run(cell)
            damage = self._interpreter.repair()  # first of all: what follows uses what a cell may have replaced
            error = None if raised is None else _described(raised, f"<cell {number}>")
            hit = sorted(self._finder.hits)
            self._sender.send({"kind": "done", "number": number, "error": error, "damage": damage[:20], "hits": hit})
            for question, names in cell["captures"]:
                self._send_values(question, names)
        for question, names in self._job["at_end"]:
            self._send_values(question, names, late=True)
        self._sender.send({"kind": "ran", "found": self._finder.found()})

    def _run(self, cell: Json) -> BaseException | None:
        self._names.update({name: self._reader.value(tree) for name, tree in cell["values"]})
        name = f"<cell {cell['number']}>"
        try:
            with limited(self._job["cell_seconds"]):
                for code in compiled(cell["source"], name, self._names):
                    code()
        except BaseException as error:
            return error
        return None

    def _send_values(self, question: str, names: list[str], *, late: bool = False) -> None:
        packer = Packer()
        values = {}
        for name in names:
            value = self._names.get(name, self)
            if value is self:
                continue
            if callable(value) and not (late and name in self._functions):
                self._functions[name] = value
            values[name] = packer.tree(value)
        self._sender.send({"kind": "values", "question": question, "values": values}, bytes(packer.raw))

    def call_function(self, message: Json, raw: bytes) -> None:
        function = self._functions.get(message["function"])
        for number, tree in enumerate(message["cases"]):
            self._sender.send({"kind": "case", "number": number})
            answer, packed = self._call(function, tree, raw, message["seconds"], message["first"])
            found = self._finder.found()
            self._sender.send({"kind": "called", "number": number, "found": found, **answer}, packed)
            if answer["error"] is not None:
                break
        self._sender.send({"kind": "finished"})

    def _call(self, function: Any, tree: Any, raw: bytes, seconds: float, first: int) -> tuple[Json, bytes]:
        arguments = Reader(raw).value(tree)
        before = [packed(each) for each in arguments]
        packer = Packer()
        try:
            with limited(seconds):
                value = called_with(function, arguments, first)
                answer = {"value": packer.tree(value), "error": None}
        except BaseException as error:
            self._interpreter.repair()
            return {"value": None, "error": _described(error, ""), "changed": []}, b""
        self._interpreter.repair()
        changed = [n for n, each in enumerate(arguments) if packed(each) != before[n]]
        return {**answer, "changed": changed}, bytes(packer.raw)


def _given_names() -> Json:
    magic = Magic()
    return {
        "__builtins__": __builtins__,
        "display": _nothing,
        "input": _no_input,
        "get_ipython": lambda: magic,
        "exit": sys.exit,
        "quit": sys.exit,
    }


def _nothing(*_values: Any, **_options: Any) -> None:
    """Show nothing: a notebook is graded without a screen."""


def _no_input(_prompt: Any = "") -> str:
    raise EOFError("input() asks somebody at the keyboard, and nobody is there while a notebook is graded")


def _described(error: BaseException, name: str) -> Json:
    kind = type(error)
    try:
        text = str.__str__(error.args[0] if kind in (SyntaxError, IndentationError, TabError) else str(error))[:MOST_ERROR]
    except BaseException:
        text = ""
    number, line = _line(error, name)
    what = "time" if isinstance(error, TimeIsUp) else "memory" if issubclass(kind, MemoryError) else "raised"
    title = str.__str__(type.__dict__["__name__"].__get__(kind))[:60]
    error.__traceback__ = None  # it holds the cell's variables
    gc.collect()
    return {"what": what, "type": title, "text": text, "number": number, "line": line}


def _line(error: BaseException, name: str) -> tuple[int, str]:
    """Return the number and the text of the last line of a cell in an error's traceback."""
    import linecache

    if isinstance(error, SyntaxError) and error.filename and error.filename.startswith("<cell"):
        return error.lineno or 0, (error.text or "").strip()[:MOST_LINE]
    found, trace = (0, ""), error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file == name or (not name and file.startswith("<cell")):
            found = (trace.tb_lineno, linecache.getline(file, trace.tb_lineno).strip()[:MOST_LINE])
        trace = trace.tb_next
    return found
