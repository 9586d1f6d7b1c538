"""OpDef: the compiled declaration of an op."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.fields import (
    Arity,
    Field,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    VarSuccessor,
    _Operands,
    _Results,
)
from mlirlite.ir.from_python import to_type
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SameVariadicOperandSize, SameVariadicResultSize
from mlirlite.ir.values import OpResult, Value

OPERAND_SEGMENTS = "operandSegmentSizes"
RESULT_SEGMENTS = "resultSegmentSizes"


class OpDef:
    """A compiled declaration: the fields in order, and how variable-length groups are found."""

    __slots__ = (
        "cls",
        "formats",
        "inputs",
        "name",
        "operand_sized",
        "operands",
        "properties",
        "regions",
        "result_sized",
        "results",
        "successors",
    )

    def __init__(self, cls: Any, fields: Sequence[Field[Any]]) -> None:
        self.cls = cls
        self.name = cls.name
        self.inputs = tuple(f for f in fields if not isinstance(f, _Results))
        """The parameters of a constructor, except result types."""
        self.operands: tuple[ValueField[Any], ...] = tuple(
            f for f in fields if isinstance(f, _Operands)
        )
        self.results: tuple[ValueField[Any], ...] = tuple(
            f for f in fields if isinstance(f, _Results)
        )
        self.properties: dict[str, PropertyField[Any]] = {
            f.name: f for f in fields if isinstance(f, PropertyField)
        }
        self.regions: tuple[RegionField[Any] | VarRegion[Any], ...] = tuple(
            f for f in fields if isinstance(f, (RegionField, VarRegion))
        )
        self.successors: tuple[Field[Any], ...] = tuple(
            f for f in fields if isinstance(f, (Successor, VarSuccessor))
        )
        self.formats: dict[str, Any] = {}
        """A store for what other layers (parser, printer) compile from the declaration, by their
        own keys."""
        self.operand_sized = _place(self.operands) and not cls.has_trait(SameVariadicOperandSize)
        self.result_sized = _place(self.results) and not cls.has_trait(SameVariadicResultSize)
        for kind in (self.regions, self.successors):
            for i, field in enumerate(kind):
                field.group = i

    # Variable-length groups

    def operand_segments(self, op: Operation) -> Sequence[int]:
        """How many operands each operand field has. ValueError when the op does not fit its
        declaration."""
        return _segments(
            self.operands,
            op,
            len(op._operands),
            OPERAND_SEGMENTS if self.operand_sized else "",
            "operand",
        )

    def result_segments(self, op: Operation) -> Sequence[int]:
        """How many results each result field has. ValueError when the op does not fit its
        declaration."""
        return _segments(
            self.results,
            op,
            len(op._results),
            RESULT_SEGMENTS if self.result_sized else "",
            "result",
        )

    def operand_group(self, op: Operation, group: int) -> tuple[Value, ...]:
        """The operands of one operand field."""
        sizes = self.operand_segments(op)
        start = sum(sizes[:group])
        return op._operands[start : start + sizes[group]]

    def result_group(self, op: Operation, group: int) -> tuple[OpResult, ...]:
        """The results of one result field."""
        sizes = self.result_segments(op)
        start = sum(sizes[:group])
        return op._results[start : start + sizes[group]]

    def set_operand_group(self, op: Operation, group: int, value: Any) -> None:
        """Replace the operands of one field and update the segment sizes."""
        sizes = list(self.operand_segments(op))
        start = sum(sizes[:group])
        new = [value] if isinstance(value, Value) else value
        new = [new.result] if isinstance(new, Operation) else list(new or ())
        op.set_operands([*op._operands[:start], *new, *op._operands[start + sizes[group] :]])
        if self.operand_sized:
            sizes[group] = len(new)
            op.properties[OPERAND_SEGMENTS] = i32_array(sizes)

    def result_types(self, given: Sequence[Any]) -> tuple[list[Type] | None, list[int]]:
        """Types of all results from those given for each field, and how many each field has; None
        when they have to be inferred."""
        types: list[Type] = []
        sizes = []
        for field, types_ in zip(self.results, given, strict=True):
            if types_ is None and field.arity is Arity.ONE:
                types_ = field.constraint.exact
            if types_ is None and field.arity is not Arity.OPTIONAL:
                return None, []
            alone = isinstance(types_, (Type, str)) or not isinstance(types_, Iterable)
            group = [] if types_ is None else [types_] if alone else list(types_)
            types += map(to_type, group)
            sizes.append(len(group))
        return types, sizes


def _place(fields: Sequence[ValueField[Any]]) -> bool:
    """Set the index of each field where it is fixed; True when sizes must be stored."""
    variable = 0
    for i, field in enumerate(fields):
        field.group = i
        field.fixed = i if not variable and field.arity is Arity.ONE else None
        variable += field.arity is not Arity.ONE
    return variable > 1


def _segments(
    fields: Sequence[ValueField[Any]], op: Operation, count: int, stored: str, kind: str
) -> Sequence[int]:
    if stored:
        sizes = op.properties.get(stored)
        if not isinstance(sizes, DenseArrayAttr) or len(sizes) != len(fields):
            raise ValueError(
                f"'{stored}' attribute for specifying {kind} segments must have {len(fields)} "
                f"elements, "
                f"but got {len(sizes) if isinstance(sizes, DenseArrayAttr) else 0}"
            )
        if any(size < 0 for size in sizes):
            raise ValueError(f"'{stored}' attribute cannot have negative elements")
        if sum(sizes) != count:
            raise ValueError(
                f"{kind} count ({count}) does not match with the total size ({sum(sizes)}) "
                f"specified in attribute '{stored}'"
            )
        return sizes.value
    variable = sum(f.arity is not Arity.ONE for f in fields)
    rest = count - (len(fields) - variable)
    if variable == 0:
        if rest:
            raise ValueError(f"expected {len(fields)} {kind}s, but found {count}")
        return (1,) * len(fields)
    if rest < 0 or rest % variable:
        raise ValueError(f"expected {len(fields) - variable} or more {kind}s, but found {count}")
    each = rest // variable
    return [1 if f.arity is Arity.ONE else each for f in fields]
