"""The syntax of functions, globals and imports; types of local variables."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import (
    argument_dictionaries,
    parse_body,
    parse_signature,
    print_body,
    print_signature,
)
from mlirlite.ir.attributes import UNIT, StringAttr
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ods.hooks import DataOp, behavior, directive, inference

_LOCAL = "wasmssa.local"


def _exported(p: Any, state: Any) -> None:
    """`exported`, or nothing."""
    where = p.here()
    if p.peek("@"):
        return
    word = p.keyword()
    if word != "exported":
        raise p.error(f"expecting either `exported` or symbol name. got {word}", where)
    state.properties["exported"] = UNIT


@behavior("wasmssa.func")
class FunctionSyntax(FunctionLike):
    """`wasmssa.func exported @f(%x: !wasmssa<local ref to i32>) -> i32 {…}`."""

    __slots__ = ()

    def signature(self: Any) -> FunctionType:
        found: FunctionType = self.functionType
        return found

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        _exported(p, state)
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        where = p.here()
        signature = parse_signature(p)
        types = []
        given: list[Any] = signature.argument_types
        for type in given:
            if type.name != _LOCAL:
                must = "Expecting !wasm<local T>"
                raise p.error(f"invalid type for wasm.func argument. {must}, got '{type}'", where)
            types.append(type.elementType)
        state.properties["functionType"] = FunctionType(tuple(types), tuple(signature.result_types))
        for name, found in (
            ("arg_attrs", [a.attributes or {} for a in signature.arguments]),
            ("res_attrs", signature.result_attributes),
        ):
            dictionaries = argument_dictionaries(found)
            if dictionaries is not None:
                state.properties[name] = dictionaries
        p.op_attr_dict(state, keyword=True)
        yield from parse_body(p, state, signature)

    def print(self: Any, p: Any) -> None:
        type, entry = self.functionType, self.regions[0].first
        inputs = type.inputs if entry is None else [a.type for a in entry.args]
        p.text(" exported " if self.exported else " ")
        p.symbol_name(self.sym_name)
        print_signature(p, self, inputs, type.results)
        p.attr_dict_with_keyword(
            self, ("sym_name", "functionType", "exported", "arg_attrs", "res_attrs")
        )
        print_body(p, self)


@behavior("wasmssa.global")
class GlobalSyntax:
    """`wasmssa.global exported @x i32 mutable : {…}`."""

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        _exported(p, state)
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        state.properties["type"] = p.type()
        if p.optional_keyword("mutable"):
            state.properties["isMutable"] = UNIT
        p.expect(":")
        region = yield p.region()
        state.regions.append(region)

    def print(self: Any, p: Any) -> None:
        p.text(" exported " if self.exported else " ")
        p.symbol_name(self.sym_name)
        p.text(" ")
        p.type(self.properties["type"])
        p.text(" mutable : " if self.isMutable else " : ")
        p.region(self.regions[0], print_entry_args=False)


@behavior("wasmssa.import_global")
class ImportSyntax:
    """`wasmssa.import_global "x" from "env" as @x mutable : i32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["importName"] = StringAttr(p.string())
        p.expect("from")
        state.properties["moduleName"] = StringAttr(p.string())
        p.expect("as")
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        if p.optional_keyword("mutable"):
            state.properties["isMutable"] = UNIT
        p.expect(":")
        state.properties["type"] = p.type()

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.properties["importName"])
        p.text(" from ")
        p.attribute(self.properties["moduleName"])
        p.text(" as ")
        p.symbol_name(self.sym_name)
        p.text(" mutable : " if self.isMutable else " : ")
        p.type(self.properties["type"])


@directive("ElseRegion", "wasmssa")
class ElseRegion:
    """`else {…}`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, Region]:
        if not p.optional_keyword("else"):
            return Region()
        region: Region = yield p.region()
        return region

    @staticmethod
    def print(p: Any, op: Operation, region: Region) -> None:
        if not region.empty:
            p.text("else ")  # MLIR differs: it prints a quoted word, which it does not read
            p.region(region)


@inference("wasmssa.local")
def _local(op: DataOp) -> list[Any]:
    # late: the type is made of data that the hooks of this module are a part of
    from mlirlite.dialects.wasmssa import LocalRefType

    return [LocalRefType(op.properties["type"])]


@inference("wasmssa.local_get", "wasmssa.local_tee")
def _value(op: DataOp) -> list[Any]:
    return [op.operands[0].type.elementType]
