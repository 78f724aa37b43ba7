from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Any array of double-precision numbers.
Array = NDArray[np.float64]

#: Any array of row, column or feature numbers.
Indices = NDArray[np.intp]

#: Any array of True and False.
Flags = NDArray[np.bool_]

#: Any array of counts.
Counts = NDArray[np.int64]

#: Any array of single-precision numbers.
Singles = NDArray[np.float32]

#: Any array of numbers of single or double precision.
Floats = NDArray[np.floating]

#: Any array of row or word numbers in 32 bits.
ShortIndices = NDArray[np.int32]

#: Any array of integers from 0 to 255.
Bytes = NDArray[np.uint8]

#: Any array of texts or other objects.
Objects = NDArray[np.object_]

#: An array of any type.
AnyArray = NDArray[Any]

#: Names of features, if there are any.
Names = Sequence[str] | None

#: Two arrays of double-precision numbers.
ArrayPair = tuple[Array, Array]

#: Names, words or other texts.
Texts = tuple[str, ...]
