"""Lowered code runs and gives the right numbers.

func, arith, math, cf, memref and vector go through the llvm dialect and the JIT.
"""

import ctypes
import math
import platform

import numpy as np
import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.runtime.memref import describe
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir import Emitter, instruction, to_llvmir
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.machine import Target, optimised, verify_text

F32, F64, I8, I32, I64 = (
    ctypes.c_float,
    ctypes.c_double,
    ctypes.c_int8,
    ctypes.c_int32,
    ctypes.c_int64,
)
PASSES = (
    "convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,finalize-memref-to-llvm,"
    "convert-index-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,"
    "convert-func-to-llvm,reconcile-unrealized-casts"
)


def lowered(text: str, passes: str = PASSES):
    context = Context()
    module = parse_module(text, context)
    PassManager(parse_pipeline(f"builtin.module({passes})"), context, verify_each=True).run(module)
    return module


def compiled(text: str, passes: str = PASSES, **options) -> Engine:
    return Engine(to_llvmir(lowered(text, passes)), **options)


def llvm(text: str) -> str:
    """LLVM IR of llvm dialect text, accepted by LLVM."""
    ir = to_llvmir(parse_module(text, Context()))
    verify_text(ir)
    return ir


def interface(engine: Engine, name: str):
    """`_mlir_ciface_name`, called with arrays (by descriptor) and numbers."""
    address = engine.address(f"_mlir_ciface_{name}")

    def call(*arguments, result=None):
        descriptors = [describe(a) if isinstance(a, np.ndarray) else a for a in arguments]
        types = [
            ctypes.c_void_p if isinstance(d, ctypes.Structure) else type(d) for d in descriptors
        ]
        values = [
            ctypes.addressof(d) if isinstance(d, ctypes.Structure) else d for d in descriptors
        ]
        return ctypes.CFUNCTYPE(result, *types)(address)(*values)

    return call


# Numbers


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


# Memory


def test_memrefs_through_the_c_interface():
    engine = compiled(
        """
        func.func @add_column(%m: memref<?x?xf32>, %v: memref<?xf32>, %j: index)
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %m, %c0 : memref<?x?xf32>
          cf.br ^head(%c0 : index)
        ^head(%i: index):
          %more = arith.cmpi slt, %i, %n : index
          cf.cond_br %more, ^body, ^end
        ^body:
          %x = memref.load %m[%i, %j] : memref<?x?xf32>
          %y = memref.load %v[%i] : memref<?xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %v[%i] : memref<?xf32>
          %next = arith.addi %i, %c1 : index
          cf.br ^head(%next : index)
        ^end:
          return
        }
        """
    )
    m = np.arange(12, dtype=np.float32).reshape(4, 3)
    v = np.ones(4, np.float32)
    interface(engine, "add_column")(m, v, I64(1))
    np.testing.assert_array_equal(v, m[:, 1] + 1)
    wide = np.zeros((4, 6), np.float32)[
        :, ::2
    ]  # strides other than row-major in the inner dimension
    wide[...] = m
    v = np.ones(4, np.float32)
    interface(engine, "add_column")(np.ascontiguousarray(wide), v, I64(2))
    np.testing.assert_array_equal(v, m[:, 2] + 1)


VIEWS = """
func.func @f(%m: memref<4x6xf32>, %i: index, %out: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %s = memref.subview %m[%i, 1] [2, 3] [1, 2]
      : memref<4x6xf32> to memref<2x3xf32, strided<[6, 2], offset: ?>>
  %a = memref.load %s[%c1, %c2] : memref<2x3xf32, strided<[6, 2], offset: ?>>
  memref.store %a, %out[%c0] : memref<?xf32>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
  %b = memref.load %t[%c5, %c2] : memref<6x4xf32, strided<[1, 6]>>
  memref.store %b, %out[%c1] : memref<?xf32>
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3]
      : memref<4x6xf32> into memref<4x2x3xf32>
  %c = memref.load %e[%c3, %c1, %c2] : memref<4x2x3xf32>
  memref.store %c, %out[%c2] : memref<?xf32>
  %k = memref.collapse_shape %e [[0, 1], [2]] : memref<4x2x3xf32> into memref<8x3xf32>
  %d = memref.load %k[%c5, %c0] : memref<8x3xf32>
  memref.store %d, %out[%c3] : memref<?xf32>
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [3], strides: [7]
      : memref<4x6xf32> to memref<3xf32, strided<[7], offset: ?>>
  %x = memref.load %r[%c2] : memref<3xf32, strided<[7], offset: ?>>
  memref.store %x, %out[%c4] : memref<?xf32>
  %o = memref.subview %m[0, %i] [4, 1] [1, 1]
      : memref<4x6xf32> to memref<4xf32, strided<[6], offset: ?>>
  %y = memref.load %o[%c3] : memref<4xf32, strided<[6], offset: ?>>
  memref.store %y, %out[%c5] : memref<?xf32>
  return
}
"""


