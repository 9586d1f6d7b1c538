"""The builtin types."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.floats import FORMATS, FloatFormat

DYNAMIC = -(1 << 63)
"""A dimension, stride or offset that is not known statically; printed `?`."""

MAX_INTEGER_WIDTH = (1 << 24) - 1


class Signedness(enum.IntEnum):
    """How the bits of an integer type are read, if it says so."""

    SIGNLESS = 0
    SIGNED = 1
    UNSIGNED = 2


class IntegerType(Type):
    """`i32`, `si8`, `ui64`: a number of bits, signless unless said otherwise."""

    width: int
    signedness: Signedness = Signedness.SIGNLESS

    def verify(self) -> None:
        if not 0 <= self.width <= MAX_INTEGER_WIDTH:
            if self.width >= 1 << 32:
                raise ValueError("invalid integer width")
            raise ValueError(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")

    @property
    def is_signless(self) -> bool:
        """True for `iN`."""
        return self.signedness is Signedness.SIGNLESS

    @property
    def is_signed(self) -> bool:
        """True for `siN`."""
        return self.signedness is Signedness.SIGNED

    @property
    def is_unsigned(self) -> bool:
        """True for `uiN`."""
        return self.signedness is Signedness.UNSIGNED


class IndexType(Type):
    """`index`: an integer as wide as the target's addresses."""


class NoneType(Type):
    """`none`: the type with one value."""


class FloatType(Type):
    """`f32`, `bf16`, `f8E4M3FN` …: a float of the named format."""

    keyword: str

    def verify(self) -> None:
        if self.keyword not in FORMATS:
            raise ValueError(f"unknown float type '{self.keyword}'")

    @property
    def format(self) -> FloatFormat:
        """The bit layout."""
        return FORMATS[self.keyword]

    @property
    def width(self) -> int:
        """Number of bits."""
        return FORMATS[self.keyword].bits


class ComplexType(Type):
    """`complex<f32>`."""

    element_type: Type

    def verify(self) -> None:
        if not isinstance(self.element_type, (IntegerType, FloatType)):
            raise ValueError("invalid element type for complex")


class TupleType(Type):
    """`tuple<i32, f32>`."""

    types: tuple[Type, ...] = ()


class FunctionType(Type):
    """`(i32, f32) -> i1`."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


class ShapedType(Type):
    """A vector, tensor or memref: elements of one type, in a shape when it is ranked."""

    kind: ClassVar[str] = ""

    @property
    def element_type(self) -> Type:
        """The type of the elements."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions, DYNAMIC where unknown; AttributeError when unranked."""
        raise AttributeError(f"{self} has no rank")

    @property
    def has_rank(self) -> bool:
        """False for `tensor<*x…>` and `memref<*x…>`."""
        return True

    @property
    def rank(self) -> int:
        """Number of dimensions; AttributeError when unranked."""
        return len(self.shape)

    @property
    def has_static_shape(self) -> bool:
        """True when ranked and every dimension is static."""
        return self.has_rank and DYNAMIC not in self.shape

    @property
    def num_elements(self) -> int:
        """Product of the dimensions of a static shape; ValueError otherwise."""
        if not self.has_static_shape:
            raise ValueError("cannot get element count of dynamic shaped type")
        return prod(self.shape)

    @property
    def num_dynamic_dims(self) -> int:
        """The number of dynamic dimensions."""
        return self.shape.count(DYNAMIC)


def _check_shape(kind: str, shape: Sequence[int]) -> None:
    for size in shape:
        if size < 0 and size != DYNAMIC:
            raise ValueError(f"invalid {kind} dimension size")


class VectorType(ShapedType):
    """`vector<4x[8]xf32>`: static dimensions; those flagged in `scalable_dims` are multiplied by a
    run-time constant."""

    kind: ClassVar[str] = "vector"
    shape: tuple[int, ...]
    element_type: Type
    scalable_dims: tuple[bool, ...] = ()

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        shape, element, scalable = args
        return tuple(shape), element, tuple(map(bool, scalable)) if any(scalable) else ()

    def verify(self) -> None:
        for size in self.shape:
            if size <= 0:
                raise ValueError(
                    "vector types must have positive constant sizes but got "
                    + ", ".join(map(str, self.shape))
                )
        if self.scalable_dims and len(self.scalable_dims) != len(self.shape):
            raise ValueError(
                f"number of dims must match, got {len(self.scalable_dims)} and {len(self.shape)}"
            )

    @property
    def is_scalable(self) -> bool:
        """True when any dimension is scalable."""
        return bool(self.scalable_dims)


