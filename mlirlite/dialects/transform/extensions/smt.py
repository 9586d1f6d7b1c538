"""transform.smt: conditions on parameters for SMT solvers. The smt dialect itself is not supported:
its ops and types are those of an unregistered dialect."""

import re

from mlirlite.dialects.transform.interfaces import Reads
from mlirlite.dialects.transform.types import AnyParamType, Param, ParamType
from mlirlite.ir.attribute import Type
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import RegionField, VarOperand, VarResult
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.types import IntegerType
from mlirlite.printer import print_attribute
from mlirlite.support.diagnostics import Diagnostic

_YIELD = "smt.yield"
_BIT_VECTOR = re.compile(r"!smt\.bv<(\d+)>")


class ConstrainParamsOp(Op, Reads, name="transform.smt.constrain_params"):
    """Parameters as SMT variables, conditions on them, and values computed from them.

    ```mlir
    "transform.smt.constrain_params"(%0) ({
    ^bb0(%1: !smt.int):
      "smt.yield"() : () -> ()
    }) : (!transform.param<i64>) -> ()
    ```
    """

    params: VarOperand[Param]
    results_: VarResult[Param]
    body: RegionField[OneBlock]
    assembly_format = "`(` $params `)` attr-dict `:` functional-type(operands, results) $body"

    def verify_op(self) -> Diagnostic | None:
        block = self.body.entry
        last = block.last
        if last is None or last.name != _YIELD:
            return self.error(f"expected '{_YIELD}' as terminator")
        if len(block.args) != len(self.operands):
            return self.error("must have the same number of block arguments as operands")
        pairs = enumerate(zip(self.operands, block.args, strict=True))
        for i, (operand, argument) in pairs:
            wrong = _misfit(f"block arg #{i}", argument.type, "operand", operand.type)
            if wrong:
                return self.error(wrong)
        if any(op.dialect_name != "smt" for op in block):
            return self.error("ops contained in region should belong to SMT-dialect")
        if len(last.operands) != len(self.results):
            return last.error(
                "expected terminator to have as many operands as the parent op has results"
            )
        for i, (operand, result) in enumerate(zip(last.operands, self.results, strict=True)):
            wrong = _misfit(f"terminator operand #{i}", operand.type, "result", result.type)
            if wrong:
                return last.error(wrong)
        return None


def _misfit(which: str, of_smt: Type, whose: str, of_param: Type) -> str:
    """The error of the pair of types, or ""."""
    text, vector = print_attribute(of_smt), _BIT_VECTOR.fullmatch(print_attribute(of_smt))
    if text not in ("!smt.bool", "!smt.int") and not vector:
        return f"the type of {which} is expected to be either a !smt.bool, a !smt.int, or a !smt.bv"
    if isinstance(of_param, AnyParamType):
        return ""
    wrapped = of_param.type if isinstance(of_param, ParamType) else None
    width = wrapped.width if isinstance(wrapped, IntegerType) else None
    though = (
        f"though the corresponding {whose} type ('{print_attribute(of_param)}') is not wrapping"
    )
    if text == "!smt.int" and width is None:
        return f"the type of {which} is !smt.int {though} an integer type"
    if text == "!smt.bool" and width != 1:
        return f"the type of {which} is !smt.bool {though} i1"
    if vector and width != int(vector[1]):
        return f"the type of {which} is '{text}' {though} an integer type of the same bitwidth"
    return ""
