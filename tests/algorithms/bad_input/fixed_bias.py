"""Bad input to a cost with its bias held."""

import numpy as np

from fewidgets.algorithms import FixedBias, LeastSquares
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

HELD = FixedBias(LeastSquares(GOOD, OUTPUT), 1.0)
WRONG_WEIGHTS = [
    ([0.0, 1.0, 2.0], ValueError, r"w must have shape \(\.\.\., 2\), one weight per feature; got shape \(3,\)"),
    ([0.0, np.nan], ValueError, "w must not contain NaN; found one in row 1"),
    (["a", "b"], TypeError, "w must hold real numbers; got text, for example 'a'"),
]
CASES = {
    "FixedBias": [
        (lambda: FixedBias(3, 0.0), TypeError, r"cost must be LeastSquares or Softmax; got 3 \(int\)"),
        (lambda: FixedBias(HELD, 0.0), TypeError, "cost must be LeastSquares or Softmax; got .*FixedBias"),
        (lambda: FixedBias(HELD.cost, np.nan), ValueError, "bias must be a finite number; got nan"),
        (lambda: FixedBias(HELD.cost, "1"), TypeError, r"bias must be a finite number; got '1' \(str\)"),
        (lambda: HELD.subset([9]), ValueError, "rows must lie between 0 and 3; got 9"),
        *(
            (lambda method=method, w=w: getattr(HELD, method)(w), error, message)
            for method in ("value", "gradient", "hessian")
            for w, error, message in WRONG_WEIGHTS
        ),
    ],
}
