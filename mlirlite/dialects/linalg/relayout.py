"""linalg.pack and linalg.unpack: conversion of tensors to tiles, and back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._mixed import Mixed, merge, number_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import AnyRankedTensor, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames, ConditionallySpeculatable, DestinationStyle
from mlirlite.ir.traits import AttrSizedOperandSegments, NoMemoryEffect, TypesMatch
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.support.diagnostics import Diagnostic, error

_DEST_TYPE = TypesMatch("result type matches type of dest", "dest", "result", lambda t: t)


class RelayoutOp(Op, AsmNames, ConditionallySpeculatable, DestinationStyle):
    """Base of pack and unpack: between a tensor, and a tensor of its tiles, whose sizes come
    last."""

    if TYPE_CHECKING:
        inner_tiles: VarOperand[Index]
        static_inner_tiles: Prop[I64Array]
        inner_dims_pos: Prop[I64Array]

    def destination_operands(self) -> Sequence[int]:
        return (1,)

    @property
    def unpacked_type(self) -> RankedTensorType:
        """The type of the tensor without tiles."""
        raise NotImplementedError

    @property
    def packed_type(self) -> RankedTensorType:
        """The type of the tensor of tiles."""
        raise NotImplementedError

    def is_speculatable(self) -> bool:
        """Tiles of dynamic size may not divide the dimension."""
        sizes = self.unpacked_type.shape
        return all(number_of(tile) is not None for tile in self.mixed_tiles) and all(
            sizes[d] != DYNAMIC for d in self.inner_dims_pos.value
        )

    @property
    def mixed_tiles(self) -> list[Mixed]:
        """The sizes of tiles, numbers or values."""
        return merge(self.static_inner_tiles, self.inner_tiles)

    @property
    def outer_permutation(self) -> tuple[int, ...]:
        """The dimension of the unpacked tensor whose tiles each outer dimension counts; empty when
        they are in order."""
        given = self.properties.get("outer_dims_perm")
        return tuple(getattr(given, "value", ()))

    def verify_op(self) -> Diagnostic | None:
        tiles, positions = self.mixed_tiles, self.inner_dims_pos.value
        unpacked, packed, order = self.unpacked_type, self.packed_type, self.outer_permutation
        rank = unpacked.rank
        message = ""
        if any(number_of(tile) == 0 for tile in tiles):
            message = "invalid zero tile factor"
        elif not _are_dims(positions, rank):
            message = "invalid inner_dims_pos vector"
        elif not _are_dims(order, rank):
            message = "invalid outer_dims_perm vector"
        elif order and len(order) != rank:
            message = "outer_dims_perm must be a permutation or empty"
        elif len(tiles) > rank:
            message = (
                "tiling factors must be less than or equal to the input rank for pack or output "
                "rank for unpack"
            )
        elif len(tiles) != len(positions):
            message = "tiling factors must equal the number of dimensions to tile"
        elif packed.rank != rank + len(tiles):
            message = (
                "packed rank != (unpacked rank + num tiling factors), got "
                f"{packed.rank} != {rank + len(tiles)}"
            )
        else:
            expected = packed_type(unpacked, self.static_inner_tiles.value, positions, order)
            if packed.shape[rank:] != self.static_inner_tiles.value:
                message = (
                    "mismatch in inner tile sizes specified and shaped of tiled dimension in the "
                    "packed type"
                )
            elif not _compatible(expected, packed):
                message = f"expected '{expected}' for the packed domain value, got '{packed}'"
        return error(message, self.where) if message else None


class PackOp(
    RelayoutOp,
    name="linalg.pack",
    traits=(AttrSizedOperandSegments, NoMemoryEffect, _DEST_TYPE),
):
    """Cuts dimensions `inner_dims_pos` into tiles, and moves the tiles' dimensions to the end.

    ```mlir
    %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b
      : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    dest: Operand[AnyRankedTensor]
    padding_value: OptOperand[AnyType]
    outer_dims_perm: OptProp[I64Array]
    inner_dims_pos: Prop[I64Array]
    inner_tiles: VarOperand[Index]
    static_inner_tiles: Prop[I64Array]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? "
        "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
        "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
        "`into` $dest attr-dict `:` type($source) `->` type($dest)"
    )

    def result_names(self) -> Sequence[str]:
        return ("pack",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A splat, padded with its own element or not at all --> a splat"""
        source, padding = operands[0], self.padding_value
        if padding is not None:
            known = operands[2]
            if not isinstance(source, DenseElementsAttr) or not source.is_splat:
                return None
            if getattr(known, "value", None) != source.splat_value():
                return None
        return splat_in(source, self.result.type)

    def is_speculatable(self) -> bool:
        return self.padding_value is not None or super().is_speculatable()

    @property
    def unpacked_type(self) -> RankedTensorType:
        return self.source.type

    @property
    def packed_type(self) -> RankedTensorType:
        return self.dest.type

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        element, padding = self.unpacked_type.element_type, self.padding_value
        if padding is not None and padding.type is not element:
            return self.error(f"expected padding_value has '{element}' but got: '{padding.type}'")
        if padding is None and self.needs_padding():
            return self.error(
                "invalid tile factor or output size provided. Only full tiles are supported when "
                "padding_value is not set"
            )
        return None

    def needs_padding(self) -> bool:
        """True when the last tile of a dimension is known not to be full."""
        sizes, order = self.unpacked_type.shape, self.outer_permutation
        counts = list(self.packed_type.shape[: len(sizes)])
        for outer, d in enumerate(order):
            counts[d] = self.packed_type.shape[outer]
        for d, tile in zip(self.inner_dims_pos.value, self.mixed_tiles, strict=True):
            if sizes[d] == DYNAMIC:
                continue
            number = number_of(tile)
            divisor = counts[d] if number is None else number
            if divisor > 0 and sizes[d] % divisor:
                return True
        return False


class UnPackOp(RelayoutOp, name="linalg.unpack", traits=(NoMemoryEffect, _DEST_TYPE)):
    """Merges the tiles of a packed tensor.

    ```mlir
    %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b
      : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    dest: Operand[AnyRankedTensor]
    outer_dims_perm: OptProp[I64Array]
    inner_dims_pos: Prop[I64Array]
    inner_tiles: VarOperand[Index]
    static_inner_tiles: Prop[I64Array]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
        "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
        "`into` $dest attr-dict `:` type($source) `->` type($dest)"
    )

    def result_names(self) -> Sequence[str]:
        return ("unpack",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A splat --> a splat"""
        return splat_in(operands[0], self.result.type)

    @property
    def unpacked_type(self) -> RankedTensorType:
        return self.dest.type

    @property
    def packed_type(self) -> RankedTensorType:
        return self.source.type


def splat_in(known: Attribute | None, type: Type) -> DenseElementsAttr | None:
    """A splat in another, static, type; None for other constants and types."""
    if not isinstance(known, DenseElementsAttr) or not known.is_splat:
        return None
    if not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return None
    return DenseElementsAttr(type, known.raw)


def packed_type(
    unpacked: RankedTensorType,
    tiles: Sequence[int],
    positions: Sequence[int],
    order: Sequence[int] = (),
) -> RankedTensorType:
    """The type after packing: counts of tiles, in the outer order, then the tiles' sizes."""
    counts = list(unpacked.shape)
    for d, tile in zip(positions, tiles, strict=True):
        known = DYNAMIC not in (counts[d], tile)
        counts[d] = -(-counts[d] // tile) if known else DYNAMIC
    outer = [counts[d] for d in order] if order else counts
    made: RankedTensorType = RankedTensorType((*outer, *tiles), unpacked.element_type)
    return made


def _are_dims(positions: Sequence[int], rank: int) -> bool:
    return len(set(positions)) == len(positions) and all(0 <= p < rank for p in positions)


def _compatible(a: RankedTensorType, b: RankedTensorType) -> bool:
    return a.element_type is b.element_type and all(
        x == y or DYNAMIC in (x, y) for x, y in zip(a.shape, b.shape, strict=True)
    )
