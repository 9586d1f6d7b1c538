// Scaling in 32 bits, where the values have no more.
// RUN: mlirlite-opt %s --tosa-to-arith="include-apply-rescale=true use-32-bit=true" | FileCheck %s

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
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG2]] : i8 to i32
// CHECK-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:     %[[C2_I32:.*]] = arith.constant 2 : i32
// CHECK-NEXT:     %[[C30_I32:.*]] = arith.constant 30 : i32
// CHECK-NEXT:     %[[C32_I32:.*]] = arith.constant 32 : i32
// CHECK-NEXT:     %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sge, %[[EXTUI]], %[[C32_I32]] : i32
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sgt, %[[EXTUI]], %[[C32_I32]] : i32
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[C32_I32]], %[[EXTUI]] : i32
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[EXTUI]], %[[C32_I32]] : i32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[C0_I32]], %[[SUBI]] : i32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPI]], %[[SUBI_1]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[SUBI_2:.*]] = arith.subi %[[EXTUI]], %[[C1_I32]] : i32
// CHECK-NEXT:     %[[SHLI:.*]] = arith.shli %[[C1_I32]], %[[SUBI_2]] : i32
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPI_1]], %[[C0_I32]], %[[SHLI]] : i32
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[LOW]], %[[SELECT_2]] : i32
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi ugt, %[[LOW]], %[[ADDI]] : i32
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[CMPI_2]] : i1 to i32
// CHECK-NEXT:     %[[ADDI_1:.*]] = arith.addi %[[HIGH]], %[[EXTUI_1]] : i32
// CHECK-NEXT:     %[[SUBI_3:.*]] = arith.subi %[[SELECT_1]], %[[C1_I32]] : i32
// CHECK-NEXT:     %[[SHLI_1:.*]] = arith.shli %[[C1_I32]], %[[SUBI_3]] : i32
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPI_1]], %[[SHLI_1]], %[[C0_I32]] : i32
// CHECK-NEXT:     %[[ADDI_2:.*]] = arith.addi %[[ADDI_1]], %[[SELECT_3]] : i32
// CHECK-NEXT:     %[[SHLI_2:.*]] = arith.shli %[[ADDI_2]], %[[SELECT]] : i32
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[SHLI_2]], %[[SELECT_1]] : i32
// CHECK-NEXT:     %[[SHRUI:.*]] = arith.shrui %[[ADDI]], %[[EXTUI]] : i32
// CHECK-NEXT:     %[[SELECT_4:.*]] = arith.select %[[CMPI]], %[[C0_I32]], %[[SHRUI]] : i32
// CHECK-NEXT:     %[[ADDI_3:.*]] = arith.addi %[[SELECT_4]], %[[SHRSI]] : i32
// CHECK-NEXT:     return %[[ADDI_3]] : i32
// CHECK-NEXT:   }
func.func @once(%x: i32, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xi32>, %[[ARG1:.*]]: vector<4xi32>, %[[ARG2:.*]]: vector<4xi8>) -> vector<4xi32> {
// CHECK-NEXT:     %[[EXTUI:.*]] = arith.extui %[[ARG2]] : vector<4xi8> to vector<4xi32>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant dense<1> : vector<4xi32>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant dense<2> : vector<4xi32>
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant dense<30> : vector<4xi32>
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant dense<32> : vector<4xi32>
// CHECK-NEXT:     %[[LOW:.*]], %[[HIGH:.*]] = arith.mulsi_extended %[[ARG0]], %[[ARG1]] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sge, %[[EXTUI]], %[[CST_3]] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi sgt, %[[EXTUI]], %[[CST_3]] : vector<4xi32>
// CHECK-NEXT:     %[[SUBI:.*]] = arith.subi %[[CST_3]], %[[EXTUI]] : vector<4xi32>
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[EXTUI]], %[[CST_3]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[CST]], %[[SUBI]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPI]], %[[SUBI_1]], %[[CST]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[CST_4:.*]] = arith.constant dense<-1> : vector<4xi32>
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi sge, %[[ARG0]], %[[CST]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPI_2]], %[[CST_0]], %[[CST_4]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPI]], %[[SELECT_2]], %[[CST]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[SHRUI:.*]] = arith.shrui %[[LOW]], %[[CST_2]] : vector<4xi32>
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[SHRUI]], %[[SELECT_3]] : vector<4xi32>
// CHECK-NEXT:     %[[SHRSI:.*]] = arith.shrsi %[[ADDI]], %[[CST_1]] : vector<4xi32>
// CHECK-NEXT:     %[[SHLI:.*]] = arith.shli %[[SELECT_3]], %[[CST_2]] : vector<4xi32>
// CHECK-NEXT:     %[[ADDI_1:.*]] = arith.addi %[[LOW]], %[[SHLI]] : vector<4xi32>
// CHECK-NEXT:     %[[ADDI_2:.*]] = arith.addi %[[HIGH]], %[[SHRSI]] : vector<4xi32>
// CHECK-NEXT:     %[[SUBI_2:.*]] = arith.subi %[[EXTUI]], %[[CST_0]] : vector<4xi32>
// CHECK-NEXT:     %[[SHLI_1:.*]] = arith.shli %[[CST_0]], %[[SUBI_2]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT_4:.*]] = arith.select %[[CMPI_1]], %[[CST]], %[[SHLI_1]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[ADDI_3:.*]] = arith.addi %[[ADDI_1]], %[[SELECT_4]] : vector<4xi32>
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi ugt, %[[ADDI_1]], %[[ADDI_3]] : vector<4xi32>
// CHECK-NEXT:     %[[EXTUI_1:.*]] = arith.extui %[[CMPI_3]] : vector<4xi1> to vector<4xi32>
// CHECK-NEXT:     %[[ADDI_4:.*]] = arith.addi %[[ADDI_2]], %[[EXTUI_1]] : vector<4xi32>
// CHECK-NEXT:     %[[SUBI_3:.*]] = arith.subi %[[SELECT_1]], %[[CST_0]] : vector<4xi32>
// CHECK-NEXT:     %[[SHLI_2:.*]] = arith.shli %[[CST_0]], %[[SUBI_3]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT_5:.*]] = arith.select %[[CMPI_1]], %[[SHLI_2]], %[[CST]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[ADDI_5:.*]] = arith.addi %[[ADDI_4]], %[[SELECT_5]] : vector<4xi32>
// CHECK-NEXT:     %[[SHLI_3:.*]] = arith.shli %[[ADDI_5]], %[[SELECT]] : vector<4xi32>
// CHECK-NEXT:     %[[SHRSI_1:.*]] = arith.shrsi %[[SHLI_3]], %[[SELECT_1]] : vector<4xi32>
// CHECK-NEXT:     %[[SHRUI_1:.*]] = arith.shrui %[[ADDI_3]], %[[EXTUI]] : vector<4xi32>
// CHECK-NEXT:     %[[SELECT_6:.*]] = arith.select %[[CMPI]], %[[CST]], %[[SHRUI_1]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:     %[[ADDI_6:.*]] = arith.addi %[[SELECT_6]], %[[SHRSI_1]] : vector<4xi32>
// CHECK-NEXT:     return %[[ADDI_6]] : vector<4xi32>
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
