"""The position of an invocation: in its subgroup, its workgroup, the grid."""

from typing import Annotated

from mlirlite.dialects.llvm.attributes import ConstantRangeAttr
from mlirlite.ir.constraints import any_of, exactly
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Result
from mlirlite.ir.types import I32, I64, IntegerType

Identifier = Annotated[
    IntegerType,
    any_of(exactly(I32, "32-bit signless integer"), exactly(I64, "64-bit signless integer")),
]


class _IdentifierOp(Op):
    """Base: a number of which a range may be known."""

    range: OptProp[ConstantRangeAttr]
    res: Result[Identifier]
    assembly_format = "(`range` $range^)? attr-dict `:` type($res)"


class WorkitemIdXOp(_IdentifierOp, name="xevm.local_id.x"):
    """The work-item within its workgroup along x.

    ```mlir
    %0 = xevm.local_id.x : i32
    ```
    """


class WorkitemIdYOp(_IdentifierOp, name="xevm.local_id.y"):
    """The work-item within its workgroup along y.

    ```mlir
    %0 = xevm.local_id.y : i32
    ```
    """


class WorkitemIdZOp(_IdentifierOp, name="xevm.local_id.z"):
    """The work-item within its workgroup along z.

    ```mlir
    %0 = xevm.local_id.z : i32
    ```
    """


class WorkgroupDimXOp(_IdentifierOp, name="xevm.local_size.x"):
    """Work-items of a workgroup along x.

    ```mlir
    %0 = xevm.local_size.x : i32
    ```
    """


class WorkgroupDimYOp(_IdentifierOp, name="xevm.local_size.y"):
    """Work-items of a workgroup along y.

    ```mlir
    %0 = xevm.local_size.y : i32
    ```
    """


class WorkgroupDimZOp(_IdentifierOp, name="xevm.local_size.z"):
    """Work-items of a workgroup along z.

    ```mlir
    %0 = xevm.local_size.z : i32
    ```
    """


class WorkgroupIdXOp(_IdentifierOp, name="xevm.group_id.x"):
    """The workgroup along x.

    ```mlir
    %0 = xevm.group_id.x : i32
    ```
    """


class WorkgroupIdYOp(_IdentifierOp, name="xevm.group_id.y"):
    """The workgroup along y.

    ```mlir
    %0 = xevm.group_id.y : i32
    ```
    """


class WorkgroupIdZOp(_IdentifierOp, name="xevm.group_id.z"):
    """The workgroup along z.

    ```mlir
    %0 = xevm.group_id.z : i32
    ```
    """


class GridDimXOp(_IdentifierOp, name="xevm.group_count.x"):
    """Workgroups of the grid along x.

    ```mlir
    %0 = xevm.group_count.x : i32
    ```
    """


class GridDimYOp(_IdentifierOp, name="xevm.group_count.y"):
    """Workgroups of the grid along y.

    ```mlir
    %0 = xevm.group_count.y : i32
    ```
    """


class GridDimZOp(_IdentifierOp, name="xevm.group_count.z"):
    """Workgroups of the grid along z.

    ```mlir
    %0 = xevm.group_count.z : i32
    ```
    """


class LaneIdOp(_IdentifierOp, name="xevm.lane_id"):
    """The lane within its subgroup.

    ```mlir
    %0 = xevm.lane_id : i32
    ```
    """


class SubgroupIdOp(_IdentifierOp, name="xevm.subgroup_id"):
    """The subgroup within its workgroup.

    ```mlir
    %0 = xevm.subgroup_id : i32
    ```
    """


class SubgroupSizeOp(_IdentifierOp, name="xevm.subgroup_size"):
    """Lanes of a subgroup.

    ```mlir
    %0 = xevm.subgroup_size : i32
    ```
    """
