// RUN: mlirlite-opt %s --lower-affine --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @loops
// CHECK-SAME: (%[[N:.*]]: index, %[[V:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] {
// CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:   %[[LO:.*]] = arith.maxsi %[[I]], %[[C4]] : index
// CHECK-NEXT:   %[[C16:.*]] = arith.constant 16 : index
// CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[I]], %[[C16]] : index
// CHECK-NEXT:   %[[HI:.*]] = arith.minsi %[[N]], %[[SUM]] : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   scf.for %{{.*}} = %[[LO]] to %[[HI]] step %[[C2]] {
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK:      %[[R:.*]] = scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[A:.*]] = %[[V]]) -> (f32) {
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[V]] : f32
// CHECK-NEXT:   scf.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : f32
func.func @loops(%n: index, %v: f32) -> f32 {
  affine.for %i = 0 to 10 {
    affine.for %j = max affine_map<(d0) -> (d0, 4)>(%i) to min affine_map<(d0)[s0] -> (s0, d0 + 16)>(%i)[%n] step 2 {
    }
  }
  %r = affine.for %i = 0 to %n iter_args(%acc = %v) -> f32 {
    %s = arith.addf %acc, %v : f32
    affine.yield %s : f32
  }
  return %r : f32
}

// -----

// Bounds take in constants and affine.apply, and of several constants only the tightest counts.

// CHECK-LABEL: func.func @folded_bounds
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK:      scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:        %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:   %[[D:.*]] = arith.muli %[[I]], %[[C2]] overflow<nsw> : index
// CHECK-NEXT:   %[[S:.*]] = arith.addi %[[D]], %[[N]] : index
// CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:   %[[T:.*]] = arith.addi %[[S]], %[[C1]] : index
// CHECK-NEXT:   %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT:   %[[MIN:.*]] = arith.minsi %[[T]], %[[C5]] : index
// CHECK:        scf.for %{{.*}} = %[[C7]] to %[[MIN]] step
func.func @folded_bounds(%n: index) {
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to 10 {
    %a = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    affine.for %j = max affine_map<()[s0] -> (s0, 7)>()[%c5] to min affine_map<(d0)[s0, s1] -> (d0 + s0, s1, 7)>(%a)[%n, %c5] {
    }
  }
  return
}

// -----

// A loop that does not run, or only forwards values, is removed.

