// RUN: not mlirlite-opt --load-plugin %S/../../../examples/shift.py %s 2>&1 | FileCheck %s

// CHECK: shift-invalid.mlir:[[# @LINE + 3]]:8: error: 'shift.add' op shifts i8 by 9 bits
// CHECK-NEXT: %r = shift.add %a, %b by 9 : i8
func.func @too_far(%a: i8, %b: i8) -> i8 {
  %r = shift.add %a, %b by 9 : i8
  return %r : i8
}
