"""Places where threads wait for each other, or see each other's memory."""

from typing import Any

from mlirlite.dialects._constraints import FlatSymbolRef, SymbolName
from mlirlite.dialects.omp._checks import verify_hint
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.traits import Symbol
from mlirlite.support.diagnostics import Diagnostic


class CriticalDeclareOp(Op, name="omp.critical.declare", traits=(Symbol,)):
    """The name of a critical section.

    ```mlir
    omp.critical.declare @mutex hint(contended, speculative)
    ```
    """

    sym_name: Prop[SymbolName]
    hint: OptProp[int]
    assembly_format = (
        "$sym_name oilist(`hint` `(` custom<SynchronizationHint>($hint) `)`) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_hint(self)


class CriticalOp(Op, SymbolUser, name="omp.critical"):
    """Runs its region in one thread at a time.

    ```mlir
    omp.critical {
      omp.terminator
    }
    ```
    """

    name_: OptProp[FlatSymbolRef]
    region: RegionField
    assembly_format = "(`(` $name^ `)`)? $region attr-dict"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        name = self.name_
        if name is None or isinstance(tables.lookup(self, name), CriticalDeclareOp):
            return None
        return self.error(f"expected symbol reference {name} to point to a critical declaration")


class BarrierOp(Op, name="omp.barrier"):
    """All threads of the team wait for each other.

    ```mlir
    omp.barrier
    ```
    """

    assembly_format = "attr-dict"


class FlushOp(Op, name="omp.flush"):
    """Makes the thread's view of memory that of all.

    ```mlir
    omp.flush
    ```
    """

    varList: VarOperand[AnyType]
    assembly_format = "(`(` $varList^ `:` type($varList) `)`)? attr-dict"
