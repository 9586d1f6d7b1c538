// RUN: mlirlite-opt %s --location-snapshot='filename=%t' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t

// mlir-opt knows this pass by its other name, --snapshot-op-locations, only.

// CHECK-LABEL: func.func @f
//       CHECK:   return loc("{{.*}}":3:4)
//       CHECK: } loc("{{.*}}":2:2)

//  FILE: func.func @f
func.func @f() {
  return
}
