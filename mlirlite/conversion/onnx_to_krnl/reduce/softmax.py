"""Softmax and its relatives: reductions along an axis, then a map."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.reduce.column_softmax import softmax_of_columns
from mlirlite.conversion.onnx_to_krnl.reduce.reduction import arg_one_by_one, larger
from mlirlite.conversion.onnx_to_krnl.reduce.vector_arg import arg_in_vectors
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import as_rows_of, has_rows
from mlirlite.conversion.onnx_to_krnl.reduce.vector_softmax import (
    log_softmax_of_rows,
    softmax_of_rows,
)
from mlirlite.ir.types import I1, I64


class _Axis:
    """Which dimensions are kept and which are reduced, and an element's index from an index into
    each. Before opset 13 all dimensions from the axis on are reduced together."""

    def __init__(self, b: KrnlBuilder, x: Buffer) -> None:
        flattened = b.op.schema.version < 13
        axis = b.attr("axis", 1 if flattened else -1)
        self.axis = axis + x.rank if axis < 0 else axis
        end = x.rank if flattened else self.axis + 1
        self.reduced = x.shape[self.axis : end]
        self.kept = x.shape[: self.axis] + x.shape[end:]
        self.is_last = all(n == 1 for n in x.type.shape[end:])
        self._inner = x.shape[end:]

    def columns(self, b: KrnlBuilder, x: Buffer) -> Buffer:
        """Three dimensions: what is before the axis, along it, and after it."""
        sizes = [product(n) for n in (x.shape[: self.axis], self.reduced, self._inner)]
        return b.view(x, b.memref(sizes, x.element), sizes)

    def rows(self, b: KrnlBuilder, x: Buffer) -> Buffer:
        """A matrix with a row for each element of the kept dimensions, for the last axes."""
        return as_rows_of(b, x, self.kept, self.reduced)

    def place(self, kept: list[Ix], reduced: list[Ix]) -> list[Ix]:
        """The element's indices."""
        return [*kept[: self.axis], *reduced, *kept[self.axis :]]


def _maximum(b: KrnlBuilder, x: Buffer, axis: _Axis, outer: list[Ix]) -> Scalar:
    start = b.scalar(least(compute_type(x.element)), compute_type(x.element))
    return b.fold(axis.reduced, [start], lambda i, v: [v[0].max(x[axis.place(outer, i)])])[0]


def _in_vectors(
    b: KrnlBuilder, x: Buffer, out: Buffer, axis: _Axis, of_rows: Any, log: bool
) -> bool:
    if not has_rows(b, x):
        return False
    if axis.is_last:
        of_rows(b, axis.rows(b, x), axis.rows(b, out))
    else:
        softmax_of_columns(b, axis.columns(b, x), axis.columns(b, out), log)
    return True


@kernel("Softmax", "SoftmaxV11")
def softmax(b: KrnlBuilder) -> Any:
    """exp(x - max) / sum."""
    (x,) = b.inputs(1)
    out, axis = b.output(x.shape), _Axis(b, x)
    if _in_vectors(b, x, out, axis, softmax_of_rows, log=False):
        return out
    exact = compute_type(out.element) is out.element  # else a stored exponential would lose digits
    with b.loops(*axis.kept) as outer:
        top = _maximum(b, x, axis, outer)

        def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
            at = axis.place(outer, i)
            power = (x[at] - top).exp()
            if exact:
                out[at] = power
            return [total[0] + power]

        (total,) = b.fold(axis.reduced, [top.coerce(0)], add)
        with b.loops(*axis.reduced) as i:
            at = axis.place(outer, i)
            out[at] = (out[at] if exact else (x[at] - top).exp()) / total
    return out


@kernel("LogSoftmax", "LogSoftmaxV11")
def log_softmax(b: KrnlBuilder) -> Any:
    """x - max - log(sum), in this order: the sum of the last two may round off the last one."""
    (x,) = b.inputs(1)
    out, axis = b.output(x.shape), _Axis(b, x)
    if _in_vectors(b, x, out, axis, log_softmax_of_rows, log=True):
        return out
    with b.loops(*axis.kept) as outer:
        top = _maximum(b, x, axis, outer)
        (total,) = b.fold(
            axis.reduced,
            [top.coerce(0)],
            lambda i, v: [v[0] + (x[axis.place(outer, i)] - top).exp()],
        )
        rest = total.log()
        with b.loops(*axis.reduced) as i:
            at = axis.place(outer, i)
            out[at] = x[at] - top - rest
    return out


@kernel("Hardmax", "HardmaxV11")
def hardmax(b: KrnlBuilder) -> Any:
    """1 at the first maximum, which is a NaN where there is one, 0 elsewhere."""
    (x,) = b.inputs(1)
    out, axis = b.output(x.shape), _Axis(b, x)
    if has_rows(b, x):
        _mark_first(b, axis.columns(b, x), axis.columns(b, out))
        return out
    with b.loops(*axis.kept) as outer:
        top = _maximum(b, x, axis, outer)

        def mark(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
            at = axis.place(outer, i)
            here = (x[at].eq(top) | x[at].is_nan()) & ~found[0]
            out[at] = here.cast(compute_type(x.element))
            return [found[0] | here]

        b.fold(axis.reduced, [b.scalar(0, I1)], mark)
    return out


def _mark_first(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """Zeros, and 1 where ArgMax finds the largest number, for `[outer, size, inner]`."""
    outer, size, inner = x.shape
    with b.if_(b.test("sgt", size, 0)):  # there may be any number of empty rows
        places = b.alloc([outer, inner], I64)
        start = least(compute_type(x.element))
        arg_in_vectors(
            b, x, places, True, lambda: arg_one_by_one(b, x, places, larger, start, False)
        )
        zero, one = (b.scalar(n, compute_type(out.element)) for n in (0, 1))
        with b.loops(*out.shape) as at:
            out[at] = zero
        with b.loops(outer, inner) as (i, j):
            out[i, places[i, j].index(), j] = one
