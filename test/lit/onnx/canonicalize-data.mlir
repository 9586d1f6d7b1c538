// RUN: mlirlite-opt %s --canonicalize --split-input-file | FileCheck %s

// Pairs that cancel.

// CHECK-LABEL: func.func @squeeze_and_back
//  CHECK-SAME:   %[[X:.*]]: tensor<2x1x3xf32>
//  CHECK-NEXT:   onnx.Return %[[X]]
func.func @squeeze_and_back(%x: tensor<2x1x3xf32>) -> tensor<2x1x3xf32> {
  %a = onnx.Constant dense<1> : tensor<1xi64>
  %b = onnx.Constant dense<-2> : tensor<1xi64>
  %0 = "onnx.Squeeze"(%x, %a) : (tensor<2x1x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  %1 = "onnx.Unsqueeze"(%0, %b) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1x3xf32>
  onnx.Return %1 : tensor<2x1x3xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_elsewhere
//       CHECK:   onnx.Squeeze
//       CHECK:   onnx.Unsqueeze
func.func @squeeze_elsewhere(%x: tensor<2x1x3xf32>) -> tensor<1x2x3xf32> {
  %a = onnx.Constant dense<1> : tensor<1xi64>
  %b = onnx.Constant dense<0> : tensor<1xi64>
  %0 = "onnx.Squeeze"(%x, %a) : (tensor<2x1x3xf32>, tensor<1xi64>) -> tensor<2x3xf32>
  %1 = "onnx.Unsqueeze"(%0, %b) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  onnx.Return %1 : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_and_more
//       CHECK:   onnx.Squeeze
//       CHECK:   onnx.Unsqueeze
func.func @squeeze_and_more(%x: tensor<1x3xf32>) -> tensor<3x1x1xf32> {
  %a = onnx.Constant dense<0> : tensor<1xi64>
  %b = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %0 = "onnx.Squeeze"(%x, %a) : (tensor<1x3xf32>, tensor<1xi64>) -> tensor<3xf32>
  %1 = "onnx.Unsqueeze"(%0, %b) : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1x1xf32>
  onnx.Return %1 : tensor<3x1x1xf32>
}

// -----

// CHECK-LABEL: func.func @blocks
//  CHECK-SAME:   %[[X:.*]]: tensor<1x4x6x6xf32>
//   CHECK-NOT:   mode = "DCR"
//       CHECK:   %[[S:.*]] = "onnx.SpaceToDepth"(%[[X]])
//       CHECK:   %[[D:.*]] = "onnx.DepthToSpace"(%[[S]]) <{blocksize = 2 : si64, mode = "CRD"}>
//       CHECK:   onnx.Return %[[X]], %[[D]]
func.func @blocks(%x: tensor<1x4x6x6xf32>) -> (tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) {
  %0 = "onnx.SpaceToDepth"(%x) {blocksize = 2 : si64} : (tensor<1x4x6x6xf32>) -> tensor<1x16x3x3xf32>
  %1 = "onnx.DepthToSpace"(%0) {blocksize = 2 : si64, mode = "DCR"} : (tensor<1x16x3x3xf32>) -> tensor<1x4x6x6xf32>
  %2 = "onnx.DepthToSpace"(%0) {blocksize = 2 : si64, mode = "CRD"} : (tensor<1x16x3x3xf32>) -> tensor<1x4x6x6xf32>
  onnx.Return %1, %2 : tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>
}

// -----

// CHECK-LABEL: func.func @tile_once
//  CHECK-SAME:   %[[X:.*]]: tensor<2x?xf32>
//  CHECK-NEXT:   onnx.Return %[[X]]
func.func @tile_once(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %n = onnx.Constant dense<1> : tensor<2xi64>
  %0 = "onnx.Tile"(%x, %n) : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  onnx.Return %0 : tensor<2x?xf32>
}

// -----

// Concat of Concat, of nothing, of transposes.

// CHECK-LABEL: func.func @concats
//  CHECK-SAME:   %[[X:.*]]: tensor<?x3xf32>, %[[Y:.*]]: tensor<?x3xf32>, %[[E:.*]]: tensor<0x3xf32>
//       CHECK:   %[[C:.*]] = "onnx.Concat"(%[[X]], %[[Y]], %[[X]]) <{axis = 0 : si64}>
//       CHECK:   onnx.Return %[[C]]
func.func @concats(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>, %e: tensor<0x3xf32>) -> tensor<?x3xf32> {
  %0 = "onnx.Concat"(%x, %y) {axis = -2 : si64} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = "onnx.Concat"(%0, %e, %x) {axis = 0 : si64} : (tensor<?x3xf32>, tensor<0x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  onnx.Return %1 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @concat_along_another_axis
// CHECK-COUNT-2: onnx.Concat
func.func @concat_along_another_axis(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x6xf32> {
  %0 = "onnx.Concat"(%x, %x) {axis = 0 : si64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = "onnx.Concat"(%0, %y) {axis = 1 : si64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  onnx.Return %1 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @transposes_below_concat
//  CHECK-SAME:   %[[X:.*]]: tensor<?x5x4x2xf32>, %[[Y:.*]]: tensor<?x5x4x3xf32>
//  CHECK-NEXT:   %[[C:.*]] = "onnx.Concat"(%[[X]], %[[Y]]) <{axis = 3 : si64}> {{.*}} -> tensor<?x5x4x5xf32>
//  CHECK-NEXT:   onnx.Return %[[C]]
func.func @transposes_below_concat(%x: tensor<?x5x4x2xf32>, %y: tensor<?x5x4x3xf32>) -> tensor<?x5x4x5xf32> {
  %0 = "onnx.Transpose"(%x) {perm = [0, 3, 1, 2]} : (tensor<?x5x4x2xf32>) -> tensor<?x2x5x4xf32>
  %1 = "onnx.Transpose"(%y) {perm = [0, 3, 1, 2]} : (tensor<?x5x4x3xf32>) -> tensor<?x3x5x4xf32>
  %2 = "onnx.Concat"(%0, %1) {axis = 1 : si64} : (tensor<?x2x5x4xf32>, tensor<?x3x5x4xf32>) -> tensor<?x5x5x4xf32>
  %3 = "onnx.Transpose"(%2) {perm = [0, 2, 3, 1]} : (tensor<?x5x5x4xf32>) -> tensor<?x5x4x5xf32>
  onnx.Return %3 : tensor<?x5x4x5xf32>
}

// -----

// Known numbers.

// CHECK-LABEL: func.func @clips
//   CHECK-DAG:   %[[MIN:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
//   CHECK-DAG:   %[[MAX:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f32>
//       CHECK:   %[[C:.*]] = "onnx.Clip"(%{{.*}}, %[[MIN]], %[[MAX]])
//       CHECK:   onnx.Return %[[C]]
func.func @clips(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = onnx.Constant dense<0.0> : tensor<f32>
  %b = onnx.Constant dense<6.0> : tensor<f32>
  %c = onnx.Constant dense<1.0> : tensor<f32>
  %d = onnx.Constant dense<9.0> : tensor<f32>
  %0 = "onnx.Clip"(%x, %a, %b) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %1 = "onnx.Clip"(%0, %c, %d) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  onnx.Return %1 : tensor<4xf32>
}

// -----

// No number is in both ranges: all become the nearer limit of the outer one.

// CHECK-LABEL: func.func @clips_apart
//       CHECK:   %[[N:.*]] = onnx.Constant dense<7.000000e+00> : tensor<f32>
//       CHECK:   "onnx.Clip"(%{{.*}}, %[[N]], %[[N]])
func.func @clips_apart(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = onnx.Constant dense<0.0> : tensor<f32>
  %b = onnx.Constant dense<6.0> : tensor<f32>
  %c = onnx.Constant dense<7.0> : tensor<f32>
  %d = onnx.Constant dense<9.0> : tensor<f32>
  %0 = "onnx.Clip"(%x, %a, %b) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  %1 = "onnx.Clip"(%0, %c, %d) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
  onnx.Return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @where
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
//       CHECK:   onnx.Return %[[Y]], %{{.*}}
func.func @where(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %no = onnx.Constant dense<false> : tensor<2xi1>
  %some = onnx.Constant dense<[true, false]> : tensor<2xi1>
  %0 = "onnx.Where"(%no, %x, %y) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = "onnx.Where"(%some, %x, %y) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  onnx.Return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @powers
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>, %[[H:.*]]: tensor<2xf16>
//       CHECK:   %[[S:.*]] = "onnx.Mul"(%[[X]], %[[X]])
//       CHECK:   %[[C:.*]] = "onnx.Mul"(%[[S]], %[[X]])
//       CHECK:   %[[P:.*]] = "onnx.Pow"(%[[H]]
//       CHECK:   onnx.Return %[[C]], %[[P]]
func.func @powers(%x: tensor<2xf32>, %h: tensor<2xf16>) -> (tensor<2xf32>, tensor<2xf16>) {
  %n = onnx.Constant dense<3.0> : tensor<f32>
  %0 = "onnx.Pow"(%x, %n) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = "onnx.Pow"(%h, %n) : (tensor<2xf16>, tensor<f32>) -> tensor<2xf16>
  onnx.Return %0, %1 : tensor<2xf32>, tensor<2xf16>
}

// -----

// CHECK-LABEL: func.func @everything
//  CHECK-SAME:   %[[X:.*]]: tensor<4xf32>
//       CHECK:   %[[B:.*]] = "onnx.Slice"
//       CHECK:   onnx.Return %[[X]], %[[B]], %[[X]]
func.func @everything(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %none = "onnx.NoValue"() <{value}> : () -> none
  %start = onnx.Constant dense<0> : tensor<1xi64>
  %end = onnx.Constant dense<9> : tensor<1xi64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %far = onnx.Constant dense<-9> : tensor<1xi64>
  %sizes = onnx.Constant dense<[0, 4]> : tensor<2xi64>
  %0 = "onnx.Slice"(%x, %start, %end, %start, %none) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<4xf32>
  %1 = "onnx.Slice"(%x, %last, %far, %start, %last) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  %2:2 = "onnx.Split"(%x, %sizes) <{axis = 0 : si64}> : (tensor<4xf32>, tensor<2xi64>) -> (tensor<0xf32>, tensor<4xf32>)
  onnx.Return %0, %1, %2#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
