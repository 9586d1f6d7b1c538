"""Constraints on properties of the ops, and how their defaults are written."""

from collections.abc import Iterable
from typing import Annotated, Any

from mlirlite.dialects._constraints import array_of
from mlirlite.dialects._reassociation import is_index_lists
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, dense_array, i64_array
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.types import I1, I64

NO_INTEGERS = i64_array(())
NO_FLAGS = dense_array(I1, ())
NO_ELEMENTS = ArrayAttr(())


def default(value: Any) -> Any:
    """The default of a property."""
    return value


def _at_least(least: int, words: str) -> Any:
    return Annotated[
        int,
        I64,
        Constraint(
            f"64-bit signless integer attribute whose value is {words}",
            lambda a: isinstance(a, IntegerAttr) and a.type is I64 and a.value >= least,
        ),
    ]


def _integers(words: str, test: Any) -> Any:
    return Annotated[
        DenseArrayAttr,
        I64,
        Constraint(
            f"i64 dense array attribute {words}",
            lambda a: isinstance(a, DenseArrayAttr) and a.element_type is I64 and test(a.value),
        ),
    ]


Positive = _at_least(1, "positive")
NonNegative = _at_least(0, "non-negative")
NonNegatives = _integers("whose value is non-negative", lambda v: all(n >= 0 for n in v))
Three = _integers("with exactly 3 elements", lambda v: len(v) == 3)
NoneOrThree = _integers("with 0 or 3 elements", lambda v: len(v) in (0, 3))
I64Arrays = Annotated[ArrayAttr, Constraint("array of arrays of i64", is_index_lists)]
TypeArray = Annotated[ArrayAttr, array_of("type array attribute", Type)]


def is_permutation(numbers: Any) -> bool:
    """Whether each number below the length occurs once."""
    return sorted(numbers) == list(range(len(numbers)))


def numbers(array: DenseArrayAttr | None) -> tuple[int, ...]:
    """The entries of an optional list."""
    return () if array is None else tuple(array.value)


def listed(numbers: Iterable[int]) -> str:
    """The numbers as error messages show them."""
    return ", ".join(map(str, numbers))
