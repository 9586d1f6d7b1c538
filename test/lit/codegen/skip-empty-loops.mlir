// RUN: mlirlite-opt %s --skip-empty-loops | FileCheck %s

// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG1]], %[[C0_0]] : memref<?x?xf32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ne, %[[DIM]], %[[C0]] : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[DIM_1:.*]] = memref.dim %[[ARG1]], %[[C1]] : memref<?x?xf32>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi ne, %[[DIM_1]], %[[C0]] : index
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:     scf.if %[[ANDI]] {
// CHECK-NEXT:       affine.for %[[ARG4:.*]] = 0 to %[[ARG2]] {
// CHECK-NEXT:         affine.for %[[ARG5:.*]] = 0 to %[[ARG3]] {
// CHECK-NEXT:           %[[LOAD:.*]] = affine.load %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:           affine.store %[[LOAD]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @add(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %x[%i, %j] : memref<?x?xf32>
      affine.store %a, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Two results; a buffer that only the nest uses does not count.

// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: memref<4x?xf32>, %[[ARG2:.*]]: memref<?xi32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: i32) {
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG1]], %[[C1]] : memref<4x?xf32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ne, %[[DIM]], %[[C0]] : index
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM_1:.*]] = memref.dim %[[ARG2]], %[[C0_0]] : memref<?xi32>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi ne, %[[DIM_1]], %[[C0]] : index
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:     scf.if %[[ORI]] {
// CHECK-NEXT:       affine.for %[[ARG6:.*]] = 0 to %[[ARG3]] {
// CHECK-NEXT:         affine.for %[[ARG7:.*]] = 0 to 4 {
// CHECK-NEXT:           affine.store %[[ARG4]], %[[ALLOC]][%[[ARG7]]] : memref<4xf32>
// CHECK-NEXT:           affine.store %[[ARG4]], %[[ARG1]][%[[ARG7]], %[[ARG6]]] : memref<4x?xf32>
// CHECK-NEXT:           affine.store %[[ARG5]], %[[ARG2]][%[[ARG6]]] : memref<?xi32>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %[[ALLOC]] : memref<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @two(%x: memref<?x?xf32>, %y: memref<4x?xf32>, %z: memref<?xi32>, %n: index, %f: f32, %k: i32) {
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      affine.store %f, %t[%j] : memref<4xf32>
      affine.store %f, %y[%j, %i] : memref<4x?xf32>
      affine.store %k, %z[%i] : memref<?xi32>
    }
  }
  memref.dealloc %t : memref<4xf32>
  return
}

// It writes nothing.

// CHECK-LABEL: func.func @none(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x0xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @none(%y: memref<?x0xf32>, %n: index, %m: index, %f: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %f, %y[%i, %j] : memref<?x0xf32>
    }
  }
  return
}

// Static sizes, a loop without loops in it, a result, and an effect that is unknown.

// CHECK-LABEL: func.func @stay(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> f32 {
// CHECK-NEXT:     affine.for %[[ARG4:.*]] = 0 to %[[ARG2]] {
// CHECK-NEXT:       affine.for %[[ARG5:.*]] = 0 to 8 {
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG0]][%[[ARG5]]] : memref<8xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %[[ARG4]] = 0 to %[[ARG2]] {
// CHECK-NEXT:       affine.store %[[ARG3]], %[[ARG1]][%[[ARG4]], %[[ARG4]]] : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %[[ARG4]] = 0 to 4 {
// CHECK-NEXT:       affine.for %[[ARG5]] = 0 to 8 {
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %[[ARG4]] = 0 to %[[ARG2]] {
// CHECK-NEXT:       affine.for %[[ARG5]] = 0 to %[[ARG2]] {
// CHECK-NEXT:         func.call @print(%[[ARG3]]) : (f32) -> ()
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG1]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[MIN:.*]] = affine.min #map()[%[[ARG2]]]
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[MIN]], %[[C0]] : index
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[CMPI]] -> (f32) {
// CHECK-NEXT:     %[[FOR:.*]] = affine.for %[[ARG4]] = 0 to %[[ARG2]] iter_args(%[[ARG5]] = %[[ARG3]]) -> (f32) {
// CHECK-NEXT:       %[[FOR_1:.*]] = affine.for %[[ARG6:.*]] = 0 to %[[ARG2]] iter_args(%[[ARG7:.*]] = %[[ARG5]]) -> (f32) {
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG1]][%[[ARG4]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:         %[[ADDF:.*]] = arith.addf %[[ARG7]], %[[ARG7]] : f32
// CHECK-NEXT:         affine.yield %[[ADDF]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.yield %[[FOR_1]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %[[FOR]] : f32
// CHECK-NEXT:     } else {
// CHECK-NEXT:     scf.yield %[[ARG3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[IF]] : f32
// CHECK-NEXT:   }
func.func @stay(%y: memref<8xf32>, %z: memref<?x?xf32>, %n: index, %f: f32) -> f32 {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      affine.store %f, %y[%j] : memref<8xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.store %f, %z[%i, %i] : memref<?x?xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %f, %z[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
// CHECK-LABEL: func.func private @print(
// CHECK-SAME:    f32)
      func.call @print(%f) : (f32) -> ()
      affine.store %f, %z[%i, %j] : memref<?x?xf32>
    }
  }
  %s = affine.for %i = 0 to %n iter_args(%a = %f) -> f32 {
    %t = affine.for %j = 0 to %n iter_args(%b = %a) -> f32 {
      affine.store %f, %z[%i, %j] : memref<?x?xf32>
      %c = arith.addf %b, %b : f32
      affine.yield %c : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}
func.func private @print(f32)
