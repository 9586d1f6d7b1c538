"""Reports on a compiled model: which memory its buffers share, and which operators were fused."""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.codegen.instrument_onnx import AFTER, BEFORE
from mlirlite.dialects import krnl, onnx
from mlirlite.dialects.memref.transforms.memory_plan import planned_buffers
from mlirlite.dialects.onnx.costs import is_move
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import may_be_fused
from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import FunctionLike, LoopLike
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Terminator
from mlirlite.passes.pipeline import Pipeline
from mlirlite.printer import print_attribute
from mlirlite.runtime.compiler import Stage, load_module, run_stages, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.schedules import scheduling_stages, with_schedules

_PLAN = "memory-plan"


class Buffer(NamedTuple):
    """A buffer of an arena: its type as text, bytes, offset, and the numbers of the first and last
    op of its function that use it."""

    type: str
    bytes: int
    offset: int
    begin: int
    end: int


def memory_plans(
    model: Any, machine: str | None = None, *, threads: int = 1, schedules: str | None = None
) -> dict[str, list[Buffer]]:
    """The buffers of each function that has some, by its name; with the schedules of a file, if
    given."""
    context = Context()
    module, _ = load_module(model, context)
    stages = []
    plain = stages_for(host_machine() if machine is None else machine, threads)
    for stage in plain if schedules is None else with_schedules(plain, schedules):
        if _PLAN in stage.pipeline:
            stages.append(Stage(stage.name, stage.pipeline.split(_PLAN)[0]))
            break
        stages.append(stage)
    run_stages(module, context, stages)
    found = {}
    for op in module.walk():
        buffers = planned_buffers(op) if isinstance(op, FunctionLike) else []
        if buffers:
            found[getattr(op, "sym_name", "")] = [
                Buffer(print_attribute(alloc.results[0].type), *rest) for alloc, *rest in buffers
            ]
    return found


def memory_report(
    model: Any, machine: str | None = None, *, threads: int = 1, schedules: str | None = None
) -> str:
    """The arena of each function: its bytes beside the sum of its buffers and the most that are
    live at once, then the buffers by offset, with the ops between which they are live."""
    lines = []
    plans = memory_plans(model, machine, threads=threads, schedules=schedules)
    for name, buffers in plans.items():
        peak = max(b.offset + b.bytes for b in buffers)
        total = sum(b.bytes for b in buffers)
        live = max(sum(b.bytes for b in buffers if b.begin <= one.begin < b.end) for one in buffers)
        lines.append(
            f"{name}: arena of {peak} bytes for {len(buffers)} buffers of {total} bytes together "
            f"({100 * peak / total:.1f} %); at most {live} bytes are alive at once"
        )
        lines.append(f"{'offset':>12} {'bytes':>12} {'from op':>8} {'to op':>8}  type")
        for b in sorted(buffers, key=lambda b: (b.offset, b.begin)):
            lines.append(f"{b.offset:12} {b.bytes:12} {b.begin:8} {b.end:8}  {b.type}")
    return "\n".join(lines or ["no function has buffers of constant size that it frees"]) + "\n"


def fusion_report(
    model: Any, machine: str | None = None, *, threads: int = 1, schedules: str | None = None
) -> str:
    """One line per operator: whether it has its own loops, is computed in another one's, or is only
    another view of its input; and for an elementwise one with loops, why it was not fused."""
    context = Context()
    module, _ = load_module(model, context)
    before, after = scheduling_stages(host_machine() if machine is None else machine, threads)
    if schedules is not None:
        before = with_schedules(before, schedules)
    run_stages(module, context, [*before, Stage.of("names", "set-onnx-node-name")])
    known = [_Node(op) for op in module.walk() if isinstance(op, OnnxOp) and _computes(op)]
    instrument = Stage.of("points", Pipeline.of("instrument-onnx", anchor="func.func"))
    run_stages(module, context, [instrument, after[0]])
    loops = _loops(module)
    lines, fused = [], 0
    for node in known:
        own = loops.get(node.name, 0)
        if node.known:
            what = "no loops when it runs: a value of constants, computed when compiling"
        elif own:
            what = f"{own} loop nest{'s' if own > 1 else ''} of its own{node.why()}"
        elif node.moves:
            what = "no loops: another view of its input, or written in place"
        else:
            fused += 1
            what = "fused: no loops of its own"
            if node.inputs:
                what += f", done with {' or '.join(node.inputs)} or what reads it"
        lines.append(f"{node.op} {node.name}: {what}")
    lines.append(f"{fused} of {len(known)} operators were fused into others")
    return "\n".join(lines) + "\n"


def _computes(op: Operation) -> bool:
    free = op.has_trait(Terminator) or op.has_trait(ConstantLike) or op.name == "onnx.NoValue"
    return not free


class _Node:
    """What is known of an operator before it is lowered."""

    def __init__(self, op: Operation) -> None:
        self.op, self.name = op.name, _name(op)
        kept = any(element_of(v) is element_of(r) for v in op.operands for r in op.results)
        self.moves = is_move(op) and kept
        made = [v.defining_op for v in op.operands]
        self.known = _is_known(op)
        sources = [m for m in made if m is not None and isinstance(m, OnnxOp) and _computes(m)]
        self.inputs = [_name(m) for m in sources]
        self._readers = {_name(m): sum(len(list(r.users)) for r in m.results) for m in sources}
        self._elementwise = may_be_fused(op)
        self._sources = {_name(m): m.name for m in sources}
        self._constants = {_name(m) for m in sources if _is_known(m)}

    def why(self) -> str:
        """Why an operator was not fused into its producer's loops."""
        if self.moves:
            return ""
        if not self._elementwise:
            return "; not fused: it is not an elementwise operator of a chain"
        if not self._sources:
            return "; not fused: its input is the model's"
        reasons = [
            f"{name} is computed when compiling"
            if name in self._constants
            else f"{name} is read by {self._readers[name]} operators"
            if self._readers[name] > 1
            else f"{kind} {name} takes no epilogue of this kind"
            for name, kind in self._sources.items()
        ]
        return f"; not fused: {', '.join(reasons)}"


def _is_known(op: Operation) -> bool:
    """Whether this is a constant in another layout."""
    if not isinstance(op, onnx.LayoutTransformOp):
        return False
    source = op.data.defining_op
    return source is not None and source.has_trait(ConstantLike)


def _name(op: Operation) -> str:
    return node_name(op) or op.name


def _loops(module: Operation) -> dict[str, int]:
    """Loop nests between the two points of each operator."""
    found: dict[str, int] = {}
    for op in module.walk():
        if not isinstance(op, krnl.InstrumentOp) or op.tag != BEFORE:
            continue
        name, count, step = op.nodeName or op.opName, 0, op.next
        while step is not None:
            if isinstance(step, krnl.InstrumentOp) and step.tag == AFTER and step.nodeName == name:
                break
            count += isinstance(step, (LoopLike, krnl.IterateOp))
            step = step.next
        found[name] = found.get(name, 0) + count
    return found
