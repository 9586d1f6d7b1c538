// Constants, and scaling in 64 bits.
// RUN: mlirlite-opt %s --tosa-to-arith="include-apply-rescale=true" | FileCheck %s

// CHECK-LABEL: func.func @constants(
// CHECK-SAME:    ) -> (tensor<2xi32>, tensor<f32>) {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<3> : tensor<2xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<1.500000e+00> : tensor<f32>
// CHECK-NEXT:     return %[[CST]], %[[CST_0]] : tensor<2xi32>, tensor<f32>
// CHECK-NEXT:   }
func.func @constants() -> (tensor<2xi32>, tensor<f32>) {
  %0 = "tosa.const"() <{values = dense<3> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "tosa.const"() <{values = dense<1.5> : tensor<f32>}> : () -> tensor<f32>
  return %0, %1 : tensor<2xi32>, tensor<f32>
}

// CHECK-LABEL: func.func @once(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i8) -> i32 {
// CHECK-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// CHECK-NEXT:     %[[C31_I32:.*]] = arith.constant 31 : i32
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG2]] : i8 to i32
// CHECK-NEXT:     %[[EXTSI:.*]] = arith.extsi %[[ARG0]] : i32 to i64
// CHECK-NEXT:     %[[EXTSI_1:.*]] = arith.extsi %[[ARG1]] : i32 to i64
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[EXTSI]], %[[EXTSI_1]] : i64
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[EXTUI]] : i32 to i64
// CHECK-NEXT:     %[[SHLI:.*]] = arith.shli %[[C1_I64]], %[[EXTUI_1]] : i64
// CHECK-NEXT:     %[[SHRUI:.*]] = arith.shrui %[[SHLI]], %[[C1_I64]] : i64
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[MULI]], %[[SHRUI]] : i64
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[ADDI]], %[[EXTUI_1]] : i64
// CHECK-NEXT:     %[[TRUNCI:.*]] = arith.trunci %[[SHRSI]] : i64 to i32
// CHECK-NEXT:     return %[[TRUNCI]] : i32
// CHECK-NEXT:   }
func.func @once(%x: i32, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xi32>, %[[ARG1:.*]]: vector<4xi32>, %[[ARG2:.*]]: vector<4xi8>) -> vector<4xi32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<1> : vector<4xi64>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<31> : vector<4xi32>
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG2]] : vector<4xi8> to vector<4xi32>
// CHECK-NEXT:     %[[EXTSI:.*]] = arith.extsi %[[ARG0]] : vector<4xi32> to vector<4xi64>
// CHECK-NEXT:     %[[EXTSI_1:.*]] = arith.extsi %[[ARG1]] : vector<4xi32> to vector<4xi64>
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[EXTSI]], %[[EXTSI_1]] : vector<4xi64>
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[EXTUI]] : vector<4xi32> to vector<4xi64>
// CHECK-NEXT:     %[[SHLI:.*]] = arith.shli %[[CST_0]], %[[EXTUI_1]] : vector<4xi64>
// CHECK-NEXT:     %[[SHRUI:.*]] = arith.shrui %[[SHLI]], %[[CST_0]] : vector<4xi64>
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[MULI]], %[[SHRUI]] : vector<4xi64>
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant dense<1073741824> : vector<4xi64>
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant dense<-1073741824> : vector<4xi64>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sge, %[[ARG0]], %[[CST]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[CST_2]], %[[CST_3]] : vector<4xi1>, vector<4xi64>
// CHECK-NEXT:     %[[ADDI_1:.*]] = arith.addi %[[SELECT]], %[[ADDI]] : vector<4xi64>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sgt, %[[EXTUI]], %[[CST_1]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPI_1]], %[[ADDI_1]], %[[ADDI]] : vector<4xi1>, vector<4xi64>
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[SELECT_1]], %[[EXTUI_1]] : vector<4xi64>
// CHECK-NEXT:     %[[TRUNCI:.*]] = arith.trunci %[[SHRSI]] : vector<4xi64> to vector<4xi32>
// CHECK-NEXT:     return %[[TRUNCI]] : vector<4xi32>
// CHECK-NEXT:   }
func.func @twice(%x: vector<4xi32>, %m: vector<4xi32>, %s: vector<4xi8>) -> vector<4xi32> {
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = DOUBLE_ROUND} : (vector<4xi32>, vector<4xi32>, vector<4xi8>) -> vector<4xi32>
  return %0 : vector<4xi32>
}

// CHECK-LABEL: func.func @wide(
// CHECK-SAME:    %[[ARG0:.*]]: i48, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i8) -> i32 {
// CHECK-NEXT:     %[[C0_I48:.*]] = arith.constant 0 : i48
// CHECK-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// CHECK-NEXT:     %[[C31_I32:.*]] = arith.constant 31 : i32
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG2]] : i8 to i32
// CHECK-NEXT:     %[[EXTSI:.*]] = arith.extsi %[[ARG0]] : i48 to i64
// CHECK-NEXT:     %[[EXTSI_1:.*]] = arith.extsi %[[ARG1]] : i32 to i64
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[EXTSI]], %[[EXTSI_1]] : i64
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[EXTUI]] : i32 to i64
// CHECK-NEXT:     %[[SHLI:.*]] = arith.shli %[[C1_I64]], %[[EXTUI_1]] : i64
// CHECK-NEXT:     %[[SHRUI:.*]] = arith.shrui %[[SHLI]], %[[C1_I64]] : i64
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[MULI]], %[[SHRUI]] : i64
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[ADDI]], %[[EXTUI_1]] : i64
// CHECK-NEXT:     %[[TRUNCI:.*]] = arith.trunci %[[SHRSI]] : i64 to i32
// CHECK-NEXT:     return %[[TRUNCI]] : i32
// CHECK-NEXT:   }
func.func @wide(%x: i48, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i48, i32, i8) -> i32
  return %0 : i32
}
