// RUN: mlirlite-opt %s --poll-loops=budget=4096 | FileCheck %s

// Threads of a parallel loop look after some iterations. Short ones become strips, which threads can
// share; each iteration counts its long loops for itself. A loop that is known to be short does not
// look.

// CHECK: #map = affine_map<(d0) -> (d0 mod 131072)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0, s1] -> (s1, d0 + 8192)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 mod 16)>
// CHECK-NEXT: #map4 = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map5 = affine_map<(d0)[s0] -> (s0, d0 + 512)>
// CHECK-NEXT: #map6 = affine_map<(d0) -> (d0 mod 64)>
// CHECK-LABEL: func.func @parallel(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     affine.parallel (%[[ARG4:.*]], %[[ARG5:.*]]) = (0, 0) to (symbol(%[[ARG1]]), symbol(%[[ARG2]])) step (1, 8192) {
// CHECK-NEXT:       %[[C8192:.*]] = arith.constant 8192 : index
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #map(%[[ARG5]])
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi slt, %[[APPLY]], %[[C8192]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.for %[[ARG6:.*]] = #map1(%[[ARG5]]) to min #map2(%[[ARG5]])[%[[ARG1]], %[[ARG2]]] step 8 {
// CHECK-NEXT:         affine.store %[[ARG3]], %[[ARG0]][%[[ARG4]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C4096_0:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[LOAD]], %[[C4096_0]] : index
// CHECK-NEXT:     memref.store %[[SUBI]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi slt, %[[SUBI]], %[[C0]] : index
// CHECK-NEXT:     scf.if %[[CMPI_1]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       %[[C4096_3:.*]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_3]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%[[ARG4]]) = (0) to (symbol(%[[ARG1]])) {
// CHECK-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[APPLY]] = affine.apply #map3(%[[ARG4]])
// CHECK-NEXT:       %[[CMPI]] = arith.cmpi slt, %[[APPLY]], %[[C1]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[MIN:.*]] = affine.min #map4()[%[[ARG2]]]
// CHECK-NEXT:       %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[MAXSI:.*]] = arith.maxsi %[[MIN]], %[[C0_3]] : index
// CHECK-NEXT:       %[[C512:.*]] = arith.constant 512 : index
// CHECK-NEXT:       %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %[[C512]] : index
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[MULI:.*]] = arith.muli %[[MINSI]], %[[C3]] : index
// CHECK-NEXT:       %[[MIN_1:.*]] = affine.min #map4()[%[[ARG2]]]
// CHECK-NEXT:       affine.for %[[ARG5]] = 0 to %[[ARG2]] step 512 {
// CHECK-NEXT:         affine.for %[[ARG6]] = #map1(%[[ARG5]]) to min #map5(%[[ARG5]])[%[[ARG2]]] {
// CHECK-NEXT:           affine.store %[[ARG3]], %[[ARG0]][%[[ARG4]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[C512_4:.*]] = arith.constant 512 : index
// CHECK-NEXT:         %[[ADDI:.*]] = arith.addi %[[ARG5]], %[[C512_4]] : index
// CHECK-NEXT:         %[[CMPI_2:.*]] = arith.cmpi slt, %[[ADDI]], %[[MIN_1]] : index
// CHECK-NEXT:         scf.if %[[CMPI_2]] {
// CHECK-NEXT:           krnl.poll
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C4096_1:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[LOAD_1]], %[[C4096_1]] : index
// CHECK-NEXT:     memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_2]] : index
// CHECK-NEXT:     scf.if %[[CMPI_3]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       %[[C4096_3]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_3]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%[[ARG4]], %[[ARG5]]) = (0, 0) to (7, 9) {
// CHECK-NEXT:       affine.store %[[ARG3]], %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @parallel(%m: memref<?x?xf32>, %n: index, %k: index, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%k)) step (1, 8) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.for %j = 0 to %k {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  affine.parallel (%i, %j) = (0, 0) to (7, 9) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @known(
// CHECK-SAME:    %[[ARG0:.*]]: memref<64x3xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     affine.parallel (%[[ARG2:.*]], %[[ARG3:.*]]) = (0, 0) to (64, 3) {
// CHECK-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[APPLY:.*]] = affine.apply #map6(%[[ARG3]])
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi slt, %[[APPLY]], %[[C1]] : index
// CHECK-NEXT:       %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[APPLY_1:.*]] = affine.apply #map3(%[[ARG2]])
// CHECK-NEXT:       %[[CMPI_1:.*]] = arith.cmpi slt, %[[APPLY_1]], %[[C1_3]] : index
// CHECK-NEXT:       %[[ANDI:.*]] = arith.andi %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:       scf.if %[[ANDI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.for %[[ARG4:.*]] = 0 to 20 {
// CHECK-NEXT:         affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<64x3xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C4096_0:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[LOAD]], %[[C4096_0]] : index
// CHECK-NEXT:     memref.store %[[SUBI]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi slt, %[[SUBI]], %[[C0]] : index
// CHECK-NEXT:     scf.if %[[CMPI_2]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       %[[C4096_3:.*]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_3]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%[[ARG2]], %[[ARG3]]) = (1, 1) to (64, 3) {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       affine.for %[[ARG4]] = 0 to 20 {
// CHECK-NEXT:         affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<64x3xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C4096_1:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[LOAD_1]], %[[C4096_1]] : index
// CHECK-NEXT:     memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C0_2:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_2]] : index
// CHECK-NEXT:     scf.if %[[CMPI_3]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       %[[C4096_3]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_3]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @known(%m: memref<64x3xf32>, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (64, 3) {
    affine.for %l = 0 to 20 {
      affine.store %x, %m[%i, %j] : memref<64x3xf32>
    }
  }
  affine.parallel (%i, %j) = (1, 1) to (64, 3) {
    affine.for %l = 0 to 20 {
      affine.store %x, %m[%i, %j] : memref<64x3xf32>
    }
  }
  return
}
