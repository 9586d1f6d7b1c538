"""Index constants, and values for what is a number or a value."""

from mlirlite.dialects._mixed import Mixed
from mlirlite.dialects.arith.constant import ConstantOp
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
