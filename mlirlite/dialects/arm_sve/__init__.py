# ruff: noqa: F401
"""The arm_sve dialect: scalable vectors of Arm's SVE, and LLVM's intrinsics for them."""

from mlirlite.dialects.arm_sve.intrinsics import (
    BfmmlaOp,
    ConvertFromSvboolIntrOp,
    ConvertToSvboolIntrOp,
    DupQLaneIntrOp,
    PselIntrOp,
    ScalableMaskedAddFIntrOp,
    ScalableMaskedAddIIntrOp,
    ScalableMaskedDivFIntrOp,
    ScalableMaskedMulFIntrOp,
    ScalableMaskedMulIIntrOp,
    ScalableMaskedSDivIIntrOp,
    ScalableMaskedSubFIntrOp,
    ScalableMaskedSubIIntrOp,
    ScalableMaskedUDivIIntrOp,
    SdotIntrOp,
    SmmlaIntrOp,
    UdotIntrOp,
    UmmlaIntrOp,
    UsmmlaIntrOp,
    WhileLTIntrOp,
    ZipX2IntrOp,
    ZipX4IntrOp,
)
from mlirlite.dialects.arm_sve.ops import (
    ConvertFromSvboolOp,
    ConvertToSvboolOp,
    DupQLaneOp,
    PselOp,
    ScalableMaskedAddFOp,
    ScalableMaskedAddIOp,
    ScalableMaskedDivFOp,
    ScalableMaskedMulFOp,
    ScalableMaskedMulIOp,
    ScalableMaskedSDivIOp,
    ScalableMaskedSubFOp,
    ScalableMaskedSubIOp,
    ScalableMaskedUDivIOp,
    SdotOp,
    SmmlaOp,
    UdotOp,
    UmmlaOp,
    UsmmlaOp,
    ZipX2Op,
    ZipX4Op,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("arm_sve", __name__)
