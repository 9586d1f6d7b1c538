// Types of results follow from operands; users that need the old type get a cast.
// RUN: mlirlite-opt %s --tosa-infer-shapes | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x1xf32>, %[[ARG1:.*]]: tensor<1x?xf32>, %[[ARG2:.*]]: tensor<4x1xi1>) -> tensor<*xf32> {
// CHECK-NEXT:     %[[EXP:.*]] = tosa.exp %[[ARG0]] : (tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:     %[[ADD:.*]] = tosa.add %[[EXP]], %[[ARG1]] : (tensor<4x1xf32>, tensor<1x?xf32>) -> tensor<4x?xf32>
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[ADD]] : tensor<4x?xf32> to tensor<*xf32>
// CHECK-NEXT:     %[[SELECT:.*]] = tosa.select %[[ARG2]], %[[EXP]], %[[ARG0]] : (tensor<4x1xi1>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT:     %[[GREATER:.*]] = tosa.greater %[[EXP]], %[[ARG0]] : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xi1>
// CHECK-NEXT:     return %[[CAST]] : tensor<*xf32>
// CHECK-NEXT:   }
func.func @elementwise(%x: tensor<4x1xf32>, %y: tensor<1x?xf32>, %c: tensor<4x1xi1>) -> tensor<*xf32> {
  %0 = tosa.exp %x : (tensor<4x1xf32>) -> tensor<?x?xf32>
  %1 = tosa.add %0, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<*xf32>
  %2 = tosa.select %c, %0, %x : (tensor<4x1xi1>, tensor<?x?xf32>, tensor<4x1xf32>) -> tensor<?x?xf32>
  %3 = tosa.greater %0, %x : (tensor<?x?xf32>, tensor<4x1xf32>) -> tensor<?x?xi1>
  return %1 : tensor<*xf32>
}

