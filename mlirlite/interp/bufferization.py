"""Evaluation of the ops of bufferization. Tensors are values: going from a buffer to a tensor,
or back, copies."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import bufferization
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.memory import MemRef
from mlirlite.interp.tensor import empty_tensor
from mlirlite.interp.values import Array
from mlirlite.ir.types import element_type_of


@evaluate(bufferization.AllocTensorOp)
def run_alloc_tensor(m: Machine, op: bufferization.AllocTensorOp) -> Array:
    """The elements of another tensor, or zeros if their content is undefined."""
    if op.copy is not None:
        copied: Array = m[op.copy]
        return copied
    return empty_tensor(op.result.type, m.all(op.dynamic_sizes))


@evaluate(bufferization.CloneOp)
def run_clone(m: Machine, op: bufferization.CloneOp) -> MemRef:
    """New memory with the same elements."""
    source: MemRef = m[op.input]
    made = MemRef.allocate(source.sizes, source.element_type)
    made.copy_from(source)
    return made


@evaluate(bufferization.DeallocTensorOp)
def run_dealloc_tensor(m: Machine, op: bufferization.DeallocTensorOp) -> None:
    """Nothing: a tensor has no memory here."""


@evaluate(bufferization.ToTensorOp)
def run_to_tensor(m: Machine, op: bufferization.ToTensorOp) -> Array:
    """The buffer's current elements."""
    found: Array = m[op.buffer].numpy()
    return found


@evaluate(bufferization.ToBufferOp)
def run_to_buffer(m: Machine, op: bufferization.ToBufferOp) -> MemRef:
    """New memory with the elements."""
    return MemRef.of(m[op.tensor], element_type_of(op.buffer.type))


@evaluate(bufferization.MaterializeInDestinationOp)
def run_materialize(m: Machine, op: bufferization.MaterializeInDestinationOp) -> Any:
    """Copy the elements into a buffer; for a tensor the result is the source."""
    source, dest = m[op.source], m[op.dest]
    if not isinstance(dest, MemRef):
        return source
    dest.copy_from(MemRef.of(source, dest.element_type))
    return ()
