"""Work that threads share besides loops: sections, teams, array operations."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray
from mlirlite.dialects.omp._checks import (
    IntLike,
    PointerLike,
    Symbols,
    enclosing,
    verify_allocate,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.clauses import ALLOCATE
from mlirlite.dialects.omp.enums import (
    ReductionModifierAttr,
)
from mlirlite.dialects.omp.regions import PRIVATE_REDUCTION_REGION
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyInteger, AnyType, Bool
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    HasParent,
    RecursiveMemoryEffects,
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
    region: RegionField[OneBlock]
    assembly_format = f"oilist({ALLOCATE} | `nowait` $nowait) {PRIVATE_REDUCTION_REGION} attr-dict"

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
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
        f"oilist({ALLOCATE}"
        " | `if` `(` $if_expr `)`"
        " | `num_teams` `(` ( $num_teams_lower^ `:` type($num_teams_lower) )? `to` "
        "$num_teams_upper `:` type($num_teams_upper) `)`"
        " | `thread_limit` `(` $thread_limit `:` type($thread_limit) `)`"
        f") {PRIVATE_REDUCTION_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
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
