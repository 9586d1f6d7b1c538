// RUN: mlirlite-opt %s --convert-onnx-to-krnl=target=haswell --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-onnx-to-krnl --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: not mlirlite-opt %s --convert-onnx-to-krnl=target=haswel 2>&1 | FileCheck %s --check-prefix=WRONG

// WRONG: unknown machine 'haswel'; did you mean 'haswell'

// A pointwise convolution: four pixels of five are past the first vector and masked; the sums of
// three channels are carried in registers; the Relu is done before they are stored. Nothing is
// copied before.

// CHECK-LABEL: func.func @pointwise
// CHECK-DAG: %[[MASK:.*]] = arith.constant dense<[true, false, false, false, false, false, false, false]> : vector<8xi1>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK: %[[SUMS:.*]]:6 = krnl.iterate({{.*}}) with ({{.*}} = 0 to 2) iter_args
// CHECK: vector.load %{{.*}} : memref<1x2x9xf32>, vector<8xf32>
// CHECK: vector.maskedload %{{.*}}, %[[MASK]], %[[ZERO]] : memref<1x2x9xf32>
// CHECK-COUNT-6: vector.fma
// CHECK: krnl.yield
// CHECK: arith.maximumf %[[SUMS]]#0, %[[ZERO]]
// CHECK: vector.store
// CHECK: vector.maskedstore
// CHECK-NOT: onnx.Relu
// PLAIN-LABEL: func.func @pointwise
// PLAIN-NOT: vector
func.func @pointwise(%x: tensor<1x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %w = onnx.Constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]]]> : tensor<3x2x1x1xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %c = "onnx.Conv"(%x, %w, %none) {group = 1 : si64, kernel_shape = [1, 1]} : (tensor<1x2x3x3xf32>, tensor<3x2x1x1xf32>, none) -> tensor<1x3x3x3xf32>
  %y = "onnx.Relu"(%c) : (tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %y : tensor<1x3x3x3xf32>
}

// -----

// Pads: the image is staged, 5 x 5 places a channel; sums stand in rows of 5 of which 3 count.

// CHECK-LABEL: func.func @padded
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<1x25xf32>
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<1x13xf32>
// CHECK: vector.fma
// CHECK: krnl.load %{{.*}} : memref<1x13xf32>
// CHECK: krnl.store %{{.*}} : memref<1x1x3x3xf32>
func.func @padded(%x: tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32> {
  %w = onnx.Constant dense<1.0> : tensor<1x1x3x3xf32>
  %none = "onnx.NoValue"() {value} : () -> none
  %c = "onnx.Conv"(%x, %w, %none) {group = 1 : si64, kernel_shape = [3, 3], pads = [1, 1, 1, 1]} : (tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>, none) -> tensor<1x1x3x3xf32>
  return %c : tensor<1x1x3x3xf32>
}

// -----

// A transposed matrix is transposed in registers, by squares; dimensions that stay neighbors are one.

// CHECK-LABEL: func.func @transposed
// CHECK: memref.reinterpret_cast %arg0 {{.*}} to memref<24x35xf32>
// CHECK: vector.load {{.*}} : memref<24x35xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK: vector.store {{.*}} : memref<35x24xf32>, vector<8xf32>
func.func @transposed(%x: tensor<1x24x5x7xf32>) -> tensor<1x5x7x24xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [0, 2, 3, 1]} : (tensor<1x24x5x7xf32>) -> tensor<1x5x7x24xf32>
  return %0 : tensor<1x5x7x24xf32>
}

// -----

// The left side is larger than twice the L2 cache: its rows are processed in groups, four of 36 and
// one of 16: tiles of 6, and a remainder.

// CHECK-LABEL: func.func @groups
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[GROUP:.*]] = 0 to 4){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 6){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 1024) iter_args
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 2){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 1024) iter_args
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to 1024) iter_args
// CHECK-NOT: krnl.iterate
func.func @groups(%x: tensor<160x1024xf32>) -> tensor<160x16xf32> {
  %0 = onnx.Constant dense<1.0> : tensor<1024x16xf32>
  %1 = "onnx.MatMul"(%x, %0) : (tensor<160x1024xf32>, tensor<1024x16xf32>) -> tensor<160x16xf32>
  return %1 : tensor<160x16xf32>
}

// -----

// Softmax takes rows by blocks: the largest numbers of all of them first. It asks for a row of the
// next block while it computes the powers of one.

