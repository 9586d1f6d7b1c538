"""The LLVM IR of each op of the llvm dialect: importing this package fills the table
`instruction`."""

from mlirlite.target.llvmir.instructions import (
    aggregates,
    arithmetic,
    calls,
    control_flow,
    exceptions,
    intrinsics,
    memory,
)

__all__ = [
    "aggregates",
    "arithmetic",
    "calls",
    "control_flow",
    "exceptions",
    "intrinsics",
    "memory",
]
