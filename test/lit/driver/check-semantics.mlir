// Functions run before and after each pass; the first pass that changes a result is named.
// RUN: mlirlite-opt %s --allow-unregistered-dialect --check-semantics --canonicalize --cse --convert-scf-to-cf | FileCheck %s
// RUN: not mlirlite-opt %s --allow-unregistered-dialect --check-semantics=3 --load-plugin=%S/Inputs/break_subtraction.py --cse --break-subtraction 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: mlirlite-opt %s --allow-unregistered-dialect --check-semantics --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM
// RUN: not mlirlite-opt %s --allow-unregistered-dialect --check-semantics --load-plugin=%S/Inputs/break_subtraction.py --convert-scf-to-cf --finalize-memref-to-llvm --break-subtraction --convert-func-to-llvm 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: mlirlite-opt %s --check-semantics --allow-unregistered-dialect --cse 2>&1 | FileCheck %s --check-prefix=SKIPPED
// RUN: not mlirlite-opt %s --allow-unregistered-dialect --check-semantics=x --cse 2>&1 | FileCheck %s --check-prefix=SEED

// CHECK: func.func @difference
// CHECK: cf.cond_br

// WRONG: check-semantics.mlir:{{[0-9]+:[0-9]+}}: error: pass 'break-subtraction' changes what function 'difference' computes: result 0 is {{-?[0-9]+}} before, {{-?[0-9]+}} after
// WRONG: note: the arguments are: {{.*}} (--check-semantics=3)

// Memrefs cross the border as descriptors; what is in them is compared.
// LLVM: llvm.func @difference(
// BROKEN: error: pass 'break-subtraction' changes what function 'difference' computes

// SKIPPED: remark: function 'unknown' is not checked before pass 'cse': it cannot be run

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

func.func @unknown() -> i32 {
  %0 = "elsewhere.number"() : () -> i32
  return %0 : i32
}
