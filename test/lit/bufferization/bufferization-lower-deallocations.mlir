// Buffers are freed where their conditions hold and no retained buffer has the same address.
// RUN: mlirlite-opt %s --bufferization-lower-deallocations --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>) -> i1 {
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     return %[[FALSE]] : i1
// CHECK-NEXT:   }
func.func @nothing(%m: memref<4xf32>) -> i1 {
  %0 = bufferization.dealloc retain (%m : memref<4xf32>)
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @one(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: i1) {
// CHECK-NEXT:     scf.if %[[ARG1]] {
// CHECK-NEXT:       memref.dealloc %[[ARG0]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @one(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}

// -----

// CHECK-LABEL: func.func @one_with_retained(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: i1, %[[ARG2:.*]]: memref<2xf32>, %[[ARG3:.*]]: memref<2xf32>) -> (i1, i1) {
// CHECK-NEXT:     %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<4xf32> -> index
// CHECK-NEXT:     %[[INTPTR_0:.*]] = memref.extract_aligned_pointer_as_index %[[ARG2]] : memref<2xf32> -> index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ne, %[[INTPTR]], %[[INTPTR_0]] : index
// CHECK-NEXT:     %[[INTPTR_1:.*]] = memref.extract_aligned_pointer_as_index %[[ARG3]] : memref<2xf32> -> index
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi ne, %[[INTPTR]], %[[INTPTR_1]] : index
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPI]], %[[CMPI_1]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[ANDI]], %[[ARG1]] : i1
// CHECK-NEXT:     scf.if %[[ANDI_1]] {
// CHECK-NEXT:       memref.dealloc %[[ARG0]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[XORI:.*]] = arith.xori %[[CMPI]], %[[TRUE]] : i1
// CHECK-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[XORI]], %[[ARG1]] : i1
// CHECK-NEXT:     %[[XORI_1:.*]] = arith.xori %[[CMPI_1]], %[[TRUE]] : i1
// CHECK-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[XORI_1]], %[[ARG1]] : i1
// CHECK-NEXT:     return %[[ANDI_2]], %[[ANDI_3]] : i1, i1
// CHECK-NEXT:   }
func.func @one_with_retained(%m: memref<4xf32>, %c: i1, %a: memref<2xf32>, %b: memref<2xf32>)
    -> (i1, i1) {
  %0:2 = bufferization.dealloc (%m : memref<4xf32>) if (%c)
    retain (%a, %b : memref<2xf32>, memref<2xf32>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @several(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<5xf32>, %[[ARG2:.*]]: i1, %[[ARG3:.*]]: i1, %[[ARG4:.*]]: memref<2xf32>) -> i1 {
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<2xindex>
// CHECK-NEXT:     %[[ALLOC_0:.*]] = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %[[ALLOC_1:.*]] = memref.alloc() : memref<1xindex>
// CHECK-NEXT:     %[[INTPTR:.*]] = memref.extract_aligned_pointer_as_index %[[ARG0]] : memref<4xf32> -> index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     memref.store %[[INTPTR]], %[[ALLOC]][%[[C0]]] : memref<2xindex>
// CHECK-NEXT:     %[[INTPTR_2:.*]] = memref.extract_aligned_pointer_as_index %[[ARG1]] : memref<5xf32> -> index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     memref.store %[[INTPTR_2]], %[[ALLOC]][%[[C1]]] : memref<2xindex>
// CHECK-NEXT:     %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT:     memref.store %[[ARG2]], %[[ALLOC_0]][%[[C0_3]]] : memref<2xi1>
// CHECK-NEXT:     %[[C1_4:.*]] = arith.constant 1 : index
// CHECK-NEXT:     memref.store %[[ARG3]], %[[ALLOC_0]][%[[C1_4]]] : memref<2xi1>
// CHECK-NEXT:     %[[INTPTR_5:.*]] = memref.extract_aligned_pointer_as_index %[[ARG4]] : memref<2xf32> -> index
// CHECK-NEXT:     %[[C0_6:.*]] = arith.constant 0 : index
// CHECK-NEXT:     memref.store %[[INTPTR_5]], %[[ALLOC_1]][%[[C0_6]]] : memref<1xindex>
// CHECK-NEXT:     %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<2xindex> to memref<?xindex>
// CHECK-NEXT:     %[[CAST_7:.*]] = memref.cast %[[ALLOC_0]] : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %[[CAST_8:.*]] = memref.cast %[[ALLOC_1]] : memref<1xindex> to memref<?xindex>
// CHECK-NEXT:     %[[ALLOC_9:.*]] = memref.alloc() : memref<2xi1>
// CHECK-NEXT:     %[[ALLOC_10:.*]] = memref.alloc() : memref<1xi1>
// CHECK-NEXT:     %[[CAST_11:.*]] = memref.cast %[[ALLOC_9]] : memref<2xi1> to memref<?xi1>
// CHECK-NEXT:     %[[CAST_12:.*]] = memref.cast %[[ALLOC_10]] : memref<1xi1> to memref<?xi1>
// CHECK-NEXT:     call @dealloc_helper(%[[CAST]], %[[CAST_8]], %[[CAST_7]], %[[CAST_11]], %[[CAST_12]]) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK-NEXT:     %[[C0_13:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ALLOC_9]][%[[C0_13]]] : memref<2xi1>
// CHECK-NEXT:     scf.if %[[LOAD]] {
// CHECK-NEXT:       memref.dealloc %[[ARG0]] : memref<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[C1_14:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOC_9]][%[[C1_14]]] : memref<2xi1>
// CHECK-NEXT:     scf.if %[[LOAD_1]] {
// CHECK-NEXT:       memref.dealloc %[[ARG1]] : memref<5xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[C0_15:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD_2:.*]] = memref.load %[[ALLOC_10]][%[[C0_15]]] : memref<1xi1>
// CHECK-NEXT:     memref.dealloc %[[ALLOC]] : memref<2xindex>
// CHECK-NEXT:     memref.dealloc %[[ALLOC_1]] : memref<1xindex>
// CHECK-NEXT:     memref.dealloc %[[ALLOC_0]] : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %[[ALLOC_9]] : memref<2xi1>
// CHECK-NEXT:     memref.dealloc %[[ALLOC_10]] : memref<1xi1>
// CHECK-NEXT:     return %[[LOAD_2]] : i1
// CHECK-NEXT:   }
// CHECK-LABEL: func.func private @dealloc_helper(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xindex>, %[[ARG1:.*]]: memref<?xindex>, %[[ARG2:.*]]: memref<?xi1>, %[[ARG3:.*]]: memref<?xi1>, %[[ARG4:.*]]: memref<?xi1>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT:     %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?xindex>
// CHECK-NEXT:     %[[DIM_0:.*]] = memref.dim %[[ARG1]], %[[C0]] : memref<?xindex>
// CHECK-NEXT:     scf.for %[[ARG5:.*]] = %[[C0]] to %[[DIM_0]] step %[[C1]] {
// CHECK-NEXT:       memref.store %[[FALSE]], %[[ARG4]][%[[ARG5]]] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.for %[[ARG5]] = %[[C0]] to %[[DIM]] step %[[C1]] {
// CHECK-NEXT:       %[[LOAD:.*]] = memref.load %[[ARG0]][%[[ARG5]]] : memref<?xindex>
// CHECK-NEXT:       %[[LOAD_1:.*]] = memref.load %[[ARG2]][%[[ARG5]]] : memref<?xi1>
// CHECK-NEXT:       %[[FOR:.*]] = scf.for %[[ARG6:.*]] = %[[C0]] to %[[DIM_0]] step %[[C1]] iter_args(%[[ARG7:.*]] = %[[TRUE]]) -> (i1) {
// CHECK-NEXT:         %[[LOAD_2:.*]] = memref.load %[[ARG1]][%[[ARG6]]] : memref<?xindex>
// CHECK-NEXT:         %[[CMPI:.*]] = arith.cmpi eq, %[[LOAD_2]], %[[LOAD]] : index
// CHECK-NEXT:         scf.if %[[CMPI]] {
// CHECK-NEXT:           %[[LOAD_3:.*]] = memref.load %[[ARG4]][%[[ARG6]]] : memref<?xi1>
// CHECK-NEXT:           %[[ORI:.*]] = arith.ori %[[LOAD_3]], %[[LOAD_1]] : i1
// CHECK-NEXT:           memref.store %[[ORI]], %[[ARG4]][%[[ARG6]]] : memref<?xi1>
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[CMPI_1:.*]] = arith.cmpi ne, %[[LOAD_2]], %[[LOAD]] : index
// CHECK-NEXT:         %[[ANDI:.*]] = arith.andi %[[ARG7]], %[[CMPI_1]] : i1
// CHECK-NEXT:         scf.yield %[[ANDI]] : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[FOR_1:.*]] = scf.for %[[ARG6]] = %[[C0]] to %[[ARG5]] step %[[C1]] iter_args(%[[ARG7]] = %[[FOR]]) -> (i1) {
// CHECK-NEXT:         %[[LOAD_2]] = memref.load %[[ARG0]][%[[ARG6]]] : memref<?xindex>
// CHECK-NEXT:         %[[CMPI]] = arith.cmpi ne, %[[LOAD_2]], %[[LOAD]] : index
// CHECK-NEXT:         %[[CMPI_1]] = arith.andi %[[ARG7]], %[[CMPI]] : i1
// CHECK-NEXT:         scf.yield %[[CMPI_1]] : i1
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[ANDI_1:.*]] = arith.andi %[[FOR_1]], %[[LOAD_1]] : i1
// CHECK-NEXT:       memref.store %[[ANDI_1]], %[[ARG3]][%[[ARG5]]] : memref<?xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @several(%m: memref<4xf32>, %n: memref<5xf32>, %c: i1, %d: i1, %a: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<5xf32>) if (%c, %d)
    retain (%a : memref<2xf32>)
  return %0 : i1
}