def test_views():
    engine = compiled(VIEWS)
    m = np.arange(24, dtype=np.float32).reshape(4, 6)
    out = np.zeros(6, np.float32)
    i = 2
    interface(engine, "f")(m, I64(i), out)
    expected = [
        m[i : i + 2, 1:6:2][1, 2],
        m.T[5, 2],
        m.reshape(4, 2, 3)[3, 1, 2],
        m.reshape(8, 3)[5, 0],
        m.reshape(-1)[i + 14],
        m[:, i][3],
    ]
    np.testing.assert_array_equal(out, np.array(expected, np.float32))


def test_allocation_copy_and_result():
    engine = compiled(
        """
        func.func @twice(%m: memref<?x3xf32>) -> memref<?x3xf32>
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %n = memref.dim %m, %c0 : memref<?x3xf32>
          %r = memref.alloc(%n) {alignment = 64} : memref<?x3xf32>
          %scratch = memref.alloc(%n) : memref<?x3xf32>
          memref.copy %m, %scratch : memref<?x3xf32> to memref<?x3xf32>
          memref.copy %scratch, %r : memref<?x3xf32> to memref<?x3xf32>
          memref.dealloc %scratch : memref<?x3xf32>
          return %r : memref<?x3xf32>
        }
        """
    )
    m = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)
    result = describe(np.empty((0, 3), np.float32))
    interface(engine, "twice")(result, m)
    assert result.aligned % 64 == 0
    assert list(result.sizes) == [5, 3]
    assert list(result.strides) == [3, 1]
    found = np.ctypeslib.as_array(
        ctypes.cast(result.aligned, ctypes.POINTER(ctypes.c_float)), (5, 3)
    ).copy()
    ctypes.CDLL(None).free(ctypes.c_void_p(result.allocated))
    np.testing.assert_array_equal(found, m)


@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (0, 4)])
def test_strided_copy(shape):
    rows, columns = shape
    engine = compiled(
        """
        func.func @copy(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<?x?xf32>)
            attributes {llvm.emit_c_interface} {
          memref.copy %a, %b : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
          return
        }
        """
    )
    base = np.arange(rows * columns * 4, dtype=np.float32).reshape(columns * 2, rows * 2)
    a = base[::2, ::2].T
    b = np.zeros(shape, np.float32)
    interface(engine, "copy")(a, b)
    np.testing.assert_array_equal(b, a)


def test_globals_and_external_symbols():
    engine = compiled(
        """
        memref.global "private" constant @table : memref<2x2xi64> = dense<[[1, 2], [3, 4]]>
        memref.global "private" @counter : memref<i64> = dense<10>
        memref.global @weights : memref<4xf32>
        func.func @f(%i: index, %j: index) -> i64 {
          %t = memref.get_global @table : memref<2x2xi64>
          %c = memref.get_global @counter : memref<i64>
          %x = memref.load %t[%i, %j] : memref<2x2xi64>
          %y = memref.load %c[] : memref<i64>
          %z = arith.addi %x, %y : i64
          memref.store %z, %c[] : memref<i64>
          return %z : i64
        }
        func.func @w(%i: index) -> f32 {
          %w = memref.get_global @weights : memref<4xf32>
          %x = memref.load %w[%i] : memref<4xf32>
          return %x : f32
        }
        """,
        symbols={"weights": WEIGHTS.ctypes.data},
    )
    f = engine.function("f", I64, I64, I64)
    assert [f(0, 1), f(1, 1)] == [12, 16]
    w = engine.function("w", F32, I64)
    assert [w(i) for i in range(4)] == list(WEIGHTS)


