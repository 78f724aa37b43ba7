"""Books: what Python writes, the browser's script reads again, exactly or within half a step."""

import base64
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fewidgets.scene.page.book import GONE, Book
from fewidgets.scene.page.encode import DTYPES, encode_array
from tests.programs import in_node

READ = """import { inflated, openBook } from "./book.js";
const shown = (value) => {
    if (ArrayBuffer.isView(value?.data)) return { ...value, data: Buffer.from(value.data).toString("base64") };
    if (Array.isArray(value)) return value.map(shown);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each)]));
};
const read = async (text) => {
    const book = openBook(await inflated(Buffer.from(text, "base64")));
    const [rows, columns] = book.targets;
    return {
        records: book.at.map((_, i) => ({ one: shown(book.part(i, "one")), other: shown(book.part(i, "other")) })),
        again: book.at.map((_, i) => shown(book.part(i, "one"))), // arrays that were met before
        targets: Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, move) => book.target(i, move))),
        moves: book.moves,
    };
};
const result = await Promise.all(given.map(read));
"""


TEXTS = ("", "λ = 0.32", "κόσμε 🎲", 'a "quoted" \\ text\n', "</script>", "1", "null", "\u2028\x00", "e\u0301")
PLAIN = (None, True, False, 0, 1, 1.0, -1, 0.1, 2**53, 5e-324, -1.7976931348623157e308, *TEXTS)


def any_array(rng):
    """An encoded array of any type and shape, with missing values among floats, perhaps with a step."""
    dtype = np.dtype(str(rng.choice(DTYPES)))
    shape = (
        tuple(rng.integers(0, 5, size=rng.integers(0, 4)).tolist()) if rng.random() < 0.7 else (int(rng.integers(32, 400)),)
    )
    if dtype.kind == "f":
        values = np.asarray(rng.normal(0, 10.0 ** rng.integers(-3, 6), shape).astype(dtype))
        values[rng.random(shape) < rng.choice((0, 0.2, 1))] = np.nan
        values[rng.random(shape) < rng.choice((0, 0, 0.05))] = rng.choice(
            (np.inf, -0.0, 1e300 if dtype.itemsize == 8 else 1e30)
        )
    else:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        values = np.asarray(rng.integers(low, high, shape, endpoint=True, dtype=dtype))
    encoded = {"dtype": dtype.name, "shape": list(shape), "data": np.ascontiguousarray(values).reshape(-1).data.cast("B")}
    return {**encoded, "step": float(10.0 ** rng.integers(-4, 3))} if dtype.kind == "f" and rng.random() < 0.6 else encoded


def any_part(rng, depth=0):
    draw = rng.random()
    if depth < 3 and draw < 0.25:
        return [any_part(rng, depth + 1) for _ in range(rng.integers(0, 4))]
    if depth < 3 and draw < 0.5:
        return {str(name): any_part(rng, depth + 1) for name in rng.choice(("data", "λ", "0", "__proto__", "shape"), 3)}
    return any_array(rng) if draw < 0.75 else PLAIN[rng.integers(len(PLAIN))]


def another(part, rng):
    """A record of the same shape, most of it alike."""
    if isinstance(part, dict) and "dtype" not in part:
        return {name: another(each, rng) for name, each in part.items()}
    if isinstance(part, list):
        return [another(each, rng) for each in part]
    if rng.random() < 0.7:
        return part
    return any_array(rng) if isinstance(part, dict) else PLAIN[rng.integers(len(PLAIN))]


def any_book(seed):
    """A book of records of a few shapes; its first records, and a table."""
    rng = np.random.default_rng(seed)
    records = []
    for _ in range(rng.integers(1, 4)):
        records.append({"one": any_part(rng), "other": [any_part(rng), "a leaf"]})
        records += [another(records[-1], rng) for _ in range(rng.integers(0, 6))]
    records = [records[i] for i in rng.permutation(len(records))]
    book = Book()
    for record in records:
        book.add(record)
    count = int(rng.integers(1, len(records), endpoint=True))
    return book, records[:count], rng.integers(0, 2**16, size=(count, rng.integers(0, 5)))


