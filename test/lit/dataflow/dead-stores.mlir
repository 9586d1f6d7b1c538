// RUN: mlirlite-opt %s --show-analysis=dead-stores | FileCheck %s

// CHECK-LABEL: func.func @f
func.func @f(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  %b = memref.alloc() : memref<4xi32>
  %i = arith.constant 0 : index
  // Overwritten before it is read.
  // CHECK: memref.store {{.*}} // dead-stores: dead
  memref.store %x, %a[] : memref<i32>
  // CHECK-NEXT: memref.store {{.*}} : memref<i32>{{$}}
  memref.store %x, %a[] : memref<i32>
  // Read on one path.
  // CHECK-NEXT: memref.store {{.*}} : memref<4xi32>{{$}}
  memref.store %x, %b[%i] : memref<4xi32>
  // CHECK-NEXT: scf.if
  %r = scf.if %c -> i32 {
    %0 = memref.load %b[%i] : memref<4xi32>
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  %1 = memref.load %a[] : memref<i32>
  // Freed before it is read.
  // CHECK: memref.store {{.*}} // dead-stores: dead
  memref.store %1, %b[%i] : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return %r : i32
}

// What comes from outside may be read there, and in a loop that never ends.
// CHECK-LABEL: func.func @outside
func.func @outside(%m: memref<i32>, %x: i32) {
  // CHECK: memref.store {{.*}} : memref<i32>{{$}}
  memref.store %x, %m[] : memref<i32>
  cf.br ^bb1
^bb1:
  %0 = memref.load %m[] : memref<i32>
  // CHECK: memref.store {{.*}} : memref<i32>{{$}}
  memref.store %0, %m[] : memref<i32>
  cf.br ^bb1
}
