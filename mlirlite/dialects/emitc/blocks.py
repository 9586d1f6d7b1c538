"""What regions, expressions and variables of a file have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.emitc.checks import is_supported
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.types import RankedTensorType
from mlirlite.ir.values import BlockArgument
from mlirlite.ods.hooks import DataOp, behavior, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_EXPRESSIONS = frozenset(
    f"emitc.{name}"
    for name in (
        *("add", "address_of", "apply", "bitwise_and", "bitwise_left_shift", "bitwise_not"),
        *("bitwise_or", "bitwise_right_shift", "bitwise_xor", "call", "call_opaque", "cast"),
        *("cmp", "conditional", "constant", "div", "load", "logical_and", "logical_not"),
        *("logical_or", "mul", "rem", "sub", "unary_minus", "unary_plus"),
    )
)
"""Ops that may be part of one expression in C."""


def _has_effects(op: DataOp) -> bool:
    called = op.name in ("emitc.call", "emitc.call_opaque", "emitc.load")
    return called or (op.name == "emitc.apply" and op.applicableOperator == "*")


@verifier("emitc.expression")
def _expression(op: DataOp) -> Problem:
    block = op.regions[0].first
    last = block.last
    words = ""
    if last is None or last.name != "emitc.yield" or not last.operands:
        words = "must yield a value at termination"
    elif isinstance(last.operands[0], BlockArgument):
        words = "yielded value has no defining op"
    elif last.operands[0].owner.parent_op is not op:
        words = "yielded value not defined within expression"
    elif last.operands[0].type is not op.results[0].type:
        words = "requires yielded type to match return type"
    else:
        words = _parts(block, last) or _effects(last.operands[0].owner)
    found: Problem = op.error(words) if words else None
    return found


def _parts(block: Any, last: Any) -> str:
    for op in block:
        if op is last:
            break
        if op.name not in _EXPRESSIONS:
            return "contains an unsupported operation"
        if len(op.results) != 1:
            return "requires exactly one result for each operation"
        if not list(op.results[0].users):
            return "contains an unused operation"
    return ""


def _effects(root: Any) -> str:
    """Whether an op with effects is reached twice from the root."""
    seen: set[int] = set()
    todo = [root]
    while todo:
        op = todo.pop()
        if id(op) in seen:
            if _has_effects(op):
                return "requires exactly one use for operations with side effects"
            continue
        seen.add(id(op))
        todo += [v.owner for v in op.operands if not isinstance(v, BlockArgument)]
    return ""


@verifier("emitc.switch")
def _switch(op: DataOp) -> Problem:
    found: Problem = None
    numbers = list(op.cases)
    twice = [number for i, number in enumerate(numbers) if number in numbers[:i]]
    default, *regions = op.regions
    if len(numbers) != len(regions):
        found = op.error(f"has {len(regions)} case regions but {len(numbers)} case values")
    elif twice:
        found = op.error(f"has duplicate case value: {twice[0]}")
    for i, region in enumerate((default, *regions)):
        name = f"case region #{i - 1}" if i else "default region"
        found = found or _case(op, region.first.last, name)
    return found


def _case(op: DataOp, last: Any, name: str) -> Problem:
    found: Problem = None
    if last is None or last.name != "emitc.yield":
        own = last.name if last is not None else "nothing"
        found = op.error(f"expected region to end with emitc.yield, but got {own}")
    elif last.operands:
        count = len(last.operands)
        found = op.error(f"expected each region to return 0 values, but {name} returns {count}")
    return found


@verifier("emitc.do")
def _do(op: DataOp) -> Problem:
    body, condition = op.regions
    ops = list(condition.first)
    words = ""
    if len(ops) != 2:
        words = (
            "condition region must contain exactly two operations: 'emitc.expression' followed by "
            f"'emitc.yield', but found {len(ops)} operations"
        )
    elif ops[0].name != "emitc.expression":
        words = (
            f"expected first op in condition region to be 'emitc.expression', but got {ops[0].name}"
        )
    elif str(ops[0].results[0].type) != "i1":
        words = (
            "emitc.expression in condition region must return 'i1', but returns "
            f"'{ops[0].results[0].type}'"
        )
    elif ops[1].name != "emitc.yield":
        words = f"expected last op in condition region to be 'emitc.yield', but got {ops[1].name}"
    elif len(ops[1].operands) != 1:
        words = (
            "expected condition region to return 1 value, but it returns "
            f"{len(ops[1].operands)} values"
        )
    elif ops[1].operands[0] is not ops[0].results[0]:
        return error(
            "'emitc.yield' must return result of 'emitc.expression' from this condition region",
            op.where,
        )
    elif body.first.last is not None and body.first.last.name == "emitc.yield":
        words = "body region must not contain terminator"
    found: Problem = op.error(words) if words else None
    return found


@verifier("emitc.global")
def _global(op: DataOp) -> Problem:
    type, value = op.properties["type"], op.properties.get("initial_value")
    words = "" if is_supported(type) else "expected valid emitc type"
    own = getattr(value, "type", None)
    if not words and own is not None:
        stated = type
        if isinstance(own, RankedTensorType):
            if type.name != "emitc.array":
                words = f"expected array type, but got '{type}'"
            else:
                stated = RankedTensorType(type.shape, type.elementType)
        if not words and own is not stated:
            words = f"initial value expected to be of type '{type}', but was of type '{own}'"
    if not words and op.static_specifier and op.extern_specifier:
        words = "cannot have both static and extern specifiers"
    found: Problem = op.error(words) if words else None
    return found


@behavior("emitc.get_global")
class GetGlobal(SymbolUser):
    """A variable of the file."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        found: Problem = None
        name = self.properties["name"]
        target = tables.lookup(self, name)
        if getattr(target, "name", "") != "emitc.global":
            found = self.error(f"'{name.root}' does not reference a valid emitc.global")
            return found
        type, result = target.properties["type"], self.results[0].type
        at = f"of the global @{name.root}"
        if type.name == "emitc.array":
            if type is not result:
                found = self.error(
                    f"on array type expects result type '{result}' to match type '{type}' {at}"
                )
        elif result.name != "emitc.lvalue":
            found = self.error(
                "on non-array type expects result type to be an lvalue type for the global "
                f"@{name.root}"
            )
        elif result.valueType is not type:
            found = self.error(
                f"on non-array type expects result inner type '{result.valueType}' to match type "
                f"'{type}' {at}"
            )
        return found


def _class_of(op: DataOp) -> Any:
    outer = op.parent_op
    while outer is not None and outer.name != "emitc.class":
        outer = outer.parent_op
    return outer


@verifier("emitc.field")
def _field(op: DataOp) -> Problem:
    found: Problem = None
    outer = op.parent_op
    if not is_supported(op.properties["type"]):
        found = op.error("expected valid emitc type")
    elif outer is None or outer.name != "emitc.class":
        found = op.error("field must be nested within an emitc.class operation")
    return found


@behavior("emitc.get_field")
class GetField(SymbolUser):
    """A variable of a class."""

    __slots__ = ()

    def verify_op(self: Any) -> Problem:
        found: Problem = None
        if _class_of(self) is None:
            found = self.error(" must be nested within an emitc.class operation")
        return found

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        found: Problem = None
        name = self.properties["field_name"]
        target = tables.lookup(self, name)
        result = self.results[0].type
        if getattr(target, "name", "") != "emitc.field":
            found = self.error(f"field '{name}' not found in the class")
        elif target.properties["type"] is not result:
            type = target.properties["type"]
            found = self.error(
                f"result type '{result}' does not match field '{name}' type '{type}'"
            )
        return found
