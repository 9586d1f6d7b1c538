"""If, Loop and Scan: their bodies move into scf.if and scf.while.

Inside a body tensors are buffers that are never written after they are made, so passing one on
passes its address. Values that go from one iteration to the next, and out of a loop or branch, have
no other owner: they are copied, unless the body has just made them. So they can be freed when the
next iteration has made its own, and after their last use (krnl.owned). An op may also update such a
value where it is (`update_in_place_onnx`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from mlirlite.conversion.onnx_to_krnl.emit.boxes import box, list_of, member, taken_out
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.require import require_all
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel, lower
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.dialects import krnl, memref, onnx, scf
from mlirlite.dialects.onnx.transforms.update_in_place_onnx import IN_PLACE, makes_a_buffer
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I1, INDEX, MemRefType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(onnx.IfOp)
def if_(op: onnx.IfOp, rw: ConversionRewriter) -> Sequence[Value]:
    """One of two bodies runs."""
    b = KrnlBuilder(op, rw)
    require_all(b)
    types = [b.result_type(i) for i in range(len(op.results))]
    condition = b.inputs(1)[0].scalar()
    regions = [Region(), Region()]
    made = scf.IfOp.create((condition.value,), types, regions=regions)
    rw.insert(made)
    for source, target in zip((op.then_branch, op.else_branch), regions, strict=True):
        rw.inline_region_at_end(source, target)
        end: Any = target.block.last
        with b.inside(made, target.block, end):
            values = [
                _own(b, _seen_as(b, rw.converted(v), t), v)
                for v, t in zip(end.operands, types, strict=True)
            ]
            rw.insert(scf.YieldOp.create(values))
        rw.erase(end)
    return [_owned(b, v) for v in made.results]


def _own(b: KrnlBuilder, value: Value, source: Value) -> Value:
    """A buffer that nothing else uses, for the value that a body yields as `source`: a copy, unless
    an operator directly in the body has made it only for that."""
    if not isinstance(value.type, MemRefType):
        return value
    return value if _is_fresh(source) else _copy(b, value)


def _is_fresh(value: Value) -> bool:
    """Whether a yielded value is a buffer without other owners: an operator directly in the body
    has made it, and nothing else uses it."""
    op, users = value.defining_op, list(value.users)
    return (
        op is not None and makes_a_buffer(op) and len(users) == 1 and op.parent is users[0].parent
    )


def _is_in_place(value: Value) -> bool:
    """Whether a yielded value is in the memory of the carried value that it replaces."""
    op = value.defining_op
    return op is not None and IN_PLACE in op.attributes


def _copy(b: KrnlBuilder, value: Value) -> Value:
    source = Buffer(b, value)
    out = b.alloc_type(source.type, source.shape)
    with b.loops(*out.shape) as i:
        out.store(source.load(i), i)
    return out.value


def _owned(b: KrnlBuilder, value: Value) -> Value:
    """A result of a loop or branch, to be freed after its last use."""
    if not isinstance(value.type, MemRefType):
        return value
    return b.emit(krnl.OwnedOp, (value,))


def _free(b: KrnlBuilder, value: Value) -> None:
    if isinstance(value.type, MemRefType):
        b.insert(memref.DeallocOp.create((value,)))


def _seen_as(b: KrnlBuilder, value: Value, type: Type) -> Value:
    """A buffer as one of a type with other unknown dimensions."""
    if value.type is type or not isinstance(type, MemRefType):
        return value
    buffer = Buffer(b, value)
    if buffer.rank != type.rank:
        raise b.error(
            f"gives or carries a tensor of rank {buffer.rank} where rank {type.rank} is expected"
        )
    return b.view(buffer, type, buffer.shape).value


def _as_kind(b: KrnlBuilder, value: Value, source: Type, target: Type) -> Value:
    """An optional where the other type has one, and no optional where it has none."""
    wanted, given = isinstance(target, onnx.OptType), isinstance(source, onnx.OptType)
    if wanted and not given and isinstance(value.type, MemRefType):
        made = list_of(b, 1)
        made.store(box(b, Buffer(b, value)), [0])
        return made.value
    if given and not wanted:
        inner = b.rewriter.convert(target)
        if not isinstance(inner, MemRefType):
            raise b.error(f"has a result of type {target}, expected a known rank")
        return taken_out(b, member(b, Buffer(b, value), 0), inner).value
    return value


def _join(b: KrnlBuilder, types: Sequence[Type]) -> Type:
    """The most precise type that all of these buffers have."""
    first = types[0]
    if not all(isinstance(t, MemRefType) for t in types):
        return first
    shapes = [t.shape for t in types if isinstance(t, MemRefType)]
    if len({len(s) for s in shapes}) != 1:
        ranks = " or ".join(map(str, sorted({len(s) for s in shapes})))
        raise b.error(f"carries a value of rank {ranks}, expected one rank in all iterations")
    shape = tuple(
        sizes[0] if all(n == sizes[0] for n in sizes) else DYNAMIC
        for sizes in zip(*shapes, strict=True)
    )
    joined: Type = MemRefType(shape, element_type_of(first))
    return joined


Body = Callable[[Ix, list[Value]], tuple[Scalar, list[Value]]]


def while_(
    b: KrnlBuilder, trip: Ix | None, condition: Scalar, carried: Sequence[Value], body: Body
) -> Sequence[Value]:
    """Runs a body while the condition holds and at most `trip` times. `body(i, values)` emits an
    iteration and gives the next condition and values."""
    types = [INDEX, I1, *[v.type for v in carried]]
    before, after = Block(types), Block(types)
    regions = [Region([before]), Region([after])]
    inits = [b.value(0), condition.value, *carried]
    made = scf.WhileOp.create(inits, types, regions=regions)
    b.insert(made)
    with b.inside(made, before):
        go_on = Scalar(b, before.args[1], I1)
        if trip is not None:
            go_on = go_on & b.test("slt", b.index_of(before.args[0]), trip)
        b.insert(scf.ConditionOp.create([go_on.value, *before.args]))
    with b.inside(made, after):
        i = b.index_of(after.args[0])
        again, values = body(i, list(after.args[2:]))
        b.insert(scf.YieldOp.create([b.value(i + 1), again.value, *values]))
    return made.results[2:]


def _take_body(b: KrnlBuilder, block: Block, arguments: Sequence[Value]) -> list[Value]:
    """Move the ops of a body to the current position, with buffers for its arguments, and return
    the buffers that it yields. Later ops are emitted after them."""
    rw = b.rewriter
    seen = []
    for old, new in zip(block.args, arguments, strict=True):
        seen.append(rw.cast((_seen_as(b, new, rw.convert(old.type)),), (old.type,))[0])
    target = rw.block
    rw.merge_blocks(block, target, seen)
    end: Operation = target.last
    rw.before = end
    found = [rw.converted(v) for v in end.operands]
    rw.before = None
    rw.erase(end)
    return found


class _Stack:
    """The buffer of a scan output: of the known number of iterations, or one that grows."""

    def __init__(
        self,
        b: KrnlBuilder,
        result: MemRefType,
        element: Type,
        trip: Ix | None,
        axis: int,
        back: bool,
    ) -> None:
        self.b, self.axis, self.back, self.trip = b, axis, back, trip
        if not isinstance(element, MemRefType):
            raise b.error("yields a value without a known rank")
        sizes: list[Ix] = list(element.shape)
        sizes.insert(axis, trip if trip is not None else 0)
        known = [n if r == DYNAMIC else r for n, r in zip(sizes, result.shape, strict=True)]
        self.grows = trip is None or DYNAMIC in known
        if self.grows:
            if axis or back:
                raise b.error("has a scan output of unknown size along another axis than 0")
            shape = (DYNAMIC, *element.shape)
            self.type: MemRefType = MemRefType(shape, element.element_type)
            self.start = b.alloc_type(self.type, [0 if n == DYNAMIC else n for n in sizes])
        else:
            self.start = b.alloc_type(result, known)

    def put(self, i: Ix, value: Value, before: Value | None) -> Value | None:
        """Store the value of iteration i; a buffer that grows is replaced by a longer one."""
        b = self.b
        element = Buffer(b, value)
        target, at = self.start, i
        if self.grows and before is not None:
            target = b.alloc_type(self.type, [i + 1, *element.shape])
            self._require_one_shape(i, Buffer(b, before).shape[1:], element.shape)
            old = Buffer(b, before, [i, *element.shape])
            with b.loops(*old.shape) as place:
                target.store(old.load(place), place)
        elif self.back and self.trip is not None:
            at = self.trip - 1 - i
        with b.loops(*element.shape) as place:
            target.store(element.load(place), [*place[: self.axis], at, *place[self.axis :]])
        return target.value if self.grows else None

    def _require_one_shape(self, i: Ix, before: Sequence[Ix], now: Sequence[Ix]) -> None:
        """A later iteration must yield a value of the shape of the first one's."""
        b = self.b
        for first, size in zip(before, now, strict=True):
            same = b.test("eq", i, 0) | b.test("eq", first, size)
            what = "has a scan output whose iterations yield sizes %lld and %lld"
            b.require(same, what, first, size)


