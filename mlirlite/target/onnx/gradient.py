"""Gradient of ai.onnx.preview.training: the ops between two values, differentiated backwards.

y = Mul(a, b), Gradient(a, b) {xs = ["a", "b"], y = "y"}  -->  b, a  (times one)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import element_of, is_static, shape_of
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.ir.values import Value


class _Tape:
    """Emits ops at the end of a block."""

    def __init__(self, block: Block, location: Any) -> None:
        self.block = block
        self.location = location

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Value:
        """The first result of a new op."""
        cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
        op = cls(*operands, **attributes, loc=self.location)
        self.block.append(op)
        value: Value = op.results[0]
        return value

    def integers(self, *numbers: int) -> Value:
        """A constant vector."""
        elements = DenseElementsAttr.of(RankedTensorType((len(numbers),), I64), list(numbers))
        return self("Constant", value=elements, output=elements.type)

    def number(self, value: float, like: Value) -> Value:
        """A constant of rank 0 with the elements of another value."""
        element: Any = element_of(like)
        elements = DenseElementsAttr.of(RankedTensorType((), element), value)
        return self("Constant", value=elements, output=elements.type)

    def filled(self, value: float, like: Value) -> Value:
        """A number in the shape of another value."""
        return self("Expand", self.number(value, like), self("Shape", like))

    def nothing(self) -> Value:
        """A value of type none."""
        return self("NoValue", value=UnitAttr())


Rule = Callable[[_Tape, Any, Value], Sequence[Value | None]]
"""What the operands of an op get when its result gets so much."""


def _unary(derivative: Callable[[_Tape, Value, Value], Value]) -> Rule:
    """`derivative(tape, x, y)` is dy/dx."""
    return lambda t, op, g: [t("Mul", g, derivative(t, op.operands[0], op.results[0]))]


def _one_less_square(t: _Tape, y: Value) -> Value:
    return t("Sub", t.number(1, y), t("Mul", y, y))


def _divide(t: _Tape, op: Any, g: Value) -> Sequence[Value]:
    over = t("Div", g, op.operands[1])
    return over, t("Neg", t("Mul", over, op.results[0]))


def _power(t: _Tape, op: Any, g: Value) -> Sequence[Value]:
    base, exponent = op.operands
    less = t("Pow", base, t("Sub", exponent, t.number(1, exponent)))
    first = t("Mul", g, t("Mul", exponent, less))
    return first, t("Mul", g, t("Mul", op.results[0], t("Log", base)))


def _matmul(t: _Tape, op: Any, g: Value) -> Sequence[Value]:
    a, b = op.operands
    if not len(shape_of(a) or ()) == len(shape_of(b) or ()) == 2:
        raise ValueError("differentiates products of matrices only")
    turn = [1, 0]
    left = t("MatMul", g, t("Transpose", b, perm=turn))
    return left, t("MatMul", t("Transpose", a, perm=turn), g)


def _transpose(t: _Tape, op: Any, g: Value) -> Sequence[Value]:
    order = op.permutation()
    return [t("Transpose", g, perm=[order.index(i) for i in range(len(order))])]


def _reshape(t: _Tape, op: Any, g: Value) -> Sequence[Value | None]:
    return [t("Reshape", g, t("Shape", op.operands[0])), *[None] * (len(op.operands) - 1)]


def _reduce(t: _Tape, op: Any, g: Value) -> Sequence[Value | None]:
    axes, shape = op.reduced_axes(), shape_of(op.operands[0])
    if axes is None or shape is None or not is_static(shape):
        raise ValueError("differentiates reductions of known axes and sizes only")
    if axes and not op.keepdims:
        g = t("Unsqueeze", g, t.integers(*axes))
    count = 1
    for axis in axes:
        count *= shape[axis]
    if op.schema.name == "ReduceMean":
        g = t("Div", g, t.number(count, g))
    whole = t("Expand", g, t("Shape", op.operands[0]))
    return [whole, *[None] * (len(op.operands) - 1)]


RULES: dict[str, Rule] = {
    "Add": lambda t, op, g: (g, g),
    "Sub": lambda t, op, g: (g, t("Neg", g)),
    "Mul": lambda t, op, g: (t("Mul", g, op.operands[1]), t("Mul", g, op.operands[0])),
    "Div": _divide,
    "Pow": _power,
    "Sum": lambda t, op, g: [g] * len(op.operands),
    "Identity": lambda t, op, g: [g],
    "Neg": lambda t, op, g: [t("Neg", g)],
    "Abs": _unary(lambda t, x, y: t("Sign", x)),
    "Exp": _unary(lambda t, x, y: y),
    "Log": _unary(lambda t, x, y: t("Reciprocal", x)),
    "Sqrt": _unary(lambda t, x, y: t("Div", t.number(0.5, y), y)),
    "Reciprocal": _unary(lambda t, x, y: t("Neg", t("Mul", y, y))),
    "Sin": _unary(lambda t, x, y: t("Cos", x)),
    "Cos": _unary(lambda t, x, y: t("Neg", t("Sin", x))),
    "Tanh": _unary(lambda t, x, y: _one_less_square(t, y)),
    "Sigmoid": _unary(lambda t, x, y: t("Sub", y, t("Mul", y, y))),
    "Relu": lambda t, op, g: [
        t("Where", t("Greater", op.operands[0], t.number(0, g)), g, t.number(0, g))
    ],
    "MatMul": _matmul,
    "Transpose": _transpose,
    "Reshape": _reshape,
    "Flatten": _reshape,
    "Squeeze": _reshape,
    "Unsqueeze": _reshape,
    "ReduceSum": _reduce,
    "ReduceMean": _reduce,
}


def gradient(
    y: Value,
    points: Sequence[Value],
    given: Sequence[Value],
    count: int,
    block: Block,
    location: Any,
) -> list[Value]:
    """dy/dx for the first `count` of the values `points`, where all of them are what is `given`.
    Where y has several elements, of their sum. ValueError for an op without a rule."""
    tape = _Tape(block, location)
    ops = _between(y, set(points), block)
    values: dict[Value, Value] = {}
    if list(points) != list(given):
        values.update(zip(points, given, strict=True))
        for index, op in enumerate(ops):
            ops[index] = op.clone(values)
            block.append(ops[index])
    xs = [values.get(p, p) for p in points[:count]]
    y = values.get(y, y)
    depends = set(xs)
    for op in ops:
        if depends.intersection(op.operands):
            depends.update(op.results)
    found: dict[Value, Value] = {y: tape.filled(1, y)}
    for op in reversed(ops):
        g = found.get(op.results[0])
        if g is None or not depends.intersection(op.operands):
            continue
        rule = RULES.get(op.name.removeprefix("onnx."))
        if rule is None:
            raise ValueError(f"has no rule to differentiate '{op.name}'")
        for operand, part in zip(op.operands, rule(tape, op, g), strict=False):
            if part is None or operand not in depends:
                continue
            part = _in_shape_of(operand, part, tape)
            before = found.get(operand)
            found[operand] = part if before is None else tape("Add", before, part)
    return [found[x] if x in found else tape.filled(0, x) for x in xs]


def _between(y: Value, points: set[Value], block: Block) -> list[Operation]:
    """The ops of the block that y is made by, as far back as the points, in order."""
    needed: set[Operation] = set()
    todo = [y]
    while todo:
        value = todo.pop()
        op = value.defining_op
        if value in points or op is None or op.parent is not block or op in needed:
            continue
        needed.add(op)
        todo += op.operands
    return [op for op in block if op in needed]


def _in_shape_of(x: Value, g: Value, tape: _Tape) -> Value:
    """The sum over the dimensions in which x was broadcast."""
    shape, wide = shape_of(x), shape_of(g)
    if shape is None or wide is None or not is_static(shape) or not is_static(wide):
        raise ValueError("differentiates values of known shapes only")
    if shape == wide:
        return g
    more = len(wide) - len(shape)
    axes = [i for i, d in enumerate(wide) if i < more or (shape[i - more] == 1 and d != 1)]
    total = tape("ReduceSum", g, tape.integers(*axes), keepdims=0)
    return tape("Reshape", total, tape("Shape", x))
