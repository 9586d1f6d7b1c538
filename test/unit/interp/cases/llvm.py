# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of llvm."""

import math

import numpy as np

from . import Case, scalar_case

MIN32 = -(1 << 31)


def _simple(op: str, type: str, arguments: tuple[object, ...], expected: object) -> Case:
    """An op whose operands and result have one type; flags may precede the operands."""
    names = ", ".join(f"%{letter}" for letter, _ in zip("abc", arguments, strict=False))
    body = f"llvm.{op} {names} : {type}"
    return scalar_case(f"llvm.{op}", body, [type] * len(arguments), type, arguments, expected)


def _intrinsic(
    name: str,
    types: str,
    result: str,
    arguments: tuple[object, ...],
    expected: object,
    attributes: str = "",
    **more: object,
) -> Case:
    given = types.split(", ")
    names = ", ".join(f"%{letter}" for letter, _ in zip("abc", arguments, strict=False))
    body = f'"llvm.intr.{name}"({names}) {attributes} : ({types}) -> {result}'
    return scalar_case(f"llvm.intr.{name}", body, given, result, arguments, expected, **more)


def _cast(op: str, source: str, target: str, value: object, expected: object) -> Case:
    body = f"llvm.{op} %a : {source} to {target}"
    return scalar_case(f"llvm.{op}", body, [source], target, [value], expected)


NUMBERS = [
    _simple("add", "i32", (2**31 - 1, 1), MIN32),
    _simple("sub", "i8", (-100, 100), 56),
    _simple("mul", "i32", (65536, 65537), 65536),
    _simple("udiv", "i32", (-1, 2), 2**31 - 1),
    _simple("sdiv", "i32", (-7, 2), -3),
    _simple("urem", "i32", (-1, 10), 5),
    _simple("srem", "i32", (-7, 3), -1),
    _simple("and", "i32", (12, 10), 8),
    _simple("or", "i32", (12, 10), 14),
    _simple("xor", "i32", (12, 10), 6),
    _simple("shl", "i32", (1, 31), MIN32),
    _simple("lshr", "i32", (-1, 28), 15),
    _simple("ashr", "i32", (-16, 2), -4),
    _simple("fadd", "f32", (0.1, 0.2), float(np.float32(0.1) + np.float32(0.2))),
    _simple("fsub", "f64", (1.0, 0.9), 1.0 - 0.9),
    _simple("fmul", "f32", (1e30, 1e30), math.inf),
    _simple("fdiv", "f32", (-1.0, 0.0), -math.inf),
    _simple("frem", "f64", (-7.5, 2.0), -1.5),
    _simple("fneg", "f32", (0.0,), -0.0),
    _simple("freeze", "i32", (5,), 5),
    _cast("zext", "i8", "i32", -1, 255),
    _cast("sext", "i8", "i32", -1, -1),
    _cast("trunc", "i32", "i8", 300, 44),
    _cast("uitofp", "i32", "f32", -1, 2.0**32),
    _cast("sitofp", "i32", "f64", -3, -3.0),
    _cast("fptoui", "f32", "i32", 3e9, 3000000000 - 2**32),
    _cast("fptosi", "f64", "i32", -3.9, -3),
    _cast("fpext", "f32", "f64", 0.5, 0.5),
    _cast("fptrunc", "f64", "f32", 0.1, float(np.float32(0.1))),
    _cast("bitcast", "f32", "i32", 1.0, 0x3F800000),
    scalar_case("llvm.icmp", 'llvm.icmp "ult" %a, %b : i32', ["i32"] * 2, "i1", [-1, 1], 0),
    scalar_case("llvm.icmp", 'llvm.icmp "slt" %a, %b : i32', ["i32"] * 2, "i1", [-1, 1], 1),
    scalar_case("llvm.fcmp", 'llvm.fcmp "ult" %a, %b : f32', ["f32"] * 2, "i1", [math.nan, 1.0], 1),
    scalar_case("llvm.fcmp", 'llvm.fcmp "_true" %a, %b : f32', ["f32"] * 2, "i1", [0.0, 1.0], 1),
    scalar_case(
        "llvm.select", "llvm.select %a, %b, %c : i1, f32", ["i1", "f32", "f32"], "f32", [0, 1.0, 2.0], 2.0
    ),
]  # fmt: skip

