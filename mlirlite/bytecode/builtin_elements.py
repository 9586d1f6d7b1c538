"""How constants of several elements are encoded: their raw bytes, with Booleans as bits."""

from __future__ import annotations

from typing import Any

from mlirlite.bytecode.dialect_encoding import EntryReader, EntryWriter
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseStringElementsAttr,
    SparseElementsAttr,
    element_size,
    pack_elements,
    unpack_elements,
)
from mlirlite.ir.types import I1, ShapedType


def _shaped(entry: EntryReader) -> ShapedType:
    found = entry.type()
    if not isinstance(found, ShapedType) or not found.has_static_shape:
        entry.fail(f"expected a type with a static shape, found {type(found).__name__}")
    return found


def read_array(entry: EntryReader) -> Attribute:
    """`array<i32: 1, 2>`: element type, number of elements, bytes."""
    type, size, raw = entry.type(), entry.varint(), entry.blob()
    if raw and len(raw) != size * element_size(type):
        entry.fail(f"expected {size * element_size(type)} bytes of an array, found {len(raw)}")
    found: Attribute = DenseArrayAttr(type, tuple(unpack_elements(raw, type)))
    return found


def write_array(a: Any, w: EntryWriter) -> None:
    """Write the parameters of a dense array."""
    w.type(a.element_type)
    w.varint(len(a.value))
    w.blob(pack_elements(a.value, a.element_type))


def read_dense(entry: EntryReader) -> Attribute:
    """`dense<[1, 2]> : tensor<2xi32>`: type, bytes. The bytes of a file that is mapped are not
    copied."""
    type, raw = _shaped(entry), entry.blob()
    if type.element_type is I1:
        raw = _spread(entry, raw, type.num_elements)
    found: Attribute = DenseElementsAttr(type, raw)
    return found


def _spread(entry: EntryReader, raw: bytes | memoryview, count: int) -> bytes:
    """Booleans as bytes: one for a splat."""
    if len(raw) == 1 and raw[0] in (0, 255):
        return bytes((raw[0] & 1,))
    if len(raw) != -(-count // 8):
        entry.fail(f"expected {-(-count // 8)} bytes for {count} Booleans, found {len(raw)}")
    bits = int.from_bytes(raw, "little")
    return bytes(bits >> i & 1 for i in range(count)) if count < 64 else _spread_many(raw, count)


def _spread_many(raw: bytes | memoryview, count: int) -> bytes:
    return b"".join([_BITS[byte] for byte in raw])[:count]


_BITS = [bytes(byte >> i & 1 for i in range(8)) for byte in range(256)]


def write_dense(a: Any, w: EntryWriter) -> None:
    """Write the parameters of a dense constant."""
    w.type(a.type)
    if a.type.element_type is not I1:
        w.blob(a.raw)
        return
    raw = bytes(a.raw)
    if a.is_splat or (raw and len(set(raw)) == 1):
        w.blob(b"\xff" if raw[0] else b"\0")
        return
    bits = int(raw.translate(_DIGITS)[::-1].decode(), 2) if raw else 0
    w.blob(bits.to_bytes(-(-len(raw) // 8), "little"))


_DIGITS = b"01" + bytes(range(2, 256))


def read_strings(entry: EntryReader) -> Attribute:
    """`dense<["a", "b"]>`: type, whether it is a splat, texts."""
    type, is_splat = _shaped(entry), entry.varint()
    count = 1 if is_splat else type.num_elements
    if count > entry.left:
        entry.fail(f"expected {count} texts, found {entry.left} bytes")
    found: Attribute = DenseStringElementsAttr(type, tuple(entry.string() for _ in range(count)))
    return found


def write_strings(a: Any, w: EntryWriter) -> None:
    """Write the parameters of a constant of texts."""
    w.type(a.type)
    w.varint(a.is_splat)
    for text in a.value:
        w.string(text)


def read_sparse(entry: EntryReader) -> Attribute:
    """`sparse<[[0, 0]], [1]>`: type, positions, values."""
    type, indices, values = _shaped(entry), entry.attribute(), entry.attribute()
    if not isinstance(indices, DenseElementsAttr) or not isinstance(
        values, (DenseElementsAttr, DenseStringElementsAttr)
    ):
        entry.fail("expected dense positions and values of a sparse constant")
    found: Attribute = SparseElementsAttr(type, indices, values)
    return found


def write_sparse(a: Any, w: EntryWriter) -> None:
    """Write the parameters of a sparse constant."""
    w.type(a.type)
    w.attribute(a.indices)
    w.attribute(a.values)