WEIGHTS = np.array([0.5, 1.5, 2.5, 3.5], np.float32)


def test_atomic_addition_and_assertion_text():
    engine = compiled(
        """
        func.func @f(%m: memref<4xi32>, %i: index, %x: i32) -> i32
            attributes {llvm.emit_c_interface} {
          %zero = arith.constant 0 : i32
          %ok = arith.cmpi sge, %x, %zero : i32
          cf.assert %ok, "expected a number from 0 on"
          %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xi32>) -> i32
          return %0 : i32
        }
        """
    )
    m = np.array([1, 2, 3, 4], np.int32)
    assert interface(engine, "f")(m, I64(2), I32(5), result=I32) == 3
    assert list(m) == [1, 2, 8, 4]


# Vectors


def test_vectors():
    engine = compiled(
        """
        func.func @f(%m: memref<?xf32>, %out: memref<?xf32>, %s: f32)
            attributes {llvm.emit_c_interface} {
          %c0 = arith.constant 0 : index
          %c8 = arith.constant 8 : index
          %c16 = arith.constant 16 : index
          %pad = arith.constant 0.0 : f32
          %a = vector.load %m[%c0] : memref<?xf32>, vector<8xf32>
          %b = vector.broadcast %s : f32 to vector<8xf32>
          %c = vector.fma %a, %b, %a : vector<8xf32>
          vector.store %c, %out[%c0] : memref<?xf32>, vector<8xf32>
          %sum = vector.reduction <add>, %c : vector<8xf32> into f32
          memref.store %sum, %out[%c8] : memref<?xf32>
          %t = vector.transfer_read %m[%c8], %pad : memref<?xf32>, vector<8xf32>
          vector.transfer_write %t, %out[%c16] : vector<8xf32>, memref<?xf32>
          return
        }
        """
    )
    m = np.arange(12, dtype=np.float32)
    out = np.full(21, -1, np.float32)
    interface(engine, "f")(m, out, F32(2.0))
    np.testing.assert_array_equal(out[:8], m[:8] * 3)
    assert out[8] == (m[:8] * 3).sum()
    np.testing.assert_array_equal(out[16:], [8, 9, 10, 11, 0])


RESHAPES = {
    "vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>": ("4x2", lambda a: a.T),
    "vector.shape_cast %v : vector<2x4xf32> to vector<4x2xf32>": ("4x2", lambda a: a.reshape(4, 2)),
    "vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>": ("8", lambda a: a.reshape(8)),
    "vector.extract_strided_slice %v {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} "
    ": vector<2x4xf32> to vector<2x2xf32>": ("2x2", lambda a: a[:, 1:3]),
    "vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>": ("4", lambda a: a[1]),
    "arith.addf %v, %v : vector<2x4xf32>": ("2x4", lambda a: a + a),
    "math.exp %v : vector<2x4xf32>": ("2x4", np.exp),
    "math.erf %v : vector<2x4xf32>": ("2x4", np.vectorize(math.erf)),
}


@pytest.mark.parametrize("op", RESHAPES)
def test_vectors_of_two_dimensions(op):
    shape, expected = RESHAPES[op]
    engine = compiled(
        f"""
        func.func @f(%m: memref<8xf32>, %out: memref<8xf32>) attributes {{llvm.emit_c_interface}} {{
          %c0 = arith.constant 0 : index
          %c4 = arith.constant 4 : index
          %empty = ub.poison : vector<2x4xf32>
          %a = vector.load %m[%c0] : memref<8xf32>, vector<4xf32>
          %b = vector.load %m[%c4] : memref<8xf32>, vector<4xf32>
          %0 = vector.insert %a, %empty[0] : vector<4xf32> into vector<2x4xf32>
          %v = vector.insert %b, %0[1] : vector<4xf32> into vector<2x4xf32>
          %r = {op}
          %flat = vector.shape_cast %r
              : vector<{shape}xf32> to vector<{math.prod(map(int, shape.split("x")))}xf32>
          vector.store %flat
              , %out[%c0] : memref<8xf32>, vector<{math.prod(map(int, shape.split("x")))}xf32>
          return
        }}
        """
    )
    m = np.linspace(0.1, 1.5, 8, dtype=np.float32)
    out = np.zeros(8, np.float32)
    interface(engine, "f")(m, out)
    wanted = expected(m.reshape(2, 4)).reshape(-1)
    np.testing.assert_allclose(out[: wanted.size], wanted, rtol=1e-6)


