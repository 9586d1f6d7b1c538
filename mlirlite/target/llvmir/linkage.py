"""The linkage of globals and functions: linkage, visibility, unnamed_addr, section."""

from mlirlite.dialects.llvm.attributes import LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage, UnnamedAddr, Visibility
from mlirlite.ir.attributes import IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.types import quoted, symbol


def number_in(op: Operation, name: str) -> int:
    """An integer property, 0 when it is missing."""
    attribute = op.properties.get(name)
    return attribute.value if isinstance(attribute, IntegerAttr) else 0


def linkage_words(op: Operation, *, declaration: bool = False) -> str:
    """Linkage, dso_local and visibility, each with a space after it."""
    linkage = op.properties.get("linkage")
    words = []
    if isinstance(linkage, LinkageAttr):
        value = linkage.value
        if value is not Linkage.external and not (declaration and value is Linkage.private):
            words.append(Linkage(value).name)
    if "dso_local" in op.properties:
        words.append("dso_local")
    visibility = number_in(op, "visibility_")
    if visibility:
        words.append(Visibility(visibility).name)
    return "".join([w + " " for w in words])


def address_word(op: Operation) -> str:
    """` unnamed_addr`, ` local_unnamed_addr` or nothing."""
    number = number_in(op, "unnamed_addr")
    return " " + UnnamedAddr(number).name if number else ""


def placement(op: Operation, separator: str) -> str:
    """Section, comdat and alignment; a separator before each."""
    words = []
    section = op.properties.get("section")
    if isinstance(section, StringAttr):
        words.append(f"section {quoted(section.value)}")
    comdat = op.properties.get("comdat")
    if isinstance(comdat, SymbolRefAttr):
        words.append(f"comdat({symbol(comdat.leaf, '$')})")
    alignment = number_in(op, "alignment")
    if alignment:
        words.append(f"align {alignment}")
    return "".join([separator + w for w in words])
