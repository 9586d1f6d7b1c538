"""How rules of real tensors serve complex ones, and rules of complex numbers (notes: 066).

A complex tensor is two real ones. Ops that move elements are converted for each part. Ops with
regions get the parts as further operands, as their regions get arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mlirlite.conversion.stablehlo_to_onnx.complex_numbers as cn
from mlirlite.conversion.stablehlo_to_onnx.builder import RULES, Builder, Refused, Tensor
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex, chosen
from mlirlite.conversion.stablehlo_to_onnx.elementwise import converted
from mlirlite.conversion.stablehlo_to_onnx.moving import listed
from mlirlite.conversion.stablehlo_to_onnx.products import convolution, dot_general, plain_dot
from mlirlite.conversion.stablehlo_to_onnx.reducing import single
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ComplexType, FloatType, RankedTensorType, element_type_of
from mlirlite.ods.hooks import DataOp

Operand = Tensor | Complex


def part_type(type: Type) -> Type | None:
    """The type of a part of a complex tensor; None for other types."""
    if isinstance(type, RankedTensorType) and isinstance(type.element_type, ComplexType):
        return type.element_type.element_type
    return None


def is_complex(op: Operation) -> bool:
    """Whether an op has to do with complex numbers."""
    return any(part_type(v.type) is not None for v in (*op.operands, *op.results))


def passed_type(type: Type) -> Type:
    """The type of an argument of the function: of a complex tensor, both parts in a last dimension
    of size 2, as onnx has it."""
    part = part_type(type)
    if part is None or not isinstance(type, RankedTensorType):
        return type
    return RankedTensorType((*type.shape, 2), part)


def taken(value: Tensor, type: Type) -> Operand:
    """An argument of the function."""
    if part_type(type) is None:
        return value
    shape, last = value.shape[:-1], value.rank - 1
    re, im = (value.slice(last, k, k + 1).reshape(shape) for k in range(2))
    return Complex(re, im)


def given(value: Operand) -> Tensor:
    """A result of the function."""
    if isinstance(value, Tensor):
        return value
    shape = [*value.shape, 1]
    return value.b.concat([value.re.reshape(shape), value.im.reshape(shape)], len(shape) - 1)


def flat(values: Sequence[Operand]) -> list[Tensor]:
    """Parts, one after the other."""
    found: list[Tensor] = []
    for value in values:
        found += [value.re, value.im] if isinstance(value, Complex) else [value]
    return found


def packed(values: Sequence[Operand], types: Sequence[Type]) -> list[Operand]:
    """Values of these types, from parts one after the other."""
    rest = iter(values)
    found: list[Operand] = []
    for type in types:
        value = next(rest)
        if part_type(type) is not None and isinstance(value, Tensor):
            imaginary = next(rest)
            assert isinstance(imaginary, Tensor)  # parts come in pairs
            value = Complex(value, imaginary)
        found.append(value)
    return found


# fmt: off
_BY_PARTS = frozenset(f"stablehlo.{name}" for name in (
    "add", "subtract", "reshape", "transpose", "reverse", "broadcast", "broadcast_in_dim",
    "concatenate", "slice", "pad", "dynamic_slice", "dynamic_update_slice", "gather",
    "torch_index_select", "reduce_scatter",
))
_FLAT = frozenset(f"stablehlo.{name}" for name in (
    "while", "if", "case", "reduce", "reduce_window", "map", "optimization_barrier",
)) | {"sdy.sharding_constraint"}
# fmt: on


def convert_complex(b: Builder, op: Operation, operands: Sequence[Operand]) -> Sequence[Operand]:
    """What an op makes of complex operands, or of others if its results are complex."""
    name = op.name
    own = _RULES.get(name.removeprefix("stablehlo."))
    if own is not None:
        found = own(b, op, *operands)
        return found if isinstance(found, (list, tuple)) else [found]
    if name in _BY_PARTS or (name in ("stablehlo.reduce", "stablehlo.scatter") and _is_linear(op)):
        return _by_parts(b, op, operands)
    if name in _FLAT:
        parts = RULES[name](b, op, *flat(operands))
        return packed(parts, [r.type for r in op.results])
    raise Refused("there is no rule for it with complex numbers")


def _is_linear(op: Operation) -> bool:
    """Whether each part of a result depends on the same part of the operands."""
    end = op.regions[0].entry.last
    chooses = end is not None and list(end.operands) == [op.regions[0].entry.args[-1]]
    if len(op.regions[0].entry.args) != 2:
        return False
    return single(op.regions[0]) == "stablehlo.add" or chooses


def _by_parts(b: Builder, op: Operation, operands: Sequence[Operand]) -> list[Operand]:
    rule = RULES[op.name]
    made = []
    for part in ("re", "im"):
        own = [getattr(v, part) if isinstance(v, Complex) else v for v in operands]
        found = rule(b, op, *own)
        made.append(found if isinstance(found, (list, tuple)) else [found])
    return [Complex(re, im) for re, im in zip(*made, strict=True)]


Rule = Callable[..., Any]
_RULES: dict[str, Rule] = {}


def _rule(*names: str) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        for name in names:
            _RULES[name] = function
        return function

    return register


def _unary(function: Callable[[Complex], Complex]) -> Rule:
    def convert(b: Builder, op: Operation, z: Complex) -> Complex:
        return function(z)

    return convert


for _name, _function in cn.UNARY.items():
    _RULES[_name] = _unary(_function)


@_rule("constant", "chlo.constant")
def constant(b: Builder, op: Operation) -> Complex:
    """The parts of the elements."""
    value: Any = op.properties["value"]
    numbers = value.numpy()
    element = value.type.element_type.element_type
    return Complex(b.array(numbers.real.copy(), element), b.array(numbers.imag.copy(), element))


@_rule("complex")
def complex_(b: Builder, op: Operation, re: Tensor, im: Tensor) -> Complex:
    """A number of two parts."""
    return Complex(re, im)


@_rule("real")
def real(b: Builder, op: Operation, z: Complex) -> Tensor:
    """The real part."""
    return z.re


@_rule("imag")
def imag(b: Builder, op: Operation, z: Complex) -> Tensor:
    """The imaginary part."""
    return z.im


@_rule("abs")
def absolute(b: Builder, op: Operation, z: Complex) -> Tensor:
    """The distance from 0."""
    return cn.absolute(z)


@_rule("multiply")
def multiply(b: Builder, op: Operation, x: Complex, y: Complex) -> Complex:
    """The product."""
    return x * y


@_rule("divide")
def divide(b: Builder, op: Operation, x: Complex, y: Complex) -> Complex:
    """The quotient."""
    return x / y


@_rule("power")
def power(b: Builder, op: Operation, x: Complex, y: Complex) -> Complex:
    """The power."""
    return cn.power(x, y)


@_rule("compare")
def compare(b: Builder, op: Operation, x: Complex, y: Complex) -> Tensor:
    """Whether two numbers are equal, or not."""
    direction: Any = op.properties["comparison_direction"]
    word = direction.value.name
    if word not in ("EQ", "NE"):
        raise Refused("complex numbers have no order")
    return x.equal(y) if word == "EQ" else ~x.equal(y)


@_rule("select")
def select(b: Builder, op: Operation, condition: Tensor, x: Complex, y: Complex) -> Complex:
    """One of two numbers."""
    found: Complex = chosen(condition, x, y)
    return found


@_rule("convert")
def convert(b: Builder, op: Operation, x: Operand) -> Operand:
    """The number in another type; the real part, if that has no imaginary one."""
    element = element_type_of(op.results[0].type)
    if not isinstance(element, ComplexType):
        assert isinstance(x, Complex)  # one of both is complex
        return converted(x.re, element)
    if isinstance(x, Complex):
        return x.each(lambda part: part.to(element.element_type))
    re = converted(x, element.element_type)
    return Complex(re, b.number(0.0, re.element).expand(x.shape))


@_rule("cholesky", "triangular_solve", "sort", "custom_call")
def same(b: Builder, op: Operation, *operands: Operand) -> Any:
    """These rules take complex numbers."""
    return RULES[op.name](b, op, *operands)


@_rule("iota")
def iota(b: Builder, op: Operation) -> Complex:
    """Indices along a dimension."""
    found = RULES["stablehlo.iota"](b, op)
    return Complex(found, b.number(0.0, found.element).expand(found.shape))


@_rule("dot_general", "dot", "convolution")
def product(b: Builder, op: Operation, x: Operand, y: Operand) -> Complex:
    """Four products of parts."""
    rules = {"stablehlo.dot_general": dot_general, "stablehlo.convolution": convolution}
    rule = rules.get(op.name, plain_dot)
    if not isinstance(x, Complex) or not isinstance(y, Complex):
        raise Refused("a product of real and complex numbers")

    def of(left: Tensor, right: Tensor) -> Tensor:
        return rule(b, op, left, right)

    re = of(x.re, y.re) - of(x.im, y.im)
    return Complex(re, of(x.re, y.im) + of(x.im, y.re))


@_rule("fft")
def fft(b: Builder, op: DataOp, x: Operand) -> Operand:
    """A DFT of each of the last dimensions."""
    lengths = listed(op.properties["fft_length"])
    kind = op.properties["fft_type"].value.name
    shape = tuple(op.results[0].type.shape)
    element = x.element
    if not isinstance(element, FloatType):
        raise Refused(f"elements of type {element}")
    first = x.rank - len(lengths)
    if 0 in shape or 0 in x.shape:
        zero = b.number(0.0, element).expand(shape)
        return zero if kind == "IRFFT" else Complex(zero, zero)
    z = x if isinstance(x, Complex) else Complex(x, b.number(0.0, element).expand(x.shape))
    last = x.rank - 1
    if kind == "RFFT":
        z = transformed(z, last, False).slice(last, 0, lengths[-1] // 2 + 1)
        return _along(z, range(first, last), False)
    if kind == "IRFFT":
        z = _along(z, range(first, last), True)
        return transformed(mirrored(z, lengths[-1]), last, True).re
    return _along(z, range(first, x.rank), kind == "IFFT")


def _along(z: Complex, axes: Sequence[int], inverse: bool) -> Complex:
    for axis in axes:
        z = transformed(z, axis, inverse)
    return z


def transformed(z: Complex, axis: int, inverse: bool) -> Complex:
    """The DFT along a dimension; the inverse one is divided by the length."""
    whole = given(z)("DFT", None, z.b.integers(axis).reshape([]), inverse=int(inverse), onesided=0)
    shape, last = z.shape, z.rank
    re, im = (whole.slice(last, k, k + 1).reshape(shape) for k in range(2))
    return Complex(re, im)


def mirrored(z: Complex, length: int) -> Complex:
    """All coefficients of a real signal, from the first half of them. The imaginary parts of the
    first one, and of the middle one of an even length, do not count."""
    last = z.rank - 1
    z = z.slice(last, 0, length // 2 + 1)
    size = z.shape[last]
    b = z.b
    edges = [0.0 if i == 0 or 2 * i == length else 1.0 for i in range(size)]
    kept = b.elements(DenseElementsAttr.of(RankedTensorType((size,), z.element), edges))
    z = Complex(z.re, z.im * kept)
    count = length - size
    if count == 0:
        return z
    tail = z.slice(last, size - 1 - (length % 2 == 0), 0, -1).conj()
    return Complex(b.concat([z.re, tail.re], last), b.concat([z.im, tail.im], last))
