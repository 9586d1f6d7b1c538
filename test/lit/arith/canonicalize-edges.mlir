// Constants at the edges: shifts by the width or more, NaN that an operation makes, the least number.
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @edges(
// CHECK-SAME:    ) -> (vector<4xi8>, vector<4xi8>, vector<4xi8>, f16, f32, f32, vector<2xi8>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<3> : vector<2xi8>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<[-128, 5]> : vector<2xi8>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant dense<[0, 0, 0, -8]> : vector<4xi8>
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant dense<[0, 0, 0, 126]> : vector<4xi8>
// CHECK-NEXT:     %[[CST_4:.*]] = arith.constant dense<[0, -1, 0, -2]> : vector<4xi8>
// CHECK-NEXT:     %[[CST_5:.*]] = arith.constant 0x7E00 : f16
// CHECK-NEXT:     %[[CST_6:.*]] = arith.constant 0xFFC00000 : f32
// CHECK-NEXT:     %[[CEILDIVSI:.*]] = arith.ceildivsi %[[CST_0]], %[[CST]] : vector<2xi8>
// CHECK-NEXT:     return %[[CST_2]], %[[CST_3]], %[[CST_4]], %[[CST_5]], %[[CST_1]], %[[CST_6]], %[[CEILDIVSI]] : vector<4xi8>, vector<4xi8>, vector<4xi8>, f16, f32, f32, vector<2xi8>
// CHECK-NEXT:   }
func.func @edges() -> (vector<4xi8>, vector<4xi8>, vector<4xi8>, f16, f32, f32, vector<2xi8>) {
  %a = arith.constant dense<[1, -2, 3, -4]> : vector<4xi8>
  %b = arith.constant dense<[9, -1, 8, 1]> : vector<4xi8>
  %0 = arith.shli %a, %b : vector<4xi8>
  %1 = arith.shrui %a, %b : vector<4xi8>
  %2 = arith.shrsi %a, %b : vector<4xi8>
  %inf = arith.constant 0x7C00 : f16
  %3 = arith.divf %inf, %inf : f16
  %z = arith.constant -0.0 : f32
  %4 = arith.mulf %z, %z fastmath<nnan,nsz> : f32
  %nan = arith.constant 0xFFC00000 : f32
  %5 = arith.divf %nan, %z : f32
  %least = arith.constant dense<[-128, 5]> : vector<2xi8>
  %c3 = arith.constant dense<3> : vector<2xi8>
  %6 = arith.ceildivsi %least, %c3 : vector<2xi8>
  return %0, %1, %2, %3, %4, %5, %6 : vector<4xi8>, vector<4xi8>, vector<4xi8>, f16, f32, f32, vector<2xi8>
}
