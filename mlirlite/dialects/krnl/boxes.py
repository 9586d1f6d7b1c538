"""Values other than tensors: strings made at run time, and boxes, which are tensors of any type and
rank behind one pointer. Sequences, optionals and maps are buffers of boxes
(docs/decisions/011-values-beyond-tensors.md).

Their memory is in an arena and lives until the arena is freed. Strings and boxes are never written
after they are made.
"""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects.krnl.types import Box, String
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyMemRef, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import DYNAMIC, F64, I64, IntegerType, MemRefType, Signedness

UI8 = IntegerType(8, Signedness.UNSIGNED)
ARENA: MemRefType = MemRefType((1,), I64)
BYTES: MemRefType = MemRefType((DYNAMIC,), UI8)

Arena = Annotated[MemRefType, Constraint("arena (memref<1xi64>)", lambda t: t is ARENA)]
Bytes = Annotated[MemRefType, Constraint("bytes (memref<?xui8>)", lambda t: t is BYTES)]

Number = Annotated[Type, Constraint("i64 or f64", lambda t: t in (I64, F64))]


class ArenaOp(Op, MemoryEffects, name="krnl.arena"):
    """Makes an arena: the head of a list of blocks of memory, empty at first.

    ```mlir
    %a = "krnl.arena"() : () -> memref<1xi64>
    ```
    """

    output: Result[Arena]

    def effects(self) -> Sequence[Effect]:
        # Not an allocation that is freed after its last use: pointers into it cannot be followed.
        return (Effect(EffectKind.WRITE),)


class ArenaFreeOp(Op, MemoryEffects, name="krnl.arena_free"):
    """Frees an arena and everything in it.

    ```mlir
    "krnl.arena_free"(%a) : (memref<1xi64>) -> ()
    ```
    """

    arena: Operand[Arena]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.FREE, self.operands[0]), Effect(EffectKind.WRITE))


class ArenaAllocOp(Op, MemoryEffects, name="krnl.arena_alloc"):
    """Bytes in an arena.

    ```mlir
    %b = "krnl.arena_alloc"(%a, %n) : (memref<1xi64>, index) -> memref<?xui8>
    ```
    """

    arena: Operand[Arena]
    size: Operand[Index]
    output: Result[Bytes]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[0]),)


class StringOfOp(Op, MemoryEffects, name="krnl.string_of"):
    """The string that begins at a byte; it must already be written, with its terminating zero.

    ```mlir
    %s = "krnl.string_of"(%b, %i) : (memref<?xui8>, index) -> !krnl.string
    ```
    """

    bytes: Operand[Bytes]
    offset: Operand[Index]
    output: Result[String]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]),)


class FormatOp(Op, MemoryEffects, name="krnl.format"):
    """Writes a number as text into bytes, by a printf format, and a zero after it.

    ```mlir
    "krnl.format"(%b, %x) <{format = "%.8g"}> : (memref<?xui8>, f64) -> ()
    ```
    """

    bytes: Operand[Bytes]
    input: Operand[Number]
    format: Prop[str]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[0]),)


class StringBytesOp(Op, name="krnl.string_bytes", traits=(Pure,)):
    """The bytes of a string, without the zero at its end.

    ```mlir
    %b = "krnl.string_bytes"(%s) : (!krnl.string) -> memref<?xui8>
    ```
    """

    str: Operand[String]
    output: Result[Bytes]


class BoxOp(Op, MemoryEffects, name="krnl.box"):
    """Puts a copy of a contiguous buffer into an arena, with its sizes.

    ```mlir
    %x = "krnl.box"(%a, %m) : (memref<1xi64>, memref<2x?xf32>) -> !krnl.box
    ```
    """

    arena: Operand[Arena]
    input: Operand[AnyMemRef]
    output: Result[Box]

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.operands[1]),
            Effect(EffectKind.WRITE, self.operands[0]),
        )


class UnboxOp(Op, name="krnl.unbox", traits=(Pure,)):
    """Views the content of a box as a buffer of the type. A box of another rank gives a buffer of
    sizes zero.

    ```mlir
    %m = "krnl.unbox"(%x) : (!krnl.box) -> memref<?x?xf32>
    ```
    """

    box: Operand[Box]
    output: Result[AnyMemRef]
