// RUN: mlirlite-opt %s --arith-expand --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --arith-expand=include-bf16 --split-input-file | FileCheck %s --check-prefix=BF16

// Divisions that round: the quotient, corrected where there is a remainder.

// CHECK-LABEL: func @ceildivsi
//  CHECK-SAME:   %[[A:.*]]: i32, %[[B:.*]]: i32
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
//       CHECK:   %[[ONE:.*]] = arith.constant 1 : i32
//       CHECK:   %[[Q:.*]] = arith.divsi %[[A]], %[[B]]
//       CHECK:   %[[P:.*]] = arith.muli %[[Q]], %[[B]]
//       CHECK:   %[[INEXACT:.*]] = arith.cmpi ne, %[[A]], %[[P]]
//       CHECK:   %[[NA:.*]] = arith.cmpi slt, %[[A]], %[[ZERO]]
//       CHECK:   %[[NB:.*]] = arith.cmpi slt, %[[B]], %[[ZERO]]
//       CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[NA]], %[[NB]]
//       CHECK:   %[[UP:.*]] = arith.andi %[[INEXACT]], %[[SAME]]
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[Q]], %[[ONE]]
//       CHECK:   %[[R:.*]] = arith.select %[[UP]], %[[NEXT]], %[[Q]]
//       CHECK:   return %[[R]]
func.func @ceildivsi(%a: i32, %b: i32) -> i32 {
  %0 = arith.ceildivsi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func @floordivsi
//       CHECK:   %[[Q:.*]] = arith.divsi
//       CHECK:   %[[DIFFER:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : vector<4xi1>
//       CHECK:   %[[MINUS:.*]] = arith.constant dense<-1> : vector<4xi8>
//       CHECK:   arith.addi %[[Q]], %[[MINUS]]
func.func @floordivsi(%a: vector<4xi8>, %b: vector<4xi8>) -> vector<4xi8> {
  %0 = arith.floordivsi %a, %b : vector<4xi8>
  return %0 : vector<4xi8>
}

// CHECK-LABEL: func @ceildivui
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : index
//       CHECK:   %[[NOTHING:.*]] = arith.cmpi eq, %{{.*}}, %[[ZERO]]
//       CHECK:   %[[ONE:.*]] = arith.constant 1 : index
//       CHECK:   %[[LESS:.*]] = arith.subi %{{.*}}, %[[ONE]]
//       CHECK:   %[[Q:.*]] = arith.divui %[[LESS]]
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[Q]], %[[ONE]]
//       CHECK:   arith.select %[[NOTHING]], %[[ZERO]], %[[NEXT]]
func.func @ceildivui(%a: index, %b: index) -> index {
  %0 = arith.ceildivui %a, %b : index
  return %0 : index
}

// -----

// CHECK-LABEL: func @maximumf
//  CHECK-SAME:   %[[A:.*]]: f32, %[[B:.*]]: f32
//       CHECK:   %[[G:.*]] = arith.cmpf ugt, %[[A]], %[[B]]
//       CHECK:   %[[M:.*]] = arith.select %[[G]], %[[A]], %[[B]]
//       CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[B]], %[[B]]
//       CHECK:   arith.select %[[NAN]], %[[B]], %[[M]]
func.func @maximumf(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}

// CHECK-LABEL: func @minnumf
//  CHECK-SAME:   %[[A:.*]]: f32, %[[B:.*]]: f32
//       CHECK:   %[[L:.*]] = arith.cmpf ult, %[[A]], %[[B]]
//       CHECK:   %[[M:.*]] = arith.select %[[L]], %[[A]], %[[B]]
//       CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
//       CHECK:   arith.select %[[NAN]], %[[B]], %[[M]]
func.func @minnumf(%a: f32, %b: f32) -> f32 {
  %0 = arith.minnumf %a, %b : f32
  return %0 : f32
}

// -----

// Conversions of bf16 only when asked for, other floats never.

// CHECK-LABEL: func @bf16
//       CHECK:   arith.extf
//       CHECK:   arith.truncf
//       CHECK:   arith.truncf
//  BF16-LABEL: func @bf16
//        BF16:   %[[H:.*]] = arith.bitcast %{{.*}} : bf16 to i16
//        BF16:   %[[W:.*]] = arith.extui %[[H]] : i16 to i32
//        BF16:   %[[S:.*]] = arith.shli %[[W]], %{{.*}} : i32
//        BF16:   arith.bitcast %[[S]] : i32 to f32
//        BF16:   %[[NAN:.*]] = arith.cmpf une
//        BF16:   %[[U:.*]] = arith.trunci %{{.*}} : i32 to i16
//        BF16:   %[[C:.*]] = arith.select %[[NAN]], %{{.*}}, %[[U]] : i16
//        BF16:   arith.bitcast %[[C]] : i16 to bf16
//        BF16:   arith.truncf %{{.*}} : f32 to f16
func.func @bf16(%a: bf16, %b: f32) -> (f32, bf16, f16) {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.truncf %b : f32 to bf16
  %2 = arith.truncf %b : f32 to f16
  return %0, %1, %2 : f32, bf16, f16
}

