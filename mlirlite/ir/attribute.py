"""Attribute and Type: the bases of all constant data in the IR."""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Self

from mlirlite.ir.interning import InternedObject
from mlirlite.support.late import load


def _constraints(cls: type[Attribute]) -> dict[str, Any]:
    """The constraints that a class declares on its own parameters."""
    found: dict[str, Any] = {}
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        if isinstance(annotation, str) and "Annotated[" in annotation:
            annotation = eval(annotation, dict(vars(sys.modules[cls.__module__])))
        for stated in getattr(annotation, "__metadata__", ()):
            if hasattr(stated, "matches"):
                found[name] = stated
    return found


def _constrained(verify: Any, constraints: dict[str, Any]) -> Any:
    def checked(self: Attribute) -> None:
        for name, constraint in constraints.items():
            if not constraint.matches(getattr(self, name)):
                raise ValueError(f"failed to verify '{name}': {constraint.summary}")
        verify(self)

    return checked


class Attribute(InternedObject):
    """Immutable data attached to operations.

    A dialect declares one with a name, parameters as annotations, and either an `assembly_format`
    (upstream's directives over the parameters) or the pair of hooks `parse(cls, p)` and
    `print(self, p)`:

        class TileAttr(Attribute, name="shape.tile"):
            sizes: tuple[int, ...]

    A parameter declared as `Annotated[Type, constraint]` must satisfy the constraint.
    """

    name: ClassVar[str] = ""
    """Full name `dialect.mnemonic`; empty for builtin attributes, which the core parser and printer
    know."""
    assembly_format: ClassVar[str | None] = None
    description: ClassVar[str] = ""
    """What error messages call an instance of this class."""
    mutable: ClassVar[bool] = False
    """True for a class whose instances get a body after they are made, so that an instance may
    contain itself."""
    self_typed: ClassVar[bool] = False
    """True when its parameter `type` is written after it, with a colon (upstream:
    AttributeSelfTypeParameter)."""

    def __init_subclass__(cls, name: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.name = name
        constraints = _constraints(cls)
        if constraints:
            type.__setattr__(cls, "verify", _constrained(cls.verify, constraints))

    @classmethod
    def dialect_name(cls) -> str:
        """The part of the name before the dot; `builtin` when there is none."""
        return cls.name.partition(".")[0] or "builtin"

    def replace(self, **changes: Any) -> Self:
        """A copy with other parameters."""
        copy: Self = self._replace(**changes)
        return copy

    def __str__(self) -> str:
        return _print(self)


class Type(Attribute):
    """The type of a value. A type may be used wherever an attribute may."""

    vector_element: ClassVar[bool] = False
    """True for types of dialects that vectors may hold (upstream: VectorElementTypeInterface)."""
    value_name: ClassVar[str] = ""
    """The name of values of this type in text (upstream: OpAsmTypeInterface)."""
    memref_element: ClassVar[bool] = False
    """True for types of dialects that memrefs may hold (upstream: MemRefElementTypeInterface)."""


def _print(attribute: Attribute) -> str:
    if _printer is None:
        load("text")
    return repr(attribute) if _printer is None else str(_printer(attribute))


_printer: Any = None


def set_attribute_printer(printer: Any) -> None:
    """Install the printer behind `str(attribute)`; the printer layer, which is above ir, calls this
    when it is loaded."""
    global _printer
    _printer = printer


class OpaqueType(Type):
    """A type of a dialect that is not loaded: `!dialect.body`, kept as text."""

    dialect: str
    body: str


class OpaqueAttr(Attribute):
    """An attribute of a dialect that is not loaded: `#dialect.body`, kept as text."""

    dialect: str
    body: str
    type: Type | None = None
