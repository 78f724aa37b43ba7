import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    gradient_descent,
    hessian_condition,
    newton,
)
from fewidgets.data import (
    fetch_toy_classification,
    make_line,
)
from fewidgets.exercises.bank.predictions.tables import scaled as _scaled
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    CurveWith,
    Difference,
    OneOf,
    Question,
    Sketch,
)

PLACES = np.arange(5.0, 61.0, 5.0)  # steps at which the sketch of the costs is read


def line_costs():
    line = make_line()
    versions = {"raw": line.X, "mean-centred": line.X - line.X.mean(axis=0), "standardized": _scaled(line.X)}
    return {name: LeastSquares(X, line.y) for name, X in versions.items()}


def cost_history():
    costs = line_costs()
    runs = [gradient_descent(costs[name], [0.0, 0.0], 0.1, 60).costs for name in ("raw", "standardized")]
    return np.array(runs)[:, PLACES.astype(int)]


def left_after(times):
    """Return the share of the distance left along the steepest direction after a step of ``times / L``, over the raw line."""
    cost = line_costs()["raw"]
    curvatures, directions = np.linalg.eigh(cost.hessian([0.0, 0.0]))
    lowest = newton(cost, [0.0, 0.0], epsilon=0.0).final.weights
    end = gradient_descent(cost, [0.0, 0.0], times / curvatures[-1], 1).final.weights
    return float(directions[:, -1] @ (end - lowest) / (directions[:, -1] @ -lowest))


def separable_sizes():
    data = fetch_toy_classification(as_stored=True)
    weights = gradient_descent(Softmax(_scaled(data.X), data.y), [20.0, 30.0], 10.0, 2500).weights
    return np.linalg.norm(weights[[25, 250, 2500]], axis=1)


def _separable():
    early, _, late = separable_sizes()
    return "They keep growing" if late > 1.2 * early else "They stop changing"


def two_inputs():
    rng = np.random.default_rng(3)
    first = rng.normal(size=150)
    pair = np.column_stack([3 + 2 * first, 1 + 0.5 * (0.9 * first + np.sqrt(1 - 0.9**2) * rng.normal(size=150))])
    return pair, pair @ [1.0, -2.0] + rng.normal(size=150)


def _two_inputs():
    X, _ = two_inputs()
    raw, standardized = (hessian_condition(np.cov(each.T)).number for each in (X, _scaled(X)))
    return "Rounder ellipses, but still ellipses" if 1.1 < standardized < 0.9 * raw else "Circles"


PREDICTIONS = (
    Question(
        "9.3 cost history",
        "Both runs have the same start and the same step length. After 5 steps, both costs have fallen from 51 to about 6. "
        "Sketch both costs from step 5 to step 60.",
        Sketch(
            Axis("step", domain=(0.0, 60.0)),
            Axis("cost", domain=(0.0, 8.0)),
            places=PLACES,
            curves=("raw", "standardized"),
            right=cost_history,
            because="The raw run gets down its steep direction in a few steps. The flat direction remains, and there the run "
            "only creeps. Over standardized input all directions are equally steep, so that run arrives.",
            differences=(
                Difference(
                    CurveWith("smallest", At(EACH, 20.0)),
                    "At step 20 you have the raw run at the lower cost, or both at the same. The standardized run is lower.",
                ),
                Difference(
                    At("standardized", 25.0),
                    "You let the standardized run take too long. Over circles every step points to the lowest cost, 0.235, "
                    "and after 20 steps hardly anything remains.",
                    when="larger",
                    by=1.0,
                ),
                Difference(
                    At("raw", 20.0),
                    "You let the raw run arrive too soon. After 20 steps its cost is still {truth}. It creeps along a long, "
                    "flat valley.",
                    when="smaller",
                    by=1.2,
                ),
                Difference(
                    At("raw", 60.0),
                    "You let the raw run stop. It is slow, but it goes on. After 60 steps its cost is down to {truth}.",
                    when="larger",
                    by=2.0,
                ),
            ),
            near=0.12,
            otherwise="The order is right. Compare the shapes: a quick fall at first, and then a slow one for the raw run "
            "only.",
        ),
        gives_away=(
            "ten times faster",
            "creeps along the valley",
            "after 20 steps",
            "arrives within",
            "directions are equally steep",
            "straight at the lowest cost",
            "run arrives",
        ),
    ),
    Question(
        "9.3 twice the length",
        "In the steepest direction, a step of 0.95 / L covers 95 % of the distance to the lowest point, so 5 % is left. Now "
        "you take a step of twice this length from the same start. How much of the distance is left after it?",
        OneOf(
            {
                "2.5 %": "Twice the length does not halve the rest. The step covers 190 % of the distance, not 97.5 %.",
                "Nothing": "A step that is 5 % longer would arrive. This one goes on past the lowest point.",
                "90 %, on the other side": "The step covers 190 % of the distance. It jumps over the lowest point, and lands "
                "almost as far from it as it began. So longer steps do not always save steps.",
                "190 %, on the other side": "The step is 190 % of the distance long, but the first 100 % lead to the lowest "
                "point. Beyond 200 %, each step would end farther away than it began.",
            },
            right=lambda: f"{abs(left_after(2 * 0.95)):.0%}".replace("%", " %, on the other side"),
        ),
        gives_away=(
            "jumps over the lowest point",
            "zig-zags between",
            "multiplies the distance",
            "1 - \\alpha c",
            "on the other side",
            "opposite wall",
            "jump over the lowest point",
            "each step ends a little closer",
            "save one step",
            "ends a little closer to it",
        ),
    ),
    Question(
        "9.3 separable",
        "One threshold separates the two classes in the data file. After 25 steps all eleven points are classified "
        "correctly. What do the weights do from there to step 2,500?",
        OneOf(
            {
                "They stop changing": "They would if the cost had a lowest point. Here the gradient gets smaller, but never "
                "0.",
                "They shrink back": "Once all points are right, smaller weights make every point less certain, and that "
                "raises the softmax cost.",
                "They keep growing": "Once all points are right, doubling all weights makes every point more certain and "
                "lowers the cost. So the cost has no lowest point.",
            },
            right=_separable,
        ),
        gives_away=(
            "has no lowest point",
            "never stop growing",
            "weights keep growing",
            "weights grow without limit",
            "keeps lowering the cost",
            "no lowest cost",
            "more certain and lowers",
        ),
    ),
    Question(
        "9.3 two inputs",
        "Two inputs have the correlation 0.92, and the contours over their weights are 14 times as long as wide. What do the "
        "contours become when both inputs are standardized?",
        OneOf(
            {
                "Circles": "With one input, standardizing always makes circles. With two, it sets their spreads equal, but "
                "they still move together: the cost hardly changes if one weight grows and the other shrinks.",
                "Ellipses as long as before": "Part of the length came from unequal spreads, and that part goes.",
                "Rounder ellipses, but still ellipses": "Standardizing removes the difference in spread. The correlation "
                "stays, so the contours stay longer in one direction.",
            },
            right=_two_inputs,
        ),
        gives_away=(
            "correlations remain",
            "correlation stays",
            "to get circles, you have to rotate",
            "(1+|r|)/(1-|r|)",
            "rounder contours",
            "cannot make circles",
            "still vary together",
            "standardized κ = ",
            "only the sphered one",
        ),
    ),
)
