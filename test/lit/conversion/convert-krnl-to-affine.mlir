// RUN: mlirlite-opt %s --convert-krnl-to-affine --split-input-file | FileCheck %s

// Bounds: numbers, values, maps; the function gets a C interface.

// CHECK-DAG: #[[LO:.*]] = affine_map<(d0) -> (d0 - 1, 0)>
// CHECK-LABEL: func.func @bounds
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: memref<8x8xf32>) attributes {llvm.emit_c_interface}
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK-NEXT:   affine.for %[[J:.*]] = 2 to 8 {
// CHECK-NEXT:     %[[V:.*]] = affine.load %[[M]][%[[I]], %[[J]]] : memref<8x8xf32>
// CHECK-NEXT:     affine.for %[[K:.*]] = max #[[LO]](%[[I]]) to 8 {
// CHECK-NEXT:       affine.store %[[V]], %[[M]][%[[K]], %[[J]]] : memref<8x8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @bounds(%n: index, %m: memref<8x8xf32>) {
  %ii, %jj, %kk = krnl.define_loops 3
  krnl.iterate(%ii, %jj) with (%ii -> %i = 0 to %n, %jj -> %j = 2 to 8) {
    %v = krnl.load %m[%i, %j] : memref<8x8xf32>
    krnl.iterate(%kk) with (%kk -> %k = max affine_map<(d0) -> (d0 - 1, 0)>(%i) to 8) {
      krnl.store %v, %m[%k, %j] : memref<8x8xf32>
    }
  }
  return
}

// -----

// Values that are carried from one iteration to the next, through several loops, and without any.

// CHECK-LABEL: func.func @carried
// CHECK-SAME: (%[[F:.*]]: f32, %[[M:.*]]: memref<8x8xf32>)
// CHECK-NEXT: %[[R:.*]]:2 = affine.for %{{.*}} = 0 to 8 iter_args(%[[A:.*]] = %[[F]], %[[B:.*]] = %[[F]]) -> (f32, f32) {
// CHECK-NEXT:   %[[S:.*]]:2 = affine.for %{{.*}} = 0 to 8 iter_args(%[[C:.*]] = %[[A]], %[[D:.*]] = %[[B]]) -> (f32, f32) {
// CHECK-NEXT:     %[[V:.*]] = affine.load
// CHECK-NEXT:     %[[SUM:.*]] = arith.addf %[[C]], %[[V]] : f32
// CHECK-NEXT:     affine.yield %[[SUM]], %[[C]] : f32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.yield %[[S]]#0, %[[S]]#1 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[R]]#0, %[[R]]#1 : f32
// CHECK-NEXT: return %[[TWICE]] : f32
func.func @carried(%f: f32, %m: memref<8x8xf32>) -> f32 {
  %l:2 = krnl.define_loops 2
  %r:2 = krnl.iterate(%l#0, %l#1) with (%l#0 -> %i = 0 to 8, %l#1 -> %j = 0 to 8) iter_args(%a = %f, %b = %f) -> (f32, f32) {
    %v = krnl.load %m[%i, %j] : memref<8x8xf32>
    %s = arith.addf %a, %v : f32
    krnl.yield %s, %a : f32, f32
  }
  %t = krnl.iterate() with () iter_args(%a = %r#0) -> (f32) {
    %s = arith.addf %a, %r#1 : f32
    krnl.yield %s : f32
  }
  return %t : f32
}

// -----

// Tiles: whole ones where the size divides, else cut off at the end; one level inside the other.

// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[PLUS5:.*]] = affine_map<(d0) -> (d0 + 5)>
// CHECK-DAG: #[[CUT:.*]] = affine_map<(d0) -> (d0 + 4, 10)>
// CHECK-DAG: #[[CUT2:.*]] = affine_map<(d0, d1) -> (d1 + 2, d0 + 4, 10)>
// CHECK-DAG: #[[SYMBOL:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[SHORT:.*]] = affine_map<(d0) -> (d0 + 3)>
// CHECK-LABEL: func.func @tiles
// CHECK-SAME: (%[[N:.*]]: index)
func.func @tiles(%n: index) {
  %l:5 = krnl.define_loops 5
  // CHECK-NEXT: affine.for %[[B:.*]] = 0 to 10 step 5 {
  // CHECK-NEXT:   affine.for %[[L:.*]] = #[[SAME]](%[[B]]) to #[[PLUS5]](%[[B]]) {
  // CHECK-NEXT:     arith.addi %[[B]], %[[L]]
  // CHECK-NEXT:     arith.addi %[[L]], %[[L]]
  %0:2 = krnl.block %l#0 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%0#0, %0#1) with (%l#0 -> %i = 0 to 10) {
    %b, %c = krnl.get_induction_var_value(%0#0, %0#1) : (!krnl.loop, !krnl.loop) -> (index, index)
    %x = arith.addi %b, %c : index
    %y = arith.addi %i, %i : index
  }
  // CHECK: affine.for %[[B:.*]] = 0 to 10 step 4 {
  // CHECK-NEXT: affine.for %[[M:.*]] = #[[SAME]](%[[B]]) to min #[[CUT]](%[[B]]) step 2 {
  // CHECK-NEXT:   affine.for %{{.*}} = #[[SAME]](%[[M]]) to min #[[CUT2]](%[[B]], %[[M]]) {
  %1:2 = krnl.block %l#1 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %2:2 = krnl.block %1#1 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%1#0, %2#0, %2#1) with (%l#1 -> %i = 0 to 10) {
  }
  // CHECK: affine.for %[[B:.*]] = 0 to %[[N]] step 8 {
  // CHECK-NEXT: affine.for %{{.*}} = #[[SAME]](%[[B]]) to min #[[SYMBOL]](%[[B]])[%[[N]]] {
  %3:2 = krnl.block %l#2 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%3#0, %3#1) with (%l#2 -> %i = 0 to %n) {
  }
  // CHECK: affine.for %[[B:.*]] = 0 to 3 step 8 {
  // CHECK-NEXT: affine.for %{{.*}} = #[[SAME]](%[[B]]) to #[[SHORT]](%[[B]]) {
  %4:2 = krnl.block %l#3 8 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%4#0, %4#1) with (%l#3 -> %i = 0 to 3) {
  }
  // Only the loop over tiles: its body does a tile at once.
  // CHECK: affine.for %[[B:.*]] = 0 to 64 step 16 {
  // CHECK-NEXT: arith.addi %[[B]], %[[B]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %5:2 = krnl.block %l#4 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%5#0) with (%l#4 -> %i = 0 to 64) {
    %b = krnl.get_induction_var_value(%5#0) : (!krnl.loop) -> index
    %x = arith.addi %b, %b : index
  }
  return
}

// -----

// The order of a nest is that of krnl.permute.

// CHECK-LABEL: func.func @permuted
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 20 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT:     arith.subi %[[I]], %[[J]] : index
// CHECK:      affine.for %[[I:.*]] = 0 to 8 step 2 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 9 step 3 {
// CHECK-NEXT:     affine.for %{{.*}} = #{{.*}}(%[[I]]) to #{{.*}}(%[[I]]) {
// CHECK-NEXT:       affine.for %{{.*}} = #{{.*}}(%[[J]]) to #{{.*}}(%[[J]]) {
func.func @permuted() {
  %ii, %jj, %kk, %ll = krnl.define_loops 4
  krnl.permute(%ii, %jj) [1, 0] : !krnl.loop, !krnl.loop
  krnl.iterate(%ii, %jj) with (%ii -> %i = 0 to 10, %jj -> %j = 0 to 20) {
    %x = arith.subi %i, %j : index
  }
  %kb, %kl = krnl.block %kk 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %lb, %ll2 = krnl.block %ll 3 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.permute(%kb, %kl, %lb, %ll2) [0, 2, 1, 3] : !krnl.loop, !krnl.loop, !krnl.loop, !krnl.loop
  krnl.iterate(%kb, %kl, %lb, %ll2) with (%kk -> %k = 0 to 8, %ll -> %l = 0 to 9) {
  }
  return
}

// -----

// An imperfect nest: statements stay between the loops. %i is where its innermost loop stands.

