"""Every task: its reference passes, its solution too, each misconception is named, and nothing is given away."""

import re
from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np
import pytest

import fewidgets
from fewidgets.exercises import check, exercise_names, given, helping, hint, solution, task_names
from fewidgets.exercises.answers.drawing import draw, indistinguishable
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.bank import collected
from fewidgets.exercises.bank.collected import tasks
from fewidgets.exercises.task import FirstDifference, Task, _defined
from fewidgets.lessons.names import section_of

TASKS = tasks()


@pytest.fixture(autouse=True)
def forget():
    helping._shown.clear()


@cache
def drawn(name):
    return draw(TASKS[name], seed=0)


@pytest.mark.parametrize("name", TASKS)
def test_the_solution_passes_on_fresh_data_and_again_on_others(name):
    assert solution(name).answer == TASKS[name].changed().source
    function = TASKS[name].changed()
    fresh = check(name, function, version=TASKS[name].version)
    for found in (fresh, judge(TASKS[name], function, drawn=drawn(name))):
        assert found.passed, found
        assert (found.outcome, found.points) == ("right", found.of)
        assert found.message == f"Right. {TASKS[name].because}"


@pytest.mark.parametrize("name", TASKS)
def test_the_reference_is_right_and_told_from_a_solution(name):
    task = TASKS[name]
    assert judge(task, task.reference, drawn=drawn(name), own_work=False).passed
    found = judge(task, task.reference, drawn=drawn(name))
    # A reference that consists of NumPy alone is as good as a student's.
    assert found.passed or (found.kind == "not own work" and "fewidgets.algorithms." in found.message)


def test_a_reference_comes_before_the_solution():
    task = TASKS["9.9 boosting"]
    assert replace(task, reference=max).reference is max
    assert replace(task, reference=None).reference == task.changed()


@pytest.mark.parametrize("name", [name for name, task in TASKS.items() if len(task.results) > 1])
@pytest.mark.parametrize("form", [list, np.array])
def test_several_results_may_stand_in_a_list_or_an_array(name, form):
    def stacked(*arguments):
        results = TASKS[name].reference(*arguments)
        return form(results) if form is list or len({np.shape(each) for each in results}) == 1 else results

    found = judge(TASKS[name], stacked, drawn=drawn(name), own_work=False)
    assert found.passed, found


@pytest.mark.parametrize("name", TASKS)
def test_the_data_tell_every_misconception_from_the_right_result_and_from_each_other(name):
    assert indistinguishable(TASKS[name], drawn(name)) == []


@pytest.mark.parametrize("name", TASKS)
def test_every_misconception_is_named_by_its_own_message(name):
    task = TASKS[name]
    for each in task.misconceptions:
        found = judge(task, each.function, drawn=drawn(name), own_work=False)
        assert (found.passed, found.outcome, found.kind) == (False, "wrong", each.name)
        assert found.message.endswith(each.explanation)
        assert found.points < found.of
    names, texts = zip(*((each.name, each.explanation) for each in task.misconceptions), strict=True)
    assert len(set(names)) == len(set(texts)) == len(names) >= 3


@pytest.mark.parametrize("name", TASKS)
def test_the_cell_as_delivered_is_no_attempt(name):
    task = TASKS[name]
    for body in (
        "...",
        'pass\n    "end"',
        "raise NotImplementedError",
        '"""Docstring."""',
        "# Your code\n    ...",
        "return ...",
    ):
        stub = _defined(f"def {task.signature}:\n    {body}\n", task.function_name)
        found = check(name, stub)
        assert (found.passed, found.outcome, found.points) == (False, "not attempted", 0.0), body
        assert found.message == f"{name}: no answer yet. Write {task.signature}, run its cell, and run this cell again."
    assert check(name).outcome == check(name, ...).outcome == "not attempted"


@pytest.mark.parametrize("name", TASKS)
def test_hints_come_one_by_one_without_the_answer_and_the_solution_is_a_call_of_its_own(name):
    task = TASKS[name]
    hints = [hint(name) for _ in range(len(task.hints) + 1)]
    assert [each.text for each in hints] == [*task.hints, task.hints[-1]]
    assert len(task.hints) >= 2
    code = solution(name).answer
    lines = [line.split("#")[0].strip() for line in code.splitlines() if line.strip()]
    told = " ".join(task.hints)
    # Lines that prepare the arrays may stand in a hint, never what is to be found out.
    assert sum(line in told for line in lines if len(line) > 12 and "=" in line) <= 2
    assert lines[-1] not in told
    assert len([line for line in lines if line]) > 1
    assert repr(solution(name)) == f"{code.rstrip()}\n\n{task.because}"


