// RUN: mlirlite-opt %s --reconcile-unrealized-casts --split-input-file | FileCheck %s

// CHECK-LABEL: func @there_and_back
//  CHECK-SAME:   %[[A:.*]]: i64
//  CHECK-NEXT:   return %[[A]] : i64
func.func @there_and_back(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// -----

// CHECK-LABEL: func @long_way
//  CHECK-SAME:   %[[A:.*]]: i64
//  CHECK-NEXT:   return %[[A]] : i64
func.func @long_way(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  return %2 : i64
}

// -----

// CHECK-LABEL: func @unused
//  CHECK-NEXT:   return
func.func @unused(%a: i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  return
}

// -----

// One to many and back.

// CHECK-LABEL: func @pack
//  CHECK-SAME:   %[[A:.*]]: i64, %[[B:.*]]: i32
//  CHECK-NEXT:   return %[[A]], %[[B]] : i64, i32
func.func @pack(%a: i64, %b: i32) -> (i64, i32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i64, i32 to f32
  %1:2 = builtin.unrealized_conversion_cast %0 : f32 to i64, i32
  return %1#0, %1#1 : i64, i32
}

// -----

// The cast in the middle has another user, and stays for that.

// CHECK-LABEL: func @other_user
//  CHECK-SAME:   %[[A:.*]]: i64
//  CHECK-NEXT:   %[[I:.*]] = builtin.unrealized_conversion_cast %[[A]] : i64 to index
//  CHECK-NEXT:   return %[[A]], %[[I]] : i64, index
func.func @other_user(%a: i64) -> (i64, index) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1, %0 : i64, index
}

// -----

// Not back to where it came from.

// CHECK-LABEL: func @stays
//       CHECK:   builtin.unrealized_conversion_cast %{{.*}} : i64 to index
//       CHECK:   builtin.unrealized_conversion_cast %{{.*}} : index to i32
func.func @stays(%a: i64) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  return %1 : i32
}

// -----

// Casts of each other, in a region without an order, go together.

// CHECK-LABEL: module @cycle
//  CHECK-NEXT: }
module @cycle {
  %0 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to i32
  %3 = builtin.unrealized_conversion_cast %3 : i32 to i32
}
