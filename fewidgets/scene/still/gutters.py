"""Room beside a plot for names, ticks and numbers."""

PLOT = 0.45  # smallest share of a panel's width that a plot has


def bounded(left: float, right: float, width: float) -> tuple[float, float]:
    """Reduce the room left and right of a plot, the larger first, so that the plot keeps its share."""
    most = round((1 - PLOT) * width, 9)
    if left + right <= most:
        return left, right
    least = min(left, right, most / 2)
    return (least, most - least) if left < right else (most - least, least)
