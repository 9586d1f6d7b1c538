"""Loop ops: affine.for, affine.parallel for krnl.parallel, scf.for if the bounds are not affine."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion.krnl_to_affine.schedule import Range
from mlirlite.dialects import affine, krnl, scf
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i32_array, i64_attr, index_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope
from mlirlite.ir.types import I32, INDEX, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError


def scope_of(b: Builder) -> Region | None:
    """The region around the insertion point in which top-level values are symbols."""
    region = b.block.parent
    while region is not None and region.parent is not None:
        if AffineScope in region.parent.traits:
            return region
        region = region.parent.parent_region
    return None


def legal_map(
    b: Builder, map: AffineMap, operands: Sequence[Value]
) -> tuple[AffineMap, Sequence[Value]] | None:
    """The map for an affine op at the insertion point: symbols that can only be dimensions become
    dimensions. None when an operand can be neither."""
    scope = scope_of(b)
    symbolic = [affine.is_valid_symbol(v, scope) for v in operands]
    for value, is_symbol in zip(operands, symbolic, strict=True):
        if not is_symbol and not affine.is_valid_dim(value, scope):
            return None
    dims = map.num_dims
    if all(symbolic[dims:]):
        return map, operands
    symbols: list[AffineExpr] = []
    new_dims = list(operands[:dims])
    new_symbols: list[Value] = []
    for value, is_symbol in zip(operands[dims:], symbolic[dims:], strict=True):
        if is_symbol:
            symbols.append(AffineSymbol(len(new_symbols)))
            new_symbols.append(value)
        else:
            symbols.append(AffineDim(len(new_dims)))
            new_dims.append(value)
    results = tuple(r.replace((), symbols) for r in map.results)
    return AffineMap(len(new_dims), len(new_symbols), results), [*new_dims, *new_symbols]


def make_loop(
    b: Builder,
    extent: Range,
    body: Block,
    inits: Sequence[Value],
    parallel: krnl.ParallelOp | None = None,
) -> Operation:
    """Insert a loop with this body: a block whose arguments are the induction variable and one
    for each init, and that has
    no terminator yet (`end_loop` gives it one)."""
    lower = legal_map(b, extent.lower, extent.lower_operands)
    upper = legal_map(b, extent.upper, extent.upper_operands)
    region = Region([body])
    types = [v.type for v in inits]
    if lower is None or upper is None:
        expand = AffineExpander(b)
        bounds = (
            expand.largest(expand.map(extent.lower, extent.lower_operands)),
            expand.smallest(expand.map(extent.upper, extent.upper_operands)),
            expand.constant(extent.step),
        )
        return b.insert(scf.ForOp.create((*bounds, *inits), types, None, None, (region,)))
    if parallel is not None:
        return _make_parallel(b, extent.step, lower, upper, region, inits, parallel)
    properties = {
        "lowerBoundMap": AffineMapAttr(lower[0]),
        "upperBoundMap": AffineMapAttr(upper[0]),
        "step": index_attr(extent.step),
        "operandSegmentSizes": i32_array((len(lower[1]), len(upper[1]), len(inits))),
    }
    operands = (*lower[1], *upper[1], *inits)
    return b.insert(affine.ForOp.create(operands, types, properties, None, (region,)))


def _make_parallel(
    b: Builder,
    step: int,
    lower: tuple[AffineMap, Sequence[Value]],
    upper: tuple[AffineMap, Sequence[Value]],
    region: Region,
    inits: Sequence[Value],
    parallel: krnl.ParallelOp,
) -> Operation:
    if inits:
        raise DiagnosticError(
            parallel.error(
                "asks for a loop in parallel that passes values from one iteration to the next"
            )
        )
    one = RankedTensorType((1,), I32)
    properties = {
        "reductions": ArrayAttr(()),
        "lowerBoundsMap": AffineMapAttr(lower[0]),
        "lowerBoundsGroups": DenseElementsAttr.of(one, [len(lower[0].results)]),
        "upperBoundsMap": AffineMapAttr(upper[0]),
        "upperBoundsGroups": DenseElementsAttr.of(one, [len(upper[0].results)]),
        "steps": ArrayAttr((i64_attr(step),)),
    }
    made = affine.ParallelOp.create((*lower[1], *upper[1]), (), properties, None, (region,))
    threads, bind = parallel.num_threads, parallel.proc_bind
    if threads is not None or bind is not None:
        clause = krnl.ParallelClauseOp(region.block.args[0], threads, bind, loc=parallel.location)
        region.block.prepend(clause)
    return b.insert(made)


def end_loop(loop: Operation, values: Sequence[Value], b: Builder) -> None:
    """Give a loop's body a terminator that yields these values."""
    yields = scf.YieldOp if isinstance(loop, scf.ForOp) else affine.YieldOp
    loop.regions[0].block.append(yields.create(values, location=b.location))


def constant(b: Builder, value: int) -> Value:
    """An index constant."""
    return AffineExpander(b).constant(value)


def apply_map(b: Builder, map: AffineMap, operands: Sequence[Value]) -> Value:
    """The value of a map with one result: an operand, a constant, an affine.apply, or arith ops
    where it is not affine."""
    (result,) = map.results
    if isinstance(result, AffineDim):
        return operands[result.position]
    if isinstance(result, AffineSymbol):
        return operands[map.num_dims + result.position]
    legal = legal_map(b, map, operands)
    if legal is None or isinstance(result, AffineConst):
        return AffineExpander(b).map(map, operands)[0]
    made = affine.ApplyOp.create(legal[1], (INDEX,), {"map": AffineMapAttr(legal[0])})
    return b.insert(made).results[0]
