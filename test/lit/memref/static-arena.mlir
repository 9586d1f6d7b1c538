// RUN: mlirlite-opt %s --static-arena --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mlirlite-opt %s --static-arena=name=memory --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=NAME

// Every buffer has a place of its own; nothing is freed.

// CHECK: memref.global "private" @static_arena : memref<192xi8> = uninitialized {alignment = 64 : i64}
// NAME: memref.global "private" @memory
// CHECK-LABEL: func.func @places
// CHECK: %[[ARENA:.*]] = memref.get_global @static_arena : memref<192xi8>
// CHECK: %[[O:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[O]]][] : memref<192xi8> to memref<20xf32>
// CHECK: arith.constant 128 : index
// CHECK: %[[B:.*]] = memref.view
// CHECK: memref.copy %[[A]], %{{.*}}
// CHECK-NOT: memref.dealloc
// CHECK: return %[[B]]
func.func @places(%x: memref<20xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<20xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %x : memref<20xf32> to memref<20xf32>
  memref.dealloc %a : memref<20xf32>
  return %b : memref<8xf32>
}

// -----

// A buffer of a loop is alone when the loop frees it.

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: memref.get_global @static_arena : memref<64xi8>
// CHECK-NOT: memref.dealloc
func.func @loop(%n: index, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<8xf32>
    memref.copy %x, %a : memref<8xf32> to memref<8xf32>
    memref.dealloc %a : memref<8xf32>
  }
  return
}

// -----

// Nothing to place, no global.

// CHECK-LABEL: func.func @none
// CHECK-NOT: static_arena
func.func @none() {
  return
}

// -----

func.func @unknown(%n: index) {
  // expected-error @+1 {{needs memory whose size is known only at run time}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

func.func @carried(%n: index, %x: memref<8xf32>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %x) -> memref<8xf32> {
    // expected-error @+1 {{needs memory whose size is known only at run time}}
    %a = memref.alloc() : memref<8xf32>
    scf.yield %a : memref<8xf32>
  }
  return %r : memref<8xf32>
}