# Functions


def test_calls_pointers_and_several_results():
    engine = compiled(
        """
        func.func private @pair(%a: i32) -> (i32, i32) {
          %0 = arith.addi %a, %a : i32
          return %a, %0 : i32, i32
        }
        func.func private @one(%a: i32) -> i32 {
          %0, %1 = call @pair(%a) : (i32) -> (i32, i32)
          %2 = arith.muli %0, %1 : i32
          return %2 : i32
        }
        func.func @f(%a: i32) -> i32 {
          %f = constant @one : (i32) -> i32
          %0 = call_indirect %f(%a) : (i32) -> i32
          return %0 : i32
        }
        """
    )
    assert engine.function("f", I32, I32)(5) == 50


def test_unranked_memrefs_are_passed_and_returned():
    engine = compiled(
        """
        func.func private @same(%u: memref<*xf32>) -> memref<*xf32> {
          return %u : memref<*xf32>
        }
        func.func @f(%m: memref<3xf32>) -> f32 attributes {llvm.emit_c_interface} {
          %c2 = arith.constant 2 : index
          %u = memref.cast %m : memref<3xf32> to memref<*xf32>
          %v = call @same(%u) : (memref<*xf32>) -> memref<*xf32>
          %r = memref.cast %v : memref<*xf32> to memref<3xf32>
          %x = memref.load %r[%c2] : memref<3xf32>
          return %x : f32
        }
        """
    )
    assert interface(engine, "f")(np.array([1, 2, 3], np.float32), result=F32) == 3


def test_switch_to_one_block_with_other_arguments():
    ir = llvm(
        """
        llvm.func @f(%a: i32, %x: i32, %y: i32, %z: i32) -> i32 {
          llvm.switch %a : i32, ^end(%x : i32) [
            1: ^end(%y : i32),
            2: ^end(%z : i32)
          ]
        ^end(%r: i32):
          llvm.return %r : i32
        }
        """
    )
    f = Engine(ir).function("f", I32, *[I32] * 4)
    assert [f(a, 10, 20, 30) for a in range(4)] == [10, 20, 30, 10]


def test_initializer_region_and_alias():
    ir = llvm(
        """
        llvm.mlir.global internal constant @text("hey\\00") {addr_space = 0 : i32}
        llvm.mlir.global internal constant @table() {addr_space = 0 : i32}
            : !llvm.struct<(i32, array<2 x ptr>)> {
          %0 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x ptr>)>
          %1 = llvm.mlir.constant(7 : i32) : i32
          %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, array<2 x ptr>)>
          %3 = llvm.mlir.addressof @text : !llvm.ptr
          %4 = llvm.insertvalue %3, %2[1, 0] : !llvm.struct<(i32, array<2 x ptr>)>
          %5 = llvm.getelementptr %3[1] : (!llvm.ptr) -> !llvm.ptr, i8
          %6 = llvm.insertvalue %5, %4[1, 1] : !llvm.struct<(i32, array<2 x ptr>)>
          llvm.return %6 : !llvm.struct<(i32, array<2 x ptr>)>
        }
        llvm.func @f() -> i8 {
          %0 = llvm.mlir.addressof @table : !llvm.ptr
          %1 = llvm.getelementptr %0[0, 1, 1]
              : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, array<2 x ptr>)>
          %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
          %3 = llvm.load %2 : !llvm.ptr -> i8
          llvm.return %3 : i8
        }
        """
    )
    assert Engine(ir).function("f", I8)() == ord("e")


