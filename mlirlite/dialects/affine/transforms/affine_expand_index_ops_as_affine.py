"""--affine-expand-index-ops-as-affine: linearized and delinearized indices become affine.apply.

affine.linearize_index [%i, %j] by (4, %n)  -->  affine.apply ()[s0, s1, s2] -> (s0 * s1 + s2)
"""

from __future__ import annotations

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._mixed import Mixed
from mlirlite.dialects.affine._build import composed, composed_apply
from mlirlite.dialects.affine.maps import ApplyOp, DelinearizeIndexOp, LinearizeIndexOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("affine-expand-index-ops-as-affine")
def affine_expand_index_ops_as_affine(op: Operation, state: PassState) -> None:
    """Lower affine operations operating on indices into affine.apply operations.

    affine.delinearize_index and affine.linearize_index.
    """
    patterns = [delinearize_to_apply, linearize_to_apply]
    apply_patterns_greedily(op, patterns, top_down=False, count=state.count)


@pattern
def delinearize_to_apply(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize_index(i, basis) --> quotients and remainders by affine.apply"""
    rw.set_before(op)
    basis = op.mixed_basis
    if len(basis) == len(op.results):
        basis = basis[1:]
    product: Mixed = 1
    divisors: list[Value] = []
    for size in reversed(basis):
        product = composed_apply(rw, AffineSymbol(0) * AffineSymbol(1), (size, product))
        divisors.insert(0, value_of(rw, product))
    rest: Value = op.operands[0]
    found: list[Value] = []
    d0, d1 = AffineDim(0), AffineDim(1)
    for divisor in divisors:
        found.append(_applied(rw, d0 // d1, rest, divisor))
        rest = _applied(rw, d0 % d1, rest, divisor)
    rw.replace(op, [*found, rest])
    return True


def _applied(rw: Rewriter, expr: AffineExpr, lhs: Value, rhs: Value) -> Value:
    map, operands = composed(AffineMap(2, 0, (expr,)), (lhs, rhs))
    made: Operation = rw.insert(ApplyOp(AffineMapAttr(map), operands))
    return made.results[0]


@pattern
def linearize_to_apply(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize_index(indices, basis) --> affine.apply of sum(indices * strides)"""
    rw.set_before(op)
    indices, basis = op.multi_index, op.mixed_basis
    exprs: list[AffineExpr] = [AffineSymbol(i) for i in range(len(basis))]
    if len(basis) < len(indices):
        exprs.insert(0, AffineConst(1))
    factors: list[AffineExpr] = [AffineConst(1)] * len(exprs)
    for i in range(len(exprs) - 2, -1, -1):
        factors[i] = factors[i + 1] * exprs[i + 1]
    total: AffineExpr = AffineConst(0)
    values: list[Mixed] = []
    strides = [composed_apply(rw, factor, basis) for factor in factors]
    for index, stride in zip(indices, strides, strict=True):
        total = total + AffineSymbol(len(values)) * AffineSymbol(len(values) + 1)
        values += (index, stride)
    rw.replace(op, [value_of(rw, composed_apply(rw, total, values))])
    return True
