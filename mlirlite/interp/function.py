"""Functions of a module on numbers and arrays, evaluated: what `CompiledFunction` does by machine
code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects.llvm.structors import structors
from mlirlite.interp.arguments import to_numpy, to_runtime
from mlirlite.interp.machine import Machine
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import POISON
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    BaseMemRefType,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    ShapedType,
    element_type_of,
)
from mlirlite.support.diagnostics import DiagnosticError

NUMBERS = (FloatType, IntegerType, IndexType, ComplexType)
"""Types whose values are numbers; with shaped ones, those that arguments are checked for."""


def interpret(
    module: Operation,
    name: str,
    *arguments: Any,
    max_steps: int | None = None,
    write: Callable[[str], object] = lambda text: None,
    threads: int = 1,
) -> list[Any]:
    """What a function returns for numbers and arrays; its ops may be of any level.

        [y] = interpret(module, "main", 2.0, numpy.ones(4, "f4"))

    Each op does what its `@evaluate` says. As with `CompiledFunction`, an array that is passed for
    a memref has afterwards what the function wrote. A value of a type of one's own is what the
    evaluations make of it. None is a result without a value (poison). `max_steps`, `write` and
    `threads` are those of `Machine`. UndefinedBehavior where the program has no meaning,
    DiagnosticError for arguments that do not fit and for an op that nobody can evaluate."""
    machine = Machine(module, max_steps=max_steps, write=write, threads=threads)
    function = _callee(machine, name, arguments)
    plain = [
        _plain_array(value, type, f"argument {i}")
        for i, (value, type) in enumerate(zip(arguments, function.inputs, strict=True))
    ]
    results, after = evaluate_function(machine, name, plain)
    for array, found in zip(arguments, after, strict=True):
        if found is not None and isinstance(array, np.ndarray) and array.flags.writeable:
            array[...] = found
    return [_typed_array(v, t) for v, t in zip(results, function.results, strict=True)]


def evaluate_function(
    machine: Machine, name: str, arguments: Sequence[Any]
) -> tuple[list[Any], list[Any]]:
    """The results of a function, and what the memrefs among its arguments hold after it (None for
    others). The module's constructors run before, its destructors after it."""
    types = _callee(machine, name, arguments).inputs
    pairs = enumerate(zip(arguments, types, strict=True))
    given = [
        to_runtime(v, t, f"argument {i}") if isinstance(t, (*NUMBERS, ShapedType)) else v
        for i, (v, t) in pairs
    ]
    for constructor in structors(machine.module, "ctors"):
        machine.call(constructor)
    results = machine.call(name, given)
    for destructor in structors(machine.module, "dtors"):
        machine.call(destructor)
    after = [to_numpy(v) if isinstance(v, MemRef) else None for v in given]
    return [to_numpy(v) for v in results], after


def _callee(machine: Machine, name: str, arguments: Sequence[Any]) -> FunctionType:
    """The type of a function that can be called with this many arguments. DiagnosticError if there
    is none."""
    machine.enter_function(name, arguments)
    function = machine.symbol(name)
    assert isinstance(function, FunctionLike)
    return function.signature()


def _element_dtype(type: ShapedType) -> np.dtype[Any] | None:
    """The numpy type that arrays of a type have where they are passed; None when numpy has none."""
    try:
        return numpy_dtype(element_type_of(type.element_type))
    except ValueError:
        return None


def _plain_array(value: Any, type: Type, what: str) -> Any:
    """An array for a memref as the interpreter takes it. DiagnosticError for other elements: what
    is written could not be seen in it."""
    if not isinstance(value, np.ndarray) or not isinstance(type, BaseMemRefType):
        return value
    expected = _element_dtype(type)
    if expected is not None and value.dtype != expected:
        raise DiagnosticError(f"{what} needs an array of {expected}, found {value.dtype}")
    return value if value.dtype.kind in "fiubc" else value.astype(object)


def _typed_array(value: Any, type: Type) -> Any:
    """A result with elements as `CompiledFunction` gives them, unless some are poison."""
    if not isinstance(value, np.ndarray) or value.dtype != object:
        return value
    dtype = _element_dtype(type) if isinstance(type, ShapedType) else None
    has_all = dtype is not None and not any(v is POISON for v in value.flat)
    return value.astype(dtype) if has_all else value
