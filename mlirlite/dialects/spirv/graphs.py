"""Graphs of tensor operators: their syntax, and what they have to satisfy in upstream's words."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import (
    parse_body,
    parse_signature,
    print_body,
    print_signature,
    store_signature,
)
from mlirlite.dialects.spirv.checks import plain
from mlirlite.dialects.spirv.functions import SIGNATURE, parse_entry, print_entry
from mlirlite.dialects.spirv.structure import problem
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.types import FunctionType
from mlirlite.ods.hooks import DataOp, behavior, region_verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_TENSOR = "spirv.arm.tensor"


@behavior("spirv.ARM.Graph")
class GraphSyntax(FunctionLike):
    """`spirv.ARM.Graph @g(%x: !spirv.arm.tensor<2xi8>) -> !spirv.arm.tensor<2xi8> {…}`."""

    __slots__ = ()

    def signature(self: Any) -> FunctionType:
        found: FunctionType = self.function_type
        return found

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        signature = parse_signature(p)
        p.op_attr_dict(state, keyword=True)
        type = FunctionType(tuple(signature.argument_types), tuple(signature.result_types))
        store_signature(state, type, signature)
        yield from parse_body(p, state, signature)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        print_signature(p, self, self.function_type.inputs, self.function_type.results)
        p.attr_dict_with_keyword(self, SIGNATURE)
        print_body(p, self)

    def verify_op(self: Any) -> Problem:
        type = self.function_type
        if not type.results:
            return problem(self, "there should be at least one result")
        for word, types in (("argument", type.inputs), ("result", type.results)):
            for i, one in enumerate(types):
                if one.name != _TENSOR:
                    must = "must be a TensorArmType"
                    return problem(self, f"type of {word} #{i} {must}, but got '{one}'")
        return None


@region_verifier("spirv.ARM.Graph")
def _outputs(op: DataOp) -> Problem:
    results = op.function_type.results
    for one in op.walk():
        if one.name != "spirv.ARM.GraphOutputs":
            continue
        if len(one.operands) != len(results):
            return problem(
                one,
                f"is returning {len(one.operands)} value(s) but enclosing spirv.ARM.Graph "
                f"requires {len(results)} result(s)",
            )
        for i, (value, type) in enumerate(zip(one.operands, results, strict=True)):
            if value.type is not type:
                wrong = f"doesn't match graph result type ('{type}')"
                return plain(one, f"type of return operand {i} ('{value.type}') {wrong}")
    return None


@behavior("spirv.ARM.GraphEntryPoint")
class GraphEntryPointSyntax:
    """`spirv.ARM.GraphEntryPoint @g, @x, @y`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        parse_entry(p, state)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        print_entry(p, self)
