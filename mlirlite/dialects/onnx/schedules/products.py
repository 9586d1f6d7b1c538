"""Products of matrices, attention and recurrent layers, in register tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import ClassVar, Self

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schedules.blocked import has_f32_weights
from mlirlite.dialects.onnx.schedules.conv_tiles import FULL
from mlirlite.dialects.onnx.schedules.schedule import Allowed, Entries, OpT, Schedule, entry, up_to
from mlirlite.dialects.onnx.schedules.tiles import Shape, choose
from mlirlite.dialects.onnx.shapes import element_of, known_shape, shape_of
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import DYNAMIC, F32, F64, I32, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.machine import Machine

_MANY = 1 << 10
"""Columns assumed if their number is not known."""
_ANY = 1 << 20
"""More than any number at run time."""
QUERIES = 128
"""The most rows of scores, and the number assumed for tiles if it is known only at run time."""
_PAGE = 4096
"""A panel pays if rows of the right side are at least this many bytes apart: each row of a block is
then in a separate page, and in the same set of the L1 cache."""
_SHARE = 8
"""A right side that takes more than this part of the L2 cache is better read once, into a panel,
than once per block of rows."""
_WORTH = 12
"""A panel pays for at least this many rows, if they are more than one tile."""


@dataclass(frozen=True)
class Tiled(Schedule[OpT]):
    """A product in tiles."""

    sums: ClassVar[tuple[tuple[str, str], ...]] = (("rows", "vectors"),)
    rows: int = entry("rows of the left side whose sums stay in registers")
    vectors: int = entry("vectors of columns whose sums stay in registers")

    @property
    def tile(self) -> Shape:
        """Both."""
        return Shape(self.rows, self.vectors)


@dataclass(frozen=True)
class Product(Tiled[OnnxOp]):
    """MatMul and Gemm of floats."""

    right: str = entry(
        'how the right side is read: "packed" panels of a constant, "copied" into a panel for each '
        'block of columns (or all of it, where it is stored by columns), "direct", or for one row '
        '"streamed" in the order of memory',
        "direct",
    )
    weights: str | None = entry('"f16": packed panels are rounded to it', None)

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """For matrices, and stacks of them, of f32 or f64."""
        x, y = shape_of(op.operands[0]), shape_of(op.operands[1])
        return x is not None and y is not None and min(len(x), len(y)) > 1 and _is_tiled(op)

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """The tile with the fewest cycles; panels where they pay."""
        rows, columns = _sizes(op)
        right = op.operands[1]
        width, known = bit_width(right.type), [_number(n) for n in (rows, columns)]
        lanes = machine.lanes(width)
        tile = choose(machine, known[0], known[1], lanes)
        if _packs(op):
            return cls(rows=tile.rows, vectors=tile.vectors, right="packed")
        transposed = _is_transposed(op)
        if rows == 1:
            vectors = -(-(known[1] or _MANY) // lanes)
            if vectors + machine.spare <= machine.registers and not transposed:  # all sums at once
                return cls(rows=1, vectors=vectors, right="direct")
            if vectors + machine.spare <= machine.registers:
                return cls(rows=1, vectors=vectors, right="streamed")
            return cls(rows=tile.rows, vectors=tile.vectors, right="streamed")
        many = rows == DYNAMIC or rows > max(_WORTH - 1, tile.rows)
        copied = transposed or (many and _is_far(known_shape(right), width // 8, machine))
        how = "copied" if copied else "direct"
        return cls(rows=tile.rows, vectors=tile.vectors, right=how)

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Gemm packs every constant; a side that is stored by columns is never read directly."""
        rows, columns = _sizes(op)
        streamed = ("streamed",) if rows == 1 else ()
        right: tuple[str, ...] = ("copied", *(() if _is_transposed(op) else ("direct",)), *streamed)
        if _packs(op):
            right = ("packed", *(right if isinstance(op, onnx.MatMulOp) else ()))
        found = {**_tile(machine, rows, columns, _bits(op)), "right": right}
        packs = given.get("right") == "packed" and has_f32_weights(op)
        return found | ({"weights": ("f16",)} if packs else {})

    @classmethod
    def space(cls, op: OnnxOp, machine: Machine) -> Iterator[Self]:
        """Tiles of rows by vectors; how the right side is read stays."""
        usual = cls.default(op, machine)
        if usual is None or usual.right == "streamed" or len(known_shape(op.results[0])) < 2:
            return
        rows, columns = known_shape(op.results[0])[-2:]
        vectors = machine.registers if columns == DYNAMIC else -(-columns // machine.lanes(32))
        for v in up_to(min(vectors, 8)):
            for r in up_to(machine.registers if rows == DYNAMIC else min(rows, 32)):
                if machine.holds(r, v) and (r * v >= FULL * machine.registers or rows == r):
                    yield replace(usual, rows=r, vectors=v)

    def with_f16_weights(self, op: OnnxOp) -> Self | None:
        """As in the base class."""
        rounds = self.right == "packed" and has_f32_weights(op)
        return replace(self, weights="f16") if rounds else None


def _sizes(op: OnnxOp) -> tuple[int, int]:
    """Rows and columns of one product; a stack by one matrix is one product."""
    x, y = known_shape(op.operands[0]), known_shape(op.operands[1])
    if isinstance(op, onnx.GemmOp):
        return x[1] if op.get("transA", 0) else x[0], y[0] if _is_transposed(op) else y[1]
    if len(y) > 2:
        return x[-2], y[-1]
    return DYNAMIC if DYNAMIC in x[:-1] else prod(x[:-1]), y[-1]


def _is_transposed(op: OnnxOp) -> bool:
    """Whether the right side is stored by columns."""
    return isinstance(op, onnx.GemmOp) and bool(op.get("transB", 0))


def _packs(op: OnnxOp) -> bool:
    """Whether the right side is one constant matrix."""
    right = op.operands[1]
    return len(known_shape(right)) == 2 and constant_of(right) is not None


def _is_tiled(op: OnnxOp) -> bool:
    types = [v.type for v in op.operands[:2]]
    return all(
        isinstance(t, RankedTensorType) and t.element_type in (F32, F64) and 0 not in t.shape
        for t in types
    )


def _is_far(shape: tuple[int, ...], width: int, machine: Machine) -> bool:
    """True when reading rows of a matrix, with elements of `width` bytes, directly from memory is
    slow."""
    depth, columns = shape[-2:]
    if columns == DYNAMIC or columns * width >= _PAGE:
        return True
    return depth == DYNAMIC or depth * columns * width > machine.l2_bytes // _SHARE


@dataclass(frozen=True)
class IntegerProduct(Tiled[OnnxOp]):
    """Products of bytes with a constant, whose sums have 32 bits."""

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """For one matrix on the right."""
        x, y = shape_of(op.operands[0]), shape_of(_right(op))
        return x is not None and y is not None and len(x) > 1 == len(y) - 1 and 0 not in (*x, *y)

    @classmethod
    def constants(cls, op: OnnxOp) -> Sequence[Value]:
        """The right side."""
        return (_right(op),)

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """The tile with the fewest cycles."""
        rows, columns = cls._sizes(op)
        tile = choose(machine, _number(rows), columns, machine.lanes(I32.width))
        return cls(rows=tile.rows, vectors=tile.vectors)

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the op's sizes, and the capacity of the registers."""
        return _tile(machine, *cls._sizes(op), I32.width)

    @staticmethod
    def _sizes(op: OnnxOp) -> tuple[int, int]:
        x = known_shape(op.operands[0])
        rows = DYNAMIC if DYNAMIC in x[:-1] else prod(x[:-1])
        return rows, known_shape(_right(op))[1]


def _right(op: OnnxOp) -> Value:
    return op.operands[1 if isinstance(op, onnx.MatMulIntegerOp) else 3]


@dataclass(frozen=True)
class Attention(Tiled[OnnxOp]):
    """softmax(Q K') V, a block of queries at a time; the tile is that of the scores."""

    queries: int = entry("rows of scores that are there at once", QUERIES)

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """For queries and keys of f32 or f64."""
        q, k = shape_of(op.operands[0]), shape_of(op.operands[1])
        return q is not None and k is not None and _is_tiled(op)

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """As many queries as leave half of the L2 cache to keys and values."""
        count, length = _lengths(op)
        width = _bits(op)
        tile = choose(machine, _number(count), _number(length), machine.lanes(width))
        room = machine.l2_bytes // (2 * width // 8 * (8 * QUERIES if length == DYNAMIC else length))
        queries = -(-max(1, min(QUERIES, room)) // tile.rows) * tile.rows
        if count != DYNAMIC:  # blocks of about the same size
            blocks = -(-count // queries)
            queries = count if blocks == 1 else -(-count // (blocks * tile.rows)) * tile.rows
        return cls(rows=tile.rows, vectors=tile.vectors, queries=queries)

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the op's sizes, and the capacity of the registers."""
        count, length = _lengths(op)
        queries = up_to(_ANY if count == DYNAMIC else count)
        return {**_tile(machine, count, length, _bits(op)), "queries": queries}


def _lengths(op: OnnxOp) -> tuple[int, int]:
    """Queries and keys."""
    q, k = known_shape(op.operands[0]), known_shape(op.operands[1])
    at = 1 if len(q) == 3 else 2
    return q[at], k[at]


@dataclass(frozen=True)
class Recurrent(Tiled[OnnxOp]):
    """Two products: that of all inputs, and that of a step's states."""

    sums: ClassVar = (("rows", "vectors"), ("state_rows", "state_vectors"))
    state_rows: int = entry("`rows` of the product of states")
    state_vectors: int = entry("`vectors` of the product of states")

    @property
    def state_tile(self) -> Shape:
        """The tile of the product of states."""
        return Shape(self.state_rows, self.state_vectors)

    @classmethod
    def fits(cls, op: OnnxOp) -> bool:
        """For layers of f32 or f64."""
        shapes = [shape_of(v) for v in op.operands[:3]]
        if element_of(op.operands[0]) not in (F32, F64):
            return False
        return all(shape is not None and 0 not in shape for shape in shapes)

    @classmethod
    def default(cls, op: OnnxOp, machine: Machine) -> Self | None:
        """The tiles with the fewest cycles for both products."""
        rows, batch, columns = (_number(n) for n in _layer(op))
        lanes = machine.lanes(_bits(op))
        inputs, states = (choose(machine, n, columns, lanes) for n in (rows, batch))
        of_states = {"state_rows": states.rows, "state_vectors": states.vectors}
        return cls(rows=inputs.rows, vectors=inputs.vectors, **of_states)

    @classmethod
    def legal(cls, op: OnnxOp, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """Up to the op's sizes, and the capacity of the registers."""
        rows, batch, columns = _layer(op)
        states = _tile(machine, batch, columns, _bits(op))
        of_states = {f"state_{n}": allowed for n, allowed in states.items()}
        return {**_tile(machine, rows, columns, _bits(op)), **of_states}


def _layer(op: OnnxOp) -> tuple[int, int, int]:
    """Rows of the inputs, rows of the states, and columns of both products."""
    x, w = known_shape(op.operands[0]), known_shape(op.operands[1])
    rows = DYNAMIC if DYNAMIC in x[:2] else x[0] * x[1]
    return rows, x[0 if op.get("layout", 0) else 1], w[1]


def _number(size: int) -> int | None:
    return None if size == DYNAMIC else size


def _bits(op: OnnxOp) -> int:
    return bit_width(op.operands[0].type)


def _tile(machine: Machine, rows: int, columns: int, bits: int) -> dict[str, Allowed]:
    """The tile for a product of this many rows and columns."""
    most = machine.registers
    vectors = most if columns == DYNAMIC else min(most, -(-columns // machine.lanes(bits)))
    return {
        "rows": up_to(most if rows == DYNAMIC else min(most, rows)),
        "vectors": up_to(vectors),
    }
