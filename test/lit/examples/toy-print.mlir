// RUN: mlirlite-opt --load-plugin %S/../../../examples/toy/toy.py --load-plugin %S/../../../examples/toy/lower_toy.py %s --toy-to-affine --toy-print --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlirlite-run %t.mlir | FileCheck %s --check-prefix=ROWS

// CHECK-LABEL: func.func @main()
// CHECK:         arith.addf
// CHECK:         affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT:      %[[ROW:.*]] = vector.load %{{.*}}[%[[I]], %{{.*}}] : memref<2x3xf64>, vector<3xf64>
// CHECK-NEXT:      vector.print %[[ROW]] : vector<3xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// ROWS:      ( 2, 8, 18 )
// ROWS-NEXT: ( 32, 50, 72 )
toy.func @main() {
  %0 = toy.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %1 = toy.mul %0, %0 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %2 = toy.add %1, %1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  toy.print %2 : tensor<2x3xf64>
  toy.return
}
