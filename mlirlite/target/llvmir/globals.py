"""LLVM IR's text of the top level of a module: globals with their initializers, aliases, comdats,
flags."""

import re
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.llvm.addresses import IFuncOp
from mlirlite.dialects.llvm.aggregates import InsertValueOp
from mlirlite.dialects.llvm.debug_info import DIGlobalVariableExpressionAttr
from mlirlite.dialects.llvm.enums import Comdat, Linkage
from mlirlite.dialects.llvm.globals import AliasOp, GlobalOp
from mlirlite.dialects.llvm.linking import ComdatOp, ComdatSelectorOp
from mlirlite.dialects.llvm.memory import GEPOp
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType, is_aggregate
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.attributes import target_specific
from mlirlite.target.llvmir.constants import constant_text
from mlirlite.target.llvmir.emitter import Emitter
from mlirlite.target.llvmir.expressions import IN_INITIALIZERS, zero_text
from mlirlite.target.llvmir.linkage import address_word, linkage_words, number_in, placement
from mlirlite.target.llvmir.metadata import Metadata
from mlirlite.target.llvmir.types import TypeTable, quoted, symbol


def global_text(op: GlobalOp, e: Emitter) -> str:
    """The line of a global."""
    types = e.types
    words = [f"{symbol(op.sym_name)} = "]
    block = op.regions[0].first
    value = op.value
    linkage = op.linkage.value
    if block is None and value is None and linkage is Linkage.external:
        words.append("external ")
    words.append(linkage_words(op))
    if "thread_local_" in op.properties:
        words.append("thread_local ")
    word = address_word(op)
    words.append(word[1:] + " " if word else "")
    if op.addr_space:
        words.append(f"addrspace({op.addr_space}) ")
    if op.externally_initialized is not None:
        words.append("externally_initialized ")
    words.append("constant " if op.constant is not None else "global ")
    type = op.global_type
    words.append(types[type])
    try:
        if block is not None:
            words.append(" " + initializer_text(op, e))
        elif value is not None:
            words.append(" " + constant_text(value, type, types))
        elif linkage not in (Linkage.external, Linkage.extern_weak):
            words.append(" undef")
    except DiagnosticError as exc:
        if exc.diagnostics[0].where is None:
            exc.diagnostics[0].where = op.where
        raise
    words.append(placement(op, separator=", "))
    attributes = target_specific(op.target_specific_attrs)
    if attributes:
        words.append(f" {e.group(attributes)}")
    for variable in op.dbg_exprs or ():
        if isinstance(variable, DIGlobalVariableExpressionAttr):
            words.append(f", !dbg {e.debug.global_variable(variable)}")
    return "".join(words)


def alias_text(op: AliasOp, e: Emitter) -> str:
    """The line of an alias."""
    local = "thread_local " if "thread_local_" in op.properties else ""
    word = address_word(op)
    word = word[1:] + " " if word else ""
    target = initializer_text(op, e)
    target = f"ptr {target}" if target.startswith("@") else target
    return (
        f"{symbol(op.sym_name)} = {linkage_words(op)}{local}{word}alias {e.types[op.alias_type]}, "
        f"{target}"
    )


def ifunc_text(op: IFuncOp, types: TypeTable) -> str:
    """The line of a function that a resolver chooses."""
    word = address_word(op)
    word = word[1:] + " " if word else ""
    head = f"{symbol(op.sym_name)} = {linkage_words(op)}{word}ifunc {types[op.i_func_type]}"
    return f"{head}, {types[op.resolver_type]} {symbol(op.resolver.root)}"


# Initializer regions: constants are folded while they are read. An aggregate is a list of its
# parts' nodes, anything else is text.


def initializer_text(op: Operation, e: Emitter) -> str:
    """The constant that an initializer region returns."""
    aggregates: dict[Value, Any] = {}
    types, names = e.types, e.names
    for inner in op.regions[0].entry:
        constant = IN_INITIALIZERS.get(type(inner))
        if constant is not None:
            names[inner.results[0]] = constant(inner, e)
        elif isinstance(inner, InsertValueOp):
            container, value = inner.operands
            node = aggregates[container] if container in aggregates else names[container]
            part = aggregates[value] if value in aggregates else names[value]
            position = inner.position.value
            aggregates[inner.results[0]] = _insert(node, container.type, position, part)
        elif isinstance(inner, GEPOp):
            names[inner.results[0]] = _address(inner, e)
        elif inner.name == "llvm.return":
            [value] = inner.operands
            return _text(
                aggregates[value] if value in aggregates else names[value], value.type, types
            )
        else:
            raise DiagnosticError(inner.error("is not constant, but stands in an initializer"))
    raise DiagnosticError(op.error("has an initializer that returns nothing"))


def _parts(type: Type) -> list[Type]:
    if isinstance(type, LLVMStructType):
        return list(type.body)
    return [type.element_type] * type.count if isinstance(type, LLVMArrayType) else []


