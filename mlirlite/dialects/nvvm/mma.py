"""Matrix products of a warp: `mma`, dense and sparse."""

from typing import TYPE_CHECKING

from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.dialects.nvvm._fragments import (
    HALVES,
    ProductOp,
    element_of,
    infer_types,
    parse_groups,
    parse_types,
    print_product,
    resolve_groups,
    set_sizes,
)
from mlirlite.dialects.nvvm.attributes import MMAShapeAttr
from mlirlite.dialects.nvvm.matrix_enums import (
    MMAB1OpAttr,
    MMAIntOverflowAttr,
    MMAKindAttr,
    MMALayout,
    MMALayoutAttr,
    MMATypes,
    MMATypesAttr,
)
from mlirlite.dialects.nvvm.types import AnyStruct
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Int32
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import F32, F64, I32
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_THREE_TYPES = "expected one type for each operand segment but got {} types"
_INT4 = (MMATypes.u4, MMATypes.s4)
_INT8 = (MMATypes.u8, MMATypes.s8)
_INTEGERS = (*_INT4, *_INT8, MMATypes.b1, MMATypes.s32)
_FLOAT8 = (MMATypes.e4m3, MMATypes.e5m2, MMATypes.e3m2, MMATypes.e2m3, MMATypes.e2m1)
_DEPTH = {
    MMATypes.tf32: 4,
    MMATypes.bf16: 8,
    MMATypes.f16: 8,
    **dict.fromkeys(_INT8, 16),
    **dict.fromkeys(_INT4, 32),
    MMATypes.b1: 128,
    **dict.fromkeys(_FLOAT8, 32),
}
"""`k` of the smallest product of 16 rows."""
_Variants = tuple[
    set[tuple[int, int, int]], list[list[Type]], list[list[Type]], list[list[Type]], list[Type]
]
"""Shapes, registers of A, B and C, and results."""


def _struct(type: Type, count: int) -> Type:
    made: Type = LLVMStructType((type,) * count)
    return made


