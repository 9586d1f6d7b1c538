"""Weights in panels: their elements, and that machine code can use them where they are."""

import numpy as np
import pytest

from mlirlite.conversion.onnx_to_krnl.registers.packing import row_panels
from mlirlite.ir.aligned import ALIGNMENT


@pytest.mark.parametrize("shape", [(1, 8, 5), (3, 7, 4), (1, 1, 1), (1, 1024, 512)])
def test_panels_hold_columns_of_blocks_of_rows(shape):
    array = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    made = row_panels(array, 4)
    n, rows, depth = shape
    blocks = -(-rows // 4)
    padded = np.zeros((n, blocks * 4, depth), np.float32)
    padded[:, :rows] = array
    assert (made == padded.reshape(n, blocks, 4, depth).transpose(0, 1, 3, 2)).all()
    assert made.ctypes.data % ALIGNMENT == 0
