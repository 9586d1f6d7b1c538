"""omp with types of the llvm dialect: `omp.loop_nest (%i) : index` --> `… : i64`.

The omp ops stay; `--convert-openmp-to-kmpc` makes calls of a runtime of them. As upstream, func,
cf, arith and memref go down with them.
"""

from __future__ import annotations

from functools import cache

from mlirlite.conversion import arith_to_llvm, cf_to_llvm, func_to_llvm
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.dialects.omp import DIALECT
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings


@cache
def all_lowerings() -> Lowerings:
    """One table: omp's ops as they are, with other types."""
    memref = lowerings(Allocator())
    others = [m.lower for m in (func_to_llvm, cf_to_llvm, arith_to_llvm)]
    lower = Lowerings("convert-openmp-to-llvm", memref.types, include=[*others, memref])
    classes = [DIALECT.op_class(name) for name in DIALECT.op_names()]
    lower.one_to_one({cls: cls for cls in classes if cls is not None})
    return lower


@compiler_pass("convert-openmp-to-llvm", anchor="builtin.module")
def convert_openmp_to_llvm(module: Operation, state: PassState) -> None:
    """Convert the OpenMP ops to OpenMP ops with LLVM dialect."""
    lower = all_lowerings()

    def is_converted(op: Operation) -> bool:
        values = [*op.operands, *op.results]
        values += [a for region in op.regions for block in region for a in block.args]
        types = lower.types
        return types is None or all(types.convert(v.type) is v.type for v in values)

    lower.convert(module, legal={"llvm": True, "omp": is_converted})
