"""The common part of functions, globals and aliases of the llvm dialect: linkage, visibility,
comdat."""

from typing import TYPE_CHECKING, Any

from mlirlite.dialects.llvm.enums import Linkage, UnnamedAddr, Visibility
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    IntegerAttr,
    enum_keywords,
    i64_attr,
)
from mlirlite.ir.definition import Op
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

DEFAULT_VISIBILITY: Any = Visibility.default
LINKAGES = enum_keywords(Linkage)
VISIBILITIES = {k: v for k, v in enum_keywords(Visibility).items() if v}
ADDRESSES = {k: v for k, v in enum_keywords(UnnamedAddr).items() if v}

ZERO = i64_attr(0)


def parse_visibility(p: "OpParser", state: "OpState") -> None:
    """The visibility, optional."""
    word = p.optional_keyword(*VISIBILITIES)
    state.properties["visibility_"] = i64_attr(VISIBILITIES[word] if word else 0)


def parse_unnamed(p: "OpParser", state: "OpState") -> None:
    """How much the address matters, optional."""
    word = p.optional_keyword(*ADDRESSES)
    state.properties["unnamed_addr"] = i64_attr(ADDRESSES[word] if word else 0)


def integer_of(attribute: Attribute) -> int:
    """The number of an integer attribute, 0 for another."""
    return attribute.value if isinstance(attribute, IntegerAttr) else 0


def number_of(op: Op, name: str) -> int:
    """The number of an integer property, 0 without it."""
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else 0


def print_visibility(p: "Printer", op: Op) -> None:
    """The visibility and a space, unless it is the default."""
    visibility = number_of(op, "visibility_")
    if visibility:
        p.text(Visibility(visibility).name + " ")


def print_unnamed(p: "Printer", op: Op) -> None:
    """`unnamed_addr ` or `local_unnamed_addr `, unless the address matters."""
    address = number_of(op, "unnamed_addr")
    if address:
        p.text(UnnamedAddr(address).name + " ")


def parse_comdat(p: "OpParser", state: "OpState") -> None:
    """`comdat(@group::@member)`, optional."""
    if p.accept("comdat"):
        p.expect("(")
        state.properties["comdat"] = p.attribute()
        p.expect(")")


def print_comdat(p: "Printer", op: Op) -> None:
    """As `parse_comdat` reads it."""
    comdat = op.properties.get("comdat")
    if comdat is not None:
        p.text(" comdat(")
        p.attribute(comdat)
        p.text(")")


def verify_comdat(op: Op, tables: Any) -> Diagnostic | None:
    """The comdat, where there is one, is a selector."""
    comdat = op.properties.get("comdat")
    if comdat is None:
        return None
    found = tables.lookup(op, comdat)
    if found is None or found.name != "llvm.comdat_selector":
        return error("expected comdat symbol", op.where)
    return None
