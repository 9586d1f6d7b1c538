"""Interpretation of ops that change the payload, or report about it."""

from typing import Any

from mlirlite.dialects.scf.loops import ForOp
from mlirlite.dialects.scf.transforms._coalesce import coalesce_nest
from mlirlite.dialects.scf.transforms.scf_for_loop_peeling import (
    peel_first_iteration,
    peel_last_iteration,
)
from mlirlite.dialects.transform import applying as a
from mlirlite.dialects.transform.enums import ParamOperandAttr
from mlirlite.dialects.transform.extensions.debug import EmitParamAsRemarkOp, EmitRemarkAtOp
from mlirlite.dialects.transform.extensions.loop import (
    HoistLoopInvariantSubsetsOp,
    LoopCoalesceOp,
    LoopPeelOp,
)
from mlirlite.dialects.transform.interpretation import (
    INTERPRETED,
    Results,
    Run,
    Silenceable,
    definite,
    place_of,
)
from mlirlite.dialects.transform.types import OpHandle
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UNIT, ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.ir.verifier import verify
from mlirlite.passes import registry
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.invariants import hoist_invariants
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError, error


@INTERPRETED(a.AnnotateOp)
def _annotate(run: Run, op: a.AnnotateOp) -> Results:
    targets = run.get(op.target)
    values: list[Attribute] = [UNIT] if op.param is None else run.get(op.param)
    if len(values) == 1:
        values = values * len(targets)
    if len(values) != len(targets):
        raise Silenceable(
            "parameter and target have different payload lengths "
            f"({len(values)} vs {len(targets)})",
            op,
        )
    for target, value in zip(targets, values, strict=True):
        definition = target.definition
        inherent = definition is not None and op.name_ in definition.properties
        (target.properties if inherent else target.attributes)[op.name_] = value
    return ()


@INTERPRETED(a.PrintOp)
def _print(run: Run, op: a.PrintOp) -> Results:
    # MLIR differs: on standard error, where passes report.
    name = f"{op.name_} " if op.name_ is not None else ""
    flags = PrintingFlags(
        local_scope=op.use_local_scope is not None, skip_regions=op.skip_regions is not None
    )
    head = "top-level ]]]" if op.target is None else "]]]"
    run.state.write(f"[[[ IR printer: {name}{head}\n")
    for payload in [run.root] if op.target is None else run.get(op.target):
        run.state.write(print_op(payload, flags=flags).rstrip("\n") + "\n")
    return ()


@INTERPRETED(a.VerifyOp)
def _verify(run: Run, op: a.VerifyOp) -> Results:
    for payload in run.get(op.target):
        problems = verify(payload)
        if problems:
            found = definite("failed to verify payload op", op)
            found.diagnostics[0].note("payload op", payload.where)
            found.diagnostics[:0] = problems
            raise found
    return ()


def _separate(op: Operation, target: Operation) -> None:
    """An op must not change an op that contains it."""
    if target.is_ancestor(op):
        found = definite("cannot apply transform to itself (or one of its ancestors)", op)
        found.diagnostics[0].note("target payload op", target.where)
        raise found


def _each(
    run: Run,
    op: a.ApplyCommonSubexpressionEliminationOp | a.ApplyPatternsOp | HoistLoopInvariantSubsetsOp,
    flag: str,
    **options: Any,
) -> Results:
    """A pass on each target itself, whatever op it is."""
    for target in run.get(op.target):
        _separate(op, target)
        registry.lookup(flag)(target, run.state, **options)
    run.forget_removed(op)
    return ()


def _wrong_kind(op: Operation, target: Operation) -> Silenceable:
    found = Silenceable("transform applied to the wrong op kind", op)
    return found.note("when applied to this op", target.where)


@INTERPRETED(a.ApplyCommonSubexpressionEliminationOp)
def _apply_cse(run: Run, op: a.ApplyCommonSubexpressionEliminationOp) -> Results:
    return _each(run, op, "cse")


@INTERPRETED(a.ApplyLoopInvariantCodeMotionOp)
def _apply_licm(run: Run, op: a.ApplyLoopInvariantCodeMotionOp) -> Results:
    for target in _loops(run, op):
        _separate(op, target)
        hoist_invariants(target, Effects())
    return ()


def _loops(
    run: Run, op: a.ApplyLoopInvariantCodeMotionOp | HoistLoopInvariantSubsetsOp
) -> list[Any]:
    """The targets, which must be loops."""
    for target in run.get(op.target):
        if not isinstance(target, LoopLike):
            raise _wrong_kind(op, target)
    return run.get(op.target)


@INTERPRETED(HoistLoopInvariantSubsetsOp)
def _hoist_subsets(run: Run, op: HoistLoopInvariantSubsetsOp) -> Results:
    for target in _loops(run, op):
        if any(isinstance(inner, LoopLike) and inner is not target for inner in target.walk()):
            raise definite(f"transform op '{op.name}' on nested loops is not interpreted here", op)
    return _each(run, op, "loop-invariant-subset-hoisting")


