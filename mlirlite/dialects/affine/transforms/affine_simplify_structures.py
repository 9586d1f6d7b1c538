"""--affine-simplify-structures: maps and sets in simple form, and affine ops over them.

affine.apply (d0) -> (d0 - d0 + 1)(%i)  -->  1
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine._simplify import simplify_all
from mlirlite.dialects.affine._strict import apply_to_ops
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear, Row, Var
from mlirlite.dialects.affine.analysis.representations import Expressions, quotient_of
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineSymbol, IntegerSet
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import AffineMapAttr, IntegerSetAttr
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-simplify-structures", anchor="func.func")
def affine_simplify_structures(op: Operation, state: PassState) -> None:
    """Simplify affine expressions in maps/sets and normalize memrefs.

    Also folds and canonicalizes affine.apply, affine.for and affine.if.
    """
    for inner in op.walk():
        for attributes in (inner.properties, inner.attributes):
            for name, attribute in list(attributes.items()):
                simple = simplified(attribute)
                if simple is not attribute:
                    attributes[name] = simple
                    state.count("num-simplified", 1)
    apply_to_ops([inner for inner in op.walk() if isinstance(inner, (ApplyOp, ForOp, IfOp))])


def simplified(attribute: Attribute) -> Attribute:
    """A simplified map or set; any other attribute as it is."""
    if isinstance(attribute, AffineMapAttr):
        map = attribute.map
        return AffineMapAttr(map._replace(results=tuple(simplify_all(map.results))))
    if isinstance(attribute, IntegerSetAttr):
        return IntegerSetAttr(simplified_set(attribute.set))
    return attribute


def simplified_set(given: IntegerSet) -> IntegerSet:
    """The set with normalized constraints, of parallel ones only the tightest, equalities first;
    `1 == 0` when it is empty."""
    counts = given.num_dims, given.num_symbols
    system = Constraints()
    dims: list[Row] = [{system.add_dim(): 1} for _ in range(given.num_dims)]
    symbols: list[Row] = [{system.add_symbol(): 1} for _ in range(given.num_symbols)]
    try:
        rows = [(system.flatten(e, dims, symbols), equality) for e, equality in given.constraints]
    except NotLinear:
        return given
    # Definitions of quotients come last, as upstream.
    system.equalities = [row for row, equality in rows if equality]
    system.inequalities = [row for row, equality in rows if not equality] + system.inequalities
    if system.is_empty():
        return IntegerSet(*counts, ((AffineConst(1), True),))
    known: Expressions = {v: AffineDim(i) for i, v in enumerate(system.dims)}
    known |= {v: AffineSymbol(i) for i, v in enumerate(system.symbols)}
    for var in system.locals:
        quotient = quotient_of(system, var, known)
        if quotient is None:
            return given
        known[var] = quotient
    system.normalize()
    tight = [(row, True) for row in system.equalities]
    tight += [(row, False) for row in _tightest(system.inequalities)]
    constraints = [(_expression(system, row, known), equality) for row, equality in tight]
    return IntegerSet(*counts, tuple(constraints) or ((AffineConst(0), True),))


def _expression(system: Constraints, row: Row, known: Expressions) -> AffineExpr:
    total: AffineExpr = AffineConst(0)
    for var in (*system.dims, *system.symbols, *system.locals):
        total = total + known[var] * row.get(var, 0)
    return total + row.get(None, 0)


def _tightest(rows: Sequence[Row]) -> list[Row]:
    """Of inequalities that differ only in the constant, the strongest one in its position; none
    that always hold."""
    best: dict[frozenset[tuple[Var | None, int]], Row] = {}
    for row in rows:
        key = frozenset((v, n) for v, n in row.items() if v is not None)
        if not key and row.get(None, 0) >= 0:
            continue
        if key not in best or row.get(None, 0) < best[key].get(None, 0):
            best.pop(key, None)
            best[key] = row
    return list(best.values())
