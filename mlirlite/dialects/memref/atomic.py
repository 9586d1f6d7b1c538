"""memref ops with regions, atomic updates, and DMA."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._regions import verify_region_branch
from mlirlite.dialects.arith.enums import AtomicRMWKind
from mlirlite.dialects.memref._constraints import AtomicMemRef, SignlessIntegerOrFloat
from mlirlite.dialects.memref.memory import rank_of
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyMemRef, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, RegionField, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import (
    Effect,
    EffectKind,
    MemoryEffects,
    RegionBranchOp,
    is_memory_effect_free,
)
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AutomaticAllocationScope,
    HasParent,
    NoRegionArguments,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import INDEX, FloatType, IntegerType, MemRefType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_FLOAT_KINDS = ("addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
_INTEGER_KINDS = ("addi", "maxs", "maxu", "mins", "minu", "muli", "ori", "andi", "xori")


class AtomicRMWOp(
    Op,
    MemoryEffects,
    name="memref.atomic_rmw",
    traits=(
        TypesMatch("value type matches element type of memref", "memref", "value", element_type_of),
        TypesMatch(
            "result type matches element type of memref", "memref", "result", element_type_of
        ),
    ),
):
    """Combines a value into an element in one step; the result is the old element.

    ```mlir
    %old = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<10xf32>) -> f32
    ```
    """

    kind: Prop[AtomicRMWKind]
    value: Operand[SignlessIntegerOrFloat]
    memref: Operand[AtomicMemRef]
    indices: VarOperand[Index]
    result: Result[SignlessIntegerOrFloat]
    assembly_format = (
        "$kind $value `,` $memref `[` $indices `]` attr-dict `:` "
        "`(` type($value) `,` type($memref) `)` `->` type($result)"
    )

    def effects(self) -> Sequence[Effect]:
        memref = self.operands[1]
        return Effect(EffectKind.READ, memref), Effect(EffectKind.WRITE, memref)

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) - 2 != rank_of(self.operands[1].type):
            return self.error("expects the number of subscripts to be equal to memref rank")
        kind, type = self.kind.name, self.value.type
        if kind in _FLOAT_KINDS and not isinstance(type, FloatType):
            return self.error(f"with kind '{kind}' expects a floating-point type")
        if kind in _INTEGER_KINDS and not isinstance(type, IntegerType):
            return self.error(f"with kind '{kind}' expects an integer type")
        return None


class GenericAtomicRMWOp(
    Op,
    MemoryEffects,
    name="memref.generic_atomic_rmw",
    traits=(
        TypesMatch(
            "result type matches element type of memref", "memref", "result", element_type_of
        ),
    ),
):
    """Replaces an element by what the body computes from it, in one step; the result is the new
    element.

    ```mlir
    %new = memref.generic_atomic_rmw %m[%i] : memref<10xf32> {
    ^bb0(%current: f32):
      memref.atomic_yield %current : f32
    }
    ```
    """

    memref: Operand[AtomicMemRef]
    indices: VarOperand[Index]
    atomic_body: RegionField
    result: Result[SignlessIntegerOrFloat]

    def effects(self) -> Sequence[Effect]:
        memref = self.operands[0]
        return Effect(EffectKind.READ, memref), Effect(EffectKind.WRITE, memref)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        memref = p.operand()
        indices = p.operand_list("[", "]")
        p.expect(":")
        type = p.type()
        state.operands = [p.resolve(memref, type), *p.resolve_all(indices, INDEX)]
        state.regions.append((yield p.region()))
        p.op_attr_dict(state)
        state.result_types = [element_type_of(type)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text("[")
        p.values(self.indices)
        p.text("] : ")
        p.type(self.memref.type)
        p.text(" ")
        p.region(self.atomic_body)
        p.attr_dict(self)

    def verify_op(self) -> Diagnostic | None:
        if len(self.indices) != rank_of(self.memref.type):
            return self.error("expects the number of subscripts to be equal to memref rank")
        body = self.atomic_body.first
        if body is None or len(body.args) != 1:
            return self.error("expected single number of entry block arguments")
        if body.args[0].type is not self.result.type:
            return self.error("expected block argument of the same type result type")
        for op in self.walk():
            if op is not self and not is_memory_effect_free(op):
                return error(
                    f"body of '{self.name}' should contain only operations with no side effects",
                    op.where,
                )
        return None


class AtomicYieldOp(
    Op,
    name="memref.atomic_yield",
    traits=(HasParent("memref.generic_atomic_rmw"), Pure, ReturnLike, Terminator),
):
    """Ends the body of memref.generic_atomic_rmw with the new element.

    ```mlir
    memref.atomic_yield %v : f32
    ```
    """

    result_: Operand[AnyType]
    assembly_format = "$result attr-dict `:` type($result)"

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        if parent is None or not parent.results:
            return None
        given, wanted = self.operands[0].type, parent.results[0].type
        if given is not wanted:
            return self.error(
                f"types mismatch between yield op: '{given}' and its parent: '{wanted}'"
            )
        return None


class AllocaScopeOp(
    Op,
    RegionBranchOp,
    name="memref.alloca_scope",
    traits=(
        AutomaticAllocationScope,
        NoRegionArguments,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("memref.alloca_scope.return"),
    ),
):
    """A region; what it allocates on the stack is freed at its end.

    ```mlir
    memref.alloca_scope {
      %0 = memref.alloca() : memref<4xf32>
    }
    ```
    """

    results_: VarResult[AnyType]
    bodyRegion: RegionField[OneBlock]

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (None,)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.result_types = p.arrow_types(optional=True)
        region = yield p.region()
        p.ensure_terminator(region, AllocaScopeReturnOp, state.location)
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.results:
            p.text(" -> (")
            p.types(self.result_types)
            p.text(")")
        p.text(" ")
        p.region(self.bodyRegion, print_terminators=bool(self.results))
        p.attr_dict(self)

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


class AllocaScopeReturnOp(
    Op,
    name="memref.alloca_scope.return",
    traits=(HasParent("memref.alloca_scope"), Pure, ReturnLike, Terminator),
):
    """Ends memref.alloca_scope and gives its results.

    ```mlir
    memref.alloca_scope.return %0 : f32
    ```
    """

    results_: VarOperand[AnyType]
    assembly_format = "attr-dict ($results^ `:` type($results))?"


def split_dma(operands: Sequence[Value]) -> list[Sequence[Value]] | None:
    """The operands of a DMA start: source, its indices, target, its indices, size, tag, its
    indices, stride and count;
    None when there are too few."""
    rest = list(operands)
    groups: list[Sequence[Value]] = []
    for kind in ("memref", "memref", "size", "memref"):
        if not rest:
            return None
        groups.append((rest.pop(0),))
        if kind == "memref":
            count = rank_of(groups[-1][0].type)
            if len(rest) < count:
                return None
            groups.append(rest[:count])
            rest = rest[count:]
    return [*groups, rest]


class DmaStartOp(Op, MemoryEffects, name="memref.dma_start"):
    """Begins to copy elements between memory spaces; a tag tells when they have arrived.

    ```mlir
    memref.dma_start %src[%i], %dst[%j], %size, %tag[%k] : memref<40xf32>, memref<2xf32, 1>,
    memref<1xi32>
    ```
    """

    operands_: VarOperand[AnyType]

    @property
    def groups(self) -> list[Sequence[Value]]:
        """As `split_dma`."""
        return split_dma(self.operands) or []

    def effects(self) -> Sequence[Effect]:
        source, _, target, _, _, tag, *_ = self.groups
        return (
            Effect(EffectKind.READ, source[0]),
            Effect(EffectKind.WRITE, target[0]),
            Effect(EffectKind.READ, tag[0]),
        )

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memrefs, indices = [], []
        for last in (False, False, True):
            memrefs.append(p.operand())
            indices.append(p.operand_list("[", "]"))
            if not last:
                p.expect(",")
            if len(memrefs) == 2:
                size = p.operand()
                p.expect(",")
        strides = []
        while p.accept(","):
            strides.append(p.operand())
        if len(strides) not in (0, 2):
            raise p.error("expected two stride related operands")
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        types = p.type_list()
        if len(types) != 3:
            raise p.error("fewer/more types expected", where)
        for memref, group, type in zip(memrefs, indices, types, strict=True):
            state.operands.append(p.resolve(memref, type))
            state.operands += p.resolve_all(group, INDEX)
            if len(state.operands) and memref is memrefs[1]:
                state.operands.append(p.resolve(size, INDEX))
        state.operands += p.resolve_all(strides, INDEX)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        source, from_, target, to, size, tag, at, strides = self.groups
        for i, (memref, group) in enumerate(((source, from_), (target, to), (tag, at))):
            p.text(", " if i else " ")
            p.value(memref[0])
            p.text("[")
            p.values(group)
            p.text("]")
            if i == 1:
                p.text(", ")
                p.value(size[0])
        if strides:
            p.text(", ")
            p.values(strides)
        p.attr_dict(self)
        p.text(" : ")
        p.types([source[0].type, target[0].type, tag[0].type])

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) < 4:
            return self.error("expected at least 4 operands")
        rest, least = list(self.operands), 4
        for name in ("source", "destination", "", "tag"):
            head = rest.pop(0)
            if not name:
                if head.type is not INDEX:
                    return self.error("expected num elements to be of index type")
                continue
            if not isinstance(head.type, MemRefType):
                return self.error(f"expected {name} to be of memref type")
            rank = head.type.rank
            least += rank
            if len(self.operands) < least:
                return self.error(f"expected at least {least} operands")
            if any(v.type is not INDEX for v in rest[:rank]):
                return self.error(f"expected {name} indices to be of index type")
            rest = rest[rank:]
        if len(rest) not in (0, 2):
            return self.error("incorrect number of operands")
        if any(v.type is not INDEX for v in rest):
            return self.error("expected stride and num elements per stride to be of type index")
        return None


class DmaWaitOp(Op, name="memref.dma_wait"):
    """Waits for the transfer of a tag.

    ```mlir
    memref.dma_wait %tag[%k], %size : memref<1xi32>
    ```
    """

    tagMemRef: Operand[AnyMemRef]
    tagIndices: VarOperand[Index]
    numElements: Operand[Index]
    assembly_format = (
        "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"
    )

    def verify_op(self) -> Diagnostic | None:
        indices, rank = len(self.tagIndices), rank_of(self.tagMemRef.type)
        if indices != rank:
            return self.error(
                "expected tagIndices to have the same number of elements as the tagMemRef rank, "
                f"expected {rank}, but got {indices}"
            )
        return None
