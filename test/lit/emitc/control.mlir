// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s

// CHECK: emitc.include <"math.h">
emitc.include <"math.h">
// CHECK: emitc.global static @table : !emitc.array<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
emitc.global static @table : !emitc.array<2xf32> = dense<[1.0, 2.0]>

// CHECK-LABEL: func @f
func.func @f(%a: i32, %b: i32, %c: i1, %n: index) {
  // CHECK: emitc.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}}  : i32 {
  emitc.for %i = %a to %b step %a : i32 {
    // CHECK: if %{{.*}} {
    // CHECK: } else {
    emitc.if %c {
      emitc.call_opaque "g"() : () -> ()
    } else {
      emitc.call_opaque "h"() : () -> ()
    }
  }
  // CHECK: emitc.expression %arg0, %arg1 : (i32, i32) -> i32 {
  // CHECK-NEXT: add %arg0, %arg1 : (i32, i32) -> i32
  %e = emitc.expression %a, %b : (i32, i32) -> i32 {
    %sum = emitc.add %a, %b : (i32, i32) -> i32
    emitc.yield %sum : i32
  }
  // CHECK: emitc.switch %{{.*}} : i32
  // CHECK-NEXT: case 2 {
  emitc.switch %a : i32
  case 2 {
    emitc.yield
  }
  default {
    emitc.yield
  }
  return
}
