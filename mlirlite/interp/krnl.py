"""Evaluation of the ops of krnl. A loop is a `Loop`; schedules cut loops into tiles, and the
order of krnl.permute is ignored, since it must not change the results."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import mlirlite.interp.krnl_boxes  # noqa: F401  registers its ops, too
from mlirlite.dialects import krnl, math as math_dialect
from mlirlite.interp import math
from mlirlite.interp.affine import apply_map
from mlirlite.interp.combine import combine
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import (
    POISON,
    Undefined,
    array_of,
    constant,
    elementwise,
    items,
    rounded,
    wrap,
)
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constants import bit_width
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, F32, IntegerType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]


@dataclass(eq=False, slots=True)
class Loop:
    """A loop with its bounds once an iterate gave them, its position, and the tile that it belongs
    to."""

    root: Loop | None = None
    tiles: Loop | None = None
    tile_of: Loop | None = None
    size: int = 0
    lower: int = 0
    upper: int = 0
    now: int = 0
    arguments: list[Value] = field(default_factory=list)
    """The arguments of bodies that are this loop's number."""

    def numbers(self) -> range:
        """The range that the loop counts through now."""
        if self.tile_of is not None:  # over the tiles
            whole = self.tile_of.numbers()
            return range(whole.start, whole.stop, whole.step * self.size)
        if self.tiles is not None:  # over the points of a tile
            whole = self.tiles.numbers()
            step = whole.step // self.size
            start = self.tiles.now
            return range(start, min(start + self.size * step, whole.stop), step)
        return range(self.lower, self.upper)


@evaluate(krnl.RequireOp)
def run_require(m: Machine, op: krnl.RequireOp) -> None:
    """No effect, or the end of the run."""
    if not m[op.condition]:
        found = iter([str(m[v]) for v in op.values])
        text = op.message or "out of memory"
        raise Undefined(re.sub(r"%lld|%%", lambda x: "%" if x[0] == "%%" else next(found), text))


@evaluate(krnl.PollOp)
def run_poll(m: Machine, op: krnl.PollOp) -> None:
    """No effect: the evaluator is interrupted like any Python code."""


@evaluate(krnl.DefineLoopsOp)
def run_define_loops(m: Machine, op: krnl.DefineLoopsOp) -> Any:
    """New loops."""
    loops = [Loop() for _ in op.results]
    return loops[0] if len(loops) == 1 else loops


@evaluate(krnl.BlockOp)
def run_block(m: Machine, op: krnl.BlockOp) -> list[Loop]:
    """A loop over tiles, and one over the points of a tile."""
    loop, size = m[op.loop], int(op.tile_size)
    root = loop.root or loop
    tiles = Loop(root=root, tile_of=loop, size=size)
    return [tiles, Loop(root=root, tiles=tiles, size=size)]


@evaluate(krnl.PermuteOp, krnl.UnrollOp, krnl.ParallelOp, krnl.ParallelClauseOp, krnl.PrefetchOp)
def run_hint(m: Machine, op: Operation) -> None:
    """Nothing."""


@evaluate(krnl.InstrumentOp, krnl.InstrumentInitOp, krnl.EntryPointOp)
def run_mark(m: Machine, op: krnl.InstrumentOp | krnl.InstrumentInitOp | krnl.EntryPointOp) -> None:
    """Nothing."""


@evaluate(krnl.GetInductionVariableValueOp)
def run_get_induction_var_value(m: Machine, op: krnl.GetInductionVariableValueOp) -> Any:
    """The positions of loops."""
    found = [loop.now for loop in m.all(op.loops)]
    return found[0] if len(found) == 1 else found


def _walk(m: Machine, loops: Sequence[Loop]) -> Iterator[None]:
    if not loops:
        yield
        return
    first, *rest = loops
    for number in first.numbers():
        root = first.root or first
        first.now = root.now = number
        for argument in root.arguments:
            m[argument] = number
        yield from _walk(m, rest)


