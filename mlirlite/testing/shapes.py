"""Random vectors, tensors and buffers of rank 0 to 4: with unknown sizes, scalable dimensions,
strides and memory spaces. The types of one draw are related, so that casts, slices and reshapes
find what fits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import prod

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, StridedLayoutAttr
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    IntegerType,
    MemRefType,
    RankedTensorType,
    VectorType,
)

ELEMENTS: tuple[Type, ...] = (I1, I8, I16, I32, I32, I64, INDEX, BF16, F16, F32, F32, F64)
"""What shaped types are made of."""
_SIZES = (1, 2, 2, 3, 4, 4)
_MOST_ELEMENTS = 32
"""More would make constants that nobody reads."""


def random_shape(rng: random.Random, least: int = 0, unknown: float = 0.0) -> tuple[int, ...]:
    """Sizes of up to four dimensions, each unknown with this likelihood."""
    while True:
        rank = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4))
        shape = tuple(rng.choice(_SIZES) for _ in range(max(rank, least)))
        if prod(shape) <= _MOST_ELEMENTS:
            return tuple(DYNAMIC if rng.random() < unknown else size for size in shape)


def random_vector(rng: random.Random, element: Type) -> Type:
    """A vector, one in six of them scalable in some dimensions."""
    shape = random_shape(rng)
    scalable = [rng.random() < 0.5 for _ in shape] if rng.random() < 1 / 6 else ()
    found: Type = VectorType(shape, element, tuple(scalable))
    return found


def random_layout(rng: random.Random, shape: Sequence[int]) -> Attribute | None:
    """Strides of a buffer: as they would be without a layout, larger, or not known."""
    if rng.random() < 0.5:
        return None
    strides: list[int] = []
    step = rng.choice((1, 1, 1, 2))
    for size in reversed(shape):
        strides.insert(0, DYNAMIC if step == DYNAMIC or rng.random() < 0.2 else step)
        padding = rng.choice((0, 0, 3))
        step = DYNAMIC if DYNAMIC in (step, size) else step * (size + padding)
    offset = rng.choice((0, 0, 5, DYNAMIC))
    found: Attribute = StridedLayoutAttr(tuple(strides), offset)
    return found


def random_memref(rng: random.Random, element: Type) -> Type:
    """A buffer, one in eight of them in another memory space."""
    shape = random_shape(rng, 0, rng.choice((0.0, 0.0, 0.3, 1.0)))
    space = IntegerAttr(rng.choice((1, 3)), I64) if rng.random() < 1 / 8 else None
    if rng.random() < 1 / 20:
        element = VectorType((4,), element)
    found: Type = MemRefType(shape, element, random_layout(rng, shape), space)
    return found


def random_types(rng: random.Random) -> tuple[Type, ...]:
    """Some fifteen types of few elements: vectors, tensors and buffers."""
    elements = [rng.choice(ELEMENTS) for _ in range(2)]
    found: dict[Type, None] = {}
    for _ in range(5):
        element = rng.choice(elements)
        shape = random_shape(rng, 0, rng.choice((0.0, 0.0, 0.3)))
        found[random_vector(rng, element)] = None
        found[RankedTensorType(shape, element)] = None
        found[random_memref(rng, element)] = None
    return tuple(found)


def loosened(rng: random.Random, type: Type) -> Type:
    """The same type with some sizes, strides and offsets unknown, as a cast takes or gives it."""

    def some(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(DYNAMIC if rng.random() < 0.5 else n for n in numbers)

    found: Type = type
    if isinstance(type, RankedTensorType):
        found = RankedTensorType(some(type.shape), type.element_type)
    elif isinstance(type, MemRefType):
        layout = type.layout
        if isinstance(layout, StridedLayoutAttr):
            layout = StridedLayoutAttr(some(layout.strides), some([layout.offset])[0])
        found = MemRefType(some(type.shape), type.element_type, layout, type.memory_space)
    return found


def split_sizes(rng: random.Random, size: int) -> list[int]:
    """Sizes whose product is this one; an unknown size has one unknown factor."""
    if size == DYNAMIC:
        return rng.choice(([DYNAMIC], [DYNAMIC, 2], [2, DYNAMIC], [1, DYNAMIC]))
    found = [size]
    while rng.random() < 0.5 and len(found) < 3:
        last = found.pop()
        divisors = [n for n in range(1, last + 1) if last % n == 0]
        first = rng.choice(divisors)
        found += [first, last // first]
    return found


def groups_of(rng: random.Random, rank: int) -> list[list[int]]:
    """Neighboring dimensions put together at random."""
    found: list[list[int]] = []
    for d in range(rank):
        if found and rng.random() < 0.5:
            found[-1].append(d)
        else:
            found.append([d])
    return found


def width_of(type: Type) -> int:
    """Bits of a number, 0 where they depend on the target."""
    return int(getattr(type, "width", 0))


def integer_of(width: int) -> Type:
    """A signless integer of this many bits."""
    found: Type = IntegerType(width)
    return found
