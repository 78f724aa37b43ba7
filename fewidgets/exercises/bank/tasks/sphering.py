"""Exercise 9.6: PCA-sphering, and the least squares cost over sphered features."""

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, PCASphering
from fewidgets.exercises.differences import transform_difference
from fewidgets.exercises.differences.numbers import pair_of
from fewidgets.exercises.task import Case, Misconception, Result, Task

#: Shapes of the fresh data: examples and features. The last one has few examples, so that 1/P and 1/(P − 1) differ much.
SHAPES = ((12, 2), (30, 3), (25, 5), (6, 3))


def tilted_cloud(rng, P, N):
    spreads = 3.0 ** np.arange(N)[::-1] * rng.uniform(0.8, 1.2, N)
    rotation = np.linalg.qr(rng.normal(size=(N, N)))[0]
    points = rng.normal(size=(P, N))
    points = np.linalg.qr(points - points.mean(axis=0))[0] * np.sqrt(P)  # exactly uncorrelated, so the spreads are exact
    return points * spreads @ rotation + rng.uniform(2, 6, N)


def up_to_signs(arguments, right, found):
    """Say whether two tables agree once each column may have either sign, as directions may."""
    same = np.isclose(found, right, rtol=1e-4, atol=1e-6).all(axis=0)
    opposite = np.isclose(found, -right, rtol=1e-4, atol=1e-6).all(axis=0)
    return (same | opposite).all()


def _aligned_difference(arguments, right, found):
    """Say where two sphered tables part, whatever the signs of the student's columns."""
    pair = pair_of(right, found)
    if pair is not None:
        ours, theirs = pair
        found = theirs * np.where((ours * theirs).sum(axis=0) < 0, -1.0, 1.0)
    return transform_difference(arguments, right, found, what=("the sphered table",), by_column=True, mixed=True)


def _label(P, N):
    return f"{P} examples, {N} features"


def _clouds(rng):
    for P, N in SHAPES:
        yield Case((tilted_cloud(rng, P, N),), _label(P, N))


def _clouds_and_new(rng):
    for P, N in SHAPES:
        X = tilted_cloud(rng, P, N)
        new = X[:4] * rng.uniform(0.7, 1.3, (4, N)) + rng.normal(size=N)
        yield Case((X, new), f"{_label(P, N)}, 4 new examples")


def _covariance(X):
    sphering = PCASphering().fit(X)
    return sphering.directions_ * sphering.variances_ @ sphering.directions_.T


def _sphere(X):
    return PCASphering().fit_transform(X)


def _new(X, new):
    return PCASphering().fit(X).transform(new)


def _matrix(X):
    return LeastSquares(X, np.arange(len(X))).hessian() / 2  # the outputs play no part


COVARIANCE = Task(
    name="9.6 covariance",
    signature="covariance(X)",
    results=(Result("covariance", "the covariance matrix"),),
    reference=_covariance,
    cases=_clouds,
    difference=partial(transform_difference, what=("the covariance matrix",)),
    misconceptions=(
        Misconception(
            "one example less",
            ("len(X)", "(len(X) - 1)"),
            "You divided by P − 1, as np.cov does by itself. The chapter divides by the number of examples P.",
        ),
        Misconception(
            "not centred",
            (" - X.mean(axis=0)", ""),
            "The means are still in it. Subtract the mean of each column first.",
        ),
        Misconception(
            "not divided",
            (" / len(X)", ""),
            "These are sums over the examples. A covariance is their mean: divide by P.",
        ),
        Misconception(
            "correlation",
            ("A.T @ A / len(X)", "np.corrcoef(X.T)"),
            "These are correlations, with 1 on the diagonal. A covariance is not divided by the standard deviations.",
        ),
        Misconception(
            "mean of rows",
            ("X.mean(axis=0)", "X.mean(axis=1, keepdims=True)"),
            "You subtracted the mean of each example. The mean of each feature is X.mean(axis=0).",
        ),
    ),
    hints=(
        "Centre first: subtract X.mean(axis=0) from every row. What is the shape of the product of the centred X, transposed, "
        "with itself?",
        "Entry (i, j) is the mean of the products of columns i and j. One matrix product gives all sums at once.",
    ),
    because="Entry (i, j) is the mean of the products of the deviations of the features i and j.",
    solution="""\
def covariance(X):
    A = X - X.mean(axis=0)
    return A.T @ A / len(X)
""",
    practises="centring, and a matrix product in place of two loops",
    minutes=5,
)

