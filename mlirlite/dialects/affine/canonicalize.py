"""Canonical forms of affine: composed maps, constant bounds, loops and conditionals whose outcome
is known."""

from typing import Any

from mlirlite.dialects._inline import replace_with_block
from mlirlite.dialects.affine import _canonical_index, _canonical_linear
from mlirlite.dialects.affine._compose import canonicalize_set, compose
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.maps import ApplyOp, MaxOp, MinOp
from mlirlite.dialects.affine.memory import (
    LoadOp,
    PrefetchOp,
    StoreOp,
    VectorLoadOp,
    VectorStoreOp,
)
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.ir.affine import AffineConst, AffineMap, IntegerSet
from mlirlite.ir.attributes import AffineMapAttr, IntegerSetAttr, i32_array
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization

__all__ = ["_canonical_index", "_canonical_linear"]


@canonicalization
def compose_subscripts(
    op: LoadOp | StoreOp | PrefetchOp | VectorLoadOp | VectorStoreOp, rw: Rewriter
) -> bool | None:
    """load %m[apply(f, %x)] --> load %m[f(%x)]"""
    old = list(op.indices)
    map, operands = compose(op.affine_map, old)
    if map is op.affine_map and operands == old:
        return rw.fail("the map is composed and canonical")
    with rw.modify(op):
        op.map = AffineMapAttr(map)
        op.indices = operands
    return True


