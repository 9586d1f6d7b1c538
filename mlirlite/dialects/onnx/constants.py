"""Reading constants: known operands as attributes, Python numbers or arrays.

Also through arithmetic on shapes: Shape -> Gather -> Concat gives partly known numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from math import prod, sqrt
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.node import DIM_PARAMS, SchemaOp
from mlirlite.dialects.onnx.shapes import Shape, element_of, product, shape_of
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    ElementsAttr,
    SparseElementsAttr,
    unpack_elements,
)
from mlirlite.ir.types import DYNAMIC, FloatType, IntegerType
from mlirlite.ir.values import BlockArgument, Value

if TYPE_CHECKING:
    import numpy

_MOST_ORIGINS = 16
"""In how many dimensions to search for one."""
_FAR = 64
"""How many ops up to search for the origin of a dimension."""
MOST = 4096
"""Larger constants are not shapes; they are not read into Python numbers."""

_DEPTH = 32
"""How many ops up to search for numbers."""
_HALF = 1 << 63

Numbers = list[Any]
"""Integers or floats in row-major order, DYNAMIC where unknown."""


def constant_of(value: Value | None) -> ElementsAttr | None:
    """The constant that a value is, or None."""
    definer = value.defining_op if value is not None else None
    return definer.elements() if isinstance(definer, ConstantOp) else None


def numbers_of(elements: ElementsAttr | None) -> Numbers | None:
    """The numbers of a constant of at most MOST elements; None for another, or without data."""
    if elements is None or elements.type.num_elements > MOST:
        return None
    if not isinstance(elements.element_type, (IntegerType, FloatType)):
        return None
    if isinstance(elements, DenseElementsAttr):
        return elements.values()
    if isinstance(elements, DenseResourceAttr):
        if not elements.resource.is_defined:
            return None
        return unpack_elements(elements.resource.data, elements.element_type)
    if isinstance(elements, SparseElementsAttr):
        return array_from(elements).reshape(-1).tolist()
    return None


def ints_of(value: Value | None) -> list[int] | None:
    """The integers of a constant, in row-major order; None when it is none."""
    elements = constant_of(value)
    if elements is None or not isinstance(elements.element_type, IntegerType):
        return None
    return numbers_of(elements)


def check_sizes(value: Value | None) -> None:
    """ValueError for a constant that holds DYNAMIC, the number by which types say that a size is
    unknown: as a size it would be taken for one."""
    sizes = ints_of(value)
    if sizes is not None and DYNAMIC in sizes:
        raise ValueError(f"invalid tensor dimension size {DYNAMIC}")


def scalar_of(value: Value | None) -> int | float | None:
    """The number of a constant with one element; None when it is none."""
    elements = constant_of(value)
    if elements is None or elements.type.num_elements != 1:
        return None
    numbers = numbers_of(elements)
    return None if numbers is None else numbers[0]


def array_of(value: Value | None) -> numpy.ndarray[Any, Any] | None:
    """The constant that a value is as a read-only array; None when it is none, or has no data."""
    elements = constant_of(value)
    if elements is None or (
        isinstance(elements, DenseResourceAttr) and not elements.resource.is_defined
    ):
        return None
    return array_from(elements)


def array_from(elements: ElementsAttr) -> numpy.ndarray[Any, Any]:
    """Any elements attribute as a read-only array; of objects for strings.

    Unsigned and signless integers narrower than a byte come as bytes.
    """
    import numpy as np

    if isinstance(elements, SparseElementsAttr):
        values = array_from(elements.values)
        array = np.zeros(elements.type.shape, values.dtype)
        array[tuple(np.moveaxis(elements.indices.numpy(), -1, 0))] = values
        array.flags.writeable = False
        return array
    if isinstance(elements, (DenseElementsAttr, DenseResourceAttr)):
        return elements.numpy()
    texts: Any = np.array(elements.value, dtype="O")  # type: ignore[attr-defined]  # of strings
    shape = elements.type.shape
    return texts.reshape(shape) if texts.size == prod(shape) else np.broadcast_to(texts[0], shape)


# Partly known numbers


class Dim(int):
    """A dimension that is not known, DYNAMIC as a number, but the same one as others with its
    `key`."""

    key: tuple[Value, int]

    def __new__(cls, value: Value, index: int) -> Dim:
        """Dimension `index` of a value, or of one further up that it always equals."""
        dim = super().__new__(cls, DYNAMIC)
        known: dict[tuple[Value, int], tuple[Value, int]] | None = getattr(_origins, "known", None)
        if known is not None:
            dim.key = _origin(value, index, known)
            return dim
        _origins.known = {}
        try:
            dim.key = _origin(value, index, _origins.known)
        finally:
            _origins.known = None
        return dim


_origins = threading.local()
"""The results of the current search, shared by its parts, so that each dimension is looked up
once."""


def _origin(
    value: Value, index: int, known: dict[tuple[Value, int], tuple[Value, int]]
) -> tuple[Value, int]:
    """The furthest dimension up that this one always equals."""
    start = value, index
    found = known.get(start)
    if found is not None:
        return found
    known[start] = start  # for recursive queries, and when the search is too large
    for _ in range(_FAR):
        definer = value.defining_op
        if len(known) > _MOST_ORIGINS or not isinstance(definer, SchemaOp):
            break
        if definer.results[0] is not value and not definer.alike:
            break
        sources = definer.dim_sources(index)
        if len(sources) == 1:
            value, index = sources[0]
            continue
        origins = {_origin(v, i, known) for v, i in sources}
        if len(origins) != 1:
            break
        value, index = origins.pop()
    known[start] = _first_of_name(value, index)
    return known[start]


def _first_of_name(value: Value, index: int) -> tuple[Value, int]:
    """The first argument's dimension that has the same name as this one of another argument."""
    if not isinstance(value, BlockArgument):
        return value, index
    function = value.owner.parent_op
    attributes = function.properties.get("arg_attrs") if function is not None else None
    names = [names_of_dims(a) for a in attributes] if isinstance(attributes, ArrayAttr) else []
    wanted = names[value.index].get(index) if value.index < len(names) else None
    for number, dimensions in enumerate(names[: value.index] if wanted is not None else ()):
        for position, name in dimensions.items():
            if name == wanted:
                return value.owner.args[number], position
    return value, index


