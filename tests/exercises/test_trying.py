"""Nothing that a student's function does harms the session, and whatever it does is explained."""

import asyncio
import functools
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from fewidgets.exercises.answers import trying
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.answers.trying import call
from fewidgets.exercises.task import Case, Result, Task


def centre(X):
    return X - X.mean(axis=0)


TASK = Task(
    name="T centre",
    signature="centre(X)",
    results=(Result("centred", "the centred inputs", points=2),),
    reference=centre,
    cases=lambda rng: [Case((rng.normal(size=(P, 2)) + 5,), f"{P} examples, 2 features") for P in (3, 6)],
    hints=("What is the mean of each column?",),
    because="Each column minus its mean has the mean zero.",
    solution="def centre(X):\n    return X - X.mean(axis=0)\n",
    seconds=0.3,
)


def endless(X):
    while True:
        pass


def endless_and_catches_all(X):
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass


def endless_in_three_loops(X):
    def again():
        while True:
            try:
                try:
                    while True:
                        np.linalg.svd(np.eye(60))
                except:  # noqa: E722
                    pass
            except:  # noqa: E722
                pass

    while True:
        try:
            again()
        except BaseException:
            continue


def sleeps(X):
    time.sleep(2.5)


def prints_a_flood(X):
    while True:
        print("weights" * 100)


def prints_a_flood_and_catches_all(X):
    while True:
        try:
            print("weights" * 100)
        except:  # noqa: E722
            continue


