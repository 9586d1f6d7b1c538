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
