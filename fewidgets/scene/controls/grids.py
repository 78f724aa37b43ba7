"""Which values of a control a page without a kernel carries."""

import math

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


def round_numbers(low: float, high: float) -> list[float]:
    """Return the ends of a logarithmic track and round numbers between them: powers of ten first, then 3, 30 and so on."""
    found = [low, high]
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for mantissas in ((1,), (3,), (2, 5), (1.5, 7)):
        numbers = [float(f"{mantissa}e{power}") for power in powers for mantissa in mantissas]
        more = [number for number in numbers if low < number < high]
        if len(found) + len(more) > NUMBERS:
            break
        found += more
    return found
