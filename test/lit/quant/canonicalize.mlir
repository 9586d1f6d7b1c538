// Casts that undo each other.
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

!q = !quant.uniform<u8:f32, 2.0:128>
!r = !quant.uniform<u8:f32, 3.0:128>

// CHECK-LABEL: func.func @dequantized(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     return %[[ARG0]] : tensor<4xf32>
// CHECK-NEXT:   }
func.func @dequantized(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!q>
  %1 = quant.dcast %0 : tensor<4x!q> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @quantized(
// CHECK-SAME:    %[[ARG0:.*]]: !quant.uniform<u8:f32, 2.000000e+00:128>) -> !quant.uniform<u8:f32, 2.000000e+00:128> {
// CHECK-NEXT:     return %[[ARG0]] : !quant.uniform<u8:f32, 2.000000e+00:128>
// CHECK-NEXT:   }
func.func @quantized(%x: !q) -> !q {
  %0 = quant.dcast %x : !q to f32
  %1 = quant.qcast %0 : f32 to !q
  return %1 : !q
}

// CHECK-LABEL: func.func @quantized_otherwise(
// CHECK-SAME:    %[[ARG0:.*]]: !quant.uniform<u8:f32, 2.000000e+00:128>) -> !quant.uniform<u8:f32, 3.000000e+00:128> {
// CHECK-NEXT:     %[[DCAST:.*]] = quant.dcast %[[ARG0]] : !quant.uniform<u8:f32, 2.000000e+00:128> to f32
// CHECK-NEXT:     %[[QCAST:.*]] = quant.qcast %[[DCAST]] : f32 to !quant.uniform<u8:f32, 3.000000e+00:128>
// CHECK-NEXT:     return %[[QCAST]] : !quant.uniform<u8:f32, 3.000000e+00:128>
// CHECK-NEXT:   }
func.func @quantized_otherwise(%x: !q) -> !r {
  %0 = quant.dcast %x : !q to f32
  %1 = quant.qcast %0 : f32 to !r
  return %1 : !r
}

// CHECK-LABEL: func.func @stored(
// CHECK-SAME:    %[[ARG0:.*]]: i8) -> i8 {
// CHECK-NEXT:     return %[[ARG0]] : i8
// CHECK-NEXT:   }
func.func @stored(%x: i8) -> i8 {
  %0 = quant.scast %x : i8 to !q
  %1 = quant.scast %0 : !q to i8
  return %1 : i8
}

// CHECK-LABEL: func.func @stored_otherwise(
// CHECK-SAME:    %[[ARG0:.*]]: !quant.uniform<u8:f32, 2.000000e+00:128>) -> !quant.uniform<u8:f32, 3.000000e+00:128> {
// CHECK-NEXT:     %[[SCAST:.*]] = quant.scast %[[ARG0]] : !quant.uniform<u8:f32, 2.000000e+00:128> to i8
// CHECK-NEXT:     %[[SCAST_1:.*]] = quant.scast %[[SCAST]] : i8 to !quant.uniform<u8:f32, 3.000000e+00:128>
// CHECK-NEXT:     return %[[SCAST_1]] : !quant.uniform<u8:f32, 3.000000e+00:128>
// CHECK-NEXT:   }
func.func @stored_otherwise(%x: !q) -> !r {
  %0 = quant.scast %x : !q to i8
  %1 = quant.scast %0 : i8 to !r
  return %1 : !r
}