def raises(X):
    missing = X.shape[1] - 2
    return X / (1 // missing)


def recurses(X):
    return recurses(X)


def exits(X):
    sys.exit("done")


def interrupts_itself(X):
    raise KeyboardInterrupt


def speechless(X):
    class Silent(Exception):
        def __str__(self):
            raise ValueError

    raise Silent


def asks(X):
    return float(input("mean?"))


def mutates(X):
    X -= X.mean(axis=0)
    return X


KEPT = []


def remembers(X):
    KEPT.append(1)
    return centre(X) * len(KEPT)


def draws(X):
    return centre(X) + np.random.default_rng().normal()


def yields(X):
    yield from X - X.mean(axis=0)


def returns_nothing(X):
    centre(X)


async def later(X):
    await asyncio.sleep(0)
    return centre(X)


class Centre:
    def __init__(self, X):
        self.X = X


class Equal:
    """Equal to everything, and more besides."""

    def __eq__(self, other):
        return True

    __hash__ = None


class Liar(float):
    def __abs__(self):
        return 0.0

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __hash__ = float.__hash__

    def __sub__(self, other):
        return Liar(0.0)

    __rsub__ = __sub__


def with_nan(X):
    return centre(X) * np.nan


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (endless, "time", " s on 3 examples, 2 features. Is there a loop whose condition stays true?"),
        (endless_and_catches_all, "time", "stays true?"),
        (endless_in_three_loops, "time", "stays true?"),
        (prints_a_flood, "output", "centre printed more than 10,000 characters on 3 examples, 2 features, so it was ended."),
        (prints_a_flood_and_catches_all, "output", "printed more than"),
        (
            raises,
            "raised",
            "centre raised ZeroDivisionError on 3 examples, 2 features: integer division or modulo by zero. Line",
        ),
        (raises, "raised", '"return X / (1 // missing)".'),
        (recurses, "raised", "centre called itself too often on 3 examples, 2 features: a RecursionError."),
        (exits, "raised", "centre ended the program on 3 examples, 2 features, as exit() does. Use return."),
        (interrupts_itself, "raised", "centre raised KeyboardInterrupt"),
        (speechless, "raised", "centre raised Silent on 3 examples, 2 features. Line"),
        (asks, "raised", "input() is not available in a check: use the arguments of the function"),
        (mutates, "changes its input", "centre changes X, which belongs to its caller. Work on a copy, such as X.copy()."),
        (remembers, "different each time", "returned different results for the same arguments. Does it draw random numbers"),
        (draws, "different each time", "or keep something between two calls, such as a global list?"),
        (returns_nothing, "nothing", "centre returns nothing. End it with: return centred"),
        (yields, "no function", "centre is a generator, because it has a yield. End it with return instead."),
        (later, "no function", "centre is a coroutine function. Write def, not async def."),
        (Centre, "no function", "The answer must be a function, got the class Centre. Define centre(X) with def."),
        (
            "centre",
            "no function",
            "got the text 'centre'. Leave out the quotation marks: fewidgets.check(\"T centre\", centre)",
        ),
        (np.ones((3, 2)), "no function", "The answer must be the function itself, got a value of type ndarray. Hand it over"),
        (None, "no function", "The answer must be the function itself, got None."),
        (lambda: 1, "no function", "centre must take 1 argument: X. Yours takes none."),
        (lambda X, y: X, "no function", "centre must take 1 argument: X. Yours takes 2: X and y."),
        (lambda X: (each for each in X), "wrong form", "The centred inputs: got a generator. Collect its values in a list"),
        (lambda X: map(float, X), "wrong form", "got a map object. Turn it into a list."),
        (lambda X: "zero", "wrong form", "expected an array of shape (3, 2), got the text 'zero'."),
        (lambda X: [[1, 2], [3]], "wrong form", "got a list that holds something else than numbers, or rows of different len"),
        (lambda X: [1.0, 2.0], "wrong form", "expected an array of shape (3, 2), got an array of shape (2,)."),
        (lambda X: centre(X).T, "rows for columns", "The centred inputs are right, but with rows and columns exchanged."),
        (lambda X: (centre(X), X), "wrong form", "On 3 examples, 2 features: The centred inputs: "),
        (with_nan, "wrong form", "got NaN or infinity."),
        (lambda X: np.ma.masked_less(centre(X), 0), "wrong form", "got a masked array with masked entries."),
        (lambda X: Equal(), "wrong form", "got an object of type Equal."),
        (lambda X: np.full((3, 2), Equal()), "wrong form", "The centred inputs: "),
        (lambda X: Liar(0), "wrong form", "expected an array of shape (3, 2), got one number."),
        (lambda X: [[Liar(v) for v in row] for row in X], "", 'Not yet. For a hint: fewidgets.hint("T centre")'),
        (lambda X: centre, "wrong form", "got a function."),
        (lambda X: {"X": 1}, "wrong form", "expected an array of shape (3, 2), got an object of type dict."),
        (lambda X: True, "wrong form", "expected an array of shape (3, 2), got True."),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_whatever_is_wrong_is_explained(answer, kind, said):
    KEPT.clear()
    found = judge(TASK, answer)
    assert said in found.message
    assert (found.passed, found.kind) == (False, kind)
    assert found.outcome == ("error" if kind not in ("", "rows for columns") else "wrong")
    assert (found.points, found.of) == (0.0, 2.0)


def with_a_missing_line(X):
    means = X.mean(axis=0)
    centred = ...
    return centred - means


def with_missing_lines(X):
    centred = X.copy()
    for _ in X.T:
        ...
    return centred


def with_a_missing_result(X):
    centred = ...
    return [centred, X[..., 0]]


@pytest.mark.parametrize("answer", [with_a_missing_line, with_missing_lines, with_a_missing_result])
def test_a_function_in_which_lines_are_missing_is_no_attempt(answer):
    found = judge(TASK, answer)
    assert (found.outcome, found.points) == ("not attempted", 0.0)
    assert found.message.startswith("T centre: three dots still stand in centre, where lines are missing. Write these lines")


def test_dots_that_are_no_gaps_do_no_harm():
    def left_standing(X):
        ...
        return centre(X)

    def in_an_index(X):
        return X[..., 0] * 0

    assert judge(TASK, left_standing).passed
    assert judge(TASK, in_an_index).outcome == "error"


def from_pandas(X):
    return pd.DataFrame(centre(X))


@pytest.mark.parametrize(
    "answer",
    [
        centre,
        lambda X: centre(X).tolist(),
        lambda X: np.ma.array(centre(X)),
        lambda X: centre(X).astype(object),
        lambda X: (centre(X),),
        lambda X: [[Liar(v) for v in row] for row in centre(X)],
        lambda *arguments: centre(*arguments),
        lambda X, keep=False: centre(X),
        functools.partial(lambda shift, X: centre(X) + shift, 0.0),
        from_pandas,
    ],
)
def test_a_right_result_passes_by_any_route(answer):
    found = judge(TASK, answer)
    assert found.passed, found
    assert (found.outcome, found.points, found.message) == (
        "right",
        2.0,
        "Right. Each column minus its mean has the mean zero.",
    )


def test_integers_pass_where_numbers_are_asked_for():
    task = Task(**{**vars(TASK), "signature": "zeros(X)", "reference": lambda X: np.zeros(2)})
    assert judge(task, lambda X: [0, 0]).passed
    assert not judge(task, lambda X: [0, 1]).passed


def test_where_nan_comes_from_is_told(recwarn):
    def divides_by_zero(X):
        spread = X.std(axis=0) * 0
        return centre(X) / spread

    found = judge(TASK, divides_by_zero)
    assert found.kind == "wrong form"
    line = divides_by_zero.__code__.co_firstlineno + 2
    assert "got NaN or infinity. Python warned of 'divide by zero encountered in divide' on 3 examples" in found.message
    assert found.message.endswith(f", in line {line}.")
    assert not recwarn.list


def test_what_sleeps_is_left_behind_and_ends_on_its_own():
    before = threading.active_count()
    found = judge(TASK, sleeps)
    assert found.kind == "time"
    assert found.message.endswith("It still runs in the background: restart the kernel to end it.")
    until = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.05)
    assert threading.active_count() == before


