"""What IREE's dialect `iree_tensor_ext` has in C++: a type, and the checks of its ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, MemRefType, RankedTensorType
from mlirlite.ods.hooks import verifier

_ACCESS = ("readonly", "readwrite", "writeonly")


class DispatchTensorType(Type, name="iree_tensor_ext.dispatch.tensor"):
    """`!iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>`"""

    access: str
    bound: Type

    @classmethod
    def parse(cls, p: Any) -> Any:
        p.expect("<")
        access = p.keyword()
        p.expect(":")
        bound = p.type()
        p.expect(">")
        return cls(access if access in _ACCESS else "readonly", bound)

    def print(self, p: Any) -> None:
        p.text(f"<{self.access}:")
        p.type(self.bound)
        p.text(">")


def _shape(type: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = getattr(getattr(type, "bound", type), "shape", ())
    return shape


def _sizes_given(op: Any, value: Any, sizes: Sequence[Any]) -> Any:
    """An error unless there is a value for each unknown size of a type."""
    wanted = _shape(value.type).count(DYNAMIC)
    if len(sizes) == wanted:
        return None
    return op.error(
        f"value set has {wanted} dynamic dimensions but only {len(sizes)} dimension values are "
        "attached"
    )


@verifier("iree_tensor_ext.bitcast")
def _verify_bitcast(op: Any) -> Any:
    return _sizes_given(op, op.source, op.source_dims) or _sizes_given(
        op, op.result, op.result_dims
    )


@verifier("iree_tensor_ext.dispatch.tensor.load")
def _verify_load(op: Any) -> Any:
    return _sizes_given(op, op.source, op.source_dims)


@verifier("iree_tensor_ext.dispatch.tensor.store")
def _verify_store(op: Any) -> Any:
    found = _sizes_given(op, op.target, op.target_dims)
    if found is not None:
        return found
    part, sizes = op.value.type, list(op.static_sizes.value)
    rest = list(part.shape)
    for size in sizes:
        if rest and rest[0] == size:
            rest.pop(0)
        elif size != 1:
            rest.append(size)
            break
    if not rest:
        return None
    whole = RankedTensorType(tuple(sizes), part.element_type)
    return op.error(f"expected type to be '{whole}' or a rank-reduced version. (size mismatch) ")


@verifier("iree_tensor_ext.compute_barrier.start", "iree_tensor_ext.compute_barrier.end")
def _verify_barrier(op: Any) -> Any:
    found = _sizes_given(op, op.value, op.value_dims)
    if found is None and op.value.type is not op.result.type:
        return op.error("value and result types must match")
    return found


def _ragged_row(type: Any) -> int | None:
    """The first of the two dimensions that a ragged type has as one; None for other types. A layout
    that is not builtin is read as a memory space."""
    where = ("layout", "memory_space") if isinstance(type, MemRefType) else ("encoding",)
    for layout in (getattr(type, field, None) for field in where):
        if getattr(layout, "name", "") == "iree_tensor_ext.ragged_shape":
            row: int = layout.raggedRow
            return row
    return None


@verifier("iree_tensor_ext.cast_to_ragged_shape")
def _verify_cast_to_ragged(op: Any) -> Any:
    problem = _ragged_problem(op)
    return None if problem is None else op.error(problem)


def _ragged_problem(op: Any) -> str | None:
    source, result, lengths = op.source.type, op.result.type, op.columnLengths.type.shape
    row, at = _ragged_row(result), int(op.raggedDim)
    if row is None:
        word = "a layout" if isinstance(result, MemRefType) else "an encoding"
        return (
            f"expected result type to have {word} attribute that implements the "
            "`SparseShapeAttrInterface`"
        )
    rank = len(source.shape)
    if at >= rank:
        return f"expected `ragged_dim` to be less than {rank}, i.e the rank of source"
    if len(lengths) != 1:
        return "expected `column_lengths` to be of rank 1"
    if len(result.shape) != rank + 1:
        return (
            f"expected result rank to be {rank + 1}, i.e. one more than the source rank, but got "
            f"{len(result.shape)}"
        )
    if row != at:
        return (
            f"mismatch in specified `ragged_dim` value of {at} and `raggedRow` value in the sparse "
            f"encoding {row}"
        )
    return _rows_problem(op, at, lengths[0], result.shape) or _sizes_problem(op, at)


def _rows_problem(op: Any, at: int, count: int, shape: Sequence[int]) -> str | None:
    """What is wrong with the number of rows; `count` is that of the lengths, which is one more."""
    if op.numRaggedRows is not None:
        if count != DYNAMIC:
            return (
                "invalid to have static dimensions for `column_lengths` when `num_ragged_rows` is "
                "dynamic"
            )
        if shape[at] != DYNAMIC:
            return (
                f"invalid to have static value for dimension {at} of result when "
                "`num_ragged_rows` is specified as dynamic value"
            )
    elif count <= 1:
        return (
            "expected shape of `column_lengths` to be static and greater than 1 when "
            "`num_ragged_rows` is unspecified, i.e. number of ragged rows is statically known"
        )
    elif shape[at] != count - 1:
        return (
            f"expected shape of dimension {at} of result, i.e. the `ragged_dim`, to be static and "
            f"equal to {count - 1} when `num_ragged_rows` is unspecified, i.e number of ragged "
            "rows is statically known"
        )
    if shape[at + 1] != DYNAMIC:
        return f"expected dimension {at + 1} of result, i.e. `ragged_dim` + 1, to be dynamic"
    return None


def _sizes_problem(op: Any, at: int) -> str | None:
    """What is wrong with the other dimensions."""
    source, result = op.source.type.shape, op.result.type.shape
    for d, size in enumerate(source):
        if d == at:
            continue
        place = d + (d > at)
        found = result[place]
        if size == DYNAMIC and found != DYNAMIC:
            return (
                f"expected dimension {place} of result to be dynamic since the corresponding "
                f"dimension {d} in the source is dynamic"
            )
        if found != size:
            return (
                f"expected shape of dimension {place} of result to match the shape of dimension "
                f"{d} of source, but got {'?' if found == DYNAMIC else found} and {size} "
                "respectively"
            )
    wanted, given = source.count(DYNAMIC), len(op.sourceDynamicDims)
    if wanted == given:
        return None
    return (
        f"mismatch in number of dynamic dimensions specified for source, expected {wanted} "
        f"values, got {given}"
    )


@verifier("iree_tensor_ext.linearize_ragged_dims")
def _verify_linearize(op: Any) -> Any:
    source, result = op.source.type, op.result.type
    row = _ragged_row(source)
    if row is None:
        return op.error("expected source type to have a ragged tensor encoding")
    own = result.layout if isinstance(result, MemRefType) else result.encoding
    if own is not None:
        return op.error("expected result type to have no encoding or identity layout")
    rank = len(source.shape) - 1
    if len(result.shape) != rank:
        return op.error(
            f"expected result rank to be {rank} (source rank - number of sparse dimensions + 1), "
            f"but got {len(result.shape)}"
        )
    for d, size in enumerate(source.shape):
        place = d - (d > row)
        if d in (row, row + 1) or DYNAMIC in (size, result.shape[place]):
            continue
        if size != result.shape[place]:
            return op.error(
                f"expected source dimension {d} with size {size} to be preserved in result "
                f"dimension {place} but got size {result.shape[place]}"
            )
    wanted, given = result.shape.count(DYNAMIC), len(op.resultDynamicDims)
    if wanted != given:
        return op.error(f"expected {wanted} dynamic dimension values, got {given}")
    return None
