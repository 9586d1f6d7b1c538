"""The values of a module's flags as LLVM IR metadata: numbers, strings, profiles."""

from mlirlite.dialects.llvm.attributes import ModuleFlagAttr
from mlirlite.dialects.llvm.metadata import CGProfileEntryAttr, ProfileSummaryAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F64
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.constants import float_text
from mlirlite.target.llvmir.metadata import Metadata
from mlirlite.target.llvmir.types import TypeTable, quoted, symbol

_COUNTS = {
    "total_count": "TotalCount",
    "max_count": "MaxCount",
    "max_internal_count": "MaxInternalCount",
    "max_function_count": "MaxFunctionCount",
    "num_counts": "NumCounts",
    "num_functions": "NumFunctions",
}


def module_flags(op: Operation, metadata: Metadata, types: TypeTable) -> list[str]:
    """The nodes of the flags of an `llvm.module_flags`."""
    nodes = []
    flags: Attribute = op.properties["flags"]
    for flag in flags if isinstance(flags, ArrayAttr) else ():
        if isinstance(flag, ModuleFlagAttr):
            text = _value(op, flag.value, metadata, types)
            nodes.append(metadata.node(f"i32 {int(flag.behavior)}, !{quoted(flag.key)}, {text}"))
    return nodes


def _value(op: Operation, value: Attribute, metadata: Metadata, types: TypeTable) -> str:
    match value:
        case IntegerAttr():
            return f"{types[value.type]} {value.value}"
        case StringAttr():
            return f"!{quoted(value.value)}"
        case ProfileSummaryAttr():
            return _summary(value, metadata)
        case ArrayAttr():
            entries = [_calls(e, metadata) for e in value if isinstance(e, CGProfileEntryAttr)]
            return metadata.node(", ".join(entries), distinct=True)
    raise DiagnosticError(op.error("cannot be converted to LLVM IR: a flag has an unknown value"))


def _calls(entry: CGProfileEntryAttr, metadata: Metadata) -> str:
    """How often one function calls another; a function may be missing."""
    functions = [
        f"ptr {symbol(f.root)}" if isinstance(f, SymbolRefAttr) else "null"
        for f in (entry.from_, entry.to)
    ]
    return metadata.node(f"{', '.join(functions)}, i64 {entry.count}")


def _summary(summary: ProfileSummaryAttr, metadata: Metadata) -> str:
    node = metadata.node
    parts = [node(f'!"ProfileFormat", !"{summary.format}"')]
    for key, name in _COUNTS.items():
        parts.append(node(f'!"{name}", i64 {getattr(summary, key)}'))
    if summary.is_partial_profile is not None:
        parts.append(node(f'!"IsPartialProfile", i64 {summary.is_partial_profile}'))
    ratio = summary.partial_profile_ratio
    if isinstance(ratio, FloatAttr):
        parts.append(node(f'!"PartialProfileRatio", double {float_text(ratio.value, F64)}'))
    detailed = [
        node(f"i64 {d.cut_off}, i64 {d.min_count}, i64 {d.num_counts}")
        for d in summary.detailed_summary
    ]
    parts.append(node(f'!"DetailedSummary", {node(", ".join(detailed))}'))
    return node(", ".join(parts))