def compare(read, written, rounded, where):
    """Check that a part was read as it was written."""
    if isinstance(written, dict) and "dtype" in written:
        dtype, step = written["dtype"], written.get("step", 0)
        values = np.frombuffer(written["data"], dtype)
        assert (read["dtype"], read["shape"]) == (dtype, written["shape"]), where
        got = np.frombuffer(base64.b64decode(read["data"]), dtype)
        if got.tobytes() == values.tobytes():
            return
        assert rounded, where
        assert step, where
        assert np.array_equal(np.isnan(got), np.isnan(values)), where
        known = values[~np.isnan(values)].astype(float)
        assert np.ptp(np.round(known / step)) < GONE, where
        away = np.abs(got[~np.isnan(values)].astype(float) - known)
        assert (away <= step / 2 + 2 * np.abs(known) * np.finfo(dtype).eps).all(), where
    elif isinstance(written, dict):
        assert read.keys() == written.keys(), where
        for name, each in written.items():
            compare(read[name], each, rounded, f"{where} {name}")
    elif isinstance(written, list):
        assert len(read) == len(written), where
        for i, (one, other) in enumerate(zip(read, written, strict=True)):
            compare(one, other, rounded, f"{where} {i}")
    else:
        assert read == written, where
        assert isinstance(read, bool) == isinstance(written, bool), where


@pytest.mark.parametrize("rounded", [False, True])
def test_the_browser_s_script_reads_what_was_written(rounded):
    books = [any_book(seed) for seed in range(120)]
    moves = [["a", 1.5], ["λ", [1, 2]]]
    texts = [
        base64.b64encode(book.written(len(records), table, {"moves": moves}, rounded=rounded)).decode()
        for book, records, table in books
    ]
    for seed, (read, (_, records, table)) in enumerate(zip(in_node(READ, texts), books, strict=True)):
        assert read["targets"] == table.tolist(), seed
        assert read["moves"] == moves
        assert read["again"] == [record["one"] for record in read["records"]]
        for i, (one, other) in enumerate(zip(read["records"], records, strict=True)):
            compare(one, other, rounded, f"book {seed}, record {i}:")


def test_long_arrays_of_few_steps_are_rounded_and_short():
    values = np.cumsum(np.random.default_rng(0).normal(size=5000))
    book = Book()
    estimates = book.add({"one": {**encode_array(values, exact=True), "step": np.ptp(values) / 4096}})
    sizes = [len(book.written(1, np.zeros((1, 0)), {}, rounded=rounded)) for rounded in (False, True)]
    assert sizes[1] < 0.3 * sizes[0]
    assert sizes == pytest.approx(estimates, rel=0.2)


WRITE = """
import hashlib
from tests.scene.test_book import any_book
digest = hashlib.sha256()
for book, records, table in map(any_book, range(30)):
    digest.update(book.written(len(records), table, {}, rounded=True))
print(digest.hexdigest())
"""


def test_a_book_has_the_same_bytes_in_every_process():
    root = Path(__file__).parents[2]
    digests = {
        subprocess.run(
            [sys.executable, "-c", WRITE],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(digests) == 1


def test_writing_twice_gives_the_same_bytes_and_leaves_the_book_as_it_was():
    for seed in range(20):
        book, records, table = any_book(seed)
        whole = book.written(len(records), table, {}, rounded=False)
        book.written(1, table[:1], {}, rounded=True)
        assert book.written(len(records), table, {}, rounded=False) == whole
        fresh = Book()
        for record in records:  # without those that were left out
            fresh.add(record)
        assert fresh.written(len(records), table, {}, rounded=False) == whole


def test_a_damaged_book_is_an_error_and_never_another_book():
    book, records, table = any_book(1)
    data = bytearray(book.written(len(records), table, {"moves": []}, rounded=False))
    rng = np.random.default_rng(0)
    texts = [base64.b64encode(data).decode()]
    for at in rng.integers(2, len(data), 40):
        damaged = data.copy()
        damaged[at] ^= 1 << rng.integers(8)
        texts.append(base64.b64encode(damaged).decode())
    texts.append(base64.b64encode(data[:-20]).decode())
    quiet = READ.replace("given.map(read)", "given.map((text) => read(text).catch(() => null))")
    read = in_node(quiet, texts)
    assert read[0] is not None
    assert [each for each in read[1:] if each not in (None, read[0])] == []
