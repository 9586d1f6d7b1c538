"""What checks of ops are made of: an exception with StableHLO's words, and the types that an op
should have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.quant.types import QuantizedType
from mlirlite.dialects.stablehlo.compatible import bounds_of, compatible, same_elements
from mlirlite.dialects.stablehlo.syntax import BoundsAttr
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.types import DYNAMIC, RankedTensorType, ShapedType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Sizes = Sequence[int]


class Wrong(Exception):
    """What an op violates."""


Infer = Callable[[DataOp], Sequence[Type] | None]
INFERRED: dict[str, Infer] = {}
"""The checks of ops, which give the types of their results."""
CONSTRAINTS: dict[str, Callable[[DataOp], None]] = {}
"""What quantized types of an op have to fulfil besides."""


def constraint(*names: str) -> Callable[[Callable[[DataOp], None]], Callable[[DataOp], None]]:
    """Registers what is asked of these ops, of which `stablehlo.` is left out, if they have
    quantized types: the function raises `Wrong`."""

    def register(function: Callable[[DataOp], None]) -> Callable[[DataOp], None]:
        for name in names:
            CONSTRAINTS[f"stablehlo.{name}"] = function
        return function

    return register


def _violated(op: DataOp) -> Diagnostic | None:
    asked = CONSTRAINTS.get(op.name)
    if asked is None or not has_quantized(op):
        return None
    try:
        asked(op)
    except Wrong as e:
        found: Diagnostic = op.error(str(e))
        return found
    return None


def has_quantized(op: DataOp) -> bool:
    """Whether an operand or result has quantized elements."""
    values = (*op.operands, *op.results)
    return any(isinstance(getattr(v.type, "element_type", None), QuantizedType) for v in values)


def check(*names: str) -> Callable[[Infer], Infer]:
    """The check of these ops, of which `stablehlo.` is left out: it raises `Wrong`, and gives the
    types that the results should have, or None if it says nothing of them."""

    def register(function: Infer) -> Infer:
        def verify(op: DataOp) -> Diagnostic | None:
            found: Diagnostic | None = None
            try:
                types = function(op)
            except Wrong as e:
                found = op.error(str(e)).then("failed to infer returned types")
                return found
            if types is None:
                return _violated(op)
            actual = [r.type for r in op.results]
            if len(types) == len(actual) and all(map(compatible, types, actual)):
                return _violated(op)
            found = op.error(
                f"inferred type(s) {_quoted(types)} are incompatible with return type(s) of "
                f"operation {_quoted(actual)}"
            ).then("failed to infer returned types")
            return found

        INFERRED.update((f"stablehlo.{name}", function) for name in names)
        verify.__module__ = function.__module__  # where hooks are looked for
        verifier(*(f"stablehlo.{name}" for name in names))(verify)
        return function

    return register


def _quoted(types: Sequence[Type]) -> str:
    return ", ".join(f"'{t}'" for t in types)


def types_text(types: Sequence[Type]) -> str:
    """Types as StableHLO's errors list them."""
    return _quoted(types)


def tensor(like: Any, shape: Sizes, bounds: Sizes | None = None) -> RankedTensorType:
    """A type with the elements of another one; `bounds` are those of its dynamic sizes."""
    encoding = None
    if bounds is not None and any(b != DYNAMIC for b in bounds):
        encoding = BoundsAttr(tuple(bounds))
    found: RankedTensorType = RankedTensorType(tuple(shape), like.element_type, encoding)
    return found


def kept_bounds(type: Any) -> list[int] | None:
    """The bounds of a type as a list."""
    bounds = bounds_of(type)
    return None if bounds is None else list(bounds)


def same_start_types(values: Sequence[Any]) -> None:
    """Wrong unless start indices have one element type."""
    if any(not same_elements(v.type, values[0].type) for v in values):
        raise Wrong("start indices must have same element type")


def distinct(first: Sizes, second: Sizes, names: tuple[str, str]) -> None:
    """Wrong if a dimension occurs twice in two lists."""
    seen: set[int] = set()
    for dim in (*first, *second):
        if dim in seen:
            raise Wrong(f"has duplicated dimension from {names[0]} and {names[1]}: {dim}")
        seen.add(dim)


def in_bounds(dims: Sizes, limit: int, name: str, limit_name: str) -> None:
    """Wrong unless all dimensions are below a limit."""
    for dim in dims:
        if not 0 <= dim < limit:
            raise Wrong(
                f"Expects each element of {name} to be in range [0, {limit_name}) i.e. "
                f"[0, {limit}). got: {dim}."
            )


def ordered(dims: Sizes, name: str, *, unique: bool = False) -> None:
    """Wrong unless dimensions are sorted, and differ if that is asked."""
    listed = ", ".join(map(str, dims))
    if list(dims) != sorted(dims):
        raise Wrong(f"Expects {name} to be sorted; got: [{listed}].")
    if unique and len(set(dims)) < len(dims):
        raise Wrong(f"Expects {name} to not repeat; got: [{listed}].")


def shape_text(shape: Sizes) -> str:
    """Sizes with commas between."""
    return ", ".join("?" if n == DYNAMIC else str(n) for n in shape)


def precision(op: DataOp) -> None:
    """Wrong if a product has more than two precisions."""
    config = op.properties.get("precision_config")
    if isinstance(config, ArrayAttr) and len(config) > 2:
        raise Wrong("expects precision config to be empty or have <= 2 elements.")


def is_shaped(type: Any) -> bool:
    """Whether a type has a shape."""
    return isinstance(type, ShapedType)
