"""Schedules: how ops are computed. A class for each algorithm, in order of preference:
`schedule.py` has the interface of a class."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.schedules.blocked import (
    AnySizeConv as AnySizeConv,
    BlockedConv as BlockedConv,
    Depthwise as Depthwise,
)
from mlirlite.dialects.onnx.schedules.columns import ColumnsConv as ColumnsConv
from mlirlite.dialects.onnx.schedules.packed import PackedProduct as PackedProduct
from mlirlite.dialects.onnx.schedules.planes import PlanesConv as PlanesConv
from mlirlite.dialects.onnx.schedules.products import (
    Attention as Attention,
    IntegerProduct as IntegerProduct,
    Product as Product,
    Recurrent as Recurrent,
)
from mlirlite.dialects.onnx.schedules.schedule import Schedule as Schedule, algorithms as algorithms
from mlirlite.dialects.onnx.schedules.winograd import (
    AnySizeWinograd as AnySizeWinograd,
    Winograd as Winograd,
)

_CONV = PlanesConv, Depthwise, Winograd, AnySizeWinograd, BlockedConv, AnySizeConv, ColumnsConv
algorithms(onnx.ConvOp)(lambda: _CONV)
algorithms(onnx.DeformConvOp)(lambda: (ColumnsConv,))
algorithms(onnx.ConvIntegerOp)(lambda: (BlockedConv,))
algorithms(onnx.MatMulOp, onnx.GemmOp)(lambda: (Product,))
algorithms(onnx.MatMulIntegerOp, onnx.QLinearMatMulOp)(lambda: (IntegerProduct,))
algorithms(onnx.MatMulNBitsOp, onnx.RoutedMatMulNBitsOp)(lambda: (PackedProduct,))
algorithms(onnx.AttentionOp)(lambda: (Attention,))
algorithms(onnx.LSTMOp, onnx.GRUOp, onnx.RNNOp)(lambda: (Recurrent,))
