"""--expand-realloc: memref.realloc becomes an allocation and a copy, where the buffer is too small.

%1 = realloc %m(%n)  -->  %1 = if dim(%m) < %n { alloc(%n), copy, dealloc %m } else { %m }
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.memref.allocation import AllocOp, DeallocOp, ReallocOp
from mlirlite.dialects.memref.casts import ReinterpretCastOp
from mlirlite.dialects.memref.memory import CopyOp
from mlirlite.dialects.memref.views import DimOp, SubViewOp
from mlirlite.dialects.scf.control import IfOp, YieldOp
from mlirlite.ir.attributes import StridedLayoutAttr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_ZERO, _ONE = i64_array((0,)), i64_array((1,))


@compiler_pass("expand-realloc")
def expand_realloc(op: Operation, state: PassState, *, emit_deallocs: bool = True) -> None:
    """Expand memref.realloc operations into its components.

    emit_deallocs: emit deallocation operations for the original buffer
    """
    for realloc in [inner for inner in op.walk() if isinstance(inner, ReallocOp)]:
        if _expand(realloc, emit_deallocs):
            state.count("num-expanded", 1)


def _expand(op: ReallocOp, emit_deallocs: bool) -> bool:
    source = op.source
    before, after = source.type, op.results[0].type
    if not isinstance(before, MemRefType) or not isinstance(after, MemRefType):
        return False
    b = Builder.before_op(op)
    old: Mixed = before.shape[0]
    if old == DYNAMIC:
        old = b.insert(DimOp(source, index_constant(b, 0))).results[0]
    old_value = value_of(b, old)
    wanted: Mixed = after.shape[0]
    if wanted == DYNAMIC and op.dynamicResultSize is not None:
        wanted = op.dynamicResultSize
    new_value = value_of(b, wanted)
    small: Operation = b.insert(CmpIOp(CmpIPredicate.ult, old_value, new_value))
    then, other = Block(), Block()
    choice = IfOp(small.results[0], Region([then]), Region([other]), results_=[after])
    b.insert(choice)
    sizes = [new_value] if after.shape[0] == DYNAMIC else []
    view: MemRefType = MemRefType(
        before.shape, after.element_type, StridedLayoutAttr((1,), 0), after.memory_space
    )
    _enlarge(op, _at_end(then, op), sizes, old, view, emit_deallocs)
    _keep(op, _at_end(other, op), wanted)
    op.replace_all_uses_with(choice)
    op.erase()
    return True


def _at_end(block: Block, op: Operation) -> Builder:
    b = Builder.at_end(block)
    b.location = op.location
    return b


def _enlarge(
    op: ReallocOp,
    b: Builder,
    sizes: Sequence[Value],
    old: Mixed,
    view: MemRefType,
    emit_deallocs: bool,
) -> None:
    """A new buffer of these sizes, into whose first `old` elements, given by `view`, the old ones
    are copied."""
    alloc = b.insert(AllocOp(sizes, alignment=op.alignment, memref=op.results[0].type))
    extent, dynamic = split((old,))
    part = b.insert(
        SubViewOp(
            alloc.results[0],
            (),
            dynamic,
            (),
            static_offsets=_ZERO,
            static_sizes=extent,
            static_strides=_ONE,
            result=view,
        )
    )
    b.insert(CopyOp(op.source, part.results[0]))
    if emit_deallocs:
        b.insert(DeallocOp(op.source))
    b.insert(YieldOp([alloc.results[0]]))


def _keep(op: ReallocOp, b: Builder, wanted: Mixed) -> None:
    """The first `wanted` elements of the old buffer."""
    size, dynamic = split((wanted,))
    same = b.insert(
        ReinterpretCastOp(
            op.source,
            (),
            dynamic,
            (),
            static_offsets=_ZERO,
            static_sizes=size,
            static_strides=_ONE,
            result=op.results[0].type,
        )
    )
    b.insert(YieldOp([same.results[0]]))
