"""Intrinsics in LLVM IR: one rule for all that are declared as such, and special cases."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp, Overloads
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.types import FloatType, IntegerType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.attributes import attributes_of
from mlirlite.target.llvmir.constants import constant_text
from mlirlite.target.llvmir.emitter import Emitter, instruction
from mlirlite.target.llvmir.instructions.arithmetic import fastmath
from mlirlite.target.llvmir.instructions.attachments import alias_metadata
from mlirlite.target.llvmir.instructions.calls import bundles
from mlirlite.target.llvmir.types import mangled


def _overload(op: IntrinsicOp, which: "int | str | tuple[int, int]") -> Type:
    if isinstance(which, str):
        return _immediate(op, which).type
    if isinstance(which, tuple):
        type = op.results[0].type
        if not isinstance(type, LLVMStructType):
            raise DiagnosticError(op.error("must give a struct"))
        return type.body[which[1]]
    return op.results[0].type if which == -1 else op.operands[which].type


def _immediate(op: IntrinsicOp, name: str) -> "IntegerAttr | FloatAttr":
    attribute = op.properties[name]
    if not isinstance(attribute, (IntegerAttr, FloatAttr)):
        raise DiagnosticError(op.error(f"requires a number as '{name}'"))
    return attribute


def _intrinsic_name(op: IntrinsicOp, overloads: Overloads) -> str:
    return ".".join([op.intrinsic(), *(mangled(_overload(op, o)) for o in overloads)])


def _intrinsic_call(
    op: IntrinsicOp,
    e: Emitter,
    name: str,
    types: list[str],
    values: list[str],
    more: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A call of a declared intrinsic; `more` has attributes of arguments besides the op's own."""
    result = op.results[0].type if op.results else None
    e.declare(name, result, types)
    word = e.types[result] if result is not None else "void"
    notes = [more.get(i) or attributes_of(op, "arg_attrs", i, e.types) for i in range(len(types))]
    given = zip(types, notes, values, strict=True)
    arguments = ", ".join([" ".join([word for word in argument if word]) for argument in given])
    text = f"call{fastmath(op)} {word} @{name}({arguments})"
    if "nontemporal" in op.properties:
        text += f", !nontemporal {e.metadata.node('i32 1')}"
    return text + alias_metadata(op, e)


@instruction(IntrinsicOp)
def intrinsic(op: IntrinsicOp, e: Emitter) -> str:
    """`call float @llvm.fma.f32(float %0, float %1, float %2)`."""
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), *_arguments(op, e))


def _arguments(op: IntrinsicOp, e: Emitter) -> tuple[list[str], list[str]]:
    """Types and values of the arguments, with immediates in their positions."""
    types = [e.types[v.type] for v in op.operands]
    values = [e.names[v] for v in op.operands]
    for position, name in op.immediates:
        attribute = _immediate(op, name)
        types.insert(position, e.types[attribute.type])
        values.insert(position, constant_text(attribute, attribute.type, e.types))
    return types, values


@instruction(llvm.MaskedLoadOp, llvm.masked_gather)
def masked_load(op: llvm.MaskedLoadOp | llvm.masked_gather, e: Emitter) -> str:
    """The alignment is the second argument, a form that every LLVM from 20 on reads."""
    types = [e.types[v.type] for v in op.operands]
    values = [e.names[v] for v in op.operands]
    if len(types) == 2:
        types.append(e.types[op.results[0].type])
        values.append("poison")
    types.insert(1, "i32")
    values.insert(1, str(op.alignment))
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.MaskedStoreOp, llvm.masked_scatter)
def masked_store(op: llvm.MaskedStoreOp | llvm.masked_scatter, e: Emitter) -> str:
    """The alignment is the third argument, as in `masked_load`."""
    types = [e.types[v.type] for v in op.operands]
    values = [e.names[v] for v in op.operands]
    types.insert(2, "i32")
    values.insert(2, str(op.alignment))
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.MatrixColumnMajorLoadOp, llvm.MatrixColumnMajorStoreOp)
def matrix(op: IntrinsicOp, e: Emitter) -> str:
    """The memory is aligned as an element is: `ptr align 4 %0`."""
    store = isinstance(op, llvm.MatrixColumnMajorStoreOp)
    element = element_type_of((op.operands[0] if store else op.results[0]).type)
    size = element.width // 8 if isinstance(element, (IntegerType, FloatType)) else 1
    types, values = _arguments(op, e)
    notes = {int(store): f"align {size}"}
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values, notes)


@instruction(llvm.LifetimeStartOp, llvm.LifetimeEndOp)
def lifetime(op: IntrinsicOp, e: Emitter) -> str:
    """With the size -1 (all), which LLVM before 22 needs and later ones drop."""
    types, values = ["i64", e.types[op.operands[0].type]], ["-1", e.names[op.operands[0]]]
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.ConstrainedIntrinsic)
def constrained(op: IntrinsicOp, e: Emitter) -> str:
    """Rounding mode and exception behavior are metadata arguments."""
    types, values = [e.types[op.operands[0].type]], [e.names[op.operands[0]]]
    for name, prefix in (("roundingmode", "round"), ("fpExceptionBehavior", "fpexcept")):
        if name in op.properties:
            mode: Enum = getattr(op, name)
            types.append("metadata")
            values.append(f'!"{prefix}.{mode.name}"')
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values) + " strictfp"


@instruction(llvm.DbgDeclareOp, llvm.DbgValueOp)
def variable(op: "llvm.DbgDeclareOp | llvm.DbgValueOp", e: Emitter) -> str | None:
    """`#dbg_value(i32 %0, !2, !DIExpression(), !3)`; nothing if no location is known."""
    place = e.debug.location(op.location, e.scope)
    if place is None:
        return None
    word = op.name.rpartition(".")[2]
    found = e.debug.expression(op.locationExpr)
    return f"#dbg_{word}({e.typed(op.operands[0])}, {e.debug.node(op.varInfo)}, {found}, {place})"


@instruction(llvm.DbgLabelOp)
def label(op: llvm.DbgLabelOp, e: Emitter) -> str | None:
    """`#dbg_label(!2, !3)`; nothing if no location is known."""
    place = e.debug.location(op.location, e.scope)
    return None if place is None else f"#dbg_label({e.debug.node(op.label)}, {place})"


@instruction(llvm.AssumeOp)
def assume(op: llvm.AssumeOp, e: Emitter) -> str:
    """`call void @llvm.assume(i1 true) [ "align"(ptr %0, i64 64) ]`."""
    e.declare("llvm.assume", None, ["i1"])
    return f"call void @llvm.assume({e.typed(op.operands[0])}){bundles(op, e)}"


@instruction(llvm.NoAliasScopeDeclOp)
def noalias_scope(op: llvm.NoAliasScopeDeclOp, e: Emitter) -> str:
    """`call void @llvm.experimental.noalias.scope.decl(metadata !3)`."""
    e.declare(op.intrinsic(), None, ["metadata"])
    return f"call void @{op.intrinsic()}(metadata {e.metadata.scopes((op.scope,))})"
