// RUN: mlirlite-opt --load-plugin %S/../../../examples/square.py %s --square-to-arith | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[X:.*]]: i32
// CHECK: %[[R:.*]] = arith.muli %[[X]], %[[X]] : i32
// CHECK: return %[[R]] : i32
func.func @f(%x: i32) -> i32 {
  %0 = square.square %x : i32
  return %0 : i32
}
