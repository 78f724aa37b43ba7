import csv

import pytest

from fewidgets.grading.spreadsheet import csv_text, defused, number, write_csv

FORMULAS = [
    '=HYPERLINK("http://x")',
    "+1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1",
    "a;=1",
    "a\n=1",
    "\ufeff=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_a_formula(text):
    for piece in defused(text).replace("\n", ";").split(";"):
        assert piece.lstrip("\ufeff \t\r\n")[:1] not in {"=", "+", "-", "@", "＝", "＋", "－", "＠"}


def test_ordinary_texts_stay():
    for text in ("Ada Lovelace", "a-b", "1 = 1", "ada@example.org", "李小龍", "two\nlines", "x' = 2"):
        assert defused(text) == text


def test_numbers_are_numbers():
    assert csv_text([(-1.5, 2, None, 1 / 3, float("nan"))]) == "-1.5,2,,0.3333,\r\n"
    assert number(-0.0) == "0"


def test_every_text_is_read_back(tmp_path):
    rows = [("id", "name"), ("1", 'O\'Brien, "Pat"\nJr.'), ("2", "Zoë; 李小龍")]
    write_csv(tmp_path / "x.csv", rows)
    with (tmp_path / "x.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [tuple(row) for row in csv.reader(file)] == rows
    assert (tmp_path / "x.csv").read_bytes().startswith(b"\xef\xbb\xbf")
