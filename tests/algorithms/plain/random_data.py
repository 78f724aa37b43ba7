"""Random data on which a plain form must agree with its fast form."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


@st.composite
def regressions(draw, most_features=5, centred=False):
    """Draw features (P, N) of different scales that are partly correlated, and an output that depends on them."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    N = draw(st.integers(1, most_features))
    P = draw(st.integers(N + 5, 40))
    X = rng.normal(size=(P, N)) + draw(st.sampled_from([0.0, 0.5, 1.0])) * rng.normal(size=(P, 1))
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    if not centred:
        X = X * 10.0 ** rng.integers(-2, 3, size=N) + rng.normal(size=N)
    y = X @ (rng.normal(size=N) / X.std(axis=0)) + rng.normal(size=P)
    return X, y


@st.composite
def classifications(draw, most_features=5):
    """Draw standard normalized features (P, N), and labels −1 and +1 that overlap."""
    X, y = draw(regressions(most_features, centred=True))
    noise = np.random.default_rng(len(y)).normal(size=len(y))
    labels = np.where(y + 2 * y.std() * noise > np.median(y), 1.0, -1.0)
    labels[:2] = 1.0, -1.0  # both classes occur
    return X, labels
