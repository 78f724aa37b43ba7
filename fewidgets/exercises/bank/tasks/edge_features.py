"""Tasks of exercise 9.2: edges found with eight kernels, and their histogram."""

from functools import partial

import numpy as np

from fewidgets.algorithms import edge_maps
from fewidgets.exercises.differences import histogram_difference, several_difference, transform_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

# Halved differences of the neighbours below and above; those of right and left are the transpose.
_DOWN = np.array([[0.0, -0.5, 0.0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]])


def _kernels(K):
    angles = np.pi * np.arange(K) / K
    return np.array([np.cos(angle) * _DOWN + np.sin(angle) * _DOWN.T for angle in angles])


def _window_cases(rng):
    # The first and the last kernel win as well, with a response of either sign, and from 0 to 1 all responses are small.
    drawn = ((8, 1, -1, 255), (8, 7, 1, 255), (8, 0, -1, 255), (4, 3, -1, 1), (2, 1, 1, 255))
    for n, (K, best, sign, white) in enumerate(drawn, 1):
        ramp = 128 + 140 * sign * _kernels(K)[best] + rng.uniform(-9, 9, size=(3, 3))
        yield Case((ramp.round() * white / 255, _kernels(K)), f"window {n}, with {K} kernels")
    # Brighter above and to the left: the strongest response is negative.
    yield Case((np.array([[200.0, 180.0, 90.0], [190.0, 100.0, 20.0], [160.0, 30.0, 0.0]]), _kernels(8)), "a falling window")


def _reference_window(window, kernels):
    best = int(np.round(edge_maps(window, orientations=len(kernels)).positions[1, 1])) % len(kernels)
    return best, abs((window * kernels[best]).sum())


def _responses_in_words(arguments, right, found):
    """Say how the kernel that was chosen responds, and how the right one does."""
    window, kernels = arguments
    best, other = int(right[0]), found[0]
    if best == other or other != int(other) or not 0 <= other < len(kernels):
        return ""
    numbers = [f"{float((window * kernels[n]).sum()):.4g}" for n in (best, int(other))]
    return f"The response of kernel {best} is {numbers[0]}, and that of kernel {int(other)} is {numbers[1]}."


_WINDOW = Task(
    name="9.2 strongest kernel",
    signature="strongest(window, kernels)",
    results=(Result("kernel", "the number of the kernel"), Result("strength", "the strength")),
    reference=_reference_window,
    cases=_window_cases,
    difference=partial(several_difference, what=("the number of the kernel", "the strength"), explain=_responses_in_words),
    misconceptions=(
        Misconception(
            "negative responses lose",
            ("np.abs(responses).argmax()", "responses.argmax()", "np.abs(responses[best])", "responses[best]"),
            "You take the largest response and leave out the negative ones. A response is negative where the image becomes "
            "darker instead of brighter. It is as much of an edge. Compare sizes.",
        ),
        Misconception(
            "sizes before the sum",
            ("(window * kernel).sum()", "np.abs(window * kernel).sum()"),
            "You take the size of each product before you add them. Then bright and dark neighbours cannot cancel, and a "
            "plain wall becomes an edge. Add the products first.",
        ),
        Misconception(
            "signed strength",
            ("np.abs(responses[best])", "responses[best]"),
            "The kernel is right. Your strength has a sign. A strength is a size, so it is never negative.",
        ),
        Misconception(
            "counted from one",
            ("return best,", "return best + 1,"),
            "You count the kernels from 1. In code, the first one has the number 0.",
        ),
        Misconception(
            "averaged",
            (".sum()", ".mean()"),
            "You average the products instead of adding them. The response is their sum.",
        ),
    ),
    hints=(
        "For one kernel, multiply the window by it, entry by entry, and add the products: (window * kernel).sum().",
        "np.abs of all responses, then argmax, gives the number of the strongest.",
    ),
    because="The kernel with the largest response in size fits the edge best, whether the image rises or falls across it.",
    solution="""def strongest(window, kernels):
    responses = np.array([(window * kernel).sum() for kernel in kernels])
    best = np.abs(responses).argmax()
    return best, np.abs(responses[best])
""",
    practises="reading the response of a kernel",
    minutes=6,
)


def _filter_cases(rng):
    for rows, columns, size in ((3, 3, 3), (6, 8, 3), (9, 5, 2), (12, 12, 5)):
        image = rng.integers(0, 256, size=(rows, columns)).astype(float)
        kernel = rng.integers(-4, 5, size=(size, size)).astype(float)
        yield Case((image, kernel), f"an image of {rows} × {columns} pixels, a kernel of {size} × {size}")


