// Concat, pad, reshape and slice as ops on tensors; what is not known stays.
// RUN: mlirlite-opt %s --tosa-to-tensor | FileCheck %s

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x6xf32>) -> tensor<?x2xf32> {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x6xf32>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[DIM]], %[[C2]] : index
// CHECK-NEXT:     %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][2, 1] [%[[SUBI]], 2] [1, 1] : tensor<?x6xf32> to tensor<?x2xf32>
// CHECK-NEXT:     return %[[EXTRACTED_SLICE]] : tensor<?x2xf32>
// CHECK-NEXT:   }
func.func @slice(%x: tensor<?x6xf32>) -> tensor<?x2xf32> {
  %a = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %x, %a, %n : (tensor<?x6xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x6xf32>, %[[ARG1:.*]]: tensor<1xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[2, 1, 0, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<3.140000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[ARG1]][%[[C0]]] : tensor<1xf32>
// CHECK-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[PADDED:.*]] = tensor.pad %[[ARG0]] low[%[[C2]], %[[C0_0]]] high[%[[C1]], %[[C3]]] {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: index, %[[ARG3:.*]]: index):
// CHECK-NEXT:       tensor.yield %[[EXTRACTED]] : f32
// CHECK-NEXT:     } : tensor<?x6xf32> to tensor<?x9xf32>
// CHECK-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 3.140000e+00 : f32
// CHECK-NEXT:     %[[C2_2:.*]] = arith.constant 2 : index
// CHECK-NEXT:     %[[C1_3:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3_5:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[PADDED_6:.*]] = tensor.pad %[[ARG0]] low[%[[C2_2]], %[[C0_4]]] high[%[[C1_3]], %[[C3_5]]] {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: index, %[[ARG3]]: index):
// CHECK-NEXT:       tensor.yield %[[CST]] : f32
// CHECK-NEXT:     } : tensor<?x6xf32> to tensor<?x9xf32>
// CHECK-NEXT:     return %[[PADDED]], %[[PADDED_6]] : tensor<?x9xf32>, tensor<?x9xf32>
// CHECK-NEXT:   }
func.func @pad(%x: tensor<?x6xf32>, %c: tensor<1xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>) {
  %a = tosa.const_shape {values = dense<[2, 1, 0, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %d = "tosa.const"() <{values = dense<3.14> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.pad %x, %a, %c : (tensor<?x6xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x9xf32>
  %1 = tosa.pad %x, %a, %d : (tensor<?x6xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x9xf32>
  return %0, %1 : tensor<?x9xf32>, tensor<?x9xf32>
}

// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x6xf32>, %[[ARG1:.*]]: tensor<3x6xf32>) -> (tensor<?x6xf32>, tensor<6x6xf32>) {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0_0]] : tensor<?x6xf32>
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[DIM]], %[[C3]] : index
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty(%[[ADDI]]) : tensor<?x6xf32>
// CHECK-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM_2:.*]] = tensor.dim %[[ARG0]], %[[C0_1]] : tensor<?x6xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[EMPTY]][0, 0] [%[[DIM_2]], 6] [1, 1] : tensor<?x6xf32> into tensor<?x6xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_3:.*]] = tensor.insert_slice %[[ARG1]] into %[[INSERTED_SLICE]][%[[DIM]], 0] [3, 6] [1, 1] : tensor<3x6xf32> into tensor<?x6xf32>
// CHECK-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C3_5:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C3_6:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// CHECK-NEXT:     %[[EMPTY_1:.*]] = tensor.empty() : tensor<6x6xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_7:.*]] = tensor.insert_slice %[[ARG1]] into %[[EMPTY_1]][0, 0] [3, 6] [1, 1] : tensor<3x6xf32> into tensor<6x6xf32>
// CHECK-NEXT:     %[[INSERTED_SLICE_8:.*]] = tensor.insert_slice %[[ARG1]] into %[[INSERTED_SLICE_7]][3, 0] [3, 6] [1, 1] : tensor<3x6xf32> into tensor<6x6xf32>
// CHECK-NEXT:     return %[[INSERTED_SLICE_3]], %[[INSERTED_SLICE_8]] : tensor<?x6xf32>, tensor<6x6xf32>
// CHECK-NEXT:   }
func.func @concat(%x: tensor<?x6xf32>, %y: tensor<3x6xf32>) -> (tensor<?x6xf32>, tensor<6x6xf32>) {
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<?x6xf32>, tensor<3x6xf32>) -> tensor<?x6xf32>
  %1 = tosa.concat %y, %y {axis = 0 : i32} : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
  return %0, %1 : tensor<?x6xf32>, tensor<6x6xf32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?x6xf32>, %[[ARG1:.*]]: tensor<3x6xf32>, %[[ARG2:.*]]: tensor<1x1xf32>) -> (tensor<3x?xf32>, tensor<9x2xf32>, tensor<f32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<[9, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_2:.*]] = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[ARG0]] {{\[\[}}0, 1]] : tensor<?x6xf32> into tensor<?xf32>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[DIM:.*]] = tensor.dim %[[COLLAPSED]], %[[C0]] : tensor<?xf32>
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[DIVSI:.*]] = arith.divsi %[[DIM]], %[[C3]] : index
// CHECK-NEXT:     %[[EXPANDED:.*]] = tensor.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1]] output_shape [3, %[[DIVSI]]] : tensor<?xf32> into tensor<3x?xf32>
// CHECK-NEXT:     %[[COLLAPSED_0:.*]] = tensor.collapse_shape %[[ARG1]] {{\[\[}}0, 1]] : tensor<3x6xf32> into tensor<18xf32>
// CHECK-NEXT:     %[[EXPANDED_1:.*]] = tensor.expand_shape %[[COLLAPSED_0]] {{\[\[}}0, 1]] output_shape [9, 2] : tensor<18xf32> into tensor<9x2xf32>
// CHECK-NEXT:     %[[COLLAPSED_2:.*]] = tensor.collapse_shape %[[ARG2]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK-NEXT:     return %[[EXPANDED]], %[[EXPANDED_1]], %[[COLLAPSED_2]] : tensor<3x?xf32>, tensor<9x2xf32>, tensor<f32>
// CHECK-NEXT:   }
func.func @reshape(%x: tensor<?x6xf32>, %y: tensor<3x6xf32>, %z: tensor<1x1xf32>) -> (tensor<3x?xf32>, tensor<9x2xf32>, tensor<f32>) {
  %a = tosa.const_shape {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[9, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %0 = tosa.reshape %x, %a : (tensor<?x6xf32>, !tosa.shape<2>) -> tensor<3x?xf32>
  %1 = tosa.reshape %y, %b : (tensor<3x6xf32>, !tosa.shape<2>) -> tensor<9x2xf32>
  %2 = tosa.reshape %z, %c : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
  return %0, %1, %2 : tensor<3x?xf32>, tensor<9x2xf32>, tensor<f32>
}

// Unsigned integers become signless on the way.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<3x2xui8>) -> tensor<6xui8> {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : tensor<3x2xui8> to tensor<3x2xi8>
// CHECK-NEXT:     %[[COLLAPSED:.*]] = tensor.collapse_shape %[[UNREALIZED_CONVERSION_CAST]] {{\[\[}}0, 1]] : tensor<3x2xi8> into tensor<6xi8>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[COLLAPSED]] : tensor<6xi8> to tensor<6xui8>
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_1]] : tensor<6xui8>
// CHECK-NEXT:   }
func.func @unsigned(%x: tensor<3x2xui8>) -> tensor<6xui8> {
  %a = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.reshape %x, %a : (tensor<3x2xui8>, !tosa.shape<1>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}
