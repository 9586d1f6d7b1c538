"""What each op of the LLVM dialect is in LLVM IR: importing this package fills the table
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
