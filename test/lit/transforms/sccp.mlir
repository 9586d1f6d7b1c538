// RUN: mlirlite-opt %s --sccp --split-input-file --allow-unregistered-dialect | FileCheck %s

// Only edges that can be taken count.

// CHECK-LABEL: func @one_edge
//       CHECK:   %[[C:.*]] = arith.constant 1 : i32
//       CHECK: ^bb2(%{{.*}}: i32):
//  CHECK-NEXT:   return %[[C]] : i32
func.func @one_edge(%a: i32) -> i32 {
  %true = arith.constant true
  %1 = arith.constant 1 : i32
  cf.cond_br %true, ^bb1, ^bb2(%a : i32)
^bb1:
  cf.br ^bb2(%1 : i32)
^bb2(%x: i32):
  return %x : i32
}

// -----

// Two edges with different constants, or an unknown terminator: no constant.

// CHECK-LABEL: func @two_edges
//       CHECK: ^bb2(%[[X:.*]]: i32):
//  CHECK-NEXT:   return %[[X]] : i32
func.func @two_edges(%c: i1) -> i32 {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  cf.cond_br %c, ^bb1, ^bb2(%1 : i32)
^bb1:
  cf.br ^bb2(%2 : i32)
^bb2(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func @unknown_terminator
//       CHECK: ^bb2(%[[X:.*]]: i32):
//  CHECK-NEXT:   return %[[X]] : i32
func.func @unknown_terminator(%c: i1) -> i32 {
  %1 = arith.constant 1 : i32
  "foo.br"() [^bb1, ^bb2] : () -> ()
^bb1:
  cf.br ^bb2(%1 : i32)
^bb2(%x: i32):
  return %x : i32
}

// -----

func.func private @condition() -> i1

// Around a loop of blocks: what stays the same is found to be constant.

// CHECK-LABEL: func @loop
//       CHECK:   %[[C:.*]] = arith.constant 1 : i32
//       CHECK: ^bb1(%{{.*}}: i32):
//       CHECK:   cf.cond_br %{{.*}}, ^bb1(%[[C]] : i32), ^bb2(%[[C]] : i32)
//       CHECK:   return %[[C]] : i32
func.func @loop(%c: i1) -> i32 {
  %1 = arith.constant 1 : i32
  cf.cond_br %c, ^bb1(%1 : i32), ^bb2(%1 : i32)
^bb1(%x: i32):
  %0 = arith.constant 0 : i32
  %y = arith.addi %x, %0 : i32
  %d = call @condition() : () -> i1
  cf.cond_br %d, ^bb1(%y : i32), ^bb2(%y : i32)
^bb2(%z: i32):
  return %z : i32
}

// A block that only a false assumption would reach does not count.

// CHECK-LABEL: func @inner_control_flow
//       CHECK:   %[[TRUE:.*]] = arith.constant true
//       CHECK:   %[[C:.*]] = arith.constant 1 : i32
//       CHECK: ^bb2:
//       CHECK:   cf.cond_br %[[TRUE]], ^bb3, ^bb4
//       CHECK: ^bb3:
//       CHECK:   cf.br ^bb1(%[[C]] : i32)
//       CHECK: ^bb5(%{{.*}}: i32):
//       CHECK:   return %[[C]] : i32
func.func @inner_control_flow(%a: i32) -> i32 {
  %1 = arith.constant 1 : i32
  cf.br ^bb1(%1 : i32)
^bb1(%iv: i32):
  %c = call @condition() : () -> i1
  cf.cond_br %c, ^bb5(%iv : i32), ^bb2
^bb2:
  %20 = arith.constant 20 : i32
  %less = arith.cmpi ult, %iv, %20 : i32
  cf.cond_br %less, ^bb3, ^bb4
^bb3:
  %one = arith.constant 1 : i32
  cf.br ^bb1(%one : i32)
^bb4:
  %next = arith.addi %iv, %1 : i32
  cf.br ^bb1(%next : i32)
^bb5(%r: i32):
  return %r : i32
}

// -----

// Conditionals with regions; the condition decides which one counts.

// CHECK-LABEL: func @conditional
//       CHECK:   %[[C:.*]] = arith.constant 3 : i32
//       CHECK:   return %[[C]], %{{.*}} : i32, i32
func.func @conditional(%a: i32, %c: i1) -> (i32, i32) {
  %true = arith.constant true
  %3 = arith.constant 3 : i32
  %0 = scf.if %true -> (i32) {
    scf.yield %3 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> (i32) {
    scf.yield %3 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}

// -----

// Carried values; the counter is not followed.

// CHECK-LABEL: func @carried
//       CHECK:   %[[C:.*]] = arith.constant 3 : i32
//       CHECK:   scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %[[C]], %[[V:.*]] = %[[C]])
//  CHECK-NEXT:     "foo.use"(%[[C]], %[[V]], %[[I]])
//       CHECK:   return %[[C]], %{{.*}}#1
func.func @carried(%n: index, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %3 = arith.constant 3 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %3, %y = %3) -> (i32, i32) {
    "foo.use"(%x, %y, %i) : (i32, i32, index) -> ()
    scf.yield %x, %a : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// Calls of private functions are followed in both directions; public ones may get anything.

// CHECK-LABEL: func private @private_twice
//  CHECK-SAME:   %{{.*}}: i32
//       CHECK:   %[[C:.*]] = arith.constant 1 : i32
//       CHECK:   return %[[C]]
func.func private @private_twice(%a: i32) -> i32 {
  return %a : i32
}

// CHECK-LABEL: func private @private_different
//  CHECK-SAME:   %[[A:.*]]: i32
//       CHECK:   return %[[A]]
func.func private @private_different(%a: i32) -> i32 {
  return %a : i32
}

// CHECK-LABEL: func @public
//  CHECK-SAME:   %[[A:.*]]: i32
//       CHECK:   return %[[A]]
func.func @public(%a: i32) -> i32 {
  return %a : i32
}

// CHECK-LABEL: func @callers
//       CHECK:   %[[C:.*]] = arith.constant 1 : i32
//       CHECK:   %[[D:.*]] = call @private_different
//       CHECK:   %[[E:.*]] = call @public
//       CHECK:   return %[[C]], %[[C]], %[[D]], %[[E]]
func.func @callers() -> (i32, i32, i32, i32) {
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %a = call @private_twice(%1) : (i32) -> i32
  %b = call @private_twice(%1) : (i32) -> i32
  %c = call @private_different(%1) : (i32) -> i32
  %d = call @private_different(%2) : (i32) -> i32
  %e = call @public(%1) : (i32) -> i32
  return %a, %b, %c, %e : i32, i32, i32, i32
}

// -----

// A private function whose name is used otherwise may be called with anything.

// CHECK-LABEL: func private @escapes
//  CHECK-SAME:   %[[A:.*]]: i32
//       CHECK:   return %[[A]]
func.func private @escapes(%a: i32) -> i32 {
  return %a : i32
}

func.func @user() -> i32 {
  %1 = arith.constant 1 : i32
  "foo.use"() {callee = @escapes} : () -> ()
  %a = call @escapes(%1) : (i32) -> i32
  return %a : i32
}
