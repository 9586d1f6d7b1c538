"""Directives without work of their own: cancellation, order, scans, allocation, threads' copies."""

from typing import Any

from mlirlite.dialects.omp._checks import (
    NonNegativeI64,
    PointerLike,
    PositiveI64,
    enclosing,
)
from mlirlite.dialects.omp.enums import (
    CancellationConstruct,
    CancellationConstructTypeAttr,
    ClauseDependAttr,
    ReductionModifier,
)
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyType, Bool, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, RegionField, Result, VarOperand
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AllTypesMatch,
    AttrSizedOperandSegments,
)
from mlirlite.support.diagnostics import Diagnostic, error


class CancelOp(Op, name="omp.cancel"):
    """Ends what is around it early.

    ```mlir
    omp.parallel {
      omp.cancel cancellation_construct_type(parallel) if(%failed)
      omp.terminator
    }
    ```
    """

    cancel_directive: Prop[CancellationConstructTypeAttr]
    if_expr: OptOperand[Bool]
    assembly_format = (
        "`cancellation_construct_type` `(` custom<Cancellation>($cancel_directive) `)` "
        "oilist(`if` `(` $if_expr `)`) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        kind = self.cancel_directive.value
        parent = enclosing(self)
        if parent is None:
            return self.error("Orphaned cancel construct")
        wrong = _misplaced(kind, parent)
        if wrong:
            return self.error(f"cancel {wrong}")
        outer: Any = parent.parent_op
        if kind is CancellationConstruct.loop:
            for name, clause in (("a nowait", outer.nowait), ("an ordered", outer.ordered)):
                if clause is not None:
                    return error(
                        f"A worksharing construct that is canceled must not have {name} clause",
                        self.where,
                    )
        if kind is CancellationConstruct.sections and outer.nowait is not None:
            return error(
                "A sections construct that is canceled must not have a nowait clause", self.where
            )
        return None


class CancellationPointOp(Op, name="omp.cancellation_point"):
    """Where a cancel is noticed.

    ```mlir
    omp.parallel {
      omp.cancellation_point cancellation_construct_type(parallel)
      omp.terminator
    }
    ```
    """

    cancel_directive: Prop[CancellationConstructTypeAttr]
    assembly_format = (
        "`cancellation_construct_type` `(` custom<Cancellation>($cancel_directive) `)` attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        parent = enclosing(self)
        if parent is None:
            return self.error("Orphaned cancellation point")
        wrong = _misplaced(self.cancel_directive.value, parent)
        return self.error(f"cancellation point {wrong}") if wrong else None


def _misplaced(kind: CancellationConstruct, parent: Operation) -> str:
    """The error of the position of a cancel of this kind; empty if it is valid."""
    outer = parent.parent_op.name if parent.parent_op is not None else ""
    match kind:
        case CancellationConstruct.parallel if parent.name != "omp.parallel":
            return "parallel must appear inside a parallel region"
        case CancellationConstruct.loop if outer != "omp.wsloop":
            return "loop must appear inside a worksharing-loop region"
        case CancellationConstruct.sections if outer != "omp.sections":
            return "sections must appear inside a sections region"
        case CancellationConstruct.taskgroup if (
            parent.name != "omp.task" and outer != "omp.taskloop"
        ):
            return "taskgroup must appear inside a task region"
    return ""


class OrderedOp(Op, name="omp.ordered"):
    """Waits for, or releases, iterations that depend on each other.

    ```mlir
    omp.wsloop ordered(1) {
      omp.loop_nest (%i) : i64 = (%lower) to (%upper) step (%step) {
        omp.ordered depend_type(dependsource) depend_vec(%i : i64) {doacross_num_loops = 1 : i64}
        omp.yield
      }
    }
    ```
    """

    doacross_depend_type: OptProp[ClauseDependAttr]
    doacross_num_loops: OptProp[NonNegativeI64]
    doacross_depend_vars: VarOperand[AnyType]
    assembly_format = (
        "oilist(`depend_type` `` `(` custom<Depend>($doacross_depend_type) `)` | `depend_vec` "
        "`(` $doacross_depend_vars `:` type($doacross_depend_vars) `)`) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = _verify_ordered(self)
        if wrong is not None:
            return wrong
        loop = _around(self, "omp.wsloop")
        if loop is None or loop.ordered != self.doacross_num_loops:
            return self.error(
                "number of variables in depend clause does not match number of iteration variables "
                "in the doacross loop"
            )
        return None


class OrderedRegionOp(Op, name="omp.ordered.region"):
    """Runs its region in the order of the iterations.

    ```mlir
    omp.wsloop ordered(0) {
      omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
        omp.ordered.region {
          omp.terminator
        }
        omp.yield
      }
    }
    ```
    """

    par_level_simd: OptProp[UnitAttr]
    region: RegionField
    assembly_format = "oilist(`par_level_simd` $par_level_simd) $region attr-dict"

    def verify_op(self) -> Diagnostic | None:
        return _verify_ordered(self)


def _around(op: Operation, name: str) -> Any:
    parent = op.parent_op
    while parent is not None and parent.name != name:
        parent = parent.parent_op
    return parent


def _verify_ordered(op: Operation) -> Diagnostic | None:
    has_region = bool(op.regions)
    nest = _around(op, "omp.loop_nest")
    if nest is None:
        return None if has_region else op.error("must be nested inside of a loop")
    wrapper = nest.parent_op
    if wrapper is not None and wrapper.name == "omp.wsloop":
        if wrapper.ordered is None:
            return op.error("the enclosing worksharing-loop region must have an ordered clause")
        if has_region and wrapper.ordered:
            return op.error("the enclosing loop's ordered clause must not have a parameter present")
        if not has_region and not wrapper.ordered:
            return op.error("the enclosing loop's ordered clause must have a parameter present")
    elif wrapper is None or wrapper.name != "omp.simd":
        return op.error("must be nested inside of a worksharing, simd or worksharing simd loop")
    return None


class ScanOp(Op, name="omp.scan", traits=(AttrSizedOperandSegments,)):
    """A prefix sum in a loop.

    ```mlir
    omp.declare_reduction @add : i32 init {
    ^bb0(%old: i32):
      %zero = arith.constant 0 : i32
      omp.yield(%zero : i32)
    } combiner {
    ^bb0(%a: i32, %b: i32):
      %sum = arith.addi %a, %b : i32
      omp.yield(%sum : i32)
    }
    func.func @sums(%n: index, %x: !llvm.ptr) {
      omp.wsloop reduction(mod: inscan, @add %x -> %sum : !llvm.ptr) {
        omp.loop_nest (%i) : index = (%n) to (%n) step (%n) {
          omp.scan inclusive(%sum : !llvm.ptr)
          omp.yield
        }
      }
      return
    }
    ```
    """

    inclusive_vars: VarOperand[AnyType]
    exclusive_vars: VarOperand[AnyType]
    assembly_format = (
        "oilist( `inclusive` `(` $inclusive_vars `:` type($inclusive_vars) `)` | `exclusive` "
        "`(` $exclusive_vars `:` type($exclusive_vars) `)` ) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if bool(self.inclusive_vars) == bool(self.exclusive_vars):
            return error("Exactly one of EXCLUSIVE or INCLUSIVE clause is expected", self.where)
        for name in ("omp.wsloop", "omp.simd"):
            loop = _around(self, name)
            modifier = loop.reduction_mod if loop is not None else None
            if modifier is not None and modifier.value is ReductionModifier.inscan:
                return None
        return error(
            "SCAN directive needs to be enclosed within a parent worksharing loop construct or "
            "SIMD construct with INSCAN reduction modifier",
            self.where,
        )


class AllocateDirOp(Op, name="omp.allocate_dir", traits=(AttrSizedOperandSegments,)):
    """How variables are allocated.

    ```mlir
    omp.allocate_dir(%x : memref<i32>) align(16)
    ```
    """

    varList: VarOperand[AnyType]
    align: OptProp[PositiveI64]
    allocator: OptOperand[Int64]
    assembly_format = (
        "`(` $varList `:` type($varList) `)` oilist( `align` `(` $align `)` | `allocator` `(` "
        "$allocator `)` ) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        align = self.align or 1
        if align & (align - 1):
            return error(f"ALIGN value : {align} must be power of 2", self.where)
        return None


class ThreadprivateOp(
    Op, name="omp.threadprivate", traits=(AllTypesMatch("sym_addr", "tls_addr"),)
):
    """This thread's copy of a variable.

    ```mlir
    %mine = omp.threadprivate %x : !llvm.ptr -> !llvm.ptr
    ```
    """

    sym_addr: Operand[PointerLike]
    tls_addr: Result[PointerLike]
    assembly_format = "$sym_addr `:` type($sym_addr) `->` type($tls_addr) attr-dict"