@evaluate(krnl.IterateOp)
def run_iterate(m: Machine, op: krnl.IterateOp) -> Steps:
    """The body at each point of the loops."""
    values: Sequence[Any] = m.all_raw(op.inits)
    ranges = [(m[r.loop], r) for r in op.ranges()]
    for loop, r in ranges:
        loop.lower = max(apply_map(m, r.lower, r.lower_operands))
        loop.upper = min(apply_map(m, r.upper, r.upper_operands))
        loop.arguments = [r.induction_var]
    for _ in _walk(m, m.all(op.optimized_loops)):
        done = yield Enter(op.bodyRegion, [*(loop.now for loop, _ in ranges), *values])
        values = done.values
    return values


@evaluate(krnl.RegionOp)
def run_region(m: Machine, op: krnl.RegionOp) -> Steps:
    """The region, once."""
    yield Enter(op.bodyRegion)
    return ()


@evaluate(krnl.LoadOp)
def run_load(m: Machine, op: krnl.LoadOp) -> Any:
    """An element."""
    return m[op.memref].load(m.all(op.indices))


@evaluate(krnl.StoreOp)
def run_store(m: Machine, op: krnl.StoreOp) -> None:
    """An element is written."""
    m[op.memref].store(m.all(op.indices), m.raw(op.value))


@evaluate(krnl.GetLinearOffsetIndexOp)
def run_get_linear_offset_index(m: Machine, op: krnl.GetLinearOffsetIndexOp) -> int:
    """The position of an element in a contiguous buffer."""
    found = 0
    for i, size in zip(apply_map(m, op.map.map, op.indices), m[op.memref].sizes, strict=True):
        found = found * size + i
    return found


@evaluate(krnl.GlobalOp)
def run_global(m: Machine, op: krnl.GlobalOp) -> MemRef:
    """The memory of a constant, the same every time."""
    found: MemRef | None = m.globals.get(op)
    if found is None:
        if op.value is None or op.offset is not None:
            raise DiagnosticError(op.error("without a value here cannot be evaluated"))
        type = op.output.type
        found = m.globals[op] = MemRef.of(constant(op.value, type), type.element_type)
    return found


@evaluate(krnl.MemsetOp)
def run_memset(m: Machine, op: krnl.MemsetOp) -> None:
    """All elements are written."""
    memory, value = m[op.dest], m.raw(op.value)
    for point in memory.points():
        memory.store(point, value)


@evaluate(krnl.MemcpyOp)
def run_memcpy(m: Machine, op: krnl.MemcpyOp) -> None:
    """Some elements of a contiguous buffer are copied into another."""
    count, to, start = m.all((op.num_elems, op.dest_offset, op.src_offset))
    target, source = (
        v.with_view(v.offset + by, (count,), (1,))
        for v, by in ((m[op.dest], to), (m[op.src], start))
    )
    target.copy_from(source)


