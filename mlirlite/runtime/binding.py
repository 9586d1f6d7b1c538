"""Inputs and outputs in memory that the caller chooses; the interface is onnxruntime's."""

from __future__ import annotations

import ctypes
import math
import operator
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from mlirlite.dialects.onnx.requirements import MOST_SIZE
from mlirlite.runtime.signature import NodeArg
from mlirlite.runtime.values import is_array
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean


class OrtValue:
    """An array that is bound as an input or output.

    value = OrtValue.ortvalue_from_numpy(x)
    """

    def __init__(self, array: Any) -> None:
        self._array = array

    @classmethod
    def ortvalue_from_numpy(cls, array: Any, device_type: str = "cpu", device_id: int = 0) -> Self:
        """The array itself, not a copy. DiagnosticError for another device than the processor."""
        _check_device(device_type)
        return cls(np.asarray(array))

    @classmethod
    def ortvalue_from_shape_and_type(
        cls, shape: Sequence[int], element_type: Any, device_type: str = "cpu", device_id: int = 0
    ) -> Self:
        """A new array whose elements are not defined."""
        _check_device(device_type)
        return cls(np.empty(_sizes(shape), _dtype(element_type)))

    def numpy(self) -> Any:
        """The array."""
        return self._array

    def shape(self) -> list[int]:
        """Its sizes."""
        return list(self._array.shape)

    def data_ptr(self) -> int:
        """The address of its first element."""
        address: int = self._array.ctypes.data
        return address

    def device_name(self) -> str:
        """Always the processor."""
        return "cpu"

    def has_value(self) -> bool:
        """Whether there is an array."""
        return self._array is not None

    def is_tensor(self) -> bool:
        """Whether it is an array, not a list or map."""
        return isinstance(self._array, np.ndarray)

    def update_inplace(self, array: Any) -> None:
        """Copy an array of the same shape and type into this one. DiagnosticError for another."""
        array = np.asarray(array)
        if not self._array.flags.writeable:
            raise DiagnosticError("the array is read-only")
        if array.shape != self._array.shape or array.dtype != self._array.dtype:
            raise DiagnosticError(
                f"expected an array of {self._array.dtype}{self._array.shape}, "
                f"found {array.dtype}{array.shape}"
            )
        np.copyto(self._array, array)


class _Session(Protocol):
    name: str

    def get_inputs(self) -> list[NodeArg]: ...

    def get_outputs(self) -> list[NodeArg]: ...

    def get_overridable_initializers(self) -> list[NodeArg]: ...

    def run(self, output_names: Sequence[str] | None, feeds: Any) -> list[Any]: ...

    def _run_in_place(
        self, output_names: Sequence[str], feeds: Any, places: Mapping[str, str]
    ) -> list[Any]: ...


@dataclass(slots=True)
class _Output:
    """A bound output: the array to write, or None for a new one at each run."""

    array: Any
    place: _Place | None
    result: Any = field(default=None)


