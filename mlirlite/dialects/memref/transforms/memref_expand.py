"""--memref-expand: memref.reshape to a known rank becomes memref.reinterpret_cast.

memref.reshape %m(%shape)
  -->  memref.reinterpret_cast %m to offset: [0], sizes: [%s, 4], strides: [4, 1]
"""

from __future__ import annotations

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.arith import IndexCastOp, MulIOp
from mlirlite.dialects.memref.casts import ReinterpretCastOp
from mlirlite.dialects.memref.memory import LoadOp
from mlirlite.dialects.memref.reshaping import ReshapeOp
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("memref-expand")
def memref_expand(op: Operation, state: PassState) -> None:
    """Legalize memref operations to be convertible to LLVM.

    memref.reshape whose result has a rank.
    """
    for reshape in [inner for inner in op.walk() if isinstance(inner, ReshapeOp)]:
        shape, type = reshape.shape.type, reshape.result.type
        if not isinstance(shape, MemRefType) or not shape.has_static_shape:
            continue
        if isinstance(type, MemRefType):
            _expand(reshape, type)
            state.count("num-expanded", 1)


def _expand(op: ReshapeOp, type: MemRefType) -> None:
    b = Builder.before_op(op)
    b.location = op.location
    sizes: list[Mixed] = []
    strides: list[Mixed] = []
    stride: Mixed = 1
    for i in range(type.rank - 1, -1, -1):
        size = index_constant(b, type.shape[i]) if type.shape[i] != DYNAMIC else _size(b, op, i)
        sizes.insert(0, size if type.shape[i] == DYNAMIC else type.shape[i])
        strides.insert(0, stride)
        if not i:
            continue
        if isinstance(stride, int) and type.shape[i] != DYNAMIC:
            stride *= type.shape[i]
        else:
            left = index_constant(b, stride) if isinstance(stride, int) else stride
            stride = b.insert(MulIOp(left, size)).results[0]
    parts = [split(entries) for entries in ([0], sizes, strides)]
    made: Operation = b.insert(
        ReinterpretCastOp(
            op.source,
            *(dynamic for _, dynamic in parts),
            static_offsets=parts[0][0],
            static_sizes=parts[1][0],
            static_strides=parts[2][0],
            result=type,
        )
    )
    op.replace_all_uses_with(made)
    op.erase()


def _size(b: Builder, op: ReshapeOp, i: int) -> Value:
    """The size of a dimension, from the buffer that holds the shape."""
    shape = op.shape.type
    element = shape.element_type if isinstance(shape, MemRefType) else INDEX
    found: Operation = b.insert(LoadOp(op.shape, [index_constant(b, i)], result=element))
    if element is not INDEX:
        found = b.insert(IndexCastOp(found.results[0], out=INDEX))
    return found.results[0]
