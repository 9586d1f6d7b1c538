"""The ops that a parallel loop needs: teams of threads, loops that they share, reductions, and
places where they wait for each other."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import BoolArray, FlatSymbolRef, SymbolName
from mlirlite.dialects.omp import clauses as _clauses  # noqa: F401
from mlirlite.dialects.omp.enums import (
    DataSharingTypeAttr,
    OrderKindAttr,
    OrderModifierAttr,
    ProcBindKindAttr,
    ReductionModifierAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT, ArrayAttr, SymbolRefAttr, UnitAttr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType, Bool, Constraint, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    VarOperand,
)
from mlirlite.ir.interfaces import LoopLike, SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    HasParent,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SameVariadicOperandSize,
    SingleBlock,
    Symbol,
    Terminator,
)
from mlirlite.ir.types import IndexType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

IntLike = Annotated[
    Type,
    Constraint("integer or index", lambda t: isinstance(t, (IntegerType, IndexType))),
]
Symbols = Annotated[
    ArrayAttr,
    Constraint(
        "symbol ref array attribute",
        lambda a: isinstance(a, ArrayAttr) and all(isinstance(s, SymbolRefAttr) for s in a),
    ),
]
_ALLOCATE = (
    "`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), "
    "$allocator_vars, type($allocator_vars)) `)`"
)
_REGION = (
    "custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), $private_syms, "
    "$private_needs_barrier, $reduction_mod, $reduction_vars, type($reduction_vars), "
    "$reduction_byref, $reduction_syms) attr-dict"
)


class TerminatorOp(Op, name="omp.terminator", traits=(Pure, ReturnLike, Terminator)):
    """Ends the region of an omp op that gives no values.

    ```mlir
    omp.terminator
    ```
    """

    assembly_format = "attr-dict"


class YieldOp(
    Op,
    name="omp.yield",
    traits=(
        HasParent("omp.atomic.update", "omp.declare_reduction", "omp.loop_nest", "omp.private"),
        Pure,
        ReturnLike,
        Terminator,
    ),
):
    """Ends a region that may give values.

    ```mlir
    omp.yield(%0 : f32)
    ```
    """

    results_: VarOperand[AnyType]
    assembly_format = "(`(` $results^ `:` type($results) `)`)? attr-dict"


# Checks


def verify_reductions(op: Op, tables: Any) -> Diagnostic | None:
    """Reduction symbols are declarations; no variable is reduced into twice."""
    variables: Sequence[Value] = op.reduction_vars  # type: ignore[attr-defined]
    symbols = op.reduction_syms  # type: ignore[attr-defined]
    if not variables:
        if symbols is not None and len(symbols):
            return op.error("unexpected reduction symbol references")
        return None
    if symbols is None or len(symbols) != len(variables):
        return op.error("expected as many reduction symbol references as reduction variables")
    seen: set[Value] = set()
    for variable, symbol in zip(variables, symbols, strict=True):
        if variable in seen:
            return op.error("accumulator variable used more than once")
        seen.add(variable)
        found = tables.lookup(op, symbol)
        if not isinstance(found, DeclareReductionOp):
            return op.error(
                f"expected symbol reference {symbol} to point to a reduction declaration"
            )
        accumulator = found.accumulator_type()
        if accumulator is not None and accumulator is not variable.type:
            return op.error(
                f"expected accumulator ('{variable.type}') to be the same type as reduction "
                f"declaration ('{accumulator}')"
            )
    return None


def verify_privates(op: Op, tables: Any) -> Diagnostic | None:
    """Private symbols are declarations."""
    variables = op.private_vars  # type: ignore[attr-defined]
    symbols = op.private_syms  # type: ignore[attr-defined]
    count = 0 if symbols is None else len(symbols)
    if len(variables) != count:
        return error(
            f"inconsistent number of private variables and privatizer op symbols, private vars: "
            f"{len(variables)} vs. privatizer op symbols: {count}",
            op.where,
        )
    for symbol in symbols or ():
        if not isinstance(tables.lookup(op, symbol), PrivateClauseOp):
            return error(f"failed to lookup privatizer op with symbol: '{symbol}'", op.where)
    return None


# Threads


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
    reduction_vars: VarOperand[AnyType]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        f"oilist({_ALLOCATE} | `if` `(` $if_expr `)` "
        "| `num_threads` `(` $num_threads `:` type($num_threads) `)` "
        f"| `proc_bind` `(` custom<ProcBind>($proc_bind_kind) `)`) {_REGION}"
    )

    def verify(self) -> Diagnostic | None:
        if len(self.allocate_vars) != len(self.allocator_vars):
            return self.error("expected equal sizes for allocate and allocator variables")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class _PlainRegionOp(Op):
    """Base of ops whose region has no arguments."""

    region: RegionField


class MasterOp(_PlainRegionOp, name="omp.master", traits=(RecursiveMemoryEffects,)):
    """Runs its region in the first thread only.

    ```mlir
    omp.master {
      omp.terminator
    }
    ```
    """

    assembly_format = "$region attr-dict"


class SingleOp(
    Op,
    SymbolUser,
    name="omp.single",
    traits=(AttrSizedOperandSegments, RecursiveMemoryEffects),
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
        f"oilist({_ALLOCATE} | `copyprivate` `(` custom<Copyprivate>($copyprivate_vars, "
        "type($copyprivate_vars), $copyprivate_syms) `)` | `nowait` $nowait) "
        "custom<PrivateRegion>($region, $private_vars, type($private_vars), $private_syms, "
        "$private_needs_barrier) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        if len(self.allocate_vars) != len(self.allocator_vars):
            return self.error("expected equal sizes for allocate and allocator variables")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables)


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

    def verify(self) -> Diagnostic | None:
        bits = self.hint or 0
        if bits & 3 == 3:
            return self.error(
                "the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined"
            )
        if bits & 12 == 12:
            return self.error(
                "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be "
                "combined."
            )
        return None


class CriticalOp(_PlainRegionOp, SymbolUser, name="omp.critical", traits=(RecursiveMemoryEffects,)):
    """Runs its region in one thread at a time.

    ```mlir
    omp.critical {
      omp.terminator
    }
    ```
    """

    name_: OptProp[FlatSymbolRef]
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


class TaskwaitOp(Op, name="omp.taskwait"):
    """Waits for the tasks that this one has made.

    ```mlir
    omp.taskwait
    ```
    """

    assembly_format = "attr-dict"


class TaskyieldOp(Op, name="omp.taskyield"):
    """Lets other tasks run.

    ```mlir
    omp.taskyield
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


# Loops


class LoopWrapper:
    """An op around omp.loop_nest, or around another wrapper: it says how the loops run."""

    __slots__ = ()


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
    nowait: OptProp[UnitAttr]
    order: OptProp[OrderKindAttr]
    order_mod: OptProp[OrderModifierAttr]
    ordered: OptProp[int]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    reduction_mod: OptProp[ReductionModifierAttr]
    reduction_vars: VarOperand[AnyType]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    schedule_kind: OptProp[ScheduleKindAttr]
    schedule_chunk: OptOperand[IntLike]
    schedule_mod: OptProp[ScheduleModifierAttr]
    schedule_simd: OptProp[UnitAttr]
    region: RegionField
    assembly_format = (
        f"oilist({_ALLOCATE} | `linear` `(` custom<LinearClause>($linear_vars, "
        "type($linear_vars), $linear_step_vars) `)` | `nowait` $nowait "
        "| `order` `(` custom<OrderClause>($order, $order_mod) `)` "
        "| `ordered` `(` $ordered `)` "
        "| `schedule` `(` custom<ScheduleClause>($schedule_kind, $schedule_mod, $schedule_simd, "
        f"$schedule_chunk, type($schedule_chunk)) `)`) {_REGION}"
    )

    def verify_regions(self) -> Diagnostic | None:
        ops = self.region.entry.ops if not self.region.empty else []
        if len(ops) != 1:
            return self.error("loop wrapper does not contain exactly one nested op")
        if not isinstance(ops[0], (LoopWrapper, LoopNestOp)):
            return self.error(
                "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"
            )
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables)


class LoopNestOp(
    Op,
    LoopLike,
    name="omp.loop_nest",
    traits=(RecursiveMemoryEffects, SameVariadicOperandSize()),
):
    """Loops over a rectangle of indices; `inclusive` of the upper bounds or not.

    ```mlir
    omp.wsloop {
      omp.loop_nest (%i, %j) : index = (%a, %b) to (%c, %d) step (%e, %f) {
        omp.yield
      }
    }
    ```
    """

    loop_lower_bounds: VarOperand[IntLike]
    loop_upper_bounds: VarOperand[IntLike]
    loop_steps: VarOperand[IntLike]
    loop_inclusive: OptProp[UnitAttr]
    region: RegionField

    def loop_regions(self) -> Sequence[Region]:
        return self.regions

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        arguments = p.argument_list("(", ")", "none")
        p.expect(":")
        type = p.type()

        def bounds() -> list[Any]:
            where = p.here()
            found = p.operand_list("(", ")")
            if len(found) != len(arguments):
                raise p.error(f"expected {len(arguments)} operands", where)
            return found

        p.expect("=")
        operands = bounds()
        p.expect("to")
        operands += bounds()
        if p.accept("inclusive"):
            state.properties["loop_inclusive"] = UNIT
        p.expect("step")
        operands += bounds()
        state.operands = p.resolve_all(operands, type)
        state.regions.append((yield p.region([a._replace(type=type) for a in arguments])))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        args = self.region.entry.args
        p.text(" (")
        p.values(args)
        p.text(") : ")
        p.type(args[0].type)
        p.text(" = (")
        p.values(self.loop_lower_bounds)
        p.text(") to (")
        p.values(self.loop_upper_bounds)
        p.text(") inclusive step (" if self.loop_inclusive is not None else ") step (")
        p.values(self.loop_steps)
        p.text(") ")
        p.region(self.region, print_entry_args=False)

    def verify(self) -> Diagnostic | None:
        bounds = self.loop_lower_bounds
        if not bounds:
            return self.error("must represent at least one loop")
        args = self.region.entry.args if not self.region.empty else []
        if len(bounds) != len(args):
            return self.error("number of range arguments and IVs do not match")
        for bound, argument in zip(bounds, args, strict=True):
            if bound.type is not argument.type:
                return self.error("range argument type does not match corresponding IV type")
        parent: Any = self.parent_op
        if not isinstance(parent, LoopWrapper):
            return self.error("expects parent op to be a loop wrapper")
        return None


# Declarations


class PrivateClauseOp(Op, name="omp.private", traits=(IsolatedFromAbove, Symbol)):
    """How a thread gets a variable of its own.

    ```mlir
    omp.private {type = private} @x : i32
    ```
    """

    sym_name: Prop[SymbolName]
    type_: Prop[Type]
    data_sharing_type: Prop[DataSharingTypeAttr]
    init_region: RegionField
    copy_region: RegionField
    dealloc_region: RegionField
    assembly_format = (
        "$data_sharing_type $sym_name `:` $type (`init` $init_region^)? "
        "(`copy` $copy_region^)? (`dealloc` $dealloc_region^)? attr-dict"
    )


class DeclareReductionOp(
    Op,
    name="omp.declare_reduction",
    traits=(IsolatedFromAbove, RecursiveMemoryEffects, Symbol),
):
    """How values of threads become one: a start value, and what combines two.

    ```mlir
    omp.declare_reduction @add : f32 init {
    ^bb0(%a: f32):
      %0 = arith.constant 0.0 : f32
      omp.yield(%0 : f32)
    } combiner {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %a, %b : f32
      omp.yield(%0 : f32)
    }
    ```
    """

    sym_name: Prop[SymbolName]
    type_: Prop[Type]
    allocRegion: RegionField
    initializerRegion: RegionField
    reductionRegion: RegionField
    atomicReductionRegion: RegionField
    cleanupRegion: RegionField
    dataPtrPtrRegion: RegionField
    assembly_format = (
        "$sym_name `:` $type attr-dict-with-keyword (`alloc` $allocRegion^)? `init` "
        "$initializerRegion `combiner` $reductionRegion (`atomic` $atomicReductionRegion^)? "
        "(`cleanup` $cleanupRegion^)? (`data_ptr_ptr` $dataPtrPtrRegion^)?"
    )

    def accumulator_type(self) -> Type | None:
        """The type of what the atomic region adds to, None without one."""
        entry = self.atomicReductionRegion.first
        return entry.args[0].type if entry is not None and entry.args else None

    def verify_regions(self) -> Diagnostic | None:
        type = self.type_
        start = self.initializerRegion.first
        if start is None:
            return self.error("expects non-empty initializer region")
        if not start.args or start.args[-1].type is not type or len(start.args) > 2:
            return self.error("expects initializer region argument to match the reduction type")
        for last in _yields(self.initializerRegion):
            if _types(last) not in ([type], []):
                return self.error(
                    "expects initializer region to yield a value of the reduction type"
                )
        combiner = self.reductionRegion.first
        if combiner is None:
            return self.error("expects non-empty reduction region")
        if [a.type for a in combiner.args] != [type, type]:
            return self.error("expects reduction region with two arguments of the reduction type")
        for last in _yields(self.reductionRegion):
            if _types(last) != [type]:
                return self.error("expects reduction region to yield a value of the reduction type")
        atomic = self.atomicReductionRegion.first
        if atomic is not None and (
            len(atomic.args) != 2 or atomic.args[0].type is not atomic.args[1].type
        ):
            return self.error("expects atomic reduction region with two arguments of the same type")
        return None


def _yields(region: Region) -> list[Operation]:
    return [b.last for b in region if isinstance(b.last, YieldOp)]


def _types(op: Operation) -> list[Type]:
    return [v.type for v in op.operands]
