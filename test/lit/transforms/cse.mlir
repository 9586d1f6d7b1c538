// RUN: mlirlite-opt %s --cse --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @same
//  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32
//  CHECK-NEXT:   %[[S:.*]] = arith.subi %[[A]], %[[B]] : i32
//  CHECK-NEXT:   return %[[S]], %[[S]]
func.func @same(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  return %0, %1 : i32, i32
}

// -----

// The order of operands matters, unless the op is commutative.

// CHECK-LABEL: func @commutative
//  CHECK-NEXT:   %[[D0:.*]] = arith.subi
//  CHECK-NEXT:   %[[D1:.*]] = arith.subi
//  CHECK-NEXT:   %[[S:.*]] = arith.addi
//  CHECK-NEXT:   return %[[D0]], %[[D1]], %[[S]], %[[S]]
func.func @commutative(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %b, %a : i32
  %2 = arith.addi %a, %b : i32
  %3 = arith.addi %b, %a : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// Attributes and types are part of what is the same.

// CHECK-LABEL: func @different
// CHECK-COUNT-4: arith.constant
//       CHECK:   arith.cmpi slt
//       CHECK:   arith.cmpi sgt
//       CHECK:   arith.extsi %{{.*}} : i32 to i64
//       CHECK:   arith.extsi %{{.*}} : i32 to i48
func.func @different(%a: i32) -> (i32, i32, i64, f32, i1, i1, i64, i48) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.constant 1 : i64
  %3 = arith.constant 1.0 : f32
  %4 = arith.constant 1 : i32
  %5 = arith.cmpi slt, %a, %4 : i32
  %6 = arith.cmpi sgt, %a, %4 : i32
  %7 = arith.extsi %a : i32 to i64
  %8 = arith.extsi %a : i32 to i48
  return %0, %1, %2, %3, %5, %6, %7, %8 : i32, i32, i64, f32, i1, i1, i64, i48
}

// -----

// Ops inside see those before and around them; not the other way round.

// CHECK-LABEL: func @scopes
//       CHECK:   %[[S:.*]] = arith.addi
//  CHECK-NEXT:   scf.if
//  CHECK-NEXT:     "test.use"(%[[S]])
//  CHECK-NEXT:     %[[M:.*]] = arith.muli
//  CHECK-NEXT:     "test.use"(%[[M]])
//  CHECK-NEXT:   }
//  CHECK-NEXT:   %[[N:.*]] = arith.muli
//  CHECK-NEXT:   return %[[S]], %[[N]]
func.func @scopes(%a: i32, %c: i1) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  scf.if %c {
    %1 = arith.addi %a, %a : i32
    "test.use"(%1) : (i32) -> ()
    %2 = arith.muli %a, %a : i32
    "test.use"(%2) : (i32) -> ()
  }
  %3 = arith.muli %a, %a : i32
  return %0, %3 : i32, i32
}

// -----

// Functions are isolated: nothing is shared.

// CHECK-LABEL: func @one
//       CHECK:   arith.constant 3
// CHECK-LABEL: func @two
//       CHECK:   arith.constant 3
func.func @one() -> i32 {
  %0 = arith.constant 3 : i32
  return %0 : i32
}
func.func @two() -> i32 {
  %0 = arith.constant 3 : i32
  return %0 : i32
}

// -----

// A block sees the blocks that dominate it, not its siblings.

// CHECK-LABEL: func @blocks
//       CHECK:   %[[S:.*]] = arith.addi
//  CHECK-NEXT:   "test.use"(%[[S]])
//       CHECK: ^bb1:
//  CHECK-NEXT:   %[[M1:.*]] = arith.muli
//  CHECK-NEXT:   cf.br ^bb3(%[[S]], %[[M1]] : i32, i32)
//       CHECK: ^bb2:
//  CHECK-NEXT:   %[[M2:.*]] = arith.muli
//  CHECK-NEXT:   cf.br ^bb3(%[[S]], %[[M2]] : i32, i32)
func.func @blocks(%a: i32, %c: i1) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  "test.use"(%0) : (i32) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %a, %a : i32
  cf.br ^bb3(%1, %2 : i32, i32)
^bb2:
  %3 = arith.addi %a, %a : i32
  %4 = arith.muli %a, %a : i32
  cf.br ^bb3(%3, %4 : i32, i32)
^bb3(%5: i32, %6: i32):
  return %5, %6 : i32, i32
}

// -----

// Reads are the same as long as nothing writes in between.

// CHECK-LABEL: func @reads
//       CHECK:   %[[L0:.*]] = memref.load
//  CHECK-NEXT:   memref.store
//  CHECK-NEXT:   %[[L1:.*]] = memref.load
//  CHECK-NEXT:   return %[[L0]], %[[L0]], %[[L1]], %[[L1]]
func.func @reads(%m: memref<4xi32>, %i: index, %v: i32) -> (i32, i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  %3 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// CHECK-LABEL: func @unknown_op_may_write
//       CHECK:   memref.load
//  CHECK-NEXT:   "test.op"
//  CHECK-NEXT:   memref.load
func.func @unknown_op_may_write(%m: memref<4xi32>, %i: index) -> (i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  "test.op"() : () -> ()
  %1 = memref.load %m[%i] : memref<4xi32>
  return %0, %1 : i32, i32
}

// -----

// What has effects, or may have, is not merged; what is dead goes.

// CHECK-LABEL: func @effects
//  CHECK-NEXT:   memref.alloc
//  CHECK-NEXT:   memref.alloc
//  CHECK-NEXT:   "test.op"
//  CHECK-NEXT:   "test.op"
//  CHECK-NEXT:   return
func.func @effects(%a: i32) -> (memref<4xi32>, memref<4xi32>) {
  %0 = memref.alloc() : memref<4xi32>
  %1 = memref.alloc() : memref<4xi32>
  %2 = "test.op"() : () -> i32
  %3 = "test.op"() : () -> i32
  %4 = arith.addi %a, %a : i32
  return %0, %1 : memref<4xi32>, memref<4xi32>
}

// -----

// Ops with equal regions are equal.

// CHECK-LABEL: func @equal_regions
//       CHECK:   %[[R:.*]] = scf.if
//       CHECK:   %[[Q:.*]] = scf.if
//  CHECK-NEXT:     scf.yield %[[X:.*]] : i32
//       CHECK:   return %[[R]], %[[R]], %[[Q]]
func.func @equal_regions(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = scf.if %c -> (i32) {
    %3 = arith.addi %x, %y : i32
    scf.yield %3 : i32
  } else {
    scf.yield %y : i32
  }
  %1 = scf.if %c -> (i32) {
    %3 = arith.addi %x, %y : i32
    scf.yield %3 : i32
  } else {
    scf.yield %y : i32
  }
  %2 = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0, %1, %2 : i32, i32, i32
}
