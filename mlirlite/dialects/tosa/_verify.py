"""Checks that several of tosa's ops share, with upstream's messages."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.quant.types import UniformQuantizedType
from mlirlite.dialects.tosa.types import is_integer, storage_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import compatible_shapes
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import Diagnostic


def ranked(value: Value) -> RankedTensorType | None:
    """The type of a value when its rank is known."""
    return value.type if isinstance(value.type, RankedTensorType) else None


def shape_of(value: Value) -> tuple[int, ...] | None:
    """The shape of a value, None when its rank is not known."""
    return value.type.shape if isinstance(value.type, RankedTensorType) else None


def integers(value: Value) -> list[int] | None:
    """The numbers of a constant of integers or sizes, None for anything else."""
    found = constant_value(value)
    if isinstance(found, DenseElementsAttr) and not isinstance(found.element_type, FloatType):
        return found.values()
    return None


def agree(*sizes: int) -> bool:
    """Whether the known sizes are the same."""
    return len(set(sizes) - {DYNAMIC}) < 2


def fits(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two shapes agree."""
    return len(a) == len(b) and all(agree(x, y) for x, y in zip(a, b, strict=True))


def listed(values: Sequence[int] | DenseArrayAttr) -> str:
    """Numbers as upstream lists them in messages."""
    return ", ".join(map(str, values))


def same_elements(
    op: Operation, a: Type, b: Type, a_name: str = "input", b_name: str = "output"
) -> Diagnostic | None:
    """Both types have one element type."""
    a, b = element_type_of(a), element_type_of(b)
    if _is_plain(a) and _is_plain(b) and a is not b:
        return op.error(
            f"expect {a_name} and {b_name} to have same element type, got '{a}' and '{b}'"
        )
    return None


def _is_plain(t: Type) -> bool:
    return isinstance(t, (IntegerType, IndexType, FloatType, UniformQuantizedType))


def same_values(
    op: Operation, first: Sequence[Any], first_name: str, second: Sequence[Any], second_name: str
) -> Diagnostic | None:
    """Two lists of values have the same length, and types that fit."""
    if len(first) != len(second):
        return op.error(
            f"require same number of values in {first_name} ({len(first)}) and {second_name} "
            f"({len(second)})"
        )
    for a, b in zip(first, second, strict=True):
        found = same_type(op, a.type, first_name, b.type, second_name)
        if found is not None:
            return found
    return None


def same_type(
    op: Operation, first: Type, first_name: str, second: Type, second_name: str
) -> Diagnostic | None:
    """Two types have the same elements, and shapes that fit."""
    a, b = element_type_of(first), element_type_of(second)
    if a is not b:
        return op.error(
            f"require same element type for {first_name} ('{a}') and {second_name} ('{b}')"
        )
    if not compatible_shapes(first, second):
        return op.error(
            f"require same shapes for {first_name} ('{first}') and {second_name} ('{second}')"
        )
    return None


def zero_point(value: Value, signed: bool = True) -> int | None:
    """The number of a constant zero point, -1 for a float other than 0; None when it is not
    known."""
    known = constant_value(value)
    if not isinstance(known, DenseElementsAttr):
        return None
    number, type = known.values()[0], known.element_type
    if isinstance(type, FloatType):
        return 0 if number == 0 else -1
    if isinstance(type, IntegerType):
        bits: int = number & (1 << type.width) - 1
        return bits - (1 << type.width) if signed and bits >> type.width - 1 else bits
    return -1


def zero_point_problem(op: Operation, value: Value, name: str) -> Diagnostic | None:
    """Only numbers of 8 bits have zero points."""
    number = zero_point(value)
    type = element_type_of(value.type)
    if number and not is_integer(type, 8):
        return op.error(f"{name} zero point must be zero for non-int8 integer types")
    return None


def zero_point_type_problem(
    op: Operation, value: Value, zero: Value, name: str
) -> Diagnostic | None:
    """A zero point has the type of what it is the zero of."""
    a, b = storage_type(value.type), storage_type(zero.type)
    if a is b:
        return None
    return op.error(
        f"expect both {name} and its zero point are the same element type, got '{a}' and '{b}'"
    )


def output_problem(
    op: Operation, name: str, result: int, size: tuple[int, int], rule: str, numbers: str
) -> Diagnostic | None:
    """An output size is the quotient of `size` plus one, which must have no remainder. `rule` is
    the equation in names; `numbers` is the dividend in digits."""
    dividend, divisor = size
    quotient, rest = divmod(dividend, divisor)
    if rest:
        return op.error(f"expected {rule}, got {numbers} / {divisor}")
    if result in (DYNAMIC, quotient + 1):
        return None
    return op.error(
        f"calculated output {name} did not match expected: calculated={quotient + 1}, "
        f"expected={result}"
    )


def least_problem(
    op: Operation, what: str, values: Sequence[int] | DenseArrayAttr, least: int
) -> Diagnostic | None:
    """All numbers are at least so large."""
    if all(v >= least for v in values):
        return None
    return op.error(f"expect all {what} values to be >= {least}, got {listed(values)}")
