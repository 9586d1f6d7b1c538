"""Exceptions in LLVM IR: invoke, landingpad, resume."""

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.target.llvmir.attributes import attributes_of, convention
from mlirlite.target.llvmir.emitter import Emitter, instruction
from mlirlite.target.llvmir.instructions.attachments import weights
from mlirlite.target.llvmir.instructions.calls import arguments, bundles, program_space
from mlirlite.target.llvmir.types import symbol


@instruction(llvm.InvokeOp)
def invoke(op: llvm.InvokeOp, e: Emitter) -> str:
    """`invoke i32 @f(i32 %0) to label %1 unwind label %2`."""
    callee = op.properties.get("callee")
    direct = isinstance(callee, SymbolRefAttr)
    name = symbol(callee.root) if isinstance(callee, SymbolRefAttr) else ""
    name = name if direct else e.names[op.callee_operands[0]]
    variadic = op.var_callee_type
    type = e.types[op.results[0].type] if op.results else "void"
    type = type if variadic is None else e.types[variadic]
    result = attributes_of(op, "res_attrs", 0, e.types)
    words = f"invoke {convention(op.CConv.value)}{result + ' ' if result else ''}"
    space = "" if direct else program_space(op.callee_operands[0])
    text = f"{words}{space}{type} {name}"
    text += f"({arguments(op, op.call_arguments(), e)}){bundles(op, e)}"
    return f"{text} to {e.target(0)} unwind {e.target(1)}{weights(op, e)}"


@instruction(llvm.LandingpadOp)
def landingpad(op: llvm.LandingpadOp, e: Emitter) -> str:
    """`landingpad { ptr, i32 } cleanup catch ptr null`."""
    words = [f"landingpad {e.types[op.res.type]}"]
    if op.cleanup is not None:
        words.append("cleanup")
    for clause in op.operands:
        word = "filter" if isinstance(clause.type, LLVMArrayType) else "catch"
        words.append(f"{word} {e.typed(clause)}")
    return " ".join(words)


@instruction(llvm.ResumeOp)
def resume(op: llvm.ResumeOp, e: Emitter) -> str:
    """`resume { ptr, i32 } %0`."""
    return f"resume {e.typed(op.operands[0])}"
