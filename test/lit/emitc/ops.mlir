// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: emitc.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: !emitc.array<4x2xf32>) -> i32 {
// CHECK-NEXT:     %[[ADD:.*]] = add %[[ARG0]], %[[ARG0]] : (i32, i32) -> i32
// CHECK-NEXT:     return %[[ADD]] : i32
// CHECK-NEXT:   }
emitc.func @f(%x: i32, %a: !emitc.array<4x2xf32>) -> i32 {
  %0 = emitc.add %x, %x : (i32, i32) -> i32
  return %0 : i32
}
