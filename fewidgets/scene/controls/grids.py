"""Which values of a control a page without a kernel carries."""

# What a page without a kernel carries: values of a number, most integers of which it has all, places along each side of a
# point's range, most items of which it has all orders, and presses of a button.
NUMBERS, MOST_INTEGERS, PLACES, MOST_ORDERED, PRESSES = 17, 24, 9, 5, 6


def coarse_to_fine(count: int) -> list[int]:
    """Return the numbers 0 … count - 1 so that the first few of them are spread evenly: both ends, the middle, and so on."""
    order = [0, count - 1]
    parts = 1
    while len(order) < count:
        parts *= 2
        order += [place for k in range(1, parts, 2) if (place := round(k * (count - 1) / parts)) not in order]
    return order
