"""Ops with offsets, sizes and strides: subviews of buffers, slices of tensors."""

from collections.abc import Sequence

from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.ir.definition import Op
from mlirlite.ir.types import DYNAMIC
from mlirlite.support.diagnostics import Diagnostic


class OffsetSizeStrideOp(Op):
    """Offsets, sizes and strides, each a list of numbers and values."""

    @property
    def mixed_offsets(self) -> list[Mixed]:
        """Offsets; a value where it is not static."""
        return merge(self.static_offsets, self.offsets)  # type: ignore[attr-defined]

    @property
    def mixed_sizes(self) -> list[Mixed]:
        """Sizes; a value where it is not static."""
        return merge(self.static_sizes, self.sizes)  # type: ignore[attr-defined]

    @property
    def mixed_strides(self) -> list[Mixed]:
        """Strides; a value where it is not static."""
        return merge(self.static_strides, self.strides)  # type: ignore[attr-defined]

    def verify_lists(self, ranks: Sequence[int]) -> Diagnostic | None:
        """Lengths, the number of values among them, and signs."""
        for name, rank in zip(("offset", "size", "stride"), ranks, strict=True):
            static = getattr(self, f"static_{name}s")
            if len(static) != rank:
                return self.error(f"expected {rank} {name} values, got {len(static)}")
            dynamic = sum(s == DYNAMIC for s in static)
            given = len(getattr(self, f"{name}s"))
            if dynamic != given:
                return self.error(f"expected {dynamic} dynamic {name} values")
        for name in ("offset", "size"):
            for value in getattr(self, f"static_{name}s"):
                if value < 0 and value != DYNAMIC:
                    return self.error(f"expected {name}s to be non-negative, but got {value}")
        return None


def verify_in_bounds(
    op: Op,
    shape: Sequence[int],
    offsets: Sequence[int],
    sizes: Sequence[int],
    strides: Sequence[int],
) -> Diagnostic | None:
    """A static slice lies within a static shape."""
    for d, (size, start, count, step) in enumerate(
        zip(shape, offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC in (size, start):
            continue
        if start >= size and count != 0:
            return op.error(f"offset {d} is out-of-bounds: {start} >= {size}")
        if DYNAMIC in (count, step):
            continue
        last = start + (count - 1) * step
        if last >= size:
            return op.error(f"slice along dimension {d} runs out-of-bounds: {last} >= {size}")
    return None
