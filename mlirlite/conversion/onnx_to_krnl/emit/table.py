"""The table of lowerings, and the decorator that adds to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.require import require_all
from mlirlite.conversion.onnx_to_krnl.emit.types import TYPES
from mlirlite.dialects import onnx
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_class
from mlirlite.rewriting.conversion import Lowerings

lower = Lowerings("onnx-to-krnl", types=TYPES)

Kernel = Callable[[KrnlBuilder], Any]


def kernel(*operators: str | type[Operation]) -> Callable[[Kernel], Kernel]:
    """Declares the lowering of operators, by name or class: `@kernel("Softmax")`,
    `@kernel("SoftmaxV11")`, `@kernel(SoftShiftOp)`.

    The function gets a builder for the op and returns the replacement of its results: a buffer, or
    a list with None for unused results. What the op requires of sizes and values is checked before.
    TypeError for anything but a class of ops.
    """
    for one in operators:
        if not isinstance(one, str):
            check_class(one, use="an op, as in @kernel(MyOp)")

    def declare(function: Kernel) -> Kernel:
        def run(op: Operation, rewriter: Any) -> Any:
            b = KrnlBuilder(op, rewriter)
            require_all(b)
            found = function(b)
            results = [found] if isinstance(found, Buffer) else found
            values = [
                b.view(r, b.result_type(i), r.shape).value if isinstance(r, Buffer) else r
                for i, r in enumerate(results)
            ]
            if not b.fused:
                return values
            *between, last = b.fused
            rewriter.replace(last, values)
            for follower in reversed(between):
                rewriter.erase(follower)
            return [None]

        run.__module__ = function.__module__
        for one in operators:
            cls = onnx.DIALECT.op_class(f"onnx.{one}") if isinstance(one, str) else one
            if cls is None:
                raise ValueError(f"there is no operator onnx.{one}")
            lower.table.add(cls, run)
        return function

    return declare
