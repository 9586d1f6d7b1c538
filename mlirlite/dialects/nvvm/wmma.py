"""Matrix products of a warp on opaque fragments, and loads and stores of matrices."""

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.llvm.constraints import AnyLLVM, Pointer
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.dialects.nvvm._fragments import HALVES
from mlirlite.dialects.nvvm.attributes import LdStMatrixShapeAttr
from mlirlite.dialects.nvvm.matrix_enums import (
    LdStMatrixEltType,
    LdStMatrixEltTypeAttr,
    MMAFrag,
    MMAFragAttr,
    MMALayout,
    MMALayoutAttr,
    MMATypes,
    MMATypesAttr,
)
from mlirlite.dialects.nvvm.types import (
    GENERIC,
    GLOBAL,
    SHARED,
    AnyStruct,
    SharedPointer,
    StructOrDouble,
    space_of,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyType, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.types import F32, F64, I32
from mlirlite.support.diagnostics import Diagnostic

_Shape = tuple[int, int, int]
_SUMS = {
    MMATypes.f64: (MMATypes.f64,),
    MMATypes.tf32: (MMATypes.f32,),
    MMATypes.f16: (MMATypes.f16, MMATypes.f32),
    MMATypes.s8: (MMATypes.s32,),
    MMATypes.u8: (MMATypes.s32,),
}
"""The elements of C by those of A and B."""
_BY_SHAPE: dict[_Shape, tuple[MMATypes, ...]] = {
    (8, 8, 4): (MMATypes.f64,),
    (16, 16, 8): (MMATypes.tf32,),
    **dict.fromkeys(
        ((16, 16, 16), (32, 8, 16), (8, 32, 16)), (MMATypes.f16, MMATypes.s8, MMATypes.u8)
    ),
}
"""The elements of A and B that a shape may have."""
_PACKED = (LdStMatrixEltType.B8X16_B4X16_P64, LdStMatrixEltType.B8X16_B6X16_P32)


def _elements(shape: _Shape, accumulator: bool) -> set[MMATypes]:
    found = set(_BY_SHAPE.get(shape, ()))
    return {s for e in found for s in _SUMS[e]} if accumulator else found


def _registers(element: MMATypes, fragment: MMAFrag, shape: _Shape) -> tuple[Type, int]:
    """The type and number of the registers that hold a fragment in a lane."""
    factor = fragment is not MMAFrag.c
    match element:
        case MMATypes.f16:
            return HALVES, 8 if factor else 4
        case MMATypes.f32:
            return F32, 8
        case MMATypes.f64:
            return F64, 1 if factor else 2
        case MMATypes.tf32:
            return I32, 4
        case MMATypes.s8 | MMATypes.u8:
            return I32, {16: 2, 8: 1, 32: 4}[shape[0 if fragment is MMAFrag.a else 1]]
    return I32, 8


def _verify_struct(op: "WMMALoadOp | WMMAMmaOp", register: Type, count: int) -> Diagnostic | None:
    if op.res.type is LLVMStructType((register,) * count):
        return None
    return op.error(
        f"expected destination type is a structure of {count} elements of type '{register}'"
    )


class WMMALoadOp(Op, name="nvvm.wmma.load"):
    """The part of a matrix in memory that a lane holds.

    ```mlir
    %0 = nvvm.wmma.load %p, %stride {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>,
      k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr)
      -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>,
                       vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
    ```
    """

    ptr: Operand[Pointer]
    stride: Operand[Int32]
    m: Prop[I32Attr]
    n: Prop[I32Attr]
    k: Prop[I32Attr]
    layout: Prop[MMALayoutAttr]
    eltype: Prop[MMATypesAttr]
    frag: Prop[MMAFragAttr]
    res: Result[StructOrDouble]
    assembly_format = "$ptr `,` $stride attr-dict `:` functional-type($ptr, $res)"

    def verify_op(self) -> Diagnostic | None:
        if space_of(self.ptr) not in (GENERIC, GLOBAL, SHARED):
            return self.error("expected source pointer in memory space 0, 1, 3")
        shape, element, fragment = (self.m, self.n, self.k), self.eltype.value, self.frag.value
        if element not in _elements(shape, accumulator=fragment is MMAFrag.c):
            return self.error("invalid attribute combination")
        register, count = _registers(element, fragment, shape)
        if register is F64 and count == 1:
            if self.res.type is not F64:
                return self.error("expected destination type to be f64")
            return None
        return _verify_struct(self, register, count)


class WMMAStoreOp(Op, name="nvvm.wmma.store"):
    """Writes the parts of a matrix that the lanes hold.

    ```mlir
    nvvm.wmma.store %p, %stride, %a, %a, %a, %a {eltype = #nvvm.mma_type<f16>, k = 16 : i32,
      layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
      : !llvm.ptr, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
    ```
    """

    ptr: Operand[Pointer]
    m: Prop[I32Attr]
    n: Prop[I32Attr]
    k: Prop[I32Attr]
    layout: Prop[MMALayoutAttr]
    eltype: Prop[MMATypesAttr]
    args: VarOperand[AnyLLVM]
    stride: Operand[Int32]
    assembly_format = (
        "$ptr `,` $stride `,` $args attr-dict `:` qualified(type($ptr)) `,` type($args)"
    )

    def verify_op(self) -> Diagnostic | None:
        if space_of(self.ptr) not in (GENERIC, GLOBAL, SHARED):
            return self.error("expected operands to be a source pointer in memory space 0, 1, 3")
        shape, element = (self.m, self.n, self.k), self.eltype.value
        if element not in _elements(shape, accumulator=True):
            return self.error("invalid attribute combination")
        register, count = _registers(element, MMAFrag.c, shape)
        if len(self.args) != count:
            return self.error(f"expected {count} data operands")
        if any(v.type is not register for v in self.args):
            return self.error(f"expected data operands of type '{register}'")
        return None


class WMMAMmaOp(Op, name="nvvm.wmma.mma"):
    """`A * B + C` on fragments from `wmma.load`.

    ```mlir
    %0 = nvvm.wmma.mma %a, %b, %c, %d {eltypeA = #nvvm.mma_type<f64>,
      eltypeB = #nvvm.mma_type<f64>, k = 4 : i32, layoutA = #nvvm.mma_layout<row>,
      layoutB = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32}
      : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
    ```
    """

    m: Prop[I32Attr]
    n: Prop[I32Attr]
    k: Prop[I32Attr]
    layoutA: Prop[MMALayoutAttr]
    layoutB: Prop[MMALayoutAttr]
    eltypeA: Prop[MMATypesAttr]
    eltypeB: Prop[MMATypesAttr]
    args: VarOperand[AnyLLVM]
    res: Result[AnyStruct]
    assembly_format = "$args attr-dict `:` functional-type($args, $res)"

    def verify_op(self) -> Diagnostic | None:
        shape = (self.m, self.n, self.k)
        factor, sum = self.eltypeA.value, self.eltypeB.value
        if factor not in _elements(shape, accumulator=False) or sum not in _SUMS.get(factor, ()):
            return self.error("invalid attribute combination")
        expected: list[Type] = []
        for element, fragment in ((factor, MMAFrag.a), (factor, MMAFrag.b), (sum, MMAFrag.c)):
            register, count = _registers(element, fragment, shape)
            expected += [register] * count
        if len(self.args) != len(expected):
            return self.error(f"expected {len(expected)} arguments")
        for i, (value, type) in enumerate(zip(self.args, expected, strict=True)):
            if value.type is not type:
                return self.error(f"expected argument {i} to be of type '{type}'")
        return _verify_struct(self, *_registers(sum, MMAFrag.c, shape))


class LdMatrixOp(Op, name="nvvm.ldmatrix"):
    """Rows of matrices in shared memory, spread over the lanes of a warp.

    ```mlir
    %0 = nvvm.ldmatrix %p {eltType = #nvvm.ld_st_matrix_elt_type<b16>,
      layout = #nvvm.mma_layout<row>, num = 1 : i32,
      shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    ```
    """

    ptr: Operand[SharedPointer]
    num: Prop[I32Attr]
    layout: Prop[MMALayoutAttr]
    shape: Prop[LdStMatrixShapeAttr]
    eltType: Prop[LdStMatrixEltTypeAttr]
    res: Result[AnyType]
    assembly_format = "$ptr attr-dict `:` functional-type($ptr, $res)"

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misuse()
        if wrong is not None:
            return self.error(wrong)
        count = self.num * 2 if (self.shape.m, self.shape.n) == (16, 16) else self.num
        if count == 1:
            return None if self.res.type is I32 else self.error("expected destination type is i32")
        if self.res.type is not LLVMStructType((I32,) * count):
            return self.error(
                f"expected destination type is a structure of {count} elements of type i32"
            )
        return None

    def _misuse(self) -> str | None:
        shape, element, layout = (self.shape.m, self.shape.n), self.eltType.value, self.layout.value
        if shape == (8, 8):
            if self.num not in (1, 2, 4):
                return "expected num attribute to be 1, 2 or 4 for 8x8 matrix"
            if element is not LdStMatrixEltType.b16:
                return "expected element type to be b16 for 8x8 matrix"
        elif shape == (8, 16):
            if self.num not in (1, 2, 4):
                return "expected num attribute to be 1, 2 or 4 for 8x16 matrix"
            if layout is not MMALayout.row:
                return "expected layout to be row for 8x16 matrix"
            if element not in _PACKED:
                return (
                    "expected element type to be b8x16.b4x16_p64 or b8x16.b6x16_p32 for 8x16 matrix"
                )
        elif shape == (16, 16):
            if self.num not in (1, 2):
                return "expected num attribute to be 1 or 2 for 16x16 matrix"
            if layout is not MMALayout.col:
                return "expected layout to be col for 16x16 matrix"
            if element not in (LdStMatrixEltType.b8, *_PACKED):
                return (
                    "expected element type to be b8, b8x16.b4x16_p64 or b8x16.b6x16_p32 for "
                    "16x16 matrix"
                )
        else:
            return "expected shape to be 8x8, 8x16 or 16x16"
        return None


class StMatrixOp(Op, name="nvvm.stmatrix"):
    """Writes rows of matrices that the lanes of a warp hold.

    ```mlir
    nvvm.stmatrix %p, %a {eltType = #nvvm.ld_st_matrix_elt_type<b16>,
      layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
      : !llvm.ptr<3>, i32
    ```
    """

    ptr: Operand[SharedPointer]
    sources: VarOperand[Int32]
    layout: Prop[MMALayoutAttr]
    shape: Prop[LdStMatrixShapeAttr]
    eltType: Prop[LdStMatrixEltTypeAttr]
    assembly_format = "$ptr `,` $sources attr-dict `:` type(operands)"

    def verify_op(self) -> Diagnostic | None:
        if len(self.sources) not in (1, 2, 4):
            return self.error("expected num attribute to be 1, 2 or 4")
        shape, element = (self.shape.m, self.shape.n), self.eltType.value
        if shape == (8, 8):
            if element is not LdStMatrixEltType.b16:
                return self.error("expected element type to be B16 for 8x8 matrix")
        elif shape == (16, 8):
            if element is not LdStMatrixEltType.b8:
                return self.error("expected element type to be B8 for 16x8 matrix")
            if self.layout.value is not MMALayout.col:
                return self.error("expected layout to be col for 16x8 matrix")
        else:
            return self.error("expected shape to be 8x8 or 16x8")
        return None
