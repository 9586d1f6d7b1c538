// RUN: mlirlite-opt %s --show-analysis=constants | FileCheck %s
// RUN: mlirlite-opt %s --show-analysis=constants --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: not mlirlite-opt %s --show-analysis=constant 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: 'constant' is not an analysis; did you mean 'constants'?; the analyses are: constants,

// CHECK-LABEL: func.func @f
// GENERIC: "func.func"()
func.func @f(%x: i32) -> i32 {
  // CHECK-NEXT: arith.constant true // constants: true
  // GENERIC: "arith.constant"() <{value = true}> : () -> i1 // constants: true
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  // CHECK: arith.addi {{.*}} // constants: 2 : i32
  %two = arith.addi %c1, %c1 : i32
  // CHECK-NEXT: scf.if
  %r = scf.if %true -> i32 {
    scf.yield %two : i32
  } else {
    // CHECK: arith.addi {{.*}} // constants: never computed
    %0 = arith.addi %x, %x : i32
    scf.yield %0 : i32
  // CHECK: } // constants: 2 : i32
  }
  // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32{{$}}
  %s = arith.addi %r, %x : i32
  return %s : i32
}
