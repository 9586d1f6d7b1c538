"""Passing values other than arrays of numbers to compiled code and back: strings, sequences
(lists), optionals (None or a value) and maps (dicts).

In memory a tensor of strings is an array of pointers to bytes that end in zero; sequences,
optionals and maps are arrays of pointers to boxes,
`{ void *data; int64_t rank; int64_t sizes[rank]; }`
(docs/decisions/011-values-beyond-tensors.md)."""

from __future__ import annotations

import ctypes
from collections.abc import Container, Mapping
from typing import Any

import numpy as np

from mlirlite.dialects.onnx import OptType, SeqType, StringType
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.types import DYNAMIC, RankedTensorType, ShapedType, TupleType, element_type_of
from mlirlite.runtime.memref import free, plain, to_array
from mlirlite.support.diagnostics import DiagnosticError

_POINTER = np.dtype(np.int64)
_WORD = 8


def is_array(type: Type) -> bool:
    """True for tensors of numbers, which numpy holds as they are."""
    return isinstance(type, ShapedType) and not isinstance(type.element_type, StringType)


def has_numpy_type(element: Type) -> bool:
    """Whether numpy holds elements of a type."""
    try:
        numpy_dtype(element)
    except (ValueError, AttributeError):
        return False
    return True


def has_boxes(type: Type) -> bool:
    """True for sequences, optionals and maps."""
    return isinstance(type, (SeqType, OptType, TupleType))


def rank_of(type: Type, name: str) -> int:
    """The rank of the buffer for a value of a type. DiagnosticError for an unranked tensor."""
    if has_boxes(type):
        return 1
    if not isinstance(type, ShapedType) or not type.has_rank:
        raise DiagnosticError(f"output '{name}' of type {type} cannot be returned as an array")
    return type.rank


# Into compiled code


