"""Lowered arithmetic runs and gives the right numbers."""

import ctypes
import math
import platform

import numpy as np
import pytest

from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.machine import Target, optimized

from .native import F32, F64, I32, I64, PASSES, compiled, interface, lowered


@pytest.mark.parametrize("passes", [PASSES, "convert-to-llvm"])
@pytest.mark.parametrize("level", [0, 3])
def test_control_flow_and_integers(passes, level):
    engine = compiled(
        """
        func.func @gcd(%a: i64, %b: i64) -> i64 {
          %zero = arith.constant 0 : i64
          cf.br ^head(%a, %b : i64, i64)
        ^head(%x: i64, %y: i64):
          %done = arith.cmpi eq, %y, %zero : i64
          cf.cond_br %done, ^end(%x : i64), ^next
        ^next:
          %r = arith.remsi %x, %y : i64
          cf.br ^head(%y, %r : i64, i64)
        ^end(%result: i64):
          return %result : i64
        }
        """,
        passes,
        opt_level=level,
    )
    gcd = engine.function("gcd", I64, I64, I64)
    assert [gcd(a, b) for a, b in ((12, 18), (7, 13), (0, 5), (1071, 462))] == [6, 1, 5, 21]


SIGNED = range(-7, 8)
DIVISIONS = {
    "arith.ceildivsi": lambda a, b: -(-a // b),
    "arith.floordivsi": lambda a, b: a // b,
    "arith.divsi": lambda a, b: int(a / b),
    "arith.remsi": lambda a, b: int(math.fmod(a, b)),
}


@pytest.mark.parametrize("op", DIVISIONS)
def test_signed_divisions(op):
    engine = compiled(
        f"func.func @f(%a: i32, %b: i32) -> i32 {{ %0 = {op} %a, %b : i32\n return %0 : i32 }}"
    )
    f = engine.function("f", I32, I32, I32)
    for a in SIGNED:
        for b in SIGNED:
            if b:
                assert f(a, b) == DIVISIONS[op](a, b), (a, b)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("index.ceildivs", lambda a, b: -(-a // b)),
        ("index.floordivs", lambda a, b: a // b),
        ("index.maxs", max),
    ],
)
def test_index_arithmetic(op, expected):
    engine = compiled(
        f"func.func @f(%a: index, %b: index) -> index {{ %0 = {op} %a, %b\n return %0 : index }}"
    )
    f = engine.function("f", I64, I64, I64)
    for a in SIGNED:
        for b in SIGNED:
            if b:
                assert f(a, b) == expected(a, b), (a, b)


def test_unsigned_and_extended_arithmetic():
    engine = compiled(
        """
        func.func @f(%a: i32, %b: i32) -> (i32, i32, i32, i32)
            attributes {llvm.emit_c_interface} {
          %0 = arith.ceildivui %a, %b : i32
          %low, %high = arith.mului_extended %a, %b : i32
          %sum, %carry = arith.addui_extended %a, %b : i32, i1
          %c = arith.extui %carry : i1 to i32
          return %0, %low, %high, %c : i32, i32, i32, i32
        }
        """
    )

    class Results(ctypes.Structure):
        _fields_ = [(n, ctypes.c_uint32) for n in ("quotient", "low", "high", "carry")]

    a, b = 0xFFFFFFFE, 7
    found = Results()
    interface(engine, "f")(found, ctypes.c_uint32(a), ctypes.c_uint32(b))
    assert found.quotient == -(-a // b)
    assert (found.high << 32 | found.low) == a * b
    assert found.carry == 1


COMPARISONS = ["oeq", "ogt", "olt", "one", "ord", "ueq", "ult", "une", "uno"]


@pytest.mark.parametrize("predicate", COMPARISONS)
def test_float_comparisons(predicate):
    engine = compiled(
        f"""
        func.func @f(%a: f64, %b: f64) -> i1 {{
          %0 = arith.cmpf {predicate}, %a, %b : f64
          return %0 : i1
        }}
        """
    )
    f = engine.function("f", ctypes.c_bool, F64, F64)
    base = {
        "eq": lambda a, b: a == b,
        "gt": lambda a, b: a > b,
        "lt": lambda a, b: a < b,
        "ne": lambda a, b: a != b,
    }
    for a in (1.0, 2.0, math.nan):
        for b in (1.0, math.nan):
            unordered = math.isnan(a) or math.isnan(b)
            if predicate in ("ord", "uno"):
                expected = unordered == (predicate == "uno")
            elif unordered:
                expected = predicate[0] == "u"
            else:
                expected = base[predicate[1:]](a, b)
            assert f(a, b) == expected, (a, b)


FUNCTIONS = {
    "math.exp": math.exp,
    "math.log": math.log,
    "math.sqrt": math.sqrt,
    "math.rsqrt": lambda x: 1 / math.sqrt(x),
    "math.tanh": math.tanh,
    "math.erf": math.erf,
    "math.expm1": math.expm1,
    "math.log1p": math.log1p,
    "math.sin": math.sin,
    "math.atan": math.atan,
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "math.absf": abs,
    "math.cbrt": lambda x: x ** (1 / 3),
    "math.asinh": math.asinh,
}


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.parametrize(("type", "c", "error"), [("f32", F32, 1e-6), ("f64", F64, 1e-14)])
def test_math_functions(op, type, c, error):
    engine = compiled(
        f"func.func @f(%x: {type}) -> {type} {{ %0 = {op} %x : {type}\n return %0 : {type} }}"
    )
    f = engine.function("f", c, c)
    for x in (0.25, 1.0, 2.5):
        assert f(x) == pytest.approx(FUNCTIONS[op](x), rel=4 * error)


def test_small_floats_and_casts():
    engine = compiled(
        """
        func.func @f(%x: f32) -> f32 {
          %h = arith.truncf %x : f32 to f16
          %b = arith.truncf %x : f32 to bf16
          %0 = arith.extf %h : f16 to f32
          %1 = arith.extf %b : bf16 to f32
          %2 = arith.subf %0, %1 : f32
          return %2 : f32
        }
        func.func @g(%x: f64) -> i32 {
          %i = arith.fptosi %x : f64 to i8
          %0 = arith.extsi %i : i8 to i32
          return %0 : i32
        }
        """
    )
    x = 1.2345
    expected = float(np.float32(np.float16(x))) - 1.234375
    assert engine.function("f", F32, F32)(x) == pytest.approx(expected, abs=1e-9)
    assert engine.function("g", I32, F64)(-3.9) == -3


@pytest.mark.skipif(platform.machine() != "x86_64", reason="these processors are x86")
@pytest.mark.parametrize("cpu", ["x86-64", "haswell"])
@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_narrow_floats_without_instructions(name, cpu):
    """All numbers of a narrow float widened, and rounded ties of neighbors narrowed, as numpy and
    ml_dtypes do."""
    ml_dtypes = pytest.importorskip("ml_dtypes")

    dtype = np.float16 if name == "f16" else ml_dtypes.bfloat16
    text = f"""
        func.func @narrow(%n: index, %x: memref<?xf64>, %y: memref<?x{name}>, %z: memref<?x{name}>)
            attributes {{llvm.emit_c_interface}} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.for %i = %c0 to %n step %c1 {{
            %a = memref.load %x[%i] : memref<?xf64>
            %b = arith.truncf %a : f64 to {name}
            memref.store %b, %y[%i] : memref<?x{name}>
            %c = arith.truncf %a : f64 to f32
            %d = arith.truncf %c : f32 to {name}
            %e = arith.extf %d : {name} to f32
            %f = arith.truncf %e : f32 to {name}
            memref.store %f, %z[%i] : memref<?x{name}>
          }}
          return
        }}"""
    ir = to_llvmir(lowered(text, f"convert-scf-to-cf,{PASSES}"))
    target = Target(triple="x86_64-linux-gnu", cpu=cpu)
    engine = Engine(optimized(ir, target=target).object_code())
    call = interface(engine, "narrow")
    every = np.arange(1 << 16, dtype=np.uint16).view(dtype)
    every = np.sort(every[np.isfinite(every.astype(np.float64))].astype(np.float64))
    middle = (every[1:] + every[:-1]) / 2
    around = [middle, np.nextafter(middle, np.inf), np.nextafter(middle, -np.inf)]
    x = np.concatenate([every, *around, [np.inf, -np.inf, np.nan, 1e300, -1e300, 1e-300]])
    y, z = np.empty(len(x), dtype), np.empty(len(x), dtype)
    with np.errstate(all="ignore"):
        want_z = x.astype(np.float32).astype(dtype)
    call(ctypes.c_int64(len(x)), x, y.view(np.uint16), z.view(np.uint16))
    np.testing.assert_array_equal(z.astype(np.float64), want_z.astype(np.float64))
    if name == "f16":
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(y, x.astype(dtype))
    # ml_dtypes rounds twice from f64: what is between is held to the nearer neighbor.
    exact = np.isfinite(x) & (np.abs(x) < 3e38)
    error = np.abs(y.astype(np.float64) - x)[exact]
    other = np.abs(z.astype(np.float64) - x)[exact]
    assert (error <= other).all()
