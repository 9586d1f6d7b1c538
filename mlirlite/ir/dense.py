"""Elements attributes: constant tensors and vectors, as raw bytes, strings, sparse pairs or
resources. numpy is imported only when needed."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import (
    BF16,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    element_type_of,
)

if TYPE_CHECKING:
    import numpy


class ElementsAttr(Attribute, interned=False):
    """Base of constants with a shaped type."""

    @property
    def type(self) -> ShapedType:
        """The shaped type."""
        raise NotImplementedError

    @property
    def element_type(self) -> Type:
        """The type of one element."""
        return element_type_of(self.type)


@lru_cache(1 << 8)
def element_size(type: Type) -> int:
    """Bytes of one element in the raw data: whole bytes, not necessarily a power of two; i1 takes
    one."""
    if isinstance(type, ComplexType):
        return 2 * element_size(type.element_type)
    if isinstance(type, IndexType):
        return 8
    if isinstance(type, (IntegerType, FloatType)):
        return max(1, -(-type.width // 8))
    raise ValueError(f"elements of type {type} have no raw form")


_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


def pack_elements(values: Iterable[Any], type: Type) -> bytes:
    """Raw little-endian bytes of Python numbers (complex numbers for complex types). Integers wrap
    to the width."""
    values = list(values)
    if isinstance(type, ComplexType):
        inner = type.element_type
        parts: list[Any] = []
        for v in values:
            parts += v if isinstance(v, Sequence) else (v.real, v.imag)
        return pack_elements(parts, inner)
    size = element_size(type)
    if isinstance(type, FloatType):
        if type.keyword == "f64":
            return struct.pack(f"<{len(values)}d", *values)
        if type.keyword == "f32":
            try:
                return struct.pack(f"<{len(values)}f", *values)
            except OverflowError:
                pass
        encode = type.format.encode
        numbers = (v if isinstance(v, float) else float(v) for v in values)
        return b"".join(encode(v).to_bytes(size, "little") for v in numbers)
    if isinstance(type, IntegerType) and type.width == 1:
        return bytes(int(v) & 1 for v in values)
    width = type.width if isinstance(type, IntegerType) else 8 * size
    if size in _CODES and width == 8 * size:
        try:
            code = _CODES[size]
            return struct.pack(f"<{len(values)}{code}", *map(int, values))
        except struct.error:
            pass
    mask = (1 << width) - 1  # bits above an odd width are zero
    return b"".join((int(v) & mask).to_bytes(size, "little") for v in values)


def unpack_elements(raw: memoryview | bytes, type: Type) -> list[Any]:
    """Python numbers of raw data, as `pack_elements` takes them."""
    if isinstance(type, ComplexType):
        flat = unpack_elements(raw, type.element_type)
        if isinstance(type.element_type, FloatType):
            return [complex(a, b) for a, b in zip(flat[::2], flat[1::2], strict=True)]
        return list(zip(flat[::2], flat[1::2], strict=True))
    size = element_size(type)
    count = len(raw) // size
    if isinstance(type, FloatType):
        if type.keyword == "f64":
            return list(struct.unpack(f"<{count}d", raw))
        decode = type.format.decode
        if type.keyword == "f32":
            values = list(struct.unpack(f"<{count}f", raw))
            if any(v != v for v in values):  # keep the payloads of NaNs
                bits = struct.unpack(f"<{count}I", raw)
                values = [decode(b) if v != v else v for v, b in zip(values, bits, strict=True)]
            return values
        return [
            decode(int.from_bytes(raw[i : i + size], "little")) for i in range(0, len(raw), size)
        ]
    if isinstance(type, IntegerType) and type.width == 1:
        return [b & 1 for b in raw]
    unsigned = isinstance(type, IntegerType) and type.is_unsigned
    if size in _CODES and (not isinstance(type, IntegerType) or type.width == 8 * size):
        code = _CODES[size].upper() if unsigned else _CODES[size]
        return list(struct.unpack(f"<{count}{code}", raw))
    width = type.width if isinstance(type, IntegerType) else 64
    out = []
    for i in range(0, len(raw), size):
        value = int.from_bytes(raw[i : i + size], "little") & ((1 << width) - 1)
        negative = not unsigned and value >> width - 1 if width else 0
        out.append(value - (1 << width) if negative else value)
    return out


class DenseElementsAttr(ElementsAttr, interned=False):
    """`dense<[1, 2]> : tensor<2xi32>`: raw little-endian elements in row-major order, one element
    when it is a splat.

    Build it from numbers with `DenseElementsAttr.of`, from an array with `from_numpy`.
    """

    type: ShapedType
    raw: Any

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        type, raw = args
        return type, memoryview(raw).cast("B") if not isinstance(raw, bytes) else raw

    def verify(self) -> None:
        if not self.type.has_static_shape:
            raise ValueError("elements literal type must have static shape")
        size = element_size(self.type.element_type)
        if len(self.raw) not in (size, size * self.type.num_elements):
            raise ValueError(
                f"elements data of {len(self.raw)} bytes does not fit {self.type.num_elements} "
                f"elements of {size} bytes"
            )

    @classmethod
    def of(
        cls, type: ShapedType, values: Iterable[Any] | int | float | complex
    ) -> DenseElementsAttr:
        """From Python numbers in row-major order; one number is a splat. Equal values become a
        splat, as upstream."""
        numbers = [values] if isinstance(values, (int, float, complex)) else values
        raw = pack_elements(numbers, type.element_type)
        size = element_size(type.element_type)
        if len(raw) > size and raw == raw[:size] * (len(raw) // size):
            raw = raw[:size]
        result: DenseElementsAttr = cls(type, raw)
        return result

    @classmethod
    def from_numpy(cls, array: numpy.ndarray[Any, Any], type: ShapedType) -> DenseElementsAttr:
        """From an array whose item layout is the raw form of the type's elements; the bytes are
        shared, not copied."""
        import numpy as np

        contiguous = np.ascontiguousarray(array)
        raw: Any = contiguous.reshape(-1).view(np.uint8).data if contiguous.size else b""
        size = element_size(type.element_type)
        if contiguous.size > 1:
            flat = contiguous.reshape(-1).view(np.uint8).reshape(-1, size)
            if bool((flat[0] == flat[-1]).all()) and bool((flat == flat[0]).all()):
                raw = bytes(flat[0])
        result: DenseElementsAttr = cls(type, raw)
        return result

    @property
    def is_splat(self) -> bool:
        """True when one stored element stands for all (also when there is exactly one)."""
        return len(self.raw) == element_size(self.type.element_type) and self.type.num_elements > 0

    def splat_value(self) -> Any:
        """The one number of a splat."""
        return unpack_elements(self.raw, self.type.element_type)[0]

    def values(self) -> list[Any]:
        """All numbers in row-major order; a splat is repeated."""
        values = unpack_elements(self.raw, self.type.element_type)
        return values * self.type.num_elements if self.is_splat else values

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())

    def __bool__(self) -> bool:
        return True

    def numpy(self) -> numpy.ndarray[Any, Any]:
        """A read-only array of the type's shape; a splat is a broadcast view. bf16 and f8 need
        ml_dtypes' types."""
        return raw_to_numpy(self.raw, self.type, self.is_splat)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DenseElementsAttr)
            and self.type is other.type
            and self.raw == other.raw
        )

    def __hash__(self) -> int:
        head = bytes(self.raw[:64])
        return hash((self.type, len(self.raw), head))


