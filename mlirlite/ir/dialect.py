"""Dialect: a namespace of ops, types and attributes, found by scanning the module that declares
them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.support.once import once

if TYPE_CHECKING:
    from mlirlite.ir.attributes import DictionaryAttr
    from mlirlite.ir.block import Region
    from mlirlite.ir.locations import Location
    from mlirlite.ir.operation import Operation
    from mlirlite.ir.values import Value
    from mlirlite.support.diagnostics import Diagnostic


def classes_in(namespace: Mapping[str, Any], dialect: str) -> dict[str, type[Any]]:
    """The classes of a dialect among the values of a module's namespace, by full name."""
    found: dict[str, type[Any]] = {}
    prefix = dialect + "."
    for cls in list(namespace.values()):
        if not isinstance(cls, type) or not issubclass(cls, (Op, Attribute)):
            continue
        name = getattr(cls, "name", "")
        if isinstance(name, str) and name.startswith(prefix):
            sigil = "" if issubclass(cls, Op) else "!" if issubclass(cls, Type) else "#"
            found.setdefault(sigil + name, cls)
    return found


class Dialect:
    """`DIALECT = Dialect("shift", __name__)` at the end of a module makes every op, type and
    attribute class in that module whose name starts with `shift.` part of the dialect. A package's
    `__init__` imports its classes for the same purpose.

    Subclass it to build constants or to define op classes on demand.
    """

    allows_unknown_operations: ClassVar[bool] = False
    """Whether ops of this dialect may be undeclared."""
    allows_unknown_types: ClassVar[bool] = False
    """Whether undeclared types and attributes of this dialect are kept as text."""
    registered_in_bytecode: ClassVar[bool] = True
    """Whether bytecode has properties of its ops as its declarations encode them. Otherwise they
    are a dictionary, which tools read that do not have the declarations."""
    unknown_type: ClassVar[str] = ""
    """The error for an unknown type, with `{}` for its name; empty for the usual text."""
    dimension_names: ClassVar[str] = ""
    """The attribute on arguments and results of functions that names dimensions, `"0:batch"`."""

    def __init__(self, name: str, module: str) -> None:
        self.name = name
        self.module = module

    def classes(self) -> dict[str, type[Any]]:
        """Every declared class by full name; types as `!dialect.x`, attributes as `#dialect.x`."""
        return self._classes

    @once
    def _classes(self) -> dict[str, type[Any]]:
        return classes_in(vars(sys.modules[self.module]), self.name)

    def op_class(self, name: str) -> type[Op] | None:
        """The class of the op with this full name, or None."""
        return self.classes().get(name)

    def type_class(self, name: str) -> type[Type] | None:
        """The class of the type `!name`, or None."""
        return self.classes().get("!" + name)

    def attribute_class(self, name: str) -> type[Attribute] | None:
        """The class of the attribute `#name`, or None."""
        return self.classes().get("#" + name)

    def class_of_cpp(self, name: str) -> type[Any] | None:
        """The class of an op, type or attribute by the name that it has in C++ upstream; None when
        there is none."""
        return next((c for c in self.classes().values() if c.__name__ == name), None)

    def cpp_function(self, name: str) -> Callable[..., Any] | None:
        """What a function of the dialect's C++ namespace does, for predicates of other dialects;
        None when it is not known."""
        return None

    def op_names(self) -> list[str]:
        """Full names of all ops, sorted."""
        return sorted(n for n in self.classes() if n[0] not in "!#")

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        """A detached op whose only result is the constant, or None when this dialect has no op for
        it."""
        return None

    def may_be_inlined(self, op: Operation, into: Operation) -> bool:
        """Whether one of this dialect's ops may be moved from a function into a region of another
        op."""
        return True

    def may_take(self, into: Region, body: Region, values: Mapping[Value, Value]) -> bool:
        """Whether a function's body may replace a call in a region of one of this dialect's ops;
        `values` replaces the function's arguments."""
        return True

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        """The error of this dialect's discardable attribute on any op; None when it is valid."""
        return None

    def check_parameter(
        self,
        op: Operation,
        name: str,
        value: Attribute,
        type: Type,
        beside: DictionaryAttr,
        *,
        result: bool,
    ) -> str | None:
        """The error of this dialect's attribute on an argument or result of a function `op`, whose
        attributes are `beside`; None when it is valid."""
        return None

    def wrong_type(self, name: str) -> str:
        """The error for an unknown type; "" for the usual text."""
        return self.unknown_type.format(name)

    def has_resource(self, key: str) -> bool | None:
        """Whether text may define a resource of this dialect under a key; None when the dialect has
        no resources."""
        return None

    def __repr__(self) -> str:
        return f"<dialect {self.name}>"


class DialectExtension(Dialect):
    """More ops, types and attributes of an existing dialect, for plugins: `EXTENSION =
    DialectExtension("transform", __name__)`. The dialect's own declarations take precedence."""
