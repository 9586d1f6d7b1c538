// What patterns, folds and lowerings did, and why others did not.
// RUN: mlirlite-opt %s --canonicalize --trace-patterns -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: mlirlite-opt %s --load-plugin=%S/Inputs/broken.py --add-to-sub --trace-patterns=%t -o /dev/null
// RUN: FileCheck %s --input-file=%t --check-prefix=PATTERN
// RUN: mlirlite-opt %s --convert-arith-to-llvm --trace-patterns -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWER
// RUN: not mlirlite-opt %s --load-plugin=%S/Inputs/broken.py --ping-pong 2>&1 | FileCheck %s --check-prefix=LOOP

// FOLD:      [canonicalize] fold of arith.addi: applied to 'arith.addi' at {{.*}}trace-patterns.mlir:{{[0-9]+}}:8
// FOLD-NEXT:   - %0 = arith.addi %arg0, %c0_i32 : i32
// FOLD-NEXT:   = block argument #0 : i32
// FOLD:      pattern {{ *}}applied{{ *}}failed{{ *}}ms  most frequent reason
// FOLD-NEXT: fold of arith.addi{{ *}}1{{ *}}0

// PATTERN:      [add-to-sub] only_products: does not apply to 'arith.addi' at {{.*}}: the operands are not products
// PATTERN-NEXT: [add-to-sub] add_to_sub: applied to 'arith.addi'
// PATTERN-NEXT:   - %0 = arith.addi %arg0, %c0_i32 : i32
// PATTERN-NEXT:   + %0 = arith.subi %arg0, %c0_i32 : i32
// PATTERN:      add_to_sub     1 {{ *}}0
// PATTERN-NEXT: only_products  0 {{ *}}1 {{.*}}  the operands are not products (1)

// LOWER:      [convert-arith-to-llvm] {{.*}}: arith.constant: applied to 'arith.constant'
// LOWER-NEXT:   - {{.*}}arith.constant
// LOWER-NEXT:   + {{.*}}llvm.mlir.constant
// LOWER:      [convert-arith-to-llvm] fold of arith.addi: applied to 'arith.addi'
// LOWER-NEXT:   - {{.*}}arith.addi
// LOWER-NEXT:   = block argument #0 : i32

// LOOP:      error: patterns 'add_to_sub' and 'sub_to_add' undo each other: stopped after {{[0-9]+}} rewrites in a row
// LOOP:      note: 'add_to_sub': a + b --> a - b
// LOOP-NEXT: broken.py:21:1: note: written here
// LOOP: note: 'sub_to_add': a - b --> a + b
// LOOP-NEXT: broken.py:28:1: note: written here




func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  return %0 : i32
}
