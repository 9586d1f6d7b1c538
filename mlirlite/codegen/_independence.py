"""Which loops may run their iterations at the same time: no iteration touches what another one
writes.

An index is written as `sum of coefficient * value + [low, high]`; the interval covers the counters
of inner loops. Iterations are independent when along some dimension of a buffer each advances by
more than it covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.dialects import affine, arith, memref, vector
from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr, AffineSymbol
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.interfaces import AllocationOp, EffectKind, MemoryEffects, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, RecursiveMemoryEffects
from mlirlite.ir.types import BaseMemRefType, VectorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.rewriting.folding import constant_value


@dataclass(frozen=True, slots=True)
class Form:
    """`sum of terms + low … high`, both included."""

    terms: dict[Value, int] = field(default_factory=dict)
    low: int = 0
    high: int = 0

    @property
    def constant(self) -> int | None:
        """The value of a constant form; None for any other form."""
        return self.low if not self.terms and self.low == self.high else None

    def plus(self, other: Form) -> Form:
        """The sum."""
        terms = dict(self.terms)
        for value, factor in other.terms.items():
            terms[value] = terms.get(value, 0) + factor
        kept = {v: f for v, f in terms.items() if f}
        return Form(kept, self.low + other.low, self.high + other.high)

    def times(self, factor: int) -> Form:
        """The product with a number."""
        if factor == 0:
            return Form()
        ends = sorted((self.low * factor, self.high * factor))
        return Form({v: f * factor for v, f in self.terms.items()}, ends[0], ends[1])

    def divided(self, by: int) -> Form | None:
        """The quotient rounded down; None when it is not such a form."""
        if by <= 0 or any(f % by for f in self.terms.values()):
            return None
        terms = {v: f // by for v, f in self.terms.items()}
        return Form(terms, self.low // by, self.high // by)

    def remainder(self, by: int) -> Form | None:
        """The remainder; if nothing better is known, anything from 0 to `by - 1`."""
        if by <= 0:
            return None
        whole = all(f % by == 0 for f in self.terms.values())
        if whole and self.low // by == self.high // by:
            return Form({}, self.low % by, self.high % by)
        return Form({}, 0, by - 1)


HINTS = (affine.PrefetchOp, memref.PrefetchOp)
"""Ops that declare effects, and change nothing that another iteration could see."""


@dataclass(slots=True)
class _Access:
    buffer: Value
    indices: list[Form | None]
    writes: bool


class Independence:
    """The analysis of one loop."""

    def __init__(self, loop: affine.ForOp) -> None:
        self.loop = loop
        self._inside = set(loop.walk())
        self._forms: dict[Value, Form | None] = {loop.body.args[0]: Form({loop.body.args[0]: 1})}

    def holds(self) -> bool:
        """True when it is sure that iterations are independent."""
        loop = self.loop
        if loop.inits or loop.results:
            return False
        accesses = self._accesses()
        if accesses is None:
            return False
        written = {root_of(a.buffer) for a in accesses if a.writes}
        roots = {root_of(a.buffer) for a in accesses}
        foreign = {r for r in roots if not _stands_alone(r)}
        if len(foreign) > 1 and foreign & written:
            return False  # two buffers may be the same memory
        return all(self._apart([a for a in accesses if root_of(a.buffer) is r]) for r in written)

    def _accesses(self) -> list[_Access] | None:
        """The buffers that iterations share; None when anything may be touched."""
        found: list[_Access] = []
        for op in self._inside:
            if op is self.loop or op.has_trait(Pure) or isinstance(op, HINTS):
                continue
            if op.has_trait(RecursiveMemoryEffects) and not isinstance(op, MemoryEffects):
                continue
            effects = effects_of(op)
            if effects is None:
                return None
            for effect in effects:
                if effect.kind is EffectKind.ALLOCATE:
                    continue
                if effect.value is None:
                    return None
                if self._is_private(effect.value):
                    continue
                if effect.kind is EffectKind.FREE:
                    return None
                writes = effect.kind is EffectKind.WRITE
                found.append(_Access(effect.value, self._place(op, effect.value), writes))
        return found

    def _is_private(self, buffer: Value) -> bool:
        """True for what an iteration allocates itself."""
        made = root_of(buffer).defining_op
        return made is not None and made in self._inside and isinstance(made, AllocationOp)

    def _place(self, op: Operation, buffer: Value) -> list[Form | None]:
        """One index per dimension; no index when the access may be anywhere."""
        indices: list[Form | None]
        if isinstance(op, (affine.LoadOp, affine.StoreOp)):
            indices = self._mapped(op.map.map, op.indices)
            touched: Any = None
        elif isinstance(op, (affine.VectorLoadOp, affine.VectorStoreOp)):
            indices = self._mapped(op.map.map, op.indices)
            touched = op.result.type if isinstance(op, affine.VectorLoadOp) else op.value.type
        elif isinstance(op, (memref.LoadOp, memref.StoreOp)):
            indices, touched = [self.form(v) for v in op.indices], None
        elif isinstance(op, (vector.LoadOp, vector.MaskedLoadOp)):
            indices, touched = [self.form(v) for v in op.indices], op.results[0].type
        elif isinstance(op, (vector.StoreOp, vector.MaskedStoreOp)):
            indices, touched = [self.form(v) for v in op.indices], _stored(op).type
        else:
            return []
        if isinstance(touched, VectorType):
            for i, size in enumerate(reversed(touched.shape)):
                at = indices[-1 - i]
                if at is not None:
                    indices[-1 - i] = at.plus(Form({}, 0, size - 1))
        return indices

    def _apart(self, accesses: Sequence[_Access]) -> bool:
        """True when, in some dimension, an iteration ends before the next one begins."""
        first = accesses[0]
        if any(a.buffer is not first.buffer for a in accesses):
            return False  # other views of the buffer
        ranks = {len(a.indices) for a in accesses}
        if len(ranks) != 1 or not first.indices:
            return False
        return any(
            self._advances([a.indices[d] for a in accesses]) for d in range(len(first.indices))
        )

    def _advances(self, forms: Sequence[Form | None]) -> bool:
        known = [f for f in forms if f is not None]
        if len(known) != len(forms) or any(f.terms != known[0].terms for f in known):
            return False
        factor = known[0].terms.get(self.loop.body.args[0], 0)
        covered = max(f.high for f in known) - min(f.low for f in known)
        return covered < abs(factor) * self.loop.step

    # Forms

    def _mapped(self, map: Any, operands: Sequence[Value]) -> list[Form | None]:
        return [self._expression(e, map.num_dims, operands) for e in map.results]

    def form(self, value: Value) -> Form | None:
        """The form of an index, None when it is unknown."""
        if value not in self._forms:
            self._forms[value] = self._make(value)
        return self._forms[value]

    def _make(self, value: Value) -> Form | None:
        number = constant_value(value)
        if isinstance(number, IntegerAttr):
            return Form({}, number.value, number.value)
        made = value.defining_op
        if isinstance(value, BlockArgument):
            owner = value.owner.parent_op
            if owner is None or owner not in self._inside:
                return Form({value: 1})
            return self._counter(value, owner)
        if made is None or made not in self._inside:
            return Form({value: 1})
        if isinstance(made, affine.ApplyOp):
            map = made.map.map
            return self._expression(map.results[0], map.num_dims, made.operands)
        if isinstance(made, (arith.AddIOp, arith.SubIOp, arith.MulIOp)):
            left, right = (self.form(v) for v in made.operands)
            if left is None or right is None:
                return None
            if isinstance(made, arith.MulIOp):
                return _product(left, right)
            return left.plus(right if isinstance(made, arith.AddIOp) else right.times(-1))
        return None

    def _counter(self, value: BlockArgument, owner: Operation) -> Form | None:
        """The counter of an inner loop: from its lower bound to the upper one."""
        if isinstance(owner, affine.ForOp) and value.index == 0:
            lows = self._mapped(owner.lowerBoundMap.map, owner.lowerBoundOperands)
            highs = self._mapped(owner.upperBoundMap.map, owner.upperBoundOperands)
            step = owner.step
        elif isinstance(owner, affine.ParallelOp) and len(owner.body.args) == 1:
            lows = self._mapped(owner.lowerBoundsMap.map, owner.lower_operands)
            highs = self._mapped(owner.upperBoundsMap.map, owner.upper_operands)
            step = owner.step_numbers[0]
        else:
            return None
        if len(lows) != 1 or lows[0] is None:
            return None
        low = lows[0]
        spans = []
        for high in highs:
            span = high.plus(low.times(-1)) if high is not None else None
            if span is not None and not span.terms:
                spans.append(span.high)
        if not spans:
            return None
        last = (max(min(spans), 1) - 1) // step * step
        return low.plus(Form({}, 0, last))

    def _expression(
        self, expression: AffineExpr, dims: int, operands: Sequence[Value]
    ) -> Form | None:
        if isinstance(expression, AffineConst):
            return Form({}, expression.value, expression.value)
        if isinstance(expression, AffineDim):
            return self.form(operands[expression.position])
        if isinstance(expression, AffineSymbol):
            return self.form(operands[dims + expression.position])
        if not isinstance(expression, AffineBinary):
            return None
        left = self._expression(expression.lhs, dims, operands)
        right = self._expression(expression.rhs, dims, operands)
        if left is None or right is None:
            return None
        if expression.kind == "+":
            return left.plus(right)
        if expression.kind == "*":
            return _product(left, right)
        by = right.constant
        if by is None:
            return None
        if expression.kind == "mod":
            return left.remainder(by)
        if expression.kind == "floordiv":
            return left.divided(by)
        return left.plus(Form({}, by - 1, by - 1)).divided(by)


def _product(left: Form, right: Form) -> Form | None:
    if right.constant is not None:
        return left.times(right.constant)
    return right.times(left.constant) if left.constant is not None else None


def _stored(op: vector.StoreOp | vector.MaskedStoreOp) -> Value:
    return op.valueToStore


def root_of(value: Value) -> Value:
    """The buffer that a memref shows: through ops that only make another view of one memref."""
    op = value.defining_op
    while op is not None and op.has_trait(Pure):
        buffers = [v for v in op.operands if isinstance(v.type, BaseMemRefType)]
        if len(buffers) != 1:
            break
        value = buffers[0]
        op = value.defining_op
    return value


def _stands_alone(root: Value) -> bool:
    """True for an allocation and a constant: nothing else shows their memory."""
    op = root.defining_op
    return op is not None and (isinstance(op, AllocationOp) or not op.operands)


def loops_in(block: Any) -> Iterator[affine.ForOp]:
    """The affine loops directly in a block."""
    return (op for op in block if isinstance(op, affine.ForOp))
