"""--affine-loop-coalescing: nested loops with independent bounds become one loop.

for %i = 0 to %n { for %j = 0 to %m { f(%i, %j) } }
  -->  for %k = 0 to %n * %m { f(%k floordiv %m, %k mod %m) }
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlirlite.dialects import scf
from mlirlite.dialects._loops import perfect_nest
from mlirlite.dialects.affine._loop_utils import set_bound
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.maps import ApplyOp, MinOp
from mlirlite.dialects.scf.transforms._coalesce import coalesce_nest
from mlirlite.ir.affine import AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-loop-coalescing", anchor="func.func")
def affine_loop_coalescing(op: Operation, state: PassState) -> None:
    """Coalesce nested loops with independent bounds into a single loop.

    affine.for loops that count from 0 by 1 and carry no values, and scf.for.
    """
    for loop in [inner for inner in op.walk() if isinstance(inner, (ForOp, scf.ForOp))]:
        if loop.parent is None:
            continue
        if isinstance(loop, scf.ForOp):
            state.count("num-coalesced", coalesce_nest(loop))
        elif loop.parent_of_type(ForOp) is None:
            for band in _bands(perfect_nest(loop)):
                state.count("num-coalesced", _coalesce(band))


def _bands(nest: Sequence[ForOp]) -> Iterator[Sequence[ForOp]]:
    """Parts of a perfect nest whose bounds are all known at their first loop, innermost first."""
    known = [
        next((j for j in range(i) if _defined_above(loop, nest[j])), i)
        for i, loop in enumerate(nest)
    ]
    end = len(nest)
    while end > 0:
        for start in range(end - 1):
            if max(known[start:end]) <= start:
                yield nest[start:end]
                end = start + 1
                break
        end -= 1


def _defined_above(loop: ForOp, outer: ForOp) -> bool:
    return all(outer.is_defined_outside(value) for value in loop.operands)


def _coalesce(loops: Sequence[ForOp]) -> bool:
    if any(loop.step != 1 or loop.lowerBoundMap.map.single_constant != 0 for loop in loops):
        return False
    if any(loop.results for loop in loops):
        return False
    outer, inner = loops[0], loops[-1]
    b = Builder.before_op(outer)
    d0, s0 = AffineDim(0), AffineSymbol(0)
    sizes: list[Value] = []
    total: Value | None = None
    for loop in loops:
        upper = loop.upperBoundMap
        kind = ApplyOp if len(upper.map.results) == 1 else MinOp
        made: Operation = b.insert(kind(upper, loop.upperBoundOperands))
        sizes.append(made.results[0])
        total = sizes[0] if total is None else _apply(b, d0 * s0, total, sizes[-1])
    if total is None:
        return False
    set_bound(outer, 1, AffineMap(0, 1, (s0,)), [total])
    b.set_start(outer.body)
    previous: Value = outer.induction_var
    for i in range(len(loops) - 1, -1, -1):
        if i != len(loops) - 1:
            previous = _apply(b, d0 // s0, previous, sizes[i + 1])
        counter = previous if i == 0 else _apply(b, d0 % s0, previous, sizes[i])
        loops[i].induction_var.replace_uses_if(
            counter, lambda use: inner.regions[0].is_ancestor(use.owner.parent_region)
        )
    second = loops[1]
    for op in inner.body:
        if op is not inner.body.last:
            op.move_before(second)
    second.erase()
    return True


def _apply(b: Builder, expr: AffineExpr, dim: Value, symbol: Value) -> Value:
    made: Operation = b.insert(ApplyOp(AffineMapAttr(AffineMap(1, 1, (expr,))), (dim, symbol)))
    return made.results[0]
