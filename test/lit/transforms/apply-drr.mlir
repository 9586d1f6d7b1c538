// RUN: mlirlite-opt %s --apply-drr="files=%S/Inputs/sums.td" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=LEFT < %t
// RUN: mlirlite-opt %s --apply-drr="files=%S/Inputs/sums.td fold=false" 2>%t | FileCheck %s --check-prefix=NOFOLD
// RUN: mlirlite-opt %s --pass-pipeline="builtin.module(apply-drr{files=%S/Inputs/sums.td include=%S max-iterations=1})" 2>%t | FileCheck %s
// RUN: not mlirlite-opt %s --apply-drr 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mlirlite-opt %s --apply-drr="files=%S/gone.td" 2>&1 | FileCheck %s --check-prefix=GONE

// A pattern whose C++ nobody knows changes nothing, and is named.

// LEFT: warning: 1 of 2 patterns of {{.*}}sums.td' are left out, since what they use is not known: 'SumOfSame' (isOdd())
// NONE: error: apply-drr needs a file
// GONE: error: cannot open input file '{{.*}}gone.td'

// CHECK-LABEL: func @f
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//  CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[X]], %[[X]] : i32
//  CHECK-NEXT:   %[[OTHER:.*]] = arith.subi %[[Y]], %[[X]] : i32
//  CHECK-NEXT:   %[[STAYS:.*]] = arith.addi %[[OTHER]], %[[Y]] : i32
//  CHECK-NEXT:   return %[[X]], %[[SUM]], %[[STAYS]]

// NOFOLD-LABEL: func @f
//  NOFOLD-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//       NOFOLD:   return %[[X]], %{{.*}}, %{{.*}}
func.func @f(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.addi %0, %y : i32
  %2 = arith.addi %x, %x : i32
  %3 = arith.subi %y, %x : i32
  %4 = arith.addi %3, %y : i32
  return %1, %2, %4 : i32, i32, i32
}
