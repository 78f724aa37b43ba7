"""Grey levels, edges and their histograms: counted anew, pixel by pixel."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import block_edge_histogram, edge_histogram, edge_maps, to_gray
from tests.attack.attacks import attacks
from tests.attack.case import Case
from tests.attack.designs import laid_out

SINGLE = float(np.finfo(np.float32).eps)


def draw_images(case, smallest=1, largest=14):
    """Draw grey pictures: flat, striped, noisy, with one bright pixel, of any number type and layout."""
    rng = case.rng
    P = case.pick("P", [None, 1, 3])
    size = (case.integer("H", smallest, largest), case.integer("W", smallest, largest))
    shape = size if P is None else (P, *size)
    kind = case.pick("picture", ["noise", "ramp", "flat", "stripes", "bright pixel", "sparse", "checker"])
    rows, columns = np.indices(shape[-2:])
    picture = {
        "noise": lambda: rng.random(shape),
        "ramp": lambda: np.broadcast_to((rows + 2.0 * columns) / 50, shape),
        "flat": lambda: np.full(shape, 0.7),
        "stripes": lambda: np.broadcast_to(((rows // 2) % 2).astype(float), shape),
        "bright pixel": lambda: np.where(np.arange(np.prod(shape)).reshape(shape) == rng.integers(np.prod(shape)), 1.0, 0.2),
        "sparse": lambda: (rng.random(shape) < 0.1).astype(float),
        "checker": lambda: np.broadcast_to(((rows + columns) % 2).astype(float), shape),
    }[kind]().copy()
    scale = case.pick("scale", [1.0, 1.0, 255.0, 1e-8, 1e11, 1e-30, 1e150])
    kinds = (
        ("float64", "uint8", "float32", "int64", "bool", "int8")
        if scale in (1.0, 255.0)
        else ("float64", "float32" if scale < 1e30 else ">f8")
    )
    dtype = case.pick("type", kinds)
    picture = picture * scale
    if dtype == "bool":
        picture = picture > 0.5 * scale
    elif np.dtype(dtype).kind in "iu":
        picture = (
            np.round(np.clip(picture * (255 if scale == 1 else 1), 0, np.iinfo(dtype).max))
            if dtype != "int64"
            else np.round(picture * 255)
        )
    case.tame = scale in (1.0, 255.0) and min(size) >= 9
    handed = laid_out(picture.astype(dtype), case.pick("layout", ["C", "Fortran", "strided", "reversed", "read-only"]))
    return case.hand("images", handed), np.asarray(handed, np.float64)


def draw_edge_options(case, most=180):
    return {
        "orientations": case.pick("orientations", [8, 1, 2, 3, 9, most]),
        "votes": case.pick("votes", ["hard", "interpolated"]),
        "kernel": case.pick("kernel", ["central", "prewitt", "sobel"]),
    }


def slopes(images, kernel):
    """The gradient downwards and to the right, in double precision."""

    def along(axis):
        if images.shape[axis] == 1:
            return np.zeros_like(images)
        change = np.gradient(images, axis=axis)
        side = {"central": 0, "prewitt": 1 / 3, "sobel": 1 / 4}[kernel]
        other = -1 if axis == -2 else -2
        padded = np.concatenate([np.take(change, [0], other), change, np.take(change, [-1], other)], axis=other)
        n = change.shape[other]
        near = [np.take(padded, range(k, k + n), axis=other) for k in range(3)]
        return side * (near[0] + near[2]) + (1 - 2 * side) * near[1]

    return along(-2), along(-1)


def shares_of(images, options):
    """Each pixel's edge: its strength, and for whom it votes, shape (…, K); and how sure that is."""
    K = options["orientations"]
    down, right = slopes(images, options["kernel"])
    strength = np.hypot(down, right)
    angle = np.mod(np.arctan2(right, down), np.pi) * K / np.pi
    votes = np.zeros((*images.shape, K))
    if options["votes"] == "hard":
        nearest = np.mod(np.floor(angle + 0.5), K).astype(int)
        np.put_along_axis(votes, nearest[..., None], strength[..., None], axis=-1)
    else:
        lower = np.floor(angle)
        share = angle - lower
        for which, weight in ((lower, 1 - share), (lower + 1, share)):
            at = np.mod(which, K).astype(int)[..., None]
            np.put_along_axis(votes, at, np.take_along_axis(votes, at, -1) + (strength * weight)[..., None], axis=-1)
    largest = np.abs(images).max(initial=0.0)
    noise = 16 * SINGLE * largest + 1e-18
    # An angle is off by the share that rounding is of the edge; a hard vote may then go to the neighbour.
    unsure = np.minimum(noise / np.where(strength > 0, strength, np.inf) + 4 * SINGLE * K, 1) * K
    if options["votes"] == "hard":
        doubtful = np.abs(np.mod(angle + 0.5, 1)) < unsure
        doubtful |= np.abs(1 - np.mod(angle + 0.5, 1)) < unsure
        off = np.where(doubtful, 1.0, 0.0)
    else:
        off = unsure
    return strength, votes, strength * np.minimum(off, 1) + noise, noise


