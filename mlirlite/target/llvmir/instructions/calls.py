"""Calls in LLVM IR: functions, intrinsics by name, inline assembly."""

from collections.abc import Sequence

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.enums import AsmDialect
from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    StringAttr,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.target.llvmir.attributes import attributes_of, convention, function_attributes
from mlirlite.target.llvmir.emitter import Emitter, instruction
from mlirlite.target.llvmir.instructions.arithmetic import fastmath
from mlirlite.target.llvmir.instructions.attachments import alias_metadata
from mlirlite.target.llvmir.metadata import members
from mlirlite.target.llvmir.types import quoted, symbol

_TAIL = ("", "tail ", "musttail ", "notail ")

_Bundled = llvm.CallOp | llvm.CallIntrinsicOp | llvm.InvokeOp | llvm.AssumeOp


def _callee(op: llvm.CallOp) -> str:
    return op.callee.root if op.callee is not None else ""


@instruction(llvm.CallOp)
def call(op: llvm.CallOp, e: Emitter) -> str:
    """`call float @f(i32 %0)`."""
    pointer = op.pointer
    callee = e.names[pointer] if pointer is not None else symbol(_callee(op))
    variadic = op.var_callee_type
    if variadic is not None:
        type = e.types[variadic]
    else:
        type = e.types[op.results[0].type] if op.results else "void"
    words = _TAIL[op.TailCallKind.value] + "call" + fastmath(op)
    space = program_space(pointer)
    result = attributes_of(op, "res_attrs", 0, e.types)
    convention_ = convention(op.CConv.value)
    text = f"{words} {convention_}{result + ' ' if result else ''}{space}{type} {callee}"
    text += f"({arguments(op, op.call_arguments(), e)}){function_attributes(op, e.types)}"
    return text + bundles(op, e) + alias_metadata(op, e)


def program_space(pointer: Value | None) -> str:
    """`addrspace(3) ` for a callee that is a pointer into another address space."""
    type = None if pointer is None else pointer.type
    space = type.address_space if isinstance(type, LLVMPointerType) else 0
    return f"addrspace({space}) " if space else ""


def arguments(op: Operation, values: "Sequence[Value]", e: Emitter) -> str:
    """The arguments of a call with their attributes."""
    if "arg_attrs" not in op.properties:
        return e.typed_all(values)
    parts = []
    for i, value in enumerate(values):
        words = attributes_of(op, "arg_attrs", i, e.types)
        parts.append(f"{e.types[value.type]} {words + ' ' if words else ''}{e.names[value]}")
    return ", ".join(parts)


def bundles(op: _Bundled, e: Emitter) -> str:
    """The operand bundles of a call: ` [ "align"(ptr %0, i64 16) ]`."""
    sizes, tags = op.properties.get("op_bundle_sizes"), op.properties.get("op_bundle_tags")
    if not isinstance(sizes, DenseArrayAttr) or not isinstance(tags, ArrayAttr):
        return ""
    rest = list(op.op_bundle_operands)
    parts = []
    for size, tag in zip(sizes.value, tags.value, strict=True):
        assert isinstance(tag, StringAttr)
        parts.append(f"{quoted(tag.value)}({e.typed_all(rest[:size])})")
        rest = rest[size:]
    return f" [ {', '.join(parts)} ]"


@instruction(llvm.CallIntrinsicOp)
def call_intrinsic(op: llvm.CallIntrinsicOp, e: Emitter) -> str:
    """A call of an intrinsic whose full name is given."""
    result = op.results[0].type if op.results else None
    e.declare(op.intrin, result, [e.types[v.type] for v in op.args])
    word = e.types[result] if result is not None else "void"
    given = arguments(op, op.args, e)
    return f"call{fastmath(op)} {word} {symbol(op.intrin)}({given}){bundles(op, e)}"


@instruction(llvm.InlineAsmOp)
def inline_asm(op: llvm.InlineAsmOp, e: Emitter) -> str:
    """`call i32 asm sideeffect "…", "=r,r"(i32 %0)`."""
    words = ["asm"]
    if op.has_side_effects is not None:
        words.append("sideeffect")
    if op.is_align_stack is not None:
        words.append("alignstack")
    if op.asm_dialect is AsmDialect.intel:
        words.append("inteldialect")
    type = e.types[op.results[0].type] if op.results else "void"
    text = f"{' '.join(words)} {quoted(op.asm_string)}, {quoted(op.constraints)}"
    attributes = members(op.operand_attrs)
    given = []
    for i, value in enumerate(op.operands):
        entries = attributes[i] if i < len(attributes) else EMPTY_DICT
        pointed = entries.get("elementtype") if isinstance(entries, DictionaryAttr) else None
        kind = f"elementtype({e.types[pointed]}) " if isinstance(pointed, Type) else ""
        given.append(f"{e.types[value.type]} {kind}{e.names[value]}")
    return f"{_TAIL[op.tail_call_kind.value]}call {type} {text}({', '.join(given)})"


@instruction(llvm.VaArgOp)
def va_arg(op: llvm.VaArgOp, e: Emitter) -> str:
    """`va_arg ptr %0, i32`."""
    return f"va_arg {e.typed(op.operands[0])}, {e.types[op.results[0].type]}"
