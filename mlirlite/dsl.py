"""For authors of dialects and passes: all that a file needs to import, besides the dialects that it
uses.

from mlirlite.dsl import Dialect, Op, Operand, Result
from mlirlite.dialects import arith

docs/reference/api.md says what is promised. Inside the package, files import from where a name is
(`test_layers.py`).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mlirlite.ir.affine import (
    AffineExpr as AffineExpr,
    AffineMap as AffineMap,
    IntegerSet as IntegerSet,
)
from mlirlite.ir.attribute import Attribute as Attribute, Type as Type
from mlirlite.ir.attributes import (
    UNIT as UNIT,
    AffineMapAttr as AffineMapAttr,
    ArrayAttr as ArrayAttr,
    DenseArrayAttr as DenseArrayAttr,
    DictionaryAttr as DictionaryAttr,
    EnumAttr as EnumAttr,
    FloatAttr as FloatAttr,
    IntegerAttr as IntegerAttr,
    IntegerSetAttr as IntegerSetAttr,
    StringAttr as StringAttr,
    SymbolRefAttr as SymbolRefAttr,
    UnitAttr as UnitAttr,
)
from mlirlite.ir.block import Block as Block, Region as Region
from mlirlite.ir.builder import Builder as Builder, EntryArguments as EntryArguments, build as build
from mlirlite.ir.constraints import (
    SYMBOL_NAME as SYMBOL_NAME,
    AnyComplex as AnyComplex,
    AnyFloat as AnyFloat,
    AnyInteger as AnyInteger,
    AnyMemRef as AnyMemRef,
    AnyRankedOrUnrankedMemRef as AnyRankedOrUnrankedMemRef,
    AnyRankedTensor as AnyRankedTensor,
    AnyShaped as AnyShaped,
    AnyTensor as AnyTensor,
    AnyType as AnyType,
    AnyUnrankedMemRef as AnyUnrankedMemRef,
    AnyVector as AnyVector,
    Bool as Bool,
    BoolLike as BoolLike,
    Constraint as Constraint,
    Float16 as Float16,
    Float32 as Float32,
    Float64 as Float64,
    FloatLike as FloatLike,
    Function as Function,
    Index as Index,
    Int8 as Int8,
    Int32 as Int32,
    Int64 as Int64,
    SignlessInteger as SignlessInteger,
    SignlessIntegerLike as SignlessIntegerLike,
    SignlessIntegerOrIndex as SignlessIntegerOrIndex,
    SignlessIntegerOrIndexLike as SignlessIntegerOrIndexLike,
    any_of as any_of,
    both as both,
    exactly as exactly,
    is_a as is_a,
    like as like,
)
from mlirlite.ir.context import Context as Context
from mlirlite.ir.definition import Op as Op
from mlirlite.ir.dense import DenseElementsAttr as DenseElementsAttr, ElementsAttr as ElementsAttr
from mlirlite.ir.dialect import Dialect as Dialect, DialectExtension as DialectExtension
from mlirlite.ir.fields import (
    Operand as Operand,
    OptOperand as OptOperand,
    OptProp as OptProp,
    OptResult as OptResult,
    Prop as Prop,
    RegionField as RegionField,
    Result as Result,
    Successor as Successor,
    VarOperand as VarOperand,
    VarRegion as VarRegion,
    VarResult as VarResult,
    VarSuccessor as VarSuccessor,
)
from mlirlite.ir.from_python import to_attribute as to_attribute, to_type as to_type
from mlirlite.ir.interfaces import (
    AllocationOp as AllocationOp,
    AsmNames as AsmNames,
    Box as Box,
    BranchOp as BranchOp,
    CallOp as CallOp,
    ConditionallySpeculatable as ConditionallySpeculatable,
    DestinationStyle as DestinationStyle,
    Effect as Effect,
    EffectKind as EffectKind,
    FunctionLike as FunctionLike,
    IndexExpression as IndexExpression,
    InferShape as InferShape,
    InlinableReturn as InlinableReturn,
    InliningCall as InliningCall,
    LoopLike as LoopLike,
    MemoryEffects as MemoryEffects,
    PromotableAllocation as PromotableAllocation,
    RegionBranchOp as RegionBranchOp,
    RegionBranchTerminator as RegionBranchTerminator,
    SlotAccess as SlotAccess,
    SlotUser as SlotUser,
    SlotWatcher as SlotWatcher,
    SubsetOp as SubsetOp,
    SymbolUser as SymbolUser,
    SymbolUserAttr as SymbolUserAttr,
    effects_of as effects_of,
    is_memory_effect_free as is_memory_effect_free,
)
from mlirlite.ir.locations import (
    UNKNOWN as UNKNOWN,
    CallSiteLoc as CallSiteLoc,
    FileLineColRange as FileLineColRange,
    FusedLoc as FusedLoc,
    Location as Location,
    NameLoc as NameLoc,
)
from mlirlite.ir.native_properties import (
    array_property as array_property,
    confined as confined,
    enum_property as enum_property,
    integer_property as integer_property,
    optional_property as optional_property,
)
from mlirlite.ir.operation import Operation as Operation
from mlirlite.ir.operators import operators as operators
from mlirlite.ir.optable import OpTable as OpTable
from mlirlite.ir.region_constraints import (
    AtMostOneBlock as AtMostOneBlock,
    OneBlock as OneBlock,
    RegionConstraint as RegionConstraint,
)
from mlirlite.ir.symbol_table import SymbolTables as SymbolTables, symbol_uses as symbol_uses
from mlirlite.ir.traits import (
    AffineScope as AffineScope,
    AllTypesMatch as AllTypesMatch,
    AlwaysSpeculatable as AlwaysSpeculatable,
    AttrSizedOperandSegments as AttrSizedOperandSegments,
    AttrSizedResultSegments as AttrSizedResultSegments,
    AutomaticAllocationScope as AutomaticAllocationScope,
    Commutative as Commutative,
    ConstantLike as ConstantLike,
    Elementwise as Elementwise,
    GraphRegion as GraphRegion,
    HasDataLayout as HasDataLayout,
    HasParent as HasParent,
    Idempotent as Idempotent,
    InferredResult as InferredResult,
    Involution as Involution,
    IsolatedFromAbove as IsolatedFromAbove,
    Marker as Marker,
    NoMemoryEffect as NoMemoryEffect,
    NoRegionArguments as NoRegionArguments,
    NoTerminator as NoTerminator,
    Predicate as Predicate,
    Pure as Pure,
    RecursivelySpeculatable as RecursivelySpeculatable,
    RecursiveMemoryEffects as RecursiveMemoryEffects,
    ReturnLike as ReturnLike,
    SameOperandsAndResultElementType as SameOperandsAndResultElementType,
    SameOperandsAndResultShape as SameOperandsAndResultShape,
    SameOperandsAndResultType as SameOperandsAndResultType,
    SameOperandsElementType as SameOperandsElementType,
    SameOperandsShape as SameOperandsShape,
    SameTypeOperands as SameTypeOperands,
    SameVariadicOperandSize as SameVariadicOperandSize,
    SameVariadicResultSize as SameVariadicResultSize,
    SingleBlock as SingleBlock,
    SingleBlockImplicitTerminator as SingleBlockImplicitTerminator,
    Symbol as Symbol,
    SymbolTable as SymbolTable,
    Terminator as Terminator,
    TypesMatch as TypesMatch,
)
from mlirlite.ir.types import (
    BF16 as BF16,
    DYNAMIC as DYNAMIC,
    F16 as F16,
    F32 as F32,
    F64 as F64,
    I1 as I1,
    I8 as I8,
    I16 as I16,
    I32 as I32,
    I64 as I64,
    INDEX as INDEX,
    NONE as NONE,
    BaseMemRefType as BaseMemRefType,
    ComplexType as ComplexType,
    FloatType as FloatType,
    FunctionType as FunctionType,
    IndexType as IndexType,
    IntegerType as IntegerType,
    MemRefType as MemRefType,
    NoneType as NoneType,
    RankedTensorType as RankedTensorType,
    ShapedType as ShapedType,
    Signedness as Signedness,
    TensorType as TensorType,
    TupleType as TupleType,
    UnrankedMemRefType as UnrankedMemRefType,
    UnrankedTensorType as UnrankedTensorType,
    VectorType as VectorType,
    element_type_of as element_type_of,
)
from mlirlite.ir.values import BlockArgument as BlockArgument, OpResult as OpResult, Value as Value
from mlirlite.passes import PassState as PassState, compiler_pass as compiler_pass
from mlirlite.rewriting import (
    OP as OP,
    UNUSED as UNUSED,
    Constant as Constant,
    ConversionRewriter as ConversionRewriter,
    Lowerings as Lowerings,
    Number as Number,
    Pattern as Pattern,
    PatternSet as PatternSet,
    Rewriter as Rewriter,
    Rule as Rule,
    Term as Term,
    TypeConverter as TypeConverter,
    Variable as Variable,
    apply_patterns_greedily as apply_patterns_greedily,
    canonicalization as canonicalization,
    canonicalizations as canonicalizations,
    computed as computed,
    constant_value as constant_value,
    constants as constants,
    convert_function as convert_function,
    fold_op as fold_op,
    folds as folds,
    pattern as pattern,
    rule as rule,
    terms as terms,
    variables as variables,
)
from mlirlite.support.diagnostics import (
    Diagnostic as Diagnostic,
    DiagnosticError as DiagnosticError,
    Severity as Severity,
    error as error,
)

if TYPE_CHECKING:
    from mlirlite.dialects._constraints import (
        FlatSymbolRef as FlatSymbolRef,
        FunctionTypeAttr as FunctionTypeAttr,
        SymbolName as SymbolName,
    )
    from mlirlite.dialects._function import (
        FunctionOp as FunctionOp,
        parse_function as parse_function,
        print_function as print_function,
        verify_function as verify_function,
    )
    from mlirlite.interp import (
        POISON as POISON,
        Enter as Enter,
        Jump as Jump,
        Leave as Leave,
        Machine as Machine,
        MemRef as MemRef,
        Undefined as Undefined,
        evaluate as evaluate,
    )
    from mlirlite.interp.arguments import to_runtime as to_runtime
    from mlirlite.parser import (
        Cursor as Cursor,
        OpParser as OpParser,
        OpState as OpState,
        directive as directive,
        parse_attribute as parse_attribute,
        parse_type as parse_type,
    )
    from mlirlite.printer import Printer as Printer, print_op as print_op

_LATE = {
    "FlatSymbolRef": "mlirlite.dialects._constraints",
    "FunctionTypeAttr": "mlirlite.dialects._constraints",
    "SymbolName": "mlirlite.dialects._constraints",
    "FunctionOp": "mlirlite.dialects._function",
    "parse_function": "mlirlite.dialects._function",
    "print_function": "mlirlite.dialects._function",
    "verify_function": "mlirlite.dialects._function",
    "POISON": "mlirlite.interp",
    "Enter": "mlirlite.interp",
    "Jump": "mlirlite.interp",
    "Leave": "mlirlite.interp",
    "Machine": "mlirlite.interp",
    "MemRef": "mlirlite.interp",
    "Undefined": "mlirlite.interp",
    "evaluate": "mlirlite.interp",
    "to_runtime": "mlirlite.interp.arguments",
    "Cursor": "mlirlite.parser",
    "OpParser": "mlirlite.parser",
    "OpState": "mlirlite.parser",
    "parse_attribute": "mlirlite.parser",
    "parse_type": "mlirlite.parser",
    "directive": "mlirlite.parser",
    "Printer": "mlirlite.printer",
    "print_op": "mlirlite.printer",
}
"""Names whose modules load more than a dialect needs, by module."""
_HELPERS = {"Any", "TYPE_CHECKING", "annotations", "importlib"}
__all__ = sorted({*(n for n in globals() if not n.startswith("_")), *_LATE} - _HELPERS)


def __getattr__(name: str) -> Any:
    home = _LATE.get(name)
    if home is None:
        raise AttributeError(f"module 'mlirlite.dsl' has no attribute '{name}'")
    value = globals()[name] = getattr(importlib.import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATE])
