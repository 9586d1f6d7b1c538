// RUN: mlirlite-opt %s | FileCheck %s

// CHECK:   pdl.pattern @p : benefit(1) {
// CHECK-NEXT:     %[[TYPE:.*]] = type
// CHECK-NEXT:     %[[OPERAND:.*]] = operand : %[[TYPE]]
// CHECK-NEXT:     %[[ATTRIBUTE:.*]] = attribute = 1 : i32
// CHECK-NEXT:     %[[OPERATION:.*]] = operation "foo.op"(%[[OPERAND]] : !pdl.value)  {"value" = %[[ATTRIBUTE]]} -> (%[[TYPE]] : !pdl.type)
// CHECK-NEXT:     %[[RESULTS:.*]] = results of %[[OPERATION]]
// CHECK-NEXT:     rewrite %[[OPERATION]] {
// CHECK-NEXT:       replace %[[OPERATION]] with(%[[OPERAND]] : !pdl.value)
// CHECK-NEXT:     }
// CHECK-NEXT:   }
pdl.pattern @p : benefit(1) {
  %t = type
  %v = operand : %t
  %a = attribute = 1 : i32
  %op = operation "foo.op"(%v : !pdl.value) {"value" = %a} -> (%t : !pdl.type)
  %r = results of %op
  rewrite %op {
    replace %op with(%v : !pdl.value)
  }
}