FUNCTIONS = [
    _intrinsic(name, "f64", "f64", (value,), expected, tolerance=1e-14)
    for name, value, expected in (
        ("acos", 0.5, math.acos(0.5)),
        ("asin", 0.5, math.asin(0.5)),
        ("atan", 0.5, math.atan(0.5)),
        ("ceil", 1.5, 2.0),
        ("cos", 0.5, math.cos(0.5)),
        ("cosh", 0.5, math.cosh(0.5)),
        ("exp", 0.5, math.exp(0.5)),
        ("exp10", 2.0, 100.0),
        ("exp2", 0.5, math.sqrt(2)),
        ("fabs", -2.0, 2.0),
        ("floor", -1.5, -2.0),
        ("log", 2.0, math.log(2)),
        ("log10", 2.0, math.log10(2)),
        ("log2", 3.0, math.log2(3)),
        ("nearbyint", 2.5, 2.0),
        ("rint", 3.5, 4.0),
        ("round", 2.5, 3.0),
        ("roundeven", 2.5, 2.0),
        ("sin", 0.5, math.sin(0.5)),
        ("sinh", 0.5, math.sinh(0.5)),
        ("sqrt", 2.0, math.sqrt(2)),
        ("tan", 0.5, math.tan(0.5)),
        ("tanh", 0.5, math.tanh(0.5)),
        ("trunc", -1.5, -1.0),
    )
]
INTRINSICS = [
    _intrinsic("atan2", "f64, f64", "f64", (1.0, 2.0), math.atan2(1, 2), tolerance=1e-15),
    _intrinsic("copysign", "f32, f32", "f32", (2.0, -0.0), -2.0),
    _intrinsic("pow", "f64, f64", "f64", (2.0, 0.5), math.sqrt(2)),
    _intrinsic("maxnum", "f32, f32", "f32", (math.nan, 2.0), 2.0),
    _intrinsic("minnum", "f32, f32", "f32", (3.0, 2.0), 2.0),
    _intrinsic("maximum", "f32, f32", "f32", (math.nan, 2.0), math.nan),
    _intrinsic("minimum", "f32, f32", "f32", (0.0, -0.0), -0.0),
    _intrinsic("fma", "f32, f32, f32", "f32", (1 + 2.0**-12, 1 + 2.0**-12, -1.0), 2.0**-11 + 2.0**-24),
    _intrinsic("fmuladd", "f32, f32, f32", "f32", (2.0, 3.0, 1.0), 7.0),
    _intrinsic("powi", "f32, i32", "f32", (2.0, -2), 0.25, compiled=False),
    _intrinsic("ldexp", "f32, i32", "f32", (1.5, 3), 12.0),
    _intrinsic("smax", "i32, i32", "i32", (-1, 1), 1),
    _intrinsic("smin", "i32, i32", "i32", (-1, 1), -1),
    _intrinsic("umax", "i32, i32", "i32", (-1, 1), -1),
    _intrinsic("umin", "i32, i32", "i32", (-1, 1), 1),
    _intrinsic("sadd.sat", "i8, i8", "i8", (100, 100), 127),
    _intrinsic("ssub.sat", "i8, i8", "i8", (-100, 100), -128),
    _intrinsic("uadd.sat", "i8, i8", "i8", (-56, 100), -1),
    _intrinsic("usub.sat", "i8, i8", "i8", (1, 2), 0),
    _intrinsic("fshl", "i8, i8, i8", "i8", (1, -128, 1), 3),
    _intrinsic("fshr", "i8, i8, i8", "i8", (1, 2, 1), -127),
    _intrinsic("scmp", "i32, i32", "i8", (-1, 1), -1),
    _intrinsic("ucmp", "i32, i32", "i8", (-1, 1), 1),
    _intrinsic("abs", "i32", "i32", (-5,), 5, "<{is_int_min_poison = false}>"),
    _intrinsic("abs", "i32", "i32", (MIN32,), None, "<{is_int_min_poison = true}>", compiled=False),
    _intrinsic("ctlz", "i32", "i32", (1,), 31, "<{is_zero_poison = false}>"),
    _intrinsic("cttz", "i32", "i32", (0,), 32, "<{is_zero_poison = false}>"),
    _intrinsic("cttz", "i32", "i32", (0,), None, "<{is_zero_poison = true}>", compiled=False),
    _intrinsic("ctpop", "i32", "i32", (-1,), 32),
    _intrinsic("bitreverse", "i8", "i8", (3,), -64),
    _intrinsic("bswap", "i32", "i32", (0x01020304,), 0x04030201),
    _intrinsic("is.fpclass", "f32", "i1", (math.nan,), 1, "<{bit = 3 : i32}>"),
    _intrinsic("is.fpclass", "f32", "i1", (-math.inf,), 1, "<{bit = 4 : i32}>"),
    _intrinsic("is.fpclass", "f32", "i1", (-1.0,), 1, "<{bit = 8 : i32}>"),
    _intrinsic("is.fpclass", "f32", "i1", (1e-40,), 1, "<{bit = 128 : i32}>"),
    _intrinsic("is.fpclass", "f32", "i1", (-0.0,), 1, "<{bit = 32 : i32}>"),
    _intrinsic("is.fpclass", "f32", "i1", (1.0,), 0, "<{bit = 3 : i32}>"),
    _intrinsic("lrint", "f64", "i64", (2.5,), 2),
    _intrinsic("llrint", "f64", "i64", (3.5,), 4),
    _intrinsic("lround", "f64", "i64", (2.5,), 3),
    _intrinsic("llround", "f64", "i64", (-2.5,), -3),
    _intrinsic("expect", "i32, i32", "i32", (5, 6), 5, compiled=False),
    _intrinsic(
        "expect.with.probability", "i32, i32", "i32", (5, 6), 5, "<{prob = 0.5 : f64}>", compiled=False
    ),
    _intrinsic("ssa.copy", "f32", "f32", (5.0,), 5.0, compiled=False),
]  # fmt: skip


