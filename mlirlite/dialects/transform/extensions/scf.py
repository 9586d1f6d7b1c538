"""Patterns on scf, and a choice of branches."""

from mlirlite.dialects.transform.interfaces import (
    ConversionPatternDescriptor,
    Modifies,
    PatternDescriptor,
)
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp


class ApplyForLoopCanonicalizationPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.scf.for_loop_canonicalization"
):
    """Patterns that use the bounds of loops to simplify their contents.

    ```mlir
    transform.apply_patterns.scf.for_loop_canonicalization
    ```
    """

    assembly_format = "attr-dict"


class ApplySCFStructuralConversionPatternsOp(
    Op,
    ConversionPatternDescriptor,
    name="transform.apply_conversion_patterns.scf.structural_conversions",
):
    """Patterns that convert the types of loops and conditionals.

    ```mlir
    transform.apply_conversion_patterns.scf.structural_conversions
    ```
    """

    assembly_format = "attr-dict"


class ApplySCFToControlFlowPatternsOp(
    Op,
    ConversionPatternDescriptor,
    name="transform.apply_conversion_patterns.scf.scf_to_control_flow",
):
    """Patterns that convert scf to branches.

    ```mlir
    transform.apply_conversion_patterns.scf.scf_to_control_flow
    ```
    """

    assembly_format = "attr-dict"


class TakeAssumedBranchOp(Op, Modifies, name="transform.scf.take_assumed_branch"):
    """Replaces scf.if by one of its branches.

    ```mlir
    transform.scf.take_assumed_branch %0 take_else_branch : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    take_else_branch: OptProp[UnitAttr]
    assembly_format = (
        "$target (`take_else_branch` $take_else_branch^)? attr-dict `:` "
        "functional-type(operands, results)"
    )
