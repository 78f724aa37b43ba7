"""Compare a student's function with the reference on fresh data, and say what is wrong."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from fewidgets.exercises.answers.diagnosis import Tried, diagnose
from fewidgets.exercises.answers.drawing import Drawn, copied, draw
from fewidgets.exercises.answers.plain_values import plain
from fewidgets.exercises.answers.readiness import open_calls
from fewidgets.exercises.answers.returned import compare, formed, how_to_return, is_same_result, same
from fewidgets.exercises.answers.trying import MOST_OUTPUT, Call, call, line_of
from fewidgets.exercises.answers.written import has_dots, has_dots_in, no_function, not_begun
from fewidgets.exercises.differences.numbers import pair_written
from fewidgets.exercises.feedback import Feedback, Graded
from fewidgets.exercises.task import AnyFunction, Arguments, Case, FirstDifference, Task, Texts
from fewidgets.exercises.wording import capital, listed, with_verb


def judge(task: Task, answer: Any, *, drawn: tuple[Drawn, ...] = (), own_work: bool | None = None) -> Feedback:
    """Say whether a function does what its task asks for."""
    if not_begun(answer):
        return _not_attempted(task)
    problem = no_function(answer, task)
    if problem:
        return _error(task, problem, "no function")
    watched = task.without if (task.own_work if own_work is None else own_work) else ()
    helpers = open_calls(answer)
    tried: list[Tried] = []
    warned = ""
    for number, each in enumerate(drawn or draw(task)):
        found = _run(task, answer, each.case, watched, twice=number == 0)
        if isinstance(found, Feedback):
            return _helpers_open(task, helpers) if helpers and found.outcome == "error" else found
        tried.append(Tried(each, found.value, compare(found.value, each.right, task, each.case.arguments)))
        warned = warned or _warned(found, each.case)
    verdict = _verdict(task, tried, warned)
    if verdict.passed or not (helpers or has_dots(answer)):
        return verdict
    return _unfinished(task) if has_dots(answer) else _helpers_open(task, helpers)


def _run(task: Task, answer: AnyFunction, case: Case, watched: Texts, *, twice: bool) -> Call | Feedback:
    arguments = copied(case.arguments)
    found = call(answer, arguments, seconds=task.seconds, without=watched)
    if twice and found.printed and not found.ended:
        sys.stdout.write(found.printed)  # people look for mistakes by printing; once is enough
    name, on = task.function_name, f"on {case.label}"
    if found.ended == "time":
        more = " It still runs in the background: restart the kernel to end it." if found.alive else ""
        text = f"{name} had not ended after {found.seconds:.2g} s {on}. Is there a loop whose condition stays true?{more}"
        return _error(task, text, "time")
    if found.ended == "output":
        return _error(task, f"{name} printed more than {MOST_OUTPUT:,} characters {on}, so it was ended.", "output")
    if has_dots_in(found.value) or ((found.error or found.value is None) and has_dots(answer)):
        return _not_attempted(task) if found.value is ... else _unfinished(task)
    if found.error is not None:
        return _error(task, _raised(found, found.error, answer, name, on), "raised")
    if found.used:
        text = f"This calls {found.used}, which does the work for you. Here you write {task.signature} yourself, with NumPy."
        return _error(task, text, "not own work")
    if found.value is None:
        printed = " What is printed is not returned." if found.printed else ""
        return _error(task, f"{name} returns nothing.{printed} {how_to_return(task)}", "nothing")
    changed = _changed(case.arguments, arguments, task)
    if changed:
        text = f"{name} changes {changed}, which belongs to its caller. Work on a copy, such as {changed}.copy()."
        return _error(task, text, "changes its input")
    if twice:
        again = call(answer, copied(case.arguments), seconds=task.seconds)
        if again.error or again.ended or not is_same_result(again.value, found.value, task, case.arguments):
            text = (
                f"{name} returned different results for the same arguments. Does it draw random numbers, or keep something "
                "between two calls, such as a global list?"
            )
            return _error(task, text, "different each time")
    return found


def _raised(found: Call, error: BaseException, answer: AnyFunction, name: str, on: str) -> str:
    if isinstance(error, RecursionError):
        return f"{name} called itself too often {on}: a RecursionError. Does it have a case in which it does not call itself?"
    if isinstance(error, SystemExit):
        return f"{name} ended the program {on}, as exit() does. Use return."
    number, text = line_of(error, answer)
    where = f' Line {number}: "{text}".' if text else f" Line {number}." if number else ""
    said = f": {found.said}" if found.said else ""
    return f"{name} raised {type(error).__name__} {on}{said}.{where}"


def _warned(found: Call, case: Case) -> str:
    """Repeat the first warning of a call, which often says where NaN comes from."""
    for text, line in found.warned:
        return f" Python warned of {text!r} on {case.label}{f', in line {line}' if line else ''}."
    return ""


def _verdict(task: Task, tried: list[Tried], warned: str = "") -> Feedback:
    verdicts = [all(each.compared.right[n] for each in tried) for n in range(len(task.results))]
    parts = tuple(
        Graded(each.name, right, each.points if right else 0.0, each.points)
        for each, right in zip(task.results, verdicts, strict=True)
    )
    points = sum(part.points for part in parts)
    if all(verdicts):
        return Feedback(True, f"Right. {task.because}", "right", "", points, task.points, parts)
    first = next(each for each in tried if not all(each.compared.right))
    known = diagnose(task, tried)
    if known is None:
        form = next((each for each in tried if each.compared.form), None)
        if form is not None:
            text = f"On {form.drawn.case.label}: {form.compared.form}{warned}"
            if not any(verdicts):
                return _error(task, text, "wrong form")
            message = " ".join(["Not yet.", *partly(task, verdicts, points), text])
            return Feedback(False, message, "wrong", "wrong form", points, task.points, parts)
    parting = _parting(task, first)
    said = known.said if known else _unknown(task, tried, first, parting)
    if known and parting and not parting.explains:
        parting = replace(parting, sentence=said, explains=True)
    message = " ".join(["Not yet.", *partly(task, verdicts, points), said])
    return Feedback(False, message, "wrong", known.name if known else "", points, task.points, parts, parting)


def _parting(task: Task, first: Tried) -> FirstDifference | None:
    if task.difference is None:
        return None
    right = first.drawn.right
    try:
        found = first.found if first.compared.form else formed(first.found, right, task)
        if isinstance(found, tuple):  # what is right may look different, as the sign of a direction does
            found = tuple(ours if ok else mine for mine, ours, ok in zip(found, right, first.compared.right, strict=True))
        return task.difference(first.drawn.case.arguments, right, found)
    except Exception:  # a wrong result may be one that cannot be replayed; the message still stands
        return None


def partly(task: Task, verdicts: list[bool], points: float) -> list[str]:
    """Say which results are right: "The order is right (2 of 5 points)."."""
    if not any(verdicts):
        return []
    good = [each.called for each, right in zip(task.results, verdicts, strict=True) if right]
    bad = [each.called for each, right in zip(task.results, verdicts, strict=True) if not right]
    return [capital(f"{with_verb(good)} right, {with_verb(bad)} not ({points:g} of {task.points:g} points).")]


def _unknown(task: Task, tried: list[Tried], first: Tried, parting: FirstDifference | None) -> str:
    fine = [each.drawn.case.label for each in tried if all(each.compared.right)]
    where = f"It is right on {fine[0]} and wrong on {first.drawn.case.label}. " if fine else ""
    if parting is not None:
        where += f"The first difference is in {parting.where}. {parting.sentence} "
    elif isinstance(first.drawn.right, int | float) and isinstance(first.found, int | float):
        expected, got = pair_written(first.drawn.right, first.found)
        where += f"On {first.drawn.case.label}, yours is {got} where the right number is {expected}. "
    return f'{where}For a hint: fewidgets.hint("{task.name}")'


def _changed(before: Arguments, after: Arguments, task: Task) -> str:
    for name, one, other in zip(task.parameters, before, after, strict=False):
        if not callable(one) and not same(plain(one), plain(other), atol=0.0, rtol=0.0):
            return name
    return ""


def _not_attempted(task: Task) -> Feedback:
    return _open(task, f"no answer yet. Write {task.signature}, run its cell, and run this cell again.")


def _unfinished(task: Task) -> Feedback:
    return _open(
        task,
        f"three dots still stand in {task.function_name}, where lines are missing. Write these lines, delete the dots, "
        "run its cell, and run this cell again.",
    )


def _helpers_open(task: Task, helpers: list[str]) -> Feedback:
    name, open_ = task.function_name, listed(helpers)
    return _open(task, f"{name} calls {open_}, where lines are still missing. Finish {open_} first, and run this cell again.")


def _open(task: Task, text: str) -> Feedback:
    return Feedback(False, f"{task.name}: {text}", "not attempted", of=task.points)


def _error(task: Task, text: str, kind: str) -> Feedback:
    return Feedback(False, text, "error", kind, 0.0, task.points)
