"""transform.structured: packing and padding."""

from typing import Annotated

from mlirlite.dialects._constraints import I64Array, I64ArrayAttr
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import (
    NO_ELEMENTS,
    NO_INTEGERS,
    I64Arrays,
    NoneOrThree,
    Three,
    default,
    is_permutation,
    listed,
    numbers,
)
from mlirlite.dialects.transform.interfaces import Modifies, Replaces, ReplacesAll
from mlirlite.dialects.transform.types import Handle, HandleOrParam, handle_to
from mlirlite.dialects.vector._constraints import integers
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.support.diagnostics import Diagnostic

PackHandle = Annotated[Type, handle_to("linalg.pack")]
TransposeHandle = Annotated[Type, handle_to("linalg.transpose")]
UnpackHandle = Annotated[Type, handle_to("linalg.unpack")]
CollapseShapeHandle = Annotated[Type, handle_to("tensor.collapse_shape")]
EmptyHandle = Annotated[Type, handle_to("tensor.empty")]
ExpandShapeHandle = Annotated[Type, handle_to("tensor.expand_shape")]
ExtractSliceHandle = Annotated[Type, handle_to("tensor.extract_slice")]
PadHandle = Annotated[Type, handle_to("tensor.pad")]


class PackOp(Op, Replaces, name="transform.structured.pack"):
    """Packs the operands of a structured op by tiles.

    ```mlir
    %1 = transform.structured.pack %0 packed_sizes = [0, 2, 8]
        : (!transform.any_op) -> !transform.op<"linalg.generic">
    ```
    """

    target: Operand[Handle]
    packed_sizes: VarOperand[Handle]
    static_packed_sizes: Prop[I64Array] = default(NO_INTEGERS)
    packed_op: Result[Handle]
    assembly_format = (
        "$target `packed_sizes` `=` custom<DynamicIndexList>($packed_sizes, "
        "$static_packed_sizes) attr-dict `:` functional-type(operands, results)"
    )


