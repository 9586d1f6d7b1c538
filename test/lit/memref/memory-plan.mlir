// RUN: mlirlite-opt %s --memory-plan=least-buffers=1 --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --memory-plan --split-input-file | FileCheck %s --check-prefix=FEW

// %c takes the place of %a, which is dead by then; %b is alive with both. What is returned, and what
// has a size known only at run time, stays.

// CHECK-LABEL: func.func @share
// CHECK: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK: %[[O0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[O0]]][] : memref<192xi8> to memref<32xf32>
// CHECK: %[[O1:.*]] = arith.constant 128 : index
// CHECK: %[[B:.*]] = memref.view %[[ARENA]][%[[O1]]][] : memref<192xi8> to memref<8xf32>
// CHECK: memref.copy %[[A]], %{{.*}}
// CHECK-NOT: memref.dealloc
// CHECK: %[[O2:.*]] = arith.constant 0 : index
// CHECK: %[[C:.*]] = memref.view %[[ARENA]][%[[O2]]][] : memref<192xi8> to memref<8xf32>
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK: memref.copy %[[B]], %[[C]]
// CHECK: memref.dealloc %[[ARENA]] : memref<192xi8>
// CHECK-NOT: memref.dealloc %[[B]]
// FEW-LABEL: func.func @share
// FEW-NOT: memref.view
func.func @share(%x: memref<32xf32>, %n: index) -> memref<8xf32> {
  %a = memref.alloc() : memref<32xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.copy %a, %x : memref<32xf32> to memref<32xf32>
  memref.dealloc %a : memref<32xf32>
  %c = memref.alloc() : memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  memref.copy %b, %c : memref<8xf32> to memref<8xf32>
  memref.dealloc %d : memref<?xf32>
  memref.dealloc %c : memref<8xf32>
  memref.dealloc %b : memref<8xf32>
  return %r : memref<8xf32>
}

// -----

// A buffer that is freed in another block than its own stays.

// CHECK-LABEL: func.func @elsewhere
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK: memref.dealloc %[[A]]
func.func @elsewhere() {
  %a = memref.alloc() : memref<4xf32>
  cf.br ^out
^out:
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A buffer that no process has memory for stays an allocation of its own: the size of an arena with
// it could wrap around to a small one.

// CHECK-LABEL: func.func @too_large
// CHECK: %[[ARENA:.*]] = memref.alloc() {{.*}} : memref<64xi8>
// CHECK: %[[B:.*]] = memref.alloc() : memref<4611686018427387904x4xi8>
// CHECK-DAG: memref.dealloc %[[B]]
// CHECK-DAG: memref.dealloc %[[ARENA]]
func.func @too_large() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4611686018427387904x4xi8>
  memref.dealloc %b : memref<4611686018427387904x4xi8>
  memref.dealloc %a : memref<4xf32>
  return
}
