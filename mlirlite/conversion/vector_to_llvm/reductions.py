"""vector.reduction and outerproduct → LLVM's reductions and multiplications."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._llvm import (
    binary,
    compare,
    make,
    number,
    plain,
    select,
)
from mlirlite.conversion.vector_to_llvm.elements import flags_of
from mlirlite.conversion.vector_to_llvm.table import (
    element,
    from_rows,
    is_set,
    lower,
    row,
    spread,
    vector_type,
)
from mlirlite.dialects import llvm, vector
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.enums import FastmathFlags
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

_INTEGERS: dict[str, type[Operation]] = {
    "add": llvm.vector_reduce_add,
    "mul": llvm.vector_reduce_mul,
    "minui": llvm.vector_reduce_umin,
    "minsi": llvm.vector_reduce_smin,
    "maxui": llvm.vector_reduce_umax,
    "maxsi": llvm.vector_reduce_smax,
    "and": llvm.vector_reduce_and,
    "or": llvm.vector_reduce_or,
    "xor": llvm.vector_reduce_xor,
}
_ORDER = {"minui": "ule", "minsi": "sle", "maxui": "uge", "maxsi": "sge"}
_BITS: dict[str, type[Operation]] = {
    "and": llvm.AndOp,
    "or": llvm.OrOp,
    "xor": llvm.XOrOp,
}
_FLOATS: dict[str, tuple[type[Operation], type[Operation]]] = {
    "minnumf": (llvm.vector_reduce_fmin, llvm.MinNumOp),
    "maxnumf": (llvm.vector_reduce_fmax, llvm.MaxNumOp),
    "minimumf": (llvm.vector_reduce_fminimum, llvm.MinimumOp),
    "maximumf": (llvm.vector_reduce_fmaximum, llvm.MaximumOp),
}
_STARTED: dict[str, tuple[type[Operation], float]] = {
    "add": (llvm.vector_reduce_fadd, 0.0),
    "mul": (llvm.vector_reduce_fmul, 1.0),
}


def _kind(op: Operation) -> str:
    kind = op.properties["kind"]
    return kind.value.name.rstrip("_") if isinstance(kind, vector.CombiningKindAttr) else ""


@lower(vector.ReductionOp)
def lower_reduction(op: vector.ReductionOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.reduce.*`, then the accumulator."""
    source, *rest = rw.operands
    accumulator = rest[0] if rest else None
    kind = _kind(op)
    result = rw.convert(op.results[0].type)
    if isinstance(result, FloatType):
        return _reduce_floats(op, rw, kind, source, accumulator)
    cls = _INTEGERS.get(kind)
    if cls is None:
        return rw.fail(f"integers have no reduction '{kind}'")
    reduced = make(rw, cls, (source,), result)
    if accumulator is None:
        return (reduced,)
    if kind in ("add", "mul"):
        return (binary(rw, llvm.AddOp if kind == "add" else llvm.MulOp, accumulator, reduced),)
    if kind in _BITS:
        return (plain(rw, _BITS[kind], accumulator, reduced),)
    condition = compare(rw, _ORDER[kind], accumulator, reduced)
    return (select(rw, condition, accumulator, reduced),)


def _reduce_floats(
    op: Operation, rw: ConversionRewriter, kind: str, source: Value, accumulator: Value | None
) -> Any:
    flags = flags_of(op)
    if is_set(rw, "reassociate") and isinstance(flags, FastmathFlagsAttr):
        flags = FastmathFlagsAttr(flags.value | FastmathFlags.reassoc)
    type = vector_type(source).element_type
    properties: dict[str, Attribute] = {"fastmathFlags": flags}
    if kind in _STARTED:
        cls, neutral = _STARTED[kind]
        start = accumulator if accumulator is not None else number(rw, neutral, type)
        return (make(rw, cls, (start, source), type, properties),)
    if kind not in _FLOATS:
        return rw.fail(f"floats have no reduction '{kind}'")
    reduce, combine = _FLOATS[kind]
    reduced = make(rw, reduce, (source,), type, properties)
    if accumulator is None:
        return (reduced,)
    return (make(rw, combine, (reduced, accumulator), type, {"fastmathFlags": NO_FASTMATH}),)


@lower(vector.OuterProductOp)
def lower_outerproduct(op: vector.OuterProductOp, rw: ConversionRewriter) -> Any:
    """For each element of the left vector: that, spread, times the right one, plus the
    accumulator's row."""
    if _kind(op) != "add":
        return rw.fail("only sums of products")
    lhs, rhs, *rest = rw.operands
    accumulator = rest[0] if rest else None
    left = vector_type(lhs)
    result = rw.convert(op.results[0].type)
    if not isinstance(rhs.type, VectorType):
        return (_multiply_add(rw, lhs, spread(rw, rhs, left), accumulator),)

    def one(place: tuple[int, ...]) -> Value:
        factor = spread(rw, element(rw, lhs, place[0]), vector_type(rhs))
        added = None if accumulator is None else row(rw, accumulator, place)
        return _multiply_add(rw, factor, rhs, added)

    return (from_rows(rw, result, one),)


def _multiply_add(rw: ConversionRewriter, a: Value, b: Value, c: Value | None) -> Value:
    if isinstance(vector_type(a).element_type, FloatType):
        flags: dict[str, Attribute] = {"fastmathFlags": NO_FASTMATH}
        if c is None:
            return make(rw, llvm.FMulOp, (a, b), a.type, flags)
        return make(rw, llvm.FMulAddOp, (a, b, c), a.type, flags)
    product = binary(rw, llvm.MulOp, a, b)
    return product if c is None else binary(rw, llvm.AddOp, product, c)
