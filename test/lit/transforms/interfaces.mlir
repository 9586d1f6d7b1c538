// Passes see ops of a plugin by their interfaces and traits only.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --control-flow-sink --loop-invariant-code-motion --cse --buffer-hoisting --split-input-file --allow-unregistered-dialect | FileCheck %s

// One of the first two regions runs, and then the third: only the third sees both.

// CHECK-LABEL: func.func @sinks(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32 {
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:     %[[REGION_IF:.*]] = test.region_if %[[ARG0]], %[[ARG1]]: i32, i32 -> i32 then {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32):
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG0]], %[[ARG1]] : i32
// CHECK-NEXT:       test.region_if_yield %[[ADDI]] : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: i32, %[[ARG3]]: i32):
// CHECK-NEXT:       test.region_if_yield %[[MULI]] : i32
// CHECK-NEXT:     } join {
// CHECK-NEXT:     ^bb0(%[[ARG2]]: i32):
// CHECK-NEXT:       %[[ADDI]] = arith.addi %[[ARG2]], %[[MULI]] : i32
// CHECK-NEXT:       test.region_if_yield %[[ADDI]] : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[REGION_IF]] : i32
// CHECK-NEXT:   }
func.func @sinks(%a: i32, %b: i32) -> i32 {
  %sum = arith.addi %a, %b : i32
  %product = arith.muli %a, %b : i32
  %0 = test.region_if %a, %b: i32, i32 -> i32 then {
  ^bb0(%x: i32, %y: i32):
    test.region_if_yield %sum : i32
  } else {
  ^bb0(%x: i32, %y: i32):
    test.region_if_yield %product : i32
  } join {
  ^bb0(%x: i32):
    %z = arith.addi %x, %product : i32
    test.region_if_yield %z : i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @hoists(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i32) {
// CHECK-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// CHECK-NEXT:     %[[ALWAYS_SPECULATABLE_OP:.*]] = "test.always_speculatable_op"() : () -> i32
// CHECK-NEXT:     %[[CONDITIONALLY_SPECULATABLE_OP:.*]] = "test.conditionally_speculatable_op"(%[[C1_I32]]) : (i32) -> i32
// CHECK-NEXT:     scf.for %[[ARG4:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:       %[[NEVER_SPECULATABLE_OP:.*]] = "test.never_speculatable_op"() : () -> i32
// CHECK-NEXT:       %[[CONDITIONALLY_SPECULATABLE_OP_1:.*]] = "test.conditionally_speculatable_op"(%[[ARG3]]) : (i32) -> i32
// CHECK-NEXT:       "x.use"(%[[ALWAYS_SPECULATABLE_OP]], %[[NEVER_SPECULATABLE_OP]], %[[CONDITIONALLY_SPECULATABLE_OP]], %[[CONDITIONALLY_SPECULATABLE_OP_1]]) : (i32, i32, i32, i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @hoists(%lb: index, %ub: index, %step: index, %x: i32) {
  %c = arith.constant 1 : i32
  scf.for %i = %lb to %ub step %step {
    %0 = "test.always_speculatable_op"() : () -> i32
    %1 = "test.never_speculatable_op"() : () -> i32
    %2 = "test.conditionally_speculatable_op"(%c) : (i32) -> i32
    %3 = "test.conditionally_speculatable_op"(%x) : (i32) -> i32
    "x.use"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @same(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[CSE_OF_SINGLE_BLOCK_OP:.*]] = test.cse_of_single_block_op inputs(%[[ARG0]], %[[ARG1]]) {
// CHECK-NEXT:     ^bb0(%[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32):
// CHECK-NEXT:       test.region_yield %[[ARG2]] : i32
// CHECK-NEXT:     } : i32, i32 -> i32
// CHECK-NEXT:     return %[[CSE_OF_SINGLE_BLOCK_OP]], %[[CSE_OF_SINGLE_BLOCK_OP]] : i32, i32
// CHECK-NEXT:   }
func.func @same(%a: i32, %b: i32) -> (i32, i32) {
  %0 = test.cse_of_single_block_op inputs(%a, %b) {
  ^bb0(%x: i32, %y: i32):
    test.region_yield %x : i32
  } : i32, i32 -> i32
  %1 = test.cse_of_single_block_op inputs(%a, %b) {
  ^bb0(%x: i32, %y: i32):
    test.region_yield %x : i32
  } : i32, i32 -> i32
  return %0, %1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @buffers(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: memref<2xf32>, %[[ARG2:.*]]: memref<2xf32>) {
// CHECK-NEXT:     %[[ALLOC:.*]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%[[ARG1]] : memref<2xf32>)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     test.buffer_based in(%[[ARG1]] : memref<2xf32>) out(%[[ALLOC]] : memref<2xf32>)
// CHECK-NEXT:     cf.br ^bb3(%[[ALLOC]] : memref<2xf32>)
// CHECK-NEXT:   ^bb3(%[[VAL:.*]]: memref<2xf32>):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     test.copy(%[[VAL]], %[[ARG2]]) : (memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @buffers(%c: i1, %in: memref<2xf32>, %out: memref<2xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%in : memref<2xf32>)
^bb2:
  %0 = memref.alloc() : memref<2xf32>
  test.buffer_based in(%in: memref<2xf32>) out(%0: memref<2xf32>)
  cf.br ^bb3(%0 : memref<2xf32>)
^bb3(%1: memref<2xf32>):
  test.copy(%1, %out) : (memref<2xf32>, memref<2xf32>)
  return
}
