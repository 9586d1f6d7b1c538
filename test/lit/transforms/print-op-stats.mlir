// RUN: mlirlite-opt %s --print-op-stats --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s
// RUN: mlirlite-opt %s --print-op-stats='json=true' --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s --check-prefix=JSON

//      CHECK: Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT:     arith.addi     , 2
// CHECK-NEXT:     arith.constant , 1
// CHECK-NEXT:   builtin.module   , 1
// CHECK-NEXT:      func.func     , 1
// CHECK-NEXT:      func.return   , 1
// CHECK-NEXT:      test.a.b      , 1

//      JSON: {
// JSON-NEXT:   "arith.addi" : 2,
// JSON-NEXT:   "arith.constant" : 1,
// JSON-NEXT:   "builtin.module" : 1,
// JSON-NEXT:   "func.func" : 1,
// JSON-NEXT:   "func.return" : 1,
// JSON-NEXT:   "test.a.b" : 1
// JSON-NEXT: }

func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.addi %1, %0 : i32
  "test.a.b"() : () -> ()
  return %2 : i32
}