// CHECK-LABEL: func.func @rows_ahead
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[BLOCK:.*]] = 0 to 1){
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %{{.*}} = 0 to min #{{.*}}(%[[BLOCK]])){
// CHECK: arith.maximumf
// CHECK: krnl.store
// CHECK: krnl.iterate(%{{.*}}) with (%{{.*}} -> %[[ROW:.*]] = 0 to min #{{.*}}(%[[BLOCK]])){
// CHECK: %[[NEXT:.*]] = affine.apply #{{.*}}(%[[BLOCK]], %[[ROW]])
// CHECK: memref.prefetch %arg0[%[[NEXT]], %{{.*}}], read, locality<3>, data : memref<4x64xf32>
// CHECK: math.exp
func.func @rows_ahead(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = "onnx.Softmax"(%x) {axis = -1 : si64} : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// -----

// A constant right side of a product is in panels. Tiles of rows prefetch the next panel while they
// compute with this one, each for its share.

// CHECK-LABEL: func.func @asked_for
// CHECK: %[[PANELS:.*]] = "krnl.global"() {{.*}} -> memref<5x3x16xf32>
// CHECK: krnl.iterate
// CHECK: arith.minsi
// CHECK: krnl.iterate({{.*}}) with ({{.*}} = 0 to 3) iter_args
// CHECK: memref.prefetch %[[PANELS]][{{.*}}], read, locality<2>, data : memref<5x3x16xf32>
// CHECK: vector.load %[[PANELS]]
func.func @asked_for(%x: tensor<50x3xf32>) -> tensor<50x80xf32> {
  %w = onnx.Constant dense<2.0> : tensor<3x80xf32>
  %0 = "onnx.MatMul"(%x, %w) {schedule = {right = "packed", rows = 5, vectors = 2}} : (tensor<50x3xf32>, tensor<3x80xf32>) -> tensor<50x80xf32>
  return %0 : tensor<50x80xf32>
}

// -----

// One row: the right side is read in the order of memory, four rows side by side, and what is left.

// CHECK-LABEL: func.func @streamed
// CHECK: %[[SUMS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK: krnl.iterate({{.*}}) with ({{.*}} = 0 to 2)
// CHECK: %[[SUM:.*]] = vector.load %[[SUMS]]
// CHECK-COUNT-4: vector.fma
// CHECK: vector.store %{{.*}}, %[[SUMS]]
// CHECK: vector.fma
// CHECK-NOT: vector.fma
// CHECK: return
func.func @streamed(%x: tensor<1x9xf32>, %y: tensor<9x8xf32>) -> tensor<1x8xf32> {
  %0 = "onnx.MatMul"(%x, %y) {schedule = {right = "streamed"}} : (tensor<1x9xf32>, tensor<9x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

// The same for a matrix stored by columns: a row of sums for each, which are transposed and added up.

// CHECK-LABEL: func.func @streamed_by_columns
// CHECK: %[[SUMS:.*]]:8 = krnl.iterate
// CHECK-COUNT-8: vector.fma
// CHECK: krnl.yield
// CHECK-COUNT-8: vector.maskedload
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-7: arith.addf
// CHECK: vector.store
func.func @streamed_by_columns(%x: tensor<1x17xf32>, %y: tensor<8x17xf32>) -> tensor<1x8xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Gemm"(%x, %y, %n) {transB = 1 : si64, schedule = {right = "streamed"}} : (tensor<1x17xf32>, tensor<8x17xf32>, none) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

// A result that exceeds all caches has non-temporal stores, from the first aligned vector of a row on,
// if the buffer itself is aligned; otherwise its lines are prefetched.

// CHECK-LABEL: func.func @past_caches
// CHECK: %[[OUT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<1000x4099xf32>
// CHECK: memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK: %[[PAST:.*]] = arith.cmpi eq
// CHECK: scf.if %[[PAST]] {
// CHECK: vector.maskedstore %[[OUT]]
// CHECK: vector.store %{{.*}}, %[[OUT]][{{.*}}] {alignment = 32 : i64, nontemporal = true}
// CHECK: scf.if %{{.*}} {
// CHECK-NOT: nontemporal
// CHECK: return
func.func @past_caches(%x: tensor<1000x4099xf32>) -> tensor<1000x4099xf32> {
  %scale = onnx.Constant dense<2.0> : tensor<4099xf32>
  %0 = "onnx.RMSNormalization"(%x, %scale) : (tensor<1000x4099xf32>, tensor<4099xf32>) -> tensor<1000x4099xf32>
  return %0 : tensor<1000x4099xf32>
}
