// RUN: mlirlite-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @handed_on_in_another_order(
// CHECK-SAME:    ) -> (i32, f32) {
// CHECK-NEXT:     %[[MAKE:.*]] = "test.make"() : () -> f32
// CHECK-NEXT:     %[[MAKE_1:.*]] = "test.make"() : () -> i32
// CHECK-NEXT:     %[[WHILE:.*]]:2 = scf.while (%[[ARG0:.*]] = %[[MAKE]], %[[ARG1:.*]] = %[[MAKE_1]]) : (f32, i32) -> (f32, i32) {
// CHECK-NEXT:       %[[CHECK:.*]] = "test.check"() : () -> i1
// CHECK-NEXT:       scf.condition(%[[CHECK]]) %[[ARG0]], %[[ARG1]] : f32, i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG0]]: f32, %[[ARG1]]: i32):
// CHECK-NEXT:       %[[CHECK]] = "test.next"(%[[ARG1]]) : (i32) -> f32
// CHECK-NEXT:       %[[NEXT:.*]] = "test.next"(%[[ARG0]]) : (f32) -> i32
// CHECK-NEXT:       scf.yield %[[CHECK]], %[[NEXT]] : f32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[WHILE]]#1, %[[WHILE]]#0 : i32, f32
// CHECK-NEXT:   }
func.func @handed_on_in_another_order() -> (i32, f32) {
  %a = "test.make"() : () -> f32
  %b = "test.make"() : () -> i32
  %r:2 = scf.while (%x = %a, %y = %b) : (f32, i32) -> (i32, f32) {
    %c = "test.check"() : () -> i1
    scf.condition(%c) %y, %x : i32, f32
  } do {
  ^bb0(%p: i32, %q: f32):
    %s = "test.next"(%p) : (i32) -> f32
    %t = "test.next"(%q) : (f32) -> i32
    scf.yield %s, %t : f32, i32
  }
  return %r#0, %r#1 : i32, f32
}

// -----

// CHECK-LABEL: func.func @if_before_the_condition(
// CHECK-SAME:    ) -> i32 {
// CHECK-NEXT:     %[[WHILE:.*]] = scf.while : () -> i32 {
// CHECK-NEXT:       %[[MAKE:.*]] = "test.make"() : () -> i32
// CHECK-NEXT:       %[[CHECK:.*]] = "test.check"() : () -> i1
// CHECK-NEXT:       scf.condition(%[[CHECK]]) %[[MAKE]] : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG0:.*]]: i32):
// CHECK-NEXT:       %[[MAKE]] = "test.then"(%[[ARG0]]) : (i32) -> i32
// CHECK-NEXT:       "test.use"(%[[MAKE]]) : (i32) -> ()
// CHECK-NEXT:       scf.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[WHILE]] : i32
// CHECK-NEXT:   }
func.func @if_before_the_condition() -> i32 {
  %r = scf.while () : () -> i32 {
    %v = "test.make"() : () -> i32
    %c = "test.check"() : () -> i1
    %u = scf.if %c -> (i32) {
      %w = "test.then"(%v) : (i32) -> i32
      scf.yield %w : i32
    } else {
      scf.yield %v : i32
    }
    scf.condition(%c) %u : i32
  } do {
  ^bb0(%p: i32):
    "test.use"(%p) : (i32) -> ()
    scf.yield
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @same_value_twice(
// CHECK-SAME:    %[[ARG0:.*]]: i32) -> (i32, i32) {
// CHECK-NEXT:     %[[WHILE:.*]] = scf.while (%[[ARG1:.*]] = %[[ARG0]]) : (i32) -> i32 {
// CHECK-NEXT:       %[[CHECK:.*]] = "test.check"(%[[ARG1]]) : (i32) -> i1
// CHECK-NEXT:       scf.condition(%[[CHECK]]) %[[ARG1]] : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%[[ARG1]]: i32):
// CHECK-NEXT:       %[[CHECK]] = arith.addi %[[ARG1]], %[[ARG1]] : i32
// CHECK-NEXT:       scf.yield %[[CHECK]] : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[WHILE]], %[[WHILE]] : i32, i32
// CHECK-NEXT:   }
func.func @same_value_twice(%a: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a, %y = %a) : (i32, i32) -> (i32, i32) {
    %c = "test.check"(%x) : (i32) -> i1
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %s = arith.addi %p, %q : i32
    scf.yield %s, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
