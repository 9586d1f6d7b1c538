"""Random functions of one dialect with constants, regions of scf and blocks of cf, as text that
another tool reads: `program(random.Random(1), "memref")`.

Ops come from their declarations (`modules.py`); values are constants as often as arguments, so
that folds, canonicalizations and analyses have something to find.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
    i32_array,
    i64_array,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.printer import print_op
from mlirlite.testing.modules import Function, op_classes

DIALECTS = ("arith", "cf", "complex", "index", "math", "memref", "scf", "tensor", "vector")
_CONSTANTS = 0.35
"""How often a new value is a constant, where its type has one."""
_MORE_TYPES: tuple[Type, ...] = (
    I16,
    *(VectorType((4,), t) for t in (I8, I64, BF16, F16, F64)),
    VectorType((2, 3), I1),
    VectorType((), F32),
    VectorType((1,), I32),
    VectorType((4,), F32, (True,)),
    *(VectorType((2, 2, 2), t) for t in (I32, F32)),
    *(RankedTensorType(shape, t) for shape in ((), (DYNAMIC,), (2, 3)) for t in (I32, F32)),
    *(RankedTensorType((4,), t) for t in (I8, F16, F64)),
    MemRefType((2, 3), F32),
    MemRefType((DYNAMIC,), F32),
    MemRefType((4,), F64),
    MemRefType((4,), F32, StridedLayoutAttr((1,), DYNAMIC)),
    MemRefType((4,), F32, StridedLayoutAttr((3,), 2)),
    MemRefType((4, 4), I32, None, IntegerAttr(1, I64)),
    MemRefType((16,), I8),
    ComplexType(F16),
)
"""What values may be, beside the types that other tests have."""
_COUNTS = (1, 2, 4, 8, 8, 8)
"""How many ops a program has, but those that they need."""
_CARRIED: tuple[Type, ...] = (INDEX, I32, I64, F32, I1, VectorType((4,), I32))
_INTEGERS = (0, 0, 1, 1, 2, 3, 4, 7, 8, -1, -2, 5, 16, 100, -128, 127, 2147483647)
_FLOATS = (0.0, -0.0, 1.0, 2.0, -1.0, 0.5, 2.5, 1e10, float("inf"), float("nan"))
_KINDS = ("if", "if", "for", "for", "while", "execute_region", "switch", "parallel")
_INSIDE = ("arith", "index", "math")
"""The dialects of ops between those of scf and cf."""


@cache
def _classes(dialects: Sequence[str]) -> list[type[Op]]:
    """The ops of dialects that programs are made of; constants are made in another way."""
    found = op_classes(Context(), dialects)
    return [c for c in found if c.name not in ("arith.constant", "memref.global")]


def op(name: str) -> Any:
    """The class of an op."""
    found = Context().op_class(name)
    if found is None:
        raise LookupError(f"there is no op '{name}'")
    return found


def constant_of(rng: random.Random, type: Type) -> Attribute | None:
    """A constant of a type, None for types without one; small numbers and limits are likely."""
    if isinstance(type, IndexType):
        return IntegerAttr(rng.choice(_INTEGERS), type)
    if isinstance(type, IntegerType):
        half = 1 << (type.width - 1)
        value = rng.choice((*_INTEGERS, half - 1, -half, rng.randrange(-half, half)))
        return IntegerAttr((value + half) % (2 * half) - half, type)
    if isinstance(type, FloatType):
        return FloatAttr(rng.choice(_FLOATS), type)
    if isinstance(type, (VectorType, RankedTensorType)) and type.has_static_shape:
        element = type.element_type
        parts = [constant_of(rng, element) for _ in range(type.num_elements)]
        values: list[Any] = [p.value for p in parts if isinstance(p, (IntegerAttr, FloatAttr))]
        if len(values) != type.num_elements:
            return None
        if rng.random() < 0.7 or getattr(type, "is_scalable", False):  # these must be splats
            values = values[:1] * len(values)
        return DenseElementsAttr.of(type, values)
    return None


@cache
def _more_attributes() -> tuple[Attribute, ...]:
    """Flags and kinds, all predicates, permutations, sizes and places."""
    found: list[Attribute] = [IntegerAttr(n, I64) for n in range(16)]
    found += [IntegerAttr(n, I32) for n in (0, 2, 4)]
    for cls in _enums():
        found += [cls(value) for value in dict.fromkeys(cls.keywords.values())]
    for numbers in ((), (0,), (1,), (1, 0), (0, 1), (2, 1, 0), (0, 2, 1), (4,), (2, 3), (1, 1)):
        found += [i64_array(numbers), ArrayAttr(tuple(IntegerAttr(n, I64) for n in numbers))]
    return tuple(found)


def _enums() -> list[type[EnumAttr]]:
    """The attributes of the dialects that are cases or flags."""
    _classes(DIALECTS)  # which loads them
    found = [c for c in EnumAttr.__subclasses__() if c.name.partition(".")[0] in DIALECTS]
    return sorted(found, key=lambda c: c.name)


class Program(Function):
    """A function that is being filled, with nested regions and blocks."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng, (*_MORE_TYPES, *_more_attributes()))
        self.entry = self.block
        """The block that has the function's arguments."""
        self.favorites = rng.sample(self.types, 5)

    def liked(self) -> list[Type]:
        """A program has few types, so that ops use one another's results."""
        rng = self.rng
        first, second = rng.sample(self.favorites if rng.random() < 0.7 else self.types, 2)
        if rng.random() < 0.3:  # ops of elements, slices and casts need types that are related
            element = element_type_of(first)
            near = [t for t in self.types if t is not first and element_type_of(t) is element]
            second = rng.choice(near) if near else second
        return [first, second]

    def value(self, type: Type) -> Value:
        """An earlier value of this type, a constant, or a new argument."""
        values = self.known.get(type, ())
        if values and self.rng.random() < 0.75:
            return self.rng.choice(values)
        made = self.rng.random() < _CONSTANTS and self.constant(type)
        if not made:
            made = self.entry.add_argument(type)
            self._argument(made)
        return made

    def _argument(self, value: Value) -> None:
        self.known.setdefault(value.type, []).append(value)

    def constant(self, type: Type) -> Value | None:
        """A constant of a type in the current block, None where there is none."""
        if isinstance(type, ComplexType):
            parts = [constant_of(self.rng, type.element_type) for _ in range(2)]
            if not all(isinstance(p, FloatAttr) for p in parts):
                return None
            value: Attribute = ArrayAttr(tuple(p for p in parts if p is not None))
            return self.append(op("complex.constant"), (), (type,), {"value": value})[0]
        found = constant_of(self.rng, type)
        if found is None:
            return None
        return self.append(op("arith.constant"), (), (type,), {"value": found})[0]

    def append(
        self,
        cls: Any,
        operands: Sequence[Value] = (),
        types: Sequence[Type] = (),
        properties: dict[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        successors: Sequence[Block] = (),
    ) -> Sequence[Value]:
        """Put an op at the end of the current block; its results are known from now on."""
        made = cls.create(operands, types, properties, regions=regions, successors=successors)
        self.block.append(made)
        for result in made.results:
            self._argument(result)
        return list(made.results)

    def inside(self, types: Sequence[Type], fill: Callable[[list[Value]], None]) -> Region:
        """A region of one block with these arguments, filled by a function."""
        block = Block(types)
        outer, seen = self.block, {t: len(v) for t, v in self.known.items()}
        arguments = len(self.entry.args)
        self.block = block
        for argument in block.args:
            self._argument(argument)
        fill(list(block.args))
        self.block = outer
        for type, values in self.known.items():
            del values[seen.get(type, 0) :]
        for argument in self.entry.args[arguments:]:
            self._argument(argument)
        return Region([block])

    def body(self, classes: Sequence[type[Op]], depth: int) -> None:
        """A few ops, at most `depth` regions deep."""
        for _ in range(self.rng.randrange(1, 4)):
            if depth and self.rng.random() < 0.35:
                self.region_op(classes, depth - 1)
            else:
                self.add(self.rng.choice(classes))

    def region_op(self, classes: Sequence[type[Op]], depth: int) -> None:
        """An op of scf with regions."""
        rng = self.rng
        types = [rng.choice(_CARRIED) for _ in range(rng.randrange(3))]

        def yields(arguments: list[Value]) -> None:
            self.body(classes, depth)
            self.append(op("scf.yield"), [self.value(t) for t in types])

        kind = rng.choice(
            ("if", "if", "for", "for", "while", "execute_region", "switch", "parallel")
        )
        if kind == "if":
            condition = self.value(I1)
            regions = [self.inside((), yields)]
            regions.append(self.inside((), yields) if types or rng.random() < 0.5 else Region())
            self.append(op("scf.if"), [condition], types, None, regions)
        elif kind == "for":
            bound = rng.choice((INDEX, INDEX, I32, I64))
            operands = [self.value(bound) for _ in range(3)] + [self.value(t) for t in types]
            self.append(
                op("scf.for"), operands, types, None, [self.inside((bound, *types), yields)]
            )
        elif kind == "while":
            inits = [self.value(t) for t in types]

            def tests(arguments: list[Value]) -> None:
                self.body(classes, depth)
                passed = [self.value(t) for t in types]
                self.append(op("scf.condition"), [self.value(I1), *passed])

            regions = [self.inside(types, tests), self.inside(types, yields)]
            self.append(op("scf.while"), inits, types, None, regions)
        elif kind == "execute_region":
            self.append(op("scf.execute_region"), (), types, None, [self.inside((), yields)])
        elif kind == "switch":
            cases = rng.sample(range(5), rng.randrange(3))
            selector = self.value(INDEX)
            regions = [self.inside((), yields) for _ in range(len(cases) + 1)]
            cases_attr: dict[str, Attribute] = {"cases": i64_array(cases)}
            self.append(op("scf.index_switch"), [selector], types, cases_attr, regions)
        else:
            self.parallel(classes, depth)

    def parallel(self, classes: Sequence[type[Op]], depth: int) -> None:
        """scf.parallel, sometimes with a reduction."""
        rng = self.rng
        rank = rng.randrange(1, 3)
        inits = [self.value(I32)] if rng.random() < 0.5 else []

        def adds(arguments: list[Value]) -> None:
            total = self.append(op("arith.addi"), arguments, (I32,))
            self.append(op("scf.reduce.return"), total)

        def reduces(arguments: list[Value]) -> None:
            self.body(classes, depth)
            values = [self.value(I32) for _ in inits]
            regions = [self.inside((I32, I32), adds) for _ in inits]
            self.append(op("scf.reduce"), values, (), None, regions)

        bounds = [self.value(INDEX) for _ in range(2 * rank)]
        operands = [*bounds, *(self.step() for _ in range(rank)), *inits]
        sizes: dict[str, Attribute] = {OPERAND_SEGMENTS: i32_array((rank,) * 3 + (len(inits),))}
        types = [v.type for v in inits]
        region = self.inside((INDEX,) * rank, reduces)
        self.append(op("scf.parallel"), operands, types, sizes, [region])

    def step(self) -> Value:
        """A step of scf.parallel: a constant, which has to be positive, or an argument."""
        if self.rng.random() < 0.5:
            return self.entry.add_argument(INDEX)
        value = IntegerAttr(self.rng.choice((1, 2, 3)), INDEX)
        return self.append(op("arith.constant"), (), (INDEX,), {"value": value})[0]

    def blocks(self, classes: Sequence[type[Op]]) -> Region:
        """Several blocks that branch to one another. The values of the first, and a block's own,
        are known in each."""
        rng = self.rng
        rest = [Block([rng.choice(_CARRIED) for _ in range(rng.randrange(3))]) for _ in range(3)]
        region = Region([self.entry])
        self.body(classes, 0)
        self.branch(rest)
        for block in rest:
            region.append(block)
            seen, arguments = {t: len(v) for t, v in self.known.items()}, len(self.entry.args)
            self.block = block
            for argument in block.args:
                self._argument(argument)
            self.body(classes, 0)
            if block is rest[-1]:
                self.returns()
            else:
                self.branch(rest)
            for type, values in self.known.items():
                del values[seen.get(type, 0) :]
            for argument in self.entry.args[arguments:]:
                self._argument(argument)
        return region

    def branch(self, targets: Sequence[Block]) -> None:
        """A terminator that goes to some of the blocks."""
        rng = self.rng

        def passed(block: Block) -> list[Value]:
            return [self.value(a.type) for a in block.args]

        kind = rng.choice(("br", "cond_br", "cond_br", "switch"))
        first, second, third = (rng.choice(targets) for _ in range(3))
        if kind == "br":
            self.append(op("cf.br"), passed(first), successors=(first,))
        elif kind == "cond_br":
            condition, left, right = self.value(I1), passed(first), passed(second)
            sizes: dict[str, Attribute] = {OPERAND_SEGMENTS: i32_array((1, len(left), len(right)))}
            self.append(
                op("cf.cond_br"), [condition, *left, *right], (), sizes, (), (first, second)
            )
        else:
            flag, groups = self.value(I32), [passed(b) for b in (first, second, third)]
            lengths = [len(g) for g in groups]
            properties: dict[str, Attribute] = {
                "case_values": DenseElementsAttr.of(VectorType((2,), I32), [1, 7]),
                "case_operand_segments": i32_array(lengths[1:]),
                OPERAND_SEGMENTS: i32_array((1, lengths[0], sum(lengths[1:]))),
            }
            operands = [flag, *(v for g in groups for v in g)]
            self.append(op("cf.switch"), operands, (), properties, (), (first, second, third))

    def returns(self) -> None:
        """Return some of the known values."""
        known = [v for values in self.known.values() for v in values]
        inner = [v for v in known if v.defining_op is not None] or known
        count = min(len(inner), 3)
        self.append(op("func.return"), self.rng.sample(inner, count))


def program(rng: random.Random, dialect: str, count: int = 0) -> Operation:
    """A module with a function of about `count` ops of a dialect, and what they need; of up to
    eight ops if it is 0.

    ValueError for a dialect that is not one of `DIALECTS`.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"expected one of {', '.join(DIALECTS)}, found '{dialect}'")
    made = Program(rng)
    if dialect == "cf":
        region = made.blocks(_classes((*_INSIDE, "cf")))
    elif dialect == "scf":
        for _ in range(2):
            made.region_op(_classes(_INSIDE), 2)
        made.returns()
        region = Region([made.entry])
    else:
        classes = _classes((dialect,))
        for _ in range(count or rng.choice(_COUNTS)):
            made.add(rng.choice(classes))
        made.returns()
        region = Region([made.entry])
    last = region.blocks[-1].last
    results = last.operand_types if last is not None else ()
    signature = FunctionType(tuple(a.type for a in made.entry.args), tuple(results))
    properties = {"sym_name": StringAttr("f"), "function_type": signature}
    holder = Block()
    holder.append(op("func.func").create(properties=properties, regions=[region]))
    module: Operation = op("builtin.module").create(regions=[Region([holder])])
    return module


def program_text(seed: int, dialect: str) -> str:
    """The program of a seed as text in the generic form."""
    return print_op(program(random.Random(f"{dialect} {seed}"), dialect), generic=True)
