"""Rows of the grid: an operator, an element type, a variant of its attributes and operands, a size.

A recipe yields variants of its operators for a size; everything else comes from the declarations:
which types an operator allows, which operands have the type of the row, which have their own.

    @recipe("Softmax")
    def softmax(size: int) -> Variants:
        yield Variant("last", [x(8, 512)], {"axis": -1})
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import onnx

from mlirlite.dialects import onnx as dialect
from mlirlite.dialects.onnx import schemas

SIZES = ("small", "medium", "large")
MODES = ("known", "batch", "unknown")
"""Shapes are known; the first dimension of the data is not; no dimension is."""
TYPES = {
    "float": "f32", "float16": "f16", "bfloat16": "bf16", "double": "f64",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "bool",
}  # fmt: skip
"""Element types of rows: ONNX's name and ours. Texts, complex numbers and types of less than a byte
are not measured."""
ONNX_TYPES = {short: name for name, short in TYPES.items()}


def onnx_type(short: str) -> int:
    """The number of an element type in ONNX."""
    return int(onnx.TensorProto.DataType.Value(ONNX_TYPES[short].upper()))


@dataclass(frozen=True)
class Tensor:
    """An operand: `type` as in TYPES' values, "" for that of the row or of the declaration."""

    shape: tuple[int, ...]
    values: Any = "normal"
    """A distribution (`arrays.py`), or the numbers."""
    type: str = ""
    constant: bool = False
    batch: int | None = None
    """The dimension that is unknown with an unknown batch."""
    fixed: bool = False
    """Whether its shape is always known: a list of sizes, whose length is a rank."""
    known: tuple[int, ...] = ()
    """Dimensions that are known where no others are: a rank depends on them."""


@dataclass(frozen=True)
class Variant:
    """A node: its operands (None: left out), attributes (functions are of the row's type), and how
    many outputs it has."""

    name: str
    inputs: Sequence[Tensor | None]
    attributes: dict[str, Any] = field(default_factory=dict)
    outputs: int = 1


Variants = Iterator[Variant]
Recipe = Callable[..., Variants]


@dataclass(frozen=True)
class _Entry:
    make: Callable[[int], Variants]
    vary: str
    """The type variable that stands for the type of a row."""


RECIPES: dict[tuple[str, str], _Entry] = {}
"""By domain and operator."""


def recipe(*names: str, vary: str = "", domain: str = "") -> Callable[[Recipe], Recipe]:
    """The variants of these operators. A function of several gets the operator's name, too."""

    def add(make: Recipe) -> Recipe:
        for name in names:
            RECIPES[domain, name] = _Entry(
                make if len(names) == 1 else lambda size, n=name: make(size, n), vary
            )
        return make

    return add


def operators_of(cls: type, left_out: str = "") -> list[str]:
    """The operators of a class of the dialect that the newest opset has."""
    return [
        name
        for name in schemas.names()
        if issubclass(getattr(dialect, f"{name}Op", object), cls)
        and not schema_of(name).deprecated
        and name not in left_out.split()
    ]


@dataclass(frozen=True)
class Row:
    """A node to measure, without its mode."""

    domain: str
    op: str
    type: str
    variant: Variant
    size: str

    @property
    def key(self) -> str:
        """What tells it from the others of its operator and type."""
        return f"{self.variant.name}|{self.size}"


def schema_of(op: str, domain: str = "") -> schemas.Schema:
    """The newest declaration."""
    found = schemas.lookup(op, None, domain)
    assert found is not None, op
    return found


def _varies(op: str, domain: str) -> str:
    """The type variable of rows; empty where the first operand has one type."""
    schema, entry = schema_of(op, domain), RECIPES[domain, op]
    first = schema.inputs[0].type if schema.inputs else next(iter(schema.types), "")
    return entry.vary or (first if first in schema.types else "")


@cache
def types_of(op: str, domain: str = "") -> tuple[str, ...]:
    """The types of an operator's rows."""
    schema, variable = schema_of(op, domain), _varies(op, domain)
    allowed = schema.types.get(variable, ())
    found = tuple(short for name, short in TYPES.items() if f"tensor({name})" in allowed)
    if not found and schema.inputs:
        found = tuple(
            TYPES[n]
            for t in schema.allowed_types(schema.inputs[0])
            if (n := t.removeprefix("tensor(").removesuffix(")")) in TYPES
        )
    return found[:1] if not variable else found


def type_of_input(row: Row, index: int) -> str:
    """The element type of an operand."""
    tensor = row.variant.inputs[index]
    assert tensor is not None
    if tensor.type:
        return tensor.type
    schema = schema_of(row.op, row.domain)
    parameter = schema.inputs[min(index, len(schema.inputs) - 1)]
    variable = _varies(row.op, row.domain)
    if parameter.type == variable:
        return row.type
    allowed = [
        TYPES[n]
        for t in schema.allowed_types(parameter)
        if (n := t.removeprefix("tensor(").removesuffix(")")) in TYPES
    ]
    if row.type in allowed and parameter.type in schema.types:
        return row.type
    return next((t for t in ("f32", "i64", "bool") if t in allowed), allowed[0])


@cache
def rows_of(op: str, type: str, domain: str = "") -> tuple[Row, ...]:
    """All rows of an operator and a type, medium sizes first."""
    entry = RECIPES[domain, op]
    return tuple(
        Row(domain, op, type, variant, SIZES[size])
        for size in (1, 0, 2)
        for variant in entry.make(size)
    )


# Operands


def x(*shape: int, **more: Any) -> Tensor:
    """Data, with the batch as first dimension."""
    return Tensor(shape, **{"batch": 0 if shape else None, **more})


def v(*shape: int, **more: Any) -> Tensor:
    """A further operand that is not constant, without a batch."""
    return Tensor(shape, **more)


def w(*shape: int, **more: Any) -> Tensor:
    """A weight."""
    return Tensor(shape, constant=True, **more)


def ints(*numbers: int, constant: bool = True) -> Tensor:
    """A list of sizes, axes …"""
    return Tensor((len(numbers),), list(numbers), "i64", constant, fixed=True)


def number(value: Any, type: str = "", constant: bool = True) -> Tensor:
    """A scalar."""
    return Tensor((), value, type, constant)


def image(size: int, channels: int = 64, batch: tuple[int, int, int] = (1, 1, 8)) -> Tensor:
    """A feature map (N, C, H, W)."""
    side = (14, 56, 56)[size]
    return x(batch[size], channels, side, side)
