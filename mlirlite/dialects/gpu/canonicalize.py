"""Canonical forms of gpu ops: redundant waits and barriers, copies that are never read, launches of
one block or thread, and values that are the same for all threads."""

from mlirlite.dialects import memref
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.gpu.launch import LaunchOp
from mlirlite.dialects.gpu.memory import AllocOp, MemcpyOp, MemsetOp, WaitOp
from mlirlite.dialects.gpu.subgroup import AllReduceOp, BarrierOp, SubgroupReduceOp
from mlirlite.dialects.memref.casts import cast_source
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.interfaces import EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def wait_for_nothing(op: WaitOp, rw: Rewriter) -> bool | None:
    """wait [wait async [], %t] --> wait [%t]; wait [] --> nothing"""
    kept = [v for v in op.asyncDependencies if not _is_immediate(v)]
    if len(kept) < len(op.asyncDependencies):
        with rw.modify(op):
            op.asyncDependencies = kept
        return True
    token = op.asyncToken
    if not kept and token is None:
        rw.erase(op)
    elif len(kept) == 1 and token is not None:
        rw.replace(op, kept[0])
    elif token is not None and not token.has_uses:
        rw.erase(op)
    else:
        return rw.fail("something waits, for something")
    return True


def _is_immediate(token: Value) -> bool:
    maker = token.defining_op
    return isinstance(maker, WaitOp) and not maker.operands


@canonicalization
def barrier_twice(op: BarrierOp, rw: Rewriter) -> bool | None:
    """barrier; barrier --> barrier"""
    if not isinstance(op.next, BarrierOp):
        return rw.fail("something happens before the next barrier")
    rw.erase(op)
    return True


@canonicalization
def copied_for_nobody(op: MemcpyOp, rw: Rewriter) -> bool | None:
    """memcpy to a new buffer that is then only freed --> nothing"""
    target = op.dst
    if not _only(target.defining_op, EffectKind.ALLOCATE, target):
        return rw.fail("the buffer is not made here")
    if any(u.owner is not op and not _only(u.owner, EffectKind.FREE, target) for u in target.uses):
        return rw.fail("the buffer is used")
    dependencies = op.asyncDependencies
    if len(dependencies) > 1 or bool(dependencies) is not (op.asyncToken is not None):
        return rw.fail("no token can take the place of its own")
    if dependencies:
        rw.replace(op, dependencies[0])
    else:
        rw.erase(op)
    return True


def _only(op: Operation | None, kind: EffectKind, value: Value) -> bool:
    """Whether this is the op's only effect on a value."""
    if op is None or not isinstance(op, MemoryEffects):
        return False
    return [e.kind for e in op.effects() if e.value is value] == [kind]


@canonicalization
def memory_of_cast(op: MemcpyOp | MemsetOp, rw: Rewriter) -> bool | None:
    """memcpy(cast(m)) --> memcpy(m)"""
    changed = False
    for i, operand in enumerate(op.operands):
        source = cast_source(operand)
        if source is not None:
            with rw.modify(op):
                op.set_operand(i, source)
            changed = True
    return changed or rw.fail("no operand is a cast of a ranked memref")


@canonicalization
def dim_of_alloc(op: memref.DimOp, rw: Rewriter) -> bool | None:
    """memref.dim(gpu.alloc(%n))[0] --> %n"""
    alloc, type, dim = op.source.defining_op, op.source.type, constant_number(op.index)
    if not isinstance(alloc, AllocOp) or not isinstance(type, MemRefType):
        return rw.fail("the buffer is not made here")
    if dim is None or not 0 <= dim < type.rank or type.shape[dim] != DYNAMIC:
        return rw.fail("the dimension is not known, or its size is")
    rw.replace(op, alloc.dynamicSizes[type.shape[:dim].count(DYNAMIC)])
    return True


@canonicalization
def launch_of_one(op: LaunchOp, rw: Rewriter) -> bool | None:
    """the id in a dimension of size 1 --> 0"""
    single = [
        i
        for i, size in zip(op.ids(), op.sizes(), strict=True)
        if constant_number(size) == 1 and i.has_uses
    ]
    if not single:
        return rw.fail("no size is 1")
    rw.set_start(op.regions[0].entry)
    zero = index_constant(rw, 0)
    for i in single:
        rw.replace_all_uses_with(i, zero)
    return True


@canonicalization
def uniform_reduction(op: AllReduceOp | SubgroupReduceOp, rw: Rewriter) -> bool | None:
    """a reduction that all threads of a launch reach --> the same, `uniform`"""
    if isinstance(op, SubgroupReduceOp) and op.cluster_size == 1:
        rw.replace(op, op.value)
        return True
    parent, block = op.parent_op, op.parent
    if op.uniform is not None or not isinstance(parent, LaunchOp):
        return rw.fail("uniform already, or not directly in a launch")
    if block is not parent.regions[0].first:
        return rw.fail("not all threads come here")
    with rw.modify(op):
        op.properties["uniform"] = UNIT
    return True
