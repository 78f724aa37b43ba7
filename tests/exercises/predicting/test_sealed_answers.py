"""A page without a kernel gives the same verdicts as Python: both grade the same random answers."""

import base64
import json
import subprocess
import zlib
from itertools import permutations
from pathlib import Path

import numpy as np

from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    Band,
    Change,
    CurveWith,
    Difference,
    Estimate,
    Highest,
    LastAbove,
    OneOf,
    Ordering,
    SeveralOf,
    Sketch,
)
from fewidgets.exercises.predicting.measures import RELATIONS
from fewidgets.exercises.predicting.sealed_answers import seal
from tests.programs import program

SOURCES = Path(__file__).parents[3] / "fewidgets" / "frontend" / "src" / "asking"
DRIVER = """
const { revealFor } = await import(process.argv[2] + "/grade.js");
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const cases = JSON.parse(Buffer.concat(chunks).toString());
const reveals = ({ content, form, answers }) => answers.map((answer) => revealFor(content, form, answer));
console.log(JSON.stringify(cases.map(reveals)));
"""
MEASURES = [
    At("a", 2.5), Change("b", 0, 4), Highest("a"), LastAbove("a", 0.3),
    CurveWith("largest", LastAbove(EACH, 0.4)), CurveWith("smallest", LastAbove(EACH, 0.4)),
    CurveWith("largest", Highest(EACH)),
]  # fmt: skip


def opened(kind):
    return json.loads(zlib.decompress(base64.b64decode(seal(kind))))


def browser_verdicts(cases, tmp_path):
    """Grade answers with the front end's own code."""
    (tmp_path / "drive.mjs").write_text(DRIVER, encoding="utf-8")
    sent = [
        {
            "content": opened(kind),
            "form": {"type": kind.kind, **kind.form()},
            "answers": [kind.plain(kind.check(each)) for each in answers],
        }
        for kind, answers in cases
    ]
    command = [program("node"), str(tmp_path / "drive.mjs"), SOURCES.as_uri()]
    run = subprocess.run(
        command, input=json.dumps(sent), capture_output=True, text=True, timeout=60, check=False, encoding="utf-8"
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def compare(cases, tmp_path):
    for (kind, answers), found in zip(cases, browser_verdicts(cases, tmp_path), strict=True):
        for answer, reveal in zip(answers, found, strict=True):
            plain = kind.plain(kind.check(answer))
            checked = kind.check(plain)  # what the page has is rounded
            expected = json.loads(json.dumps(kind.reveal(checked)))
            assert reveal == expected, (kind, answer)


def test_options_and_orders(tmp_path):
    options = {letter: f"Why ${letter}_1$." for letter in "abcd"}
    subsets = [[letter for k, letter in enumerate("abcd") if number >> k & 1] for number in range(1, 16)]
    order = Ordering(list("abcd"), list("cadb"), because="w", otherwise="o", mistakes={("a",): "a", ("a", "c"): "ac"})
    cases = [
        (OneOf(options, "c"), list("abcd")),
        (SeveralOf(options, ["b", "d"]), subsets),
        (order, list(permutations("abcd"))),
    ]
    compare(cases, tmp_path)


def test_numbers(tmp_path):
    rng = np.random.default_rng(0)
    cases = []
    for _ in range(40):
        low, high = np.sort(rng.uniform(-50, 50, 2)).round(2)
        whole = bool(rng.integers(2))
        low, high = (np.floor(low), np.ceil(high) + 2) if whole else (low, high + 1)
        right = float(rng.integers(low, high + 1)) if whole else float(rng.uniform(low, high))
        bands = [Band(*sorted(rng.uniform(low, high, 2)), "band"), Band(None, float(rng.uniform(low, high)), "open")]
        kind = Estimate(
            right, float(low), float(high), step=1 if whole else None, near=float(rng.choice([0, 1, 3])),
            unit="$w_1$" if whole else "%", bands=bands, below="below", above="above", because="because",
        )  # fmt: skip
        cases.append((kind, [right, *map(float, rng.uniform(low, high, 30))]))
    log = Estimate(12.0, 1, 5000, scale="log", near=2, step=None, below="b", above="a", because="w", unit="steps")
    cases.append((log, [12.0, *map(float, 10 ** rng.uniform(0, 3.6, 60))]))
    compare(cases, tmp_path)


def test_sketches(tmp_path):
    rng = np.random.default_rng(0)
    cases, reasons = [], set()
    for measure in MEASURES:
        for when in RELATIONS:
            places = np.sort(rng.choice(40, 6, replace=False)) / 8
            differences = [Difference(measure, "{yours} is not {truth} in $x^2$.", when=when, by=float(rng.choice([0, 0.2])))]
            only = Difference(CurveWith("largest", LastAbove(EACH, 0.4)), "It was a.", yours="a")
            kind = Sketch(
                Axis("x", domain=(0, 5)), Axis("y", domain=(-1, 1)), places.tolist(), ["a", "b"], _lines(rng, 2, 6),
                because="w", differences=[*differences, only], near=0.4, otherwise="far",
            )  # fmt: skip
            answers = [_lines(rng, 2, 6) for _ in range(30)]
            cases.append((kind, answers))
            reasons |= {kind.grade(answer).reason for answer in answers}
    bars = Sketch(
        "f", Axis("y", domain=(0, 1)), list("pqr"), ["y"], [0.2, 0.9, 0.4], bars=True, because="w",
        differences=[Difference(Highest("y"), "{yours}, not {truth}.")],
    )  # fmt: skip
    cases.append((bars, [rng.uniform(0, 1, (1, 3)) for _ in range(20)]))
    compare(cases, tmp_path)
    assert {"w", "far", "It was a."} < reasons
    assert len(reasons) > 100


def _lines(rng, curves, places):
    """Random curves that are often zero, as the paths of weights are."""
    return (rng.uniform(-1, 1, (curves, places)) * (rng.random((curves, places)) < 0.7)).round(3)


def test_nothing_can_be_read_at_a_glance():
    kind = OneOf({"a": "A secret reason.", "b": "Another one."}, "a")
    assert "secret" not in seal(kind)
    assert opened(kind)["table"]["a"]["reason"] == "A secret reason."
