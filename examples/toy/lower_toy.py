"""Lowers Toy to loops over buffers: --toy-to-affine, and --toy-print for printing."""

import toy

from mlirlite.dialects import affine, func, memref, vector
from mlirlite.dsl import (
    AffineMap,
    Builder,
    Lowerings,
    MemRefType,
    RankedTensorType,
    SymbolTables,
    TypeConverter,
    UnrankedTensorType,
    VectorType,
    build,
    compiler_pass,
)

types = TypeConverter()


@types(RankedTensorType)
def buffer_type(type, types):
    return MemRefType(type.shape, type.element_type)


@types(UnrankedTensorType)
def no_type(type, types):
    return None


def for_each(shape, body, *indices):
    """Loops over all indices of a shape; `body(*indices)` fills the innermost loop."""
    if len(indices) == len(shape):
        body(*indices)
        return
    with build(affine.ForOp.between(0, shape[len(indices)])) as [i]:
        for_each(shape, body, *indices, i)


def computed(op, rw, element):
    """A new buffer for the result of an op; `element(*indices)` computes each element."""
    with rw:
        buffer = memref.AllocOp(memref=rw.convert(op.result.type))
        for_each(op.result.type.shape, lambda *i: affine.StoreOp(element(*i), buffer, i))
    return buffer.memref


lower = Lowerings("toy-to-affine", types)
lower.one_to_one({toy.FuncOp: func.FuncOp, toy.ReturnOp: func.ReturnOp})


@lower(toy.CastOp)
def cast(op, rw):
    return rw.operands


@lower(toy.AddOp)
def add(op, rw):
    lhs, rhs = rw.operands
    return computed(op, rw, lambda *i: affine.LoadOp(lhs, i) + affine.LoadOp(rhs, i))


@lower(toy.MulOp)
def mul(op, rw):
    lhs, rhs = rw.operands
    return computed(op, rw, lambda *i: affine.LoadOp(lhs, i) * affine.LoadOp(rhs, i))


@lower(toy.TransposeOp)
def transpose(op, rw):
    [input] = rw.operands
    return computed(op, rw, lambda *i: affine.LoadOp(input, i[::-1]))


@lower(toy.ReshapeOp)
def reshape(op, rw):
    [input] = rw.operands
    old, new = input.type, rw.convert(op.result.type)
    indices = AffineMap.identity(new.rank).results
    place = sum(i * stride for i, stride in zip(indices, new.row_major_strides(), strict=True))
    places = zip(old.row_major_strides(), old.shape, strict=True)
    map = AffineMap(new.rank, 0, tuple(place // stride % size for stride, size in places))
    return computed(op, rw, lambda *i: affine.LoadOp(input, i, map))


@lower(toy.ConstantOp)
def constant(op, rw):
    type = rw.convert(op.result.type)
    name = SymbolTables().free_name(op, "constant")
    with Builder.before_op(op.parent_op):
        memref.GlobalOp(name, "private", op.value, constant=True, type=type)
    with rw:
        return memref.GetGlobalOp(name, result=type).result


@compiler_pass("toy-to-affine")
def toy_to_affine(op, state):
    """Lower Toy to loops over buffers, except toy.print."""
    lower.convert(op, illegal=["toy"], legal=[toy.PrintOp])


lower_print = Lowerings("toy-print", types)


@lower_print(toy.PrintOp)
def print_rows(op, rw):
    [buffer] = rw.operands
    *outer, columns = buffer.type.shape
    row = VectorType((columns,), buffer.type.element_type)
    with rw:
        for_each(outer, lambda *i: vector.PrintOp(vector.LoadOp(buffer, [*i, 0], result=row)))
    return ()


@compiler_pass("toy-print")
def toy_print(op, state):
    """Lower toy.print to loops that print rows."""
    lower_print.convert(op, illegal=["toy"])
