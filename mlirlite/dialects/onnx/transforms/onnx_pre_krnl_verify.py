"""--onnx-pre-krnl-verify: errors for IR that --convert-onnx-to-krnl cannot convert."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import TensorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError


@compiler_pass("onnx-pre-krnl-verify")
def onnx_pre_krnl_verify(op: Operation, state: PassState) -> None:
    """Check that onnx ops are as the lowering to krnl needs them.

    Tensors have a known rank, and no operator of an unknown domain is left.
    """
    problems = [p for inner in op.walk() if (p := _problem(inner)) is not None]
    if problems:
        raise DiagnosticError(problems)


def _problem(op: Operation) -> Diagnostic | None:
    if isinstance(op, onnx.CustomOp):
        domain = getattr(op.attributes.get("domain_name"), "value", "")
        return op.error(
            f"is operator '{op.function_name}' of domain '{domain}', which has no lowering; "
            "--decompose-onnx knows some"
        )
    if not isinstance(op, OnnxOp):
        return None
    for kind, values in (("operand", op.operands), ("result", op.results)):
        for index, value in enumerate(values):
            if isinstance(value.type, TensorType) and not value.type.has_rank:
                return op.error(
                    f"{kind} #{index} has no known rank ('{value.type}'); --shape-inference may "
                    "find it, or --shape-information states the inputs' shapes"
                )
    return None
