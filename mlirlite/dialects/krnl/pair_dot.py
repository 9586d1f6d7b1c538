"""Products of two neighboring bytes, added up in 16 bits: what AVX2 has for bytes."""

from typing import Annotated

from mlirlite.dialects.krnl.dot import UI8
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import I8, I16, VectorType
from mlirlite.support.diagnostics import Diagnostic


def _of(name: str, element: Type) -> Constraint:
    return Constraint(
        f"1-D vector of {name} values",
        lambda t: isinstance(t, VectorType) and t.rank == 1 and t.element_type is element,
    )


class PairDotOp(Op, name="krnl.pair_dot", traits=(Pure,)):
    """The products of two neighbors each, added up; a sum that 16 bits do not hold becomes the
    nearest number that they do.

    `result[i] = saturated(lhs[2*i]*rhs[2*i] + lhs[2*i+1]*rhs[2*i+1])`. Sums are exact if the left
    factors are at most 127.

    ```mlir
    %s = krnl.pair_dot %a, %b : vector<32xui8>, vector<32xi8> into vector<16xi16>
    ```
    """

    lhs: Operand[Annotated[VectorType, _of("ui8", UI8)]]
    rhs: Operand[Annotated[VectorType, _of("i8", I8)]]
    result: Result[Annotated[VectorType, _of("i16", I16)]]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `into` type($result)"

    def verify_op(self) -> Diagnostic | None:
        wanted = (self.result.type.shape[0] * 2,)
        if self.lhs.type.shape != wanted or self.rhs.type.shape != wanted:
            return self.error(
                f"expected {wanted[0]} factors on both sides for '{self.result.type}'"
            )
        return None
