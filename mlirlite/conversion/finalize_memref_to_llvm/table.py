"""The table of memref's lowerings, and their common helpers."""

from __future__ import annotations

from mlirlite.conversion._llvm_types import llvm_types
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.rewriting.type_conversion import NoCounterpart

lower = Lowerings("finalize-memref-to-llvm", llvm_types())
"""Without memref.alloc and memref.dealloc, which depend on options."""
lower_shapes = Lowerings("finalize-memref-to-llvm")
"""Subviews and changes of shape, which upstream leaves to expand-strided-metadata."""


def memref_type(value: Value) -> MemRefType:
    """The ranked memref type of a value. NoCounterpart for another type."""
    if not isinstance(value.type, MemRefType):
        raise NoCounterpart(f"'{value.type}' is not a ranked memref")
    return value.type


def result_type(op: Operation) -> MemRefType:
    """The ranked memref type of an op's result."""
    return memref_type(op.results[0])


def has_identity_layout(type: MemRefType) -> bool:
    """True for row-major memrefs without offset."""
    return type.layout is None
