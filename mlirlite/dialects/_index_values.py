"""Index constants, and values from numbers or values."""

from collections.abc import Sequence
from math import prod

from mlirlite.dialects._mixed import Mixed, number_of
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.arith.integer import MulIOp
from mlirlite.ir.attributes import index_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value


def index_constant(b: Builder, number: int) -> Value:
    """`arith.constant number : index`."""
    made: Operation = b.insert(ConstantOp(index_attr(number), result=INDEX))
    return made.results[0]


def value_of(b: Builder, mixed: Mixed) -> Value:
    """A value for a number or value."""
    return mixed if isinstance(mixed, Value) else index_constant(b, mixed)


def product_of(b: Builder, factors: Sequence[Mixed]) -> Mixed:
    """A number or value for a product; the constant factors come last, as one."""
    number = prod(n for n in map(number_of, factors) if n is not None)
    values = [f for f in factors if isinstance(f, Value) and number_of(f) is None]
    if not values:
        return number
    found: Value = values[0]
    for value in [*values[1:], *([index_constant(b, number)] if number != 1 else [])]:
        made: Operation = b.insert(MulIOp(found, value))
        found = made.results[0]
    return found
