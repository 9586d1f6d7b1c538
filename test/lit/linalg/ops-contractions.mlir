// Products that are known by name.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @matmul(
func.func @matmul(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @batch_matmul(
func.func @batch_matmul(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.batch_matmul ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @batch_matvec(
func.func @batch_matvec(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.batch_matvec ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.batch_matvec ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @batch_vecmat(
func.func @batch_vecmat(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.batch_vecmat ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.batch_vecmat ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @batch_mmt4d(
func.func @batch_mmt4d(%arg0: tensor<?x?x?x?x?xf32>, %arg1: tensor<?x?x?x?x?xf32>, %arg2: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.batch_mmt4d ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  %0 = linalg.batch_mmt4d ins(%arg0, %arg1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @batch_reduce_matmul(
func.func @batch_reduce_matmul(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.batch_reduce_matmul ins(%{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.batch_reduce_matmul ins(%arg0, %arg1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @dot(
func.func @dot(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<f32>) -> tensor<f32> {
  // CHECK: %{{.*}} = linalg.dot ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<f32>) -> tensor<f32>
  %0 = linalg.dot ins(%arg0, %arg1 : tensor<?xf32>, tensor<?xf32>) outs(%arg2 : tensor<f32>) -> tensor<f32>
  // CHECK: return %{{.*}} : tensor<f32>
  return %0 : tensor<f32>
// CHECK: }
}

// CHECK-LABEL: func.func @matvec(
func.func @matvec(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %{{.*}} = linalg.matvec ins(%{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?xf32>) outs(%{{.*}} : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.matvec ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?xf32>) outs(%arg2 : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: return %{{.*}} : tensor<?xf32>
  return %0 : tensor<?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @vecmat(
func.func @vecmat(%arg0: tensor<?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %{{.*}} = linalg.vecmat ins(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.vecmat ins(%arg0, %arg1 : tensor<?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: return %{{.*}} : tensor<?xf32>
  return %0 : tensor<?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @mmt4d(
func.func @mmt4d(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.mmt4d ins(%{{.*}}, %{{.*}} : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%{{.*}} : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = linalg.mmt4d ins(%arg0, %arg1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%arg2 : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @quantized_matmul(
func.func @quantized_matmul(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK: %{{.*}} = linalg.quantized_matmul ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xf32>, tensor<?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?xf32>, tensor<?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @quantized_batch_matmul(
func.func @quantized_batch_matmul(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK: %{{.*}} = linalg.quantized_batch_matmul ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?xf32>, tensor<?x?x?xf32>, i32, i32) outs(%{{.*}} : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %0 = linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x?xf32>, tensor<?x?x?xf32>, i32, i32) outs(%arg4 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: return %{{.*}} : tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
// CHECK: }
}

// CHECK-LABEL: func.func @without_maps
func.func @without_maps(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  // CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf16>, tensor<8x16xf16>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f16, %y: f16, %z: f32):
    %1 = arith.extf %x : f16 to f32
    %2 = arith.extf %y : f16 to f32
    %m = arith.mulf %2, %1 : f32
    %s = arith.addf %m, %z : f32
    linalg.yield %s : f32
  }) : (tensor<4x8xf16>, tensor<8x16xf16>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
