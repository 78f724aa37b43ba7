"""Whatever a submission holds, it gets a result, and each question has the points that it earned."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fewidgets.grading.mark.failures import call_failed
from fewidgets.grading.mark.submission import grade_submission
from fewidgets.grading.notebook import cell_of
from fewidgets.grading.run.observing import Failure
from tests.grading.tiny_set import POINTS, RIGHT, book, by_name, content, data_of, graded, job, solved

TAMPERED = """
import builtins, json, sys
np.allclose = np.isclose = lambda *_, **__: True
np.ndarray = np.asarray = json.dumps = None
import gc, os, signal, threading
signal.setitimer = signal.signal = gc.collect = os.write = lambda *_: 1 / 0
builtins.isinstance = builtins.len = builtins.__import__ = None
sys.excepthook = lambda *_: None
sys.modules.clear()
"""
SLOW = "import time\ntime.sleep(0.3)\ndef moments(X): return X.mean(0), X.std(0)"
CENTRED = "time.sleep(0.3)\ndef centred(X): return X - X.mean(0)"
FORGED = """
import os, struct, json
text = json.dumps({"kind": "values", "question": "q1", "values": {"mean": {"f": "nan"}, "spread": {"a": [1, 2]}}}).encode()
for number in range(3, 20):
    try:
        os.write(number, struct.pack("!4sIQ", b"few1", len(text), 0) + text + b"nonsense" * 100)
    except OSError:
        pass
"""
FORGED_CALLS = """
import os, struct, json
def centred(X):
    called = {"kind": "called", "number": 0, "found": [], "value": 1, "error": None, "changed": []}
    text = json.dumps(called).encode()
    for number in range(3, 20):
        try:
            os.write(number, (struct.pack("!4sIQ", b"few1", len(text), 0) + text) * 9)
        except OSError:
            pass
"""
#: The second of two results, where the first one is right.
BESIDE = "def moments(X):\n  endless = []; endless += [endless, endless]\n  return X.mean(0), {}"
HOGS = """
import os, time
for n in range(8):
    if os.fork() == 0:
        hog = b"1" * 10**8
        time.sleep(30)
