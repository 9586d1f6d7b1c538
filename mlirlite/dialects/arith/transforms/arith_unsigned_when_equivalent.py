"""--arith-unsigned-when-equivalent: signed ops on numbers that are not negative become unsigned.

%0 = andi %x, 7; %1 = divsi %0, 3  -->  %1 = divui %0, 3
"""

from __future__ import annotations

from mlirlite.dataflow.analyses.int_range import IntRanges
from mlirlite.dialects import arith
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter

_UNSIGNED: dict[type[Operation], type[Operation]] = {
    arith.DivSIOp: arith.DivUIOp,
    arith.CeilDivSIOp: arith.CeilDivUIOp,
    arith.FloorDivSIOp: arith.DivUIOp,
    arith.RemSIOp: arith.RemUIOp,
    arith.MinSIOp: arith.MinUIOp,
    arith.MaxSIOp: arith.MaxUIOp,
    arith.ExtSIOp: arith.ExtUIOp,
}
_PREDICATES = {
    CmpIPredicate.slt: CmpIPredicate.ult,
    CmpIPredicate.sle: CmpIPredicate.ule,
    CmpIPredicate.sgt: CmpIPredicate.ugt,
    CmpIPredicate.sge: CmpIPredicate.uge,
}


@compiler_pass("arith-unsigned-when-equivalent")
def arith_unsigned_when_equivalent(op: Operation, state: PassState) -> None:
    """Replace signed ops with unsigned ones where they are proven equivalent.

    They are where no operand and no result is negative; for comparisons, no operand.
    """
    ranges = IntRanges(op)

    def positive(values: tuple[Value, ...]) -> bool:
        facts = [ranges.fact(value) for value in values]
        return all(fact is not None and fact.smin >= 0 for fact in facts)

    compared: list[arith.CmpIOp] = []
    found: list[tuple[Operation, type[Operation]]] = []
    for inner in op.inside():
        unsigned = _UNSIGNED.get(type(inner))
        if unsigned is not None and positive((*inner.operands, *inner.results)):
            found.append((inner, unsigned))
        elif (
            isinstance(inner, arith.CmpIOp)
            and inner.predicate in _PREDICATES
            and positive(tuple(inner.operands))
        ):
            compared.append(inner)
    rw = Rewriter(Block())
    for inner, cls in found:
        properties = dict(inner.properties)
        attributes = dict(inner.attributes)
        made = cls.create(inner.operands, inner.result_types, properties, attributes)
        rw.replace(inner, made)
    for comparison in compared:
        with rw.modify(comparison):
            comparison.predicate = _PREDICATES[comparison.predicate]
    state.count("unsigned", len(found) + len(compared))