// CHECK-LABEL: func.func @imperfect
// CHECK-NEXT: affine.for %[[B:.*]] = 0 to 10 step 5 {
// CHECK-NEXT:   %[[M:.*]] = memref.alloc() : memref<10xf32>
// CHECK-NEXT:   arith.addi %[[B]], %[[B]] : index
// CHECK-NEXT:   affine.for %[[L:.*]] = #{{.*}}(%[[B]]) to #{{.*}}(%[[B]]) {
// CHECK-NEXT:     affine.load %[[M]][%[[L]]] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %[[L:.*]] = #{{.*}}(%[[B]]) to #{{.*}}(%[[B]]) {
// CHECK-NEXT:     arith.subi %[[L]], %[[B]] : index
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %[[M]] : memref<10xf32>
// CHECK-NEXT: }
func.func @imperfect() {
  %ii = krnl.define_loops 1
  %ib, %il = krnl.block %ii 5 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ii -> %i = 0 to 10) {
    %m = memref.alloc() : memref<10xf32>
    krnl.movable {
      %x = arith.addi %i, %i : index
    }
    krnl.iterate(%il) with () {
      %v = krnl.load %m[%i] : memref<10xf32>
    }
    krnl.iterate(%il) with () {
      %l, %b = krnl.get_induction_var_value(%il, %ib) : (!krnl.loop, !krnl.loop) -> (index, index)
      %x = arith.subi %l, %b : index
    }
    memref.dealloc %m : memref<10xf32>
  }
  return
}

// -----

// Unrolled: as many copies as iterations, values handed on, the inner loop first.

// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func.func @unrolled
// CHECK-SAME: (%[[C:.*]]: index) -> index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[C]], %[[C0]] : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[C3]] : index
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 step 2 {
// CHECK-NEXT:   arith.addi %[[I]], %[[I]] : index
// CHECK-NEXT:   %[[I1:.*]] = affine.apply #[[NEXT]](%[[I]])
// CHECK-NEXT:   arith.addi %[[I]], %[[I1]] : index
// CHECK-NEXT: }
// CHECK-NEXT: return %[[B]] : index
func.func @unrolled(%c: index) -> index {
  %ii, %jj = krnl.define_loops 2
  %ib, %il = krnl.block %ii 3 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.unroll %ib : !krnl.loop
  %r = krnl.iterate(%ib) with (%ii -> %i = 0 to 6) iter_args(%a = %c) -> (index) {
    %b = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    %s = arith.addi %a, %b : index
    krnl.yield %s : index
  }
  %jb, %jl = krnl.block %jj 2 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.unroll %jl : !krnl.loop
  krnl.iterate(%jb, %jl) with (%jj -> %j = 0 to 8) {
    %b = krnl.get_induction_var_value(%jb) : (!krnl.loop) -> index
    %s = arith.addi %b, %j : index
  }
  return %r : index
}

// -----

// Parallel loops, with what was said of threads.

// CHECK-LABEL: func.func @parallel
// CHECK-SAME: (%[[M:.*]]: memref<4x64xf32>, %[[F:.*]]: f32, %[[N:.*]]: index)
// CHECK-NEXT: %[[T:.*]] = arith.constant 8 : i32
// CHECK-NEXT: affine.parallel (%[[I:.*]]) = (0) to (4) {
// CHECK-NEXT:   affine.parallel (%[[B:.*]]) = (0) to (60) step (16) {
// CHECK-NEXT:     krnl.parallel_clause(%[[B]]), num_threads(%[[T]]) {proc_bind = "close"} : index
// CHECK-NEXT:     affine.parallel (%[[J:.*]]) = (%[[B]]) to (min(%[[B]] + 16, 60)) {
// CHECK-NEXT:       affine.store %[[F]], %[[M]][%[[I]], %[[J]]] : memref<4x64xf32>
func.func @parallel(%m: memref<4x64xf32>, %f: f32, %n: index) {
  %threads = arith.constant 8 : i32
  %ii, %jj = krnl.define_loops 2
  %jb, %jl = krnl.block %jj 16 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.parallel(%ii, %jl) : !krnl.loop, !krnl.loop
  krnl.parallel(%jb), num_threads(%threads) {proc_bind = "close"} : !krnl.loop
  krnl.iterate(%ii, %jb, %jl) with (%ii -> %i = 0 to 4, %jj -> %j = 0 to 60) {
    krnl.store %f, %m[%i, %j] : memref<4x64xf32>
  }
  return
}

// -----

// Pure ops that are the same in each iteration run before: sizes may then be bounds of affine loops.

// CHECK-LABEL: func.func @hoisted
// CHECK-SAME: (%[[M:.*]]: memref<?xf32>)
// CHECK-DAG:  %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:  %[[D:.*]] = memref.dim %[[M]], %[[C0]] : memref<?xf32>
// CHECK:      affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:   affine.for %{{.*}} = 0 to %[[D]] {
func.func @hoisted(%m: memref<?xf32>) {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%ii) with (%ii -> %i = 0 to 4) {
    %c0 = arith.constant 0 : index
    %d = memref.dim %m, %c0 : memref<?xf32>
    krnl.iterate(%jj) with (%jj -> %j = 0 to %d) {
      %v = krnl.load %m[%j] : memref<?xf32>
    }
  }
  return
}

