"""gpu: which thread, block and cluster this is, and how many there are."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects.gpu.enums import DimensionAttr
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constraints import Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import INDEX

IndexAttr = Annotated[
    int,
    INDEX,
    Constraint("index attribute", lambda a: isinstance(a, IntegerAttr) and a.type is INDEX),
]


class _DimensionOp(Op, AsmNames):
    """Base of ops that give a number in one dimension, below `upper_bound` where that is known."""

    dimension: Prop[DimensionAttr]
    upper_bound: OptProp[IndexAttr]
    result: Result[Index]
    assembly_format = "$dimension (`upper_bound` $upper_bound^)? attr-dict"

    def result_names(self) -> Sequence[str]:
        return (f"{self.name[4:]}_{self.dimension.value.name}",)


class _CountOp(Op):
    """Base of ops that give a number of the subgroup."""

    upper_bound: OptProp[IndexAttr]
    result: Result[Index]
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


class ClusterDimOp(_DimensionOp, name="gpu.cluster_dim", traits=(Pure,)):
    """How many clusters there are.

    ```mlir
    %0 = gpu.cluster_dim x upper_bound 64
    ```
    """


class ClusterDimBlocksOp(_DimensionOp, name="gpu.cluster_dim_blocks", traits=(Pure,)):
    """How many blocks a cluster has.

    ```mlir
    %0 = gpu.cluster_dim_blocks x upper_bound 64
    ```
    """


class ClusterIdOp(_DimensionOp, name="gpu.cluster_id", traits=(Pure,)):
    """Which cluster this is.

    ```mlir
    %0 = gpu.cluster_id x upper_bound 64
    ```
    """


class ClusterBlockIdOp(_DimensionOp, name="gpu.cluster_block_id", traits=(Pure,)):
    """Which block of its cluster this is.

    ```mlir
    %0 = gpu.cluster_block_id x upper_bound 64
    ```
    """


class BlockDimOp(_DimensionOp, name="gpu.block_dim", traits=(Pure,)):
    """How many threads a block has.

    ```mlir
    %0 = gpu.block_dim x upper_bound 64
    ```
    """


class BlockIdOp(_DimensionOp, name="gpu.block_id", traits=(Pure,)):
    """Which block this is.

    ```mlir
    %0 = gpu.block_id x upper_bound 64
    ```
    """


class GridDimOp(_DimensionOp, name="gpu.grid_dim", traits=(Pure,)):
    """How many blocks there are.

    ```mlir
    %0 = gpu.grid_dim x upper_bound 64
    ```
    """


class ThreadIdOp(_DimensionOp, name="gpu.thread_id", traits=(Pure,)):
    """Which thread of its block this is.

    ```mlir
    %0 = gpu.thread_id x upper_bound 64
    ```
    """


class GlobalIdOp(_DimensionOp, name="gpu.global_id", traits=(Pure,)):
    """Which thread of all this is: `block_id * block_dim + thread_id`.

    ```mlir
    %0 = gpu.global_id x upper_bound 64
    ```
    """


class SubgroupIdOp(_CountOp, name="gpu.subgroup_id", traits=(Pure,)):
    """Which subgroup of its block this is.

    ```mlir
    %0 = gpu.subgroup_id upper_bound 32 : index
    ```
    """


class NumSubgroupsOp(_CountOp, name="gpu.num_subgroups", traits=(Pure,)):
    """How many subgroups a block has.

    ```mlir
    %0 = gpu.num_subgroups upper_bound 32 : index
    ```
    """


class SubgroupSizeOp(_CountOp, name="gpu.subgroup_size", traits=(Pure,)):
    """How many threads a subgroup has.

    ```mlir
    %0 = gpu.subgroup_size upper_bound 32 : index
    ```
    """


class LaneIdOp(Op, name="gpu.lane_id", traits=(Pure,)):
    """Which thread of its subgroup this is.

    ```mlir
    %0 = gpu.lane_id upper_bound 32
    ```
    """

    upper_bound: OptProp[IndexAttr]
    result: Result[Index]
    assembly_format = "(`upper_bound` $upper_bound^)? attr-dict"
