"""mpi → llvm: calls of an MPI library, for Open MPI's or MPICH's binary interface.

`mpi.barrier(%comm)` --> `llvm.call @MPI_Barrier(%comm)`

`dlti.map = #dlti.map<"MPI:Implementation" = "OpenMPI">` on the module chooses Open MPI, whose
handles are pointers to objects of the library. MPICH's are numbers, and the default.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    ALIGNED,
    OFFSET,
    SIZES,
    call,
    in_symbol_table,
    layout_of,
)
from mlirlite.conversion._llvm_ops import (
    binary,
    extract_value,
    gep,
    icmp,
    int_constant,
    load,
    store,
)
from mlirlite.conversion._llvm_types import LLVMTypes, llvm_types
from mlirlite.dialects import llvm, mpi
from mlirlite.dialects.llvm.attributes import EXTERNAL
from mlirlite.dialects.llvm.types import PTR, LLVMStructType
from mlirlite.dialects.mpi.stated import stated
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, StringAttr, SymbolRefAttr, i64_attr
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, I64, FloatType, IntegerType, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import NoCounterpart

IMPLEMENTATION = "MPI:Implementation"
_OPERATIONS = (
    "null", "max", "min", "sum", "prod", "land", "band", "lor", "bor", "lxor", "bxor", "minloc",
    "maxloc", "replace",
)  # fmt: skip
"""Open MPI's names of reductions, in the order of the dialect's enum."""
_NUMBERS = {
    "int8_t": 0x4C000137, "int16_t": 0x4C000238, "int32_t": 0x4C000439, "int64_t": 0x4C00083A,
    "uint8_t": 0x4C00013B, "uint16_t": 0x4C00023C, "uint32_t": 0x4C00043D, "uint64_t": 0x4C00083E,
    "float": 0x4C00040A, "double": 0x4C00080B,
}  # fmt: skip
"""MPICH's numbers of types, by Open MPI's names."""
_FIRST_OPERATION, _NO_OPERATION, _WORLD = 0x58000000, 0x5800000E, 0x44000000


def add_types(base: LLVMTypes) -> LLVMTypes:
    """A type conversion that also covers mpi's types. A handle may hold a pointer."""
    types = LLVMTypes(base.index.width)
    for handle in (mpi.CommType, mpi.RequestType):
        types(handle)(lambda type, types: I64)
    types(mpi.RetvalType)(lambda type, types: I32)
    return types


lower = Lowerings("convert-mpi-to-llvm", add_types(llvm_types()))


_SUCCESS = mpi.MPI_ErrorClassEnumAttr(mpi.MPI_ErrorClassEnum.MPI_SUCCESS)


class _Mpich:
    """MPICH: handles are numbers of 32 bits."""

    handle: Type = I32
    in_place, ignored = -1, 1

    def world(self, rw: ConversionRewriter, at: Operation) -> Value:
        """The communicator of all ranks, as the dialect's value."""
        return int_constant(rw, _WORLD, I64)

    def given(self, rw: ConversionRewriter, value: Value) -> Value:
        """A handle as functions take it."""
        return create(rw, llvm.TruncOp, (value,), I32, {"overflowFlags": IntegerAttr(0, I32)})

    def made(self, rw: ConversionRewriter, value: Value) -> Value:
        """A handle that a function has stored, as the dialect's value."""
        return create(rw, llvm.SExtOp, (value,), I64)

    def type(self, rw: ConversionRewriter, at: Operation, name: str) -> Value:
        """The handle of a type."""
        return int_constant(rw, _NUMBERS[name], I32)

    def operation(self, rw: ConversionRewriter, at: Operation, number: int) -> Value:
        """The handle of a reduction."""
        return int_constant(rw, _FIRST_OPERATION + number if number else _NO_OPERATION, I32)


class _OpenMpi:
    """Open MPI: handles are pointers to objects of the library."""

    handle: Type = PTR
    in_place, ignored = 1, 0

    def world(self, rw: ConversionRewriter, at: Operation) -> Value:
        """As in `_Mpich`, as are the others."""
        found = _object(rw, at, "ompi_mpi_comm_world", "ompi_communicator_t")
        return create(rw, llvm.PtrToIntOp, (found,), I64)

    def given(self, rw: ConversionRewriter, value: Value) -> Value:
        return create(rw, llvm.IntToPtrOp, (value,), PTR)

    def made(self, rw: ConversionRewriter, value: Value) -> Value:
        return create(rw, llvm.PtrToIntOp, (value,), I64)  # MLIR differs: keeps 32 bits

    def type(self, rw: ConversionRewriter, at: Operation, name: str) -> Value:
        return _object(rw, at, f"ompi_mpi_{name}", "ompi_predefined_datatype_t")

    def operation(self, rw: ConversionRewriter, at: Operation, number: int) -> Value:
        # MLIR differs: leaves "op_" out, and so names objects that the library does not have
        return _object(rw, at, f"ompi_mpi_op_{_OPERATIONS[number]}", "ompi_predefined_op_t")


