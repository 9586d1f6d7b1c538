// What a module is compiled for.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux", chip = "skylake", features = <["-sse", "-avx"]>>}
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux", chip = "skylake", features = #llvm.target_features<["-sse", "-avx"]>>} {
}

// -----

// CHECK: module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux", chip = "">}
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux", chip = "">} {
}

// -----

// expected-error @+1 {{struct is missing required parameter: chip}}
module attributes {llvm.target = #llvm.target<triple = "x86_64-unknown-linux">} {
}
