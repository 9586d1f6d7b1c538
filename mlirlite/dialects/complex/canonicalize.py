"""Canonical forms of complex: parts of negated numbers, bits that are read twice."""

from typing import Any

from mlirlite.dialects import arith
from mlirlite.dialects.complex.parts import BitcastOp, CreateOp, ImOp, ReOp
from mlirlite.dialects.complex.unary import NegOp
from mlirlite.ir.types import ComplexType
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def part_of_negated(op: ReOp | ImOp, rw: Rewriter) -> bool | None:
    """re(neg(create(a, b))) --> -a; im(neg(create(a, b))) --> -b"""
    negated = op.complex.defining_op
    maker = negated.complex.defining_op if isinstance(negated, NegOp) else None
    if not isinstance(maker, CreateOp):
        return rw.fail("no number that is made of its parts is negated")
    part = maker.real if isinstance(op, ReOp) else maker.imaginary
    rw.replace(op, arith.NegFOp(part))
    return True


@canonicalization
def bitcast_of_bitcast(op: BitcastOp | arith.BitcastOp, rw: Rewriter) -> bool | None:
    """bitcast(bitcast(x)) --> bitcast(x), of complex where one of the two types is"""
    inner: Any = op.operands[0].defining_op
    if not isinstance(inner, (BitcastOp, arith.BitcastOp)) or (
        isinstance(op, arith.BitcastOp) and isinstance(inner, arith.BitcastOp)
    ):
        return rw.fail("no complex number's bits are read twice")
    source, type = inner.operands[0], op.results[0].type
    involved = [isinstance(t, ComplexType) for t in (source.type, type)]
    if source.type is type:
        rw.replace(op, source)
    elif all(involved):
        return rw.fail("no bitcast is between two complex types")
    elif any(involved):
        rw.replace(op, BitcastOp(source, result=type))
    else:
        rw.replace(op, arith.BitcastOp(source, out=type))
    return True
