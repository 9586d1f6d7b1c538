// RUN: mlirlite-opt %s --fuse-elementwise-onnx --split-input-file | FileCheck %s

// A product, its bias and what follows; the last value may have many users.

// CHECK-LABEL: func.func @product
// CHECK: "onnx.MatMul"(%arg0, %arg1) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Add"(%{{.*}}, %arg2) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Relu"(%{{.*}}) {fused = 0 : i64}
// CHECK-NEXT: return
func.func @product(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0 = "onnx.MatMul"(%x, %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = "onnx.Add"(%0, %b) : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %2 = "onnx.Relu"(%1) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2, %2 : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// A product of integers, with the Cast that alone reads it.

// CHECK-LABEL: func.func @integers
// CHECK: "onnx.MatMulInteger"(%arg0, %arg1, {{.*}}) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Cast"(%{{.*}}) <{{.*}}> {fused = 0 : i64}
// CHECK-NEXT: "onnx.Mul"(%{{.*}}, %arg2) {fused = 0 : i64}
// CHECK-NEXT: return
func.func @integers(%x: tensor<4x8xui8>, %w: tensor<8x16xi8>, %s: tensor<16xf32>) -> tensor<4x16xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.MatMulInteger"(%x, %w, %none, %none) : (tensor<4x8xui8>, tensor<8x16xi8>, none, none) -> tensor<4x16xi32>
  %1 = "onnx.Cast"(%0) {saturate = 1 : si64, to = f32} : (tensor<4x16xi32>) -> tensor<4x16xf32>
  %2 = "onnx.Mul"(%1, %s) : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// A value that is used outside ends the chain, an op that broadcasts it does not join.

// CHECK-LABEL: func.func @ends
// CHECK: %[[A:.*]] = "onnx.Mul"(%arg0, %arg0) {fused = 0 : i64}
// CHECK-NEXT: %[[B:.*]] = "onnx.Exp"(%[[A]]) {fused = 0 : i64}
// CHECK-NEXT: %[[C:.*]] = "onnx.Add"(%[[B]], %arg1) : (tensor<4xf32>, tensor<3x4xf32>)
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @ends(%x: tensor<4xf32>, %y: tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  %0 = "onnx.Mul"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "onnx.Exp"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "onnx.Add"(%1, %y) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %1, %2 : tensor<4xf32>, tensor<3x4xf32>
}

// -----

// Both branches of a gate; what stands between is moved out of the way.

// CHECK-LABEL: func.func @gate
// CHECK: "onnx.MatMul"(%arg0, %arg2) : (
// CHECK-NEXT: %[[A:.*]] = "onnx.MatMul"(%arg0, %arg1) {fused = 0 : i64}
// CHECK-NEXT: %[[S:.*]] = "onnx.Sigmoid"(%[[A]]) {fused = 0 : i64}
// CHECK-NEXT: %[[M:.*]] = "onnx.Mul"(%[[A]], %[[S]]) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Mul"(%[[M]], %{{.*}}) {fused = 0 : i64}
func.func @gate(%x: tensor<?x8xf32>, %v: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<?x8xf32> {
  %0 = "onnx.MatMul"(%x, %v) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %1 = "onnx.MatMul"(%x, %w) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %2 = "onnx.Sigmoid"(%0) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %3 = "onnx.Mul"(%0, %2) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %4 = "onnx.Mul"(%3, %1) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %4 : tensor<?x8xf32>
}

// -----

// Sizes that may differ: nothing is known to be free of broadcasting.

// CHECK-LABEL: func.func @unknown
// CHECK-NOT: fused
func.func @unknown(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "onnx.Add"(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Elements of other types on the way: each op rounds as if it stored its result.

// CHECK-LABEL: func.func @types
// CHECK: "onnx.Cast"(%arg0) <{{.*}}> {fused = 0 : i64} : (tensor<?x8xf32>) -> tensor<?x8xbf16>
// CHECK-NEXT: "onnx.Add"(%{{.*}}, %arg1) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Cast"(%{{.*}}) <{{.*}}> {fused = 0 : i64} : (tensor<?x8xbf16>) -> tensor<?x8xf32>
// CHECK-NEXT: return
func.func @types(%x: tensor<?x8xf32>, %b: tensor<8xbf16>) -> tensor<?x8xf32> {
  %0 = "onnx.Cast"(%x) {saturate = 1 : si64, to = bf16} : (tensor<?x8xf32>) -> tensor<?x8xbf16>
  %1 = "onnx.Add"(%0, %b) : (tensor<?x8xbf16>, tensor<8xbf16>) -> tensor<?x8xbf16>
  %2 = "onnx.Cast"(%1) {saturate = 1 : si64, to = f32} : (tensor<?x8xbf16>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// -----

// A comparison and a choice by it; a limit that is left out.

// CHECK-LABEL: func.func @choice
// CHECK: "onnx.Greater"(%arg0, %arg1) {fused = 0 : i64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
// CHECK-NEXT: "onnx.Where"(%{{.*}}, %arg0, %arg1) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Clip"(%{{.*}}, %arg2, %{{.*}}) {fused = 0 : i64}
// CHECK-NEXT: return
func.func @choice(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %low: tensor<f32>) -> tensor<4x8xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Greater"(%x, %y) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %1 = "onnx.Where"(%0, %x, %y) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "onnx.Clip"(%1, %low, %none) : (tensor<4x8xf32>, tensor<f32>, none) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// What follows a product of floats has its element type; texts are not numbers.

// CHECK-LABEL: func.func @others
// CHECK: "onnx.MatMul"(%arg0, %arg1) : (
// CHECK-NEXT: "onnx.Cast"
// CHECK-NOT: fused
func.func @others(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %s: tensor<4x8x!onnx.String>) -> (tensor<4x8xf16>, tensor<4x8xi1>) {
  %0 = "onnx.MatMul"(%x, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = "onnx.Cast"(%0) {saturate = 1 : si64, to = f16} : (tensor<4x8xf32>) -> tensor<4x8xf16>
  %2 = "onnx.Equal"(%s, %s) : (tensor<4x8x!onnx.String>, tensor<4x8x!onnx.String>) -> tensor<4x8xi1>
  %3 = "onnx.Not"(%2) : (tensor<4x8xi1>) -> tensor<4x8xi1>
  return %1, %3 : tensor<4x8xf16>, tensor<4x8xi1>
}

// -----

// A value that two ops use whose results meet again; numbers are not counted as reads.

// CHECK-LABEL: func.func @diamond
// CHECK: "onnx.Exp"(%arg0) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Mul"(%{{.*}}, %arg1) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Add"(%{{.*}}, %arg1) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Floor"(%{{.*}}) {fused = 0 : i64}
// CHECK-NEXT: "onnx.Div"(%{{.*}}, %{{.*}}) {fused = 0 : i64}
// CHECK-NEXT: return
func.func @diamond(%x: tensor<64xf32>, %n: tensor<f32>) -> tensor<64xf32> {
  %0 = "onnx.Exp"(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = "onnx.Mul"(%0, %n) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = "onnx.Add"(%0, %n) : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = "onnx.Floor"(%2) : (tensor<64xf32>) -> tensor<64xf32>
  %4 = "onnx.Div"(%1, %3) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %4 : tensor<64xf32>
}

// -----

// Of more arrays than a loop may read, a part.

// CHECK-LABEL: func.func @many
// CHECK: "onnx.Add"(%arg0, %arg1) : (
// CHECK-NEXT: %{{.*}} = "onnx.Add"(%{{.*}}, %arg2) {fused = 0 : i64}
// CHECK-COUNT-6: {fused = 0 : i64}
// CHECK-NEXT: return
func.func @many(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>, %f: tensor<8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "onnx.Add"(%a, %b) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = "onnx.Add"(%0, %c) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = "onnx.Add"(%1, %d) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = "onnx.Add"(%2, %e) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %4 = "onnx.Add"(%3, %f) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = "onnx.Add"(%4, %g) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %6 = "onnx.Add"(%5, %h) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %7 = "onnx.Add"(%6, %i) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %7 : tensor<8xf32>
}
