"""Passes keep what programs compute: each runs on a program that it changes, which is executed
before and after it. A new conversion needs a row here, or a case that the pipelines lower."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import mlirlite.printer
from mlirlite.driver.check_semantics import CheckSemantics
from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.runtime.compiler import STAGES
from mlirlite.runtime.function import EXTRA

AFFINE = """func.func @f(%m: memref<8x6xf32>, %o: memref<8x6xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %v = affine.load %m[%i, %j] : memref<8x6xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %o[%i, %j] : memref<8x6xf32>
    }
  }
  %s = affine.for %i = 0 to 8 iter_args(%a = %z) -> f32 {
    %v = affine.load %o[%i, 3] : memref<8x6xf32>
    %b = arith.addf %a, %v : f32
    affine.yield %b : f32
  }
  return %s : f32
}"""
INDICES = """func.func @f(%i: index) -> (index, index) {
  %0:3 = affine.delinearize_index %i into (2, 3, 5) : index, index, index
  %1 = affine.linearize_index disjoint [%0#2, %0#1, %0#0] by (5, 3, 2) : index
  return %1, %0#1 : index, index
}"""
PARALLEL = """func.func @f(%m: memref<8xf32>, %o: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 1.0 : f32
  %s = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<8xf32>
    memref.store %v, %o[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %x = arith.addf %a, %b : f32
      scf.reduce.return %x : f32
    }
  }
  return %s : f32
}"""
SHARED = """func.func @f(%m: memref<64x6xf32>, %o: memref<64x6xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 6 {
      %v = affine.load %m[%i, %j] : memref<64x6xf32>
      affine.store %v, %o[%i, %j] : memref<64x6xf32>
    }
  }
  return
}"""
FILLED = """func.func @f(%m: memref<64x8xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<64x8xf32>
    }
  }
  return
}"""
COPIES = """func.func @f(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %m[%i] : memref<8xf32>
    memref.store %v, %o[%i] : memref<8xf32>
  }
  return
}"""
LOOPS = """func.func @f(%n: index, %m: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c7 step %c3 iter_args(%a = %z) -> i32 {
    %k = arith.addi %c1, %c3 : index
    %left = affine.min affine_map<(d0) -> (3, -d0 + 7)>(%i)
    %j = arith.subi %k, %left : index
    %v = memref.load %m[%j] : memref<8xi32>
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  return %s : i32
}"""
VIEWS = """func.func @f(%m: memref<4x6xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[1, 2] [2, 3] [1, 1]
      : memref<4x6xi32> to memref<2x3xi32, strided<[6, 1], offset: 8>>
  %v = memref.load %s[%c1, %c1] : memref<2x3xi32, strided<[6, 1], offset: 8>>
  %a = memref.alloc() : memref<i32>
  memref.store %v, %a[] : memref<i32>
  %w = memref.load %a[] : memref<i32>
  return %w : i32
}"""
NUMBERS = """func.func private @twice(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}
func.func @f(%a: i32, %b: i32, %x: f32) -> (i32, i32, f32) {
  %c7 = arith.constant 7 : i32
  %c0 = arith.constant 0 : i32
  %d = arith.ceildivsi %a, %c7 : i32
  %e = arith.addi %d, %c0 : i32
  %g = arith.addi %d, %c0 : i32
  %h = func.call @twice(%g) : (i32) -> i32
  %y = math.tanh %x : f32
  %less = arith.cmpi slt, %a, %b : i32
  cf.cond_br %less, ^one(%e : i32), ^one(%h : i32)
^one(%r: i32):
  return %r, %h, %y : i32, i32, f32
}"""
PROGRAMS: dict[str, str] = {
    "affine-expand-index-ops": INDICES,
    "affine-expand-index-ops-as-affine": INDICES,
    "affine-loop-normalize": AFFINE.replace("0 to 8 {", "2 to 8 step 2 {"),
    "affine-loop-tile{tile-size=3}": AFFINE,
    "affine-loop-unroll{unroll-factor=4}": AFFINE,
    "affine-loop-unroll-jam{unroll-jam-factor=2}": SHARED,
    "affine-loop-coalescing": AFFINE,
    "affine-parallelize": AFFINE,
    "affine-super-vectorize{virtual-vector-size=3}": AFFINE,
    "arith-expand": NUMBERS,
    "canonicalize": NUMBERS,
    "convert-scf-to-openmp": PARALLEL,
    "convert-scf-to-openmp,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,"
    "convert-openmp-to-llvm": PARALLEL,
    "convert-to-llvm": NUMBERS,
    "convert-math-to-llvm,convert-math-to-libm,convert-index-to-llvm,convert-ub-to-llvm,"
    "convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm": NUMBERS,
    "cse": NUMBERS,
    "expand-strided-metadata": VIEWS,
    "fold-memref-alias-ops": VIEWS,
    "inline": NUMBERS,
    "loop-invariant-code-motion": LOOPS,
    "math-polynomial-approximation": NUMBERS,
    "mem2reg": VIEWS.replace("alloc()", "alloca()"),
    "parallelize-loops{least-work=1}": FILLED,
    "promote-buffers-to-stack": VIEWS,
    "scf-for-loop-canonicalization": LOOPS,
    "scf-for-loop-peeling": LOOPS,
    "scf-for-to-while": LOOPS,
    "scf-parallel-for-to-nested-fors": COPIES,
    "scf-parallel-loop-tiling{parallel-loop-tile-sizes=3}": COPIES,
}  # fmt: skip
EXECUTED_ELSEWHERE = {
    "poll-loops",  # test/unit/runtime/test_runs.py
    "sanitize-address",  # test/unit/runtime/test_sanitizer.py
    # what is called is a runtime library: test/unit/runtime/test_threads.py runs it
    "convert-openmp-to-kmpc",
    # adds calls that print times
    "instrument-onnx",
    # functions of libm by the C interface: test/unit/target/llvmir/test_complex_to_libm.py
    "convert-complex-to-libm",
    # for GPUs, which the tests do without: test/lit/conversion/convert-nvvm-to-llvm.mlir
    "convert-nvvm-to-llvm",
    "convert-shard-to-mpi",  # test/unit/conversion/test_shard_mpi.py
    # what is made is read and run: test/unit/runtime/test_artifacts.py
    "stablehlo-legalize-to-vhlo",
    "vhlo-legalize-to-stablehlo",
    "convert-stablehlo-to-onnx",  # test/unit/conversion/test_stablehlo_to_onnx.py
    # test/unit/interp/test_tosa.py
    "tosa-to-arith",
    "tosa-to-scf",
    "tosa-to-tensor",
}


class Watch(CheckSemantics):
    """Counts comparisons; skipping one is an error."""

    def __init__(self) -> None:
        super().__init__(0, self._refuse)
        self.compared = 0

    def _refuse(self, diagnostic: Any) -> None:
        pytest.fail(str(diagnostic) + "".join(f"\n{n.message}" for n in diagnostic.notes))

    def _compare(self, module: Any, name: str, function: Any, expected: Any, run: Any) -> None:
        super()._compare(module, name, function, expected, run)
        self.compared += any(not o.undefined for o in expected.outcomes)


@pytest.mark.parametrize("passes", PROGRAMS)
def test_pass_keeps_the_meaning(passes: str) -> None:
    context = Context()
    module = parse_module(PROGRAMS[passes], context)
    verify_or_raise(module)
    before, watch = str(module), Watch()
    rows = parse_pipeline(f"builtin.module({passes})")
    PassManager(rows, context, instrumentations=[watch]).run(module)
    assert str(module) != before
    assert watch.compared


def test_every_conversion_is_executed() -> None:
    package = Path(mlirlite.__file__).parent
    files = [f for folder in ("conversion", "codegen") for f in (package / folder).rglob("*.py")]
    texts = [f.read_text(encoding="utf-8") for f in files]
    flags = {f for t in texts for f in re.findall(r'^@compiler_pass\(\s*"([^"]+)"', t, re.M)}
    executed = {p for stage in STAGES for p in stage.passes} | EXECUTED_ELSEWHERE
    executed |= {p for extra in EXTRA.values() for p in extra}
    for text in PROGRAMS:
        executed |= {re.split(r"\{", p)[0] for p in text.split(",")}
    assert sorted(flags - executed) == []
