"""--stablehlo-check-shape-assertions: `custom_call @shape_assertion(%true)` goes, and
`custom_call @shape_assertion(%false)` is an error with the program's own words."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.dialects.stablehlo.check_shapes import known
from mlirlite.ir.attributes import DictionaryAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I32, I64, RankedTensorType
from mlirlite.ods.hooks import DataOp
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import Fixed

_TARGET = "shape_assertion"
_MOST: Fixed[int] = 32
"""Numbers in a message at most, as StableHLO has it."""
_KNOWN = ("api_version", "backend_config", "call_target_name", "error_message", "has_side_effect")
_NUMBER = re.compile(r"\{([^,:}]*)[^}]*\}")


@compiler_pass("stablehlo-check-shape-assertions", anchor="func.func")
def stablehlo_check_shape_assertions(
    op: Operation, state: PassState, *, enable_shape_assertions: bool = True
) -> None:
    """Check stablehlo.custom_call @shape_assertion ops.

    enable_shape_assertions: check them; else they only go
    """
    for call in list(op.walk()):
        if call.name != "stablehlo.custom_call":
            continue
        target = call.properties["call_target_name"]
        if not isinstance(target, StringAttr) or target.value != _TARGET:
            continue
        if enable_shape_assertions:
            _check(call)
        call.erase()


def _check(op: DataOp) -> None:
    """DiagnosticError for an assertion that fails, or is none."""
    problem = _problem(op)
    if problem is not None:
        raise DiagnosticError(op.error(problem))
    holds = known(op.operands[0])
    if holds is None:
        raise DiagnosticError(op.error("expects static assert_what (operand #0)"))
    if holds[0]:
        return
    numbers = []
    for i, value in enumerate(op.operands[1:], 1):
        number = known(value)
        if number is None:
            what = f"expects static error_message_input (operand #{i})"
            raise DiagnosticError(op.error(what))
        numbers.append(number[0])
    raise DiagnosticError(op.error(_filled(_words(op), numbers)))


def _words(op: DataOp) -> str:
    return str(op.attributes["error_message"].value)


def _filled(words: str, numbers: list[int]) -> str:
    """The message, `{0}` replaced by the first number and so on."""
    return _NUMBER.sub(lambda m: str(numbers[int(m[1])]), words)


def _problem(op: DataOp) -> str | None:
    """Why an op is no assertion."""
    if not 1 <= len(op.operands) <= 1 + _MOST:
        return f"expects 1 <= size(operands) <= {1 + _MOST}"
    if op.results:
        return "expects size(results) = 0"
    for name in (*op.properties, *op.attributes):
        if name not in _KNOWN:
            return f'"{name}" is not a supported attribute'
    config = op.properties.get("backend_config")
    if config is not None and config not in (StringAttr(""), DictionaryAttr()):
        return "expects an empty backend_config"
    if not _is_scalar(op.operands[0].type, I1):
        return "expects assert_what (operand #0) to be a constant of type tensor<i1>"
    for i, value in enumerate(op.operands[1:], 1):
        if not _is_scalar(value.type, I32, I64):
            return (
                f"expects error_message_input (operand #{i}) to be a constant of type tensor<i32> "
                "or tensor<i64>"
            )
    if "error_message" not in op.attributes:
        return "expects an error_message attribute"
    for found in _NUMBER.finditer(_words(op)):
        index = found[1]
        if not index.isdigit() or int(index) >= len(op.operands) - 1:
            return (
                "expects error_message to contain format specifiers with error_message_input "
                f"index less than {len(op.operands) - 1}. Found specifier {found[0]}"
            )
    return None


def _is_scalar(type: Any, *elements: Any) -> bool:
    return isinstance(type, RankedTensorType) and not type.shape and type.element_type in elements
