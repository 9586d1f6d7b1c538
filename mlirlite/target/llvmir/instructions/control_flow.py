"""Terminators in LLVM IR."""

from mlirlite.dialects import llvm
from mlirlite.target.llvmir.emitter import Emitter, instruction
from mlirlite.target.llvmir.instructions.attachments import loop, weights


@instruction(llvm.BrOp)
def br(op: llvm.BrOp, e: Emitter) -> str:
    """`br label %3`."""
    return f"br {e.target(0)}{loop(op, e)}"


@instruction(llvm.CondBrOp)
def cond_br(op: llvm.CondBrOp, e: Emitter) -> str:
    """`br i1 %0, label %3, label %4`."""
    text = f"br {e.typed(op.operands[0])}, {e.target(0)}, {e.target(1)}"
    return text + weights(op, e) + loop(op, e)


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


@instruction(llvm.IndirectBrOp)
def indirectbr(op: llvm.IndirectBrOp, e: Emitter) -> str:
    """`indirectbr ptr %0, [label %1, label %2]`."""
    targets = ", ".join([e.target(i) for i in range(len(op.successors))])
    return f"indirectbr {e.typed(op.operands[0])}, [{targets}]"


@instruction(llvm.BlockTagOp)
def blocktag(op: llvm.BlockTagOp, e: Emitter) -> None:
    """No instruction: `llvm.blockaddress` finds its block by it."""
