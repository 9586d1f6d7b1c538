"""Random functions of one dialect with constants, regions of scf and blocks of cf, as text that
another tool reads: `program(random.Random(1), "memref")`.

Ops come from their declarations (`modules.py`); values are constants as often as arguments, so
that folds, canonicalizations and analyses have something to find.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
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
from mlirlite.ir.verifier import verify
from mlirlite.printer import print_op
from mlirlite.testing.fitted import makers
from mlirlite.testing.fitted.scf import CARRIED, region_op
from mlirlite.testing.modules import Function, op_classes
from mlirlite.testing.shapes import random_types

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
_INTEGERS = (0, 0, 1, 1, 2, 3, 4, 7, 8, -1, -2, 5, 16, 100, -128, 127, 2147483647)
_FLOATS = (0.0, -0.0, 1.0, 2.0, -1.0, 0.5, 2.5, 1e10, float("inf"), float("nan"))
_ATTEMPTS = 6
_MADE_APART = ("arith.constant", "memref.global", "tensor.parallel_insert_slice")
_INSIDE = ("arith", "index", "math")
"""The dialects of ops between those of scf and cf."""


@cache
def _classes(dialects: Sequence[str]) -> list[type[Op]]:
    """The ops of dialects that programs are made of; constants are made in another way."""
    found = op_classes(Context(), dialects)
    names = {name for d in dialects for name in makers(d)} - {c.name for c in found}
    found += [op(name) for name in sorted(names)]
    return [c for c in found if c.name not in _MADE_APART]


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
        shaped = random_types(rng)
        self.types = (*rng.sample(self.types, 50), *shaped)
        self.entry = self.block
        """The block that has the function's arguments."""
        self.favorites = [*rng.sample(self.types, 3), *rng.sample(shaped, 2)]
        self.module: Operation = op("builtin.module").create(regions=[Region([Block()])])
        properties = {"sym_name": StringAttr("f"), "function_type": FunctionType((), ())}
        self.function: Any = op("func.func").create(
            properties=properties, regions=[Region([self.entry])]
        )
        self.module.regions[0].entry.append(self.function)
        self.name = ""
        """The op that is being made."""

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

    def add(self, cls: type[Op]) -> Op | None:
        """A valid op of this class at the end, if one is found."""
        self.name = cls.name
        make = makers(cls.name.partition(".")[0]).get(cls.name)
        if make is None or self.rng.random() < 0.1:
            return super().add(cls)
        for _ in range(_ATTEMPTS):
            self.name = cls.name
            try:
                parts = make(self)
            except ValueError:  # a type that has no such layout or size
                continue
            if parts is None:
                return None
            made = cls.create(
                parts.operands, parts.types, dict(parts.properties), regions=parts.regions
            )
            self.block.append(made)
            if not verify(made):
                for result in made.results:
                    self._argument(result)
                return made
            made.erase()
        return None

    def op(self, name: str) -> Any:
        """The class of an op."""
        return op(name)

    def pick(
        self, kind: type[Type], least: int = 0, where: Callable[[Any], bool] = lambda t: True
    ) -> Any:
        """One of the program's types of this class, of at least this rank; None without one."""
        fitting = [t for t in self.types if isinstance(t, kind) and _rank(t) >= least and where(t)]
        known = [t for t in fitting if t in self.known]
        if known and self.rng.random() < 0.6:
            return self.rng.choice(known)
        return self.rng.choice(fitting) if fitting else None

    def index(self, number: int) -> Value:
        """A constant index."""
        value = IntegerAttr(number, INDEX)
        return self.append(op("arith.constant"), (), (INDEX,), {"value": value})[0]

    def indices(self, count: int) -> list[Value]:
        """Indices, one in two a small constant."""
        rng = self.rng
        chosen = [rng.random() < 0.5 for _ in range(count)]
        return [self.index(rng.choice((0, 0, 1, 2))) if c else self.value(INDEX) for c in chosen]

    def mixed(self, numbers: Sequence[int]) -> tuple[list[Value], list[int]]:
        """Numbers of which some are values instead: these, and the numbers with DYNAMIC for
        each."""
        values, static = [], []
        for number in numbers:
            given = self.rng.random() < 0.25
            static.append(DYNAMIC if given or number == DYNAMIC else number)
            if static[-1] == DYNAMIC:
                fixed = self.rng.random() < 0.5 and number != DYNAMIC
                values.append(self.index(number) if fixed else self.value(INDEX))
        return values, static

    def box(self, shape: Sequence[int]) -> list[tuple[list[Value], list[int]]]:
        """Offsets, sizes and strides of a part of a shape, each as `mixed` gives them."""
        rng = self.rng
        offsets, sizes, strides = [], [], []
        for size in shape:
            known = 4 if size == DYNAMIC else size
            length = rng.choice((1, known, rng.randrange(1, known + 1)))
            step = 2 if rng.random() < 0.2 and 2 * length - 1 <= known else 1
            span = (length - 1) * step + 1
            strides.append(step)
            sizes.append(DYNAMIC if size == DYNAMIC and rng.random() < 0.5 else length)
            offsets.append(rng.choice((0, rng.randrange(known - span + 1))))
        return [self.mixed(offsets), self.mixed(sizes), self.mixed(strides)]

    def merged(self, shape: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The sizes of groups of dimensions."""
        parts = [[shape[d] for d in group] for group in groups]
        return tuple(DYNAMIC if DYNAMIC in sizes else prod(sizes) for sizes in parts)

    def divided(self, parts: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[int]]:
        """The dimensions of each part, and all sizes."""
        groups: list[list[int]] = []
        sizes: list[int] = []
        for part in parts:
            groups.append(list(range(len(sizes), len(sizes) + len(part))))
            sizes += part
        return groups, sizes

    def global_of(self, type: MemRefType) -> str:
        """The name of a new global of a type, sometimes constant."""
        holder = self.module.regions[0].entry
        name = f"g{len(list(holder))}"
        properties: dict[str, Attribute] = {
            "sym_name": StringAttr(name),
            "sym_visibility": StringAttr("private"),
            "type": type,
        }
        shape: Type = RankedTensorType(type.shape, type.element_type)
        initial = constant_of(self.rng, shape)
        if initial is not None:
            properties["initial_value"] = initial
            if self.rng.random() < 0.5:
                properties["constant"] = UNIT
        holder.insert_before(self.function, op("memref.global").create(properties=properties))
        return name

    def flags(self, name: str) -> dict[str, Attribute]:
        """Sometimes fast-math flags, for an op that has them."""
        fitting = [
            a for a in self.attributes if isinstance(a, EnumAttr) and a.name == "arith.fastmath"
        ]
        if not fitting or self.rng.random() < 0.6:
            return {}
        return {"fastmath": self.rng.choice(fitting)}

    def some_ops(self, dialect: str) -> None:
        """One to three ops of a dialect or of those of numbers."""
        classes = _classes((dialect,))
        for _ in range(self.rng.randrange(1, 4)):
            self.add(self.rng.choice(classes))

    def computes(self, arguments: Sequence[Type], result: Type, ending: str) -> Region:
        """A body that computes a value of a type from its arguments, and ends with this op."""
        classes = _classes(_INSIDE)

        def fill(values: list[Value]) -> None:
            for _ in range(self.rng.randrange(3)):
                self.add(self.rng.choice(classes))
            self.append(op(ending), [self.value(result)])

        return self.inside(arguments, fill)

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
        region_op(self, classes, depth)

    def blocks(self, classes: Sequence[type[Op]]) -> None:
        """Several blocks that branch to one another. The values of the first, and a block's own,
        are known in each."""
        rng = self.rng
        rest = [Block([rng.choice(CARRIED) for _ in range(rng.randrange(3))]) for _ in range(3)]
        region = self.function.regions[0]
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

    def close(self) -> None:
        """Give the function its type."""
        last = self.function.regions[0].blocks[-1].last
        results = tuple(last.operand_types) if last is not None else ()
        signature = FunctionType(tuple(a.type for a in self.entry.args), results)
        self.function.properties["function_type"] = signature


def _rank(type: Any) -> int:
    return int(getattr(type, "rank", 0))


def program(rng: random.Random, dialect: str, count: int = 0) -> Operation:
    """A module with a function of about `count` ops of a dialect, and what they need; of up to
    eight ops if it is 0.

    ValueError for a dialect that is not one of `DIALECTS`.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"expected one of {', '.join(DIALECTS)}, found '{dialect}'")
    made = Program(rng)
    if dialect == "cf":
        made.blocks(_classes((*_INSIDE, "cf")))
    elif dialect == "scf":
        more = rng.choice(((), (), ("memref",), ("tensor",), ("vector",)))
        for _ in range(2):
            made.region_op(_classes((*_INSIDE, *more)), 2)
        made.returns()
    else:
        classes = _classes((dialect,))
        for _ in range(count or rng.choice(_COUNTS)):
            made.add(rng.choice(classes))
        made.returns()
    made.close()
    return made.module


def program_text(seed: int, dialect: str) -> str:
    """The program of a seed as text in the generic form."""
    return print_op(program(random.Random(f"{dialect} {seed}"), dialect), generic=True)
