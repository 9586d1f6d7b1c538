"""Tasks: explicit ones, groups of them, loops whose iterations become tasks."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray
from mlirlite.dialects.omp._checks import (
    IntLike,
    PointerLike,
    Symbols,
    TaskDepends,
    verify_allocate,
    verify_depend,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.clauses import ALLOCATE
from mlirlite.dialects.omp.enums import (
    GrainsizeTypeAttr,
    NumTasksTypeAttr,
    ReductionModifierAttr,
)
from mlirlite.dialects.omp.loop_nest import LoopWrapper
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyInteger, AnyType, Bool
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    NoTerminator,
    RecursiveMemoryEffects,
    SingleBlock,
)
from mlirlite.support.diagnostics import Diagnostic, error


class TaskOp(
    Op,
    SymbolUser,
    name="omp.task",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
    ),
):
    """A task that a thread of the team runs some time.

    ```mlir
    omp.task depend(taskdependin -> %x : memref<i32>) untied {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    depend_kinds: OptProp[TaskDepends]
    depend_vars: VarOperand[PointerLike]
    final: OptOperand[Bool]
    if_expr: OptOperand[Bool]
    in_reduction_vars: VarOperand[PointerLike]
    in_reduction_byref: OptProp[BoolArray]
    in_reduction_syms: OptProp[Symbols]
    mergeable: OptProp[UnitAttr]
    priority: OptOperand[AnyInteger]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    untied: OptProp[UnitAttr]
    event_handle: OptOperand[PointerLike]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `depend` `(` custom<DependVarList>($depend_vars, type($depend_vars), "
        "$depend_kinds) `)`"
        " | `final` `(` $final `)`"
        " | `if` `(` $if_expr `)`"
        " | `mergeable` $mergeable"
        " | `priority` `(` $priority `:` type($priority) `)`"
        " | `untied` $untied"
        " | `detach` `(` $event_handle `:` type($event_handle) `)`"
        ") custom<InReductionPrivateRegion>($region, $in_reduction_vars, "
        "type($in_reduction_vars), $in_reduction_byref, $in_reduction_syms, $private_vars, "
        "type($private_vars), $private_syms, $private_needs_barrier) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return (
            verify_allocate(self)
            or verify_depend(self)
            or verify_reductions(self, SymbolTables(), "in_reduction")
        )

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables)


class TaskgroupOp(
    Op,
    SymbolUser,
    name="omp.taskgroup",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
    ),
):
    """Waits for the tasks made in it.

    ```mlir
    omp.taskgroup {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    task_reduction_vars: VarOperand[PointerLike]
    task_reduction_byref: OptProp[BoolArray]
    task_reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}) custom<TaskReductionRegion>($region, $task_reduction_vars, "
        "type($task_reduction_vars), $task_reduction_byref, $task_reduction_syms) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_allocate(self)

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_reductions(self, tables, "task_reduction")


class TaskloopOp(
    Op,
    LoopWrapper,
    SymbolUser,
    name="omp.taskloop",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
        NoTerminator,
        RecursiveMemoryEffects,
        SingleBlock(),
    ),
):
    """A loop whose iterations become tasks.

    ```mlir
    omp.taskloop grainsize(%n: i32) nogroup {
      omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
        omp.yield
      }
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    final: OptOperand[Bool]
    grainsize_mod: OptProp[GrainsizeTypeAttr]
    grainsize: OptOperand[IntLike]
    if_expr: OptOperand[Bool]
    in_reduction_vars: VarOperand[PointerLike]
    in_reduction_byref: OptProp[BoolArray]
    in_reduction_syms: OptProp[Symbols]
    mergeable: OptProp[UnitAttr]
    nogroup: OptProp[UnitAttr]
    num_tasks_mod: OptProp[NumTasksTypeAttr]
    num_tasks: OptOperand[IntLike]
    priority: OptOperand[AnyInteger]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    untied: OptProp[UnitAttr]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `final` `(` $final `)`"
        " | `grainsize` `(` custom<GrainsizeClause>($grainsize_mod, $grainsize, "
        "type($grainsize)) `)`"
        " | `if` `(` $if_expr `)`"
        " | `mergeable` $mergeable"
        " | `nogroup` $nogroup"
        " | `num_tasks` `(` custom<NumTasksClause>($num_tasks_mod, $num_tasks, "
        "type($num_tasks)) `)`"
        " | `priority` `(` $priority `:` type($priority) `)`"
        " | `untied` $untied"
        ") custom<InReductionPrivateReductionRegion>($region, $in_reduction_vars, "
        "type($in_reduction_vars), $in_reduction_byref, $in_reduction_syms, $private_vars, "
        "type($private_vars), $private_syms, $private_needs_barrier, $reduction_mod, "
        "$reduction_vars, type($reduction_vars), $reduction_byref, $reduction_syms) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.reduction_vars and self.nogroup is not None:
            return error(
                "if a reduction clause is present on the taskloop directive, the nogroup clause "
                "must not be specified",
                self.where,
            )
        if any(v in self.in_reduction_vars for v in self.reduction_vars):
            return error(
                "the same list item cannot appear in both a reduction and an in_reduction clause",
                self.where,
            )
        if self.grainsize is not None and self.num_tasks is not None:
            return error(
                "the grainsize clause and num_tasks clause are mutually exclusive and may not "
                "appear on the same taskloop directive",
                self.where,
            )
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_composite(("omp.simd",))

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return (
            verify_privates(self, tables)
            or verify_reductions(self, tables)
            or verify_reductions(self, tables, "in_reduction")
        )


class TaskwaitOp(Op, name="omp.taskwait"):
    """Waits for the tasks that this one has made.

    ```mlir
    omp.taskwait
    ```
    """

    depend_kinds: OptProp[TaskDepends]
    depend_vars: VarOperand[PointerLike]
    nowait: OptProp[UnitAttr]
    assembly_format = (
        "oilist(`depend` `(` custom<DependVarList>($depend_vars, type($depend_vars), "
        "$depend_kinds) `)`"
        " | `nowait` $nowait) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_depend(self)


class TaskyieldOp(Op, name="omp.taskyield"):
    """Lets other tasks run.

    ```mlir
    omp.taskyield
    ```
    """

    assembly_format = "attr-dict"
