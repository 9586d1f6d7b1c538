"""Which types the results of an op have, as far as its operands say it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import stablehlo
from mlirlite.dialects.stablehlo.check import INFERRED, Wrong, tensor
from mlirlite.dialects.stablehlo.check_products import convolution_shape, product_shape
from mlirlite.dialects.stablehlo.check_shapes import known
from mlirlite.dialects.stablehlo.compatible import most_specific, same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, I64, RankedTensorType, ShapedType, TupleType
from mlirlite.ods.hooks import DataOp
from mlirlite.support.diagnostics import DiagnosticError, error

SHAPES = "indices_of_shape_operands"
"""The attribute of a custom call that names its operands which are shapes of its results."""

_SHAPE_OPERAND = {
    "dynamic_broadcast_in_dim": 1,
    "dynamic_iota": 0,
    "dynamic_reshape": 1,
    "rng": 2,
}
"""The operand that is the shape of the result."""


def stated_shapes(op: DataOp) -> list[list[int]] | None:
    """The shapes of the results of a custom call that its operands say; None if it has none, or
    they are not constants. DiagnosticError if they do not fit."""
    given: Any = op.attributes.get(SHAPES)
    if not isinstance(given, DenseElementsAttr):
        return None
    types = _flat(op.result_types)
    suffix = "" if len(types) == len(op.results) else ", with tuples flattened"
    if given.type.num_elements != len(types):
        raise _error(
            op,
            f"number of elements ({given.type.num_elements}) must be equal to the number of "
            f"operation results ({len(types)}){suffix}",
        )
    if len(given.type.shape) != 1:
        raise _error(op, "must have rank = 1")
    if given.type.element_type is not I64:
        raise _error(op, "must have i64 element type")
    found = []
    for number, (index, type) in enumerate(zip(given.values(), types, strict=True)):
        if not 0 <= index < len(op.operands):
            raise _error(
                op,
                f"index #{number} ({index}) must be within bounds for operation operands "
                f"(from 0 to {len(op.operands)})",
            )
        sizes = known(op.operands[index])
        if sizes is None:
            return None
        shape = getattr(type, "shape", sizes)
        if len(shape) != len(sizes) or not all(map(same_size, shape, sizes)):
            raise _error(
                op,
                f"refinement #{number} ([{', '.join(map(str, sizes))}]) must be compatible with "
                f"operation result #{number} ('{type}'){suffix}",
            )
        found.append(sizes)
    return found


def _error(op: DataOp, words: str) -> DiagnosticError:
    return DiagnosticError(error(f"{SHAPES}: {words}", op.location))


def _flat(types: Sequence[Type]) -> list[Any]:
    found: list[Any] = []
    for type in types:
        found += _flat(type.types) if isinstance(type, TupleType) else [type]
    return found


def refined_types(op: DataOp) -> list[Type] | None:
    """The types of an op's results: what they are, and what follows from its operands. None if
    nothing follows. DiagnosticError for shapes that do not fit."""
    try:
        found = _inferred(op)
    except Wrong:
        return None
    if found is None or len(found) != len(op.results):
        return None
    return [_both(old, new) for old, new in zip(op.result_types, found, strict=True)]


def _both(old: Type, new: Type) -> Type:
    """The old type with the sizes that the new one knows."""
    if isinstance(old, TupleType) and isinstance(new, TupleType):
        pairs = zip(old.types, new.types, strict=True)
        return TupleType(tuple([_both(a, b) for a, b in pairs]))
    if not isinstance(new, RankedTensorType) or not isinstance(old, ShapedType):
        return old
    if not isinstance(old, RankedTensorType):
        return new if new.element_type is old.element_type else old
    if old.encoding is not None or new.encoding is not None or old.rank != new.rank:
        return old
    if not all(map(same_size, old.shape, new.shape)):
        return old
    found: Type = most_specific([old, tensor(old, new.shape)])
    return found


def _inferred(op: DataOp) -> Sequence[Type] | None:
    dialect, _, name = op.name.partition(".")
    found: Sequence[Type] | None
    if dialect != "stablehlo":
        return _of_operands(op)
    if name == "custom_call":
        shapes = stated_shapes(op)
        return None if shapes is None else _with_shapes(op.result_types, shapes)
    if name in _SHAPE_OPERAND:
        sizes = known(op.operands[_SHAPE_OPERAND[name]])
        return None if sizes is None else [tensor(op.results[0].type, sizes)]
    if name in ("while", "optimization_barrier"):
        found = op.operand_types
        return found
    if name == "bitcast_convert":
        x, y = op.operands[0].type, op.results[0].type
        same = _width(x.element_type) == _width(y.element_type)
        return [tensor(y, x.shape)] if same else None
    special = _SPECIAL.get(name)
    if special is not None:
        found = special(op)
        return found
    infer = INFERRED.get(op.name)
    found = None if infer is None else infer(op)
    return _of_operands(op) if found is None and not op.regions else found


def _with_shapes(types: Sequence[Any], shapes: list[list[int]]) -> list[Type]:
    """Types with these shapes, which are removed from the list; those of tuples one by one."""
    return [
        TupleType(tuple(_with_shapes(t.types, shapes)))
        if isinstance(t, TupleType)
        else tensor(t, shapes.pop(0))
        for t in types
    ]


def _width(type: Any) -> int:
    return int(getattr(type, "element_type", type).width)


def _of_operands(op: DataOp) -> Sequence[Type] | None:
    """The shape of an op that works on elements: what any operand of its rank knows."""
    if len(op.results) != 1 or not op.operands or op.regions:
        return None
    given = [v.type for v in op.operands]
    y: Any = op.results[0].type
    shapes = [t.shape for t in given if isinstance(t, RankedTensorType)]
    if len(shapes) != len(given) or len({len(s) for s in shapes}) != 1:
        return None
    sizes = [
        next((n for n in column if n != DYNAMIC), DYNAMIC) for column in zip(*shapes, strict=True)
    ]
    return [tensor(y, sizes)]


def _with_constants(op: DataOp, name: str, keep: int, properties: dict[str, Any]) -> Any:
    """What the static op says that an op with constants becomes."""
    cls: Any = stablehlo.DIALECT.op_class(f"stablehlo.{name}")
    made = cls.create(op.operands[:keep], op.result_types, properties)
    infer = _SPECIAL.get(name) or INFERRED[f"stablehlo.{name}"]
    try:
        return infer(made)
    finally:
        made.set_operands(())


def _convolution(op: DataOp) -> Any:
    padding = known(op.operands[2])
    if padding is None:
        return None
    type = RankedTensorType((len(padding) // 2, 2), I64)
    properties = {**op.properties, "padding": DenseElementsAttr.of(type, padding)}
    return _with_constants(op, "convolution", 2, properties)


def _pad(op: DataOp) -> Any:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    given = [known(v) for v in op.operands[2:]]
    if any(a is None for a in given):
        return None
    arrays = {n: i64_array(a or ()) for n, a in zip(names, given, strict=True)}
    return _with_constants(op, "pad", 2, arrays)


def _slice(op: DataOp) -> Any:
    names = ("start_indices", "limit_indices", "strides")
    given = [known(v) for v in op.operands[1:]]
    if any(a is None for a in given):
        sizes = slice_sizes(op)
        return None if sizes is None else [tensor(op.results[0].type, sizes)]
    arrays = {n: i64_array(a or ()) for n, a in zip(names, given, strict=True)}
    return _with_constants(op, "slice", 1, arrays)


def _product(op: DataOp) -> Any:
    return [tensor(op.results[0].type, product_shape(op))]


def _dot(op: DataOp) -> Any:
    x, y = (v.type.shape for v in op.operands)
    return [tensor(op.results[0].type, (*x[:-1], *y[1:]))]


def _gathered(op: DataOp) -> Any:
    if "channel_handle" in op.properties and "use_global_device_ids" not in op.properties:
        return None
    dim, count = op.properties["all_gather_dim"].value, _group_size(op)
    return [_scaled(v.type, dim, lambda size: size * count) for v in op.operands]


def _scattered(op: DataOp) -> Any:
    if "channel_handle" in op.properties and "use_global_device_ids" not in op.properties:
        return None
    dim, count = op.properties["scatter_dimension"].value, _group_size(op)
    return [_scaled(op.operands[0].type, dim, lambda size: size // count)] if count else None


def _group_size(op: DataOp) -> int:
    groups = op.properties["replica_groups"]
    return int(groups.type.shape[1]) if isinstance(groups, DenseElementsAttr) else 0


def _scaled(type: Any, dim: int, scale: Callable[[int], int]) -> Type:
    shape = list(type.shape)
    if shape[dim] != DYNAMIC:
        shape[dim] = scale(shape[dim])
    return tensor(type, shape)


_SPECIAL: dict[str, Callable[[DataOp], Any]] = {
    "all_gather": _gathered,
    "convolution": lambda op: [tensor(op.results[0].type, convolution_shape(op))],
    "dot": _dot,
    "dot_general": _product,
    "dynamic_conv": _convolution,
    "dynamic_pad": _pad,
    "real_dynamic_slice": _slice,
    "reduce_scatter": _scattered,
}


def slice_sizes(op: DataOp) -> list[int] | None:
    """How long a `real_dynamic_slice` is in each dimension, where its limits are its starts and
    constants; None elsewhere, and where it has strides."""
    _, start, limit, strides = op.operands
    if any(n != 1 for n in known(strides) or (0,)):
        return None
    adds: Any = limit.owner
    if getattr(adds, "name", "") != "stablehlo.add":
        return None
    for first, second in (adds.operands, adds.operands[::-1]):
        if first is start and (sizes := known(second)) is not None:
            return list(sizes)
    return None
