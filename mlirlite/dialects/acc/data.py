"""Variables of clauses, and types that can hold them."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._pointers import PointerType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import BaseMemRefType
from mlirlite.ods.hooks import DataOp, directive, function


@function("PointerLikeType")
def is_pointer(type: Any) -> bool:
    """Whether a type points to a variable: memrefs, and pointers of dialects."""
    return isinstance(type, (BaseMemRefType, PointerType))


@function("MappableType")
def is_mappable(type: Any) -> bool:
    """Whether a type itself says how it is copied. No type of the package does."""
    return False


def target_of(type: Any) -> Any:
    """The type of what a pointer points to; None if it does not say."""
    if isinstance(type, BaseMemRefType):
        return type.element_type
    return None if is_pointer(type) else type


@directive("Var", "acc")
class Var:
    """`varPtr(%x`, the beginning of a variable: its type follows."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        if not p.optional_keyword("varPtr"):
            p.expect("var")
        p.expect("(")
        return p.operand()

    @staticmethod
    def print(p: Any, op: DataOp, var: Any) -> None:
        p.text("varPtr(" if is_pointer(var.type) else "var(")
        p.value(var)


@directive("VarPtrType", "acc")
class VarPtrType:
    """`memref<f32>) varType(f32)`: the type of a variable, and of what it points to."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, Attribute | None]:
        type = p.type()
        p.expect(")")
        target = target_of(type)
        if p.optional_keyword("varType"):
            p.expect("(")
            target = p.type()
            p.expect(")")
        return type, target

    @staticmethod
    def print(p: Any, op: DataOp, type: Type, target: Type) -> None:
        p.type(type)
        p.text(")")
        if target_of(type) is not target:
            p.text(" varType(")
            p.type(target)
            p.text(")")


@directive("AccVar", "acc")
class AccVar:
    """`accPtr(%x : memref<f32>)`: a variable on the device."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Type]:
        if not p.optional_keyword("accPtr"):
            p.expect("accVar")
        p.expect("(")
        var = p.operand()
        p.expect(":")
        type = p.type()
        p.expect(")")
        return var, type

    @staticmethod
    def print(p: Any, op: DataOp, var: Any, type: Type) -> None:
        p.text("accPtr(" if is_pointer(type) else "accVar(")
        p.value(var)
        p.text(" : ")
        p.type(type)
        p.text(")")


@directive("RecipeSym", "acc")
class RecipeSym:
    """`@recipe`."""

    @staticmethod
    def parse(p: Any, state: Any) -> Attribute:
        found: Attribute | None = p.optional_symbol_ref()
        if found is None:
            raise p.error("expected a symbol reference")
        return found

    @staticmethod
    def print(p: Any, op: DataOp, recipe: Attribute) -> None:
        p.attribute(recipe)
