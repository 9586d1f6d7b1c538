# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of math and of krnl's math."""

import math

from . import Case, scalar_case

_UNARY = {
    "absf": (-1.5, 1.5), "acos": (0.5, math.acos(0.5)), "acosh": (2.0, math.acosh(2)),
    "asin": (0.5, math.asin(0.5)), "asinh": (0.5, math.asinh(0.5)), "atan": (0.5, math.atan(0.5)),
    "atanh": (0.5, math.atanh(0.5)), "cbrt": (-8.0, -2.0), "ceil": (-1.5, -1.0),
    "cos": (1.0, math.cos(1)), "cosh": (1.0, math.cosh(1)), "erf": (0.5, math.erf(0.5)),
    "erfc": (0.5, math.erfc(0.5)), "exp": (1.0, math.e), "exp2": (3.0, 8.0),
    "expm1": (0.5, math.expm1(0.5)), "floor": (-1.5, -2.0), "log": (2.0, math.log(2)),
    "log10": (100.0, 2.0), "log1p": (0.5, math.log1p(0.5)), "log2": (8.0, 3.0),
    "round": (-2.5, -3.0), "roundeven": (-2.5, -2.0), "rsqrt": (4.0, 0.5),
    "sin": (1.0, math.sin(1)), "sinh": (1.0, math.sinh(1)), "sqrt": (2.0, math.sqrt(2)),
    "tan": (1.0, math.tan(1)), "tanh": (1.0, math.tanh(1)), "trunc": (-1.5, -1.0),
}  # fmt: skip
UNARY = [
    scalar_case(f"math.{op}", f"math.{op} %a : {t}", [t], t, [a], expected, tolerance=4e-7)
    for op, (a, expected) in _UNARY.items()
    for t in ("f32", "f64")
]
_BINARY = {
    "atan2": (1.0, -2.0, math.atan2(1, -2)), "copysign": (1.5, -0.0, -1.5), "powf": (2.0, 0.5, 2**0.5)
}  # fmt: skip
BINARY = [
    scalar_case(f"math.{op}", f"math.{op} %a, %b : f32", ["f32"] * 2, "f32", row[:2], row[2],
                tolerance=4e-7)
    for op, row in _BINARY.items()
]  # fmt: skip
_TESTS = {"isfinite": (1, 0, 0), "isinf": (0, 1, 0), "isnan": (0, 0, 1), "isnormal": (1, 0, 0)}
TESTS = [
    scalar_case(f"math.{op}", f"math.{op} %a : f32", ["f32"], "i1", [a], expected)
    for op, row in _TESTS.items()
    for a, expected in zip((1.0, math.inf, math.nan), row, strict=True)
]
INTEGER = [
    scalar_case(f"math.{op}", f"math.{op} %a : i32", ["i32"], "i32", [a], expected)
    for op, a, expected in (
        ("absi", -5, 5), ("ctlz", 1, 31), ("ctlz", 0, 32), ("cttz", 8, 3), ("cttz", 0, 32),
        ("ctpop", -1, 32),
    )
]  # fmt: skip
OTHER = [
    scalar_case("math.isnormal", "math.isnormal %a : f32", ["f32"], "i1", [1e-40], 0),
    scalar_case(
        "math.fma", "math.fma %a, %b, %c : f64", ["f64"] * 3, "f64",
        [1 + 2.0**-52, 1 + 2.0**-52, -1 - 2.0**-51], 2.0**-104,
    ),
    scalar_case(
        "math.fma", "math.fma %a, %b, %c : f32", ["f32"] * 3, "f32",
        [1 + 2.0**-23, 1 + 2.0**-23, -1 - 2.0**-22], 2.0**-46,
    ),
    scalar_case(
        "math.clampf", "math.clampf %a to [%b, %c] : f32", ["f32"] * 3, "f32", [5.0, 0.0, 1.0],
        1.0, compiled=False,
    ),
    scalar_case(
        "math.fpowi", "math.fpowi %a, %b : f32, i32", ["f32", "i32"], "f32", [2.0, -2], 0.25,
        compiled=False,  # LLVM calls compiler-rt's __powisf2, which the process does not have
    ),
    scalar_case(
        "math.ipowi", "math.ipowi %a, %b : i32", ["i32"] * 2, "i32", [-3, 3], -27, compiled=False
    ),
    scalar_case(
        "math.ipowi", "math.ipowi %a, %b : i32", ["i32"] * 2, "i32", [2, -1], 0, compiled=False
    ),
    Case(
        "math.sincos",
        """func.func @main(%a: f32) -> (f32, f32) {
          %s, %c = math.sincos %a : f32
          return %s, %c : f32, f32
        }""",
        [1.0],
        [math.sin(1), math.cos(1)],
        tolerance=4e-7,
    ),
]  # fmt: skip
_KRNL = ("erf", "acos", "asin", "asinh", "atan", "atanh", "tan", "acosh")
KRNL = [
    scalar_case(
        f"krnl.{op}", f'"krnl.{op}"(%a) : (f32) -> f32', ["f32"], "f32", [_UNARY[op][0]],
        _UNARY[op][1], tolerance=4e-7,
    )
    for op in _KRNL
] + [
    scalar_case("krnl.round_even", '"krnl.round_even"(%a) : (f32) -> f32', ["f32"], "f32", [2.5], 2.0),
    scalar_case("krnl.isnan", '"krnl.isnan"(%a) : (f32) -> i1', ["f32"], "i1", [math.nan], 1),
    scalar_case("krnl.isinf", '"krnl.isinf"(%a) : (f32) -> i1', ["f32"], "i1", [-math.inf], 1),
]  # fmt: skip

CASES = [*UNARY, *BINARY, *TESTS, *INTEGER, *OTHER, *KRNL]
