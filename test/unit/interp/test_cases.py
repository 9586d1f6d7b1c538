"""Every op that the interpreter knows, against known results, and the same programs compiled: an
execution test of each lowering."""

from __future__ import annotations

import importlib
import math
import pkgutil
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlirlite.interp
import mlirlite.printer
from mlirlite.interp import Machine, evaluate
from mlirlite.interp.arguments import to_numpy, to_runtime
from mlirlite.interp.descriptors import call_lowered
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BaseMemRefType, FunctionType, ShapedType
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.passes.instrumentation import Instrumentation
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.runtime.compiler import STAGES, level_of, lower, stages_between
from mlirlite.runtime.function import EXTRA, CompiledFunction, find_function

from . import cases
from .cases import Case

CASES: list[Case] = [
    case
    for file in pkgutil.iter_modules(cases.__path__)
    for case in importlib.import_module(f"{cases.__name__}.{file.name}").CASES
]
IDS = [f"{i}-{c.name}" for i, c in enumerate(CASES)]


def parsed(case: Case) -> tuple[Any, Context]:
    context = Context()
    module = parse_module(case.text, context)
    verify_or_raise(module)
    return module, context


def arguments_of(case: Case, module: Any) -> list[Any]:
    """Numbers, and arrays of the element types of shaped arguments."""
    from mlirlite.interp.values import dtype_of

    types = find_function(module, "main").signature().inputs
    return [
        np.array(v, dtype_of(t.element_type)) if isinstance(t, ShapedType) else v
        for v, t in zip(case.arguments, types, strict=True)
    ]


def assert_same(found: Any, expected: Any, tolerance: float, what: str) -> None:
    if expected is None:
        assert found is None, what
        return
    a, b = np.asarray(found, float), np.asarray(expected, float)
    assert a.shape == b.shape, what
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=0, err_msg=what)
    if a.ndim == 0 and a == 0:
        assert math.copysign(1, float(a)) == math.copysign(1, float(b)), what


def check(case: Case, results: list[Any], after: list[Any]) -> None:
    for i, (found, expected) in enumerate(zip(results, case.results, strict=True)):
        assert_same(found, expected, case.tolerance, f"result {i}")
    for i, expected in case.after.items():
        assert_same(after[i], expected, case.tolerance, f"argument {i}")


def interpret(case: Case, module: Any, threads: int = 1) -> None:
    interpret_as(case, module, find_function(module, "main").signature(), threads)


def interpret_as(case: Case, module: Any, type: FunctionType, threads: int = 1) -> None:
    """Run the module, whose function has this type or had it before it was lowered."""
    from mlirlite.interp.values import dtype_of

    given = [
        to_runtime(
            np.array(v, dtype_of(t.element_type)) if isinstance(t, ShapedType) else v, t, "argument"
        )
        for v, t in zip(case.arguments, type.inputs, strict=True)
    ]
    machine = Machine(module, threads=threads)
    if find_function(module, "main").name == "llvm.func":
        results = call_lowered(machine, "main", given, type)
        assert results is not None
    else:
        results = machine.call("main", given)
    check(case, [to_numpy(v) for v in results], [to_numpy(v) for v in given])


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_interpreter(case: Case) -> None:
    for threads in (1, 2, 3) if "omp." in case.text else (1,):
        interpret(case, parsed(case)[0], threads)


COMPILED = [c for c in CASES if c.compiled]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", COMPILED, ids=[c.name for c in COMPILED])
def test_compiled(case: Case) -> None:
    module, context = parsed(case)
    level = level_of(module)
    if level in ("krnl", "affine", "scf"):  # the interpreter understands what each pass leaves
        lower(module, context, start=level, end="cf", after=lambda stage, m: interpret(case, m))
    type = find_function(module, "main").signature()
    arguments = arguments_of(case, module)
    results = CompiledFunction(module, context, "main", opt_level=0)(*arguments)
    assert any(isinstance(t, BaseMemRefType) for t in type.inputs) or not case.after
    check(case, results, arguments)
    interpret_as(case, module, type)  # what was compiled is the llvm dialect now


class AfterEachPass(Instrumentation):
    """Runs the module after each pass and compares with what is expected."""

    def __init__(self, case: Case, type: FunctionType) -> None:
        self.case, self.type = case, type

    def after_pass(self, run: PassRun, op: Operation) -> None:
        interpret_as(self.case, op if op.parent_op is None else op.parent_op, self.type)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("case", COMPILED[::10], ids=[c.name for c in COMPILED[::10]])
def test_values_cross_the_border_of_each_pass(case: Case) -> None:
    module, context = parsed(case)
    rows = Pipeline.of("convert-vector-to-scf")
    for stage in stages_between(level_of(module), "cf", ""):
        rows.extend(stage.pipeline)
    rows.append(*(p for extra in EXTRA.values() for p in extra))
    rows.extend(STAGES[-1].pipeline)
    check = AfterEachPass(case, find_function(module, "main").signature())
    PassManager(rows, context, instrumentations=[check]).run(module)
    assert find_function(module, "main").name == "llvm.func"


def dialect_files() -> list[str]:
    found = []
    for file in pkgutil.iter_modules(mlirlite.interp.__path__):
        module = importlib.import_module(f"mlirlite.interp.{file.name}")
        if hasattr(module, "evaluate"):
            found.append(module.__name__)
    return found


