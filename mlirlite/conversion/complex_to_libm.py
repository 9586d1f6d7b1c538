"""complex → calls of libm. `complex.pow %a, %b : complex<f32>` --> `call @cpowf(%a, %b)`, with a
declaration."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._libm import call_instead
from mlirlite.dialects import complex as complex_dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64, ComplexType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-complex-to-libm")

_NAMES: dict[type[Operation], str] = {
    complex_dialect.AbsOp: "cabs",
    complex_dialect.AngleOp: "carg",
    complex_dialect.ConjOp: "conj",
    complex_dialect.CosOp: "ccos",
    complex_dialect.LogOp: "clog",
    complex_dialect.PowOp: "cpow",
    complex_dialect.SinOp: "csin",
    complex_dialect.SqrtOp: "csqrt",
    complex_dialect.TanOp: "ctan",
    complex_dialect.TanhOp: "ctanh",
}
"""The function for f64; the one for f32 ends in `f`."""


@lower(*_NAMES)
def lower_to_call(op: Operation, rw: ConversionRewriter) -> Any:
    """Numbers of f32 and f64."""
    type = op.results[0].type
    element = type.element_type if isinstance(type, ComplexType) else type
    if element not in (F32, F64):
        return rw.fail(f"libm has no functions of '{type}'")
    return call_instead(op, _NAMES[op.__class__] + ("f" if element is F32 else ""), rw)


@compiler_pass("convert-complex-to-libm", anchor="builtin.module")
def convert_complex_to_libm(op: Operation, state: PassState) -> None:
    """Lower the complex dialect to calls of libm.

    Ops without a libm function, such as complex.add, stay.
    """
    lower.convert(op, legal=("func",), illegal=tuple(_NAMES))
