"""The tosa dialect: the Tensor Operator Set Architecture, operators on whole tensors."""

from mlirlite.dialects.tosa.attributes import (
    BlockSizeAttr as BlockSizeAttr,
    ConvOpQuantizationAttr as ConvOpQuantizationAttr,
    ExtensionAttr as ExtensionAttr,
    LevelAttr as LevelAttr,
    MatMulOpQuantizationAttr as MatMulOpQuantizationAttr,
    NanPropagationModeAttr as NanPropagationModeAttr,
    PadOpQuantizationAttr as PadOpQuantizationAttr,
    ProfileAttr as ProfileAttr,
    ResizeModeAttr as ResizeModeAttr,
    RoundingModeAttr as RoundingModeAttr,
    SpecificationVersionAttr as SpecificationVersionAttr,
    TargetEnvAttr as TargetEnvAttr,
    UnaryOpQuantizationAttr as UnaryOpQuantizationAttr,
)
from mlirlite.dialects.tosa.bits import (
    ArithmeticRightShiftOp as ArithmeticRightShiftOp,
    BitwiseAndOp as BitwiseAndOp,
    BitwiseOrOp as BitwiseOrOp,
    BitwiseXorOp as BitwiseXorOp,
    EqualOp as EqualOp,
    GreaterEqualOp as GreaterEqualOp,
    GreaterOp as GreaterOp,
    LogicalAndOp as LogicalAndOp,
    LogicalLeftShiftOp as LogicalLeftShiftOp,
    LogicalNotOp as LogicalNotOp,
    LogicalOrOp as LogicalOrOp,
    LogicalRightShiftOp as LogicalRightShiftOp,
    LogicalXorOp as LogicalXorOp,
    SelectOp as SelectOp,
)
from mlirlite.dialects.tosa.casts import (
    ApplyScaleOp as ApplyScaleOp,
    CastFromBlockScaledOp as CastFromBlockScaledOp,
    CastOp as CastOp,
    CastToBlockScaledOp as CastToBlockScaledOp,
    RescaleOp as RescaleOp,
)
from mlirlite.dialects.tosa.constants import (
    ConstOp as ConstOp,
    ConstShapeOp as ConstShapeOp,
    CustomOp as CustomOp,
    IdentityOp as IdentityOp,
    make_constant as make_constant,
)
from mlirlite.dialects.tosa.control import (
    IfOp as IfOp,
    VariableOp as VariableOp,
    VariableReadOp as VariableReadOp,
    VariableWriteOp as VariableWriteOp,
    WhileOp as WhileOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.tosa.convolutions import (
    Conv2DOp as Conv2DOp,
    Conv3DOp as Conv3DOp,
    DepthwiseConv2DOp as DepthwiseConv2DOp,
    TransposeConv2DOp as TransposeConv2DOp,
)
from mlirlite.dialects.tosa.elementwise import (
    AbsOp as AbsOp,
    AddOp as AddOp,
    BitwiseNotOp as BitwiseNotOp,
    CeilOp as CeilOp,
    ClampOp as ClampOp,
    ClzOp as ClzOp,
    CosOp as CosOp,
    ErfOp as ErfOp,
    ExpOp as ExpOp,
    FloorOp as FloorOp,
    IntDivOp as IntDivOp,
    LogOp as LogOp,
    MaximumOp as MaximumOp,
    MinimumOp as MinimumOp,
    MulOp as MulOp,
    NegateOp as NegateOp,
    PowOp as PowOp,
    ReciprocalOp as ReciprocalOp,
    RsqrtOp as RsqrtOp,
    SigmoidOp as SigmoidOp,
    SinOp as SinOp,
    SubOp as SubOp,
    TanhOp as TanhOp,
)
from mlirlite.dialects.tosa.gather import (
    GatherOp as GatherOp,
    ScatterOp as ScatterOp,
    TableOp as TableOp,
)
from mlirlite.dialects.tosa.layout import (
    ConcatOp as ConcatOp,
    PadOp as PadOp,
    ReshapeOp as ReshapeOp,
    ReverseOp as ReverseOp,
    SliceOp as SliceOp,
    TileOp as TileOp,
    TransposeOp as TransposeOp,
)
from mlirlite.dialects.tosa.matmul import (
    FFT2dOp as FFT2dOp,
    MatMulOp as MatMulOp,
    MatmulTBlockScaledOp as MatmulTBlockScaledOp,
    RFFT2dOp as RFFT2dOp,
)
from mlirlite.dialects.tosa.reductions import (
    ArgMaxOp as ArgMaxOp,
    ReduceAllOp as ReduceAllOp,
    ReduceAnyOp as ReduceAnyOp,
    ReduceMaxOp as ReduceMaxOp,
    ReduceMinOp as ReduceMinOp,
    ReduceProductOp as ReduceProductOp,
    ReduceSumOp as ReduceSumOp,
)
from mlirlite.dialects.tosa.shapes import (
    AddShapeOp as AddShapeOp,
    ConcatShapeOp as ConcatShapeOp,
    DimOp as DimOp,
    DivCeilShapeOp as DivCeilShapeOp,
    DivFloorShapeOp as DivFloorShapeOp,
    Exp2ShapeOp as Exp2ShapeOp,
    Log2CeilShapeOp as Log2CeilShapeOp,
    Log2FloorShapeOp as Log2FloorShapeOp,
    MaxShapeOp as MaxShapeOp,
    MinShapeOp as MinShapeOp,
    ModShapeOp as ModShapeOp,
    MulShapeOp as MulShapeOp,
    SliceShapeOp as SliceShapeOp,
    SubShapeOp as SubShapeOp,
)
from mlirlite.dialects.tosa.types import MXInt8Type as MXInt8Type, ShapeType as ShapeType
from mlirlite.dialects.tosa.windows import (
    AvgPool2dOp as AvgPool2dOp,
    MaxPool2dOp as MaxPool2dOp,
    ResizeOp as ResizeOp,
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
