"""Canonical forms of tensor ops: casts out of the way, slices and reshapes that do nothing or
follow each other, sizes that are constants."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.tensor._casts import cast_source
from mlirlite.dialects.tensor.shapes import (
    CollapseShapeOp,
    ConcatOp,
    ExpandShapeOp,
    ExtractSliceOp,
    InsertSliceOp,
    PadOp,
    ReshapeOp,
    kept_dims,
)
from mlirlite.dialects.tensor.values import (
    CastOp,
    DimOp,
    EmptyOp,
    ExtractOp,
    FromElementsOp,
    InsertOp,
    SplatOp,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, i32_array, i64_attr
from mlirlite.ir.definition import OPERAND_SEGMENTS
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.rewriting import Rewriter, canonicalization


def _attribute(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    found: ArrayAttr = ArrayAttr(tuple([ArrayAttr(tuple(map(i64_attr, g))) for g in groups]))
    return found


# Sizes and elements


@canonicalization
def of_cast(op: DimOp | ExtractOp, rw: Rewriter) -> bool | None:
    """dim(cast(t)) --> dim(t); extract(cast(t)) --> extract(t)"""
    cast = op.operands[0].defining_op
    if not isinstance(cast, CastOp):
        return rw.fail("the tensor is no cast")
    if isinstance(op, ExtractOp) and not isinstance(cast.source.type, RankedTensorType):
        return rw.fail("the source has no rank")
    with rw.modify(op):
        op.set_operand(0, cast.source)
    return True


@canonicalization
def extract_of_insert(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(insert(x, t)[i])[i] --> x"""
    maker = op.tensor.defining_op
    if not isinstance(maker, InsertOp) or tuple(op.operands[1:]) != tuple(maker.operands[2:]):
        return rw.fail("the element was not inserted there")
    rw.replace(op, maker.operands[0])
    return True