_FILTER = Task(
    name="9.2 filter",
    signature="filter_image(image, kernel)",
    results=(Result("responses", "the responses", points=2),),
    cases=_filter_cases,
    misconceptions=(
        Misconception(
            "kernel turned",
            ("kernel[i, j]", "kernel[-1 - i, -1 - j]"),
            "You turn the kernel by 180°, as a convolution in mathematics does. Here the kernel is laid onto the image as it "
            "is: its upper left number meets the upper left pixel.",
        ),
        Misconception(
            "kernel transposed",
            ("kernel[i, j]", "kernel[j, i]"),
            "Rows and columns of the kernel are swapped. kernel[i, j] belongs to the pixel i rows down and j columns to the "
            "right.",
        ),
        Misconception(
            "mean of the products",
            ("return responses", "return responses / kernel.size"),
            "You divide by the number of entries. A response is the sum of the products.",
        ),
        Misconception(
            "sizes",
            ("return responses", "return np.abs(responses)"),
            "You took the sizes already. Keep the signs here: the next function decides what to do with them.",
        ),
        Misconception(
            "window stands still",
            ("image[i : i + rows, j : j + columns]", "image[i, j]"),
            "All your responses are equal to the first. The window does not move: the part of the image has to depend on the "
            "place.",
        ),
    ),
    difference=partial(transform_difference, what=("the responses",)),
    hints=(
        "The kernel fits into the image at (rows − size + 1) × (columns − size + 1) places.",
        "For each entry (i, j) of the kernel, all places together meet one part of the image: the one that begins at row i "
        "and column j.",
        "Add kernel[i, j] * image[i : i + rows, j : j + columns] over all entries of the kernel.",
    ),
    because="Each response is the sum of products of the kernel with the pixels below it.",
    solution="""def filter_image(image, kernel):
    size = len(kernel)
    rows, columns = image.shape[0] - size + 1, image.shape[1] - size + 1
    responses = np.zeros((rows, columns))
    for i in range(size):
        for j in range(size):
            responses += kernel[i, j] * image[i : i + rows, j : j + columns]
    return responses
""",
    practises="convolution by shifting the image",
    minutes=10,
)


def _histogram_cases(rng):
    for rows, columns, K, contrast in ((7, 7, 8, 1), (12, 9, 8, 1), (5, 14, 4, 0.001), (20, 20, 8, 1)):
        y, x = np.mgrid[:rows, :columns]
        # A bright disc on a noisy ground has edges of every orientation, rising and falling.
        disc = np.hypot(y - 0.6 * rows, x - 0.4 * columns) < 0.35 * min(rows, columns)
        image = contrast * (100 * disc + rng.uniform(0, 60, size=(rows, columns)))
        yield Case((image, _kernels(K)), f"{rows} × {columns} pixels, {K} kernels")
    yield Case((np.zeros((6, 6)), _kernels(8)), "an image without edges")


_HISTOGRAM = Task(
    name="9.2 edge histogram",
    signature="edge_histogram(image, kernels)",
    results=(Result("histogram", "the histogram", points=3),),
    cases=_histogram_cases,
    misconceptions=(
        Misconception(
            "every kernel counts",
            ("sizes[k][strongest == k].sum()", "sizes[k].sum()"),
            "Each pixel counts for all kernels. So a flat edge fills the upright bars as well, and all histograms look "
            "alike. Let each pixel count for its strongest kernel only.",
        ),
        Misconception(
            "falling edges lost",
            (
                "np.abs([filter_image(image, kernel) for kernel in kernels])",
                "np.array([filter_image(image, kernel) for kernel in kernels])",
            ),
            "You choose the largest response with its sign, so edges at which the image becomes darker are lost, or count for "
            "another kernel. Compare sizes.",
        ),
        Misconception(
            "edges cancel",
            (
                "np.abs([filter_image(image, kernel) for kernel in kernels])",
                "np.array([filter_image(image, kernel) for kernel in kernels])",
                "sizes.argmax",
                "np.abs(sizes).argmax",
            ),
            "You choose the right kernel, and then add responses with their signs. The left and the right side of a stroke "
            "cancel. Add sizes.",
        ),
        Misconception(
            "pixels counted",
            ("sizes[k][strongest == k].sum()", "((strongest == k) & (sizes[k] > 0)).sum()"),
            "You count pixels, so the faint noise of the paper counts as much as ink. Add the strengths.",
        ),
        Misconception(
            "not scaled",
            ("totals / length if length > 0 else totals", "totals"),
            "The totals are right. Scale them to unit length, so that a darker print has the same histogram.",
        ),
        Misconception(
            "sum one",
            ("np.linalg.norm(totals)", "totals.sum()"),
            "Your entries add up to 1. The chapter scales to unit length: divide by the root of the sum of squares.",
        ),
        Misconception(
            "largest one",
            ("np.linalg.norm(totals)", "totals.max()"),
            "Your largest entry is 1. The chapter scales to unit length: divide by the root of the sum of squares.",
        ),
    ),
    difference=histogram_difference,
    hints=(
        "Filter the image with every kernel. Put the sizes of the responses into one array, shape (K, rows, columns).",
        "argmax along the first axis says for each pixel which kernel is strongest.",
        "For each k, add the sizes of kernel k where it is the strongest. Divide the K totals by their length, "
        "np.linalg.norm. An image without edges has length 0: return the zeros as they are.",
    ),
    because="Each pixel adds the strength of its edge to the bar of its orientation, and the vector has unit length.",
    solution="""def filter_image(image, kernel):
    size = len(kernel)
    rows, columns = image.shape[0] - size + 1, image.shape[1] - size + 1
    return sum(kernel[i, j] * image[i : i + rows, j : j + columns] for i in range(size) for j in range(size))


def edge_histogram(image, kernels):
    sizes = np.abs([filter_image(image, kernel) for kernel in kernels])
    strongest = sizes.argmax(axis=0)
    totals = np.array([sizes[k][strongest == k].sum() for k in range(len(kernels))])
    length = np.linalg.norm(totals)
    return totals / length if length > 0 else totals
""",
    practises="turning an image into a histogram of edges (section 9.2.3)",
    minutes=15,
)

TASKS = (_WINDOW, _FILTER, _HISTOGRAM)