_MPICH, _OPEN_MPI = _Mpich(), _OpenMpi()


def _library(op: Operation) -> _Mpich | _OpenMpi:
    """The implementation that the innermost map around an op names."""
    return _OPEN_MPI if stated(op, IMPLEMENTATION) == StringAttr("OpenMPI") else _MPICH


def _object(rw: ConversionRewriter, at: Operation, name: str, kind: str) -> Value:
    """The address of an object of the library, declared at the top of the module."""

    def declared() -> Operation:
        properties: dict[str, Attribute] = {
            "addr_space": IntegerAttr(0, I32),
            "global_type": LLVMStructType((), kind, opaque=True),
            "linkage": EXTERNAL,
            "sym_name": StringAttr(name),
            "visibility_": i64_attr(0),
        }
        return llvm.GlobalOp.create((), (), properties, None, (Region(),))

    in_symbol_table(rw, at, name, declared)
    return create(rw, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)})


@dataclass(frozen=True, slots=True)
class _Buffer:
    """The elements of a memref: where the first one is, how many there are, and their type."""

    pointer: Value
    count: Value
    type: str


def _buffer(rw: ConversionRewriter, value: Value, type: Type) -> _Buffer:
    """NoCounterpart for elements that MPI has no type for, or that are not next to each other."""
    if not isinstance(type, MemRefType):
        raise NoCounterpart(f"'{type}' is not a ranked memref")
    name = _element_name(type.element_type)
    strides, shape = layout_of(type)[0], type.shape
    if type.layout is not None and any(
        stride != prod(shape[i + 1 :]) or DYNAMIC in shape[i + 1 :]
        for i, stride in enumerate(strides)
        if (i, stride, type.rank) != (0, DYNAMIC, 1)
    ):
        raise NoCounterpart(f"elements of '{type}' are not next to each other: copy them first")
    pointer, offset = extract_value(rw, value, ALIGNED), extract_value(rw, value, OFFSET)
    pointer = gep(rw, pointer, rw.convert(type.element_type), (offset,))
    sizes = [extract_value(rw, value, SIZES, i) for i in range(type.rank)]
    count = sizes[0] if sizes else int_constant(rw, 1, I64)
    for size in sizes[1:]:  # MLIR differs: counts the first dimension only
        count = binary(rw, llvm.MulOp, count, size)
    if count.type is not I32:
        count = create(rw, llvm.TruncOp, (count,), I32, {"overflowFlags": IntegerAttr(0, I32)})
    return _Buffer(pointer, count, name)


def _element_name(type: Type) -> str:
    """A type of elements as Open MPI calls it."""
    name = ""
    if isinstance(type, IntegerType):
        name = f"{'u' if type.is_unsigned else ''}int{type.width}_t"
    elif isinstance(type, FloatType):
        name = {"f32": "float", "f64": "double"}.get(type.keyword, "")
    if name not in _NUMBERS:
        raise NoCounterpart(f"MPI has no type for '{type}'")
    return name


def _done(op: Operation, code: Value, *others: Value) -> Sequence[Value]:
    """The results of an op: what the function returned, if it is asked for, and others."""
    return others if len(op.results) == len(others) else (code, *others)


def _room(rw: ConversionRewriter, type: Type) -> Value:
    return create(rw, llvm.AllocaOp, (int_constant(rw, 1, I32),), PTR, {"elem_type": type})


def _address(rw: ConversionRewriter, number: int) -> Value:
    return create(rw, llvm.IntToPtrOp, (int_constant(rw, number, I64),), PTR)


@lower(mpi.InitOp)
def lower_init(op: Operation, rw: ConversionRewriter) -> Any:
    """Without the program's arguments."""
    null = create(rw, llvm.ZeroOp, (), PTR)
    return _done(op, call(rw, op, "MPI_Init", (null, null), I32))


@lower(mpi.FinalizeOp)
def lower_finalize(op: Operation, rw: ConversionRewriter) -> Any:
    """`MPI_Finalize`."""
    return _done(op, call(rw, op, "MPI_Finalize", (), I32))


@lower(mpi.CommWorldOp)
def lower_world(op: Operation, rw: ConversionRewriter) -> Any:
    """A constant of the library."""
    return (_library(op).world(rw, op),)


