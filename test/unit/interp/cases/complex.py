"""Cases of complex, against Python's functions."""

import cmath

from . import Case

A, B = complex(0.5, -1.25), complex(-2.0, 0.75)
HEAD = """
  %a = complex.create %ar, %ai : complex<f64>
  %b = complex.constant [-2.0 : f64, 0.75 : f64] : complex<f64>
  %n = arith.constant 3 : i32
"""
FUNCTIONS = {
    "add %a, %b": A + B,
    "sub %a, %b": A - B,
    "mul %a, %b": A * B,
    "div %a, %b": A / B,
    "pow %a, %b": A**B,
    "atan2 %a, %b": -1j * cmath.log((B + 1j * A) / cmath.sqrt(A * A + B * B)),
    "conj %a": A.conjugate(),
    "neg %a": -A,
    "exp %a": cmath.exp(A),
    "expm1 %a": cmath.exp(A) - 1,
    "log %a": cmath.log(A),
    "log1p %a": cmath.log(1 + A),
    "sqrt %a": cmath.sqrt(A),
    "rsqrt %a": 1 / cmath.sqrt(A),
    "sign %a": A / abs(A),
    "sin %a": cmath.sin(A),
    "cos %a": cmath.cos(A),
    "tan %a": cmath.tan(A),
    "tanh %a": cmath.tanh(A),
    "powi %a, %n": A**3,
}


def case(body: str, expected: complex) -> Case:
    suffix = ", i32" if body.startswith("powi") else ""
    text = f"""func.func @main(%ar: f64, %ai: f64) -> (f64, f64) {{{HEAD}
      %r = complex.{body} : complex<f64>{suffix}
      %re = complex.re %r : complex<f64>
      %im = complex.im %r : complex<f64>
      return %re, %im : f64, f64
    }}"""
    results = [expected.real, expected.imag]
    arguments = [A.real, A.imag]
    return Case(f"complex.{body}", text, arguments, results, tolerance=1e-12)


CASES = [
    *(case(body, expected) for body, expected in FUNCTIONS.items()),
    Case(
        "parts and comparisons of complex",
        f"""func.func @main(%ar: f64, %ai: f64) -> (f64, f64, i1, i1) {{{HEAD}
          %abs = complex.abs %a : complex<f64>
          %angle = complex.angle %a : complex<f64>
          %eq = complex.eq %a, %a : complex<f64>
          %neq = complex.neq %a, %a : complex<f64>
          return %abs, %angle, %eq, %neq : f64, f64, i1, i1
        }}""",
        [A.real, A.imag],
        [abs(A), cmath.phase(A), 1, 0],
        tolerance=1e-12,
    ),
    Case(
        "parts are rounded to their type",
        """func.func @main(%x: f32) -> f32 {
          %a = complex.create %x, %x : complex<f32>
          %s = complex.mul %a, %a : complex<f32>
          %i = complex.im %s : complex<f32>
          return %i : f32
        }""",
        [0.10000000149011612],
        [0.020000001415610313],
        tolerance=1e-7,
    ),
    Case(
        "complex.bitcast: the real part has the low bits",
        """func.func @main(%i: i64) -> (f32, f32, i64) {
          %c = complex.bitcast %i : i64 to complex<f32>
          %re = complex.re %c : complex<f32>
          %im = complex.im %c : complex<f32>
          %back = complex.bitcast %c : complex<f32> to i64
          return %re, %im, %back : f32, f32, i64
        }""",
        [0x40000000_3F800000],
        [1.0, 2.0, 0x40000000_3F800000],
        compiled=False,  # no lowering, as upstream
    ),
]