@INTERPRETED(LoopPeelOp)
def _loop_peel(run: Run, op: LoopPeelOp) -> Results:
    peeled, rest = [], []
    for target in run.get(op.target):
        if not isinstance(target, ForOp):
            raise _wrong_kind(op, target)
        rewriter = Rewriter(Block())
        peel = peel_first_iteration if op.peel_front else peel_last_iteration
        part = peel(target, rewriter) if target.unsignedCmp is None else None
        if part is None:
            which = "first" if op.peel_front else "last"
            raise Silenceable(f"failed to peel the {which} iteration", op)
        peeled.append(target)
        rest.append(part)
    return [peeled, rest]


@INTERPRETED(LoopCoalesceOp)
def _loop_coalesce(run: Run, op: LoopCoalesceOp) -> Results:
    for target in run.get(op.target):
        if not isinstance(target, ForOp):
            raise definite(
                f"transform op '{op.name}' on '{target.name}' is not interpreted here", op
            )
        if not coalesce_nest(target):
            raise Silenceable("failed to coalesce", op)
    return [run.get(op.target)]


@INTERPRETED(a.ApplyPatternsOp)
def _apply_patterns(run: Run, op: a.ApplyPatternsOp) -> Results:
    patterns = list(op.patterns.entry) if op.patterns.first is not None else []
    for pattern in patterns:
        if not isinstance(pattern, a.ApplyCanonicalizationPatternsOp):
            raise definite(f"transform op '{pattern.name}' is not interpreted here", pattern)
    if not patterns or op.apply_cse is not None:
        which = "without patterns" if not patterns else "with apply_cse"
        raise definite(f"transform op '{op.name}' {which} is not interpreted here", op)
    return _each(
        run,
        op,
        "canonicalize",
        max_iterations=op.max_iterations,
        max_num_rewrites=op.max_num_rewrites,
    )


@INTERPRETED(a.ApplyRegisteredPassOp)
def _apply_registered_pass(run: Run, op: a.ApplyRegisteredPassOp) -> Results:
    if not registry.exists(op.pass_name, run.state.context):
        raise definite(f"unknown pass or pass pipeline: {op.pass_name}", op)
    options = {name: _option(run, op, value) for name, value in op.options.entries}
    found_pass = registry.lookup(op.pass_name, run.state.context)
    try:
        found_pass.bind(dict(options))
    except DiagnosticError as failure:
        failed = error(f"failed to add pass or pass pipeline to pipeline: {op.pass_name}", op.where)
        raise DiagnosticError([error(str(failure.args[0]), op.where), failed]) from None
    targets = run.get(op.target)
    for target in targets:
        _separate(op, target)
        try:
            if found_pass.anchor not in (None, target.name):
                raise DiagnosticError(
                    f"trying to schedule pass '{op.pass_name}' on an unsupported operation",
                    target.where,
                )
            run.state.run(Pipeline(target.name, [PassRun(op.pass_name, dict(options))]), target)
        except DiagnosticError as failure:
            found = Silenceable("pass pipeline failed", op).note("target op", target.where)
            found.diagnostic.notes[:0] = failure.diagnostics
            raise found from None
    return [targets]


def _option(run: Run, op: a.ApplyRegisteredPassOp, value: Attribute) -> str:
    """The text of an option of a pass."""
    if isinstance(value, ParamOperandAttr):
        given = run.get(op.dynamic_options[value.index.value])
        return ",".join(_option(run, op, one) for one in given)
    if isinstance(value, ArrayAttr):
        return ",".join(_option(run, op, one) for one in value)
    if isinstance(value, StringAttr):
        return value.value
    if isinstance(value, (IntegerAttr, FloatAttr)):
        return str(value).partition(" : ")[0]
    return str(value)


@INTERPRETED(EmitRemarkAtOp)
def _emit_remark_at(run: Run, op: EmitRemarkAtOp) -> Results:
    for payload in run.get(op.at):
        if isinstance(op.at.type, OpHandle):
            run.remark(op.message, payload.where)
        else:
            run.remark(op.message, place_of(payload), note=_described(payload))
    return ()


def _described(value: Value) -> str:
    """Which value of its op or block a value is."""
    if isinstance(value, BlockArgument):
        block = value.owner
        region = block.parent
        blocks = list(region.blocks) if region is not None else [block]
        number = region.index if region is not None else 0
        return (
            f"value handle points to a block argument #{value.index} in block "
            f"#{blocks.index(block)} in region #{number}"
        )
    assert isinstance(value, OpResult)
    return f"value handle points to an op result #{value.index}"


@INTERPRETED(EmitParamAsRemarkOp)
def _emit_param_as_remark(run: Run, op: EmitParamAsRemarkOp) -> Results:
    values = ", ".join(map(str, run.get(op.param)))
    text = values if op.message is None else f"{op.message} {values}"
    places = [op] if op.anchor is None else run.get(op.anchor)
    for place in places:
        run.remark(text, place.where)
    return ()
