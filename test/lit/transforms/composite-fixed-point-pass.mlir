// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(sccp,canonicalize,mem2reg))" | FileCheck %s --check-prefix=ONCE
// RUN: mlirlite-opt %s --composite-fixed-point-pass="pipeline=sccp,symbol-dce,any(canonicalize,mem2reg)" 2>&1 | FileCheck %s
// RUN: mlirlite-opt %s --composite-fixed-point-pass="name=rounds max-iterations=1 pipeline=any(canonicalize,mem2reg)" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not mlirlite-opt %s --composite-fixed-point-pass="max-iterations=0" 2>&1 | FileCheck %s --check-prefix=NONE

// The second round knows what the first one has taken out of memory.

// CHECK-NOT:   @unused
// CHECK-LABEL: func @f
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   return %[[TRUE]] : i1

// ONCE: func.func private @unused
// ONCE: arith.cmpi

// LIMIT: warning: composite pass "rounds" didn't converge in 1 iterations
// NONE:  error: invalid max-iterations value: 0

func.func private @unused() {
  return
}
func.func @f() -> i1 {
  %c7 = arith.constant 7 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %c7, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.cmpi eq, %0, %c7 : i32
  return %1 : i1
}
