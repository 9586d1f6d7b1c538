"""Interpretation of ops that contain or call other ops of scripts."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.extensions import tune
from mlirlite.dialects.transform.interfaces import Matcher
from mlirlite.dialects.transform.interpretation import (
    INTERPRETED,
    Results,
    Run,
    Silenceable,
    definite,
)
from mlirlite.dialects.transform.matching import CollectMatchingOp, ForeachMatchOp
from mlirlite.dialects.transform.sequences import (
    AlternativesOp,
    ForeachOp,
    IncludeOp,
    NamedSequenceOp,
    SequenceOp,
)
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import IsolatedFromAbove


@INTERPRETED(SequenceOp)
def _sequence(run: Run, op: SequenceOp) -> Results:
    bound = [run.get(operand) for operand in op.operands] or [[run.root]]
    block = op.body.entry
    if len(bound) != len(block.args):
        raise definite(
            f"operation expects {len(block.args) - 1} extra value bindings, but "
            f"{len(bound) - 1} were provided to the interpreter",
            op,
        )
    run.bind(block, bound)
    return run.sequence(block, op.failure_propagation_mode)


@INTERPRETED(tune.KnobOp)
def _knob(run: Run, op: tune.KnobOp) -> Results:
    if op.selected is None:
        raise definite(
            f'non-deterministic choice "{op.name_}" is only resolved through providing a '
            "`selected` attr",
            op,
        )
    return [[op.selected]]


@INTERPRETED(tune.AlternativesOp)
def _tune_alternatives(run: Run, op: tune.AlternativesOp) -> Results:
    selected = op.selected_region_attr
    if op.selected_region_param is not None:
        given = run.get(op.selected_region_param)
        if len(given) != 1 or not isinstance(given[0], IntegerAttr):
            found = ", ".join(map(str, given))
            raise definite(f"param should hold exactly one integer attribute, got: {found}", op)
        selected = given[0]
    if selected is None:
        raise definite(
            f'non-deterministic choice "{op.name_}" is only resolved through providing a '
            "`selected_region` attr/param",
            op,
        )
    if not 0 <= selected.value < len(op.regions):
        raise definite(
            f"'selected_region' attribute/param specifies region at index {selected.value} while "
            f"op has only {len(op.regions)} regions",
            op,
        )
    return run.sequence(op.regions[selected.value].entry, FailurePropagationMode.propagate)


def _callee(op: Operation, name: Any) -> NamedSequenceOp:
    sequence = SymbolTables().lookup(op, name)
    if not isinstance(sequence, NamedSequenceOp) or sequence.is_declaration:
        raise definite(f"unresolved external symbol {name}", op)
    return sequence


@INTERPRETED(IncludeOp)
def _include(run: Run, op: IncludeOp) -> Results:
    sequence = SymbolTables().lookup(op, op.target)
    if not isinstance(sequence, NamedSequenceOp) or sequence.is_declaration:
        raise definite("unresolved external named sequence", op)
    block = sequence.body.entry
    run.bind(block, [run.get(operand) for operand in op.operands])
    return run.sequence(block, op.failure_propagation_mode)


@INTERPRETED(ForeachOp)
def _foreach(run: Run, op: ForeachOp) -> Results:
    payloads = [run.get(target) for target in op.targets]
    count = len(payloads[0]) if payloads else 0
    if op.with_zip_shortest is not None:
        count = min(map(len, payloads))
    for i, payload in enumerate(payloads):
        if len(payload) != count and op.with_zip_shortest is None:
            raise Silenceable(
                f"prior targets' payload size ({count}) differs from payload size "
                f"({len(payload)}) of target {i}",
                op,
            )
    results: list[list[Any]] = [[] for _ in op.results]
    for entry in list(zip(*(payload[:count] for payload in payloads), strict=True)):
        run.bind(op.body.entry, [[one] for one in entry])
        yielded = run.sequence(op.body.entry, FailurePropagationMode.propagate)
        for result, more in zip(results, yielded, strict=True):
            result += more
    return results


@INTERPRETED(AlternativesOp)
def _alternatives(run: Run, op: AlternativesOp) -> Results:
    originals = run.get(op.scope) if op.scope is not None else [run.root]
    for original in originals:
        if original.is_ancestor(op):
            found = definite("scope must not contain the transforms being applied", op)
            found.diagnostics[0].note("scope", original.where)
            raise found
        if not original.has_trait(IsolatedFromAbove):
            found = definite("only isolated-from-above ops can be alternative scopes", op)
            found.diagnostics[0].note("scope", original.where)
            raise found
    for region in op.regions:
        clones = [original.clone() for original in originals]
        for original, clone in zip(originals, clones, strict=True):  # symbols are found there
            Builder.before_op(original).insert(clone)
        run.set(region.entry.args[0], clones)
        try:
            results = run.sequence(region.entry, FailurePropagationMode.propagate)
        except Silenceable:
            for clone in clones:
                clone.erase()
            continue
        for original, clone in zip(originals, clones, strict=True):
            for old, new in zip(original.results, clone.results, strict=True):
                old.replace_all_uses_with(new)
            original.erase()
            if original is run.root:
                run.root = clone
        return results
    raise Silenceable("all alternatives failed", op)


def _match(run: Run, block: Block, inputs: Sequence[Any]) -> Results | None:
    """The values that a matcher yields; None when it fails."""
    run.bind(block, inputs)
    last = block.last
    for op in block:
        if op is not last and not isinstance(op, Matcher):
            raise definite(
                "expected operations in the match part to implement MatchOpInterface", op
            )
    try:
        return run.sequence(block, FailurePropagationMode.propagate)
    except Silenceable:
        return None


@INTERPRETED(CollectMatchingOp)
def _collect_matching(run: Run, op: CollectMatchingOp) -> Results:
    block = _callee(op, op.matcher).body.entry
    results: list[list[Any]] = [[] for _ in op.results]
    for root in run.get(op.root):
        for payload in list(root.walk_post_order()):
            yielded = _match(run, block, [[payload]])
            for i, found in enumerate(yielded or ()):
                if len(found) != 1:
                    raise Silenceable(
                        f"result #{i}, associated with {len(found)} payload objects, expected 1",
                        op,
                    )
                results[i] += found
    return results


@INTERPRETED(ForeachMatchOp)
def _foreach_match(run: Run, op: ForeachMatchOp) -> Results:
    pairs = [
        (_callee(op, matcher).body.entry, _callee(op, action))
        for matcher, action in zip(op.matchers, op.actions, strict=True)
    ]
    roots = run.get(op.root)
    forwarded = [run.get(value) for value in op.forwarded_inputs]
    results: list[list[Any]] = [[] for _ in op.results[1:]]
    failed: Silenceable | None = None
    for root in roots:
        for payload in list(root.walk_post_order()):
            if (payload is root and op.restrict_root is None) or not run.root.is_ancestor(payload):
                continue
            for matcher, action in pairs:
                matched = _match(run, matcher, [[payload], *forwarded])
                if matched is None:
                    continue
                block = action.body.entry
                run.bind(block, matched)
                try:
                    yielded = run.sequence(block, FailurePropagationMode.propagate)
                except Silenceable as failure:
                    failed = failed or Silenceable("actions failed", op)
                    failed.note(f"failed action: {failure}", action.where)
                    failed.note("when applied to this matching payload", payload.where)
                    break
                for result, more in zip(results, yielded, strict=True):
                    if len(more) != 1 and op.flatten_results is None:
                        raise definite(
                            f"action @{action.sym_name} has results associated with multiple "
                            "payload entities, but flattening was not requested",
                            op,
                        )
                    result += more
                break
    if failed is not None:
        raise failed
    return [roots, *results]
