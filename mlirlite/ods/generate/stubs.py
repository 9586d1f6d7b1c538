"""Stubs of a dialect's classes, so that editors and type checkers know their fields."""

from __future__ import annotations

import contextlib
import enum
import keyword
from collections.abc import Iterator
from typing import Any, get_args, get_origin

from mlirlite.ir.constructor_code import Kind, positions
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Arity, PropertyField, VarRegion, VarSuccessor
from mlirlite.ods.generate import Given
from mlirlite.support.diagnostics import DiagnosticError

_HEAD = """\
import enum
from collections.abc import Iterable
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import OpResult, Value
from mlirlite.ods.declared import DeclaredDialect

DIALECT: DeclaredDialect
"""
_PLAIN = {int: "int", bool: "bool", float: "float", str: "str"}
_VALUES = {Arity.ONE: "Value", Arity.OPTIONAL: "Value | None"}
_RESULTS = {Arity.ONE: "OpResult", Arity.OPTIONAL: "OpResult | None"}


def stub_text(given: Given) -> str:
    """The .pyi file for a plugin, or for a module of the package."""
    dialect = given.dialect
    enums = [dialect.enum(r) for r in dialect.record.records.derived("EnumInfo") if dialect.owns(r)]
    lines = [_HEAD]
    for one in enums:
        lines += [*_enum(one), ""]
    taken = {one.__name__ for one in enums}
    for cls in _classes(given):
        if cls.__name__ in taken or not cls.__name__.isidentifier():
            continue
        taken.add(cls.__name__)
        lines += [*(_op(cls) if issubclass(cls, Op) else _attribute(cls)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _classes(given: Given) -> Iterator[Any]:
    """Its classes. One that cannot be made without a hook is left out."""
    for key in given.dialect.names():
        with contextlib.suppress(DiagnosticError):
            yield given.dialect.made(key)


def _enum(one: type[enum.Enum]) -> Iterator[str]:
    base = "IntFlag" if issubclass(one, enum.Flag) else "IntEnum"
    yield f"class {one.__name__}(enum.{base}):"
    members = [name for name in one.__members__ if _usable(name)]
    yield from (f"    {name} = {int(one[name].value)}" for name in members)
    if not members:
        yield "    ..."


def _usable(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _op(cls: Any) -> Iterator[str]:
    definition, form = cls.definition, cls.form
    yield f"class {cls.__name__}(Op):"
    fields = {f.attribute: _field(f) for f in definition.inputs}
    fields |= {f.attribute: _result(f) for f in definition.results}
    for name, kind in fields.items():
        yield "    @property"
        yield f"    def {name}(self) -> {kind}: ..."
        yield f"    @{name}.setter"
        yield f"    def {name}(self, value: Any) -> None: ..."
    by_position, by_name = positions(form.inputs)
    words = [f"{i.attribute}: {_given(i.kind)}" for i in by_position if i.required]
    words += [f"{i.attribute}: {_given(i.kind)} = ..." for i in by_position if not i.required]
    words += ["*", *(f"{i.attribute}: {_given(i.kind)}" for i in by_name)]
    words += [f"{r}: Any = ..." for r in form.results]
    words += ["loc: Any = ...", "attributes: Any = ..."]
    yield "    def __init__("
    yield from (f"        {word}," for word in ("self", *words))
    yield "    ) -> None: ..."


def _given(kind: Kind) -> str:
    """What a constructor takes."""
    takes = {
        Kind.OPERAND: "Value | Operation | Iterable[Value] | None",
        Kind.REGION: "Region | Iterable[Region] | None",
        Kind.SUCCESSOR: "Block | Iterable[Block]",
    }
    return takes.get(kind, "Any")


def _field(field: Any) -> str:
    """What an op has for an operand, a property, a region or a successor."""
    if isinstance(field, PropertyField):
        kind = _property(field)
        return f"{kind} | None" if field.optional and kind != "Any" else kind
    arity = getattr(field, "arity", None)
    if arity is not None:
        return _VALUES.get(arity, "tuple[Value, ...]")
    if isinstance(field, VarRegion):
        return "tuple[Region, ...]"
    if isinstance(field, VarSuccessor):
        return "tuple[Block, ...]"
    return "Region" if field.__class__.__name__ == "RegionField" else "Block"


def _property(field: Any) -> str:
    python = field.python
    if python in _PLAIN:
        return _PLAIN[python]
    return "Any"


def _result(field: Any) -> str:
    return _RESULTS.get(field.arity, "tuple[OpResult, ...]")


def _attribute(cls: Any) -> Iterator[str]:
    kinds = [b for b in cls.__mro__ if b.__name__ in ("EnumAttr", "Type", "Attribute")]
    yield f"class {cls.__name__}({kinds[0].__name__}):"
    annotations = {n: a for n, a in vars(cls).get("__annotations__", {}).items() if _usable(n)}
    for name, annotation in annotations.items():
        yield f"    {name}: {_annotation(annotation)}"
    if not annotations:
        yield "    ..."


def _annotation(annotation: Any) -> str:
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if get_origin(annotation) is tuple:
        return f"tuple[{_annotation(get_args(annotation)[0])}, ...]"
    return "Any"