// -----

// What is not affine: a loaded bound gives an scf.for, a computed index a memref access.

// CHECK-LABEL: func.func @not_affine
// CHECK-SAME: (%[[M:.*]]: memref<8xindex>, %[[B:.*]]: i1, %[[X:.*]]: index)
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:   %[[N:.*]] = affine.load %[[M]][%[[I]]] : memref<8xindex>
// CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   scf.for %[[J:.*]] = %[[C0]] to %[[N]] step %[[C1]] {
// CHECK-NEXT:     %[[V:.*]] = memref.load %[[M]][%[[J]]] : memref<8xindex>
// CHECK-NEXT:     memref.store %[[N]], %[[M]][%[[V]]] : memref<8xindex>
// CHECK-NEXT:   }
func.func @not_affine(%m: memref<8xindex>, %b: i1, %x: index) {
  %ii, %jj = krnl.define_loops 2
  krnl.iterate(%ii) with (%ii -> %i = 0 to 8) {
    %n = krnl.load %m[%i] : memref<8xindex>
    krnl.iterate(%jj) with (%jj -> %j = 0 to %n) {
      %v = krnl.load %m[%j] : memref<8xindex>
      krnl.store %n, %m[%v] : memref<8xindex>
    }
  }
  return
}

// -----

// An outer counter is a fine bound; affine.apply of counters a fine index.

// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @triangle
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to #[[SAME]](%[[I]]) {
// CHECK-NEXT:     %[[A:.*]] = affine.apply
// CHECK-NEXT:     affine.load %{{.*}}[%[[A]]] : memref<8xindex>
func.func @triangle(%m: memref<8xindex>) {
  %kk, %ll = krnl.define_loops 2
  krnl.iterate(%kk) with (%kk -> %k = 0 to 8) {
    krnl.iterate(%ll) with (%ll -> %l = 0 to %k) {
      %a = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%k, %l)
      %v = krnl.load %m[%a] : memref<8xindex>
    }
  }
  return
}

// -----

// CHECK-DAG: #[[OFFSET:.*]] = affine_map<(d0)[s0] -> ((d0 + 3) * 8 + s0)>
// CHECK-LABEL: func.func @memory
// CHECK-SAME: (%[[M:.*]]: memref<?x8xf32>, %[[S:.*]]: memref<8x8xf32>, %[[F:.*]]: f32, %[[N:.*]]: index)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = memref.dim %[[M]], %[[C0]] : memref<?x8xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[D]] {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:     affine.store %[[F]], %[[M]][%[[I]], %[[J]]] : memref<?x8xf32>
// CHECK:      affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.apply #[[OFFSET]](%[[K]])[%[[N]]]
// CHECK-NEXT:   affine.prefetch %[[S]][%[[K]], symbol(%[[N]]) + 1], write, locality<1>, data : memref<8x8xf32>
func.func @memory(%m: memref<?x8xf32>, %s: memref<8x8xf32>, %f: f32, %n: index) {
  krnl.memset %m, %f : memref<?x8xf32>
  %ii = krnl.define_loops 1
  krnl.iterate(%ii) with (%ii -> %i = 0 to 4) {
    %o = krnl.get_linear_offset_index %s at [%i + 3, symbol(%n)] : memref<8x8xf32>
    krnl.prefetch %s[%i, symbol(%n) + 1], write, locality<1>, data : memref<8x8xf32>
  }
  return
}

// -----

// Tile copies: whole tiles, what is left of a buffer, padding up to a multiple, transposed.

// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[T:.*]]: memref<4x6xf32>, %[[S:.*]]: memref<40x56xf32>, %[[F:.*]]: f32, %[[I:.*]]: index)
// CHECK:      affine.for %[[A:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[B:.*]] = 0 to 2 {
// CHECK-NEXT:     %[[V:.*]] = affine.load %[[S]][%[[A]] + symbol(%[[I]]), %[[B]] + 54] : memref<40x56xf32>
// CHECK-NEXT:     affine.store %[[V]], %[[T]][%[[A]], %[[B]]] : memref<4x6xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %[[B:.*]] = 2 to 3 {
// CHECK-NEXT:     affine.store %[[F]], %[[T]][%[[A]], %[[B]]] : memref<4x6xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK:      affine.for %[[A:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[B:.*]] = 0 to min #{{.*}}()[%[[I]]] {
// CHECK-NEXT:     %[[V:.*]] = affine.load %[[T]][%[[A]], %[[B]]] : memref<4x6xf32>
// CHECK-NEXT:     affine.store %[[V]], %[[S]][%[[A]] + symbol(%[[I]]), %[[B]] + symbol(%[[I]])] : memref<40x56xf32>
func.func @copies(%t: memref<4x6xf32>, %s: memref<40x56xf32>, %f: f32, %i: index) {
  %c54 = arith.constant 54 : index
  krnl.copy_to_tile_buffer %t, %s[%i, %c54], %f {padToNext = [1, 3]} : memref<4x6xf32>, memref<40x56xf32>
  krnl.copy_from_tile_buffer %t, %s[%i, %i] : memref<4x6xf32>, memref<40x56xf32>
  return
}

// -----

// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[A:.*]]: memref<8x16xf32>, %[[B:.*]]: memref<16x8xf32>, %[[C:.*]]: memref<8x8xf32>)
// CHECK:      affine.for %[[I:.*]] = 0 to 8 step 4 {
// CHECK-NEXT:   affine.for %[[II:.*]] = 0 to min #{{.*}}(%[[I]]) {
// CHECK-NEXT:     affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:       affine.for %[[K:.*]] = 0 to 16 {
// CHECK-NEXT:         %[[X:.*]] = affine.load %[[A]][%[[I]] + %[[II]], %[[K]]] : memref<8x16xf32>
// CHECK-NEXT:         %[[Y:.*]] = affine.load %[[B]][%[[K]], %[[J]]] : memref<16x8xf32>
// CHECK-NEXT:         %[[Z:.*]] = affine.load %[[C]][%[[I]] + %[[II]], %[[J]]] : memref<8x8xf32>
// CHECK-NEXT:         %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK-NEXT:         %[[S:.*]] = arith.addf %[[Z]], %[[P]] : f32
// CHECK-NEXT:         affine.store %[[S]], %[[C]][%[[I]] + %[[II]], %[[J]]] : memref<8x8xf32>
func.func @matmul(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %ii, %jj, %kk = krnl.define_loops 3
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  krnl.iterate(%ib) with (%ii -> %i = 0 to 8) {
    %x = krnl.get_induction_var_value(%ib) : (!krnl.loop) -> index
    krnl.matmul %a[%c0, %c0], %b[%c0, %c0], %c[%c0, %c0], (%il, %jj, %kk), (%x, %c0, %c0), (%c8, %c8, %c16) {computeTileSize = [4, 8, 16]} : memref<8x16xf32>, memref<16x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  }
  return
}

// -----

// CHECK-LABEL: func.func @functions
// CHECK-SAME: (%[[X:.*]]: f32, %[[D:.*]]: f64, %[[V:.*]]: vector<4xf32>)
// CHECK-NEXT: math.erf %[[D]] : f64
// CHECK-NEXT: math.tan %[[V]] : vector<4xf32>
// CHECK-NEXT: math.acos %[[X]] : f32
// CHECK-NEXT: math.acosh %[[X]]
// CHECK-NEXT: math.asin %[[X]]
// CHECK-NEXT: math.asinh %[[X]]
// CHECK-NEXT: math.atan %[[X]]
// CHECK-NEXT: math.atanh %[[X]]
func.func @functions(%x: f32, %d: f64, %v: vector<4xf32>) {
  %0 = "krnl.erf"(%d) : (f64) -> f64
  %1 = "krnl.tan"(%v) : (vector<4xf32>) -> vector<4xf32>
  %2 = "krnl.acos"(%x) : (f32) -> f32
  %3 = "krnl.acosh"(%x) : (f32) -> f32
  %4 = "krnl.asin"(%x) : (f32) -> f32
  %5 = "krnl.asinh"(%x) : (f32) -> f32
  %6 = "krnl.atan"(%x) : (f32) -> f32
  %7 = "krnl.atanh"(%x) : (f32) -> f32
  return
}
