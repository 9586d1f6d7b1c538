// RUN: mlirlite-opt %s --shard-onnx="tensor=2 report" 2>&1 | FileCheck %s
// RUN: not mlirlite-opt %s --shard-onnx="tensor=4" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not mlirlite-opt %s --shard-onnx="tenso=4" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not mlirlite-opt %s --shard-onnx="tensor=many" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not mlirlite-opt %s --shard-onnx 2>&1 | FileCheck %s --check-prefix=NONE

// What is there already is kept; the reasons are remarks.

// OTHER: the model has placements for 'tensor=2', which 'tensor=4' does not fit
// OPTION: 'tenso'
// WORD: expected ways to share a model out, as in 'tensor=4' or 'data=2,tensor=2', found 'tensor=many'
// NONE: expected ways to share a model out

// CHECK-LABEL: func.func @given
// CHECK: onnx.MatMul{{.*}} {placements = [#onnx.placement<"tensor=2", operand 1 on [0, 1] split [0 by 2]>]}
// CHECK: remark: onnx.MatMul: tensor=2: operand 1 split along dimension 0, 32.8 kB of 65.5 kB on each rank; partial results, joined by sum
module attributes {onnx.configurations = [#onnx.configuration<"tensor=2", 2>]} {
  func.func @given(%x: tensor<8x64xf32>) -> tensor<8x256xf32> {
    %a = onnx.Constant dense<0.5> : tensor<64x256xf32>
    %0 = "onnx.MatMul"(%x, %a) {placements = [#onnx.placement<"tensor=2", operand 1 on [0, 1] split [0 by 2]>]}
      : (tensor<8x64xf32>, tensor<64x256xf32>) -> tensor<8x256xf32>
    return %0 : tensor<8x256xf32>
  }
}