@evaluate(krnl.VectorTypeCastOp)
def run_vector_type_cast(m: Machine, op: krnl.VectorTypeCastOp) -> MemRef:
    """The same buffer as vectors of its last dimension's elements."""
    memory, type = m[op.source], op.result.type
    vectors: Any = type.element_type
    length = vectors.num_elements
    if memory.strides[-1] != 1 or any(s % length for s in (*memory.strides[:-1], memory.offset)):
        raise Undefined(f"casts strides {list(memory.strides)} to vectors of {length} elements")
    view: MemRef = replace(
        memory,
        element_type=type.element_type,
        sizes=(*memory.sizes[:-1], memory.sizes[-1] // length),
        strides=(*(s // length for s in memory.strides[:-1]), 1),
        offset=memory.offset // length,
    )
    return view


@evaluate(krnl.NoneOp)
def run_none(m: Machine, op: krnl.NoneOp) -> None:
    """A value that stands for nothing."""


@evaluate(krnl.SeqAllocOp)
def run_seqalloc(m: Machine, op: krnl.SeqAllocOp) -> MemRef:
    """Memory for memrefs."""
    given = iter(m.all(op.length))
    sizes = [next(given) if n == DYNAMIC else n for n in op.output.type.shape]
    return MemRef.allocate(sizes, op.output.type.element_type)


@evaluate(krnl.SeqDeallocOp)
def run_seqdealloc(m: Machine, op: krnl.SeqDeallocOp) -> None:
    """The memory is freed."""
    m[op.input_sequence].buffer.freed = True


@evaluate(krnl.SeqExtractOp)
def run_seqextract(m: Machine, op: krnl.SeqExtractOp) -> Any:
    """A memref of a sequence, or a copy of it."""
    found = m[op.seq].load((m[op.index],))
    if op.copy and isinstance(found, MemRef):
        fresh = MemRef.allocate(found.sizes, found.element_type)
        fresh.copy_from(found)
        return fresh
    return found


@evaluate(krnl.SeqStoreOp)
def run_seqstore(m: Machine, op: krnl.SeqStoreOp) -> None:
    """Store a copy of a memref as an element."""
    found = m[op.input]
    fresh = MemRef.allocate(found.sizes, found.element_type)
    fresh.copy_from(found)
    m[op.seq].store((m[op.index],), fresh)


def _sizes(attribute: Any) -> list[int]:
    return [n.value if isinstance(n, IntegerAttr) else int(n) for n in attribute or ()]


@evaluate(krnl.MatMulOp)
def run_matmul(m: Machine, op: krnl.MatMulOp) -> None:
    """Products of a tile of A and one of B are added to a tile of C."""
    a, b, c = m.all((op.A, op.B, op.C))
    starts = m.all(
        (op.iGlobalIndexComputeStart, op.jGlobalIndexComputeStart, op.kGlobalIndexComputeStart)
    )
    ends = m.all((op.iGlobalUB, op.jGlobalUB, op.kGlobalUB))
    sizes = _sizes(op.computeTileSize)
    if not sizes:
        rows, columns = _sizes(op.cTileSize) or c.sizes[-2:]
        sizes = [rows, columns, (_sizes(op.aTileSize) or a.sizes[-2:])[1]]
    origins = [
        m.all(v) for v in (op.aGlobalIndexMemStart, op.bGlobalIndexMemStart,
                           op.cGlobalIndexMemStart)
    ]  # fmt: skip
    type = op.C.type.element_type
    spans = zip(starts, sizes, ends, strict=True)
    for i, j, k in product(*(range(s, min(s + n, end)) for s, n, end in spans)):
        places = [
            (*origin[:-2], row - origin[-2], column - origin[-1])
            for origin, row, column in zip(origins, (i, k, i), (k, j, j), strict=True)
        ]
        left, right, old = (v.load(p) for v, p in zip((a, b, c), places, strict=True))
        c.store(places[2], combine("add", old, combine("mul", left, right, type), type))


@evaluate(krnl.CopyToBufferOp)
def run_copy_to_buffer(m: Machine, op: krnl.CopyToBufferOp) -> None:
    """A tile is copied; elements outside the source, up to a multiple of the pad, are padded."""
    buffer, source, starts, pad = m[op.buffer], m[op.source], m.all(op.starts), m[op.padValue]
    sizes = _sizes(op.tileSize) or list(buffer.sizes)
    pads = _sizes(op.padToNext) or [1] * len(sizes)
    axes = list(range(len(starts)))
    if op.transpose:
        axes[-2], axes[-1] = axes[-1], axes[-2]
    axes = axes[len(axes) - len(sizes) :]
    filled = [
        min(n, source.sizes[d] - starts[d]) for n, d in zip(sizes, axes, strict=True)
    ]  # fmt: skip
    padded = [min(n, -(-f // p) * p) for n, f, p in zip(sizes, filled, pads, strict=True)]
    for point in product(*map(range, padded)):
        value = pad
        if all(p < f for p, f in zip(point, filled, strict=True)):
            at = list(starts)
            for p, d in zip(point, axes, strict=True):
                at[d] += p
            value = source.load(at)
        buffer.store(point, value)


@evaluate(krnl.CopyFromBufferOp)
def run_copy_from_buffer(m: Machine, op: krnl.CopyFromBufferOp) -> None:
    """A tile is copied back, as far as the destination extends."""
    buffer, dest, starts = m[op.buffer], m[op.dest], m.all(op.starts)
    sizes = _sizes(op.tileSize) or list(buffer.sizes)
    prefix = len(starts) - len(sizes)
    limits = [min(n, dest.sizes[prefix + d] - starts[prefix + d]) for d, n in enumerate(sizes)]
    for point in product(*map(range, limits)):
        at = [*starts[:prefix], *(s + p for s, p in zip(starts[prefix:], point, strict=True))]
        dest.store(at, buffer.load(point))


_MATH: dict[type[Any], type[Any]] = {
    krnl.RoundEvenOp: math_dialect.RoundEvenOp,
    krnl.ErfOp: math_dialect.ErfOp,
    krnl.AcosOp: math_dialect.AcosOp,
    krnl.AcoshOp: math_dialect.AcoshOp,
    krnl.AsinOp: math_dialect.AsinOp,
    krnl.AsinhOp: math_dialect.AsinhOp,
    krnl.AtanOp: math_dialect.AtanOp,
    krnl.AtanhOp: math_dialect.AtanhOp,
    krnl.TanOp: math_dialect.TanOp,
}
_TESTS: dict[type[Any], type[Any]] = {
    krnl.IsInfOp: math_dialect.IsInfOp,
    krnl.IsNaNOp: math_dialect.IsNaNOp,
}


@evaluate(*_MATH)
def run_math(m: Machine, op: Operation) -> Any:
    """A function of floats, as in math."""
    type_ = op.results[0].type
    function, to = math.UNARY[_MATH[type(op)]], element_type_of(type_)
    return elementwise(lambda a: rounded(function(a), to), type_, m[op.operands[0]])


@evaluate(*_TESTS)
def run_test(m: Machine, op: Operation) -> Any:
    """A test of a float, as in math."""
    test = math.TESTS[_TESTS[type(op)]]
    (operand,) = op.operands
    return elementwise(lambda a: int(test(a, operand.type)), op.results[0].type, m[operand])


@evaluate(krnl.DotOp)
def run_dot(m: Machine, op: krnl.DotOp) -> Any:
    """The products of each group, added to the sums one after the other."""
    lhs, rhs, acc, type = m[op.lhs], m[op.rhs], m[op.acc], op.result.type
    if any(v is POISON for v in (lhs, rhs, acc)):
        return POISON
    b, sums = items(rhs), items(acc)
    element, group = type.element_type, op.group
    given = op.lhs.type.element_type
    a = [wrap(n, given) if isinstance(given, IntegerType) else n for n in items(lhs)]
    order = range(group) if isinstance(element, IntegerType) else reversed(range(group))
    for k in order:
        products = (x * y for x, y in zip(a[k::group], b[k::group], strict=True))
        added = [s + p for s, p in zip(sums, products, strict=True)]
        sums = [
            wrap(n, element) if isinstance(element, IntegerType) else rounded(n, element)
            for n in added
        ]
    return array_of(sums, type.shape, element)


@evaluate(krnl.PairDotOp)
def run_pair_dot(m: Machine, op: krnl.PairDotOp) -> Any:
    """The sums of two products each, saturated."""
    lhs, rhs, type = m[op.lhs], m[op.rhs], op.result.type
    if lhs is POISON or rhs is POISON:
        return POISON
    a, b = [n & 0xFF for n in items(lhs)], items(rhs)
    products = [x * y for x, y in zip(a, b, strict=True)]
    limit = 1 << bit_width(type.element_type) - 1
    sums = [p + q for p, q in zip(products[::2], products[1::2], strict=True)]
    return array_of([min(max(s, -limit), limit - 1) for s in sums], type.shape, type.element_type)


@evaluate(krnl.LookupOp)
def run_lookup(m: Machine, op: krnl.LookupOp) -> Any:
    """The number of the table that each index names."""
    table, indices, type = m[op.table], m[op.indices], op.result.type
    if table is POISON or indices is POISON:
        return POISON
    numbers = items(table)
    return array_of([numbers[i % len(numbers)] for i in items(indices)], type.shape, F32)
