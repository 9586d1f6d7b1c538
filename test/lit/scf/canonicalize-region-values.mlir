// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func private @effect(
// CHECK-SAME:    i32)
func.func private @effect(i32)

// CHECK-LABEL: func.func @carried_in_a_circle(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i32, %[[ARG4:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     scf.for %[[ARG5:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// CHECK-NEXT:       func.call @effect(%[[ARG4]]) : (i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ARG3]], %[[ARG3]] : i32, i32
// CHECK-NEXT:   }
func.func @carried_in_a_circle(%lb: index, %ub: index, %step: index, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%x = %a, %y = %a) -> (i32, i32) {
    func.call @effect(%b) : (i32) -> ()
    scf.yield %y, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @carried_twice(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG4:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG5:.*]] = %[[ARG3]]) -> (i32) {
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG5]], %[[ARG5]] : i32
// CHECK-NEXT:       scf.yield %[[ADDI]] : i32
// CHECK-NEXT:     } {kept}
// CHECK-NEXT:     return %[[FOR]], %[[FOR]] : i32, i32
// CHECK-NEXT:   }
func.func @carried_twice(%lb: index, %ub: index, %step: index, %a: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %s = arith.addi %x, %y : i32
    scf.yield %s, %s : i32, i32
  } {kept}
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @yields_from_outside(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[IF:.*]] = scf.if %[[ARG0]] -> (i32) {
// CHECK-NEXT:       "test.effect"() : () -> ()
// CHECK-NEXT:       %[[MAKE:.*]] = "test.make"() : () -> i32
// CHECK-NEXT:       scf.yield %[[MAKE]] : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[MAKE]] = "test.make"() : () -> i32
// CHECK-NEXT:       scf.yield %[[MAKE]] : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ARG1]], %[[IF]] : i32, i32
// CHECK-NEXT:   }
func.func @yields_from_outside(%c: i1, %a: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    "test.effect"() : () -> ()
    %v = "test.make"() : () -> i32
    scf.yield %a, %v : i32, i32
  } else {
    %w = "test.make"() : () -> i32
    scf.yield %a, %w : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @region_yields_from_outside(
// CHECK-SAME:    %[[ARG0:.*]]: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:     scf.execute_region no_inline {
// CHECK-NEXT:       "test.effect"() : () -> ()
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ARG0]] : memref<4xf32>
// CHECK-NEXT:   }
func.func @region_yields_from_outside(%a: memref<4xf32>) -> memref<4xf32> {
  %r = scf.execute_region -> memref<4xf32> no_inline {
    "test.effect"() : () -> ()
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @switch_yields_one_value(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> index {
// CHECK-NEXT:     scf.index_switch %[[ARG0]]
// CHECK-NEXT:     case 1 {
// CHECK-NEXT:       "test.one"() : () -> ()
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[ARG0]] : index
// CHECK-NEXT:   }
func.func @switch_yields_one_value(%i: index) -> index {
  %r = scf.index_switch %i -> index
  case 1 {
    "test.one"() : () -> ()
    scf.yield %i : index
  }
  default {
    scf.yield %i : index
  }
  return %r : index
}

// -----

// CHECK-LABEL: func.func @one_trip_from_any_start(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     memref.store %[[ARG2]], %[[ARG1]][%[[ARG0]]] : memref<?xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @one_trip_from_any_start(%lb: index, %m: memref<?xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %ub = arith.addi %lb, %c4 overflow<nsw> : index
  scf.for %i = %lb to %ub step %c4 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// May wrap around: stays a loop.
// CHECK-LABEL: func.func @one_trip_or_none(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: memref<?xf32>, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG0]], %[[C4]] : index
// CHECK-NEXT:     scf.for %[[ARG3:.*]] = %[[ARG0]] to %[[ADDI]] step %[[C4]] {
// CHECK-NEXT:       memref.store %[[ARG2]], %[[ARG1]][%[[ARG3]]] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @one_trip_or_none(%lb: index, %m: memref<?xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %ub = arith.addi %lb, %c4 : index
  scf.for %i = %lb to %ub step %c4 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @step_of_zero(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @step_of_zero(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c0 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func private @use(
// CHECK-SAME:    tensor<?xf32>) -> tensor<?xf32>
func.func private @use(tensor<?xf32>) -> tensor<?xf32>

// CHECK-LABEL: func.func @carried_cast(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: tensor<8xf32>) -> tensor<?xf32> {
// CHECK-NEXT:     %[[FOR:.*]] = scf.for %[[ARG4:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG5:.*]] = %[[ARG3]]) -> (tensor<8xf32>) {
// CHECK-NEXT:       %[[CAST_0:.*]] = tensor.cast %[[ARG5]] : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT:       %[[CALL:.*]] = func.call @use(%[[CAST_0]]) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:       %[[CAST_1:.*]] = tensor.cast %[[CALL]] : tensor<?xf32> to tensor<8xf32>
// CHECK-NEXT:       scf.yield %[[CAST_1]] : tensor<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[CAST:.*]] = tensor.cast %[[FOR]] : tensor<8xf32> to tensor<?xf32>
// CHECK-NEXT:     return %[[CAST]] : tensor<?xf32>
// CHECK-NEXT:   }
func.func @carried_cast(%lb: index, %ub: index, %step: index, %t: tensor<8xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %1 = scf.for %i = %lb to %ub step %step iter_args(%x = %0) -> (tensor<?xf32>) {
    %2 = func.call @use(%x) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @parallel_of_no_trips(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> f32 {
// CHECK-NEXT:     return %[[ARG3]] : f32
// CHECK-NEXT:   }
func.func @parallel_of_no_trips(%a: index, %b: index, %s: index, %x: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%a, %b) to (%b, %b) step (%s, %s) init (%x) -> f32 {
    %v = "test.make"() : () -> f32
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %w = arith.addf %p, %q : f32
      scf.reduce.return %w : f32
    }
  }
  return %r : f32
}
