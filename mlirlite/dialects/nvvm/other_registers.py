"""Special registers without a range: masks, clocks, sizes of memory, the environment."""

from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Result
from mlirlite.ir.traits import Pure


class ClockRegisterOp(Op):
    """Base: a register that changes by itself."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"


class RegisterOp(ClockRegisterOp, traits=(Pure,)):
    """Base: a register that stays the same while a thread runs."""
