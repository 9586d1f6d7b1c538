// RUN: mlirlite-opt %s --control-flow-sink --split-input-file --allow-unregistered-dialect | FileCheck %s

// What one branch uses moves into it, with what only that needs.

// CHECK-LABEL: func @one_branch
//  CHECK-SAME:   %[[C:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32
//  CHECK-NEXT:   scf.if %[[C]]
//  CHECK-NEXT:     %[[S:.*]] = arith.subi %[[A]], %[[B]]
//  CHECK-NEXT:     %[[T:.*]] = arith.addi %[[S]], %[[S]]
//  CHECK-NEXT:     scf.yield %[[T]]
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     %[[M:.*]] = arith.muli %[[A]], %[[B]]
//  CHECK-NEXT:     scf.yield %[[M]]
func.func @one_branch(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %0, %0 : i32
  %2 = arith.muli %a, %b : i32
  %3 = scf.if %c -> i32 {
    scf.yield %1 : i32
  } else {
    scf.yield %2 : i32
  }
  return %3 : i32
}

// -----

// What both branches or something else uses stays, and so do effects.

// CHECK-LABEL: func @stays
//       CHECK:   %[[S:.*]] = arith.subi
//  CHECK-NEXT:   %[[M:.*]] = arith.muli
//  CHECK-NEXT:   %[[L:.*]] = memref.load
//  CHECK-NEXT:   %[[X:.*]] = "foo.op"
//  CHECK-NEXT:   scf.if
func.func @stays(%c: i1, %a: i32, %b: i32, %m: memref<i32>) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.muli %a, %b : i32
  %2 = memref.load %m[] : memref<i32>
  %3 = "foo.op"() : () -> i32
  %4 = scf.if %c -> i32 {
    "foo.use"(%1, %2, %3) : (i32, i32, i32) -> ()
    scf.yield %0 : i32
  } else {
    scf.yield %0 : i32
  }
  "foo.use"(%1) : (i32) -> ()
  return %4 : i32
}

// -----

// A region that may run several times gets nothing.

// CHECK-LABEL: func @loop
//       CHECK:   %[[S:.*]] = arith.subi
//  CHECK-NEXT:   scf.for
//  CHECK-NEXT:     scf.if
func.func @loop(%c: i1, %a: i32, %b: index) {
  %c0 = arith.constant 0 : index
  %0 = arith.subi %a, %a : i32
  scf.for %i = %c0 to %b step %b {
    scf.if %c {
      "foo.here"() : () -> ()
    }
    "foo.use"(%0) : (i32) -> ()
  }
  return
}

// -----

// Through nested conditionals to the innermost one.

// CHECK-LABEL: func @nested
//  CHECK-NEXT:   scf.if
//  CHECK-NEXT:     scf.if
//  CHECK-NEXT:       %[[S:.*]] = arith.subi
//  CHECK-NEXT:       "foo.use"(%[[S]])
func.func @nested(%c: i1, %a: i32) {
  %0 = arith.subi %a, %a : i32
  scf.if %c {
    scf.if %c {
      "foo.use"(%0) : (i32) -> ()
    }
  }
  return
}

// -----

// The cases of a switch.

// CHECK-LABEL: func @cases
//  CHECK-NEXT:   scf.index_switch
//  CHECK-NEXT:   case 0 {
//  CHECK-NEXT:     arith.addi
//       CHECK:   default {
//  CHECK-NEXT:     arith.muli
func.func @cases(%i: index, %a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %a, %a : i32
  scf.index_switch %i
  case 0 {
    "foo.use"(%0) : (i32) -> ()
    scf.yield
  }
  default {
    "foo.use"(%1) : (i32) -> ()
  }
  return
}
