"""Lowerings of loops and conditionals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion.lower_affine.bounds import without_weaker
from mlirlite.conversion.lower_affine.table import lower
from mlirlite.dialects import affine, arith, scf
from mlirlite.dialects.arith import AtomicRMWKind as Kind, CmpIPredicate
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, i32_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.rewriting.type_conversion import NoCounterpart


@lower(affine.ForOp)
def lower_for(op: affine.ForOp, rw: ConversionRewriter) -> Sequence[Value]:
    """affine.for --> scf.for"""
    inits = op.inits
    if inits:
        known = _trivial_results(op)
        if known is not None:
            return known
    expand = AffineExpander(rw, op)
    bounds = (
        expand.largest(expand.map(op.lowerBoundMap.map, op.lowerBoundOperands)),
        expand.smallest(expand.map(op.upperBoundMap.map, op.upperBoundOperands)),
        expand.constant(op.step),
    )
    region = Region()
    hints = {n: a for n, a in op.attributes.items() if n.startswith("llvm.")}
    made = scf.ForOp.create((*bounds, *inits), op.result_types, None, hints, (region,))
    rw.inline_region_at_end(op.regions[0], region)
    rw.insert(made)
    return made.results


def _trivial_results(op: affine.ForOp) -> Sequence[Value] | None:
    """The results of a loop that does not run, or only passes values on."""
    start, end = op.constant_bounds
    count = None if start is None or end is None else max(0, -(-(end - start) // op.step))
    if count == 0:
        return op.inits
    body = op.body
    if body.first is None or body.first is not body.last:
        return None
    values: list[Value] = []
    moved = outside = False
    for i, value in enumerate(body.first.operands):
        if value is body.args[0]:
            return None
        if value in body.args:
            position = body.args.index(value) - 1
            moved |= position != i
            values.append(op.inits[position])
        else:
            outside = True
            values.append(value)
    if count is None and (moved or outside):
        return None
    return None if moved and count != 1 else values


@lower(affine.IfOp)
def lower_if(op: affine.IfOp, rw: ConversionRewriter) -> Sequence[Value]:
    """affine.if --> scf.if on the conjunction of its constraints"""
    condition = op.integer_set
    dims, symbols = op.operands[: condition.num_dims], op.operands[condition.num_dims :]
    expand = AffineExpander(rw, op)
    zero = expand.constant(0)
    holds: Value | None = None
    for constraint, equality in condition.constraints:
        value = expand.expression(constraint, dims, symbols)
        kind = CmpIPredicate.eq if equality else CmpIPredicate.sge
        answer = expand.compare(kind, value, zero)
        holds = answer if holds is None else expand.both(holds, answer)
    if holds is None:
        holds = expand.truth()
    regions = [Region() for _ in op.regions]
    made = scf.IfOp.create((holds,), op.result_types, None, None, regions)
    for old, new in zip(op.regions, regions, strict=True):
        rw.inline_region_at_end(old, new)
    rw.insert(made)
    return made.results


@lower(affine.YieldOp)
def lower_yield(op: affine.YieldOp, rw: ConversionRewriter) -> Operation:
    """affine.yield --> scf.yield"""
    return rw.insert(scf.YieldOp.create(op.operands))


_COMBINE: dict[Kind, type[Operation]] = {
    Kind.addf: arith.AddFOp,
    Kind.addi: arith.AddIOp,
    Kind.andi: arith.AndIOp,
    Kind.maximumf: arith.MaximumFOp,
    Kind.maxnumf: arith.MaxNumFOp,
    Kind.maxs: arith.MaxSIOp,
    Kind.maxu: arith.MaxUIOp,
    Kind.minimumf: arith.MinimumFOp,
    Kind.minnumf: arith.MinNumFOp,
    Kind.mins: arith.MinSIOp,
    Kind.minu: arith.MinUIOp,
    Kind.mulf: arith.MulFOp,
    Kind.muli: arith.MulIOp,
    Kind.ori: arith.OrIOp,
    Kind.xori: arith.XOrIOp,
}


def _identity(kind: Kind, type: Type) -> Attribute:
    """The neutral value of a reduction. ValueError when there is none."""
    if isinstance(type, FloatType):
        floats = {
            Kind.addf: 0.0,
            Kind.mulf: 1.0,
            Kind.maximumf: -math.inf,
            Kind.minimumf: math.inf,
        }
        if kind in floats:
            return FloatAttr(floats[kind], type)
    elif kind in (Kind.addi, Kind.ori, Kind.xori, Kind.maxu):
        return IntegerAttr(0, type)
    elif kind is Kind.muli:
        return IntegerAttr(1, type)
    elif kind in (Kind.andi, Kind.minu):
        return IntegerAttr(-1, type)
    raise NoCounterpart(f"reduction '{kind.name}' has no neutral value of type '{type}'")


@lower(affine.ParallelOp)
def lower_parallel(op: affine.ParallelOp, rw: ConversionRewriter) -> Sequence[Value]:
    """affine.parallel --> scf.parallel"""
    neutral = [_identity(k, t) for k, t in zip(op.reduction_kinds, op.result_types, strict=True)]
    expand = AffineExpander(rw, op)
    low: list[Value] = []
    high: list[Value] = []
    for lower_map, upper_map in zip(
        _groups(op.lowerBoundsMap.map, op.lowerBoundsGroups.values()),
        _groups(op.upperBoundsMap.map, op.upperBoundsGroups.values()),
        strict=True,
    ):
        bounds = expand.map(without_weaker(lower_map, max), op.lower_operands)
        low.append(expand.largest(bounds))
        bounds = expand.map(without_weaker(upper_map, min), op.upper_operands)
        high.append(expand.smallest(bounds))
    steps = [expand.constant(step) for step in op.step_numbers]
    inits = [rw.insert(arith.ConstantOp(value)).results[0] for value in neutral]
    yielded = op.body.last
    if yielded is None:
        raise ValueError("the loop has no terminator")
    region = Region()
    operands = (*low, *high, *steps, *inits)
    sizes = i32_array((len(low), len(high), len(steps), len(inits)))
    made = scf.ParallelOp.create(
        operands, op.result_types, {"operandSegmentSizes": sizes}, None, (region,)
    )
    regions = [
        _reduction(k, v.type) for k, v in zip(op.reduction_kinds, yielded.operands, strict=True)
    ]
    reduce = scf.ReduceOp.create(yielded.operands, (), None, None, regions, (), yielded.location)
    rw.replace(yielded, reduce)
    rw.inline_region_at_end(op.regions[0], region)
    rw.insert(made)
    return made.results


def _groups(map: AffineMap, sizes: Sequence[int]) -> list[AffineMap]:
    """The map of each loop's bound, from the one of all."""
    found, at = [], 0
    for size in sizes:
        found.append(AffineMap(map.num_dims, map.num_symbols, map.results[at : at + size]))
        at += size
    return found


def _reduction(kind: Kind, type: Type) -> Region:
    """The region that combines two values."""
    block = Block((type, type))
    cls = _COMBINE[kind]
    combined = cls.create(block.args, (type,), dict(_defaults(cls)))
    block.append(combined)
    block.append(scf.ReduceReturnOp.create(combined.results))
    return Region([block])


def _defaults(cls: type[Operation]) -> dict[str, Attribute]:
    """The properties that an op of a class has when none are given."""
    definition = cls.definition
    if definition is None:
        return {}
    fields = definition.properties.items()
    return {name: f.default for name, f in fields if f.default is not None}
