"""ub → llvm. `ub.poison : i32` --> `llvm.mlir.poison : i32`."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create_void
from mlirlite.conversion._llvm_ops import poison
from mlirlite.conversion._llvm_types import llvm_types, run
from mlirlite.dialects import llvm, ub
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-ub-to-llvm", llvm_types())


@lower(ub.PoisonOp)
def lower_poison(op: ub.PoisonOp, rw: ConversionRewriter) -> Any:
    """Only plain poison; a dialect's own kind stays."""
    if op.properties.get("value", ub.POISON) is not ub.POISON:
        return rw.fail("its value is another kind of poison")
    return (poison(rw, rw.convert(op.results[0].type)),)


@lower(ub.UnreachableOp)
def lower_unreachable(op: ub.UnreachableOp, rw: ConversionRewriter) -> Any:
    """`llvm.unreachable`."""
    create_void(rw, llvm.UnreachableOp, ())
    rw.erase(op)


@compiler_pass("convert-ub-to-llvm", each_function=True)
def convert_ub_to_llvm(op: Operation, state: PassState, *, index_bitwidth: int = 0) -> None:
    """Lower the ub dialect to the llvm dialect.

    index_bitwidth: bits of the index type, 0 for the machine's word
    """
    run(lower, op, index_bitwidth)
