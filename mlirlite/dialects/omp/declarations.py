"""Symbols that clauses name: private variables, and reductions."""

from mlirlite.dialects._constraints import SymbolName
from mlirlite.dialects.omp._checks import is_pointer_like
from mlirlite.dialects.omp.enums import DataSharingType, DataSharingTypeAttr
from mlirlite.dialects.omp.terminators import YieldOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import AtMostOneBlock
from mlirlite.ir.traits import IsolatedFromAbove, RecursiveMemoryEffects, Symbol
from mlirlite.ir.types import BaseMemRefType
from mlirlite.support.diagnostics import Diagnostic, error


class PrivateClauseOp(Op, name="omp.private", traits=(IsolatedFromAbove,)):
    """How a thread gets a private variable.

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
    """How values of threads are combined: a start value, and a combiner.

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
    allocRegion: RegionField[AtMostOneBlock]
    initializerRegion: RegionField
    reductionRegion: RegionField
    atomicReductionRegion: RegionField
    cleanupRegion: RegionField
    dataPtrPtrRegion: RegionField[AtMostOneBlock]
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
