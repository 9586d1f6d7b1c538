"""A single operator, compiled with a schedule, to be timed."""

from __future__ import annotations

import ctypes
import math
import time
from typing import Any

import numpy as np

from mlirlite.dialects import func
from mlirlite.dialects.onnx.schedules.schedule import SCHEDULE, Entries, as_attribute
from mlirlite.ir.attributes import StringAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike
from mlirlite.ir.types import FunctionType, MemRefType
from mlirlite.ir.values import Value
from mlirlite.parser import parse_module
from mlirlite.runtime.compiler import Stage, run_stages
from mlirlite.runtime.constants import in_memory, taken_constants
from mlirlite.runtime.memref import describe, descriptor_class, free
from mlirlite.runtime.runs import call, call_text, run_symbols
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine

_CAST = "builtin.unrealized_conversion_cast"
_OTHERS = np.ones(4 << 20, np.uint8)
"""Memory that is read between calls, in place of a model's other operators: as much as the L2 cache
holds."""


class Kernel:
    """A single operator, compiled with a schedule."""

    def __init__(self, op: Operation, schedule: Entries, stages: list[Stage]) -> None:
        context = Context()
        module = alone(op, schedule, context)
        convert, *rest = stages
        run_stages(module, context, [convert])
        signature = _as_stored(module)
        run_stages(module, context, rest)
        text = to_llvmir(module)
        text += call_text("_mlir_ciface_main_graph", ["ptr"] * (1 + len(signature.inputs)))
        self._constants = in_memory(taken_constants(module))
        symbols = {n: a.ctypes.data for n, a in self._constants.items()}
        self._engine = Engine(text, symbols=symbols | run_symbols())
        rng = np.random.default_rng(0)
        self._inputs = [_array(t, rng) for t in signature.inputs]
        self._types = [t for t in signature.results if isinstance(t, MemRefType)]
        fields = [(f"r{i}", descriptor_class(r.rank)) for i, r in enumerate(self._types)]
        self._results = _structure(fields)
        self._given = [describe(a) for a in self._inputs]
        self._pointers = [ctypes.addressof(d) for d in (self._results, *self._given)]
        self._name = op.name

    def run(self) -> list[np.ndarray[Any, Any]]:
        """The results for the random inputs of the kernel."""
        call(self._engine, self._pointers, self._name)
        found = []
        for i, type in enumerate(self._types):
            descriptor = getattr(self._results, f"r{i}")
            dtype = numpy_dtype(type.element_type)
            size = math.prod(type.shape)
            raw = ctypes.string_at(descriptor.aligned, size * dtype.itemsize)
            found.append(np.frombuffer(raw, dtype))
            free(descriptor.allocated)
        return found

    def seconds(self, times: int) -> float:
        """The average time of a call, over some calls. Caches are as in a model: inputs were
        just made, and weights were evicted by those of other operators."""
        pointers, results = self._pointers, self._results
        names = [f"r{i}" for i in range(len(self._types))]
        total = 0.0
        for _ in range(times):
            _OTHERS.max()
            for array in self._inputs:
                array.max(initial=0)
            began = time.perf_counter()
            call(self._engine, pointers, self._name)
            for name in names:
                free(getattr(results, name).allocated)
            total += time.perf_counter() - began
        return total / times


def _structure(fields: list[tuple[str, Any]]) -> Any:
    return type("Results", (ctypes.Structure,), {"_fields_": fields})()


def _as_stored(module: Operation) -> FunctionType:
    """Make the function take and return buffers in the operator's own layout, where a cast would
    only change the layout. Returns the function's type."""
    [function] = [op for op in module.regions[0].block if isinstance(op, func.FuncOp)]
    block = function.body.block
    for argument in block.args:
        for cast in list(argument.users):
            if cast.name != _CAST:
                continue
            for inner in list(cast.results[0].users):
                if inner.name == _CAST and isinstance(inner.results[0].type, MemRefType):
                    argument.type = inner.results[0].type
                    inner.replace_all_uses_with([argument])
                    inner.erase()
            if isinstance(cast.results[0].type, MemRefType):
                argument.type = cast.results[0].type
                cast.replace_all_uses_with([argument])
            if not cast.has_uses:
                cast.erase()
    last = block.last
    if last is None:
        raise ValueError("the function has no end")
    for i, value in enumerate(last.operands):
        while value.defining_op is not None and value.defining_op.name == _CAST:
            value = value.defining_op.operands[0]
        last.set_operand(i, value)
    results = tuple(v.type for v in last.operands)
    type = FunctionType(tuple(a.type for a in block.args), results)
    function.properties["function_type"] = type
    return type


def _array(type: Any, rng: Any) -> np.ndarray[Any, Any]:
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        raise DiagnosticError(f"an operand of type {type} cannot be made up")
    dtype = numpy_dtype(type.element_type)
    room = np.empty(math.prod(type.shape) + 64, dtype)
    start = (-room.ctypes.data % 64) // dtype.itemsize
    array = room[start : start + math.prod(type.shape)].reshape(type.shape)
    array[...] = rng.random(type.shape) if dtype.kind == "f" else 1
    return array


def alone(op: Operation, schedule: Entries, context: Context) -> Operation:
    """A module with a function that computes the used results of an op; it contains the constant
    operands."""
    module = parse_module("module {\n}", context)
    given = [v for v in op.operands if not _is_constant(v)]
    given = list(dict.fromkeys(given))
    block = Block([v.type for v in given])
    values: dict[Value, Value] = dict(zip(given, block.args, strict=True))
    for value in op.operands:
        if value not in values and value.defining_op is not None:
            copy = value.defining_op.clone()
            block.append(copy)
            values[value] = copy.results[0]
    copy = op.clone(values)
    copy.attributes[SCHEDULE] = as_attribute(schedule)
    block.append(copy)
    results = [mine for mine, r in zip(copy.results, op.results, strict=True) if r.has_uses]
    block.append(func.ReturnOp(results))
    type = FunctionType(tuple(v.type for v in given), tuple(r.type for r in results))
    function: Operation = func.FuncOp(StringAttr("main_graph"), type, body=Region([block]))
    function.attributes["llvm.emit_c_interface"] = UnitAttr()
    module.regions[0].block.append(function)
    return module


def _is_constant(value: Value) -> bool:
    made = value.defining_op
    return made is not None and (made.has_trait(ConstantLike) or made.name == "onnx.NoValue")
