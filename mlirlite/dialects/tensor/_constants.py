"""Constants of tensors in other shapes."""

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import RankedTensorType


def reshaped_constant(known: Attribute | None, type: Type) -> DenseElementsAttr | None:
    """The elements of a constant, or the one of a splat, in a static shape."""
    if not isinstance(known, DenseElementsAttr) or not isinstance(type, RankedTensorType):
        return None
    return DenseElementsAttr(type, known.raw) if type.has_static_shape else None
