from __future__ import annotations

import numpy as np

from fewidgets.explorables.polynomial_degree_viewer.fits import BASES, RAW, DegreeFits, largest_degree
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import format_number
from fewidgets.scene.types import TwoTexts


def describe_fit(fits: DegreeFits, basis: int, degree: int, names: TwoTexts, *, whole: bool) -> str:
    if degree > fits.computed(basis):
        return f"Degree {degree}, {BASES[basis]}: {_why_not(fits, basis, degree, names[0])}"
    training = format_number(fits.training[basis, degree])
    errors = f"error {training} in training, {held_out_words(fits, basis, degree)} held out."
    start = f"Degree 0 predicts the mean of {names[1]}" if degree == 0 else f"Degree {degree}, {BASES[basis]}"
    return f"{start}: {errors}{_columns(fits, basis, degree)}{_best(fits, basis) if whole else ''}"


def held_out_words(fits: DegreeFits, basis: int, degree: int) -> str:
    if degree > fits.computed(basis):
        return ""
    return f"{format_number(fits.held_out[basis, degree])} ± {format_number(fits.standard_errors[basis, degree])}"


def columns_found(fits: DegreeFits, basis: int, degree: int) -> str:
    """Say how many independent columns the solver finds, and how many there are."""
    if degree > fits.computed(basis):
        return ""
    return f"The solver finds {fits.ranks[basis, degree]:.0f} of {counted(int(fits.exact[basis, degree]), 'column')}"


def _why_not(fits: DegreeFits, basis: int, degree: int, feature: str) -> str:
    if BASES[basis] == RAW and degree > largest_degree(fits.x, fits.degrees):
        return f"powers of {feature} are too large to compute with. Rescale it first."
    return f"a value of {feature} lies so far from the others that its held-out error cannot be computed."


def _columns(fits: DegreeFits, basis: int, degree: int) -> str:
    found, exact = int(fits.ranks[basis, degree]), int(fits.exact[basis, degree])
    if found < exact:
        worse = fits.held_out[basis, degree] > fits.held_out[basis, 0]
        return f" The solver finds {found} of {exact} columns{': the mean is a better guess.' if worse else '.'}"
    if exact <= degree and exact < len(np.unique(fits.x)):
        return f" Beside the outlier, rounding leaves {exact} different values of the rescaled feature."
    if exact <= degree:
        return f" With {exact} different values of x, degree {exact - 1} is the last that adds a column."
    return ""


def _best(fits: DegreeFits, basis: int) -> str:
    best, chosen = fits.best(basis), fits.sweeps[basis].one_standard_error_degree
    if best == chosen:
        return f" Held out, degree {best} is best."
    return f" Held out, degree {best} is best; degree {chosen} is as good within one standard error."
