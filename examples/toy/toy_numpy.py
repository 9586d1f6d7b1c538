"""Functions of Toy, called with numpy arrays."""

import sys
from functools import cache, partial

import numpy as np
import toy
import toyc

from mlirlite import CompiledFunction, Context, build, run_pipeline
from mlirlite.dsl import F64, RankedTensorType, SymbolTables

PASSES = (
    "inline,toy-shapes,canonicalize,cse,toy-to-affine,affine-loop-fusion,affine-scalrep,toy-print,"
    "canonicalize,buffer-deallocation"
)


class Program:
    """A Toy file. `program.f(x, y)` calls its function f, which is compiled once for each
    combination of argument shapes."""

    def __init__(self, path):
        self.path = path
        self.compiled = cache(self.compile)

    def compile(self, name, *shapes):
        """A function, compiled for arguments of these shapes."""
        context = Context()
        for plugin in ("toy", "lower_toy"):
            context.load_plugin(plugin)
        module = toyc.read(self.path)
        symbols = SymbolTables()
        results = symbols.lookup_in(module, name).function_type.results
        with build(module):
            inputs = [RankedTensorType(shape, F64) for shape in shapes]
            entry = toy.FuncOp(symbols.free_name(module, "call"), (inputs, results))
            with build(entry) as arguments:
                toy.ReturnOp(toy.GenericCallOp(name, arguments, results_=results).results)
        run_pipeline(module, f"builtin.module({PASSES})", context)
        return CompiledFunction(module, context, entry.sym_name, write=sys.stdout.write)

    def call(self, name, *arrays):
        arrays = [np.ascontiguousarray(array, float) for array in arrays]
        results = self.compiled(name, *(array.shape for array in arrays))(*arrays)
        return results[0] if results else None

    def __getattr__(self, name):
        return partial(self.call, name)
