"""affine.min and affine.max whose result follows from known bounds of their operands."""

from __future__ import annotations

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._compose import canonicalize_map
from mlirlite.dialects.affine.analysis.constraints import (
    Constraints,
    NotLinear,
    Row,
    constant,
    plus,
)
from mlirlite.dialects.affine.maps import MaxOp, MinOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.values import Value


def simplify_constrained(
    op: MinOp | MaxOp, known: Constraints
) -> tuple[AffineMap, list[Value]] | None:
    """A map of one result, and its operands, that the op equals under these constraints; None when
    none is found (upstream: simplifyConstrainedMinMaxOp)."""
    system = known.copy()
    is_min = isinstance(op, MinOp)
    sign = 1 if is_min else -1
    result = system.add_dim()
    try:
        rows = system.rows_of(op.affine_map, op.operands)
    except NotLinear:
        return None
    for row in rows:  # result <= row for min
        system.add_inequality(plus(row, {result: 1}, -1) if is_min else plus({result: 1}, row, -1))
    lower, upper = system.slice_bounds(result)
    bound = upper if is_min else lower
    if bound is None or len(bound.results) != 1:
        return None
    expr = bound.results[0] - 1 if is_min else bound.results[0]
    dims = [v for v in system.dims if v is not result]
    best = system.add_dim()
    dim_rows: list[Row] = [{v: 1} for v in dims]
    symbol_rows: list[Row] = [{v: 1} for v in system.symbols]
    try:
        system.add_equality(plus(system.flatten(expr, dim_rows, symbol_rows), {best: 1}, -1))
    except NotLinear:
        return None
    if system.is_empty():
        return None
    for row in rows:  # no result beats the bound
        if not system.implies(plus({}, plus(row, {best: 1}, -1), sign)):
            return None
    dim_exprs: list[AffineExpr] = [AffineDim(i) for i in range(len(dims))]
    symbol_exprs: list[AffineExpr] = [AffineSymbol(i) for i in range(len(system.symbols))]
    for exprs, variables in ((dim_exprs, dims), (symbol_exprs, system.symbols)):
        for i, var in enumerate(variables):
            if var.value is not None and constant_number(var.value) is None:
                number = system.constant_value(var)
                if number is not None:
                    exprs[i] = AffineConst(number)
    expr = expr.replace(dim_exprs, symbol_exprs)
    operands = [v.value for v in (*dims, *system.symbols)]
    return _over_values(expr, len(dims), operands)


def _over_values(
    expr: AffineExpr, num_dims: int, operands: list[Value | None]
) -> tuple[AffineMap, list[Value]]:
    """The map over those operands that are values."""
    dim_exprs: list[AffineExpr] = []
    symbol_exprs: list[AffineExpr] = []
    kept: list[Value] = []
    for i, value in enumerate(operands):
        exprs = dim_exprs if i < num_dims else symbol_exprs
        make = AffineDim if i < num_dims else AffineSymbol
        position = len(kept) if i < num_dims else len(kept) - kept_dims(dim_exprs)
        exprs.append(AffineConst(0) if value is None else make(position))
        if value is not None:
            kept.append(value)
    count = kept_dims(dim_exprs)
    map = AffineMap(count, len(kept) - count, (expr.replace(dim_exprs, symbol_exprs),))
    return canonicalize_map(map, kept)


def kept_dims(exprs: list[AffineExpr]) -> int:
    """How many of the expressions are dimensions."""
    return sum(isinstance(e, AffineDim) for e in exprs)


def add_loop_range(
    system: Constraints, counter: Value, lower: int | Value, upper: int | Value, step: int
) -> None:
    """The constraints of a loop on its counter: `lower <= counter < lower + step * ((upper - lower
    - 1) floordiv step) + 1`. Bounds are numbers or values."""
    var = system.add_dim(counter)
    low_var = system.add_symbol(lower if isinstance(lower, Value) else None)
    high_var = system.add_symbol(upper if isinstance(upper, Value) else None)
    low = constant_number(lower) if isinstance(lower, Value) else lower
    high = constant_number(upper) if isinstance(upper, Value) else upper
    if isinstance(low, int):
        system.fix(low_var, low)
    if isinstance(high, int):
        system.fix(high_var, high)
    system.add_inequality(plus({var: 1}, {low_var: 1}, -1))
    first: Row = {low_var: 1} if low is None else constant(low)
    if isinstance(low, int) and isinstance(high, int) and low + step >= high:
        last: Row = {low_var: 1}
    else:
        end: Row = {high_var: 1} if high is None else constant(high)
        length = plus(plus(end, first, -1), constant(-1))
        whole = system.divide(length, step)
        last = plus(first, whole, step)
    system.add_inequality(plus(last, {var: 1}, -1))
