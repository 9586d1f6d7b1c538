"""--affine-loop-fusion: producers are fused with consumers, and nests that read the same with each
other.

for %i { store m[%i] }; for %j { load m[%j] }  -->  for %j { store t[0]; load t[0] }
"""

from __future__ import annotations

from enum import Enum

from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.transforms._fusion import Fuser
from mlirlite.dialects.affine.transforms._fusion_graph import UnknownEffect
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


class FusionMode(Enum):
    """Which nests are fused."""

    GREEDY = "greedy"
    PRODUCER = "producer"
    SIBLING = "sibling"


@compiler_pass("affine-loop-fusion")
def affine_loop_fusion(
    op: Operation,
    state: PassState,
    *,
    compute_tolerance: float = 0.3,
    fast_mem_space: int | None = None,
    local_buf_threshold: int = 0,
    maximal: bool = False,
    mode: FusionMode = FusionMode.GREEDY,
) -> None:
    """Fuse affine loop nests.

    Fuses nests of one block. Data that only the fused nest uses goes into a small private buffer.

    compute_tolerance: fractional increase in additional computation tolerated while fusing
    fast_mem_space: faster memory space number to promote fusion buffers to
    local_buf_threshold: threshold size (KiB) for promoting local buffers to fast memory space
    maximal: enables maximal loop fusion
    mode: fusion mode to attempt
    """
    for inner in list(op.walk_post_order()):
        for region in inner.regions:
            for block in region:
                if sum(isinstance(o, ForOp) for o in block) < 2:
                    continue
                limit = local_buf_threshold * 1024
                try:
                    fuser = Fuser(block, compute_tolerance, fast_mem_space, limit, maximal)
                except UnknownEffect:
                    continue
                if mode is not FusionMode.SIBLING:
                    fuser.fuse_producers(1 if mode is FusionMode.GREEDY else None)
                if mode is not FusionMode.PRODUCER:
                    fuser.fuse_siblings()
                if mode is FusionMode.GREEDY:
                    fuser.fuse_producers(None)
                fuser.erase_unused_buffers()
                state.count("num-fused", fuser.count)
