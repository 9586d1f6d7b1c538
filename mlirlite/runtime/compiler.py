"""From a model, through the levels of the IR, to a compiled module. Each step is a named pipeline
that can be given to mlirlite-opt.

    onnx → krnl → affine → scf → cf → llvm
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import RankedTensorType
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_source
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Item, PassRun, Pipeline
from mlirlite.runtime.host import host_machine
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.mapped import open_source


@dataclass(frozen=True, slots=True)
class Stage:
    """One level: its name, and the passes that lead to it from the level before."""

    name: str
    pipeline: Pipeline

    @classmethod
    def of(cls, name: str, *items: Item) -> Stage:
        """A stage of these passes."""
        return cls(name, Pipeline.of(*items))

    @property
    def passes(self) -> tuple[str, ...]:
        """The passes as text."""
        return tuple(map(str, self.pipeline.items))

    def copy(self) -> Stage:
        """A copy, whose pipeline may be changed."""
        return Stage(self.name, self.pipeline.copy())


_ONCE = PassRun.of("canonicalize", max_iterations=1)
"""One round over the IR: a second one finds a few constants in a model of 10,000 ops, and takes as
long."""

STAGES = (
    Stage.of(
        "onnx",
        "shape-inference",
        "decompose-onnx",
        "shape-inference",
        "constprop-onnx",
        "fuse-batchnorm-onnx",
        "constprop-onnx",
        "canonicalize",
        "shape-inference",
        "consteval-onnx",
        "canonicalize",
        "shape-inference",
        "declared-ranks-onnx",
        "shape-inference",
        "box-results-onnx",
    ),
    Stage.of(
        "krnl",
        "layout-onnx",
        "fuse-elementwise-onnx",
        "update-in-place-onnx",
        "schedule-onnx",
        "convert-onnx-to-krnl",
        "outline-loops",
        "merge-nests",
        _ONCE,
        "cse",
        "buffer-deallocation",
    ),
    Stage.of(
        "affine", "convert-krnl-to-affine", "skip-empty-loops", "outline-loops", "memory-plan"
    ),
    Stage.of("scf", "lower-affine", "lower-krnl-dot", _ONCE, "cse"),
    Stage.of("cf", "convert-scf-to-cf"),
    Stage.of(
        "llvm",
        "convert-accesses-to-llvm",
        PassRun.of("convert-vector-to-llvm", clean=False),
        "convert-krnl-to-llvm",
        PassRun.of("convert-to-llvm", libm=True, shapes=True),
        "reconcile-unrealized-casts",
        "llvm-return-in-memory",
        "llvm-booleans-as-bytes",
        "llvm-fence-nontemporal",
    ),
)
"""The levels, in order. `STAGES[0]` starts from an imported model."""


def stage_names() -> list[str]:
    """Names of the levels."""
    return [s.name for s in STAGES]


def stages_for(machine: str, threads: int = 1, checks: bool = True) -> tuple[Stage, ...]:
    """The levels with schedules for a machine (mlirlite/support/machine.py); plain loops for "".
    With more than one thread, parallel loops go through omp to calls of an OpenMP runtime. Without
    checks the code does not check what operators require of sizes and values. The caller may change
    the stages."""
    stages = tuple(stage.copy() for stage in STAGES)
    levels = {stage.name: stage.pipeline for stage in stages}
    if machine:
        _schedule(levels, machine, threads)
    if threads > 1:
        _share(levels, threads)
    if not checks:
        levels["krnl"].set("convert-onnx-to-krnl", checks=False)
    return stages


def _schedule(levels: dict[str, Pipeline], machine: str, threads: int) -> None:
    """Add schedules for a machine."""
    # Before Q/DQ of weights are folded, since two of these passes match them.
    levels["onnx"].insert("recompose-onnx", "conv-transpose-opt-onnx", before="consteval-onnx")
    levels["onnx"].insert("fuse-quantized-onnx", before="constprop-onnx")
    levels["krnl"].insert("widen-products-onnx", before="layout-onnx")
    for flag in ("layout-onnx", "schedule-onnx", "convert-onnx-to-krnl"):
        levels["krnl"].set(flag, target=machine)
    levels["scf"].set("lower-krnl-dot", target=machine).append("math-polynomial-approximation")
    levels["scf"].set("math-polynomial-approximation", quick_f64=True)
    if threads > 1:
        for flag in ("schedule-onnx", "convert-onnx-to-krnl"):
            levels["krnl"].set(flag, threads=threads)


def _share(levels: dict[str, Pipeline], threads: int) -> None:
    """Add the passes that threads need, which have to see nests and buffers together."""
    levels["krnl"].remove("outline-loops").remove("merge-nests")
    share = PassRun.of("parallelize-loops", threads=threads)
    levels["affine"].insert(share, before="skip-empty-loops")
    levels["scf"].insert("convert-scf-to-openmp", after="lower-affine")
    levels["llvm"].insert("convert-openmp-to-kmpc", before="llvm-fence-nontemporal")


def stages_between(
    start: str | None, end: str, machine: str = "", threads: int = 1, checks: bool = True
) -> list[Stage]:
    """The stages that lead from a level (None: an imported model) to another."""
    names = stage_names()
    if end not in names:
        raise DiagnosticError(f"unknown level '{end}'{did_you_mean(end, names)}")
    first = names.index(start) + 1 if start is not None else 0
    return list(stages_for(machine, threads, checks)[first : names.index(end) + 1])


def lower(
    module: Operation,
    context: Context,
    *,
    start: str | None = None,
    end: str = "llvm",
    machine: str | None = None,
    threads: int = 1,
    after: Callable[[Stage, Operation], None] | None = None,
    verify_each: bool = False,
    instrumentations: Any = (),
) -> None:
    """Lower a module from one level to another in place. `after` sees each level. `verify_each`
    runs the verifier after every pass instead of once per level. `machine` names the machine for
    schedules: None is this machine, "" means plain loops. `threads` is how many share the loops;
    with one, the code does not call an OpenMP runtime."""
    if machine is None:
        machine = host_machine()
    stages = stages_between(start, end, machine, threads)
    run_stages(module, context, stages, after, verify_each, instrumentations)


def run_stages(
    module: Operation,
    context: Context,
    stages: Iterable[Stage],
    after: Callable[[Stage, Operation], None] | None = None,
    verify_each: bool = False,
    instrumentations: Any = (),
) -> None:
    """Run the passes of levels, one after the other, on a module. The rest is as for `lower`."""
    for stage in stages:
        PassManager(
            stage.pipeline,
            context,
            verify_each=verify_each,
            instrumentations=instrumentations,
        ).run(module)
        if after is not None:
            after(stage, module)


def load_module(model: Any, context: Context, given: Collection[str] = ()) -> tuple[Operation, str]:
    """A valid module, and a name for messages, from any form of a model: a path to `.onnx` or
    `.mlir`, the bytes of an ONNX model, a ModelProto, or a module. StableHLO, also in a portable
    artifact, is converted to the onnx dialect. Initializers in `given` are inputs
    (`import_model`)."""
    module, name = _loaded(model, context, given)
    verify_or_raise(module, allow_unregistered=False)
    if is_artifact(module):
        from_artifact(module, context)
    if is_stablehlo(module):
        if _has_unknown_sizes(module):
            refine = Pipeline.of(
                "stablehlo-refine-shapes",
                Pipeline.of(
                    "stablehlo-check-shape-assertions",
                    "stablehlo-canonicalize-dynamism",
                    anchor="func.func",
                ),
            )
            PassManager(refine, context).run(module)
        PassManager(Pipeline.of("convert-stablehlo-to-onnx", "cse"), context).run(module)
        verify_or_raise(module, allow_unregistered=False)
    return module, name


def is_stablehlo(module: Operation) -> bool:
    """Whether the functions of a module are StableHLO, or do nothing with tensors but to pass
    them on."""
    dialects = {op.dialect_name for op in module.walk()}
    if dialects & {"stablehlo", "chlo"}:
        return True
    if dialects != {"builtin", "func"}:
        return False
    return any(
        isinstance(value.type, RankedTensorType)
        for op in module.walk()
        if op.name == "func.return"
        for value in op.operands
    )


def _has_unknown_sizes(module: Operation) -> bool:
    """Whether a size of StableHLO is none that a type says."""
    return any(
        isinstance(value.type, RankedTensorType) and not value.type.has_static_shape
        for op in module.walk()
        for value in op.results
    )


def is_artifact(module: Operation) -> bool:
    """Whether a module has ops of VHLO, as those of portable artifacts have."""
    return any(op.dialect_name == "vhlo" for op in module.walk())


def from_artifact(module: Operation, context: Context) -> None:
    """Make StableHLO of VHLO, of whatever version. DiagnosticError for ops that StableHLO does not
    have."""
    from mlirlite.runtime.artifacts import UPGRADE  # late: it loads VHLO

    PassManager(UPGRADE, context).run(module)


def _loaded(model: Any, context: Context, given: Collection[str]) -> tuple[Operation, str]:
    if isinstance(model, Operation):
        return model, "module"
    if isinstance(model, (str, os.PathLike)):
        path = os.fspath(model)
        if path.endswith((".mlir", ".mlirbc")):
            try:
                source = open_source(path)
            except OSError as e:
                raise DiagnosticError(f"cannot open input file '{path}': {e.strerror or e}") from e
            return parse_source(source, context), path
    from mlirlite.target.onnx import import_model  # late: it loads onnx

    name = os.fspath(model) if isinstance(model, (str, os.PathLike)) else "model"
    return import_model(model, context, given=given), name


def level_of(module: Operation) -> str | None:
    """The level of a module, by the dialects of its ops: None for an imported model, else the name
    of a stage."""
    found = {op.dialect_name for op in module.walk()}
    for dialect, level in (("onnx", None), ("krnl", "krnl"), ("affine", "affine"), ("scf", "scf")):
        if dialect in found:
            return level
    if found <= {"builtin", "llvm"}:
        return "llvm"
    return "cf"
