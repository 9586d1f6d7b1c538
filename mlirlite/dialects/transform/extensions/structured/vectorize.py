"""transform.structured: vectors."""

from mlirlite.dialects._constraints import BoolArray, I64Array
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import NO_FLAGS, NO_INTEGERS, default, numbers
from mlirlite.dialects.transform.interfaces import Replaces, ReplacesAll
from mlirlite.dialects.transform.types import Handle, HandleOrParam
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Result, VarOperand
from mlirlite.support.diagnostics import Diagnostic


class VectorizeOp(Op, Replaces, name="transform.structured.vectorize"):
    """Vectorizes an op with these sizes.

    ```mlir
    transform.structured.vectorize %0 vector_sizes [4, [8]] {vectorize_nd_extract}
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    vector_sizes: VarOperand[HandleOrParam]
    static_vector_sizes: OptProp[I64Array] = default(NO_INTEGERS)
    vectorize_nd_extract: OptProp[UnitAttr]
    assume_dynamic_dims_match_vec_sizes: OptProp[UnitAttr]
    create_named_contraction: OptProp[UnitAttr]
    scalable_sizes: OptProp[BoolArray] = default(NO_FLAGS)
    assembly_format = (
        "$target oilist( `vector_sizes` custom<ScalableDynamicIndexList>($vector_sizes, "
        "$static_vector_sizes, $scalable_sizes)) attr-dict `:` "
        "type($target)(`,`type($vector_sizes)^)?"
    )

    def verify_op(self) -> Diagnostic | None:
        sizes, flags = len(numbers(self.static_vector_sizes)), len(numbers(self.scalable_sizes))
        if sizes != flags:
            return self.error(
                f"expected same number of vector sizes ({sizes}) and scalable sizes ({flags})"
            )
        return None


class VectorizeChildrenAndApplyPatternsOp(
    Op, ReplacesAll, name="transform.structured.vectorize_children_and_apply_patterns"
):
    """Vectorizes all ops inside the target, and cleans up.

    ```mlir
    %1 = transform.structured.vectorize_children_and_apply_patterns %0 {vectorize_padding}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    fold_type_extensions_into_contract: OptProp[UnitAttr]
    vectorize_padding: OptProp[UnitAttr]
    vectorize_nd_extract: OptProp[UnitAttr]
    flatten_1d_depthwise_conv: OptProp[UnitAttr]
    disable_multi_reduction_to_contract_patterns: OptProp[UnitAttr]
    disable_transfer_permutation_map_lowering_patterns: OptProp[UnitAttr]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:`functional-type(operands, results)"


class HoistRedundantVectorTransfersOp(
    Op, ReplacesAll, name="transform.structured.hoist_redundant_vector_transfers"
):
    """Moves transfers of vectors out of loops.

    ```mlir
    %1 = transform.structured.hoist_redundant_vector_transfers %0 {verify_non_zero_trip}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    verify_non_zero_trip: OptProp[UnitAttr]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class HoistRedundantVectorBroadcastsOp(
    Op, ReplacesAll, name="transform.structured.hoist_redundant_vector_broadcasts"
):
    """Moves broadcasts of vectors out of loops.

    ```mlir
    %1 = transform.structured.hoist_redundant_vector_broadcasts %0
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"
