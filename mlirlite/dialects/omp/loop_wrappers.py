"""How the loops of a nest run: shared by threads or by teams, as vectors, in any order."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray
from mlirlite.dialects.omp._checks import (
    I64ArrayAttr,
    IntLike,
    NonNegativeI64,
    PointerLike,
    PositiveI64,
    Symbols,
    verify_allocate,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.clauses import ALLOCATE
from mlirlite.dialects.omp.enums import (
    BindKindAttr,
    DataSharingType,
    OrderKindAttr,
    OrderModifierAttr,
    ReductionModifierAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
)
from mlirlite.dialects.omp.loop_nest import LoopWrapper
from mlirlite.dialects.omp.regions import PRIVATE_REDUCTION_REGION, PRIVATE_REGION
from mlirlite.ir.attributes import ArrayAttr, UnitAttr
from mlirlite.ir.constraints import AnyType, Bool, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    NoTerminator,
    RecursiveMemoryEffects,
    SingleBlock,
)
from mlirlite.support.diagnostics import Diagnostic, error


class WsloopOp(
    Op,
    LoopWrapper,
    SymbolUser,
    name="omp.wsloop",
    traits=(AttrSizedOperandSegments, NoTerminator, RecursiveMemoryEffects, SingleBlock()),
):
    """Shares the iterations of a loop nest among the threads of the team.

    ```mlir
    omp.wsloop {
      omp.loop_nest (%i) : index = (%lb) to (%ub) step (%step) {
        omp.yield
      }
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    linear_vars: VarOperand[AnyType]
    linear_step_vars: VarOperand[Int32]
    linear_var_types: OptProp[ArrayAttr]
    nowait: OptProp[UnitAttr]
    order: OptProp[OrderKindAttr]
    order_mod: OptProp[OrderModifierAttr]
    ordered: OptProp[NonNegativeI64]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    schedule_kind: OptProp[ScheduleKindAttr]
    schedule_chunk: OptOperand[IntLike]
    schedule_mod: OptProp[ScheduleModifierAttr]
    schedule_simd: OptProp[UnitAttr]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `linear` `(` custom<LinearClause>($linear_vars, type($linear_vars), "
        "$linear_step_vars) `)`"
        " | `nowait` $nowait"
        " | `order` `(` custom<OrderClause>($order, $order_mod) `)`"
        " | `ordered` `(` $ordered `)`"
        " | `schedule` `(` custom<ScheduleClause>($schedule_kind, $schedule_mod, "
        "$schedule_simd, $schedule_chunk, type($schedule_chunk)) `)`"
        f") {PRIVATE_REDUCTION_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_composite(("omp.simd",))

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class SimdOp(
    Op,
    LoopWrapper,
    SymbolUser,
    name="omp.simd",
    traits=(
        AttrSizedOperandSegments,
        NoTerminator,
        RecursiveMemoryEffects,
        SingleBlock(),
    ),
):
    """Runs iterations as vectors.

    ```mlir
    omp.simd simdlen(4) {
      omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
        omp.yield
      }
    }
    ```
    """

    aligned_vars: VarOperand[PointerLike]
    alignments: OptProp[I64ArrayAttr]
    if_expr: OptOperand[Bool]
    linear_vars: VarOperand[AnyType]
    linear_step_vars: VarOperand[Int32]
    linear_var_types: OptProp[ArrayAttr]
    nontemporal_vars: VarOperand[PointerLike]
    order: OptProp[OrderKindAttr]
    order_mod: OptProp[OrderModifierAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    safelen: OptProp[PositiveI64]
    simdlen: OptProp[PositiveI64]
    region: RegionField
    assembly_format = (
        "oilist(`aligned` `(` custom<AlignedClause>($aligned_vars, type($aligned_vars), "
        "$alignments) `)`"
        " | `if` `(` $if_expr `)`"
        " | `linear` `(` custom<LinearClause>($linear_vars, type($linear_vars), "
        "$linear_step_vars) `)`"
        " | `nontemporal` `(` $nontemporal_vars `:` type($nontemporal_vars) `)`"
        " | `order` `(` custom<OrderClause>($order, $order_mod) `)`"
        " | `safelen` `(` $safelen `)`"
        " | `simdlen` `(` $simdlen `)`"
        f") {PRIVATE_REDUCTION_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if (self.simdlen or 0) > (self.safelen or 1 << 64):
            return self.error(
                "simdlen clause and safelen clause are both present, but the simdlen value is not "
                "less than or equal to safelen value"
            )
        variables, alignments = self.aligned_vars, self.alignments
        if not variables and alignments is not None:
            return self.error("unexpected alignment values attribute")
        if variables:
            if alignments is None or len(alignments) != len(variables):
                return self.error("expected as many alignment values as aligned variables")
            if len(set(variables)) < len(variables):
                return self.error("aligned variable used more than once")
            values: list[Any] = list(alignments)
            if any(a.value <= 0 for a in values):
                return self.error("alignment should be greater than 0")
        if len(set(self.nontemporal_vars)) < len(self.nontemporal_vars):
            return self.error("nontemporal variable used more than once")
        tables: Any = SymbolTables()
        for symbol in self.private_syms or ():
            found = tables.lookup(self, symbol)
            if found is None or found.name != "omp.private":
                return error(f"Cannot find privatizer '{symbol}'", self.where)
            if found.data_sharing_type.value is DataSharingType.firstprivate:
                return error("FIRSTPRIVATE cannot be used with SIMD", self.where)
        return None

    def verify_regions(self) -> Diagnostic | None:
        wrong = self.verify_wrapped()
        if wrong is not None:
            return wrong
        if isinstance(self.nested(), LoopWrapper):
            return self.error("must wrap an 'omp.loop_nest' directly")
        return self.verify_composite(())

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class DistributeOp(
    Op,
    LoopWrapper,
    SymbolUser,
    name="omp.distribute",
    traits=(
        AttrSizedOperandSegments,
        NoTerminator,
        RecursiveMemoryEffects,
        SingleBlock(),
    ),
):
    """Shares iterations among teams.

    ```mlir
    omp.distribute dist_schedule_static {
      omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
        omp.yield
      }
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    dist_schedule_static: OptProp[UnitAttr]
    dist_schedule_chunk_size: OptOperand[IntLike]
    order: OptProp[OrderKindAttr]
    order_mod: OptProp[OrderModifierAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `dist_schedule_static` $dist_schedule_static"
        " | `dist_schedule_chunk_size` `(` $dist_schedule_chunk_size `:` "
        "type($dist_schedule_chunk_size) `)`"
        " | `order` `(` custom<OrderClause>($order, $order_mod) `)`"
        f") {PRIVATE_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.dist_schedule_chunk_size is not None and self.dist_schedule_static is None:
            return self.error("chunk size set without dist_schedule_static being present")
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_composite(("omp.simd", "omp.wsloop"))

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables)


