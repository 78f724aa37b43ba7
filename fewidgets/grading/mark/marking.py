"""Compare what was observed with what is right: points, reasons and messages.

Messages for students hold no expected value and nothing that a student's function could say about a hidden case.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fewidgets.exercises.answers.comparing import agrees, as_answer
from fewidgets.exercises.answers.diagnosis import Tried, diagnose
from fewidgets.exercises.answers.drawing import Drawn, with_misconceptions
from fewidgets.exercises.answers.near_misses import SAID, near_miss
from fewidgets.exercises.answers.plain_values import Strange, plain
from fewidgets.exercises.answers.returned import compare, how_to_return, is_numeric, is_same_result
from fewidgets.exercises.task import Case, Task
from fewidgets.exercises.wording import listed
from fewidgets.grading import Json, Texts
from fewidgets.grading.limits import Limits
from fewidgets.grading.mark.failures import call_failed, cell_failed
from fewidgets.grading.question import ByHand, Choice, Function, Question, Values, Verdict
from fewidgets.grading.result import Outcome, PartResult, QuestionResult
from fewidgets.grading.run.observing import Called, Observed
from fewidgets.grading.run.protocol import Opaque
from fewidgets.grading.run.repair import Repaired

#: Longest text of an answer that is shown to the teacher, in characters.
MOST_TEXT = 20_000

#: Relative difference up to which a wrong answer is taken for another student's.
_COPIED = 1e-5

_STATES = {
    "untouched": "No answer yet.",
    "deleted": "No answer: the answer cell is missing.",
    "text": "No answer: the answer cell is a text cell, so its code did not run.",
    "there": "No answer yet.",
    "elsewhere": "No answer yet.",
}


@dataclass(frozen=True)
class Expected:
    data: Json
    values: Json
    cases: tuple[Case, ...] = ()  # the first one comes twice
    results: tuple[Any, ...] = ()


def expected_of(question: Question, rng: np.random.Generator) -> Expected:
    if isinstance(question, Values):
        data = dict(question.data(rng))
        return Expected(data, dict(question.solve(copy.deepcopy(data))))
    if isinstance(question, Function):
        made = [each if isinstance(each, Case) else Case(tuple(each), "") for each in question.cases(rng)]
        cases = tuple(Case(each.arguments, each.label or f"case {n}") for n, each in enumerate(made, 1))
        results = tuple(plain(question.reference(*copy.deepcopy(case.arguments))) for case in cases)
        return Expected({}, {}, cases, results)
    return Expected({}, {})


def mark(question: Question, expected: Expected, repaired: Repaired, observed: Observed, limits: Limits) -> QuestionResult:
    if isinstance(question, ByHand):
        return _by_hand(question, repaired)
    values = {name: _comparable(value) for name, value in observed.values.get(question.name, {}).items()}
    state = repaired.states[question.name]
    if all(values.get(name, ...) is ... for name in question.answers):
        failure = observed.failures.get(question.name)
        if failure is not None and failure.kind != "NotImplementedError" and state not in ("untouched", "deleted"):
            return _result(question, "error", cell_failed(failure, limits))
        if values or state not in ("there", "elsewhere"):
            return _result(question, "not attempted", _STATES[state])
        verb = "was" if len(question.answers) == 1 else "were"
        return _result(question, "error", f"{listed(list(question.answers))} {verb} not defined in the answer cell.")
    if isinstance(question, Values):
        return _values(question, expected, values)
    if isinstance(question, Choice):
        return _choice(question, values[question.variable])
    return _function(question, expected, values[question.function], observed.calls.get(question.name, []), state)


def right_for(question: Values, answer: Expected, observed: Observed) -> bool:
    """Say whether what was observed must come from some other student's data.

    An answer with two digits is right for many students by chance. So all numbers have to agree to five digits, and at least
    one must have more than two decimals.

    Parameters
    ----------
    question : Values
        The question.
    answer : Expected
        What is right for that student.
    observed : Observed
        What somebody answered.
    """
    values = {name: _comparable(value) for name, value in observed.values.get(question.name, {}).items()}
    telling = False
    for name in question.names:
        right = answer.values[name]
        if _agrees(question, values.get(name, ...), right) is not True:
            return False
        if isinstance(right, str | bool | np.bool_):
            continue
        found, exact = np.asarray(values[name], dtype=float), np.asarray(right, dtype=float)
        if not (np.abs(found.ravel() - exact.ravel()) <= _COPIED * np.abs(exact.ravel())).all():
            return False
        telling |= bool((exact != np.round(exact, 2)).any())
    return telling


def _by_hand(question: ByHand, repaired: Repaired) -> QuestionResult:
    text = repaired.texts.get(question.name, "")
    if repaired.states[question.name] in ("untouched", "deleted") or not text.strip():
        return _result(question, "not attempted", _STATES[repaired.states[question.name]])
    return _result(question, "by hand", "Your teacher grades this question.", teacher=(text[:MOST_TEXT],))


def _values(question: Values, expected: Expected, values: Json) -> QuestionResult:
    verdicts = {name: _agrees(question, values.get(name, ...), expected.values[name]) for name in question.names}
    right = [name for name, verdict in verdicts.items() if verdict is True]
    if len(right) == len(verdicts):
        return _result(question, "right", f"Right. {question.because}".strip(), right)
    wrong_ones = {name: (values[name], expected.values[name]) for name, verdict in verdicts.items() if verdict is False}
    near = {name: miss for name, pair in wrong_ones.items() if (miss := _near(question, *pair))}
    nearly = [f"{name}: {SAID[miss]}" for name, miss in near.items()]
    for mistake in question.mistakes:
        wrong = mistake.function(copy.deepcopy(dict(expected.data)))
        told = [name for name in question.names if name in wrong]
        if told and all(_agrees(question, values.get(name, ...), wrong[name]) is True for name in told):
            if all(name in right for name in told):
                continue  # the mistake does not show in these data
            rounded = [*nearly, "If you did not round:"] if "rounded" in near.values() else []
            return _result(question, "wrong", " ".join(["Not yet.", *rounded, mistake.explanation]), right, mistake.name)
    forms = [f"{name}: {verdict}." for name, verdict in verdicts.items() if isinstance(verdict, str)]
    if forms and not right:
        return _result(question, "error", f"The answer has the wrong form. {forms[0]}")
    misconception = next(iter(near.values()), "")
    return _result(question, "wrong", " ".join(["Not yet.", *nearly, *forms[:1]]), right, misconception)


def _agrees(question: Values, found: Any, right: Any) -> bool | str:
    """Say whether one value is right, or what is wrong with its form."""
    if found is ...:
        return "it is missing"
    if isinstance(found, Strange):
        return f"got {found.said}"
    if isinstance(right, str):
        return bool(found.strip() == right) if isinstance(found, str) else "expected a text"
    if isinstance(right, bool | np.bool_):
        return found == bool(right) if isinstance(found, bool) else "expected True or False"
    answer = as_answer(found, right)
    return answer if isinstance(answer, str) else agrees(answer, right, question)


def _near(question: Values, found: Any, right: Any) -> str:
    numbers = is_numeric(found) and is_numeric(right) and not isinstance(right, bool)
    return near_miss(found, right, question) if numbers else ""


def _choice(question: Choice, value: Any) -> QuestionResult:
    chosen = [value] if isinstance(value, str) else value.tolist() if isinstance(value, np.ndarray) else value
    texts = isinstance(chosen, list | tuple | set) and all(isinstance(each, str) for each in chosen)
    picked = {each.strip() for each in chosen} if texts else set()
    if not picked or picked - set(question.options) or (not question.several and len(picked) > 1):
        options = ", ".join(f'"{option}"' for option in question.options)
        return _result(question, "error", f"{question.variable} must be {'some' if question.several else 'one'} of {options}.")
    right = question.chosen_right
    wrong = [option for option in question.options if option in picked - right]
    reasons = " ".join(question.explanations[option] for option in wrong or question.options if option in picked)
    if picked == right:
        return _result(question, "right", f"Right. {reasons}", [question.variable])
    if not wrong:
        left_out = next(option for option in question.options if option in right - picked)
        return _result(question, "wrong", "Not yet. Something is missing.", misconception=f"left out {left_out}")
    return _result(question, "wrong", f"Not yet. {reasons}", misconception=f"chose {wrong[0]}")


def _function(question: Function, expected: Expected, value: Any, calls: Sequence[Called], state: str) -> QuestionResult:
    name, task = question.function, _task(question)
    found = [_comparable(each.value) for each in calls]
    for each, result in zip(calls, found, strict=True):
        failure = each.failure
        # Of a function that lacks a line or two, the stub fails: that is no attempt.
        stub = state == "untouched" and (failure or result is None)
        if stub or result is ... or (failure and failure.kind == "NotImplementedError"):
            return _result(question, "not attempted", _STATES["untouched"])
        if failure is not None:
            teacher = (f"{name} raised {failure.kind}: {failure.text}",) if failure.what == "raised" else ()
            fault = call_failed(failure, name, question.seconds, question.without)
            return _result(question, "error", fault, teacher=teacher)
        if result is None:
            return _result(question, "error", f"{name} returns nothing. {how_to_return(task)}")
        if each.changed:
            text = f"{name} changes its arguments, which belong to its caller. Work on copies, such as X.copy()."
            return _result(question, "error", text)
    fault = ""
    missing = len(expected.cases) + 1 - len(found)
    if not calls:
        fault = f"{name} must be a function. Define it with: def {question.signature or name}"
        if isinstance(value, Strange) and value.said in ("a function", "a class"):
            fault = f"{name} was not called: the time for the whole notebook was over."
    elif missing:
        fault = f"{name} {'could not be called on all cases' if missing > 0 else 'sent more results than it was called for'}."
    elif expected.cases and not is_same_result(found[0], found[-1], task, expected.cases[0].arguments):
        fault = f"{name} returned different results for the same arguments. Does it draw random numbers, or keep something "
        fault += "between two calls?"
    if fault:
        return _result(question, "error", fault)
    if question.judge is None:
        return _compared(question, expected, found[:-1])
    return _judged(question, question.judge(expected.cases, expected.results, found[:-1]))


def _judged(question: Function, verdict: Verdict) -> QuestionResult:
    """Take over what the question itself says, where no single result is right."""
    right = [name for name in question.parts if name in verdict.right]
    outcome: Outcome = "right" if len(right) == len(question.parts) else "wrong" if verdict.comparable else "error"
    result = _result(question, outcome, verdict.message, right, verdict.mistake)
    return replace(result, measured=tuple(float(each) for each in verdict.measured))


def _compared(question: Function, expected: Expected, found: Sequence[Any]) -> QuestionResult:
    task = _task(question)
    tried = [
        Tried(Drawn(case, right, ()), mine, compare(mine, right, task, case.arguments))
        for case, right, mine in zip(expected.cases, expected.results, found, strict=True)
    ]
    verdicts = zip(*(each.compared.right for each in tried), strict=True)
    right = [result.name for result, verdict in zip(task.results, verdicts, strict=True) if all(verdict)]
    if len(right) == len(task.results):
        return _result(question, "right", f"Right. {question.because}".strip(), right)
    known = diagnose(
        task, [replace(each, drawn=with_misconceptions(task, each.drawn.case, each.drawn.right)) for each in tried]
    )
    if known:
        return _result(question, "wrong", f"Not yet. {known.said}", right, known.name)
    wrong = [each.drawn.case.label for each in tried if not all(each.compared.right)]
    count = f"It is wrong in {len(wrong)} of {len(tried)} cases."
    teacher = (f"{count} They are: {'; '.join(wrong[:5])}{'; …' if len(wrong) > 5 else ''}.",)
    forms = (compare(_wordless(each.found), each.drawn.right, task, each.drawn.case.arguments).form for each in tried)
    form = next(filter(None, forms), "")
    return _result(question, "error" if form and not right else "wrong", f"Not yet. {form or count}", right, teacher=teacher)


def _task(question: Function) -> Task:
    """Return a question in the form that the comparison of functions takes."""
    return Task(
        name=question.name,
        signature=question.signature or f"{question.function}()",
        results=question.results,
        reference=question.reference,
        cases=question.cases,
        hints=(),
        because=question.because,
        solution="",
        misconceptions=question.misconceptions,
    )


def _comparable(value: Any) -> Any:
    """Return a received value in the form in which answers are compared."""
    if isinstance(value, Opaque):
        return Strange(value.said)
    if isinstance(value, list | tuple):
        return type(value)(_comparable(each) for each in value)
    if isinstance(value, dict):
        return {key: _comparable(each) for key, each in value.items()}
    return plain(value)


def _wordless(value: Any) -> Any:
    """Return a value without texts, in which a function could say what it was called with."""
    if isinstance(value, str):
        return ""
    if isinstance(value, Strange):
        return Strange("an object" if value.said.startswith("an object") else value.said)
    if isinstance(value, list | tuple):
        return type(value)(_wordless(each) for each in value)
    return {n: _wordless(each) for n, each in enumerate(value.values())} if isinstance(value, dict) else value


def _result(
    question: Question,
    outcome: Outcome,
    message: str,
    right: Sequence[str] = (),
    misconception: str = "",
    teacher: Texts = (),
) -> QuestionResult:
    parts = tuple(PartResult(name, name in right, of if name in right else 0.0, of) for name, of in question.parts.items())
    points = sum(part.points for part in parts)
    return QuestionResult(question.name, outcome, points, question.of, message, parts, misconception, teacher)
