"""--affine-simplify-structures: maps and sets in simple form, and affine ops over them.

affine.apply (d0) -> (d0 - d0 + 1)(%i)  -->  1
"""

from __future__ import annotations

from mlirlite.dialects.affine._compose import simplify, simplify_all
from mlirlite.dialects.affine._strict import apply_to_ops
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear, Row
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import AffineConst, IntegerSet
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import AffineMapAttr, IntegerSetAttr
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-simplify-structures", anchor="func.func")
def affine_simplify_structures(op: Operation, state: PassState) -> None:
    """Simplify affine expressions in maps/sets and normalize memrefs.

    Also folds and canonicalises affine.apply, affine.for and affine.if.
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
    """A map or set in simple form; any other attribute as it is."""
    if isinstance(attribute, AffineMapAttr):
        map = attribute.map
        return AffineMapAttr(map._replace(results=tuple(simplify_all(map.results))))
    if isinstance(attribute, IntegerSetAttr):
        return IntegerSetAttr(simplified_set(attribute.set))
    return attribute


def simplified_set(given: IntegerSet) -> IntegerSet:
    """The set without constraints that always hold or that another one implies; `1 == 0` when it is
    empty."""
    empty: IntegerSet = IntegerSet(given.num_dims, given.num_symbols, ((AffineConst(1), True),))
    system = Constraints()
    dims: list[Row] = [{system.add_dim(): 1} for _ in range(given.num_dims)]
    symbols: list[Row] = [{system.add_symbol(): 1} for _ in range(given.num_symbols)]
    try:
        for expr, is_equality in given.constraints:
            row = system.flatten(expr, dims, symbols)
            (system.add_equality if is_equality else system.add_inequality)(row)
    except NotLinear:
        return given
    if system.is_empty():
        return empty
    constraints = []
    for expr, is_equality in given.constraints:
        simple = simplify(expr)
        if isinstance(simple, AffineConst):
            holds = simple.value == 0 if is_equality else simple.value >= 0
            if not holds:
                return empty
            continue
        if (simple, is_equality) not in constraints:
            constraints.append((simple, is_equality))
    if not constraints:
        constraints.append((AffineConst(0), True))
    return IntegerSet(given.num_dims, given.num_symbols, tuple(constraints))
