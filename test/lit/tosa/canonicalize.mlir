// Folds and canonical forms of tosa's ops.
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<1xi8>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<0> : tensor<4xi32>}> : () -> tensor<4xi32>
// CHECK-NEXT:     %[[CONST_1:.*]] = "tosa.const"() <{values = dense<2> : tensor<4xi32>}> : () -> tensor<4xi32>
// CHECK-NEXT:     %[[MUL:.*]] = tosa.mul %[[ARG0]], %[[CONST_1]], %[[ARG2]] : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]], %[[ARG0]], %[[MUL]], %[[CONST_1]], %[[CONST]] : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
// CHECK-NEXT:   }
func.func @arithmetic(%x: tensor<4xi32>, %y: tensor<4xf32>, %s: tensor<1xi8>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<4xi32>}> : () -> tensor<4xi32>
  %two = "tosa.const"() <{values = dense<2> : tensor<4xi32>}> : () -> tensor<4xi32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %shift = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %noshift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = tosa.mul %y, %one, %noshift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  %2 = tosa.mul %x, %two, %shift : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  %3 = tosa.mul %x, %two, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  %4 = tosa.sub %two, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %5 = tosa.intdiv %zero, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @splats(
// CHECK-SAME:    ) -> (tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<-3> : tensor<2xi32>}> : () -> tensor<2xi32>
// CHECK-NEXT:     %[[CONST_1:.*]] = "tosa.const"() <{values = dense<false> : tensor<2xi1>}> : () -> tensor<2xi1>
// CHECK-NEXT:     %[[CONST_2:.*]] = "tosa.const"() <{values = dense<true> : tensor<2xi1>}> : () -> tensor<2xi1>
// CHECK-NEXT:     %[[CONST_3:.*]] = "tosa.const"() <{values = dense<-4.000000e-01> : tensor<2xf32>}> : () -> tensor<2xf32>
// CHECK-NEXT:     %[[CONST_4:.*]] = "tosa.const"() <{values = dense<2147483647> : tensor<2xi32>}> : () -> tensor<2xi32>
// CHECK-NEXT:     %[[CONST_5:.*]] = "tosa.const"() <{values = dense<-7> : tensor<2xi8>}> : () -> tensor<2xi8>
// CHECK-NEXT:     %[[CONST_6:.*]] = "tosa.const"() <{values = dense<-2> : tensor<2xi32>}> : () -> tensor<2xi32>
// CHECK-NEXT:     return %[[CONST]], %[[CONST_1]], %[[CONST_2]], %[[CONST_3]], %[[CONST_4]], %[[CONST_5]], %[[CONST_6]] : tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>
// CHECK-NEXT:   }
func.func @splats() -> (tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>) {
  %a = "tosa.const"() <{values = dense<-7> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "tosa.const"() <{values = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c = "tosa.const"() <{values = dense<-2.5> : tensor<2xf32>}> : () -> tensor<2xf32>
  %d = "tosa.const"() <{values = dense<1.0e+10> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = tosa.intdiv %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = tosa.greater %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %2 = tosa.greater_equal %b, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = tosa.reciprocal %c : (tensor<2xf32>) -> tensor<2xf32>
  %4 = tosa.cast %d : (tensor<2xf32>) -> tensor<2xi32>
  %5 = tosa.cast %a : (tensor<2xi32>) -> tensor<2xi8>
  %6 = tosa.cast %c : (tensor<2xf32>) -> tensor<2xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xi32>, tensor<2xi8>, tensor<2xi32>
}

// CHECK-LABEL: func.func @not_static(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi32>) {
// CHECK-NEXT:     %[[EQUAL:.*]] = tosa.equal %[[ARG0]], %[[ARG0]] : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
// CHECK-NEXT:     return %[[EQUAL]], %[[ARG0]] : tensor<?xi1>, tensor<?xi32>
// CHECK-NEXT:   }
func.func @not_static(%x: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi32>) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %0 = tosa.equal %x, %x : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = tosa.add %x, %zero : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %0, %1 : tensor<?xi1>, tensor<?xi32>
}

// CHECK-LABEL: func.func @unary(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT:     %[[ABS:.*]] = tosa.abs %[[ARG0]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[NEGATE:.*]] = tosa.negate %[[ARG0]], %[[CONST]], %[[CONST]] : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[NEGATE_1:.*]] = tosa.negate %[[NEGATE]], %[[ARG1]], %[[CONST]] : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return %[[ABS]], %[[ARG0]], %[[NEGATE_1]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:   }
func.func @unary(%x: tensor<4xf32>, %z: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.negate %x, %zero, %zero : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %3 = tosa.negate %2, %zero, %zero : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %4 = tosa.negate %2, %z, %zero : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @clamps(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi8>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:     %[[CLAMP:.*]] = tosa.clamp %[[ARG0]] {max_val = 50 : i8, min_val = 0 : i8} : (tensor<4xi8>) -> tensor<4xi8>
// CHECK-NEXT:     %[[CLAMP_1:.*]] = tosa.clamp %[[ARG1]] {max_val = 2.000000e+00 : f32, min_val = 1.000000e+00 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[CLAMP_2:.*]] = tosa.clamp %[[ARG1]] {max_val = 2.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     %[[CLAMP_3:.*]] = tosa.clamp %[[CLAMP_2]] {max_val = 3.000000e+00 : f32, min_val = 1.000000e+00 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[CLAMP]], %[[CLAMP_1]], %[[CLAMP_3]] : tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:   }
func.func @clamps(%x: tensor<4xi8>, %y: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.clamp %x {max_val = 127 : i8, min_val = -128 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %1 = tosa.clamp %x {max_val = 50 : i8, min_val = -20 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %2 = tosa.clamp %1 {max_val = 100 : i8, min_val = 0 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  %3 = tosa.clamp %y {max_val = 2.0 : f32, min_val = 0.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.clamp %3 {max_val = 3.0 : f32, min_val = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %5 = tosa.clamp %y {max_val = 2.0 : f32, min_val = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = tosa.clamp %5 {max_val = 3.0 : f32, min_val = 1.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %2, %4, %6 : tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @reductions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x1xf32>, %[[ARG1:.*]]: tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xi32>) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<0> : tensor<4xi32>}> : () -> tensor<4xi32>
// CHECK-NEXT:     %[[REDUCE_MAX:.*]] = tosa.reduce_max %[[ARG1]] {axis = 1 : i32} : (tensor<4x2xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[REDUCE_MAX]], %[[CONST]] : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xi32>
// CHECK-NEXT:   }
func.func @reductions(%x: tensor<4x1xf32>, %y: tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xi32>) {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = tosa.reduce_max %y {axis = 1 : i32} : (tensor<4x2xf32>) -> tensor<4x1xf32>
  %2 = tosa.argmax %x {axis = 1 : i32} : (tensor<4x1xf32>) -> tensor<4xi32>
  return %0, %1, %2 : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:     %[[SELECT:.*]] = tosa.select %[[ARG0]], %[[ARG2]], %[[ARG1]] : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     return %[[ARG1]], %[[ARG1]], %[[SELECT]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:   }
func.func @select(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %true = "tosa.const"() <{values = dense<true> : tensor<4xi1>}> : () -> tensor<4xi1>
  %not = tosa.logical_not %c : (tensor<4xi1>) -> tensor<4xi1>
  %0 = tosa.select %true, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.select %c, %x, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.select %not, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @layout(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x3xf32>, %[[ARG1:.*]]: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>, tensor<3x1xf32>, tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK-NEXT:     %[[RESHAPE:.*]] = tosa.reshape %[[ARG0]], %[[CONST_SHAPE_1]] : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
// CHECK-NEXT:     %[[RESHAPE_1:.*]] = tosa.reshape %[[ARG1]], %[[CONST_SHAPE]] : (tensor<1x3xf32>, !tosa.shape<2>) -> tensor<3x1xf32>
// CHECK-NEXT:     return %[[ARG0]], %[[RESHAPE]], %[[RESHAPE_1]], %[[ARG0]], %[[ARG1]], %[[ARG0]] : tensor<2x3xf32>, tensor<6xf32>, tensor<3x1xf32>, tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>
// CHECK-NEXT:   }
func.func @layout(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>, tensor<3x1xf32>, tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %once = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %1 = tosa.reshape %x, %t : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  %2 = tosa.reshape %1, %u : (tensor<3x2xf32>, !tosa.shape<1>) -> tensor<6xf32>
  %3 = tosa.transpose %y {perms = array<i32: 1, 0>} : (tensor<1x3xf32>) -> tensor<3x1xf32>
  %4 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %5 = tosa.transpose %4 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %6 = tosa.reverse %y {axis = 0 : i32} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  %7 = tosa.tile %x, %once : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  return %0, %2, %3, %5, %6, %7 : tensor<2x3xf32>, tensor<6xf32>, tensor<3x1xf32>, tensor<2x3xf32>, tensor<1x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    ) -> (tensor<3x2xi32>, tensor<1x1xi32>, tensor<2x2xi32>) {
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<{{\[\[}}1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>}> : () -> tensor<3x2xi32>
// CHECK-NEXT:     %[[CONST_1:.*]] = "tosa.const"() <{values = dense<7> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
// CHECK-NEXT:     %[[CONST_2:.*]] = "tosa.const"() <{values = dense<8> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
// CHECK-NEXT:     return %[[CONST]], %[[CONST_1]], %[[CONST_2]] : tensor<3x2xi32>, tensor<1x1xi32>, tensor<2x2xi32>
// CHECK-NEXT:   }
func.func @constants() -> (tensor<3x2xi32>, tensor<1x1xi32>, tensor<2x2xi32>) {
  %x = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %y = "tosa.const"() <{values = dense<[[1, 2, 3], [4, 5, 7]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %z = "tosa.const"() <{values = dense<8> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %t = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %at = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %from = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %one = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %two = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %t : (tensor<2x3xi32>, !tosa.shape<2>) -> tensor<3x2xi32>
  %1 = tosa.slice %y, %at, %one : (tensor<2x3xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1xi32>
  %2 = tosa.slice %z, %from, %two : (tensor<2x3xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<3x2xi32>, tensor<1x1xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x3xf32>, %[[ARG1:.*]]: tensor<2x3xf32>) -> (tensor<4x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_2:.*]] = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_3:.*]] = tosa.const_shape  {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONCAT:.*]] = tosa.concat %[[ARG0]], %[[ARG1]] {axis = 0 : i32} : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT:     %[[CONCAT_1:.*]] = tosa.concat %[[ARG0]], %[[ARG1]], %[[ARG0]] {axis = 0 : i32} : (tensor<1x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:     %[[SLICE:.*]] = tosa.slice %[[ARG1]], %[[CONST_SHAPE_1]], %[[CONST_SHAPE]] : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xf32>
// CHECK-NEXT:     %[[SLICE_1:.*]] = tosa.slice %[[CONCAT]], %[[CONST_SHAPE_2]], %[[CONST_SHAPE_3]] : (tensor<3x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ARG0]] : tensor<1x3xf32> to tensor<?x3xf32>
// CHECK-NEXT:     return %[[CONCAT_1]], %[[SLICE]], %[[SLICE_1]], %[[CAST]] : tensor<4x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<?x3xf32>
// CHECK-NEXT:   }
func.func @concat(%x: tensor<1x3xf32>, %y: tensor<2x3xf32>) -> (tensor<4x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
  %a = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %m = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %1 = tosa.concat %0, %x {axis = 0 : i32} : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  %2 = tosa.slice %0, %a, %m : (tensor<3x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xf32>
  %3 = tosa.slice %0, %b, %n : (tensor<3x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
  %4 = tosa.concat %x {axis = 0 : i32} : (tensor<1x3xf32>) -> tensor<?x3xf32>
  return %1, %2, %3, %4 : tensor<4x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func.func @padding(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x4x4x3xf32>, %[[ARG1:.*]]: tensor<2x3x3x3xf32>, %[[ARG2:.*]]: tensor<2xf32>, %[[ARG3:.*]]: tensor<4xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<4xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_2:.*]] = tosa.const_shape  {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK-NEXT:     %[[CONST:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT:     %[[CONST_SHAPE_3:.*]] = tosa.const_shape  {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
// CHECK-NEXT:     %[[PAD:.*]] = tosa.pad %[[ARG0]], %[[CONST_SHAPE_3]], %[[CONST]] : (tensor<1x4x4x3xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x6x6x3xf32>
// CHECK-NEXT:     %[[CONV2D:.*]] = tosa.conv2d %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[CONST]], %[[CONST]] {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
// CHECK-NEXT:     %[[MAX_POOL2D:.*]] = tosa.max_pool2d %[[PAD]] {kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 3, 3>} : (tensor<1x6x6x3xf32>) -> tensor<1x2x2x3xf32>
// CHECK-NEXT:     %[[PAD_1:.*]] = tosa.pad %[[ARG3]], %[[CONST_SHAPE_1]], %[[CONST]] : (tensor<4xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<5xf32>
// CHECK-NEXT:     %[[SLICE:.*]] = tosa.slice %[[PAD_1]], %[[CONST_SHAPE]], %[[CONST_SHAPE_2]] : (tensor<5xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<3xf32>
// CHECK-NEXT:     return %[[CONV2D]], %[[MAX_POOL2D]], %[[SLICE]], %[[ARG3]] : tensor<1x4x4x2xf32>, tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<4xf32>
// CHECK-NEXT:   }
func.func @padding(%x: tensor<1x4x4x3xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<2xf32>, %s: tensor<4xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.const_shape {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %0 = tosa.pad %x, %p, %zero : (tensor<1x4x4x3xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x6x6x3xf32>
  %1 = tosa.conv2d %0, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x6x6x3xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %2 = tosa.max_pool2d %0 {kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 3, 3>} : (tensor<1x6x6x3xf32>) -> tensor<1x2x2x3xf32>
  %q = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %start = tosa.const_shape {values = dense<1> : tensor<1xindex>} : () -> !tosa.shape<1>
  %size = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %none = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.pad %s, %q, %zero : (tensor<4xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<9xf32>
  %4 = tosa.slice %3, %start, %size : (tensor<9xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<3xf32>
  %5 = tosa.pad %s, %none, %zero : (tensor<4xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<4xf32>
  return %1, %2, %4, %5 : tensor<1x4x4x2xf32>, tensor<1x2x2x3xf32>, tensor<3xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @images(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x1x1x3xf32>, %[[ARG1:.*]]: tensor<1x4x4x3xf32>) -> (tensor<1x1x1x3xf32>, tensor<1x4x4x3xf32>) {
// CHECK-NEXT:     return %[[ARG0]], %[[ARG1]] : tensor<1x1x1x3xf32>, tensor<1x4x4x3xf32>
// CHECK-NEXT:   }
func.func @images(%x: tensor<1x1x1x3xf32>, %y: tensor<1x4x4x3xf32>) -> (tensor<1x1x1x3xf32>, tensor<1x4x4x3xf32>) {
  %s = tosa.const_shape {values = dense<[2, 2, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.max_pool2d %x {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %1 = tosa.resize %y, %s, %o, %o {mode = BILINEAR} : (tensor<1x4x4x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x3xf32>
  return %0, %1 : tensor<1x1x1x3xf32>, tensor<1x4x4x3xf32>
}
