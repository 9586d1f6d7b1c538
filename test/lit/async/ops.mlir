// RUN: mlirlite-opt %s | FileCheck %s

// CHECK-LABEL: async.func @f(
// CHECK-SAME:    %[[ARG0:.*]]: f32) -> !async.value<f32> {
// CHECK-NEXT:     return %[[ARG0]] : f32
// CHECK-NEXT:   }
async.func @f(%x: f32) -> !async.value<f32> {
  return %x : f32
}
// CHECK-LABEL: func.func @g(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: !async.token, %[[ARG2:.*]]: !async.value<f32>) {
// CHECK-NEXT:     %[[TOKEN:.*]], %[[BODYRESULTS:.*]] = async.execute [%[[ARG1]]] (%[[ARG2]] as %[[ARG3:.*]]: !async.value<f32>) -> !async.value<f32> {
// CHECK-NEXT:       async.yield %[[ARG3]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[AWAIT:.*]] = async.await %[[BODYRESULTS]] : !async.value<f32>
// CHECK-NEXT:     async.await %[[TOKEN]] : !async.token
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @g(%x: f32, %t: !async.token, %v: !async.value<f32>) {
  %t0, %r = async.execute [%t] (%v as %y: !async.value<f32>) -> !async.value<f32> {
    async.yield %y : f32
  }
  %0 = async.await %r : !async.value<f32>
  async.await %t0 : !async.token
  return
}