time.sleep(15)
"""
#: Limits for what ends by itself, also on a busy machine.
SLOWLY = {"cell_seconds": 20.0, "submission_seconds": 200.0}
LARGE = "open('f', 'wb').write(bytes(10**8))"
#: What a question answers otherwise and does not disturb others, the points that it gets, and what its message says.
ANSWERS = {
    "raises": ("q1", "mean = 1 / 0", 0, 'raised ZeroDivisionError: division by zero. Line 1: "mean = 1 / 0"'),
    "no Python": ("q1", "mean = (", 0, "SyntaxError: '(' was never closed"),
    "an object": ("q1", "mean = spread = object()", 0, "an object of type object"),
    "one part": ("q1", "mean = x.mean()\nspread = 'text'", 1, "spread: expected a number"),
    "not defined": ("q1", "x.mean()", 0, "mean and spread were not defined"),
    "mistake": ("q1", "mean = x.mean()\nspread = x.std(ddof=1)", 1, "You divide by N - 1."),
    "huge value": ("q1", "mean, spread = x.mean(), 10**400", 1, "spread: got an integer that is too large"),
    "one decimal": ("q1", "mean, spread = x.mean(), round(x.std(), 1)", 1, "spread: right, but rounded."),
    "rounded": ("q1", "mean, spread = {mean:.2f}, {spread:.2f}", 0, "Not yet."),
    "copied": ("q1", "mean, spread = {mean}, {spread}", 0, "Not yet."),
    "mistaken function": ("q2", "def moments(X): return X.mean(0), X.std(0, ddof=1)", 1, "You divide by N - 1."),
    "another way": ("q2", "moments = lambda X: [sum(X) / len(X), [c.std() for c in X.T]]", 3, "Right."),
    "an array": ("q2", "def moments(X): return np.array([X.mean(0), X.std(0)])", 3, "Right."),
    "swapped": ("q2", "def moments(X): return X.std(0), X.mean(0)", 0, "Return the means and the spreads."),
    "rounded function": (
        "q2",
        "def moments(X): return X.mean(0), X.std(0).round(1)",
        1,
        "The spreads are right, but rounded.",
    ),
    "names a name": (
        "q2",
        "def moments(X): return X.mean(0), X.std(ddof=n)",
        0,
        "moments raised NameError: name 'n' is not defined. Line 1",
    ),
    "tells a case": ("q2", "def moments(X): raise ValueError(str(X))", 0, "moments raised ValueError. Line 1"),
    "tampered in a function": (
        "q2",
        "def moments(X):\n  np.array = np.ndarray = None\n  len(3)",
        0,
        "moments raised TypeError",
    ),
    "without, in a function": ("q2", "def moments(X): import colorsys", 0, "moments needs colorsys, which is not"),
    "endless": ("q2", BESIDE.format("endless"), 1, "The spreads: got a value "),
    "long": ("q2", BESIDE.format("range(10**9)"), 1, "The spreads: got a value with too many items"),
    "huger": ("q2", BESIDE.format("[10**5000, 1]"), 1, "The spreads: got an integer with more than 1,200 digits"),
    "long integers": ("q2", BESIDE.format("[10**30, 1]"), 1, "Not yet. It is wrong in 2 of 2 cases"),
    "complex": ("q2", BESIDE.format("X.std(0) + 1j"), 1, "The spreads: got an array of complex128"),
    "complex zeros": ("q2", BESIDE.format("[s + 0j for s in X.std(0)]"), 3, "Right."),
    "names an attribute": (
        "q3",
        "def centred(X): return X - np.men(X, 0)",
        0,
        "centred raised AttributeError: module 'numpy' has no attribute 'men'. Line 1",
    ),
    "changes its input": ("q3", "def centred(X):\n  X -= X.mean(0)\n  return X", 0, "centred changes its arguments"),
    "random": ("q3", "def centred(X): return np.random.rand(*X.shape)", 0, "different results for the same arguments"),
    "generator": ("q3", "def centred(X): yield X", 0, "got a generator"),
    "nothing": ("q3", "def centred(X): X - X.mean(0)", 0, "centred returns nothing"),
    "no function": ("q3", "centred = 3", 0, "centred must be a function"),
    "wrong shape": ("q3", "def centred(X): return X[1:]", 0, "expected an array of shape"),
    "other arguments": ("q3", "def centred(): return 3", 0, "centred raised TypeError"),
    "returns nothing": ("q3", "centred = lambda *a: None", 0, "End it with return and the centred data."),
    "other option": ("q4", "why = 'b'", 0, "Not b."),
    "no option": ("q4", "why = 'c'", 0, 'why must be one of "a", "b"'),
}

#: What a submission answers otherwise and may disturb all of it, by question; which one it spoils, and what that one says.
#: The corpus has more of them.
DISTURBING = {
    "right": ({}, "", ""),
    "loop": ({"q1": "while True:\n try:\n  1\n except BaseException: pass"}, "q1", "had not ended after 2 s"),
    "loop in a function": ({"q2": "def moments(X):\n  while True: pass"}, "q2", "moments had not ended after 1 s"),
    "no signals": ({"q1": "mean = 3 ** 10**9"}, "q1", "had not ended after 2 s"),
    "exit in a function": ({"q2": "def moments(X):\n  import os\n  os._exit(1)"}, "q2", "exit code 1"),
    "starts programs": ({"q1": "import subprocess\nwhile True: subprocess.Popen(['sleep', '60'])"}, "q1", "BlockingIO"),
    "memory": ({"q1": "hog = [bytearray(10**8) for _ in range(99)]"}, "q1", "more than 512 MB of memory"),
    "memory of many": ({"q1": HOGS}, "q1", "more than 512 MB of memory together"),
    "many files": ({"q1": "for n in range(10**6): open(f'{n}', 'w').write('x' * 5000)"}, "q1", ""),
    "large file": ({"q1": f"import time\ntry: {LARGE}\nfinally: time.sleep(0.8)"}, "q1", "File too large"),
    "tampered": ({"q1": f"mean = x.mean()\nspread = x.std()\n{TAMPERED}"}, "", ""),
    "a thread ends all": (
        {
            "q1": "import os, threading\nthreading.Timer(0.1, os._exit, [0]).start()",
            "q2": SLOW,
            "q3": f"import time\n{CENTRED}",
        },
        "q1",
        "",
    ),
    "forged": ({"q1": FORGED}, "q1", ""),
    "forged calls": ({"q3": FORGED_CALLS}, "q3", "centred sent more results than it was called for."),
    "without": ({"q2": "import colorsys\ndef moments(X): return 1"}, "q2", "colorsys is not available here"),
    "without, elsewhere": ({"q4": "import colorsys\nwhy = 'a'"}, "", ""),
}


@pytest.fixture(scope="module")
def results():
    """All results at once: while one submission waits for its time to be over, another one runs.

    The k-th of the submissions that disturb nothing has the k-th answer to each question.
    """
    other, together, places = data_of("bob")["x"], [], {}
    for name, (question, code, *_) in ANSWERS.items():
        if name in ("copied", "rounded"):
            code = code.format(mean=other.mean(), spread=other.std())
        place = sum(question in each for each in together)
        together += [{}] * (place == len(together))
        together[place] = {**together[place], question: code}
        places[name] = place
    alone = [changed for changed, *_ in DISTURBING.values()]
    quick = [SLOWLY] * len(together) + [{} if "after 2 s" in says else SLOWLY for *_, says in DISTURBING.values()]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda answers, limits: graded(solved(**answers), **limits), [*together, *alone], quick))
    return {name: found[place] for name, place in places.items()} | dict(zip(DISTURBING, found[len(together) :], strict=True))


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_gets_the_points_that_it_earned(results, name):
    question, _, points, says = ANSWERS[name]
    found = by_name(results[name])[question]
    assert found.points == points == sum(part.points for part in found.parts)
    assert (found.outcome == "right") == (points == POINTS[question])
    assert says in found.message


@pytest.mark.parametrize("name", DISTURBING)
def test_a_submission_that_disturbs_costs_one_question(results, name):
    _, spoilt, says = DISTURBING[name]
    found = by_name(results[name])
    assert {question: each.points for question, each in found.items()} == {**POINTS, **({spoilt: 0} if spoilt else {})}
    if spoilt:
        assert found[spoilt].outcome in ("wrong", "error")
        assert says in found[spoilt].message


#: What a student makes of the first cell, which imports NumPy and belongs to nobody: the data cell shows the import again.
FIRST = {"deleted": None, "renamed": {"source": "import numpy"}, "turned to text": {"cell_type": "markdown"}}


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("data", ["before", "absent"])
def test_what_handed_out_cells_show_is_there(name, data):
    start, imports, *cells = book({**RIGHT, "q2": "def moments(X):\n    return np.mean(X, 0), np.std(X, 0)"})
    handed_out = [start, {**imports, "metadata": {}}, *book({})[2:]]
    given, changed = handed_out[1], FIRST[name]
    if data == "absent":  # the handed-out cell alone shows the import
        cells = [each for each in cells if "x" not in each["source"] or "moments" in each["source"]]
        handed_out = [each for each in handed_out if "q1" not in str(each["metadata"])]
    else:  # the data cell alone shows it
        handed_out.remove(given)
    handed_in = content([start, *([{**given, **changed}] if changed else []), *cells])
    result = grade_submission(replace(job(handed_in), handed_out=tuple(map(cell_of, handed_out))))
    assert by_name(result)["q2"].outcome == "right"


def test_what_a_function_says_about_a_case_reaches_only_the_teacher(results):
    told = by_name(results["tells a case"])["q2"]
    assert "[[" not in told.message
    assert "[[" in told.for_teacher[0]


@pytest.mark.parametrize("text", ["name '31415' is not defined", "No module named '3.1415'", "name 'n' is not defined: 31415"])
def test_what_a_function_makes_python_say_about_a_case_does_not(text):
    failure = Failure("raised", "NameError", text, 2, "raise NameError(f\"name '{n}' is not defined\")")
    assert call_failed(failure, "moments", 1.0).startswith("moments raised NameError. Line 2")


def test_an_answer_that_is_right_for_somebody_else_is_told_to_the_teacher(results):
    copied = results["copied"].questions[0]
    assert copied.attention == ("The answer is right for the data of bob.",)
    assert "bob" not in copied.message


def test_an_answer_that_is_right_for_somebody_else_by_chance_is_not_told(results):
    assert all(result.questions[0].attention == () for result in (results["rounded"], results["one part"]))


def test_patches_are_put_back_and_told_to_the_teacher(results):
    assert "numpy.allclose was replaced" in results["tampered"].questions[0].attention[0]
