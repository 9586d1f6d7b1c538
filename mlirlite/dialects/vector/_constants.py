"""Constants of vectors, element by element in raw form, and the positions of elements."""

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr, element_size, pack_elements
from mlirlite.ir.types import ShapedType

LARGEST_NEW_CONSTANT = 256
"""The most elements of a new constant made from one that stays in use."""


def flat_position(position: Sequence[int], shape: Sequence[int]) -> int:
    """The row-major number of the element at a position, whose missing last indices are 0."""
    at = 0
    for d, size in enumerate(shape):
        at = at * size + (position[d] if d < len(position) else 0)
    return at


def known_elements(raw: Any, type: Type) -> DenseElementsAttr:
    """A constant of these elements in a vector's shape."""
    if not isinstance(type, ShapedType):
        raise TypeError(f"'{type}' has no elements")
    found: DenseElementsAttr = DenseElementsAttr(type, raw)
    return found


def pieces_of(known: DenseElementsAttr) -> list[bytes]:
    """The raw form of each element."""
    size, raw = element_size(known.element_type), bytes(known.raw)
    pieces = [raw[i : i + size] for i in range(0, len(raw), size)]
    return pieces * known.type.num_elements if known.is_splat else pieces


def piece_of(known: Attribute | None, type: Type) -> bytes | None:
    """The raw form of a constant number as an element of a type: llvm.mlir.constant may give the
    bits of a float as an integer. None if it is not a number of that size."""
    if not isinstance(known, (IntegerAttr, FloatAttr)):
        return None
    raw = pack_elements([known.value], known.type)
    return raw if len(raw) == element_size(type) else None


def constant_of_pieces(pieces: Iterable[bytes], type: Type) -> DenseElementsAttr:
    """A constant of raw elements; equal ones make a splat."""
    found = list(pieces)
    if not isinstance(type, ShapedType):
        raise TypeError(f"'{type}' has no elements")
    constant: DenseElementsAttr = DenseElementsAttr(
        type, found[0] if found.count(found[0]) == len(found) else b"".join(found)
    )
    return constant


def position_at(at: int, shape: Sequence[int]) -> list[int]:
    """The position of the element with a row-major number."""
    position = []
    for size in reversed(shape):
        at, index = divmod(at, size)
        position.append(index)
    return position[::-1]


def places_of_slice(
    offsets: Sequence[int], sizes: Sequence[int], shape: Sequence[int]
) -> list[int]:
    """The row-major numbers in a shape of the elements of a box, in row-major order of the box."""
    places = [0]
    for start, size, limit in zip(offsets, sizes, shape, strict=True):
        places = [p * limit + i for p in places for i in range(start, start + size)]
    return places


def permuted_places(shape: Sequence[int], order: Sequence[int]) -> list[int]:
    """The row-major numbers in a shape of the elements in row-major order of the permuted shape."""
    strides = [1] * len(shape)
    for d in reversed(range(len(shape) - 1)):
        strides[d] = strides[d + 1] * shape[d + 1]
    places = [0]
    for d in order:
        places = [p + i * strides[d] for p in places for i in range(shape[d])]
    return places
