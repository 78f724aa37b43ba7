"""Small good data that the tables of bad input spoil."""

import numpy as np

GOOD = np.array([[0.0, 1.0], [1.0, -1.0], [2.0, 0.5], [4.0, 3.0]])
OUTPUT = np.array([1.0, 2.0, -1.0, 0.5])
LABELS = np.array([1.0, -1.0, -1.0, 1.0])
