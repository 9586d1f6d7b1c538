"""KrnlBuilder: what a lowering writes its loops with.

with b.loops(*y.shape) as i:
    y[i] = x[i] + 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.checks import Checks
from mlirlite.conversion.onnx_to_krnl.index import IndexExpr, IndexSpace, Ix, apply_op
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar, signless
from mlirlite.dialects import arith, builtin, krnl, memref, scf
from mlirlite.dialects.arith import CmpIPredicate, FastMathFlags, FastMathFlagsAttr
from mlirlite.ir.affine import AffineExpr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    i32_array,
    i64_array,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    I64,
    INDEX,
    FloatType,
    MemRefType,
    NoneType,
    RankedTensorType,
    VectorType,
)
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.machine import Machine

UNNAMED = "constant"
"""The name of a krnl.global until the pass gives it one of its own."""

ALIGNMENT = 64
"""Bytes that buffers are aligned to: a cache line, and the widest vector."""

Bound = Any
"""A loop's range: a size, or (lower, upper); each an index or a list of them, of which the largest
lower and the smallest upper one hold."""


class KrnlBuilder(Checks):
    """Writes the ops that take the place of one ONNX op."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        self.op: Any = op
        self.rewriter = rewriter
        self.space = IndexSpace()
        self.machine: Machine | None = getattr(rewriter.types, "machine", None)
        """What schedules are made for; None: plain loops."""
        self.threads: int = getattr(rewriter.types, "threads", 1)
        """How many share loops whose iterations are independent."""
        self.checks: bool = getattr(rewriter.types, "checks", True)
        """Whether the code checks at run time what the op requires."""
        self.read: list[DenseResourceAttr] = []
        """Constants whose elements were looked at (`packing.constant_array`)."""
        self.fused: list[Operation] = []
        """Ops after this one that its lowering does too; what it gives is the last one's result."""
        self._constants: dict[Attribute, Value] = {}
        self._applied: dict[tuple[AffineExpr, Block], Value] = {}
        self._sizes: dict[tuple[Value, int], Ix] = {}
        self._loops: list[Operation] = []
        self._given: list[Buffer] = []
        self.hints: dict[str, Attribute] = {}
        """What loops that are made say to LLVM's optimiser."""
        self.turns = FastMathFlags.none
        """The flags of sines, cosines and tangents that are made."""
        self.turned: list[Scalar] = []
        """What these are taken of."""
        self.contract: dict[str, Attribute] = {
            "fastmath": FastMathFlagsAttr(FastMathFlags.contract)
        }

    # The op: inputs, attributes, result types

    def inputs(self, count: int) -> list[Any]:
        """The first operands as buffers, None for those that are left out."""
        found = self.all_inputs()
        return [*found, *[None] * (count - len(found))][:count]

    def all_inputs(self) -> list[Any]:
        """Every operand as a buffer, None where an optional one is left out."""
        found = [
            None if isinstance(v.type, NoneType) else Buffer(self, v)
            for v in self.rewriter.operands
        ]
        self._given += [x for x in found if x is not None]
        return found

    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute as Python's int, float, str or tuple, the default when it is not there."""
        return self.op.get(name, default)

    def result_type(self, index: int = 0) -> MemRefType:
        """The buffer type of a result, of the last op that is fused. DiagnosticError when its rank
        is unknown."""
        result = (self.fused[-1] if self.fused else self.op).results[index]
        type = self.rewriter.convert(result.type)
        if not isinstance(type, MemRefType):
            raise self.error(f"result #{index} has type {result.type}, expected a ranked tensor")
        return type

    def wants(self, index: int) -> bool:
        """True when the op has this result and something reads it."""
        results = self.op.results
        return (
            index < len(results)
            and results[index].has_uses
            and not isinstance(results[index].type, NoneType)
        )

    def error(self, message: str) -> DiagnosticError:
        """An error at the op that names its node."""
        return DiagnosticError(self.op.error(f"{message}{self._node}"))

    # Ops

    def insert(self, op: Operation) -> Operation:
        """Insert a detached op at the current place."""
        self.rewriter.insert(op)
        return op

    def emit(
        self,
        op: Any,
        operands: Sequence[Value],
        properties: dict[str, Attribute] | None = None,
        type: Type | None = None,
    ) -> Value:
        """Insert an op with one result, by default of the first operand's type."""
        made = op.create(
            operands,
            (type or operands[0].type,),
            {**_defaults(op), **properties} if properties else _defaults(op).copy(),
        )
        self.rewriter.insert(made)
        result: Value = made.results[0]
        return result

    def emit_index(self, op: Any, *operands: Ix) -> Ix:
        """Insert an op on indices and give its result as an index expression."""
        return self.index_of(self.emit(op, [self.value(o) for o in operands], type=INDEX))

    def compare(self, op: Any, predicate: Any, lhs: Value, rhs: Value) -> Value:
        """An arith.cmpi or arith.cmpf."""
        properties = {"predicate": op.definition.properties["predicate"].encode(predicate)}
        type = VectorType(lhs.type.shape, I1) if isinstance(lhs.type, VectorType) else I1
        return self.emit(op, (lhs, rhs), properties, type)

    # Constants and conversions

    def constant(self, attribute: Attribute) -> Value:
        """An arith.constant in front of all loops, one for each value."""
        found = self._constants.get(attribute)
        if found is None:
            with self.outside():
                found = self.emit(
                    arith.ConstantOp,
                    (),
                    {"value": attribute},
                    attribute.type,  # type: ignore[attr-defined]
                )
            self._constants[attribute] = found
        return found

    def scalar(self, number: float, type: Type) -> Scalar:
        """A constant of a type; integers wrap."""
        target = signless(type)
        if isinstance(target, FloatType):
            return Scalar(self, self.constant(FloatAttr(float(number), target)), type)
        width: int = target.width  # type: ignore[attr-defined]
        wrapped = int(number) & ((1 << width) - 1)
        return Scalar(self, self.constant(IntegerAttr(wrapped, target)), type)

    def number(self, index: Ix, type: Type = I64) -> Scalar:
        """An index as a number of a compute type."""
        if isinstance(index, int):
            return self.scalar(index, type)
        value = self.emit(arith.IndexCastOp, (self.value(index),), type=I64)
        return Scalar(self, value, I64).cast(type)

    def size_of(self, buffer: Value, dim: int) -> Ix:
        """The size of a memref in a dimension that its type does not know."""
        found = self._sizes.get((buffer, dim))
        if found is None:
            made = self.insert(memref.DimOp(buffer, self.value(dim)))
            found = self.index_of(made.results[0])
            if not self._loops:
                self._sizes[buffer, dim] = found
        return found

    def index_of(self, value: Value) -> IndexExpr:
        """The index expression of an index value."""
        return IndexExpr(self, self.space.dim(value))

    def value(self, index: Ix) -> Value:
        """An SSA value of type index."""
        if isinstance(index, int):
            return self.constant(IntegerAttr(index, INDEX))
        value = self.space.value_of(index)
        if value is None:
            key = index.expr, self.rewriter.block
            value = self._applied.get(key)
            if value is None:
                value = self.insert(apply_op(self.space, index)).results[0]
                self._applied[key] = value
        return value

    def index_max(self, a: Ix, b: Ix) -> Ix:
        """The larger index."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self.emit_index(arith.MaxSIOp, a, b)

    def index_min(self, a: Ix, b: Ix) -> Ix:
        """The smaller index."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self.emit_index(arith.MinSIOp, a, b)

    def test(self, predicate: str, a: Ix, b: Ix) -> Scalar:
        """A comparison of indices: `eq ne slt sle sgt sge`."""
        value = self.compare(arith.CmpIOp, CmpIPredicate[predicate], self.value(a), self.value(b))
        return Scalar(self, value, I1)

    def index_select(self, condition: Scalar, yes: Ix, no: Ix) -> Ix:
        """`condition ? yes : no` of indices."""
        operands = (condition.value, self.value(yes), self.value(no))
        return self.index_of(self.emit(arith.SelectOp, operands, type=INDEX))

    def wrap_index(self, index: Ix, size: Ix) -> Ix:
        """A negative index counts from the end."""
        if isinstance(index, int) and (index >= 0 or isinstance(size, int)):
            return index if index >= 0 else index + size
        return self.index_select(self.test("slt", index, 0), index + size, index)

    def cast(self, value: Value, type: Type) -> Value:
        """The value seen as another type of the same bits at run time (`ui8` as `i8`)."""
        if value.type is type:
            return value
        return self.emit(builtin.UnrealizedConversionCastOp, (value,), type=type)

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
        """A new buffer for a result. Sizes count where the result's type says `?`."""
        return self.alloc_type(self.result_type(index), sizes)

    def alloc_type(self, type: MemRefType, sizes: Sequence[Ix]) -> Buffer:
        """A new buffer of a type; sizes count where the type says `?`."""
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
        """A nest of loops, the last one innermost; what the block emits is the body. Gives the
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
    ) -> Iterator[list[BlockArgument]]:
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
        exprs = [bound] if isinstance(bound, (int, IndexExpr)) else list(bound)
        if all(isinstance(e, int) for e in exprs) and len(exprs) == 1:
            return exprs[0]
        if len(exprs) == 1:
            value = self.space.value_of(exprs[0])  # type: ignore[arg-type]
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

    @contextmanager
    def inside(
        self, op: Operation, block: Block, before: Operation | None = None
    ) -> Iterator[None]:
        """Ops in a block of an op's region, before one of its ops or at its end."""
        rewriter = self.rewriter
        saved = rewriter.block, rewriter.before
        self._loops.append(op)
        rewriter.block, rewriter.before = block, before
        try:
            yield
        finally:
            self._loops.pop()
            rewriter.block, rewriter.before = saved

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Ops in front of all open loops."""
        if not self._loops:
            yield
            return
        rewriter = self.rewriter
        saved = rewriter.block, rewriter.before
        outermost = self._loops[0]
        rewriter.block, rewriter.before = outermost.parent, outermost
        try:
            yield
        finally:
            rewriter.block, rewriter.before = saved


# Facts about op classes, remembered

_default_properties: dict[Any, dict[str, Attribute]] = {}


def _defaults(op: Any) -> dict[str, Attribute]:
    found = _default_properties.get(op)
    if found is None:
        fields = op.definition.properties.items()
        found = {name: f.default for name, f in fields if f.default is not None}
        _default_properties[op] = found
    return found
