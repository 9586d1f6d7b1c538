"""Combinators for element-by-element ops: one loop nest over the result, operands broadcast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.table import kernel
from mlirlite.ir.types import DYNAMIC, MemRefType

Function = Callable[..., "Scalar | float"]


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
                size = _broadcast_size(b, size, buffer.shape[at])
        sizes.append(size)
    return sizes


def _broadcast_size(b: KrnlBuilder, first: Ix, second: Ix) -> Ix:
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
    """A buffer of `function(elements)` for broadcast inputs."""
    type = b.result_type(result)
    out = b.alloc_type(type, broadcast_sizes(b, inputs, type))
    with b.loops(*out.shape) as i:
        out[i] = function(*[x[x.broadcast(i, out.shape)] for x in inputs])
    return out


def unary(*names: str) -> Callable[[Function], Function]:
    """Declares ops of one operand by a function of its element. A function of two arguments gets
    the builder, for attributes, as well: `lambda b, x: …`."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_unary(b: KrnlBuilder) -> Any:
            return elementwise(b, b.inputs(1), lambda x: function(b, x))

        return function

    return declare


def binary(*names: str) -> Callable[[Function], Function]:
    """Declares ops of two broadcast operands by a function of the builder and their elements."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_binary(b: KrnlBuilder) -> Any:
            return elementwise(b, aligned_inputs(b), lambda x, y: function(b, x, y))

        return function

    return declare


def variadic(*names: str) -> Callable[[Function], Function]:
    """Declares ops of any number of broadcast operands by a function that joins two elements."""

    def declare(function: Function) -> Function:
        @kernel(*names)
        def lower_variadic(b: KrnlBuilder) -> Any:
            def joined(first: Scalar, *others: Scalar) -> Scalar:
                for other in others:
                    first = function(b, first, other)  # type: ignore[assignment]
                return first

            return elementwise(b, b.all_inputs(), joined)

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