def _pair(
    name: str, type: str, arguments: tuple[object, ...], parts: str, expected: list[object]
) -> Case:
    """An intrinsic whose result is a struct of two."""
    names = [f"%{letter}" for letter, _ in zip("ab", arguments, strict=False)]
    head = ", ".join(f"{n}: {type}" for n in names)
    struct = f"!llvm.struct<({parts})>"
    body = f"""func.func @main({head}) -> ({parts}) {{
      %s = "llvm.intr.{name}"({", ".join(names)}) : ({", ".join([type] * len(names))}) -> {struct}
      %0 = llvm.extractvalue %s[0] : {struct}
      %1 = llvm.extractvalue %s[1] : {struct}
      return %0, %1 : {parts}
    }}"""
    return Case(f"llvm.intr.{name}", body, arguments, expected, tolerance=1e-15)


PAIRS = [
    _pair("sadd.with.overflow", "i8", (100, 100), "i8, i1", [-56, 1]),
    _pair("ssub.with.overflow", "i8", (100, 1), "i8, i1", [99, 0]),
    _pair("smul.with.overflow", "i8", (16, 16), "i8, i1", [0, 1]),
    _pair("uadd.with.overflow", "i8", (-1, 1), "i8, i1", [0, 1]),
    _pair("usub.with.overflow", "i8", (1, 2), "i8, i1", [-1, 1]),
    _pair("umul.with.overflow", "i8", (16, 15), "i8, i1", [-16, 0]),
    _pair("sincos", "f64", (0.5,), "f64, f64", [math.sin(0.5), math.cos(0.5)]),
    _pair("frexp", "f64", (12.0,), "f64, i32", [0.75, 4]),
]  # fmt: skip


def _vector(
    name: str,
    body: str,
    result: str,
    expected: object,
    values: str = "1, 2, 3, 4",
    of: str = "i32",
    **more: object,
) -> Case:
    """A vector %v, a mask %k of its elements 0 and 2, and 3 as %n."""
    text = f"""func.func @main() -> {result} {{
      %v = llvm.mlir.constant(dense<[{values}]> : vector<4x{of}>) : vector<4x{of}>
      %k = llvm.mlir.constant(dense<[true, false, true, false]> : vector<4xi1>) : vector<4xi1>
      %n = llvm.mlir.constant(3 : i32) : i32
      {body}
      return %r : {result}
    }}"""
    return Case(name, text, [], [expected], **more)  # type: ignore[arg-type]