def names_of_dims(attributes: Any) -> dict[int, str]:
    """Names of an argument's dimensions, by its attributes."""
    stated = attributes.get(DIM_PARAMS) if isinstance(attributes, DictionaryAttr) else None
    pairs = stated.value.split(",") if isinstance(stated, StringAttr) else ()
    return {int(i): n for i, _, n in (p.partition(":") for p in pairs) if i.isdigit()}


def dims_of(value: Value) -> Shape | None:
    """The shape of a value, unknown dimensions as `Dim`; None without a known rank."""
    shape = shape_of(value)
    if shape is None:
        return None
    return tuple(Dim(value, i) if d == DYNAMIC else d for i, d in enumerate(shape))


def same_size(first: int, second: int) -> bool:
    """Whether two dimensions of `dims_of` are equal in every run."""
    if isinstance(first, Dim) and isinstance(second, Dim):
        return first.key == second.key
    return first == second != DYNAMIC


def stands_for(value: Value, result: Value) -> bool:
    """Whether a value has the type of a result and, in every run, its sizes: equal types leave open
    whether a result of unknown sizes was broadcast."""
    dims, sizes = dims_of(value), dims_of(result)
    if value.type is not result.type or dims is None or sizes is None:
        return False
    return all(map(same_size, dims, sizes))


def known_ints(value: Value | None) -> list[int] | None:
    """The integers that a tensor is known to hold, in row-major order, DYNAMIC where unknown (a
    `Dim` where it is some tensor's dimension); None when not even their number is known."""
    numbers = known_numbers(value)
    if numbers is None or not all(isinstance(n, int) for n in numbers):
        return None
    return numbers


def known_bounds(value: Value | None) -> list[int] | None:
    """As `known_ints`, for starts and ends of a slice: -2**63, which exporters write for "from the
    first", is the number after it, since it is DYNAMIC here and means the same as a bound."""
    numbers = ints_of(value)
    return known_ints(value) if numbers is None else [max(n, DYNAMIC + 1) for n in numbers]


def known_numbers(value: Value | None) -> Numbers | None:
    """As `known_ints`, for floats too."""
    return _known_numbers(value, _DEPTH, {})


