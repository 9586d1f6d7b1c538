// Annotations of some values become annotations of all.
// RUN: mlirlite-opt %s --pass-pipeline='builtin.module(func.func(sharding-propagation,cse))' | FileCheck %s
// RUN: mlirlite-opt %s --pass-pipeline='builtin.module(func.func(sharding-propagation{traversal=forward},cse))' | FileCheck %s --check-prefix=FORWARD

// CHECK:   shard.grid @line(shape = 4)
// CHECK-NEXT:   shard.grid @plane(shape = 2x4)
// FORWARD:   shard.grid @line(shape = 4)
// FORWARD-NEXT:   shard.grid @plane(shape = 2x4)
shard.grid @line(shape = 4)
shard.grid @plane(shape = 2x4)

// Backward to an argument, and forward to the result of another op.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x12xf32>) -> tensor<8x12xf32> {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @plane split_axes = {{\[\[}}1], [0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<8x12xf32>
// CHECK-NEXT:     %[[EXP:.*]] = tosa.exp %[[SHARDING_ANNOTATED]] : (tensor<8x12xf32>) -> tensor<8x12xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_0:.*]] = shard.shard %[[EXP]] to %[[SHARDING]] : tensor<8x12xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED_0]] to %[[SHARDING]] annotate_for_users : tensor<8x12xf32>
// CHECK-NEXT:     %[[CEIL:.*]] = tosa.ceil %[[SHARDING_ANNOTATED_1]] : (tensor<8x12xf32>) -> tensor<8x12xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[CEIL]] to %[[SHARDING]] : tensor<8x12xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED_2]] : tensor<8x12xf32>
// CHECK-NEXT:   }
// FORWARD-LABEL: func.func @chain(
// FORWARD-SAME:    %[[ARG0:.*]]: tensor<8x12xf32>) -> tensor<8x12xf32> {
// FORWARD-NEXT:     %[[SHARDING:.*]] = shard.sharding @plane split_axes = {{\[\[}}1], [0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<8x12xf32>
// FORWARD-NEXT:     %[[EXP:.*]] = tosa.exp %[[SHARDING_ANNOTATED]] : (tensor<8x12xf32>) -> tensor<8x12xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_0:.*]] = shard.shard %[[EXP]] to %[[SHARDING]] : tensor<8x12xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED_0]] to %[[SHARDING]] annotate_for_users : tensor<8x12xf32>
// FORWARD-NEXT:     %[[CEIL:.*]] = tosa.ceil %[[SHARDING_ANNOTATED_1]] : (tensor<8x12xf32>) -> tensor<8x12xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[CEIL]] to %[[SHARDING]] : tensor<8x12xf32>
// FORWARD-NEXT:     return %[[SHARDING_ANNOTATED_2]] : tensor<8x12xf32>
// FORWARD-NEXT:   }
func.func @chain(%x: tensor<8x12xf32>) -> tensor<8x12xf32> {
  %0 = tosa.exp %x : (tensor<8x12xf32>) -> tensor<8x12xf32>
  %s = shard.sharding @plane split_axes = [[1], [0]] : !shard.sharding
  %1 = shard.shard %0 to %s : tensor<8x12xf32>
  %2 = tosa.ceil %1 : (tensor<8x12xf32>) -> tensor<8x12xf32>
  return %2 : tensor<8x12xf32>
}

