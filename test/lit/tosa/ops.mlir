// Every op of tosa, read and printed in both forms.
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK:   tosa.variable @state = dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT:   tosa.variable @unset {a} : tensor<?x3xi8>
tosa.variable @state = dense<0.000000e+00> : tensor<2xf32>
tosa.variable @unset {a} : tensor<?x3xi8>

// CHECK-LABEL: func.func @abs(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[ABS:.*]] = tosa.abs %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @abs(%x: tensor<4xf32>) {
  %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @add(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x1xf32>, %[[ARG1:.*]]: tensor<1x3xf32>) {
// CHECK-NEXT:     %[[ADD:.*]] = tosa.add %[[ARG0]], %[[ARG1]] : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @add(%x: tensor<4x1xf32>, %y: tensor<1x3xf32>) {
  %0 = tosa.add %x, %y : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func.func @add_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[ADD_SHAPE:.*]] = tosa.add_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @add_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @apply_scale(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i8) {
// CHECK-NEXT:     %[[APPLY_SCALE:.*]] = tosa.apply_scale %[[ARG0]], %[[ARG1]], %[[ARG2]] {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @apply_scale(%x: i32, %m: i32, %s: i8) {
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return
}

// CHECK-LABEL: func.func @argmax(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xf32>) {
// CHECK-NEXT:     %[[ARGMAX:.*]] = tosa.argmax %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<2xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @argmax(%x: tensor<4x2xf32>) {
  %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<2xi32>
  return
}

// CHECK-LABEL: func.func @arithmetic_right_shift(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[ARITHMETIC_RIGHT_SHIFT:.*]] = tosa.arithmetic_right_shift %[[ARG0]], %[[ARG1]] {round = false} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @arithmetic_right_shift(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.arithmetic_right_shift %x, %y {round = false} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @avg_pool2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x8xf32>, %[[ARG1:.*]]: tensor<1xf32>, %[[ARG2:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[AVG_POOL2D:.*]] = tosa.avg_pool2d %[[ARG0]], %[[ARG1]], %[[ARG2]] {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @avg_pool2d(%x: tensor<1x4x4x8xf32>, %xz: tensor<1xf32>, %yz: tensor<1xf32>) {
  %0 = tosa.avg_pool2d %x, %xz, %yz {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>
  return
}

// CHECK-LABEL: func.func @bitwise_and(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[BITWISE_AND:.*]] = tosa.bitwise_and %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bitwise_and(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @bitwise_not(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[BITWISE_NOT:.*]] = tosa.bitwise_not %[[ARG0]] : (tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bitwise_not(%x: tensor<4xi32>) {
  %0 = tosa.bitwise_not %x : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @bitwise_or(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[BITWISE_OR:.*]] = tosa.bitwise_or %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bitwise_or(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.bitwise_or %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @bitwise_xor(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[BITWISE_XOR:.*]] = tosa.bitwise_xor %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bitwise_xor(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.bitwise_xor %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[CAST:.*]] = tosa.cast %[[ARG0]] : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cast(%x: tensor<4xf32>) {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @cast_from_block_scaled(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x32xf8E5M2>, %[[ARG1:.*]]: tensor<4x1xf8E8M0FNU>) {
// CHECK-NEXT:     %[[CAST_FROM_BLOCK_SCALED:.*]] = tosa.cast_from_block_scaled %[[ARG0]], %[[ARG1]] {block_size = BLOCK_SIZE_32} : (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cast_from_block_scaled(%x: tensor<4x32xf8E5M2>, %s: tensor<4x1xf8E8M0FNU>) {
  %0 = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
  return
}

// CHECK-LABEL: func.func @cast_to_block_scaled(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x32xf32>) {
// CHECK-NEXT:     %[[OUTPUT_DATA:.*]], %[[OUTPUT_SCALE:.*]] = tosa.cast_to_block_scaled %[[ARG0]] {block_size = BLOCK_SIZE_32} : (tensor<4x32xf32>) -> (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cast_to_block_scaled(%x: tensor<4x32xf32>) {
  %0, %1 = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x32xf32>) -> (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>)
  return
}

