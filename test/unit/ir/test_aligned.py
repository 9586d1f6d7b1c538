"""Arrays for constants begin where generated code wants them, and are not copied then."""

import numpy as np
import pytest

from mlirlite.ir.aligned import ALIGNMENT, aligned_zeros
from mlirlite.runtime.constants import aligned


@pytest.mark.parametrize("shape", [(), (1,), (3, 5), (1000, 7, 16), (0, 4)])
@pytest.mark.parametrize("dtype", ["<u4", np.float32, np.uint8, np.float64])
def test_zeros_that_are_used_in_place(shape, dtype):
    found = aligned_zeros(shape, dtype)
    assert (found.shape, found.dtype) == (shape, np.dtype(dtype))
    assert not found.any()
    data = found.reshape(-1).view(np.uint8)
    if found.size:
        assert found.ctypes.data % ALIGNMENT == 0
        assert aligned(data, ALIGNMENT) is data
