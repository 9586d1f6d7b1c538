"""transform ops on xegpu."""

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import NO_INTEGERS, default
from mlirlite.dialects.transform.interfaces import Modifies, Reads, Replaces
from mlirlite.dialects.transform.types import Handle, HandleOrParam, Values
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Result, VarOperand
from mlirlite.ir.traits import AttrSizedOperandSegments


class SetOpLayoutAttrOp(
    Op, Modifies, name="transform.xegpu.set_op_layout_attr", traits=(AttrSizedOperandSegments,)
):
    """Sets the layout of an operand or result over the subgroups.

    ```mlir
    transform.xegpu.set_op_layout_attr %0 index = 1 sg_layout = [8, 4] sg_data = [32, 64]
        inst_data = [8, 16]
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    index: OptProp[int] = default(0)
    sg_layout: VarOperand[HandleOrParam]
    sg_data: VarOperand[HandleOrParam]
    inst_data: VarOperand[HandleOrParam]
    static_sg_layout: OptProp[I64Array] = default(NO_INTEGERS)
    static_sg_data: OptProp[I64Array] = default(NO_INTEGERS)
    static_inst_data: OptProp[I64Array] = default(NO_INTEGERS)
    slice_dims: OptProp[I64Array] = default(NO_INTEGERS)
    result_: OptProp[UnitAttr]
    assembly_format = (
        "$target (`result` $result^)? (`index` `=` $index^)? `sg_layout` `=` "
        "custom<DynamicIndexList>($sg_layout, $static_sg_layout) `sg_data` `=` "
        "custom<DynamicIndexList>($sg_data, $static_sg_data) (`inst_data` `=` "
        "custom<DynamicIndexList>($inst_data, $static_inst_data)^)? (`slice_dims` `=` "
        "$slice_dims^)? attr-dict `:` qualified(type(operands))"
    )


class SetGPULaunchThreadsOp(Op, Modifies, name="transform.xegpu.set_gpu_launch_threads"):
    """Sets the number of threads of a launch.

    ```mlir
    transform.xegpu.set_gpu_launch_threads %0 threads = [8, 4, 1] : !transform.any_op
    ```
    """

    target: Operand[Handle]
    threads: VarOperand[HandleOrParam]
    static_threads: OptProp[I64Array] = default(NO_INTEGERS)
    assembly_format = (
        "$target `threads` `=` custom<DynamicIndexList>($threads, $static_threads) "
        "attr-dict `:` qualified(type(operands))"
    )


class GetDescOp(Op, Reads, name="transform.xegpu.get_desc_op"):
    """The op that made the descriptor of a value.

    ```mlir
    %1 = transform.xegpu.get_desc_op %0 : (!transform.any_value) -> !transform.any_op
    ```
    """

    target: Operand[Values]
    descHandle: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class InsertPrefetchOp(Op, Modifies, name="transform.xegpu.insert_prefetch"):
    """Prefetches this many iterations ahead.

    ```mlir
    %1 = transform.xegpu.insert_prefetch %0 nb_prefetch = 1
        : (!transform.any_value) -> !transform.any_op
    ```
    """

    target: Operand[Values]
    dynamic_nb_prefetch: OptOperand[HandleOrParam]
    static_nb_prefetch: OptProp[int] = default(1)
    desc_op: Result[Handle]
    assembly_format = (
        "$target `nb_prefetch` `=` ($dynamic_nb_prefetch^):($static_nb_prefetch)? "
        "attr-dict `:` functional-type(operands, results)"
    )


class ConvertLayoutOp(
    Op, Modifies, name="transform.xegpu.convert_layout", traits=(AttrSizedOperandSegments,)
):
    """Converts a value from one layout to another.

    ```mlir
    %1 = transform.xegpu.convert_layout %0 input_sg_layout = [6, 4] input_sg_data = [32, 16]
        input_inst_data = [32, 16] target_sg_layout = [6, 4] target_sg_data = [8, 16]
        target_inst_data = [8, 16]
        : (!transform.any_value) -> !transform.any_op
    ```
    """

    target: Operand[Values]
    input_sg_layout: VarOperand[HandleOrParam]
    input_sg_data: VarOperand[HandleOrParam]
    input_inst_data: VarOperand[HandleOrParam]
    target_sg_layout: VarOperand[HandleOrParam]
    target_sg_data: VarOperand[HandleOrParam]
    target_inst_data: VarOperand[HandleOrParam]
    static_input_sg_layout: OptProp[I64Array] = default(NO_INTEGERS)
    static_input_sg_data: OptProp[I64Array] = default(NO_INTEGERS)
    static_input_inst_data: OptProp[I64Array] = default(NO_INTEGERS)
    static_target_sg_layout: OptProp[I64Array] = default(NO_INTEGERS)
    static_target_sg_data: OptProp[I64Array] = default(NO_INTEGERS)
    static_target_inst_data: OptProp[I64Array] = default(NO_INTEGERS)
    newConvertOp: Result[Handle]
    assembly_format = (
        "$target `input_sg_layout` `=` custom<DynamicIndexList>($input_sg_layout, "
        "$static_input_sg_layout) `input_sg_data` `=` "
        "custom<DynamicIndexList>($input_sg_data, $static_input_sg_data) "
        "(`input_inst_data` `=` custom<DynamicIndexList>($input_inst_data, "
        "$static_input_inst_data)^)? `target_sg_layout` `=` "
        "custom<DynamicIndexList>($target_sg_layout, $static_target_sg_layout) "
        "`target_sg_data` `=` custom<DynamicIndexList>($target_sg_data, "
        "$static_target_sg_data) (`target_inst_data` `=` "
        "custom<DynamicIndexList>($target_inst_data, $static_target_inst_data)^)? "
        "attr-dict `:` functional-type(operands, results)"
    )


class SetDescLayoutOp(
    Op, Replaces, name="transform.xegpu.set_desc_layout", traits=(AttrSizedOperandSegments,)
):
    """Sets the layout of a descriptor over the subgroups.

    ```mlir
    %1 = transform.xegpu.set_desc_layout %0 sg_layout = [8, 4] sg_data = [32, 64]
        inst_data = [8, 16]
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    sg_layout: VarOperand[HandleOrParam]
    sg_data: VarOperand[HandleOrParam]
    inst_data: VarOperand[HandleOrParam]
    static_sg_layout: OptProp[I64Array] = default(NO_INTEGERS)
    static_sg_data: OptProp[I64Array] = default(NO_INTEGERS)
    static_inst_data: OptProp[I64Array] = default(NO_INTEGERS)
    slice_dims: OptProp[I64Array] = default(NO_INTEGERS)
    transformed: Result[Handle]
    assembly_format = (
        "$target `sg_layout` `=` custom<DynamicIndexList>($sg_layout, $static_sg_layout) "
        "`sg_data` `=` custom<DynamicIndexList>($sg_data, $static_sg_data) (`inst_data` "
        "`=` custom<DynamicIndexList>($inst_data, $static_inst_data)^)? (`slice_dims` `=` "
        "$slice_dims^)? attr-dict `:` functional-type(operands, results)"
    )
