"""Canonical forms of vector.from_elements and to_elements, and of positions of elements."""

from mlirlite.dialects._mixed import constant_number, split
from mlirlite.dialects.vector._constants import flat_position, position_at
from mlirlite.dialects.vector._known import shape_of, splat_source
from mlirlite.dialects.vector.elements import (
    POISON_INDEX,
    ExtractOp,
    FromElementsOp,
    InsertOp,
    ToElementsOp,
)
from mlirlite.dialects.vector.shapes import BroadcastOp, ShapeCastOp
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding


@folding
def constant_position(op: ExtractOp | InsertOp, rw: Rewriter) -> bool | None:
    """extract(v)[%c2] --> extract(v)[2]; insert likewise"""
    mixed, vector = op.mixed_position, op.operands[0 if isinstance(op, ExtractOp) else 1]
    found = [m if isinstance(m, int) else constant_number(m) for m in mixed]
    better = [
        m if n is None or not POISON_INDEX <= n < size else n
        for m, n, size in zip(mixed, found, shape_of(vector), strict=False)
    ]
    if better == mixed:
        return rw.fail("no index is a constant in bounds")
    static, dynamic = split(better)
    with rw.modify(op):
        op.set_operands((*op.operands[: len(op.operands) - len(op.dynamic_position)], *dynamic))
        op.properties["static_position"] = static
    return True


@folding
def elements_of_elements(op: ToElementsOp, rw: Rewriter) -> bool | None:
    """to_elements(from_elements(a, b)) --> a, b; to_elements(broadcast(x)) --> x, x"""
    maker, scalar = op.source.defining_op, splat_source(op.source)
    if isinstance(maker, FromElementsOp):
        rw.replace(op, list(maker.operands))
    elif scalar is not None:
        rw.replace(op, [scalar] * len(op.results))
    else:
        return rw.fail("the elements are not known")
    return True


@canonicalization
def elements_of_broadcast(op: ToElementsOp, rw: Rewriter) -> bool | None:
    """to_elements(broadcast(v)) --> the elements of v, repeated"""
    maker = op.source.defining_op
    if not isinstance(maker, BroadcastOp) or not isinstance(maker.source.type, VectorType):
        return rw.fail("the vector is not a broadcast of a vector")
    given, shape, element = maker.source.type.shape, shape_of(op.source), op.result_types[:1]
    source = ToElementsOp.create((maker.source,), element * maker.source.type.num_elements)
    rw.insert(source)
    found = []
    for at in range(len(op.results)):
        last = position_at(at, shape)[len(shape) - len(given) :]
        place = [0 if size == 1 else i for i, size in zip(last, given, strict=True)]
        found.append(source.results[flat_position(place, given)])
    rw.replace(op, found)
    return True


@folding
def elements_put_back(op: FromElementsOp, rw: Rewriter) -> bool | None:
    """from_elements(to_elements(v)) --> v"""
    maker = op.operands[0].defining_op
    if (
        not isinstance(maker, ToElementsOp)
        or tuple(maker.results) != tuple(op.operands)
        or maker.source.type is not op.dest.type
    ):
        return rw.fail("the elements are not all those of a vector")
    rw.replace(op, maker.source)
    return True


@canonicalization
def equal_elements(op: FromElementsOp, rw: Rewriter) -> bool | None:
    """from_elements(x, x, …) --> broadcast(x)"""
    first = op.operands[0]
    if any(v is not first for v in op.operands):
        return rw.fail("the elements differ")
    rw.replace(op, BroadcastOp.create((first,), op.result_types))
    return True


@canonicalization
def elements_of_one_vector(op: FromElementsOp, rw: Rewriter) -> bool | None:
    """from_elements(extract(v)[1, 0], extract(v)[1, 1]) --> shape_cast(extract(v)[1])"""
    count = len(op.operands)
    makers = [v.defining_op for v in op.operands]
    first = makers[0]
    if count == 1 or not isinstance(first, ExtractOp):
        return rw.fail("the elements are not extracted")
    source, position = first.source, first.static_position.value
    shape = shape_of(source)
    kept, covered = len(position), 1
    while kept and not position[kept - 1] and covered < count:
        kept -= 1
        covered *= shape[kept]
    if covered != count:
        return rw.fail("the elements are not all that follow a position")
    start = flat_position(position, shape)
    for i, maker in enumerate(makers):
        if not isinstance(maker, ExtractOp) or maker.source is not source:
            return rw.fail("the elements are of several vectors")
        if list(maker.static_position) != position_at(start + i, shape):
            return rw.fail("the elements are not in order")
    if kept:
        type = source.type.replace(shape=shape[kept:], scalable_dims=())
        extracted = ExtractOp.create(
            (source,), (type,), {"static_position": i64_array(position[:kept])}
        )
        part: Value = rw.insert(extracted).result
    else:
        part = source
    rw.replace(op, ShapeCastOp.create((part,), op.result_types))
    return True
