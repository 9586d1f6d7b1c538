"""Classes for ops: fields, traits and the assembly format of a record."""

from __future__ import annotations

import keyword
import types as _types
from collections.abc import Mapping
from typing import Annotated, Any

from mlirlite.ir import fields as _fields
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.native_properties import (
    BooleanProperty,
    IntegerProperty,
    StringProperty,
    UnitProperty,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import RegionConstraint
from mlirlite.ir.types import I32, I64, IntegerType
from mlirlite.ods.attributes import builtin_type, default_value, stated
from mlirlite.ods.data import RecordData
from mlirlite.ods.hooks import BASES
from mlirlite.ods.predicates import Predicates
from mlirlite.ods.traits import Traits
from mlirlite.parser.format.assembly_format import Custom, parse_format, walk
from mlirlite.parser.format.directives import find_directive
from mlirlite.parser.format.hooks import parse_hook
from mlirlite.support.diagnostics import DiagnosticError

_RESERVED = frozenset((*dir(Operation), "name")) - {"result"}
_OPERANDS = (_fields.Operand, _fields.OptOperand, _fields.VarOperand)
_RESULTS = (_fields.Result, _fields.OptResult, _fields.VarResult)


class OpMaker:
    """Makes classes of ops. `named` gives the class of a C++ type or attribute, `enums` that of an
    enum; `without_syntax` gets the ops whose syntax needs a hook, and why."""

    def __init__(
        self,
        predicates: Predicates,
        traits: Traits,
        named: Any,
        enums: Any,
        hooks: Mapping[str, dict[str, Any]],
        module: str,
    ) -> None:
        self.predicates = predicates
        self.traits = traits
        self.named = named
        self.enums = enums
        self.hooks = hooks
        self.module = module
        self.without_syntax: dict[str, str] = {}
        self.full = ""
        """The op that is being made."""

    def make(self, record: RecordData, full: str) -> type[Op]:
        """The class of an op's record."""
        self.full = full
        annotations: dict[str, Any] = {}
        namespace: dict[str, Any] = {"__module__": self.module, "__doc__": record.text("summary")}
        for number, (value, name) in enumerate(record.dag("arguments")):
            self._argument(annotations, namespace, value, name or f"operand{number}")
        for number, (value, name) in enumerate(record.dag("results")):
            kind = _RESULTS[_arity(_constraint(value))]
            own = _python_name(name or f"result{number}")
            annotations[own] = kind[self._type(value)]
        for number, (value, name) in enumerate(record.dag("regions")):
            annotations[_python_name(name or f"region{number}")] = self._region(value)
        for number, (value, name) in enumerate(record.dag("successors")):
            many = value.is_a("VariadicSuccessor")
            own = _python_name(name or f"successor{number}")
            annotations[own] = _fields.VarSuccessor if many else _fields.Successor
        namespace["__annotations__"] = annotations
        self._syntax(namespace, record, full)
        if full in self.without_syntax:
            namespace["missing_syntax"] = self.without_syntax[full]
        hooks = self.hooks.get(full, {})
        namespace.update({m: f for m, f in hooks.items() if m not in ("parse", "print", BASES)})
        options = {"name": full, "traits": tuple(self.traits.of(record))}
        title = record.name.partition("_")[2] or record.name
        made: type[Op] = _types.new_class(
            title, (*hooks.get(BASES, ()), Op), options, lambda ns: ns.update(namespace)
        )
        self._check_syntax(made, full)
        return made

    def _check_syntax(self, made: type[Op], full: str) -> None:
        """Ignore a format that leaves out what the op needs, as where C++ infers types."""
        if made.assembly_format is None:
            return
        try:
            parse_hook(made)
        except DiagnosticError as e:
            self.without_syntax[full] = e.diagnostics[0].message.partition(": ")[2]
            made.assembly_format = None
            made.missing_syntax = self.without_syntax[full]
            of: Any = made.definition
            of.formats.clear()

    def _argument(
        self, annotations: dict[str, Any], namespace: dict[str, Any], value: Any, name: str
    ) -> None:
        constraint, own = _constraint(value), _python_name(name)
        if constraint.is_a("TypeConstraint"):
            annotations[own] = _OPERANDS[_arity(constraint)][self._type(value)]
        elif constraint.is_a("Property", "PropConstraint"):
            self._property(annotations, namespace, constraint, own)
        else:
            self._attribute(annotations, namespace, constraint, own)

    def _type(self, value: RecordData) -> Any:
        record = _constraint(value)
        while record.is_a("Variadic", "Optional", "VariadicOfVariadic"):
            record = record["baseType"]
        exact: Attribute | None = builtin_type(record, self.predicates.classes)
        cls = self.named(record.text("cppType"))
        constraint = self.predicates.constraint(record, self.full, exact)
        return Annotated[cls or Type, constraint]

    def _attribute(
        self,
        annotations: dict[str, Any],
        namespace: dict[str, Any],
        record: RecordData,
        own: str,
    ) -> None:
        optional, default = False, ""
        while True:
            default = default or record.text("defaultValue")
            optional = optional or bool(record.fields.get("isOptional"))
            base = record["baseAttr"]
            wraps = record.is_a("OptionalAttr", "DefaultValuedAttr", "ConfinedAttr")
            if base is None or not (wraps or record.text("defaultValue")):
                break
            record = self._confined(record, base)
        constraint = self.predicates.constraint(record, self.full)
        cls = self.named(record.text("storageType")) if record.is_a("AttrDef") else None
        argument = (
            Annotated[cls, constraint]
            if cls
            else stated(record, constraint, self.enums, self.predicates.classes)
        )
        found = default_value(default, argument, self.named) if default else None
        if default and found is None:
            made = self.hooks.get(f"{default.rpartition('mlir::')[2]}()", {}).get("call")
            found = made() if made is not None else None
        if found is not None:
            namespace[own] = found
        kind: Any = _fields.OptProp if optional or (default and found is None) else _fields.Prop
        annotations[own] = kind[argument]

    def _confined(self, outer: RecordData, base: RecordData) -> RecordData:
        """What an attribute with more constraints states: its base with another predicate."""
        if not outer.is_a("ConfinedAttr"):
            return base
        fields = {**base.fields}
        for name in ("predicate", "summary"):
            fields[name] = outer.fields[name]
        return RecordData(base.records, fields)

    def _property(
        self,
        annotations: dict[str, Any],
        namespace: dict[str, Any],
        record: RecordData,
        own: str,
    ) -> None:
        default = record.text("defaultValue")
        inner = record
        while inner["baseProperty"] is not None:
            inner = inner["baseProperty"]
        storage = inner.text("storageType").rpartition("::")[2] or inner.text("interfaceType")
        python, native = _native(storage, self.predicates.constraint(record, self.full))
        if native is None:
            annotations[own] = _fields.Prop[
                Annotated[Attribute, self.predicates.constraint(record, self.full)]
            ]
            return
        prop: Any = _fields.Prop
        annotations[own] = prop[Annotated[python, native]]
        if default:
            found = default_value(default, Annotated[python, native], self.named)
            if found is not None:
                namespace[own] = found

    def _region(self, record: RecordData) -> Any:
        many = record.is_a("VariadicRegion")
        test = self.predicates.test(record.record("predicate"), self.full)
        constraint = RegionConstraint(
            record.text("summary"), lambda region: test({"$_self": region.blocks}) is not False
        )
        kind: Any = _fields.VarRegion if many else _fields.RegionField
        return kind[Annotated[Region, constraint]]

    def _syntax(self, namespace: dict[str, Any], record: RecordData, full: str) -> None:
        hooks = self.hooks.get(full, {})
        if any(hasattr(base, "parse") for base in hooks.get(BASES, ())):
            return
        if "parse" in hooks and "print" in hooks:
            _written_by(hooks, namespace)
            return
        text = record.text("assemblyFormat")
        if not text:
            if record.fields.get("hasCustomAssemblyFormat"):
                shared = self.hooks.get(f"{full.partition('.')[0]}.*", {})
                if "parse" in shared and "print" in shared:
                    _written_by(shared, namespace)
                    return
                self.without_syntax[full] = "its syntax is written in C++"
            return
        try:
            tree = parse_format(text)
        except DiagnosticError as e:
            self.without_syntax[full] = str(e).partition("\n")[0]
            return
        dialect = full.partition(".")[0]
        for element, _ in walk(tree):
            if isinstance(element, Custom):
                try:
                    find_directive(element.name, dialect)
                except (DiagnosticError, ValueError, LookupError):
                    self.without_syntax[full] = f"custom<{element.name}> is written in C++"
                    return
        namespace["assembly_format"] = text


def _written_by(hooks: Mapping[str, Any], namespace: dict[str, Any]) -> None:
    """Take the syntax that hooks define."""
    namespace["parse"] = staticmethod(hooks["parse"])
    namespace["print"] = hooks["print"]


def _constraint(value: RecordData) -> RecordData:
    """What an argument states, without what it says of effects."""
    while value.is_a("OpVariable"):
        value = value["constraint"]
    return value


def _arity(record: RecordData) -> int:
    """0: one, 1: one or none, 2: any number."""
    if record.is_a("Optional"):
        return 1
    return 2 if record.is_a("Variadic", "VariadicOfVariadic") else 0


def _python_name(name: str) -> str:
    """The name of a field in Python, whose declared name is that without the last underscore."""
    taken = name in _RESERVED or keyword.iskeyword(name) or name.endswith("_")
    return f"{name}_" if taken else name


def _native(storage: str, constraint: Constraint) -> tuple[Any, Any]:
    """The Python type of a property, and its kind; None if it has no kind here."""
    words, matches = constraint.summary, constraint.matches
    if storage in ("int64_t", "uint64_t", "int32_t", "uint32_t"):
        width: IntegerType = I64 if "64" in storage else I32
        return int, IntegerProperty(words, matches, integer=width, unsigned=storage[0] == "u")
    if storage == "bool":
        return bool, BooleanProperty(words, matches)
    if storage in ("string", "StringRef"):
        return str, StringProperty(words, matches)
    return (bool, UnitProperty(words, matches)) if storage == "UnitProp" else (None, None)
