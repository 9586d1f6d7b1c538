"""transform.structured: ops that become other ops."""

import enum
from typing import Annotated

from mlirlite.dialects._constraints import StringArray
from mlirlite.dialects.linalg.enums import WinogradConv2DFmr
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import (
    NO_INTEGERS,
    NonNegatives,
    TypeArray,
    default,
    is_permutation,
    listed,
    numbers,
)
from mlirlite.dialects.transform.interfaces import Reads, Replaces, ReplacesAll
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField, Result
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import GraphRegion, IsolatedFromAbove, NoTerminator, SingleBlock
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic


class MatchInterfaceEnum(enum.IntEnum):
    """Interfaces by which ops are found."""

    LinalgOp = 0
    TilingInterface = 1
    LoopLikeInterface = 2


class TransposeMatmulInput(enum.IntEnum):
    """A factor of a product."""

    lhs = 0
    rhs = 1


class MatchOp(Op, Reads, name="transform.structured.match"):
    """The ops inside the target that have such names, interfaces, attributes and types.

    ```mlir
    %1 = transform.structured.match ops{["linalg.matmul"]} attributes {first} in %0
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    ops: OptProp[StringArray]
    interface: OptProp[Annotated[MatchInterfaceEnum, I32]]
    op_attrs: OptProp[DictionaryAttr]
    filter_result_type: OptProp[Type]
    filter_operand_types: OptProp[TypeArray]
    results_: Result[Handle]
    assembly_format = (
        "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` "
        "$op_attrs^)? (`filter_result_type` `=` $filter_result_type^)? "
        "(`filter_operand_types` `=` $filter_operand_types^)? `in` $target attr-dict `:` "
        "functional-type($target, results)"
    )


class GeneralizeOp(Op, ReplacesAll, name="transform.structured.generalize"):
    """Generalizes named ops to linalg.generic.

    ```mlir
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = (
        '$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), "false")'
    )


class SpecializeOp(Op, ReplacesAll, name="transform.structured.specialize"):
    """Replaces linalg.generic by named ops.

    ```mlir
    %1 = transform.structured.specialize %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = (
        '$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), "false")'
    )


class InterchangeOp(Op, ReplacesAll, name="transform.structured.interchange"):
    """Permutes the loops of a structured op.

    ```mlir
    %1 = transform.structured.interchange %0 iterator_interchange = [1, 0]
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    iterator_interchange: OptProp[NonNegatives] = default(NO_INTEGERS)
    transformed: Result[Handle]
    assembly_format = (
        "$target (`iterator_interchange` `=` $iterator_interchange^)? attr-dict `:` "
        'custom<SemiFunctionType>(type($target), type($transformed), "false")'
    )

    def verify_op(self) -> Diagnostic | None:
        order = numbers(self.iterator_interchange)
        if not is_permutation(order):
            return self.error(
                f"expects iterator_interchange to be a permutation, found {listed(order)}"
            )
        return None


class DecomposeOp(Op, ReplacesAll, name="transform.structured.decompose"):
    """Turns convolutions with a dimension of size one into ones of fewer dimensions.

    ```mlir
    %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class DecomposeInterfaceOp(Op, ReplacesAll, name="transform.structured.decompose_interface"):
    """Decomposes ops that support it into simpler ones.

    ```mlir
    %1 = transform.structured.decompose_interface %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class FlattenElementwiseLinalgOp(Op, ReplacesAll, name="transform.structured.flatten_elementwise"):
    """Flattens elementwise ops to one dimension.

    ```mlir
    %1 = transform.structured.flatten_elementwise %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class TransposeConv2DOp(Op, ReplacesAll, name="transform.structured.transpose_conv2d"):
    """Transposes the filter of a convolution.

    ```mlir
    %1 = transform.structured.transpose_conv2d %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class TransposeMatmulOp(Op, ReplacesAll, name="transform.structured.transpose_matmul"):
    """Transposes a factor of a product.

    ```mlir
    %1 = transform.structured.transpose_matmul %0 <rhs> : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    inputToTranspose: Prop[Annotated[TransposeMatmulInput, I32]] = default(TransposeMatmulInput.lhs)
    transformed: Result[Handle]
    assembly_format = (
        "$target (`<` $inputToTranspose^ `>`)? attr-dict `:` functional-type($target, results)"
    )


class ConvertConv2DToImg2ColOp(
    Op, ReplacesAll, name="transform.structured.convert_conv2d_to_img2col"
):
    """Turns a convolution into a product, of patches of the image.

    ```mlir
    %1, %2 = transform.structured.convert_conv2d_to_img2col %0
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    img2col_tensor: Result[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class WinogradConv2DOp(Op, ReplacesAll, name="transform.structured.winograd_conv2d"):
    """Turns a convolution into one by Winograd's algorithm.

    ```mlir
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    fmr: Prop[Annotated[WinogradConv2DFmr, I32]]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class DecomposeWinogradOp(Op, ReplacesAll, name="transform.structured.decompose_winograd_op"):
    """Turns Winograd's transforms into products.

    ```mlir
    %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class ScalarizeOp(Op, ReplacesAll, name="transform.structured.scalarize"):
    """Tiles to single elements.

    ```mlir
    %1 = transform.structured.scalarize %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    result_: Result[Handle]
    assembly_format = (
        '$target attr-dict `:` custom<SemiFunctionType>(type($target), type($result), "false")'
    )


class ConvertToLoopsOp(Op, ReplacesAll, name="transform.structured.convert_to_loops"):
    """Turns an op into loops.

    ```mlir
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    result_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class ReplaceOp(
    Op,
    Replaces,
    name="transform.structured.replace",
    traits=(IsolatedFromAbove, NoTerminator, SingleBlock(), GraphRegion),
):
    """Replaces each op by a copy of the one in the body.

    ```mlir
    %1 = transform.structured.replace %0 {
      %new = tensor.empty() : tensor<4xf32>
    } : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    replacement: Result[Handle]
    bodyRegion: RegionField[OneBlock]
    assembly_format = (
        "$target attr-dict-with-keyword regions `:` "
        'custom<SemiFunctionType>(type($target), type($replacement), "false")'
    )

    def verify_op(self) -> Diagnostic | None:
        ops = list(self.bodyRegion.entry)
        if len(ops) != 1:
            return self.error("expected one operation in block")
        if ops[0].operands:
            return ops[0].error("expected replacement without operands")
        if ops[0].regions and not ops[0].has_trait(IsolatedFromAbove):
            return ops[0].error("expect op that is isolated from above")
        return None