@attacks("edge_maps")
def every_pixel_votes_with_its_strength(case: Case) -> None:
    images, exact = draw_images(case)
    options = draw_edge_options(case, most=24)
    found = case.call(edge_maps, images, **options)
    down, right = slopes(exact, options["kernel"])
    strength, votes, off, noise = shares_of(exact, options)
    case.close("row_gradients", found.row_gradients, down, noise)
    case.close("column_gradients", found.column_gradients, right, noise)
    case.close("strengths", found.strengths, strength, 2 * noise)
    K = options["orientations"]
    case.holds((found.positions >= 0) & (found.positions < K), f"positions from 0 to below {K}")
    maps = np.stack([case.call(found.map, k) for k in range(K)], axis=-1).astype(np.float64)
    case.close("votes added up", maps.sum(axis=-1), found.strengths, 8 * SINGLE * found.strengths + 1e-30)
    case.close("maps", maps, votes, (2 * off + 2 * noise)[..., None])


@attacks("edge_histogram")
def histograms_add_the_votes_up(case: Case) -> None:
    images, exact = draw_images(case)
    options = draw_edge_options(case)
    found = case.call(edge_histogram, images, **options)
    strength, votes, off, noise = shares_of(exact, options)
    case.close("totals", found.totals, votes.sum(axis=(-3, -2)), (2 * off + 2 * noise).sum(axis=(-2, -1))[..., None])
    check_unit_length(case, found.features, found.totals)
    total = strength.sum(axis=(-2, -1))
    case.close(
        "totals added up", found.totals.sum(axis=-1), total, (2 * noise * exact.shape[-1] * exact.shape[-2]) + 1e-6 * total
    )


def check_unit_length(case, features, totals):
    length = np.sqrt((totals.astype(np.longdouble) ** 2).sum(axis=-1, keepdims=True))
    expected = np.where(length > 0, totals / np.where(length > 0, length, 1), 0)
    case.close("features", features, expected, 8 * SINGLE)


def windows(size, patch, stride):
    return [(i * stride, i * stride + patch) for i in range((size - patch) // stride + 1)]


@attacks("block_edge_histogram", share=2)
def blocks_hold_their_patches_and_have_unit_length(case: Case) -> None:
    images, exact = draw_images(case, smallest=4)
    options = draw_edge_options(case, most=4)
    patch, block = case.pick("patch", [3, 1, (2, 3)]), case.pick("block", [3, 1, (1, 2)])
    found = case.call(
        block_edge_histogram,
        images,
        patch=patch,
        block=block,
        **options,
    )
    _, votes, off, noise = shares_of(exact, options)
    rough = (2 * off + 2 * noise)[..., None]
    pair = [(value, value) if isinstance(value, int) else value for value in (patch, block)]
    rows, columns = (windows(exact.shape[axis - 2], pair[0][axis], pair[0][axis]) for axis in (0, 1))
    totals = np.stack([np.stack([votes[..., a:b, c:d, :].sum(axis=(-3, -2)) for c, d in columns], -2) for a, b in rows], -3)
    granted = np.stack([np.stack([rough[..., a:b, c:d, :].sum(axis=(-3, -2)) for c, d in columns], -2) for a, b in rows], -3)
    case.close("patch_totals", found.patch_totals, totals, granted + 1e-5 * totals)
    held = found.patch_totals.astype(np.longdouble)
    for i, (top, bottom) in enumerate(windows(len(rows), pair[1][0], 1)):
        for j, (left, right) in enumerate(windows(len(columns), pair[1][1], 1)):
            part = held[..., top:bottom, left:right, :]
            norm = np.sqrt((part**2).sum(axis=(-3, -2, -1)))
            case.close("block_norms", found.block_norms[..., i, j], norm, 1e-5 * norm + 1e-18)
            expected = (
                np.where(norm > 0, 1, 0)[..., None, None, None] * part / np.where(norm > 0, norm, 1)[..., None, None, None]
            )
            got = found.block_histograms[..., i, j, :, :, :].astype(np.longdouble)
            case.close("block_histograms", got, expected, 1e-5)


@attacks("to_gray")
def grey_is_a_weighted_mean_over_a_background(case: Case) -> None:
    _, exact = draw_images(case)
    channels = case.pick("channels", [3, 4, 1, 2])
    P_given = exact.ndim == 3
    shape = (*exact.shape, channels)
    dtype = case.pick("colour type", ["uint8", "float32", "float64", "int64"])
    white = 255.0 if dtype in ("uint8", "int64") else 1.0
    colour = case.rng.random(shape) * white
    colour = case.hand("image", np.round(colour).astype(dtype) if white == 255 else colour.astype(dtype))
    case.tame = case.tame and P_given
    got = case.call(to_gray, colour, may_refuse="shape|channels")
    long = colour.astype(np.longdouble)
    grey = long[..., :3] @ np.array([0.299, 0.587, 0.114], np.longdouble) if channels >= 3 else long[..., 0]
    if channels in (2, 4):
        alpha = long[..., -1] / white
        grey = alpha * grey + (1 - alpha) * white
    case.close("grey", got, grey, 8 * SINGLE * white)
