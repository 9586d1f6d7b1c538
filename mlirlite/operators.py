"""For authors of ONNX operators of their own: how a node becomes an op, which shapes and values it
requires, its lowering to loops, and its schedules. With `mlirlite.dsl`, it is all that a plugin
imports.

from mlirlite.operators import KrnlBuilder, OnnxOperator, kernel

docs/how-to/add-an-onnx-operator.md shows one.
"""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects.onnx.own_operators import OnnxOperator
from mlirlite.dialects.onnx.requirements import (
    Between,
    Broadcast,
    Divides,
    Equal,
    NotZero,
    Within,
)
from mlirlite.dialects.onnx.schedules.schedule import Schedule, algorithms, entry, up_to
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size
from mlirlite.support.machine import Machine as Processor

__all__ = [
    "Between",
    "Broadcast",
    "Buffer",
    "Count",
    "Divides",
    "Element",
    "Equal",
    "Integer",
    "KrnlBuilder",
    "NotZero",
    "OnnxOperator",
    "Processor",
    "Scalar",
    "Schedule",
    "Size",
    "Within",
    "algorithms",
    "entry",
    "kernel",
    "up_to",
]
