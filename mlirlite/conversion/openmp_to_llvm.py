"""omp with types of the llvm dialect: `omp.loop_nest (%i) : index` --> `… : i64`.

The omp ops stay; `--convert-openmp-to-kmpc` turns them into calls of a runtime. As upstream, func,
cf, arith and memref are lowered with them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mlirlite.conversion import arith_to_llvm, cf_to_llvm, func_to_llvm
from mlirlite.conversion._llvm_types import llvm_types
from mlirlite.conversion.finalize_memref_to_llvm.allocation import Allocator, lowerings
from mlirlite.dialects.omp import DIALECT
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter

lower = Lowerings("openmp-to-llvm", llvm_types())
"""omp's ops as they are, with other types."""
_classes = [DIALECT.op_class(name) for name in DIALECT.op_names()]
lower.one_to_one({cls: cls for cls in _classes if cls is not None})


@cache
def all_lowerings() -> Lowerings:
    """One table: omp's ops and those that are lowered with them."""
    memref = lowerings(Allocator())
    others = [m.lower for m in (func_to_llvm, cf_to_llvm, arith_to_llvm)]
    return Lowerings("convert-openmp-to-llvm", memref.types, include=[*others, memref, lower])


def with_llvm_types(types: TypeConverter | None) -> Callable[[Operation], bool]:
    """Whether an op is legal because all types in it are."""

    def is_converted(op: Operation) -> bool:
        values = [*op.operands, *op.results]
        values += [a for region in op.regions for block in region for a in block.args]
        found = [v.type for v in values]
        found += [p for p in op.properties.values() if isinstance(p, Type)]
        return types is None or types.is_legal(*found)

    return is_converted


@compiler_pass("convert-openmp-to-llvm", anchor="builtin.module", each_function=True)
def convert_openmp_to_llvm(module: Operation, state: PassState) -> None:
    """Convert the OpenMP ops to OpenMP ops with LLVM dialect."""
    table = all_lowerings()
    table.convert(module, legal={"llvm": True, "omp": with_llvm_types(table.types)})
