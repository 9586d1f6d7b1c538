"""What a program says of the MPI library that it is for."""

from mlirlite.dialects.dlti.attributes import MapAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.operation import Operation


def stated(op: Operation, name: str) -> Attribute | None:
    """What the innermost `dlti.map` around an op that has an entry of this name says."""
    at = op.parent_op
    while at is not None:
        map = at.attributes.get("dlti.map")
        value = map.get(name) if isinstance(map, MapAttr) else None
        if value is not None:
            return value
        at = at.parent_op
    return None
