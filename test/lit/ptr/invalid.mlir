// What mlir-opt rejects of ptr, with its words.
// RUN: mlirlite-opt %s --load-plugin=%S/../../lib/dialect.py --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%m: memref<f32, 1>) {
  // expected-error @+1 {{expected the input and output to have the same memory space}}
  %0 = ptr.to_ptr %m : memref<f32, 1> -> !ptr.ptr<#ptr.generic_space>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{the input value cannot be of type `!ptr.ptr`}}
  %0 = ptr.to_ptr %p : !ptr.ptr<#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{expected the input and output to have the same memory space}}
  %0 = ptr.from_ptr %p : !ptr.ptr<#ptr.generic_space> -> memref<f32, 1>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{the result type cannot be `!ptr.ptr`}}
  %0 = "ptr.from_ptr"(%p) : (!ptr.ptr<#ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{alignment must be a power of 2}}
  %0 = ptr.load %p alignment = 3 : !ptr.ptr<#ptr.generic_space> -> i64
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{alignment must be positive}}
  %0 = ptr.load %p alignment = 0 : !ptr.ptr<#ptr.generic_space> -> i64
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{'ptr.load' op unsupported ordering 'release'}}
  %0 = ptr.load %p atomic release alignment = 8 : !ptr.ptr<#ptr.generic_space> -> i64
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{'ptr.load' op expected alignment for atomic access}}
  %0 = ptr.load %p atomic acquire : !ptr.ptr<#ptr.generic_space> -> i64
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{'ptr.load' op expected syncscope to be null for non-atomic access}}
  %0 = "ptr.load"(%p) <{syncscope = "a"}> : (!ptr.ptr<#ptr.generic_space>) -> i64
  return
}

// -----

func.func @f(%q: !ptr.ptr<#llvm.address_space<1>>) {
  // expected-error @+1 {{type must be LLVM type with size, but got 'memref<f32>'}}
  %0 = ptr.load %q : !ptr.ptr<#llvm.address_space<1>> -> memref<f32>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %x: i64) {
  // expected-error @+1 {{'ptr.store' op unsupported ordering 'acquire'}}
  ptr.store %x, %p atomic acquire alignment = 8 : i64, !ptr.ptr<#ptr.generic_space>
  return
}

// -----

func.func @f(%q: !ptr.ptr<#llvm.address_space<1>>, %n: memref<f32>) {
  // expected-error @+1 {{type must be LLVM type with size, but got 'memref<f32>'}}
  ptr.store %n, %q : memref<f32>, !ptr.ptr<#llvm.address_space<1>>
  return
}

// -----

func.func @f(%t: tensor<4x!ptr.ptr<#ptr.generic_space>>, %i: vector<4xi64>) {
  // expected-error @+1 {{the shaped containers type must match}}
  %0 = ptr.ptr_add %t, %i : tensor<4x!ptr.ptr<#ptr.generic_space>>, vector<4xi64>
  return
}

// -----

func.func @f(%t: tensor<4x!ptr.ptr<#ptr.generic_space>>, %j: tensor<3xi64>) {
  // expected-error @+1 {{shapes of base and offset must match}}
  %0 = ptr.ptr_add %t, %j : tensor<4x!ptr.ptr<#ptr.generic_space>>, tensor<3xi64>
  return
}

// -----

func.func @f(%t: tensor<4x!ptr.ptr<#ptr.generic_space>>) {
  // expected-error @+1 {{expected the result to have the same container type as the operands when operands are shaped}}
  %0 = ptr.ptr_diff %t, %t : tensor<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xi64>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  // expected-error @+1 {{'ptr.ptr_diff' op result #0 must be A shaped type with value semantics and rank. of signless integer or index values or signless integer or index, but got 'f32'}}
  %0 = ptr.ptr_diff %p, %p : !ptr.ptr<#ptr.generic_space> -> f32
  return
}

// -----

func.func @f(%v: vector<4x!ptr.ptr<#ptr.generic_space>>, %c: vector<3xi1>, %f: vector<4xf32>) {
  // expected-error @+1 {{'ptr.gather' op failed to verify that result and mask must be compatible}}
  %0 = "ptr.gather"(%v, %c, %f) : (vector<4x!ptr.ptr<#ptr.generic_space>>, vector<3xi1>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %b: vector<4xi1>, %f: vector<4xf32>) {
  // expected-error @+1 {{alignment must be a power of 2}}
  ptr.masked_store %f, %p, %b alignment = 6 : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'ptr.type_offset' op result #0 must be signless integer or index, but got 'f32'}}
  %0 = ptr.type_offset f32 : f32
  return
}

// -----

// expected-error @+1 {{size entry must be divisible by 8}}
module attributes {p = #ptr.spec<size = 33, abi = 32, preferred = 32>} {}

// -----

// expected-error @+1 {{index entry must be divisible by 8}}
module attributes {p = #ptr.spec<size = 32, abi = 32, preferred = 64, index = 5>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be at least as large as ABI alignment}}
module attributes {p = #ptr.spec<size = 32, abi = 64, preferred = 32>} {}

// -----

func.func @f(%p: !ptr.ptr<#test.const_memory_space<3>>, %x: i32) {
  // expected-error @+1 {{memory space is read-only}}
  ptr.store %x, %p : i32, !ptr.ptr<#test.const_memory_space<3>>
  return
}
