"""What patterns have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.ods.hooks import DataOp, function, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None


@function("PDLType")
def _is_pdl(type: Any) -> bool:
    return bool(type.name.startswith("pdl."))


def _parent(op: DataOp) -> str:
    parent = op.parent_op
    return "" if parent is None else parent.name


def _users(op: DataOp) -> list[Any]:
    return [user for result in op.results for user in result.users]


def _is_bound(op: DataOp) -> bool:
    """Whether an op other than one that names results uses it."""
    return any(
        user.name not in ("pdl.result", "pdl.results") or _is_bound(user) for user in _users(op)
    )


def _binding(op: DataOp) -> Problem:
    found: Problem = None
    if _parent(op) == "pdl.pattern" and not _is_bound(op):
        found = op.error(
            "expected a bindable user when defined in the matcher body of a `pdl.pattern`"
        )
    return found


@verifier("pdl.operand", "pdl.operands")
def _operand(op: DataOp) -> Problem:
    return _binding(op)


@verifier("pdl.type", "pdl.types")
def _type(op: DataOp) -> Problem:
    constant = op.properties.get("constantType", op.properties.get("constantTypes"))
    return _binding(op) if constant is None else None


@verifier("pdl.attribute")
def _attribute(op: DataOp) -> Problem:
    found: Problem = None
    if op.properties.get("value") is None:
        if _parent(op) == "pdl.rewrite":
            found = op.error("expected constant value when specified within a `pdl.rewrite`")
            return found
        return _binding(op)
    if op.valueType is not None:
        found = op.error("expected only one of [`type`, `value`] to be set")
    return found


@verifier("pdl.operation")
def _operation(op: DataOp) -> Problem:
    found: Problem = None
    names, values = op.attributeValueNames, op.attributeValues
    if _parent(op) == "pdl.rewrite" and not op.opName:
        found = op.error("must have an operation name when nested within a `pdl.rewrite`")
    elif len(names) != len(values):
        found = op.error(
            "expected the same number of attribute values and attribute names, got "
            f"{len(names)} names and {len(values)} values"
        )
    return found or _binding(op)


@verifier("pdl.apply_native_constraint")
def _constraint(op: DataOp) -> Problem:
    found: Problem = None
    if not op.operands:
        found = op.error("expected at least one argument")
    elif any(result.type.name == "pdl.operation" for result in op.results):
        found = op.error("returning an operation from a constraint is not supported")
    return found


@verifier("pdl.apply_native_rewrite")
def _native_rewrite(op: DataOp) -> Problem:
    found: Problem = None
    if not op.operands and not op.results:
        found = op.error("expected at least one argument or result")
    return found


@verifier("pdl.range")
def verify_range(op: DataOp) -> Problem:
    """All operands are what the range is of."""
    found: Problem = None
    element = op.results[0].type.elementType
    for operand in op.operands:
        own = getattr(operand.type, "elementType", operand.type)
        if own is not element:
            found = op.error(f"expected operand to have element type '{element}', but got '{own}'")
            break
    return found


@verifier("pdl.replace")
def _replace(op: DataOp) -> Problem:
    found: Problem = None
    if op.replOperation is not None and op.replValues:
        found = op.error(
            "expected no replacement values to be provided when the replacement operation is "
            "present"
        )
    return found


@verifier("pdl.results")
def _results(op: DataOp) -> Problem:
    found: Problem = None
    type = op.results[0].type
    if op.index is None and type.name == "pdl.value":
        found = op.error(
            f"expected `pdl.range<value>` result type when no index is specified, but got: '{type}'"
        )
    return found


@region_verifier("pdl.rewrite")
def _rewrite(op: DataOp) -> Problem:
    words = ""
    is_empty = op.regions[0].empty
    if op.properties.get("name") is not None:
        words = "" if is_empty else "expected rewrite region to be empty when rewrite is external"
    elif is_empty:
        words = "expected rewrite region to be non-empty if external name is not specified"
    elif op.externalArgs:
        words = "expected no external arguments when the rewrite is specified inline"
    found: Problem = op.error(words) if words else None
    return found


_PARTS = ("pdl.operand", "pdl.operands", "pdl.result", "pdl.results", "pdl.operation")


@region_verifier("pdl.pattern")
def _pattern(op: DataOp) -> Problem:
    found: Problem = None
    block = op.regions[0].first
    if block.last is None or block.last.name != "pdl.rewrite":
        found = op.error("expected body to terminate with `pdl.rewrite`")
    elif any(not inner.name.startswith("pdl.") for own in block for inner in own.walk()):
        found = op.error("expected only `pdl` operations within the pattern body")
    elif all(inner.name != "pdl.operation" for inner in block):
        found = op.error("the pattern must contain at least one `pdl.operation`")
    elif not _is_connected([inner for inner in block if inner.name in _PARTS]):
        found = op.error("the operations must form a connected component")
    return found


def _is_connected(ops: list[Any]) -> bool:
    """Whether those that the rewrite uses are reached from the first of them."""
    used = [op for op in ops if any(_in_rewrite(user) for user in _users(op))]
    seen = {id(op) for op in used[:1]}
    todo = used[:1]
    while todo:
        op = todo.pop()
        inputs = [v.owner for v in op.operands if hasattr(v.owner, "operands")]
        for other in (*inputs, *_users(op)):
            if other.name in _PARTS and not _in_rewrite(other) and id(other) not in seen:
                seen.add(id(other))
                todo.append(other)
    return all(id(op) in seen for op in used)


def _in_rewrite(op: DataOp) -> bool:
    return op.name == "pdl.rewrite" or _parent(op) == "pdl.rewrite"