class DenseStringElementsAttr(ElementsAttr):
    """`dense<["a", "b"]> : tensor<2x!d.string>`; one string is a splat."""

    type: ShapedType
    value: tuple[str, ...]

    @property
    def is_splat(self) -> bool:
        """True when one string stands for all."""
        return len(self.value) == 1


class OpaqueElementsAttr(Attribute):
    """`dense<…>` of a type whose dialect is not loaded: the elements are kept as text."""

    elements: str
    type: OpaqueType


class SparseElementsAttr(ElementsAttr):
    """`sparse<[[0, 0]], [1]> : tensor<2x2xi32>`."""

    type: ShapedType
    indices: DenseElementsAttr
    values: Any  # DenseElementsAttr, or DenseStringElementsAttr

    def positions(self) -> list[int]:
        """The row-major positions of the values."""
        found = []
        indices = iter(self.indices.values())
        for _ in range(self.values.type.num_elements):
            position = 0
            for size in self.type.shape:
                position = position * size + int(next(indices))
            found.append(position)
        return found

    def dense(self) -> DenseElementsAttr:
        """The same constant in dense form."""
        numbers: list[Any] = [0] * self.type.num_elements
        for position, number in zip(self.positions(), self.values.values(), strict=True):
            numbers[position] = number
        return DenseElementsAttr.of(self.type, numbers)


class DenseResourceAttr(ElementsAttr, interned=False):
    """`dense_resource<key> : tensor<…>`: raw elements kept in a resource, as long as the attribute
    is in use."""

    type: ShapedType
    resource: Resource

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DenseResourceAttr)
            and self.type is other.type
            and self.resource is other.resource
        )

    def __hash__(self) -> int:
        return hash((self.type, id(self.resource)))

    def numpy(self) -> numpy.ndarray[Any, Any]:
        """A read-only array over the resource's bytes."""
        return raw_to_numpy(self.resource.data, self.type, False)


@cache
def numpy_dtype(type: Type) -> numpy.dtype[Any]:
    """The numpy type whose items have the raw form of an element type (bf16, f8 and smaller ones
    come from ml_dtypes)."""
    import numpy as np

    if isinstance(type, IndexType):
        return np.dtype("<i8")
    if isinstance(type, ComplexType):
        return np.dtype(f"<c{2 * element_size(type.element_type)}")
    if isinstance(type, IntegerType):
        if type.width == 1:
            return np.dtype(np.bool_)
        if type.width in (8, 16, 32, 64):
            return np.dtype(f"<{'u' if type.is_unsigned else 'i'}{type.width // 8}")
        if type.width in (2, 4):
            import ml_dtypes

            name = f"{'u' if type.is_unsigned else ''}int{type.width}"
            small: numpy.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
            return small
    if isinstance(type, FloatType):
        if type.keyword in ("f16", "f32", "f64"):
            return np.dtype(f"<f{type.width // 8}")
        import ml_dtypes

        size, _, rest = type.keyword[1:].partition("E")
        name = f"float{size}_e{rest.lower()}" if type is not BF16 else "bfloat16"
        if hasattr(ml_dtypes, name):
            dtype: numpy.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
            return dtype
    raise ValueError(f"numpy has no item type for {type}")


def raw_to_numpy(raw: memoryview | bytes, type: ShapedType, splat: bool) -> numpy.ndarray[Any, Any]:
    """A read-only array over raw data."""
    import numpy as np

    flat = np.frombuffer(raw, dtype=numpy_dtype(type.element_type))
    array = np.broadcast_to(flat.reshape(()), type.shape) if splat else flat.reshape(type.shape)
    array.flags.writeable = False
    return array
