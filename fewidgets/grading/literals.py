"""Plain values as Python code, so that a notebook can hold the data of one student."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from fewidgets.grading import Json

#: Longest line of a data cell, in characters.
WIDTH = 110

#: What every data cell begins with, the import where it is needed.
IMPORT = "import numpy as np"
HEADING = "# Your data. Do not change this cell: other students have other data, and your answers are checked with these."


class LiteralError(TypeError):
    """A value cannot be written as code; the message says which."""


def data_cell(data: Json) -> str:
    """Return the code of a cell that defines data, and nothing else."""
    return "\n".join(filter(None, (HEADING, imports_of(data), _assignments(data))))


def imports_of(data: Json) -> str:
    """Return the imports with which a cell that defines data begins; "" if it needs none."""
    return f"{IMPORT}\n" if "np." in _assignments(data) else ""


def _assignments(data: Json) -> str:
    return "\n".join(f"{name} = {literal(value, name)}" for name, value in data.items())


def literal(value: Any, name: str = "the value") -> str:
    if isinstance(value, np.ndarray):
        return _array(value, name)
    if isinstance(value, np.bool_ | np.integer | np.floating):
        value = value.item()
    if value is None or isinstance(value, bool | int):
        return repr(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple):
        inside = ", ".join(literal(each, name) for each in value)
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, list):
        return _list([literal(each, name) for each in value])
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key, name)}: {literal(each, name)}" for key, each in value.items()) + "}"
    raise LiteralError(f"{name} must be a plain value, such as a number, a text or an array; got {type(value).__name__}")


def _float(value: float) -> str:
    if math.isnan(value):
        return "np.nan"
    return repr(value) if math.isfinite(value) else ("np.inf" if value > 0 else "-np.inf")


def _text(value: str) -> str:
    quoted = repr(value)
    return quoted if quoted[0] == '"' or '"' in value or "\\" in quoted else f'"{value}"'


def _list(parts: list[str]) -> str:
    """Write a list in one line if it is short, else one part a line."""
    line = "[" + ", ".join(parts) + "]"
    return line if len(line) <= WIDTH and "\n" not in line else "[\n" + "".join(f"    {part},\n" for part in parts) + "]"


def _array(value: np.ndarray[Any, Any], name: str) -> str:
    if value.dtype.kind not in "biufU":
        raise LiteralError(f"{name} must hold numbers, texts or truth values; got an array of dtype {value.dtype}")
    if not value.size:
        kind = "str" if value.dtype.kind == "U" else f"np.{value.dtype.name}"
        return f"np.zeros({value.shape}, dtype={kind})"
    usual = value.dtype.kind in "bU" or value.dtype.name in ("int64", "float64")  # what np.array chooses by itself
    other = "" if usual else f", dtype=np.{value.dtype.name}"
    if value.ndim == 2:
        rows = [_list([literal(each, name) for each in row]).replace("\n", "\n    ") for row in value.tolist()]
        inside = "[\n" + "".join(f"    {row},\n" for row in rows) + "]"
    else:
        inside = literal(value.tolist(), name)
    return f"np.array({inside}{other})"