class IOBinding:
    """What `session.io_binding()` returns: arrays for inputs and outputs by name. A run with it
    writes results into the arrays of outputs. An output may have the memory of an input, as a cache
    of keys does: GroupQueryAttention and TensorScatter then write new rows into it, and copy
    nothing."""

    def __init__(self, session: _Session) -> None:
        self._session = session
        self._inputs: dict[str, Any] = {}
        self._inputs_at: dict[str, _Place | None] = {}
        self._outputs: dict[str, _Output] = {}

    # Inputs

    def bind_cpu_input(self, name: str, array: Any) -> None:
        """An array, which is read when the session runs. DiagnosticError for an unknown name."""
        session = self._session
        known = [*session.get_inputs(), *session.get_overridable_initializers()]
        self._known(name, known, "input")
        self._inputs[name], self._inputs_at[name] = array, _place(array)

    def bind_ortvalue_input(self, name: str, value: Any) -> None:
        """The array of an OrtValue. DiagnosticError for anything else."""
        self.bind_cpu_input(name, _array_of(value))

    def bind_input(
        self,
        name: str,
        device_type: str,
        device_id: int,
        element_type: Any,
        shape: Sequence[int],
        buffer_ptr: int,
    ) -> None:
        """Memory at an address, which the caller keeps alive."""
        _check_device(device_type)
        self.bind_cpu_input(name, _array_at(buffer_ptr, element_type, shape))

    # Outputs

    def bind_output(
        self,
        name: str,
        device_type: str = "cpu",
        device_id: int = 0,
        element_type: Any = None,
        shape: Sequence[int] | None = None,
        buffer_ptr: int | None = None,
    ) -> None:
        """Memory at an address that results are written into; without one, an array that each run
        makes."""
        _check_device(device_type)
        array = None
        if buffer_ptr is not None:
            if element_type is None or shape is None:
                raise DiagnosticError(f"output '{name}' has an address, but no type or shape")
            array = _array_at(buffer_ptr, element_type, shape)
        self._bind_output(name, array)

    def bind_ortvalue_output(self, name: str, value: Any) -> None:
        """The array of an OrtValue, which results are written into."""
        array = _array_of(value)
        if not isinstance(array, np.ndarray):
            raise DiagnosticError(
                f"output '{name}' is bound to a {type(array).__name__}, not an array"
            )
        if not array.flags.writeable:
            raise DiagnosticError(f"output '{name}' is bound to an array that is read-only")
        self._bind_output(name, array)

    def _bind_output(self, name: str, array: Any) -> None:
        self._known(name, self._session.get_outputs(), "output")
        self._outputs[name] = _Output(array, _place(array))

    def _known(self, name: str, arguments: Sequence[NodeArg], kind: str) -> None:
        names = [a.name for a in arguments]
        if not isinstance(name, str):
            raise DiagnosticError(f"expected the name of an {kind}, found {name!r}")
        if name not in names:
            near = did_you_mean(name, names)
            raise DiagnosticError(f"{self._session.name}: there is no {kind} '{name}'{near}")

    # Results

    def get_outputs(self) -> list[OrtValue]:
        """The outputs of the last run, in the order in which they were bound."""
        return [OrtValue(o.result) for o in self._outputs.values()]

    def copy_outputs_to_cpu(self) -> list[Any]:
        """Copies of the outputs of the last run."""
        found = (o.result for o in self._outputs.values())
        return [r.copy() if isinstance(r, np.ndarray) else r for r in found]

    def synchronize_inputs(self) -> None:
        """Does nothing: there is no other device to wait for."""

    def synchronize_outputs(self) -> None:
        """Does nothing: there is no other device to wait for."""

    def clear_binding_inputs(self) -> None:
        """Forget all inputs."""
        self._inputs.clear()
        self._inputs_at.clear()

    def clear_binding_outputs(self) -> None:
        """Forget all outputs."""
        self._outputs.clear()

    def run(self) -> None:
        """Run the session; `session.run_with_iobinding` does this. DiagnosticError, and nothing is
        written, if an output's shape or type is not that of its array."""
        names = list(self._outputs)
        if not names:
            raise DiagnosticError(f"{self._session.name}: no output is bound")
        places = self._places()
        if places:
            self._check_declared(names, set(places.values()))
            found = self._session._run_in_place(names, self._inputs, places)
        else:
            found = self._session.run(names, self._inputs)
        for name, result in zip(names, found, strict=True):
            self._check(name, result, self._outputs[name].array)
        for name, result in zip(names, found, strict=True):
            output = self._outputs[name]
            output.result = result
            if output.array is not None:
                if result is not output.array and _place(result) != output.place:
                    np.copyto(output.array, result)
                output.result = output.array

    def _places(self) -> dict[str, str]:
        """Outputs that have exactly the memory of an input, which overlaps no other input's, by the
        name of that input."""
        bound = {o.place: name for name, o in self._outputs.items() if o.place is not None}
        found = {n: bound[p] for n, p in self._inputs_at.items() if p is not None and p in bound}
        if not found:
            return found
        ranges = sorted((p.first, p.end, n) for n, p in self._inputs_at.items() if p is not None)
        for (_, end, first), (start, _, second) in pairwise(ranges):
            if start < end:
                found.pop(first, None)
                found.pop(second, None)
        return found

    def _check_declared(self, names: Sequence[str], shared: set[str]) -> None:
        """DiagnosticError for an array that cannot have a result, as far as the model says. A run
        in place must not find it at its end. Arrays of inputs that are `shared` have the input's
        sizes, whatever the names of dimensions say: a cache in place has room for more rows than
        the positions so far, by which its result is often named."""
        declared = {o.name: o for o in self._session.get_outputs()}
        sizes: dict[str, int] = {}
        for spec in self._session.get_inputs():
            shape = np.shape(self._inputs.get(spec.name, ()))
            named = zip(spec.shape, shape, strict=False)
            sizes.update((n, size) for n, size in named if isinstance(n, str))
        for name in names:
            array, spec = self._outputs[name].array, declared[name]
            if array is None or not is_array(spec.mlir_type):
                continue
            known = {} if name in shared else sizes
            wanted = [known.get(n, n) if isinstance(n, str) else n for n in spec.shape]
            pairs = zip(wanted, array.shape, strict=False)
            fits = len(wanted) == array.ndim and all(w == n for w, n in pairs if isinstance(w, int))
            if not fits or array.dtype != spec.dtype:
                raise self._wrong(name, f"{spec.dtype}{wanted}", array)

    def _wrong(self, name: str, expected: str, array: Any) -> DiagnosticError:
        return DiagnosticError(
            f"{self._session.name}: output '{name}' is {expected}, "
            f"but is bound to {array.dtype}{list(array.shape)}; nothing was written"
        )

    def _check(self, name: str, result: Any, array: Any) -> None:
        if array is None:
            return
        if not isinstance(result, np.ndarray):
            raise DiagnosticError(f"output '{name}' is not an array, but is bound to one")
        if array.shape != result.shape or array.dtype != result.dtype:
            raise self._wrong(name, f"{result.dtype}{list(result.shape)}", array)


