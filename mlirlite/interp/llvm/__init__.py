"""Evaluation of the ops of the llvm dialect. A pointer is the number of a byte, a vector an
array, a struct or array a tuple of its parts. undef is poison."""

from mlirlite.interp.llvm import (  # noqa: F401  they register their ops
    calls,
    control,
    intrinsics,
    memory,
    memory_intrinsics,
    values,
    vector_intrinsics,
)
