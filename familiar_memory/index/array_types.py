"""Names for the arrays that the index is made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["F32", "F64", "I8", "I16", "I32", "I64", "U8", "U16", "U64", "Mask"]

I8 = NDArray[np.int8]
I16 = NDArray[np.int16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
Mask = NDArray[np.bool_]
