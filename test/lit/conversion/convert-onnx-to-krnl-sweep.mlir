// RUN: mlirlite-opt %s --convert-onnx-to-krnl=target=haswell --split-input-file | FileCheck %s

// Arrays that exceed the L2 cache are read in blocks: each prefetches lines of the next ones,
// 16 floats each. The last block ends with the array.

// CHECK: #[[LINE:.*]] = affine_map<(d0, d1) -> (d0 * 256 + d1 * 16 + 512)>
// CHECK-LABEL: func.func @long
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[BLOCK:.*]] = 0 to 1172){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[N:.*]] = 0 to 16){
// CHECK: %[[PLACE:.*]] = affine.apply #[[LINE]](%[[BLOCK]], %[[N]])
// CHECK: memref.prefetch %{{.*}}[%[[PLACE]]], read, locality<3>, data
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = #{{.*}}(%[[BLOCK]]) to min #{{.*}}(%[[BLOCK]])){
// CHECK: math.tanh
func.func @long(%x: tensor<3x100000xf32>) -> tensor<3x100000xf32> {
  %0 = "onnx.Tanh"(%x) : (tensor<3x100000xf32>) -> tensor<3x100000xf32>
  onnx.Return %0 : tensor<3x100000xf32>
}

// -----

// A row that is added to all is in the cache; the matrix is prefetched, across the ends of its rows.

// CHECK: #[[LINE:.*]] = affine_map<(d0, d1) -> (d0 * 256 + d1 * 16 + 512)>
// CHECK-LABEL: func.func @row
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<300x1024xf32>
// CHECK: krnl.iterate(%{{.*}}, %{{.*}}) with (%{{.*}} -> %[[ROW:.*]] = 0 to 300, %{{.*}} -> %{{.*}} = 0 to 4){
// CHECK: memref.prefetch %[[X]][%[[ROW]], %{{.*}}], read, locality<3>, data
// CHECK-NOT: memref.prefetch
// CHECK: arith.addf
func.func @row(%x: tensor<300x1024xf32>, %y: tensor<1024xf32>) -> tensor<300x1024xf32> {
  %0 = "onnx.Add"(%x, %y) : (tensor<300x1024xf32>, tensor<1024xf32>) -> tensor<300x1024xf32>
  onnx.Return %0 : tensor<300x1024xf32>
}

// -----

// CHECK-LABEL: func.func @short
// CHECK-NOT: memref.prefetch
func.func @short(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %0 = "onnx.Tanh"(%x) : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  onnx.Return %0 : tensor<3x1000xf32>
}

// -----

// Blocks of channels, each with a number of its own: 32 places of 8 channels are a block. The loop
// over a vector becomes one before anything is unrolled.

// CHECK: #[[NO_UNROLLING:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[LINE:.*]] = affine_map<(d0) -> (d0 * 32 + 64)>
// CHECK: #[[HINT:.*]] = #llvm.loop_annotation<unroll = #[[NO_UNROLLING]]>
// CHECK-LABEL: func.func @channels
// CHECK: krnl.iterate(%{{.*}}, %{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 9, %{{.*}} -> %[[BLOCK:.*]] = 0 to 98){
// CHECK: %[[PLACE:.*]] = affine.apply #[[LINE]](%[[BLOCK]])
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %[[PLACE]], %{{.*}}], read, locality<3>, data
// CHECK: arith.mulf
// CHECK: } {llvm.loop_annotation = #[[HINT]]}
// CHECK: memref.prefetch %{{.*}}, write, locality<3>, data
func.func @channels(%x: tensor<9x3136x8xf32>, %gate: tensor<9x1x8xf32>) -> tensor<9x3136x8xf32> {
  %0 = "onnx.Mul"(%x, %gate) : (tensor<9x3136x8xf32>, tensor<9x1x8xf32>) -> tensor<9x3136x8xf32>
  onnx.Return %0 : tensor<9x3136x8xf32>
}
