"""KrnlBuilder: lowerings write loops with it.

with b.loops(*y.shape) as i:
    y[i] = x[i] + 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.checks import Checks
from mlirlite.conversion.onnx_to_krnl.emit.index import IndexExpr, Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import krnl, memref, scf
from mlirlite.dialects.onnx.schedules.schedule import Schedule, default_schedule, schedule_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    i32_array,
    i64_array,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    MemRefType,
    NoneType,
    RankedTensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import BlockArgument
from mlirlite.support.tuning import Fixed

S = TypeVar("S", bound=Schedule[Any])

UNNAMED = "constant"
"""The name of a krnl.global until the pass gives it a unique one."""

ALIGNMENT: Fixed[int] = 64
"""Bytes that buffers are aligned to: a cache line, and the widest vector."""

Bound = Any
"""A loop's range: a size, or (lower, upper); each an index or a list of them: the largest lower and
the smallest upper bound count."""


class KrnlBuilder(Checks):
    """Writes the ops that replace one ONNX op."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        super().__init__(op, rewriter)
        self.fused: list[Operation] = []
        """Later ops that this lowering also computes; its result is that of the last one."""
        self.hints: dict[str, Attribute] = {}
        """Hints of new loops to LLVM's optimizer."""

    # The op: inputs, attributes, result types

    def inputs(self, count: int) -> list[Any]:
        """The first operands as buffers, None for missing ones."""
        found = self.all_inputs()
        return [*found, *[None] * (count - len(found))][:count]

    def all_inputs(self) -> list[Any]:
        """Every operand as a buffer, None where an optional one is left out."""
        found = [
            None if isinstance(v.type, NoneType) else Buffer(self, v)
            for v in self.rewriter.operands
        ]
        self._given += [x.shape for x in found if x is not None]
        return found

    def schedule(self, kind: type[S]) -> S | None:
        """The op's schedule of a kind: from its attribute, or else the machine's default."""
        found = schedule_of(self.op)
        if found is None and self.machine is not None:
            found = default_schedule(self.op, self.machine)
        return found if isinstance(found, kind) else None

    def result_type(self, index: int = 0) -> MemRefType:
        """The buffer type of a result, of the last op that is fused. DiagnosticError when its rank
        is unknown."""
        result = (self.fused[-1] if self.fused else self.op).results[index]
        is_known = not isinstance(result.type, UnrankedTensorType)
        type = self.rewriter.convert(result.type) if is_known else None
        if not isinstance(type, MemRefType):
            raise self.error(f"result #{index} has type {result.type}, expected a ranked tensor")
        return type

    def wants(self, index: int) -> bool:
        """True when the op has this result and it is used."""
        results = self.op.results
        return (
            index < len(results)
            and results[index].has_uses
            and not isinstance(results[index].type, NoneType)
        )

    # Ops

    # Constants and conversions

    # Buffers

    def memref(self, sizes: Sequence[Ix], element: Type) -> MemRefType:
        """The type of a contiguous buffer of these sizes."""
        shape = tuple([s if isinstance(s, int) else DYNAMIC for s in sizes])
        result: MemRefType = MemRefType(shape, element)
        return result

    def alloc(self, sizes: Sequence[Ix], element: Type) -> Buffer:
        """A new buffer."""
        return self.alloc_type(self.memref(sizes, element), sizes)

    def table(self, values: Sequence[float], element: Type, *shape: int) -> Buffer:
        """A constant buffer of numbers, by default with one dimension."""
        sizes = shape or (len(values),)
        value = DenseElementsAttr.of(RankedTensorType(sizes, element), list(values))
        made = krnl.GlobalOp(
            shape=ArrayAttr(tuple(i64_attr(n) for n in sizes)),
            name_=UNNAMED,
            value=value,
            output=MemRefType(sizes, element),
        )
        with self.outside():
            return Buffer(self, self.insert(made).results[0])

    def output(self, sizes: Sequence[Ix], index: int = 0) -> Buffer:
        """A new buffer for a result. Sizes are used where the result's type has `?`."""
        return self.alloc_type(self.result_type(index), sizes)

    def alloc_type(self, type: MemRefType, sizes: Sequence[Ix]) -> Buffer:
        """A new buffer of a type; sizes are used where the type has `?`."""
        if len(sizes) != type.rank:
            raise self.error(f"has a result of rank {type.rank}, expected {len(sizes)}")
        sizes = self._settled(type, sizes)
        dynamic = [self.value(a) for a, n in zip(sizes, type.shape, strict=True) if n == DYNAMIC]
        self._require_fits(sizes)
        op = memref.AllocOp(dynamic, (), memref=type, alignment=i64_attr(ALIGNMENT))
        return Buffer(self, self.insert(op).results[0], list(sizes))

    def view(self, buffer: Buffer, type: MemRefType, sizes: Sequence[Ix]) -> Buffer:
        """The same contiguous memory in another shape."""
        same = all(a is b for a, b in zip(sizes, buffer.shape, strict=False))
        if type is buffer.value.type and (same or type.has_static_shape):
            return buffer
        sizes = self._settled(type, sizes)
        self._require_count(buffer.shape, sizes)
        strides: list[Ix] = []
        step: Ix = 1
        for size in reversed(sizes):
            strides.insert(0, step)
            step = step * size
        static_strides = type.row_major_strides()
        op = memref.ReinterpretCastOp.create(
            (
                buffer.value,
                *[self.value(a) for a, n in zip(sizes, type.shape, strict=True) if n == DYNAMIC],
                *[
                    self.value(a)
                    for a, n in zip(strides, static_strides, strict=True)
                    if n == DYNAMIC
                ],
            ),
            (type,),
            {
                "static_offsets": i64_array((0,)),
                "static_sizes": i64_array(type.shape),
                "static_strides": i64_array(static_strides),
                "operandSegmentSizes": i32_array(
                    (1, 0, type.shape.count(DYNAMIC), static_strides.count(DYNAMIC))
                ),
            },
        )
        return Buffer(self, self.insert(op).results[0], list(sizes))

    # Loops

    @contextmanager
    def loops(self, *bounds: Bound) -> Iterator[list[Ix]]:
        """A nest of loops, the last one innermost; ops emitted in the block are the body. Gives the
        loops' indices."""
        if not bounds:
            yield []
            return
        with self._iterate(bounds, ()) as arguments:
            yield [self.index_of(a) for a in arguments]

    @contextmanager
    def loop(self, lower: Any, upper: Any) -> Iterator[Ix]:
        """One loop."""
        with self.loops((lower, upper)) as (index,):
            yield index

    def fold(
        self,
        bounds: Sequence[Bound],
        inits: Sequence[Scalar],
        body: Callable[[list[Ix], list[Scalar]], Sequence[Scalar]],
    ) -> list[Scalar]:
        """Loops that carry scalars: `body(indices, values)` gives the next values; the last ones
        are returned."""

        def level(at: int, indices: list[Ix], values: list[Scalar]) -> list[Scalar]:
            if at == len(bounds):
                return list(body(indices, values))
            with self._iterate([bounds[at]], values) as arguments:
                inner = [
                    Scalar(self, a, v.type) for a, v in zip(arguments[1:], values, strict=True)
                ]
                found = level(at + 1, [*indices, self.index_of(arguments[0])], inner)
                self.insert(krnl.YieldOp.create([s.value for s in found]))
            results = self._last_loop.results
            return [Scalar(self, r, v.type) for r, v in zip(results, values, strict=True)]

        return level(0, [], list(inits))

    @contextmanager
    def _iterate(
        self, bounds: Sequence[Bound], inits: Sequence[Scalar]
    ) -> Iterator[Sequence[BlockArgument]]:
        ranges = [b if isinstance(b, tuple) else (0, b) for b in bounds]
        lower = [self._bound(a) for a, _ in ranges]
        upper = [self._bound(a) for _, a in ranges]
        loops = self.insert(krnl.DefineLoopsOp.of(len(ranges))).results
        op = krnl.IterateOp.over(loops, loops, lower, upper, [s.value for s in inits])
        op.attributes.update(self.hints)
        self.insert(op)
        body = op.body
        with self.inside(op, body, body.first):
            yield body.args
        self._last_loop: Operation = op

    def _bound(self, bound: Ix | Sequence[Ix]) -> Any:
        exprs: list[Any] = [bound] if isinstance(bound, (int, IndexExpr)) else list(bound)
        if all(isinstance(e, int) for e in exprs) and len(exprs) == 1:
            return exprs[0]
        if len(exprs) == 1:
            value = self.space.value_of(exprs[0])
            if value is not None and not isinstance(value, BlockArgument):
                return value
        return self.space.map_of(exprs)

    @contextmanager
    def if_(self, condition: Scalar) -> Iterator[None]:
        """Ops that run when the condition holds."""
        then = Block()
        then.append(scf.YieldOp.create())
        op = scf.IfOp.create((condition.value,), regions=[Region([then]), Region()])
        self.insert(op)
        block = op.regions[0].block
        with self.inside(op, block, block.first):
            yield