@canonicalization
def extract_of_splat(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(splat(x)) --> x"""
    maker = op.tensor.defining_op
    if not isinstance(maker, SplatOp):
        return rw.fail("the tensor is no splat")
    rw.replace(op, maker.operands[0])
    return True


@canonicalization
def dim_of_reshape(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(reshape(t, s))[i] --> extract(s)[i]"""
    maker, shape = op.source.defining_op, None
    if isinstance(maker, ReshapeOp):
        shape = maker.shape
    if shape is None or shape.type.element_type is not op.result.type:
        return rw.fail("the tensor is not reshaped to a shape of indices")
    rw.replace(op, ExtractOp.create((shape, op.index), op.result_types))
    return True


@canonicalization
def constant_sizes(op: EmptyOp, rw: Rewriter) -> bool | None:
    """empty(%c4) : tensor<?xf32> --> cast(empty : tensor<4xf32>)"""
    type = op.result.type
    if not isinstance(type, RankedTensorType):
        return rw.fail("there is no rank")
    left = iter(op.operands)
    mixed: list[Mixed] = [next(left) if s == DYNAMIC else s for s in type.shape]
    known = _with_constants(mixed)
    if known == mixed:
        return rw.fail("no size is a constant")
    static, dynamic = split(known)
    better = type.replace(shape=static.value)
    rw.set_before(op)
    new = EmptyOp.create(dynamic, (better,))
    rw.insert(new)
    rw.replace(op, CastOp.create(new.results, (type,)))
    return True


def _with_constants(mixed: Sequence[Mixed]) -> list[Mixed]:
    found: list[Mixed] = []
    for entry in mixed:
        number = None if isinstance(entry, int) else constant_number(entry)
        found.append(entry if number is None or number < 0 else number)
    return found


@canonicalization
def cast_of_cast(op: CastOp, rw: Rewriter) -> bool | None:
    """cast(cast(x : A) : B) : C --> cast(x : A) : C, when B does not promise more than both"""
    inner = op.source.defining_op
    if not isinstance(inner, CastOp):
        return rw.fail("the source is no cast")
    a, b, c = inner.source.type, inner.dest.type, op.dest.type
    shapes = [t.shape if isinstance(t, RankedTensorType) else None for t in (a, b, c)]
    if _joined(_joined(shapes[0], shapes[1]), shapes[2]) != _joined(shapes[0], shapes[2]):
        return rw.fail("the cast in between checks sizes")
    if a is c:
        rw.replace(op, inner.source)
    else:
        rw.replace(op, CastOp.create((inner.source,), (c,)))
    return True


def _joined(a: Any, b: Any) -> Any:
    """What both shapes together say."""
    if a is None or b is None:
        return b if a is None else a
    return tuple(y if x == DYNAMIC else x for x, y in zip(a, b, strict=True))


# Slices


@canonicalization
def whole_slice(op: ExtractSliceOp | InsertSliceOp, rw: Rewriter) -> bool | None:
    """A slice that is all of a static tensor --> the tensor"""
    whole = op.source if isinstance(op, ExtractSliceOp) else op.dest
    part = op.result if isinstance(op, ExtractSliceOp) else op.source
    type = whole.type
    if not isinstance(type, RankedTensorType) or part.type is not type:
        return rw.fail("the slice has another type")
    if isinstance(op, InsertSliceOp) and 0 in type.shape:
        rw.replace(op, op.dest)
        return True
    if any(o != 0 for o in op.mixed_offsets) or any(s != 1 for s in op.mixed_strides):
        return rw.fail("the slice does not begin at 0 with stride 1")
    if DYNAMIC in type.shape or list(op.mixed_sizes) != list(type.shape):
        return rw.fail("the slice has other sizes")
    rw.replace(op, op.source)
    return True


@canonicalization
def empty_slice(op: InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice of no elements --> the destination"""
    type = op.source.type
    if not isinstance(type, RankedTensorType) or 0 not in type.shape:
        return rw.fail("there may be elements")
    rw.replace(op, op.dest)
    return True


@canonicalization
def constant_slice(op: ExtractSliceOp | InsertSliceOp, rw: Rewriter) -> bool | None:
    """Offsets, sizes and strides that are constants become numbers, with a cast to the old type"""
    lists = [op.mixed_offsets, op.mixed_sizes, op.mixed_strides]
    known = [_with_constants(entries) for entries in lists]
    if known == lists:
        return rw.fail("nothing more is constant")
    parts = [split(entries) for entries in known]
    sizes = parts[1][0].value
    part = op.result if isinstance(op, ExtractSliceOp) else op.source
    old = part.type
    kept = (
        kept_dims(op.static_sizes.value, old.shape) if isinstance(old, RankedTensorType) else None
    )
    if kept is None or not isinstance(old, RankedTensorType):
        return rw.fail("the kept dimensions are not known")
    better = old.replace(shape=tuple([sizes[d] for d in kept]))
    values = [v for _, dynamic in parts for v in dynamic]
    properties: dict[str, Any] = {
        f"static_{name}": static
        for name, (static, _) in zip(("offsets", "sizes", "strides"), parts, strict=True)
    }
    counts = [len(dynamic) for _, dynamic in parts]
    rw.set_before(op)
    if isinstance(op, ExtractSliceOp):
        properties[OPERAND_SEGMENTS] = i32_array((1, *counts))
        new = ExtractSliceOp.create((op.source, *values), (better,), properties)
        if better is old:
            rw.replace(op, new)
            return True
        rw.insert(new)
        rw.replace(op, CastOp.create(new.results, (old,)))
        return True
    source = op.source
    if better is not old:
        cast = CastOp.create((source,), (better,))
        rw.insert(cast)
        source = cast.results[0]
    properties[OPERAND_SEGMENTS] = i32_array((1, 1, *counts))
    rw.replace(op, InsertSliceOp.create((source, op.dest, *values), op.result_types, properties))
    return True


@canonicalization
def slice_of_cast(op: ExtractSliceOp, rw: Rewriter) -> bool | None:
    """extract_slice(cast(t)) --> extract_slice(t)"""
    source = cast_source(op.source)
    if source is None:
        return rw.fail("the source is no cast that loses sizes")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@canonicalization
def slice_that_was_inserted(op: ExtractSliceOp, rw: Rewriter) -> bool | None:
    """extract_slice(insert_slice(s, t)) of the same place --> s"""
    maker = op.source.defining_op
    if not isinstance(maker, InsertSliceOp) or maker.source.type is not op.result.type:
        return rw.fail("the slice was not inserted")
    for mine, its in (
        (op.mixed_offsets, maker.mixed_offsets),
        (op.mixed_sizes, maker.mixed_sizes),
        (op.mixed_strides, maker.mixed_strides),
    ):
        if mine != its:
            return rw.fail("the slices differ")
    rw.replace(op, maker.source)
    return True


# Reshapes


@canonicalization
def same_shape(op: CollapseShapeOp | ExpandShapeOp | ReshapeOp, rw: Rewriter) -> bool | None:
    """A reshape to the same type --> the source, when the sizes cannot differ"""
    source, type = op.operands[0], op.result.type
    if source.type is not type or not isinstance(type, RankedTensorType):
        return rw.fail("the type changes")
    if isinstance(op, ReshapeOp) and type.rank > 1 and DYNAMIC in type.shape:
        return rw.fail("the sizes may change")
    rw.replace(op, source)
    return True


@canonicalization
def collapse_of_collapse(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse(collapse(t)) --> collapse(t)"""
    inner = op.src.defining_op
    if not isinstance(inner, CollapseShapeOp):
        return rw.fail("the source is no collapse")
    groups = _composed(op.groups, inner.groups)
    properties: dict[str, Any] = {"reassociation": _attribute(groups)}
    rw.replace(op, CollapseShapeOp.create((inner.src,), op.result_types, properties))
    return True


@canonicalization
def expand_of_expand(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand(expand(t)) --> expand(t)"""
    inner = op.src.defining_op
    if not isinstance(inner, ExpandShapeOp):
        return rw.fail("the source is no expand")
    properties: dict[str, Any] = {
        "reassociation": _attribute(_composed(inner.groups, op.groups)),
        "static_output_shape": op.static_output_shape,
    }
    operands = (inner.src, *op.output_shape)
    rw.replace(op, ExpandShapeOp.create(operands, op.result_types, properties))
    return True


def _composed(outer: Sequence[Sequence[int]], inner: Sequence[Sequence[int]]) -> list[list[int]]:
    """Groups of groups; those of rank 0 stay none."""
    return [[i for g in group for i in inner[g]] for group in outer] if inner else []


@canonicalization
def collapse_undoes_expand(op: CollapseShapeOp | ExpandShapeOp, rw: Rewriter) -> bool | None:
    """collapse(expand(t)) --> t; expand(collapse(t)) --> t for a static shape"""
    inner, type = op.src.defining_op, op.result.type
    other = ExpandShapeOp if isinstance(op, CollapseShapeOp) else CollapseShapeOp
    if not isinstance(inner, other) or inner.src.type is not type:
        return rw.fail("the reshapes do not undo each other")
    if inner.groups != op.groups:
        return rw.fail("the groups differ")
    if isinstance(op, ExpandShapeOp) and _unsure(type, op.groups):
        return rw.fail("the sizes may differ")
    rw.replace(op, inner.src)
    return True


def _unsure(type: Type, groups: Sequence[Sequence[int]]) -> bool:
    shape = type.shape if isinstance(type, RankedTensorType) else ()
    return any(sum(shape[d] == DYNAMIC for d in group) > 1 for group in groups)


@canonicalization
def reshape_of_elements(op: CollapseShapeOp | ExpandShapeOp, rw: Rewriter) -> bool | None:
    """A reshape of from_elements or of a splat --> the same in the new shape"""
    maker = op.src.defining_op
    if isinstance(maker, FromElementsOp):
        rw.replace(op, FromElementsOp.create(maker.operands, op.result_types))
        return True
    static = isinstance(op.result.type, RankedTensorType) and op.result.type.has_static_shape
    if isinstance(maker, SplatOp) and static:
        rw.replace(op, SplatOp.create(maker.operands[:1], op.result_types))
        return True
    return rw.fail("the elements are not known")


# Whole tensors


@canonicalization
def pad_nothing(op: PadOp, rw: Rewriter) -> bool | None:
    """pad by zeros --> cast, or the source"""
    if op.nofold is not None:
        return rw.fail("the padding is kept on purpose")
    zero = all(
        (m if isinstance(m, int) else constant_number(m)) == 0
        for m in (*op.mixed_low, *op.mixed_high)
    )
    source, type = op.source.type, op.result.type
    static = isinstance(type, RankedTensorType) and type.has_static_shape and source is type
    if not zero and not static:
        return rw.fail("something may be padded")
    rw.replace(op, op.source if source is type else CastOp.create((op.source,), (type,)))
    return True


@canonicalization
def concat_of_one(op: ConcatOp, rw: Rewriter) -> bool | None:
    """concat(t) --> t"""
    if len(op.operands) != 1 or op.operands[0].type is not op.result.type:
        return rw.fail("there are several tensors")
    rw.replace(op, op.operands[0])
    return True
