"""Canonical forms around linalg.fill: ops that move, pack, pad or read a splat."""

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.linalg.moving import TransposeOp
from mlirlite.dialects.linalg.named import CopyOp, FillOp
from mlirlite.dialects.linalg.relayout import PackOp
from mlirlite.dialects.tensor._canonical_pad import padding_value
from mlirlite.dialects.tensor._canonical_slices import build_slice, slice_parts
from mlirlite.dialects.tensor._casts import ranked
from mlirlite.dialects.tensor.shapes import CollapseShapeOp, ConcatOp, ExpandShapeOp, PadOp
from mlirlite.dialects.tensor.slices import InsertSliceOp
from mlirlite.dialects.tensor.values import CastOp, DimOp, EmptyOp, ExtractOp
from mlirlite.ir.affine import AffineSymbol
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value


def _filled(fill: FillOp, dest: Value) -> Operation:
    """A detached fill of another destination with the same value."""
    new = fill.clone()
    new.set_operand(1, dest)
    for result in new.results:
        result.type = dest.type
    return new


def _same_value(a: Value | None, b: Value) -> bool:
    if a is None or a is b:
        return a is b
    known = constant_value(a)
    return known is not None and known == constant_value(b)


@canonicalization
def reshape_of_fill(op: CollapseShapeOp | ExpandShapeOp, rw: Rewriter) -> bool | None:
    """reshape(fill(x, t)) --> fill(x, reshape(t))"""
    fill = op.src.defining_op
    if not isinstance(fill, FillOp):
        return rw.fail("the source is not filled")
    rw.set_before(op)
    new = rw.insert(op.clone())
    new.set_operand(0, fill.operands[1])
    rw.replace(op, _filled(fill, new.results[0]))
    return True


@canonicalization
def extract_of_fill(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(fill(x, t)) --> x"""
    fill = op.tensor.defining_op
    if not isinstance(fill, FillOp):
        return rw.fail("the tensor is not filled")
    rw.replace(op, fill.operands[0])
    return True


@canonicalization
def pack_of_fill(op: PackOp, rw: Rewriter) -> bool | None:
    """pack(fill(x)) into t --> fill(x, t), padded with x or not at all"""
    fill = op.source.defining_op
    if not isinstance(fill, FillOp):
        return rw.fail("the source is not filled")
    if op.padding_value is not None and not _same_value(op.padding_value, fill.operands[0]):
        return rw.fail("the padding differs")
    if not op.dest.has_one_use:
        return rw.fail("the destination is used elsewhere")
    rw.replace(op, _filled(fill, op.dest))
    return True


@canonicalization
def copy_of_fill(op: CopyOp, rw: Rewriter) -> bool | None:
    """copy(fill(x)) into t --> fill(x, t); copy(s) into fill(x, t) --> copy(s) into t"""
    fill, dest = op.operands[0].defining_op, op.operands[1].defining_op
    if isinstance(fill, FillOp):
        rw.replace(op, _filled(fill, op.operands[1]))
        return True
    if not isinstance(dest, FillOp):
        return rw.fail("neither operand is filled")
    with rw.modify(op):
        op.set_operand(1, dest.operands[1])
    return True


@canonicalization
def transpose_of_fill(op: TransposeOp, rw: Rewriter) -> bool | None:
    """transpose(fill(x)) into t --> fill(x, t)"""
    fill = op.input.defining_op
    if not isinstance(fill, FillOp):
        return rw.fail("the input is not filled")
    rw.replace(op, _filled(fill, op.init))
    return True


@canonicalization
def concat_of_fills(op: ConcatOp, rw: Rewriter) -> bool | None:
    """concat(fill(x, a), fill(x, b)) --> fill(x, concat(a, b))"""
    fills = [v.defining_op for v in op.inputs]
    first = fills[0]
    if not isinstance(first, FillOp):
        return rw.fail("an input is not filled")
    parts: list[Value] = []
    for fill in fills:
        if not isinstance(fill, FillOp) or not _same_value(fill.operands[0], first.operands[0]):
            return rw.fail("the inputs are not filled with one value")
        parts.append(fill.operands[1])
    rw.set_before(op)
    new = rw.insert(ConcatOp.create(parts, op.result_types, dict(op.properties)))
    rw.replace(op, _filled(first, new.results[0]))
    return True


@canonicalization
def pad_of_fill(op: PadOp, rw: Rewriter) -> bool | None:
    """pad(fill(x)) with x --> fill(x, empty)"""
    fill, type = op.source.defining_op, ranked(op.result)
    if not isinstance(fill, FillOp) or padding_value(op) is not fill.operands[0]:
        return rw.fail("the source is not filled with what is padded")
    rw.set_before(op)
    total = AffineSymbol(0) + AffineSymbol(1) + AffineSymbol(2)
    sizes: list[Mixed] = []
    for d, size in enumerate(type.shape):
        if size == DYNAMIC:
            parts = [_size(rw, op.source, d), op.mixed_low[d], op.mixed_high[d]]
            sizes.append(composed_apply(rw, total, parts))
        else:
            sizes.append(size)
    static, dynamic = split(sizes)
    known: RankedTensorType = RankedTensorType(tuple(static.value), type.element_type)
    empty = rw.insert(EmptyOp.create(dynamic, (known,)))
    new = rw.insert(_filled(fill, empty.results[0]))
    rw.replace(op, new if known is type else CastOp.create(new.results, (type,)))
    return True


def _size(rw: Rewriter, tensor: Value, d: int) -> Mixed:
    """A dimension's size: a number, or tensor.dim."""
    size = ranked(tensor).shape[d]
    if size != DYNAMIC:
        return size
    made: Operation = rw.insert(DimOp.create((tensor, index_constant(rw, d)), (INDEX,)))
    return made.results[0]


@canonicalization
def padded_into_fill(op: InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(pad(s) with x, fill(x)) --> insert_slice(s, fill(x)), at shifted offsets"""
    pad = op.source.defining_op
    if not isinstance(pad, PadOp) or ranked(op.source).rank != ranked(op.dest).rank:
        return rw.fail("the source is not padded, or drops dimensions")
    first = op.dest
    while isinstance(before := first.defining_op, InsertSliceOp):
        if ranked(before.source).rank != ranked(before.dest).rank:
            return rw.fail("an insertion before drops dimensions")
        if not _disjoint(before, op):
            break
        first = before.dest
    fill = first.defining_op
    value = padding_value(pad)
    if not isinstance(fill, FillOp) or value is None or value is not fill.operands[0]:
        return rw.fail("the destination is not filled with what is padded")
    rw.set_before(op)
    offsets, _, strides = slice_parts(op)
    total = AffineSymbol(0) + AffineSymbol(1)
    moved = [composed_apply(rw, total, pair) for pair in zip(pad.mixed_low, offsets, strict=True)]
    sizes = [_size(rw, pad.source, d) for d in range(ranked(pad.source).rank)]
    parts = [moved, sizes, strides]
    rw.replace(op, build_slice(InsertSliceOp, [pad.source, op.dest], parts, op.result_types))
    return True


def _disjoint(a: InsertSliceOp, b: InsertSliceOp) -> bool:
    """Whether two slices of one tensor certainly have no element in common."""
    for places in zip(*slice_parts(a), *slice_parts(b), strict=True):
        numbers = [m for m in places if isinstance(m, int)]
        if len(numbers) == 6:
            start, size, stride, other_start, other_size, other_stride = numbers
            if start + (size - 1) * stride < other_start:
                return True
            if other_start + (other_size - 1) * other_stride < start:
                return True
    return False