@pytest.mark.parametrize("name", TASKS)
def test_another_version_is_refused_in_words(name):
    task = TASKS[name]
    newer = check(name, task.reference, version=task.version + 1)
    older = check(name, task.reference, version=task.version - 1)
    for found, version, cure in (
        (newer, task.version + 1, "Update the package: pip install --upgrade fewidgets."),
        (older, task.version - 1, "Get the new notebook with: fewidgets notebooks --newer NAME"),
    ):
        assert (found.passed, found.outcome, found.kind, found.points) == (False, "error", "version", 0.0)
        head = f"This notebook has version {version} of {name!r}, and the installed fewidgets has version {task.version}."
        assert found.message.startswith(f"{head} {cure}")


@pytest.mark.parametrize("name", TASKS)
def test_a_task_says_what_it_is(name):
    task = TASKS[name]
    assert section_of(name)
    assert task.practises
    assert 2 <= task.minutes <= 40
    assert task.points > 0
    assert task.version >= 1
    assert re.fullmatch(r"[a-z_0-9]+\([\w, =]+\)", task.signature)
    assert len(task.parameters) == task.signature.count(",") + 1
    assert all(len(each.case.arguments) == len(task.parameters) for each in drawn(name))
    assert len({each.case.label for each in drawn(name)}) >= 2


def test_older_exercises_have_versions_too():
    assert check("9.6 groups", 4060, version=1).passed
    found = check("9.6 groups", 4060, version=2)
    assert (found.passed, found.kind, found.of) == (False, "version", 1.0)
    for bad in ("1", 1.0, True):
        with pytest.raises(TypeError, match="version must be an integer; got"):
            check("9.6 groups", 4060, version=bad)


def test_two_mistakes_at_once_are_named_one_at_a_time():
    task = TASKS["9.9 boosting"]
    both = task.changed("return bias, w, np.array(order)", "return bias, w[order], np.array(order) + 1")
    bias_and_order = task.changed("return bias, w, np.array(order)", "return 0.0, w, np.array(order) + 1")
    first = judge(TASKS["9.9 boosting"], bias_and_order, drawn=drawn("9.9 boosting"))
    assert first.kind == "no bias"
    assert (
        "The weights are right, the bias and the order are not (2 of 5 points). About the bias: The model has" in first.message
    )
    wrong = judge(TASKS["9.9 boosting"], both, drawn=drawn("9.9 boosting"))
    assert (wrong.outcome, wrong.kind, wrong.points) == ("wrong", "counted from 1", 1.0)
    assert "About the order: The features in the order are counted from 1." in wrong.message


@pytest.mark.parametrize("seed", range(6))
def test_the_order_alone_is_no_diagnosis(seed):
    """In all of these draws, the order of one of the four is that of some misconception."""
    task = TASKS["9.9 boosting"]
    for texts in (
        ("y.mean()", "np.median(y)"),
        ("tuned[best], residual - tuned", "0.1 * tuned[best], residual - 0.1 * tuned"),
        ("tuned[best], residual - tuned", "0.7 * tuned[best], residual - 0.7 * tuned"),
        ("    bias =", "    X = X - X.mean(axis=0)\n    bias ="),
    ):
        found = judge(task, task.changed(*texts), drawn=draw(task, seed=seed))
        assert (found.passed, found.kind) == (False, ""), (texts, found.message)
    in_round_three = ("for _ in", "for m in", "costs[order] =", "costs[order if m != 2 else []] =")
    once_more = task.changed(*in_round_three, "w[best], residual = ", "w[best], residual = w[best] + ")
    found = judge(task, once_more, drawn=draw(task, seed=seed))
    assert found.passed or found.kind == "chosen twice" or found.parting.where == "round 3"


@pytest.mark.parametrize(
    ("name", "how", "kind"),
    [
        ("9.9 boosting", lambda bias, w, order: (w, bias, order), "results in another order"),
        ("C1 z-score tables", lambda train, new: (new, train), "results in another order"),
        ("9.7 run", lambda costs, errors: (costs[::-1], errors), "the opposite order"),
        ("C3 pearson", lambda scores: np.sort(scores), "another order"),
        ("C3 pearson", lambda scores: scores.round(2), "rounded"),
        ("C3 pearson", lambda scores: 100 * scores, "a percentage"),
        ("C1 one standard error", lambda degree: degree + 0.4, "wrong form"),
    ],
)
def test_a_function_that_is_nearly_right_is_told_what_is_missing(name, how, kind):
    def nearly(*arguments):
        results = TASKS[name].reference(*arguments)
        return how(*results) if len(TASKS[name].results) > 1 else how(results)

    found = judge(TASKS[name], nearly, drawn=drawn(name), own_work=False)
    assert (found.passed, found.kind) == (False, kind), found


def test_real_numbers_of_complex_type_are_right():
    task = TASKS["9.6 covariance"]
    assert judge(task, lambda X: task.reference(X) + 0j, own_work=False).passed
    assert "got complex numbers" in judge(task, lambda X: task.reference(X) + 1j, own_work=False).message


