"""Types of values that enter subgraphs, are carried around loops and leave branches: several types
of a value are joined, and carried values cover all iterations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mlirlite.dialects.onnx.shapes import join, refine
from mlirlite.dialects.onnx.types import OptType, SeqType
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.operation import Operation, OpInterface
from mlirlite.ir.types import DYNAMIC, RankedTensorType, TensorType, UnrankedTensorType
from mlirlite.ir.values import Value

_SHARP_ROUNDS = 4
"""After this many rounds with changes, all sizes of a carried value count as unknown."""
_RANKED_ROUNDS = 8
"""After this many rounds even their ranks count as unknown, so that nothing changes any more."""
_ROUNDS = 12


class Repeats(OpInterface):
    """An op whose region is run again with values that it gave before."""

    __slots__ = ()

    def entry_types(self) -> Sequence[Type]:
        """The types of the region's arguments in the first iteration; empty when not known."""
        raise NotImplementedError

    def carried(self) -> Sequence[tuple[int, int]]:
        """Arguments, and which yielded values they are in the next iteration."""
        raise NotImplementedError


def yielded(region: Region) -> tuple[Value, ...]:
    """The values that a subgraph yields; empty when it has no terminator yet."""
    block = region.first
    last = block.last if block is not None else None
    return last.operands if last is not None and last.name == "onnx.Yield" else ()


def ranks_of_branches(value: Value) -> set[int | None]:
    """The rank of a value, or, for a result of unknown rank of a conditional, those that its
    branches give, None if unknown."""
    ranks: set[int | None] = set()
    pending = [value]
    while pending:
        value = pending.pop()
        owner = value.defining_op
        if isinstance(value.type, RankedTensorType):
            ranks.add(value.type.rank)
        elif owner is not None and owner.name == "onnx.If":
            at = owner.results.index(value)
            pending += [v[at] for region in owner.regions if len(v := yielded(region)) > at]
        else:
            ranks.add(None)
    return ranks


def common_type(first: Type, second: Type) -> Type | None:
    """The most precise type that both fit into; None when they have nothing in common."""
    if first is second:
        return first
    if isinstance(first, TensorType) and isinstance(second, TensorType):
        if first.element_type is not second.element_type:
            return None
        if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
            return UnrankedTensorType(first.element_type)
        shape = join(first.shape, second.shape)
        if shape is None:
            return UnrankedTensorType(first.element_type)
        return RankedTensorType(shape, first.element_type)
    for cls in (SeqType, OptType):
        if isinstance(first, cls) and isinstance(second, cls):
            inner = common_type(first.element_type, second.element_type)
            return None if inner is None else cls(inner)
    return None


def sharper(first: Type, second: Type) -> Type:
    """The type that combines both for one value; for types other than tensors the second.
    ValueError when they contradict each other."""
    if not isinstance(first, TensorType) or not isinstance(second, TensorType):
        return second
    shapes = (t.shape if isinstance(t, RankedTensorType) else None for t in (first, second))
    shape = refine(*shapes)
    return second if shape is None else RankedTensorType(shape, second.element_type)


def carried_types(op: Repeats) -> Sequence[tuple[Value, Type]]:
    """The arguments of a repeated region with types that hold in every iteration; empty when
    unknown. The op and its contents are not changed."""
    return _Iterations(op).solve()


class Settled(NamedTuple):
    """The known facts about values of a repeated region: their types in the first iteration, and
    dimensions of arguments that differ between iterations; -1 is the rank."""

    first: dict[Value, Type]
    varying: dict[Value, set[int]]


def settle_types(op: Repeats) -> Settled:
    """Give the values of a repeated region types that hold in every iteration, if these are
    known."""
    iterations = _Iterations(op)
    iterations.solve(keep=True)
    return Settled(iterations.first, iterations.varying)


