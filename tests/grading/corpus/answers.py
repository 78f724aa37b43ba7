"""Answers to the graded set `boosting`: right ones, right ones by another route, and every mistake that the set knows."""

from __future__ import annotations

import copy

import numpy as np

from fewidgets.grading.question import Choice, Values
from fewidgets.grading.seeds import generator_of

FIRST = """\
import numpy as np

r = y - y.mean()
products, squares = X.T @ r, (X**2).sum(axis=0)
winner = int(np.argmax(products**2 / squares))
weight = products[winner] / squares[winner]"""

ROUND = """\
import numpy as np

def one_round(X, r, s, used):
    products, squares = X.T @ (s * r), (X**2).T @ s
    score = products**2 / squares
    score[list(used)] = -np.inf
    winner = int(np.argmax(score))
    weight = products[winner] / squares[winner]
    return winner, weight, r - weight * X[:, winner]"""

BOOST = """\
import numpy as np

def boost(X, y, smallest_gain):
    r = y - y.mean()
    weights, order, costs = np.zeros(X.shape[1]), [], [np.mean(r**2)]
    while len(order) < X.shape[1]:
        products, squares = X.T @ r, (X**2).sum(axis=0)
        score = products**2 / squares
        score[order] = -np.inf
        winner = int(np.argmax(score))
        weight = products[winner] / squares[winner]
        left = r - weight * X[:, winner]
        if costs[-1] - np.mean(left**2) < smallest_gain * costs[0]:
            break
        order.append(winner)
        weights[winner] = weight
        r = left
        costs.append(np.mean(r**2))
    return np.array(order, dtype=int), weights, np.array(costs)"""

READ = """\
share = 1 - costs / costs[0]
rounds = int((share < 0.7).sum())
explained = share[-1]"""

RIGHT = {"q1": FIRST, "q2": ROUND, "q3": BOOST, "q4": 'why = "B"', "q5": READ}

# The same results from loops over plain numbers, trying weights by their costs, and returned as lists.
OTHER = {
    "q1": """\
import numpy as np

left = []
for n in range(X.shape[1]):
    fit, *_ = np.linalg.lstsq(X[:, [n]], y - sum(y) / len(y), rcond=None)
    left.append((float(((y - sum(y) / len(y) - fit[0] * X[:, n]) ** 2).sum()), n, float(fit[0])))
cost, winner, weight = min(left)""",
    "q2": """\
def one_round(X, r, s, used):
    best = None
    for n in range(len(X[0])):
        if n in used:
            continue
        x = [row[n] for row in X]
        w = sum(i * a * b for i, a, b in zip(s, x, r)) / sum(i * a * a for i, a in zip(s, x))
        residual = [b - w * a for a, b in zip(x, r)]
        cost = sum(i * e * e for i, e in zip(s, residual))
        if best is None or cost < best[0]:
            best = (cost, n, w, residual)
    return best[1:]""",
    "q3": """\
def boost(X, y, smallest_gain):
    mean = sum(y) / len(y)
    r = [value - mean for value in y]
    weights, order, costs = [0.0] * len(X[0]), [], [sum(e * e for e in r) / len(r)]
    while True:
        found = []
        for n in range(len(X[0])):
            if n in order:
                continue
            x = [row[n] for row in X]
            w = sum(a * b for a, b in zip(x, r)) / sum(a * a for a in x)
            residual = [b - w * a for a, b in zip(x, r)]
            found.append((sum(e * e for e in residual) / len(r), n, w, residual))
        if not found or costs[-1] - min(found)[0] < smallest_gain * costs[0]:
            return [int(n) for n in order], weights, costs
        cost, n, weights[n], r = min(found)
        order.append(n)
        costs.append(cost)""",
    "q4": "why = 'B'",
    "q5": """\
explained = (costs[0] - costs[-1]) / costs[0]
rounds = min(n for n in range(len(costs)) if costs[n] <= 0.3 * costs[0])""",
}


def mistaken(graded, secret, student):
    """Give, for each question, code with each of its mistakes: pairs of the mistake's name and the code."""
    found = {}
    for question in graded.questions:
        if isinstance(question, Values):
            data = data_of(graded, secret, student, question.name)
            found[question.name] = [(each.name, literals(each.function(data))) for each in question.mistakes]
        elif isinstance(question, Choice):
            wrong = [option for option in question.options if option != question.right]
            found[question.name] = [(f"chose {option}", f"{question.variable} = {option!r}") for option in wrong]
        else:
            code = [(each.name, each.function.source) for each in question.misconceptions]
            found[question.name] = [(name, f"import numpy as np\n\n{source}") for name, source in code]
    return found


def data_of(graded, secret, student, question):
    return graded.question(question).data(generator_of(secret, graded.name, graded.version, student, question))


def solved(graded, secret, student, question):
    """Give code that states the right values of somebody's data."""
    return literals(graded.question(question).solve(data_of(graded, secret, student, question)))


def literals(values):
    return "\n".join(f"{name} = {value!r}" for name, value in values.items())


def earned_by(graded, secret, student, answers):
    """Give the points of each part that answers earn, by running them here: only for code that is meant well.

    Parameters
    ----------
    answers : dict of str to str
        Code by question; a question without code earns nothing.
    """
    return {
        f"{question.name}/{part}": points
        for question in graded.questions
        for part, points in question.parts.items()
        if question.name in answers
        # That the usual answers are right is tested once, for all.
        and (
            answers[question.name] == RIGHT[question.name]
            or _right(graded, secret, student, question, part, answers[question.name])
        )
    }


def _right(graded, secret, student, question, part, code):
    names = {"np": np}
    if isinstance(question, Choice):
        exec(code, names)
        return names[question.variable] == question.right
    if isinstance(question, Values):
        data = data_of(graded, secret, student, question.name)
        exec(code, names := {**names, **data})
        return _close(names.get(part), question.solve(data)[part], question.atol, question.rtol)
    exec(code, names)
    place = [result.name for result in question.results].index(part)
    result = question.results[place]
    for case in question.cases(generator_of(secret, graded.name, graded.version, student, question.name)):
        right = question.reference(*copy.deepcopy(case.arguments))[place]
        found = names[question.function](*copy.deepcopy(case.arguments))[place]
        if not _close(found, right, result.atol, result.rtol):
            return False
    return True


def _close(found, right, atol, rtol):
    if np.asarray(right).dtype.kind == "i":
        return np.array_equal(found, right)
    return np.shape(found) == np.shape(right) and np.allclose(found, right, atol=atol, rtol=rtol)
