"""Nasty designs: matrices, outputs and labels as real data have them at their worst, all drawn from one seed.

A design is put together from five draws: a shape, one or two structures (near copies, outliers, ties, …), a scale, a data
type and a layout in memory. `Design.A` is what a function must see whatever the type and layout: the same numbers as float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.attack.case import Case

Array = np.ndarray


@dataclass(frozen=True)
class Design:
    """A matrix as it is handed over, and what the function must see in it."""

    X: Array
    A: Array
    structures: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return self.A.shape


# -- structures: each changes a matrix of standard normal numbers ----------------------------------------------------------


def _collinear(A, rng):
    if A.shape[1] > 1:
        A[:, -1] = A[:, :-1] @ rng.integers(-2, 3, A.shape[1] - 1)


def _near_copy(A, rng):
    if A.shape[1] > 1:
        first, second = rng.choice(A.shape[1], 2, replace=False)
        noise = 10.0 ** rng.uniform(-15, -3) * rng.normal(size=len(A))
        A[:, second] = rng.choice([1.0, -1.0, 2.54]) * A[:, first] + noise


def _duplicate(A, rng):
    if A.shape[1] > 1:
        first, second = rng.choice(A.shape[1], 2, replace=False)
        A[:, second] = rng.choice([1.0, -1.0]) * A[:, first]


def _constant(A, rng):
    A[:, rng.integers(A.shape[1])] = rng.choice([0.0, 1.0, 0.1, -3e5])


def _nearly_constant(A, rng):
    A[:, rng.integers(A.shape[1])] = 1 + 10.0 ** rng.uniform(-16, -9) * rng.normal(size=len(A))


def _outlier(factor):
    def change(A, rng):
        A[rng.integers(A.shape[0]), rng.integers(A.shape[1])] = rng.choice([-1.0, 1.0]) * factor

    return change


def _tied(A, rng):
    A[:] = rng.integers(-2, 3, A.shape)


def _binary(A, rng):
    A[:] = rng.random(A.shape) < rng.choice([0.1, 0.5])


def _offset(A, rng):
    A += 10.0 ** rng.uniform(2, 7)


def _units(A, rng):
    A *= 10.0 ** rng.uniform(-6, 6, A.shape[1])


def _one_hot(A, rng):
    A[:] = np.eye(A.shape[1])[rng.integers(A.shape[1], size=len(A))]


def _orthogonal(A, rng):
    if A.shape[0] > A.shape[1]:
        A -= A.mean(axis=0)
        A[:] = np.linalg.qr(A)[0] * np.sqrt(len(A))


def _powers(A, rng):
    A[:] = np.linspace(0.1, 1.0, len(A))[:, None] ** np.arange(1, A.shape[1] + 1)


def _repeated_rows(A, rng):
    A[:] = A[rng.integers(max(1, len(A) // 3), size=len(A))]


STRUCTURES: dict[str, Callable[[Array, np.random.Generator], None]] = {
    "normal": lambda A, rng: None,
    "collinear": _collinear,
    "near copy": _near_copy,
    "duplicate": _duplicate,
    "constant": _constant,
    "nearly constant": _nearly_constant,
    "outlier 1e4": _outlier(1e4),
    "outlier 1e8": _outlier(1e8),
    "tied": _tied,
    "binary": _binary,
    "offset": _offset,
    "units": _units,
    "one hot": _one_hot,
    "orthogonal": _orthogonal,
    "powers": _powers,
    "repeated rows": _repeated_rows,
}
SCALES = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1e-8, 1e8, 1e-8, 1e8, 1e-30, 1e30, 1e-30, 1e30, 1e-150, 1e150)
DTYPES = ("float64", "float64", "float64", "float32", "int64", "int8", "uint8", "bool", ">f8")
LAYOUTS = ("C", "Fortran", "strided", "reversed", "read-only", "window")


def draw_shape(case: Case, largest: tuple[int, int] = (30, 6), smallest_P: int = 1) -> tuple[int, int]:
    """Draw P and N: mostly more examples than features; sometimes fewer, one, or two."""
    rng, (P, N) = case.rng, largest
    kind = case.pick("shape", ["tall", "tall", "tall", "square", "wide", "P = 1", "P = 2", "N = 1"])
    n = int(rng.integers(1, N + 1))
    shape = {
        "tall": (int(rng.integers(min(n + 3, P), P + 1)), n),
        "square": (n + 1, n),
        "wide": (max(1, n // 2), n),
        "P = 1": (1, n),
        "P = 2": (2, n),
        "N = 1": (int(rng.integers(min(8, P), P + 1)), 1),
    }[kind]
    return max(smallest_P, shape[0]), shape[1]


def draw_design(
    case: Case,
    *,
    largest: tuple[int, int] = (30, 6),
    smallest_P: int = 1,
    structures: tuple[str, ...] = tuple(STRUCTURES),
    scales: tuple[float, ...] = SCALES,
    dtypes: tuple[str, ...] = DTYPES,
    name: str = "X",
) -> Design:
    """Draw a matrix of examples in rows, as nasty as the arguments allow."""
    rng = case.rng
    P, N = draw_shape(case, largest, smallest_P)
    A = rng.normal(size=(P, N))
    count = int(rng.choice([1, 1, 2]))
    drawn = tuple(case.pick(f"{name} structure {i}", structures) for i in range(count))
    for structure in drawn:
        STRUCTURES[structure](A, rng)
    scale = case.pick(f"{name} scale", scales)
    dtype = case.pick(f"{name} type", dtypes if scale == 1 else ("float64", ">f8"))
    values = as_type(A, dtype) if scale == 1 else (A * scale).astype(dtype)
    X = laid_out(values, case.pick(f"{name} layout", LAYOUTS))
    if set(drawn) != {"normal"} or scale != 1 or dtype not in ("float64", "float32", ">f8") or max(8, N + 3) > P:
        case.tame = False
    case.drawn[f"{name} shape"] = (P, N)
    case.exact[name] = values.astype(np.float64)
    return Design(case.hand(name, X), values.astype(np.float64), drawn)


def as_type(A: Array, dtype: str) -> Array:
    """Give numbers in a type; whole numbers keep two digits, and stay within the type."""
    if dtype == "bool":
        return A > 0
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        # Not to the very end: the largest int64 is no float64.
        return np.clip(np.round(10 * A), info.min / 2, info.max / 2).astype(dtype)
    with np.errstate(over="ignore"):
        return A.astype(dtype)


def laid_out(values: Array, layout: str) -> Array:
    """Give the same numbers, differently placed in memory."""
    if layout == "Fortran":
        return np.asfortranarray(values)
    if layout == "strided":
        wide = np.zeros(tuple(2 * n for n in values.shape), values.dtype)
        view = wide[tuple(slice(None, None, 2) for _ in values.shape)]
        view[...] = values
        return view
    if layout == "reversed":
        turned = tuple(slice(None, None, -1) for _ in values.shape)
        return np.ascontiguousarray(values[turned])[turned]
    if layout == "window":
        wide = np.full(tuple(n + 3 for n in values.shape), 77, values.dtype)
        view = wide[tuple(slice(1, n + 1) for n in values.shape)]
        view[...] = values
        return view
    values = values.copy()
    if layout == "read-only":
        values.setflags(write=False)
    return values


def draw_outputs(case: Case, design: Design, *, scales: tuple[float, ...] = SCALES, name: str = "y") -> tuple[Array, Array]:
    """Draw regression outputs for a design: as they are handed over, and as float64."""
    rng, (P, N) = case.rng, design.shape
    kind = case.pick(
        name,
        ["noisy", "noisy", "noise", "exact", "tied", "constant", "nearly constant", "outlier 1e4", "outlier 1e8", "offset"],
    )
    spread = np.ptp(design.A, axis=0)
    Z = (design.A - design.A[0]) / np.where(spread > 0, spread, 1)
    linear = Z @ rng.normal(size=N)
    y = {"exact": linear, "noise": rng.normal(size=P)}.get(kind, linear + 0.3 * rng.normal(size=P))
    if kind == "tied":
        y = rng.integers(0, 3, P).astype(float)
    elif kind == "constant":
        y = np.full(P, 2.5)
    elif kind == "nearly constant":
        y = 1 + 1e-12 * y
    elif kind.startswith("outlier"):
        y[rng.integers(P)] = float(kind.split()[1])
    elif kind == "offset":
        y = y + 1e6
    scale = case.pick(f"{name} scale", scales)
    dtype = case.pick(f"{name} type", ("float64", "float64", "float32", "int64", "bool") if scale == 1 else ("float64",))
    values = as_type(y, dtype) if scale == 1 else y * scale
    if kind not in ("noisy", "noise") or scale != 1 or dtype not in ("float64", "float32"):
        case.tame = False
    handed = laid_out(values, case.pick(f"{name} layout", LAYOUTS))
    case.exact[name] = values.astype(np.float64)
    return case.hand(name, handed), case.exact[name]


def draw_labels(case: Case, design: Design, *, name: str = "labels") -> tuple[Array, Array]:
    """Draw labels −1 and +1 for a design: as they are handed over, and as float64."""
    rng, (P, N) = case.rng, design.shape
    kind = case.pick(name, ["noisy", "noisy", "random", "separable", "one class", "one of the other"])
    spread = np.ptp(design.A, axis=0)
    Z = (design.A - design.A[0]) / np.where(spread > 0, spread, 1)
    outputs = Z @ rng.normal(size=N)
    outputs = outputs - np.median(outputs)
    if kind == "noisy":
        outputs = outputs + 0.5 * rng.normal(size=P)
    if kind == "random":
        outputs = rng.normal(size=P)
    labels = np.where(outputs > 0, 1.0, -1.0)
    if kind.startswith("one"):
        labels[:] = rng.choice([-1.0, 1.0])
    if kind == "one of the other":
        labels[rng.integers(P)] *= -1
    if kind not in ("noisy", "random") or abs(labels.mean()) == 1:
        case.tame = False
    dtype = case.pick(f"{name} type", ("float64", "int64", "int8", "float32"))
    handed = laid_out(labels.astype(dtype), case.pick(f"{name} layout", LAYOUTS))
    return case.hand(name, handed), labels
