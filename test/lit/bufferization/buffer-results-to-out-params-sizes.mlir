// RUN: mlirlite-opt %s --buffer-results-to-out-params='hoist-dynamic-allocs' | FileCheck %s
// RUN: not mlirlite-opt %s --buffer-results-to-out-params 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: cannot create out param for dynamically shaped result

// Sizes that are arguments are known to the callers.

// CHECK-LABEL: func.func private @sized
// CHECK-SAME: (%{{.*}}: index, %{{.*}}: memref<?xf32>)
// CHECK-NEXT:   return
func.func private @sized(%n: index) -> memref<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  return %m : memref<?xf32>
}

// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK-NEXT: %[[A:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT: call @sized(%[[N]], %[[A]])
func.func @caller(%n: index) -> memref<?xf32> {
  %r = call @sized(%n) : (index) -> memref<?xf32>
  return %r : memref<?xf32>
}