@canonicalization
def compose_map(op: ApplyOp | MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """apply(f, apply(g, x)) --> apply(f of g, x)"""
    map, operands = compose(op.affine_map, op.operands)
    if map is op.affine_map and tuple(operands) == op.operands:
        return rw.fail("the map is composed and canonical")
    rw.replace(op, type(op)(AffineMapAttr(map), operands))
    return True


@canonicalization
def extreme_of_one(op: MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """min(f) --> apply(f)"""
    if len(op.affine_map.results) != 1:
        return rw.fail("there are several results")
    rw.replace(op, ApplyOp(AffineMapAttr(op.affine_map), op.operands))
    return True


@canonicalization
def extreme_of_equals(op: MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """min(f, g, f) --> min(f, g)"""
    map = op.affine_map
    results = tuple(dict.fromkeys(map.results))
    if len(results) == len(map.results):
        return rw.fail("all results differ")
    unique: AffineMap = AffineMap(map.num_dims, map.num_symbols, results)
    rw.replace(op, type(op)(AffineMapAttr(unique), op.operands))
    return True


# for


def _folded(map: AffineMap, extreme: Any) -> AffineMap | None:
    """The map with its constant results made one, when all are constants."""
    numbers = [r.value for r in map.results if isinstance(r, AffineConst)]
    if (
        len(numbers) != len(map.results)
        or not numbers
        or (len(numbers) == 1 and not map.num_inputs)
    ):
        return None
    return AffineMap.constant(extreme(numbers))


@canonicalization
def for_bounds(op: ForOp, rw: Rewriter) -> bool | None:
    """for %i = apply(f, %x) to … --> for %i = f(%x) to …; constant bounds become numbers"""
    new: list[tuple[AffineMap, list[Value]]] = []
    changed = False
    for attribute, operands, extreme in (
        (op.lowerBoundMap, op.lowerBoundOperands, max),
        (op.upperBoundMap, op.upperBoundOperands, min),
    ):
        map, values = compose(attribute.map, operands)
        map = AffineMap(map.num_dims, map.num_symbols, tuple(dict.fromkeys(map.results)))
        constant = _folded(map, extreme)
        if constant is not None:
            map, values = constant, []
        changed = changed or map is not attribute.map or values != list(operands)
        new.append((map, values))
    if not changed:
        return rw.fail("the bounds are canonical")
    (lower, lower_operands), (upper, upper_operands) = new
    with rw.modify(op):
        inits = op.inits
        op.lowerBoundMap = AffineMapAttr(lower)
        op.upperBoundMap = AffineMapAttr(upper)
        op.set_operands([*lower_operands, *upper_operands, *inits])
        sizes = (len(lower_operands), len(upper_operands), len(inits))
        op.properties["operandSegmentSizes"] = i32_array(sizes)
    return True


def _trips(op: ForOp) -> int | None:
    lower, upper = op.constant_bounds
    if lower is None or upper is None:
        return None
    return max(0, -(-(upper - lower) // op.step))


@canonicalization
def for_of_known_trips(op: ForOp, rw: Rewriter) -> bool | None:
    """A loop that never runs --> its initial values; one without ops --> the values that it
    carries"""
    trips = _trips(op)
    if trips == 0:
        rw.replace(op, op.inits)
        return True
    body = op.body
    if body.first is not body.last or not op.results or body.last is None:
        return rw.fail("the loop does something")
    values: list[Value] = []
    carried: list[Value] = list(op.iter_args)
    for value, argument, init in zip(body.last.operands, carried, op.inits, strict=True):
        if value is argument:
            values.append(init)
        elif op.is_defined_outside(value) and trips is not None:
            values.append(value)
        elif value in op.iter_args and trips == 1:
            values.append(op.inits[carried.index(value)])
        else:
            return rw.fail("the values depend on the number of trips")
    rw.replace(op, values)
    return True


# if


@canonicalization
def if_without_else_ops(op: IfOp, rw: Rewriter) -> bool | None:
    """if { a } else { } --> if { a }"""
    other = op.elseRegion.first
    if op.results or other is None or other.first is not other.last:
        return rw.fail("the else block does something")
    with rw.modify(op):
        other.erase()
    return True


@canonicalization
def if_operands(op: IfOp, rw: Rewriter) -> bool | None:
    """The set over composed, unique and used operands"""
    given = op.integer_set
    exprs = tuple(e for e, _ in given.constraints)
    flags = [equality for _, equality in given.constraints]
    as_map: AffineMap = AffineMap(given.num_dims, given.num_symbols, exprs)
    map, operands = compose(as_map, op.operands)
    constraints = tuple(zip(map.results, flags, strict=True))
    condition: IntegerSet = IntegerSet(map.num_dims, map.num_symbols, constraints)
    condition, operands = canonicalize_set(condition, operands)
    if condition is given and tuple(operands) == op.operands:
        return rw.fail("the set is canonical")
    with rw.modify(op):
        op.condition = IntegerSetAttr(condition)
        op.set_operands(operands)
    return True


@canonicalization
def if_of_known_condition(op: IfOp, rw: Rewriter) -> bool | None:
    """if (0 == 0) { a } else { b } --> a; if (1 == 0) { a } else { b } --> b"""
    constraints = op.integer_set.constraints
    only = constraints[0][0] if len(constraints) == 1 and constraints[0][1] else None
    # As upstream, only the two sets that stand for all points and for none.
    if not isinstance(only, AffineConst) or only.value not in (0, 1):
        return rw.fail("the condition is not one of the two constants")
    block = op.elseRegion.first if only.value else op.thenRegion.first
    if block is None:
        rw.erase(op)
    else:
        replace_with_block(rw, op, block)
    return True


@canonicalization
def parallel_bounds(op: ParallelOp, rw: Rewriter) -> bool | None:
    """The bounds over composed, unique and used operands"""
    lower, lower_operands = compose(op.lowerBoundsMap.map, op.lower_operands)
    upper, upper_operands = compose(op.upperBoundsMap.map, op.upper_operands)
    same = lower is op.lowerBoundsMap.map and upper is op.upperBoundsMap.map
    operands = [*lower_operands, *upper_operands]
    if same and tuple(operands) == op.operands:
        return rw.fail("the bounds are canonical")
    with rw.modify(op):
        op.lowerBoundsMap = AffineMapAttr(lower)
        op.upperBoundsMap = AffineMapAttr(upper)
        op.set_operands(operands)
    return True
