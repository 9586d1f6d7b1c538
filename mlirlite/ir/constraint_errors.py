"""Errors of ops that do not match their declaration: counts and types of operands and results,
properties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.fields import Arity, Field, VarRegion
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS, OpDef
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Trait
from mlirlite.support.diagnostics import Diagnostic, did_you_mean


def _type_error(op: Operation, kind: str, index: int, summary: str, type: Type) -> Diagnostic:
    return op.error(f"{kind} #{index} must be {summary}, but got '{type}'")


def check_values(
    op: Operation, definition: OpDef, simple: bool, structural: Sequence[Trait]
) -> Diagnostic | None:
    """The first error of an op's regions, successors, operands, properties and results against the
    declaration: counts, then structural traits, then properties, then types. `simple`: all counts
    are fixed."""
    problem = check_counts(op, definition)
    if problem is not None:
        return problem
    if simple:
        problem = _check_traits(op, structural) or _check_properties(op, definition)
        if problem is not None:
            return problem
        for kind, fields, values in (
            ("operand", definition.operands, op.operands),
            ("result", definition.results, op.results),
        ):
            for i, (field, value) in enumerate(zip(fields, values, strict=True)):
                if not field.constraint.matches(value.type):
                    return _type_error(op, kind, i, field.constraint.summary, value.type)
        return None
    return _check_groups(op, definition, structural)


def _check_groups(
    op: Operation, definition: OpDef, structural: Sequence[Trait]
) -> Diagnostic | None:
    """As `check_values`, for ops with variable numbers of operands or results."""
    groups = []
    for kind, fields, values, segments in (
        ("operand", definition.operands, op.operands, definition.operand_segments),
        ("result", definition.results, op.results, definition.result_segments),
    ):
        try:
            sizes = segments(op)
        except ValueError as e:
            return op.error(str(e))
        groups.append((kind, fields, values, sizes))
    problem = _check_traits(op, structural) or _check_properties(op, definition)
    if problem is not None:
        return problem
    for kind, fields, values, sizes in groups:
        index = 0
        for field, size in zip(fields, sizes, strict=True):
            if field.arity is Arity.OPTIONAL and size > 1:
                return op.error(
                    f"{kind} group starting at #{index} requires 0 or 1 element, but found {size}"
                )
            if field.arity is Arity.ONE and size != 1:
                return op.error(
                    f"{kind} group starting at #{index} requires 1 element, but found {size}"
                )
            words = (
                f"variadic of {field.constraint.summary}"
                if field.arity is Arity.VARIADIC
                else field.constraint.summary
            )
            for value in values[index : index + size]:
                if not field.constraint.matches(value.type):
                    return _type_error(op, kind, index, words, value.type)
                index += 1
    return None


def _check_traits(op: Operation, traits: Sequence[Trait]) -> Diagnostic | None:
    for trait in traits:
        problem = trait.verify(op)
        if problem is not None:
            return problem
    return None


_COUNTS = {
    "region": ("requires zero regions", "requires one region", "expected {} regions"),
    "result": ("requires zero results", "requires one result", "expected {} results"),
    "successor": (
        "requires 0 successors but found {found}",
        "requires 1 successor but found {found}",
        "requires {} successors but found {found}",
    ),
    "operand": (
        "requires zero operands",
        "requires a single operand",
        "expected {} operands, but found {found}",
    ),
}
"""The texts of errors for an expected count of zero, one, or more; in upstream's order."""
_LEAST = {
    "region": "expected {} or more regions",
    "result": "expected {} or more results",
    "successor": "requires at least {} successors but found {found}",
    "operand": "expected {} or more operands, but found {found}",
}


def check_counts(op: Operation, definition: OpDef) -> Diagnostic | None:
    """The error of an op that has more or fewer parts than its class declares."""
    declared: tuple[tuple[str, Sequence[Field[Any]], int], ...] = (
        ("region", definition.regions, len(op.regions)),
        ("result", definition.results, len(op.results)),
        ("successor", definition.successors, len(op.successors)),
        ("operand", definition.operands, len(op.operands)),
    )
    for kind, fields, found in declared:
        least = sum(f.arity is Arity.ONE for f in fields)
        if least < len(fields):
            if found < least:
                return op.error(_LEAST[kind].format(least, found=found))
        elif found != least:
            return op.error(_COUNTS[kind][min(least, 2)].format(least, found=found))
    return None


def misspelled(name: str, given: Iterable[str]) -> str:
    """The hint of an error about the missing key `name` if there is a similar key, or ""."""
    return did_you_mean(name, given).replace("mean '", f"mean '{name}' by '")


def _check_properties(op: Operation, definition: OpDef) -> Diagnostic | None:
    given = op.properties
    for name, field in definition.properties.items():
        attribute = given.get(name)
        if attribute is None:
            if not field.optional and field.default is None:
                wrong = _wrong_property(op, definition)
                if wrong is not None:
                    return wrong
                hint = misspelled(name, op._attributes or ())
                return op.error(f"requires attribute '{name}'{hint}")
        elif not field.constraint.matches(attribute):
            return _wrong_property(op, definition)
    if len(given) > len(definition.properties):
        for name, attribute in given.items():
            if name in (OPERAND_SEGMENTS, RESULT_SEGMENTS):
                if not isinstance(attribute, DenseArrayAttr):
                    return op.error(
                        f"attribute '{name}' failed to satisfy constraint: i32 dense array "
                        f"attribute"
                    )
            elif name not in definition.properties:
                hint = did_you_mean(name, definition.properties)
                return op.error(f"has unknown property '{name}'{hint}")
    return None


def _wrong_property(op: Operation, definition: OpDef) -> Diagnostic | None:
    """The error of the first bad property by name, as upstream."""
    for name, field in sorted(definition.properties.items()):
        attribute = op.properties.get(name)
        if attribute is not None and not field.constraint.matches(attribute):
            return op.error(
                f"{field.word} '{name}' failed to satisfy constraint: {field.constraint.summary}"
            )
    return None


def check_regions(op: Operation, definition: OpDef) -> Diagnostic | None:
    """The error of the first region that does not satisfy its constraint; the number of regions is
    right."""
    for field in definition.regions:
        if field.constraint is None:
            continue
        regions = op.regions[field.group :]
        for region in regions if isinstance(field, VarRegion) else regions[:1]:
            if not field.constraint.matches(region):
                called = f" ('{field.name}')" if field.name else ""
                return op.error(
                    f"region #{op.regions.index(region)}{called} failed to verify constraint: "
                    f"{field.constraint.summary}"
                )
    return None