class _Place(NamedTuple):
    """Where an array's memory is, and what is there."""

    first: int
    end: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def _place(array: Any) -> _Place | None:
    """The place of an array that compiled code can read and write as it is; None for others."""
    if not isinstance(array, np.ndarray) or not array.flags.carray or not array.size:
        return None
    first = array.ctypes.data
    return _Place(first, first + array.nbytes, array.shape, array.dtype)


def _check_device(name: str) -> None:
    if name != "cpu":
        raise DiagnosticError(
            f"code is generated for the processor: expected 'cpu', found '{name}'"
        )


def _array_of(value: Any) -> Any:
    """The array of an OrtValue. DiagnosticError for anything else."""
    if not hasattr(value, "numpy"):
        raise DiagnosticError(f"expected an OrtValue, found {type(value).__name__}")
    return value.numpy()


def _sizes(shape: Sequence[int]) -> tuple[int, ...]:
    """Sizes of an array that memory can hold. DiagnosticError for others."""
    try:
        sizes = tuple(map(operator.index, shape))
    except TypeError as e:
        raise DiagnosticError(f"expected a list of sizes, found {shape!r}") from e
    if min(sizes, default=0) < 0 or math.prod(max(n, 1) for n in sizes) >= MOST_SIZE:
        raise DiagnosticError(f"expected sizes from 0 on that fit memory, found {list(sizes)}")
    return sizes


def _dtype(element_type: Any) -> np.dtype[Any]:
    """A type of numbers. DiagnosticError for others."""
    try:
        found: np.dtype[Any] = np.dtype(element_type)
    except TypeError as e:
        raise DiagnosticError(f"expected a type of numpy, found {element_type!r}") from e
    if found.hasobject:
        raise DiagnosticError(f"expected a type of numbers, found {found}")
    return found


def _array_at(address: int, element_type: Any, shape: Sequence[int]) -> Any:
    """An array over memory at an address."""
    sizes, dtype = _sizes(shape), _dtype(element_type)
    count = math.prod(sizes) * dtype.itemsize
    if not count:
        return np.empty(sizes, dtype)
    if not isinstance(address, int) or not 0 < address <= sys.maxsize - count:
        raise DiagnosticError(f"expected the address of {count} bytes, found {address}")
    memory: Any = (ctypes.c_char * count).from_address(address)
    return np.frombuffer(memory, dtype).reshape(sizes)
