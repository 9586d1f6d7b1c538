// RUN: mlirlite-opt %s --recompose-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @layer_norm
//  CHECK-SAME:   %[[X:.*]]: tensor<?x4xf32>, %[[S:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
//       CHECK:   %[[Y:.*]], %{{.*}}, %{{.*}} = "onnx.LayerNormalization"(%[[X]], %[[S]], %[[B]]) <{axis = 1 : si64, epsilon = 9.99999974E-6 : f32
//   CHECK-NOT:   onnx.Div
//       CHECK:   onnx.Return %[[Y]]
func.func @layer_norm(%x: tensor<?x4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %e = onnx.Constant dense<1.0e-5> : tensor<f32>
  %0 = "onnx.ReduceMean"(%x, %axes) : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %1 = "onnx.Sub"(%x, %0) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %2 = "onnx.Pow"(%1, %two) : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %3 = "onnx.ReduceMean"(%2, %axes) : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %4 = "onnx.Add"(%3, %e) : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %5 = "onnx.Sqrt"(%4) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %6 = "onnx.Div"(%1, %5) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %7 = "onnx.Mul"(%6, %s) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %8 = "onnx.Add"(%7, %b) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  onnx.Return %8 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @rms_norm
//       CHECK:   %[[Y:.*]] = "onnx.RMSNormalization"(%{{.*}}, %{{.*}}) <{axis = 1 : si64
//       CHECK:   onnx.Return %[[Y]]
func.func @rms_norm(%x: tensor<?x4xf32>, %s: tensor<4xf32>) -> tensor<?x4xf32> {
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  %e = onnx.Constant dense<1.0e-6> : tensor<f32>
  %0 = "onnx.Mul"(%x, %x) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "onnx.ReduceMean"(%0, %axes) : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %2 = "onnx.Add"(%1, %e) : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
  %3 = "onnx.Sqrt"(%2) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %4 = "onnx.Reciprocal"(%3) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %5 = "onnx.Mul"(%x, %4) : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %6 = "onnx.Mul"(%s, %5) : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  onnx.Return %6 : tensor<?x4xf32>
}

// -----

// A scale that broadcasts the value is not a scale of a normalization.

// CHECK-LABEL: func.func @no_rms_norm
//   CHECK-NOT:   RMSNormalization
//       CHECK:   return
func.func @no_rms_norm(%x: tensor<1x4xf32>, %s: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  %e = onnx.Constant dense<1.0e-6> : tensor<f32>
  %0 = "onnx.Mul"(%x, %x) : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %1 = "onnx.ReduceMean"(%0, %axes) : (tensor<1x4xf32>, tensor<1xi64>) -> tensor<1x1xf32>
  %2 = "onnx.Add"(%1, %e) : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xf32>
  %3 = "onnx.Sqrt"(%2) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %4 = "onnx.Div"(%x, %3) : (tensor<1x4xf32>, tensor<1x1xf32>) -> tensor<1x4xf32>
  %5 = "onnx.Mul"(%4, %s) : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %5 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @gelu_erf
//       CHECK:   %[[Y:.*]] = "onnx.Gelu"(%{{.*}}) <{approximate = "none"}>
//       CHECK:   onnx.Return %[[Y]]
func.func @gelu_erf(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = onnx.Constant dense<1.41421354> : tensor<f32>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %0 = "onnx.Div"(%x, %r) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = "onnx.Erf"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "onnx.Add"(%1, %one) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = "onnx.Mul"(%x, %2) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = "onnx.Mul"(%3, %half) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  onnx.Return %4 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @gelu_tanh
//       CHECK:   %[[Y:.*]] = "onnx.Gelu"(%{{.*}}) <{approximate = "tanh"}>
//       CHECK:   onnx.Return %[[Y]]
func.func @gelu_tanh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %three = onnx.Constant dense<3.0> : tensor<f32>
  %c = onnx.Constant dense<0.044715> : tensor<f32>
  %p = onnx.Constant dense<0.797884583> : tensor<f32>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %0 = "onnx.Pow"(%x, %three) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = "onnx.Mul"(%c, %0) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = "onnx.Add"(%x, %1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = "onnx.Mul"(%p, %2) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = "onnx.Tanh"(%3) : (tensor<?xf32>) -> tensor<?xf32>
  %5 = "onnx.Add"(%one, %4) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %6 = "onnx.Mul"(%half, %x) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %7 = "onnx.Mul"(%6, %5) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  onnx.Return %7 : tensor<?xf32>
}

// -----

// 1/sqrt(16) is Attention's own scale.

// CHECK-LABEL: func.func @attention
//  CHECK-SAME:   %[[Q:.*]]: tensor<2x4x?x16xf32>, %[[K:.*]]: tensor<2x4x?x16xf32>, %[[V:.*]]: tensor<2x4x?x16xf32>, %[[M:.*]]: tensor<2x1x1x?xf32>
//       CHECK:   %[[Y:.*]], %{{.*}}, %{{.*}}, %{{.*}} = "onnx.Attention"(%[[Q]], %[[K]], %[[V]], %[[M]], %{{.*}})
//   CHECK-NOT:   scale =
//       CHECK:   onnx.Return %[[Y]]
func.func @attention(%q: tensor<2x4x?x16xf32>, %k: tensor<2x4x?x16xf32>, %v: tensor<2x4x?x16xf32>, %m: tensor<2x1x1x?xf32>) -> tensor<2x4x?x16xf32> {
  %s = onnx.Constant dense<4.0> : tensor<f32>
  %0 = "onnx.Transpose"(%k) {perm = [0, 1, 3, 2]} : (tensor<2x4x?x16xf32>) -> tensor<2x4x16x?xf32>
  %1 = "onnx.MatMul"(%q, %0) : (tensor<2x4x?x16xf32>, tensor<2x4x16x?xf32>) -> tensor<2x4x?x?xf32>
  %2 = "onnx.Div"(%1, %s) : (tensor<2x4x?x?xf32>, tensor<f32>) -> tensor<2x4x?x?xf32>
  %3 = "onnx.Add"(%2, %m) : (tensor<2x4x?x?xf32>, tensor<2x1x1x?xf32>) -> tensor<2x4x?x?xf32>
  %4 = "onnx.Softmax"(%3) {axis = -1 : si64} : (tensor<2x4x?x?xf32>) -> tensor<2x4x?x?xf32>
  %5 = "onnx.MatMul"(%4, %v) : (tensor<2x4x?x?xf32>, tensor<2x4x?x16xf32>) -> tensor<2x4x?x16xf32>
  onnx.Return %5 : tensor<2x4x?x16xf32>
}

// -----

// CHECK-LABEL: func.func @quantized
//       CHECK:   %[[P:.*]] = "onnx.QLinearMatMul"
//       CHECK:   onnx.Return %[[P]]
func.func @quantized(%a: tensor<2x3xui8>, %b: tensor<3x4xi8>) -> tensor<2x4xui8> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %zb = onnx.Constant dense<0> : tensor<i8>
  %0 = "onnx.DequantizeLinear"(%a, %s, %z) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %1 = "onnx.DequantizeLinear"(%b, %s, %zb) : (tensor<3x4xi8>, tensor<f32>, tensor<i8>) -> tensor<3x4xf32>
  %2 = "onnx.MatMul"(%0, %1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = "onnx.QuantizeLinear"(%2, %s, %z) : (tensor<2x4xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x4xui8>
  onnx.Return %3 : tensor<2x4xui8>
}

// -----

// CHECK-LABEL: func.func @quantized_conv
//       CHECK:   %[[C:.*]] = "onnx.QLinearConv"{{.*}}group = 1 : si64
//       CHECK:   onnx.Return %[[C]]
func.func @quantized_conv(%x: tensor<1x2x4x4xui8>, %w: tensor<3x2x1x1xi8>, %b: tensor<3xi32>) -> tensor<1x3x4x4xui8> {
  %s = onnx.Constant dense<0.5> : tensor<f32>
  %t = onnx.Constant dense<0.25> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<ui8>
  %zb = onnx.Constant dense<0> : tensor<i8>
  %zi = onnx.Constant dense<0> : tensor<i32>
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<1x2x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x2x4x4xf32>
  %1 = "onnx.DequantizeLinear"(%w, %s, %zb) : (tensor<3x2x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<3x2x1x1xf32>
  %2 = "onnx.DequantizeLinear"(%b, %t, %zi) : (tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  %3 = "onnx.Conv"(%0, %1, %2) : (tensor<1x2x4x4xf32>, tensor<3x2x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32>
  %4 = "onnx.QuantizeLinear"(%3, %s, %z) : (tensor<1x3x4x4xf32>, tensor<f32>, tensor<ui8>) -> tensor<1x3x4x4xui8>
  onnx.Return %4 : tensor<1x3x4x4xui8>
}

// -----

// As JAX writes it, and with dimensions that are kept; a sum along another axis is not one.

// CHECK-LABEL: func.func @softmax
//       CHECK:   %[[S:.*]] = "onnx.Softmax"(%arg0) <{axis = 1 : si64}> : (tensor<4x8xf32>)
//       CHECK:   %[[T:.*]] = "onnx.Softmax"(%[[S]]) <{axis = 0 : si64}> : (tensor<4x8xf32>)
//       CHECK:   %[[D:.*]] = "onnx.Div"
//       CHECK:   onnx.Return %[[T]], %[[D]]
func.func @softmax(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %last = onnx.Constant dense<1> : tensor<1xi64>
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %column = onnx.Constant dense<[4, 1]> : tensor<2xi64>
  %least = onnx.Constant dense<0xFF800000> : tensor<f32>
  %0 = "onnx.ReduceMax"(%x, %last) {keepdims = 0 : si64} : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = "onnx.Max"(%least, %0) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "onnx.Reshape"(%1, %column) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4x1xf32>
  %3 = "onnx.Sub"(%x, %2) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %4 = "onnx.Exp"(%3) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "onnx.ReduceSum"(%4, %last) {keepdims = 0 : si64} : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<4xf32>
  %6 = "onnx.Reshape"(%5, %column) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4x1xf32>
  %7 = "onnx.Div"(%4, %6) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %8 = "onnx.ReduceMax"(%7, %first) : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<1x8xf32>
  %9 = "onnx.Sub"(%7, %8) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %10 = "onnx.Exp"(%9) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = "onnx.ReduceSum"(%10, %first) : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<1x8xf32>
  %12 = "onnx.Div"(%10, %11) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %13 = "onnx.Exp"(%9) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = "onnx.ReduceSum"(%13, %last) : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<4x1xf32>
  %15 = "onnx.Div"(%13, %14) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  onnx.Return %12, %15 : tensor<4x8xf32>, tensor<4x8xf32>
}
