"""Tensor types of which one says more than the other: `tensor<?x3xf32>` refines `tensor<*xf32>`."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType, TensorType
from mlirlite.support.diagnostics import Diagnostic


def sharpest(a: Type, b: Type) -> Type | None:
    """The most general type that refines both; None when they contradict each other."""
    if a is b:
        return a
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        element = sharpest(a.element_type, b.element_type)
        if element is None:
            return None
        if not isinstance(a, RankedTensorType) or not isinstance(b, RankedTensorType):
            known = a if isinstance(a, RankedTensorType) else b
            return known.replace(element_type=element)
        if len(a.shape) != len(b.shape):
            return None
        shape = []
        for x, y in zip(a.shape, b.shape, strict=True):
            if DYNAMIC not in (x, y) and x != y:
                return None
            shape.append(y if x == DYNAMIC else x)
        encoding = a.encoding if a.encoding is not None else b.encoding
        result: Type = RankedTensorType(tuple(shape), element, encoding)
        return result
    if type(a) is not type(b):
        return None
    changes: dict[str, Type] = {}
    for name in type(a).parameters:  # a sequence of tensors, an optional tensor
        x, y = getattr(a, name), getattr(b, name)
        if isinstance(x, Type) and isinstance(y, Type):
            inner = sharpest(x, y)
            if inner is None:
                return None
            changes[name] = inner
        elif x != y:
            return None
    return a.replace(**changes)


def contradiction(op: Operation, inferred: Sequence[Type]) -> Diagnostic | None:
    """The error for an op whose result types and inferred types contradict each other."""
    given = op.result_types
    if all(sharpest(g, i) is not None for g, i in zip(given, inferred, strict=True)):
        return None
    expected, found = (", ".join(f"'{t}'" for t in types) for types in (inferred, given))
    return op.error(
        f"inferred type(s) {expected} are incompatible with return type(s) of operation {found}"
    )
