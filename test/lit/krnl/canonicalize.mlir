// RUN: mlirlite-opt %s --canonicalize | FileCheck %s

// What is known to hold needs no check.

// CHECK-LABEL: func.func @require(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi eq, %[[ARG0]], %[[ARG1]] : index
// CHECK-NEXT:     krnl.require %[[CMPI]], "sizes %[[LLD:.*]] and %[[LLD]] differ"(%[[ARG0]], %[[ARG1]])
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @require(%n: index, %m: index) {
  %same = arith.cmpi eq, %n, %n : index
  krnl.require %same, "never said"
  %ok = arith.cmpi eq, %n, %m : index
  krnl.require %ok, "sizes %lld and %lld differ"(%n, %m)
  return
}