def test_every_op_has_a_case() -> None:
    assert dialect_files()
    used = {op.name for case in CASES for op in parsed(case)[0].walk()}
    ours = [cls for cls in evaluate if cls.__module__.startswith("mlirlite.")]  # not other tests'
    known = {cls.name for cls in ours if hasattr(cls, "name")}
    assert sorted(known - used - WITHOUT_CASE - in_programs_of_stablehlo()) == []


def in_programs_of_stablehlo() -> set[str]:
    """The ops in the programs of tests of their own."""
    found: set[str] = set()
    for name in ("interp/test_stablehlo.py", "conversion/test_stablehlo_to_onnx.py"):
        text = (Path(__file__).parents[1] / name).read_text(encoding="utf-8")
        found.update(re.findall(r"\bstablehlo\.\w+", text))
        found.update(f"stablehlo.{op}" for op in re.findall(r'\b(?:unary|binary)\("(\w+)"', text))
    return found


WITHOUT_CASE = {
    # nothing to see: hints, marks, and what only refuses (test/lit/krnl/run-require.mlir)
    "krnl.poll", "krnl.require",
    "krnl.entry_point", "krnl.parallel_clause", "krnl.runtime_instrument",
    "krnl.runtime_instrument_init", "memref.extract_aligned_pointer_as_index", "vector.vscale",
    "vector.print", "vector.scalable.extract", "vector.scalable.insert",
    # evaluated by onnx.reference or the cases of test_onnx.py
    "onnx.Constant", "onnx.Custom", "onnx.NoValue",
}  # fmt: skip


def lowered_ops() -> set[str]:
    """The ops that some pass of conversion/ below onnx has a lowering for."""
    from mlirlite.conversion.krnl_to_affine.access import lower_access
    from mlirlite.rewriting.conversion import Lowerings

    found = {cls.name for cls in lower_access if hasattr(cls, "name")}
    package = importlib.import_module("mlirlite.conversion")
    for file in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "onnx" in file.name or file.name.endswith("openmp_to_llvm"):
            continue  # omp's ops stay, with other types: test_passes.py runs them before and after
        for value in vars(importlib.import_module(file.name)).values():
            if isinstance(value, Lowerings):
                found |= {cls.name for cls in value.table if hasattr(cls, "name")}
    return found


def test_every_lowering_is_executed() -> None:
    used = {op.name for case in COMPILED for op in parsed(case)[0].walk()}
    assert sorted(lowered_ops() - used - NOT_EXECUTED) == []


NOT_EXECUTED = {
    # what a runtime library does, and what has no value: printing, marks, strings, addresses
    "krnl.call", "krnl.entry_point", "krnl.find_index", "krnl.format", "krnl.noValue",
    "krnl.parallel_clause", "krnl.poll", "krnl.prefetch", "krnl.require",
    "krnl.print", "krnl.print_tensor",
    "krnl.random_normal",
    "krnl.runtime_instrument", "krnl.runtime_instrument_init", "krnl.strlen", "krnl.strncmp",
    "memref.extract_aligned_pointer_as_index", "vector.print",
    # instructions of GPUs
    "nvvm.barrier.arrive", "nvvm.cp.async.bulk.tensor.global.shared.cta",
    "nvvm.cp.async.bulk.tensor.shared.cluster.global", "nvvm.inline_ptx",
    "nvvm.mbarrier.arrive.expect_tx", "nvvm.mbarrier.init", "nvvm.mbarrier.try_wait.parity",
    "nvvm.prefetch", "nvvm.wgmma.mma_async",
    # addresses: compiled in test/unit/target/llvmir/test_pointers.py
    "ptr.from_ptr", "ptr.get_metadata", "ptr.ptr_add", "ptr.to_ptr", "ptr.type_offset",
    # of several processes: run in test_mpi.py and test_shard_mpi.py
    "mpi.allreduce", "mpi.barrier", "mpi.comm_rank", "mpi.comm_size", "mpi.comm_split",
    "mpi.comm_world", "mpi.error_class", "mpi.finalize", "mpi.init", "mpi.irecv", "mpi.isend",
    "mpi.recv", "mpi.retval_check", "mpi.send", "mpi.wait",
    "shard.all_reduce", "shard.get_sharding", "shard.grid_shape", "shard.neighbors_linear_indices",
    "shard.process_linear_index", "shard.process_multi_index", "shard.shard_shape",
    "shard.sharding", "shard.update_halo",
    # sizes that only a machine with scalable vectors has
    "vector.scalable.extract", "vector.scalable.insert", "vector.vscale",
    # copies by an engine beside the processor, which none here has
    "affine.dma_start", "affine.dma_wait",
    # of numbers in 8 bits, which LLVM does not have; the tests of arith-expand have them
    "arith.scaling_extf", "arith.scaling_truncf",
    # LLVM calls compiler-rt's __powisf2, which the process does not have
    "math.fpowi",
    # run in test_tosa.py: what tosa is lowered to are tensors, which no machine code has
    "tosa.apply_scale", "tosa.concat", "tosa.cond_if", "tosa.const", "tosa.pad", "tosa.reshape",
    "tosa.scatter", "tosa.slice", "tosa.while_loop",
}  # fmt: skip
