from functools import cache

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
    fetch_toy_regression,
    make_line,
)
from fewidgets.exercises.bank.predictions.tables import scaled as _scaled
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    Band,
    CurveWith,
    Difference,
    Estimate,
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


def _steps_down(cost, share):
    condition = hessian_condition(cost.hessian([0.0, 0.0]))
    lowest = newton(cost, [0.0, 0.0], epsilon=0.0).final.cost
    costs = gradient_descent(cost, [0.0, 0.0], share * condition.longest_step, 400).costs
    return int(np.argmax(costs - lowest <= 0.01 * (costs[0] - lowest)))


def steps_with_doubled_length():
    raw = line_costs()["raw"]
    return _steps_down(raw, 0.45), _steps_down(raw, 0.95)


def _doubled():
    short, long = steps_with_doubled_length()
    return "About the same number" if 0.7 * short < long < 1.6 * short else "About half as many"


def _centred():
    hessian = line_costs()["mean-centred"].hessian([0.0, 0.0])
    round_enough = np.isclose(hessian[0, 0], hessian[1, 1])
    return "They become circles" if round_enough else "They become upright ellipses"


def steps_of_the_line():
    """Return the first step within 1 % of the lowest cost, over raw and standardized input, in Example 9.4."""
    line = fetch_toy_regression()
    found = {}
    for name, X in (("raw", line.X), ("standardized", _scaled(line.X))):
        cost = LeastSquares(X, line.y)
        lowest = newton(cost, [0.0, 0.0], epsilon=0.0).final.cost
        found[name] = int(np.argmax(gradient_descent(cost, [0.0, 0.0], 0.1, 500).costs <= 1.01 * lowest))
    return found


@cache
def two_classes(step_length, *, scaled):
    data = fetch_toy_classification()
    cost = Softmax(_scaled(data.X) if scaled else data.X, data.y)
    return gradient_descent(cost, [20.0, 30.0], step_length, 25 if scaled else 100)


def _zigzag():
    raw, scaled = two_classes(1.0, scaled=False).n_turns > 10, two_classes(10.0, scaled=True).n_turns > 10
    if raw == scaled:
        return "Both" if raw else "Neither"
    return "The raw input, with step length 1" if raw else "The standardized input, with step length 10"


def _too_long():
    run = two_classes(10.0, scaled=False)
    settled = np.ptp(run.costs[-20:]) < 0.01 * run.costs[0]
    return "It settles, only later" if settled else "It goes up and down and never settles"


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
            because="Both runs get down the steep direction at once. Over standardized input all directions are equally "
            "steep, so that run arrives. Over raw input the flat direction remains, and there the run only creeps.",
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
                    "You let the raw run arrive too soon. After 20 steps it is still at {truth}: it creeps along a long, "
                    "flat valley.",
                    when="smaller",
                    by=1.2,
                ),
                Difference(
                    At("raw", 60.0),
                    "You let the raw run stop. It creeps, but it does creep: after 60 steps it is down to {truth}.",
                    when="larger",
                    by=2.0,
                ),
            ),
            near=0.12,
            otherwise="The order is right. Compare the shapes: a quick fall at first, and then a slow one for the raw run "
            "only.",
        ),
    ),
    Question(
        "9.3 twice the length",
        "Over the raw input, step lengths up to 0.756 do not diverge. With 0.45 times this limit, descent needs 23 steps for "
        "99 % of the way down. How many steps does it need with 0.95 times the limit?",
        OneOf(
            {
                "About half as many": "That would hold if descent went straight down. In the steep direction the longer "
                "steps overshoot, and the path loses what it gains in the flat one.",
                "About the same number": "The longer steps gain in the flat direction, but in the steep one they jump from "
                "wall to wall: the path zig-zags. The gain and the loss cancel here.",
                "About twice as many": "So bad it is not: the zig-zag slows the path down, but the longer steps along the "
                "valley make up for it.",
                "None: it diverges": "The step length is still below the limit, so each jump ends a little lower than it "
                "began.",
            },
            right=_doubled,
        ),
    ),
    Question(
        "9.3 centring",
        "The raw contours are tilted, long ellipses. What do they become if we subtract the mean, but do not divide by the "
        "standard deviation?",
        OneOf(
            {
                "They stay tilted, in another place": "Subtracting the mean is a shift of the points, but the contours are "
                "drawn over bias and slope. With the points around 0, changing the slope no longer asks for another bias, "
                "and so the tilt goes.",
                "They become upright ellipses": "With the mean at 0, the best bias no longer depends on the slope, so the "
                "tilt goes. The two curvatures still differ, so they are not circles yet.",
                "They become circles": "Circles need equal curvature in both directions. That takes the second half, the "
                "division by the standard deviation.",
            },
            right=_centred,
        ),
    ),
    Question(
        "9.3 steps needed",
        "Over the standardized input, the cost is within 1 % of its minimum after 22 steps. How many steps does descent need "
        "over the raw input?",
        Estimate(
            lambda: float(steps_of_the_line()["raw"]),
            1.0,
            500.0,
            unit="steps",
            step=1.0,
            near=60.0,
            because="The raw contours are 4.34 times as long as wide. Along the flat direction each step covers only a few "
            "percent of the way that is left.",
            bands=(
                Band(1.0, 22.0, "That would be quicker than over circles. Long contours cost steps."),
                Band(22.0, 110.0, "More: the first part is as quick as over circles, but the way along the valley is slow."),
                Band(110.0, 228.0, "The right size, but the last few percent take longer than that."),
                Band(348.0, 500.0, "Not as slow as that, although the idea is right."),
            ),
        ),
    ),
    Question(
        "9.3 zig-zag",
        "Over the raw input we take 100 steps with step length 1, and over the standardized input 25 steps with step length "
        "10. Which path zig-zags?",
        OneOf(
            {
                "The raw input, with step length 1": "A step is long or short for a landscape. This one has a narrow valley, "
                "so steps of length 1 jump from wall to wall.",
                "The standardized input, with step length 10": "The number is larger, but these contours are nearly circles, "
                "and their curvature is small. So a step of 10 does not overshoot.",
                "Both": "The contours over the standardized input are nearly circles, so that path goes almost straight.",
                "Neither": "The raw contours are 22 times as long as wide. In such a valley most steps overshoot.",
            },
            right=_zigzag,
        ),
    ),
    Question(
        "9.3 ten times longer",
        "The chapter says that a step length of 10 would make the raw run diverge. What does the cost do in 100 such steps?",
        OneOf(
            {
                "The cost grows without limit": "That is what happens with least squares, where the slope grows with the "
                "distance. The slope of the softmax cost is limited, so no step can be longer than a fixed length.",
                "It goes up and down and never settles": "The slope of the softmax cost is limited, so the steps are too. "
                "The path jumps about in the valley. It does not converge, but it does not run off either.",
                "It settles, only later": "The steps are far too long for the walls of this valley. Every jump lands high up "
                "on the other side.",
            },
            right=_too_long,
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
                "They shrink back": "Smaller weights mean less certain answers, and the softmax cost is higher for those.",
                "They keep growing": "Once all points are right, doubling all weights makes every point more certain and "
                "lowers the cost. So the cost has no lowest point.",
            },
            right=_separable,
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
                "stays, and with it a long direction.",
            },
            right=_two_inputs,
        ),
    ),
)
