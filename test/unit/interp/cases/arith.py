"""Cases of arith, index, ub and builtin."""

import math

import numpy as np

from . import Case, scalar_case

MIN32 = -(1 << 31)


def _binary(op: str, type: str, a: object, b: object, expected: object) -> Case:
    return scalar_case(op, f"{op} %a, %b : {type}", [type, type], type, [a, b], expected)


INTEGER = [
    _binary(f"arith.{op}", type, a, b, expected)
    for op, type, a, b, expected in (
        ("addi", "i32", 2**31 - 1, 1, MIN32),
        ("addi", "i8", 100, 100, -56),
        ("addi", "i1", 1, 1, 0),
        ("subi", "i32", MIN32, 1, 2**31 - 1),
        ("muli", "i32", 65536, 65537, 65536),
        ("divui", "i32", -1, 2, 2**31 - 1),
        ("divsi", "i32", -7, 2, -3),
        ("ceildivui", "i32", 7, 2, 4),
        ("ceildivui", "i32", -1, 2, MIN32),
        ("ceildivsi", "i32", -7, 2, -3),
        ("ceildivsi", "i32", 7, 2, 4),
        ("ceildivsi", "i32", 7, -2, -3),
        ("ceildivsi", "i32", -7, -2, 4),
        ("ceildivsi", "i32", MIN32, 2, MIN32 // 2),
        ("floordivsi", "i32", -7, 2, -4),
        ("floordivsi", "i32", 7, -2, -4),
        ("floordivsi", "i32", -8, 2, -4),
        ("remui", "i32", -1, 10, 5),
        ("remsi", "i32", -7, 3, -1),
        ("andi", "i32", 12, 10, 8),
        ("ori", "i32", 12, 10, 14),
        ("xori", "i32", 12, 10, 6),
        ("shli", "i32", 1, 31, MIN32),
        ("shrui", "i32", -1, 28, 15),
        ("shrsi", "i32", -16, 2, -4),
        ("maxsi", "i32", -1, 1, 1),
        ("maxui", "i32", -1, 1, -1),
        ("minsi", "i32", -1, 1, -1),
        ("minui", "i32", -1, 1, 1),
    )
]

FLOAT = [
    _binary(f"arith.{op}", type, a, b, expected)
    for op, type, a, b, expected in (
        ("addf", "f32", 0.1, 0.2, float(np.float32(0.1) + np.float32(0.2))),
        ("addf", "f64", 0.1, 0.2, 0.1 + 0.2),
        ("subf", "f32", 1.0, 2.0**-24, 1.0 - 2.0**-24),
        ("mulf", "f32", 1e30, 1e30, math.inf),
        ("divf", "f32", -1.0, 0.0, -math.inf),
        ("divf", "f64", 0.0, 0.0, math.nan),
        ("divf", "f64", 1.0, 3.0, 1 / 3),
        ("remf", "f64", -7.5, 2.0, -1.5),
        ("maximumf", "f32", 1.0, math.nan, math.nan),
        ("maximumf", "f32", -2.0, 1.0, 1.0),
        ("minimumf", "f32", 1.0, math.nan, math.nan),
        ("minimumf", "f32", -2.0, 1.0, -2.0),
        ("maxnumf", "f32", 1.0, math.nan, 1.0),
        ("minnumf", "f32", math.nan, -1.0, -1.0),
    )
]


def _cast(op: str, source: str, target: str, value: object, expected: object) -> Case:
    body = f"arith.{op} %a : {source} to {target}"
    return scalar_case(f"arith.{op}", body, [source], target, [value], expected)


CASTS = [
    _cast(*row)
    for row in (
        ("extui", "i8", "i32", -1, 255),
        ("extui", "i1", "i32", 1, 1),
        ("extsi", "i8", "i32", -1, -1),
        ("extsi", "i1", "i32", 1, -1),
        ("trunci", "i32", "i8", 257, 1),
        ("trunci", "i32", "i1", 3, 1),
        ("extf", "f32", "f64", 0.5, 0.5),
        ("truncf", "f64", "f32", 1 + 2.0**-24, 1.0),
        ("truncf", "f64", "f32", 1 + 3 * 2.0**-24, 1 + 2.0**-22),
        ("fptosi", "f32", "i32", -2.75, -2),
        ("fptoui", "f32", "i32", 3e9, 3000000000 - 2**32),
        ("sitofp", "i64", "f32", 2**24 + 1, 2.0**24),
        ("sitofp", "i64", "f32", -(2**62) - 2**38 - 1, -(2.0**62) - 2.0**39),
        ("sitofp", "i1", "f32", 1, -1.0),
        ("uitofp", "i8", "f32", -1, 255.0),
        ("index_cast", "i8", "index", -3, -3),
        ("index_cast", "index", "i8", 258, 2),
        ("index_castui", "i8", "index", -3, 253),
        ("bitcast", "f32", "i32", 1.0, 0x3F800000),
        ("bitcast", "i64", "f64", 1 << 62, 2.0),
    )
]

INTEGER_PREDICATES = {
    "eq": (0, 0), "ne": (1, 1), "slt": (1, 0), "sle": (1, 0), "sgt": (0, 1), "sge": (0, 1),
    "ult": (0, 1), "ule": (0, 1), "ugt": (1, 0), "uge": (1, 0),
}  # fmt: skip
# by predicate: 1 ? 2, 2 ? 2, 2 ? NaN
FLOAT_PREDICATES = {
    "false": (0, 0, 0), "oeq": (0, 1, 0), "ogt": (0, 0, 0), "oge": (0, 1, 0), "olt": (1, 0, 0),
    "ole": (1, 1, 0), "one": (1, 0, 0), "ord": (1, 1, 0), "ueq": (0, 1, 1), "ugt": (0, 0, 1),
    "uge": (0, 1, 1), "ult": (1, 0, 1), "ule": (1, 1, 1), "une": (1, 0, 1), "uno": (0, 0, 1),
    "true": (1, 1, 1),
}  # fmt: skip
COMPARISONS = [
    scalar_case("arith.cmpi", f"arith.cmpi {p}, %a, %b : i32", ["i32"] * 2, "i1", pair, expected)
    for p, row in INTEGER_PREDICATES.items()
    for pair, expected in zip(((-1, 1), (1, -1)), row, strict=True)
] + [
    scalar_case("arith.cmpf", f"arith.cmpf {p}, %a, %b : f32", ["f32"] * 2, "i1", pair, expected)
    for p, row in FLOAT_PREDICATES.items()
    for pair, expected in zip(((1.0, 2.0), (2.0, 2.0), (2.0, math.nan)), row, strict=True)
]

_INDEX = {
    "add": (7, -9, -2), "sub": (7, 9, -2), "mul": (-7, 9, -63), "divs": (-7, 2, -3),
    "divu": (7, 2, 3), "ceildivs": (-7, 2, -3), "ceildivu": (7, 2, 4), "floordivs": (-7, 2, -4),
    "rems": (-7, 2, -1), "remu": (7, 4, 3), "maxs": (-1, 1, 1), "maxu": (-1, 1, -1),
    "mins": (-1, 1, -1), "minu": (-1, 1, 1), "shl": (3, 2, 12), "shrs": (-8, 1, -4),
    "shru": (-1, 60, 15), "and": (12, 10, 8), "or": (12, 10, 14), "xor": (12, 10, 6),
}  # fmt: skip
INDEX = [
    scalar_case(f"index.{op}", f"index.{op} %a, %b", ["index"] * 2, "index", row[:2], row[2])
    for op, row in _INDEX.items()
] + [
    scalar_case("index.ceildivs", "index.ceildivs %a, %b", ["index"] * 2, "index", (7, 2), 4),
    scalar_case("index.ceildivu", "index.ceildivu %a, %b", ["index"] * 2, "index", (0, 2), 0),
    scalar_case("index.floordivs", "index.floordivs %a, %b", ["index"] * 2, "index", (7, -2), -4),
    scalar_case("index.casts", "index.casts %a : i32 to index", ["i32"], "index", [-1], -1),
    scalar_case("index.castu", "index.castu %a : i32 to index", ["i32"], "index", [-1], 2**32 - 1),
    scalar_case("index.cmp", "index.cmp slt(%a, %b)", ["index"] * 2, "i1", [-1, 1], 1),
    scalar_case("index.cmp", "index.cmp ult(%a, %b)", ["index"] * 2, "i1", [-1, 1], 0),
    scalar_case("index.sizeof", "index.sizeof", [], "index", [], 64),
    scalar_case("index.constant", "index.constant -5", [], "index", [], -5),
    scalar_case("index.bool.constant", "index.bool.constant true", [], "i1", [], 1),
]

OTHER = [
    scalar_case("arith.constant", "arith.constant -3 : i32", [], "i32", [], -3),
    scalar_case("arith.negf", "arith.negf %a : f32", ["f32"], "f32", [1.5], -1.5),
    scalar_case(
        "arith.select", "arith.select %a, %b, %c : i32", ["i1", "i32", "i32"], "i32", [0, 1, 2], 2
    ),
    Case(
        "extended arithmetic",
        """func.func @main(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i1) {
          %0:2 = arith.mulsi_extended %a, %b : i32
          %1:2 = arith.mului_extended %a, %b : i32
          %2:2 = arith.addui_extended %a, %b : i32, i1
          return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : i32, i32, i32, i32, i32, i1
        }""",
        [-2, 3],
        [-6, -1, -6, 2, 1, 1],
    ),
    Case(
        "ub.poison that nobody looks at",
        """func.func @main(%c: i1, %a: i32) -> i32 {
          %p = ub.poison : i32
          %r = arith.select %c, %a, %p : i32
          return %r : i32
        }""",
        [1, 5],
        [5],
    ),
    Case(
        "ub.unreachable that nobody reaches",
        """func.func @main(%c: i1, %a: i32) -> i32 {
          cf.cond_br %c, ^good, ^bad
        ^good:
          return %a : i32
        ^bad:
          ub.unreachable
        }""",
        [1, 5],
        [5],
    ),
    Case(
        "unrealized_conversion_cast",
        """func.func @main(%a: i64) -> i64 {
          %0 = builtin.unrealized_conversion_cast %a : i64 to index
          %1 = builtin.unrealized_conversion_cast %0 : index to i64
          return %1 : i64
        }""",
        [7],
        [7],
    ),
    Case(
        "arith.scaling_extf",
        """func.func @main() -> (f32, f16) {
          %a = arith.constant 1.5 : f8E4M3FN
          %s = arith.constant 4.0 : f8E8M0FNU
          %b = arith.constant 6.0 : f32
          %0 = arith.scaling_extf %a, %s : f8E4M3FN, f8E8M0FNU to f32
          %1 = arith.scaling_truncf %b, %s : f32, f8E8M0FNU to f16
          return %0, %1 : f32, f16
        }""",
        [],
        [6.0, 1.5],
        compiled=False,
    ),
]

CASES = [*INTEGER, *FLOAT, *CASTS, *COMPARISONS, *INDEX, *OTHER]
