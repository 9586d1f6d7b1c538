"""Ops with one trait each, for the verifier's errors about operands, results and regions."""

from typing import Annotated

from mlirlite.dialects._constraints import SymbolName
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyShaped, AnyType, Int32, is_a
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
    VarResult,
)
from mlirlite.ir.native_properties import unit_property
from mlirlite.ir.region_constraints import OneBlock, blocks
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    Elementwise,
    GraphRegion,
    HasDataLayout,
    HasParent,
    IsolatedFromAbove,
    NoMemoryEffect,
    NoTerminator,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    SameOperandsElementType,
    SameOperandsShape,
    SameVariadicOperandSize,
    SameVariadicResultSize,
    SingleBlockImplicitTerminator,
    Symbol,
    SymbolTable,
    Terminator,
)
from mlirlite.ir.types import TensorType

Tensor = Annotated[TensorType, is_a(TensorType, summary="tensor of any type values")]


# Types


class SameOperandElementTypeOp(
    Op, name="test.same_operand_element_type", traits=(SameOperandsElementType,)
):
    """Operands of one element type."""

    a: Operand[AnyType]
    b: Operand[AnyType]
    result: Result[AnyType]


class SameOperandAndResultElementTypeOp(
    Op,
    name="test.same_operand_and_result_element_type",
    traits=(SameOperandsAndResultElementType,),
):
    """Operands and results of one element type."""

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]


class SameOperandShapeOp(Op, name="test.same_operand_shape", traits=(SameOperandsShape,)):
    """Operands of one shape."""

    inputs: VarOperand[AnyShaped]


class SameOperandAndResultShapeOp(
    Op, name="test.same_operand_and_result_shape", traits=(SameOperandsAndResultShape,)
):
    """Operands and results of one shape."""

    inputs: VarOperand[AnyShaped]
    outputs: VarResult[AnyShaped]


class SameOperandAndResultTypeOp(
    Op, name="test.same_operand_and_result_type", traits=(SameOperandsAndResultType,)
):
    """Operands and results of one type."""

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]


class ElementwiseMappableOp(Op, name="test.elementwise_mappable", traits=(Elementwise,)):
    """Works on each element."""

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]


class MixedOperandOp(
    Op, name="test.mixed_normal_variadic_operand", traits=(SameVariadicOperandSize(),)
):
    """One operand between two groups of the same length."""

    input1: VarOperand[Tensor]
    input2: Operand[Tensor]
    input3: VarOperand[Tensor]


class MixedResultOp(
    Op, name="test.mixed_normal_variadic_result", traits=(SameVariadicResultSize(),)
):
    """One result between two groups of the same length."""

    output1: VarResult[Tensor]
    output2: Result[Tensor]
    output3: VarResult[Tensor]


class AttrSizedOperandsOp(Op, name="test.attr_sized_operands", traits=(AttrSizedOperandSegments,)):
    """Groups of operands whose lengths are stored."""

    a: VarOperand[Int32]
    b: VarOperand[Int32]
    c: Operand[Int32]
    d: VarOperand[Int32]


class AttrSizedResultsOp(Op, name="test.attr_sized_results", traits=(AttrSizedResultSegments,)):
    """Groups of results whose lengths are stored."""

    a: VarResult[Int32]
    b: VarResult[Int32]
    c: Result[Int32]
    d: VarResult[Int32]


# Parents and regions


class ChildOp(Op, name="test.child", traits=(HasParent("test.parent"),)):
    """Must be inside test.parent."""


class ParentOp(Op, name="test.parent"):
    """The parent of test.child."""

    region: RegionField


class ChildOfOneOp(
    Op, name="test.child_with_parent_one_of", traits=(HasParent("test.parent", "test.parent1"),)
):
    """Must be inside one of two ops."""


class OtherParentOp(Op, name="test.parent1"):
    """The other parent of test.child_with_parent_one_of."""

    region: RegionField


class FinishOp(Op, name="test.finish", traits=(Terminator,)):
    """Ends a block."""


class ImplicitTerminatorOp(
    Op,
    name="test.SingleBlockImplicitTerminator",
    traits=(SingleBlockImplicitTerminator("test.finish"),),
):
    """One block that ends in test.finish."""

    region: RegionField[OneBlock]


class SizedRegionOp(Op, name="test.sized_region_op"):
    """Two blocks in one region, one in the other."""

    my_region: RegionField[Annotated[Region, blocks(2)]]
    _: RegionField[OneBlock]


class VariadicNoTerminatorOp(
    Op, name="test.variadic_no_terminator_op", traits=(GraphRegion, NoTerminator)
):
    """Regions of one block each, without order."""

    my_regions: VarRegion[OneBlock]


class OrderedRegionOp(Op, name="test.ssacfg_region"):
    """Regions with an order, which a region without one does not change."""

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]
    regions_: VarRegion


# Data layouts


class DataLayoutOp(Op, name="test.op_with_data_layout", traits=(HasDataLayout, IsolatedFromAbove)):
    """May state a data layout."""

    regions_: VarRegion


class PlainType(Type, name="test.test_type"):
    """A type without a data layout."""


# Symbols


class SymbolOp(Op, name="test.symbol", traits=(NoMemoryEffect, Symbol)):
    """Defines a symbol."""

    sym_name: Prop[SymbolName]
    sym_visibility: OptProp[str]


class SymbolScopeOp(
    Op, name="test.symbol_scope", traits=(SymbolTable, SingleBlockImplicitTerminator("test.finish"))
):
    """Where symbols are looked up."""

    region: RegionField[OneBlock]


# Clauses in any order

_THREE = "oilist( `keyword` {} | `otherKeyword` {} | `thirdKeyword` {}) attr-dict"


class KeywordsOp(Op, name="test.oilist_with_keywords_only"):
    """Words that are there or not."""

    keyword: OptProp[UnitAttr]
    otherKeyword: OptProp[UnitAttr]
    diffNameUnitAttrKeyword: OptProp[UnitAttr]
    assembly_format = _THREE.format("$keyword", "$otherKeyword", "$diffNameUnitAttrKeyword")


class KeywordPropertiesOp(Op, name="test.oilist_with_keywords_only_properties"):
    """Words that are there or not."""

    keyword: Prop[Annotated[UnitAttr, unit_property()]]
    otherKeyword: Prop[Annotated[UnitAttr, unit_property()]]
    diffNameUnitPropKeyword: Prop[Annotated[UnitAttr, unit_property()]]
    assembly_format = _THREE.format("$keyword", "$otherKeyword", "$diffNameUnitPropKeyword")


class SimpleClausesOp(Op, name="test.oilist_with_simple_args", traits=(AttrSizedOperandSegments,)):
    """An operand for each clause."""

    arg0: OptOperand[AnyType]
    arg1: OptOperand[AnyType]
    arg2: OptOperand[AnyType]
    assembly_format = _THREE.format(*(f"$arg{i} `:` type($arg{i})" for i in range(3)))


class VariadicClausesOp(
    Op, name="test.oilist_variadic_with_parens", traits=(AttrSizedOperandSegments,)
):
    """Operands for each clause."""

    arg0: VarOperand[AnyType]
    arg1: VarOperand[AnyType]
    arg2: VarOperand[AnyType]
    assembly_format = _THREE.format(*(f"`(` $arg{i} `:` type($arg{i}) `)`" for i in range(3)))
