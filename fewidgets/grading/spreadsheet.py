"""Read and write CSV files whose cells a spreadsheet shows and never evaluates."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from fewidgets.files import open_regular
from fewidgets.grading.course_files import renew_unedited
from fewidgets.grading.errors import GradingError
from fewidgets.grading.visible import visible

#: What may stand in a cell. Numbers are written as numbers, None as an empty cell.
Cell = str | int | float | None

#: With this mark at the beginning, spreadsheets read a file as UTF-8. Without it, Excel spoils most alphabets.
BYTE_ORDER_MARK = "\ufeff"

# A spreadsheet takes a text for a formula if it begins with one of the first four, in their narrow or wide form. Where a
# semicolon separates columns, as in many countries, a formula can also begin inside a cell.
_FORMULA = re.compile(r"(^|[;\t\r\n])([\s\ufeff\u200b]*)([=+\-@＝＋－＠])")


def defused(text: str) -> str:
    """Return a text with an apostrophe before each sign that would begin a formula."""
    return _FORMULA.sub(r"\1\2'\3", visible(text))


def number(value: float) -> str:
    if not math.isfinite(value):
        return ""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(map(_text, row) for row in rows)
    return file.getvalue()


def csv_bytes(rows: Iterable[Sequence[Cell]], *, mark: bool = True) -> bytes:
    return ((BYTE_ORDER_MARK if mark else "") + csv_text(rows)).encode("utf-8", "replace")


def write_csv(path: Path, rows: Iterable[Sequence[Cell]], *, mark: bool = True) -> Path | None:
    return renew_unedited(path, csv_bytes(rows, mark=mark))


def read_csv(path: Path) -> list[list[str]]:
    """Return the rows of a table, separated by commas, semicolons or tabs."""
    try:
        with open_regular(path) as file:
            text = file.read().decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=max(",;\t", key=text.partition("\n")[0].count)))
    except UnicodeDecodeError as error:
        raise GradingError(
            f"{path} must be stored as UTF-8. In a spreadsheet, save it as 'CSV UTF-8 (comma-separated)'"
        ) from error
    except (OSError, csv.Error) as error:
        raise GradingError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    return defused(cell) if isinstance(cell, str) else number(cell)
