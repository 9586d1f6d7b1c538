"""Ops that change the payload as passes do."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects._constraints import StringArray
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.enums import ParamOperandAttr
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    ConversionPatternDescriptor,
    Matcher,
    Modifies,
    PatternDescriptor,
    Reads,
    Replaces,
    TransformOp,
    TypeConverterBuilder,
)
from mlirlite.dialects.transform.types import Handle, Param
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import EMPTY_DICT, ArrayAttr, DictionaryAttr, UnitAttr
from mlirlite.ir.block import Region
from mlirlite.ir.context import builtin_dialect_names
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarRegion,
)
from mlirlite.ir.interfaces import Effect, EffectKind
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import AtMostOneBlock
from mlirlite.ir.traits import GraphRegion, NoTerminator, SingleBlock
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

_TO_LLVM = frozenset(
    [
        "arith",
        "cf",
        "complex",
        "func",
        "index",
        "math",
        "memref",
        "mpi",
        "nvvm",
        "omp",
        "ptr",
        "ub",
        "vector",
        "xevm",
    ]
)
"""Dialects for which upstream has conversions to the llvm dialect."""


def _check_children(
    op: Operation, region: Region, kind: type[Any], children: str, interface: str
) -> Diagnostic | None:
    """The error of a region whose ops must be of a kind."""
    for child in region.first or ():
        if not isinstance(child, kind):
            found = op.error(f"expected {children} to implement {interface}")
            return found.note("op without interface", child.where)
    return None


def _values(value: Attribute) -> Iterator[Attribute]:
    """The content of the options of a pass."""
    if isinstance(value, DictionaryAttr):
        for _, entry in value.entries:
            yield from _values(entry)
    elif isinstance(value, ArrayAttr):
        for entry in value:
            yield from _values(entry)
    else:
        yield value


class AnnotateOp(Op, Modifies, name="transform.annotate"):
    """Gives the ops an attribute: a parameter, or a unit.

    ```mlir
    transform.annotate %0 "seen" = %1 : !transform.any_op, !transform.param<i64>
    ```
    """

    target: Operand[Handle]
    name_: Prop[str]
    param: OptOperand[Param]
    assembly_format = "$target $name attr-dict (`=` $param^)?`:` type($target) (`,` type($param)^)?"


class ApplyCommonSubexpressionEliminationOp(Op, Modifies, name="transform.apply_cse"):
    """Removes common subexpressions inside the ops.

    ```mlir
    transform.apply_cse to %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "`to` $target attr-dict `:` type($target)"


class ApplyDeadCodeEliminationOp(Op, Modifies, name="transform.apply_dce"):
    """Removes dead code inside the ops.

    ```mlir
    transform.apply_dce to %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "`to` $target attr-dict `:` type($target)"


class ApplyLoopInvariantCodeMotionOp(Op, Modifies, name="transform.apply_licm"):
    """Moves invariant code out of the loops.

    ```mlir
    transform.apply_licm to %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "`to` $target attr-dict `:` type($target)"


class ApplyPatternsOp(
    Op, Modifies, name="transform.apply_patterns", traits=(NoTerminator, SingleBlock(), GraphRegion)
):
    """Applies patterns inside the ops until none matches.

    ```mlir
    transform.apply_patterns to %0 { transform.apply_patterns.canonicalization }
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    apply_cse: OptProp[UnitAttr]
    max_iterations: Prop[int] = default(-1)
    max_num_rewrites: Prop[int] = default(-1)
    patterns: RegionField[AtMostOneBlock]
    assembly_format = "`to` $target $patterns attr-dict `:` type($target)"

    def verify_op(self) -> Diagnostic | None:
        return _check_children(
            self, self.patterns, PatternDescriptor, "children ops", "PatternDescriptorOpInterface"
        )


class ApplyConversionPatternsOp(
    Op,
    Replaces,
    name="transform.apply_conversion_patterns",
    traits=(NoTerminator, SingleBlock(), GraphRegion),
):
    """Converts the contents of the ops by these patterns, until only legal ops are left.

    ```mlir
    transform.apply_conversion_patterns to %0
        { transform.apply_conversion_patterns.dialect_to_llvm "math" } {legal_dialects = ["llvm"]}
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    legal_ops: OptProp[StringArray]
    illegal_ops: OptProp[StringArray]
    legal_dialects: OptProp[StringArray]
    illegal_dialects: OptProp[StringArray]
    partial_conversion: OptProp[UnitAttr]
    preserve_handles: OptProp[UnitAttr]
    patterns: RegionField[AtMostOneBlock]
    default_type_converter_region: VarRegion[AtMostOneBlock]
    assembly_format = (
        "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? "
        "attr-dict `:` type($target)"
    )

    def consumed(self) -> Sequence[Value]:
        return () if self.preserve_handles else self.operands[:1]

    def verify_op(self) -> Diagnostic | None:
        found = _check_children(
            self,
            self.patterns,
            ConversionPatternDescriptor,
            "pattern children ops",
            "ConversionPatternDescriptorOpInterface",
        )
        if found is not None or len(self.regions) == 1:
            return found
        if len(self.regions) != 2:
            return self.error("expected 1 or 2 regions")
        converters = list(self.regions[1].entry)
        if len(converters) != 1:
            return self.error("expected exactly one op in default type converter region")
        converter: Any = converters[0]
        if not isinstance(converter, TypeConverterBuilder):
            message = "expected default converter child op to implement"
            found = self.error(f"{message} TypeConverterBuilderOpInterface")
            return found.note("op without interface", converter.where)
        for op in self.patterns.first or ():
            wanted = getattr(op, "type_converter", "")
            if wanted and wanted != converter.type_converter:
                return op.error(f"expected {wanted}")
        return None


class ApplyToLLVMConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.dialect_to_llvm"
):
    """Patterns that convert a dialect's ops to the llvm dialect.

    ```mlir
    transform.apply_conversion_patterns.dialect_to_llvm "math"
    ```
    """

    dialect_name_: Prop[str]
    assembly_format = "$dialect_name attr-dict"
    type_converter = LLVM_TYPES

    def verify_op(self) -> Diagnostic | None:
        name = self.dialect_name_
        if name in _TO_LLVM:
            return None
        if name not in builtin_dialect_names():
            return self.error(f"unknown dialect or dialect not loaded: {name}")
        return self.error(
            "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: "
            f"{name}"
        )


class ApplyCanonicalizationPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.canonicalization"
):
    """The canonicalization patterns of all dialects.

    ```mlir
    transform.apply_patterns.canonicalization
    ```
    """

    assembly_format = "attr-dict"


class ApplyRegisteredPassOp(Op, Replaces, name="transform.apply_registered_pass"):
    """Runs a pass on the ops; options may be parameters.

    ```mlir
    %1 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = 3} to
        %0
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    pass_name: Prop[str]
    options: Prop[DictionaryAttr] = default(EMPTY_DICT)
    dynamic_options: VarOperand[Param]
    result_: Result[Handle]
    assembly_format = (
        "$pass_name (`with` `options` `=` custom<ApplyRegisteredPassOptions>($options, "
        "$dynamic_options)^)? `to` $target attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        count = len(self.dynamic_options)
        seen: set[int] = set()
        for value in _values(self.options):
            if not isinstance(value, ParamOperandAttr):
                continue
            index = value.index.value
            if not 0 <= index < count:
                return self.error(
                    f"dynamic option index {index} is out of bounds for the number of dynamic "
                    f"options: {count}"
                )
            if index in seen:
                return self.error(f"dynamic option index {index} is already used in options")
            seen.add(index)
        if len(seen) != count:
            return self.error(
                "a param operand does not have a corresponding param_operand attr in the options "
                "dict"
            )
        return None


class PrintOp(Op, Reads, Matcher, name="transform.print"):
    """Prints the ops, or the whole payload.

    ```mlir
    transform.print %0 {name = "after tiling"} : !transform.any_op
    ```
    """

    target: OptOperand[Handle]
    name_: OptProp[str]
    assume_verified: OptProp[UnitAttr]
    use_local_scope: OptProp[UnitAttr]
    skip_regions: OptProp[UnitAttr]
    assembly_format = "$target attr-dict (`:` type($target)^)?"

    def effects(self) -> Sequence[Effect]:
        return (*super().effects(), Effect(EffectKind.WRITE))


class VerifyOp(Op, TransformOp, name="transform.verify"):
    """Fails unless the ops are valid.

    ```mlir
    transform.verify %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"
