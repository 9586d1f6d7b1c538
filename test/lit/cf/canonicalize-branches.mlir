// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @select(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : i32
// CHECK-NEXT:     return %[[SELECT]], %[[ARG3]] : i32, i32
// CHECK-NEXT:   }
func.func @select(%c: i1, %a: i32, %b: i32, %d: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%a, %d : i32, i32), ^bb1(%b, %d : i32, i32)
^bb1(%x: i32, %y: i32):
  return %x, %y : i32, i32
}

// -----

// CHECK-LABEL: func.func @no_select(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) -> i32 {
// CHECK-NEXT:     "foo.br"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb3(%[[ARG1]] : i32), ^bb3(%[[ARG2]] : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%[[ARG1]] : i32)
// CHECK-NEXT:   ^bb3(%[[VAL:.*]]: i32):  // 3 preds: ^bb1, ^bb1, ^bb2
// CHECK-NEXT:     "foo.use"(%[[VAL]]) : (i32) -> ()
// CHECK-NEXT:     return %[[VAL]] : i32
// CHECK-NEXT:   }
func.func @no_select(%c: i1, %a: i32, %b: i32) -> i32 {
  "foo.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  cf.cond_br %c, ^bb3(%a : i32), ^bb3(%b : i32)
^bb2:
  cf.br ^bb3(%a : i32)
^bb3(%x: i32):
  "foo.use"(%x) : (i32) -> ()
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @circle(
// CHECK-SAME:    %[[ARG0:.*]]: i1) {
// CHECK-NEXT:     cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   ^bb2:  // 3 preds: ^bb0, ^bb1, ^bb2
// CHECK-NEXT:     cf.br ^bb2
// CHECK-NEXT:   }
func.func @circle(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb3
^bb3:
  cf.br ^bb2
}

// -----

// CHECK-LABEL: func.func @unreachable(
// CHECK-SAME:    %[[ARG0:.*]]: i1) -> i1 {
// CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:     return %[[TRUE]] : i1
// CHECK-NEXT:   }
func.func @unreachable(%c: i1) -> i1 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %c : i1
^bb2:
  ub.unreachable
}

// -----

// CHECK-LABEL: func.func @switch_through(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     "foo.br"()[^bb1, ^bb2, ^bb3, ^bb4] : () -> ()
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.switch %[[ARG0]] : i32, [
// CHECK-NEXT:       default: ^bb4(%[[ARG1]] : f32),
// CHECK-NEXT:       43: ^bb3(%[[ARG2]] : f32)
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb2(%[[VAL:.*]]: f32):  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb4(%[[VAL]] : f32)
// CHECK-NEXT:   ^bb3(%[[VAL_1:.*]]: f32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "foo.end"(%[[VAL_1]]) : (f32) -> ()
// CHECK-NEXT:   ^bb4(%[[VAL_2:.*]]: f32):  // 3 preds: ^bb0, ^bb1, ^bb2
// CHECK-NEXT:     "foo.end"(%[[VAL_2]]) : (f32) -> ()
// CHECK-NEXT:   }
func.func @switch_through(%x: i32, %a: f32, %b: f32) {
  "foo.br"()[^bb1, ^bb2, ^bb3, ^bb4] : () -> ()
^bb1:
  cf.switch %x : i32, [
    default: ^bb2(%a : f32),
    43: ^bb3(%b : f32)
  ]
^bb2(%0: f32):
  cf.br ^bb4(%0 : f32)
^bb3(%1: f32):
  "foo.end"(%1) : (f32) -> ()
^bb4(%2: f32):
  "foo.end"(%2) : (f32) -> ()
}

// -----

// CHECK-LABEL: func.func @switched_before(
// CHECK-SAME:    %[[ARG0:.*]]: i32) {
// CHECK-NEXT:     cf.switch %[[ARG0]] : i32, [
// CHECK-NEXT:       default: ^bb1,
// CHECK-NEXT:       42: ^bb2,
// CHECK-NEXT:       43: ^bb4
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     "foo.some"() : () -> ()
// CHECK-NEXT:     cf.switch %[[ARG0]] : i32, [
// CHECK-NEXT:       default: ^bb3,
// CHECK-NEXT:       44: ^bb4
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     "foo.other"() : () -> ()
// CHECK-NEXT:     cf.br ^bb4
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     "foo.end"() : () -> ()
// CHECK-NEXT:   ^bb4:  // 3 preds: ^bb0, ^bb1, ^bb2
// CHECK-NEXT:     "foo.end"() : () -> ()
// CHECK-NEXT:   }
func.func @switched_before(%x: i32) {
  cf.switch %x : i32, [
    default: ^bb1,
    42: ^bb2,
    43: ^bb4
  ]
^bb1:
  "foo.some"() : () -> ()
  cf.switch %x : i32, [
    default: ^bb3,
    42: ^bb4,
    44: ^bb4
  ]
^bb2:
  "foo.other"() : () -> ()
  cf.switch %x : i32, [
    default: ^bb3,
    42: ^bb4
  ]
^bb3:
  "foo.end"() : () -> ()
^bb4:
  "foo.end"() : () -> ()
}