def _of_16_rows(element: MMATypes, n: int, k: int, sparse: bool) -> _Variants:
    depth = _DEPTH[element]
    register: Type = HALVES if element is MMATypes.f16 else I32
    a = [[register] * (2 * (k // depth) // (2 if sparse else 1))]
    b = [[register] * (n // 8 * (k // depth))]
    c: list[list[Type]]
    if element in _INTEGERS:
        c, results = [[I32] * 4], [_struct(I32, 4)]
    else:
        c = [[HALVES] * 2, [F32] * 4]
        results = [_struct(F32, 4)]
        if element not in (MMATypes.tf32, MMATypes.bf16):
            results.insert(0, _struct(HALVES, 2))
    factors = ((2,) if element in _FLOAT8 else (2, 4)) if sparse else (1, 2)
    return {(16, 8, depth * f) for f in factors}, a, b, c, results


def _of_8_rows(element: MMATypes, sparse: bool) -> _Variants:
    if element is MMATypes.f16:
        results = [_struct(HALVES, 4), _struct(F32, 8)]
        return {(8, 8, 4)}, [[HALVES] * 2], [[HALVES] * 2], [[HALVES] * 4, [F32] * 8], results
    if element is MMATypes.f64:
        return {(8, 8, 4)}, [[F64]], [[F64]], [[F64] * 2], [_struct(F64, 2)]
    if element in _INTEGERS:
        shapes = {(8, 8, 32)} if element in _INT4 else set()
        shapes |= {(8, 8, 16)} if element in _INT8 else set()
        shapes |= {(8, 8, 128)} if element is MMATypes.b1 and not sparse else set()
        return shapes, [[I32]], [[I32]], [[I32, I32]], [_struct(I32, 2)]
    return set(), [], [], [], []


def _verify_variant(op: "MmaOp | MmaSpOp", sparse: bool) -> Diagnostic | None:
    """Shape, registers and result are those of an existing product."""
    m, n, k = op.shape.m, op.shape.n, op.shape.k
    stated = op.multiplicandAPtxType
    element = stated.value if stated is not None else MMATypes.s32
    variants: _Variants = (set(), [], [], [], [])
    if m == 16:
        if (
            element not in _DEPTH
            or (element in _FLOAT8 and not sparse)
            or (element is MMATypes.b1 and sparse)
        ):
            return error(f"invalid shape or multiplicand type: {element.name}", op.where)
        variants = _of_16_rows(element, n, k, sparse)
        if element_of(op.res.type, True) is not element_of(op.operandC[0].type, True):
            return op.error("ctype does not match dtype")
    elif m == 8:
        variants = _of_8_rows(element, sparse)
    shapes, *registers, results = variants
    if (m, n, k) not in shapes:
        return op.error(f"unimplemented variant for MMA shape <{m}, {n}, {k}>")
    given = (op.operandA, op.operandB, op.operandC)
    for name, allowed, values in zip("ABC", registers, given, strict=True):
        types = [v.type for v in values]
        if types not in allowed:
            wanted = "".join(f"{len(t)}x{t[0]} " for t in allowed)
            found = ", ".join(map(str, types))
            return op.error(
                f"Could not match types for the {name} operands; expected one of {wanted}but got "
                f"{found}"
            )
    if op.res.type not in results:
        wanted = ", ".join(map(str, results))
        return op.error(
            f"Could not match allowed types for the result; expected one of {wanted} but got "
            f"{op.res.type}"
        )
    return None


def _verify_overflow(op: "MmaOp | MmaSpOp", element: MMATypes) -> Diagnostic | None:
    if element in (*_INT4, *_INT8) and op.intOverflowBehavior is None:
        return op.error("op requires intOverflowBehavior attribute")
    return None


class MmaOp(ProductOp, name="nvvm.mma.sync", traits=(AttrSizedOperandSegments,)):
    """`A * B + C` on fragments that the lanes of a warp hold.

    ```mlir
    %0 = nvvm.mma.sync A[%a, %a] B[%b] C[%c, %c]
      {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
       shape = #nvvm.shape<m = 16, n = 8, k = 8>}
      : (vector<2xf16>, vector<2xf16>, vector<2xf16>)
      -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    ```
    """

    shape: Prop[MMAShapeAttr]
    b1Op: OptProp[MMAB1OpAttr]
    intOverflowBehavior: OptProp[MMAIntOverflowAttr]
    layoutA: Prop[MMALayoutAttr]
    layoutB: Prop[MMALayoutAttr]
    multiplicandAPtxType: OptProp[MMATypesAttr]
    multiplicandBPtxType: OptProp[MMATypesAttr]
    operandA: VarOperand[AnyLLVM]
    operandB: VarOperand[AnyLLVM]
    operandC: VarOperand[AnyLLVM]
    res: Result[AnyStruct]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        groups = parse_groups(p, state, "ABC")
        types = parse_types(p, state, _THREE_TYPES)
        resolve_groups(p, state, groups, types)
        p.expect("->")
        state.result_types = [p.type()]
        infer_types(p, state, types, accumulators=True)
        set_sizes(state, groups)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        print_product(p, self, told_by_a=True, blank=" ")

    def verify_op(self) -> Diagnostic | None:
        found = _verify_variant(self, sparse=False)
        if found is not None or self.multiplicandAPtxType is None:
            return found
        element = self.multiplicandAPtxType.value
        if element is MMATypes.b1 and self.b1Op is None:
            return self.error("op requires b1Op attribute")
        found = _verify_overflow(self, element)
        if found is not None:
            return found
        shape = (self.shape.m, self.shape.n, self.shape.k)
        if shape == (8, 8, 4) and element is MMATypes.f16:
            return None
        if self.layoutA.value is MMALayout.row and self.layoutB.value is MMALayout.col:
            return None
        other = self.multiplicandBPtxType
        names = f"{element.name} and {other.value.name if other is not None else ''}"
        return self.error(
            "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for "
            f"shape <{shape[0]}, {shape[1]}, {shape[2]}> with element types {names}. Only m8n8k4 "
            "with f16 supports other layouts."
        )


class MmaSpOp(ProductOp, name="nvvm.mma.sp.sync", traits=(AttrSizedOperandSegments,)):
    """`A * B + C` where two of four elements of `A` are zero and left out.

    ```mlir
    %0 = nvvm.mma.sp.sync A[%a, %a] B[%b, %b] C[%c, %c] sparseMetadata[%m] selector[%s]
      {shape = #nvvm.shape<m = 16, n = 8, k = 16>}
      : (vector<2xf16>, vector<2xf16>, vector<2xf16>)
      -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    ```
    """

    shape: Prop[MMAShapeAttr]
    intOverflowBehavior: OptProp[MMAIntOverflowAttr]
    multiplicandAPtxType: OptProp[MMATypesAttr]
    multiplicandBPtxType: OptProp[MMATypesAttr]
    orderedMetadata: OptProp[UnitAttr]
    kind: OptProp[MMAKindAttr]
    operandA: VarOperand[AnyLLVM]
    operandB: VarOperand[AnyLLVM]
    operandC: VarOperand[AnyLLVM]
    sparseMetadata: Operand[Int32]
    sparsitySelector: Operand[Int32]
    res: Result[AnyStruct]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        groups = parse_groups(p, state, ("A", "B", "C", "sparseMetadata", "selector"))
        types = parse_types(p, state, _THREE_TYPES)
        resolve_groups(p, state, groups, (*types, I32, I32))
        p.expect("->")
        state.result_types = [p.type()]
        infer_types(p, state, types)
        set_sizes(state, groups, 2)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        extra = (
            ("sparseMetadata", (self.sparseMetadata,)),
            ("selector", (self.sparsitySelector,)),
        )
        print_product(p, self, extra)

    def verify_op(self) -> Diagnostic | None:
        found = _verify_variant(self, sparse=True)
        if found is not None or self.multiplicandAPtxType is None:
            return found
        return _verify_overflow(self, self.multiplicandAPtxType.value)
