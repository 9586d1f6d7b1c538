"""Loads, stores and prefetches of blocks, which the lanes of a subgroup do together."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.llvm.constraints import Pointer
from mlirlite.dialects.xevm.attributes import (
    AddrSpace,
    AddrSpaceAttr,
    LoadCacheControlAttr,
    MemScopeAttr,
    StoreCacheControlAttr,
)
from mlirlite.dialects.xevm.types import Block, GlobalOrGenericPointer, Matrix
from mlirlite.ir.constraints import Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.types import VectorType
from mlirlite.support.diagnostics import Diagnostic

GENERIC: Any = AddrSpaceAttr(AddrSpace.generic)
SUBGROUP_SIZE = 16
_LOAD = "operands prop-dict attr-dict `:` functional-type(operands, results)"
_STORE = "operands prop-dict attr-dict `:` `(` type(operands) `)`"
_WIDTHS = {8: (4, 64), 16: (2, 32), 32: (1, 16), 64: (1, 8)}
"""The least and the largest width of a tile, by the bits of an element."""


def _outside(value: int, least: int, most: int) -> bool:
    return not least <= value <= most


def _is_power_of_two(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def _misfit_of_matrix(
    op: "BlockLoad2dOp | BlockStore2dOp | BlockPrefetch2dOp", blocks: int
) -> str | None:
    """The error of the matrix in memory and its tile."""
    width, pitch = constant_number(op.base_width), constant_number(op.base_pitch)
    if width is not None and pitch is not None and pitch < width:
        return "4th operand (base pitch) should be >= 2nd operand (base width)"
    if op.elem_size_in_bits not in (8, 16, 32):
        return "expecting 'elem_size_in_bits' to be 8, 16, or 32"
    if op.tile_height > 32 or not _is_power_of_two(op.tile_height):
        return "expecting tile_height to be 1, 2, 4, 8, 16, or 32"
    if blocks > 8 or not _is_power_of_two(blocks):
        return "expecting v_blocks to be 1, 2, 4, or 8"
    return None


class _BlockOp(Op, MemoryEffects):
    """Base of ops that read or write at their first operand."""

    kind = EffectKind.READ

    def effects(self) -> Sequence[Effect]:
        return (Effect(self.kind, self.operands[0]),)


class BlockLoad2dOp(_BlockOp, name="xevm.blockload2d"):
    """Loads a tile of a matrix, or several side by side.

    ```mlir
    %0 = xevm.blockload2d %p, %w, %h, %pitch, %x, %y
      <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 8 : i32,
        v_blocks = 1 : i32, transpose = false, pack_register = false}>
      : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi16>
    ```
    """

    ptr: Operand[Pointer]
    base_width: Operand[Int32]
    base_height: Operand[Int32]
    base_pitch: Operand[Int32]
    x: Operand[Int32]
    y: Operand[Int32]
    elem_size_in_bits: Prop[I32Attr]
    tile_width: Prop[I32Attr]
    tile_height: Prop[I32Attr]
    v_blocks: Prop[I32Attr]
    transpose: Prop[bool]
    pack_register: Prop[bool]
    cache_control: OptProp[LoadCacheControlAttr]
    res: Result[Matrix]
    assembly_format = _LOAD

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misfit() or _misfit_of_matrix(self, self.v_blocks)
        bits = _bits(self.res.type)
        if wrong is None and (self.elem_size_in_bits == 32 or self.pack_register) and bits != 32:
            wrong = "expecting result element type to be 32 bits"
        if wrong is None and self.pack_register and self.tile_width != SUBGROUP_SIZE:
            wrong = (
                "tile_width when pack_register is true should be equal to subgroup size "
                "(16 elements)"
            )
        return None if wrong is None else self.error(wrong)

    def _misfit(self) -> str | None:
        size, width, height = self.elem_size_in_bits, self.tile_width, self.tile_height
        blocks, type = self.v_blocks, self.res.type
        given = type.num_elements * _bits(type) if isinstance(type, VectorType) else 0
        expected = size * height * width * blocks // SUBGROUP_SIZE
        if given != expected:
            return (
                f"result size of {given} bits does not match the expected size of {expected} bits"
            )
        if self.transpose and self.pack_register:
            return "transpose and pack_register are mutually exclusive"
        if self.transpose:
            return self._misfit_transposed()
        return self._misfit_packed() if self.pack_register else self._misfit_plain()

    def _misfit_plain(self) -> str | None:
        size, width, blocks = self.elem_size_in_bits, self.tile_width, self.v_blocks
        if _outside(self.tile_height, 1, 32):
            return "expecting tile_height to be between 1 and 32"
        if size not in _WIDTHS:
            return "expecting elem_size_in_bits to be 8, 16, 32, or 64"
        least, most = _WIDTHS[size]
        if _outside(width, least, most):
            return f"expecting tile_width to be between {least} and {most}"
        if size == 64:
            return None if blocks == 1 else "expecting v_blocks to be 1"
        if blocks not in ((1, 2) if size == 32 else (1, 2, 4)):
            return f"expecting v_blocks to be {'1 or 2' if size == 32 else '1, 2, or 4'}"
        return _misfit_of_row(size, width * blocks, most)

    def _misfit_transposed(self) -> str | None:
        size, width = self.elem_size_in_bits, self.tile_width
        if self.v_blocks != 1:
            return "expecting v_blocks to be 1"
        if size == 32:
            if _outside(self.tile_height, 1, 32):
                return "expecting tile_height to be between 1 and 32"
            return "expecting tile_width to be between 1 and 8" if _outside(width, 1, 8) else None
        if size != 64:
            return "transpose is only supported for 32 and 64 bit elements"
        if self.tile_height != 8:
            return "expecting tile_height to be 8 for 64 bit elements"
        return None if width in (1, 2, 4) else "expecting tile_width to be 1, 2, or 4"

    def _misfit_packed(self) -> str | None:
        size, width, blocks = self.elem_size_in_bits, self.tile_width, self.v_blocks
        if blocks not in (1, 2, 4):
            return "expecting v_blocks to be 1, 2, or 4"
        if size not in (8, 16):
            return "pack_register is only supported for 8 and 16 bit elements"
        least = 32 // size
        if _outside(self.tile_height, least, 32):
            return f"expecting tile_height to be between {least} and 32"
        if _outside(width, least, 16):
            return f"expecting tile_width to be between {least} and 16"
        return _misfit_of_row(size, width * blocks, 32) if size == 16 else None


def _misfit_of_row(size: int, width: int, most: int) -> str | None:
    if width <= most:
        return None
    return f"tile_width * v_blocks should be less than or equal to {most} for {size} bit elements"


def _bits(type: Any) -> int:
    width: int = type.element_type.width
    return width


class BlockStore2dOp(_BlockOp, name="xevm.blockstore2d"):
    """Stores a tile of a matrix.

    ```mlir
    xevm.blockstore2d %p, %w, %h, %pitch, %x, %y, %v
      <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 8 : i32}>
      : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
    ```
    """

    ptr: Operand[Pointer]
    base_width: Operand[Int32]
    base_height: Operand[Int32]
    base_pitch: Operand[Int32]
    x: Operand[Int32]
    y: Operand[Int32]
    elem_size_in_bits: Prop[I32Attr]
    tile_width: Prop[I32Attr]
    tile_height: Prop[I32Attr]
    stored_val: Operand[Matrix]
    cache_control: OptProp[StoreCacheControlAttr]
    kind = EffectKind.WRITE
    assembly_format = _STORE

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misfit() or _misfit_of_matrix(self, 1) or _misfit_of_width(self, (16,))
        return None if wrong is None else self.error(wrong)

    def _misfit(self) -> str | None:
        if _outside(self.tile_height, 1, 8):
            return "expecting tile_height to be between 1 and 8"
        if self.elem_size_in_bits not in _WIDTHS:
            return "expecting elem_size_in_bits to be 8, 16, 32, or 64"
        least, most = _WIDTHS[self.elem_size_in_bits]
        if _outside(self.tile_width, least, most):
            return f"expecting tile_width to be between {least} and {most}"
        return None


def _misfit_of_width(
    op: "BlockStore2dOp | BlockPrefetch2dOp", of_words: tuple[int, ...]
) -> str | None:
    """The width of a tile that a subgroup stores or prefetches."""
    size = op.elem_size_in_bits
    allowed = {8: (16, 32), 16: (16,), 32: of_words}[size]
    if op.tile_width in allowed:
        return None
    listed = " or ".join(map(str, allowed))
    return f"tile_width for {size} bit elements should be equal to {listed}"


class BlockPrefetch2dOp(Op, name="xevm.blockprefetch2d"):
    """Prefetches a tile of a matrix into the caches.

    ```mlir
    xevm.blockprefetch2d %p, %w, %h, %pitch, %x, %y
      <{elem_size_in_bits = 8 : i32, tile_width = 32 : i32, tile_height = 8 : i32,
        v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
    ```
    """

    ptr: Operand[Pointer]
    base_width: Operand[Int32]
    base_height: Operand[Int32]
    base_pitch: Operand[Int32]
    x: Operand[Int32]
    y: Operand[Int32]
    elem_size_in_bits: Prop[I32Attr]
    tile_width: Prop[I32Attr]
    tile_height: Prop[I32Attr]
    v_blocks: Prop[I32Attr]
    cache_control: OptProp[LoadCacheControlAttr]
    assembly_format = _STORE

    def verify_op(self) -> Diagnostic | None:
        wrong = _misfit_of_matrix(self, self.v_blocks) or _misfit_of_width(self, (8, 16))
        return None if wrong is None else self.error(wrong)


def _verify_lengths(op: Op, type: Any) -> Diagnostic | None:
    """A row of a block must have a length that the lanes can handle."""
    if not isinstance(type, VectorType):
        return None
    if _bits(type) == 8:
        if type.num_elements not in (2, 4, 8, 16):
            return op.error("vector size must be 2, 4, 8 or 16 for 8-bit element type")
    elif type.num_elements not in (2, 4, 8):
        return op.error("vector size must be 2, 4 or 8 for element type > 8 bits")
    return None


class BlockLoadOp(_BlockOp, name="xevm.blockload"):
    """Loads consecutive elements for the lanes of a subgroup.

    ```mlir
    %0 = xevm.blockload %p <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}>
      : (!llvm.ptr<1>) -> vector<4xi16>
    ```
    """

    ptr: Operand[Pointer]
    cache_control: OptProp[LoadCacheControlAttr]
    res: Result[Block]
    assembly_format = _LOAD

    def verify_op(self) -> Diagnostic | None:
        return _verify_lengths(self, self.res.type)


class BlockStoreOp(_BlockOp, name="xevm.blockstore"):
    """Stores consecutive elements for the lanes of a subgroup.

    ```mlir
    xevm.blockstore %p, %v : (!llvm.ptr<1>, vector<4xi32>)
    ```
    """

    ptr: Operand[Pointer]
    val: Operand[Block]
    cache_control: OptProp[StoreCacheControlAttr]
    kind = EffectKind.WRITE
    assembly_format = _STORE

    def verify_op(self) -> Diagnostic | None:
        return _verify_lengths(self, self.val.type)


class PrefetchOp(Op, name="xevm.prefetch"):
    """Prefetches the memory at a pointer into the caches.

    ```mlir
    xevm.prefetch %p <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}> : (!llvm.ptr<1>)
    ```
    """

    ptr: Operand[GlobalOrGenericPointer]
    cache_control: OptProp[LoadCacheControlAttr]
    assembly_format = _STORE


class MemfenceOp(Op, name="xevm.memfence"):
    """Orders memory accesses for a scope.

    ```mlir
    xevm.memfence <{addrspace = #xevm.addr_space<global>, scope = #xevm.mem_scope<workgroup>}>
    ```
    """

    scope: Prop[MemScopeAttr]
    addrspace: Prop[AddrSpaceAttr] = GENERIC
    assembly_format = "prop-dict attr-dict"
