"""What types, quantifiers and solvers have to satisfy, in upstream's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.smt.syntax import is_any_value, is_value
from mlirlite.ods.hooks import DataOp, behavior, function, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None


@function("isAnyNonSMTType")
def _is_other(type: Any) -> bool:
    return not type.name.startswith("smt.")


@behavior("!smt.bv")
class BitVector:
    """Some bits."""

    def verify(self: Any) -> None:
        if self.width <= 0:
            raise ValueError("bit-vector must have at least a width of one")


@behavior("!smt.array")
class Array:
    """A map from one type to another."""

    def verify(self: Any) -> None:
        for name, type in (("domain", self.domainType), ("range", self.rangeType)):
            if not is_any_value(type):
                raise ValueError(f"{name} must be any SMT value type")


@behavior("!smt.func")
class Function:
    """A function of values that are not functions."""

    def verify(self: Any) -> None:
        if not self.domainTypes:
            raise ValueError("domain must not be empty")
        if not all(map(is_value, self.domainTypes)):
            raise ValueError("domain types must be any non-function SMT type")
        if not is_value(self.rangeType):
            raise ValueError("range type must be any non-function SMT type")


@behavior("!smt.sort")
class Sort:
    """A type that a program declares."""

    def verify(self: Any) -> None:
        if not all(map(is_value, self.sortParams or ())):
            raise ValueError("sort parameter types must be any non-function SMT type")


def _types(values: Sequence[Any]) -> list[Any]:
    return [value.type for value in values]


def _yielded(region: Any) -> Sequence[Any]:
    last = region.first.last if not region.empty else None
    found: Sequence[Any] = last.operands if last is not None else ()
    return found


@region_verifier("smt.solver")
def _solver(op: DataOp) -> Problem:
    found: Problem = None
    region = op.regions[0]
    if _types(_yielded(region)) != _types(op.results):
        found = op.error("types of yielded values must match return values")
    elif _types(region.first.args) != _types(op.inputs):
        found = op.error("block argument types must match the types of the 'inputs'")
    return found


@region_verifier("smt.check")
def _check(op: DataOp) -> Problem:
    found: Problem = None
    for name, region in zip(("sat", "unknown", "unsat"), op.regions, strict=True):
        if _types(_yielded(region)) != _types(op.results):
            message = f"types of yielded values in '{name}' region must match return values"
            found = op.error(message)
            break
    return found


@verifier("smt.bv.extract")
def _extract(op: DataOp) -> Problem:
    found: Problem = None
    width, whole, low = op.results[0].type.width, op.input.type.width, op.lowBit
    if low + width > whole:
        found = op.error(
            f"range to be extracted is too big, expected range starting at index {low} of length "
            f"{width} requires input width of at least {low + width}, but the input width is only "
            f"{whole}"
        )
    return found


@verifier("smt.bv.repeat")
def _repeat(op: DataOp) -> Problem:
    found: Problem = None
    if op.results[0].type.width % op.input.type.width:
        found = op.error("result bit-vector width must be a multiple of the input bit-vector width")
    return found


@verifier("smt.forall", "smt.exists")
def _quantifier(op: DataOp) -> Problem:
    found: Problem = None
    if len(op.regions) > 1 and op.noPattern:
        found = op.error(
            "patterns and the no_pattern attribute must not be specified at the same time"
        )
    return found


@region_verifier("smt.forall", "smt.exists")
def _quantified(op: DataOp) -> Problem:
    body, *patterns = op.regions
    args, yielded = body.first.args, _yielded(body)
    names = op.properties.get("boundVarNames")
    words = ""
    if names is not None and len(names) != len(args):
        words = "number of bound variable names must match number of block arguments"
    elif not all(is_value(arg.type) for arg in args):
        words = "bound variables must by any non-function SMT value"
    elif len(yielded) != 1:
        words = "must have exactly one yielded value"
    elif yielded[0].type.name != "smt.bool":
        words = "yielded value must be of '!smt.bool' type"
    for i, region in enumerate(patterns):
        words = words or _pattern(i, region, _types(args))
    found: Problem = op.error(words) if words else None
    return found


def _pattern(number: int, region: Any, types: list[Any]) -> str:
    """What is wrong with a pattern; nothing if it fits."""
    name = f"'patterns' region #{number}"
    if _types(region.first.args) != types:
        return f"block argument number and types of the 'body' and {name} must match"
    if not _yielded(region):
        return f"{name} must have at least one yielded value"
    for block in region.blocks:
        for inner in (inner for op in block for inner in op.walk()):
            if not inner.name.startswith("smt."):
                return f"the {name} may only contain SMT dialect operations"
            if inner.name in ("smt.forall", "smt.exists"):
                return f"the {name} must not contain any variable binding operations"
    return ""