class Given:
    """Keeps alive what compiled code is given pointers to."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    def array(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """An array that is kept alive."""
        self.kept.append(array)
        return array

    def pointers(self, value: Any, type: Type, what: str) -> np.ndarray[Any, Any]:
        """The array of pointers for a value other than an array of numbers. DiagnosticError when
        the value does not have the type; `what` names it."""
        if isinstance(type, SeqType):
            if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__iter__"):
                raise _wrong(what, "a list", value)
            members = members_of(value, what)
            boxes = [
                self.box(m, type.element_type, f"member {i} of {what}")
                for i, m in enumerate(members)
            ]
        elif isinstance(type, OptType):
            boxes = [] if value is None else [self.box(value, type.element_type, what)]
        elif isinstance(type, TupleType):
            if not isinstance(value, Mapping):
                raise _wrong(what, "a dict", value)
            columns = zip((list(value), list(value.values())), type.types, strict=True)
            boxes = [
                self.box(as_array(c, what, dtype_of(t)), RankedTensorType((len(value),), t), what)
                for c, t in columns
            ]
        else:
            return self._texts(value, type, what)
        return self.array(np.array(boxes, _POINTER))

    def _texts(self, value: Any, type: Type, what: str) -> np.ndarray[Any, Any]:
        texts = value if isinstance(value, np.ndarray) else as_array(value, what, np.dtype(object))
        check_shape(texts, type, what)
        raw = []
        for text in texts.ravel().tolist():
            if isinstance(text, str):
                try:
                    text = text.encode("utf-8", "surrogateescape")
                except UnicodeEncodeError as e:
                    raise DiagnosticError(f"{what} has a text that is not Unicode: {e}") from e
            if not isinstance(text, bytes):
                raise _wrong(what, "texts", text)
            if b"\0" in text:
                raise DiagnosticError(f"{what} has a text with a zero character in it")
            raw.append(text + b"\0")
        block = self.array(np.frombuffer(b"".join(raw) or b"\0", np.uint8))
        ends = np.cumsum([0, *map(len, raw)], dtype=_POINTER)
        return self.array((block.ctypes.data + ends[:-1]).reshape(texts.shape))

    def box(self, value: Any, type: Type, what: str) -> int:
        """The address of a box with a value."""
        if is_array(type):
            dtype = dtype_of(element_type_of(type))
            array = as_array(value, what)
            if array.dtype.newbyteorder("=") != dtype:
                raise DiagnosticError(
                    f"{what} has the wrong type: expected {dtype}, found {array.dtype}"
                )
            check_shape(array, type, what)
            array = plain(array)
        else:
            array = self.pointers(value, type, what)
        self.array(array)
        head = np.array([array.ctypes.data, array.ndim, *array.shape], _POINTER)
        return int(self.array(head).ctypes.data)


def dtype_of(element: Type) -> np.dtype[Any]:
    return np.dtype(object) if isinstance(element, StringType) else numpy_dtype(element)


def as_array(value: Any, what: str, dtype: np.dtype[Any] | None = None) -> np.ndarray[Any, Any]:
    """The array that numpy makes from a value. DiagnosticError if it makes none, and for masked
    elements; `what` names the value."""
    is_plain = type(value) is np.ndarray  # numpy.ma takes a while to load
    if not is_plain and isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise DiagnosticError(f"{what} has masked elements: fill them, x.filled(0)")
    try:
        return np.asarray(value, dtype)
    except Exception as e:  # of numpy, or of the value's own __array__
        raise DiagnosticError(f"{what}: no array can be made of {_kind(value)}: {e}") from e


def members_of(value: Any, what: str) -> list[Any]:
    """The items of an iterable value. DiagnosticError for others."""
    try:
        return list(value)
    except Exception as e:  # of the value's own __iter__
        raise DiagnosticError(f"{what}: no list can be made of {_kind(value)}: {e}") from e


def _kind(value: Any) -> str:
    return f"a value of type {type(value).__name__}"


def _wrong(what: str, expected: str, found: Any) -> DiagnosticError:
    return DiagnosticError(f"{what}: expected {expected}, found {type(found).__name__}")


def check_shape(array: np.ndarray[Any, Any], type: Type, what: str) -> None:
    """DiagnosticError when an array does not have the shape of a tensor type."""
    if not isinstance(type, RankedTensorType):
        return
    fits = array.ndim == type.rank and all(
        n < 0 or n == m for n, m in zip(type.shape, array.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("?" if n < 0 else str(n) for n in type.shape)
        raise DiagnosticError(
            f"{what} has the wrong shape: expected [{wanted}], found {list(array.shape)}"
        )


# Back


def value_of(descriptor: Any, type: Type, rank: int, borrowed: Container[int | None]) -> Any:
    """The value that a returned descriptor describes: an array of numbers, which owns the memory,
    or a copy of anything else. Memory in `borrowed` belongs to others."""
    if is_array(type):
        return to_array(descriptor, rank, numpy_dtype(element_type_of(type)), borrowed)
    shape = tuple(descriptor.sizes) if rank else ()
    found = _read(descriptor.aligned + descriptor.offset * _WORD, shape, type)
    if descriptor.allocated and descriptor.allocated not in borrowed:
        free(descriptor.allocated)
    return found


def _words(address: int, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    count = int(np.prod(shape))
    if not count:
        return np.empty(shape, _POINTER)
    buffer = (ctypes.c_int64 * count).from_address(address)
    found: np.ndarray[Any, Any] = np.frombuffer(memoryview(buffer), _POINTER)
    return found.reshape(shape)


def _read(address: int, shape: tuple[int, ...], type: Type) -> Any:
    """A copy of the value whose elements begin at an address."""
    if is_array(type):
        dtype = numpy_dtype(element_type_of(type))
        size = int(np.prod(shape)) * dtype.itemsize
        raw = ctypes.string_at(address, size) if size else b""
        return np.frombuffer(raw, dtype).reshape(shape).copy()
    pointers = _words(address, shape)
    if isinstance(type, SeqType):
        return [_unbox(p, type.element_type) for p in pointers.tolist()]
    if isinstance(type, OptType):
        return _unbox(pointers.tolist()[0], type.element_type) if len(pointers) else None
    if isinstance(type, TupleType):
        keys, values = (
            _unbox(p, RankedTensorType((DYNAMIC,), t))
            for p, t in zip(pointers.tolist(), type.types, strict=True)
        )
        return dict(zip(keys.tolist(), values.tolist(), strict=True))
    found = np.empty(shape, object)
    flat = [
        ctypes.string_at(p).decode("utf-8", "surrogateescape") for p in pointers.ravel().tolist()
    ]
    found.reshape(-1)[:] = flat
    return found


def _unbox(box: int, type: Type) -> Any:
    data, rank = _words(box, (2,)).tolist()
    shape = tuple(_words(box + 2 * _WORD, (rank,)).tolist())
    return _read(data, shape, type)


def free_arena(descriptor: Any) -> None:
    """Free the blocks of a returned arena, and itself."""
    block = ctypes.c_int64.from_address(descriptor.aligned).value
    while block:
        following = ctypes.c_int64.from_address(block).value
        free(block)
        block = following
    free(descriptor.allocated)