class _Body(NamedTuple):
    """A loop's body. `arguments` gives its arguments besides the carried values; a `conditional`
    one (Loop's) yields first whether there is another iteration. `stacks` has each scan output's
    axis, and whether it is filled from its end."""

    block: Block
    arguments: Callable[[Ix], list[Value]]
    conditional: bool
    carries: int
    stacks: Sequence[tuple[int, bool]]

    def carried(self) -> Sequence[Value]:
        """The arguments for the carried values."""
        args = self.block.args
        return args[len(args) - self.carries :] if self.conditional else args[: self.carries]

    def yielded(self) -> Sequence[Value]:
        """The carried values of the next iteration, then elements of the scan outputs."""
        end: Any = self.block.last
        operands: Sequence[Value] = end.operands
        return operands[1:] if self.conditional else operands

    def take(self, b: KrnlBuilder, i: Ix, values: Sequence[Value]) -> tuple[Scalar, list[Value]]:
        """Emit the body of iteration i; returns whether there is another one, and the yielded
        values."""
        given = self.arguments(i)
        order = [*given, *values] if self.conditional else [*values, *given]
        found = _take_body(b, self.block, order)
        again = b.scalar(1, I1)
        if self.conditional:
            again = Buffer(b, found.pop(0)).scalar()
        return again, found


