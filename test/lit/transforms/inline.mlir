// RUN: mlirlite-opt %s --inline=default-pipeline=topological-sort --split-input-file --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// A body of one block takes the place of the call; locations say which call it came through.

// CHECK-LABEL: func.func @callee
func.func @callee(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @caller
//  CHECK-SAME:   %[[A:.*]]: i32 loc
//       CHECK:   %[[S:.*]] = arith.addi %[[A]], %[[A]] : i32 loc(callsite("{{.*}}":[[#]]:8 at "{{.*}}":[[#]]:8))
//  CHECK-NEXT:   return %[[S]] : i32
func.func @caller(%a: i32) -> i32 {
  %0 = call @callee(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @caller_of_caller
//       CHECK:   arith.addi {{.*}} loc(callsite("{{.*}}":[[#]]:8 at callsite("{{.*}}":[[#]]:8 at "{{.*}}":[[#]]:8)))
func.func @caller_of_caller(%a: i32) -> i32 {
  %0 = call @caller(%a) : (i32) -> i32
  return %0 : i32
}

// -----

// Several blocks: returns become branches to what follows the call. Not inside scf.if, whose
// regions have one block.

// CHECK-LABEL: func.func @blocks
func.func @blocks(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : i32
^bb2:
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @calls_blocks
//  CHECK-SAME:   %[[A:.*]]: i32 loc{{.*}}, %[[C:.*]]: i1 loc
//       CHECK:   cf.cond_br %[[C]], ^[[B1:.*]], ^[[B2:.*]] loc
//       CHECK: ^[[B1]]:
//       CHECK:   cf.br ^[[B3:.*]](%[[A]] : i32)
//       CHECK: ^[[B2]]:
//       CHECK:   %[[M:.*]] = arith.muli %[[A]], %[[A]]
//       CHECK:   cf.br ^[[B3]](%[[M]] : i32)
//       CHECK: ^[[B3]](%[[R:.*]]: i32 loc
//       CHECK:   return %[[R]]
func.func @calls_blocks(%a: i32, %c: i1) -> i32 {
  %0 = call @blocks(%a, %c) : (i32, i1) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @inside_if
//       CHECK:   scf.if
//       CHECK:     func.call @blocks
func.func @inside_if(%a: i32, %c: i1) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = func.call @blocks(%a, %c) : (i32, i1) -> i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}

// -----

// Private functions go with their last call; declarations and recursive functions stay.

//   CHECK-NOT: @helper
//       CHECK: func.func private @external
//   CHECK-NOT: @helper
func.func private @external(i32) -> i32
func.func private @helper(%a: i32) -> i32 {
  %0 = call @external(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @recursive
//       CHECK:   call @recursive
func.func @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @user
//       CHECK:   %[[E:.*]] = call @external
//       CHECK:   %[[R:.*]] = call @recursive(%[[E]])
//       CHECK:   return %[[R]]
func.func @user(%a: i32) -> i32 {
  %0 = call @helper(%a) : (i32) -> i32
  %1 = call @recursive(%0) : (i32) -> i32
  return %1 : i32
}

// -----

// Not what says so, and nothing with ops that nobody knows.

func.func @says_no(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}
func.func @plain(%a: i32) -> i32 {
  return %a : i32
}
func.func @unknown(%a: i32) -> i32 {
  %0 = "foo.op"(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @negative
//       CHECK:   call @says_no
//       CHECK:   call @plain({{.*}}) {no_inline}
//       CHECK:   call @unknown
func.func @negative(%a: i32) -> (i32, i32, i32) {
  %0 = call @says_no(%a) : (i32) -> i32
  %1 = call @plain(%a) {no_inline} : (i32) -> i32
  %2 = call @unknown(%a) : (i32) -> i32
  return %0, %1, %2 : i32, i32, i32
}

// -----

// A private function that is referred to otherwise stays.

// CHECK-LABEL: func.func private @kept
func.func private @kept(%a: i32) -> i32 {
  return %a : i32
}
"foo.ref"() {name = @kept} : () -> ()

// CHECK-LABEL: func.func @user
//       CHECK:   return %{{.*}} : i32
func.func @user(%a: i32) -> i32 {
  %0 = call @kept(%a) : (i32) -> i32
  return %0 : i32
}
