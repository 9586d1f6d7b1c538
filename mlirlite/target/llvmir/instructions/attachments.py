"""Metadata that instructions carry, each with `, !kind ` before it."""

from functools import partial
from typing import Any

from mlirlite.dialects import llvm
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.emitter import Emitter
from mlirlite.target.llvmir.metadata import members


def alias_metadata(op: Operation, e: Emitter) -> str:
    """Which accesses are independent of each other: access groups, alias scopes, types."""
    text = ""
    for name, key in (
        ("access_groups", "llvm.access.group"),
        ("alias_scopes", "alias.scope"),
        ("noalias_scopes", "noalias"),
    ):
        found = llvm.scopes_of(op.properties.get(name))
        if found:
            text += f", !{key} {e.metadata.scopes(found)}"
    tags = members(op.properties.get("tbaa"))
    if len(tags) == 1:
        text += f", !tbaa {e.metadata.reference(tags[0])}"
    return text


def dereferenceable(known: "llvm.DereferenceableAttr | None", e: Emitter) -> str:
    """How much memory at the resulting pointer can be read, as metadata."""
    if known is None:
        return ""
    key = "dereferenceable_or_null" if known.may_be_null else "dereferenceable"
    return f", !{key} {e.metadata.node(f'i64 {known.bytes}')}"


def weights(op: Operation, e: Emitter) -> str:
    """The branch weights of a terminator: `, !prof !3`."""
    found: Any = op.properties.get("branch_weights")
    return "" if found is None else f", !prof {e.metadata.weights(found.value)}"


def loop(op: Operation, e: Emitter) -> str:
    """The annotations of the loop that a branch closes: `, !llvm.loop !3`."""
    annotation = op.properties.get("loop_annotation")
    if not isinstance(annotation, llvm.LoopAnnotationAttr):
        return ""
    place = partial(e.debug.location, scope=e.scope)
    return f", !llvm.loop {e.metadata.loop(annotation, place)}"
