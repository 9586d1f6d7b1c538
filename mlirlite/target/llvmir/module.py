"""A whole module of the llvm dialect as LLVM IR text."""

from mlirlite.dialects.llvm.addresses import IFuncOp
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.globals import AliasOp, GlobalOp
from mlirlite.dialects.llvm.linking import ComdatOp, LinkerOptionsOp, ModuleFlagsOp
from mlirlite.dialects.llvm.structors import GlobalCtorsOp, GlobalDtorsOp
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.support.collector import collector_at_rest
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError
from mlirlite.target.llvmir import (
    globals as module_level,
    instructions,  # noqa: F401  (fills the table)
)
from mlirlite.target.llvmir.emitter import Emitter, instruction, untranslatable
from mlirlite.target.llvmir.expressions import IN_INITIALIZERS
from mlirlite.target.llvmir.module_flags import module_flags
from mlirlite.target.llvmir.types import quoted


@collector_at_rest()
def to_llvmir(module: Operation, *, data_layout: str = "", triple: str = "") -> str:
    """LLVM IR text of a module of the llvm dialect. `data_layout` and `triple` are at its head,
    unless the module has its own.

    Globals without a value are declared external; discardable attributes are not LLVM's and are
    left out. DiagnosticError that lists all ops without a translation.
    """
    e = Emitter()
    wrong = _foreign_ops(module)
    if wrong:
        raise DiagnosticError(wrong)
    structure: list[str] = []
    functions: list[str] = []
    flags: list[str] = []
    links: list[str] = []
    for op in module.regions[0].entry if not module.regions[0].empty else ():
        match op:
            case LLVMFuncOp():
                functions.append("\n".join(e.function(op)))
            case GlobalOp():
                structure.append(module_level.global_text(op, e))
            case AliasOp():
                structure.append(module_level.alias_text(op, e))
            case IFuncOp():
                structure.append(module_level.ifunc_text(op, e.types))
            case ComdatOp():
                structure += module_level.comdats(op)
            case GlobalCtorsOp() | GlobalDtorsOp():
                structure.append(module_level.structors(op))
            case ModuleFlagsOp():
                flags += module_flags(op, e.metadata, e.types)
            case LinkerOptionsOp():
                links.append(module_level.linker_options(op, e.metadata))
    head = ["; ModuleID = 'LLVMDialectModule'", 'source_filename = "LLVMDialectModule"']
    for key, attribute, given in (
        ("datalayout", "llvm.data_layout", data_layout),
        ("triple", "llvm.target_triple", triple),
    ):
        stated = module.attribute(attribute)
        text = stated.value if isinstance(stated, StringAttr) and stated.value else given
        if text:
            head.append(f"target {key} = {quoted(text)}")
    assembly = module_level.strings(module.attribute("llvm.module_asm"))
    sections = [
        "\n".join(head),
        "\n".join([f"module asm {quoted(line)}" for line in assembly]),
        "\n".join([f"{name} = type {body}" for name, body in e.types.named.items()]),
        "\n".join(structure),
        *functions,
        "\n".join([t for n, t in e.declared.items() if not _is_defined(module, n)]),
        "\n".join([f"attributes #{n} = {{ {words} }}" for words, n in e.groups.items()]),
        "\n".join(
            [*links, *e.debug.finish(), *module_level.module_lines(module, flags, e.metadata)]
        ),
        "\n".join(e.metadata.lines),
    ]
    return "\n\n".join([s for s in sections if s]) + "\n"


_MODULE_LEVEL = (
    LLVMFuncOp,
    GlobalOp,
    AliasOp,
    ComdatOp,
    GlobalCtorsOp,
    GlobalDtorsOp,
    IFuncOp,
    ModuleFlagsOp,
    LinkerOptionsOp,
)


def _foreign_ops(module: Operation) -> list[Diagnostic]:
    """One error for each kind of op that has no translation, at the first one of its kind."""
    found: dict[str, Operation] = {}
    known: set[type] = set(IN_INITIALIZERS)
    for op in module.walk():
        cls = type(op)
        if cls in known or op is module:
            continue
        inside = op.parent_op is not module
        if (inside and cls in instruction) or isinstance(op, _MODULE_LEVEL):
            known.add(cls)
        elif not (isinstance(op.parent_op, ComdatOp)):
            found.setdefault(op.name, op)
    return [untranslatable(op) for op in found.values()]


def _is_defined(module: Operation, name: str) -> bool:
    return not name.startswith("llvm.") and any(
        isinstance(op, LLVMFuncOp) and op.sym_name == name for op in module.regions[0].entry
    )