def test_variadic_call():
    ir = llvm(
        """
        llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
        llvm.mlir.global internal constant @format("%d-%s\\00") {addr_space = 0 : i32}
        llvm.func @f(%out: !llvm.ptr, %n: i64, %x: i32) -> i32 {
          %0 = llvm.mlir.addressof @format : !llvm.ptr
          %1 = llvm.call @snprintf(%out, %n, %0, %x, %0)
              vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
              : (!llvm.ptr, i64, !llvm.ptr, i32, !llvm.ptr) -> i32
          llvm.return %1 : i32
        }
        """
    )
    out = ctypes.create_string_buffer(32)
    Engine(ir).function("f", I32, ctypes.c_void_p, I64, I32)(ctypes.addressof(out), 32, 42)
    assert out.value == b"42-%d-%s"


# Machine


def test_a_plugin_adds_an_instruction():
    from mlirlite.ir.attribute import Type
    from mlirlite.ir.definition import Op
    from mlirlite.ir.dialect import Dialect
    from mlirlite.ir.fields import Operand, Result
    from mlirlite.ir.types import IntegerType

    class DoubleOp(Op, name="twice.double"):
        """Adds a number to itself."""

        value: Operand[IntegerType]
        result: Result[IntegerType]
        assembly_format = "$value attr-dict `:` type($value)"

        def infer_types(self) -> list[Type]:
            return [self.operands[0].type]

    @instruction(DoubleOp)
    def double(op: DoubleOp, e: Emitter) -> str:
        value = e.name(op.operands[0])
        return f"add {e.type(op.operands[0])} {value}, {value}"

    class Twice(Dialect):
        def classes(self):
            return {"twice.double": DoubleOp}

    context = Context()
    context.register(Twice("twice", __name__))
    module = parse_module(
        """
        llvm.func @f(%a: i32) -> i32 {
          %0 = twice.double %a : i32
          llvm.return %0 : i32
        }
        """,
        context,
    )
    assert Engine(to_llvmir(module)).function("f", I32, I32)(21) == 42


@pytest.mark.parametrize(
    ("features", "expected"), [("+avx512f", "zmm"), ("+avx2,-avx512f", "ymm"), ("-avx", "xmm")]
)
def test_vector_width_follows_the_target(features, expected):
    ir = """
    define void @f(ptr noalias %0, ptr noalias %1) {
      br label %3
    3:
      %4 = phi i64 [ 0, %2 ], [ %8, %3 ]
      %5 = getelementptr float, ptr %0, i64 %4
      %6 = load float, ptr %5
      %7 = getelementptr float, ptr %1, i64 %4
      store float %6, ptr %7
      %8 = add i64 %4, 1
      %9 = icmp ult i64 %8, 4096
      br i1 %9, label %3, label %10
    10:
      ret void
    }
    """
    ir = ir.replace("store float %6", "%x = fadd float %6, 1.0\n      store float %x")
    target = Target(
        triple="x86_64-unknown-linux-gnu", cpu="x86-64", features=f"{features},-prefer-256-bit"
    )
    assert f"%{expected}" in optimised(ir, target=target).assembly()


def test_object_code_can_be_loaded_again():
    text = "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n"
    first = Engine(text)
    again = Engine(first.object_code)
    assert again.function("f", I32, I32)(1) == 2


def test_aarch64_object():
    text = "define i32 @f(i32 %0) {\n  ret i32 %0\n}\n"
    code = optimised(text, target=Target(triple="aarch64-unknown-linux-gnu", cpu="generic"))
    assert code.object_code()[:4] == b"\x7fELF"
    assert code.object_code()[18] == 183  # EM_AARCH64
    assert code.bitcode()[:2] == b"BC"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "define float @f() {\n  ret i32 0\n}\n",
            "LLVM rejects the IR: value doesn't match function result type 'float'",
        ),
        (
            "declare void @nowhere()\ndefine void @f() {\n  call void @nowhere()\n  ret void\n}\n",
            "undefined symbols: 'nowhere'",
        ),
    ],
)
def test_wrong_text_is_explained(text, message):
    with pytest.raises(DiagnosticError, match=message.replace("(", r"\(")):
        Engine(text)


