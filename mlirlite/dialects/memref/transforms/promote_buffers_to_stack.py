"""--promote-buffers-to-stack: small buffers that do not leave their scope live on the stack.

%m = memref.alloc() : memref<2xf32>  -->  %m = memref.alloca() : memref<2xf32>
"""

from __future__ import annotations

from mlirlite.dialects.affine.analysis.footprint import element_bytes
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp, DeallocOp
from mlirlite.dialects.memref.transforms._placement import (
    aliases_of,
    allocations,
    is_known_control_flow,
    is_loop,
    start_operation,
)
from mlirlite.dialects.memref.views import RankOp
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AutomaticAllocationScope, Terminator
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("promote-buffers-to-stack", anchor="func.func")
def promote_buffers_to_stack(
    op: Operation,
    state: PassState,
    *,
    max_alloc_size_in_bytes: int = 1024,
    max_rank_of_allocated_memref: int = 1,
) -> None:
    """Promotes heap-based allocations to automatically managed stack-based allocations.

    Not those that are freed explicitly, that leave their scope, or that a loop allocates
    repeatedly.

    max_alloc_size_in_bytes: maximal size in bytes to promote allocations to stack
    max_rank_of_allocated_memref: maximal memref rank to promote dynamic buffers
    """
    for alloc in allocations(op, (AllocOp,)):
        value = alloc.results[0]
        if not _is_small(alloc, max_alloc_size_in_bytes, max_rank_of_allocated_memref):
            continue
        if any(isinstance(user, DeallocOp) for user in value.users) or not _has_scope(value):
            continue
        block = alloc.parent
        start = start_operation(value, block) if block is not None else None
        if start is None or not isinstance(alloc, AllocOp):
            continue
        b = Builder.before_op(start)
        b.location = alloc.location
        kept = dict(alloc.properties), dict(alloc.attributes)
        new = b.insert(AllocaOp.create(alloc.operands, (value.type,), *kept))
        alloc.replace_all_uses_with(new)
        alloc.erase()
        state.count("num-promoted", 1)


def _is_small(alloc: Operation, most_bytes: int, most_rank: int) -> bool:
    type = alloc.results[0].type
    if not isinstance(type, MemRefType):
        return False
    if not type.has_static_shape:
        ranks = all(isinstance(v.defining_op, RankOp) for v in alloc.operands)
        return type.rank <= most_rank and ranks
    size = element_bytes(type)
    for extent in type.shape:
        size = None if size is None else size * extent
    return size is not None and size <= most_bytes


def _has_scope(value: Value) -> bool:
    """True when an op around frees what is on the stack after the last use of the buffer."""
    block = value.parent_block
    region = block.parent if block is not None else None
    aliases = aliases_of(value)
    while region is not None:
        owner = region.parent
        if owner is None:
            return False
        leaves = any(
            user.has_trait(Terminator) and not user.successors and user.parent_region is region
            for alias in aliases
            for user in alias.users
        )
        if owner.has_trait(AutomaticAllocationScope) and not leaves:
            return True
        if is_loop(owner) or not is_known_control_flow(owner):
            return False
        region = owner.parent_region
    return False