class PackGreedilyOp(Op, Replaces, name="transform.structured.pack_greedily"):
    """Packs an op so that a matmul of tiles is inside.

    ```mlir
    %1 = transform.structured.pack_greedily %0 matmul_packed_sizes = [8, 16, 32]
        matmul_inner_dims_order = [1, 2, 0]
        : (!transform.any_op) -> !transform.op<"linalg.generic">
    ```
    """

    target: Operand[Handle]
    matmul_packed_sizes: VarOperand[Handle]
    static_matmul_packed_sizes: Prop[Three] = default(NO_INTEGERS)
    matmul_padded_sizes_next_multiple_of: Prop[NoneOrThree] = default(NO_INTEGERS)
    matmul_inner_dims_order: Prop[Three] = default(NO_INTEGERS)
    packed_op: Result[Handle]
    assembly_format = (
        "$target oilist( `matmul_packed_sizes` `=` "
        "custom<DynamicIndexList>($matmul_packed_sizes, $static_matmul_packed_sizes) "
        "(`matmul_padded_sizes_next_multiple_of` `=` "
        "$matmul_padded_sizes_next_multiple_of^)? `matmul_inner_dims_order` `=` "
        "$matmul_inner_dims_order ) attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if not is_permutation(self.matmul_inner_dims_order.value):
            return self.error('"matmul_inner_dims_order" is not a valid permutation')
        multiples = self.matmul_padded_sizes_next_multiple_of.value
        pairs = zip(self.static_matmul_packed_sizes.value, multiples, strict=False)
        if any(multiple != 0 and size != 0 for size, multiple in pairs):
            return self.error(
                "at most one of the packed_size and the padded_sizes_next_multiple_of can be "
                "nonzero for the matmul strategy"
            )
        return None


class PackTransposeOp(Op, ReplacesAll, name="transform.structured.pack_transpose"):
    """Permutes the tiles of a packed operand.

    ```mlir
    %2, %3, %4 = transform.structured.pack_transpose %0 with_compute_op(%1) outer_perm = [1, 0]
        : (!transform.any_op, !transform.any_op)
           -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target_pack_or_un_pack_op: Operand[Handle]
    target_linalg_op: Operand[Handle]
    outer_perm: OptProp[I64Array] = default(NO_INTEGERS)
    inner_perm: OptProp[I64Array] = default(NO_INTEGERS)
    packed_op: Result[Handle]
    pack_op: Result[Handle]
    un_pack_op: Result[Handle]
    assembly_format = (
        "$target_pack_or_un_pack_op `with_compute_op` `(` $target_linalg_op `)` "
        "(`outer_perm` `=` $outer_perm^ )? (`inner_perm` `=` $inner_perm^ )? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        for name in ("inner_perm", "outer_perm"):
            if not is_permutation(numbers(getattr(self, name))):
                return self.error(f'"{name}" is not a valid permutation')
        if not numbers(self.inner_perm) and not numbers(self.outer_perm):
            return self.error(' at least one of "inner_perm" or "outer_perm" must be specified')
        return None


class LowerPackOp(Op, ReplacesAll, name="transform.structured.lower_pack"):
    """Turns linalg.pack into padding, a reshape and a transpose.

    ```mlir
    %1, %2, %3 = transform.structured.lower_pack %0
        : (!transform.op<"linalg.pack">)
           -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">,
           !transform.op<"linalg.transpose">)
    ```
    """

    target: Operand[PackHandle]
    lowerPadLikeWithInsertSlice: Prop[bool] = default(True)
    pad_op: Result[PadHandle]
    expand_shape_op: Result[ExpandShapeHandle]
    transpose_op: Result[TransposeHandle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LowerUnPackOp(Op, ReplacesAll, name="transform.structured.lower_unpack"):
    """Turns linalg.unpack into a transpose, a reshape and a slice.

    ```mlir
    %1, %2, %3, %4 = transform.structured.lower_unpack %0
        : (!transform.op<"linalg.unpack">)
           -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">,
           !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    ```
    """

    target: Operand[UnpackHandle]
    lowerUnpadLikeWithExtractSlice: Prop[bool] = default(True)
    empty_op: Result[EmptyHandle]
    transpose_op: Result[TransposeHandle]
    collapse_shape_op: Result[CollapseShapeHandle]
    extract_slice_op: Result[ExtractSliceHandle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class PadOp(Op, Replaces, name="transform.structured.pad"):
    """Pads the operands of a structured op.

    ```mlir
    %1, %2, %3 = transform.structured.pad %0 pad_to_multiple_of [2]
        {padding_values = [0.0 : f32], padding_dimensions = [0]}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    padding_values: Prop[ArrayAttr] = default(NO_ELEMENTS)
    padding_dimensions: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    pad_to_multiple_of: VarOperand[HandleOrParam]
    static_pad_to_multiple_of: OptProp[I64Array] = default(NO_INTEGERS)
    nofold_flags: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    transpose_paddings: Prop[I64Arrays] = default(NO_ELEMENTS)
    copy_back_op: Prop[str] = default("bufferization.materialize_in_destination")
    use_prescribed_tensor_shapes: OptProp[UnitAttr]
    padded: Result[Handle]
    pad: Result[Handle]
    copy: Result[Handle]
    assembly_format = (
        "$target (`pad_to_multiple_of` custom<DynamicIndexList>($pad_to_multiple_of, "
        "$static_pad_to_multiple_of)^)? (`use_prescribed_tensor_shapes` "
        "$use_prescribed_tensor_shapes^)? attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if any(flag not in (0, 1) for flag in integers(self.nofold_flags)):
            return self.error(
                f"expects nofold_flags to contain booleans (0/1), found {self.nofold_flags}"
            )
        dimensions = integers(self.padding_dimensions)
        if any(dimension < 0 for dimension in dimensions):
            return self.error(
                "expects padding_dimensions to contain positive integers, found "
                f"{self.padding_dimensions}"
            )
        multiples = len(numbers(self.static_pad_to_multiple_of))
        if multiples and multiples != len(dimensions):
            return self.error("expects as many multiples as padding_dimensions")
        for order in self.transpose_paddings:
            if isinstance(order, ArrayAttr) and not is_permutation(integers(order)):
                return self.error(f"expects transpose_paddings to be a permutation, found {order}")
        if self.copy_back_op not in (
            "bufferization.materialize_in_destination",
            "linalg.copy",
            "none",
        ):
            return self.error("invalid copy_back_op")
        return None


class PadTilingInterfaceOp(Op, Replaces, name="transform.structured.pad_tiling_interface"):
    """Pads the operands of an op that can be tiled.

    ```mlir
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [8, 16]
        pad_to_multiple_of {padding_values = [0.0 : f32]}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    padding_values: Prop[ArrayAttr] = default(NO_ELEMENTS)
    padding_sizes: VarOperand[HandleOrParam]
    static_padding_sizes: OptProp[I64Array] = default(NO_INTEGERS)
    pad_to_multiple_of: OptProp[UnitAttr]
    padded: Result[Handle]
    pad: Result[Handle]
    assembly_format = (
        "$target `to` (`padding_sizes` custom<DynamicIndexList>($padding_sizes, "
        "$static_padding_sizes)^)? (`pad_to_multiple_of` $pad_to_multiple_of^)? attr-dict "
        "`:` functional-type(operands, results)"
    )


class HoistPadOp(Op, ReplacesAll, name="transform.structured.hoist_pad"):
    """Pads before the loops.

    ```mlir
    %1 = transform.structured.hoist_pad %0 by 1 loops, transpose by [1, 0]
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    num_loops: Prop[int]
    transpose: Prop[I64Array] = default(NO_INTEGERS)
    transformed: Result[Handle]
    assembly_format = (
        "$target `by` $num_loops `loops` (`,` `transpose` `by` $transpose^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if not is_permutation(self.transpose.value):
            return self.error(
                f"expects transpose to be a permutation, found {listed(self.transpose.value)}"
            )
        return None


class HoistPadBuildPackingLoopNestOp(
    Op, Modifies, name="transform.structured.hoist_pad.build_packing_loop_nest"
):
    """Builds the loops that pad before a loop.

    ```mlir
    %2 = transform.structured.hoist_pad.build_packing_loop_nest %0 above %1
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    loop: Operand[Handle]
    transpose: Prop[I64Array] = default(NO_INTEGERS)
    packing_loop: Result[Handle]
    assembly_format = (
        "$target `above` $loop (`,` `transpose` `by` $transpose^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if not is_permutation(self.transpose.value):
            return self.error(
                f"expects transpose to be a permutation, found {listed(self.transpose.value)}"
            )
        return None
