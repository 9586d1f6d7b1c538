// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[TILE_ZERO:.*]] = amx.tile_zero : !amx.tile<16x16xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @f() {
  %0 = amx.tile_zero : !amx.tile<16x16xf32>
  return
}
