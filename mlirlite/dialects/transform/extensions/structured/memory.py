"""transform.structured: tensors and their buffers."""

from collections.abc import Sequence

from mlirlite.dialects._constraints import BoolArrayAttr, I64ArrayAttr
from mlirlite.dialects.scf.forall import DeviceMapping
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import NO_ELEMENTS, default
from mlirlite.dialects.transform.interfaces import Modifies, Replaces, ReplacesAll
from mlirlite.dialects.transform.types import AnyOp, AnyValues, Handle, Values
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import SameOperandsAndResultType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class BufferizeToAllocationOp(Op, Replaces, name="transform.structured.bufferize_to_allocation"):
    """Gives an op a new buffer, in another memory space if requested.

    ```mlir
    %1, %2 = transform.structured.bufferize_to_allocation %0 {memory_space = 3}
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    memory_space: OptProp[Attribute]
    memcpy_op: Prop[str] = default("bufferization.materialize_in_destination")
    alloc_op: Prop[str] = default("memref.alloc")
    bufferize_destination_only: OptProp[UnitAttr]
    emit_dealloc: OptProp[UnitAttr]
    allocated_buffer: Result[AnyValues]
    new_ops: Result[AnyOp]
    assembly_format = "$target attr-dict `:` type($target)"

    def consumed(self) -> Sequence[Value]:
        return () if self.bufferize_destination_only else self.operands[:1]

    def verify_op(self) -> Diagnostic | None:
        copies = ("bufferization.materialize_in_destination", "memref.copy", "linalg.copy")
        if self.memcpy_op not in copies:
            return self.error("unsupported memcpy op")
        if self.alloc_op not in ("memref.alloc", "memref.alloca"):
            return self.error("unsupported alloc op")
        return None


class PromoteOp(Op, ReplacesAll, name="transform.structured.promote"):
    """Copies operands to local buffers.

    ```mlir
    %1 = transform.structured.promote %0 {operands_to_promote = [0, 1], alignment = 32}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    operands_to_promote: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    use_full_tile_buffers: Prop[BoolArrayAttr] = default(NO_ELEMENTS)
    use_full_tiles_by_default: OptProp[UnitAttr]
    use_original_subview_size: OptProp[UnitAttr]
    use_alloca: OptProp[UnitAttr]
    memory_space: OptProp[Attribute]
    mapping: OptProp[DeviceMapping]
    alignment: OptProp[int]
    transformed: Result[Handle]
    assembly_format = (
        '$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), "false")'
    )


class PromoteTensorOp(
    Op, Modifies, name="transform.structured.promote_tensor", traits=(SameOperandsAndResultType,)
):
    """Copies a tensor to a memory.

    ```mlir
    %1 = transform.structured.promote_tensor to 1 %0 : !transform.any_value
    ```
    """

    tensor: Operand[Values]
    memory_space: OptProp[Attribute]
    promoted: Result[Values]
    assembly_format = "(`to` $memory_space^)? $tensor attr-dict `:` type($tensor)"


class InsertSliceToCopyOp(Op, ReplacesAll, name="transform.structured.insert_slice_to_copy"):
    """Inserts into a tensor by a separate copy.

    ```mlir
    %1 = transform.structured.insert_slice_to_copy %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LinalgCopyToMemrefOp(Op, ReplacesAll, name="transform.structured.linalg_copy_to_memref"):
    """Turns linalg.copy into memref.copy.

    ```mlir
    %1 = transform.structured.linalg_copy_to_memref %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class RewriteInDestinationPassingStyleOp(
    Op, ReplacesAll, name="transform.structured.rewrite_in_destination_passing_style"
):
    """Turns ops that build tensors into ones that fill them.

    ```mlir
    %1 = transform.structured.rewrite_in_destination_passing_style %0
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class EliminateLinalgOpAnchoredEmptyTensorsOp(
    Op, Modifies, name="transform.structured.eliminate_empty_tensors"
):
    """Replaces empty tensors by inputs that the ops do not need any more.

    ```mlir
    transform.structured.eliminate_empty_tensors %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"
