// RUN: mlirlite-opt %s --buffer-deallocation --split-input-file | FileCheck %s

// Freed right after the last use; what is returned is not.

// CHECK-LABEL: func.func @straight
// CHECK-SAME: (%[[V:.*]]: f32, %[[I:.*]]: index)
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[C:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.dealloc %[[C]] : memref<8xf32>
// CHECK-NEXT: %[[R:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.store %[[V]], %[[A]][%[[I]]]
// CHECK-NEXT: memref.copy %[[A]], %[[B]]
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT: memref.copy %[[B]], %[[R]]
// CHECK-NEXT: memref.dealloc %[[B]] : memref<8xf32>
// CHECK-NEXT: return %[[R]] : memref<8xf32>
func.func @straight(%v: f32, %i: index) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  memref.store %v, %a[%i] : memref<8xf32>
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %r : memref<8xf32> to memref<8xf32>
  return %r : memref<8xf32>
}

// -----

// Two with one last use are freed in the order of their making.

// CHECK-LABEL: func.func @together
// CHECK: memref.copy %[[A:.*]], %[[B:.*]] :
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT: memref.dealloc %[[B]] : memref<8xf32>
func.func @together() {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A view is the buffer: used until the view is, kept when the view is returned.

// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[S:.*]]: memref<2xindex>, %[[I:.*]]: index)
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[K:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[V:.*]] = memref.reshape %[[A]](%[[S]])
// CHECK-NEXT: %[[W:.*]] = memref.cast %[[V]]
// CHECK-NEXT: memref.load %[[W]][%[[I]], %[[I]]]
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT: %[[R:.*]] = memref.reshape %[[K]](%[[S]])
// CHECK-NEXT: return %[[R]]
func.func @views(%s: memref<2xindex>, %i: index) -> memref<2x4xf32> {
  %a = memref.alloc() : memref<8xf32>
  %k = memref.alloc() : memref<8xf32>
  %v = memref.reshape %a(%s) : (memref<8xf32>, memref<2xindex>) -> memref<2x4xf32>
  %w = memref.cast %v : memref<2x4xf32> to memref<?x4xf32>
  %x = memref.load %w[%i, %i] : memref<?x4xf32>
  %r = memref.reshape %k(%s) : (memref<8xf32>, memref<2xindex>) -> memref<2x4xf32>
  return %r : memref<2x4xf32>
}

// -----

// Used in loops: freed after the outermost one. Made in a loop: freed in it.

// CHECK-LABEL: func.func @loops
// CHECK:      %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK:      scf.for %[[I:.*]] =
// CHECK-NEXT:   %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:   scf.for
// CHECK-NEXT:     memref.copy %[[A]], %[[B]]
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %[[B]] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
func.func @loops(%n: index, %s: index) {
  %a = memref.alloc() : memref<8xf32>
  scf.for %i = %s to %n step %s {
    %b = memref.alloc() : memref<8xf32>
    scf.for %j = %s to %n step %s {
      memref.copy %a, %b : memref<8xf32> to memref<8xf32>
    }
  }
  return
}

// -----

// What a region yields may be the buffer; what an op takes into its region is it, too.

// CHECK-LABEL: func.func @passed
// CHECK:      %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[R:.*]] = scf.if
// CHECK:      memref.load %[[R]]
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT: memref.dealloc %[[B]] : memref<8xf32>
// CHECK-NEXT: %[[C:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[S:.*]] = scf.for
// CHECK:      return %[[S]]
func.func @passed(%c: i1, %i: index) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %r = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %b : memref<8xf32>
  }
  %x = memref.load %r[%i] : memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  %s = scf.for %j = %i to %i step %i iter_args(%m = %d) -> memref<8xf32> {
    scf.yield %m : memref<8xf32>
  }
  return %s : memref<8xf32>
}

// -----

// Left alone: freed already, on the stack, stored somewhere, seen as an address, handed to another
// block.

// CHECK-LABEL: func.func @alone
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT: memref.dealloc
func.func @alone(%i: index, %list: memref<2xmemref<8xf32>>, %x: memref<8xf32>,
                 %addresses: memref<2xindex>) {
  %a = memref.alloc() : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  %b = memref.alloca() : memref<8xf32>
  memref.copy %x, %b : memref<8xf32> to memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  memref.store %c, %list[%i] : memref<2xmemref<8xf32>>
  %e = memref.alloc() : memref<8xf32>
  %p = memref.extract_aligned_pointer_as_index %e : memref<8xf32> -> index
  memref.store %p, %addresses[%i] : memref<2xindex>
  %d = memref.alloc() : memref<8xf32>
  cf.br ^next(%d : memref<8xf32>)
^next(%m: memref<8xf32>):
  return
}

// -----

// A call may use a buffer, and its result may be it.

// CHECK-LABEL: func.func @calls
// CHECK:      %[[A:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[R:.*]] = call @f(%[[A]])
// CHECK-NEXT: memref.load %[[R]]
// CHECK-NEXT: memref.dealloc %[[A]] : memref<8xf32>
// CHECK-NEXT: return
func.func private @f(memref<8xf32>) -> memref<8xf32>
func.func @calls(%i: index) {
  %a = memref.alloc() : memref<8xf32>
  %r = call @f(%a) : (memref<8xf32>) -> memref<8xf32>
  %x = memref.load %r[%i] : memref<8xf32>
  return
}

// -----

// In krnl loops, and sequences with an op of their own that frees them.

// CHECK-LABEL: func.func @krnl
// CHECK:      krnl.iterate
// CHECK:        krnl.store %{{.*}}, %[[M:.*]][%{{.*}}] : memref<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: "krnl.seqstore"(%[[M]], %[[S:.*]], %{{.*}})
// CHECK-NEXT: "krnl.seqdealloc"(%[[S]]) : (memref<?xmemref<8xf32>>) -> ()
// CHECK-NEXT: memref.dealloc %[[M]] : memref<8xf32>
// CHECK-NEXT: return
func.func @krnl(%v: f32, %n: index) {
  %s = "krnl.seqalloc"(%n) : (index) -> memref<?xmemref<8xf32>>
  %m = memref.alloc() : memref<8xf32>
  %l = krnl.define_loops 1
  krnl.iterate(%l) with (%l -> %i = 0 to 8) {
    krnl.store %v, %m[%i] : memref<8xf32>
  }
  "krnl.seqstore"(%m, %s, %n) : (memref<8xf32>, memref<?xmemref<8xf32>>, index) -> ()
  return
}

// -----

// A test of an address does not keep the buffer.

// CHECK-LABEL: func.func @aligned
// CHECK: scf.if
// CHECK: memref.dealloc %{{.*}} : memref<8xf32>
func.func @aligned(%i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %a = memref.alloc() : memref<8xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  %r = arith.remui %p, %c32 : index
  %is_aligned = arith.cmpi eq, %r, %c0 : index
  scf.if %is_aligned {
    memref.store %x, %a[%i] : memref<8xf32>
  }
  return
}
