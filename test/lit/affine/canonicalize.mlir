// Canonical forms of affine, as mlir-opt gives them.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @compose
//  CHECK-SAME: (%[[ARG0:.*]]: memref<100x100xf32>, %[[ARG1:.*]]: index)
//  CHECK-NEXT:   affine.for %[[ARG2:.*]] = 0 to 10 {
//  CHECK-NEXT:   %[[V0:.*]] = affine.load %[[ARG0]][%[[ARG2]] * 2 + symbol(%[[ARG1]]) + 2, %[[ARG2]] + 1] : memref<100x100xf32>
//  CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[ARG2]] + 1, %[[ARG2]]] : memref<100x100xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @compose(%m: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%0)[%n]
    %2 = affine.load %m[%1, %0] : memref<100x100xf32>
    affine.store %2, %m[%0, %i] : memref<100x100xf32>
  }
  return
}

// CHECK-LABEL: func.func @constants
//  CHECK-SAME: (%[[ARG0:.*]]: memref<100x100xf32>) -> index
//  CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   %[[V0:.*]] = affine.load %[[ARG0]][4, 5] : memref<100x100xf32>
//  CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][5, 5] : memref<100x100xf32>
//  CHECK-NEXT:   return %[[C3]] : index
func.func @constants(%m: memref<100x100xf32>) -> index {
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%c4)
  %1 = affine.load %m[%c4, %0] : memref<100x100xf32>
  affine.store %1, %m[%0, %0] : memref<100x100xf32>
  %2 = affine.min affine_map<(d0) -> (d0, 3)>(%c4)
  return %2 : index
}

// CHECK-LABEL: func.func @bounds
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   affine.for %[[ARG1:.*]] = 0 to 4 {
//  CHECK-NEXT:   "test.a"(%[[ARG1]]) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   affine.for %[[ARG1]] = 4 to #{{.*}}()[%[[ARG0]]] {
//  CHECK-NEXT:   "test.a"(%[[ARG1]]) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   affine.for %[[ARG1]] = %[[ARG0]] to min #{{.*}}()[%[[ARG0]]] {
//  CHECK-NEXT:   "test.a"(%[[ARG1]]) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @bounds(%n: index) {
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  affine.for %i = 0 to %c4 {
    "test.a"(%i) : (index) -> ()
  }
  affine.for %i = %c4 to %0 {
    "test.a"(%i) : (index) -> ()
  }
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to min affine_map<(d0) -> (d0, d0, 5)>(%n) {
    "test.a"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @zero
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   return %[[ARG0]] : f32
func.func @zero(%a: f32) -> f32 {
  %0 = affine.for %i = 10 to 3 iter_args(%x = %a) -> (f32) {
    %1 = "test.a"(%x) : (f32) -> f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @empty
//  CHECK-SAME: (%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32)
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG0]] : f32, f32
func.func @empty(%a: f32, %b: f32) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 3 iter_args(%x = %a, %y = %b) -> (f32, f32) {
    affine.yield %x, %a : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @if_const
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   affine.if #{{.*}}() {
//  CHECK-NEXT:   "test.a"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   affine.if #{{.*}}() {
//  CHECK-NEXT:   "test.b"() : () -> ()
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:   "test.c"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   affine.if #{{.*}}()[%[[ARG0]]] {
//  CHECK-NEXT:   "test.d"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @if_const(%n: index) {
  affine.if affine_set<(d0) : (1 >= 0)>(%n) {
    "test.a"() : () -> ()
  }
  affine.if affine_set<(d0) : (-1 >= 0)>(%n) {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) {
    "test.d"() : () -> ()
  } else {
  }
  return
}

// CHECK-LABEL: func.func @if_ops
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   affine.for %[[ARG1:.*]] = 0 to 10 {
//  CHECK-NEXT:   affine.if #{{.*}}(%[[ARG1]])[%[[ARG0]]] {
//  CHECK-NEXT:   "test.a"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @if_ops(%n: index) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0)>(%0, %n)[%n] {
      "test.a"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @minmax
//  CHECK-SAME: (%[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (index, index, index)
//  CHECK-NEXT:   %[[V0:.*]] = affine.apply #{{.*}}()[%[[ARG0]]]
//  CHECK-NEXT:   %[[V1:.*]] = affine.max #{{.*}}()[%[[ARG1]], %[[ARG0]]]
//  CHECK-NEXT:   return %[[V0]], %[[V1]], %[[ARG0]] : index, index, index
func.func @minmax(%n: index, %m: index) -> (index, index, index) {
  %0 = affine.min affine_map<(d0) -> (d0 + 1)>(%n)
  %1 = affine.max affine_map<(d0)[s0] -> (d0, s0, d0)>(%n)[%m]
  %2 = affine.apply affine_map<(d0) -> (d0)>(%n)
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @parallel
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   affine.parallel (%[[ARG1:.*]]) = (4) to (symbol(%[[ARG0]]) + 4) {
//  CHECK-NEXT:   "test.a"(%[[ARG1]]) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @parallel(%n: index) {
  %c4 = arith.constant 4 : index
  affine.parallel (%i) = (%c4) to (%n + 4) {
    "test.a"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @dead
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   return
func.func @dead(%n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  }
  return
}