def _known_numbers(
    value: Value | None, depth: int, known: dict[tuple[Value, int], Numbers | None]
) -> Numbers | None:
    """`known` caches the results of the same query: each value is visited once per depth."""
    definer = value.defining_op if value is not None else None
    if value is None or definer is None or not depth:
        return _unknown(value)
    if isinstance(definer, ConstantOp):
        return numbers_of(definer.elements())
    rule = _RULES.get(definer.name)
    if rule is None or not isinstance(definer, SchemaOp):
        return _unknown(value)
    place = value, depth
    if place in known:
        return known[place]
    known[place] = None
    shape = shape_of(value)
    if shape is not None and (len(shape) > 1 or (shape and shape[0] > MOST)):
        return None
    try:
        found = rule(definer, lambda operand: _known_numbers(operand, depth - 1, known))
    except (ArithmeticError, IndexError, TypeError, ValueError):
        found = None
    if found is not None and len(found) > MOST:
        return None
    known[place] = _unknown(value) if found is None else [*map(_as_stored, found)]
    return known[place]


def _as_stored(number: Any) -> Any:
    """The result of arithmetic in 64 bits: integers wrap around."""
    if not isinstance(number, int) or -_HALF <= number < _HALF:
        return number
    return (number + _HALF) % (2 * _HALF) - _HALF


def _unknown(value: Value | None) -> Numbers | None:
    shape = shape_of(value)
    if shape is None or len(shape) > 1 or DYNAMIC in shape or product(shape) > MOST:
        return None
    return [DYNAMIC] * product(shape)


Read = Callable[[Value | None], Numbers | None]
Rule = Callable[[SchemaOp, Read], Numbers | None]
_RULES: dict[str, Rule] = {}


def _rule(names: str) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        for name in names.split():
            _RULES[f"onnx.{name}"] = function
        return function

    return register


@_rule("Shape")
def _shape(op: SchemaOp, read: Read) -> Numbers | None:
    shape = dims_of(op.operands[0])
    return None if shape is None else list(shape[op.get("start", 0) : op.get("end")])


@_rule("Size")
def _size(op: SchemaOp, read: Read) -> Numbers | None:
    shape = shape_of(op.operands[0])
    return None if shape is None else [product(shape)]


@_rule("Dim")
def _dim(op: SchemaOp, read: Read) -> Numbers | None:
    shape = dims_of(op.operands[0])
    return None if shape is None else [shape[op.get("axis")]]


@_rule("Identity Reshape Unsqueeze UnsqueezeV11 Squeeze SqueezeV11 Flatten")
def _same(op: SchemaOp, read: Read) -> Numbers | None:
    return read(op.operands[0])


@_rule("Cast CastLike")
def _cast(op: SchemaOp, read: Read) -> Numbers | None:
    numbers = read(op.operands[0])
    to = element_of(op.results[0])
    if numbers is None or not isinstance(to, (IntegerType, FloatType)):
        return None
    if isinstance(to, FloatType):
        return [n if n == DYNAMIC else float(n) for n in numbers]
    if to.width == 1:
        return [n if n == DYNAMIC else int(n != 0) for n in numbers]
    return [n if n == DYNAMIC else int(n) for n in numbers]


@_rule("Concat")
def _concat(op: SchemaOp, read: Read) -> Numbers | None:
    found: Numbers = []
    for operand in op.operands:
        numbers = read(operand)
        if numbers is None or len(shape_of(operand) or ()) != 1:
            return None
        found += numbers
    return found


@_rule("Gather")
def _gather(op: SchemaOp, read: Read) -> Numbers | None:
    data, indices = map(read, op.operands)
    if data is None or indices is None or len(shape_of(op.operands[0]) or ()) != 1:
        return None
    return [DYNAMIC if i == DYNAMIC else data[i] for i in indices]


@_rule("Slice")
def _slice(op: SchemaOp, read: Read) -> Numbers | None:
    data = read(op.operands[0])
    bounds = [known_bounds(v) if constant_of(v) else read(v) for v in op.operands[1:3]]
    steps = [1] if op.get("steps") is None else read(op.get("steps"))
    if data is None or steps is None or len(shape_of(op.operands[0]) or ()) != 1:
        return None
    parts = [*bounds, steps]
    if any(p is None or len(p) != 1 or p[0] == DYNAMIC for p in parts):
        return None
    start, end, step = (p[0] for p in parts if p)
    return data[slice_of(start, end, step, len(data))]