def test_endless_functions_leave_no_thread_behind_wherever_check_is_called():
    before, found = threading.active_count(), []
    thread = threading.Thread(target=lambda: found.append(judge(TASK, endless_and_catches_all)))
    thread.start()
    thread.join()
    assert found[0].kind == "time"
    assert "background" not in found[0].message
    assert threading.active_count() == before


def test_a_person_can_interrupt_and_the_function_ends(monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    before = threading.active_count()
    monkeypatch.setattr(trying, "_wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        judge(TASK, endless_and_catches_all)
    assert threading.active_count() == before


def test_where_there_are_no_threads_a_call_has_its_limits_too():
    """In a process of its own, in which the tests of without_threads.py raise in its only thread."""
    tests = Path(__file__).with_name("without_threads.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tests)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "passed" in run.stdout


def test_what_a_function_prints_is_shown_once(capsys):
    def prints(X):
        print("mean", len(X))
        return centre(X)

    assert judge(TASK, prints).passed
    assert capsys.readouterr().out == "mean 3\n"


def test_others_can_print_and_ask_meanwhile(capsys, monkeypatch):
    began = threading.Event()

    def waits():
        began.set()
        time.sleep(0.1)

    def other():
        began.wait()
        print("from elsewhere")
        asked.append(input("?"))

    asked = []
    monkeypatch.setattr("builtins.input", lambda _prompt: "yes")
    thread = threading.Thread(target=other)
    thread.start()
    found = call(waits, (), seconds=1.0)
    thread.join()
    assert found.printed == ""
    assert capsys.readouterr().out == "from elsewhere\n"
    assert asked == ["yes"]


def test_a_call_of_a_library_is_told_from_a_solution_and_an_import_of_it_is_not():
    def uses_a_library(X):
        from sklearn.preprocessing import StandardScaler

        return StandardScaler(with_std=False).fit_transform(X)

    def uses_ours(X):
        from fewidgets.algorithms import StandardNormalizer

        return StandardNormalizer().fit_transform(X) * X.std(axis=0)

    def imports_only(X):
        import sklearn.preprocessing  # noqa: F401

        return centre(X)

    for answer, used in ((uses_a_library, "sklearn."), (uses_ours, "fewidgets.algorithms.scaling.")):
        found = judge(Task(**{**vars(TASK), "seconds": 30.0}), answer)
        assert found.kind == "not own work"
        assert found.message.startswith(f"This calls {used}")
        assert found.message.endswith("Here you write centre(X) yourself, with NumPy.")
        assert judge(Task(**{**vars(TASK), "own_work": False}), answer).passed
    assert judge(Task(**{**vars(TASK), "seconds": 30.0}), imports_only).passed
