"""The dot product of neighbors, as processors have it for bytes, 16-bit integers and bf16."""

from typing import Annotated

from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import AllTypesMatch, Pure
from mlirlite.ir.types import BF16, F32, I8, I16, I32, IntegerType, Signedness, VectorType
from mlirlite.support.diagnostics import Diagnostic

UI8 = IntegerType(8, Signedness.UNSIGNED)

_PRODUCTS: dict[tuple[Type, Type], Type] = {
    (UI8, I8): I32,
    (I8, I8): I32,
    (I16, I16): I32,
    (BF16, BF16): F32,
}
"""The element types of the sums, by those of both factors."""


def _of(names: str, *elements: Type) -> Constraint:
    # With names: a type has no text before the printer is loaded.
    return Constraint(
        f"1-D vector of {names} values",
        lambda t: isinstance(t, VectorType) and t.rank == 1 and t.element_type in elements,
    )


class DotOp(Op, name="krnl.dot", traits=(AllTypesMatch("acc", "result"), Pure)):
    """Adds to each sum the products of a group of neighbors: four bytes, two
    16-bit integers, or two bf16.

    `result[i] = acc[i] + lhs[n*i]*rhs[n*i] + … + lhs[n*i+n-1]*rhs[n*i+n-1]`. Integers are exact,
    sums wrap. Of two bf16 the second product is added first, each by a multiply-add with one
    rounding to f32; a target's instruction may round in another way and flush denormals.

    ```mlir
    %s = krnl.dot %a, %b, %acc : vector<64xui8>, vector<64xi8> into vector<16xi32>
    ```
    """

    lhs: Operand[Annotated[VectorType, _of("ui8/i8/i16/bf16", UI8, I8, I16, BF16)]]
    rhs: Operand[Annotated[VectorType, _of("i8/i16/bf16", I8, I16, BF16)]]
    acc: Operand[Annotated[VectorType, _of("i32/f32", I32, F32)]]
    result: Result[Annotated[VectorType, _of("i32/f32", I32, F32)]]
    assembly_format = (
        "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) `into` type($acc)"
    )

    def verify_op(self) -> Diagnostic | None:
        lhs, rhs, acc = self.lhs.type, self.rhs.type, self.acc.type
        sums = _PRODUCTS.get((lhs.element_type, rhs.element_type))
        if sums is not acc.element_type:
            return self.error(
                f"has no products of '{lhs}' and '{rhs}' in '{acc}': expected ui8 or i8 by i8, "
                "or i16 by i16, in i32, or bf16 by bf16 in f32"
            )
        wanted = (acc.shape[0] * self.group,)
        if lhs.shape != wanted or rhs.shape != wanted:
            return self.error(f"expected {wanted[0]} factors on both sides for '{acc}'")
        return None

    @property
    def group(self) -> int:
        """How many products are added to one sum."""
        return 32 // bit_width(self.lhs.type.element_type)