// Columns of the first factor are rows of the second.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x16xf32>, %[[ARG1:.*]]: tensor<16x4xf32>, %[[ARG2:.*]]: tensor<8x4xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @plane split_axes = {{\[\[}}0], [1]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<8x16xf32>
// CHECK-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @plane split_axes = {{\[\[}}1]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[ARG1]] to %[[SHARDING_0]] annotate_for_users : tensor<16x4xf32>
// CHECK-NEXT:     %[[SHARDING_2:.*]] = shard.sharding @plane split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_3:.*]] = shard.shard %[[ARG2]] to %[[SHARDING_2]] annotate_for_users : tensor<8x4xf32>
// CHECK-NEXT:     %[[MATMUL:.*]] = linalg.matmul ins(%[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_1]] : tensor<8x16xf32>, tensor<16x4xf32>) outs(%[[SHARDING_ANNOTATED_3]] : tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_4:.*]] = shard.shard %[[MATMUL]] to %[[SHARDING_2]] : tensor<8x4xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED_4]] : tensor<8x4xf32>
// CHECK-NEXT:   }
// FORWARD-LABEL: func.func @product(
// FORWARD-SAME:    %[[ARG0:.*]]: tensor<8x16xf32>, %[[ARG1:.*]]: tensor<16x4xf32>, %[[ARG2:.*]]: tensor<8x4xf32>) -> tensor<8x4xf32> {
// FORWARD-NEXT:     %[[SHARDING:.*]] = shard.sharding @plane split_axes = {{\[\[}}0], [1]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<8x16xf32>
// FORWARD-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @plane split_axes = {{\[\[}}1]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[ARG1]] to %[[SHARDING_0]] annotate_for_users : tensor<16x4xf32>
// FORWARD-NEXT:     %[[SHARDING_2:.*]] = shard.sharding @plane split_axes = {{\[\[}}0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_3:.*]] = shard.shard %[[ARG2]] to %[[SHARDING_2]] annotate_for_users : tensor<8x4xf32>
// FORWARD-NEXT:     %[[MATMUL:.*]] = linalg.matmul ins(%[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_1]] : tensor<8x16xf32>, tensor<16x4xf32>) outs(%[[SHARDING_ANNOTATED_3]] : tensor<8x4xf32>) -> tensor<8x4xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_4:.*]] = shard.shard %[[MATMUL]] to %[[SHARDING_2]] : tensor<8x4xf32>
// FORWARD-NEXT:     return %[[SHARDING_ANNOTATED_4]] : tensor<8x4xf32>
// FORWARD-NEXT:   }
func.func @product(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %s = shard.sharding @plane split_axes = [[0], [1]] : !shard.sharding
  %0 = shard.shard %a to %s annotate_for_users : tensor<8x16xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// What the user of a value wants is kept, and the value is resharded.
// CHECK-LABEL: func.func @conflict(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>) -> tensor<8x8xf32> {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @line split_axes = {{\[\[}}], [0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] : tensor<8x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED]] to %[[SHARDING_0]] annotate_for_users : tensor<8x8xf32>
// CHECK-NEXT:     %[[ABS:.*]] = tosa.abs %[[SHARDING_ANNOTATED_1]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[ABS]] to %[[SHARDING_0]] : tensor<8x8xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED_2]] : tensor<8x8xf32>
// CHECK-NEXT:   }
// FORWARD-LABEL: func.func @conflict(
// FORWARD-SAME:    %[[ARG0:.*]]: tensor<8x8xf32>) -> tensor<8x8xf32> {
// FORWARD-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @line split_axes = {{\[\[}}], [0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] : tensor<8x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED]] to %[[SHARDING_0]] annotate_for_users : tensor<8x8xf32>
// FORWARD-NEXT:     %[[ABS:.*]] = tosa.abs %[[SHARDING_ANNOTATED_1]] : (tensor<8x8xf32>) -> tensor<8x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[ABS]] to %[[SHARDING_0]] : tensor<8x8xf32>
// FORWARD-NEXT:     return %[[SHARDING_ANNOTATED_2]] : tensor<8x8xf32>
// FORWARD-NEXT:   }
func.func @conflict(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %rows = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %columns = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %x to %rows : tensor<8x8xf32>
  %1 = tosa.abs %0 : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = shard.shard %1 to %columns : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Constants and empty tensors take what their users want; a number needs no annotation.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> tensor<4x8xf32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[CST]] to %[[SHARDING]] : tensor<4x8xf32>
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_0:.*]] = shard.shard %[[EMPTY]] to %[[SHARDING]] : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[SHARDING_ANNOTATED_0]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// CHECK-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[SHARDING_ANNOTATED_1]] : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[FILL]] to %[[SHARDING]] : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_3:.*]] = shard.shard %[[SHARDING_ANNOTATED]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_4:.*]] = shard.shard %[[SHARDING_ANNOTATED_2]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// CHECK-NEXT:     %[[ADD:.*]] = tosa.add %[[SHARDING_ANNOTATED_3]], %[[SHARDING_ANNOTATED_4]] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_5:.*]] = shard.shard %[[ADD]] to %[[SHARDING]] : tensor<4x8xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED_5]] : tensor<4x8xf32>
// CHECK-NEXT:   }
// FORWARD-LABEL: func.func @constants(
// FORWARD-SAME:    %[[ARG0:.*]]: f32) -> tensor<4x8xf32> {
// FORWARD-NEXT:     %[[CST:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
// FORWARD-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<4x8xf32>
// FORWARD-NEXT:     %[[FILL:.*]] = linalg.fill ins(%[[ARG0]] : f32) outs(%[[EMPTY]] : tensor<4x8xf32>) -> tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[CST]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_0:.*]] = shard.shard %[[FILL]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// FORWARD-NEXT:     %[[ADD:.*]] = tosa.add %[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_0]] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[ADD]] to %[[SHARDING]] : tensor<4x8xf32>
// FORWARD-NEXT:     return %[[SHARDING_ANNOTATED_1]] : tensor<4x8xf32>
// FORWARD-NEXT:   }
func.func @constants(%n: f32) -> tensor<4x8xf32> {
  %0 = arith.constant dense<2.0> : tensor<4x8xf32>
  %1 = tensor.empty() : tensor<4x8xf32>
  %2 = linalg.fill ins(%n : f32) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = tosa.add %0, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = shard.sharding @line split_axes = [[0]] : !shard.sharding
  %4 = shard.shard %3 to %s : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// A reduced dimension is divided, the result is not; zero points are on every device.
// CHECK-LABEL: func.func @reductions(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<1xf32>) -> tensor<4xf32> {
// CHECK-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}], [0]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @line split_axes = {{\[\[}}]] : !shard.sharding
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[ARG1]] to %[[SHARDING_0]] annotate_for_users : tensor<1xf32>
// CHECK-NEXT:     %[[NEGATE:.*]] = tosa.negate %[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_1]], %[[SHARDING_ANNOTATED_1]] : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[NEGATE]] to %[[SHARDING]] : tensor<4x8xf32>
// CHECK-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_3:.*]] = shard.shard %[[SHARDING_ANNOTATED_2]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_4:.*]] = shard.shard %[[EMPTY]] to %[[SHARDING_0]] annotate_for_users : tensor<4xf32>
// CHECK-NEXT:     %[[REDUCED:.*]] = linalg.reduce { arith.maximumf } ins(%[[SHARDING_ANNOTATED_3]] : tensor<4x8xf32>) outs(%[[SHARDING_ANNOTATED_4]] : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT:     %[[SHARDING_ANNOTATED_5:.*]] = shard.shard %[[REDUCED]] to %[[SHARDING_0]] : tensor<4xf32>
// CHECK-NEXT:     return %[[SHARDING_ANNOTATED_5]] : tensor<4xf32>
// CHECK-NEXT:   }
// FORWARD-LABEL: func.func @reductions(
// FORWARD-SAME:    %[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<1xf32>) -> tensor<4xf32> {
// FORWARD-NEXT:     %[[SHARDING:.*]] = shard.sharding @line split_axes = {{\[\[}}], [0]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED:.*]] = shard.shard %[[ARG0]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING_0:.*]] = shard.sharding @line split_axes = {{\[\[}}]] : !shard.sharding
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_1:.*]] = shard.shard %[[ARG1]] to %[[SHARDING_0]] annotate_for_users : tensor<1xf32>
// FORWARD-NEXT:     %[[NEGATE:.*]] = tosa.negate %[[SHARDING_ANNOTATED]], %[[SHARDING_ANNOTATED_1]], %[[SHARDING_ANNOTATED_1]] : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_2:.*]] = shard.shard %[[NEGATE]] to %[[SHARDING]] : tensor<4x8xf32>
// FORWARD-NEXT:     %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_3:.*]] = shard.shard %[[SHARDING_ANNOTATED_2]] to %[[SHARDING]] annotate_for_users : tensor<4x8xf32>
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_4:.*]] = shard.shard %[[EMPTY]] to %[[SHARDING_0]] annotate_for_users : tensor<4xf32>
// FORWARD-NEXT:     %[[REDUCED:.*]] = linalg.reduce { arith.maximumf } ins(%[[SHARDING_ANNOTATED_3]] : tensor<4x8xf32>) outs(%[[SHARDING_ANNOTATED_4]] : tensor<4xf32>) dimensions = [1]
// FORWARD-NEXT:     %[[SHARDING_ANNOTATED_5:.*]] = shard.shard %[[REDUCED]] to %[[SHARDING_0]] : tensor<4xf32>
// FORWARD-NEXT:     return %[[SHARDING_ANNOTATED_5]] : tensor<4xf32>
// FORWARD-NEXT:   }
func.func @reductions(%x: tensor<4x8xf32>, %zero: tensor<1xf32>) -> tensor<4xf32> {
  %s = shard.sharding @line split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %x to %s annotate_for_users : tensor<4x8xf32>
  %1 = tosa.negate %0, %zero, %zero : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  %2 = tensor.empty() : tensor<4xf32>
  %3 = linalg.reduce { arith.maximumf } ins(%1 : tensor<4x8xf32>) outs(%2 : tensor<4xf32>) dimensions = [1]
  return %3 : tensor<4xf32>
}
