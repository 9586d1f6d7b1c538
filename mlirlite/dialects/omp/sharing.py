"""Work that threads share besides loops over one nest: sections, teams, vectors of iterations."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray
from mlirlite.dialects.omp._checks import (
    I64ArrayAttr,
    IntLike,
    PointerLike,
    PositiveI64,
    Symbols,
    enclosing,
    verify_allocate,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.enums import (
    BindKindAttr,
    DataSharingType,
    OrderKindAttr,
    OrderModifierAttr,
    ReductionModifierAttr,
)
from mlirlite.dialects.omp.ops import LoopWrapper
from mlirlite.ir.attributes import ArrayAttr, UnitAttr
from mlirlite.ir.constraints import AnyInteger, AnyType, Bool, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    HasParent,
    NoTerminator,
    RecursiveMemoryEffects,
    SingleBlock,
)
from mlirlite.support.diagnostics import Diagnostic, error


class SectionsOp(
    Op,
    SymbolUser,
    name="omp.sections",
    traits=(AttrSizedOperandSegments,),
):
    """Sections, each run by one thread.

    ```mlir
    omp.sections nowait {
      omp.section {
        omp.terminator
      }
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    nowait: OptProp[UnitAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        "oilist( `allocate` `(` custom<AllocateAndAllocator>($allocate_vars, "
        "type($allocate_vars), $allocator_vars, type($allocator_vars)) `)` | `nowait` $nowait "
        ") custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), "
        "$private_syms, $private_needs_barrier, $reduction_mod, $reduction_vars, "
        "type($reduction_vars), $reduction_byref, $reduction_syms) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        if not self.region.has_one_block:
            return self.error(
                "region #0 ('region') failed to verify constraint: region with 1 blocks"
            )
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        for op in self.region.first or ():
            if op.name not in ("omp.section", "omp.terminator"):
                return self.error("expected omp.section op or terminator op inside region")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class SectionOp(Op, name="omp.section", traits=(HasParent("omp.sections"),)):
    """One of the sections.

    ```mlir
    omp.section {
      omp.terminator
    }
    ```
    """

    region: RegionField
    assembly_format = "$region attr-dict"

    def verify(self) -> Diagnostic | None:
        parent: Any = self.parent_op
        wanted = len(parent.private_vars) + len(parent.reduction_vars)
        given = len(self.region.entry.args) if not self.region.empty else 0
        if given < wanted:
            return self.error(f"expected at least {wanted} entry block argument(s)")
        return None


class MaskedOp(Op, name="omp.masked"):
    """Runs its region in some threads only.

    ```mlir
    omp.masked filter(%thread : i32) {
      omp.terminator
    }
    ```
    """

    filtered_thread_id: OptOperand[IntLike]
    region: RegionField
    assembly_format = (
        "oilist(`filter` `(` $filtered_thread_id `:` type($filtered_thread_id) `)`) $region "
        "attr-dict"
    )


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
        "oilist( `aligned` `(` custom<AlignedClause>($aligned_vars, type($aligned_vars), "
        "$alignments) `)` | `if` `(` $if_expr `)` | `linear` `(` "
        "custom<LinearClause>($linear_vars, type($linear_vars), $linear_step_vars) `)` | "
        "`nontemporal` `(` $nontemporal_vars `:` type($nontemporal_vars) `)` | `order` `(` "
        "custom<OrderClause>($order, $order_mod) `)` | `safelen` `(` $safelen `)` | `simdlen` "
        "`(` $simdlen `)` ) custom<PrivateReductionRegion>($region, $private_vars, "
        "type($private_vars), $private_syms, $private_needs_barrier, $reduction_mod, "
        "$reduction_vars, type($reduction_vars), $reduction_byref, $reduction_syms) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
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
        return None

    def verify_regions(self) -> Diagnostic | None:
        wrong = self.verify_wrapped()
        if wrong is not None:
            return wrong
        if isinstance(self.nested(), LoopWrapper):
            return self.error("must wrap an 'omp.loop_nest' directly")
        return self.verify_composite(())

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        for symbol in self.private_syms or ():
            found = tables.lookup(self, symbol)
            if found is None or found.name != "omp.private":
                return error(f"Cannot find privatizer '{symbol}'", self.where)
            if found.data_sharing_type.value is DataSharingType.firstprivate:
                return error("FIRSTPRIVATE cannot be used with SIMD", self.where)
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
        "oilist( `allocate` `(` custom<AllocateAndAllocator>($allocate_vars, "
        "type($allocate_vars), $allocator_vars, type($allocator_vars)) `)` | "
        "`dist_schedule_static` $dist_schedule_static | `dist_schedule_chunk_size` `(` "
        "$dist_schedule_chunk_size `:` type($dist_schedule_chunk_size) `)` | `order` `(` "
        "custom<OrderClause>($order, $order_mod) `)` ) custom<PrivateRegion>($region, "
        "$private_vars, type($private_vars), $private_syms, $private_needs_barrier) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
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
        "oilist( `bind` `(` custom<Bind>($bind_kind) `)` | `order` `(` "
        "custom<OrderClause>($order, $order_mod) `)` ) "
        "custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), "
        "$private_syms, $private_needs_barrier, $reduction_mod, $reduction_vars, "
        "type($reduction_vars), $reduction_byref, $reduction_syms) attr-dict"
    )

    def verify_regions(self) -> Diagnostic | None:
        wrong = self.verify_wrapped()
        if wrong is not None:
            return wrong
        if isinstance(self.nested(), LoopWrapper) or isinstance(self.parent_op, LoopWrapper):
            return self.error("expected to be a standalone loop wrapper")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class TeamsOp(
    Op,
    SymbolUser,
    name="omp.teams",
    traits=(
        AttrSizedOperandSegments,
        RecursiveMemoryEffects,
    ),
):
    """Runs its region in the first thread of each of several teams.

    ```mlir
    omp.teams num_teams(to %n : i32) {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    if_expr: OptOperand[Bool]
    num_teams_lower: OptOperand[AnyInteger]
    num_teams_upper: OptOperand[AnyInteger]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    thread_limit: OptOperand[AnyInteger]
    region: RegionField
    assembly_format = (
        "oilist( `allocate` `(` custom<AllocateAndAllocator>($allocate_vars, "
        "type($allocate_vars), $allocator_vars, type($allocator_vars)) `)` | `if` `(` "
        "$if_expr `)` | `num_teams` `(` ( $num_teams_lower^ `:` type($num_teams_lower) )? "
        "`to` $num_teams_upper `:` type($num_teams_upper) `)` | `thread_limit` `(` "
        "$thread_limit `:` type($thread_limit) `)` ) custom<PrivateReductionRegion>($region, "
        "$private_vars, type($private_vars), $private_syms, $private_needs_barrier, "
        "$reduction_mod, $reduction_vars, type($reduction_vars), $reduction_byref, "
        "$reduction_syms) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        parent: Operation | None = self.parent_op
        if parent is None or (parent.name != "omp.target" and enclosing(self) is not None):
            return error(
                "expected to be nested inside of omp.target or not nested in any OpenMP dialect "
                "operations",
                self.where,
            )
        lower, upper = self.num_teams_lower, self.num_teams_upper
        if lower is not None:
            if upper is None:
                return error(
                    "expected num_teams upper bound to be defined if the lower bound is defined",
                    self.where,
                )
            if lower.type is not upper.type:
                return error(
                    "expected num_teams upper bound and lower bound to be the same type", self.where
                )
        return verify_allocate(self)

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class WorkshareOp(Op, name="omp.workshare", traits=(RecursiveMemoryEffects,)):
    """Units of work that threads share.

    ```mlir
    omp.workshare nowait {
      omp.terminator
    }
    ```
    """

    nowait: OptProp[UnitAttr]
    region: RegionField
    assembly_format = "oilist(`nowait` $nowait) $region attr-dict"


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

    def verify(self) -> Diagnostic | None:
        parent: Operation | None = self.parent_op
        while parent is not None and parent.name != "omp.workshare":
            parent = parent.parent_op
        return None if parent is not None else self.error("must be nested in an omp.workshare")

    def verify_regions(self) -> Diagnostic | None:
        wrong = self.verify_wrapped()
        if wrong is not None:
            return wrong
        if isinstance(self.nested(), LoopWrapper) or isinstance(self.parent_op, LoopWrapper):
            return self.error("expected to be a standalone loop wrapper")
        return None


class WorkdistributeOp(Op, name="omp.workdistribute"):
    """Array operations that teams share.

    ```mlir
    omp.teams {
      omp.workdistribute {
        omp.terminator
      }
      omp.terminator
    }
    ```
    """

    region: RegionField
    assembly_format = "$region attr-dict"

    def verify_regions(self) -> Diagnostic | None:
        if self.region.empty:
            return self.error("region cannot be empty")
        ends = sum(b.last is not None and b.last.name == "omp.terminator" for b in self.region)
        if ends > 1:
            return self.error("region must have exactly one terminator")
        if not ends:
            return self.error("region must be terminated with omp.terminator")
        for op in self.walk():
            if op.name == "omp.barrier":
                return self.error("explicit barriers are not allowed in workdistribute region")
            if op.name in ("omp.parallel", "omp.teams"):
                kind = op.name[4:]
                return self.error(f"nested {kind} constructs not allowed in workdistribute")
        if self.parent_op is None or self.parent_op.name != "omp.teams":
            return self.error("workdistribute must be nested under teams")
        return None
