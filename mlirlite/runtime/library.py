"""A model that was compiled ahead of time, as a session: its C interface through ctypes."""

from __future__ import annotations

import ctypes
import json
import os
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlirlite.ir.context import Context
from mlirlite.runtime.aot.abi import type_code
from mlirlite.runtime.memref import held_by_numpy
from mlirlite.runtime.session_words import SessionWords
from mlirlite.runtime.signature import NodeArg, check_feeds, described, wanted_outputs
from mlirlite.runtime.values import Given
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

STRING = 8
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "omQueryEntryPoints": (ctypes.POINTER(ctypes.c_char_p), (ctypes.c_void_p,)),
    "omInputSignature": (ctypes.c_char_p, (ctypes.c_char_p,)),
    "omOutputSignature": (ctypes.c_char_p, (ctypes.c_char_p,)),
    "omCompilationInfo": (ctypes.c_char_p, ()),
    "omTensorCreate": (ctypes.c_void_p, (ctypes.c_void_p,) * 2 + (ctypes.c_int64, ctypes.c_int)),
    "omTensorDestroy": (None, (ctypes.c_void_p,)),
    "omTensorGetDataPtr": (ctypes.c_void_p, (ctypes.c_void_p,)),
    "omTensorGetShape": (ctypes.POINTER(ctypes.c_int64), (ctypes.c_void_p,)),
    "omTensorGetRank": (ctypes.c_int64, (ctypes.c_void_p,)),
    "omTensorGetOwning": (ctypes.c_int64, (ctypes.c_void_p,)),
    "omTensorListCreate": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_int64)),
    "omTensorListDestroy": (None, (ctypes.c_void_p,)),
    "omTensorListGetOmtByIndex": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_int64)),
}
"""Result and parameters of the functions called here."""


