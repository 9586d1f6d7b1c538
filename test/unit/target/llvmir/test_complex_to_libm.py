"""Complex functions of libm, called by compiled code. Numbers of f64: C and LLVM pass them alike,
those of f32 C packs into one register."""

import cmath

import pytest

from .native import F64, compiled

PASSES = (
    "convert-complex-to-libm,convert-complex-to-llvm,convert-func-to-llvm,"
    "reconcile-unrealized-casts"
)
Z = complex(0.7, -1.3)


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("cos", cmath.cos),
        ("conj", lambda z: z.conjugate()),
        ("log", cmath.log),
        ("pow", lambda z: z**z),
        ("sin", cmath.sin),
        ("sqrt", cmath.sqrt),
        ("tan", cmath.tan),
        ("tanh", cmath.tanh),
    ],
)
def test_functions(op, function):
    operands = "%z, %z" if op == "pow" else "%z"
    found = [
        compiled(
            f"""func.func @f(%a: f64, %b: f64) -> f64 {{
              %z = complex.create %a, %b : complex<f64>
              %r = complex.{op} {operands} : complex<f64>
              %p = complex.{part} %r : complex<f64>
              return %p : f64
            }}""",
            PASSES,
        ).function("f", F64, F64, F64)(Z.real, Z.imag)
        for part in ("re", "im")
    ]
    assert complex(*found) == pytest.approx(function(Z), rel=1e-15)


@pytest.mark.parametrize(("op", "function"), [("abs", abs), ("angle", cmath.phase)])
def test_real_functions(op, function):
    text = f"""func.func @f(%a: f64, %b: f64) -> f64 {{
      %z = complex.create %a, %b : complex<f64>
      %r = complex.{op} %z : complex<f64>
      return %r : f64
    }}"""
    found = compiled(text, PASSES).function("f", F64, F64, F64)(Z.real, Z.imag)
    assert found == pytest.approx(function(Z), rel=1e-15)
