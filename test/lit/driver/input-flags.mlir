// How input is split, wrapped and checked, and what the information flags say.
// RUN: mlirlite-opt %s --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt -split-input-file -allow-unregistered-dialect %s | FileCheck %s --check-prefix=SLASHES
// RUN: mlirlite-opt %s --split-input-file --output-split-marker="// next" --allow-unregistered-dialect | FileCheck %s --check-prefix=MARKER
// RUN: mlirlite-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: mlirlite-opt - --no-implicit-module < %S/Inputs/one-function.mlir | FileCheck %s --check-prefix=BARE
// RUN: not mlirlite-opt %s --no-implicit-module --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not mlirlite-opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: not mlirlite-opt %s --verify-diagnostics=some 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not mlirlite-opt %s --verify-each=x 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: mlirlite-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: mlirlite-opt --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: mlirlite-opt --list-patterns | FileCheck %s --check-prefix=PATTERNS
// RUN: mlirlite-opt --help | FileCheck %s --check-prefix=HELP
// RUN: mlirlite-opt --help-all | FileCheck %s --check-prefix=ALL

// CHECK: "t.first"()
// CHECK: // -----
// CHECK: "t.second"()
// SLASHES: "t.first"()
// MARKER: "t.first"()
// MARKER: // next
// MARKER: "t.second"()
// BARE-NOT: module
// BARE: func.func private @one()
// SEVERAL: error: source must contain a single top-level operation, found: 2
// UNREGISTERED: input-flags.mlir:[[# @LINE + 14]]:1: error: operation being parsed with an unregistered dialect
// SOME: error: option '--verify-diagnostics' takes all or only-expected, found 'some'
// BOOL: error: option '--verify-each' is a flag: expected true or false, found 'x'
// DIALECTS: Available Dialects: {{.*}}arith,{{.*}}func
// PASSES: --canonicalize
// PATTERNS: arith {{ *}}rule      fold: arith.addi(x, 0) --> x
// PATTERNS: arith {{ *}}function  compare_of_converted: cmpf
// PATTERNS: arith {{ *}}rule      addi_of_negation: arith.addi(x, arith.muli(y, -1)) --> arith.subi(x, y)
// HELP: usage: mlirlite-opt
// HELP-NOT: --mlir-print-skip-regions
// ALL: --mlir-print-skip-regions
// ALL: passes:
// LOC: "t.first"() : () -> () loc(#[[FIRST:.*]])
// LOC: #[[FIRST]] = loc("{{.*}}input-flags.mlir":[[# @LINE + 1]]:1)
"t.first"() : () -> ()
// -----
"t.second"() : () -> ()
