// RUN: mlirlite-opt %s --buffer-results-to-out-params --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --buffer-results-to-out-params='add-result-attr hoist-static-allocs hoist-dynamic-allocs' --split-input-file | FileCheck %s --check-prefix=HOIST

// CHECK-LABEL: func.func private @made
// CHECK-SAME: (%[[OUT:.*]]: memref<4xf32>) -> i32 {
// CHECK:        %[[M:.*]] = memref.alloc()
// CHECK:        memref.copy %[[M]], %[[OUT]]
// CHECK-NEXT:   return %{{.*}} : i32

// HOIST-LABEL: func.func private @made
// HOIST-SAME: (%[[OUT:.*]]: memref<4xf32> {bufferize.result}) -> i32 {
// HOIST-NOT:    memref.alloc
// HOIST:        memref.store %{{.*}}, %[[OUT]]
// HOIST-NEXT:   return
func.func private @made() -> (memref<4xf32>, i32) {
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %i = arith.constant 7 : i32
  memref.store %x, %m[%c0] : memref<4xf32>
  return %m, %i : memref<4xf32>, i32
}

// CHECK-LABEL: func.func @caller
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %[[R:.*]] = call @made(%[[A]]) : (memref<4xf32>) -> i32
// CHECK-NEXT: return %[[A]], %[[R]]
func.func @caller() -> (memref<4xf32>, i32) {
  %r:2 = call @made() : () -> (memref<4xf32>, i32)
  return %r#0, %r#1 : memref<4xf32>, i32
}

// -----

// A buffer that is cast to unknown strides; a function without a body stays.

// CHECK-LABEL: func.func private @cast
// CHECK-SAME: (%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32, strided<[?], offset: ?>>)
func.func private @cast(%m: memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
  %c = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %c : memref<4xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func private @external
// CHECK-SAME: () -> memref<4xf32>
func.func private @external() -> memref<4xf32>

// CHECK-LABEL: func.func @calls
// CHECK:      %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[A]]
// CHECK-NEXT: call @cast(%{{.*}}, %[[C]])
// CHECK:      call @external() : () -> memref<4xf32>
func.func @calls(%m: memref<4xf32>) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32>) {
  %r = call @cast(%m) : (memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>>
  %s = call @external() : () -> memref<4xf32>
  return %r, %s : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32>
}
