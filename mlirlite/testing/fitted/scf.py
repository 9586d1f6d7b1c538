"""Loops and conditionals with bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import i32_array, i64_array
from mlirlite.ir.block import Region
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.types import F32, I1, I32, I64, INDEX, RankedTensorType, VectorType
from mlirlite.ir.values import Value
from mlirlite.testing.fitted import Program
from mlirlite.testing.fitted.tensor import parallel_insert_slice

if TYPE_CHECKING:
    from mlirlite.ir.definition import Op

CARRIED: tuple[Type, ...] = (INDEX, I32, I64, F32, I1, VectorType((4,), I32))
"""What loops carry and conditionals give."""
Yields = Callable[[list[Value]], None]


def region_op(p: Program, classes: Sequence[type[Op]], depth: int) -> None:
    """One of these ops; its bodies are at most `depth` regions deep."""
    types = [p.rng.choice(CARRIED) for _ in range(p.rng.randrange(3))]

    def yields(arguments: list[Value]) -> None:
        p.body(classes, depth)
        p.append(p.op("scf.yield"), [p.value(t) for t in types])

    kind = p.rng.choice(_KINDS)
    if kind is _while:
        _while(p, types, yields, lambda: p.body(classes, depth))
    elif kind in (_parallel, _forall):
        kind(p, lambda: p.body(classes, depth))
    else:
        kind(p, types, yields)


def _if(p: Program, types: Sequence[Type], yields: Yields) -> None:
    condition = p.value(I1)
    regions = [p.inside((), yields)]
    regions.append(p.inside((), yields) if types or p.rng.random() < 0.5 else Region())
    p.append(p.op("scf.if"), [condition], types, None, regions)


def _for(p: Program, types: Sequence[Type], yields: Yields) -> None:
    bound = p.rng.choice((INDEX, INDEX, I32, I64))
    operands = [p.value(bound) for _ in range(3)] + [p.value(t) for t in types]
    p.append(p.op("scf.for"), operands, types, None, [p.inside((bound, *types), yields)])


def _while(p: Program, types: Sequence[Type], yields: Yields, fill: Callable[[], None]) -> None:
    inits = [p.value(t) for t in types]

    def tests(arguments: list[Value]) -> None:
        fill()
        passed = [p.value(t) for t in types]
        p.append(p.op("scf.condition"), [p.value(I1), *passed])

    regions = [p.inside(types, tests), p.inside(types, yields)]
    p.append(p.op("scf.while"), inits, types, None, regions)


def _execute_region(p: Program, types: Sequence[Type], yields: Yields) -> None:
    p.append(p.op("scf.execute_region"), (), types, None, [p.inside((), yields)])


def _switch(p: Program, types: Sequence[Type], yields: Yields) -> None:
    cases = p.rng.sample(range(5), p.rng.randrange(3))
    selector = p.value(INDEX)
    regions = [p.inside((), yields) for _ in range(len(cases) + 1)]
    properties: dict[str, Attribute] = {"cases": i64_array(cases)}
    p.append(p.op("scf.index_switch"), [selector], types, properties, regions)


def _parallel(p: Program, fill: Callable[[], None]) -> None:
    """scf.parallel, sometimes with a reduction."""
    rank = p.rng.randrange(1, 3)
    inits = [p.value(I32)] if p.rng.random() < 0.5 else []

    def adds(arguments: list[Value]) -> None:
        total = p.append(p.op("arith.addi"), arguments, (I32,))
        p.append(p.op("scf.reduce.return"), total)

    def reduces(arguments: list[Value]) -> None:
        fill()
        values = [p.value(I32) for _ in inits]
        regions = [p.inside((I32, I32), adds) for _ in inits]
        p.append(p.op("scf.reduce"), values, (), None, regions)

    bounds = [p.value(INDEX) for _ in range(2 * rank)]
    operands = [*bounds, *(_step(p) for _ in range(rank)), *inits]
    sizes: dict[str, Attribute] = {OPERAND_SEGMENTS: i32_array((rank,) * 3 + (len(inits),))}
    types = [v.type for v in inits]
    region = p.inside((INDEX,) * rank, reduces)
    p.append(p.op("scf.parallel"), operands, types, sizes, [region])


def _step(p: Program) -> Value:
    """A step of scf.parallel: a constant, which has to be positive, or an argument."""
    if p.rng.random() < 0.5:
        given: Value = p.entry.add_argument(INDEX)
        return given
    made: Value = p.index(p.rng.choice((1, 2, 3)))
    return made


def _forall(p: Program, fill: Callable[[], None]) -> None:
    """scf.forall, sometimes with a shared tensor that its iterations fill."""
    rank = p.rng.randrange(1, 3)
    type = p.pick(RankedTensorType, 1) if p.rng.random() < 0.6 else None
    outputs = [] if type is None else [p.value(type)]
    lower, starts = p.mixed([0] * rank)
    upper, ends = p.mixed([p.rng.choice((1, 2, 4, 7)) for _ in range(rank)])
    steps, strides = p.mixed([p.rng.choice((1, 1, 2)) for _ in range(rank)])

    def fills(arguments: list[Value]) -> None:
        fill()
        parts = [parallel_insert_slice(p, shared) for shared in arguments[rank:]]

        def combines(arguments: list[Value]) -> None:
            for part in parts:
                made = p.op("tensor.parallel_insert_slice")
                p.append(made, part.operands, (), dict(part.properties))

        p.append(p.op("scf.forall.in_parallel"), (), (), None, [p.inside((), combines)])

    types: list[Any] = [v.type for v in outputs]
    region = p.inside((*(INDEX,) * rank, *types), fills)
    properties: dict[str, Attribute] = {
        "staticLowerBound": i64_array(starts),
        "staticUpperBound": i64_array(ends),
        "staticStep": i64_array(strides),
        OPERAND_SEGMENTS: i32_array((len(lower), len(upper), len(steps), len(outputs))),
    }
    p.append(p.op("scf.forall"), [*lower, *upper, *steps, *outputs], types, properties, [region])


_KINDS: tuple[Any, ...] = (
    *(_if, _if, _for, _for, _while, _execute_region, _switch, _parallel, _forall),
)