class TensorType(ShapedType):
    """Ranked and unranked tensors."""

    kind: ClassVar[str] = "tensor"


class RankedTensorType(TensorType):
    """`tensor<2x?xf32>`, with an optional encoding."""

    shape: tuple[int, ...]
    element_type: Type
    encoding: Attribute | None = None

    def verify(self) -> None:
        _check_shape("tensor", self.shape)
        if self.encoding is not None:
            check = getattr(self.encoding, "verify_encoding", None)
            if check is not None:  # upstream: VerifiableTensorEncoding
                check(self.shape, self.element_type)


class UnrankedTensorType(TensorType):
    """`tensor<*xf32>`."""

    element_type: Type

    @property
    def has_rank(self) -> bool:
        return False


class BaseMemRefType(ShapedType):
    """Ranked and unranked memrefs."""

    kind: ClassVar[str] = "memref"

    @property
    def memory_space(self) -> Attribute | None:
        """The memory space of the buffer; None for the default memory."""
        raise NotImplementedError


class MemRefType(BaseMemRefType):
    """`memref<2x?xf32, strided<[?, 1]>, 1>`: a buffer, its layout (None = row-major) and memory
    space.

    An identity layout becomes None.
    """

    shape: tuple[int, ...]
    element_type: Type
    layout: Attribute | None = None
    memory_space: Attribute | None = None

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        shape, element_type, layout, memory_space = args
        layout_map = getattr(layout, "map", None)
        if isinstance(layout_map, AffineMap) and layout_map.is_identity:
            layout = None
        return tuple(shape), element_type, layout, memory_space

    def verify(self) -> None:
        _check_shape("memref", self.shape)
        layout_map = getattr(self.layout, "map", None)
        if isinstance(layout_map, AffineMap) and layout_map.num_dims != self.rank:
            raise ValueError(
                "memref layout mismatch between rank and affine map: "
                f"{self.rank} != {layout_map.num_dims}"
            )

    def row_major_strides(self) -> tuple[int, ...]:
        """Strides in elements of a contiguous buffer of this shape; DYNAMIC where they depend on
        `?`."""
        strides, step = [], 1
        for size in reversed(self.shape):
            strides.append(step)
            step = DYNAMIC if DYNAMIC in (size, step) else step * size
        return tuple(reversed(strides))


class UnrankedMemRefType(BaseMemRefType):
    """`memref<*xf32>`."""

    element_type: Type
    memory_space: Attribute | None = None

    @property
    def has_rank(self) -> bool:
        return False


INDEX = IndexType()
NONE = NoneType()
I1, I8, I16, I32, I64 = (IntegerType(w) for w in (1, 8, 16, 32, 64))
F16, BF16, F32, F64 = (FloatType(k) for k in ("f16", "bf16", "f32", "f64"))


_IN_VECTORS = (IntegerType, FloatType, IndexType, OpaqueType)
_IN_TENSORS = (*_IN_VECTORS, VectorType, ComplexType)
_IN_MEMREFS = (*_IN_TENSORS, MemRefType, UnrankedMemRefType)


def may_be_in_vector(type: Type) -> bool:
    """Whether vectors may have elements of a type. Those of unknown dialects may be anywhere."""
    return isinstance(type, _IN_VECTORS) or type.vector_element


def may_be_in_tensor(type: Type) -> bool:
    """Whether tensors may have elements of a type: those of all dialects may be."""
    return isinstance(type, _IN_TENSORS) or type.name != ""


def may_be_in_memref(type: Type) -> bool:
    """Whether memrefs may have elements of a type."""
    return isinstance(type, _IN_MEMREFS) or type.memref_element


def element_type_of(type: Type) -> Type:
    """The element type of a shaped type; any other type itself (upstream: getElementTypeOrSelf)."""
    return type.element_type if isinstance(type, ShapedType) else type
