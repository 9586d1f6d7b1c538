"""Text of dialects above llvm, as native code that a test can call."""

import ctypes

import numpy as np

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.runtime.memref import describe
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.machine import verify_text

F32, F64, I8, I32, I64 = (
    ctypes.c_float,
    ctypes.c_double,
    ctypes.c_int8,
    ctypes.c_int32,
    ctypes.c_int64,
)
PASSES = (
    "convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,finalize-memref-to-llvm{shapes=true},"
    "convert-index-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "convert-func-to-llvm,reconcile-unrealized-casts"
)


def lowered(text: str, passes: str = PASSES):
    context = Context()
    module = parse_module(text, context)
    PassManager(parse_pipeline(f"builtin.module({passes})"), context, verify_each=True).run(module)
    return module


def compiled(text: str, passes: str = PASSES, **options) -> Engine:
    return Engine(to_llvmir(lowered(text, passes)), **options)


def llvm(text: str) -> str:
    """LLVM IR of llvm dialect text, accepted by LLVM."""
    ir = to_llvmir(parse_module(text, Context()))
    verify_text(ir)
    return ir


def interface(engine: Engine, name: str):
    """`_mlir_ciface_name`, called with arrays (by descriptor) and numbers."""
    address = engine.address(f"_mlir_ciface_{name}")

    def call(*arguments, result=None):
        descriptors = [describe(a) if isinstance(a, np.ndarray) else a for a in arguments]
        types = [
            ctypes.c_void_p if isinstance(d, ctypes.Structure) else type(d) for d in descriptors
        ]
        values = [
            ctypes.addressof(d) if isinstance(d, ctypes.Structure) else d for d in descriptors
        ]
        return ctypes.CFUNCTYPE(result, *types)(address)(*values)

    return call
