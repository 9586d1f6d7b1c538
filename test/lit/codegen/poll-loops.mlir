// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(func.func(poll-loops))" | FileCheck %s

// The outer loops of a long nest look for an interrupt; the innermost is for the vectorizer.

// CHECK-LABEL: func.func @long(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     affine.for %[[ARG3:.*]] = 0 to %[[ARG1]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       affine.for %[[ARG4:.*]] = 0 to %[[ARG1]] {
// CHECK-NEXT:         affine.for %[[ARG5:.*]] = 0 to %[[ARG1]] {
// CHECK-NEXT:           affine.store %[[ARG2]], %[[ARG0]][%[[ARG3]], %[[ARG4]], %[[ARG5]]] : memref<?x?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @long(%m: memref<?x?x?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        affine.store %f, %m[%i, %j, %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Short nests and innermost loops stay.

// CHECK-LABEL: func.func @short(
// CHECK-SAME:    %[[ARG0:.*]]: memref<64x64xf32>, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) {
// CHECK-NEXT:     affine.for %[[ARG4:.*]] = 0 to 64 {
// CHECK-NEXT:       affine.for %[[ARG5:.*]] = 0 to 64 {
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<64x64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %[[ARG4]] = 0 to %[[ARG2]] {
// CHECK-NEXT:       affine.store %[[ARG3]], %[[ARG1]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @short(%m: memref<64x64xf32>, %v: memref<?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %f, %m[%i, %j] : memref<64x64xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.store %f, %v[%i] : memref<?xf32>
  }
  return
}

// A loop that nothing is known of looks, whatever is in it; one that threads share does not.

// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     scf.while (%[[ARG2:.*]] = %[[ARG0]]) : (i1) -> () {
// CHECK-NEXT:       scf.condition(%[[ARG2]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       scf.yield %[[ARG0]] : i1
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%[[ARG2]]) = (0) to (%[[ARG1]]) {
// CHECK-NEXT:       func.call @while(%[[ARG0]], %[[ARG2]]) : (i1, index) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @while(%go: i1, %n: index) {
  scf.while (%c = %go) : (i1) -> () {
    scf.condition(%c)
  } do {
    scf.yield %go : i1
  }
  affine.parallel (%i) = (0) to (%n) {
    func.call @while(%go, %i) : (i1, index) -> ()
  }
  return
}

// A sum over rows of no elements: nothing limits the number of rows.

// CHECK-LABEL: func.func @sum(
// CHECK:          affine.for
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       affine.for
// CHECK-NEXT:         affine.load
func.func @sum(%m: memref<?x?xf32>, %n: index, %k: index, %f: f32) -> f32 {
  %s = affine.for %i = 0 to %n iter_args(%a = %f) -> f32 {
    %t = affine.for %j = 0 to %k iter_args(%b = %a) -> f32 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      %c = arith.addf %b, %x : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}
