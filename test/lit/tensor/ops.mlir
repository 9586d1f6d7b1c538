// The custom syntax of tensor's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @tens(
func.func @tens(%t: tensor<?x4xf32>, %i: index, %f: f32, %s: tensor<2xindex>) {
  // CHECK: %{{.*}} = tensor.empty(%{{.*}}) : tensor<?x4xf32>
  %0 = tensor.empty(%i) : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.dim %{{.*}}, %{{.*}} : tensor<?x4xf32>
  %1 = tensor.dim %t, %i : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<?x4xf32>
  %2 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.insert %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] : tensor<?x4xf32>
  %3 = tensor.insert %f into %t[%i, %i] : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %4 = tensor.extract_slice %t[0, 0][%i, 2][1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  // CHECK: %{{.*}} = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [%{{.*}}, 2] [1, 1] : tensor<?x2xf32> into tensor<?x4xf32>
  %5 = tensor.insert_slice %4 into %t[0, 0][%i, 2][1, 1] : tensor<?x2xf32> into tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<*xf32>
  %6 = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
  // CHECK: %{{.*}} = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xf32>
  %7 = tensor.from_elements %f, %f : tensor<2xf32>
  // CHECK: %{{.*}} = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1{{\]\]}} : tensor<?x4xf32> into tensor<?xf32>
  %8 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  // CHECK: %{{.*}} = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2{{\]\]}} output_shape [%{{.*}}, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  %9 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%i, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  // CHECK: %{{.*}} = tensor.generate %{{.*}} {
  %10 = tensor.generate %i {
  // CHECK: ^bb0(%{{.*}}: index):
  ^bb0(%a: index):
    // CHECK: tensor.yield %{{.*}} : f32
    tensor.yield %f : f32
  // CHECK: } : tensor<?xf32>
  } : tensor<?xf32>
  // CHECK: %{{.*}} = tensor.pad %{{.*}} low[0, %{{.*}}] high[1, 0] {
  %11 = tensor.pad %t low[0, %i] high[1, 0] {
  // CHECK: ^bb0(%{{.*}}: index, %{{.*}}: index):
  ^bb0(%a: index, %b: index):
    // CHECK: tensor.yield %{{.*}} : f32
    tensor.yield %f : f32
  // CHECK: } : tensor<?x4xf32> to tensor<?x?xf32>
  } : tensor<?x4xf32> to tensor<?x?xf32>
  // CHECK: %{{.*}} = tensor.rank %{{.*}} : tensor<?x4xf32>
  %12 = tensor.rank %t : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.reshape %{{.*}}(%{{.*}}) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %13 = tensor.reshape %t(%s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  // CHECK: %{{.*}} = tensor.splat %{{.*}}[%{{.*}}] : tensor<?x4xf32>
  %14 = tensor.splat %f[%i] : tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %15 = tensor.concat dim(0) %t, %t : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: %{{.*}} = tensor.bitcast %{{.*}} : tensor<?x4xf32> to tensor<?x4xi32>
  %16 = tensor.bitcast %t : tensor<?x4xf32> to tensor<?x4xi32>
  return
}
