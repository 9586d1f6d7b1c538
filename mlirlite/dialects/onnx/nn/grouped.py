"""Attention of groups of queries with a cache of keys and values."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.dialects.onnx.microsoft import requirements_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Requirement
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class GroupQueryAttention(OnnxOp, ops="GroupQueryAttention"):
    """Attention of new queries to cached and new keys, as com.microsoft's: it turns queries and
    keys by their positions, and gives the cache with the new keys and values."""

    query: Value
    key: Value | None
    past_key: Value | None
    cos_cache: Value | None
    sin_cache: Value | None
    num_heads: int
    kv_num_heads: int

    @property
    def width(self) -> int:
        """Numbers of a head; DYNAMIC if it is not known."""
        shape = shape_of(self.query)
        hidden = DYNAMIC if shape is None or len(shape) != 3 else shape[2]
        heads = self.num_heads + (2 * self.kv_num_heads if self.key is None else 0)
        return DYNAMIC if hidden == DYNAMIC or heads <= 0 else hidden // heads

    def infer(self) -> Inferred:
        shape, width = shape_of(self.query), self.width
        if shape is None or width == DYNAMIC:
            return [None] * 3
        batch, length, _ = shape
        rows = length if self.past_key is None else DYNAMIC
        cache = (batch, self.kv_num_heads, rows, width)
        return [(batch, length, self.num_heads * width), cache, cache]

    def requirements(self) -> Iterator[Requirement]:
        return requirements_of("GroupQueryAttention", self.operands, self.properties)

    def check(self) -> Diagnostic | None:
        heads, groups = self.num_heads, self.kv_num_heads
        if heads <= 0 or groups <= 0 or heads % groups:
            return self.error(
                f"has {heads} heads of queries and {groups} of keys, expected a multiple of them"
            )
        shape = shape_of(self.query)
        if shape is not None and len(shape) != 3:
            return self.error(f"has a query of rank {len(shape)}, expected 3")
        if self.get("do_rotary", 0) and (self.cos_cache is None or self.sin_cache is None):
            return self.error("turns positions, but has no caches of angles")
        return None
