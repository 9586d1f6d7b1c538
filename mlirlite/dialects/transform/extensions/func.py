"""transform ops on functions."""

from mlirlite.dialects._constraints import I32Array
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    ConversionPatternDescriptor,
    Modifies,
    Replaces,
    TypeConverterBuilder,
)
from mlirlite.dialects.transform.types import Handle, Values
from mlirlite.ir.attributes import SymbolRefAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, RegionField, Result
from mlirlite.ir.region_constraints import AtMostOneBlock
from mlirlite.ir.traits import AttrSizedOperandSegments, GraphRegion, NoTerminator, SingleBlock
from mlirlite.support.diagnostics import Diagnostic


class ReplaceFuncSignatureOp(Op, Replaces, name="transform.func.replace_func_signature"):
    """Reorders arguments and results of a function, and of its calls if requested.

    ```mlir
    %1, %2 = transform.func.replace_func_signature @f args_interchange = [1, 0]
        results_interchange = [] at %0
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    module: Operand[Handle]
    function_name: Prop[SymbolRefAttr]
    args_interchange: Prop[I32Array]
    results_interchange: Prop[I32Array]
    adjust_func_calls: OptProp[UnitAttr]
    transformed_module: Result[Handle]
    transformed_function: Result[Handle]
    assembly_format = (
        "$function_name `args_interchange` `=` $args_interchange `results_interchange` `=` "
        "$results_interchange `at` $module attr-dict `:` functional-type(operands, results)"
    )


class DeduplicateFuncArgsOp(Op, Replaces, name="transform.func.deduplicate_func_args"):
    """Removes arguments of a function that are the same value in every call.

    ```mlir
    %1, %2 = transform.func.deduplicate_func_args @f at %0
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    module: Operand[Handle]
    function_name: Prop[SymbolRefAttr]
    transformed_module: Result[Handle]
    transformed_function: Result[Handle]
    assembly_format = "$function_name `at` $module attr-dict `:` functional-type(operands, results)"


class ApplyFuncToLLVMConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.func.func_to_llvm"
):
    """Patterns that convert func to the llvm dialect.

    ```mlir
    transform.apply_conversion_patterns.func.func_to_llvm
    ```
    """

    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class CastAndCallOp(
    Op,
    Modifies,
    name="transform.func.cast_and_call",
    traits=(AttrSizedOperandSegments, NoTerminator, SingleBlock(), GraphRegion),
):
    """Replaces the ops between values by a call of a function, with casts where types differ.

    ```mlir
    %3 = transform.func.cast_and_call @f(%0) -> %1 after %2
        : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    ```
    """

    insertion_point: Operand[Handle]
    insert_after: OptProp[UnitAttr]
    inputs: OptOperand[Values]
    outputs: OptOperand[Values]
    function_name: OptProp[SymbolRefAttr]
    function: OptOperand[Handle]
    result_: Result[Handle]
    conversions: RegionField[AtMostOneBlock]
    assembly_format = (
        "($function_name^)? ($function^)? ( `(` $inputs^ `)` )? ( `->` $outputs^ )? "
        "(`after` $insert_after^):(`before`)? $insertion_point ($conversions^)? attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        for op in self.conversions.first or ():
            if not isinstance(op, TypeConverterBuilder):
                message = "expected children ops to implement TypeConverterBuilderOpInterface"
                return self.error(message).note("op without interface", op.where)
        if self.function is None and self.function_name is None:
            return self.error("expected a function handle or name to call")
        if self.function is not None and self.function_name is not None:
            return self.error("function handle and name are mutually exclusive")
        return None
