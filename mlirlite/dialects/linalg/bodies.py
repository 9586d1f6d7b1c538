"""What named structured ops compute for one element: makers of the ops in their regions."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from mlirlite.dialects import arith, complex as complex_, math
from mlirlite.dialects.linalg.enums import BinaryFn, UnaryFn
from mlirlite.dialects.linalg.payload import IndexOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F64, I1, I32, I64, ComplexType, FloatType, IntegerType
from mlirlite.ir.values import Value

_OpClass: TypeAlias = type[Op]


class BodyBuilder:
    """Appends the ops of an element's computation to a block. ValueError, with upstream's words,
    for types that it cannot compute with. `unsigned` is what casts are by default."""

    def __init__(self, block: Block, unsigned: bool = False) -> None:
        self.block = block
        self.unsigned = unsigned
        self.warnings: list[str] = []

    def add(self, op: Operation) -> Value:
        """Append an op and return its result."""
        self.block.append(op)
        return op.results[0]

    def constant(self, value: float, type: Type) -> Value:
        """A number."""
        attribute: Any
        if isinstance(type, FloatType):
            attribute = FloatAttr(value, type)
        else:
            attribute = IntegerAttr(int(value), type)
        return self.add(arith.ConstantOp(attribute))

    def cast(self, value: Value, type: Type, unsigned: bool | None = None) -> Value:
        """The number in another type; the value itself if there is no conversion."""
        source, unsigned = value.type, self.unsigned if unsigned is None else unsigned
        if source is type:
            return value
        op: _OpClass | None = None
        if isinstance(type, ComplexType) and isinstance(type.element_type, FloatType):
            return self._to_complex(value, type)
        if isinstance(source, IntegerType) and isinstance(type, IntegerType):
            if source.width > type.width:
                op = arith.TruncIOp
            elif source.width < type.width:
                op = arith.ExtUIOp if unsigned else arith.ExtSIOp
        elif isinstance(source, FloatType) and isinstance(type, IntegerType):
            op = arith.FPToUIOp if unsigned else arith.FPToSIOp
        elif isinstance(source, IntegerType) and isinstance(type, FloatType):
            op = arith.UIToFPOp if unsigned else arith.SIToFPOp
        elif isinstance(source, FloatType) and isinstance(type, FloatType):
            if source.width > type.width:
                op = arith.TruncFOp
            elif source.width < type.width:
                op = arith.ExtFOp
        if op is not None:
            return self.add(op(value, out=type))
        if not (isinstance(source, FloatType) and isinstance(type, FloatType)):
            self.warnings.append(f"could not cast operand of type '{source}' to '{type}'")
        return value

    def _to_complex(self, value: Value, type: ComplexType) -> Value:
        element = type.element_type
        if isinstance(value.type, ComplexType):
            parts = [self.add(op(value)) for op in (complex_.ReOp, complex_.ImOp)]
            parts = [self.cast(part, element) for part in parts]
        elif isinstance(value.type, (FloatType, IntegerType)):
            parts = [self.cast(value, element)]
            parts.append(self.constant(0.0, element))
        else:
            return value
        return self.add(complex_.CreateOp(*parts))

    def unary(self, function: UnaryFn, value: Value) -> Value:
        """A function of one number."""
        if not isinstance(value.type, FloatType):
            raise ValueError("unsupported non numeric type")
        if function is UnaryFn.reciprocal:
            return self.add(arith.DivFOp(self.constant(1.0, value.type), value))
        if function is UnaryFn.square:
            return self.add(arith.MulFOp(value, value))
        return self.add(_UNARY[function](value))

    def binary(self, function: BinaryFn, lhs: Value, rhs: Value) -> Value:
        """A function of two numbers."""
        types = (lhs.type, rhs.type)
        numbers = [
            kind
            for kind in (ComplexType, FloatType, IntegerType)
            if all(isinstance(t, kind) for t in types)
        ]
        if not numbers:
            raise ValueError(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or "
                f"allInteger, got '{lhs.type}' and '{rhs.type}'"
            )
        kind, booleans = numbers[0], all(t is I1 for t in types)
        whole = kind is IntegerType
        match function:
            case BinaryFn.sub | BinaryFn.div if booleans:
                raise ValueError(f"unsupported operation: {function.name} with bools")
            case BinaryFn.div_unsigned if not whole or booleans:
                raise ValueError("unsupported operation: unsigned div not on uint")
            case BinaryFn.max_unsigned | BinaryFn.min_unsigned if not whole or booleans:
                raise ValueError(f"unsupported operation: unsigned {function.name[:3]} not on uint")
        if booleans and function in _BOOLEAN:
            return self.add(_BOOLEAN[function](lhs, rhs))
        if kind is not IntegerType and function in _BINARY[kind]:
            return self.add(_BINARY[kind][function](lhs, rhs))
        return self.add(_BINARY[IntegerType][function](lhs, rhs))


_UNARY: dict[UnaryFn, Any] = {
    UnaryFn.exp: math.ExpOp,
    UnaryFn.log: math.LogOp,
    UnaryFn.abs: math.AbsFOp,
    UnaryFn.ceil: math.CeilOp,
    UnaryFn.floor: math.FloorOp,
    UnaryFn.negf: arith.NegFOp,
    UnaryFn.round: math.RoundOp,
    UnaryFn.sqrt: math.SqrtOp,
    UnaryFn.rsqrt: math.RsqrtOp,
    UnaryFn.tanh: math.TanhOp,
    UnaryFn.erf: math.ErfOp,
}
_BOOLEAN: dict[BinaryFn, Any] = {BinaryFn.add: arith.OrIOp, BinaryFn.mul: arith.AndIOp}
_BINARY: dict[type[Type], dict[BinaryFn, Any]] = {
    ComplexType: {
        BinaryFn.add: complex_.AddOp,
        BinaryFn.sub: complex_.SubOp,
        BinaryFn.mul: complex_.MulOp,
        BinaryFn.div: complex_.DivOp,
    },
    FloatType: {
        BinaryFn.add: arith.AddFOp,
        BinaryFn.sub: arith.SubFOp,
        BinaryFn.mul: arith.MulFOp,
        BinaryFn.div: arith.DivFOp,
        BinaryFn.max_signed: arith.MaximumFOp,
        BinaryFn.min_signed: arith.MinimumFOp,
        BinaryFn.powf: math.PowFOp,
    },
    IntegerType: {
        BinaryFn.add: arith.AddIOp,
        BinaryFn.sub: arith.SubIOp,
        BinaryFn.mul: arith.MulIOp,
        BinaryFn.div: arith.DivSIOp,
        BinaryFn.div_unsigned: arith.DivUIOp,
        BinaryFn.max_signed: arith.MaxSIOp,
        BinaryFn.min_signed: arith.MinSIOp,
        BinaryFn.max_unsigned: arith.MaxUIOp,
        BinaryFn.min_unsigned: arith.MinUIOp,
        BinaryFn.powf: math.PowFOp,
    },
}

Body = Callable[[BodyBuilder, Sequence[Value]], Value]
"""Appends ops that compute the yielded values from a block's arguments (those of outputs come
last)."""


def copied(b: BodyBuilder, args: Sequence[Value]) -> Value:
    """out = in"""
    return b.cast(args[0], args[-1].type)


def unary(function: UnaryFn) -> Body:
    """out = f(in)"""
    return lambda b, args: b.unary(function, args[0])


def binary(function: BinaryFn) -> Body:
    """out = f(lhs, rhs)"""
    return lambda b, args: b.binary(function, args[0], args[1])


def selected(b: BodyBuilder, args: Sequence[Value]) -> Value:
    """out = condition ? lhs : rhs"""
    return b.add(arith.SelectOp(*args[:3]))


def multiplied(b: BodyBuilder, args: Sequence[Value]) -> Value:
    """out += lhs * rhs"""
    lhs, rhs, out = args
    product = b.binary(BinaryFn.mul, b.cast(lhs, out.type), b.cast(rhs, out.type))
    return b.binary(BinaryFn.add, out, product)


def quantized(b: BodyBuilder, args: Sequence[Value]) -> Value:
    """out += (lhs - zero point) * (rhs - zero point)"""
    lhs, rhs, lhs_zero, rhs_zero, out = args
    factors = []
    for value, zero in ((lhs, lhs_zero), (rhs, rhs_zero)):
        number = b.cast(value, out.type)
        factors.append(b.binary(BinaryFn.sub, number, b.cast(zero, out.type)))
    return b.binary(BinaryFn.add, out, b.binary(BinaryFn.mul, *factors))


def pooled(function: BinaryFn) -> Body:
    """out = f(out, in)"""
    unsigned = function.name.endswith("_unsigned")

    def body(b: BodyBuilder, args: Sequence[Value]) -> Value:
        out = args[-1]
        return b.binary(function, out, b.cast(args[0], out.type, unsigned))

    return body


def random_2d(b: BodyBuilder, args: Sequence[Value]) -> Value:
    """A number between minimum and maximum, by a linear congruence of seed and indices."""
    low, high, seed, out = args
    add, sub, mul = BinaryFn.add, BinaryFn.sub, BinaryFn.mul

    def number(value: int) -> Value:
        return b.cast(b.constant(value, I64), I32)

    offset = b.cast(b.constant(2147483647, I64), F64)
    indices = [b.add(arith.IndexCastOp(b.add(IndexOp(1)), out=I32))]
    indices.append(b.add(arith.IndexCastOp(b.add(IndexOp(0)), out=I32)))
    state = b.binary(add, indices[1], seed)
    state = b.binary(mul, state, number(1103515245))
    state = b.binary(add, state, number(12345))
    state = b.binary(add, indices[0], state)
    state = b.binary(mul, state, number(1103515245))
    state = b.binary(add, state, number(12345))
    positive = b.binary(add, offset, b.cast(state, F64))
    scale = b.binary(sub, high, low)
    scale = b.binary(mul, scale, b.constant(2.3283064e-10, F64))
    return b.cast(b.binary(add, b.binary(mul, positive, scale), low), out.type)