SPHERE = Task(
    name="9.6 sphere",
    signature="sphere(X)",
    results=(Result("sphered", "the sphered features", points=2, agrees=up_to_signs),),
    reference=_sphere,
    cases=_clouds,
    difference=_aligned_difference,
    misconceptions=(
        Misconception(
            "by the variance",
            ("np.sqrt(d)", "d"),
            "You divided by the eigenvalues. They are variances; to make a variance 1, divide by its square root.",
        ),
        Misconception(
            "not scaled",
            (" / np.sqrt(d)", ""),
            "The data are centred and rotated. The last step is missing: divide each column by its standard deviation.",
        ),
        Misconception(
            "not rotated",
            ("A @ V / np.sqrt(d)", "A / X.std(axis=0)"),
            "This is standard normalization. It scales the columns as they are; sphering rotates them to the principal "
            "directions before it scales.",
        ),
        Misconception(
            "not centred",
            ("return A", "return X"),
            "You rotated and scaled X as it is. Use the centred data: covariances say nothing about where the cloud lies.",
        ),
        Misconception(
            "narrowest first",
            ("    d, V = d[::-1], V[:, ::-1]  # the widest direction first\n", ""),
            "Every column is right, but the order is that of np.linalg.eigh, with the smallest eigenvalue first. Here, the "
            "direction with the largest variance comes first.",
        ),
        Misconception(
            "one example less",
            ("len(X)", "(len(X) - 1)"),
            "You divided the covariances by P − 1. Then the sphered columns do not have the variance 1 by the chapter's 1/P.",
        ),
        Misconception(
            "transposed",
            ("A @ V ", "A @ V.T "),
            "You multiplied by V.T. With examples in rows, the centred data are multiplied by V itself: its columns are the "
            "directions.",
        ),
        Misconception(
            "scaled before rotating",
            ("A @ V / np.sqrt(d)", "A / np.sqrt(d) @ V"),
            "You divided before you rotated. The eigenvalues are variances along the principal directions, so rotate first.",
        ),
    ),
    hints=(
        "d, V = np.linalg.eigh(C) gives eigenvalues in ascending order, and the eigenvectors as the columns of V. Which order "
        "does the task ask for?",
        "Multiply the centred data by V, then divide column n by the square root of its eigenvalue. [::-1] reverses an order.",
    ),
    because="Each column has the variance 1, and any two columns have the covariance 0. The sign of a direction is free: "
    "if v is an eigenvector, −v is one too. So the sign of a whole column does not count here.",
    solution="""\
def sphere(X):
    A = X - X.mean(axis=0)
    d, V = np.linalg.eigh(A.T @ A / len(X))
    d, V = d[::-1], V[:, ::-1]  # the widest direction first
    return A @ V / np.sqrt(d)
""",
    practises="eigenvalues and eigenvectors of a covariance matrix, and what each of them does to the data",
    minutes=10,
)

NEW = Task(
    name="9.6 new examples",
    signature="sphere_new(X, new)",
    results=(Result("sphered", "the new examples, sphered", points=3, agrees=up_to_signs),),
    reference=_new,
    cases=_clouds_and_new,
    difference=_aligned_difference,
    misconceptions=(
        Misconception(
            "by itself",
            ("    mean =", "    X = new\n    mean =", "np.sqrt(d)", "np.sqrt(np.maximum(d, 1e-12))"),
            "You sphered the new examples with their own mean and covariances. The model was fitted to the coordinates of the "
            "training data, so the new examples need the same ones.",
        ),
        Misconception(
            "its own mean",
            ("(new - mean)", "(new - new.mean(axis=0))"),
            "You subtracted the mean of the new examples. Their distance from the training data is what the model needs.",
        ),
        Misconception(
            "not centred",
            ("(new - mean)", "new"),
            "Subtract the mean of the training data from the new examples first.",
        ),
        Misconception(
            "together",
            ("    mean =", "    X = np.vstack([X, new])\n    mean ="),
            "You computed the mean and the covariances from both tables together. The new examples are not there when the "
            "scaling is fitted.",
        ),
        Misconception(
            "not scaled",
            (" / np.sqrt(d)", ""),
            "The new examples are centred and rotated. Divide by the standard deviations of the training data as well.",
        ),
    ),
    hints=(
        "Which of the numbers in sphere(X) belong to the training data? There are three: a mean, directions and variances.",
        "Compute all three from X, and use them on new: (new − mean) times V, divided by the square roots.",
    ),
    because="Training data and new examples now have the same coordinates, so one set of weights serves both.",
    solution="""\
def sphere_new(X, new):
    mean = X.mean(axis=0)
    d, V = np.linalg.eigh((X - mean).T @ (X - mean) / len(X))
    d, V = d[::-1], V[:, ::-1]
    return (new - mean) @ V / np.sqrt(d)
""",
    practises="keeping what belongs to the training data apart from what is new",
    minutes=10,
)

QUADRATIC = Task(
    name="9.6 quadratic",
    signature="quadratic_matrix(X)",
    results=(Result("matrix", "the matrix C", points=2),),
    reference=_matrix,
    cases=_clouds,
    difference=partial(transform_difference, what=("the matrix C",)),
    misconceptions=(
        Misconception(
            "hessian",
            ("A.T @ A", "2 * A.T @ A"),
            "This is the Hessian, which is 2 C. In a + bᵀw + wᵀCw there is no 2 before C.",
        ),
        Misconception(
            "no bias",
            ("np.column_stack([np.ones(len(X)), X])", "X"),
            "The bias is a weight too. Put a column of ones before the features, so that C has N + 1 rows.",
        ),
        Misconception(
            "not divided",
            (" / len(X)", ""),
            "These are sums over the examples. The cost is a mean, so divide by P.",
        ),
        Misconception(
            "bias last",
            ("[np.ones(len(X)), X]", "[X, np.ones(len(X))]"),
            "You put the column of ones last. In the chapter's x̂ the 1 comes first.",
        ),
        Misconception(
            "centred",
            ("A.T @ A / len(X)", "np.cov(A.T, bias=True)"),
            "You centred the columns, and the column of ones became zeros. C takes the features as they are.",
        ),
        Misconception(
            "divided twice",
            ("/ len(X)", "/ len(X) ** 2"),
            "You divided by P twice.",
        ),
    ),
    hints=(
        "Write the cost of one example as (x̂ᵀw − y)², with x̂ = (1, x). Multiply it out. Which term has w twice?",
        "C is the mean of x̂ x̂ᵀ over the examples. With the rows x̂ in a matrix A, it is A.T @ A / P.",
    ),
    because="The square (x̂ᵀw − y)² has the quadratic part wᵀ x̂ x̂ᵀ w, and C is its mean.",
    solution="""\
def quadratic_matrix(X):
    A = np.column_stack([np.ones(len(X)), X])
    return A.T @ A / len(X)
""",
    practises="reading the curvature of a cost off its formula",
    minutes=8,
)

TASKS = (COVARIANCE, SPHERE, NEW, QUADRATIC)
