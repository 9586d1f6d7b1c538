"""vector.contract → dot products, contractions of fewer dimensions, reductions; vector.outerproduct
→ multiplications of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import (
    assembled,
    broadcast,
    extract,
    insert,
    scalable_dims,
    vector_type,
    zeros,
)
from mlirlite.dialects import arith, vector
from mlirlite.dialects.vector.enums import ADD, IteratorType
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i64_array
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter

_INTEGERS: dict[str, Any] = {
    "add": arith.AddIOp,
    "mul": arith.MulIOp,
    "minui": arith.MinUIOp,
    "minsi": arith.MinSIOp,
    "maxui": arith.MaxUIOp,
    "maxsi": arith.MaxSIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
}
_FLOATS: dict[str, Any] = {
    "add": arith.AddFOp,
    "mul": arith.MulFOp,
    "minnumf": arith.MinNumFOp,
    "maxnumf": arith.MaxNumFOp,
    "minimumf": arith.MinimumFOp,
    "maximumf": arith.MaximumFOp,
}


def kind_name(op: Operation) -> str:
    """The word of a reduction's kind: `add`, `minnumf`."""
    kind = op.properties["kind"]
    return kind.value.name.rstrip("_") if isinstance(kind, vector.CombiningKindAttr) else ""


def _is_float(value: Value) -> bool:
    return isinstance(element_type_of(value.type), FloatType)


def multiply(rw: Rewriter, a: Value, b: Value) -> Value:
    """The product of two values of one type."""
    cls: Any = arith.MulFOp if _is_float(a) else arith.MulIOp
    found: Value = rw.insert(cls(a, b)).result
    return found


def _add(rw: Rewriter, a: Value, b: Value) -> Value:
    cls: Any = arith.AddFOp if _is_float(a) else arith.AddIOp
    found: Value = rw.insert(cls(a, b)).result
    return found


def _combine(
    rw: Rewriter, kind: str, a: Value, b: Value, added: Value | None, mask: Value | None
) -> Value:
    """a times b, combined with the accumulator, which is kept where the mask is off."""
    if added is None:
        return multiply(rw, a, b)
    if kind == "add" and _is_float(a) and isinstance(added.type, VectorType):
        found = create(rw, vector.FMAOp, (a, b, added), added.type)
    else:
        product = multiply(rw, a, b)
        found = rw.insert((_FLOATS if _is_float(a) else _INTEGERS)[kind](product, added)).result
    return found if mask is None else rw.insert(arith.SelectOp(mask, found, added)).result


@pattern
def lower_outerproduct(op: vector.OuterProductOp, rw: Rewriter) -> bool | None:
    """outerproduct(a, b) --> insert(mul(broadcast(extract(a)[0]), b), …)[0], …"""
    lhs, rhs, *rest = op.operands
    acc = rest[0] if rest else None
    type = vector_type(op.results[0])
    if type.rank >= 2 and all(scalable_dims(type)):
        return rw.fail("all dimensions are scalable")
    kind = kind_name(op)
    if kind not in (_FLOATS if _is_float(lhs) else _INTEGERS):
        return rw.fail("the elements are not combined so")
    root: Operation = op
    mask: Value | None = None
    masking = op.parent_op
    if isinstance(masking, vector.MaskOp):
        root, mask = masking, masking.mask
        rw.set_before(root)
    if not isinstance(rhs.type, VectorType):
        factor = broadcast(rw, rhs, lhs.type)
        rw.replace(root, _combine(rw, kind, lhs, factor, acc, mask))
        return True

    def one(i: int) -> Value:
        factor = broadcast(rw, extract(rw, lhs, i), rhs.type)
        added = None if acc is None else extract(rw, acc, i)
        lanes = None if mask is None else extract(rw, mask, i)
        return _combine(rw, kind, factor, rhs, added, lanes)

    rw.replace(root, assembled(rw, zeros(rw, type), one))
    return True


def _maps(op: vector.ContractionOp) -> list[list[int]]:
    """The loops of each dimension of the three vectors."""
    maps: Any = op.indexing_maps
    return [[r.position for r in a.map.results if isinstance(r, AffineDim)] for a in maps]


def _kinds(op: vector.ContractionOp) -> list[IteratorType]:
    types: Any = op.iterator_types
    return [IteratorType(t.value) for t in types]


def _swapped(rw: Rewriter, value: Value) -> Value:
    type = vector_type(value)
    flags = scalable_dims(type)
    transposed = VectorType(type.shape[::-1], type.element_type, flags[::-1])
    return create(rw, vector.TransposeOp, (value,), transposed, {"permutation": i64_array((1, 0))})


@pattern
def lower_contract(op: vector.ContractionOp, rw: Rewriter) -> bool | None:
    """contract of matrices --> dot products of rows; of more dimensions --> of one less"""
    lhs, rhs, acc = op.operands
    element = element_type_of(acc.type)
    if any(element_type_of(v.type) is not element for v in (lhs, rhs)):
        return rw.fail("the accumulator is of other elements")
    if kind_name(op) != "add":
        return rw.fail("contractions other than 'add' not supported")
    if isinstance(op.parent_op, vector.MaskOp):
        return rw.fail("it stands in a mask")
    found = _dots(op, rw) or _fewer_dimensions(op, rw)
    if found is None:
        return rw.fail("a dimension to unroll is scalable, or its maps are of no known form")
    rw.replace(op, found)
    return True


