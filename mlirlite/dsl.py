"""For authors of dialects and passes: all that one file imports, beside the dialects that it uses.

from mlirlite.dsl import Dialect, Op, Operand, Result
from mlirlite.dialects import arith

docs/reference/api.md says what is promised. Inside the package, files import from where a name is
(`test_layers.py`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mlirlite.ir.affine import AffineExpr as AffineExpr
from mlirlite.ir.affine import AffineMap as AffineMap
from mlirlite.ir.affine import IntegerSet as IntegerSet
from mlirlite.ir.attribute import Attribute as Attribute
from mlirlite.ir.attribute import Type as Type
from mlirlite.ir.attributes import UNIT as UNIT
from mlirlite.ir.attributes import AffineMapAttr as AffineMapAttr
from mlirlite.ir.attributes import ArrayAttr as ArrayAttr
from mlirlite.ir.attributes import DenseArrayAttr as DenseArrayAttr
from mlirlite.ir.attributes import DictionaryAttr as DictionaryAttr
from mlirlite.ir.attributes import EnumAttr as EnumAttr
from mlirlite.ir.attributes import FloatAttr as FloatAttr
from mlirlite.ir.attributes import IntegerAttr as IntegerAttr
from mlirlite.ir.attributes import IntegerSetAttr as IntegerSetAttr
from mlirlite.ir.attributes import StringAttr as StringAttr
from mlirlite.ir.attributes import SymbolRefAttr as SymbolRefAttr
from mlirlite.ir.attributes import UnitAttr as UnitAttr
from mlirlite.ir.block import Block as Block
from mlirlite.ir.block import Region as Region
from mlirlite.ir.builder import Builder as Builder
from mlirlite.ir.builder import EntryArguments as EntryArguments
from mlirlite.ir.builder import build as build
from mlirlite.ir.constraints import SYMBOL_NAME as SYMBOL_NAME
from mlirlite.ir.constraints import AnyComplex as AnyComplex
from mlirlite.ir.constraints import AnyFloat as AnyFloat
from mlirlite.ir.constraints import AnyInteger as AnyInteger
from mlirlite.ir.constraints import AnyMemRef as AnyMemRef
from mlirlite.ir.constraints import AnyRankedOrUnrankedMemRef as AnyRankedOrUnrankedMemRef
from mlirlite.ir.constraints import AnyRankedTensor as AnyRankedTensor
from mlirlite.ir.constraints import AnyShaped as AnyShaped
from mlirlite.ir.constraints import AnyTensor as AnyTensor
from mlirlite.ir.constraints import AnyType as AnyType
from mlirlite.ir.constraints import AnyUnrankedMemRef as AnyUnrankedMemRef
from mlirlite.ir.constraints import AnyVector as AnyVector
from mlirlite.ir.constraints import Bool as Bool
from mlirlite.ir.constraints import BoolLike as BoolLike
from mlirlite.ir.constraints import Constraint as Constraint
from mlirlite.ir.constraints import FloatLike as FloatLike
from mlirlite.ir.constraints import Function as Function
from mlirlite.ir.constraints import Index as Index
from mlirlite.ir.constraints import Int8 as Int8
from mlirlite.ir.constraints import Int32 as Int32
from mlirlite.ir.constraints import Int64 as Int64
from mlirlite.ir.constraints import SignlessInteger as SignlessInteger
from mlirlite.ir.constraints import SignlessIntegerLike as SignlessIntegerLike
from mlirlite.ir.constraints import SignlessIntegerOrIndex as SignlessIntegerOrIndex
from mlirlite.ir.constraints import SignlessIntegerOrIndexLike as SignlessIntegerOrIndexLike
from mlirlite.ir.constraints import any_of as any_of
from mlirlite.ir.constraints import both as both
from mlirlite.ir.constraints import exactly as exactly
from mlirlite.ir.constraints import is_a as is_a
from mlirlite.ir.constraints import like as like
from mlirlite.ir.context import Context as Context
from mlirlite.ir.definition import Op as Op
from mlirlite.ir.dense import DenseElementsAttr as DenseElementsAttr
from mlirlite.ir.dense import ElementsAttr as ElementsAttr
from mlirlite.ir.dialect import Dialect as Dialect
from mlirlite.ir.dialect import DialectExtension as DialectExtension
from mlirlite.ir.fields import Operand as Operand
from mlirlite.ir.fields import OptOperand as OptOperand
from mlirlite.ir.fields import OptProp as OptProp
from mlirlite.ir.fields import OptResult as OptResult
from mlirlite.ir.fields import Prop as Prop
from mlirlite.ir.fields import RegionField as RegionField
from mlirlite.ir.fields import Result as Result
from mlirlite.ir.fields import Successor as Successor
from mlirlite.ir.fields import VarOperand as VarOperand
from mlirlite.ir.fields import VarRegion as VarRegion
from mlirlite.ir.fields import VarResult as VarResult
from mlirlite.ir.fields import VarSuccessor as VarSuccessor
from mlirlite.ir.from_python import to_attribute as to_attribute
from mlirlite.ir.from_python import to_type as to_type
from mlirlite.ir.interfaces import AllocationOp as AllocationOp
from mlirlite.ir.interfaces import AsmNames as AsmNames
from mlirlite.ir.interfaces import Box as Box
from mlirlite.ir.interfaces import BranchOp as BranchOp
from mlirlite.ir.interfaces import CallOp as CallOp
from mlirlite.ir.interfaces import ConditionallySpeculatable as ConditionallySpeculatable
from mlirlite.ir.interfaces import DestinationStyle as DestinationStyle
from mlirlite.ir.interfaces import Effect as Effect
from mlirlite.ir.interfaces import EffectKind as EffectKind
from mlirlite.ir.interfaces import FunctionLike as FunctionLike
from mlirlite.ir.interfaces import IndexExpression as IndexExpression
from mlirlite.ir.interfaces import InferShape as InferShape
from mlirlite.ir.interfaces import InlinableReturn as InlinableReturn
from mlirlite.ir.interfaces import InliningCall as InliningCall
from mlirlite.ir.interfaces import LoopLike as LoopLike
from mlirlite.ir.interfaces import MemoryEffects as MemoryEffects
from mlirlite.ir.interfaces import PromotableAllocation as PromotableAllocation
from mlirlite.ir.interfaces import RegionBranchOp as RegionBranchOp
from mlirlite.ir.interfaces import RegionBranchTerminator as RegionBranchTerminator
from mlirlite.ir.interfaces import SlotAccess as SlotAccess
from mlirlite.ir.interfaces import SlotUser as SlotUser
from mlirlite.ir.interfaces import SlotWatcher as SlotWatcher
from mlirlite.ir.interfaces import SubsetOp as SubsetOp
from mlirlite.ir.interfaces import SymbolUser as SymbolUser
from mlirlite.ir.interfaces import SymbolUserAttr as SymbolUserAttr
from mlirlite.ir.interfaces import effects_of as effects_of
from mlirlite.ir.interfaces import is_memory_effect_free as is_memory_effect_free
from mlirlite.ir.locations import UNKNOWN as UNKNOWN
from mlirlite.ir.locations import CallSiteLoc as CallSiteLoc
from mlirlite.ir.locations import FileLineColRange as FileLineColRange
from mlirlite.ir.locations import FusedLoc as FusedLoc
from mlirlite.ir.locations import Location as Location
from mlirlite.ir.locations import NameLoc as NameLoc
from mlirlite.ir.native_properties import array_property as array_property
from mlirlite.ir.native_properties import confined as confined
from mlirlite.ir.native_properties import enum_property as enum_property
from mlirlite.ir.native_properties import integer_property as integer_property
from mlirlite.ir.native_properties import optional_property as optional_property
from mlirlite.ir.operation import Operation as Operation
from mlirlite.ir.operators import operators as operators
from mlirlite.ir.region_constraints import AtMostOneBlock as AtMostOneBlock
from mlirlite.ir.region_constraints import OneBlock as OneBlock
from mlirlite.ir.region_constraints import RegionConstraint as RegionConstraint
from mlirlite.ir.symbol_table import SymbolTables as SymbolTables
from mlirlite.ir.traits import AffineScope as AffineScope
from mlirlite.ir.traits import AllTypesMatch as AllTypesMatch
from mlirlite.ir.traits import AlwaysSpeculatable as AlwaysSpeculatable
from mlirlite.ir.traits import AttrSizedOperandSegments as AttrSizedOperandSegments
from mlirlite.ir.traits import AttrSizedResultSegments as AttrSizedResultSegments
from mlirlite.ir.traits import AutomaticAllocationScope as AutomaticAllocationScope
from mlirlite.ir.traits import Commutative as Commutative
from mlirlite.ir.traits import ConstantLike as ConstantLike
from mlirlite.ir.traits import Elementwise as Elementwise
from mlirlite.ir.traits import GraphRegion as GraphRegion
from mlirlite.ir.traits import HasDataLayout as HasDataLayout
from mlirlite.ir.traits import HasParent as HasParent
from mlirlite.ir.traits import Idempotent as Idempotent
from mlirlite.ir.traits import InferredResult as InferredResult
from mlirlite.ir.traits import Involution as Involution
from mlirlite.ir.traits import IsolatedFromAbove as IsolatedFromAbove
from mlirlite.ir.traits import Marker as Marker
from mlirlite.ir.traits import NoMemoryEffect as NoMemoryEffect
from mlirlite.ir.traits import NoRegionArguments as NoRegionArguments
from mlirlite.ir.traits import NoTerminator as NoTerminator
from mlirlite.ir.traits import Predicate as Predicate
from mlirlite.ir.traits import Pure as Pure
from mlirlite.ir.traits import RecursivelySpeculatable as RecursivelySpeculatable
from mlirlite.ir.traits import RecursiveMemoryEffects as RecursiveMemoryEffects
from mlirlite.ir.traits import ReturnLike as ReturnLike
from mlirlite.ir.traits import SameOperandsAndResultElementType as SameOperandsAndResultElementType
from mlirlite.ir.traits import SameOperandsAndResultShape as SameOperandsAndResultShape
from mlirlite.ir.traits import SameOperandsAndResultType as SameOperandsAndResultType
from mlirlite.ir.traits import SameOperandsElementType as SameOperandsElementType
from mlirlite.ir.traits import SameOperandsShape as SameOperandsShape
from mlirlite.ir.traits import SameTypeOperands as SameTypeOperands
from mlirlite.ir.traits import SameVariadicOperandSize as SameVariadicOperandSize
from mlirlite.ir.traits import SameVariadicResultSize as SameVariadicResultSize
from mlirlite.ir.traits import SingleBlock as SingleBlock
from mlirlite.ir.traits import SingleBlockImplicitTerminator as SingleBlockImplicitTerminator
from mlirlite.ir.traits import Symbol as Symbol
from mlirlite.ir.traits import SymbolTable as SymbolTable
from mlirlite.ir.traits import Terminator as Terminator
from mlirlite.ir.traits import TypesMatch as TypesMatch
from mlirlite.ir.types import BF16 as BF16
from mlirlite.ir.types import DYNAMIC as DYNAMIC
from mlirlite.ir.types import F16 as F16
from mlirlite.ir.types import F32 as F32
from mlirlite.ir.types import F64 as F64
from mlirlite.ir.types import I1 as I1
from mlirlite.ir.types import I8 as I8
from mlirlite.ir.types import I16 as I16
from mlirlite.ir.types import I32 as I32
from mlirlite.ir.types import I64 as I64
from mlirlite.ir.types import INDEX as INDEX
from mlirlite.ir.types import NONE as NONE
from mlirlite.ir.types import BaseMemRefType as BaseMemRefType
from mlirlite.ir.types import ComplexType as ComplexType
from mlirlite.ir.types import FloatType as FloatType
from mlirlite.ir.types import FunctionType as FunctionType
from mlirlite.ir.types import IndexType as IndexType
from mlirlite.ir.types import IntegerType as IntegerType
from mlirlite.ir.types import MemRefType as MemRefType
from mlirlite.ir.types import NoneType as NoneType
from mlirlite.ir.types import RankedTensorType as RankedTensorType
from mlirlite.ir.types import ShapedType as ShapedType
from mlirlite.ir.types import Signedness as Signedness
from mlirlite.ir.types import TensorType as TensorType
from mlirlite.ir.types import TupleType as TupleType
from mlirlite.ir.types import UnrankedMemRefType as UnrankedMemRefType
from mlirlite.ir.types import UnrankedTensorType as UnrankedTensorType
from mlirlite.ir.types import VectorType as VectorType
from mlirlite.ir.types import element_type_of as element_type_of
from mlirlite.ir.values import BlockArgument as BlockArgument
from mlirlite.ir.values import OpResult as OpResult
from mlirlite.ir.values import Value as Value
from mlirlite.passes import PassState as PassState
from mlirlite.passes import compiler_pass as compiler_pass
from mlirlite.rewriting import OP as OP
from mlirlite.rewriting import UNUSED as UNUSED
from mlirlite.rewriting import Constant as Constant
from mlirlite.rewriting import ConversionRewriter as ConversionRewriter
from mlirlite.rewriting import Lowerings as Lowerings
from mlirlite.rewriting import Number as Number
from mlirlite.rewriting import Pattern as Pattern
from mlirlite.rewriting import PatternSet as PatternSet
from mlirlite.rewriting import Rewriter as Rewriter
from mlirlite.rewriting import Rule as Rule
from mlirlite.rewriting import Term as Term
from mlirlite.rewriting import TypeConverter as TypeConverter
from mlirlite.rewriting import Variable as Variable
from mlirlite.rewriting import apply_patterns_greedily as apply_patterns_greedily
from mlirlite.rewriting import canonicalization as canonicalization
from mlirlite.rewriting import canonicalizations as canonicalizations
from mlirlite.rewriting import computed as computed
from mlirlite.rewriting import constant_value as constant_value
from mlirlite.rewriting import constants as constants
from mlirlite.rewriting import convert_function as convert_function
from mlirlite.rewriting import fold_op as fold_op
from mlirlite.rewriting import folds as folds
from mlirlite.rewriting import pattern as pattern
from mlirlite.rewriting import rule as rule
from mlirlite.rewriting import terms as terms
from mlirlite.rewriting import variables as variables
from mlirlite.support.diagnostics import Diagnostic as Diagnostic
from mlirlite.support.diagnostics import DiagnosticError as DiagnosticError
from mlirlite.support.diagnostics import Severity as Severity
from mlirlite.support.diagnostics import error as error

if TYPE_CHECKING:
    from mlirlite.dialects._constraints import FlatSymbolRef as FlatSymbolRef
    from mlirlite.dialects._constraints import FunctionTypeAttr as FunctionTypeAttr
    from mlirlite.dialects._constraints import SymbolName as SymbolName
    from mlirlite.dialects._function import parse_function as parse_function
    from mlirlite.dialects._function import print_function as print_function
    from mlirlite.dialects._function import verify_function as verify_function
    from mlirlite.interp import Machine as Machine
    from mlirlite.interp import evaluate as evaluate
    from mlirlite.parser import Cursor as Cursor
    from mlirlite.parser import OpParser as OpParser
    from mlirlite.parser import OpState as OpState
    from mlirlite.parser import parse_attribute as parse_attribute
    from mlirlite.parser import parse_type as parse_type
    from mlirlite.printer import Printer as Printer
    from mlirlite.printer import print_op as print_op

_LATE = {
    "FlatSymbolRef": "mlirlite.dialects._constraints",
    "FunctionTypeAttr": "mlirlite.dialects._constraints",
    "SymbolName": "mlirlite.dialects._constraints",
    "parse_function": "mlirlite.dialects._function",
    "print_function": "mlirlite.dialects._function",
    "verify_function": "mlirlite.dialects._function",
    "Machine": "mlirlite.interp",
    "evaluate": "mlirlite.interp",
    "Cursor": "mlirlite.parser",
    "OpParser": "mlirlite.parser",
    "OpState": "mlirlite.parser",
    "parse_attribute": "mlirlite.parser",
    "parse_type": "mlirlite.parser",
    "Printer": "mlirlite.printer",
    "print_op": "mlirlite.printer",
}
"""Names whose modules load more than a dialect needs, with these modules."""


def __getattr__(name: str) -> Any:
    home = _LATE.get(name)
    if home is None:
        raise AttributeError(f"module 'mlirlite.dsl' has no attribute '{name}'")
    value = globals()[name] = getattr(importlib.import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATE])