def _looped(
    b: KrnlBuilder,
    body: _Body,
    trip: Ix | None,
    known: Ix | None,
    condition: Scalar,
    inits: Sequence[Value],
) -> list[Value]:
    """The common part of Loop and Scan: carried values, then scan outputs. `known` is the number of
    iterations, if certain."""
    rw, op, count = b.rewriter, b.op, body.carries
    arguments, yielded = body.carried(), body.yielded()
    kinds = [a.type for a in arguments]
    given_kinds = [v.type for v in yielded[:count]]
    fresh = [_is_fresh(v) for v in yielded[:count]]
    in_place = [_is_in_place(v) for v in yielded[:count]]
    if body.conditional:
        start_kinds = [v.type for v in op.operands[len(op.operands) - count :]]
        inits = [_as_kind(b, *v) for v in zip(inits, start_kinds, kinds, strict=True)]
    types = [
        _join(b, [init.type, rw.convert(argument.type), rw.convert(value.type)])
        for init, argument, value in zip(inits, arguments, yielded, strict=False)
    ]
    outputs = [
        _Stack(b, b.result_type(count + k), rw.convert(yielded[count + k].type), known, *stack)
        for k, stack in enumerate(body.stacks)
    ]
    growing = [s for s in outputs if s.grows]
    carried = [_copy(b, _seen_as(b, v, t)) for v, t in zip(inits, types, strict=True)]

    def iteration(i: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
        grown = dict(zip(growing, values[count:], strict=True))
        again, found = body.take(b, i, values[:count])
        found[:count] = [
            _as_kind(b, *v) for v in zip(found[:count], given_kinds, kinds, strict=True)
        ]
        following = [
            old if stays else _seen_as(b, v, t) if made else _copy(b, _seen_as(b, v, t))
            for old, v, t, made, stays in zip(values, found, types, fresh, in_place, strict=False)
        ]
        for stack, value in zip(outputs, found[count:], strict=True):
            longer = stack.put(i, value, grown.get(stack))
            if longer is not None:
                following.append(longer)
        for old, new in zip(values, following, strict=True):
            if new is not old:
                _free(b, old)
        return again, following

    starts = [*carried, *[s.start.value for s in growing]]
    results = [_owned(b, v) for v in while_(b, trip, condition, starts, iteration)]
    grown = dict(zip(growing, results[count:], strict=True))
    stacked = [grown.get(stack, stack.start.value) for stack in outputs]
    return [
        *[_result(b, k, v, kinds[k]) for k, v in enumerate(results[:count])],
        *[_seen_as(b, v, b.result_type(count + k)) for k, v in enumerate(stacked)],
    ]


def _result(b: KrnlBuilder, k: int, value: Value, kind: Type) -> Value:
    """The last value of a carried one as result k of the op."""
    result = b.op.results[k]
    if not result.has_uses:
        return value
    return _seen_as(b, _as_kind(b, value, kind, result.type), b.result_type(k))


def _goes_on(block: Block) -> bool:
    """True when a body's condition is the constant true, or the one that it was given."""
    end: Any = block.last
    condition = end.operands[0]
    op = condition.defining_op
    while isinstance(op, onnx.IdentityOp):
        condition = op.operands[0]
        op = condition.defining_op
    if condition is block.args[1]:
        return True
    if not isinstance(op, onnx.ConstantOp):
        return False
    value: Any = op.elements()
    return value is not None and bool(all(value.values()))


@kernel("Loop")
def loop(b: KrnlBuilder) -> Any:
    """At most M iterations, as long as the condition holds."""
    op: onnx.LoopOp = b.op
    trip, condition = b.inputs(2)
    count = trip.scalar().index() if trip is not None else None
    start = condition.scalar() if condition is not None else b.scalar(1, I1)
    starts = condition is None or condition.constant() == [1]
    block = op.body.block

    def arguments(i: Ix) -> list[Value]:
        types = [b.rewriter.convert(a.type) for a in block.args[:2]]
        number, again = [b.alloc_type(t, [1] * t.rank) for t in types]
        number[[0] * number.rank] = b.number(i)
        again[[0] * again.rank] = 1
        return [number.value, again.value]

    inits = list(b.rewriter.operands[2:])
    stacks = [(0, False)] * (len(op.results) - len(inits))
    known = b.index_max(count, 0) if count is not None and starts and _goes_on(block) else None
    body = _Body(block, arguments, True, len(inits), stacks)
    return _looped(b, body, count, known, start, inits)


def _with_index(axis: int, at: Ix, indices: Sequence[Ix]) -> list[Ix]:
    return [*indices[:axis], at, *indices[axis:]]


@kernel("Scan")
def scan(b: KrnlBuilder) -> Any:
    """A body for each element of the scan inputs along their axes."""
    op: onnx.ScanOp = b.op
    values = list(b.rewriter.operands)
    scanned = b.attr("num_scan_inputs")
    count = len(values) - scanned
    inputs = [Buffer(b, v) for v in values[count:]]
    axes = [
        a % x.rank for a, x in zip(b.attr("scan_input_axes") or [0] * scanned, inputs, strict=True)
    ]
    backwards = b.attr("scan_input_directions") or [0] * scanned
    length = inputs[0].shape[axes[0]]
    block = op.body.block

    def arguments(i: Ix) -> list[Value]:
        found = []
        for x, axis, back in zip(inputs, axes, backwards, strict=True):
            sizes = x.shape[:axis] + x.shape[axis + 1 :]
            element = b.alloc(sizes, x.element)
            at = length - 1 - i if back else i
            move(b, element, x, partial(_with_index, axis, at))
            found.append(element.value)
        return found

    outputs = len(op.results) - count
    out_axes = b.attr("scan_output_axes") or [0] * outputs
    out_back = b.attr("scan_output_directions") or [0] * outputs
    stacks = [
        (axis % b.result_type(count + k).rank, bool(back))
        for k, (axis, back) in enumerate(zip(out_axes, out_back, strict=True))
    ]
    start = b.scalar(1, I1)
    body = _Body(block, arguments, False, count, stacks)
    return _looped(b, body, length, length, start, values[:count])
