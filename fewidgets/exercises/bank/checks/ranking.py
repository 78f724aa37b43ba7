# mypy: allow-untyped-defs, allow-untyped-calls

from fewidgets.exercises.exercise import Exercise

EXERCISES = (
    Exercise(
        name="C3 weight",
        numbers={"c": 0.25},
        solve=lambda c: 1 / c,
        hints=(
            "Insert x₂ into y and collect what stands before x₁.",
            "The covariance of x₁ and y is 1 − w c.",
        ),
        because="y = x₁ + w x₂ = (1 − w c) x₁ + w z/2. At this w, the first term is gone.",
        mistakes=(
            (lambda c: c, "That is c itself. At which w is 1 − w c zero?"),
            (lambda c: 2.0, "That is right for c = 1/2. Here c is another number."),
        ),
    ),
)
