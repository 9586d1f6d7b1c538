// RUN: mlirlite-opt %s | FileCheck %s

// Operators on maps and sequences, operators with regions, and old versions.

// CHECK-LABEL: func.func @dictionary_vectorizer(
// CHECK-SAME:    %[[ARG0:.*]]: tuple<!onnx.String, f32>) -> tensor<1x2xf32> {
// CHECK-NEXT:     %[[DICTVECTORIZER:.*]] = "onnx.DictVectorizer"(%[[ARG0]]) <{string_vocabulary = ["a", "b"]}> : (tuple<!onnx.String, f32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return %[[DICTVECTORIZER]] : tensor<1x2xf32>
// CHECK-NEXT:   }
func.func @dictionary_vectorizer(%x: tuple<!onnx.String, f32>) -> tensor<1x2xf32> {
  %0 = "onnx.DictVectorizer"(%x) {string_vocabulary = ["a", "b"]} : (tuple<!onnx.String, f32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @cast_map(
// CHECK-SAME:    %[[ARG0:.*]]: tuple<i64, f32>) -> tensor<1x3xf32> {
// CHECK-NEXT:     %[[CASTMAP:.*]] = "onnx.CastMap"(%[[ARG0]]) <{cast_to = "TO_FLOAT", map_form = "SPARSE", max_map = 3 : si64}> : (tuple<i64, f32>) -> tensor<1x3xf32>
// CHECK-NEXT:     return %[[CASTMAP]] : tensor<1x3xf32>
// CHECK-NEXT:   }
func.func @cast_map(%x: tuple<i64, f32>) -> tensor<1x3xf32> {
  %0 = "onnx.CastMap"(%x) {cast_to = "TO_FLOAT", map_form = "SPARSE", max_map = 3 : si64} : (tuple<i64, f32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @zip_map(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x2xf32>) -> !onnx.Seq<tuple<i64, f32>> {
// CHECK-NEXT:     %[[ZIPMAP:.*]] = "onnx.ZipMap"(%[[ARG0]]) <{classlabels_int64s = [10, 20]}> : (tensor<1x2xf32>) -> !onnx.Seq<tuple<i64, f32>>
// CHECK-NEXT:     return %[[ZIPMAP]] : !onnx.Seq<tuple<i64, f32>>
// CHECK-NEXT:   }
func.func @zip_map(%x: tensor<1x2xf32>) -> !onnx.Seq<tuple<i64, f32>> {
  %0 = "onnx.ZipMap"(%x) {classlabels_int64s = [10, 20]} : (tensor<1x2xf32>) -> !onnx.Seq<tuple<i64, f32>>
  return %0 : !onnx.Seq<tuple<i64, f32>>
}

// CHECK-LABEL: func.func @sequence_map(
// CHECK-SAME:    %[[ARG0:.*]]: !onnx.Seq<tensor<2xf32>>) -> !onnx.Seq<tensor<2xf32>> {
// CHECK-NEXT:     %[[SEQUENCEMAP:.*]] = "onnx.SequenceMap"(%[[ARG0]]) ({
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: tensor<2xf32>):
// CHECK-NEXT:       %[[NEG:.*]] = "onnx.Neg"(%[[ARG1]]) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:       onnx.Yield %[[NEG]] : tensor<2xf32>
// CHECK-NEXT:     }) : (!onnx.Seq<tensor<2xf32>>) -> !onnx.Seq<tensor<2xf32>>
// CHECK-NEXT:     return %[[SEQUENCEMAP]] : !onnx.Seq<tensor<2xf32>>
// CHECK-NEXT:   }
func.func @sequence_map(%x: !onnx.Seq<tensor<2xf32>>) -> !onnx.Seq<tensor<2xf32>> {
  %0 = "onnx.SequenceMap"(%x) ({
  ^bb0(%element: tensor<2xf32>):
    %1 = "onnx.Neg"(%element) : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield %1 : tensor<2xf32>
  }) : (!onnx.Seq<tensor<2xf32>>) -> !onnx.Seq<tensor<2xf32>>
  return %0 : !onnx.Seq<tensor<2xf32>>
}

// CHECK-LABEL: func.func @flex_attention(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
// CHECK-NEXT:     %[[FLEXATTENTION:.*]] = "onnx.FlexAttention"(%[[ARG0]], %[[ARG0]], %[[ARG0]]) <{scale = 5.000000e-01 : f32}> ({
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: tensor<1x2x4x4xf32>):
// CHECK-NEXT:       onnx.Yield %[[ARG1]] : tensor<1x2x4x4xf32>
// CHECK-NEXT:     }, {
// CHECK-NEXT:     ^bb0(%[[ARG1]]: tensor<1x2x4x4xf32>):
// CHECK-NEXT:       onnx.Yield %[[ARG1]] : tensor<1x2x4x4xf32>
// CHECK-NEXT:     }) : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
// CHECK-NEXT:     return %[[FLEXATTENTION]] : tensor<1x2x4x8xf32>
// CHECK-NEXT:   }
func.func @flex_attention(%q: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %0 = "onnx.FlexAttention"(%q, %q, %q) ({
  ^bb0(%score: tensor<1x2x4x4xf32>):
    onnx.Yield %score : tensor<1x2x4x4xf32>
  }, {
  ^bb0(%probability: tensor<1x2x4x4xf32>):
    onnx.Yield %probability : tensor<1x2x4x4xf32>
  }) {scale = 0.5 : f32} : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %0 : tensor<1x2x4x8xf32>
}

// CHECK-LABEL: func.func @fused(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[FUSED:.*]] = "onnx.Fused"(%[[ARG0]]) <{kind = "chain"}> ({
// CHECK-NEXT:     ^bb0(%[[ARG1:.*]]: tensor<4xf32>):
// CHECK-NEXT:       %[[NEG:.*]] = "onnx.Neg"(%[[ARG1]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:       onnx.Yield %[[NEG]] : tensor<4xf32>
// CHECK-NEXT:     }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return %[[FUSED]] : tensor<4xf32>
// CHECK-NEXT:   }
func.func @fused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "onnx.Fused"(%a) <{kind = "chain"}> ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "onnx.Neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @lstm_v1(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2x3xf32>, %[[ARG1:.*]]: tensor<1x16x3xf32>, %[[ARG2:.*]]: tensor<1x16x4xf32>) -> tensor<4x1x2x4xf32> {
// CHECK-NEXT:     %[[NOVALUE:.*]] = "onnx.NoValue"() <{value}> : () -> none
// CHECK-NEXT:     %[[Y:.*]], %[[Y_H:.*]], %[[Y_C:.*]] = "onnx.LSTMV1"(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[NOVALUE]], %[[NOVALUE]], %[[NOVALUE]], %[[NOVALUE]], %[[NOVALUE]]) <{direction = "forward", hidden_size = 4 : si64, input_forget = 0 : si64, output_sequence = 1 : si64}> : (tensor<4x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<4x1x2x4xf32>, none, none)
// CHECK-NEXT:     return %[[Y]] : tensor<4x1x2x4xf32>
// CHECK-NEXT:   }
func.func @lstm_v1(%x: tensor<4x2x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>) -> tensor<4x1x2x4xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %y, %y_h, %y_c = "onnx.LSTMV1"(%x, %w, %r, %none, %none, %none, %none, %none) {hidden_size = 4 : si64, output_sequence = 1 : si64} : (tensor<4x2x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (tensor<4x1x2x4xf32>, none, none)
  return %y : tensor<4x1x2x4xf32>
}
