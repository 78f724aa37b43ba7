"""Whatever a submission holds, it gets a result, and each question has the points that it earned."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fewidgets.grading.failures import call_failed
from fewidgets.grading.handed_in import cell_of
from fewidgets.grading.observing import Failure
from fewidgets.grading.submission import grade_submission
from tests.grading.tiny_set import POINTS, RIGHT, book, by_name, content, data_of, graded, job, solved

LIAR = """
class Liar(float):
    def __abs__(self): return 0.0
    def __sub__(self, other): return Liar(0)
    __rsub__ = __sub__
    def __le__(self, other): return True
    __lt__ = __eq__ = __ge__ = __le__
    def __array__(self, *_): return np.array(0.0)
mean = Liar(123.0)
spread = Liar(456.0)
"""
EQUAL = """
class Equal:
    def __eq__(self, other): return True
    def __float__(self): return 0.0
mean = spread = Equal()
"""
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
WIDGET = "import ipywidgets\ndisplay(ipywidgets.IntSlider())\nget_ipython().system('ls')\n%timeit 1 + 1\n"
HOGS = """
import os, time
for n in range(8):
    if os.fork() == 0:
        hog = b"1" * 10**8
        time.sleep(30)
time.sleep(15)
"""
LARGE = "open('f', 'wb').write(bytes(10**8))"
#: What a submission answers otherwise, which question it spoils, and what that question's message says.
CASES = {
    "right": ({}, {}, ""),
    "raises": ({"q1": "mean = 1 / 0"}, {"q1": 0}, 'raised ZeroDivisionError: division by zero. Line 1: "mean = 1 / 0"'),
    "no Python": ({"q1": "mean = ("}, {"q1": 0}, "SyntaxError: '(' was never closed"),
    "not defined": ({"q1": "x.mean()"}, {"q1": 0}, "mean and spread were not defined"),
    "one part": ({"q1": "mean = x.mean()\nspread = 'text'"}, {"q1": 1}, "spread: expected a number"),
    "mistake": ({"q1": "mean = x.mean()\nspread = x.std(ddof=1)"}, {"q1": 1}, "You divide by N - 1."),
    "mistaken function": ({"q2": "def moments(X): return X.mean(0), X.std(0, ddof=1)"}, {"q2": 1}, "You divide by N - 1."),
    "another way": ({"q2": "moments = lambda X: [sum(X) / len(X), [c.std() for c in X.T]]"}, {}, ""),
    "loop": ({"q1": "while True:\n try:\n  1\n except BaseException: pass"}, {"q1": 0}, "had not ended after 2 s"),
    "loop in a function": ({"q2": "def moments(X):\n  while True: pass"}, {"q2": 0}, "moments had not ended after 1 s"),
    "no signals": ({"q1": "mean = 3 ** 10**9"}, {"q1": 0}, "had not ended after 2 s"),
    "exit": ({"q1": "import os\nos._exit(0)"}, {"q1": 0}, "ended the program that ran the notebook"),
    "exit in a function": ({"q2": "def moments(X):\n  import os\n  os._exit(1)"}, {"q2": 0}, "exit code 1"),
    "kills itself": ({"q3": "import os\nos.kill(os.getpid(), 9)"}, {"q3": 0}, "it was killed"),
    "memory": ({"q1": "hog = [bytearray(10**8) for _ in range(99)]"}, {"q1": 0}, "more than 512 MB of memory"),
    "forks": ({"q1": "import os\nwhile True: os.fork()"}, {"q1": 0}, ""),
    "starts programs": ({"q1": "import subprocess\nwhile True: subprocess.Popen(['sleep', '60'])"}, {"q1": 0}, "BlockingIO"),
    "memory of many": ({"q1": HOGS}, {"q1": 0}, "more than 512 MB of memory together"),
    "many files": ({"q1": "for n in range(10**6): open(f'{n}', 'w').write('x' * 5000)"}, {"q1": 0}, ""),
    "large file": ({"q1": f"import time\ntry: {LARGE}\nfinally: time.sleep(0.8)"}, {"q1": 0}, "File too large"),
    "prints 100 MB": ({"q1": "for _ in range(100): print('x' * 10**6)\nmean = x.mean()\nspread = x.std()"}, {}, ""),
    "asks": ({"q4": "why = input('Why? ')"}, {"q4": 0}, "nobody is there while a notebook is graded"),
    "widget": ({"q4": WIDGET + "why = 'a'"}, {}, ""),
    "liar": ({"q1": LIAR}, {"q1": 0}, "Not yet."),
    "equal to everything": ({"q1": EQUAL}, {"q1": 0}, "an object of type Equal"),
    "tampered": ({"q1": "mean = x.mean()\nspread = x.std()\n" + TAMPERED}, {}, ""),
    "a thread ends all": (
        {
            "q1": "import os, threading\nthreading.Timer(0.1, os._exit, [0]).start()",
            "q2": SLOW,
            "q3": "import time\n" + CENTRED,
        },
        {"q1": 0},
        "",
    ),
    "tampered in a function": (
        {"q2": "def moments(X):\n  np.array = np.ndarray = None\n  len(3)"},
        {"q2": 0},
        "moments raised TypeError",
    ),
    "forged": ({"q1": FORGED}, {"q1": 0}, ""),
    "names a name": (
        {"q2": "def moments(X): return X.mean(0), X.std(ddof=n)"},
        {"q2": 0},
        "moments raised NameError: name 'n' is not defined. Line 1",
    ),
    "names an attribute": (
        {"q3": "def centred(X): return X - np.men(X, 0)"},
        {"q3": 0},
        "centred raised AttributeError: module 'numpy' has no attribute 'men'. Line 1",
    ),
    "tells a case": ({"q2": "def moments(X): raise ValueError(str(X))"}, {"q2": 0}, "moments raised ValueError. Line 1"),
    "changes its input": ({"q3": "def centred(X):\n  X -= X.mean(0)\n  return X"}, {"q3": 0}, "centred changes its arguments"),
    "random": (
        {"q3": "def centred(X): return np.random.rand(*X.shape)"},
        {"q3": 0},
        "different results for the same arguments",
    ),
    "generator": ({"q3": "def centred(X): yield X"}, {"q3": 0}, "got a generator"),
    "nothing": ({"q3": "def centred(X): X - X.mean(0)"}, {"q3": 0}, "centred returns nothing"),
    "no function": ({"q3": "centred = 3"}, {"q3": 0}, "centred must be a function"),
    "wrong shape": ({"q3": "def centred(X): return X[1:]"}, {"q3": 0}, "expected an array of shape"),
    "other arguments": ({"q3": "def centred(): return 3"}, {"q3": 0}, "centred raised TypeError"),
    "without": ({"q2": "import colorsys\n" + "def moments(X): return 1"}, {"q2": 0}, "colorsys is not available here"),
    "without, in a function": (
        {"q2": "def moments(X): import colorsys"},
        {"q2": 0},
        "moments needs colorsys, which is not",
    ),
    "without, elsewhere": ({"q4": "import colorsys\nwhy = 'a'"}, {}, ""),
    "endless": ({"q2": BESIDE.format("endless")}, {"q2": 1}, "The spreads: got a value "),
    "long": ({"q2": BESIDE.format("range(10**9)")}, {"q2": 1}, "The spreads: got a value with too many items"),
    "many dimensions": (
        {"q2": BESIDE.format("np.zeros((1,) * 32)")},
        {"q2": 1},
        "The spreads: got an array that is too large",
    ),
    "huge": ({"q2": BESIDE.format("10**400")}, {"q2": 1}, "The spreads: got an integer that is too large"),
    "huger": ({"q2": BESIDE.format("[10**5000, 1]")}, {"q2": 1}, "The spreads: got an integer with more than 1,200 digits"),
    "long integers": ({"q2": BESIDE.format("[10**30, 1]")}, {"q2": 1}, "Not yet. It is wrong in 2 of 2 cases"),
    "complex": ({"q2": BESIDE.format("X.std(0) + 1j")}, {"q2": 1}, "The spreads: got an array of complex128"),
    "complex zeros": ({"q2": BESIDE.format("[s + 0j for s in X.std(0)]")}, {}, ""),
    "an array": ({"q2": "def moments(X): return np.array([X.mean(0), X.std(0)])"}, {}, ""),
    "swapped": ({"q2": "def moments(X): return X.std(0), X.mean(0)"}, {"q2": 0}, "Return the means and the spreads."),
    "rounded function": (
        {"q2": "def moments(X): return X.mean(0), X.std(0).round(1)"},
        {"q2": 1},
        "The spreads are right, but rounded.",
    ),
    "huge value": ({"q1": "mean, spread = x.mean(), 10**400"}, {"q1": 1}, "spread: got an integer that is too large"),
    "one decimal": ({"q1": "mean, spread = x.mean(), round(x.std(), 1)"}, {"q1": 1}, "spread: right, but rounded."),
    "returns nothing": ({"q3": "centred = lambda *a: None"}, {"q3": 0}, "End it with return and the centred data."),
    "forged calls": ({"q3": FORGED_CALLS}, {"q3": 0}, "centred sent more results than it was called for."),
    "other option": ({"q4": "why = 'b'"}, {"q4": 0}, "Not b."),
    "no option": ({"q4": "why = 'c'"}, {"q4": 0}, 'why must be one of "a", "b"'),
    "rounded": ({"q1": "mean, spread = {mean:.2f}, {spread:.2f}"}, {"q1": 0}, "Not yet."),
    "copied": ({"q1": "mean, spread = {mean}, {spread}"}, {"q1": 0}, "Not yet."),
}


@pytest.fixture(scope="module")
def results():
    """All results at once: while one submission waits for its time to be over, another one runs."""
    other = data_of("bob")["x"]
    answers = {name: dict(changed) for name, (changed, _, _) in CASES.items()}
    for name in ("copied", "rounded"):
        answers[name]["q1"] = answers[name]["q1"].format(mean=other.mean(), spread=other.std())

    def result(name):
        # What does not end by its time has enough of it on a busy machine, too.
        patient = {} if "after 2 s" in CASES[name][2] else {"cell_seconds": 20.0, "submission_seconds": 200.0}
        return graded(solved(**answers[name]), **patient)

    with ThreadPoolExecutor(4) as pool:
        return dict(zip(answers, pool.map(result, answers), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_a_submission_gets_the_points_that_it_earned(results, name):
    _, spoilt, says = CASES[name]
    result = results[name]
    assert {each.question: each.points for each in result.questions} == {**POINTS, **spoilt}
    for each in result.questions:
        assert sum(part.points for part in each.parts) == each.points
        if each.question in spoilt:
            assert each.outcome in ("wrong", "error")
            assert says in each.message


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
    told = {each.question: each for each in results["tells a case"].questions}["q2"]
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
