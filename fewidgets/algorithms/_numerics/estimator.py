from __future__ import annotations

import difflib
import functools
import inspect
import sys
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from .arguments import as_choice
from .feature_names import check_same_names, input_names, names_of
from .types import AnyArray, Objects, Texts

CONTAINERS = ("default", "pandas")


class Estimator:
    """Base class of transformers: their parameters, feature names and output type, as scikit-learn defines them.

    Source: scikit-learn's developer guide, "Developing scikit-learn estimators".

    Attributes
    ----------
    n_features_in_ : int
        Number of features in the training data.
    feature_names_in_ : NDArray, shape (N,), object
        Column names of the training data. This attribute only exists after `fit` on a DataFrame whose columns have names.
    """

    # Whether NaN is allowed in X, and which data types the result keeps.
    _allows_nan = False
    _preserved: Texts = ("float64", "float32")

    n_features_in_: int
    feature_names_in_: Objects

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the constructor's arguments by name."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def set_params(self, **params: Any) -> Self:
        """Change arguments of the constructor. The change takes effect at the next `fit`."""
        known = self.get_params()
        for name in params:
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                raise ValueError(
                    f"{type(self).__name__} has no parameter {name!r}; expected one of {', '.join(known) or 'none'}"
                    + (f". Did you mean {close[0]!r}?" if close else "")
                )
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> Objects:
        """Return the names of the columns that `transform` returns."""
        self._check_fitted()
        names = input_names(input_features, self.n_features_in_, getattr(self, "feature_names_in_", None))
        return np.array(self._names_out(names), dtype=object)

    def set_output(self, *, transform: str | None = None) -> Self:
        """Choose what `transform` and `fit_transform` return."""
        if transform is not None:
            # scikit-learn's `clone` copies the attribute of this name.
            self._sklearn_output_config = {"transform": as_choice(transform, "transform", CONTAINERS)}
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.get_params().items())})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_features_in_")

    def __sklearn_tags__(self) -> Any:
        # Only scikit-learn calls this, so it is already loaded.
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type="transformer",
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=list(self._preserved)),
            input_tags=InputTags(allow_nan=self._allows_nan),
        )

    def _names_out(self, names: list[str]) -> Sequence[str]:
        """Return the names of the columns that `transform` returns, from the names of the features."""
        return names

    def _remember(self, X: Any, N: int) -> None:
        """Store the number of features and their names, at the end of `fit`."""
        names = names_of(X)
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.n_features_in_ = N

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted(f"This {type(self).__name__} is not fitted yet. Call fit first.")

    def _check_names(self, X: Any) -> None:
        check_same_names(names_of(X), getattr(self, "feature_names_in_", None), type(self).__name__)

    def _check_number(self, columns: int) -> None:
        if columns != self.n_features_in_:
            raise ValueError(
                f"X has {columns} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input"
            )

    def _contained(self, result: AnyArray, X: Any) -> Any:
        """Convert the result to the type that `set_output` has chosen."""
        if getattr(self, "_sklearn_output_config", {}).get("transform", "default") == "default":
            return result
        # Only a caller who asks for DataFrames needs pandas.
        from pandas import DataFrame

        index = X.index if isinstance(X, DataFrame) else None
        return DataFrame(result, index=index, columns=self.get_feature_names_out(), copy=False)


def not_fitted(message: str) -> RuntimeError:
    """Make the error for a missing `fit`. It is a RuntimeError, and also a NotFittedError if scikit-learn is loaded."""
    exceptions = sys.modules.get("sklearn.exceptions")
    return RuntimeError(message) if exceptions is None else _both_errors(exceptions.NotFittedError)(message)


@functools.cache
def _both_errors(theirs: type[Exception]) -> type[RuntimeError]:
    # pickle cannot find this class by its name, so unpickling calls `not_fitted` again.
    return type("NotFittedError", (RuntimeError, theirs), {"__reduce__": lambda self: (not_fitted, self.args)})
