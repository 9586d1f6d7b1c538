"""TensorProto -> elements attribute. Weights become resources over the file's own bytes."""

from __future__ import annotations

import re
from math import prod
from typing import Any

from mlirlite.dialects.onnx.shapes import text_of
from mlirlite.dialects.onnx.types import STRING, element_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    ElementsAttr,
    SparseElementsAttr,
    element_size,
    pack_elements,
)
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import I64, ComplexType, FloatType, IntegerType, RankedTensorType
from mlirlite.support.chosen import DataFolder
from mlirlite.support.limits import CONSTANT_BYTES, RANK
from mlirlite.target.onnx.external import mapped, place_of
from mlirlite.target.onnx.protobuf import Message

INLINE = 16
"""Tensors of up to this many elements are stored in the IR's text."""
INLINE_INTEGERS = 1024
"""The same for integers, which may be shapes."""
_EXTERNAL = 1


class TensorReader:
    """Reads the tensors of one model; `folder` is where its external data lies."""

    def __init__(self, folder: DataFolder | None) -> None:
        self.folder = folder
        self._files: dict[str, memoryview] = {}
        self._keys: set[str] = set()

    def read(self, tensor: Message, name: str = "") -> ElementsAttr:
        """The tensor as an attribute. ValueError when its parts contradict each other or its data
        cannot be read."""
        element = element_type(tensor.data_type)
        if element is None:
            raise ValueError(f"has element type {tensor.data_type}, which ONNX does not define")
        if len(tensor.dims) > RANK.most:
            raise ValueError(f"has {RANK.error(len(tensor.dims))}")
        if any(d < 0 for d in tensor.dims):
            raise ValueError(f"has negative dimensions: {tensor.dims}")
        type = RankedTensorType(tuple(tensor.dims), element)
        if element is STRING:
            return self._strings(tensor, type)
        data = self._data(tensor, type)
        wanted = element_size(element) * type.num_elements
        if len(data) != wanted:
            raise ValueError(f"has {len(data)} bytes of data, expected {wanted} for {tensor.dims}")
        integers = isinstance(element, IntegerType)
        if type.num_elements <= (INLINE_INTEGERS if integers else INLINE):
            return _dense(type, data)
        return DenseResourceAttr(type, Resource(self._key(name or tensor.name), data))

    def read_sparse(self, tensor: Message) -> ElementsAttr:
        """A SparseTensorProto as an attribute."""
        values, indices = self.read(tensor.values), self.read(tensor.indices)
        shape = tuple(tensor.dims)
        if len(shape) > RANK.most or any(d < 0 for d in shape):
            raise ValueError(f"has dimensions {text_of(shape[: RANK.most])}")
        type = RankedTensorType(shape, values.element_type)
        size = type.num_elements * element_size(values.element_type)
        if size > CONSTANT_BYTES.get():
            raise ValueError(f"is sparse, but has {CONSTANT_BYTES.error(size)}")
        numbers = [int(n) for n in _numbers(indices)]
        count = values.type.num_elements
        flat = len(numbers) == count and len(shape) != 1  # positions in row-major order
        if not flat and len(numbers) != count * len(shape):
            raise ValueError(f"has {len(numbers)} indices for {count} values of rank {len(shape)}")
        sizes = (type.num_elements,) if flat else shape
        if any(not 0 <= n < sizes[i % len(sizes)] for i, n in enumerate(numbers)):
            raise ValueError(f"has indices outside of its shape {text_of(shape)}")
        if flat:
            numbers = [i for n in numbers for i in _unravel(n, shape)]
        table = RankedTensorType((count, len(shape)), I64)
        raw = values.resource.data if isinstance(values, DenseResourceAttr) else values.raw  # type: ignore[attr-defined]  # dense
        return SparseElementsAttr(
            type, DenseElementsAttr.of(table, numbers), DenseElementsAttr(values.type, raw)
        )

    def _key(self, name: str) -> str:
        base = re.sub(r"[^\w.$-]", "_", name, flags=re.ASCII) or "weight"
        base = base if base[0].isalpha() or base[0] == "_" else f"_{base}"
        key, number = base, 0
        while key in self._keys:
            number += 1
            key = f"{base}_{number}"
        self._keys.add(key)
        return key

    def _strings(self, tensor: Message, type: RankedTensorType) -> ElementsAttr:
        texts = tuple(bytes(s).decode("utf-8", "surrogateescape") for s in tensor.string_data)
        if len(texts) != type.num_elements:
            raise ValueError(f"has {len(texts)} strings, expected {type.num_elements}")
        return DenseStringElementsAttr(type, texts)

    def _data(self, tensor: Message, type: RankedTensorType) -> memoryview:
        element, count = type.element_type, type.num_elements
        if tensor.data_location == _EXTERNAL:
            bits = getattr(element, "width", 8)
            size = -(-count * bits // 8) if bits in (2, 4, 6) else element_size(element) * count
            raw = self._external(tensor, size)
        elif tensor.has("raw_data"):
            raw = tensor.raw_data
        else:
            return _field_data(tensor, element, count)
        bits = getattr(element, "width", 8)
        return _unpack(raw, element, count) if bits in (2, 4, 6) else raw

    def _external(self, tensor: Message, size: int) -> memoryview:
        """The data that lies in a file: `size` bytes, or fewer at its end, if no length is set."""
        location, offset, length = place_of(tensor)
        if self.folder is None:
            raise ValueError(
                f"has its data in the file '{location}', but the model is in memory: "
                "give the directory"
            )
        file = self._files.get(location)
        if file is None:
            try:
                file = self._files[location] = mapped(self.folder.open(location))
            except OSError as e:
                raise ValueError(
                    f"cannot open its external data '{location}': {e.strerror or e}"
                ) from None
        if not length:
            length = min(size, len(file) - offset)
        if offset < 0 or length < 0 or offset + length > len(file):
            raise ValueError(
                f"has external data at {offset} to {offset + length} of '{location}', "
                f"which has {len(file)} bytes"
            )
        return file[offset : offset + length]


def _dense(type: RankedTensorType, data: memoryview) -> DenseElementsAttr:
    raw = bytes(data)
    size = element_size(type.element_type)
    if len(raw) > size and raw == raw[:size] * (len(raw) // size):
        raw = raw[:size]
    attribute: DenseElementsAttr = DenseElementsAttr(type, raw)
    return attribute


def _field_data(tensor: Message, element: Type, count: int) -> memoryview:
    """The data of a tensor that keeps it in a field of its element type."""
    inner = element.element_type if isinstance(element, ComplexType) else element
    name = "int32_data"
    if isinstance(inner, FloatType) and inner.keyword in ("f32", "f64"):
        name = "float_data" if inner.keyword == "f32" else "double_data"
        chunks = [memoryview(c) for c in tensor.chunks(name)]
        return chunks[0] if len(chunks) == 1 else memoryview(b"".join(chunks))
    if isinstance(inner, IntegerType) and inner.width >= 32:
        signed = "int32_data" if inner.width == 32 else "int64_data"
        name = "uint64_data" if inner.is_unsigned else signed
    numbers = getattr(tensor, name)
    bits = getattr(inner, "width", 8)
    if bits in (2, 4):
        return _unpack(memoryview(_pack(numbers, 8)), inner, count)
    return memoryview(_pack(numbers, max(bits, 8)))


def _pack(numbers: list[int], bits: int) -> bytes:
    """Integers, or bit patterns, little-endian."""
    if len(numbers) < 4096:
        return pack_elements(numbers, IntegerType(bits))
    import numpy as np

    wide = np.array(numbers, np.uint64 if bits == 64 and max(numbers) >> 63 else np.int64)
    return wide.astype(f"<i{bits // 8}" if bits < 64 else wide.dtype).tobytes()


def _unpack(raw: memoryview, element: Any, count: int) -> memoryview:
    """Numbers narrower than a byte, low bits first, unpacked to one byte each, sign-extended."""
    bits = element.width
    mask, wanted = (1 << bits) - 1, -(-count * bits // 8)
    if len(raw) < wanted:
        raise ValueError(f"has {len(raw)} bytes of data, expected {wanted}")
    if bits == 6:
        stream = int.from_bytes(raw[:wanted], "little")
        return memoryview(bytes(stream >> 6 * i & mask for i in range(count)))
    shifts = range(0, 8, bits)
    if count < 4096:
        single = bytes(b >> s & mask for b in raw[:wanted] for s in shifts)[:count]
    else:
        import numpy as np

        packed = np.frombuffer(raw[:wanted], np.uint8)
        spread = np.empty((packed.size, len(shifts)), np.uint8)
        for column, shift in enumerate(shifts):
            spread[:, column] = packed >> shift & mask
        single = spread.tobytes()[:count]
    if isinstance(element, IntegerType) and not element.is_unsigned:
        top = 1 << bits >> 1
        single = single.translate(bytes((i | ~mask & 255) if i & top else i for i in range(256)))
    return memoryview(single)


def _numbers(elements: Any) -> list[int]:
    if isinstance(elements, DenseElementsAttr):
        return elements.values()
    numbers: list[int] = elements.numpy().reshape(-1).tolist()
    return numbers


def _unravel(flat: int, shape: tuple[int, ...]) -> list[int]:
    place = []
    for position in range(len(shape)):
        step = prod(shape[position + 1 :])
        place.append(flat // step)
        flat %= step
    return place
