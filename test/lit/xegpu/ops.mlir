// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: memref<24x32xf32>) {
// CHECK-NEXT:     %[[CREATE_ND_TDESC:.*]] = xegpu.create_nd_tdesc %[[ARG0]] : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
// CHECK-NEXT:     %[[CREATE_ND_TDESC_1:.*]] = xegpu.create_nd_tdesc %[[ARG0]] : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32>
// CHECK-NEXT:     xegpu.prefetch_nd %[[CREATE_ND_TDESC_1]][0, 16]  : !xegpu.tensor_desc<8x16xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @f(%m: memref<24x32xf32>) {
  %0 = xegpu.create_nd_tdesc %m : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32, #xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>>
  %1 = xegpu.create_nd_tdesc %m : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32>
  xegpu.prefetch_nd %1[0, 16] : !xegpu.tensor_desc<8x16xf32>
  return
}
