// RUN: mlirlite-opt %s --quantize-weights-onnx=block=16 --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s "--quantize-weights-onnx=weights=int8 block=16 symmetric" --split-input-file | FileCheck %s --check-prefix=INT8

// Numbers from 0 to 1.5 in steps of 0.1: 15 steps, none is lost.

// CHECK-LABEL: func.func @matmul
//       CHECK:   %[[W:.*]] = onnx.Constant dense<{{.*}}> : tensor<16x1xui4>
//       CHECK:   %[[S:.*]] = onnx.Constant dense<1.000000e-01> : tensor<1x1xf32>
//       CHECK:   %[[Z:.*]] = onnx.Constant dense<0> : tensor<1x1xui4>
//       CHECK:   %[[D:.*]] = "onnx.DequantizeLinear"(%[[W]], %[[S]], %[[Z]]) <{axis = 0 : si64, block_size = 16 : si64
//       CHECK:   "onnx.MatMul"(%{{.*}}, %[[D]])
//        INT8:   onnx.Constant dense<{{.*}}> : tensor<16x1xi8>
//        INT8:   "onnx.DequantizeLinear"(%{{.*}}, %{{.*}}, %{{.*}}) {{.*}} : (tensor<16x1xi8>, tensor<1x1xf32>, none) -> tensor<16x1xf32>
func.func @matmul(%x: tensor<3x16xf32>) -> tensor<3x1xf32> {
  %w = onnx.Constant dense<[[0.0], [0.1], [0.2], [0.3], [0.4], [0.5], [0.6], [0.7], [0.8], [0.9], [1.0], [1.1], [1.2], [1.3], [1.4], [1.5]]> : tensor<16x1xf32>
  %0 = "onnx.MatMul"(%x, %w) : (tensor<3x16xf32>, tensor<16x1xf32>) -> tensor<3x1xf32>
  onnx.Return %0 : tensor<3x1xf32>
}

// -----

// Fewer rows than a block has, and a right side that is not constant.

// CHECK-LABEL: func.func @others
//   CHECK-NOT:   onnx.DequantizeLinear
func.func @others(%x: tensor<3x8xf32>, %y: tensor<8x8xf32>) -> tensor<3x8xf32> {
  %w = onnx.Constant dense<1.0> : tensor<8x8xf32>
  %0 = "onnx.MatMul"(%x, %w) : (tensor<3x8xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
  %1 = "onnx.MatMul"(%0, %y) : (tensor<3x8xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
  onnx.Return %1 : tensor<3x8xf32>
}