class LoopOp(
    Op,
    LoopWrapper,
    SymbolUser,
    name="omp.loop",
    traits=(
        AttrSizedOperandSegments,
        NoTerminator,
        SingleBlock(),
    ),
):
    """A loop whose iterations may run in any order, at once.

    ```mlir
    omp.loop bind(parallel) {
      omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
        omp.yield
      }
    }
    ```
    """

    bind_kind: OptProp[BindKindAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    order: OptProp[OrderKindAttr]
    order_mod: OptProp[OrderModifierAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        "oilist(`bind` `(` custom<Bind>($bind_kind) `)`"
        " | `order` `(` custom<OrderClause>($order, $order_mod) `)`"
        f") {PRIVATE_REDUCTION_REGION} attr-dict"
    )

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_alone()

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class WorkshareLoopWrapperOp(
    Op,
    LoopWrapper,
    name="omp.workshare.loop_wrapper",
    traits=(
        NoTerminator,
        RecursiveMemoryEffects,
        SingleBlock(),
    ),
):
    """A loop nest in omp.workshare.

    ```mlir
    omp.workshare {
      omp.workshare.loop_wrapper {
        omp.loop_nest (%i) : index = (%lower) to (%upper) step (%step) {
          omp.yield
        }
      }
      omp.terminator
    }
    ```
    """

    region: RegionField
    assembly_format = "$region attr-dict"

    def verify_op(self) -> Diagnostic | None:
        parent: Operation | None = self.parent_op
        while parent is not None and parent.name != "omp.workshare":
            parent = parent.parent_op
        return None if parent is not None else self.error("must be nested in an omp.workshare")

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_alone()