// An unknown size may be anything beside a known one.
// CHECK-LABEL: func.func @not_known(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<?xf32>, %[[ARG2:.*]]: tensor<1xi8>) -> tensor<*xf32> {
// CHECK-NEXT:     %[[MUL:.*]] = tosa.mul %[[ARG0]], %[[ARG1]], %[[ARG2]] : (tensor<4xf32>, tensor<?xf32>, tensor<1xi8>) -> tensor<*xf32>
// CHECK-NEXT:     return %[[MUL]] : tensor<*xf32>
// CHECK-NEXT:   }
func.func @not_known(%x: tensor<4xf32>, %y: tensor<?xf32>, %shift: tensor<1xi8>) -> tensor<*xf32> {
  %0 = tosa.mul %x, %y, %shift : (tensor<4xf32>, tensor<?xf32>, tensor<1xi8>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @reductions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x3x4xf32>) {
// CHECK-NEXT:     %[[REDUCE_SUM:.*]] = tosa.reduce_sum %[[ARG0]] {axis = 1 : i32} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
// CHECK-NEXT:     %[[ARGMAX:.*]] = tosa.argmax %[[ARG0]] {axis = 2 : i32} : (tensor<2x3x4xf32>) -> tensor<2x3xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @reductions(%x: tensor<2x3x4xf32>) {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x3x4xf32>) -> tensor<?x1x?xf32>
  %1 = tosa.argmax %x {axis = 2 : i32} : (tensor<2x3x4xf32>) -> tensor<*xi32>
  return
}

// CHECK-LABEL: func.func @layout(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x3xf32>, %[[ARG1:.*]]: tensor<?x3xf32>, %[[ARG2:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[1, 2, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_2:.*]] = tosa.const_shape  {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONST_SHAPE_3:.*]] = tosa.const_shape  {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONCAT:.*]] = tosa.concat %[[ARG0]], %[[ARG0]] {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:     %[[PAD:.*]] = tosa.pad %[[ARG0]], %[[CONST_SHAPE]], %[[ARG2]] : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x4xf32>
// CHECK-NEXT:     %[[RESHAPE:.*]] = tosa.reshape %[[ARG0]], %[[CONST_SHAPE_1]] : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
// CHECK-NEXT:     %[[SLICE:.*]] = tosa.slice %[[ARG0]], %[[CONST_SHAPE_2]], %[[CONST_SHAPE_3]] : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xf32>
// CHECK-NEXT:     %[[TILE:.*]] = tosa.tile %[[ARG1]], %[[CONST_SHAPE_1]] : (tensor<?x3xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
// CHECK-NEXT:     %[[TRANSPOSE:.*]] = tosa.transpose %[[ARG1]] {perms = array<i32: 1, 0>} : (tensor<?x3xf32>) -> tensor<3x?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @layout(%x: tensor<2x3xf32>, %y: tensor<?x3xf32>, %c: tensor<1xf32>) {
  %p = tosa.const_shape {values = dense<[1, 2, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s = tosa.const_shape {values = dense<[3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %a = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.const_shape {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.concat %x, %x {axis = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = tosa.pad %x, %p, %c : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x?xf32>
  %2 = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %3 = tosa.slice %x, %a, %n : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?xf32>
  %4 = tosa.tile %y, %s : (tensor<?x3xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  %5 = tosa.transpose %y {perms = array<i32: 1, 0>} : (tensor<?x3xf32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @windows(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<1x8x9x3xf32>, %[[ARG1:.*]]: tensor<5x3x3x3xf32>, %[[ARG2:.*]]: tensor<3x3x3x2xf32>, %[[ARG3:.*]]: tensor<*xf32>, %[[ARG4:.*]]: tensor<1xf32>) {
// CHECK-NEXT:     %[[CONST_SHAPE:.*]] = tosa.const_shape  {values = dense<[2, 1, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
// CHECK-NEXT:     %[[CONST_SHAPE_1:.*]] = tosa.const_shape  {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
// CHECK-NEXT:     %[[CONV2D:.*]] = tosa.conv2d %[[ARG0]], %[[ARG1]], %[[ARG3]], %[[ARG4]], %[[ARG4]] {acc_type = f32, dilation = array<i64: 1, 2>, pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x8x9x3xf32>, tensor<5x3x3x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5x5xf32>
// CHECK-NEXT:     %[[DEPTHWISE_CONV2D:.*]] = tosa.depthwise_conv2d %[[ARG0]], %[[ARG2]], %[[ARG3]], %[[ARG4]], %[[ARG4]] {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x9x3xf32>, tensor<3x3x3x2xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x7x6xf32>
// CHECK-NEXT:     %[[TRANSPOSE_CONV2D:.*]] = tosa.transpose_conv2d %[[ARG0]], %[[ARG1]], %[[ARG3]], %[[ARG4]], %[[ARG4]] {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x9x3xf32>, tensor<5x3x3x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x19x5xf32>
// CHECK-NEXT:     %[[MAX_POOL2D:.*]] = tosa.max_pool2d %[[ARG0]] {kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 3>} : (tensor<1x8x9x3xf32>) -> tensor<1x4x3x3xf32>
// CHECK-NEXT:     %[[RESIZE:.*]] = tosa.resize %[[ARG0]], %[[CONST_SHAPE]], %[[CONST_SHAPE_1]], %[[CONST_SHAPE_1]] {mode = BILINEAR} : (tensor<1x8x9x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x17x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @windows(%x: tensor<1x8x9x3xf32>, %w: tensor<5x3x3x3xf32>, %d: tensor<3x3x3x2xf32>, %b: tensor<*xf32>, %z: tensor<1xf32>) {
  %s = tosa.const_shape {values = dense<[2, 1, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 2>, pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x8x9x3xf32>, tensor<5x3x3x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %1 = tosa.depthwise_conv2d %x, %d, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x9x3xf32>, tensor<3x3x3x2xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %2 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x9x3xf32>, tensor<5x3x3x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x?xf32>
  %3 = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 3>} : (tensor<1x8x9x3xf32>) -> tensor<?x?x?x?xf32>
  %4 = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x8x9x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x?x?x?xf32>
  return
}

// CHECK-LABEL: func.func @products(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<2x4x3xf32>, %[[ARG1:.*]]: tensor<*xf32>, %[[ARG2:.*]]: tensor<1xf32>, %[[ARG3:.*]]: tensor<2x5xi32>, %[[ARG4:.*]]: tensor<2x4x8xf32>) {
// CHECK-NEXT:     %[[MATMUL:.*]] = tosa.matmul %[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG2]] : (tensor<2x4x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x?xf32>
// CHECK-NEXT:     %[[GATHER:.*]] = tosa.gather %[[ARG0]], %[[ARG3]] : (tensor<2x4x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
// CHECK-NEXT:     %[[OUTPUT_REAL:.*]], %[[OUTPUT_IMAG:.*]] = tosa.rfft2d %[[ARG4]] : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @products(%a: tensor<2x4x3xf32>, %b: tensor<*xf32>, %z: tensor<1xf32>, %i: tensor<2x5xi32>, %c: tensor<2x4x8xf32>) {
  %0 = tosa.matmul %a, %b, %z, %z : (tensor<2x4x3xf32>, tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>
  %1 = tosa.gather %a, %i : (tensor<2x4x3xf32>, tensor<2x5xi32>) -> tensor<?x?x?xf32>
  %2, %3 = tosa.rfft2d %c : (tensor<2x4x8xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  return
}

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i1>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
// CHECK-NEXT:     %[[COND_IF:.*]] = tosa.cond_if %[[ARG0]] (%[[ARG3:.*]] = %[[ARG1]]) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     ^bb0(%[[ARG3]]: tensor<4xf32>):
// CHECK-NEXT:       tosa.yield %[[ARG3]] : tensor<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%[[ARG3]]: tensor<4xf32>):
// CHECK-NEXT:       %[[FLOOR:.*]] = tosa.floor %[[ARG3]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:       tosa.yield %[[FLOOR]] : tensor<4xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[COND_IF]] : tensor<4xf32> to tensor<*xf32>
// CHECK-NEXT:     %[[COND_IF_1:.*]] = tosa.cond_if %[[ARG0]] : tensor<i1> -> tensor<?xf32> {
// CHECK-NEXT:       tosa.yield %[[ARG1]] : tensor<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tosa.yield %[[ARG2]] : tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[COND_IF_1]] : tensor<?xf32> to tensor<*xf32>
// CHECK-NEXT:     return %[[CAST]], %[[CAST_0]] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT:   }
func.func @branches(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<*xf32> {
  ^bb0(%a: tensor<*xf32>):
    tosa.yield %a : tensor<*xf32>
  } else {
  ^bb0(%a: tensor<*xf32>):
    %n = tosa.floor %a : (tensor<*xf32>) -> tensor<*xf32>
    tosa.yield %n : tensor<*xf32>
  }
  %1 = tosa.cond_if %c : tensor<i1> -> tensor<*xf32> {
    tosa.yield %x : tensor<4xf32>
  } else {
    tosa.yield %y : tensor<?xf32>
  }
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// The second value grows: its size is not known.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<i1>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
// CHECK-NEXT:     %[[WHILE_LOOP:.*]]:2 = tosa.while_loop (%[[ARG2:.*]] = %[[ARG1]], %[[ARG3:.*]] = %[[ARG1]]) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
// CHECK-NEXT:       tosa.yield %[[ARG0]] : tensor<i1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: tensor<4xf32>, %[[ARG3]]: tensor<?xf32>):
// CHECK-NEXT:       %[[FLOOR:.*]] = tosa.floor %[[ARG2]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:       %[[CONCAT:.*]] = tosa.concat %[[ARG3]], %[[ARG2]] {axis = 0 : i32} : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
// CHECK-NEXT:       tosa.yield %[[FLOOR]], %[[CONCAT]] : tensor<4xf32>, tensor<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[WHILE_LOOP]]#1 : tensor<?xf32> to tensor<*xf32>
// CHECK-NEXT:     %[[CAST_0:.*]] = tensor.cast %[[WHILE_LOOP]]#0 : tensor<4xf32> to tensor<*xf32>
// CHECK-NEXT:     return %[[CAST_0]], %[[CAST]] : tensor<*xf32>, tensor<*xf32>
// CHECK-NEXT:   }
func.func @loop(%c: tensor<i1>, %x: tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0:2 = tosa.while_loop (%a = %x, %b = %x) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<*xf32>, %b: tensor<*xf32>):
    %n = tosa.floor %a : (tensor<*xf32>) -> tensor<*xf32>
    %m = tosa.concat %b, %a {axis = 0 : i32} : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
    tosa.yield %n, %m : tensor<*xf32>, tensor<*xf32>
  }
  return %0#0, %0#1 : tensor<*xf32>, tensor<*xf32>
}

// CHECK-LABEL: func.func @users(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: index) -> f32 {
// CHECK-NEXT:     %[[LOG:.*]] = tosa.log %[[ARG0]] : (tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %[[EXTRACTED:.*]] = tensor.extract %[[LOG]][%[[ARG1]], %[[ARG1]]] : tensor<4x4xf32>
// CHECK-NEXT:     return %[[EXTRACTED]] : f32
// CHECK-NEXT:   }
func.func @users(%x: tensor<4x4xf32>, %i: index) -> f32 {
  %0 = tosa.log %x : (tensor<4x4xf32>) -> tensor<?x?xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<?x?xf32>
  return %1 : f32
}
