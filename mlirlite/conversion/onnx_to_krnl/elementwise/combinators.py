"""Combinators for element-by-element ops: one loop nest over the result, operands broadcast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.broadcast_runs import BroadcastRuns
from mlirlite.conversion.onnx_to_krnl.elementwise.trigonometric import OPERATORS, ways
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer, as_element
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.require import require_shape
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FUNCTIONS, Function, Fusion
from mlirlite.conversion.onnx_to_krnl.registers.prefetched_loops import sweep
from mlirlite.ir.types import DYNAMIC, MemRefType

# fmt: off
_FUNCTIONS = frozenset({
    "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Celu", "Cos", "Cosh", "Elu", "Erf", "Exp",
    "Gelu", "Log", "Mish", "Pow", "Selu", "Sigmoid", "Sin", "Sinh", "Softplus", "SwiGLU", "Swish",
    "Tan", "Tanh",
})
# fmt: on
"""Operators that take a function of an element, a long chain of operations."""


def broadcast_sizes(b: KrnlBuilder, buffers: Sequence[Buffer], type: MemRefType) -> list[Ix]:
    """Sizes of the result of broadcasting buffers; static where the result's type is."""
    sizes: list[Ix] = []
    for dim, known in enumerate(type.shape):
        if known != DYNAMIC:
            sizes.append(known)
            continue
        size: Ix = 1
        for buffer in buffers:
            at = dim - (type.rank - buffer.rank)
            if at >= 0:
                size = broadcast_size(b, size, buffer.shape[at])
        sizes.append(size)
    return sizes


def broadcast_size(b: KrnlBuilder, first: Ix, second: Ix) -> Ix:
    """The size that two, which are the same or 1, broadcast to."""
    if first is second or (isinstance(second, int) and second == 1):
        return first
    if isinstance(second, int) or (isinstance(first, int) and first == 1):
        return second
    if isinstance(first, int):
        return first
    return b.index_select(b.test("eq", first, 1), second, first)


def elementwise(
    b: KrnlBuilder, inputs: Sequence[Buffer], function: Function, result: int = 0
) -> Buffer:
    """A buffer of `function(elements)` for broadcast inputs, with the fused ops."""
    element = b.result_type(result).element_type
    fusion = Fusion.claim(b)
    type = b.result_type(result)
    out = b.alloc_type(type, broadcast_sizes(b, inputs, type))
    others = [x for s in fusion.steps for x in s.operands if isinstance(x, Buffer)]
    for x in others:
        require_shape(b, x, out.shape, ones=True)
    read = [*inputs, *others]
    numbers = {id(x): x.scalar() for x in read if x.size == 1}
    arrays = [x for x in read if id(x) not in numbers]
    computes = any(op.schema.name in _FUNCTIONS for op in (b.op, *b.fused))

    of_angles = b.machine is not None and OPERATORS & {op.schema.name for op in (b.op, *b.fused)}

    def value_of(load_view: Callable[[Buffer], Scalar], views: list[Buffer]) -> Scalar | float:
        """The result's element, of elements of the views of arrays."""
        seen = dict(zip(map(id, arrays), views, strict=True))

        def load(x: Buffer) -> Scalar:
            number = numbers.get(id(x))
            return load_view(seen[id(x)]) if number is None else number

        value = function(*map(load, inputs))
        return fusion.apply(b, as_element(b, value, element), load) if fusion else value

    def compute(shown: Buffer, views: list[Buffer]) -> None:
        def computed(i: list[Ix]) -> Scalar | float:
            return value_of(lambda view: view[view.broadcast(i, shown.shape)], views)

        chosen = partial(ways, b, computed) if of_angles else None
        for i in sweep(b, shown, views, computes, chosen):
            shown[i] = computed(i)

    shown, *views = flattened(b, [out, *arrays])
    if not _may_be_flat(shown, views):
        compute(shown, views)
        return out
    # Rows that may be one element are not read by vectors: the usual case, without broadcasting, is
    # separate, and others are runs.
    same = b.test("eq", shown.size, views[0].size)
    for view in views[1:]:
        same = same & b.test("eq", shown.size, view.size)
    with b.if_(same):
        compute(*_lines(b, [shown, *views]))
    with b.if_(~same):
        if of_angles:
            compute(shown, views)
            return out
        runs = BroadcastRuns(b, shown, views)
        for store, load in runs.each():
            store(value_of(load, views))
    return out


def _may_be_flat(out: Buffer, views: list[Buffer]) -> bool:
    """True for rows whose length the run tells, that may be broadcast, or not."""
    unknown = [x for x in views if x.rank and x.type.shape[-1] == DYNAMIC]
    return out.b.machine is not None and out.rank > 0 and len(views) > 1 and bool(unknown)