class LoadedModel(SessionWords):
    """A compiled library; the interface is InferenceSession's.

        model = mlirlite.load("model.so")
        [y] = model.run(None, {"x": x})

    `entry` names one of several entry points (`run_main_graph`); the first one is the default.
    Calls from several Python threads are safe. DiagnosticError for a file that is not such a
    library, and for a run that fails."""

    def __init__(self, path: str | os.PathLike[str], entry: str | None = None) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            raise DiagnosticError(f"expected the path of a library, found {type(path).__name__}")
        self.name = os.fspath(path)
        if os.path.exists(path) and not os.path.isfile(path):  # the loader would wait for a pipe
            raise DiagnosticError(f"cannot load library '{self.name}': it is not a regular file")
        try:
            self._library = ctypes.CDLL(os.path.abspath(self.name), use_errno=True)
        except (OSError, ValueError) as e:  # ValueError: a zero character
            raise DiagnosticError(f"cannot load library '{self.name}': {e}") from e
        self._c = {name: self._function(name, *types) for name, types in _FUNCTIONS.items()}
        self.entries = self._names()
        """Names of the entry points."""
        self.entry = entry if entry is not None else self.entries[0]
        if self.entry not in self.entries:
            raise DiagnosticError(
                f"{self.name}: there is no entry point '{self.entry}'"
                f"{did_you_mean(self.entry, self.entries)}; found {', '.join(self.entries)}"
            )
        self._stream = self._error_stream()
        self._share = self._sharing()
        self._run = self._function(self.entry, ctypes.c_void_p, (ctypes.c_void_p,))
        context = Context()
        self._inputs, self._outputs = (
            described(self.signature(kind), context) for kind in ("input", "output")
        )
        self._codes = [type_code(a["type"], a["name"]) for a in json.loads(self.signature("input"))]

    def _function(self, name: str, result: Any, parameters: Sequence[Any]) -> Any:
        try:
            found = self._library[name]
        except AttributeError:
            raise DiagnosticError(
                f"'{self.name}' is not a compiled model: it has no symbol '{name}'"
            ) from None
        found.restype, found.argtypes = result, list(parameters)
        return found

    def _error_stream(self) -> Any:
        """Sets where a thread's runs write their errors; a library compiled by a version without
        it always writes them."""
        try:
            return self._function("omErrorStream", ctypes.c_int, (ctypes.c_int,))
        except DiagnosticError:
            return lambda file: file

    def _sharing(self) -> Any:
        """Says that an output may be written into an input; a library compiled by a version
        without it copies."""
        try:
            return self._function(
                "omTensorShareWithOutput", None, (ctypes.c_void_p, ctypes.c_int64)
            )
        except DiagnosticError:
            return lambda tensor, output: None

    def _names(self) -> list[str]:
        count = ctypes.c_int64()
        names = self._c["omQueryEntryPoints"](ctypes.byref(count))
        return [names[i].decode() for i in range(count.value)]

    def signature(self, kind: str, entry: str | None = None) -> str:
        """The JSON that describes the inputs ("input") or outputs ("output") of an entry point."""
        query = self._c["omInputSignature" if kind == "input" else "omOutputSignature"]
        text = query((entry or self.entry).encode())
        return text.decode() if text is not None else "[]"

    @property
    def information(self) -> dict[str, Any]:
        """The library's own description of its compilation."""
        found: dict[str, Any] = json.loads(self._c["omCompilationInfo"]())
        return found

    def get_inputs(self) -> list[NodeArg]:
        """Name, shape and type of each input."""
        return list(self._inputs)

    def get_outputs(self) -> list[NodeArg]:
        """Name, shape and type of each output."""
        return list(self._outputs)

    def run(self, output_names: Sequence[str] | None, feeds: Mapping[str, Any]) -> list[Any]:
        """The named outputs (None or []: all) for arrays by input name. DiagnosticError for a
        wrong name, type or shape, and when the library reports an error."""
        return self._run_in_place(output_names, feeds, {})

    def get_overridable_initializers(self) -> list[NodeArg]:
        """None: all constants of a library are its own."""
        return []

    def _run_in_place(
        self,
        output_names: Sequence[str] | None,
        feeds: Mapping[str, Any],
        places: Mapping[str, str],
    ) -> list[Any]:
        """As `run`; `places` has names of outputs that may be written into inputs, by the names of
        these."""
        wanted = wanted_outputs(output_names, self._outputs, self.name)
        given = Given()  # keeps alive what pointers in the arrays refer to
        arrays = check_feeds(self._inputs, feeds, self.name, given)
        numbers = {o.name: i for i, o in enumerate(self._outputs)}
        shared = {
            numbers[places[spec.name]]: array
            for spec, array in zip(self._inputs, arrays, strict=True)
            if places.get(spec.name) in numbers and array.size
        }
        results = self._call(arrays, shared)
        try:
            found = [self._array(results, i, o, shared) for i, o in enumerate(self._outputs)]
        finally:
            results.release()
        return found if wanted is None else [found[i] for i in wanted]

    def _call(
        self,
        arrays: Sequence[np.ndarray[Any, Any]],
        shared: Mapping[int, np.ndarray[Any, Any]],
    ) -> _Results:
        c = self._c
        outputs = {id(array): number for number, array in shared.items()}
        tensors = (ctypes.c_void_p * max(len(arrays), 1))()
        for i, array in enumerate(arrays):
            shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
            tensors[i] = c["omTensorCreate"](array.ctypes.data, shape, array.ndim, self._codes[i])
            if id(array) in outputs:
                self._share(tensors[i], outputs[id(array)])
        inputs = c["omTensorListCreate"](tensors, len(arrays))
        ctypes.set_errno(0)
        before = self._stream(-1)  # the exception has the reason
        results = self._run(inputs)
        code = ctypes.get_errno()
        self._stream(before)
        c["omTensorListDestroy"](inputs)
        if not results:
            raise DiagnosticError(
                f"{self.name}: {self._reason() or f'{self.entry} failed: {os.strerror(code)}'}"
            )
        return _Results(results, c["omTensorListDestroy"])

    def _reason(self) -> str:
        """Why the last run on this thread failed; "" from a library that does not say so."""
        try:
            text = self._function("omLastError", ctypes.c_char_p, ())()
        except DiagnosticError:  # compiled by a version without it
            return ""
        return str(text.decode("utf-8", "replace"))

    def _array(
        self,
        results: _Results,
        index: int,
        spec: NodeArg,
        shared: Mapping[int, np.ndarray[Any, Any]],
    ) -> np.ndarray[Any, Any]:
        """An output as an array; the list of results lives as long as arrays of its memory."""
        c = self._c
        tensor = c["omTensorListGetOmtByIndex"](results.pointer, index)
        rank = c["omTensorGetRank"](tensor)
        shape = tuple(c["omTensorGetShape"](tensor)[i] for i in range(rank))
        data = c["omTensorGetDataPtr"](tensor)
        size = int(np.prod(shape, dtype=np.int64))
        if index in shared and data == shared[index].ctypes.data:
            return shared[index]
        if type_code_of(spec) == STRING:
            texts = (ctypes.c_char_p * size).from_address(data) if size else ()
            words = np.empty(size, object)
            words[:] = [(t or b"").decode("utf-8", "surrogateescape") for t in texts]
            return words.reshape(shape)
        if not size or not data:
            with held_by_numpy(f"{self.name}: output '{spec.name}'", shape):
                return np.empty(shape, spec.dtype)
        buffer: Any = (ctypes.c_char * (size * spec.dtype.itemsize)).from_address(data)
        array: np.ndarray[Any, Any] = np.ndarray(shape, spec.dtype, buffer=buffer)
        if not c["omTensorGetOwning"](tensor):
            return array.copy()
        results.share(buffer)
        return array


class _Results:
    """A list of results, destroyed when its data is no longer used."""

    def __init__(self, pointer: int, destroy: Any) -> None:
        self.pointer = pointer
        self._destroy = destroy
        self._users = 1

    def share(self, buffer: Any) -> None:
        """Keep the list until this array's memory is no longer used."""
        self._users += 1
        weakref.finalize(buffer, self.release)

    def release(self) -> None:
        """Note that one array less uses the list; the last one destroys it."""
        self._users -= 1
        if not self._users:
            self._destroy(self.pointer)


def type_code_of(spec: NodeArg) -> int:
    """The code of a value's elements."""
    return STRING if spec.type == "tensor(string)" else 0


def load(path: str | os.PathLike[str], entry: str | None = None) -> LoadedModel:
    """A library that mlirlite-compile made, as a session. DiagnosticError for anything else."""
    return LoadedModel(path, entry)
