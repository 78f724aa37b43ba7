"""Tasks of exercise 9.3: a line through the student debt, found by gradient descent."""

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, StandardNormalizer, gradient_descent, hessian_condition
from fewidgets.exercises.differences import (
    descent_difference,
    least_squares_surface,
    several_difference,
    transform_difference,
)
from fewidgets.exercises.differences.contours import condition_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _scaling_cases(rng):
    for P, low, high in ((4, 0, 10), (9, -3, 1), (25, 2004, 2014)):
        yield Case((rng.uniform(low, high, size=P).round(1),), f"{P} numbers from {low} to {high}")


def _reference_scaling(x):
    fitted = StandardNormalizer().fit(x[:, None])
    return fitted.transform(x[:, None])[:, 0], fitted.mean_[0], fitted.scale_[0]


_SCALING = Task(
    name="9.3 standardize",
    signature="standardize(x)",
    results=(
        Result("scaled", "the scaled numbers"),
        Result("mean", "the mean", points=0.5),
        Result("deviation", "the standard deviation", points=0.5),
    ),
    reference=_reference_scaling,
    cases=_scaling_cases,
    difference=partial(transform_difference, what=("the scaled numbers", "the mean", "the standard deviation")),
    misconceptions=(
        Misconception(
            "variance",
            ("x.std()", "x.var()"),
            "You divide by the variance. Its unit is the square of a year. Take the root.",
        ),
        Misconception(
            "variance returned",
            ("mean, deviation\n", "mean, deviation**2\n"),
            "You divide by the right number and return its square, the variance. The third value is the standard deviation.",
        ),
        Misconception(
            "P minus one",
            ("x.std()", "x.std(ddof=1)"),
            "You divide the sum of squares by P − 1. Equation (9.3) divides it by P.",
        ),
        Misconception(
            "not centred",
            ("(x - mean)", "x"),
            "You divide by the standard deviation, but do not subtract the mean. The years are still far from 0.",
        ),
        Misconception(
            "mean subtracted last",
            ("(x - mean) / deviation", "x / deviation - mean"),
            "You divide first and then subtract the mean of the years as they were. Subtract first: (x − mean) / deviation.",
        ),
        Misconception(
            "range",
            ("x.std()", "x.max() - x.min()"),
            "You divide by the range. That is close to min-max scaling, and depends on two numbers only.",
        ),
    ),
    hints=(
        "x.mean() is the mean. The standard deviation of equation (9.3) divides by P, as x.std() does.",
        "Return three values: (x - mean) / deviation, mean, deviation.",
    ),
    because="The scaled numbers have mean 0 and standard deviation 1. The other two values undo the scaling later.",
    solution="""def standardize(x):
    mean, deviation = x.mean(), x.std()
    return (x - mean) / deviation, mean, deviation
""",
    practises="standard normalization (equations 9.2 and 9.3)",
    minutes=5,
)


def _descent_cases(rng):
    for P, step_length, steps in ((3, 0.1, 2), (8, 0.2, 5), (20, 0.15, 12)):
        x = rng.normal(size=P) + 0.4
        yield Case((x, 0.6 + 0.3 * x + 0.1 * rng.normal(size=P), step_length, steps), f"{P} examples, {steps} steps")


def _reference_descent(x, y, step_length, steps):
    return gradient_descent(LeastSquares(x[:, None], y), np.zeros(2), step_length, steps).weights.copy()


_DESCENT = Task(
    name="9.3 descent",
    signature="descend(x, y, step_length, steps)",
    results=(Result("weights", "the weights", points=3),),
    reference=_reference_descent,
    cases=_descent_cases,
    misconceptions=(
        Misconception(
            "sum instead of mean",
            ("errors.mean(), (errors * x).mean()", "errors.sum(), (errors * x).sum()"),
            "Your gradient is the sum over the examples, so each step is P times too long. Take the mean.",
        ),
        Misconception(
            "factor two",
            ("2 * np.array", "np.array"),
            "Your steps are half as long as they should be. The derivative of a square has a factor 2, and the cost here has "
            "no factor ½.",
        ),
        Misconception(
            "uphill",
            ("w - step_length", "w + step_length"),
            "You walk uphill. The gradient points to where the cost rises: subtract it. Or is your error y − line, where the "
            "derivative needs line − y?",
        ),
        Misconception(
            "one after the other",
            (
                "w = w - step_length * gradient",
                "w = np.array([w[0] - step_length * gradient[0], w[1]])\n"
                "        w[1] -= step_length * 2 * ((w[0] + w[1] * x - y) * x).mean()",
            ),
            "You move the bias first, and compute the slope of the other weight with the new bias. Both derivatives belong to "
            "the same point. Compute both, then move.",
        ),
        Misconception(
            "bias kept",
            ("[errors.mean(),", "[0,"),
            "The bias never moves. It is a weight as well. Its derivative is twice the mean error.",
        ),
        Misconception(
            "slope without x",
            ("(errors * x).mean()", "errors.mean()"),
            "Both weights move by the same amount. In the derivative with respect to the slope, each error is multiplied by "
            "its x.",
        ),
    ),
    difference=partial(
        descent_difference,
        what=("the weights",),
        names=("the bias", "the slope"),
        surface=lambda x, y, *_: least_squares_surface(x, y),
    ),
    hints=(
        "The error of example p is w[0] + w[1] * x[p] − y[p]. The cost is the mean of its square.",
        "The derivative with respect to the bias is 2 · mean(error). For the slope it is 2 · mean(error · x).",
        "Begin with a list that holds np.zeros(2). Append a new array in each step; do not change the old one.",
    ),
    because="Row 0 is the start, and each row follows from the one above by w − α ∇g(w).",
    solution="""def descend(x, y, step_length, steps):
    w = np.zeros(2)
    path = [w]
    for _ in range(steps):
        errors = w[0] + w[1] * x - y
        gradient = 2 * np.array([errors.mean(), (errors * x).mean()])
        w = w - step_length * gradient
        path.append(w)
    return np.array(path)
""",
    practises="gradient descent on least squares",
    minutes=10,
)


