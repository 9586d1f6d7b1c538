"""Ops with offsets, sizes and strides: subviews of buffers, slices of tensors."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._mixed import Mixed, merge, split
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, VarOperand
from mlirlite.ir.types import DYNAMIC
from mlirlite.support.diagnostics import Diagnostic, error


class OffsetSizeStrideOp(Op):
    """Offsets, sizes and strides, each a list of numbers and values."""

    if TYPE_CHECKING:
        offsets: VarOperand[Index]
        sizes: VarOperand[Index]
        strides: VarOperand[Index]
        static_offsets: Prop[I64Array]
        static_sizes: Prop[I64Array]
        static_strides: Prop[I64Array]

    @property
    def mixed_offsets(self) -> list[Mixed]:
        """Offsets; values for dynamic ones."""
        return merge(self.static_offsets, self.offsets)

    @property
    def mixed_sizes(self) -> list[Mixed]:
        """Sizes; values for dynamic ones."""
        return merge(self.static_sizes, self.sizes)

    @property
    def mixed_strides(self) -> list[Mixed]:
        """Strides; values for dynamic ones."""
        return merge(self.static_strides, self.strides)

    def verify_lists(self, ranks: Sequence[int]) -> Diagnostic | None:
        """Lengths, the number of values among them, and signs."""
        lists = [getattr(self, f"static_{name}s") for name in ("offset", "size", "stride")]
        offsets, sizes, strides = map(len, lists)
        tail = "so the rank of the result type is well-formed."
        if offsets != sizes and not offsets == ranks[0] == 1:
            message = (
                f"expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes})"
            )
            return error(f"{message} {tail}", self.where)
        if sizes != strides:
            message = (
                f"expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides})"
            )
            return error(f"{message} {tail}", self.where)
        for name, static, rank in zip(("offset", "size", "stride"), lists, ranks, strict=True):
            if len(static) != rank:
                message = f"expected {rank} {name} values, got {len(static)}"
                return error(message, self.where)
            dynamic = sum(s == DYNAMIC for s in static)
            given = len(getattr(self, f"{name}s"))
            if dynamic != given:
                message = (
                    f"expected the number of '{name}s' to match the number of dynamic entries in "
                    f"'static_{name}s' ({given} vs {dynamic})"
                )
                return error(message, self.where)
        for name in ("offset", "size"):
            for value in getattr(self, f"static_{name}s"):
                if value < 0 and value != DYNAMIC:
                    message = f"expected {name}s to be non-negative, but got {value}"
                    return error(message, self.where)
        return None


def verify_in_bounds(
    op: Op,
    shape: Sequence[int],
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
) -> Diagnostic | None:
    """A static slice lies within a static shape."""
    message = _out_of_bounds(shape, offsets, sizes, strides)
    return error(message, op.where) if message else None


def slice_is_in_bounds(
    shape: Sequence[int], offsets: Sequence[Mixed], sizes: Sequence[Mixed], strides: Sequence[Mixed]
) -> bool:
    """Whether the static part of a slice lies within the static part of a shape."""
    parts = (split(entries)[0].value for entries in (offsets, sizes, strides))
    return not _out_of_bounds(shape, *parts)


def _out_of_bounds(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> str:
    for d, (size, start, count, step) in enumerate(
        zip(shape, offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC in (size, start):
            continue
        if start >= size and count != 0:
            return f"offset {d} is out-of-bounds: {start} >= {size}"
        if DYNAMIC in (count, step):
            continue
        last = start + (count - 1) * step
        if last >= size:
            return f"slice along dimension {d} runs out-of-bounds: {last} >= {size}"
    return ""