def _dots(op: vector.ContractionOp, rw: Rewriter) -> Value | None:
    """A product of matrices, or of a matrix and a vector, by reductions of products of rows; None
    for another contraction."""
    lhs, rhs, acc = op.operands
    kinds = _kinds(op)
    summed = [d for d, k in enumerate(kinds) if k is IteratorType.reduction]
    a, b, out = _maps(op)
    if summed != [len(kinds) - 1] or len(kinds) not in (2, 3) or not out:
        return None
    k = summed[0]
    if len(kinds) == 2 and len(a) == 1:
        lhs, rhs, a, b = rhs, lhs, b, a
    if len(kinds) == 3 and (0 not in a or 1 not in b):
        return None  # the loops of rows and columns are not in upstream's order
    if len(kinds) == 3 and out == [1, 0]:
        lhs, rhs, a, b = rhs, lhs, b, a
    if k not in a or k not in b or len(a) != 2 or len(b) != len(kinds) - 1:
        return None
    if a[0] == k:
        lhs = _swapped(rw, lhs)
    if len(b) == 2 and b[0] == k:
        rhs = _swapped(rw, rhs)
    type = vector_type(op.results[0])
    found = zeros(rw, type)
    columns: list[Value] = []
    for r in range(type.shape[0]):
        row = extract(rw, lhs, r)
        for c in range(type.shape[1] if type.rank == 2 else 1):
            if r == 0:
                columns.append(extract(rw, rhs, c) if type.rank == 2 else rhs)
            total = _reduce(rw, multiply(rw, row, columns[c]))
            found = insert(rw, total, found, *((r, c) if type.rank == 2 else (r,)))
    return _add(rw, found, acc)


def _reduce(rw: Rewriter, value: Value, *start: Value) -> Value:
    type = vector_type(value).element_type
    properties = dict(_REDUCTION)
    return create(rw, vector.ReductionOp, (value, *start), type, properties)


_REDUCTION: dict[str, Attribute] = {"kind": ADD, "fastmath": arith.NO_FASTMATH}


def _fewer_dimensions(op: vector.ContractionOp, rw: Rewriter) -> Value | None:
    """Unrolled along a batch dimension, else along one that only one side has, else along the
    first that is summed."""
    lhs, rhs, acc = op.operands
    a, b, _ = _maps(op)
    kinds = _kinds(op)
    summed = [d for d in a if d in b and kinds[d] is IteratorType.reduction]
    batch = next((d for d in a if d in b and d not in summed), None)
    if batch is None:
        batch = next((d for d in (*a, *b) if d not in summed), None)
    if batch is not None:
        return _along_result(op, rw, batch)
    if isinstance(acc.type, VectorType) or not summed:
        return None
    if len(a) == 1:
        return _reduce(rw, multiply(rw, lhs, rhs), acc)
    size = vector_type(lhs).shape[a.index(0)]
    found = acc
    for i in range(size):
        parts = [_at(rw, v, m.index(0), i) for v, m in ((lhs, a), (rhs, b))]
        found = _contract(op, rw, 0, [*parts, found])
    return found


def _along_result(op: vector.ContractionOp, rw: Rewriter, loop: int) -> Value | None:
    """One contraction for each index of a loop that the result has."""
    maps = _maps(op)
    where = [m.index(loop) if loop in m else None for m in maps]
    side = 0 if where[0] is not None else 1
    place = where[side]
    if place is None:
        return None
    given = vector_type(op.operands[side])
    size = given.shape[place]
    if scalable_dims(given)[place] or (where[2] is None and size != 1):
        return None
    type = vector_type(op.results[0])
    found = zeros(rw, type)
    for i in range(size):
        parts = [
            v if w is None else _at(rw, v, w, i) for v, w in zip(op.operands, where, strict=True)
        ]
        made = _contract(op, rw, loop, parts)
        found = made if where[2] is None else _with_part(rw, made, found, where[2], i)
    return found


def _contract(
    op: vector.ContractionOp, rw: Rewriter, loop: int, operands: Sequence[Value]
) -> Value:
    """The contraction without one of its loops."""
    count = len(op.iterator_types) - 1
    maps = [
        AffineMapAttr(
            AffineMap(count, 0, tuple([AffineDim(d - (d > loop)) for d in m if d != loop]))
        )
        for m in _maps(op)
    ]
    kinds = [k for d, k in enumerate(op.iterator_types) if d != loop]
    properties: dict[str, Attribute] = {
        "indexing_maps": ArrayAttr(tuple(maps)),
        "iterator_types": ArrayAttr(tuple(kinds)),
        "kind": ADD,
    }
    return create(rw, vector.ContractionOp, operands, operands[2].type, properties)


def _at(rw: Rewriter, value: Value, dim: int, index: int) -> Value:
    """The part of a vector at an index of any dimension."""
    if dim == 0:
        return extract(rw, value, index)
    type = vector_type(value)
    flags = scalable_dims(type)
    rest = VectorType(
        (*type.shape[:dim], *type.shape[dim + 1 :]),
        type.element_type,
        (*flags[:dim], *flags[dim + 1 :]),
    )

    def one(i: int) -> Value:
        return _at(rw, extract(rw, value, i), dim - 1, index)

    return assembled(rw, zeros(rw, rest), one)


def _with_part(rw: Rewriter, part: Value, target: Value, dim: int, index: int) -> Value:
    """A vector with the part at an index of any dimension replaced."""
    if dim == 0:
        return insert(rw, part, target, index)
    found = target
    for i in range(vector_type(target).shape[0]):
        old, new = extract(rw, found, i), extract(rw, part, i)
        found = insert(rw, _with_part(rw, new, old, dim - 1, index), found, i)
    return found


PATTERNS = (lower_outerproduct, lower_contract)