def _line_cases(rng):
    yield Case((np.array([0.6, 0.25]), 2009.0, 3.0), "years from 2004 to 2014")
    for _ in range(3):
        mean, deviation = rng.uniform(2, 30), rng.uniform(0.5, 6)
        yield Case((rng.normal(size=2), float(mean), float(deviation)), f"mean {mean:.1f}, standard deviation {deviation:.1f}")


_LINE = Task(
    name="9.3 line in years",
    signature="in_years(w, mean, deviation)",
    results=(Result("bias", "the bias"), Result("slope", "the slope")),
    cases=_line_cases,
    difference=partial(several_difference, what=("the bias", "the slope")),
    misconceptions=(
        Misconception(
            "bias left alone",
            ("w[0] - slope * mean", "w[0]"),
            "You leave the bias as it was. It is the height of the line at the mean year. You want the height at the year 0.",
        ),
        Misconception(
            "bias raised",
            ("w[0] - slope", "w[0] + slope"),
            "The bias goes the wrong way: put (x − mean) / deviation into the line and multiply out. Mind the sign of the "
            "mean.",
        ),
        Misconception(
            "slope times deviation",
            ("w[1] / deviation", "w[1] * deviation"),
            "You multiply the slope by the standard deviation. One scaled unit is `deviation` years, so per year the line "
            "rises less: divide.",
        ),
        Misconception(
            "slope left alone",
            ("w[1] / deviation", "w[1]"),
            "You leave the slope as it was. It is the rise per scaled unit, which is `deviation` years long.",
        ),
        Misconception(
            "undivided in the bias",
            ("slope * mean", "w[1] * mean"),
            "The slope is right. In the bias, use this new slope, not the one of the scaled line.",
        ),
    ),
    hints=(
        "The line is w[0] + w[1] · (x − mean) / deviation. Multiply out.",
        "What stands before x is the slope in years. Everything without x is the bias in years.",
    ),
    because="w₀ + w₁ (x − μ) / σ = (w₀ − w₁ μ / σ) + (w₁ / σ) x: the same line, written in years.",
    solution="""def in_years(w, mean, deviation):
    slope = w[1] / deviation
    return w[0] - slope * mean, slope
""",
    practises="undoing a normalization",
    minutes=8,
)


def _condition_cases(rng):
    for P, mean in ((3, 0.5), (8, 2.0), (20, 12.0)):
        yield Case((mean + rng.normal(size=P),), f"{P} numbers around {mean:g}")


def _reference_condition(x):
    return hessian_condition(LeastSquares(x[:, None], x).hessian()).number


_CONDITION = Task(
    name="9.3 condition number",
    signature="condition_number(x)",
    results=(Result("condition", "the condition number", points=2),),
    reference=_reference_condition,
    cases=_condition_cases,
    difference=partial(condition_difference, what="the condition number"),
    misconceptions=(
        Misconception(
            "length over width",
            ("largest / smallest", "np.sqrt(largest / smallest)"),
            "This is how many times as long as wide the contours are, which is the root of the condition number. It is also "
            "what you get from the singular values of the table.",
        ),
        Misconception(
            "diagonal",
            ("np.linalg.eigvalsh(hessian)", "np.sort(np.diag(hessian))"),
            "You compare the diagonal entries of the Hessian. They are the curvatures along the axes of bias and slope. The "
            "largest and smallest curvatures lie along other directions: take eigenvalues.",
        ),
        Misconception(
            "upside down",
            ("largest / smallest", "smallest / largest"),
            "You divide the smallest curvature by the largest. The condition number is at least 1.",
        ),
        Misconception(
            "centred",
            ("    hessian =", "    x = x - x.mean()\n    hessian ="),
            "This is the condition number after centring. Use x as it is: centring is half of the remedy.",
        ),
        Misconception(
            "sums mixed with means",
            ("(x**2).mean()", "(x**2).sum()"),
            "One entry of your Hessian is a sum where the others are means. Divide all of them by P.",
        ),
    ),
    hints=(
        "For a line, the Hessian of the mean squared error is 2 · [[1, mean(x)], [mean(x), mean(x²)]].",
        "np.linalg.eigvalsh returns the eigenvalues of a symmetric matrix in ascending order.",
    ),
    because="The eigenvalues of the Hessian are the largest and the smallest curvature, and κ is their ratio.",
    solution="""def condition_number(x):
    hessian = 2 * np.array([[1, x.mean()], [x.mean(), (x**2).mean()]])
    smallest, largest = np.linalg.eigvalsh(hessian)
    return largest / smallest
""",
    practises="judging a cost before descending on it",
    minutes=10,
)

TASKS = (_SCALING, _DESCENT, _LINE, _CONDITION)
