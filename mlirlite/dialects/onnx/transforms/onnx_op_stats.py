"""--onnx-op-stats: how many operators of each kind there are, on standard error."""

from __future__ import annotations

import json
from collections import Counter
from typing import Literal

from mlirlite.dialects.onnx.additional import ConstantOp, CustomOp
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("onnx-op-stats")
def onnx_op_stats(
    op: Operation, state: PassState, *, format: Literal["txt", "json"] = "txt"
) -> None:
    """Print how often each operator occurs, and how many bytes the constants have.

    format: text, a line each, or a JSON object
    """
    counts: Counter[str] = Counter()
    constants = 0
    for inner in op.walk():
        if isinstance(inner, ConstantOp):
            counts[inner.name] += 1
            elements = inner.elements()
            if elements is not None:
                try:
                    size = element_size(elements.element_type)
                except (TypeError, ValueError):  # text
                    continue
                constants += elements.type.num_elements * size
        elif isinstance(inner, CustomOp):
            counts[f"onnx.Custom {inner.function_name}"] += 1
        elif isinstance(inner, OnnxOp):
            counts[inner.name] += 1
    if format == "json":
        report = {**dict(sorted(counts.items())), "bytes of constants": constants}
        state.write(json.dumps(report, indent=2) + "\n")
        return
    lines = [f"{name}, {count}" for name, count in sorted(counts.items())]
    state.write("\n".join([*lines, f"bytes of constants, {constants}"]) + "\n")
