"""--expand-realloc: memref.realloc becomes an allocation and a copy, where the buffer is too small.

%1 = realloc %m(%n)  -->  %1 = if dim(%m) < %n { alloc(%n), copy, dealloc %m } else { %m }
"""

from __future__ import annotations

from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.memref.allocation import AllocOp, DeallocOp, ReallocOp
from mlirlite.dialects.memref.casts import ReinterpretCastOp
from mlirlite.dialects.memref.memory import CopyOp
from mlirlite.dialects.memref.views import DimOp, SubViewOp
from mlirlite.dialects.scf.control import IfOp, YieldOp
from mlirlite.ir.attributes import StridedLayoutAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("expand-realloc")
def expand_realloc(op: Operation, state: PassState, *, emit_deallocs: bool = True) -> None:
    """Expand memref.realloc operations into its components.

    emit_deallocs: emit deallocation operations for the original buffer
    """
    for realloc in [inner for inner in op.walk() if isinstance(inner, ReallocOp)]:
        if _expand(realloc, emit_deallocs):
            state.count("num-expanded", 1)


def _expand(op: ReallocOp, emit_deallocs: bool) -> bool:
    source, result = op.source, op.results[0]
    before, after = source.type, result.type
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

    inner = Builder.at_end(then)
    inner.location = op.location
    sizes = [new_value] if after.shape[0] == DYNAMIC else []
    alloc = inner.insert(AllocOp(sizes, alignment=op.alignment, memref=after))
    zero, none = split((0,))
    ones, _ = split((1,))
    extent, dynamic = split((old,))
    view: MemRefType = MemRefType(
        before.shape, after.element_type, StridedLayoutAttr((1,), 0), after.memory_space
    )
    part = inner.insert(
        SubViewOp(
            alloc.results[0],
            none,
            dynamic,
            none,
            static_offsets=zero,
            static_sizes=extent,
            static_strides=ones,
            result=view,
        )
    )
    inner.insert(CopyOp(source, part.results[0]))
    if emit_deallocs:
        inner.insert(DeallocOp(source))
    inner.insert(YieldOp([alloc.results[0]]))

    inner = Builder.at_end(other)
    inner.location = op.location
    size, dynamic = split((wanted,))
    same = inner.insert(
        ReinterpretCastOp(
            source,
            none,
            dynamic,
            none,
            static_offsets=zero,
            static_sizes=size,
            static_strides=ones,
            result=after,
        )
    )
    inner.insert(YieldOp([same.results[0]]))
    op.replace_all_uses_with(choice)
    op.erase()
    return True
