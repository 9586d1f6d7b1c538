// Models run at every level: onnx by the reference evaluator, what becomes of it by ours.
// RUN: mlirlite-run %s -e main_graph --interpret --arg='[[1,2,3],[-4,-5,0.5]]' --arg='[[1,0],[0,1],[2,2]]' --arg=1 | FileCheck %s --check-prefix=ONNX
// RUN: mlirlite-opt %s --shape-inference --convert-onnx-to-krnl | mlirlite-run - -e main_graph --interpret --arg='[[1,2,3],[-4,-5,0.5]]' --arg='[[1,0],[0,1],[2,2]]' --arg=1 | FileCheck %s --check-prefix=KRNL
// RUN: mlirlite-opt %s --check-semantics --shape-inference --decompose-onnx --standard-func-return --convert-onnx-to-krnl --canonicalize --convert-krnl-to-affine --lower-affine --convert-scf-to-cf 2>&1 | FileCheck %s
// RUN: not mlirlite-run %s -e wrong --interpret --arg='[1,2]' --arg=9 2>&1 | FileCheck %s --check-prefix=WRONG

// ONNX: result0: {{\[}}[7.0, 8.0], [3.0, 4.0]]
// KRNL: result0: {{\[}}[7.0, 8.0], [3.0, 4.0]]
// CHECK-NOT: remark
// CHECK: module
// WRONG: error: 'onnx.Gather' op cannot be evaluated by onnx.reference: {{.*}}out of bounds
func.func @main_graph(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>, %c: tensor<i1>) -> tensor<2x2xf32> {
  %0 = "onnx.MatMul"(%x, %w) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = "onnx.If"(%c) ({
    %2 = "onnx.Abs"(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    onnx.Yield %2 : tensor<2x2xf32>
  }, {
    onnx.Yield %0 : tensor<2x2xf32>
  }) : (tensor<i1>) -> tensor<2x2xf32>
  onnx.Return %1 : tensor<2x2xf32>
}

func.func @wrong(%x: tensor<2xf32>, %i: tensor<i64>) -> tensor<f32> {
  %0 = "onnx.Gather"(%x, %i) : (tensor<2xf32>, tensor<i64>) -> tensor<f32>
  onnx.Return %0 : tensor<f32>
}
