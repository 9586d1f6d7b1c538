"""Barriers that are objects in shared memory."""

from typing import Any, Protocol

from mlirlite.dialects.nvvm.memory_enums import MemScopeKind, MemScopeKindAttr
from mlirlite.dialects.nvvm.types import (
    CLUSTER,
    OFF,
    BarrierPointer,
    GenericOrSharedPointer,
    Int64Or32,
    SharedOrClusterPointer,
    space_of,
)
from mlirlite.ir.constraints import Bool, Int32, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptResult, Prop, Result
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, Where, error

MEM_SCOPE_KIND_CTA: Any = MemScopeKindAttr(MemScopeKind.cta)


class _Barrier(Protocol):
    @property
    def scope(self) -> MemScopeKindAttr: ...
    @property
    def addr(self) -> Value: ...
    @property
    def where(self) -> Where: ...


def _verify_barrier(op: _Barrier, state: Value | None = None) -> Diagnostic | None:
    if op.scope.value not in (MemScopeKind.cta, MemScopeKind.cluster):
        return error("mbarrier scope must be either CTA or Cluster", op.where)
    if space_of(op.addr) == CLUSTER and state is not None:
        return error("mbarrier in shared_cluster space cannot return any value", op.where)
    return None


class MBarrierArriveOp(Op, name="nvvm.mbarrier.arrive"):
    """Arrives, and gives the state of the barrier.

    ```mlir
    %0 = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64
    ```
    """

    addr: Operand[BarrierPointer]
    count: OptOperand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    res: OptResult[Int64]
    assembly_format = "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self, self.res)


class MBarrierArriveDropOp(Op, name="nvvm.mbarrier.arrive_drop"):
    """Arrives for the last time: later phases expect one thread less.

    ```mlir
    %0 = nvvm.mbarrier.arrive_drop %b : !llvm.ptr<3> -> i64
    ```
    """

    addr: Operand[BarrierPointer]
    count: OptOperand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    res: OptResult[Int64]
    assembly_format = "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self, self.res)


class MBarrierArriveExpectTxOp(Op, name="nvvm.mbarrier.arrive.expect_tx"):
    """Arrives and announces bytes that will be copied.

    ```mlir
    nvvm.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>, i32
    ```
    """

    addr: Operand[BarrierPointer]
    txcount: Operand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    predicate: OptOperand[Bool]
    res: OptResult[Int64]
    assembly_format = (
        "$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands) "
        "(`->` type($res)^)?"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.predicate is not None:  # it becomes PTX text, which cannot express everything
            if self.scope.value is not MemScopeKind.cta:
                return error("mbarrier scope must be CTA when using predicate", self.where)
            if space_of(self.addr) == CLUSTER:
                return error(
                    "mbarrier in shared_cluster space is not supported when using predicate",
                    self.where,
                )
            if self.res is not None:
                return error("return-value is not supported when using predicate", self.where)
            if self.relaxed:
                return error(
                    "mbarrier with relaxed semantics is not supported when using predicate",
                    self.where,
                )
        return _verify_barrier(self, self.res)


class MBarrierArriveDropExpectTxOp(Op, name="nvvm.mbarrier.arrive_drop.expect_tx"):
    """Arrives for the last time and announces bytes that will be copied.

    ```mlir
    nvvm.mbarrier.arrive_drop.expect_tx %b, %n : !llvm.ptr<3>, i32
    ```
    """

    addr: Operand[BarrierPointer]
    txcount: Operand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    res: OptResult[Int64]
    assembly_format = "$addr `,` $txcount attr-dict `:` type(operands) (`->` type($res)^)?"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self, self.res)


class MBarrierExpectTxOp(Op, name="nvvm.mbarrier.expect_tx"):
    """Announces bytes that will be copied.

    ```mlir
    nvvm.mbarrier.expect_tx %b, %n : !llvm.ptr<3>, i32
    ```
    """

    addr: Operand[SharedOrClusterPointer]
    txcount: Operand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    assembly_format = "$addr `,` $txcount attr-dict `:` type(operands)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self)


class MBarrierCompleteTxOp(Op, name="nvvm.mbarrier.complete_tx"):
    """Reports bytes as copied.

    ```mlir
    nvvm.mbarrier.complete_tx %b, %n : !llvm.ptr<3>, i32
    ```
    """

    addr: Operand[SharedOrClusterPointer]
    txcount: Operand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    assembly_format = "$addr `,` $txcount attr-dict `:` type(operands)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self)


class MBarrierTestWaitOp(Op, name="nvvm.mbarrier.test.wait"):
    """Whether a phase is complete.

    ```mlir
    %0 = nvvm.mbarrier.test.wait %b, %s : !llvm.ptr<3>, i64 -> i1
    ```
    """

    addr: Operand[GenericOrSharedPointer]
    stateOrPhase: Operand[Int64Or32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    res: Result[Bool]
    assembly_format = "$addr `,` $stateOrPhase attr-dict `:` type(operands) `->` type($res)"

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self)


class MBarrierTryWaitOp(Op, name="nvvm.mbarrier.try_wait"):
    """Waits a while; whether the phase is complete.

    ```mlir
    %0 = nvvm.mbarrier.try_wait %b, %s : !llvm.ptr<3>, i64 -> i1
    ```
    """

    addr: Operand[GenericOrSharedPointer]
    stateOrPhase: Operand[Int64Or32]
    ticks: OptOperand[Int32]
    scope: Prop[MemScopeKindAttr] = MEM_SCOPE_KIND_CTA
    relaxed: Prop[bool] = OFF
    res: Result[Bool]
    assembly_format = (
        "$addr `,` $stateOrPhase (`,` $ticks^)? attr-dict `:` type(operands) `->` type($res)"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_barrier(self)
