"""Matrix products of a warp with scales for blocks of narrow floats."""

from typing import TYPE_CHECKING, Any

from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.nvvm._fragments import (
    SCALE_TYPES,
    ProductOp,
    infer_types,
    parse_groups,
    parse_types,
    print_product,
    resolve_groups,
    set_sizes,
)
from mlirlite.dialects.nvvm.attributes import MMAShapeAttr
from mlirlite.dialects.nvvm.matrix_enums import (
    BlockScaleFormat,
    BlockScaleFormatAttr,
    MMABlockScaleKind,
    MMABlockScaleKindAttr,
    MMATypes,
    MMATypesAttr,
    ScaleVecSize,
    ScaleVecSizeAttr,
)
from mlirlite.dialects.nvvm.types import AnyStruct, Int16
from mlirlite.ir.attributes import UNIT, UnitAttr
from mlirlite.ir.constraints import Int32
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_SPARSE = ("sparseMetadata", "selector")
_SCALES = ("scaleA", "scaleB")


def _parse(p: "OpParser", state: "OpState", sparse: bool) -> None:
    groups = parse_groups(p, state, ("A", "B", "C", *(_SPARSE if sparse else ()), *_SCALES))
    types = parse_types(p, state, "expected exactly 3 types")
    state.result_types = p.arrow_types()
    resolve_groups(p, state, groups[:-2], (*types, I32, I32))
    for group in groups[-2:]:
        state.operands += p.resolve_all(group, SCALE_TYPES)
    infer_types(p, state, types, required=False)
    set_sizes(state, groups, 8 if sparse else 6)


def _scales(op: "MmaBlockScaleOp | MmaSpBlockScaleOp") -> tuple[tuple[str, Any], ...]:
    return (
        ("scaleA", (op.scaleAData, op.byteIdA, op.threadIdA)),
        ("scaleB", (op.scaleBData, op.byteIdB, op.threadIdB)),
    )


def _verify_scales(
    op: "MmaBlockScaleOp | MmaSpBlockScaleOp", depth: int, narrow: int, words: str
) -> Diagnostic | None:
    """`depth` is `k` of products of 8-bit floats, `narrow` that of 4-bit ones."""
    shape = (op.shape.m, op.shape.n, op.shape.k)
    kind, size, format = op.kind.value, op.scaleVecSize.value, op.blockScaleFormat.value
    wrong = None
    if shape == (16, 8, depth):
        if (kind, size, format) != (
            MMABlockScaleKind.mxf8f6f4,
            ScaleVecSize.x1,
            BlockScaleFormat.ue8m0,
        ):
            wrong = (
                "unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for "
                f"mma.m16n8k{depth}"
            )
    elif shape != (16, 8, narrow):
        wrong = f"unsupported Geom for {words}"
    else:
        name = f"mma.m16n8k{narrow}"
        elements = [a and a.value for a in (op.multiplicandAPtxType, op.multiplicandBPtxType)]
        if elements != [MMATypes.e2m1] * 2:
            wrong = f"unsupported MMATypes attribute for {name}.(mxf4nvf4|mxf4)"
        elif kind is MMABlockScaleKind.mxf4:
            if size is not ScaleVecSize.x2:
                wrong = f"unsupported ScaleVecSize attribute for {name}.mxf4"
            elif format is not BlockScaleFormat.ue8m0:
                wrong = f"unsupported BlockScaleFormat attribute for {name}.mxf4"
        elif kind is not MMABlockScaleKind.mxf4nvf4:
            wrong = f"unsupported Kind attribute for {name}"
        elif (size, format) not in (
            (ScaleVecSize.x2, BlockScaleFormat.ue8m0),
            (ScaleVecSize.x4, BlockScaleFormat.ue4m3),
        ):
            wrong = f"unsupported ScaleVecSize and BlockScaleFormat attributes for {name}.mxf4nvf4"
    found: Diagnostic | None = None if wrong is None else op.error(wrong)
    return found


class MmaBlockScaleOp(ProductOp, name="nvvm.mma.block_scale", traits=(AttrSizedOperandSegments,)):
    """`A * B + C` where blocks of `A` and `B` have scales.

    ```mlir
    %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%b, %b] C[%c, %c, %c, %c]
      scaleA[%s, %i, %i] scaleB[%s, %i, %i]
      {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>,
       multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>,
       scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>}
      : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    ```
    """

    shape: Prop[MMAShapeAttr]
    multiplicandAPtxType: OptProp[MMATypesAttr]
    multiplicandBPtxType: OptProp[MMATypesAttr]
    scaleVecSize: Prop[ScaleVecSizeAttr]
    blockScaleFormat: Prop[BlockScaleFormatAttr]
    kind: Prop[MMABlockScaleKindAttr]
    operandA: VarOperand[AnyLLVM]
    operandB: VarOperand[AnyLLVM]
    operandC: VarOperand[AnyLLVM]
    scaleAData: Operand[Int32]
    byteIdA: Operand[Int16]
    threadIdA: Operand[Int16]
    scaleBData: Operand[Int32]
    byteIdB: Operand[Int16]
    threadIdB: Operand[Int16]
    res: Result[AnyStruct]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        _parse(p, state, sparse=False)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        print_product(p, self, _scales(self))

    def verify_op(self) -> Diagnostic | None:
        return _verify_scales(self, 32, 64, "mma with block scaling")


class MmaSpBlockScaleOp(
    ProductOp, name="nvvm.mma.sp.block_scale", traits=(AttrSizedOperandSegments,)
):
    """`A * B + C` where two of four elements of `A` are zero, and blocks of `A` and `B` have
    scales.

    ```mlir
    %0 = nvvm.mma.sp.block_scale A[%a, %a, %a, %a] B[%b, %b, %b, %b] C[%c, %c, %c, %c]
      sparseMetadata[%m] selector[%m] scaleA[%s, %i, %i] scaleB[%s, %i, %i]
      {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>,
       multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>,
       orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x1>,
       shape = #nvvm.shape<m = 16, n = 8, k = 64>}
      : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    ```
    """

    shape: Prop[MMAShapeAttr]
    multiplicandAPtxType: OptProp[MMATypesAttr]
    multiplicandBPtxType: OptProp[MMATypesAttr]
    scaleVecSize: Prop[ScaleVecSizeAttr]
    blockScaleFormat: Prop[BlockScaleFormatAttr]
    kind: Prop[MMABlockScaleKindAttr]
    orderedMetadata: OptProp[UnitAttr]
    operandA: VarOperand[AnyLLVM]
    operandB: VarOperand[AnyLLVM]
    operandC: VarOperand[AnyLLVM]
    sparseMetadata: Operand[Int32]
    sparsitySelector: Operand[Int32]
    scaleAData: Operand[Int32]
    byteIdA: Operand[Int16]
    threadIdA: Operand[Int16]
    scaleBData: Operand[Int32]
    byteIdB: Operand[Int16]
    threadIdB: Operand[Int16]
    res: Result[AnyStruct]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        _parse(p, state, sparse=True)
        state.properties.setdefault("orderedMetadata", UNIT)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        extra = (
            ("sparseMetadata", (self.sparseMetadata,)),
            ("selector", (self.sparsitySelector,)),
            *_scales(self),
        )
        print_product(p, self, extra)

    def verify_op(self) -> Diagnostic | None:
        if self.orderedMetadata is None:
            return self.error("'orderedMetadata' attribute is mandatory")
        return _verify_scales(self, 64, 128, "sparse mma with block scaling")
