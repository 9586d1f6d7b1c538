"""The transform dialect: scripts that say how a payload is transformed.

The ops on other dialects are in `extensions/`: `transform.structured.tile_using_for` in
`structured`, `transform.apply_patterns.vector.lower_scan` in `vector`. They are imported when the
first of them occurs."""

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from mlirlite.dialects.transform.applying import (
    AnnotateOp as AnnotateOp,
    ApplyCanonicalizationPatternsOp as ApplyCanonicalizationPatternsOp,
    ApplyCommonSubexpressionEliminationOp as ApplyCommonSubexpressionEliminationOp,
    ApplyConversionPatternsOp as ApplyConversionPatternsOp,
    ApplyDeadCodeEliminationOp as ApplyDeadCodeEliminationOp,
    ApplyLoopInvariantCodeMotionOp as ApplyLoopInvariantCodeMotionOp,
    ApplyPatternsOp as ApplyPatternsOp,
    ApplyRegisteredPassOp as ApplyRegisteredPassOp,
    ApplyToLLVMConversionPatternsOp as ApplyToLLVMConversionPatternsOp,
    PrintOp as PrintOp,
    VerifyOp as VerifyOp,
)
from mlirlite.dialects.transform.checks import CONSUMED as CONSUMED, READONLY as READONLY
from mlirlite.dialects.transform.enums import ParamOperandAttr as ParamOperandAttr
from mlirlite.dialects.transform.handles import (
    CastOp as CastOp,
    GetConsumersOfResultOp as GetConsumersOfResultOp,
    GetDefiningOp as GetDefiningOp,
    GetOperandOp as GetOperandOp,
    GetParentOp as GetParentOp,
    GetProducerOfOperandOp as GetProducerOfOperandOp,
    GetResultOp as GetResultOp,
    GetTypeOp as GetTypeOp,
    MergeHandlesOp as MergeHandlesOp,
    NumAssociationsOp as NumAssociationsOp,
    ParamConstantOp as ParamConstantOp,
    ReplicateOp as ReplicateOp,
    SelectOp as SelectOp,
    SplitHandleOp as SplitHandleOp,
)
from mlirlite.dialects.transform.matching import (
    CollectMatchingOp as CollectMatchingOp,
    ForeachMatchOp as ForeachMatchOp,
    MatchOperationEmptyOp as MatchOperationEmptyOp,
    MatchOperationNameOp as MatchOperationNameOp,
    MatchParamCmpIOp as MatchParamCmpIOp,
)
from mlirlite.dialects.transform.pdl import (
    PDLMatchOp as PDLMatchOp,
    WithPDLPatternsOp as WithPDLPatternsOp,
)
from mlirlite.dialects.transform.sequences import (
    WITH_NAMED_SEQUENCE as WITH_NAMED_SEQUENCE,
    AlternativesOp as AlternativesOp,
    ForeachOp as ForeachOp,
    IncludeOp as IncludeOp,
    NamedSequenceOp as NamedSequenceOp,
    SequenceOp as SequenceOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.transform.types import (
    AffineMapParamType as AffineMapParamType,
    AnyOpType as AnyOpType,
    AnyParamType as AnyParamType,
    AnyValueType as AnyValueType,
    OperationType as OperationType,
    ParamType as ParamType,
    TypeParamType as TypeParamType,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import SymbolTable
from mlirlite.support.diagnostics import Diagnostic, error
from mlirlite.support.late import import_module

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "extensions")
_CATEGORIES = ("apply_conversion_patterns", "apply_patterns", "match", "type_conversion")
_TARGET_TAG = "transform.target_tag"
_UNITS = (CONSUMED, READONLY, "transform.silence_tracking_failures")


@cache
def _extensions() -> tuple[str, ...]:
    """The names of the extensions, found by their files and not imported."""
    names = (entry.partition(".py")[0] for entry in sorted(os.listdir(_FOLDER)))
    return tuple(name for name in names if not name.startswith("_"))


class TransformDialect(Dialect):
    """Imports extensions when they are needed; checks which sequences include which."""

    unknown_type = "unknown type mnemonic: {}"

    def classes(self) -> dict[str, type[Any]]:
        found = dict(super().classes())
        for name in _extensions():
            found.update(_classes_of(name))
        return found

    def op_class(self, name: str) -> type[Op] | None:
        found = super().classes().get(name)
        if found is None:
            words = [w for w in name.split(".")[1:] if w not in _CATEGORIES]
            if words and words[0] in _extensions():
                found = _classes_of(words[0]).get(name)
        return found

    def type_class(self, name: str) -> Any:
        return super().classes().get("!" + name)

    def attribute_class(self, name: str) -> Any:
        return super().classes().get("#" + name)

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        if name == WITH_NAMED_SEQUENCE:
            if not op.has_trait(SymbolTable):
                message = "attribute can only be attached to operations with symbol tables"
                return error(f'"{name}" {message}', op.where)
            return _check_recursion(op)
        if name == _TARGET_TAG:
            if isinstance(value, StringAttr):
                return None
            return error(f'"{name}" attribute must be a string', op.where)
        if name in _UNITS:
            if isinstance(value, UnitAttr):
                return None
            return error(f'"{name}" must be a unit attribute', op.where)
        return error(f'unknown attribute: "{name}"', op.where)


@cache
def _classes_of(extension: str) -> dict[str, type[Any]]:
    """The ops of an extension by full name."""
    module = import_module(f"{__name__}.extensions.{extension}")
    found = Dialect("transform", module.__name__).classes()
    return {name: cls for name, cls in found.items() if name[0] not in "!#"}


def _included(sequence: Operation, tables: SymbolTables) -> Iterator[NamedSequenceOp]:
    """The sequences that a sequence includes."""
    for op in sequence.walk():
        if isinstance(op, IncludeOp):
            target = tables.lookup(op, op.target)
            if isinstance(target, NamedSequenceOp):
                yield target


def _check_recursion(table: Operation) -> Diagnostic | None:
    """An error when a sequence includes itself, directly or through others."""
    tables = SymbolTables()
    done: set[Operation] = set()
    for start in table.walk():
        if not isinstance(start, NamedSequenceOp) or start in done:
            continue
        path: list[Operation] = [start]
        todo = [_included(start, tables)]
        while todo:
            following = next(todo[-1], None)
            if following is None:
                todo.pop()
                done.add(path.pop())
            elif following in path:
                first, *others = reversed(path[path.index(following) :])
                found = error("recursion not allowed in named sequences", first.where)
                for other in others:
                    found.note("operation on recursion stack", other.where)
                return found
            elif following not in done:
                path.append(following)
                todo.append(_included(following, tables))
    return None


DIALECT = TransformDialect("transform", __name__)