// -----

// CHECK-LABEL: func.func @extrema(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi ugt, %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPI_1]], %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[CMPI_2:.*]] = arith.cmpi slt, %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPI_2]], %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[CMPI_3:.*]] = arith.cmpi ult, %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPI_3]], %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     return %[[SELECT]], %[[SELECT_1]], %[[SELECT_2]], %[[SELECT_3]] : i32, i32, i32, i32
// CHECK-NEXT:   }
func.func @extrema(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.maxsi %a, %b : i32
  %1 = arith.maxui %a, %b : i32
  %2 = arith.minsi %a, %b : i32
  %3 = arith.minui %a, %b : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @scaling_truncf(
// CHECK-SAME:    %[[ARG0:.*]]: f16, %[[ARG1:.*]]: f16) -> f6E3M2FN {
// CHECK-NEXT:     %[[TRUNCF:.*]] = arith.truncf %[[ARG1]] fastmath<fast> : f16 to f8E8M0FNU
// CHECK-NEXT:     %[[EXTF:.*]] = arith.extf %[[TRUNCF]] fastmath<fast> : f8E8M0FNU to f16
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[ARG0]], %[[EXTF]] fastmath<fast> : f16
// CHECK-NEXT:     %[[TRUNCF_1:.*]] = arith.truncf %[[DIVF]] to_nearest_even fastmath<fast> : f16 to f6E3M2FN
// CHECK-NEXT:     return %[[TRUNCF_1]] : f6E3M2FN
// CHECK-NEXT:   }
func.func @scaling_truncf(%a: f16, %scale: f16) -> f6E3M2FN {
  %0 = arith.scaling_truncf %a, %scale to_nearest_even fastmath<fast> : f16, f16 to f6E3M2FN
  return %0 : f6E3M2FN
}

// -----

// CHECK-LABEL: func.func @scaling_extf(
// CHECK-SAME:    %[[ARG0:.*]]: vector<4xf4E2M1FN>, %[[ARG1:.*]]: vector<4xf8E8M0FNU>) -> vector<4xf32> {
// CHECK-NEXT:     %[[EXTF:.*]] = arith.extf %[[ARG1]] : vector<4xf8E8M0FNU> to vector<4xf32>
// CHECK-NEXT:     %[[EXTF_1:.*]] = arith.extf %[[ARG0]] : vector<4xf4E2M1FN> to vector<4xf32>
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[EXTF_1]], %[[EXTF]] : vector<4xf32>
// CHECK-NEXT:     return %[[MULF]] : vector<4xf32>
// CHECK-NEXT:   }
func.func @scaling_extf(%a: vector<4xf4E2M1FN>, %scale: vector<4xf8E8M0FNU>) -> vector<4xf32> {
  %0 = arith.scaling_extf %a, %scale : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// A maximum needs no constant, so that its shape may be dynamic.
// CHECK-LABEL: func.func @dynamic_shape(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<?xi32>, %[[ARG1:.*]]: tensor<?xi32>, %[[ARG2:.*]]: tensor<*xf32>, %[[ARG3:.*]]: tensor<*xf32>) -> (tensor<?xi32>, tensor<*xf32>) {
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi ult, %[[ARG0]], %[[ARG1]] : tensor<?xi32>
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPI]], %[[ARG0]], %[[ARG1]] : tensor<?xi1>, tensor<?xi32>
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf ugt, %[[ARG2]], %[[ARG3]] : tensor<*xf32>
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF]], %[[ARG2]], %[[ARG3]] : tensor<*xi1>, tensor<*xf32>
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf uno, %[[ARG3]], %[[ARG3]] : tensor<*xf32>
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPF_1]], %[[ARG3]], %[[SELECT_1]] : tensor<*xi1>, tensor<*xf32>
// CHECK-NEXT:     return %[[SELECT]], %[[SELECT_2]] : tensor<?xi32>, tensor<*xf32>
// CHECK-NEXT:   }
func.func @dynamic_shape(%a: tensor<?xi32>, %b: tensor<?xi32>, %c: tensor<*xf32>, %d: tensor<*xf32>) -> (tensor<?xi32>, tensor<*xf32>) {
  %0 = arith.minui %a, %b : tensor<?xi32>
  %1 = arith.maximumf %c, %d : tensor<*xf32>
  return %0, %1 : tensor<?xi32>, tensor<*xf32>
}
