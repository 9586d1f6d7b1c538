// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py %s --verify-roundtrip | FileCheck %s --check-prefix=TEXT
// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py %s --canonicalize | FileCheck %s --check-prefix=RULES
// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py %s --inline | FileCheck %s --check-prefix=INLINE
// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py %s --inline --toy-shapes | FileCheck %s

// TEXT:         toy.func private @product(%arg0: tensor<*xf64>, %arg1: tensor<*xf64>) -> tensor<*xf64> {
// TEXT-NEXT:      %0 = toy.transpose %arg0 : tensor<*xf64> to tensor<*xf64>
// TEXT-NEXT:      %1 = toy.mul %0, %arg1 : (tensor<*xf64>, tensor<*xf64>) -> tensor<*xf64>
// TEXT-NEXT:      toy.return %1 : tensor<*xf64>
toy.func private @product(%a: tensor<*xf64>, %b: tensor<*xf64>) -> tensor<*xf64> {
  %0 = toy.transpose %a : tensor<*xf64> to tensor<*xf64>
  %1 = toy.mul %0, %b : (tensor<*xf64>, tensor<*xf64>) -> tensor<*xf64>
  toy.return %1 : tensor<*xf64>
}

// Each call has a copy with casts; the type of a function follows what it returns.
// INLINE-LABEL: toy.func @calls(
// INLINE-SAME:    %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<3x2xf64>)
// INLINE-NEXT:    %[[CAST:.*]] = toy.cast %[[A]] : tensor<2x3xf64> to tensor<*xf64>
// INLINE-NEXT:    %[[OTHER:.*]] = toy.cast %[[B]] : tensor<3x2xf64> to tensor<*xf64>
// INLINE-NEXT:    %[[T:.*]] = toy.transpose %[[CAST]] : tensor<*xf64> to tensor<*xf64>
// INLINE-NEXT:    toy.mul %[[T]], %[[OTHER]]
// INLINE-NOT:     toy.generic_call
toy.func @calls(%a: tensor<2x3xf64>, %b: tensor<3x2xf64>) -> tensor<*xf64> {
  %0 = toy.generic_call @product(%a, %b) : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<*xf64>
  %1 = toy.reshape %0 : tensor<*xf64> to tensor<3x2xf64>
  %2 = toy.add %1, %1 : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<*xf64>
  toy.return %2 : tensor<*xf64>
}

// CHECK-LABEL: toy.func @shapes(%arg0: tensor<4x5x6xf64>) -> tensor<6x5x4xf64> {
// CHECK-NEXT:    %0 = toy.transpose %arg0 : tensor<4x5x6xf64> to tensor<6x5x4xf64>
// CHECK-NEXT:    %1 = toy.add %0, %0 : (tensor<6x5x4xf64>, tensor<6x5x4xf64>) -> tensor<6x5x4xf64>
// CHECK-NEXT:    toy.return %1 : tensor<6x5x4xf64>
toy.func @shapes(%a: tensor<4x5x6xf64>) -> tensor<*xf64> {
  %0 = toy.transpose %a : tensor<4x5x6xf64> to tensor<*xf64>
  %1 = toy.add %0, %0 : (tensor<*xf64>, tensor<*xf64>) -> tensor<*xf64>
  toy.return %1 : tensor<*xf64>
}

// RULES-LABEL: toy.func @rules(
// RULES-SAME:    %[[A:.*]]: tensor<*xf64>)
// RULES-NEXT:    %[[C:.*]] = toy.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>
// RULES-NEXT:    %[[R:.*]] = toy.reshape %[[A]] : tensor<*xf64> to tensor<3x2xf64>
// RULES-NEXT:    toy.return %[[A]], %[[R]], %[[C]]
toy.func @rules(%a: tensor<*xf64>) -> (tensor<*xf64>, tensor<3x2xf64>, tensor<2x2xf64>) {
  %0 = toy.transpose %a : tensor<*xf64> to tensor<*xf64>
  %1 = toy.transpose %0 : tensor<*xf64> to tensor<*xf64>
  %unused = toy.mul %0, %1 : (tensor<*xf64>, tensor<*xf64>) -> tensor<*xf64>
  %2 = toy.reshape %a : tensor<*xf64> to tensor<2x3xf64>
  %3 = toy.reshape %2 : tensor<2x3xf64> to tensor<3x2xf64>
  %c = toy.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %4 = toy.reshape %c : tensor<4xf64> to tensor<2x2xf64>
  toy.return %1, %3, %4 : tensor<*xf64>, tensor<3x2xf64>, tensor<2x2xf64>
}

// TEXT-LABEL: toy.func @structs(
// TEXT:         %0 = toy.struct(%arg0, %arg1) : (tensor<2xf64>, tensor<3xf64>) -> !toy.struct<"Pair" : tensor<2xf64>, tensor<3xf64>>
// TEXT-NEXT:    %1 = toy.field %0[1] : (!toy.struct<"Pair" : tensor<2xf64>, tensor<3xf64>>) -> tensor<3xf64>
// RULES-LABEL: toy.func @structs(%arg0: tensor<2xf64>, %arg1: tensor<3xf64>)
// RULES-NEXT:    toy.return %arg1
toy.func @structs(%a: tensor<2xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %0 = toy.struct(%a, %b) : (tensor<2xf64>, tensor<3xf64>) -> !toy.struct<"Pair" : tensor<2xf64>, tensor<3xf64>>
  %1 = toy.field %0[1] : (!toy.struct<"Pair" : tensor<2xf64>, tensor<3xf64>>) -> tensor<3xf64>
  toy.return %1 : tensor<3xf64>
}
