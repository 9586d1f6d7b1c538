// RUN: mlirlite-opt %s --convert-accesses-to-llvm --split-input-file | FileCheck %s

// Accesses go through one pointer for each buffer; constant parts of indices are constant indices.
// CHECK-LABEL: func.func private @nest(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x8xf32> {llvm.noalias}, %[[ARG1:.*]]: memref<16xf32>) attributes {llvm.bareptr} {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<16xf32> to !llvm.ptr
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<4x8xf32> to !llvm.ptr
// CHECK-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     cf.br ^bb1(%[[C0]] : index)
// CHECK-NEXT:   ^bb1(%[[VAL:.*]]: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[VAL]], %[[C8]] : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi slt, %[[VAL]], %[[C4]] : index
// CHECK-NEXT:     cf.cond_br %[[CMPI]], ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[MULI]] : index to i64
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST_1]][%[[UNREALIZED_CONVERSION_CAST_2]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[GROUP:.*]] = llvm.intr.strip.invariant.group %[[GETELEMENTPTR]] : !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR_1:.*]] = llvm.getelementptr %[[GROUP]][2] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[GETELEMENTPTR_1]] {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_3:.*]] = builtin.unrealized_conversion_cast %[[VAL]] : index to i64
// CHECK-NEXT:     %[[GETELEMENTPTR_2:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST]][%[[UNREALIZED_CONVERSION_CAST_3]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[GROUP_1:.*]] = llvm.intr.strip.invariant.group %[[GETELEMENTPTR_2]] : !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR_3:.*]] = llvm.getelementptr %[[GROUP_1]][2] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[LOAD_1:.*]] = llvm.load %[[GETELEMENTPTR_3]] : !llvm.ptr -> f32
// CHECK-NEXT:     %[[GETELEMENTPTR_4:.*]] = llvm.getelementptr %[[GROUP_1]][2] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:     "llvm.intr.prefetch"(%[[GETELEMENTPTR_4]]) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:     %[[BROADCAST:.*]] = vector.broadcast %[[LOAD_1]] : f32 to vector<4xf32>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[BROADCAST]], %[[LOAD]] : vector<4xf32>
// CHECK-NEXT:     llvm.store %[[ADDF]], %[[GROUP]] {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr
// CHECK-NEXT:     %[[GETELEMENTPTR_5:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:     llvm.store %[[LOAD_1]], %[[GETELEMENTPTR_5]] : f32, !llvm.ptr
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[VAL]], %[[C1]] : index
// CHECK-NEXT:     cf.br ^bb1(%[[ADDI]] : index)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @nest(%m: memref<4x8xf32> {llvm.noalias}, %n: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  cf.br ^bb1(%c0 : index)
^bb1(%i: index):
  %go = arith.cmpi slt, %i, %c4 : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  %k = arith.addi %i, %c2 : index
  %v = vector.load %m[%i, %c2] : memref<4x8xf32>, vector<4xf32>
  %x = memref.load %n[%k] : memref<16xf32>
  memref.prefetch %n[%k], read, locality<2>, data : memref<16xf32>
  %b = vector.broadcast %x : f32 to vector<4xf32>
  %s = arith.addf %b, %v : vector<4xf32>
  vector.store %s, %m[%i, %c0] {alignment = 16 : i64} : memref<4x8xf32>, vector<4xf32>
  memref.store %x, %n[%c1] : memref<16xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^bb1(%next : index)
^bb3:
  return
}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4x8xf32>, %[[ARG1:.*]]: memref<16xf32>) {
// CHECK-NEXT:     call @nest(%[[ARG0]], %[[ARG1]]) : (memref<4x8xf32>, memref<16xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @main(%m: memref<4x8xf32>, %n: memref<16xf32>) {
  call @nest(%m, %n) : (memref<4x8xf32>, memref<16xf32>) -> ()
  return
}

// -----

// A function that is used as a value, a buffer of unknown size, and an element that LLVM has no type
// for stay.
// CHECK-LABEL: func.func private @value(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG0]][%[[C0]]] : memref<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @value(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xf32>
  return
}
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG0]][%[[C0]]] : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @unknown(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf32>
  return
}
// CHECK-LABEL: func.func private @other(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xindex>, %[[ARG1:.*]]: memref<4xf32>) attributes {llvm.bareptr} {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : memref<4xf32> to !llvm.ptr
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG0]][%[[C0]]] : memref<4xindex>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[LOAD]] : index to i64
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST]][%[[UNREALIZED_CONVERSION_CAST_1]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[LOAD_1:.*]] = llvm.load %[[GETELEMENTPTR]] : !llvm.ptr -> f32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @other(%m: memref<4xindex>, %n: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xindex>
  %y = memref.load %n[%x] : memref<4xf32>
  return
}
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[F:.*]] = constant @value : (memref<4xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @main() {
  %f = func.constant @value : (memref<4xf32>) -> ()
  return
}

// -----

// Strides that the type does not have are arguments; none is needed for an index of 0.
// CHECK-LABEL: func.func private @strides(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?x?xf32, strided<[?, ?, 1]>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) attributes {llvm.bareptr} {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : memref<?x?x?xf32, strided<[?, ?, 1]>> to !llvm.ptr
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG2]], %[[ARG1]] : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[MULI_1:.*]] = arith.muli %[[C3]], %[[ARG1]] : index
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[MULI]] : index to i64
// CHECK-NEXT:     %[[GETELEMENTPTR:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST]][%[[UNREALIZED_CONVERSION_CAST_1]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[GETELEMENTPTR_1:.*]] = llvm.getelementptr %[[GETELEMENTPTR]][3] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT:     %[[LOAD:.*]] = llvm.load %[[GETELEMENTPTR_1]] : !llvm.ptr -> f32
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[MULI_1]], %[[ARG2]] : index
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[ADDI]] : index to i64
// CHECK-NEXT:     %[[GETELEMENTPTR_2:.*]] = llvm.getelementptr %[[UNREALIZED_CONVERSION_CAST]][%[[UNREALIZED_CONVERSION_CAST_2]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:     llvm.store %[[LOAD]], %[[GETELEMENTPTR_2]] : f32, !llvm.ptr
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @strides(%m: memref<?x?x?xf32, strided<[?, ?, 1]>> {krnl.strides = [-1, 1, -1]}, %s: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %m[%c0, %i, %c3] : memref<?x?x?xf32, strided<[?, ?, 1]>>
  memref.store %v, %m[%c0, %c3, %i] : memref<?x?x?xf32, strided<[?, ?, 1]>>
  return
}

// -----

// Without them the function keeps its descriptors.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[LOAD:.*]] = memref.load %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:     memref.store %[[LOAD]], %[[ARG0]][%[[ARG1]]] : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func private @unknown(%m: memref<?xf32>, %i: index) {
  %v = memref.load %m[%i] : memref<?xf32>
  memref.store %v, %m[%i] : memref<?xf32>
  return
}
