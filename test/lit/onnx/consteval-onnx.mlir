// RUN: mlirlite-opt %s --consteval-onnx --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --consteval-onnx="max-growth=0" --split-input-file | FileCheck %s --check-prefix=BOUND

// CHECK-LABEL: func.func @operator
//       CHECK:   %[[C:.*]] = onnx.Constant dense<[-2.000000e+00, 3.000000e+00]> : tensor<2xf32>
//   CHECK-NOT:   onnx.LeakyRelu
//       CHECK:   onnx.Return %[[C]]
func.func @operator() -> tensor<2xf32> {
  %0 = onnx.Constant dense<[-4.0, 3.0]> : tensor<2xf32>
  %1 = "onnx.LeakyRelu"(%0) {alpha = 5.0e-1 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %1 : tensor<2xf32>
}

// -----

// What is in between may be no tensor; only what others use becomes a constant.

// CHECK-LABEL: func.func @sequence
//  CHECK-SAME: (%[[X:.*]]: tensor<2xi64>)
//       CHECK:   %[[C:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
//   CHECK-NOT:   onnx.Sequence
//       CHECK:   "onnx.Add"(%[[X]], %[[C]])
func.func @sequence(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %1 = onnx.Constant dense<[3, 4]> : tensor<2xi64>
  %2 = "onnx.SequenceConstruct"(%0, %1) : (tensor<2xi64>, tensor<2xi64>) -> !onnx.Seq<tensor<2xi64>>
  %3 = onnx.Constant dense<1> : tensor<i64>
  %4 = "onnx.SequenceAt"(%2, %3) : (!onnx.Seq<tensor<2xi64>>, tensor<i64>) -> tensor<2xi64>
  %5 = "onnx.Add"(%x, %4) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  onnx.Return %5 : tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @loop
//       CHECK:   onnx.Constant dense<1.200000e+01> : tensor<f32>
//   CHECK-NOT:   onnx.Loop
func.func @loop() -> tensor<f32> {
  %n = onnx.Constant dense<4> : tensor<i64>
  %go = onnx.Constant dense<true> : tensor<i1>
  %x = onnx.Constant dense<0.0> : tensor<f32>
  %step = onnx.Constant dense<3.0> : tensor<f32>
  %r = "onnx.Loop"(%n, %go, %x) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: tensor<f32>):
    %t = "onnx.Add"(%s, %step) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    onnx.Yield %c, %t : tensor<i1>, tensor<f32>
  }) : (tensor<i64>, tensor<i1>, tensor<f32>) -> tensor<f32>
  onnx.Return %r : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @strings
//       CHECK:   onnx.Constant dense<["ab", "cb"]> : tensor<2x!onnx.String>
func.func @strings() -> tensor<2x!onnx.String> {
  %0 = onnx.Constant dense<["a", "c"]> : tensor<2x!onnx.String>
  %1 = onnx.Constant dense<"b"> : tensor<1x!onnx.String>
  %2 = "onnx.StringConcat"(%0, %1) : (tensor<2x!onnx.String>, tensor<1x!onnx.String>) -> tensor<2x!onnx.String>
  onnx.Return %2 : tensor<2x!onnx.String>
}

// -----

// Random numbers are drawn at run time.

// CHECK-LABEL: func.func @random
//       CHECK:   onnx.RandomNormalLike
func.func @random() -> tensor<2xf32> {
  %0 = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = "onnx.RandomNormalLike"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %1 : tensor<2xf32>
}

// -----

// A result may have `max-growth` bytes more than the constants that it is made of.

// CHECK-LABEL: func.func @growth
//   CHECK-NOT:   onnx.HardSwish
// BOUND-LABEL: func.func @growth
//   BOUND-NOT:   onnx.Celu
//       BOUND:   "onnx.Tile"
//       BOUND:   "onnx.HardSwish"
func.func @growth() -> (tensor<400xf32>, tensor<2xf32>) {
  %0 = onnx.Constant dense<[-4.0, 3.0]> : tensor<2xf32>
  %1 = onnx.Constant dense<200> : tensor<1xi64>
  %2 = "onnx.Tile"(%0, %1) : (tensor<2xf32>, tensor<1xi64>) -> tensor<400xf32>
  %3 = "onnx.HardSwish"(%2) : (tensor<400xf32>) -> tensor<400xf32>
  %4 = "onnx.Celu"(%0) : (tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %3, %4 : tensor<400xf32>, tensor<2xf32>
}

// -----

// What is too large to be kept is still computed for a smaller result that is made from it.

// BOUND-LABEL: func.func @through
//       BOUND:   %[[SAME:.*]] = onnx.Constant dense<[true, false]>
//       BOUND:   %[[LARGE:.*]] = "onnx.Tile"
//       BOUND:   onnx.Return %[[SAME]], %[[LARGE]]
func.func @through() -> (tensor<2xi1>, tensor<400xf32>) {
  %0 = onnx.Constant dense<[-4.0, 3.0]> : tensor<2xf32>
  %1 = onnx.Constant dense<200> : tensor<1xi64>
  %2 = onnx.Constant dense<1> : tensor<1xi64>
  %3 = onnx.Constant dense<2> : tensor<1xi64>
  %4 = "onnx.Tile"(%0, %1) : (tensor<2xf32>, tensor<1xi64>) -> tensor<400xf32>
  %a = onnx.Constant dense<0> : tensor<1xi64>
  %5 = "onnx.Slice"(%4, %2, %3, %a, %2) : (tensor<400xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xf32>
  %6 = "onnx.Less"(%0, %5) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xi1>
  onnx.Return %6, %4 : tensor<2xi1>, tensor<400xf32>
}