// CHECK-LABEL: func.func @ceil(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[CEIL:.*]] = tosa.ceil %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @ceil(%x: tensor<4xf32>) {
  %0 = tosa.ceil %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @clamp(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[CLAMP:.*]] = tosa.clamp %[[ARG0]] {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @clamp(%x: tensor<4xf32>) {
  %0 = tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @clz(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[CLZ:.*]] = tosa.clz %[[ARG0]] : (tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @clz(%x: tensor<4xi32>) {
  %0 = tosa.clz %x : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4xf32>, %[[ARG1:.*]]: tensor<2x4xf32>) {
// CHECK-NEXT:     %[[CONCAT:.*]] = tosa.concat %[[ARG0]], %[[ARG1]] {axis = 0 : i32} : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @concat(%x: tensor<1x4xf32>, %y: tensor<2x4xf32>) {
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @concat_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONCAT_SHAPE:.*]] = tosa.concat_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @concat_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.concat_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>
  return
}

// CHECK-LABEL: func.func @cond_if(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i1>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[COND_IF:.*]] = tosa.cond_if %[[ARG0]] : tensor<i1> -> tensor<4xf32> {
// CHECK-NEXT:       tosa.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cond_if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %x : tensor<4xf32>
  } else {
    tosa.yield %y : tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @const(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @const() {
  %0 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @const_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @const_shape() {
  %0 = tosa.const_shape {values = dense<[1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x4xf32>, %[[ARG1:.*]]: tensor<8x1x1x4xf32>, %[[ARG2:.*]]: tensor<8xf32>, %[[ARG3:.*]]: tensor<1xf32>, %[[ARG4:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[CONV2D:.*]] = tosa.conv2d %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]] {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @conv2d(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %xz: tensor<1xf32>, %wz: tensor<1xf32>) {
  %0 = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// CHECK-LABEL: func.func @conv3d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x4x4xf32>, %[[ARG1:.*]]: tensor<8x1x1x1x4xf32>, %[[ARG2:.*]]: tensor<8xf32>, %[[ARG3:.*]]: tensor<1xf32>, %[[ARG4:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[CONV3D:.*]] = tosa.conv3d %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]] {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x4xf32>, tensor<8x1x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @conv3d(%x: tensor<1x4x4x4x4xf32>, %w: tensor<8x1x1x1x4xf32>, %b: tensor<8xf32>, %xz: tensor<1xf32>, %wz: tensor<1xf32>) {
  %0 = tosa.conv3d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x4xf32>, tensor<8x1x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4x8xf32>
  return
}

// CHECK-LABEL: func.func @cos(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[COS:.*]] = tosa.cos %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @cos(%x: tensor<4xf32>) {
  %0 = tosa.cos %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @custom(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[CUSTOM:.*]] = tosa.custom %[[ARG0]] {domain_name = "mine", implementation_attrs = "", operator_name = "twist"} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @custom(%x: tensor<4xf32>) {
  %0 = tosa.custom %x {domain_name = "mine", implementation_attrs = "", operator_name = "twist"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @depthwise_conv2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x4xf32>, %[[ARG1:.*]]: tensor<1x1x4x2xf32>, %[[ARG2:.*]]: tensor<8xf32>, %[[ARG3:.*]]: tensor<1xf32>, %[[ARG4:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[DEPTHWISE_CONV2D:.*]] = tosa.depthwise_conv2d %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]] {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @depthwise_conv2d(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x4x2xf32>, %b: tensor<8xf32>, %xz: tensor<1xf32>, %wz: tensor<1xf32>) {
  %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// CHECK-LABEL: func.func @dim(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[DIM:.*]] = tosa.dim %[[ARG0]] {axis = 0 : i32} : (tensor<4xf32>) -> !tosa.shape<1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @dim(%x: tensor<4xf32>) {
  %0 = tosa.dim %x {axis = 0 : i32} : (tensor<4xf32>) -> !tosa.shape<1>
  return
}

// CHECK-LABEL: func.func @div_ceil_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[DIV_CEIL_SHAPE:.*]] = tosa.div_ceil_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @div_ceil_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.div_ceil_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @div_floor_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[DIV_FLOOR_SHAPE:.*]] = tosa.div_floor_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @div_floor_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.div_floor_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[EQUAL:.*]] = tosa.equal %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @equal(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @erf(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[ERF:.*]] = tosa.erf %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @erf(%x: tensor<4xf32>) {
  %0 = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @exp(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[EXP:.*]] = tosa.exp %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @exp(%x: tensor<4xf32>) {
  %0 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @exp2_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[EXP2_SHAPE:.*]] = tosa.exp2_shape %[[CONST_SHAPE]] : (!tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @exp2_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.exp2_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @fft2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x8x8xf32>, %[[ARG1:.*]]: tensor<2x8x8xf32>) {
// CHECK-NEXT:     %[[OUTPUT_REAL:.*]], %[[OUTPUT_IMAG:.*]] = tosa.fft2d %[[ARG0]], %[[ARG1]] {inverse = false} : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @fft2d(%re: tensor<2x8x8xf32>, %im: tensor<2x8x8xf32>) {
  %0, %1 = tosa.fft2d %re, %im {inverse = false} : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>)
  return
}

// CHECK-LABEL: func.func @floor(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[FLOOR:.*]] = tosa.floor %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @floor(%x: tensor<4xf32>) {
  %0 = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @gather(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x5x3xf32>, %[[ARG1:.*]]: tensor<2x4xi32>) {
// CHECK-NEXT:     %[[GATHER:.*]] = tosa.gather %[[ARG0]], %[[ARG1]] : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @gather(%x: tensor<2x5x3xf32>, %i: tensor<2x4xi32>) {
  %0 = tosa.gather %x, %i : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: func.func @greater(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[GREATER:.*]] = tosa.greater %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @greater(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @greater_equal(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[GREATER_EQUAL:.*]] = tosa.greater_equal %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @greater_equal(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.greater_equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @identity(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[IDENTITY:.*]] = tosa.identity %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @identity(%x: tensor<4xf32>) {
  %0 = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @intdiv(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[INTDIV:.*]] = tosa.intdiv %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @intdiv(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.intdiv %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @log(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[LOG:.*]] = tosa.log %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @log(%x: tensor<4xf32>) {
  %0 = tosa.log %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @log2_ceil_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[LOG2_CEIL_SHAPE:.*]] = tosa.log2_ceil_shape %[[CONST_SHAPE]] : (!tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @log2_ceil_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.log2_ceil_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @log2_floor_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[LOG2_FLOOR_SHAPE:.*]] = tosa.log2_floor_shape %[[CONST_SHAPE]] : (!tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @log2_floor_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.log2_floor_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @logical_and(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xi1>) {
// CHECK-NEXT:     %[[LOGICAL_AND:.*]] = tosa.logical_and %[[ARG0]], %[[ARG1]] : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_and(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  %0 = tosa.logical_and %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @logical_left_shift(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[LOGICAL_LEFT_SHIFT:.*]] = tosa.logical_left_shift %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_left_shift(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.logical_left_shift %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @logical_not(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>) {
// CHECK-NEXT:     %[[LOGICAL_NOT:.*]] = tosa.logical_not %[[ARG0]] : (tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_not(%x: tensor<4xi1>) {
  %0 = tosa.logical_not %x : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @logical_or(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xi1>) {
// CHECK-NEXT:     %[[LOGICAL_OR:.*]] = tosa.logical_or %[[ARG0]], %[[ARG1]] : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_or(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  %0 = tosa.logical_or %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @logical_right_shift(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xi32>) {
// CHECK-NEXT:     %[[LOGICAL_RIGHT_SHIFT:.*]] = tosa.logical_right_shift %[[ARG0]], %[[ARG1]] : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_right_shift(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  %0 = tosa.logical_right_shift %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @logical_xor(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xi1>) {
// CHECK-NEXT:     %[[LOGICAL_XOR:.*]] = tosa.logical_xor %[[ARG0]], %[[ARG1]] : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @logical_xor(%x: tensor<4xi1>, %y: tensor<4xi1>) {
  %0 = tosa.logical_xor %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x3xf32>, %[[ARG1:.*]]: tensor<1x3x2xf32>, %[[ARG2:.*]]: tensor<1xf32>, %[[ARG3:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[MATMUL:.*]] = tosa.matmul %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]] : (tensor<1x4x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @matmul(%a: tensor<1x4x3xf32>, %b: tensor<1x3x2xf32>, %az: tensor<1xf32>, %bz: tensor<1xf32>) {
  %0 = tosa.matmul %a, %b, %az, %bz : (tensor<1x4x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2xf32>
  return
}

// CHECK-LABEL: func.func @matmul_t_block_scaled(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8x32xf8E5M2>, %[[ARG1:.*]]: tensor<4x8x1xf8E8M0FNU>, %[[ARG2:.*]]: tensor<4x16x32xf8E5M2>, %[[ARG3:.*]]: tensor<4x16x1xf8E8M0FNU>) {
// CHECK-NEXT:     %[[MATMUL_T_BLOCK_SCALED:.*]] = tosa.matmul_t_block_scaled %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]] {block_size = BLOCK_SIZE_32} : (tensor<4x8x32xf8E5M2>, tensor<4x8x1xf8E8M0FNU>, tensor<4x16x32xf8E5M2>, tensor<4x16x1xf8E8M0FNU>) -> tensor<4x8x16xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @matmul_t_block_scaled(%a: tensor<4x8x32xf8E5M2>, %as: tensor<4x8x1xf8E8M0FNU>, %b: tensor<4x16x32xf8E5M2>, %bs: tensor<4x16x1xf8E8M0FNU>) {
  %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<4x8x32xf8E5M2>, tensor<4x8x1xf8E8M0FNU>, tensor<4x16x32xf8E5M2>, tensor<4x16x1xf8E8M0FNU>) -> tensor<4x8x16xf32>
  return
}

// CHECK-LABEL: func.func @max_pool2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x8xf32>) {
// CHECK-NEXT:     %[[MAX_POOL2D:.*]] = tosa.max_pool2d %[[ARG0]] {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @max_pool2d(%x: tensor<1x4x4x8xf32>) {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
  return
}

// CHECK-LABEL: func.func @max_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[MAX_SHAPE:.*]] = tosa.max_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @max_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.max_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[MAXIMUM:.*]] = tosa.maximum %[[ARG0]], %[[ARG1]] {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @maximum(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.maximum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @min_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[MIN_SHAPE:.*]] = tosa.min_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @min_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.min_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @minimum(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[MINIMUM:.*]] = tosa.minimum %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @minimum(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.minimum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @mod_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[MOD_SHAPE:.*]] = tosa.mod_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mod_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.mod_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @mul(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x1xi32>, %[[ARG1:.*]]: tensor<1x3xi32>, %[[ARG2:.*]]: tensor<1xi8>) {
// CHECK-NEXT:     %[[MUL:.*]] = tosa.mul %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<4x1xi32>, tensor<1x3xi32>, tensor<1xi8>) -> tensor<4x3xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mul(%x: tensor<4x1xi32>, %y: tensor<1x3xi32>, %shift: tensor<1xi8>) {
  %0 = tosa.mul %x, %y, %shift : (tensor<4x1xi32>, tensor<1x3xi32>, tensor<1xi8>) -> tensor<4x3xi32>
  return
}

// CHECK-LABEL: func.func @mul_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[MUL_SHAPE:.*]] = tosa.mul_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mul_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.mul_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @negate(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<1xf32>, %[[ARG2:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[NEGATE:.*]] = tosa.negate %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @negate(%x: tensor<4xf32>, %a: tensor<1xf32>, %b: tensor<1xf32>) {
  %0 = tosa.negate %x, %a, %b : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x3xf32>, %[[ARG1:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 0, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK-NEXT:     %[[PAD:.*]] = tosa.pad %[[ARG0]], %[[CONST_SHAPE]], %[[ARG1]] : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @pad(%x: tensor<2x3xf32>, %c: tensor<1xf32>) {
  %p = tosa.const_shape {values = dense<[1, 0, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.pad %x, %p, %c : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func.func @pow(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[POW:.*]] = tosa.pow %[[ARG0]], %[[ARG1]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @pow(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.pow %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @reciprocal(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[RECIPROCAL:.*]] = tosa.reciprocal %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reciprocal(%x: tensor<4xf32>) {
  %0 = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @reduce_all(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xi1>) {
// CHECK-NEXT:     %[[REDUCE_ALL:.*]] = tosa.reduce_all %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_all(%x: tensor<4x2xi1>) {
  %0 = tosa.reduce_all %x {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
  return
}

// CHECK-LABEL: func.func @reduce_any(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xi1>) {
// CHECK-NEXT:     %[[REDUCE_ANY:.*]] = tosa.reduce_any %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_any(%x: tensor<4x2xi1>) {
  %0 = tosa.reduce_any %x {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
  return
}

// CHECK-LABEL: func.func @reduce_max(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xf32>) {
// CHECK-NEXT:     %[[REDUCE_MAX:.*]] = tosa.reduce_max %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_max(%x: tensor<4x2xf32>) {
  %0 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func.func @reduce_min(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xf32>) {
// CHECK-NEXT:     %[[REDUCE_MIN:.*]] = tosa.reduce_min %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_min(%x: tensor<4x2xf32>) {
  %0 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func.func @reduce_product(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xf32>) {
// CHECK-NEXT:     %[[REDUCE_PRODUCT:.*]] = tosa.reduce_product %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_product(%x: tensor<4x2xf32>) {
  %0 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func.func @reduce_sum(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x2xf32>) {
// CHECK-NEXT:     %[[REDUCE_SUM:.*]] = tosa.reduce_sum %[[ARG0]] {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reduce_sum(%x: tensor<4x2xf32>) {
  %0 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
  return
}

// CHECK-LABEL: func.func @rescale(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi8>, %[[ARG1:.*]]: tensor<1xi32>, %[[ARG2:.*]]: tensor<1xi8>, %[[ARG3:.*]]: tensor<1xi8>, %[[ARG4:.*]]: tensor<1xi8>) {
// CHECK-NEXT:     %[[RESCALE:.*]] = tosa.rescale %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @rescale(%x: tensor<4xi8>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi8>, %b: tensor<1xi8>) {
  %0 = tosa.rescale %x, %m, %s, %a, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x4xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[RESHAPE:.*]] = tosa.reshape %[[ARG0]], %[[CONST_SHAPE]] : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<4x2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reshape(%x: tensor<2x4xf32>) {
  %s = tosa.const_shape {values = dense<[4, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @resize(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x5x5x8xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_2:.*]] = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[RESIZE:.*]] = tosa.resize %[[ARG0]], %[[CONST_SHAPE]], %[[CONST_SHAPE_1]], %[[CONST_SHAPE_2]] {mode = BILINEAR} : (tensor<1x5x5x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x9x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @resize(%x: tensor<1x5x5x8xf32>) {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %x, %s, %o, %b {mode = BILINEAR} : (tensor<1x5x5x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x9x8xf32>
  return
}

// CHECK-LABEL: func.func @reverse(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[REVERSE:.*]] = tosa.reverse %[[ARG0]] {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reverse(%x: tensor<4xf32>) {
  %0 = tosa.reverse %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @rfft2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x8x8xf32>) {
// CHECK-NEXT:     %[[OUTPUT_REAL:.*]], %[[OUTPUT_IMAG:.*]] = tosa.rfft2d %[[ARG0]] : (tensor<2x8x8xf32>) -> (tensor<2x8x5xf32>, tensor<2x8x5xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @rfft2d(%x: tensor<2x8x8xf32>) {
  %0, %1 = tosa.rfft2d %x : (tensor<2x8x8xf32>) -> (tensor<2x8x5xf32>, tensor<2x8x5xf32>)
  return
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[RSQRT:.*]] = tosa.rsqrt %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @rsqrt(%x: tensor<4xf32>) {
  %0 = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x5x3xf32>, %[[ARG1:.*]]: tensor<2x4xi32>, %[[ARG2:.*]]: tensor<2x4x3xf32>) {
// CHECK-NEXT:     %[[SCATTER:.*]] = tosa.scatter %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<2x5x3xf32>, tensor<2x4xi32>, tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @scatter(%x: tensor<2x5x3xf32>, %i: tensor<2x4xi32>, %y: tensor<2x4x3xf32>) {
  %0 = tosa.scatter %x, %i, %y : (tensor<2x5x3xf32>, tensor<2x4xi32>, tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
  return
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[SELECT:.*]] = tosa.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @select(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tosa.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @sigmoid(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[SIGMOID:.*]] = tosa.sigmoid %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sigmoid(%x: tensor<4xf32>) {
  %0 = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @sin(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[SIN:.*]] = tosa.sin %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sin(%x: tensor<4xf32>) {
  %0 = tosa.sin %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[SLICE:.*]] = tosa.slice %[[ARG0]], %[[CONST_SHAPE]], %[[CONST_SHAPE_1]] : (tensor<4x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @slice(%x: tensor<4x3xf32>) {
  %a = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %x, %a, %n : (tensor<4x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @slice_shape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1xi32>, %[[ARG1:.*]]: tensor<1xi32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[SLICE_SHAPE:.*]] = tosa.slice_shape %[[CONST_SHAPE]], %[[ARG0]], %[[ARG1]] : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @slice_shape(%start: tensor<1xi32>, %size: tensor<1xi32>) {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice_shape %a, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
  return
}

// CHECK-LABEL: func.func @sub(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x1xf32>, %[[ARG1:.*]]: tensor<1x3xf32>) {
// CHECK-NEXT:     %[[SUB:.*]] = tosa.sub %[[ARG0]], %[[ARG1]] : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sub(%x: tensor<4x1xf32>, %y: tensor<1x3xf32>) {
  %0 = tosa.sub %x, %y : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func.func @sub_shape(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[SUB_SHAPE:.*]] = tosa.sub_shape %[[CONST_SHAPE]], %[[CONST_SHAPE]] : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @sub_shape() {
  %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.sub_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func @table(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x5xi8>, %[[ARG1:.*]]: tensor<256xi8>) {
// CHECK-NEXT:     %[[TABLE:.*]] = tosa.table %[[ARG0]], %[[ARG1]] : (tensor<4x5xi8>, tensor<256xi8>) -> tensor<4x5xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @table(%x: tensor<4x5xi8>, %t: tensor<256xi8>) {
  %0 = tosa.table %x, %t : (tensor<4x5xi8>, tensor<256xi8>) -> tensor<4x5xi8>
  return
}

// CHECK-LABEL: func.func @tanh(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[TANH:.*]] = tosa.tanh %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tanh(%x: tensor<4xf32>) {
  %0 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @tile(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[TILE:.*]] = tosa.tile %[[ARG0]], %[[CONST_SHAPE]] : (tensor<4x3xf32>, !tosa.shape<2>) -> tensor<4x9xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tile(%x: tensor<4x3xf32>) {
  %n = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %x, %n : (tensor<4x3xf32>, !tosa.shape<2>) -> tensor<4x9xf32>
  return
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x3xf32>) {
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = tosa.transpose %[[ARG0]] {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @transpose(%x: tensor<4x3xf32>) {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @transpose_conv2d(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x4xf32>, %[[ARG1:.*]]: tensor<8x1x1x4xf32>, %[[ARG2:.*]]: tensor<8xf32>, %[[ARG3:.*]]: tensor<1xf32>, %[[ARG4:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[TRANSPOSE_CONV2D:.*]] = tosa.transpose_conv2d %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG4]] {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @transpose_conv2d(%x: tensor<1x4x4x4xf32>, %w: tensor<8x1x1x4xf32>, %b: tensor<8xf32>, %xz: tensor<1xf32>, %wz: tensor<1xf32>) {
  %0 = tosa.transpose_conv2d %x, %w, %b, %xz, %wz {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return
}

// CHECK-LABEL: func.func @variable_read(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[VARIABLE_READ:.*]] = tosa.variable_read @state : tensor<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @variable_read() {
  %0 = tosa.variable_read @state : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @variable_write(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2xf32>) {
// CHECK-NEXT:     tosa.variable_write @state, %[[ARG0]] : tensor<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @variable_write(%0: tensor<2xf32>) {
  tosa.variable_write @state, %0 : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @while_loop(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i32>, %[[ARG1:.*]]: tensor<i32>) {
// CHECK-NEXT:     %[[WHILE_LOOP:.*]] = tosa.while_loop (%[[ARG2:.*]] = %[[ARG0]]) : (tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:       %[[GREATER:.*]] = tosa.greater %[[ARG1]], %[[ARG2]] : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:       tosa.yield %[[GREATER]] : tensor<i1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<i32>):
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<i32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @while_loop(%x: tensor<i32>, %y: tensor<i32>) {
  %0 = tosa.while_loop (%i = %x) : (tensor<i32>) -> tensor<i32> {
    %c = tosa.greater %y, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    tosa.yield %i : tensor<i32>
  }
  return
}

// CHECK-LABEL: func.func @quantized(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, %[[ARG1:.*]]: tensor<1xi32>, %[[ARG2:.*]]: tensor<1xi8>, %[[ARG3:.*]]: tensor<1xi8>) {
// CHECK-NEXT:     %[[RESCALE:.*]] = tosa.rescale %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG3]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<0> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @quantized(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>, %m: tensor<1xi32>, %s: tensor<1xi8>, %z: tensor<1xi8>) {
  %0 = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<*xf32>, %[[ARG1:.*]]: tensor<?x3xf32>, %[[ARG2:.*]]: tensor<*x!tosa.mxint8>) {
// CHECK-NEXT:     %[[ADD:.*]] = tosa.add %[[ARG0]], %[[ARG1]] {a} : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
// CHECK-NEXT:     %[[MAXIMUM:.*]] = tosa.maximum %[[ARG0]], %[[ARG1]] {b = 1 : i32} : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
// CHECK-NEXT:     %[[REDUCE_MAX:.*]] = tosa.reduce_max %[[ARG1]] {axis = 0 : i32, nan_mode = IGNORE} : (tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @unranked(%x: tensor<*xf32>, %y: tensor<?x3xf32>, %c: tensor<*x!tosa.mxint8>) {
  %0 = tosa.add %x, %y {a} : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  %1 = tosa.maximum %x, %y {b = 1 : i32, nan_mode = PROPAGATE} : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  %2 = tosa.reduce_max %y {axis = 0 : i32, nan_mode = #tosa.nan_mode<IGNORE>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @control(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1xi1>, %[[ARG1:.*]]: tensor<4xf32>) {
// CHECK-NEXT:     %[[COND_IF:.*]] = tosa.cond_if %[[ARG0]] (%[[ARG2:.*]] = %[[ARG1]]) : tensor<1xi1> (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<4xf32>):
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<4xf32>):
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:     } {a}
// CHECK-NEXT:     %[[WHILE_LOOP:.*]] = tosa.while_loop (%[[ARG2]] = %[[ARG1]]) : (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:       tosa.yield %[[ARG0]] : tensor<1xi1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<4xf32>):
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<4xf32>
// CHECK-NEXT:     } attributes {a}
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @control(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  %0 = tosa.cond_if %c (%a = %x) : tensor<1xi1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  } {a}
  %1 = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    tosa.yield %c : tensor<1xi1>
  } do {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  } attributes {a}
  return
}

// CHECK-LABEL: func.func private @attributes(
// CHECK-SAME:    ) attributes {a = #tosa.target_env<specification_version = "1.1.draft", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16]>, b = #tosa.target_env<specification_version = "1.0", level = none, profiles = [none], extensions = [none]>, c = #tosa.unary_quant<input_zp = 1, output_zp = 2>, d = #tosa.conv_quant<input_zp = 1, weight_zp = 2>, e = #tosa.matmul_quant<a_zp = 1, b_zp = 2>, f = #tosa.pad_quant<input_zp = 1>, g = #tosa.prof<pro_fp>, h = #tosa.ext<bf16>}
func.func private @attributes() attributes {
  a = #tosa.target_env<specification_version = "1.1.draft", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16]>,
  b = #tosa.target_env<specification_version = "1.0", level = none, profiles = [none], extensions = [none]>,
  c = #tosa.unary_quant<input_zp = 1, output_zp = 2>, d = #tosa.conv_quant<input_zp = 1, weight_zp = 2>,
  e = #tosa.matmul_quant<a_zp = 1, b_zp = 2>, f = #tosa.pad_quant<input_zp = 1>,
  g = #tosa.prof<pro_fp>, h = #tosa.ext<bf16>
}
