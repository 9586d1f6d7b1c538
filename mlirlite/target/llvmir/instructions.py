"""What each op of the LLVM dialect is in LLVM IR: the entries of the table `instruction`."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.enums import AsmDialect, AtomicBinOp, FastmathFlags
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp, Overloads
from mlirlite.dialects.llvm.types import LLVMPointerType, LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import EMPTY_DICT, DictionaryAttr, FloatAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.attributes import attributes_of, convention, function_attributes
from mlirlite.target.llvmir.constants import constant_text
from mlirlite.target.llvmir.emit import Emitter, Instruction, instruction
from mlirlite.target.llvmir.globals import gep_flags
from mlirlite.target.llvmir.metadata import members
from mlirlite.target.llvmir.types import mangled, quoted, symbol

# Arithmetic: a word, flags, the type once, the operands.


def _plain(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


def _flagged(word: str, flag: str, property: str) -> Instruction:
    """`exact` or `disjoint` when the property is there."""

    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        extra = f" {flag}" if property in op.properties else ""
        return f"{word}{extra} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_OVERFLOW = ("", " nsw", " nuw", " nuw nsw")


def _overflow(op: Operation) -> str:
    flags = op.properties.get("overflowFlags")
    return _OVERFLOW[flags.value & 3] if isinstance(flags, IntegerAttr) else ""


def _wrapping(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word}{_overflow(op)} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_fastmath_texts: dict[FastmathFlagsAttr, str] = {NO_FASTMATH: ""}


def fastmath(op: Operation) -> str:
    """` fast`, ` nnan contract` …, "" for none."""
    flags = op.properties.get("fastmathFlags", NO_FASTMATH)
    if not isinstance(flags, FastmathFlagsAttr):
        return ""
    found = _fastmath_texts.get(flags)
    if found is None:
        value = flags.value
        if value == FastmathFlags.fast:
            found = " fast"
        else:
            order = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
            found = "".join([f" {n}" for n in order if value & FastmathFlags[n]])
        _fastmath_texts[flags] = found
    return found


def _floating(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        lhs, rhs = op.operands
        return f"{word}{fastmath(op)} {e.types[lhs.type]} {e.names[lhs]}, {e.names[rhs]}"

    return emit


_BINARY: dict[type[Operation], Instruction] = {
    llvm.AddOp: _wrapping("add"),
    llvm.SubOp: _wrapping("sub"),
    llvm.MulOp: _wrapping("mul"),
    llvm.ShlOp: _wrapping("shl"),
    llvm.UDivOp: _flagged("udiv", "exact", "isExact"),
    llvm.SDivOp: _flagged("sdiv", "exact", "isExact"),
    llvm.LShrOp: _flagged("lshr", "exact", "isExact"),
    llvm.AShrOp: _flagged("ashr", "exact", "isExact"),
    llvm.OrOp: _flagged("or", "disjoint", "isDisjoint"),
    llvm.URemOp: _plain("urem"),
    llvm.SRemOp: _plain("srem"),
    llvm.AndOp: _plain("and"),
    llvm.XOrOp: _plain("xor"),
    llvm.FAddOp: _floating("fadd"),
    llvm.FSubOp: _floating("fsub"),
    llvm.FMulOp: _floating("fmul"),
    llvm.FDivOp: _floating("fdiv"),
    llvm.FRemOp: _floating("frem"),
}
for _cls, _emit in _BINARY.items():
    instruction.add(_cls, _emit)


@instruction(llvm.FNegOp)
def fneg(op: llvm.FNegOp, e: Emitter) -> str:
    """`fneg float %0`."""
    return f"fneg{fastmath(op)} {e.typed(op.operands[0])}"


@instruction(llvm.FreezeOp)
def freeze(op: llvm.FreezeOp, e: Emitter) -> str:
    """`freeze i32 %0`."""
    return f"freeze {e.typed(op.operands[0])}"


_ICMP = tuple(p.name for p in llvm.ICmpPredicate)
_FCMP = tuple(p.name.lstrip("_") for p in llvm.FCmpPredicate)


@instruction(llvm.ICmpOp)
def icmp(op: llvm.ICmpOp, e: Emitter) -> str:
    """`icmp slt i32 %0, %1`."""
    word = _ICMP[op.properties["predicate"].value]  # type: ignore[attr-defined]
    return f"icmp {word} {e.typed(op.operands[0])}, {e.names[op.operands[1]]}"


@instruction(llvm.FCmpOp)
def fcmp(op: llvm.FCmpOp, e: Emitter) -> str:
    """`fcmp oeq float %0, %1`."""
    word = _FCMP[op.properties["predicate"].value]  # type: ignore[attr-defined]
    return f"fcmp{fastmath(op)} {word} {e.typed(op.operands[0])}, {e.names[op.operands[1]]}"


@instruction(llvm.SelectOp)
def select(op: llvm.SelectOp, e: Emitter) -> str:
    """`select i1 %0, i32 %1, i32 %2`."""
    return f"select{fastmath(op)} {e.typed_all(op.operands)}"


def _cast(word: str) -> Instruction:
    def emit(op: Operation, e: Emitter) -> str:
        extra = " nneg" if "nonNeg" in op.properties else _overflow(op)
        return f"{word}{extra} {e.typed(op.operands[0])} to {e.types[op.results[0].type]}"

    return emit


_CASTS: dict[type[Operation], str] = {
    llvm.ZExtOp: "zext",
    llvm.SExtOp: "sext",
    llvm.TruncOp: "trunc",
    llvm.UIToFPOp: "uitofp",
    llvm.SIToFPOp: "sitofp",
    llvm.FPToUIOp: "fptoui",
    llvm.FPToSIOp: "fptosi",
    llvm.FPExtOp: "fpext",
    llvm.FPTruncOp: "fptrunc",
    llvm.PtrToIntOp: "ptrtoint",
    llvm.AddrSpaceCastOp: "addrspacecast",
    llvm.BitcastOp: "bitcast",
}
for _cls, _word in _CASTS.items():
    instruction.add(_cls, _cast(_word))


# Memory


@instruction(llvm.AllocaOp)
def alloca(op: llvm.AllocaOp, e: Emitter) -> str:
    """`alloca float, i64 %0, align 64`."""
    word = "alloca inalloca" if "inalloca" in op.properties else "alloca"
    text = f"{word} {e.types[op.elem_type]}, {e.typed(op.operands[0])}"
    pointer = op.results[0].type
    if op.alignment:
        text += f", align {op.alignment}"
    if isinstance(pointer, LLVMPointerType) and pointer.address_space:
        text += f", addrspace({pointer.address_space})"
    return text


@instruction(llvm.GEPOp)
def getelementptr(op: llvm.GEPOp, e: Emitter) -> str:
    """`getelementptr inbounds nuw float, ptr %0, i64 %1`."""
    types, names = e.types, e.names
    properties = op.properties
    base = op.operands[0]
    parts = [
        f"getelementptr {gep_flags(op)}{types[properties['elem_type']]}",  # type: ignore[index]
        f"{types[base.type]} {names[base]}",
    ]
    position = 1
    for index in properties["rawConstantIndices"].value:  # type: ignore[attr-defined]
        if index == llvm.DYNAMIC_INDEX:
            value = op.operands[position]
            position += 1
            parts.append(f"{types[value.type]} {names[value]}")
        else:
            parts.append(f"i32 {index}")
    return ", ".join(parts)


def _access(op: Operation, e: Emitter, text: str) -> str:
    """What load and store share: volatile and atomic were dealt with; alignment and metadata."""
    properties = op.properties
    alignment = properties.get("alignment")
    if isinstance(alignment, IntegerAttr):
        text += f", align {alignment.value}"
    if len(properties) > 1:
        if "nontemporal" in properties:
            text += f", !nontemporal {e.metadata.node('i32 1')}"
        if "invariant" in properties:
            text += f", !invariant.load {e.metadata.node('')}"
        if "invariantGroup" in properties:
            text += f", !invariant.group {e.metadata.node('')}"
        text += _alias_metadata(op, e)
    return text


def _alias_metadata(op: Operation, e: Emitter) -> str:
    text = ""
    for name, key in (
        ("access_groups", "llvm.access.group"),
        ("alias_scopes", "alias.scope"),
        ("noalias_scopes", "noalias"),
    ):
        found = llvm.scopes_of(op.properties.get(name))
        if found:
            text += f", !{key} {e.metadata.scopes(found)}"
    tags = members(op.properties.get("tbaa"))
    if len(tags) == 1:
        text += f", !tbaa {e.metadata.reference(tags[0])}"
    return text


def _ordering(op: "llvm.LoadOp | llvm.StoreOp") -> tuple[str, str]:
    """Words before and after the operands."""
    volatile = " volatile" if "volatile_" in op.properties else ""
    ordering = op.properties.get("ordering")
    if not isinstance(ordering, IntegerAttr) or not ordering.value:
        return volatile, ""
    scope = f" syncscope({quoted(op.syncscope)})" if op.syncscope is not None else ""
    return " atomic" + volatile, f"{scope} {op.ordering.name}"


@instruction(llvm.LoadOp)
def load(op: llvm.LoadOp, e: Emitter) -> str:
    """`load float, ptr %0, align 4`."""
    before, after = _ordering(op)
    text = f"load{before} {e.types[op.results[0].type]}, {e.typed(op.operands[0])}{after}"
    return _access(op, e, text) + _dereferenceable(op.dereferenceable, e)


def _dereferenceable(known: "llvm.DereferenceableAttr | None", e: Emitter) -> str:
    """How much memory at the resulting pointer can be read, as metadata."""
    if known is None:
        return ""
    key = "dereferenceable_or_null" if known.may_be_null else "dereferenceable"
    return f", !{key} {e.metadata.node(f'i64 {known.bytes}')}"


@instruction(llvm.IntToPtrOp)
def inttoptr(op: llvm.IntToPtrOp, e: Emitter) -> str:
    """`inttoptr i64 %0 to ptr`."""
    text = f"inttoptr {e.typed(op.operands[0])} to {e.types[op.results[0].type]}"
    return text + _dereferenceable(op.dereferenceable, e)


@instruction(llvm.StoreOp)
def store(op: llvm.StoreOp, e: Emitter) -> str:
    """`store float %0, ptr %1, align 4`."""
    before, after = _ordering(op)
    return _access(op, e, f"store{before} {e.typed_all(op.operands)}{after}")


def _scope(op: "llvm.AtomicRMWOp | llvm.AtomicCmpXchgOp | llvm.FenceOp") -> str:
    return f" syncscope({quoted(op.syncscope)})" if op.syncscope is not None else ""


@instruction(llvm.AtomicRMWOp)
def atomicrmw(op: llvm.AtomicRMWOp, e: Emitter) -> str:
    """`atomicrmw add ptr %0, i32 %1 monotonic`."""
    volatile = " volatile" if "volatile_" in op.properties else ""
    word = AtomicBinOp(op.bin_op).name.lstrip("_")
    text = f"atomicrmw{volatile} {word} {e.typed_all(op.operands)}{_scope(op)} {op.ordering.name}"
    return text + (f", align {op.alignment}" if op.alignment else "") + _alias_metadata(op, e)


@instruction(llvm.AtomicCmpXchgOp)
def cmpxchg(op: llvm.AtomicCmpXchgOp, e: Emitter) -> str:
    """`cmpxchg ptr %0, i32 %1, i32 %2 acq_rel monotonic`."""
    weak = " weak" if "weak" in op.properties else ""
    volatile = " volatile" if "volatile_" in op.properties else ""
    text = (
        f"cmpxchg{weak}{volatile} {e.typed_all(op.operands)}{_scope(op)} "
        f"{op.success_ordering.name} {op.failure_ordering.name}"
    )
    return text + (f", align {op.alignment}" if op.alignment else "") + _alias_metadata(op, e)


@instruction(llvm.FenceOp)
def fence(op: llvm.FenceOp, e: Emitter) -> str:
    """`fence seq_cst`."""
    return f"fence{_scope(op)} {op.ordering.name}"


# Aggregates and vectors


@instruction(llvm.InsertValueOp)
def insertvalue(op: llvm.InsertValueOp, e: Emitter) -> str:
    """`insertvalue { i32, float } %0, i32 %1, 0`."""
    return f"insertvalue {e.typed_all(op.operands)}, {', '.join(map(str, op.position))}"


@instruction(llvm.ExtractValueOp)
def extractvalue(op: llvm.ExtractValueOp, e: Emitter) -> str:
    """`extractvalue { i32, float } %0, 1`."""
    return f"extractvalue {e.typed(op.operands[0])}, {', '.join(map(str, op.position))}"


@instruction(llvm.ExtractElementOp, llvm.InsertElementOp)
def element(op: Operation, e: Emitter) -> str:
    """`extractelement <4 x float> %0, i32 %1`."""
    return f"{op.name[5:]} {e.typed_all(op.operands)}"


@instruction(llvm.ShuffleVectorOp)
def shufflevector(op: llvm.ShuffleVectorOp, e: Emitter) -> str:
    """`shufflevector <2 x i32> %0, <2 x i32> %1, <2 x i32> <i32 0, i32 poison>`."""
    mask = op.mask.value
    type = op.operands[0].type
    scale = "vscale x " if isinstance(type, VectorType) and type.is_scalable else ""
    if not any(mask):
        text = "zeroinitializer"
    else:
        text = f"<{', '.join([f'i32 {i}' if i >= 0 else 'i32 poison' for i in mask])}>"
    return f"shufflevector {e.typed_all(op.operands)}, <{scale}{len(mask)} x i32> {text}"


# Control flow


@instruction(llvm.BrOp)
def br(op: llvm.BrOp, e: Emitter) -> str:
    """`br label %3`."""
    return f"br {e.target(0)}{_loop(op, e)}"


@instruction(llvm.CondBrOp)
def cond_br(op: llvm.CondBrOp, e: Emitter) -> str:
    """`br i1 %0, label %3, label %4`."""
    text = f"br {e.typed(op.operands[0])}, {e.target(0)}, {e.target(1)}"
    return text + weights(op, e) + _loop(op, e)


def weights(op: Operation, e: Emitter) -> str:
    """How often a terminator goes to each successor: `, !prof !3`."""
    found: Any = op.properties.get("branch_weights")
    return "" if found is None else f", !prof {e.metadata.weights(found.value)}"


def _loop(op: Operation, e: Emitter) -> str:
    annotation = op.properties.get("loop_annotation")
    if not isinstance(annotation, llvm.LoopAnnotationAttr):
        return ""
    return f", !llvm.loop {e.metadata.loop(annotation)}"


@instruction(llvm.SwitchOp)
def switch(op: llvm.SwitchOp, e: Emitter) -> str:
    """`switch i32 %0, label %3 [ i32 1, label %4 … ]`."""
    word = e.types[op.operands[0].type]
    cases = [f"    {word} {n}, {e.target(i + 1)}" for i, n in enumerate(op.case_numbers)]
    body = "\n".join(["", *cases, "  "])
    return f"switch {e.typed(op.operands[0])}, {e.target(0)} [{body}]{weights(op, e)}"


@instruction(llvm.ReturnOp)
def ret(op: llvm.ReturnOp, e: Emitter) -> str:
    """`ret i32 %0`."""
    return f"ret {e.typed(op.operands[0])}" if op.operands else "ret void"


@instruction(llvm.UnreachableOp)
def unreachable(op: llvm.UnreachableOp, e: Emitter) -> str:
    """`unreachable`."""
    return "unreachable"


# Calls

_TAIL = ("", "tail ", "musttail ", "notail ")


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
    result = attributes_of(op, "res_attrs", 0, e.types)
    text = f"{words} {convention(op.CConv.value)}{result + ' ' if result else ''}{type} {callee}"
    text += f"({arguments(op, op.call_arguments(), e)}){function_attributes(op, e.types)}"
    return text + bundles(op, e) + _alias_metadata(op, e)


def arguments(op: Operation, values: "Sequence[Value]", e: Emitter) -> str:
    """The arguments of a call with their attributes."""
    if "arg_attrs" not in op.properties:
        return e.typed_all(values)
    parts = []
    for i, value in enumerate(values):
        words = attributes_of(op, "arg_attrs", i, e.types)
        parts.append(f"{e.types[value.type]} {words + ' ' if words else ''}{e.names[value]}")
    return ", ".join(parts)


def bundles(op: Any, e: Emitter) -> str:
    """The operand bundles of a call: ` [ "align"(ptr %0, i64 16) ]`."""
    sizes, tags = op.properties.get("op_bundle_sizes"), op.properties.get("op_bundle_tags")
    if sizes is None or tags is None:
        return ""
    rest = list(op.op_bundle_operands)
    parts = []
    for size, tag in zip(sizes.value, tags.value, strict=True):
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


# Intrinsics


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
    op: IntrinsicOp, e: Emitter, name: str, types: list[str], values: list[str]
) -> str:
    result = op.results[0].type if op.results else None
    e.declare(name, result, types)
    word = e.types[result] if result is not None else "void"
    notes = [attributes_of(op, "arg_attrs", i, e.types) for i in range(len(types))]
    given = zip(types, notes, values, strict=True)
    arguments = ", ".join([" ".join([word for word in argument if word]) for argument in given])
    text = f"call{fastmath(op)} {word} @{name}({arguments})"
    if "nontemporal" in op.properties:
        text += f", !nontemporal {e.metadata.node('i32 1')}"
    return text + _alias_metadata(op, e)


@instruction(IntrinsicOp)
def intrinsic(op: IntrinsicOp, e: Emitter) -> str:
    """`call float @llvm.fma.f32(float %0, float %1, float %2)`."""
    types = [e.types[v.type] for v in op.operands]
    values = [e.names[v] for v in op.operands]
    for position, name in op.immediates:
        attribute = _immediate(op, name)
        types.insert(position, e.types[attribute.type])
        values.insert(position, constant_text(attribute, attribute.type, e.types))
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.MaskedLoadOp, llvm.masked_gather)
def masked_load(op: llvm.MaskedLoadOp, e: Emitter) -> str:
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
def masked_store(op: llvm.MaskedStoreOp, e: Emitter) -> str:
    """The alignment is the third argument, as in `masked_load`."""
    types = [e.types[v.type] for v in op.operands]
    values = [e.names[v] for v in op.operands]
    types.insert(2, "i32")
    values.insert(2, str(op.alignment))
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.LifetimeStartOp, llvm.LifetimeEndOp)
def lifetime(op: IntrinsicOp, e: Emitter) -> str:
    """With the size -1 (all), which LLVM before 22 wants and later ones drop."""
    types, values = ["i64", e.types[op.operands[0].type]], ["-1", e.names[op.operands[0]]]
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values)


@instruction(llvm.ConstrainedIntrinsic)
def constrained(op: IntrinsicOp, e: Emitter) -> str:
    """Rounding mode and exception behaviour are metadata arguments."""
    types, values = [e.types[op.operands[0].type]], [e.names[op.operands[0]]]
    if "roundingmode" in op.properties:
        types.append("metadata")
        values.append(f'!"round.{op.roundingmode.name}"')  # type: ignore[attr-defined]
    types.append("metadata")
    values.append(f'!"fpexcept.{op.fpExceptionBehavior.name}"')  # type: ignore[attr-defined]
    return _intrinsic_call(op, e, _intrinsic_name(op, op.overloads), types, values) + " strictfp"


@instruction(llvm.DbgDeclareOp, llvm.DbgValueOp, llvm.DbgLabelOp)
def debug(op: IntrinsicOp, e: Emitter) -> None:
    """Left out: they compute nothing, and the module has no debug information to refer to."""


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
