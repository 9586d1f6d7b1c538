"""The ops that a parallel loop needs: teams of threads, loops that they share, reductions, and
places where they wait for each other."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import BoolArray, FlatSymbolRef, I64Array, SymbolName
from mlirlite.dialects.omp import clauses as _clauses  # noqa: F401
from mlirlite.dialects.omp import regions as _regions  # noqa: F401
from mlirlite.dialects.omp._checks import (
    IntLike,
    NonNegativeI64,
    PointerLike,
    Symbols,
    is_pointer_like,
    verify_allocate,
    verify_hint,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.enums import (
    DataSharingType,
    DataSharingTypeAttr,
    OrderKindAttr,
    OrderModifierAttr,
    ProcBindKindAttr,
    ReductionModifierAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    UnitAttr,
    i64_array,
    i64_attr,
)
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType, Bool, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    VarOperand,
)
from mlirlite.ir.interfaces import FunctionLike, LoopLike, SymbolUser
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
from mlirlite.ir.types import BaseMemRefType
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

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
    reduction_vars: VarOperand[PointerLike]
    reduction_byref: OptProp[BoolArray]
    reduction_syms: OptProp[Symbols]
    region: RegionField
    assembly_format = (
        f"oilist({_ALLOCATE} | `if` `(` $if_expr `)` "
        "| `num_threads` `(` $num_threads `:` type($num_threads) `)` "
        f"| `proc_bind` `(` custom<ProcBind>($proc_bind_kind) `)`) {_REGION}"
    )

    def verify(self) -> Diagnostic | None:
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
        return verify_allocate(self)

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
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
        return verify_hint(self)


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

    def nested(self) -> Operation | None:
        """The first op inside."""
        op: Any = self
        block = op.regions[0].first
        return block.first if block is not None else None

    def verify_wrapped(self) -> Diagnostic | None:
        """There is one op inside, a loop nest or another wrapper."""
        op: Any = self
        first = self.nested()
        problem: Diagnostic | None = None
        if first is None or not op.regions[0].has_one_block or first.next is not None:
            problem = op.error("loop wrapper does not contain exactly one nested op")
        elif not isinstance(first, (LoopWrapper, LoopNestOp)):
            problem = op.error(
                "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`"
            )
        return problem

    def verify_composite(self, allowed: Sequence[str]) -> Diagnostic | None:
        """Wrappers in wrappers say `omp.composite`; `allowed` are those that may be inside."""
        op: Any = self
        inner: Any = self.nested()
        parent = op.parent_op
        name: str = getattr(inner, "name", "")
        composite = is_composite(op)
        leaf = isinstance(parent, LoopWrapper) and op.name in ("omp.simd", "omp.wsloop")
        if isinstance(inner, LoopWrapper):
            if not composite:
                return error(_MISSING, op.where)
            if name not in allowed:
                many = len(allowed) > 1
                words = " and ".join(f"'{n}'" for n in allowed)
                return error(
                    f"only supported nested wrapper{'s are' if many else ' is'} {words}", op.where
                )
            if name == "omp.wsloop" and not (
                isinstance(parent, ParallelOp) and is_composite(parent)
            ):
                return error(
                    "an 'omp.wsloop' nested wrapper is only allowed when a composite "
                    "'omp.parallel' is the direct parent",
                    op.where,
                )
            return None
        if composite and not leaf:
            return error("'omp.composite' attribute present in non-composite wrapper", op.where)
        return error(_MISSING, op.where) if leaf and not composite else None


_MISSING = "'omp.composite' attribute missing from composite wrapper"


def is_composite(op: Operation) -> bool:
    """True when the op says that it is part of a composite construct."""
    return "omp.composite" in op.attributes


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
        f"oilist({_ALLOCATE} | `linear` `(` custom<LinearClause>($linear_vars, "
        "type($linear_vars), $linear_step_vars) `)` | `nowait` $nowait "
        "| `order` `(` custom<OrderClause>($order, $order_mod) `)` "
        "| `ordered` `(` $ordered `)` "
        "| `schedule` `(` custom<ScheduleClause>($schedule_kind, $schedule_mod, $schedule_simd, "
        f"$schedule_chunk, type($schedule_chunk)) `)`) {_REGION}"
    )

    def verify(self) -> Diagnostic | None:
        return verify_allocate(self)

    def verify_regions(self) -> Diagnostic | None:
        return self.verify_wrapped() or self.verify_composite(("omp.simd",))

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
      omp.loop_nest (%i, %j) : index = (%a, %b) to (%c, %d) step (%e, %f) collapse(2) {
        omp.yield
      }
    }
    ```
    """

    collapse_num_loops: OptProp[int]
    loop_lower_bounds: VarOperand[IntLike]
    loop_upper_bounds: VarOperand[IntLike]
    loop_steps: VarOperand[IntLike]
    loop_inclusive: OptProp[UnitAttr]
    tile_sizes: OptProp[I64Array]
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
        if p.accept("collapse"):
            p.expect("(")
            state.properties["collapse_num_loops"] = i64_attr(p.integer())
            p.expect(")")
        if p.accept("tiles"):
            state.properties["tile_sizes"] = i64_array(p.comma_list(p.integer, "(", ")"))
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
        if (self.collapse_num_loops or 0) > 1:
            p.text(f"collapse({self.collapse_num_loops}) ")
        if self.tile_sizes is not None:
            p.text(f"tiles({', '.join(map(str, self.tile_sizes))}) ")
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
        if (self.collapse_num_loops or 0) > len(args):
            return self.error("collapse value is larger than the number of loops")
        if self.tile_sizes is not None and len(self.tile_sizes) > len(args):
            return self.error("too few canonical loops for tile dimensions")
        parent: Any = self.parent_op
        if not isinstance(parent, LoopWrapper):
            return self.error("expects parent op to be a loop wrapper")
        return None