def _lines(b: KrnlBuilder, buffers: list[Buffer]) -> tuple[Buffer, list[Buffer]]:
    """Buffers of as many elements as one dimension each."""
    size = buffers[0].size
    shown, *views = (b.view(x, b.memref([size], x.element), [size]) for x in buffers)
    return shown, views


def flattened(b: KrnlBuilder, buffers: Sequence[Buffer]) -> list[Buffer]:
    """The buffers with as few dimensions as possible: neighboring dimensions are merged if every
    buffer has both or none. The first buffer has the sizes that the others are broadcast to."""
    rank = buffers[0].rank
    if rank < 2:
        return list(buffers)
    shapes = [[*[1] * (rank - x.rank), *x.shape] for x in buffers]
    groups: list[list[int]] = [[0]]
    for d in range(1, rank):
        # Sizes of 1 in between fit either way, so the whole group counts, not the neighbor alone.
        group = [*groups[-1], d]
        if all(_is_whole(shape, shapes[0], group) for shape in shapes):
            groups[-1] = group
        else:
            groups.append([d])
    if len(groups) == rank:
        return list(buffers)
    sizes = [product([shapes[0][d] for d in group]) for group in groups]
    found = []
    for x, shape in zip(buffers, shapes, strict=True):
        mine: list[Ix] = []
        for size, group in zip(sizes, groups, strict=True):
            same = _is_same(shape, shapes[0], group)  # the same object: known to be equal
            mine.append(size if same else shape[group[0]])
        found.append(b.view(x, b.memref(mine, x.element), mine))
    return found


def _is_whole(shape: Sequence[Ix], whole: Sequence[Ix], group: Sequence[int]) -> bool:
    """True if a shape is known to have all dimensions of a group as the whole has them, or none."""
    ones = all(isinstance(shape[d], int) and shape[d] == 1 for d in group)
    return ones or _is_same(shape, whole, group)


def _is_same(shape: Sequence[Ix], whole: Sequence[Ix], group: Sequence[int]) -> bool:
    """True if a shape is known to have all dimensions of a group as the whole has them."""
    pairs = [(shape[d], whole[d]) for d in group]
    return all(m is w or (isinstance(m, int) and m == w) for m, w in pairs)


def unary(*names: str) -> Callable[[Function], Function]:
    """Declares ops of one operand by a function of its element. A function of two arguments also
    gets the builder, for attributes: `lambda b, x: …`."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_unary(b: KrnlBuilder) -> Any:
            return elementwise(b, b.inputs(1), lambda x: function(b, x))

        FUNCTIONS.update({f"onnx.{name}": function for name in names})
        return function

    return declare


def operands(*names: str) -> Callable[[Function], Function]:
    """Declares ops of broadcast operands by a function of the builder and their elements, None for
    missing ones."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_operands(b: KrnlBuilder) -> Any:
            inputs = b.all_inputs()
            given = [x for x in inputs if x is not None]

            def of(*elements: Scalar) -> Scalar | float:
                found = iter(elements)
                return function(b, *[None if x is None else next(found) for x in inputs])

            return elementwise(b, given, of)

        FUNCTIONS.update({f"onnx.{name}": function for name in names})
        return function

    return declare


def binary(*names: str) -> Callable[[Function], Function]:
    """Declares ops of two broadcast operands by a function of the builder and their elements."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_binary(b: KrnlBuilder) -> Any:
            return elementwise(b, aligned_inputs(b), lambda x, y: function(b, x, y))

        FUNCTIONS.update({f"onnx.{name}": function for name in names})
        return function

    return declare


def variadic(*names: str) -> Callable[[Function], Function]:
    """Declares ops of any number of broadcast operands by a function that joins two elements."""

    def declare(function: Function) -> Function:
        def joined(b: KrnlBuilder, first: Scalar, *others: Scalar) -> Scalar:
            for other in others:
                first = function(b, first, other)  # type: ignore[assignment]  # a float coerces
            return first

        @kernel(*names)
        def lower_variadic(b: KrnlBuilder) -> Any:
            return elementwise(b, b.all_inputs(), lambda *xs: joined(b, *xs))

        FUNCTIONS.update({f"onnx.{name}": joined for name in names})
        return function

    return declare


def aligned_inputs(b: KrnlBuilder) -> list[Buffer]:
    """The two operands; in opsets before 7 the second one may stand for a run of the first one's
    dimensions that starts at `axis`, so it gets dimensions of size 1 after that."""
    first, second = b.inputs(2)
    axis = b.attr("axis")
    if b.attr("broadcast", 0) and axis is not None and second.rank:
        axis += first.rank if axis < 0 else 0
        missing = first.rank - axis - second.rank
        if missing > 0:
            shape = (*second.type.shape, *[1] * missing)
            type = MemRefType(shape, second.element)
            second = b.view(second, type, [*second.shape, *[1] * missing])
    return [first, second]
