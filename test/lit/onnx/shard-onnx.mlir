// RUN: mlirlite-opt %s --shard-onnx="tensor=2" | FileCheck %s
// RUN: mlirlite-opt %s --shard-onnx="data=2" | FileCheck %s --check-prefix=DATA
// RUN: mlirlite-opt %s --shard-onnx="pipeline=2" | FileCheck %s --check-prefix=STAGES

// Columns of the first matrix, rows of the second one.

// CHECK: onnx.configurations = [#onnx.configuration<"tensor=2", 2>]
// CHECK-LABEL: func.func @mlp
// CHECK: onnx.MatMul{{.*}} {placements = [#onnx.placement<"tensor=2", operand 1 on [0, 1] split [1 by 2], result 0 on [0, 1] split [1 by 2]>]}
// CHECK: onnx.Relu{{.*}} {placements = [#onnx.placement<"tensor=2", operand 0 on [0, 1] split [1 by 2], result 0 on [0, 1] split [1 by 2]>]}
// CHECK: onnx.MatMul{{.*}} {placements = [#onnx.placement<"tensor=2", operand 0 on [0, 1] split [1 by 2], operand 1 on [0, 1] split [0 by 2]>]}

// DATA-LABEL: func.func @mlp
// DATA: onnx.MatMul{{.*}} {placements = [#onnx.placement<"data=2", operand 0 on [0, 1] split [0 by 2], result 0 on [0, 1] split [0 by 2]>]}

// STAGES-LABEL: func.func @mlp
// STAGES: onnx.MatMul{{.*}} {placements = [#onnx.placement<"pipeline=2", stage 0>]}
// STAGES: onnx.MatMul{{.*}} {placements = [#onnx.placement<"pipeline=2", stage 1>]}
func.func @mlp(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %a = onnx.Constant dense<0.5> : tensor<64x256xf32>
  %b = onnx.Constant dense<0.25> : tensor<256x64xf32>
  %0 = "onnx.MatMul"(%x, %a) : (tensor<8x64xf32>, tensor<64x256xf32>) -> tensor<8x256xf32>
  %1 = "onnx.Relu"(%0) : (tensor<8x256xf32>) -> tensor<8x256xf32>
  %2 = "onnx.MatMul"(%1, %b) : (tensor<8x256xf32>, tensor<256x64xf32>) -> tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}
