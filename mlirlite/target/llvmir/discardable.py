"""Discardable attributes of any op that are metadata of its instruction in LLVM IR."""

from collections.abc import Callable

from mlirlite.dialects.llvm.metadata import MMRATagAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.target.llvmir.metadata import Metadata, members
from mlirlite.target.llvmir.types import quoted


def attached(op: Operation, metadata: Metadata) -> str:
    """`, !mmra !3` and the like, "" for none."""
    text = ""
    for name, (key, make) in _KINDS.items():
        value = op.attributes.get(name)
        node = None if value is None else make(value, metadata)
        if node is not None:
            text += f", !{key} {node}"
    return text


def _relaxations(value: Attribute, metadata: Metadata) -> str | None:
    """The node of one tag, or of a list of several."""
    tags = [
        metadata.node(f"!{quoted(tag.prefix)}, !{quoted(tag.suffix)}")
        for tag in ((value,) if isinstance(value, MMRATagAttr) else members(value))
        if isinstance(tag, MMRATagAttr)
    ]
    return metadata.node(", ".join(tags)) if len(tags) > 1 else next(iter(tags), None)


def _cache_controls(value: Attribute, metadata: Metadata) -> str:
    lists = [
        ", ".join([f"i32 {n.value}" for n in members(numbers) if isinstance(n, IntegerAttr)])
        for numbers in members(value)
    ]
    return metadata.node(", ".join([metadata.node(numbers) for numbers in lists]))


_KINDS: dict[str, tuple[str, Callable[[Attribute, Metadata], str | None]]] = {
    "llvm.mmra": ("mmra", _relaxations),
    "xevm.DecorationCacheControl": ("spirv.DecorationCacheControlINTEL", _cache_controls),
}
