"""One case of the attack: what is drawn from its seed, how a function is called, and what is held against the result.

A case is repeatable: property and seed decide everything that is drawn. What was drawn is written down by name, so that a
failure can be read without repeating it.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import time
import warnings
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

EPS = float(np.finfo(float).eps)
# Seconds of processor time after which a call is a fault. The inputs are tiny; wall-clock time would blame a busy machine.
SLOWEST = 5.0
# Bytes that the result of one call may hold. The inputs of the attack have some thousand entries.
LARGEST_RESULT = 64 * 2**20


class Violation(AssertionError):
    """A defining property does not hold."""


class Refused(Exception):
    """The function refused the input in words, which counts as right."""


class Case:
    """Draws the input of one case, calls functions with it, and compares.

    Attributes
    ----------
    seed : int
        With the property's name it decides everything that is drawn.
    drawn : dict of str to object
        What was drawn, for the message of a failure.
    exact : dict of str to NDArray
        What the function must see in the designs and outputs that were drawn, as float64.
    tame : bool
        Whether the input drawn so far is so harmless that a refusal is a fault.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
        self.drawn: dict[str, Any] = {}
        self.tame = True
        self.exact: dict[str, np.ndarray] = {}
        self._handed: list[tuple[str, Any, Any]] = []

    # -- drawing ------------------------------------------------------------------------------------------------------

    def pick(self, name: str, options: Sequence[Any]) -> Any:
        """Draw one of the options; the first is the most frequent, which is how tame values come first."""
        value = options[0] if self.rng.random() < 0.3 else options[int(self.rng.integers(len(options)))]
        self.drawn[name] = value
        return value

    def integer(self, name: str, low: int, high: int) -> int:
        """Draw a whole number from `low` to `high`, both included, the ends more often than the others."""
        value = int(self.rng.choice([low, high, *self.rng.integers(low, high + 1, 3)]))
        self.drawn[name] = value
        return value

    def magnitude(self, name: str, low: float, high: float) -> float:
        """Draw a positive number, evenly in its logarithm."""
        value = float(10 ** self.rng.uniform(np.log10(low), np.log10(high)))
        self.drawn[name] = value
        return value

    def flag(self, name: str) -> bool:
        """Draw True or False."""
        value = bool(self.rng.random() < 0.5)
        self.drawn[name] = value
        return value

    def hand(self, name: str, value: Any) -> Any:
        """Remember an array that is handed to a function, to see whether it is changed."""
        if isinstance(value, np.ndarray):
            self._handed.append((name, value, value.copy()))
        return value

    # -- calling ------------------------------------------------------------------------------------------------------

    def call(self, function: Callable, *args: Any, nan: Iterable[str] = (), may_refuse: str = "", **kwargs: Any) -> Any:
        """Call a public function, and hold against it what holds for all of them.

        Parameters
        ----------
        function : callable
            Of the package: a function, a class or a bound method.
        nan : iterable of str
            Names of the result's fields that may hold NaN or infinite values.
        may_refuse : str
            Regular expression of the refusals that are right for tame input too.

        Raises
        ------
        Refused
            If the function refuses the input with an error that names an argument.
        Violation
            If it raises anything else, warns, takes too long, changes its input, or gives a result that is not finite,
            not frozen or too large.
        """
        start = time.process_time()
        try:
            with warnings.catch_warnings(), np.errstate(divide="warn", over="warn", invalid="warn", under="ignore"):
                warnings.simplefilter("error")
                result = function(*args, **kwargs)
        except (ValueError, TypeError) as error:
            self._check_refusal(function, error, may_refuse)
            raise Refused(str(error)) from None
        except Exception as error:
            raise Violation(f"{_name(function)} raised {type(error).__name__}: {error}") from error
        finally:
            self._check_time(function, time.process_time() - start)
            self.check_inputs()
        check_result(result, _name(function), set(nan), _owned(function))
        return result

    def _check_refusal(self, function: Callable, error: Exception, may_refuse: str) -> None:
        message = str(error)
        words = _arguments(function)
        if not any(re.search(rf"\b{re.escape(word)}\b", message) for word in words):
            raise Violation(f"{_name(function)} refused without naming an argument of {sorted(words)}: {message!r}") from error
        self._check_claims(function, message)
        if len(message) > 1000:
            raise Violation(f"{_name(function)} refused with {len(message)} characters") from error
        if self.tame and not (may_refuse and re.search(may_refuse, message)):
            raise Violation(f"{_name(function)} refused harmless input: {message!r}") from error

    def _check_claims(self, function: Callable, message: str) -> None:
        """Hold that what is called constant is constant; folds may be so where the whole is not."""
        claim = re.match(r"(\w+) is constant(?: in (every feature|feature (\d+)))?", message)
        if claim is None or claim[1] not in self.exact or "fold" in " ".join([message, *_arguments(function)]):
            return
        columns = self.exact[claim[1]].reshape(len(self.exact[claim[1]]), -1)
        columns = columns if claim[3] is None else columns[:, [int(claim[3])]]
        if (np.ptp(columns, axis=0) > 16 * EPS * np.abs(columns).max(axis=0)).any():
            raise Violation(f"{_name(function)} says what is not so: {message!r}")

    def _check_time(self, function: Callable, seconds: float) -> None:
        if seconds > SLOWEST:
            raise Violation(f"{_name(function)} took {seconds:.1f} s of processor time")

    def check_inputs(self) -> None:
        """Hold that no array that was handed over has changed."""
        for name, value, before in self._handed:
            same = value.dtype == before.dtype and value.shape == before.shape and value.tobytes() == before.tobytes()
            if not same:
                raise Violation(f"the caller's {name} was changed")

    # -- comparing ----------------------------------------------------------------------------------------------------

    def holds(self, condition: Any, what: str) -> None:
        """Hold that a condition is true, everywhere if it is an array."""
        if not np.all(condition):
            wrong = np.argwhere(~np.atleast_1d(condition))[0].tolist()
            raise Violation(f"{what} does not hold" + (f" (first at {wrong})" if np.ndim(condition) else ""))

    def close(self, what: str, got: Any, expected: Any, allowed: Any) -> None:
        """Hold that two arrays of numbers differ by no more than is allowed, entry by entry; NaN equals NaN."""
        got, expected = np.asarray(got, np.longdouble), np.asarray(expected, np.longdouble)
        if got.shape != expected.shape:
            raise Violation(f"{what} has shape {got.shape}; expected {expected.shape}")
        with np.errstate(invalid="ignore"):
            difference = np.abs(got - expected)
        allowed = np.broadcast_to(np.asarray(allowed, np.longdouble), got.shape)
        wrong = ~((difference <= allowed) | (got == expected) | (np.isnan(got) & np.isnan(expected)))
        if wrong.any():
            place = tuple(np.argwhere(np.atleast_1d(wrong))[0])
            g, e, a = (np.atleast_1d(values)[place] for values in (got, expected, allowed))
            where = f" at {[int(i) for i in place]}" if got.ndim else ""
            raise Violation(f"{what}{where} is {g:.17g}; expected {e:.17g} within {a:.3g}; off by {abs(g - e):.3g}")

    def equal(self, what: str, got: Any, expected: Any) -> None:
        """Hold that two values are exactly equal."""
        same = (
            np.array_equal(np.asarray(got), np.asarray(expected), equal_nan=np.asarray(got).dtype.kind in "fc")
            if isinstance(got, np.ndarray) or isinstance(expected, np.ndarray)
            else got == expected
        )
        if not same:
            raise Violation(f"{what} is {got!r}; expected {expected!r}"[:600])


