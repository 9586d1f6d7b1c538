// Canonical forms of cf, as mlir-opt gives them.
// RUN: mlirlite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @br
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i1) -> i32
//  CHECK-NEXT:   return %[[ARG0]] : i32
func.func @br(%a: i32, %c: i1) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @cond_const
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   return %[[ARG0]] : i32
func.func @cond_const(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @cond_through
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   cf.cond_br %[[ARG0]], ^bb2(%[[ARG1]] : i32), ^bb1
//  CHECK-NEXT:   ^bb1:
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[ARG1]], %[[ARG1]] : i32
//  CHECK-NEXT:   cf.br ^bb2(%[[V0]] : i32)
//  CHECK-NEXT:   ^bb2(%[[V1:.*]]: i32):
//  CHECK-NEXT:   return %[[V1]] : i32
func.func @cond_through(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb3(%0 : i32)
^bb3(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @cond_same
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   return %[[ARG1]] : i32
func.func @cond_same(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @cond_known
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> i32
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:   cf.cond_br %[[ARG0]], ^bb1, ^bb2
//  CHECK-NEXT:   ^bb1:
//  CHECK-NEXT:   "test.use"(%[[TRUE]]) : (i1) -> ()
//  CHECK-NEXT:   return %[[ARG1]] : i32
//  CHECK-NEXT:   ^bb2:
//  CHECK-NEXT:   "test.use"(%[[FALSE]]) : (i1) -> ()
//  CHECK-NEXT:   return %[[ARG1]] : i32
func.func @cond_known(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%c) : (i1) -> ()
  return %a : i32
^bb2:
  "test.use"(%c) : (i1) -> ()
  return %a : i32
}

// CHECK-LABEL: func.func @assert
//  CHECK-SAME: (%[[ARG0:.*]]: i1)
//  CHECK-NEXT:   cf.assert %[[ARG0]], "maybe"
//  CHECK-NEXT:   return
func.func @assert(%c: i1) {
  %t = arith.constant true
  cf.assert %t, "yes"
  cf.assert %c, "maybe"
  return
}

// CHECK-LABEL: func.func @switch_const
//  CHECK-SAME: (%[[ARG0:.*]]: f32) -> f32
//  CHECK-NEXT:   return %[[ARG0]] : f32
func.func @switch_const(%a: f32) -> f32 {
  %c = arith.constant 42 : i32
  cf.switch %c : i32, [
    default: ^bb1(%a : f32),
    42: ^bb2(%a : f32)
  ]
^bb1(%x: f32):
  "test.a"() : () -> ()
  return %x : f32
^bb2(%y: f32):
  return %y : f32
}

// CHECK-LABEL: func.func @switch_default
//  CHECK-SAME: (%[[ARG0:.*]]: i32, %[[ARG1:.*]]: f32) -> f32
//  CHECK-NEXT:   cf.switch %[[ARG0]] : i32, [
//  CHECK-NEXT:   default: ^bb1(%[[ARG1]] : f32),
//  CHECK-NEXT:   2: ^bb2
//  CHECK-NEXT:   ]
//  CHECK-NEXT:   ^bb1(%[[V0:.*]]: f32):
//  CHECK-NEXT:   "test.a"() : () -> ()
//  CHECK-NEXT:   return %[[V0]] : f32
//  CHECK-NEXT:   ^bb2:
//  CHECK-NEXT:   return %[[ARG1]] : f32
func.func @switch_default(%f: i32, %a: f32) -> f32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : f32),
    1: ^bb1(%a : f32),
    2: ^bb2
  ]
^bb1(%x: f32):
  "test.a"() : () -> ()
  return %x : f32
^bb2:
  return %a : f32
}

// CHECK-LABEL: func.func @switch_only_default
//  CHECK-SAME: (%[[ARG0:.*]]: i32)
//  CHECK-NEXT:   return
func.func @switch_only_default(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1]
^bb1:
  return
}

// CHECK-LABEL: func.func @loop
//  CHECK-SAME: (%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32)
//  CHECK-NEXT:   cf.br ^bb1
//  CHECK-NEXT:   ^bb1:
//  CHECK-NEXT:   cf.cond_br %[[ARG0]], ^bb1, ^bb2
//  CHECK-NEXT:   ^bb2:
//  CHECK-NEXT:   return
func.func @loop(%c: i1, %a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %0 = arith.addi %x, %a : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb2:
  return
}
