"""Ops with folds, canonical forms and ranges of numbers."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.arith import ConstantOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, i32_attr
from mlirlite.ir.constraints import AnyType, Constraint, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField, Result, VarOperand, VarResult
from mlirlite.ir.traits import AllTypesMatch, Commutative, ConstantLike, NoMemoryEffect
from mlirlite.rewriting import Rewriter, canonicalization

Number = Annotated[
    IntegerAttr,
    Constraint("arbitrary integer attribute", lambda a: isinstance(a, IntegerAttr)),
]

# Folds and canonical forms


class TestConstantOp(Op, name="test.constant", traits=(ConstantLike, NoMemoryEffect)):
    """A constant of any type."""

    value: Prop[Attribute]
    result: Result[AnyType]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class CommutativeOp(Op, name="test.op_commutative", traits=(Commutative,)):
    """Constants go to the end."""

    op1: Operand[Int32]
    op2: Operand[Int32]
    op3: Operand[Int32]
    op4: Operand[Int32]
    result: Result[Int32]


class VariadicFoldOp(Op, name="test.op_with_variadic_results_and_folder"):
    """Its operands are its results."""

    args: VarOperand[Int32]
    results_: VarResult[Int32]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return list(self.operands)


class RegionFoldOp(Op, name="test.op_with_region_fold"):
    """Its operand is its result, whatever the region does."""

    operand: Operand[AnyType]
    result: Result[AnyType]
    region: RegionField

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.operand


class FreeRegionOp(Op, name="test.op_with_region_fold_no_side_effect", traits=(NoMemoryEffect,)):
    """It has no effect, whatever the region does."""

    region: RegionField


class RegionPatternOp(Op, name="test.op_with_region_pattern"):
    """A pattern erases it."""

    region: RegionField


@canonicalization
def erase_region(op: RegionPatternOp, rw: Rewriter) -> bool | None:
    """op_with_region_pattern { … } --> nothing"""
    rw.erase(op)
    return True


class CanonicalizableOp(Op, name="test.dialect_canonicalizable"):
    """Canonically 42."""

    result: Result[Int32]


@canonicalization
def canonical_constant(op: CanonicalizableOp, rw: Rewriter) -> bool | None:
    """dialect_canonicalizable --> 42"""
    rw.replace(op, ConstantOp(i32_attr(42)))
    return True


# Ranges


class WithBoundsOp(Op, name="test.with_bounds", traits=(NoMemoryEffect,)):
    """A number in a range."""

    umin: Prop[Number]
    umax: Prop[Number]
    smin: Prop[Number]
    smax: Prop[Number]
    fakeVal: Result[AnyType]
    assembly_format = "attr-dict `:` type($fakeVal)"


class ReflectBoundsOp(Op, name="test.reflect_bounds", traits=(AllTypesMatch("value", "result"),)):
    """Shows the range of a number."""

    value: Operand[AnyType]
    umin: OptProp[Number]
    umax: OptProp[Number]
    smin: OptProp[Number]
    smax: OptProp[Number]
    result: Result[AnyType]
    assembly_format = "attr-dict $value `:` type($result)"