class _Iterations:
    """The types in a repeated region, loops inside it included: those of the first iteration,
    made wider by what each round yields, until a round changes nothing."""

    def __init__(self, op: Repeats) -> None:
        self.op = op
        self.steps = list(_steps(op))
        self.before: dict[Value, Type] = {}
        self.found: dict[Value, Type] = {}
        """Arguments of loops with the join of their types so far."""
        self.changed = False
        self.first: dict[Value, Type] = {}
        self.varying: dict[Value, set[int]] = {}

    def solve(self, keep: bool = False) -> list[tuple[Value, Type]]:
        """The types of the arguments, which the values keep if requested; empty when unknown."""
        try:
            for round in range(_ROUNDS):
                self.changed = False
                if round in (_SHARP_ROUNDS, _RANKED_ROUNDS):
                    blur = _without_sizes if round == _SHARP_ROUNDS else _without_rank
                    self.found = {a: blur(t) for a, t in self.found.items()}
                for op, done in self.steps:
                    self._leave(op) if done else self._enter(op)
                self.first = self.first or {v: v.type for v in self.before}
                if not self.changed:
                    if keep:
                        self.before = {}
                    return [(a, a.type) for a in self.op.regions[0].entry.args]
            return []
        finally:
            for value, type in self.before.items():
                value.type = type

    def _assume(self, value: Value, type: Type) -> None:
        known = self.before.setdefault(value, value.type)
        try:
            value.type = sharper(known, type)
        # in an iteration that never happens, or in an op that is reported elsewhere
        except ValueError:
            value.type = known

    def _enter(self, op: Operation) -> None:
        if not isinstance(op, Repeats):
            return
        arguments = op.regions[0].entry.args
        types = op.entry_types()
        if len(types) != len(arguments):
            return
        carried = {a for a, _ in op.carried()}
        for index, (argument, type) in enumerate(zip(arguments, types, strict=True)):
            if index in carried:
                self._widen(argument, type)
                type = self.found[argument]
            self._assume(argument, type)

    def _leave(self, op: Operation) -> None:
        if isinstance(op, Repeats):
            region = op.regions[0]
            arguments, values = region.entry.args, yielded(region)
            for index, source in op.carried():
                if index < len(arguments) and source < len(values):
                    self._widen(arguments[index], values[source].type)
        if op is self.op or not isinstance(op, InferShape):
            return
        try:
            inferred = op.infer_shapes()
        except ValueError:
            inferred = op.result_types
        for result, type in zip(op.results, inferred, strict=True):
            self._assume(result, type)

    def _widen(self, argument: Value, type: Type) -> None:
        """Let a carried value have this type too."""
        old = self.found.get(argument)
        new = type if old is None else common_type(old, type)
        if new is None:
            new = self.before.get(argument, argument.type)
        if new is old:
            return
        if old is not None:
            self.varying.setdefault(argument, set()).update(_differing(old, type))
        self.changed |= old is not None
        self.found[argument] = new


def _steps(root: Operation) -> Iterator[tuple[Operation, bool]]:
    """The ops in an op and itself in program order: (op, False) before what is in it, (op, True)
    after it."""
    stack: list[tuple[Operation, Iterator[Operation]]] = [(root, _inside(root))]
    yield root, False
    while stack:
        op, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            stack.pop()
            yield op, True
        elif child.regions:
            yield child, False
            stack.append((child, _inside(child)))
        else:
            yield child, True


def _inside(op: Operation) -> Iterator[Operation]:
    return (child for region in op.regions for block in region for child in block)


def _differing(first: Type, second: Type) -> set[int]:
    """Dimensions whose sizes differ in two types, -1 for the rank."""
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return set()
    if first.rank != second.rank:
        return {-1}
    pairs = enumerate(zip(first.shape, second.shape, strict=True))
    return {i for i, (a, b) in pairs if a != b and DYNAMIC not in (a, b)}


def _without_sizes(type: Type) -> Type:
    if not isinstance(type, RankedTensorType):
        return type
    return RankedTensorType((DYNAMIC,) * type.rank, type.element_type)


def _without_rank(type: Type) -> Type:
    return UnrankedTensorType(type.element_type) if isinstance(type, TensorType) else type
