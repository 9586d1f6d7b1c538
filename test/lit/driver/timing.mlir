// Where the time went, and what passes counted, in upstream's tables.
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(canonicalize,cse),symbol-dce)' --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TREE --strict-whitespace
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(canonicalize,cse),symbol-dce)' --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(cse),cse)' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: mlirlite-opt %s -p 'builtin.module(func.func(cse),cse)' --mlir-pass-statistics --mlir-pass-statistics-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: not mlirlite-opt %s --cse --mlir-timing --mlir-timing-display=lst 2>&1 | FileCheck %s --check-prefix=WRONG

// TREE:{{^}}===-------------------------------------------------------------------------===
// TREE-NEXT:{{^}}                         ... Execution time report ...
// TREE-NEXT:===-------------------------------------------------------------------------===
// TREE-NEXT:{{^}}  Total Execution Time: {{[0-9.]+}} seconds
// TREE:{{^}}  ----Wall Time----  ----Name----
// TREE-NEXT:%)  Parser
// TREE-NEXT:%)  'func.func' Pipeline
// TREE-NEXT:%)    Canonicalizer
// TREE-NEXT:%)    CSE
// TREE-NEXT:%)  SymbolDCE
// TREE-NEXT:%)  Output
// TREE-NEXT:%)  Rest
// TREE-NEXT:(100.0%)  Total

// LIST:     (100.0%)  root
// LIST-DAG: Parser
// LIST-DAG: Canonicalizer
// LIST:     Rest
// LIST:     Total

// STATS:      ... Pass statistics report ...
// STATS:      'func.func' Pipeline
// STATS-NEXT:   CSE
// STATS-NEXT:     (S) 1 num-cse'd
// STATS:      CSE
// SUMS:       ... Pass statistics report ...
// SUMS:       CSE
// SUMS-NEXT:    (S) 1 num-cse'd

// WRONG: error: option '--mlir-timing-display' takes tree or list, found 'lst'; did you mean 'list'?
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
