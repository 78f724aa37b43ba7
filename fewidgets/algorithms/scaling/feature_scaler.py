"""Scaling one feature at a time: one rule for constant features, and a shift and a divisor for the others (section 9.3)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .._numerics.arguments import as_choice
from .._numerics.arrays import check_not_constant, check_several_examples
from .._numerics.types import AnyArray, Array, Flags, Indices, Names
from .block_transformer import BlockTransformer

ConstantRule = Literal["error", "keep", "drop"]
CONSTANT_RULES: tuple[ConstantRule, ...] = ("error", "keep", "drop")


class FeatureScaler(BlockTransformer):
    """A transformer that scales each feature by itself, with one rule for constant features."""

    constant: ConstantRule
    constant_: Flags
    _shift: Array
    _divisor: Array

    def _apply_constant_rule(self, array: AnyArray, names: Names, constant: Indices) -> None:
        """Refuse, keep or drop the constant features, whose numbers are given."""
        rule = as_choice(self.constant, "constant", CONSTANT_RULES)
        if rule != "keep":
            check_several_examples(array, "X")
        if rule == "error":
            check_not_constant(array, "X", names, constant)
        N = array.shape[1]
        if rule == "drop" and len(constant) == N:
            raise ValueError("X is constant in every feature, so that no feature would be left; expected differences.")
        self.constant_ = np.zeros(N, dtype=bool)
        self.constant_[constant] = True
        self._kept = np.arange(N) if rule != "drop" else np.delete(np.arange(N), constant)
        self._n_columns_out = len(self._kept)

    def _set_scale(self, shift: Array, divisor: Array) -> None:
        """Store what is subtracted from each feature and what it is divided by."""
        self._shift, self._divisor = shift, divisor

    def _names_out(self, names: list[str]) -> list[str]:
        return [names[n] for n in self._kept]

    def _transform_block(self, block: Array) -> Array:
        scaled = (block - self._shift) / self._divisor
        return scaled if len(self._kept) == len(self._shift) else scaled[:, self._kept]

    def _restore_block(self, block: Array) -> Array:
        restored = np.tile(self._shift, (len(block), 1))  # a constant feature that was dropped has its value again
        restored[:, self._kept] += block * self._divisor[self._kept]
        return restored
