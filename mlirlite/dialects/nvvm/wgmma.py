"""Matrix products of a group of four warps."""

from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.dialects.nvvm.attributes import MMAShapeAttr
from mlirlite.dialects.nvvm.matrix_enums import (
    MMAIntOverflow,
    MMAIntOverflowAttr,
    MMALayout,
    MMALayoutAttr,
    WGMMAScaleIn,
    WGMMAScaleInAttr,
    WGMMAScaleOutAttr,
    WGMMATypes,
    WGMMATypesAttr,
)
from mlirlite.dialects.nvvm.types import AnyStruct
from mlirlite.ir.constraints import Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import Predicate
from mlirlite.support.diagnostics import Diagnostic

SAME_STRUCT = Predicate(
    "input struct and result struct must be the same type",
    lambda op: op.inouts.type is op.results[0].type,
)
_FLOATS = (WGMMATypes.f32, WGMMATypes.f16)
_BYTES = (WGMMATypes.u8, WGMMATypes.s8)
_FLOAT8 = (WGMMATypes.e4m3, WGMMATypes.e5m2)
_SUMS = {
    WGMMATypes.f16: _FLOATS,
    WGMMATypes.tf32: (WGMMATypes.f32,),
    **dict.fromkeys((*_BYTES, WGMMATypes.b1), (WGMMATypes.s32,)),
    **dict.fromkeys((WGMMATypes.bf16, *_FLOAT8), _FLOATS),
}
"""The elements of D by those of A."""
_PARTNERS = {
    **{t: (t,) for t in (WGMMATypes.f16, WGMMATypes.tf32, WGMMATypes.b1, WGMMATypes.bf16)},
    **dict.fromkeys(_BYTES, _BYTES),
    **dict.fromkeys(_FLOAT8, _FLOAT8),
}
"""The elements of B by those of A."""
_DEPTH = {
    WGMMATypes.tf32: 8,
    WGMMATypes.f16: 16,
    WGMMATypes.bf16: 16,
    **dict.fromkeys((*_BYTES, *_FLOAT8), 32),
    WGMMATypes.b1: 256,
}
_SOME_WIDTHS = (8, 16, 24, *range(32, 257, 16))


class WgmmaMmaAsyncOp(Op, name="nvvm.wgmma.mma_async", traits=(SAME_STRUCT,)):
    """Begins `D = A * B + D`, with `A` and `B` in shared memory.

    ```mlir
    %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 8>,
      D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
      : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    ```
    """

    inouts: Operand[AnyStruct]
    descriptorA: Operand[Int64]
    descriptorB: Operand[Int64]
    shape: Prop[MMAShapeAttr]
    typeA: Prop[WGMMATypesAttr]
    typeB: Prop[WGMMATypesAttr]
    typeD: Prop[WGMMATypesAttr]
    scaleD: Prop[WGMMAScaleOutAttr]
    scaleA: Prop[WGMMAScaleInAttr]
    scaleB: Prop[WGMMAScaleInAttr]
    layoutA: Prop[MMALayoutAttr]
    layoutB: Prop[MMALayoutAttr]
    satfinite: OptProp[MMAIntOverflowAttr]
    results_: Result[AnyStruct]
    assembly_format = (
        "$descriptorA `,` $descriptorB `,` $inouts `,` $shape `,` `D` `[` $typeD `,` $scaleD "
        "(`,` $satfinite^)? `]` `,` `A` `[` $typeA `,` $scaleA `,` $layoutA `]` `,` `B` `[` "
        "$typeB `,` $scaleB `,` $layoutB `]` attr-dict `:` type($inouts) `->` type($results)"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misuse()
        return None if wrong is None else self.error(wrong)

    def _misuse(self) -> str | None:
        type = self.results_.type
        if not isinstance(type, LLVMStructType):
            return "expected results to be struct"
        d, a, b = self.typeD.value, self.typeA.value, self.typeB.value
        m, n, k = self.shape.m, self.shape.n, self.shape.k
        for member in type.body:
            if member is not type.body[0]:
                return f"all elements in struct must be same type but there is '{member}'"
        if d not in (WGMMATypes.f32, WGMMATypes.f16, WGMMATypes.s32):
            return f"does not support the given output type {d.name}"
        negated = WGMMAScaleIn.neg in (self.scaleA.value, self.scaleB.value)
        if d is WGMMATypes.s32 and negated:
            return "has s32 output, scaleA and scaleB cannot be neg"
        if d not in _SUMS.get(a, ()) or b not in _PARTNERS[a]:
            return f"{d.name} += {a.name} * {b.name}, it is not supported."
        if m != 64:
            return "shape 'm' must be 64"
        if k != _DEPTH[a]:
            return f"shape 'k' must be {_DEPTH[a]} for input type {a.name}"
        if n not in (_SOME_WIDTHS if d is WGMMATypes.s32 else range(8, 257, 8)):
            return f"has input type {a.name} n is set to {n}, it is not supported."
        swapped = self.layoutA.value is MMALayout.col or self.layoutB.value is MMALayout.row
        if a not in (WGMMATypes.f16, WGMMATypes.bf16) and swapped:
            return (
                f"given layouts layout_a = {self.layoutA.value.name} and layout_b = "
                f"{self.layoutB.value.name} for input types {a.name} and {b.name} requires "
                "transpose. However, this is only supported for: f16 and bf16"
            )
        expected = n // (4 if d is WGMMATypes.f16 else 2)
        if len(type.body) != expected:
            return f"results {expected}, however output struct has {len(type.body)} elements"
        saturates = self.satfinite is not None and self.satfinite.value is MMAIntOverflow.satfinite
        if d is not WGMMATypes.s32 and saturates:
            return (
                " `satfinite` can be only used with s32 accumulator, however the current "
                f"accumulator is {d.name}"
            )
        return None
