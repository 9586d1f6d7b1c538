"""Dialect: a namespace of ops, types and attributes, found by scanning the module that declares
them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op

if TYPE_CHECKING:
    from mlirlite.ir.attributes import DictionaryAttr
    from mlirlite.ir.block import Region
    from mlirlite.ir.locations import Location
    from mlirlite.ir.operation import Operation
    from mlirlite.ir.values import Value
    from mlirlite.support.diagnostics import Diagnostic


class Dialect:
    """`DIALECT = Dialect("shift", __name__)` at the end of a module makes every op, type and
    attribute class in that module whose name starts with `shift.` part of the dialect. A package's
    `__init__` imports its classes to the same end.

    Subclass it to build constants or to find ops that are made on demand.
    """

    allows_unknown_operations: ClassVar[bool] = False
    """Whether there may be ops of its name that are not declared."""
    allows_unknown_types: ClassVar[bool] = False
    """Whether types and attributes of its name that are not declared are kept as their text."""
    unknown_type: ClassVar[str] = ""
    """What an error says of a type that there is not, with `{}` for its name; empty for the usual
    words."""
    dimension_names: ClassVar[str] = ""
    """Its attribute on arguments and results of functions that names dimensions, `"0:batch"`."""

    def __init__(self, name: str, module: str) -> None:
        self.name = name
        self.module = module
        self._classes: dict[str, type[Any]] | None = None

    def classes(self) -> dict[str, type[Any]]:
        """Every declared class by full name; types as `!dialect.x`, attributes as `#dialect.x`."""
        if self._classes is None:
            found: dict[str, type[Any]] = {}
            prefix = self.name + "."
            for cls in vars(sys.modules[self.module]).values():
                if not isinstance(cls, type) or not issubclass(cls, (Op, Attribute)):
                    continue
                name = getattr(cls, "name", "")
                if isinstance(name, str) and name.startswith(prefix):
                    sigil = "" if issubclass(cls, Op) else "!" if issubclass(cls, Type) else "#"
                    found.setdefault(sigil + name, cls)
            self._classes = found
        return self._classes

    def op_class(self, name: str) -> type[Op] | None:
        """The class of the op with this full name, or None."""
        return self.classes().get(name)

    def type_class(self, name: str) -> type[Type] | None:
        """The class of the type `!name`, or None."""
        return self.classes().get("!" + name)

    def attribute_class(self, name: str) -> type[Attribute] | None:
        """The class of the attribute `#name`, or None."""
        return self.classes().get("#" + name)

    def op_names(self) -> list[str]:
        """Full names of all ops, sorted."""
        return sorted(n for n in self.classes() if n[0] not in "!#")

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        """A detached op whose only result is the constant, or None when this dialect has none for
        it."""
        return None

    def may_be_inlined(self, op: Operation, into: Operation) -> bool:
        """Whether one of this dialect's ops may be moved from a function into a region of another
        op."""
        return True

    def may_take(self, into: Region, body: Region, values: Mapping[Value, Value]) -> bool:
        """Whether a function's body may take the place of a call in a region of one of this
        dialect's ops, where `values` replaces the function's arguments."""
        return True

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        """What is wrong with this dialect's discardable attribute on any op; None when
        nothing is."""
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
        """What is wrong with this dialect's attribute on an argument or result of a function `op`,
        which has the attributes `beside` in all; None when nothing is."""
        return None

    def wrong_type(self, name: str) -> str:
        """What an error says of a type that there is not; "" for the usual words."""
        return self.unknown_type.format(name)

    def has_resource(self, key: str) -> bool | None:
        """Whether text may define a resource of this dialect under a key; None when the dialect has
        no resources."""
        return None

    def __repr__(self) -> str:
        return f"<dialect {self.name}>"


class DialectExtension(Dialect):
    """More ops, types and attributes of a dialect that is there already, for plugins:
    `EXTENSION = DialectExtension("transform", __name__)`. What the dialect declares itself goes
    before."""