def test_a_function_that_returns_nothing_is_an_attempt():
    assert check("9.9 boosting", lambda *a: None).message.endswith("End it with: return bias, weights, order")
    # "return covariance" would return the function itself.
    assert check("9.6 covariance", lambda *a: None).message.endswith("End it with return and the covariance matrix.")


ENDLESS: list = []
ENDLESS += [ENDLESS, ENDLESS]


@pytest.mark.parametrize(
    "absurd", [ENDLESS, range(10**9), np.zeros((1,) * 32), 10**4000, 1j, [10**30], "x" * 10**6], ids=count()
)
def test_an_absurd_value_costs_only_itself(absurd):
    def beside(X, y, rounds):
        bias, w, _ = TASKS["9.9 boosting"].reference(X, y, rounds)
        return bias, w, absurd

    found = judge(TASKS["9.9 boosting"], beside, drawn=drawn("9.9 boosting"), own_work=False)
    assert (found.outcome, found.kind, found.points) == ("wrong", "wrong form", 3.0)
    assert found.message.startswith("Not yet. The bias and the weights are right, the order is not (3 of 5 points). On 12")
    assert len(found.message) < 300


def test_a_right_table_may_be_drawn_anew_in_every_call():
    rng = np.random.default_rng()

    def drawn_anew(kappa):
        cloud = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]]) * np.sqrt([[kappa], [kappa], [1], [1]])
        return rng.permutation(cloud * rng.uniform(1, 5, size=2) + rng.normal(size=2))

    assert judge(TASKS["9.4 counterexample"], drawn_anew).passed


def test_an_unknown_mistake_gets_its_parts_and_a_hint():
    def halved(X, y, rounds):
        trace = fewidgets.algorithms.boost(X, y, rounds=rounds)
        return trace.bias, trace.weights[-1] / 2, trace.order

    found = judge(TASKS["9.9 boosting"], halved, drawn=drawn("9.9 boosting"), own_work=False)
    assert (found.outcome, found.kind, found.points) == ("wrong", "", 3.0)
    assert [(part.name, part.right, part.points, part.of) for part in found.parts] == [
        ("bias", True, 1, 1),
        ("weights", False, 0, 2),
        ("order", True, 2, 2),
    ]
    assert found.message.startswith("Not yet. The bias and the order are right, the weights are not (3 of 5 points).")
    assert found.message.endswith('For a hint: fewidgets.hint("9.9 boosting")')


def test_what_a_notebook_shows(monkeypatch):
    class Shown:
        def __init__(self, note):
            self.note = note

    shown = []
    monkeypatch.setattr("IPython.display.display", lambda value, **options: shown.append(value))
    task = TASKS["9.9 boosting"]
    parting = FirstDifference("round 1", "The sentence.", Shown)
    task = Task(**{**vars(task), "difference": lambda arguments, right, found: parting})
    found = judge(task, lambda X, y, rounds: (1, [0] * X.shape[1], [-1] * rounds))
    assert "The first difference is in round 1. The sentence. For a hint" in repr(found)
    assert isinstance(found.difference, Shown)
    assert found.difference is found.difference
    assert found.difference.note == "The sentence.", "the kind of difference stands in the view"
    found._ipython_display_()
    assert [each["text/plain"] for each in shown[:1]] == [found.message]
    assert shown[1:] == [found.difference]
    plain = judge(task, task.reference, own_work=False)
    assert plain.difference is None
    with pytest.raises(NotImplementedError):
        plain._ipython_display_()


def test_a_result_that_cannot_be_replayed_still_gets_its_message():
    def failing(arguments, right, found):
        raise IndexError

    task = Task(**{**vars(TASKS["9.9 boosting"]), "difference": failing})
    found = judge(task, lambda X, y, rounds: (0, [0] * X.shape[1], [99] * rounds))
    assert (found.outcome, found.parting, found.difference) == ("wrong", None, None)


def test_names_of_both_kinds_are_found_and_suggested():
    assert not set(task_names()) & set(exercise_names())
    with pytest.raises(ValueError, match=r"There is no exercise '9\.9 bosting'\. Did you mean '9\.9 boosting'\?"):
        check("9.9 bosting", 1)
    with pytest.raises(ValueError, match=r"'9\.9 boosting' asks for a function, boost\(X, y, rounds\)"):
        given("9.9 boosting")


def test_names_are_used_once():
    for folder, name, kind in (("tasks", "9.9 boosting", "exercises"), ("predictions", "9.6 first feature", "predictions")):
        with pytest.raises(ValueError, match=f"Two {kind} have the name '{name}'"):
            collected.declared(folder, folder.upper(), [name], kind)
