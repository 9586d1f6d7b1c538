"""Evaluation of the ops of complex. A complex number is Python's; each part is a float of its
type. Inexact functions are computed in double precision and rounded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlirlite.dialects import complex as complex_dialect
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import elementwise, rounded
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.dense import pack_elements, unpack_elements
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ComplexType, FloatType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Function = Callable[..., Any]


def _part_type(type: Type) -> FloatType:
    found = element_type_of(type)
    part = found.element_type if isinstance(found, ComplexType) else found
    if not isinstance(part, FloatType):
        raise DiagnosticError(f"numbers of type {type} cannot be evaluated")
    return part


def _rounded(value: Any, type: Type) -> complex | float:
    """A number with its parts, or a float, rounded to the type."""
    part = _part_type(type)
    if isinstance(element_type_of(type), ComplexType):
        return complex(rounded(float(value.real), part), rounded(float(value.imag), part))
    return rounded(float(value), part)


def _run(m: Machine, op: Operation, function: Function) -> Any:
    type = op.results[0].type

    def apply(*values: Any) -> Any:
        with np.errstate(all="ignore"):
            return _rounded(function(*map(np.complex128, values)), type)

    return elementwise(apply, type, *m.all(op.operands))


def _sign(value: Any) -> Any:
    return value if value == 0 else value / abs(value)


def _atan2(y: Any, x: Any) -> Any:
    return -1j * np.log((x + 1j * y) / np.sqrt(x * x + y * y))


def _multiply(a: Any, b: Any) -> complex:
    return complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


_FUNCTIONS: dict[type, Function] = {
    complex_dialect.AddOp: lambda a, b: a + b,
    complex_dialect.SubOp: lambda a, b: a - b,
    complex_dialect.MulOp: _multiply,
    complex_dialect.DivOp: np.divide,
    complex_dialect.PowOp: np.power,
    complex_dialect.Atan2Op: _atan2,
    complex_dialect.AbsOp: np.abs,
    complex_dialect.AngleOp: np.angle,
    complex_dialect.ReOp: np.real,
    complex_dialect.ImOp: np.imag,
    complex_dialect.ConjOp: np.conj,
    complex_dialect.NegOp: np.negative,
    complex_dialect.ExpOp: np.exp,
    complex_dialect.Expm1Op: np.expm1,
    complex_dialect.LogOp: np.log,
    complex_dialect.Log1pOp: np.log1p,
    complex_dialect.SqrtOp: np.sqrt,
    complex_dialect.RsqrtOp: lambda a: 1 / np.sqrt(a),
    complex_dialect.SignOp: _sign,
    complex_dialect.SinOp: np.sin,
    complex_dialect.CosOp: np.cos,
    complex_dialect.TanOp: np.tan,
    complex_dialect.TanhOp: np.tanh,
}


@evaluate(*_FUNCTIONS)
def run_function(m: Machine, op: Operation) -> Any:
    """A function of complex numbers, element by element."""
    return _run(m, op, _FUNCTIONS[type(op)])


@evaluate(complex_dialect.ConstantOp)
def run_constant(m: Machine, op: complex_dialect.ConstantOp) -> complex:
    """The two parts as one number."""
    real, imaginary = op.value
    if not isinstance(real, FloatAttr) or not isinstance(imaginary, FloatAttr):
        raise DiagnosticError(op.error("cannot be evaluated: its parts are not floats"))
    return complex(real.value, imaginary.value)


@evaluate(complex_dialect.CreateOp)
def run_create(m: Machine, op: complex_dialect.CreateOp) -> complex:
    """A number of its parts."""
    return complex(m[op.real], m[op.imaginary])


@evaluate(complex_dialect.PowiOp)
def run_powi(m: Machine, op: complex_dialect.PowiOp) -> Any:
    """A power with an integer."""
    return _run(m, op, np.power)


@evaluate(complex_dialect.EqualOp)
def run_equal(m: Machine, op: complex_dialect.EqualOp) -> Any:
    """1 if both parts are equal."""
    return elementwise(lambda a, b: int(a == b), op.result.type, m[op.lhs], m[op.rhs])


@evaluate(complex_dialect.NotEqualOp)
def run_not_equal(m: Machine, op: complex_dialect.NotEqualOp) -> Any:
    """1 if a part differs."""
    return elementwise(lambda a, b: int(a != b), op.result.type, m[op.lhs], m[op.rhs])


@evaluate(complex_dialect.BitcastOp)
def run_bitcast(m: Machine, op: complex_dialect.BitcastOp) -> Any:
    """The bits of a complex number, the real part's first, read as another type, or the other way
    round."""
    source, target = op.operand.type, op.result.type
    value = m[op.operand]
    if isinstance(source, ComplexType):
        raw = pack_elements([value.real, value.imag], source.element_type)
    else:
        raw = pack_elements([value], source)
    if not isinstance(target, ComplexType):
        return unpack_elements(raw, target)[0]
    return complex(*unpack_elements(raw, target.element_type))
