// RUN: mlirlite-opt %s --affine-simplify-structures --split-input-file --allow-unregistered-dialect | FileCheck %s

// Sets that hold nowhere, or everywhere.

#empty = affine_set<(d0, d1) : (d0 - d1 >= 0, d1 - d0 - 1 >= 0)>
#bounds = affine_set<(d0, d1)[s0] : (d0 - s0 * 0 >= 0, d1 + 5 >= 0)>
#twice = affine_set<(d0, d1) : (d0 - d1 >= 0, d0 - d1 >= 0)>
func.func @sets(%N: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if #empty(%i, %j) {
        "test.foo"() : () -> ()
      } else {
        "test.bar"() : () -> ()
      }
      affine.if #bounds(%i, %j)[%N] {
        "test.foo"() : () -> ()
      }
      affine.if #twice(%i, %j) {
        "test.foo"() : () -> ()
      }
    }
  }
  return
}

// CHECK: #[[$SET0:.+]] = affine_set<(d0, d1) : (d0 >= 0, d1 + 5 >= 0)>
// CHECK: #[[$SET1:.+]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-LABEL: func.func @sets
// CHECK-SAME: (%[[ARG0:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 10 {
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to 10 {
// CHECK-NEXT:     "test.bar"() : () -> ()
// CHECK-NEXT:     affine.if #[[$SET0]](%[[ARG1]], %[[ARG2]]) {
// CHECK-NEXT:       "test.foo"() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.if #[[$SET1]](%[[ARG1]], %[[ARG2]]) {
// CHECK-NEXT:       "test.foo"() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @apply(%m: memref<100xf32>, %z: f32) {
  affine.for %i = 0 to 100 {
    %0 = affine.apply affine_map<(d0) -> (d0 - (d0 - 1))>(%i)
    memref.store %z, %m[%0] : memref<100xf32>
    %1 = affine.apply affine_map<(d0) -> (d0 - d0 floordiv 4 * 4)>(%i)
    memref.store %z, %m[%1] : memref<100xf32>
    %2 = affine.apply affine_map<(d0) -> ((d0 * 8 + 4) floordiv 4)>(%i)
    memref.store %z, %m[%2] : memref<100xf32>
    %3 = affine.apply affine_map<(d0) -> ((d0 mod 4) mod 4 - d0 mod 4)>(%i)
    memref.store %z, %m[%3] : memref<100xf32>
  }
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 mod 4)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-LABEL: func.func @apply
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xf32>, %[[ARG1:.+]]: f32) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to 100 {
// CHECK-NEXT:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[C1]]] : memref<100xf32>
// CHECK-NEXT:   %[[V0:.+]] = affine.apply #[[$MAP0]](%[[ARG2]])
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[V0]]] : memref<100xf32>
// CHECK-NEXT:   %[[V1:.+]] = affine.apply #[[$MAP1]](%[[ARG2]])
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[V1]]] : memref<100xf32>
// CHECK-NEXT:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:   memref.store %[[ARG1]], %[[ARG0]][%[[C0]]] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @accesses(%m: memref<100xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + s0 - s0)>()[%n] {
    %0 = affine.load %m[%i * 2 - %i] : memref<100xf32>
    affine.store %0, %m[(%i + 4) floordiv 4 - 1] : memref<100xf32>
  }
  return
}

// CHECK-LABEL: func.func @accesses
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xf32>, %[[ARG1:.+]]: index) {
// CHECK-NEXT: affine.for %[[ARG2:.+]] = 0 to %[[ARG1]] {
// CHECK-NEXT:   %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG2]]] : memref<100xf32>
// CHECK-NEXT:   affine.store %[[V0]], %[[ARG0]][%[[ARG2]] floordiv 4] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @attribute() {
  "test.map"() {map = affine_map<(d0) -> (d0 - 16 * (d0 floordiv 16))>} : () -> ()
  "test.map"() {map = affine_map<(d0, d1) -> ((d0 + d1) mod 2 * 2 + d0 * 4 - d1 ceildiv 1)>} : () -> ()
  return
}

// CHECK: #[[$MAP0:.+]] = affine_map<(d0) -> (d0 mod 16)>
// CHECK: #[[$MAP1:.+]] = affine_map<(d0, d1) -> (d0 * 6 + d1 - ((d0 + d1) floordiv 2) * 4)>
// CHECK-LABEL: func.func @attribute
// CHECK-NEXT: "test.map"() {map = #[[$MAP0]]} : () -> ()
// CHECK-NEXT: "test.map"() {map = #[[$MAP1]]} : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

#set = affine_set<(d0, d1) : (d0 - d1 >= 0)>
func.func @stays(%m: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      affine.if #set(%i, %j) {
        %0 = affine.load %m[%i] : memref<100xf32>
        affine.store %0, %m[%j] : memref<100xf32>
      }
    }
  }
  return
}

// CHECK: #[[$SET0:.+]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: memref<100xf32>) {
// CHECK-NEXT: affine.for %[[ARG1:.+]] = 0 to 100 {
// CHECK-NEXT:   affine.for %[[ARG2:.+]] = 0 to 100 {
// CHECK-NEXT:     affine.if #[[$SET0]](%[[ARG1]], %[[ARG2]]) {
// CHECK-NEXT:       %[[V0:.+]] = affine.load %[[ARG0]][%[[ARG1]]] : memref<100xf32>
// CHECK-NEXT:       affine.store %[[V0]], %[[ARG0]][%[[ARG2]]] : memref<100xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Divisions by symbols, and what remains of them.

// CHECK-DAG: #[[TWO:.*]] = affine_map<()[s0, s1] -> (-(s1 floordiv s0) + 2)>
// CHECK-DAG: #[[MOD:.*]] = affine_map<()[s0, s1] -> (s1 mod s0)>
// CHECK-DAG: #[[STAYS:.*]] = affine_map<()[s0] -> ((s0 * 42 + (s0 ceildiv 2) * 5) ceildiv s0)>
// CHECK-LABEL: func.func @symbols
// CHECK-DAG:   affine.apply #[[TWO]]()
// CHECK-DAG:   affine.apply #[[MOD]]()
// CHECK-DAG:   affine.apply #[[STAYS]]()
func.func @symbols(%a: index, %b: index) -> (index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> ((-((d0 floordiv s0) * s0) + s0 * 2) floordiv s0)> (%a)[%b]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 - (d0 floordiv s0) * s0)> (%a)[%b]
  %2 = affine.apply affine_map<(d0)[s0] -> ((s0 * 42 + ((s0 * 2) ceildiv 4) * 5) ceildiv s0)> (%a)[%b]
  return %0, %1, %2 : index, index, index
}

// -----

// Only the strongest of parallel constraints stays, equalities come first.

// CHECK: #[[SET:.*]] = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 >= 0, -s0 + 50 >= 0)>
// CHECK-LABEL: func.func @parallel_constraints
// CHECK:   affine.if #[[SET]]
func.func @parallel_constraints(%n: index, %m: index) {
  affine.if affine_set<(d0, d1) : (2 * d0 >= 0, d0 >= 0, 50 - d0 >= 0, 100 - d0 >= 0, 2 * d0 - 2 * d1 == 0)> (%n, %m) {
    "foo"() : () -> ()
  }
  return
}
