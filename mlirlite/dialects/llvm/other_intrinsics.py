"""Coroutines, annotations, hints, exceptions, matrices in memory."""

from typing import Annotated

from mlirlite.dialects.llvm.constraints import AnyLLVM, Bool, LLVMInt, LLVMVector, Pointer, Token
from mlirlite.dialects.llvm.intrinsic import Immediates, IntrinsicOp, Overloads
from mlirlite.ir.constraints import AnyType, Int32
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Pure, SameOperandsAndResultType
from mlirlite.ir.types import F64, I1, I32

I32Prop = Annotated[int, I32]


class Annotation(
    IntrinsicOp,
    name="llvm.intr.annotation",
    traits=(
        AllTypesMatch("res", "integer"),
        AllTypesMatch("annotation", "fileName"),
    ),
):
    """A note on an integer."""

    overloads: Overloads = (-1, 2)
    integer: Operand[LLVMInt]
    annotation: Operand[Pointer]
    fileName: Operand[Pointer]
    line: Operand[Int32]
    res: Result[LLVMInt]


class CoroAlignOp(IntrinsicOp, name="llvm.intr.coro.align"):
    """Coroutines: `coro.align`."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"


class CoroBeginOp(IntrinsicOp, name="llvm.intr.coro.begin"):
    """Coroutines: `coro.begin`."""

    overloads: Overloads = ()
    token: Operand[Token]
    mem: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = "$token `,` $mem attr-dict `:` functional-type(operands, results)"


class CoroEndOp(IntrinsicOp, name="llvm.intr.coro.end"):
    """Coroutines: `coro.end`."""

    overloads: Overloads = ()
    handle: Operand[Pointer]
    unwind: Operand[Bool]
    retvals: Operand[Token]
    res: Result[AnyLLVM]
    assembly_format = (
        "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)"
    )


class CoroFreeOp(IntrinsicOp, name="llvm.intr.coro.free"):
    """Coroutines: `coro.free`."""

    overloads: Overloads = ()
    id: Operand[Token]
    handle: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = "$id `,` $handle attr-dict `:` functional-type(operands, results)"


class CoroIdOp(IntrinsicOp, name="llvm.intr.coro.id"):
    """Coroutines: `coro.id`."""

    overloads: Overloads = ()
    align: Operand[Int32]
    promise: Operand[Pointer]
    coroaddr: Operand[Pointer]
    fnaddrs: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = (
        "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` "
        "functional-type(operands, results)"
    )


class CoroPromiseOp(IntrinsicOp, name="llvm.intr.coro.promise"):
    """Coroutines: `coro.promise`."""

    overloads: Overloads = ()
    handle: Operand[Pointer]
    align: Operand[Int32]
    from_: Operand[Bool]
    res: Result[Pointer]
    assembly_format = (
        "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)"
    )


class CoroResumeOp(IntrinsicOp, name="llvm.intr.coro.resume"):
    """Coroutines: `coro.resume`."""

    overloads: Overloads = ()
    handle: Operand[Pointer]
    assembly_format = "$handle attr-dict `:` qualified(type($handle))"


class CoroSaveOp(IntrinsicOp, name="llvm.intr.coro.save"):
    """Coroutines: `coro.save`."""

    overloads: Overloads = ()
    handle: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"


class CoroSizeOp(IntrinsicOp, name="llvm.intr.coro.size"):
    """Coroutines: `coro.size`."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"


class CoroSuspendOp(IntrinsicOp, name="llvm.intr.coro.suspend"):
    """Coroutines: `coro.suspend`."""

    overloads: Overloads = ()
    save: Operand[Token]
    final: Operand[Bool]
    res: Result[AnyLLVM]
    assembly_format = "$save `,` $final attr-dict `:` type($res)"


class EhTypeidForOp(IntrinsicOp, name="llvm.intr.eh.typeid.for"):
    """The number of a type of exceptions."""

    overloads: Overloads = (0,)
    type_info: Operand[Pointer]
    res: Result[AnyLLVM]
    assembly_format = "$type_info attr-dict `:` functional-type(operands, results)"


