// Canonical forms of scf, as mlir-opt gives them.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @if_const
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[ARG0]], %[[ARG1]] : i32
//  CHECK-NEXT:   return %[[V0]] : i32
func.func @if_const(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %0 = scf.if %t -> (i32) {
    %1 = arith.addi %a, %b : i32
    scf.yield %1 : i32
  } else {
    scf.yield %b : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @if_false
//  CHECK-NEXT:   return
func.func @if_false() {
  %f = arith.constant false
  scf.if %f {
    "test.a"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_select
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) -> (i32, i32)
//  CHECK-NEXT:   %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : i32
//  CHECK-NEXT:   return %[[V0]], %[[ARG2]] : i32, i32
func.func @if_select(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    scf.yield %a, %b : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @if_partial_select
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) -> (i32, i32)
//  CHECK-NEXT:   %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : i32
//  CHECK-NEXT:   %[[V1:.*]] = scf.if %[[ARG0]] -> (i32) {
//  CHECK-NEXT:   %[[V2:.*]] = "test.a"() : () -> i32
//  CHECK-NEXT:   scf.yield %[[V2]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:   scf.yield %[[ARG2]] : i32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[V0]], %[[V1]] : i32, i32
func.func @if_partial_select(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = "test.a"() : () -> i32
    scf.yield %a, %1 : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @if_unused
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   %[[V0:.*]] = scf.if %[[ARG0]] -> (i32) {
//  CHECK-NEXT:   %[[V1:.*]] = "test.a"() : () -> i32
//  CHECK-NEXT:   %[[V2:.*]] = "test.b"() : () -> i32
//  CHECK-NEXT:   scf.yield %[[V2]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:   %[[V1:.*]] = "test.c"() : () -> i32
//  CHECK-NEXT:   %[[V2:.*]] = "test.d"() : () -> i32
//  CHECK-NEXT:   scf.yield %[[V2]] : i32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[V0]] : i32
func.func @if_unused(%c: i1, %a: i32) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = "test.a"() : () -> i32
    %2 = "test.b"() : () -> i32
    scf.yield %1, %2 : i32, i32
  } else {
    %1 = "test.c"() : () -> i32
    %2 = "test.d"() : () -> i32
    scf.yield %1, %2 : i32, i32
  }
  return %0#1 : i32
}

// CHECK-LABEL: func.func @if_known
//  CHECK-SAME: (%[[ARG0:.*]]: i1)
//  CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   scf.if %[[ARG0]] {
//  CHECK-NEXT:   "test.a"(%[[TRUE]]) : (i1) -> ()
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:   "test.b"(%[[FALSE]]) : (i1) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @if_known(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  return
}

// CHECK-LABEL: func.func @if_empty_else
//  CHECK-SAME: (%[[ARG0:.*]]: i1)
//  CHECK-NEXT:   scf.if %[[ARG0]] {
//  CHECK-NEXT:   "test.a"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
  }
  return
}

// CHECK-LABEL: func.func @if_nested
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i1)
//  CHECK-NEXT:   %[[V0:.*]] = arith.andi %[[ARG0]], %[[ARG1]] : i1
//  CHECK-NEXT:   scf.if %[[V0]] {
//  CHECK-NEXT:   "test.a"() : () -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @if_nested(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "test.a"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @for_zero
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   return %[[ARG0]] : f32
func.func @for_zero(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %c0 step %c1 iter_args(%x = %a) -> (f32) {
    %1 = "test.a"(%x) : (f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_one
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[V0:.*]] = "test.a"(%[[ARG0]], %[[C0]]) : (f32, index) -> f32
//  CHECK-NEXT:   return %[[V0]] : f32
func.func @for_one(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> (f32) {
    %1 = "test.a"(%x, %i) : (f32, index) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_same_bounds
//  CHECK-SAME: (%[[ARG0:.*]]: index, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> f32
//  CHECK-NEXT:   return %[[ARG1]] : f32
func.func @for_same_bounds(%n: index, %a: f32, %s: index) -> f32 {
  %0 = scf.for %i = %n to %n step %s iter_args(%x = %a) -> (f32) {
    %1 = "test.a"(%x, %i) : (f32, index) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @for_invariant
//  CHECK-SAME: (%[[ARG0:.*]]: index, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: index) -> (f32, f32)
//  CHECK-NEXT:   %[[V0:.*]] = scf.for %[[ARG4:.*]] = %[[ARG0]] to %[[ARG3]] step %[[ARG3]] iter_args(%[[ARG5:.*]] = %[[ARG1]]) -> (f32) {
//  CHECK-NEXT:   %[[V1:.*]] = "test.a"(%[[ARG5]], %[[ARG2]]) : (f32, f32) -> f32
//  CHECK-NEXT:   scf.yield %[[V1]] : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[V0]], %[[ARG2]] : f32, f32
func.func @for_invariant(%n: index, %a: f32, %b: f32, %s: index) -> (f32, f32) {
  %0:2 = scf.for %i = %n to %s step %s iter_args(%x = %a, %y = %b) -> (f32, f32) {
    %1 = "test.a"(%x, %y) : (f32, f32) -> f32
    scf.yield %1, %y : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @for_empty
//  CHECK-SAME: (%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32)
//  CHECK-NEXT:   return %[[ARG0]], %[[ARG0]] : f32, f32
func.func @for_empty(%a: f32, %b: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %0:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%x = %a, %y = %b) -> (f32, f32) {
    scf.yield %x, %a : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// CHECK-LABEL: func.func @for_dead
//  CHECK-SAME: (%[[ARG0:.*]]: index, %[[ARG1:.*]]: f32)
//  CHECK-NEXT:   return
func.func @for_dead(%n: index, %a: f32) {
  scf.for %i = %n to %n step %n {
    %1 = arith.addf %a, %a : f32
  }
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    %1 = arith.addf %a, %a : f32
  }
  return
}

// CHECK-LABEL: func.func @execute
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   %[[V0:.*]] = "test.a"(%[[ARG0]]) : (f32) -> f32
//  CHECK-NEXT:   return %[[V0]] : f32
func.func @execute(%a: f32) -> f32 {
  %0 = scf.execute_region -> f32 {
    %1 = "test.a"(%a) : (f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @switch
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   %[[V0:.*]] = "test.a"(%[[ARG0]]) : (f32) -> f32
//  CHECK-NEXT:   return %[[V0]] : f32
func.func @switch(%a: f32) -> f32 {
  %c = arith.constant 2 : index
  %0 = scf.index_switch %c -> f32
  case 2 {
    %1 = "test.a"(%a) : (f32) -> f32
    scf.yield %1 : f32
  }
  default {
    scf.yield %a : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @parallel_zero
//  CHECK-SAME: (%[[ARG0:.*]]: index)
//  CHECK-NEXT:   return
func.func @parallel_zero(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %c0) step (%c1, %c1) {
    "test.a"() : () -> ()
    scf.reduce
  }
  return
}