FLOATS = "1.0, 2.0, 3.0, 4.0"
REDUCTIONS = [
    *(
        _vector(f"reduce.{kind}", f'%r = "llvm.intr.vector.reduce.{kind}"(%v) : (vector<4xi32>) -> i32', "i32", expected, "3, -5, 6, 7")
        for kind, expected in (
            ("add", 11), ("mul", -630), ("and", 2), ("or", -1), ("xor", -7), ("smax", 7),
            ("smin", -5), ("umax", -5), ("umin", 3),
        )
    ),
    *(
        _vector(f"reduce.{kind}", f'%r = "llvm.intr.vector.reduce.{kind}"(%v) : (vector<4xf32>) -> f32', "f32", expected, FLOATS, "f32")
        for kind, expected in (("fmax", 4.0), ("fmin", 1.0), ("fmaximum", 4.0), ("fminimum", 1.0))
    ),
    *(
        _vector(
            f"reduce.{kind}",
            f"""%s = llvm.mlir.constant(0.5 : f32) : f32
            %r = "llvm.intr.vector.reduce.{kind}"(%s, %v) : (f32, vector<4xf32>) -> f32""",
            "f32", expected, FLOATS, "f32",
        )
        for kind, expected in (("fadd", 10.5), ("fmul", 12.0))
    ),
    *(
        _vector(
            f"vp.reduce.{kind}",
            f'%r = "llvm.intr.vp.reduce.{kind}"(%n, %v, %k, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32',
            "i32", expected, "7, 100, 6, 100",
        )
        for kind, expected in (
            ("add", 16), ("mul", 126), ("and", 2), ("or", 7), ("xor", 2), ("smax", 7),
            ("smin", 3), ("umax", 7), ("umin", 3),
        )
    ),
    *(
        _vector(
            f"vp.reduce.{kind}",
            f"""%s = llvm.mlir.constant(2.5 : f32) : f32
            %r = "llvm.intr.vp.reduce.{kind}"(%s, %v, %k, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32""",
            "f32", expected, FLOATS, "f32",
        )
        for kind, expected in (("fadd", 6.5), ("fmul", 7.5), ("fmax", 3.0), ("fmin", 1.0))
    ),
]  # fmt: skip


def _taken(op: str, vector: str, of: str = "i32") -> str:
    """The element 1 of the vector that an op gives, for compiled code, which returns no vectors."""
    return f"""%w = {op}
      %one = llvm.mlir.constant(1 : i32) : i32
      %r = llvm.extractelement %w[%one : i32] : {vector}"""


VECTORS = [
    _vector("insertelement", _taken("llvm.insertelement %n, %v[%n : i32] : vector<4xi32>", "vector<4xi32>"), "i32", 2),
    _vector("shufflevector", _taken("llvm.shufflevector %v, %v [3, 7, -1] : vector<4xi32>", "vector<3xi32>"), "i32", 4),
    _vector("vector.insert", _taken("llvm.intr.vector.insert %v, %v[0] : vector<4xi32> into vector<4xi32>", "vector<4xi32>"), "i32", 2),
    _vector("vector.extract", _taken("llvm.intr.vector.extract %v[2] : vector<2xi32> from vector<4xi32>", "vector<2xi32>"), "i32", 4),
    _vector("interleave", _taken('"llvm.intr.vector.interleave2"(%v, %v) : (vector<4xi32>, vector<4xi32>) -> vector<8xi32>', "vector<8xi32>"), "i32", 1),
    _vector(
        "deinterleave",
        """%s = "llvm.intr.vector.deinterleave2"(%v) : (vector<4xi32>) -> !llvm.struct<(vector<2xi32>, vector<2xi32>)>
        """ + _taken("llvm.extractvalue %s[1] : !llvm.struct<(vector<2xi32>, vector<2xi32>)>", "vector<2xi32>"),
        "i32", 4,
    ),
    _vector("stepvector", _taken("llvm.intr.stepvector : vector<4xi32>", "vector<4xi32>"), "i32", 1),
    _vector("active lanes", _taken('"llvm.intr.get.active.lane.mask"(%n, %n) : (i32, i32) -> vector<4xi1>', "vector<4xi1>"), "i1", 0),
    _vector("elements of poison", """%p = llvm.mlir.poison : vector<4xi32>
      %w = llvm.insertelement %n, %p[%n : i32] : vector<4xi32>
      %x = llvm.add %w, %w : vector<4xi32>
      %r = llvm.extractelement %x[%n : i32] : vector<4xi32>""", "i32", 6),
]  # fmt: skip

