"""Ops with effects of one kind, and ops that may or may not be moved."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects.arith import ConstantOp
from mlirlite.dialects.func import CallOp
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.constraints import (
    AnyRankedOrUnrankedMemRef,
    AnyType,
    Int32,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import (
    ConditionallySpeculatable,
    DestinationStyle,
    Effect,
    EffectKind,
    MemoryEffects,
)
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    NoMemoryEffect,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
)
from mlirlite.rewriting import Rewriter, canonicalization

if TYPE_CHECKING:
    pass


class _BufferOp(Op, MemoryEffects):
    """Base of ops that read one buffer and write another."""

    input: Operand[AnyRankedOrUnrankedMemRef]
    output: Operand[AnyRankedOrUnrankedMemRef]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.input), Effect(EffectKind.WRITE, self.output))


_BUFFERS = "`in` `(` $input`:` type($input) `)` `out` `(` $output`:` type($output) `)` "


class BufferBasedOp(_BufferOp, name="test.buffer_based"):
    """Reads one buffer and writes another."""

    assembly_format = _BUFFERS + "attr-dict"


class RegionBufferBasedOp(
    _BufferOp,
    name="test.region_buffer_based",
    traits=(SingleBlockImplicitTerminator("test.region_yield"),),
):
    """Reads one buffer and writes another, by its region."""

    region: RegionField
    assembly_format = _BUFFERS + "$region attr-dict"


class CopyOp(Op, MemoryEffects, name="test.copy"):
    """Copies a buffer."""

    source: Operand[AnyRankedOrUnrankedMemRef]
    target: Operand[AnyRankedOrUnrankedMemRef]
    assembly_format = (
        "`(` $source `,` $target `)` `:` `(` type($source) `,` type($target) `)` attr-dict"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.source), Effect(EffectKind.WRITE, self.target))


class ReadBufferOp(Op, MemoryEffects, name="test.read_buffer"):
    """Reads a buffer."""

    buffer: Operand[AnyRankedOrUnrankedMemRef]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.buffer),)


class ForwardBufferOp(Op, name="test.forward_buffer", traits=(Pure,)):
    """A buffer under another name."""

    buffer: Operand[AnyRankedOrUnrankedMemRef]
    result: Result[AnyRankedOrUnrankedMemRef]


class EffectsResultOp(Op, MemoryEffects, name="test.test_effects_result"):
    """Allocates its result and writes to it: erased if the result has no uses."""

    result: Result[Int32]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.result), Effect(EffectKind.WRITE, self.result))


class DestinationStyleOp(
    Op, DestinationStyle, name="test.destination_style_op", traits=(AttrSizedOperandSegments,)
):
    """Some operands are what the results become."""

    inputs: VarOperand[AnyType]
    outputs: VarOperand[AnyType]
    other_operands: VarOperand[AnyType]
    results_: VarResult[AnyType]
    assembly_format = (
        "attr-dict (`ins` `(` $inputs^ `:` type($inputs) `)`)? "
        "(`outs` `(` $outputs^  `:` type($outputs) `)`)? "
        "(`(` $other_operands^ `:` type($other_operands) `)`)? (`->` type($results)^)?"
    )

    def destination_operands(self) -> Sequence[int]:
        first = len(self.inputs)
        return range(first, first + len(self.outputs))


class AlwaysSpeculatableOp(Op, name="test.always_speculatable_op", traits=(Pure,)):
    """May run anywhere."""

    result: Result[Int32]


class NeverSpeculatableOp(Op, ConditionallySpeculatable, name="test.never_speculatable_op"):
    """Must not move."""

    result: Result[Int32]

    def is_speculatable(self) -> bool:
        return False


class ConditionallySpeculatableOp(
    Op,
    ConditionallySpeculatable,
    name="test.conditionally_speculatable_op",
    traits=(NoMemoryEffect,),
):
    """May run anywhere on a constant."""

    input: Operand[Int32]
    result: Result[Int32]

    def is_speculatable(self) -> bool:
        return isinstance(self.input.defining_op, ConstantOp)


class RecursivelySpeculatableOp(
    Op,
    name="test.recursively_speculatable_op",
    traits=(RecursivelySpeculatable, RecursiveMemoryEffects),
):
    """May run wherever all that is in it may."""

    result: Result[Int32]
    body: RegionField


class OpWithMemRead(Op, MemoryEffects, name="test.op_with_memread"):
    """Reads memory."""

    result: Result[AnyType]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ),)


class OpWithMemWrite(Op, MemoryEffects, name="test.op_with_memwrite"):
    """Writes memory."""

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)


# Calls


class FoldToCallOp(Op, name="test.fold_to_call_op"):
    """A pattern makes a call of it."""

    callee: Prop[SymbolRefAttr]


@canonicalization
def fold_to_call(op: FoldToCallOp, rw: Rewriter) -> bool | None:
    """fold_to_call_op {callee = @f} --> call @f()"""
    rw.replace(op, rw.insert(CallOp(callee=op.callee, results_=())).results)
    return True
