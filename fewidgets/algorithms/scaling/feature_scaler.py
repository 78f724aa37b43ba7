"""Scaling one feature at a time: one rule for constant features, and a shift and a divisor for the others (section 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from .._numerics.arrays import check_differences, check_several_examples, check_spread
from .._numerics.principal_directions import columns_of, varying
from .._numerics.types import AnyArray, Array, Flags, Indices
from .block_transformer import BlockTransformer

# Divisors between these bounds can be rounded to single precision: beyond them they lose digits, or quotients overflow.
SINGLE_RANGE = (1e-30, 1e30)

ConstantRule = Literal["error", "keep", "drop"]
CONSTANT_RULES: tuple[ConstantRule, ...] = ("error", "keep", "drop")


class FeatureScaler(BlockTransformer):
    """A transformer that scales each feature by itself, with one rule for constant features."""

    constant: ConstantRule
    constant_: Flags
    _shift: Array
    _divisor: Array

    def _apply_constant_rule(
        self,
        array: AnyArray,
        names: Sequence[str] | None,
        constant: Indices,
        rule: ConstantRule,
        statistic: Array,
    ) -> None:
        """Refuse, keep or drop the constant features, whose numbers are given; `statistic` as in `check_differences`."""
        N = array.shape[1]
        if rule != "keep":
            check_several_examples(array, "X")
        if rule == "error":
            check_spread(array, "X", names, constant)
        check_differences(array, "X", names, constant, statistic)
        if rule == "drop" and len(constant) == N:
            raise ValueError("X is constant in every feature, so that no feature would be left; expected differences.")
        self.constant_ = np.zeros(N, dtype=bool)
        self.constant_[constant] = True
        self._kept = varying(N, constant if rule == "drop" else constant[:0])
        self._by_feature = isinstance(self._kept, slice)
        self._n_columns_out = N - len(constant) if rule == "drop" else N

    def _set_scale(self, shift: Array, divisor: Array) -> None:
        """Store what is subtracted from each feature and what it is divided by."""
        self._constants = shift[self.constant_]
        self._shift, self._divisor = shift[self._kept], divisor[self._kept]
        low, high = SINGLE_RANGE
        self._needs_double = bool(self._divisor.min() < low or self._divisor.max() > high)

    def _names_out(self, names: list[str]) -> list[str]:
        return names if isinstance(self._kept, slice) else [names[n] for n in self._kept]

    def _transform_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        block = columns_of(block, self._kept)
        if self._needs_double and out.dtype == np.float32:
            work = block.astype(np.float64)
            self._scale(work, work, columns)
            out[...] = work
        else:
            self._scale(block, out, columns)

    def _restore_block(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        if isinstance(self._kept, slice) and not (self._needs_double and out.dtype == np.float32):
            self._restore(block, out, columns)
            return
        work = block.astype(np.float64)
        self._restore(work, work, columns)
        out[:, self._kept] = work
        if not isinstance(self._kept, slice):
            out[:, self.constant_] = self._constants

    def _scale(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        raise NotImplementedError

    def _restore(self, block: AnyArray, out: AnyArray, columns: slice) -> None:
        raise NotImplementedError
