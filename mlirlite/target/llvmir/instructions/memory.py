"""Memory in LLVM IR: allocas, addresses, loads, stores, atomics."""

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.enums import AtomicBinOp
from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.emitter import Emitter, instruction
from mlirlite.target.llvmir.globals import gep_flags
from mlirlite.target.llvmir.instructions.attachments import alias_metadata, dereferenceable
from mlirlite.target.llvmir.types import quoted


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
    base = op.operands[0]
    parts = [
        f"getelementptr {gep_flags(op)}{types[op.elem_type]}",
        f"{types[base.type]} {names[base]}",
    ]
    position = 1
    for index in op.rawConstantIndices.value:
        if index == llvm.DYNAMIC_INDEX:
            value = op.operands[position]
            position += 1
            parts.append(f"{types[value.type]} {names[value]}")
        else:
            parts.append(f"i32 {index}")
    return ", ".join(parts)


def _access(op: Operation, e: Emitter, text: str) -> str:
    """The common part of load and store after volatile and atomic: alignment and metadata."""
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
        text += alias_metadata(op, e)
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
    return _access(op, e, text) + dereferenceable(op.dereferenceable, e)


@instruction(llvm.IntToPtrOp)
def inttoptr(op: llvm.IntToPtrOp, e: Emitter) -> str:
    """`inttoptr i64 %0 to ptr`."""
    text = f"inttoptr {e.typed(op.operands[0])} to {e.types[op.results[0].type]}"
    return text + dereferenceable(op.dereferenceable, e)


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
    return text + (f", align {op.alignment}" if op.alignment else "") + alias_metadata(op, e)


@instruction(llvm.AtomicCmpXchgOp)
def cmpxchg(op: llvm.AtomicCmpXchgOp, e: Emitter) -> str:
    """`cmpxchg ptr %0, i32 %1, i32 %2 acq_rel monotonic`."""
    weak = " weak" if "weak" in op.properties else ""
    volatile = " volatile" if "volatile_" in op.properties else ""
    text = (
        f"cmpxchg{weak}{volatile} {e.typed_all(op.operands)}{_scope(op)} "
        f"{op.success_ordering.name} {op.failure_ordering.name}"
    )
    return text + (f", align {op.alignment}" if op.alignment else "") + alias_metadata(op, e)


@instruction(llvm.FenceOp)
def fence(op: llvm.FenceOp, e: Emitter) -> str:
    """`fence seq_cst`."""
    return f"fence{_scope(op)} {op.ordering.name}"
