// RUN: mlirlite-opt %s --optimize-allocation-liveness --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @views
// CHECK:      %[[A:.*]] = memref.alloc
// CHECK-NEXT: %[[V:.*]] = memref.subview %[[A]]
// CHECK-NEXT: memref.load %[[V]]
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: memref.store
func.func @views(%out: memref<4xf32>, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %x = memref.load %v[%i] : memref<2xf32, strided<[1]>>
  memref.store %x, %out[%i] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %x : f32
}

// -----

// A use in a region counts for the op around it; a free in another block stays.

// CHECK-LABEL: func.func @regions
// CHECK:      scf.if
// CHECK:      }
// CHECK-NEXT: memref.dealloc %[[A:.*]] : memref<4xf32>
// CHECK-NEXT: scf.if
// CHECK-NEXT:   builtin.unrealized
// CHECK-NEXT:   memref.dealloc
func.func @regions(%c: i1, %i: index, %x: f32) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xi32>
  scf.if %c {
    memref.store %x, %a[%i] : memref<4xf32>
  }
  scf.if %c {
    "builtin.unrealized_conversion_cast"(%x) : (f32) -> i32
    memref.dealloc %b : memref<4xi32>
  }
  memref.dealloc %a : memref<4xf32>
  return
}
