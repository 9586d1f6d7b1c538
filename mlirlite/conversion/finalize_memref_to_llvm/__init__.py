"""memref → llvm. `memref.load %m[%i] : memref<?xf32>` --> `extractvalue`, `getelementptr
inbounds|nuw`, `llvm.load`.

A memref becomes a descriptor: allocated and aligned pointer, offset, sizes, strides.
"""

from __future__ import annotations

import mlirlite.conversion.finalize_memref_to_llvm.access
import mlirlite.conversion.finalize_memref_to_llvm.globals
import mlirlite.conversion.finalize_memref_to_llvm.views  # noqa: F401  (fills the table)
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("finalize-memref-to-llvm", anchor="builtin.module", each_function=True)
def finalize_memref_to_llvm(
    op: Operation,
    state: PassState,
    *,
    use_aligned_alloc: bool = False,
    index_bitwidth: int = 0,
    use_generic_functions: bool = False,
    exact_sizes: bool = False,
    shapes: bool = False,
) -> None:
    """Lower the memref dialect to the llvm dialect.

    use_aligned_alloc: aligned_alloc in place of malloc
    index_bitwidth: bits of the index type, 0 for the machine's word
    use_generic_functions: allocate by functions of the runtime, not of the C library
    exact_sizes: allocate exactly the bytes that are used, for allocators that check accesses
    shapes: lower subviews and changes of shape, too, which else are for expand-strided-metadata
    """
    allocator = Allocator(use_aligned_alloc, use_generic_functions, exact_sizes)
    width = index_bitwidth or index_width(op)
    lowerings(allocator, width, shapes).convert(op, legal=("llvm",))
