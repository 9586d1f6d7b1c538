// The IR around passes, in upstream's words.
// RUN: mlirlite-opt %s --canonicalize --cse --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CANON,CSE
// RUN: mlirlite-opt %s --canonicalize --cse --mlir-print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CANON,NOCSE
// RUN: mlirlite-opt %s --canonicalize --cse --mlir-print-ir-before=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(cse))' --mlir-print-ir-after=cse --mlir-print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t -o /dev/null
// RUN: FileCheck %s --input-file=%t/builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir --check-prefix=TREE
// RUN: not mlirlite-opt %s -p 'builtin.module(cse,break)' --load-plugin=%S/Inputs/broken.py --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=FAILED

// CANON:      // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// CANON-NEXT: module {
// CSE:        // -----// IR Dump After CSE (cse) //----- //
// NOCSE-NOT:  IR Dump

// BEFORE-NOT: IR Dump After
// BEFORE:     // -----// IR Dump Before CSE (cse) //----- //
// BEFORE-NOT: IR Dump

// SCOPE:      // -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {

// TREE:      // -----// IR Dump After CSE (cse) //----- //
// TREE-NEXT: func.func @f

// FAILED-NOT:  IR Dump After CSE
// FAILED:      // -----// IR Dump After Break Failed (break) //----- //
// FAILED-NEXT: module {
func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  return %0 : i32
}