class MatrixColumnMajorLoadOp(IntrinsicOp, name="llvm.intr.matrix.column.major.load"):
    """Reads a matrix, column by column."""

    overloads: Overloads = (-1, 1)
    immediates: Immediates = ((2, "isVolatile"), (3, "rows"), (4, "columns"))
    data: Operand[Pointer]
    stride: Operand[LLVMInt]
    isVolatile: Prop[Annotated[bool, I1]]
    rows: Prop[I32Prop]
    columns: Prop[I32Prop]
    res: Result[LLVMVector]
    assembly_format = (
        "$data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($res) `from` "
        "qualified(type($data)) `stride` type($stride)"
    )


class MatrixColumnMajorStoreOp(IntrinsicOp, name="llvm.intr.matrix.column.major.store"):
    """Writes a matrix, column by column."""

    overloads: Overloads = (0, 2)
    immediates: Immediates = ((3, "isVolatile"), (4, "rows"), (5, "columns"))
    matrix: Operand[LLVMVector]
    data: Operand[Pointer]
    stride: Operand[LLVMInt]
    isVolatile: Prop[Annotated[bool, I1]]
    rows: Prop[I32Prop]
    columns: Prop[I32Prop]
    assembly_format = (
        "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($matrix) "
        "`to` qualified(type($data)) `stride` type($stride)"
    )


class PtrAnnotation(
    IntrinsicOp,
    name="llvm.intr.ptr.annotation",
    traits=(
        AllTypesMatch("res", "ptr"),
        AllTypesMatch("annotation", "fileName", "attr"),
    ),
):
    """A note on a pointer."""

    overloads: Overloads = (-1, 2)
    ptr: Operand[Pointer]
    annotation: Operand[Pointer]
    fileName: Operand[Pointer]
    line: Operand[Int32]
    attr: Operand[Pointer]
    res: Result[Pointer]


class SSACopyOp(
    IntrinsicOp,
    name="llvm.intr.ssa.copy",
    traits=(
        Pure,
        SameOperandsAndResultType,
    ),
):
    """The same value again."""

    operand_: Operand[AnyType]
    res: Result[AnyLLVM]
    assembly_format = "$operand attr-dict `:` type($operand)"


class VarAnnotation(
    IntrinsicOp,
    name="llvm.intr.var.annotation",
    traits=(AllTypesMatch("annotation", "fileName", "attr"),),
):
    """A note on a variable."""

    overloads: Overloads = (0, 1)
    val: Operand[Pointer]
    annotation: Operand[Pointer]
    fileName: Operand[Pointer]
    line: Operand[Int32]
    attr: Operand[Pointer]


# Hints


class ExpectOp(IntrinsicOp, name="llvm.intr.expect", traits=(Pure, SameOperandsAndResultType)):
    """A value that is probably the expected one."""

    val: Operand[LLVMInt]
    expected: Operand[LLVMInt]
    res: Result[AnyLLVM]
    assembly_format = "$val `,` $expected attr-dict `:` type($val)"


class ExpectWithProbabilityOp(
    IntrinsicOp,
    name="llvm.intr.expect.with.probability",
    traits=(Pure, AllTypesMatch("val", "expected", "res")),
):
    """A value that is the expected one with a probability."""

    immediates: Immediates = ((2, "prob"),)
    val: Operand[LLVMInt]
    expected: Operand[LLVMInt]
    prob: Prop[Annotated[float, F64]]
    res: Result[AnyLLVM]
    assembly_format = "$val `,` $expected `,` $prob attr-dict `:` type($val)"


class IsConstantOp(IntrinsicOp, name="llvm.intr.is.constant", traits=(Pure,)):
    """Whether the optimizer finds the value to be a constant."""

    overloads: Overloads = (0,)
    val: Operand[AnyLLVM]
    res: Result[Bool]
