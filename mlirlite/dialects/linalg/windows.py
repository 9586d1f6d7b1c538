"""Named ops over windows of their input: convolutions and poolings."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects.linalg._contractions import is_projected_permutation
from mlirlite.dialects.linalg._convolutions import input_dims
from mlirlite.dialects.linalg.named_op import NamedOp
from mlirlite.ir.constraints import Constraint, IntegerElements
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import OptProp
from mlirlite.ir.types import I64, element_type_of
from mlirlite.support.diagnostics import Diagnostic, error


def _numbers(count: int) -> Constraint:
    return IntegerElements(
        f"64-bit signless int elements attribute of shape [{count}]",
        lambda a: (
            isinstance(a, DenseElementsAttr)
            and a.type.shape == (count,)
            and element_type_of(a.type) is I64
        ),
    )


OneNumber = Annotated[DenseElementsAttr, _numbers(1)]
TwoNumbers = Annotated[DenseElementsAttr, _numbers(2)]
ThreeNumbers = Annotated[DenseElementsAttr, _numbers(3)]


class _WindowOp(NamedOp):
    """A named op with strides and dilations, 1 where they are not given."""

    def factors(self) -> Sequence[Sequence[int]]:
        found = []
        for name in ("strides", "dilations"):
            given = self.properties.get(name)
            if isinstance(given, DenseElementsAttr):
                found.append(given.values())
            else:
                found.append([1] * self.named.windows)
        return found

    def verify_op(self) -> Diagnostic | None:
        """Upstream's ConvolutionOpInterface: the maps, which the generic form may give."""
        maps = self.maps()
        if input_dims(maps[0]) is None:
            return error("unexpected input index map for convolutions", self.where)
        if not is_projected_permutation(maps[1]) or not is_projected_permutation(maps[-1]):
            message = "expected output/filter indexing maps to be projected permutations"
            return error(message, self.where)
        return super().verify_op()


class Window1Op(_WindowOp):
    """A window over one dimension of the input."""

    strides: OptProp[OneNumber]
    dilations: OptProp[OneNumber]


class Window2Op(_WindowOp):
    """A window over two dimensions of the input."""

    strides: OptProp[TwoNumbers]
    dilations: OptProp[TwoNumbers]


class Window3Op(_WindowOp):
    """A window over three dimensions of the input."""

    strides: OptProp[ThreeNumbers]
    dilations: OptProp[ThreeNumbers]
