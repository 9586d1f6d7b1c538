// RUN: mlirlite-opt %s --convert-onnx-to-krnl --split-input-file | FileCheck %s

// A cache that is an argument and, updated, a result: it stays where it is if the caller wants that.
// CHECK-LABEL: func.func @cache
// CHECK-SAME:  (%[[PAST:.*]]: memref<1x8x4xf32>, %[[NEW:[^:]*]]: memref<1x1x4xf32>
// CHECK:       %[[HERE:.*]] = krnl.may_overwrite %[[PAST]], 1 : memref<1x8x4xf32>
// CHECK:       %[[CACHE:.*]] = scf.if %[[HERE]] -> (memref<1x8x4xf32>) {
// CHECK-NEXT:    scf.yield %[[PAST]]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc()
// CHECK:         scf.yield %[[COPY]]
// CHECK:       krnl.store %{{.*}}, %[[CACHE]]
// CHECK:       return %[[NEW]], %[[CACHE]]
func.func @cache(%past: tensor<1x8x4xf32>, %new: tensor<1x1x4xf32>, %at: tensor<1xi64>) -> (tensor<1x1x4xf32>, tensor<1x8x4xf32>) {
  %0 = "onnx.TensorScatter"(%past, %new, %at) {axis = 1 : si64} : (tensor<1x8x4xf32>, tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x8x4xf32>
  return %new, %0 : tensor<1x1x4xf32>, tensor<1x8x4xf32>
}

// -----

// Something else reads it later.
// CHECK-LABEL: func.func @read_later
// CHECK-NOT:   may_overwrite
func.func @read_later(%past: tensor<1x8x4xf32>, %new: tensor<1x1x4xf32>, %at: tensor<1xi64>) -> (tensor<1x8x4xf32>, tensor<1x8x4xf32>) {
  %0 = "onnx.TensorScatter"(%past, %new, %at) {axis = 1 : si64} : (tensor<1x8x4xf32>, tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x8x4xf32>
  %1 = "onnx.Relu"(%past) : (tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0, %1 : tensor<1x8x4xf32>, tensor<1x8x4xf32>
}

// -----

// It is not an argument, or not a result.
// CHECK-LABEL: func.func @inside
// CHECK-NOT:   may_overwrite
func.func @inside(%past: tensor<1x8x4xf32>, %new: tensor<1x1x4xf32>, %at: tensor<1xi64>) -> tensor<1x8x4xf32> {
  %0 = "onnx.TensorScatter"(%past, %new, %at) {axis = 1 : si64} : (tensor<1x8x4xf32>, tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x8x4xf32>
  %1 = "onnx.TensorScatter"(%0, %new, %at) {axis = 1 : si64} : (tensor<1x8x4xf32>, tensor<1x1x4xf32>, tensor<1xi64>) -> tensor<1x8x4xf32>
  return %1 : tensor<1x8x4xf32>
}
