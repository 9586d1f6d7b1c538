"""Every schedule of a krnl program gives the same numbers as the plain loops."""

import ctypes

import numpy as np
import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.runtime.compiler import lower
from mlirlite.runtime.constants import constants_of
from mlirlite.runtime.memref import describe
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.jit import Engine


def run(text: str, *arrays: np.ndarray) -> None:
    """Compile `@main` of a krnl module and call it with arrays, which it may modify."""
    context = Context()
    module = parse_module(text, context)
    lower(module, context, start="krnl", end="llvm", verify_each=True)
    constants = constants_of(module)
    symbols = {name: data.ctypes.data for name, data in constants.items()}
    engine = Engine(to_llvmir(module), symbols=symbols)
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(arrays))
    descriptors = [describe(a) for a in arrays]
    call = function(engine.address("_mlir_ciface_main"))
    call(*[ctypes.addressof(d) for d in descriptors])


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).random(shape, dtype=np.float32)


LOOP = "!krnl.loop"
BLOCKED = f"({LOOP}) -> ({LOOP}, {LOOP})"
SCHEDULES = {
    "plain": ("", "%i, %j, %k"),
    "permuted": (f"krnl.permute(%i, %j, %k) [2, 0, 1] : {LOOP}, {LOOP}, {LOOP}", "%i, %j, %k"),
    "parallel": (f"krnl.parallel(%i, %j) : {LOOP}, {LOOP}", "%i, %j, %k"),
    "unrolled": (f"krnl.unroll %k : {LOOP}", "%i, %j, %k"),
    "tiled": (
        f"""
        %ib, %il = krnl.block %i 4 : {BLOCKED}
        %jb, %jl = krnl.block %j 3 : {BLOCKED}
        %kb, %kl = krnl.block %k 3 : {BLOCKED}
        krnl.permute(%ib, %il, %jb, %jl, %kb, %kl) [0, 3, 1, 4, 2, 5]
          : {LOOP}, {LOOP}, {LOOP}, {LOOP}, {LOOP}, {LOOP}
        krnl.unroll %kl : {LOOP}
        krnl.parallel(%ib) : {LOOP}""",
        "%ib, %jb, %kb, %il, %jl, %kl",
    ),
    "tiled twice": (
        f"""
        %ib, %il = krnl.block %i 5 : {BLOCKED}
        %im, %in = krnl.block %il 2 : {BLOCKED}
        krnl.permute(%ib, %im, %in, %j, %k) [0, 2, 4, 1, 3]
          : {LOOP}, {LOOP}, {LOOP}, {LOOP}, {LOOP}""",
        "%ib, %j, %im, %k, %in",
    ),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sizes", ["static", "dynamic"])
@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules_of_a_matrix_product(name, sizes):
    schedule, loops = SCHEDULES[name]
    if name in ("unrolled", "tiled") and sizes == "dynamic":
        schedule = "\n".join(s for s in schedule.splitlines() if "unroll" not in s)
    bounds = ("7", "11", "9") if sizes == "static" else ("%m", "%n", "%d")
    text = f"""
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %m = memref.dim %a, %zero : memref<?x?xf32>
  %d = memref.dim %a, %one : memref<?x?xf32>
  %n = memref.dim %b, %one : memref<?x?xf32>
  %z = arith.constant 0.0 : f32
  krnl.memset %c, %z : memref<?x?xf32>
  %i, %j, %k = krnl.define_loops 3
  {schedule}
  krnl.iterate({loops}) with (
      %i -> %x = 0 to {bounds[0]}, %j -> %y = 0 to {bounds[1]}, %k -> %w = 0 to {bounds[2]}) {{
    %p = krnl.load %a[%x, %w] : memref<?x?xf32>
    %q = krnl.load %b[%w, %y] : memref<?x?xf32>
    %r = krnl.load %c[%x, %y] : memref<?x?xf32>
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    krnl.store %t, %c[%x, %y] : memref<?x?xf32>
  }}
  return
}}"""
    a, b, c = numbers(7, 9), numbers(9, 11), numbers(7, 11)
    run(text, a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)


def test_carried_values_and_a_bound_from_memory():
    text = """
func.func @main(%lengths: memref<4xindex>, %x: memref<4x8xf32>, %sums: memref<4xf32>) {
  %z = arith.constant 0.0 : f32
  %i, %j = krnl.define_loops 2
  krnl.iterate(%i) with (%i -> %row = 0 to 4) {
    %n = krnl.load %lengths[%row] : memref<4xindex>
    %sum = krnl.iterate(%j) with (%j -> %column = 0 to %n) iter_args(%s = %z) -> (f32) {
      %v = krnl.load %x[%row, %column] : memref<4x8xf32>
      %t = arith.addf %s, %v : f32
      krnl.yield %t : f32
    }
    krnl.store %sum, %sums[%row] : memref<4xf32>
  }
  return
}"""
    lengths, x = np.array([0, 3, 8, 1]), numbers(4, 8)
    sums = np.zeros(4, np.float32)
    run(text, lengths, x, sums)
    expected = [x[i, :n].sum() for i, n in enumerate(lengths)]
    np.testing.assert_allclose(sums, expected, rtol=1e-6)


@pytest.mark.parametrize("rows", [8, 10])
def test_tile_buffers_and_a_kernel(rows):
    text = f"""
func.func @main(%a: memref<{rows}x6xf32>, %b: memref<6x8xf32>, %c: memref<{rows}x8xf32>) {{
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %rows = arith.constant {rows} : index
  krnl.memset %c, %z : memref<{rows}x8xf32>
  %i, %j, %k = krnl.define_loops 3
  %ib, %il = krnl.block %i 4 : {BLOCKED}
  krnl.iterate(%ib) with (%i -> %x = 0 to {rows}) {{
    %first = krnl.get_induction_var_value(%ib) : ({LOOP}) -> index
    %tile = memref.alloc() : memref<6x4xf32>
    krnl.copy_to_tile_buffer %tile, %a[%first, %c0], %z
      {{padToNext = [6, 4], transpose = true}} : memref<6x4xf32>, memref<{rows}x6xf32>
    %back = memref.alloc() : memref<4x6xf32>
    %p, %q = krnl.define_loops 2
    krnl.iterate(%p, %q) with (%p -> %r = 0 to 4, %q -> %s = 0 to 6) {{
      %v = krnl.load %tile[%s, %r] : memref<6x4xf32>
      krnl.store %v, %back[%r, %s] : memref<4x6xf32>
    }}
    %out = memref.alloc() : memref<4x8xf32>
    krnl.memset %out, %z : memref<4x8xf32>
    krnl.matmul %back[%first, %c0], %b[%c0, %c0], %out[%first, %c0], (%il, %j, %k),
      (%first, %c0, %c0), (%rows, %c8, %c6) {{computeTileSize = [4, 8, 6]}}
      : memref<4x6xf32>, memref<6x8xf32>, memref<4x8xf32>, ({LOOP}, {LOOP}, {LOOP})
    krnl.copy_from_tile_buffer %out, %c[%first, %c0] : memref<4x8xf32>, memref<{rows}x8xf32>
    memref.dealloc %tile : memref<6x4xf32>
    memref.dealloc %back : memref<4x6xf32>
    memref.dealloc %out : memref<4x8xf32>
  }}
  return
}}"""
    a, b, c = numbers(rows, 6), numbers(6, 8), numbers(rows, 8)
    run(text, a, b, c)
    np.testing.assert_allclose(c, a @ b, rtol=1e-5)


def test_constants_copies_and_scalar_functions():
    weights = ", ".join(str(n) for n in range(300))
    text = f"""
func.func @main(%x: memref<4xf32>, %y: memref<300xf32>) {{
  %large = "krnl.global"() <{{name = "large", shape = [300],
    value = dense<[{weights}]> : tensor<300xi32>}}> : () -> memref<300xi32>
  %small = "krnl.global"() <{{name = "small", shape = [4],
    value = dense<[0.5, 1.0, 2.0, 4.0]> : tensor<4xf32>}}> : () -> memref<4xf32>
  %i, %j = krnl.define_loops 2
  krnl.iterate(%i) with (%i -> %k = 0 to 300) {{
    %n = krnl.load %large[%k] : memref<300xi32>
    %f = arith.sitofp %n : i32 to f32
    krnl.store %f, %y[%k] : memref<300xf32>
  }}
  krnl.iterate(%j) with (%j -> %k = 0 to 4) {{
    %a = krnl.load %x[%k] : memref<4xf32>
    %s = krnl.load %small[%k] : memref<4xf32>
    %e = "krnl.erf"(%a) : (f32) -> f32
    %t = arith.mulf %e, %s : f32
    %r = "krnl.round_even"(%t) : (f32) -> f32
    %nan = "krnl.isnan"(%a) : (f32) -> i1
    %u = arith.select %nan, %s, %r : f32
    krnl.store %u, %x[%k] : memref<4xf32>
  }}
  %two = arith.constant 2 : i64
  %to = arith.constant 7 : index
  %from = arith.constant 1 : index
  "krnl.memcpy"(%y, %x, %two, %to, %from)
    : (memref<300xf32>, memref<4xf32>, i64, index, index) -> ()
  return
}}"""
    x = np.array([np.nan, 3.0, 0.9, -0.7], np.float32)
    y = np.zeros(300, np.float32)
    run(text, x, y)
    np.testing.assert_array_equal(x, np.array([0.5, 1.0, 2.0, -3.0], np.float32))
    expected = np.arange(300, dtype=np.float32)
    expected[7:9] = x[1:3]
    np.testing.assert_array_equal(y, expected)