def slice_of(start: int, end: int, step: int, size: int) -> slice:
    """Python's slice of ONNX's clamped bounds in a dimension of this size."""
    start, end = (b + size if b < 0 else b for b in (start, end))
    if step > 0:
        return slice(min(max(start, 0), size), min(max(end, 0), size), step)
    start, end = min(max(start, 0), size - 1), min(max(end, -1), size - 1)
    return slice(start, None if end < 0 else end, step)


@_rule("ConstantOfShape")
def _constant_of_shape(op: SchemaOp, read: Read) -> Numbers | None:
    shape = read(op.operands[0])
    if shape is None or DYNAMIC in shape:
        return None
    value = op.get("value")
    fill = [0.0] if value is None else numbers_of(value)
    return None if fill is None or prod(shape) > MOST else fill * prod(shape)


@_rule("Expand")
def _expand(op: SchemaOp, read: Read) -> Numbers | None:
    numbers, shape = read(op.operands[0]), read(op.operands[1])
    if numbers is None or shape is None or DYNAMIC in shape:
        return None
    if len(numbers) == 1 and prod(shape) <= MOST:
        return numbers * max(1, prod(shape))
    return numbers if len(shape) <= 1 else None


@_rule("Range")
def _range(op: SchemaOp, read: Read) -> Numbers | None:
    parts = [read(v) for v in op.operands]
    if any(p is None or len(p) != 1 or not isinstance(p[0], int) or p[0] == DYNAMIC for p in parts):
        return None
    start, limit, delta = (p[0] for p in parts if p)
    count = max(0, -(-(limit - start) // delta))
    return [start + i * delta for i in range(count)] if count <= MOST else None


@_rule("Where")
def _where(op: SchemaOp, read: Read) -> Numbers | None:
    columns = _columns(op.operands, read)
    return columns and [DYNAMIC if c == DYNAMIC else x if c else y for c, x, y in columns]


@_rule(
    "ReduceProd ReduceProdV13 ReduceSum ReduceSumV11 ReduceMax ReduceMaxV13 ReduceMin ReduceMinV13"
)
def _reduce(op: SchemaOp, read: Read) -> Numbers | None:
    numbers = read(op.operands[0])
    rank = len(shape_of(op.operands[0]) or ())
    if numbers is None or rank > 1 or op.get("noop_with_empty_axes"):
        return None
    if DYNAMIC in numbers:
        return [DYNAMIC]
    kind = op.name.removeprefix("onnx.Reduce").partition("V")[0]
    return [_REDUCTIONS[kind](numbers)]


_REDUCTIONS: dict[str, Callable[[Numbers], Any]] = {
    "Prod": prod,
    "Sum": sum,
    "Max": max,
    "Min": min,
}


def _columns(operands: Sequence[Value], read: Read) -> list[Any] | None:
    """Entries that meet in an elementwise op on scalars and lists."""
    rows = [read(v) for v in operands]
    if any(r is None for r in rows):
        return None
    size = max(len(r) for r in rows if r is not None)
    if any(r is not None and len(r) not in (1, size) for r in rows):
        return None
    return list(zip(*(r * size if len(r) == 1 else r for r in rows if r is not None), strict=True))


def _divide(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return a / b


_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": _divide,
    "Mod": lambda a, b: a % b,
    "Max": max,
    "Min": min,
    "Neg": lambda a: -a,
    "Abs": abs,
    "Floor": lambda a: float(a // 1),
    "Ceil": lambda a: float(-(-a // 1)),
    "Sqrt": sqrt,
    "Equal": lambda a, b: int(a == b),
    "Less": lambda a, b: int(a < b),
    "Greater": lambda a, b: int(a > b),
    "Not": lambda a: 1 - a,
    "And": lambda a, b: a & b,
    "Or": lambda a, b: a | b,
}


@_rule(" ".join(_ARITHMETIC))
def _elementwise(op: SchemaOp, read: Read) -> Numbers | None:
    columns = _columns(op.operands, read)
    function = _ARITHMETIC[op.name.removeprefix("onnx.")]
    if op.get("fmod"):
        return None
    if columns is None:
        return None
    neutral = _NEUTRAL.get(op.name.removeprefix("onnx."))
    found = []
    for column in columns:
        if DYNAMIC not in column:
            found.append(function(*column))
        elif neutral is not None and column[1] == neutral:
            found.append(column[0])
        else:
            found.append(DYNAMIC)
    return found


_NEUTRAL = {"Add": 0, "Sub": 0, "Mul": 1, "Div": 1}
