"""Regions that a team of threads runs, or some of its threads only."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray
from mlirlite.dialects.omp._checks import (
    IntLike,
    PointerLike,
    Symbols,
    is_composite,
    verify_allocate,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.clauses import ALLOCATE
from mlirlite.dialects.omp.enums import ProcBindKindAttr, ReductionModifierAttr
from mlirlite.dialects.omp.regions import PRIVATE_REDUCTION_REGION, PRIVATE_REGION
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyType, Bool
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, RegionField, VarOperand
from mlirlite.ir.interfaces import FunctionLike, SymbolUser
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    RecursiveMemoryEffects,
    Terminator,
)
from mlirlite.support.diagnostics import Diagnostic, error


class ParallelOp(
    Op,
    SymbolUser,
    name="omp.parallel",
    traits=(AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects),
):
    """Runs its region in every thread of a team.

    ```mlir
    omp.parallel num_threads(%n : i32) {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    if_expr: OptOperand[Bool]
    num_threads: OptOperand[IntLike]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    proc_bind_kind: OptProp[ProcBindKindAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `if` `(` $if_expr `)`"
        " | `num_threads` `(` $num_threads `:` type($num_threads) `)`"
        " | `proc_bind` `(` custom<ProcBind>($proc_bind_kind) `)`"
        f") {PRIVATE_REDUCTION_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        inner = [op for block in self.region for op in block if op.dialect_name == "omp"]
        count = sum(op.name == "omp.distribute" for op in inner)
        if count > 1:
            return error("multiple 'omp.distribute' nested inside of 'omp.parallel'", self.where)
        if not count:
            if not is_composite(self):
                return None
            return error("'omp.composite' attribute present in non-composite operation", self.where)
        if not is_composite(self):
            return error("'omp.composite' attribute missing from composite operation", self.where)
        for op in inner:
            if op.name != "omp.distribute" and not op.has_trait(Terminator):
                return error(
                    f"unexpected OpenMP operation inside of composite 'omp.parallel': {op.name}",
                    self.where,
                )
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class MasterOp(Op, name="omp.master"):
    """Runs its region in the first thread only.

    ```mlir
    omp.master {
      omp.terminator
    }
    ```
    """

    region: RegionField
    assembly_format = "$region attr-dict"


class SingleOp(
    Op,
    SymbolUser,
    name="omp.single",
    traits=(AttrSizedOperandSegments,),
):
    """Runs its region in one thread; the others wait for it, unless `nowait`.

    ```mlir
    omp.single nowait {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    copyprivate_vars: VarOperand[AnyType]
    copyprivate_syms: OptProp[Symbols]
    nowait: OptProp[UnitAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `copyprivate` `(` custom<Copyprivate>($copyprivate_vars, "
        "type($copyprivate_vars), $copyprivate_syms) `)`"
        " | `nowait` $nowait"
        f") {PRIVATE_REGION} attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_allocate(self) or self._verify_copies()

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables)

    def _verify_copies(self) -> Diagnostic | None:
        tables: Any = SymbolTables()
        symbols = self.copyprivate_syms
        count = 0 if symbols is None else len(symbols)
        if count != len(self.copyprivate_vars):
            return self.error(
                f"inconsistent number of copyprivate vars (= {len(self.copyprivate_vars)}) and "
                f"functions (= {count}), both must be equal"
            )
        for variable, symbol in zip(self.copyprivate_vars, symbols or (), strict=True):
            found = tables.lookup(self, symbol)
            if not isinstance(found, FunctionLike):
                return self.error(f"expected symbol reference {symbol} to point to a copy function")
            inputs = found.signature().inputs
            if len(inputs) != 2:
                return self.error(f"expected copy function {symbol} to have 2 operands")
            if inputs[0] is not inputs[1]:
                return self.error(
                    f"expected copy function {symbol} arguments to have the same type"
                )
            if inputs[0] is not variable.type:
                return self.error(
                    f"expected copy function arguments' type ('{inputs[0]}') to be the same as "
                    f"copyprivate variable's type ('{variable.type}')"
                )
        return None
