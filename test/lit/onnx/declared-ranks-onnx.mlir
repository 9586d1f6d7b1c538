// RUN: mlirlite-opt %s --declared-ranks-onnx --shape-inference --split-input-file | FileCheck %s

// What nothing else tells the rank of gets the declared one, and what is computed from it follows.

// CHECK-LABEL: @members
// CHECK: "onnx.SequenceAt"(%{{.*}}) : (!onnx.Seq<tensor<*xf32>>, tensor<i64>) -> tensor<?x?xf32>
// CHECK: "onnx.Relu"(%{{.*}}) : (tensor<?x?xf32>) -> tensor<?x?xf32>
func.func @members(%s: !onnx.Seq<tensor<*xf32>>, %i: tensor<i64>) -> tensor<*xf32> {
  %0 = "onnx.SequenceAt"(%s, %i) {onnx.declared = [tensor<?x?xf32>]} : (!onnx.Seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %1 = "onnx.Relu"(%0) {onnx.declared = [tensor<?xf32>]} : (tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %1 : tensor<*xf32>
}

// -----

// A known rank stays.

// CHECK-LABEL: @known
// CHECK: "onnx.Relu"(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
func.func @known(%x: tensor<2xf32>) -> tensor<*xf32> {
  %0 = "onnx.Relu"(%x) {onnx.declared = [tensor<?x?xf32>]} : (tensor<2xf32>) -> tensor<*xf32>
  onnx.Return %0 : tensor<*xf32>
}

// -----

// Members of sequences, too, and arguments of regions.

// CHECK-LABEL: @sequences
// CHECK: "onnx.SequenceEmpty"() : () -> !onnx.Seq<tensor<?xf32>>
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<?xf32>):
func.func @sequences(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<*xf32>) -> !onnx.Seq<tensor<*xf32>> {
  %0 = "onnx.SequenceEmpty"() {onnx.declared = [!onnx.Seq<tensor<?xf32>>]} : () -> !onnx.Seq<tensor<*xf32>>
  %1 = "onnx.Loop"(%n, %c, %x) ({
  ^bb0(%i: tensor<i64>, %ci: tensor<i1>, %a: tensor<*xf32>):
    onnx.Yield %ci, %a : tensor<i1>, tensor<*xf32>
  }) {onnx.declared = [none, none, none, tensor<?xf32>]} : (tensor<i64>, tensor<i1>, tensor<*xf32>) -> tensor<*xf32>
  onnx.Return %0 : !onnx.Seq<tensor<*xf32>>
}