def _insert(node: Any, type: Type, position: tuple[int, ...], value: Any) -> Any:
    if not position:
        return value
    types = _parts(type)
    if isinstance(node, str):  # undef, poison or zero: the same for every part
        node = [
            zero_text(t) if node == "zeroinitializer" and not is_aggregate(t) else node
            for t in types
        ]
    index = position[0]
    copy = list(node)
    copy[index] = _insert(node[index], types[index], position[1:], value)
    return copy


def _text(node: Any, type: Type, types: TypeTable) -> str:
    if isinstance(node, str):
        return node
    inner = ", ".join(
        [f"{types[t]} {_text(n, t, types)}" for n, t in zip(node, _parts(type), strict=True)]
    )
    if isinstance(type, LLVMStructType):
        return f"<{{ {inner} }}>" if type.packed else f"{{ {inner} }}"
    return f"[{inner}]"


def _address(op: GEPOp, e: Emitter) -> str:
    indices = [f"i32 {i}" if isinstance(i, int) else e.typed(i) for i in op.indices()]
    inner = ", ".join([e.types[op.elem_type], e.typed(op.operands[0]), *indices])
    return f"getelementptr {gep_flags(op)}({inner})"


def gep_flags(op: GEPOp) -> str:
    """`inbounds nuw `, "" for none."""
    return _GEP_FLAGS[number_in(op, "noWrapFlags") & 7]


_GEP_FLAGS = (
    "",
    "inbounds ",
    "nusw ",
    "inbounds ",
    "nuw ",
    "inbounds nuw ",
    "nusw nuw ",
    "inbounds nuw ",
)


def comdats(op: ComdatOp) -> list[str]:
    """One line per selector."""
    return [
        f"{symbol(s.sym_name, '$')} = comdat {Comdat(s.comdat).name}"
        for s in op.regions[0].entry
        if isinstance(s, ComdatSelectorOp)
    ]


def structors(op: Operation) -> str:
    """The list of constructors or destructors."""
    kind = "ctors" if "ctors" in op.properties else "dtors"
    columns: list[Any] = [op.properties[n] for n in (kind, "priorities", "data")]
    entries = []
    for function, priority, associated in zip(*columns, strict=True):
        extra = symbol(associated.root) if isinstance(associated, SymbolRefAttr) else "null"
        parts = f"i32 {priority.value}, ptr {symbol(function.root)}, ptr {extra}"
        entries.append(f"{{ i32, ptr, ptr }} {{ {parts} }}")
    body = f"[{', '.join(entries)}]" if entries else "zeroinitializer"
    return f"@llvm.global_{kind} = appending global [{len(entries)} x {{ i32, ptr, ptr }}] {body}"


_CODE_VIEW = re.compile(r"-windows-(?:msvc|unknown)|-windows$")
"""Targets whose debug information is not DWARF."""
DEBUG_INFO_VERSION = 'i32 2, !"Debug Info Version", i32 3'


def module_lines(module: Operation, flags: Sequence[str], metadata: Metadata) -> list[str]:
    """The end of a module: its flags, of which every module has one, and its attributes about its
    origin and linking."""
    nodes = list(flags)
    if not any('"Debug Info Version"' in metadata.lines[int(n[1:])] for n in nodes):
        nodes.append(metadata.node(DEBUG_INFO_VERSION))
    triple = module.attribute("llvm.target_triple")
    windows = isinstance(triple, StringAttr) and _CODE_VIEW.search(triple.value)
    if windows and not any('"CodeView"' in metadata.lines[int(n[1:])] for n in flags):
        nodes.append(metadata.node('i32 2, !"CodeView", i32 1'))
    lines = [f"!llvm.module.flags = !{{{', '.join(nodes)}}}"]
    for key in ("ident", "commandline"):
        text = module.attribute(f"llvm.{key}")
        if isinstance(text, StringAttr):
            lines.append(f"!llvm.{key} = !{{{metadata.node(f'!{quoted(text.value)}')}}}")
    libraries = strings(module.attribute("llvm.dependent_libraries"))
    if libraries:
        nodes = [metadata.node(f"!{quoted(name)}") for name in libraries]
        lines.append(f"!llvm.dependent-libraries = !{{{', '.join(nodes)}}}")
    return lines


def strings(attribute: Attribute | None) -> list[str]:
    """The strings of an array attribute."""
    found = attribute if isinstance(attribute, ArrayAttr) else ()
    return [a.value for a in found if isinstance(a, StringAttr)]


def linker_options(op: Operation, metadata: Metadata) -> str:
    """`!llvm.linker.options`."""
    words = [f"!{quoted(text)}" for text in strings(op.properties["options"])]
    return f"!llvm.linker.options = !{{{metadata.node(', '.join(words))}}}"
