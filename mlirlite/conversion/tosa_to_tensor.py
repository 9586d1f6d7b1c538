"""tosa → tensor: concat, pad, reshape, slice.

%0 = tosa.slice %x, %start, %size : …  -->  %0 = tensor.extract_slice %x[0, 2] [4, 1] [1, 1] : …
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.conversion._tensors import size_of
from mlirlite.dialects import arith, tensor, tosa
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, constant_number
from mlirlite.dialects._reassociation import reassociation
from mlirlite.dialects.tensor._canonical_slices import build_slice
from mlirlite.dialects.tosa._verify import integers
from mlirlite.dialects.tosa.constants import sizes_of
from mlirlite.ir.attributes import i32_array, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, IntegerType, RankedTensorType, TensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings, TypeConverter
from mlirlite.rewriting.folding import create_or_fold

types = TypeConverter()
lower = Lowerings("tosa-to-tensor", types)


@types(IntegerType)
def convert_integer(type: IntegerType, types: TypeConverter) -> Any:
    """Unsigned integers become signless."""
    return IntegerType(type.width) if type.is_unsigned else NotImplemented


@types(TensorType)
def convert_tensor(type: TensorType, types: TypeConverter) -> Any:
    """Tensors have elements that are converted."""
    return type.replace(element_type=types.convert(type.element_type))


@compiler_pass("tosa-to-tensor")
def tosa_to_tensor(op: Operation, state: PassState) -> None:
    """Lower TOSA to the Tensor dialect."""
    lower.convert(op, illegal=(tosa.ConcatOp, tosa.ReshapeOp, tosa.SliceOp, tosa.PadOp))


def _mixed_sizes(b: Builder, value: Value) -> list[Mixed]:
    """The sizes of a tensor: numbers where the type says them."""
    type: Any = value.type
    return [n if n != DYNAMIC else size_of(b, value, i) for i, n in enumerate(type.shape)]


def _value(b: Builder, size: Mixed) -> Value:
    return size if isinstance(size, Value) else index_constant(b, size)


@lower(tosa.SliceOp)
def lower_slice(op: tosa.SliceOp, rw: ConversionRewriter) -> Any:
    """tensor.extract_slice; a size of -1 is what is left from the start on."""
    start, size = integers(op.start), integers(op.size)
    if start is None or size is None or not isinstance(op.output.type, RankedTensorType):
        return rw.fail("start and size must be constant, and the rank known")
    sizes: list[Mixed] = []
    for i, (first, count) in enumerate(zip(start, size, strict=True)):
        known = op.output.type.shape[i]
        if count == -1 and known != DYNAMIC:
            # MLIR differs: upstream computes the size here, too, and makes an invalid op.
            sizes.append(known)
        elif count == -1:
            whole = rw.insert(tensor.DimOp(op.input1, index_constant(rw, i))).result
            sizes.append(rw.insert(arith.SubIOp(whole, index_constant(rw, first))).result)
        else:
            sizes.append(count)
    parts = start, sizes, [1] * len(start)
    made = build_slice(tensor.ExtractSliceOp, (op.input1,), parts, (op.output.type,))
    shapes = {v.defining_op for v in (op.start, op.size) if v.has_one_use}
    rw.replace(op, rw.insert(made))
    for shape in shapes:
        if shape is not None:
            rw.erase(shape)
    return None


@lower(tosa.PadOp)
def lower_pad(op: tosa.PadOp, rw: ConversionRewriter) -> Any:
    """tensor.pad with the one element of the constant."""
    widths, type = integers(op.padding), op.input1.type
    if widths is None or not isinstance(type, RankedTensorType):
        return rw.fail("the padding must be constant, and the rank known")
    zero = index_constant(rw, 0)
    filling = create_or_fold(rw, tensor.ExtractOp(op.pad_const, [zero]))
    constants = [index_constant(rw, n) for n in widths]
    block = Block((INDEX,) * type.rank)
    Builder.at_end(block).insert(tensor.YieldOp(filling))
    unknown = i64_array([DYNAMIC] * type.rank)
    properties: dict[str, Any] = {
        "static_low": unknown,
        "static_high": unknown,
        OPERAND_SEGMENTS: i32_array((1, type.rank, type.rank)),
    }
    made = tensor.PadOp.create(
        (op.input1, *constants[::2], *constants[1::2]),
        (op.output.type,),
        properties,
        regions=(Region([block]),),
    )
    return rw.insert(made).results


@lower(tosa.ConcatOp)
def lower_concat(op: tosa.ConcatOp, rw: ConversionRewriter) -> Any:
    """An empty tensor into which all are inserted, one after the other."""
    type, axis = op.output.type, op.axis
    if not all(isinstance(t, RankedTensorType) for t in (type, *op.operand_types)):
        return rw.fail("a rank is not known")
    position = index_constant(rw, axis)
    sizes = _mixed_sizes(rw, op.operands[0])
    ends: list[Mixed] = [0, sizes[axis]]
    for value in op.operands[1:]:
        size = create_or_fold(rw, tensor.DimOp(value, position))
        total = create_or_fold(rw, arith.AddIOp(_value(rw, ends[-1]), size))
        number = constant_number(total)
        ends.append(total if number is None else number)
    sizes[axis] = ends[-1]
    dynamic = [_value(rw, size) for size, n in zip(sizes, type.shape, strict=True) if n == DYNAMIC]
    result: Value = rw.insert(tensor.EmptyOp.create(dynamic, (type,))).results[0]
    for value, first in zip(op.operands, ends, strict=False):
        parts: list[Sequence[Mixed]] = [
            [first if i == axis else 0 for i in range(len(sizes))],
            _mixed_sizes(rw, value),
            [1] * len(sizes),
        ]
        made = build_slice(tensor.InsertSliceOp, (value, result), parts, (type,))
        result = create_or_fold(rw, made)
    return (result,)


@lower(tosa.ReshapeOp)
def lower_reshape(op: tosa.ReshapeOp, rw: ConversionRewriter) -> Any:
    """A collapse to what both shapes refine, and an expansion of it."""
    shape, result, value = sizes_of(op.shape), rw.convert(op.output.type), rw.operand(0)
    source: Any = value.type
    if shape is None or not isinstance(source, RankedTensorType):
        return rw.fail("the shape must be constant, and the rank known")
    if not shape:  # all sizes are 1
        source = RankedTensorType((1,) * source.rank, source.element_type)
    expanded = _expanded_type(source, shape)
    collapsed = RankedTensorType(
        _collapsed_shape(source.shape, expanded.shape), source.element_type
    )
    value = _cast(rw, value, source)
    groups = reassociation(_groups(source.shape, collapsed.shape))
    value = create_or_fold(
        rw, tensor.CollapseShapeOp.create((value,), (collapsed,), {"reassociation": groups})
    )
    inner = _groups(expanded.shape, collapsed.shape)
    if any(sum(expanded.shape[i] == DYNAMIC for i in group) > 1 for group in inner):
        return rw.fail("several sizes are not known")
    value = _expand(rw, value, expanded, inner)
    return (_cast(rw, value, result),)


def _cast(rw: ConversionRewriter, value: Value, type: Any) -> Value:
    return create_or_fold(rw, tensor.CastOp.create((value,), (type,)))


def _expand(
    rw: ConversionRewriter, value: Value, type: RankedTensorType, groups: list[list[int]]
) -> Value:
    sizes = _mixed_sizes(rw, value)
    dynamic = []
    for group, whole in zip(groups, sizes, strict=False):
        known = [type.shape[i] for i in group if type.shape[i] != DYNAMIC]
        if len(known) < len(group):
            count = index_constant(rw, prod(known))
            dynamic.append(create_or_fold(rw, arith.DivSIOp(_value(rw, whole), count)))
    properties: dict[str, Any] = {
        "reassociation": reassociation(groups),
        "static_output_shape": i64_array(type.shape),
    }
    return create_or_fold(rw, tensor.ExpandShapeOp.create((value, *dynamic), (type,), properties))


def _expanded_type(source: RankedTensorType, shape: Sequence[int]) -> RankedTensorType:
    """The shape, with the size for -1 if it follows; never all static if the source's sizes are
    not, since an expansion does not allow it."""
    sizes = [n if n >= 0 else DYNAMIC for n in shape]
    if source.has_static_shape:
        rest = prod(n for n in sizes if n != DYNAMIC)
        sizes = [source.num_elements // rest if n == DYNAMIC and rest else n for n in sizes]
        sizes = [0 if n == DYNAMIC else n for n in sizes]
    elif sizes and DYNAMIC not in sizes:
        sizes[0] = DYNAMIC
    found: RankedTensorType = RankedTensorType(tuple(sizes), source.element_type)
    return found


def _collapsed_shape(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    """The largest shape that both refine; one unknown size when one of theirs is."""
    if not a or not b:
        return ()
    if DYNAMIC in (*a, *b):
        return (DYNAMIC,)
    found = []
    i = j = 0
    while i < len(a) and j < len(b):
        x, y = a[i], b[j]
        while x != y and i < len(a) and j < len(b):
            if x < y:
                i += 1
                x *= a[i] if i < len(a) else 1
            else:
                j += 1
                y *= b[j] if j < len(b) else 1
        if x == y:
            found.append(x)
        i, j = i + 1, j + 1
    return tuple(found)


def _groups(shape: Sequence[int], collapsed: Sequence[int]) -> list[list[int]]:
    """The groups of dimensions of a shape that become one dimension of the collapsed shape."""
    if not shape or not collapsed:
        return []
    if DYNAMIC in (*shape, *collapsed):
        return [list(range(len(shape)))]
    groups: list[list[int]] = [[] for _ in collapsed]
    i = 0
    for d, wanted in enumerate(collapsed):
        if i == len(shape):
            break
        size = shape[i]
        while size < wanted and i < len(shape):
            groups[d].append(i)
            i += 1
            size *= shape[i]
        if size == wanted:
            groups[d].append(i)
            i += 1
            if d == len(collapsed) - 1 or collapsed[d + 1] != 1:
                while i < len(shape) and shape[i] == 1:
                    groups[d].append(i)
                    i += 1
    return groups
