"""Bad input to a cost with its bias held."""

import numpy as np

from fewidgets.algorithms import FixedBias, LeastSquares
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

HELD = FixedBias(LeastSquares(GOOD, OUTPUT), 1.0)
WRONG_WEIGHTS = [
    ([0.0, 1.0, 2.0], ValueError, r"w has shape \(3,\); wanted \(..., 2\)"),
    ([0.0, np.nan], ValueError, "w must not contain NaN; found one in row 1"),
    (["a", "b"], TypeError, "w must hold real numbers; got text, for example 'a'"),
]
CASES = {
    "FixedBias": [
        (lambda: FixedBias(3, 0.0), TypeError, r"cost is 3 \(int\); wanted LeastSquares or Softmax"),
        (lambda: FixedBias(HELD, 0.0), TypeError, "cost is .*FixedBias.*; wanted LeastSquares or Softmax"),
        (lambda: FixedBias(HELD.cost, np.nan), ValueError, "bias must be a finite number; got nan"),
        (lambda: FixedBias(HELD.cost, "1"), TypeError, r"bias must be a finite number; got '1' \(str\)"),
        (lambda: HELD.subset([9]), ValueError, "rows holds 9; wanted 0 to 3"),
        *(
            (lambda method=method, w=w: getattr(HELD, method)(w), error, message)
            for method in ("value", "gradient", "hessian")
            for w, error, message in WRONG_WEIGHTS
        ),
    ],
}
