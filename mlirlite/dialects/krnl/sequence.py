"""Sequences of krnl: a buffer whose elements are buffers. A sequence owns its elements."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.ir.constraints import AnyMemRef, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, default
from mlirlite.ir.interfaces import AllocationOp, Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import IntegerType, Signedness
from mlirlite.ir.values import Value

UI1 = IntegerType(1, Signedness.UNSIGNED)


class SeqAllocOp(Op, AllocationOp, MemoryEffects, name="krnl.seqalloc"):
    """Makes a sequence of a length.

    ```mlir
    %s = "krnl.seqalloc"(%n) : (index) -> memref<?xmemref<?x4xf32>>
    ```
    """

    length: VarOperand[Index]
    output: Result[AnyMemRef]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.results[0]),)

    def build_dealloc(self, value: Value) -> Operation:
        return SeqDeallocOp.create((value,))


class SeqDeallocOp(Op, MemoryEffects, name="krnl.seqdealloc"):
    """Frees the elements of a sequence, then the sequence.

    ```mlir
    "krnl.seqdealloc"(%s) : (memref<?xmemref<?x4xf32>>) -> ()
    ```
    """

    input_sequence: Operand[AnyMemRef]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.FREE, self.operands[0]),)


class SeqExtractOp(Op, MemoryEffects, name="krnl.seqextract"):
    """An element of a sequence: a copy of it, or the element itself with `copy = 0`.

    ```mlir
    %e = "krnl.seqextract"(%s, %i) <{copy = 1 : ui1}>
         : (memref<?xmemref<?x4xf32>>, index) -> memref<?x4xf32>
    ```
    """

    seq: Operand[AnyMemRef]
    index: Operand[Index]
    copy: Prop[Annotated[int, UI1]] = default(1)
    output: Result[AnyType]

    def effects(self) -> Sequence[Effect]:
        read = Effect(EffectKind.READ, self.operands[0])
        if not self.copy:
            return (read,)
        return read, Effect(EffectKind.ALLOCATE, self.results[0])


class SeqStoreOp(Op, MemoryEffects, name="krnl.seqstore"):
    """Stores a copy of a buffer at a position of a sequence.

    ```mlir
    "krnl.seqstore"(%e, %s, %i) : (memref<3x4xf32>, memref<?xmemref<?x4xf32>>, index) -> ()
    ```
    """

    input: Operand[AnyType]
    seq: Operand[AnyMemRef]
    index: Operand[Index]

    def effects(self) -> Sequence[Effect]:
        return Effect(EffectKind.READ, self.operands[0]), Effect(EffectKind.WRITE, self.operands[1])
