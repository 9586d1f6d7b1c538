"""krnl → llvm: the ops of krnl that remain after its loops are lowered. memref, arith and others
stay.

%0 = "krnl.global"() <{name = "w", value = dense<…>}> : () -> memref<10xf32>
  -->  llvm.mlir.global external constant @w() {krnl.value = dense<…>}, and a descriptor of
  its address
"""

from __future__ import annotations

import mlirlite.conversion.krnl_to_llvm.boxes
import mlirlite.conversion.krnl_to_llvm.math
import mlirlite.conversion.krnl_to_llvm.memory
import mlirlite.conversion.krnl_to_llvm.runtime  # noqa: F401  (fills the table)
from mlirlite.conversion.krnl_to_llvm.constants import add_globals
from mlirlite.conversion.krnl_to_llvm.strings import strings_to_pointers
from mlirlite.conversion.krnl_to_llvm.table import lower
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("convert-krnl-to-llvm", anchor="builtin.module", each_function=True)
def convert_krnl_to_llvm(module: Operation, state: PassState) -> None:
    """Lower constants, copies, scalar functions and calls of krnl to the llvm dialect.

    Run it after the loops are lowered (--convert-krnl-to-affine, --lower-affine,
    --convert-scf-to-cf). Data of constants stays outside LLVM IR, as attribute `krnl.value` of
    their globals; the entry points become the module's attribute `krnl.entry_points`.
    """
    strings_to_pointers(module)
    add_globals(module)
    lower.convert(module, illegal=("krnl",), fold=False)
