"""How loops of krnl are scheduled: block, permute, unroll, parallel; and related ops inside the
loops."""

from collections.abc import Sequence

from mlirlite.dialects._constraints import I64ArrayAttr
from mlirlite.dialects.krnl.types import Loop
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constraints import Index, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import AnyLocation
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    NoMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic


class BlockOp(Op, AsmNames, name="krnl.block"):
    """Splits a loop into one over tiles of a constant size and one over the points of a tile.

    ```mlir
    %b, %l = krnl.block %i 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
    ```
    """

    loop: Operand[Loop]
    tile_size: Prop[int]
    loop_block: Result[Loop]
    loop_local: Result[Loop]
    assembly_format = "$loop $tile_size attr-dict `:` functional-type($loop, results)"

    def result_names(self) -> Sequence[str]:
        return ("loop_block", "loop_local")

    def verify_op(self) -> Diagnostic | None:
        if self.tile_size < 1:
            return self.error(f"expects a positive tile size, found {self.tile_size}")
        return None


class PermuteOp(Op, name="krnl.permute"):
    """Reorders nested loops: the i-th one moves to position `map[i]`.

    ```mlir
    krnl.permute(%a, %b, %c) [0, 2, 1] : !krnl.loop, !krnl.loop, !krnl.loop
    ```
    """

    loops: VarOperand[Loop]
    map: Prop[I64ArrayAttr]
    assembly_format = "`(` $loops `)` $map attr-dict `:` type($loops)"

    @property
    def order(self) -> list[int]:
        """The new position of each loop."""
        return [e.value for e in self.map if isinstance(e, IntegerAttr)]

    def verify_op(self) -> Diagnostic | None:
        if sorted(self.order) != list(range(len(self.operands))):
            return self.error(
                f"expects a permutation of 0 to {len(self.operands) - 1}, found {self.order}"
            )
        return None


class UnrollOp(Op, name="krnl.unroll"):
    """Unrolls a loop fully; its number of iterations must be a constant.

    ```mlir
    krnl.unroll %i : !krnl.loop
    ```
    """

    loop: Operand[Loop]
    assembly_format = "$loop attr-dict `:` type($loop)"


_PROC_BIND = ("primary", "close", "spread")


def _check_proc_bind(op: Operation, bind: str | None) -> Diagnostic | None:
    if bind is None or bind in _PROC_BIND:
        return None
    return op.error(f"expects proc_bind to be one of {', '.join(_PROC_BIND)}, found '{bind}'")


class ParallelOp(Op, name="krnl.parallel", traits=(AttrSizedOperandSegments,)):
    """Says that iterations of loops may run at the same time, on a number of threads, bound
    close to the first one or spread out.

    ```mlir
    krnl.parallel(%a), num_threads(%c8_i32) {proc_bind = "spread"} : !krnl.loop
    ```
    """

    loops: VarOperand[Loop]
    num_threads: OptOperand[Int32]
    proc_bind: OptProp[str]
    assembly_format = (
        "`(` $loops `)` (`,` `num_threads` `(` $num_threads^ `)`)? attr-dict `:` type($loops)"
    )

    def verify_op(self) -> Diagnostic | None:
        return _check_proc_bind(self, self.proc_bind)


class ParallelClauseOp(Op, name="krnl.parallel_clause"):
    """The thread clause of `krnl.parallel`, inside the loop with this induction variable.

    ```mlir
    krnl.parallel_clause(%iv), num_threads(%c8_i32) {proc_bind = "spread"} : index
    ```
    """

    parallel_loop_index: Operand[Index]
    num_threads: OptOperand[Int32]
    proc_bind: OptProp[str]
    assembly_format = (
        "`(` $parallel_loop_index `)` (`,` `num_threads` `(` $num_threads^ `)`)? "
        "attr-dict `:` type($parallel_loop_index)"
    )

    def verify_op(self) -> Diagnostic | None:
        return _check_proc_bind(self, self.proc_bind)


class GetInductionVariableValueOp(
    Op, name="krnl.get_induction_var_value", traits=(NoMemoryEffect,)
):
    """The current indices of enclosing loops; for a loop over tiles, the tile's start.

    ```mlir
    %x, %y = krnl.get_induction_var_value(%b, %l) : (!krnl.loop, !krnl.loop) -> (index, index)
    ```
    """

    loops: VarOperand[Loop]
    ind_var_vals: VarResult[Index]
    assembly_format = "`(` $loops `)` attr-dict `:` functional-type($loops, results)"

    @classmethod
    def of(
        cls, loops: Sequence[Value], loc: AnyLocation | None = None
    ) -> "GetInductionVariableValueOp":
        """The indices of these loops."""
        return cls.create(loops, (INDEX,) * len(loops), location=loc)

    @property
    def indices(self) -> tuple[OpResult, ...]:
        """One index a loop."""
        return self.results

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) != len(self.results):
            return self.error(
                f"expects one index a loop: {len(self.operands)}, found {len(self.results)}"
            )
        return None


class SpecializedKernelOp(Op, name="krnl.specialized_kernel"):
    """Marks a kernel that replaces the loops it names.

    ```mlir
    krnl.specialized_kernel(%i, %j) : !krnl.loop, !krnl.loop
    ```
    """

    loops: VarOperand[Loop]
    assembly_format = "`(` $loops `)` attr-dict `:` type($loops)"


class TerminatorOp(Op, name="krnl.terminate", traits=(ReturnLike, Terminator, NoMemoryEffect)):
    """Ends the body of `krnl.movable`; left out in custom syntax.

    ```mlir
    krnl.movable {
      "krnl.terminate"() : () -> ()
    }
    ```
    """


class MovableOp(Op, name="krnl.movable", traits=(SingleBlockImplicitTerminator("krnl.terminate"),)):
    """Statements between the loops of an imperfect nest, kept together while loops are lowered.

    ```mlir
    krnl.movable {
    }
    ```
    """

    region: RegionField
    assembly_format = "$region attr-dict"
