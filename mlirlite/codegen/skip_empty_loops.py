"""Skips loop nests that would only write to buffers without elements.

affine.for %i = 0 to %n { affine.for %j = 0 to %m { … affine.store %x, %y[%i, %j] … } }
-->  scf.if %y_has_elements { affine.for %i … }

Without elements an inner loop has no iterations, but the outer one may have any number of them. The
same holds for sums: loops that hand values on to an inner loop, and its results back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from mlirlite.codegen._independence import HINTS, root_of
from mlirlite.codegen._scratch import is_private
from mlirlite.codegen._strips import owner_of
from mlirlite.dialects import affine, arith, krnl, memref, scf
from mlirlite.dialects.affine._loop_utils import trip_count_map
from mlirlite.dialects.arith import CmpIPredicate
from mlirlite.ir.attributes import AffineMapAttr, index_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import EffectKind, MemoryEffects, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import RecursiveMemoryEffects
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_LOOPS = (affine.ForOp, affine.ParallelOp, scf.ForOp)


@compiler_pass("skip-empty-loops", anchor="func.func")
def skip_empty_loops(function: Operation, state: PassState) -> None:
    """Run loop nests only if one of the buffers that they write has elements.

    It applies to nests without results, with an outer loop of unknown length, that write no other
    memory than buffers of unknown size. A nest that can only write to buffers of the static size 0
    is erased. A nest whose results come from its innermost loop runs only if that has iterations.
    """
    for nest in list(_nests(function)):
        if not _may_idle(nest):
            continue
        if nest.results:
            if isinstance(nest, affine.ForOp) and _guard_results(nest):
                state.count("nests that may be skipped")
            continue
        written = _written(nest)
        if not written:
            continue
        some = {v: t.shape for v, t in written.items() if 0 not in t.shape}
        if not some:
            nest.erase()
            state.count("nests that write nothing")
        elif all(DYNAMIC in shape for shape in some.values()):
            _guard(nest, some)
            state.count("nests that may be skipped")


def _nests(op: Operation) -> Iterator[Operation]:
    """The outermost loops of a known step in an op."""
    for region in op.regions:
        for block in region:
            for nested in block:
                if isinstance(nested, _LOOPS):
                    yield nested
                else:
                    yield from _nests(nested)


def _may_idle(loop: Operation) -> bool:
    """True when a loop that contains others, or one of these, has an unknown number of
    iterations."""
    inner = list(_nests(loop))
    return bool(inner) and (bool(loop.operands) or any(map(_may_idle, inner)))


def _written(nest: Operation) -> dict[Value, MemRefType] | None:
    """The buffers that a nest writes for others to see; None when it may do anything else."""
    found: dict[Value, MemRefType] = {}
    for op in nest.walk():
        if isinstance(op, HINTS) or (isinstance(op, krnl.RequireOp) and not op.message):
            continue  # without the nest, nothing that has to fit in memory is allocated
        if op.has_trait(RecursiveMemoryEffects) and not isinstance(op, MemoryEffects):
            continue
        effects = effects_of(op)
        if effects is None:
            return None
        for kind, value in effects:
            if kind in (EffectKind.READ, EffectKind.ALLOCATE):
                continue
            if value is not None and is_private(root_of(value), nest):
                continue
            if kind is EffectKind.FREE or value is None or nest.is_ancestor(owner_of(value)):
                return None
            if not isinstance(value.type, MemRefType):
                return None
            found[value] = value.type
    return found


def _guard_results(nest: affine.ForOp) -> bool:
    """Run a nest only if its inner loops have iterations; else its results are the initial
    values."""
    inner = list(_handed_on(nest))
    counts = [c for loop in inner if (c := trip_count_map(loop)) is not None]
    if not inner or len(counts) < len(inner):
        return False
    if any(nest.is_ancestor(owner_of(v)) for _, operands in counts for v in operands):
        return False
    b = Builder.before_op(nest)
    zero = b.insert(arith.ConstantOp(index_attr(0))).result
    iterations = [
        b.insert(affine.MinOp(AffineMapAttr(map), values)).result for map, values in counts
    ]
    found: list[Value] = [
        b.insert(arith.CmpIOp(CmpIPredicate.sgt, t, zero)).result for t in iterations
    ]
    some = reduce(lambda x, y: b.insert(arith.AndIOp(x, y)).result, found)
    blocks = [Block(), Block()]
    made = scf.IfOp.create(
        (some,), tuple(nest.result_types), regions=[Region([block]) for block in blocks]
    )
    b.insert(made)
    nest.replace_all_uses_with(made)
    nest.detach()
    blocks[0].append(nest)
    blocks[0].append(scf.YieldOp(nest.results))
    blocks[1].append(scf.YieldOp(nest.inits))
    return True


def _handed_on(loop: affine.ForOp) -> Iterator[affine.ForOp]:
    """Inner loops that get the values that a loop carries, and return what it yields, while nothing
    else happens in it that others see."""
    while True:
        *ops, end = loop.body
        loops = [op for op in ops if isinstance(op, affine.ForOp)]
        others = [effects_of(op) for op in ops if op not in loops]
        if any(e is None or any(kind is not EffectKind.READ for kind, _ in e) for e in others):
            return
        if len(loops) != 1 or list(loops[0].inits) != list(loop.iter_args):
            return
        if list(end.operands) != list(loops[0].results):
            return
        loop = loops[0]
        yield loop


def _guard(nest: Operation, shapes: dict[Value, tuple[int, ...]]) -> None:
    """Run a nest only if a buffer of these has elements."""
    b = Builder.before_op(nest)
    zero = b.insert(arith.ConstantOp(index_attr(0))).result
    filled: list[Value] = []
    for buffer, shape in shapes.items():
        sizes: list[Value] = []
        for dim in [d for d, size in enumerate(shape) if size == DYNAMIC]:
            place = b.insert(arith.ConstantOp(index_attr(dim))).result
            size = b.insert(memref.DimOp(buffer, place)).result
            sizes.append(b.insert(arith.CmpIOp(CmpIPredicate.ne, size, zero)).result)
        filled.append(reduce(lambda x, y: b.insert(arith.AndIOp(x, y)).result, sizes))
    some = reduce(lambda x, y: b.insert(arith.OrIOp(x, y)).result, filled)
    block = Block()
    b.insert(scf.IfOp.create((some,), regions=[Region([block]), Region()]))
    nest.detach()
    block.append(nest)
    block.append(scf.YieldOp.create())
