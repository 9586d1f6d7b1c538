// RUN: mlirlite-opt %s --show-analysis=liveness | FileCheck %s

// Only the second value that the loop carries is needed, and with it the bounds.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: // %arg0 liveness: live
// CHECK-NEXT: // %arg1 liveness: dead
func.func @loop(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 3 : i32
  // CHECK: scf.for
  // CHECK-NEXT: // %arg2 liveness: dead
  // CHECK-NEXT: // %arg3 liveness: dead
  // CHECK-NEXT: // %arg4 liveness: live
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %k) -> (i32, i32) {
    // CHECK-NEXT: arith.addi {{.*}} // liveness: dead
    %0 = arith.addi %a, %x : i32
    // CHECK-NEXT: arith.muli {{.*}} // liveness: live
    %1 = arith.muli %b, %k : i32
    scf.yield %0, %1 : i32, i32
  // CHECK: } // %0#0 liveness: dead, %0#1 liveness: live
  }
  return %r#1 : i32
}

// An effect needs its operands; a load that nobody uses does not.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT: // %arg0 liveness: live
// CHECK-NEXT: // %arg1 liveness: live
// CHECK-NEXT: // %arg2 liveness: dead
func.func @effects(%m: memref<?xf32>, %i: index, %j: index) {
  // CHECK-NEXT: memref.load {{.*}} // liveness: live
  %0 = memref.load %m[%i] : memref<?xf32>
  // CHECK-NEXT: memref.load {{.*}} // liveness: dead
  %1 = memref.load %m[%j] : memref<?xf32>
  memref.store %0, %m[%i] : memref<?xf32>
  return
}

// What only goes round in a cycle of blocks is dead.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%x: i32, %c: i1) {
  cf.br ^bb1(%x : i32)
// CHECK: {{^}}  ^bb1(
// CHECK-NEXT: // %{{[0-9]+}} liveness: dead
^bb1(%a: i32):
  // CHECK-NEXT: arith.addi {{.*}} // liveness: dead
  %0 = arith.addi %a, %x : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb2:
  return
}

// The calls of a private function say what is needed of its results, it what is of its arguments.
// CHECK-LABEL: func.func private @pair
// CHECK-NEXT: // %arg0 liveness: live
// CHECK-NEXT: // %arg1 liveness: dead
func.func private @pair(%a: i32, %b: i32) -> (i32, i32) {
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @caller
// CHECK-NEXT: // %arg0 liveness: live
// CHECK-NEXT: // %arg1 liveness: dead
func.func @caller(%a: i32, %b: i32) -> i32 {
  %0:2 = call @pair(%a, %b) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}
