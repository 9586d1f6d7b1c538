// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func @product
func.func @product(%a: f32, %c: vector<32xf32>) -> vector<32xf32> {
  // CHECK: amdgpu.mfma 32x32x1 %{{.*}} * %{{.*}} + %{{.*}} {abid = 1 : i32, blocks = 2 : i32, cbsz = 1 : i32} blgp = bcast_second_32 : f32, f32, vector<32xf32>
  %r = amdgpu.mfma 32x32x1 %a * %a + %c {abid = 1 : i32, blocks = 2 : i32, cbsz = 1 : i32} blgp = bcast_second_32 : f32, f32, vector<32xf32>
  return %r : vector<32xf32>
}

// CHECK-LABEL: func.func @global_memory(
func.func @global_memory(%m: memref<4xf32, #gpu.address_space<global>>, %i: i32) -> f32 {
  %0 = amdgpu.raw_buffer_load %m[%i] : memref<4xf32, #gpu.address_space<global>>, i32 -> f32
  return %0 : f32
}
