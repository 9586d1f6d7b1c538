"""Conditions on types for rules of several dialects."""

from mlirlite.ir.attribute import Type
from mlirlite.ir.values import Value
from mlirlite.rewriting import computed


@computed
def same_type(x: Value, y: Value) -> bool:
    """Whether two values have one type."""
    return x.type is y.type


@computed
def has_type(x: Value, type: Type) -> bool:
    """Whether a value has a type."""
    return x.type is type
