// RUN: mlirlite-opt %s --inline='op-pipelines=func.func(canonicalize,cse)' | FileCheck %s
// RUN: mlirlite-opt %s --inline='default-pipeline= op-pipelines=func.func(cse)' | FileCheck %s --check-prefix=CSE
// RUN: not mlirlite-opt %s --pass-pipeline='builtin.module(func.func(inline))' 2>&1 | FileCheck %s --check-prefix=NESTED

// What simplifies the functions of one kind of op may be said.

// NESTED: error: 'func.func' op {{.*}}was scheduled to run under the inliner, but does not define a symbol table

func.func private @twice(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}

//  CHECK-LABEL: func.func @caller
//   CHECK-SAME:   %[[A:.*]]: i32
//   CHECK-NEXT:   %[[S:.*]] = arith.addi %[[A]], %[[A]] : i32
//   CHECK-NEXT:   %[[M:.*]] = arith.muli %[[S]], %[[S]] : i32
//   CHECK-NEXT:   return %[[M]] : i32

//    CSE-LABEL: func.func @caller
//          CSE:   arith.addi %{{.*}}, %c0
//          CSE:   arith.addi
//      CSE-NOT:   arith.addi
//          CSE:   arith.muli
func.func @caller(%a: i32) -> i32 {
  %0 = call @twice(%a) : (i32) -> i32
  %1 = call @twice(%a) : (i32) -> i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