# Declarations


class PrivateClauseOp(Op, name="omp.private", traits=(IsolatedFromAbove,)):
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

    def argument_type(self) -> Type | None:
        """The type of the regions' arguments, None without any."""
        types = [a.type for r in self.regions if not r.empty for a in r.entry.args]
        return types[0] if types else None

    def verify_regions(self) -> Diagnostic | None:
        wanted = self.argument_type()
        for region in self.regions:
            for argument in region.entry.args if not region.empty else ():
                if argument.type is not wanted:
                    return error(
                        f"Region argument type mismatch: got '{argument.type}' expected "
                        f"'{wanted}'.",
                        self.where,
                    )
        first = self.data_sharing_type.value is DataSharingType.firstprivate
        wrong = None
        if not self.init_region.empty:
            wrong = self._verify_region(self.init_region, 2, "init", True)
        if wrong is None and not first and not self.copy_region.empty:
            wrong = error("`private` clauses do not require a `copy` region.", self.where)
        if wrong is None and first and self.copy_region.empty:
            wrong = error("`firstprivate` clauses require at least a `copy` region.", self.where)
        if wrong is None and first:
            wrong = self._verify_region(self.copy_region, 2, "copy", True)
        if wrong is None and not self.dealloc_region.empty:
            wrong = self._verify_region(self.dealloc_region, 1, "dealloc", False)
        return wrong

    def _verify_region(
        self, region: Region, count: int, name: str, yields: bool
    ) -> Diagnostic | None:
        given = len(region.entry.args)
        if given != count:
            return error(f"`{name}`: expected {count} region arguments, got: {given}", self.where)
        type = self.argument_type()
        for block in region:
            last = block.last
            if last is None or last.successors:
                continue
            if not isinstance(last, YieldOp):
                return error("expected exit block terminator to be an `omp.yield` op.", last.where)
            types = _types(last)
            if not yields and types:
                return error("Did not expect any values to be yielded.", last.where)
            if yields and types != [type]:
                got = ", ".join(f"'{t}'" for t in types) or "None"
                return error(
                    f"Invalid yielded value. Expected type: '{type}', got: {got}", last.where
                )
        return None


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
    byref_element_type: OptProp[Type]
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
        for name in ("allocRegion", "dataPtrPtrRegion"):
            region = getattr(self, name)
            if not region.empty and not region.has_one_block:
                index = self.regions.index(region)
                return self.error(
                    f"region #{index} ('{name}') failed to verify constraint: region with at most "
                    "1 blocks"
                )
        allocates = not self.allocRegion.empty
        for last in _yields(self.allocRegion):
            if _types(last) != [type]:
                return self.error("expects alloc region to yield a value of the reduction type")
        start = self.initializerRegion.first
        if start is None:
            return self.error("expects non-empty initializer region")
        if len(start.args) == 1 and allocates:
            return self.error(
                "expects two arguments to the initializer region when an allocation region is used"
            )
        if len(start.args) == 2 and not allocates:
            return self.error(
                "expects one argument to the initializer region when no allocation region is used"
            )
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
        if atomic is not None:
            held = atomic.args[0].type
            inner = held.element_type if isinstance(held, BaseMemRefType) else None
            if not is_pointer_like(held) or inner not in (None, type):
                return self.error(
                    "expects atomic reduction region arguments to be accumulators containing the "
                    "reduction type"
                )
        cleanup = self.cleanupRegion.first
        if cleanup is not None and [a.type for a in cleanup.args] != [type]:
            return self.error("expects cleanup region with one argument of the reduction type")
        return None


def _yields(region: Region) -> list[Operation]:
    return [b.last for b in region if isinstance(b.last, YieldOp)]


def _types(op: Operation) -> list[Type]:
    return [v.type for v in op.operands]
