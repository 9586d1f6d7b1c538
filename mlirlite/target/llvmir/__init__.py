"""LLVM IR: text of the llvm dialect (module), machine code of the text (machine), functions in this
process (jit). The first loads the llvm dialect, which the others do without."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.target.llvmir.emitter import Emitter, instruction
    from mlirlite.target.llvmir.module import to_llvmir

__all__ = ["Emitter", "instruction", "to_llvmir"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from mlirlite.target.llvmir import module

    return getattr(module, name)
