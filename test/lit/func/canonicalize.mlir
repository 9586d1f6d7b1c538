// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

func.func private @callee(i32) -> i32

// A constant is called directly.

// CHECK-LABEL: func @constant
//  CHECK-SAME:   %[[A:.*]]: i32
//  CHECK-NEXT:   %[[R:.*]] = call @callee(%[[A]]) : (i32) -> i32
//  CHECK-NEXT:   return %[[R]]
func.func @constant(%a: i32) -> i32 {
  %f = func.constant @callee : (i32) -> i32
  %0 = func.call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func @argument
//       CHECK:   call_indirect %{{.*}}(%{{.*}}) : (i32) -> i32
func.func @argument(%f: (i32) -> i32, %a: i32) -> i32 {
  %0 = func.call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}
