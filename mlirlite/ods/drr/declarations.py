"""How the arguments of an op's record are found in an op of its class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mlirlite.ir.fields import Arity, PropertyField
from mlirlite.ods.cpp import Unknown
from mlirlite.ods.cpp_parts import field_names
from mlirlite.ods.data import RecordData
from mlirlite.ods.drr.names import PatternNames, op_name
from mlirlite.support.diagnostics import DiagnosticError


class Argument(NamedTuple):
    """An argument: the index of an operand's group, or a property (a PropertyField)."""

    name: str
    group: int
    property: Any
    constraint: RecordData
    variable: bool = False
    """Whether any number of operands belong to it, or one or none."""

    def is_optional(self) -> bool:
        """Whether an op need not have this property."""
        return self.constraint.is_a("OptionalAttr", "DefaultValuedAttr") or bool(
            self.constraint.fields.get("isOptional")
        )


class Declaration:
    """The class of an op's record, and its arguments in the order of the record."""

    def __init__(self, record: RecordData, names: PatternNames) -> None:
        self.name = op_name(record)
        cls = names.op_class(record)
        if cls is None:
            raise Unknown(f"the op '{self.name}'")
        self.cls: Any = cls
        self.results = len(record.dag("results"))
        self.arguments = tuple(self._arguments(record, self.cls))

    def _arguments(self, record: RecordData, cls: Any) -> list[Argument]:
        found = []
        group = 0
        for value, name in record.dag("arguments"):
            while isinstance(value, RecordData) and value.is_a("OpVariable"):
                value = value["constraint"]
            if not isinstance(value, RecordData):
                raise DiagnosticError(f"argument '{name}' of '{record.name}' must be a constraint")
            if value.is_a("TypeConstraint"):
                operands = cls.definition.operands
                if group >= len(operands):
                    raise Unknown(f"operand '{name}' of the op '{self.name}'")
                variable = operands[group].arity is not Arity.ONE
                found.append(Argument(name, group, None, value, variable))
                group += 1
            else:
                own = self._property(name, cls.definition.properties)
                found.append(Argument(name, -1, own, value))
        return found

    def _property(self, name: str, known: Mapping[str, PropertyField[Any]]) -> PropertyField[Any]:
        for one in (name, *field_names(name[:1].upper() + name[1:])):
            if one in known:
                return known[one]
        raise Unknown(f"attribute '{name}' of the op '{self.name}'")

    def check_count(self, count: int, what: str) -> None:
        """DiagnosticError if a pattern has another number of arguments."""
        if count != len(self.arguments):
            raise DiagnosticError(
                f"{what} '{self.name}' has {count} arguments in the pattern, "
                f"but {len(self.arguments)} in its definition"
            )


class Declarations:
    """The declarations of a file's ops, each made at its first use."""

    def __init__(self, names: PatternNames) -> None:
        self.names = names
        self._found: dict[str, Declaration] = {}

    def of(self, record: RecordData) -> Declaration:
        """The declaration of an op's record."""
        if record.name not in self._found:
            self._found[record.name] = Declaration(record, self.names)
        return self._found[record.name]
