// Rewrites and passes are done or left out by number.
// RUN: mlirlite-opt %s --canonicalize --mlir-debug-counter=rewrite-count=0 | FileCheck %s --check-prefix=NONE
// RUN: mlirlite-opt %s --canonicalize --debug-counter=rewrite-count=1 --mlir-print-debug-counter 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: mlirlite-opt %s --canonicalize --cse --mlir-debug-counter=pass-skip=1,pass-count=1 | FileCheck %s --check-prefix=PASS
// RUN: not mlirlite-opt %s --canonicalize --mlir-debug-counter=rewrite 2>&1 | FileCheck %s --check-prefix=WRONG

// NONE-COUNT-2: arith.addi

// ONE:         rewrite {{ *}}: {3,0,1}  last: fold of arith.addi on 'arith.addi' at {{.*}}debug-counter.mlir:{{[0-9]+}}:8
// ONE-COUNT-1: arith.addi
// ONE-NOT:     arith.addi

// PASS-COUNT-2: arith.addi

// WRONG: error: debug counter 'rewrite': expected NAME-skip=N or NAME-count=N



func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  %1 = arith.addi %0, %zero : i32
  return %1 : i32
}
