// RUN: mlirlite-opt %s --remove-dead-values | FileCheck %s

// The dead result of a loop goes with what it goes round with.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> index {
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:     %[[POISON:.*]] = ub.poison : index
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG2:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (index) {
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG3]], %[[ARG2]] : index
// CHECK-NEXT:       %[[POISON_1:.*]] = ub.poison : index
// CHECK-NEXT:       scf.yield %[[ADDI]] : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : index
// CHECK-NEXT:   }
func.func @loop(%arg0: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%live = %arg0, %dead = %c1) -> (index, index) {
    %1 = arith.addi %live, %i : index
    %2 = arith.muli %dead, %n : index
    scf.yield %1, %2 : index, index
  }
  return %0#0 : index
}
