"""LLVM IR: text of the llvm dialect (emit), machine code of the text (machine), functions in this
process (jit)."""

from mlirlite.target.llvmir.emit import Emitter, instruction, to_llvmir

__all__ = ["Emitter", "instruction", "to_llvmir"]
