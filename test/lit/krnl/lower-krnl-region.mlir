// RUN: mlirlite-opt %s --lower-krnl-region | FileCheck %s

// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%[[M:.*]]: memref<1xi64>)
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<1xi64>
// CHECK-NEXT: %[[C:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V:.*]] = memref.load %[[M]][%[[C]]] : memref<1xi64>
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[V]], %[[V]] : i64
// CHECK-NEXT: memref.store %[[S]], %[[A]][%[[C]]] : memref<1xi64>
// CHECK-NEXT: return %[[A]] : memref<1xi64>
func.func @regions(%m: memref<1xi64>) -> memref<1xi64> {
  %a = memref.alloc() : memref<1xi64>
  "krnl.region"() ({
    %c = arith.constant 0 : index
    %v = memref.load %m[%c] : memref<1xi64>
    "krnl.region"() ({
      %s = arith.addi %v, %v : i64
      memref.store %s, %a[%c] : memref<1xi64>
    }) : () -> ()
  }) : () -> ()
  return %a : memref<1xi64>
}
