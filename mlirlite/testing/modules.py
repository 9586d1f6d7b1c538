"""Random modules made from op definitions: what an op's declaration allows and the verifier
accepts. `modules()` is the Hypothesis strategy; `random_module` is the same from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    bool_attr,
    i32_array,
    i64_array,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Arity
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I8,
    I32,
    I64,
    INDEX,
    ComplexType,
    FunctionType,
    MemRefType,
    RankedTensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.ir.verifier import verify

DIALECTS = ("arith", "complex", "index", "math", "memref", "tensor", "vector")

_SCALARS: tuple[Type, ...] = (I1, I8, I32, I64, INDEX, BF16, F16, F32, F64)
TYPES: tuple[Type, ...] = (
    *_SCALARS,
    *(VectorType((4,), t) for t in (I1, I32, INDEX, F32)),
    *(VectorType((2, 3), t) for t in (I32, F32)),
    *(RankedTensorType(shape, t) for shape in ((4,), (DYNAMIC, 2)) for t in (I1, I32, INDEX, F32)),
    *(MemRefType(shape, t) for shape in ((4,), (DYNAMIC, 2), ()) for t in (I32, F32)),
    UnrankedTensorType(F32),
    UnrankedMemRefType(F32),
    ComplexType(F32),
    ComplexType(F64),
)
_ATTRIBUTES: tuple[Attribute, ...] = (
    UNIT,
    bool_attr(True),
    *(
        IntegerAttr(n, t)
        for n in (0, 1, 3)
        for t in (I1, I8, I32, I64, INDEX)
        if n < 2 or t is not I1
    ),
    *(FloatAttr(n, t) for n in (0.0, -1.5, 1e10) for t in (F32, F64)),
    StringAttr("text"),
    StringAttr('a "b"\n'),
    ArrayAttr((IntegerAttr(0, I64), IntegerAttr(1, I64))),
    ArrayAttr((FloatAttr(1.0, F32), ComplexType(F32))),
    i64_array((0, 1)),
    DenseElementsAttr.of(VectorType((4,), I32), [1, 2, 3, 4]),
    DenseElementsAttr.of(RankedTensorType((4,), F32), [0.5, 1.5, -2.0, 4.0]),
    DenseElementsAttr.of(VectorType((2, 3), F32), [1.0] * 6),
    I32,
)
_ATTEMPTS = 20


def op_classes(context: Context, dialects: Sequence[str] = DIALECTS) -> list[type[Op]]:
    """The ops of these dialects without regions and successors that are not terminators."""
    found = []
    for name in dialects:
        dialect = context.dialect(name)
        for op_name in sorted(dialect.op_names()) if dialect is not None else ():
            cls = context.op_class(op_name)
            if cls is None:
                continue
            definition: Any = cls.definition
            if definition.regions or definition.successors or Terminator in cls.ordered_traits:
                continue
            found.append(cls)
    return found


class Function:
    """A function that is being filled."""

    def __init__(self, rng: random.Random, more: Sequence[Attribute] = ()) -> None:
        self.rng = rng
        self.types = (*TYPES, *(t for t in more if isinstance(t, Type)))
        self.attributes = (*_ATTRIBUTES, *(a for a in more if not isinstance(a, Type)))
        self.block = Block()
        self.known: dict[Type, list[Value]] = {}

    def liked(self) -> list[Type]:
        """Two types that the next op's operands and results have where they may."""
        return self.rng.sample(self.types, 2)

    def value(self, type: Type) -> Value:
        """A value of this type: an earlier one, or a new argument."""
        values = self.known.setdefault(type, [])
        if not values or self.rng.random() < 0.2:
            values.append(self.block.add_argument(type))
        return self.rng.choice(values)

    def add(self, cls: type[Op]) -> Op | None:
        """A valid op of this class at the end, if one is found."""
        for _ in range(_ATTEMPTS):
            op = self._guess(cls)
            if op is None:
                continue
            self.block.append(op)
            if not verify(op):
                for result in op.results:
                    self.known.setdefault(result.type, []).append(result)
                return op
            op.erase()
        return None

    def _guess(self, cls: type[Op]) -> Op | None:
        rng = self.rng
        definition: Any = cls.definition
        liked = self.liked()

        def types_of(fields: Sequence[Any]) -> tuple[list[Type], list[int]] | None:
            types: list[Type] = []
            sizes = []
            for field in fields:
                fitting = [t for t in self.types if field.constraint.matches(t)]
                if not fitting and field.arity is Arity.ONE:
                    return None
                best = [t for t in liked if t in fitting] or fitting
                count = 1 if field.arity is Arity.ONE else rng.randrange(2 if best else 1)
                if field.arity is Arity.VARIADIC and best:
                    count = rng.randrange(3)
                types += (
                    [best[0] if best[0] in liked else rng.choice(best)] * count if count else []
                )
                sizes.append(count)
            return types, sizes

        taken = types_of(definition.operands)
        given = types_of(definition.results)
        if taken is None or given is None:
            return None
        properties: dict[str, Attribute] = {}
        for name, field in definition.properties.items():
            if field.default is not None:
                properties[name] = field.default
            if field.optional and rng.random() < 0.5:
                continue
            fitting = [a for a in self.attributes if field.constraint.matches(a)]
            if fitting and (field.default is None or rng.random() < 0.5):
                properties[name] = rng.choice(fitting)
        if definition.operand_sized:
            properties[OPERAND_SEGMENTS] = i32_array(taken[1])
        if definition.result_sized:
            properties[RESULT_SEGMENTS] = i32_array(given[1])
        operands = [self.value(t) for t in taken[0]]
        types: Sequence[Type] = given[0]
        if definition.results:
            try:
                types = cls.create(operands, (), dict(properties)).infer_types() or types
            except (ValueError, AttributeError, IndexError, KeyError, TypeError):
                return None  # the operands do not fit together
        return cls.create(operands, types, properties)


def random_module(rng: random.Random, classes: Sequence[type[Op]], count: int) -> Operation:
    """A valid module with a function of up to `count` ops of these classes."""
    return module_of(rng, [rng.choice(classes) for _ in range(count)])


def module_of(
    rng: random.Random, classes: Sequence[type[Op]], more: Sequence[Attribute] = ()
) -> Operation:
    """A valid module with a function that has an op of each class, where one is found. `more`:
    types and attributes that the ops may have beside those of builtin."""
    context = Context()
    function = Function(rng, more)
    for cls in classes:
        function.add(cls)
    block = function.block
    results: Sequence[Value] = [v for op in block for v in op.results][-2:]
    return_op, func_op = context.op_class("func.return"), context.op_class("func.func")
    module_op = context.op_class("builtin.module")
    if return_op is None or func_op is None or module_op is None:
        raise LookupError("the dialects builtin and func are needed")
    block.append(return_op.create(results))
    signature = FunctionType(tuple(a.type for a in block.args), tuple(r.type for r in results))
    func = func_op.create(
        properties={"sym_name": StringAttr("f"), "function_type": signature},
        regions=[Region([block])],
    )
    holder = Block()
    holder.append(func)
    return module_op.create(regions=[Region([holder])])


@st.composite
def modules(draw: Any, classes: Sequence[type[Op]], most_ops: int = 8) -> Operation:
    """Valid modules of a function with up to `most_ops` ops of these classes."""
    chosen = draw(st.lists(st.sampled_from(list(classes)), max_size=most_ops))
    return module_of(random.Random(draw(st.integers(0, 2**32 - 1))), chosen)
