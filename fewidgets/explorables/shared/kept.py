"""Results of long computations that are kept, so that the same one again takes no time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

T = TypeVar("T")


class Kept(Generic[T]):
    """The results of the last few computations, by the values that went in."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def get(self, arguments: tuple[object, ...], compute: Callable[[], T]) -> T:
        key = _digest(arguments)
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        result = compute()
        with self._lock:
            self._results[key] = result
            while len(self._results) > self._most:
                self._results.popitem(last=False)
        return result


def _digest(arguments: tuple[object, ...]) -> bytes:
    digest = sha256()
    for each in arguments:
        if isinstance(each, np.ndarray):
            digest.update(repr((each.shape, each.dtype.str)).encode())
            digest.update(np.ascontiguousarray(each).tobytes())
        else:
            digest.update(repr(each).encode())
    return digest.digest()
