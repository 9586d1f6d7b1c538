// Functions run before and after each pass; the first pass that changes a result is named.
// RUN: mlirlite-opt %s --check-semantics --canonicalize --cse --convert-scf-to-cf | FileCheck %s
// RUN: not mlirlite-opt %s --check-semantics=3 --load-plugin=%S/Inputs/break_subtraction.py --cse --break-subtraction 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: mlirlite-opt %s --check-semantics --convert-arith-to-llvm 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not mlirlite-opt %s --check-semantics=x --cse 2>&1 | FileCheck %s --check-prefix=SEED

// CHECK: func.func @difference
// CHECK: cf.cond_br

// WRONG: check-semantics.mlir:{{[0-9]+:[0-9]+}}: error: pass 'break-subtraction' changes what function 'difference' computes: result 0 is {{-?[0-9]+}} before, {{-?[0-9]+}} after
// WRONG: note: the arguments are: {{.*}} (--check-semantics=3)

// SKIPPED: remark: function 'difference' is not checked after pass 'convert-arith-to-llvm': it cannot be run

// SEED: error: option '--check-semantics' needs a number, found 'x'
func.func @difference(%a: i32, %b: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %less = arith.cmpi slt, %a, %b : i32
  %0 = scf.if %less -> i32 {
    scf.yield %zero : i32
  } else {
    %1 = arith.subi %a, %b : i32
    scf.yield %1 : i32
  }
  memref.store %0, %m[%c0] : memref<?xi32>
  return %0 : i32
}
