"""Atomic operations of the LLVM dialect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects.llvm.constraints import (
    AccessGroups,
    AliasScopes,
    AnyStruct,
    AtomicCmpXchgType,
    AtomicRMWType,
    Pointer,
    TBAATags,
)
from mlirlite.dialects.llvm.enums import AtomicBinOp, AtomicOrdering
from mlirlite.dialects.llvm.memory import VOLATILE, Alignment, is_atomic
from mlirlite.dialects.llvm.types import (
    LLVMStructType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import TypesMatch
from mlirlite.ir.types import (
    I1,
    FloatType,
    IntegerType,
    VectorType,
)
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass


class AtomicRMWOp(
    Op,
    name="llvm.atomicrmw",
    traits=(TypesMatch("result #0 and operand #1 have the same type", "val", "res", lambda t: t),),
):
    """Reads, changes and writes memory as one step; the result is what was there before.

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %x: i32) {
      %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, i32
      llvm.return
    }
    ```
    """

    bin_op: Prop[AtomicBinOp]
    ptr: Operand[Pointer]
    val: Operand[AtomicRMWType]
    ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    alignment: OptProp[Alignment]
    volatile__: OptProp[UnitAttr]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    res: Result[AtomicRMWType]
    assembly_format = (
        f"{VOLATILE}$bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering "
        "attr-dict `:` qualified(type($ptr)) `,` type($val)"
    )

    def verify_op(self) -> Diagnostic | None:
        floats = AtomicBinOp.fadd <= self.bin_op <= AtomicBinOp.fmin
        floats = floats or self.bin_op >= AtomicBinOp.fmaximum
        type = self.val.type
        if floats:
            if isinstance(type, VectorType):
                if type.is_scalable:
                    return self.error("expected LLVM IR fixed vector type")
                if not isinstance(type.element_type, FloatType):
                    return self.error("expected LLVM IR floating point type for vector element")
            elif not isinstance(type, FloatType):
                return self.error("expected LLVM IR floating point type")
        elif self.bin_op is AtomicBinOp.xchg:
            if not is_atomic(type):
                return self.error("unexpected LLVM IR type for 'xchg' bin_op")
        elif not isinstance(type, IntegerType) or type.width not in (8, 16, 32, 64):
            return self.error("expected LLVM IR integer type")
        if self.ordering < AtomicOrdering.monotonic:
            return self.error(f"expected at least '{AtomicOrdering.monotonic.name}' ordering")
        return None


class AtomicCmpXchgOp(
    Op,
    name="llvm.cmpxchg",
    traits=(
        TypesMatch("operand #1 and operand #2 have the same type", "val", "cmp", lambda t: t),
        TypesMatch(
            "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
            "val",
            "res",
            lambda t: LLVMStructType((t, I1)),
        ),
    ),
):
    """Writes a value when memory holds the expected one; gives what was there, and whether it was
    written."""

    ptr: Operand[Pointer]
    cmp: Operand[AtomicCmpXchgType]
    val: Operand[AtomicCmpXchgType]
    success_ordering: Prop[AtomicOrdering]
    failure_ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    alignment: OptProp[Alignment]
    weak: OptProp[UnitAttr]
    volatile__: OptProp[UnitAttr]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    res: Result[AnyStruct]
    assembly_format = (
        "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val "
        "(`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering "
        "attr-dict `:` qualified(type($ptr)) `,` type($val)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return (LLVMStructType((self.operands[2].type, I1)),)

    def verify_op(self) -> Diagnostic | None:
        if not is_atomic(self.val.type):
            return self.error("unexpected LLVM IR type")
        orderings = (self.success_ordering, self.failure_ordering)
        if min(orderings) < AtomicOrdering.monotonic:
            return self.error("ordering must be at least 'monotonic'")
        if self.failure_ordering in (AtomicOrdering.release, AtomicOrdering.acq_rel):
            return self.error("failure ordering cannot be 'release' or 'acq_rel'")
        return None


class FenceOp(Op, name="llvm.fence"):
    """Orders memory accesses of threads."""

    ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    assembly_format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if self.ordering < AtomicOrdering.acquire:
            return self.error("can be given only acquire, release, acq_rel, and seq_cst orderings")
        return None
