// RUN: mlirlite-opt --load-plugin %S/../../../examples/shift.py %s --shift-to-arith | FileCheck %s
// RUN: mlirlite-opt --load-plugin %S/../../../examples/shift.py %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: mlirlite-opt --load-plugin %S/../../../examples/shift.py %s | FileCheck %s --check-prefix=TEXT

// CHECK-LABEL: func.func @lowered
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: %[[C3:.*]] = arith.constant 3 : i32
// CHECK: %[[S:.*]] = arith.shli %[[B]], %[[C3]] : i32
// CHECK: %[[R:.*]] = arith.addi %[[A]], %[[S]] : i32
// CHECK: return %[[R]] : i32
// TEXT-LABEL: func.func @lowered
// TEXT: %{{.*}} = shift.add %arg0, %arg1 by 3 : i32
func.func @lowered(%a: i32, %b: i32) -> i32 {
  %r = shift.add %a, %b by 3 : i32
  return %r : i32
}

// CANON-LABEL: func.func @same
// CANON-SAME: (%[[A:.*]]: i32)
// CANON: %[[C9:.*]] = arith.constant 9 : i32
// CANON: arith.muli %[[A]], %[[C9]] : i32
func.func @same(%a: i32) -> i32 {
  %r = shift.add %a, %a by 3 : i32
  return %r : i32
}

// CANON-LABEL: func.func @folded
// CANON: %[[C:.*]] = arith.constant 21 : i32
// CANON: return %[[C]] : i32
func.func @folded() -> i32 {
  %a = arith.constant 5 : i32
  %b = arith.constant 2 : i32
  %r = shift.add %a, %b by 3 : i32
  return %r : i32
}
