// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// Operands that are constants fold, and what is dead goes.

// CHECK-LABEL: func @fold_chain
//       CHECK:   %[[C:.*]] = arith.constant 6 : i32
//  CHECK-NEXT:   return %[[C]] : i32
func.func @fold_chain() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c1, %c2 : i32
  %1 = arith.addi %0, %c3 : i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func @identity
//  CHECK-SAME:   %[[A:.*]]: i32
//  CHECK-NEXT:   return %[[A]] : i32
func.func @identity(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %c0, %a : i32
  return %0 : i32
}

// -----

// Constants go to the right of commutative ops.

// CHECK-LABEL: func @commutative
//  CHECK-SAME:   %[[A:.*]]: i32
//       CHECK:   %[[C:.*]] = arith.constant 5 : i32
//       CHECK:   arith.muli %[[A]], %[[C]] : i32
func.func @commutative(%a: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %0 = arith.muli %c5, %a : i32
  return %0 : i32
}

// -----

// Equal constants become one, at the top of the function, in the order that upstream gives them.

// CHECK-LABEL: func @constants
//  CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : i32
//  CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : i32
//  CHECK-NEXT:   "test.a"(%[[C1]])
//  CHECK-NEXT:   "test.b"(%[[C2]], %[[C1]])
//  CHECK-NEXT:   "test.c"(%[[C3]])
func.func @constants() {
  %0 = arith.constant 1 : i32
  "test.a"(%0) : (i32) -> ()
  %1 = arith.constant 2 : i32
  %2 = arith.constant 1 : i32
  "test.b"(%1, %2) : (i32, i32) -> ()
  %3 = arith.constant 3 : i32
  "test.c"(%3) : (i32) -> ()
  return
}

// -----

// Constants leave the regions of ops that are not isolated, but not those of unregistered ones.

// CHECK-LABEL: func @regions
//  CHECK-NEXT:   %[[C:.*]] = arith.constant 7 : i32
//  CHECK-NEXT:   scf.if
//  CHECK-NEXT:     "test.use"(%[[C]])
//       CHECK:   "test.region"() ({
//  CHECK-NEXT:     %[[D:.*]] = arith.constant 7 : i32
//  CHECK-NEXT:     "test.use"(%[[D]])
func.func @regions(%c: i1) {
  scf.if %c {
    %0 = arith.constant 7 : i32
    "test.use"(%0) : (i32) -> ()
  }
  "test.region"() ({
    %1 = arith.constant 7 : i32
    "test.use"(%1) : (i32) -> ()
  }) : () -> ()
  return
}

// -----

// What only reads or allocates goes when nobody looks; what may do anything stays.

// CHECK-LABEL: func @dead
//  CHECK-SAME:   %[[M:.*]]: memref<4xi32>, %[[I:.*]]: index
//  CHECK-NEXT:   "test.anything"
//  CHECK-NEXT:   return
func.func @dead(%m: memref<4xi32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = arith.addi %0, %0 : i32
  %2 = memref.alloc() : memref<4xi32>
  %3 = "test.anything"() : () -> i32
  return
}

// -----

// CHECK-LABEL: func @store_stays
//       CHECK:   memref.store
func.func @store_stays(%m: memref<4xi32>, %i: index, %v: i32) {
  memref.store %v, %m[%i] : memref<4xi32>
  return
}

// -----

// Unreachable blocks go, with values that they use from each other.

// CHECK-LABEL: func @unreachable
//  CHECK-NEXT:   "test.a"
//  CHECK-NEXT:   return
//  CHECK-NEXT: }
func.func @unreachable() {
  "test.a"() : () -> ()
  return
^bb1:
  %0 = "test.b"(%1) : (i32) -> i32
  cf.br ^bb2
^bb2:
  %1 = "test.b"(%0) : (i32) -> i32
  cf.br ^bb1
}

// -----

// A block argument that only feeds itself goes, and what feeds it.

// CHECK-LABEL: func @dead_argument
//  CHECK-SAME:   %[[C:.*]]: i1
//  CHECK-NEXT:   cf.br ^[[LOOP:.*]]
//  CHECK-NEXT: ^[[LOOP]]:
//  CHECK-NEXT:   "test.a"
//  CHECK-NEXT:   cf.cond_br %[[C]], ^[[LOOP]], ^[[END:.*]]
//  CHECK-NEXT: ^[[END]]:
//  CHECK-NEXT:   return
func.func @dead_argument(%c: i1, %x: i32) {
  cf.br ^loop(%x : i32)
^loop(%i: i32):
  "test.a"() : () -> ()
  %0 = arith.addi %i, %x : i32
  cf.cond_br %c, ^loop(%0 : i32), ^end
^end:
  return
}

// -----

// The same argument is needed here.

// CHECK-LABEL: func @live_argument
//       CHECK:   cf.br ^[[LOOP:.*]](%{{.*}} : i32)
//       CHECK: ^[[LOOP]](%[[I:.*]]: i32):
//       CHECK:   "test.a"(%[[I]])
//       CHECK:   cf.cond_br %{{.*}}, ^[[LOOP]](%{{.*}} : i32), ^
func.func @live_argument(%c: i1, %x: i32) {
  cf.br ^loop(%x : i32)
^loop(%i: i32):
  "test.a"(%i) : (i32) -> ()
  %0 = arith.addi %i, %x : i32
  cf.cond_br %c, ^loop(%0 : i32), ^end
^end:
  return
}

// -----

// Casts that cancel out.

// CHECK-LABEL: func @casts
//  CHECK-SAME:   %[[A:.*]]: i64
//  CHECK-NEXT:   return %[[A]] : i64
func.func @casts(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// -----

// A value may use itself where no path leads: the block goes first.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable() {
  return
^bb1:
  %c1 = arith.constant 1 : i64
  %0 = arith.addi %0, %c1 : i64
  cf.br ^bb1
}
