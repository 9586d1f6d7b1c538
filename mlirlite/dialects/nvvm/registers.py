"""Special registers with a possibly known range: the position of a thread, the size of its grid."""

from mlirlite.dialects.llvm.attributes import ConstantRangeAttr
from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.nvvm.types import RequiresSM
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import IntegerType
from mlirlite.support.diagnostics import Diagnostic


class RangedRegisterOp(Op, traits=(Pure,)):
    """Base: a register of which a range may be known."""

    range: OptProp[ConstantRangeAttr]
    res: Result[AnyLLVM]
    assembly_format = "(`range` $range^)? attr-dict `:` type($res)"

    def verify_op(self) -> Diagnostic | None:
        bounds = self.range
        if bounds is None or not isinstance(bounds.type, IntegerType):
            return None
        last = (1 << bounds.type.width) - 1
        lower, upper = bounds.lower & last, bounds.upper & last
        if lower != upper or lower in (0, last):
            return None
        return self.error(
            "invalid range attribute: Lower == Upper, but they aren't min (0) or max "
            f"({last}) value! This is an invalid constant range."
        )


class ClusterDimBlocksZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.nctaid.z"):
    """Blocks of a cluster along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
    ```
    """


class ClusterDimOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.nctarank"):
    """Blocks of a cluster, in all dimensions.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.nctarank : i32
    ```
    """


class ClusterIdYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.clusterid.y"):
    """The cluster along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.clusterid.y : i32
    ```
    """


class ClusterIdZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.clusterid.z"):
    """The cluster along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.clusterid.z : i32
    ```
    """


class BlockIdXOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ctaid.x"):
    """The block along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ctaid.x : i32
    ```
    """


class BlockIdYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ctaid.y"):
    """The block along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ctaid.y : i32
    ```
    """


class BlockIdZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ctaid.z"):
    """The block along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ctaid.z : i32
    ```
    """


class GridIdOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.gridid"):
    """The number of the grid.

    ```mlir
    %0 = nvvm.read.ptx.sreg.gridid : i32
    ```
    """


class LaneIdOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.laneid"):
    """The lane within its warp.

    ```mlir
    %0 = nvvm.read.ptx.sreg.laneid : i32
    ```
    """


class ClusterDimXOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nclusterid.x"):
    """Clusters of the grid along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nclusterid.x : i32
    ```
    """


class ClusterDimYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nclusterid.y"):
    """Clusters of the grid along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nclusterid.y : i32
    ```
    """


class ClusterDimZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nclusterid.z"):
    """Clusters of the grid along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nclusterid.z : i32
    ```
    """


class GridDimXOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nctaid.x"):
    """Blocks of the grid along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nctaid.x : i32
    ```
    """


class GridDimYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nctaid.y"):
    """Blocks of the grid along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nctaid.y : i32
    ```
    """


class GridDimZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nctaid.z"):
    """Blocks of the grid along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nctaid.z : i32
    ```
    """


class SmDimOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nsmid"):
    """Multiprocessors.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nsmid : i32
    ```
    """


class BlockDimXOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ntid.x"):
    """Threads of a block along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ntid.x : i32
    ```
    """


class BlockDimYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ntid.y"):
    """Threads of a block along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ntid.y : i32
    ```
    """


class BlockDimZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.ntid.z"):
    """Threads of a block along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.ntid.z : i32
    ```
    """


class WarpDimOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.nwarpid"):
    """Warps that a block may have.

    ```mlir
    %0 = nvvm.read.ptx.sreg.nwarpid : i32
    ```
    """


class SmIdOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.smid"):
    """The multiprocessor.

    ```mlir
    %0 = nvvm.read.ptx.sreg.smid : i32
    ```
    """


class ThreadIdXOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.tid.x"):
    """The thread within its block along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    ```
    """


class ThreadIdYOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.tid.y"):
    """The thread within its block along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.tid.y : i32
    ```
    """


class ThreadIdZOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.tid.z"):
    """The thread within its block along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.tid.z : i32
    ```
    """


class WarpIdOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.warpid"):
    """The warp within its block.

    ```mlir
    %0 = nvvm.read.ptx.sreg.warpid : i32
    ```
    """


class WarpSizeOp(RangedRegisterOp, name="nvvm.read.ptx.sreg.warpsize"):
    """Lanes of a warp.

    ```mlir
    %0 = nvvm.read.ptx.sreg.warpsize : i32
    ```
    """


class BlockInClusterIdXOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.ctaid.x", traits=(RequiresSM(90),)
):
    """The block within its cluster along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    ```
    """


class BlockInClusterIdYOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.ctaid.y", traits=(RequiresSM(90),)
):
    """The block within its cluster along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
    ```
    """


class BlockInClusterIdZOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.ctaid.z", traits=(RequiresSM(90),)
):
    """The block within its cluster along z.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
    ```
    """


class ClusterIdOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.ctarank", traits=(RequiresSM(90),)
):
    """The number of the block within its cluster.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.ctarank : i32
    ```
    """


class ClusterDimBlocksXOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.nctaid.x", traits=(RequiresSM(90),)
):
    """Blocks of a cluster along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
    ```
    """


class ClusterDimBlocksYOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.cluster.nctaid.y", traits=(RequiresSM(90),)
):
    """Blocks of a cluster along y.

    ```mlir
    %0 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
    ```
    """


class ClusterIdXOp(
    RangedRegisterOp, name="nvvm.read.ptx.sreg.clusterid.x", traits=(RequiresSM(90),)
):
    """The cluster along x.

    ```mlir
    %0 = nvvm.read.ptx.sreg.clusterid.x : i32
    ```
    """
