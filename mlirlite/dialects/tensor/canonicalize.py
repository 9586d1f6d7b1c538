"""Canonical forms of tensor ops: sizes, elements, casts, concatenation."""

from typing import Any

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects._mixed import Mixed, constant_number, number_of, split
from mlirlite.dialects.arith.casts import IndexCastOp
from mlirlite.dialects.tensor import _canonical_pad, _canonical_reshapes, _canonical_slices
from mlirlite.dialects.tensor._casts import cast_source, ranked, says_less
from mlirlite.dialects.tensor.shapes import ConcatOp, ReshapeOp
from mlirlite.dialects.tensor.slices import ExtractSliceOp, InsertSliceOp
from mlirlite.dialects.tensor.values import (
    BitcastOp,
    CastOp,
    DimOp,
    EmptyOp,
    ExtractOp,
    GenerateOp,
    InsertOp,
    SplatOp,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import DestinationStyle, LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType
from mlirlite.ir.values import OpResult, Value
from mlirlite.rewriting import (
    Rewriter,
    canonicalization,
    canonicalizations,
    computed,
    folding,
    rule,
    terms,
    variables,
)
from mlirlite.rewriting.effects import Effects

__all__ = ["_canonical_pad", "_canonical_reshapes", "_canonical_slices"]


def _joined(a: Any, b: Any) -> Any:
    """The combination of both shapes."""
    if a is None or b is None:
        return b if a is None else a
    return tuple(y if x == DYNAMIC else x for x, y in zip(a, b, strict=True))


@computed
def has_rank(x: Value) -> bool:
    """Whether a tensor has a rank."""
    return isinstance(x.type, RankedTensorType)


@computed
def promises_nothing_else(between: Type, x: Value, type: Type) -> bool:
    """Whether a type between two others is no more static than these together."""
    shapes = [t.shape if isinstance(t, RankedTensorType) else None for t in (x.type, between, type)]
    return bool(_joined(_joined(shapes[0], shapes[1]), shapes[2]) == _joined(shapes[0], shapes[2]))


x, y, i, t, u = variables("x y i t u")
Bitcast, Cast, Concat, Dim, Extract, IndexCast, Insert, Splat = terms(
    BitcastOp, CastOp, ConcatOp, DimOp, ExtractOp, IndexCastOp, InsertOp, SplatOp
)
_NEEDLESS = promises_nothing_else(u, x, t)

canonicalizations(
    dim_of_cast=rule(Dim(Cast(x), i), Dim(x, i)),
    extract_of_cast=rule(Extract(Cast(x), i), Extract(x, i), where=has_rank(x)),
    extract_of_index_cast=rule(Extract(IndexCast(x), i), IndexCast(Extract(x, i))),
    extract_of_insert=rule(Extract(Insert(x, y, i), i), x),
    extract_of_splat=rule(Extract(Splat(x)), x),
    cast_of_cast=(
        rule(Cast(Cast(x, dest=u), dest=t), x, where=(has_type(x, t), _NEEDLESS)),
        rule(Cast(Cast(x, dest=u), dest=t), Cast(x), where=_NEEDLESS),
    ),
    bitcast_of_bitcast=rule(Bitcast(Bitcast(x)), Bitcast(x)),
    concat_of_one=(
        rule(Concat(inputs=[x], result=t), x, where=has_type(x, t)),
        rule(Concat(inputs=[x]), Cast(x)),
    ),
)


# Sizes and elements


@folding
def dim_of_loosened(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(cast(t)) --> dim(t), where the cast loses what is known of the sizes"""
    source = cast_source(op.source)
    if source is None:
        return rw.fail("the tensor is not a cast that loses sizes")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@folding
def dim_of_slice(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(extract_slice(t)[%n])[0] --> %n, when no dimension is dropped"""
    maker, index = op.source.defining_op, constant_number(op.index)
    if not isinstance(maker, ExtractSliceOp):
        return rw.fail("the tensor is not a slice")
    rank = ranked(maker.result).rank
    if rank != ranked(maker.source).rank or index is None or not 0 <= index < rank:
        return rw.fail("the dimension is not known")
    size = maker.mixed_sizes[index]
    if not isinstance(size, Value):
        return rw.fail("the size is static")
    rw.replace(op, size)
    return True


@canonicalization
def dim_of_destination(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(f(t) into %d) --> dim(%d): the result has the sizes of its destination"""
    source = op.source
    maker: Any = source.defining_op
    if not isinstance(maker, DestinationStyle) or not isinstance(source, OpResult):
        return rw.fail("the tensor is not made in a destination")
    with rw.modify(op):
        op.set_operand(0, maker.operands[maker.destination_operands()[source.index]])
    return True


@canonicalization
def dim_of_reshape(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(reshape(t, s))[i] --> extract(s)[i]"""
    maker = op.source.defining_op
    if not isinstance(maker, ReshapeOp):
        return rw.fail("the tensor is not a reshape")
    element = maker.shape.type.element_type
    rw.set_after(op)
    size: Operation = rw.insert(ExtractOp.create((maker.shape, op.index), (element,)))
    if element is not INDEX:
        size = rw.insert(IndexCastOp.create(size.results, (INDEX,)))
    rw.replace(op, size)
    return True


@canonicalization
def extract_of_generate(op: ExtractOp, rw: Rewriter) -> bool | None:
    """extract(generate { … yield %x })[i] --> the body at i"""
    maker = op.tensor.defining_op
    if not isinstance(maker, GenerateOp) or not Effects().is_droppable(maker):
        return rw.fail("the tensor is not made by a body without effects")
    block = maker.body.entry
    values: dict[Value, Value] = dict(zip(block.args, op.indices, strict=True))
    rw.set_before(op)
    for inner in block:
        if inner is not block.last:
            rw.clone(inner, values)
        else:
            rw.replace(op, values.get(inner.operands[0], inner.operands[0]))
    return True


@canonicalization
def constant_sizes(op: EmptyOp | GenerateOp, rw: Rewriter) -> bool | None:
    """empty(%c4) : tensor<?xf32> --> cast(empty : tensor<4xf32>)"""
    type = ranked(op.result)
    left = iter(op.operands)
    mixed: list[Mixed] = []
    for size in type.shape:
        given = next(left) if size == DYNAMIC else size
        number = number_of(given)
        mixed.append(given if number is None or number < 0 else number)
    static, dynamic = split(mixed)
    better = type.replace(shape=tuple(static.value))
    if better is type:
        return rw.fail("no size is a constant")
    rw.set_before(op)
    new = op.__class__.create(dynamic, (better,), {}, {}, [Region() for _ in op.regions])
    rw.insert(new)
    for old, region in zip(op.regions, new.regions, strict=True):
        rw.inline_region_at_end(old, region)
    rw.replace(op, CastOp.create(new.results, (type,)))
    return True


@canonicalization
def cast_of_empty(op: CastOp, rw: Rewriter) -> bool | None:
    """cast(empty(%n) : tensor<?xf32>) --> empty : tensor<4xf32>, when that is more static"""
    maker, type = op.source.defining_op, op.dest.type
    if not isinstance(maker, EmptyOp) or not says_less(type, op.source.type):
        return rw.fail("the source is not an empty tensor of less known sizes")
    unknown = [d for d, size in enumerate(ranked(maker.result).shape) if size == DYNAMIC]
    sizes = zip(unknown, maker.dynamicSizes, strict=True)
    dynamic = [v for d, v in sizes if ranked(op.dest).shape[d] == DYNAMIC]
    rw.replace(op, EmptyOp.create(dynamic, (type,)))
    return True


@canonicalization
def casts_of_operands(op: DestinationStyle, rw: Rewriter) -> bool | None:
    """f(cast(t)) into cast(d) --> cast(f(t) into d)"""
    if isinstance(op, (InsertSliceOp, LoopLike)) or not isinstance(op, Operation):
        return rw.fail("the op has patterns of its own for casts")
    sources = [cast_source(v) for v in op.operands]
    if not any(sources):
        return rw.fail("no operand is a cast that loses sizes")
    operands = [v if s is None else s for v, s in zip(op.operands, sources, strict=True)]
    targets = op.destination_operands() if op.results else ()
    types = [operands[i].type for i in targets]
    with rw.modify(op):
        op.set_operands(operands)
    for result, type in zip(op.results, types, strict=False):  # others are not tensors made here
        before = result.type
        if type is not before:
            result.type = type
            rw.set_after(op)
            cast = rw.insert(CastOp.create((result,), (before,)))
            rw.replace_uses_except(result, cast.results[0], cast)
    return True


# Concatenation


def _concatenated(op: ConcatOp) -> RankedTensorType:
    """The most specific result type that follows from the inputs."""
    types = [v.type for v in op.inputs]
    shape = []
    for d in range(types[0].rank):
        sizes = [t.shape[d] for t in types]
        if d == op.dim:
            shape.append(DYNAMIC if DYNAMIC in sizes else sum(sizes))
        else:
            shape.append(max(sizes, key=lambda n: n != DYNAMIC))
    found: RankedTensorType = RankedTensorType(tuple(shape), types[0].element_type)
    return found


@canonicalization
def inputs_of_concat(op: ConcatOp, rw: Rewriter) -> bool | None:
    """concat(a : 2x?, b : ?x3) dim(0) --> concat(cast(a) : 2x3, b)"""
    result = _concatenated(op)
    changed = False
    rw.set_before(op)
    for i, value in enumerate(op.inputs):
        shape = list(result.shape)
        shape[op.dim] = value.type.shape[op.dim]
        type = RankedTensorType(tuple(shape), result.element_type)
        if not says_less(value.type, type):
            cast = rw.insert(CastOp.create((value,), (type,)))
            with rw.modify(op):
                op.set_operand(i, cast.results[0])
            changed = True
    return changed or rw.fail("the inputs say nothing of each other")


@canonicalization
def result_of_concat(op: ConcatOp, rw: Rewriter) -> bool | None:
    """concat(…) : ? --> cast(concat(…) : 4), if that follows from the inputs"""
    type, old = _concatenated(op), op.result.type
    if says_less(old, type):
        return rw.fail("the result says all that is known")
    rw.set_before(op)
    new = rw.insert(ConcatOp.create(op.operands, (type,), dict(op.properties)))
    rw.replace(op, CastOp.create(new.results, (old,)))
    return True
