// What failed is written with its pipeline, and runs again.
// RUN: not mlirlite-opt %s -p 'builtin.module(canonicalize,func.func(cse,crash))' --load-plugin=%S/Inputs/broken.py --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=WHOLE,END
// RUN: not mlirlite-opt --load-plugin=%S/Inputs/broken.py --run-reproducer %t.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not mlirlite-opt %s -p 'builtin.module(canonicalize,func.func(cse,crash))' --load-plugin=%S/Inputs/broken.py --mlir-pass-pipeline-crash-reproducer=%t.mlir --mlir-pass-pipeline-local-reproducer 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=LOCAL,END
// RUN: mlirlite-opt %s --canonicalize --verify-each=false --mlir-generate-reproducer=%t.mlir -o /dev/null
// RUN: mlirlite-opt --run-reproducer %t.mlir --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: not mlirlite-opt --run-reproducer %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mlirlite-opt %s --load-plugin=%S/Inputs/broken.py --crash 2>&1 | FileCheck %s --check-prefix=UNASKED

// ERROR: reproducer.mlir:{{[0-9]+}}:1: error: pass 'crash' crashed on 'func.func': KeyError: 'missing'
// ERROR: error: Failures have been detected while processing an MLIR pass pipeline
// ERROR: note: Pipeline failed while executing {{\[?}}`Crash` on 'func.func' operation{{\]?}}: reproducer generated at `{{.*}}`
// ERROR: note: to see it again: mlirlite-opt --load-plugin {{.*}}broken.py --run-reproducer

// WHOLE:       module {
// WHOLE:         arith.addi
// WHOLE:       pipeline: "builtin.module(canonicalize,func.func(cse,crash))",
// LOCAL:       module {
// LOCAL-NOT:     arith.addi
// LOCAL:       pipeline: "builtin.module(func.func(crash))",
// END-NEXT:    disable_threading: true,
// END-NEXT:    verify_each: true

// AGAIN: error: pass 'crash' crashed on 'func.func': KeyError: 'missing'

// DUMP:      Pass Manager with 1 passes:
// DUMP-NEXT: builtin.module(
// DUMP-NEXT:   canonicalize{max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}
// DUMP-NEXT: )
// DUMP:      return %arg0

// NONE: error: --run-reproducer: the input has no section

// UNASKED: error: pass 'crash' crashed on 'func.func'
// UNASKED: reproducer generated at `{{.*}}mlirlite-crash-{{[0-9a-f]*}}.mlir`



func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  return %0 : i32
}
