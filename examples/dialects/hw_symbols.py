"""Symbols inside modules of `hw`, paths to them, and files."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import ArrayAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.constants import constant
from mlirlite.ir.types import I1
from mlirlite.ods.hooks import parser, printer


@parser("#hw.innerNameRef")
def _parse_reference(p: Any) -> Any:
    p.expect("<")
    module = p.symbol_name()
    p.expect("::")
    name = p.symbol_name()
    p.expect(">")
    cls = p.context.attribute_class("hw.innerNameRef")
    return cls(SymbolRefAttr(module), StringAttr(name))


def _print_reference(attribute: Any, p: Any) -> None:
    p.attribute(attribute.moduleRef)
    p.text("::")
    p.symbol_name(attribute.name_.value)


@printer("#hw.innerNameRef")
def _print_inner(attribute: Any, p: Any) -> None:
    p.text("<")
    _print_reference(attribute, p)
    p.text(">")


@parser("#hw.innerSymProps")
def _parse_properties(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.symbol_name())
    p.expect(",")
    number = p.integer()
    p.expect(",")
    word = p.optional_keyword("public", "private", "nested")
    if word is None:
        raise p.wrong_token("expected 'public', 'private', or 'nested'")
    p.expect(">")
    return p.context.attribute_class("hw.innerSymProps")(name, number, StringAttr(word))


@printer("#hw.innerSymProps")
def _print_properties(attribute: Any, p: Any) -> None:
    name, word = attribute.name_.value, attribute.sym_visibility.value
    p.text(f"<@{name},{attribute.fieldID},{word}>")


@parser("#hw.innerSym")
def _parse_symbol(p: Any) -> Any:
    cls = p.context.attribute_class("hw.innerSymProps")
    name = p.optional_symbol_name()
    if name is not None:
        found = [cls(StringAttr(name), 0, StringAttr("public"))]
    else:
        found = p.comma_list(lambda: p.body(cls), "[", "]")
    found.sort(key=lambda one: one.fieldID)
    return p.context.attribute_class("hw.innerSym")(tuple(found))


@printer("#hw.innerSym")
def _print_symbol(attribute: Any, p: Any) -> None:
    first, *rest = attribute.props
    if not rest and first.sym_visibility.value == "public" and first.fieldID == 0:
        p.symbol_name(first.name_.value)
        return
    p.text("[")
    for number, one in enumerate(attribute.props):
        p.text(", " if number else "")
        _print_properties(one, p)
    p.text("]")


@parser("hw.hierpath")
def _parse_path(p: Any, state: Any) -> None:
    """`hw.hierpath @p [@A::@b, @C]`"""
    if word := p.optional_keyword("public", "private", "nested"):
        state.attributes["sym_visibility"] = StringAttr(word)
    state.properties["sym_name"] = StringAttr(p.symbol_name())
    cls = p.context.attribute_class("hw.innerNameRef")

    def one() -> Any:
        module = p.symbol_name()
        if p.accept("::"):
            return cls(SymbolRefAttr(module), StringAttr(p.symbol_name()))
        return SymbolRefAttr(module)

    state.properties["namepath"] = ArrayAttr(tuple(p.comma_list(one, "[", "]")))
    p.op_attr_dict(state)


@printer("hw.hierpath")
def _print_path(op: Any, p: Any) -> None:
    values = op.properties
    visibility = op.attributes.get("sym_visibility")
    p.text(" " if visibility is None else f" {visibility.value} ")
    p.symbol_name(values["sym_name"].value)
    p.text(" [")
    for number, one in enumerate(values["namepath"].value):
        p.text(", " if number else "")
        p.attribute(one) if isinstance(one, SymbolRefAttr) else _print_reference(one, p)
    p.text("]")
    p.attr_dict(op, ("sym_name", "sym_visibility", "namepath"))


@parser("#hw.output_file")
def _parse_output_file(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.string())
    flags = {"excludeFromFileList": 0, "includeReplicatedOps": 0}
    while p.accept(","):
        flags[p.optional_keyword(*flags) or p.keyword()] = 1
    p.expect(">")
    return p.context.attribute_class("hw.output_file")(
        name, *(constant(flag, I1) for flag in list(flags.values())[:2])
    )


@printer("#hw.output_file")
def _print_output_file(attribute: Any, p: Any) -> None:
    p.text("<")
    p.attribute(attribute.filename)
    p.text(", excludeFromFileList" if attribute.excludeFromFilelist.value else "")
    p.text(", includeReplicatedOps" if attribute.includeReplicatedOps.value else "")
    p.text(">")
