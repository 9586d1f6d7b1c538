"""InferenceSession: a model compiled in this process, called with arrays; the interface is
onnxruntime's."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import ShapedType
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.runtime.compiler import level_of, load_module, lower
from mlirlite.runtime.constants import constants_of
from mlirlite.runtime.memref import describe, descriptor_class, to_array
from mlirlite.runtime.signature import NodeArg, check_feeds, compiled_entry, signature_of
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine

ENTRY_POINTS = ("onnx.EntryPoint", "krnl.entry_point")
DEFAULT_ENTRY = "main_graph"


class InferenceSession:
    """A compiled model.

        session = InferenceSession("model.onnx")
        [y] = session.run(None, {"x": x})

    The model is a path to `.onnx` or `.mlir`, the bytes of an ONNX model, a ModelProto, or a module
    (which is lowered in place). `threads` is accepted for onnxruntime's sake: generated code runs
    on the calling thread. `machine` names what schedules are made for (`mlirlite.support.machine`):
    None is this machine, "" nothing but plain loops. Calls from several Python threads are safe.
    DiagnosticError when the model is wrong or has an op without a lowering."""

    def __init__(
        self, model: Any, threads: int = 1, *, opt_level: int = 3, machine: str | None = None
    ) -> None:
        if threads < 1:
            raise DiagnosticError(f"expected one thread or more, found {threads}")
        context = Context()
        module, self.name = load_module(model, context)
        verify_or_raise(module, allow_unregistered=False)
        level = level_of(module)
        if level == "llvm":
            self.entry, self._inputs, self._outputs = compiled_entry(module, context)
        else:
            entry = entry_function(module)
            self.entry = symbol_name(entry) or DEFAULT_ENTRY
            if level is None:
                lower(module, context, end="onnx")
            self._inputs, self._outputs = signature_of(entry)
            lower(module, context, start=level or "onnx", machine=machine)
        self._constants = constants_of(module)
        self._engine = Engine(
            to_llvmir(module),
            opt_level=opt_level,
            symbols={name: array.ctypes.data for name, array in self._constants.items()},
        )
        address = self._engine.address(f"_mlir_ciface_{self.entry}")
        self._function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * self._arity)(address)
        self._borrowed = frozenset(a.ctypes.data for a in self._constants.values())

    @property
    def _arity(self) -> int:
        return len(self._inputs) + bool(self._outputs)

    def get_inputs(self) -> list[NodeArg]:
        """Name, shape and type of each input."""
        return list(self._inputs)

    def get_outputs(self) -> list[NodeArg]:
        """Name, shape and type of each output."""
        return list(self._outputs)

    def run(
        self, output_names: Sequence[str] | None, feeds: Mapping[str, Any]
    ) -> list[np.ndarray[Any, Any]]:
        """The named outputs (None: all) for arrays by input name. DiagnosticError for a wrong name,
        type or shape."""
        wanted = self._wanted(output_names)
        arrays = check_feeds(self._inputs, feeds, self.name)
        arguments = [describe(a) for a in arrays]
        ranks = [_rank(o) for o in self._outputs]
        results = _results_class(tuple(ranks))()
        pointers = [ctypes.addressof(d) for d in arguments]
        if self._outputs:
            pointers.insert(0, ctypes.addressof(results))
        self._function(*pointers)
        borrowed = {*self._borrowed, *(a.ctypes.data for a in arrays)}
        found = []
        for i, (spec, rank) in enumerate(zip(self._outputs, ranks, strict=True)):
            descriptor = getattr(results, f"r{i}")
            found.append(to_array(descriptor, rank, spec.dtype, borrowed))
            borrowed.add(descriptor.allocated)
        return [found[i] for i in wanted]

    def _wanted(self, names: Sequence[str] | None) -> list[int]:
        known = [o.name for o in self._outputs]
        if names is None:
            return list(range(len(known)))
        for name in names:
            if name not in known:
                near = did_you_mean(name, known) or ";"
                raise DiagnosticError(
                    f"{self.name}: there is no output '{name}'{near} outputs: {', '.join(known)}"
                )
        return [known.index(n) for n in names]


def entry_function(module: Operation) -> Operation:
    """The function that the module's entry point names, or else the only function with a body, or
    `main_graph`. DiagnosticError when there is none."""
    functions = {
        symbol_name(op) or "": op
        for region in module.regions
        for block in region
        for op in block
        if isinstance(op, FunctionLike) and not op.is_declaration
    }
    for region in module.regions:
        for block in region:
            for op in block:
                if op.name in ENTRY_POINTS:
                    name = getattr(op.attribute("func"), "root", "")
                    if name in functions:
                        return functions[name]
                    raise DiagnosticError(op.error(f"names a function '{name}' that is not there"))
    if DEFAULT_ENTRY in functions:
        return functions[DEFAULT_ENTRY]
    if len(functions) == 1:
        return next(iter(functions.values()))
    names = ", ".join(f"'{n}'" for n in functions) or "none"
    raise DiagnosticError(
        f"the module has no entry point: expected a function 'main_graph', found {names}"
    )


def _rank(spec: NodeArg) -> int:
    if not isinstance(spec.mlir_type, ShapedType) or not spec.mlir_type.has_rank:
        raise DiagnosticError(
            f"output '{spec.name}' of type {spec.mlir_type} cannot be returned as an array"
        )
    return spec.mlir_type.rank


def _results_class(ranks: tuple[int, ...]) -> type[ctypes.Structure]:
    fields = [(f"r{i}", descriptor_class(r)) for i, r in enumerate(ranks)]
    return type("Results", (ctypes.Structure,), {"_fields_": fields})
