// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+1 {{'emitc.constant' op result #0 must be type supported by EmitC, but got 'i17'}}
  %c = "emitc.constant"() {value = 1 : i17} : () -> i17
  return
}

// -----

func.func @f(%p: !emitc.ptr<f32>, %x: f32) {
  // expected-error @+1 {{'emitc.add' op requires that one operand is an integer or of opaque type if the other is a pointer}}
  %r = emitc.add %p, %x : (!emitc.ptr<f32>, f32) -> !emitc.ptr<f32>
  return
}

// -----

func.func @f(%a: !emitc.array<4x8xf32>, %i: index) {
  // expected-error @+1 {{'emitc.subscript' op on array operand requires number of indices (1) to match the rank of the array type (2)}}
  %r = emitc.subscript %a[%i] : (!emitc.array<4x8xf32>, index) -> !emitc.lvalue<f32>
  return
}

// -----

// expected-error @+1 {{'emitc.func' op requires zero or exactly one result, but has 2}}
emitc.func private @f() -> (i32, i32)

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'emitc.verbatim' op expected '}' after unescaped '{'}}
  emitc.verbatim "{a} {}" args %x : i32
  return
}

// -----

// expected-error @+1 {{'emitc.declare_func' op 'g' does not reference a valid function}}
emitc.declare_func @g