def _number(function: str) -> Any:
    """A lowering to a function that stores a number of a communicator."""

    def lowering(op: Operation, rw: ConversionRewriter) -> Any:
        communicator = _library(op).given(rw, rw.operand(0))
        room = _room(rw, I32)
        code = call(rw, op, function, (communicator, room), I32)
        return _done(op, code, load(rw, room, I32))

    return lowering


lower(mpi.CommRankOp)(_number("MPI_Comm_rank"))
lower(mpi.CommSizeOp)(_number("MPI_Comm_size"))


@lower(mpi.CommSplitOp)
def lower_split(op: Operation, rw: ConversionRewriter) -> Any:
    """The new communicator comes through memory."""
    library = _library(op)
    communicator, color, key = rw.operands
    communicator = library.given(rw, communicator)
    room = _room(rw, library.handle)
    code = call(rw, op, "MPI_Comm_split", (communicator, color, key, room), I32)
    return _done(op, code, library.made(rw, load(rw, room, library.handle)))


@lower(mpi.Barrier)
def lower_barrier(op: Operation, rw: ConversionRewriter) -> Any:
    """`MPI_Barrier`."""
    return _done(op, call(rw, op, "MPI_Barrier", (_library(op).given(rw, rw.operand(0)),), I32))


def _message(rw: ConversionRewriter, op: Operation) -> list[Value]:
    """What functions that send and receive have in common."""
    library = _library(op)
    value, tag, peer, communicator = rw.operands
    buffer = _buffer(rw, value, op.operands[0].type)
    type = library.type(rw, op, buffer.type)
    return [buffer.pointer, buffer.count, type, peer, tag, library.given(rw, communicator)]


@lower(mpi.SendOp)
def lower_send(op: Operation, rw: ConversionRewriter) -> Any:
    """`MPI_Send`."""
    return _done(op, call(rw, op, "MPI_Send", _message(rw, op), I32))


@lower(mpi.RecvOp)
def lower_receive(op: Operation, rw: ConversionRewriter) -> Any:
    """`MPI_Recv`; the status is not asked for."""
    message = _message(rw, op)
    ignored = _address(rw, _library(op).ignored)
    return _done(op, call(rw, op, "MPI_Recv", (*message, ignored), I32))


def _request(function: str) -> Any:
    """A lowering to a function that stores a request."""

    def lowering(op: Operation, rw: ConversionRewriter) -> Any:
        library, message = _library(op), _message(rw, op)
        room = _room(rw, library.handle)
        code = call(rw, op, function, (*message, room), I32)
        return _done(op, code, library.made(rw, load(rw, room, library.handle)))

    return lowering


lower(mpi.ISendOp)(_request("MPI_Isend"))
lower(mpi.IRecvOp)(_request("MPI_Irecv"))


@lower(mpi.Wait)
def lower_wait(op: Operation, rw: ConversionRewriter) -> Any:
    """`MPI_Wait` takes the address of a request; the status is not asked for."""
    library = _library(op)
    room = _room(rw, library.handle)
    store(rw, library.given(rw, rw.operand(0)), room)
    ignored = _address(rw, library.ignored)
    return _done(op, call(rw, op, "MPI_Wait", (room, ignored), I32))


@lower(mpi.AllReduceOp)
def lower_all_reduce(op: Operation, rw: ConversionRewriter) -> Any:
    """One buffer that is both is a reduction in place."""
    library = _library(op)
    send, receive, communicator = rw.operands
    source = _buffer(rw, send, op.operands[0].type)
    target = _buffer(rw, receive, op.operands[1].type)
    pointer = source.pointer
    if op.operands[0] is op.operands[1]:
        pointer = _address(rw, library.in_place)
    number = op.properties["op"]
    if not isinstance(number, IntegerAttr):
        return rw.fail("it has no reduction")
    type = library.type(rw, op, source.type)
    operation = library.operation(rw, op, number.value)
    communicator = library.given(rw, communicator)
    arguments = (pointer, target.pointer, source.count, type, operation, communicator)
    return _done(op, call(rw, op, "MPI_Allreduce", arguments, I32))


@lower(mpi.RetvalCheckOp)
def lower_check(op: Operation, rw: ConversionRewriter) -> Any:
    """Only MPI_SUCCESS is the same number everywhere."""
    if op.properties["errclass"] != _SUCCESS:
        return rw.fail("only MPI_SUCCESS is a number that all libraries share")
    return (icmp(rw, "eq", rw.operand(0), int_constant(rw, 0, I32)),)


@lower(mpi.ErrorClassOp)
def lower_error_class(op: Operation, rw: ConversionRewriter) -> Any:
    """The class that a code belongs to comes through memory."""
    room = _room(rw, I32)
    call(rw, op, "MPI_Error_class", (rw.operand(0), room), I32)
    return (load(rw, room, I32),)
