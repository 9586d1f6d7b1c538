# ruff: noqa: F401
"""The tosa dialect: the Tensor Operator Set Architecture, operators on whole tensors."""

from mlirlite.dialects.tosa.attributes import (
    BlockSizeAttr,
    ConvOpQuantizationAttr,
    ExtensionAttr,
    LevelAttr,
    MatMulOpQuantizationAttr,
    NanPropagationModeAttr,
    PadOpQuantizationAttr,
    ProfileAttr,
    ResizeModeAttr,
    RoundingModeAttr,
    SpecificationVersionAttr,
    TargetEnvAttr,
    UnaryOpQuantizationAttr,
)
from mlirlite.dialects.tosa.bits import (
    ArithmeticRightShiftOp,
    BitwiseAndOp,
    BitwiseOrOp,
    BitwiseXorOp,
    EqualOp,
    GreaterEqualOp,
    GreaterOp,
    LogicalAndOp,
    LogicalLeftShiftOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalRightShiftOp,
    LogicalXorOp,
    SelectOp,
)
from mlirlite.dialects.tosa.casts import (
    ApplyScaleOp,
    CastFromBlockScaledOp,
    CastOp,
    CastToBlockScaledOp,
    RescaleOp,
)
from mlirlite.dialects.tosa.constants import (
    ConstOp,
    ConstShapeOp,
    CustomOp,
    IdentityOp,
    make_constant,
)
from mlirlite.dialects.tosa.control import (
    IfOp,
    VariableOp,
    VariableReadOp,
    VariableWriteOp,
    WhileOp,
    YieldOp,
)
from mlirlite.dialects.tosa.convolutions import (
    Conv2DOp,
    Conv3DOp,
    DepthwiseConv2DOp,
    TransposeConv2DOp,
)
from mlirlite.dialects.tosa.elementwise import (
    AbsOp,
    AddOp,
    BitwiseNotOp,
    CeilOp,
    ClampOp,
    ClzOp,
    CosOp,
    ErfOp,
    ExpOp,
    FloorOp,
    IntDivOp,
    LogOp,
    MaximumOp,
    MinimumOp,
    MulOp,
    NegateOp,
    PowOp,
    ReciprocalOp,
    RsqrtOp,
    SigmoidOp,
    SinOp,
    SubOp,
    TanhOp,
)
from mlirlite.dialects.tosa.gather import (
    GatherOp,
    ScatterOp,
    TableOp,
)
from mlirlite.dialects.tosa.layout import (
    ConcatOp,
    PadOp,
    ReshapeOp,
    ReverseOp,
    SliceOp,
    TileOp,
    TransposeOp,
)
from mlirlite.dialects.tosa.matmul import (
    FFT2dOp,
    MatMulOp,
    MatmulTBlockScaledOp,
    RFFT2dOp,
)
from mlirlite.dialects.tosa.reductions import (
    ArgMaxOp,
    ReduceAllOp,
    ReduceAnyOp,
    ReduceMaxOp,
    ReduceMinOp,
    ReduceProductOp,
    ReduceSumOp,
)
from mlirlite.dialects.tosa.shapes import (
    AddShapeOp,
    ConcatShapeOp,
    DimOp,
    DivCeilShapeOp,
    DivFloorShapeOp,
    Exp2ShapeOp,
    Log2CeilShapeOp,
    Log2FloorShapeOp,
    MaxShapeOp,
    MinShapeOp,
    ModShapeOp,
    MulShapeOp,
    SliceShapeOp,
    SubShapeOp,
)
from mlirlite.dialects.tosa.types import (
    MXInt8Type,
    ShapeType,
)
from mlirlite.dialects.tosa.windows import (
    AvgPool2dOp,
    MaxPool2dOp,
    ResizeOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation


class TosaDialect(Dialect):
    """Makes constants of tensors and shapes."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        return make_constant(value, type, location)

    def may_be_inlined(self, op: Operation, into: Operation) -> bool:
        return isinstance(into, (IfOp, WhileOp, FunctionLike))


DIALECT = TosaDialect("tosa", __name__)
