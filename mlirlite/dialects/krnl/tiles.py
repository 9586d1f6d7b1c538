"""Tiles of krnl: matrix multiplication inside scheduled loops, copies from and to tile buffers."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects._constraints import I64ArrayAttr
from mlirlite.dialects.krnl.types import Loop
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.constraints import AnyMemRef, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, VarOperand, default
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AttrSizedOperandSegments, TypesMatch
from mlirlite.ir.types import MemRefType, ShapedType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

Sizes = Annotated[ArrayAttr, *I64ArrayAttr.__metadata__]


def _element(type: Type) -> Type | None:
    return type.element_type if isinstance(type, ShapedType) else None


def sizes_of(attribute: ArrayAttr | None) -> list[int]:
    """The numbers of a tile size; empty when it is left out, which means the whole buffer."""
    return [e.value for e in attribute or () if isinstance(e, IntegerAttr)]


def _rank(value: Value) -> int:
    return value.type.rank if isinstance(value.type, MemRefType) else 0


class MatMulOp(Op, MemoryEffects, name="krnl.matmul", traits=(AttrSizedOperandSegments,)):
    """Adds A·B to C over one tile, in place of the loops it names. Indices are those of the whole
    matrices: where each buffer begins, where the tile begins, and where the matrices end.

    ```mlir
    krnl.matmul %A[%i, %k], %B[%k, %j], %C[%i, %j], (%il, %jl, %kl),
        (%i, %j, %k), (%iub, %jub, %kub)
        {aTileSize = [], bTileSize = [], cTileSize = [], computeTileSize = [4, 8, 8]}
        : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
    ```
    """

    A: Operand[AnyMemRef]
    aGlobalIndexMemStart: VarOperand[Index]
    B: Operand[AnyMemRef]
    bGlobalIndexMemStart: VarOperand[Index]
    C: Operand[AnyMemRef]
    cGlobalIndexMemStart: VarOperand[Index]
    loops: VarOperand[Loop]
    iGlobalIndexComputeStart: Operand[Index]
    jGlobalIndexComputeStart: Operand[Index]
    kGlobalIndexComputeStart: Operand[Index]
    iGlobalUB: Operand[Index]
    jGlobalUB: Operand[Index]
    kGlobalUB: Operand[Index]
    computeTileSize: OptProp[Sizes]
    aTileSize: OptProp[Sizes]
    bTileSize: OptProp[Sizes]
    cTileSize: OptProp[Sizes]
    simdize: Prop[bool] = default(True)
    unroll: Prop[bool] = default(True)
    overcompute: Prop[bool] = default(False)
    assembly_format = (
        "$A `[` $aGlobalIndexMemStart `]` `,` $B `[` $bGlobalIndexMemStart `]` `,` "
        "$C `[` $cGlobalIndexMemStart `]` `,` `(` $loops `)` `,` "
        "`(` $iGlobalIndexComputeStart `,` $jGlobalIndexComputeStart `,` "
        "$kGlobalIndexComputeStart `)` `,` "
        "`(` $iGlobalUB `,` $jGlobalUB `,` $kGlobalUB `)` attr-dict "
        "`:` type($A) `,` type($B) `,` type($C) `,` `(` type($loops) `)`"
    )

    def effects(self) -> Sequence[Effect]:
        reads = [Effect(EffectKind.READ, v) for v in (self.A, self.B, self.C)]
        return [*reads, Effect(EffectKind.WRITE, self.C)]

    def verify_op(self) -> Diagnostic | None:
        ranks = [_rank(v) for v in (self.A, self.B, self.C)]
        if min(ranks) < 2:
            return self.error("currently only support ranks >=2")
        starts = (self.aGlobalIndexMemStart, self.bGlobalIndexMemStart, self.cGlobalIndexMemStart)
        for letter, rank, start in zip("ABC", ranks, starts, strict=True):
            if len(start) != rank:
                return self.error(
                    f"{letter.lower()}GlobalIndexMemStart should have same rank as memref {letter}"
                )
        if len(self.loops) != 3:
            return self.error("loops rank should be 3 (i,j,k)")
        for name, rank in (("compute", 3), ("a", 2), ("b", 2), ("c", 2)):
            if len(sizes_of(getattr(self, f"{name}TileSize"))) not in (0, rank):
                return self.error(f"{name}TileSize rank should be 0 or {rank}")
        return None


def _check_copy(op: Operation, buffer: Value, memref: Value, starts: int) -> Diagnostic | None:
    type = buffer.type
    if isinstance(type, MemRefType) and not type.has_static_shape:
        return op.error("buffer expect constant dimensions")
    if _rank(memref) < _rank(buffer):
        return op.error("Rank of memref cannot be smaller than buffer")
    if starts != _rank(memref):
        return op.error("Rank of starts and memrefs must be identical")
    return None


class CopyToBufferOp(
    Op,
    MemoryEffects,
    name="krnl.copy_to_tile_buffer",
    traits=(
        TypesMatch(
            "type of 'padValue' matches element type of 'source'", "source", "padValue", _element
        ),
        TypesMatch(
            "type of 'padValue' matches element type of 'buffer'", "buffer", "padValue", _element
        ),
    ),
):
    """Fills a tile's buffer from a larger one, from `starts` on, as far as that one extends; then
    pads with a value up to the next multiple of `padToNext`. `tileSize` is the part to fill.

    ```mlir
    krnl.copy_to_tile_buffer %buf, %src[%i, %j], %pad
        {padToNext = [], tileSize = [], transpose = true} : memref<4x8xf32>, memref<64x64xf32>
    ```
    """

    buffer: Operand[AnyMemRef]
    source: Operand[AnyMemRef]
    starts: VarOperand[Index]
    padValue: Operand[AnyType]
    tileSize: OptProp[Sizes]
    padToNext: OptProp[Sizes]
    transpose: Prop[bool] = default(False)
    assembly_format = (
        "$buffer `,` $source `[` $starts `]` `,` $padValue attr-dict "
        "`:` type($buffer) `,` type($source)"
    )

    def effects(self) -> Sequence[Effect]:
        return Effect(EffectKind.READ, self.operands[1]), Effect(EffectKind.WRITE, self.operands[0])

    def verify_op(self) -> Diagnostic | None:
        wrong = _check_copy(self, self.buffer, self.source, len(self.starts))
        if wrong is not None:
            return wrong
        rank = _rank(self.buffer)
        if len(sizes_of(self.tileSize)) not in (0, rank):
            return self.error("Rank of tileSize must be identical to buffer")
        if len(sizes_of(self.padToNext)) not in (0, rank):
            return self.error("Rank of padToNext must be identical to buffer")
        if self.transpose and rank < 2:
            return self.error("To transpose buffer, its rank must be greater than 1")
        return None


class CopyFromBufferOp(Op, MemoryEffects, name="krnl.copy_from_tile_buffer"):
    """Writes a tile's buffer back to a larger one, from `starts` on, as far as that one extends.

    ```mlir
    krnl.copy_from_tile_buffer %buf, %dst[%i, %j] {tileSize = []}
        : memref<4x8xf32>, memref<64x64xf32>
    ```
    """

    buffer: Operand[AnyMemRef]
    dest: Operand[AnyMemRef]
    starts: VarOperand[Index]
    tileSize: OptProp[Sizes]
    assembly_format = (
        "$buffer `,` $dest `[` $starts `]` attr-dict `:` type($buffer) `,` type($dest)"
    )

    def effects(self) -> Sequence[Effect]:
        return Effect(EffectKind.READ, self.operands[0]), Effect(EffectKind.WRITE, self.operands[1])

    def verify_op(self) -> Diagnostic | None:
        wrong = _check_copy(self, self.buffer, self.dest, len(self.starts))
        if wrong is not None:
            return wrong
        if len(sizes_of(self.tileSize)) not in (0, _rank(self.buffer)):
            return self.error("Rank of tileSize must be identical to buffer")
        return None
