"""What the C++ of drr.td means."""

from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.types import I32
from mlirlite.ods.hooks import function


@function("isLong")
def _(values):
    return len(values) > 3


@function("firstOf")
def _(values):
    return values[0]


@function("findDepth")
def _(op, out):
    """How many `back` there are above each other."""
    depth = 0
    while op is not None and op.name == "drr.back":
        op, depth = op.operands[0].defining_op, depth + 1
    out.value = IntegerAttr(depth, I32)
    return depth > 1


@function("copyLabel")
def _(old, new):
    new.owner.attributes["was"] = StringAttr(old.owner.name)
