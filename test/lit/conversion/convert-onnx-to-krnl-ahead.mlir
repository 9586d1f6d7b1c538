// RUN: mlirlite-opt %s --layout-onnx=target=cascadelake --convert-onnx-to-krnl=target=cascadelake --split-input-file | FileCheck %s

// Weights that exceed the L1 cache are prefetched a block of outputs ahead: each of the
// four tiles of 49 pixels asks for a quarter of 32 floats a step. The 7 pixels that are left over
// are done before the next weights. A step also asks for a pixel of the next block of channels.

// CHECK: #[[PIXEL:.*]] = affine_map<(d0, d1) -> (d0 + d1 * 16 + 784)>
// CHECK: #[[AHEAD:.*]] = affine_map<(d0, d1, d2, d3) -> (d1 + ((d2 + d3 * 32 - d0) floordiv 32) * 8)>
// CHECK-LABEL: func.func @large
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 32){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 3){
// CHECK: %[[BELOW:.*]] = affine.apply #[[PIXEL]]
// CHECK-NEXT: memref.prefetch %{{.*}}[%[[BELOW]]], read, locality<3>, data
// CHECK: %[[NEXT:.*]] = affine.apply #[[AHEAD]]
// CHECK-NEXT: memref.prefetch %{{.*}}[%[[NEXT]]], read, locality<2>, data
// CHECK-NEXT: vector.load
// CHECK-NOT: memref.prefetch
// CHECK: krnl.iterate
// CHECK: memref.prefetch
// CHECK-NOT: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 32){
func.func @large(%x: tensor<1x512x7x7xf32>) -> tensor<1x1024x7x7xf32> {
  %w = onnx.Constant dense<1.0> : tensor<1024x512x1x1xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) <{group = 1 : si64, kernel_shape = [1, 1]}> {schedule = {blocks = 2 : i64, columns = 14 : i64, rows = 49 : i64, unroll = 1 : i64}} : (tensor<1x512x7x7xf32>, tensor<1024x512x1x1xf32>, none) -> tensor<1x1024x7x7xf32>
  onnx.Return %0 : tensor<1x1024x7x7xf32>
}

// -----

// CHECK-LABEL: func.func @small
// CHECK: vector.fma
// CHECK-NOT: locality<2>
func.func @small(%x: tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32> {
  %w = onnx.Constant dense<1.0> : tensor<64x64x1x1xf32>
  %none = "onnx.NoValue"() <{value}> : () -> none
  %0 = "onnx.Conv"(%x, %w, %none) <{group = 1 : si64, kernel_shape = [1, 1]}> {schedule = {blocks = 2 : i64, columns = 14 : i64, rows = 49 : i64, unroll = 1 : i64}} : (tensor<1x64x7x7xf32>, tensor<64x64x1x1xf32>, none) -> tensor<1x64x7x7xf32>
  onnx.Return %0 : tensor<1x64x7x7xf32>
}
