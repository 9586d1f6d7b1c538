"""A session's entry as a builtin function of Python: a call costs about a microsecond, where ctypes
and the Python code around it take six. It needs a CPython and a numpy of known layout
(`direct_ir.py` follows numpy's headers); elsewhere, and for feeds that the function does not take,
a session uses the slower path."""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from mlirlite.ir.types import RankedTensorType
from mlirlite.runtime.direct_ir import MOST_INPUTS, PYTHON, direct_ir
from mlirlite.runtime.large_blocks import memory_symbols
from mlirlite.runtime.memref import descriptor_class
from mlirlite.runtime.native import native
from mlirlite.runtime.signature import NodeArg
from mlirlite.runtime.values import is_array
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import single

_HEADER: int = object.__basicsize__
_NEW, _SET_BASE, _COPY = 94, 282, 85
"""Indices of PyArray_NewFromDescr, PyArray_SetBaseObject and PyArray_NewCopy in numpy's C API,
which never change."""
_ONE_ARGUMENT = 8
"""METH_O."""


def _python(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_object, _address, _text = ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p
_capsule = _python("PyCapsule_New", _object, _address, _text, _address)
_pointer = _python("PyCapsule_GetPointer", _address, _object, _text)
_new_function = _python("PyCFunction_NewEx", _object, _address, _object, _object)


class _Input(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.py_object),
        ("dtype", ctypes.py_object),
        ("rank", ctypes.c_int64),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("descriptor", ctypes.c_int64),
    )


class _Output(ctypes.Structure):
    _fields_ = (
        ("dtype", ctypes.py_object),
        ("rank", ctypes.c_int64),
        ("bytes", ctypes.c_int64),
        ("descriptor", ctypes.c_int64),
    )


class _Plan(ctypes.Structure):
    _fields_ = (
        ("entry", ctypes.c_void_p),
        ("inputs", ctypes.c_int64),
        ("outputs", ctypes.c_int64),
        ("constants", ctypes.c_int64),
        ("named", ctypes.c_int64),
        ("inputs_table", ctypes.c_void_p),
        ("outputs_table", ctypes.c_void_p),
        ("constants_table", ctypes.c_void_p),
        ("bytes", ctypes.c_int64),
        ("none", ctypes.py_object),
        ("dict_type", ctypes.py_object),
        ("array_type", ctypes.py_object),
        ("new_array", ctypes.c_void_p),
        ("set_base", ctypes.c_void_p),
        ("copy", ctypes.c_void_p),
    )


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _ArrayHead(ctypes.Structure):
    """The fields after the header of numpy's arrays."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("steps", ctypes.POINTER(ctypes.c_int64)),
        ("base", ctypes.c_void_p),
        ("dtype", ctypes.c_void_p),
        ("flags", ctypes.c_int),
    )


class DirectCall:
    """A builtin function, and the data that it reads, which must live as long."""

    def __init__(self, method: _Method, plan: _Plan, keep: object) -> None:
        self._keep = plan, keep
        capsule = _capsule(ctypes.addressof(plan), None, None)
        self.run: Callable[[Any], list[Any] | bytes | None] = _new_function(
            ctypes.addressof(method), capsule, None
        )
        """All outputs for a dict of arrays; None for feeds that need the slower path; bytes for a
        failed run."""


def direct_call(
    call: int,
    inputs: Sequence[NodeArg],
    outputs: Sequence[NodeArg],
    constants: Iterable[int],
) -> DirectCall | None:
    """The function for compiled code whose CALL is at an address, with the addresses of its
    constants; None where it is not possible. The code must live as long as the function is used."""
    if len(inputs) > MOST_INPUTS or not all(_is_plain(a) for a in (*inputs, *outputs)):
        return None
    method, functions = _method(), _array_functions()
    if method is None or functions is None:
        return None
    classes = [descriptor_class(len(a.shape)) for a in (*outputs, *inputs)]
    places = [0, *itertools.accumulate(ctypes.sizeof(c) for c in classes)]
    names: dict[str, int] = {}
    sizes = [_sizes(a, names) for a in inputs]
    taken = (_Input * len(inputs))(
        *[
            _Input(a.name, a.dtype, len(s), s, at)
            for a, s, at in zip(inputs, sizes, places[len(outputs) :], strict=False)
        ]
    )
    given = (_Output * len(outputs))(
        *[
            _Output(a.dtype, len(a.shape), a.dtype.itemsize, at)
            for a, at in zip(outputs, places, strict=False)
        ]
    )
    addresses = list(constants)
    table = (ctypes.c_void_p * len(addresses))(*addresses)
    plan = _Plan(
        call,
        len(inputs),
        len(outputs),
        len(addresses),
        len(names),
        ctypes.addressof(taken),
        ctypes.addressof(given),
        ctypes.addressof(table),
        places[-1],
        None,
        dict,
        np.ndarray,
        *functions,
    )
    return DirectCall(method, plan, (taken, given, table, sizes))


def _is_plain(a: NodeArg) -> bool:
    """True for arrays of numbers of a known rank."""
    return is_array(a.mlir_type) and isinstance(a.mlir_type, RankedTensorType)


def _sizes(a: NodeArg, names: dict[str, int]) -> Any:
    """The sizes that an input needs: equal names mean equal sizes; None is any size."""
    found = []
    for i, size in enumerate(a.shape):
        if not isinstance(size, int):
            key = size if size is not None else f"{a.name}\0{i}"
            size = ~names.setdefault(key, len(names))
        found.append(size)
    return (ctypes.c_int64 * len(found))(*found)


@single
def _method() -> _Method | None:
    """The compiled function, for which each session makes a builtin function with its own plan;
    None where Python or numpy are not as expected."""
    is_locked = getattr(sys, "_is_gil_enabled", lambda: True)
    if sys.implementation.name != "cpython" or not is_locked() or not _arrays_are_known():
        return None
    try:
        symbols = {
            name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0
            for name in PYTHON
        } | memory_symbols()
        engine = native(direct_ir(_HEADER), symbols)
    except (AttributeError, DiagnosticError):
        return None
    method = _Method(b"run", engine.address("call"), _ONE_ARGUMENT, None)
    method.engine = engine
    return method


def _arrays_are_known() -> bool:
    """True when an array's memory matches its Python interface."""
    array = np.zeros((2, 3), np.float32)
    head = _ArrayHead.from_address(id(array) + _HEADER)
    type = ctypes.c_void_p.from_address(id(array) + _HEADER - ctypes.sizeof(ctypes.c_void_p))
    return (
        type.value == id(np.ndarray)
        and head.data == array.ctypes.data
        and head.rank == 2
        and head.sizes[:2] == [2, 3]
        and head.steps[:2] == [12, 4]
        and head.dtype == id(array.dtype)
        and head.flags == array.flags.num
    )


@single
def _array_functions() -> tuple[int, int, int] | None:
    """numpy's functions that make arrays."""
    try:
        umath = import_module("numpy._core._multiarray_umath")
    except ImportError:
        return None
    table = _pointer(umath._ARRAY_API, None)
    functions = (ctypes.c_void_p * (_SET_BASE + 1)).from_address(table)
    new, base, copy = (functions[i] for i in (_NEW, _SET_BASE, _COPY))
    return (new, base, copy) if new and base and copy else None
