"""What `cross_validate` says of a model of the caller's own that does not predict numbers."""

import re
import warnings

import numpy as np
import pytest

from fewidgets.algorithms import cross_validate

X, Y = np.arange(6.0)[:, None], np.array([-1, 1, -1, 1, 1, -1.0])


def run(fit, error="squared", y=Y):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return cross_validate(fit, X, y, error=error, folds=2)


@pytest.mark.parametrize(
    ("fit", "kind", "message"),
    [
        (
            lambda X, y: None,
            TypeError,
            "fit must return a callable predict(X_test); got None (is a return",
        ),
        (lambda X, y: lambda new: ["a"] * len(new), TypeError, "fit's predictions must hold real numbers; got text"),
        (lambda X, y: lambda new: [[1], [1, 2], [3]], ValueError, "fit's predictions must be a rectangular array"),
        (lambda X, y: lambda new: 1.0, ValueError, "shape (3, G); got shape ()"),
        (lambda X, y: lambda new: np.zeros((len(new), 0)), ValueError, "shape (3, G); got shape (3, 0)"),
        (lambda X, y: lambda new: np.zeros((len(new), 1, 1)), ValueError, "shape (3, G); got shape (3, 1, 1)"),
    ],
)
def test_predictions_that_are_no_numbers_are_named(fit, kind, message):
    with pytest.raises(kind, match=re.escape(message)):
        run(fit)


def test_folds_must_agree_in_their_number_of_models():
    seen = []

    def fit(X, y):
        seen.append(0)
        columns = len(seen)
        return lambda new: np.zeros((len(new), columns))

    with pytest.raises(ValueError, match="fit's predictions have 2 columns in fold 1 and 1 in fold 0"):
        run(fit)


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        (lambda y, p: "low", TypeError, "error's results must hold real numbers; got text, for example 'low'"),
        (lambda y, p: [], ValueError, "error's results have 0 entries"),
    ],
)
def test_an_error_of_the_callers_own_is_named_too(error, kind, message):
    with pytest.raises(kind, match=message):
        run(lambda X, y: lambda new: new[:, 0], error)


@pytest.mark.parametrize("error", ["misclassification", "softmax"])
def test_labels_of_0_and_1_are_refused_with_the_cure(error):
    y = (Y + 1) / 2
    with pytest.raises(ValueError, match=r"y must contain only -1 and \+1; found 0 in row 0\. Convert with 2 \* y - 1\."):
        run(lambda X, y: lambda new: new[:, 0], error, y)
    perfect = dict(zip(X[:, 0], Y, strict=True))
    result = run(lambda X, y: lambda new: np.array([perfect[x] for x in new[:, 0]]), "misclassification", 2 * y - 1)
    assert result.mean[0] == 0


def test_true_and_false_and_whole_numbers_are_predictions():
    assert run(lambda X, y: lambda new: new[:, 0] > 2).errors.shape == (2, 1)
    assert run(lambda X, y: lambda new: [1] * len(new)).errors.shape == (2, 1)
