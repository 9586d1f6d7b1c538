// RUN: mlirlite-opt %s --convert-onnx-to-krnl=ops-for-call=MatMul:product,Gemm --split-input-file | FileCheck %s
// RUN: not mlirlite-opt %s --convert-onnx-to-krnl=ops-for-call=Matmul 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mlirlite-opt %s --convert-onnx-to-krnl=ops-for-call=com.acme.Foo 2>&1 | FileCheck %s --check-prefix=OTHER

// WRONG: ops-for-call names 'Matmul', which is not an operator of onnx
// OTHER: ops-for-call names 'com.acme.Foo', which is not an operator of onnx, and nothing tells the shapes of results of other operators

// Operators that are named are called, with their attributes; others stay loops.

// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[X:.*]]: memref<4x5xf32>, %[[Y:.*]]: memref<5x5xf32>)
// CHECK: %[[P:.*]] = memref.alloc() {{.*}}: memref<4x5xf32>
// CHECK: "krnl.call"(%[[P]], %[[X]], %[[Y]]) <{funcName = "product", numOfOutput = 1 : si64}> : (memref<4x5xf32>, memref<4x5xf32>, memref<5x5xf32>) -> ()
// CHECK: %[[G:.*]] = memref.alloc() {{.*}}: memref<4x5xf32>
// CHECK: "krnl.call"(%[[G]], %[[P]], %[[Y]], %{{.*}}) <{funcName = "Gemm", numOfOutput = 1 : si64}> {alpha = 5.000000e-01 : f32, beta = 1.000000e+00 : f32, transA = 0 : si64, transB = 1 : si64} : (memref<4x5xf32>, memref<4x5xf32>, memref<5x5xf32>, none) -> ()
// CHECK: krnl.iterate
func.func @calls(%x: tensor<4x5xf32>, %y: tensor<5x5xf32>) -> tensor<4x5xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.MatMul"(%x, %y) : (tensor<4x5xf32>, tensor<5x5xf32>) -> tensor<4x5xf32>
  %1 = "onnx.Gemm"(%0, %y, %none) {alpha = 0.5 : f32, transB = 1 : si64, onnx_node_name = "n"} : (tensor<4x5xf32>, tensor<5x5xf32>, none) -> tensor<4x5xf32>
  %2 = "onnx.Relu"(%1) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}