MEMORY = [
    Case(
        "fields, globals, pointers",
        """llvm.mlir.global internal @table(dense<[10, 20, 30]> : tensor<3xi32>) : !llvm.array<3 x i32>
        llvm.mlir.global internal @pair() : !llvm.struct<(i8, i64)> {
          %0 = llvm.mlir.undef : !llvm.struct<(i8, i64)>
          %c = llvm.mlir.constant(7 : i64) : i64
          %1 = llvm.insertvalue %c, %0[1] : !llvm.struct<(i8, i64)>
          llvm.return %1 : !llvm.struct<(i8, i64)>
        }
        llvm.func @twice(%p: !llvm.ptr) {
          %0 = llvm.load %p : !llvm.ptr -> i32
          %1 = llvm.add %0, %0 : i32
          llvm.store %1, %p : i32, !llvm.ptr
          llvm.return
        }
        func.func @main(%i: i64) -> (i32, i64, i32, i1, i32) {
          %one = llvm.mlir.constant(1 : i32) : i32
          %t = llvm.mlir.addressof @table : !llvm.ptr
          %e = llvm.getelementptr inbounds %t[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x i32>
          %0 = llvm.load %e : !llvm.ptr -> i32
          %g = llvm.mlir.addressof @pair : !llvm.ptr
          %f = llvm.getelementptr %g[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
          %1 = llvm.load %f : !llvm.ptr -> i64
          %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          llvm.intr.lifetime.start %a : !llvm.ptr
          llvm.store %0, %a : i32, !llvm.ptr
          llvm.call @twice(%a) : (!llvm.ptr) -> ()
          %h = llvm.mlir.addressof @twice : !llvm.ptr
          llvm.call %h(%a) : !llvm.ptr, (!llvm.ptr) -> ()
          %n = llvm.ptrtoint %a : !llvm.ptr to i64
          %b = llvm.inttoptr %n : i64 to !llvm.ptr
          %2 = llvm.load %b : !llvm.ptr -> i32
          llvm.intr.lifetime.end %a : !llvm.ptr
          %null = llvm.mlir.zero : !llvm.ptr
          %3 = llvm.icmp "eq" %b, %null : !llvm.ptr
          %l = llvm.intr.launder.invariant.group %b : !llvm.ptr
          %k = llvm.intr.strip.invariant.group %l : !llvm.ptr
          %s = llvm.addrspacecast %k : !llvm.ptr to !llvm.ptr<1>
          %u = llvm.addrspacecast %s : !llvm.ptr<1> to !llvm.ptr
          %4 = llvm.load %u : !llvm.ptr -> i32
          return %0, %1, %2, %3, %4 : i32, i64, i32, i1, i32
        }""",
        [1],
        [20, 7, 80, 0, 80],
    ),
    Case(
        "copies and fills",
        """func.func @main() -> (i32, i32, i8, i32) {
          %one = llvm.mlir.constant(1 : i32) : i32
          %many = llvm.mlir.constant(4 : i32) : i32
          %bytes = llvm.mlir.constant(12 : i64) : i64
          %byte = llvm.mlir.constant(1 : i8) : i8
          %mark = llvm.intr.stacksave : !llvm.ptr
          %a = llvm.alloca %many x i32 : (i32) -> !llvm.ptr
          %b = llvm.alloca %many x i32 : (i32) -> !llvm.ptr
          "llvm.intr.memset"(%a, %byte, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
          "llvm.intr.memset.inline"(%b, %byte) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, i8) -> ()
          llvm.store %one, %a : i32, !llvm.ptr
          "llvm.intr.memcpy"(%b, %a, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
          %c = llvm.getelementptr %b[1] : (!llvm.ptr) -> !llvm.ptr, i32
          "llvm.intr.memmove"(%c, %b, %bytes) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
          "llvm.intr.memcpy.inline"(%a, %c) <{isVolatile = false, len = 4 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
          "llvm.intr.prefetch"(%a) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
          %0 = llvm.load %c : !llvm.ptr -> i32
          %d = llvm.getelementptr %b[2] : (!llvm.ptr) -> !llvm.ptr, i32
          %1 = llvm.load %d : !llvm.ptr -> i32
          %2 = llvm.load %d : !llvm.ptr -> i8
          %3 = llvm.load %a : !llvm.ptr -> i32
          llvm.intr.stackrestore %mark : !llvm.ptr
          %true = llvm.mlir.constant(true) : i1
          llvm.intr.assume %true : i1
          return %0, %1, %2, %3 : i32, i32, i8, i32
        }""",
        [],
        [1, 0x01010101, 1, 1],
    ),
    Case(
        "masked access",
        """func.func @main() -> (i32, i32, i32, i32, i32) {
          %many = llvm.mlir.constant(8 : i32) : i32
          %one = llvm.mlir.constant(1 : i32) : i32
          %v = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
          %z = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
          %k = llvm.mlir.constant(dense<[true, false, true, false]> : vector<4xi1>) : vector<4xi1>
          %a = llvm.alloca %many x i32 : (i32) -> !llvm.ptr
          llvm.store %z, %a {alignment = 4 : i64} : vector<4xi32>, !llvm.ptr
          llvm.intr.masked.store %v, %a, %k {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
          %l = llvm.intr.masked.load %a, %k, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
          %0 = "llvm.intr.vector.reduce.add"(%l) : (vector<4xi32>) -> i32
          %p = llvm.getelementptr %a[%v] : (!llvm.ptr, vector<4xi32>) -> vector<4x!llvm.ptr>, i32
          "llvm.intr.masked.scatter"(%v, %p, %k) <{alignment = 4 : i32}> : (vector<4xi32>, vector<4x!llvm.ptr>, vector<4xi1>) -> ()
          %g = "llvm.intr.masked.gather"(%p, %k, %z) <{alignment = 4 : i32}> : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
          %1 = "llvm.intr.vector.reduce.add"(%g) : (vector<4xi32>) -> i32
          "llvm.intr.masked.compressstore"(%v, %a, %k) : (vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()
          %x = "llvm.intr.masked.expandload"(%a, %k, %z) : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
          %2 = "llvm.intr.vector.reduce.add"(%x) : (vector<4xi32>) -> i32
          %w = llvm.load %a {alignment = 4 : i64} : !llvm.ptr -> vector<4xi32>
          %3 = llvm.extractelement %w[%one : i32] : vector<4xi32>
          %bits = llvm.bitcast %k : vector<4xi1> to i4
          %4 = llvm.zext %bits : i4 to i32
          return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
        }""",
        [],
        [10, 4, 4, 3, 5],
    ),
    Case(
        "atomic updates",
        """func.func @main(%x: i32) -> (i32, i32, i32, f32) {
          %one = llvm.mlir.constant(1 : i32) : i32
          %f = llvm.mlir.constant(1.5 : f32) : f32
          %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          llvm.store %x, %a : i32, !llvm.ptr
          %0 = llvm.atomicrmw add %a, %one monotonic : !llvm.ptr, i32
          %1 = llvm.atomicrmw umax %a, %one monotonic : !llvm.ptr, i32
          %2 = llvm.atomicrmw nand %a, %one monotonic : !llvm.ptr, i32
          %3 = llvm.cmpxchg %a, %x, %one acq_rel monotonic : !llvm.ptr, i32
          %4 = llvm.extractvalue %3[0] : !llvm.struct<(i32, i1)>
          llvm.fence seq_cst
          llvm.store %f, %a : f32, !llvm.ptr
          %5 = llvm.atomicrmw fadd %a, %f monotonic : !llvm.ptr, f32
          %6 = llvm.load %a : !llvm.ptr -> f32
          return %0, %1, %4, %6 : i32, i32, i32, f32
        }""",
        [6],
        [6, 7, -2, 3.0],
    ),
    Case(
        "branches",
        """llvm.func @choose(%n: i32) -> i32 {
          %c = llvm.mlir.constant(100 : i32) : i32
          llvm.switch %n : i32, ^default(%n : i32) [1: ^one, -2: ^two(%c : i32)]
        ^one:
          %u = llvm.mlir.undef : i32
          %z = llvm.mlir.constant(true) : i1
          llvm.cond_br %z, ^default(%c : i32), ^two(%u : i32)
        ^two(%t: i32):
          %d = llvm.add %t, %t : i32
          llvm.br ^default(%d : i32)
        ^default(%r: i32):
          %no = llvm.icmp "eq" %r, %c : i32
          llvm.cond_br %no, ^end(%r : i32), ^other
        ^other:
          %big = llvm.icmp "ugt" %r, %c : i32
          llvm.cond_br %big, ^end(%r : i32), ^never
        ^never:
          "llvm.intr.trap"() : () -> ()
          llvm.unreachable
        ^end(%e: i32):
          llvm.return %e : i32
        }
        func.func @main(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32) {
          %0 = llvm.call @choose(%a) : (i32) -> i32
          %1 = llvm.call @choose(%b) : (i32) -> i32
          %2 = llvm.call @choose(%c) : (i32) -> i32
          return %0, %1, %2 : i32, i32, i32
        }""",
        [1, -2, 500],
        [100, 200, 500],
    ),
]

CASES = [
    *NUMBERS, *FUNCTIONS, *INTRINSICS, *PAIRS, *REDUCTIONS, *VECTORS, *MEMORY,
]  # fmt: skip
