// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py --load-plugin %S/../../../examples/toy/lower_toy.py %s --toy-to-affine | FileCheck %s

// CHECK:       memref.global "private" constant @constant : memref<2xf64> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NEXT:  memref.global "private" constant @constant_0 : memref<2xf64> = dense<3.000000e+00>
// CHECK-LABEL: func.func @sum() -> memref<2xf64> {
// CHECK-NEXT:    %[[A:.*]] = memref.get_global @constant : memref<2xf64>
// CHECK-NEXT:    %[[B:.*]] = memref.get_global @constant_0 : memref<2xf64>
// CHECK-NEXT:    %[[SUM:.*]] = memref.alloc() : memref<2xf64>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT:      %[[X:.*]] = affine.load %[[A]][%[[I]]]
// CHECK-NEXT:      %[[Y:.*]] = affine.load %[[B]][%[[I]]]
// CHECK-NEXT:      %[[Z:.*]] = arith.addf %[[X]], %[[Y]] : f64
// CHECK-NEXT:      affine.store %[[Z]], %[[SUM]][%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[SUM]] : memref<2xf64>
toy.func @sum() -> tensor<2xf64> {
  %0 = toy.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %1 = toy.constant dense<3.0> : tensor<2xf64>
  %2 = toy.add %0, %1 : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  toy.return %2 : tensor<2xf64>
}

// toy.print stays, with a cast before it.
// CHECK-LABEL: func.func @shapes(
// CHECK-SAME:    %[[A:.*]]: memref<2x3x4xf64>)
// CHECK:         affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 3 {
// CHECK-NEXT:        affine.for %[[K:.*]] = 0 to 2 {
// CHECK-NEXT:          affine.load %[[A]][%[[K]], %[[J]], %[[I]]] : memref<2x3x4xf64>
// CHECK:         affine.for %[[I:.*]] = 0 to 24 {
// CHECK-NEXT:      affine.load %{{.*}}[(%[[I]] floordiv 6) mod 4, (%[[I]] floordiv 2) mod 3, %[[I]] mod 2] : memref<4x3x2xf64>
// CHECK:         %[[CAST:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<24xf64> to tensor<24xf64>
// CHECK-NEXT:    toy.print %[[CAST]] : tensor<24xf64>
toy.func @shapes(%a: tensor<2x3x4xf64>) {
  %0 = toy.transpose %a : tensor<2x3x4xf64> to tensor<4x3x2xf64>
  %1 = toy.reshape %0 : tensor<4x3x2xf64> to tensor<24xf64>
  toy.print %1 : tensor<24xf64>
  toy.return
}