def test_unknown_symbol_and_triple():
    engine = Engine("define void @main_graph() {\n  ret void\n}\n")
    with pytest.raises(DiagnosticError, match="did you mean 'main_graph'"):
        engine.address("main_grap")
    with pytest.raises(DiagnosticError, match="unknown target triple 'nonsense-os'"):
        optimised("", target=Target(triple="nonsense-os"))


def test_ops_without_translation_are_all_listed():
    module = parse_module(
        """
        func.func @f(%a: i32) -> i32 {
          %0 = arith.addi %a, %a : i32
          return %0 : i32
        }
        """,
        Context(),
    )
    with pytest.raises(DiagnosticError) as caught:
        to_llvmir(module)
    messages = [d.message for d in caught.value.diagnostics]
    assert [m.split("'")[1] for m in messages] == ["func.func", "arith.addi", "func.return"]
    assert "lower the arith dialect to the llvm dialect first" in messages[1]


SPOKEN = {
    "blocks stay in their order": (
        """llvm.func @f(%c: i1, %x: i32) -> i32 {
             llvm.cond_br %c, ^a, ^b
           ^a:
             llvm.return %x : i32
           ^b:
             %y = llvm.add %x, %x : i32
             llvm.return %y : i32
           }""",
        "ret i32 %1\n\n4:\n",
    ),
    "invoke and landingpad": (
        """llvm.func @g(i32)
           llvm.func @__gxx_personality_v0(...) -> i32
           llvm.func @f(%x: i32) attributes {personality = @__gxx_personality_v0} {
             llvm.invoke @g(%x) to ^a unwind ^b : (i32) -> ()
           ^a:
             llvm.return
           ^b:
             %p = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
             llvm.resume %p : !llvm.struct<(ptr, i32)>
           }""",
        "invoke void @g(i32 %0) to label %2 unwind label %3",
    ),
    "types of accesses": (
        """#root = #llvm.tbaa_root<id = "root">
           #long = #llvm.tbaa_type_desc<id = "long", members = {<#root, 0>}>
           #tag = #llvm.tbaa_tag<base_type = #long, access_type = #long, offset = 0>
           llvm.func @f(%p: !llvm.ptr) -> i64 {
             %x = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i64
             llvm.return %x : i64
           }""",
        '!{!"long", !0, i64 0}',
    ),
    "a function that a resolver chooses": (
        """llvm.mlir.ifunc external @f : !llvm.func<void (i32)>, !llvm.ptr @g {dso_local}
           llvm.func @g() -> !llvm.ptr {
             %0 = llvm.mlir.zero : !llvm.ptr
             llvm.return %0 : !llvm.ptr
           }""",
        "ifunc void (i32), ptr @g",
    ),
    "how often a function is entered": (
        "llvm.func @f() attributes {function_entry_count = 42 : i64} { llvm.return }",
        '!{!"function_entry_count", i64 42}',
    ),
    "sizes of allocations": (
        'llvm.func @f(i64) -> !llvm.ptr attributes {passthrough = [["allocsize", "4294967295"]]}',
        "allocsize(0)",
    ),
    "what assembly points to": (
        """llvm.func @f(%p: !llvm.ptr) {
             llvm.inline_asm operand_attrs = [{elementtype = i32}] "", "*m" %p : (!llvm.ptr) -> ()
             llvm.return
           }""",
        "(ptr elementtype(i32) %0)",
    ),
    "an alias in another address space": (
        """llvm.mlir.global external @g(0 : i32) : i32
           llvm.mlir.alias external @a {addr_space = 2 : i32} : i32 {
             %0 = llvm.mlir.addressof @g : !llvm.ptr
             %1 = llvm.addrspacecast %0 : !llvm.ptr to !llvm.ptr<2>
             llvm.return %1 : !llvm.ptr<2>
           }""",
        "alias i32, addrspacecast (ptr @g to ptr addrspace(2))",
    ),
    "assembly that gives nothing": (
        """llvm.func @f(%p: i32) -> i32 {
             %0 = llvm.inline_asm has_side_effects "", "r" %p : (i32) -> !llvm.void
             %1 = llvm.add %p, %p : i32
             llvm.return %1 : i32
           }""",
        '  call void asm sideeffect "", "r"(i32 %0)\n  %2 = add',
    ),
    "no debug information": (
        """#file = #llvm.di_file<"x.c" in "/">
           #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C,
             file = #file, isOptimized = true, emissionKind = Full>
           #f = #llvm.di_subprogram<compileUnit = #unit, scope = #file, name = "f", file = #file,
             subprogramFlags = "Definition">
           #x = #llvm.di_local_variable<scope = #f, name = "x">
           llvm.func @f(%x: i32) {
             llvm.intr.dbg.value #x = %x : i32
             llvm.return
           }""",
        "define void @f(i32 %0) {\n  ret void\n}",
    ),
    "copies of constant size": (
        """llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) {
             "llvm.intr.memcpy.inline"(%p, %q) <{arg_attrs = [{llvm.align = 4 : i64}, {}],
               isVolatile = true, len = 10 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
             llvm.return
           }""",
        "@llvm.memcpy.inline.p0.p0.i32(ptr align 4 %0, ptr %1, i32 10, i1 true)",
    ),
    "a matrix in memory": (
        """llvm.func @f(%p: !llvm.ptr, %n: i64) -> vector<48xf32> {
             %0 = llvm.intr.matrix.column.major.load %p, <stride = %n> {
               isVolatile = 0: i1, rows = 3: i32, columns = 16: i32
             } : vector<48xf32> from !llvm.ptr stride i64
             llvm.return %0 : vector<48xf32>
           }""",
        "@llvm.matrix.column.major.load.v48f32.i64(ptr %0, i64 %1, i1 false, i32 3, i32 16)",
    ),
    "a sum of some elements": (
        """llvm.func @f(%s: i32, %v: vector<8xi32>, %m: vector<8xi1>, %n: i32) -> i32 {
             %0 = "llvm.intr.vp.reduce.add"(%s, %v, %m, %n)
               : (i32, vector<8xi32>, vector<8xi1>, i32) -> i32
             llvm.return %0 : i32
           }""",
        "call i32 @llvm.vp.reduce.add.v8i32(i32 %0, <8 x i32> %1, <8 x i1> %2, i32 %3)",
    ),
    "which functions call each other": (
        """llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [
             #llvm.cgprofile_entry<from = @f, count = 222>]>]
           llvm.func @f()""",
        "!{ptr @f, null, i64 222}",
    ),
    "what a pointer made of a number can read": (
        """llvm.func @f(%x: i64) -> !llvm.ptr {
             %p = llvm.inttoptr %x dereferenceable<bytes = 4> : i64 to !llvm.ptr
             llvm.return %p : !llvm.ptr
           }""",
        "to ptr, !dereferenceable !0",
    ),
}