def _name(function: Callable) -> str:
    return getattr(function, "__qualname__", repr(function))


def _arguments(function: Callable) -> set[str]:
    """Give the names by which a caller knows the arguments: of a method, those of its class too."""
    signed = [function]
    owner = getattr(function, "__self__", None)
    if owner is not None and not inspect.ismodule(owner):
        signed.append(owner if inspect.isclass(owner) else type(owner))
    names = set()
    for thing in signed:
        names |= set(inspect.signature(thing).parameters)
    return names - {"self", "args", "kwargs"}


def _owned(function: Callable) -> list[np.ndarray] | None:
    """Give the arrays of the object that a method belongs to; None for a function."""
    owner = getattr(function, "__self__", None)
    if owner is None or inspect.isclass(owner) or inspect.ismodule(owner):
        return None
    return [value for value in getattr(owner, "__dict__", {}).values() if isinstance(value, np.ndarray)]


def check_result(result: Any, name: str, nan: set[str], owned: list[np.ndarray] | None = None) -> None:
    """Hold what holds for every result: finite, frozen, and not larger than its input can explain.

    What a method gives may be written to if it shares no memory with the object that it belongs to.
    """
    seen: set[int] = set()
    held = 0
    for path, array in arrays_of(result, name):
        field = path.rpartition(".")[2].partition("[")[0]
        if id(array) in seen:
            continue
        seen.add(id(array))
        held += array.nbytes
        shared = (owned is None and path != name) or any(np.may_share_memory(array, other) for other in owned or ())
        if shared and array.flags.writeable:
            raise Violation(f"{path} can be written to; results are frozen")
        if array.dtype.kind == "f" and field not in nan and not np.isfinite(array).all():
            raise Violation(f"{path} holds values that are not finite: {array[~np.isfinite(array)][:3]}")
    if held > LARGEST_RESULT:
        raise Violation(f"the result of {name} holds {held} bytes")
    if dataclasses.is_dataclass(result) and not type(result).__dataclass_params__.frozen:
        raise Violation(f"{type(result).__name__} is no frozen dataclass")


def arrays_of(value: Any, path: str) -> Iterable[tuple[str, np.ndarray]]:
    """Give every array and number that a result holds, with the path to it."""
    if isinstance(value, np.ndarray):
        yield path, value
    elif isinstance(value, float):
        number = np.asarray(value)
        number.setflags(write=False)
        yield path, number
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if not field.name.startswith("_"):
                yield from arrays_of(getattr(value, field.name), f"{path}.{field.name}")
    elif hasattr(value, "_asdict"):
        for field, entry in value._asdict().items():
            yield from arrays_of(entry, f"{path}.{field}")
    elif isinstance(value, tuple):
        for index, entry in enumerate(value):
            yield from arrays_of(entry, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from arrays_of(entry, f"{path}[{key}]")
