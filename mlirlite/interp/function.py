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
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import DiagnosticError


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
    a memref has afterwards what the function wrote. None is a result without a value (poison).
    `max_steps`, `write` and `threads` are those of `Machine`. UndefinedBehaviour where the program
    has no meaning, DiagnosticError for arguments that do not fit and for an op that nobody can
    evaluate."""
    machine = Machine(module, max_steps=max_steps, write=write, threads=threads)
    results, after = evaluate_function(machine, name, arguments, same_elements=True)
    for array, found in zip(arguments, after, strict=True):
        if found is not None and isinstance(array, np.ndarray) and array.flags.writeable:
            array[...] = found
    return results


def evaluate_function(
    machine: Machine, name: str, arguments: Sequence[Any], *, same_elements: bool = False
) -> tuple[list[Any], list[Any]]:
    """The results of a function, and what the memrefs among its arguments hold after it (None for
    others). The module's constructors run before, its destructors after it. With `same_elements`,
    an array must have the elements of the memref that it stands for."""
    machine.enter_function(name, arguments)  # says what is wrong with the name or the count
    function = machine.symbol(name)
    types = function.signature().inputs if isinstance(function, FunctionLike) else ()
    pairs = enumerate(zip(arguments, types, strict=True))
    given = [to_runtime(value, type, f"argument {i}") for i, (value, type) in pairs]
    for i, (value, memory) in enumerate(zip(arguments, given, strict=True)):
        if same_elements and isinstance(memory, MemRef) and isinstance(value, np.ndarray):
            expected = memory.numpy().dtype
            if value.dtype != expected:
                raise DiagnosticError(
                    f"argument {i} needs an array of {expected}, found {value.dtype}"
                )
    for constructor in structors(machine.module, "ctors"):
        machine.call(constructor)
    results = machine.call(name, given)
    for destructor in structors(machine.module, "dtors"):
        machine.call(destructor)
    after = [to_numpy(v) if isinstance(v, MemRef) else None for v in given]
    return [to_numpy(v) for v in results], after