@pytest.mark.parametrize("case", SPOKEN.values(), ids=SPOKEN)
def test_said_to_llvm(case):
    text, expected = case
    assert expected in llvm(text)


def test_module_says_where_it_is_from():
    ir = llvm(
        'module attributes {llvm.ident = "us", llvm.commandline = "cc", '
        'llvm.dependent_libraries = ["m"], llvm.module_asm = [".x"]} {}'
    )
    assert 'module asm ".x"' in ir
    assert '!{i32 2, !"Debug Info Version", i32 3}' in ir
    for word, text in (("ident", "us"), ("commandline", "cc")):
        assert f"!llvm.{word} = " in ir
        assert f'!{{!"{text}"}}' in ir
    assert "!llvm.dependent-libraries = " in ir


@pytest.mark.skipif(platform.machine() != "x86_64", reason="these processors are x86")
@pytest.mark.parametrize("cpu", ["x86-64", "haswell"])
@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_narrow_floats_without_instructions(name, cpu):
    """All numbers of a narrow float widened, and rounded ties of neighbours narrowed, as numpy and
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
    engine = Engine(optimised(ir, target=target).object_code())
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
    # ml_dtypes rounds twice from f64: what is between is held to the nearer neighbour.
    exact = np.isfinite(x) & (np.abs(x) < 3e38)
    error = np.abs(y.astype(np.float64) - x)[exact]
    other = np.abs(z.astype(np.float64) - x)[exact]
    assert (error <= other).all()
