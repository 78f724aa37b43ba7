"""Room beside a plot for names, ticks and numbers. However long these are, most of the width is left to the plot."""

PLOT = 0.45  # smallest share of a panel's width that a plot has


def bounded(left: float, right: float, width: float) -> tuple[float, float]:
    """Reduce the room wanted left and right of a plot so that the plot keeps its share of the width.

    The larger room gives way. This is the rule of frontend/src/gutters.js.

    Parameters
    ----------
    left, right : float
        The room wanted, in the unit of ``width``.
    width : float
        Width of the panel.

    Examples
    --------
    >>> bounded(40.0, 10.0, 200.0)
    (40.0, 10.0)
    >>> bounded(400.0, 40.0, 200.0)
    (70.0, 40.0)
    """
    most = round((1 - PLOT) * width, 9)
    if left + right <= most:
        return left, right
    least = min(left, right, most / 2)
    return (least, most - least) if left < right else (most - least, least)