// CHECK-LABEL: func.func @trivial
// CHECK-SAME: (%[[X:.*]]: index, %[[Y:.*]]: index)
// CHECK-NEXT: return %[[X]], %[[X]], %[[Y]] : index, index, index
func.func @trivial(%x: index, %y: index) -> (index, index, index) {
  %0 = affine.for %i = 3 to 3 iter_args(%a = %x) -> index {
    affine.yield %i : index
  }
  %1 = affine.for %i = 0 to %y iter_args(%a = %x) -> index {
    affine.yield %a : index
  }
  %2 = affine.for %i = 0 to 4 iter_args(%a = %x) -> index {
    affine.yield %y : index
  }
  return %0, %1, %2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @condition
// CHECK-SAME: (%[[I:.*]]: index, %[[N:.*]]: index, %[[V:.*]]: f32)
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CM10:.*]] = arith.constant -10 : index
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[I]], %[[CM10]] : index
// CHECK-NEXT: %[[GE:.*]] = arith.cmpi sge, %[[A]], %[[C0]] : index
// CHECK:      %[[EQ:.*]] = arith.cmpi eq, %{{.*}}, %[[C0]] : index
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[GE]], %[[EQ]] : i1
// CHECK-NEXT: %[[R:.*]] = scf.if %[[BOTH]] -> (f32) {
// CHECK-NEXT:   scf.yield %[[V]] : f32
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[W:.*]] = arith.addf %[[V]], %[[V]] : f32
// CHECK-NEXT:   scf.yield %[[W]] : f32
// CHECK-NEXT: }
func.func @condition(%i: index, %n: index, %v: f32) -> f32 {
  %0 = affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, d0 - s0 == 0)>(%i)[%n] -> f32 {
    affine.yield %v : f32
  } else {
    %w = arith.addf %v, %v : f32
    affine.yield %w : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @divisions
// CHECK-SAME: (%[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CM1:.*]] = arith.constant -1 : index
// CHECK-NEXT: %[[NEG:.*]] = arith.cmpi slt, %[[I]], %[[C0]] : index
// CHECK-NEXT: %[[FLIP:.*]] = arith.subi %[[CM1]], %[[I]] : index
// CHECK-NEXT: %[[NUM:.*]] = arith.select %[[NEG]], %[[FLIP]], %[[I]] : index
// CHECK-NEXT: %[[Q:.*]] = arith.divsi %[[NUM]], %[[C3]] : index
// CHECK-NEXT: %[[BACK:.*]] = arith.subi %[[CM1]], %[[Q]] : index
// CHECK-NEXT: %[[FLOOR:.*]] = arith.select %[[NEG]], %[[BACK]], %[[Q]] : index
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[REM:.*]] = arith.remsi %[[J]], %[[C7]] : index
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %[[REM]], %[[Z]] : index
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[REM]], %[[C7]] : index
// CHECK-NEXT: %[[MOD:.*]] = arith.select %[[LESS]], %[[UP]], %[[REM]] : index
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[FLOOR]], %[[MOD]] : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[Z2:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[NP:.*]] = arith.cmpi sle, %[[I]], %[[Z2]] : index
// CHECK-NEXT: %[[A:.*]] = arith.subi %[[Z2]], %[[I]] : index
// CHECK-NEXT: %[[B:.*]] = arith.subi %[[I]], %[[C1]] : index
// CHECK-NEXT: %[[S:.*]] = arith.select %[[NP]], %[[A]], %[[B]] : index
// CHECK-NEXT: %[[D:.*]] = arith.divsi %[[S]], %[[C4]] : index
// CHECK-NEXT: %[[E:.*]] = arith.subi %[[Z2]], %[[D]] : index
// CHECK-NEXT: %[[F:.*]] = arith.addi %[[D]], %[[C1]] : index
// CHECK-NEXT: %[[CEIL:.*]] = arith.select %[[NP]], %[[E]], %[[F]] : index
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[SUM]], %[[CEIL]] : index
// CHECK-NEXT: return %[[R]] : index
func.func @divisions(%i: index, %j: index) -> index {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 floordiv 3 + d1 mod 7 + d0 ceildiv 4)>(%i, %j)
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @indices
// CHECK-SAME: (%[[I:.*]]: index, %[[N:.*]]: index)
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[CM4:.*]] = arith.constant -4 : index
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[N]], %[[CM4]] : index
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[B:.*]] = arith.minsi %[[I]], %[[A]] : index
// CHECK-NEXT: %[[MIN:.*]] = arith.minsi %[[B]], %[[C7]] : index
// CHECK-NEXT: %[[MAX:.*]] = arith.constant 7 : index
// CHECK-NEXT: return %[[I]], %[[C8]], %[[MIN]], %[[MAX]]
func.func @indices(%i: index, %n: index) -> (index, index, index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 + 5)>(%c3)
  %2 = affine.min affine_map<(d0)[s0] -> (d0, s0 - 4, 7)>(%i)[%n]
  %3 = affine.max affine_map<(d0) -> (d0, 7)>(%c3)
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @memory
// CHECK-SAME: (%[[M:.*]]: memref<10x?xf32>, %[[I:.*]]: index)
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[I]], %[[C1]] : index
// CHECK-NEXT: %[[V:.*]] = memref.load %[[M]][%[[I]], %[[A]]] : memref<10x?xf32>
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[M]] : memref<10x?xf32> to memref<?x?xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: memref.store %[[V]], %[[M]][%[[C0]], %[[I]]] : memref<10x?xf32>
// CHECK-NEXT: memref.prefetch %[[M]][%[[I]], %[[I]]], write, locality<1>, instr : memref<10x?xf32>
// CHECK-NEXT: %[[W:.*]] = vector.load %[[M]][%[[I]], %[[I]]] : memref<10x?xf32>, vector<8xf32>
// CHECK-NEXT: vector.store %[[W]], %[[CAST]][%[[I]], %[[I]]] : memref<?x?xf32>, vector<8xf32>
func.func @memory(%m: memref<10x?xf32>, %i: index) {
  %v = affine.load %m[%i, %i + 1] : memref<10x?xf32>
  %cast = memref.cast %m : memref<10x?xf32> to memref<?x?xf32>
  affine.store %v, %cast[0, %i] : memref<?x?xf32>
  affine.prefetch %m[%i, %i], write, locality<1>, instr : memref<10x?xf32>
  %w = affine.vector_load %m[%i, %i] : memref<10x?xf32>, vector<8xf32>
  affine.vector_store %w, %cast[%i, %i] : memref<?x?xf32>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @parallel
// CHECK-SAME: (%[[M:.*]]: memref<10xf32>, %[[N:.*]]: index, %[[V:.*]]: f32)
// CHECK-NEXT: %[[A0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C10:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[B0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[B:.*]] = arith.maxsi %[[B0]], %[[N]] : index
// CHECK-NEXT: %[[C20:.*]] = arith.constant 20 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: scf.parallel (%[[I:.*]], %{{.*}}) = (%[[A0]], %[[B]]) to (%[[C10]], %[[C20]]) step (%[[C1]], %[[C2]]) {
// CHECK-NEXT:   memref.store %[[V]], %[[M]][%[[I]]] : memref<10xf32>
// CHECK-NEXT:   scf.reduce
// CHECK-NEXT: }
// CHECK:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT: %[[R:.*]]:2 = scf.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) init (%[[ZERO]], %[[LEAST]]) -> (f32, f32) {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[M]][%[[I]]] : memref<10xf32>
// CHECK-NEXT:   scf.reduce(%[[X]], %[[X]] : f32, f32) {
// CHECK-NEXT:   ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32):
// CHECK-NEXT:     %[[S:.*]] = arith.addf %[[P]], %[[Q]] : f32
// CHECK-NEXT:     scf.reduce.return %[[S]] : f32
// CHECK-NEXT:   }, {
// CHECK-NEXT:   ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32):
// CHECK-NEXT:     %[[S:.*]] = arith.maximumf %[[P]], %[[Q]] : f32
// CHECK-NEXT:     scf.reduce.return %[[S]] : f32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @parallel(%m: memref<10xf32>, %n: index, %v: f32) -> (f32, f32) {
  affine.parallel (%i, %j) = (0, max(0, %n)) to (10, 20) step (1, 2) {
    affine.store %v, %m[%i] : memref<10xf32>
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    %x = affine.load %m[%i] : memref<10xf32>
    affine.yield %x, %x : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @linear
// CHECK-SAME: (%[[L:.*]]: index, %[[N:.*]]: index)
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[STRIDE:.*]] = arith.muli %[[N]], %[[C4]] overflow<nsw, nuw> : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[A:.*]] = arith.floordivsi %[[L]], %[[STRIDE]] : index
// CHECK-NEXT: %[[R:.*]] = arith.remsi %[[L]], %[[STRIDE]] : index
// CHECK-NEXT: %[[NEG:.*]] = arith.cmpi slt, %[[R]], %[[C0]] : index
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[R]], %[[STRIDE]] overflow<nsw> : index
// CHECK-NEXT: %[[MOD:.*]] = arith.select %[[NEG]], %[[UP]], %[[R]] : index
// CHECK-NEXT: %[[B:.*]] = arith.divsi %[[MOD]], %[[N]] : index
// CHECK:      %[[C:.*]] = arith.select
// CHECK-NEXT: %[[C5:.*]] = arith.constant 5 : index
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[A]], %[[C5]] overflow<nsw> : index
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[P]], %[[C]] overflow<nsw> : index
// CHECK-NEXT: return %[[B]], %[[S]]
func.func @linear(%l: index, %n: index) -> (index, index) {
  %0:3 = affine.delinearize_index %l into (2, 4, %n) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#2] by (3, 5) : index
  return %0#1, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @transfers
// CHECK-SAME: (%[[S:.*]]: memref<100x100xf32>, %[[D:.*]]: memref<100x100xf32, 2>, %[[T:.*]]: memref<1xi32>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK:      %[[A:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK:      memref.dma_start %[[S]][%[[A]], %[[I]]], %[[D]][%{{.*}}, %[[I]]], %[[N]], %[[T]][%{{.*}}], %[[N]], %[[N]]
// CHECK-SAME: : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
// CHECK:      memref.dma_wait %[[T]][%{{.*}}], %[[N]] : memref<1xi32>
func.func @transfers(%s: memref<100x100xf32>, %d: memref<100x100xf32, 2>, %t: memref<1xi32>,
                     %i: index, %n: index) {
  affine.dma_start %s[symbol(%i) + 7, symbol(%i)], %d[symbol(%i) * 2, symbol(%i)], %t[symbol(%i) mod 4], %n, %n, %n
      : memref<100x100xf32>, memref<100x100xf32, 2>, memref<1xi32>
  affine.dma_wait %t[symbol(%i) mod 4], %n : memref<1xi32>
  return
}
