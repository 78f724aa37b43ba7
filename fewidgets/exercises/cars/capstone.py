"""The capstone: a student's ``fit(X, y)`` for the cars, scored beside the references, and searched for known mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.data import load_auto_mpg
from fewidgets.exercises.answers.written import has_dots, not_begun
from fewidgets.exercises.cars.held_out import UNIT, error_of, miles_of, parts, rows
from fewidgets.exercises.cars.mistakes import STEEP, TIMID, Mistake, note_on, probes, seen_from_outside, seen_in
from fewidgets.exercises.cars.outside import snapshot
from fewidgets.exercises.cars.references import REFERENCES, TO_BEAT, errors_of_references
from fewidgets.exercises.cars.report import CarFeedback, FarOff, Report
from fewidgets.exercises.cars.scores import remember_score
from fewidgets.exercises.cars.trial import Trial, TrialError
from fewidgets.exercises.feedback import Graded
from fewidgets.exercises.wording import listed

Array = NDArray[Any]

NAME = "capstone"
FAR_OFF, OFTEN = 3, 3

HINTS = (
    "Begin with what least squares needs: fill the gaps in horsepower with the mean of the known values, and add a column of "
    "ones. That scores as “least squares on all features”. The rest comes from better features.",
    "Plot miles against weight: they bend. Logarithms, 1/weight, or squares and products straighten such bends. origin is a "
    "code, so give it two indicators.",
    "Fit the logarithm of the miles, and return np.exp of what you predict. Then try squares and products of standardized "
    "features with a small penalty, which inner folds choose.",
)

BECAUSE = (
    "The bends are what the seven features lack. Logarithms or squares and products bring most of the gain; the choice of the "
    "method brings little."
)

#: A solution that clearly beats the first four references in few lines.
SOLUTION = '''def fit(X, y):
    """Fit ridge regression to the logarithm of the miles, on squares and products of standardized logarithms."""
    means = np.nanmean(X, axis=0)

    def features(table):
        filled = np.where(np.isnan(table), means, table)
        cylinders, displacement, horsepower, weight, acceleration, year, origin = filled.T
        logs = np.log([displacement, horsepower, weight, acceleration])
        return np.column_stack([cylinders, *logs, year, origin == 2, origin == 3])

    A = features(X)
    centre, scale = A.mean(axis=0), A.std(axis=0)

    def products(table):
        A = (features(table) - centre) / scale
        pairs = [A[:, i] * A[:, j] for i in range(6) for j in range(i, 6)]
        return np.column_stack([np.ones(len(A)), A, *pairs])

    B, t = products(X), np.log(y)
    w = np.linalg.solve(B.T @ B + 3 * np.eye(B.shape[1]), B.T @ (t - t.mean()))
    return lambda new: np.exp(t.mean() + products(new) @ w)
'''


class Capstone:
    """What `check`, `hint`, `given` and `solution` need to know about the capstone."""

    name, version, hints, because, solution = NAME, 1, HINTS, BECAUSE, SOLUTION
    points = float(len(TO_BEAT))
    signature = "fit(X, y)"


CAPSTONE = Capstone()


def judge_capstone(fit: Any) -> CarFeedback:
    """Score a ``fit`` on the cars, unless it makes a known mistake."""
    if not_begun(fit) or (callable(fit) and has_dots(fit)):
        text = f"{NAME}: no answer yet. Write fit(X, y), run its cell, and run this cell again."
        return CarFeedback(False, text, "not attempted", of=CAPSTONE.points)
    if not callable(fit):
        text = f'The answer must be the function fit itself; got {type(fit).__name__}. Call: fewidgets.check("{NAME}", fit)'
        return _refused("no function", text)
    trial = Trial(fit)
    try:
        mistake = mistake_of(trial)
        if mistake is not None:
            return _refused(mistake.kind, f"{mistake.message} There is no score.")
        report = _scored(trial)
    except TrialError as error:
        return _refused(error.kind, f"{error} There is no score.")
    notice = remember_score(NAME, report.errors, NAME)
    return _verdict(report, notice)


def mistake_of(trial: Trial) -> Mistake | None:
    """Return the known mistake that a ``fit`` makes on cars of another split than those of the score."""
    cars = load_auto_mpg(with_gaps=True)
    asked = probes(cars.X, cars.y, np.random.default_rng(SPLIT))
    before = snapshot(trial.fit)
    found, unlike = trial.answers(asked)
    mistake = seen_in(asked, found, miles_of(asked["first"].new))
    if mistake is not None and mistake.kind in ("memory", "no seed"):
        return unlike if unlike.name or mistake.kind == "no seed" else mistake
    return mistake or seen_from_outside(trial.fit, before)


#: Seed of the split on which mistakes are looked for.
SPLIT = 25


def _scored(trial: Trial) -> Report:
    """Train on all parts; see also what exchanging the values of one feature between held-out cars does."""
    names = load_auto_mpg(with_gaps=True).feature_names
    slopes: list[float] = []
    errors, used, raised = [], np.zeros(len(names), dtype=int), np.zeros(len(names))
    sums, counts = np.zeros(398), np.zeros(398, dtype=int)
    rng = np.random.default_rng(SPLIT)
    for part, (held_out, _) in zip(parts(), rows(), strict=True):
        predict = trial.trained(part.X, part.y)
        tables = [part.held_out_X, *(_exchanged(part.held_out_X, n, rng) for n in range(len(names)))]
        first, *others = np.split(trial.predicted(predict, np.vstack(tables)), len(tables))
        errors.append(error_of(first, part.held_out_y))
        slopes.append(float(np.cov(first, part.held_out_y)[0, 1] / max(np.var(first, ddof=1), 1e-9)))
        used += [not np.allclose(first, other, rtol=1e-6) for other in others]
        raised += [error_of(other, part.held_out_y) - errors[-1] for other in others]
        sums[held_out] += first
        counts[held_out] += 1
    return Report(
        tuple(errors),
        errors_of_references(),
        dict(zip(names, used.tolist(), strict=True)),
        dict(zip(names, (raised / len(errors)).tolist(), strict=True)),
        _far_off(sums, counts),
        " ".join(filter(None, [note_on(trial.fit), TIMID if np.median(slopes) > STEEP else ""])),
    )


def _exchanged(X: Array, feature: int, rng: np.random.Generator) -> Array:
    other = X.copy()
    other[:, feature] = rng.permutation(X[:, feature])
    return other


def _far_off(sums: Array, counts: Array) -> tuple[FarOff, ...]:
    cars = load_auto_mpg(with_gaps=True)
    means = np.where(counts >= OFTEN, sums / np.maximum(counts, 1), cars.y)
    worst = np.argsort(-np.abs(means - cars.y), kind="stable")[:FAR_OFF]
    return tuple(
        FarOff(
            dict(zip(cars.feature_names, cars.X[n].tolist(), strict=True)), float(cars.y[n]), float(means[n]), int(counts[n])
        )
        for n in worst
    )


def _verdict(report: Report, notice: str) -> CarFeedback:
    graded = tuple(Graded(name, report.beats(name), float(report.beats(name)), 1.0) for name in TO_BEAT)
    beaten = [name for name in REFERENCES if report.beats(name)]
    score = f"{report.error:.2f} ± {report.standard_error:.2f} {UNIT} on held-out cars."
    passed = all(each.right for each in graded)
    if beaten:
        said = f"The gain is larger than its standard error over: {listed(beaten)}."
    else:
        said = "It is not clearly better than the mean of the training cars."
    open_ = [name for name in TO_BEAT if not report.beats(name)]
    more = f" Not clearly beaten: {listed(open_)}." if open_ and beaten else ""
    head = "Right." if passed else "Not yet."
    message = " ".join(filter(None, [f"{head} {score} {said}{more}", notice]))
    points = sum(each.points for each in graded)
    return CarFeedback(passed, message, "right" if passed else "wrong", "", points, CAPSTONE.points, graded, report=report)


def _refused(kind: str, text: str) -> CarFeedback:
    return CarFeedback(False, text, "error", kind, 0.0, CAPSTONE.points)
