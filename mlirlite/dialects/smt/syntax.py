"""The syntax of constants and comparisons of solvers' values, and types that upstream infers in
C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.context import builtin_dialect
from mlirlite.ods.hooks import behavior, inference
from mlirlite.support.diagnostics import Diagnostic


def _type(name: str) -> Any:
    dialect = builtin_dialect("smt")
    return dialect.type_class(name) if dialect is not None else None


@behavior("smt.eq", "smt.distinct")
class ComparisonSyntax:
    """`%0 = smt.eq %a, %b : !smt.int`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        operands = p.operand_list()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands += p.resolve_all(operands, type)
        state.result_types.append(_type("smt.bool")())

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self)
        p.text(" : ")
        p.type(self.operands[0].type)

    def verify_op(self: Any) -> Diagnostic | None:
        if len(self.operands) > 1:
            return None
        found: Diagnostic = self.error(
            f"'inputs' must have at least size 2, but got {len(self.operands)}"
        )
        return found


@inference("smt.bv.concat")
def concatenated(op: Any) -> list[Type]:  # its class is made of data
    """As wide as both."""
    widths = [operand.type.width for operand in op.operands]
    return [_type("smt.bv")(sum(widths))]
