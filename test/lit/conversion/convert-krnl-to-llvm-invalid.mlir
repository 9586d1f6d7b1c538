// RUN: mlirlite-opt %s --convert-krnl-to-llvm --split-input-file --verify-diagnostics

func.func @too_early() {
  // expected-error @+1 {{failed to legalize operation 'krnl.define_loops' that was explicitly marked illegal}}
  %0 = krnl.define_loops 1
  return
}

// -----

func.func @same_name(%i: index) {
  // expected-error @+1 {{'krnl.global' op has the name 'c' of something else}}
  %0 = "krnl.global"() <{name = "c", shape = [2], value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> memref<2xf32>
  // expected-note @+1 {{which is here}}
  %1 = "krnl.global"() <{name = "c", shape = [2], value = dense<[1.0, 3.0]> : tensor<2xf32>}> : () -> memref<2xf32>
  return
}

// -----

// expected-note @+1 {{which is here}}
func.func @taken() {
  // expected-error @+1 {{'krnl.global' op has the name 'taken' of something else}}
  %0 = "krnl.global"() <{name = "taken", shape = [2], value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> memref<2xf32>
  return
}

// -----

func.func @no_shape() {
  // expected-error @+1 {{'krnl.global' op needs a memref of static shape, found 'memref<?xf32>'}}
  %0 = "krnl.global"() <{name = "c", shape = [2]}> : () -> memref<?xf32>
  return
}

// -----

func.func @attribute(%m: memref<2xf32>) {
  // expected-error @+1 {{failed to legalize operation 'krnl.call' that was explicitly marked illegal}}
  "krnl.call"(%m) <{funcName = "f", numOfOutput = 1 : si64}> {axes = [1]} : (memref<2xf32>) -> ()
  return
}
