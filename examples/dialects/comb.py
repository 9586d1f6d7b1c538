"""What CIRCT's dialect `comb` has in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.types import IntegerType
from mlirlite.ods.hooks import function, inference, parser, printer


def _bits(type: Any) -> int:
    """The width of a number, behind the names of its type."""
    while getattr(type, "name", "") == "hw.typealias":
        type = type.innerType
    return type.width if isinstance(type, IntegerType) else 0


@function("isHWIntegerType")
def _is_integer(type: Any) -> bool:
    while getattr(type, "name", "") == "hw.typealias":
        type = type.innerType
    return isinstance(type, IntegerType) or getattr(type, "name", "") == "hw.int"


@parser("comb.concat")
def _parse_concat(p: Any, state: Any) -> None:
    """`comb.concat %a, %b : i3, i4`; without operands, the types are missing, too."""
    operands = []
    first = p.optional_operand()
    if first is not None:
        operands = [first]
        while p.accept(","):
            operands.append(p.operand())
    p.op_attr_dict(state)
    p.expect(":")
    types = p.type_list() if operands else []
    state.operands = p.resolve_all(operands, types)
    state.result_types = [IntegerType(sum(map(_bits, types)))]


@printer("comb.concat")
def _print_concat(op: Any, p: Any) -> None:
    p.text(" ")
    p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    p.types(v.type for v in op.operands)


@inference("comb.concat")
def _infer_concat(op: Any) -> list[Any]:
    return [IntegerType(sum(_bits(v.type) for v in op.operands))]
