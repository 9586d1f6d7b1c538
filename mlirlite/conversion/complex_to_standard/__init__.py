"""complex → arith and math on the parts. `complex.angle %z : complex<f32>` -->
`math.atan2 %im, %re : f32`."""

from __future__ import annotations

from functools import cache

import mlirlite.conversion.complex_to_standard.arithmetic
import mlirlite.conversion.complex_to_standard.exponentials
import mlirlite.conversion.complex_to_standard.powers
import mlirlite.conversion.complex_to_standard.trigonometry  # noqa: F401  (fills the table)
from mlirlite.conversion._complex_division import ComplexRange
from mlirlite.conversion.complex_to_standard.table import ComplexRangeTypes, lower
from mlirlite.dialects import complex as complex_dialect
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings


@cache
def _lowerings(range: ComplexRange) -> Lowerings:
    return Lowerings(lower.name, ComplexRangeTypes(range), include=[lower])


@compiler_pass("convert-complex-to-standard")
def convert_complex_to_standard(
    op: Operation, state: PassState, *, complex_range: ComplexRange = ComplexRange.IMPROVED
) -> None:
    """Convert Complex dialect to standard dialect.

    complex.create, complex.re, complex.im, complex.constant and complex.bitcast stay.

    complex_range: how quotients treat parts that are too large, too small or not finite
    """
    stays = (complex_dialect.CreateOp, complex_dialect.ReOp, complex_dialect.ImOp)
    _lowerings(complex_range).convert(op, legal=("arith", "math", *stays))
