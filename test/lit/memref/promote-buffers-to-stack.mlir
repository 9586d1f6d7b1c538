// RUN: mlirlite-opt %s --promote-buffers-to-stack --split-input-file --allow-unregistered-dialect | FileCheck %s

func.func @small(%arg0: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  memref.copy %arg0, %0 : memref<2xf32> to memref<2xf32>
  memref.copy %0, %arg0 : memref<2xf32> to memref<2xf32>
  return
}

// CHECK-LABEL: func.func @small
// CHECK-SAME: (%[[ARG0:.+]]: memref<2xf32>) {
// CHECK-NEXT: %[[ALLOCA:.+]] = memref.alloca() : memref<2xf32>
// CHECK-NEXT: memref.copy %[[ARG0]], %[[ALLOCA]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: memref.copy %[[ALLOCA]], %[[ARG0]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @branches(%arg0: i1, %arg1: memref<2xf32>, %arg2: memref<2xf32>) {
  cf.cond_br %arg0, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%arg1 : memref<2xf32>)
^bb2:
  %0 = memref.alloc() : memref<2xf32>
  "test.fill"(%arg1, %0) : (memref<2xf32>, memref<2xf32>) -> ()
  cf.br ^bb3(%0 : memref<2xf32>)
^bb3(%1: memref<2xf32>):
  "test.duplicate"(%1, %arg2) : (memref<2xf32>, memref<2xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @branches
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: memref<2xf32>, %[[ARG2:.+]]: memref<2xf32>) {
// CHECK-NEXT: cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb3(%[[ARG1]] : memref<2xf32>)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %[[ALLOCA:.+]] = memref.alloca() : memref<2xf32>
// CHECK-NEXT: "test.fill"(%[[ARG1]], %[[ALLOCA]]) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT: cf.br ^bb3(%[[ALLOCA]] : memref<2xf32>)
// CHECK-NEXT: ^bb3(%[[V0:.+]]: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: "test.duplicate"(%[[V0]], %[[ARG2]]) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @in_if(%c: i1, %m: memref<2xf32>) {
  scf.if %c {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  }
  return
}

// CHECK-LABEL: func.func @in_if
// CHECK-SAME: (%[[ARG0:.+]]: i1, %[[ARG1:.+]]: memref<2xf32>) {
// CHECK-NEXT: scf.if %[[ARG0]] {
// CHECK-NEXT:   %[[ALLOCA:.+]] = memref.alloca() : memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ALLOCA]], %[[ARG1]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @rank(%arg0: memref<*xf32>) {
  %r = memref.rank %arg0 : memref<*xf32>
  %0 = memref.alloc(%r) : memref<?xindex>
  "test.use"(%0) : (memref<?xindex>) -> ()
  return
}

// CHECK-LABEL: func.func @rank
// CHECK-SAME: (%[[ARG0:.+]]: memref<*xf32>) {
// CHECK-NEXT: %[[V0:.+]] = memref.rank %[[ARG0]] : memref<*xf32>
// CHECK-NEXT: %[[ALLOCA:.+]] = memref.alloca(%[[V0]]) : memref<?xindex>
// CHECK-NEXT: "test.use"(%[[ALLOCA]]) : (memref<?xindex>) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

func.func @in_loop(%lb: index, %ub: index, %step: index, %m: memref<2xf32>) {
  scf.for %i = %lb to %ub step %step {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  }
  return
}

// CHECK-LABEL: func.func @in_loop
// CHECK-SAME: (%[[ARG0:.+]]: index, %[[ARG1:.+]]: index, %[[ARG2:.+]]: index, %[[ARG3:.+]]: memref<2xf32>) {
// CHECK-NEXT: scf.for %[[ARG4:.+]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:   %[[ALLOCA:.+]] = memref.alloca() : memref<2xf32>
// CHECK-NEXT:   memref.copy %[[ALLOCA]], %[[ARG3]] : memref<2xf32> to memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }

// -----

// Large, of unknown size, returned, freed.

func.func @stays(%n: index) -> memref<2xf32> {
  %0 = memref.alloc() : memref<257xf32>
  "test.use"(%0) : (memref<257xf32>) -> ()
  %1 = memref.alloc(%n) : memref<?xf32>
  "test.use"(%1) : (memref<?xf32>) -> ()
  %2 = memref.alloc() : memref<2xf32>
  %3 = memref.alloc() : memref<2xf32>
  "test.use"(%3) : (memref<2xf32>) -> ()
  memref.dealloc %3 : memref<2xf32>
  return %2 : memref<2xf32>
}

// CHECK-LABEL: func.func @stays
// CHECK-SAME: (%[[ARG0:.+]]: index) -> memref<2xf32> {
// CHECK-NEXT: %[[ALLOC:.+]] = memref.alloc() : memref<257xf32>
// CHECK-NEXT: "test.use"(%[[ALLOC]]) : (memref<257xf32>) -> ()
// CHECK-NEXT: %[[ALLOC_0:.+]] = memref.alloc(%[[ARG0]]) : memref<?xf32>
// CHECK-NEXT: "test.use"(%[[ALLOC_0]]) : (memref<?xf32>) -> ()
// CHECK-NEXT: %[[ALLOC_1:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: %[[ALLOC_2:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT: "test.use"(%[[ALLOC_2]]) : (memref<2xf32>) -> ()
// CHECK-NEXT: memref.dealloc %[[ALLOC_2]] : memref<2xf32>
// CHECK-NEXT: return %[[ALLOC_1]] : memref<2xf32>
// CHECK-NEXT: }

// -----

// CHECK-LABEL: func.func @attributes
// CHECK-NEXT: memref.alloca() {alignment = 64 : i64, tag} : memref<4xf32>
func.func @attributes() {
  %0 = memref.alloc() {alignment = 64 : i64, tag} : memref<4xf32>
  return
}
