// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Properties that do not fit: in the generic form upstream's conversion says so, in a format's
// dictionary the verifier of inherent attributes.

func.func @wrong_kind(%a: f32) {
  // expected-error @+1 {{invalid properties {fastmath = 3 : i32} for op arith.addf: Invalid attribute `fastmath` in property conversion: 3 : i32}}
  %0 = "arith.addf"(%a, %a) <{fastmath = 3 : i32}> : (f32, f32) -> f32
  return
}

// -----

func.func @wrong_case(%a: f32) {
  // expected-error @+1 {{invalid properties {predicate = 77 : i64} for op arith.cmpf: Invalid attribute `predicate` in property conversion: 77 : i64}}
  %0 = "arith.cmpf"(%a, %a) <{predicate = 77 : i64}> : (f32, f32) -> i1
  return
}

// -----

func.func @none_declared() {
  // expected-error @+1 {{invalid properties {foo = 1 : i32} for op func.return: this operation does not support properties}}
  "func.return"() <{foo = 1 : i32}> : () -> ()
}

// -----

func.func @segments(%i: index) {
  // expected-error @+1 {{for op affine.linearize_index: size mismatch in attribute conversion: 1 vs 2}}
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = array<i32: 2>, static_basis = array<i64>}> : (index, index) -> index
  return
}

// -----

func.func @segments_of_another_type(%i: index) {
  // expected-error @+1 {{for op affine.linearize_index: expected DenseI32ArrayAttr for key `value`}}
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = 3 : i32, static_basis = array<i64>}> : (index, index) -> index
  return
}

// -----

func.func @no_segments(%i: index) {
  // expected-error @+1 {{'affine.linearize_index' op operand count (2) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "affine.linearize_index"(%i, %i) <{static_basis = array<i64>}> : (index, index) -> index
  return
}

// -----

func.func @in_a_format(%f: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'memref.load' 'memref.load' op attribute 'nontemporal' failed to satisfy constraint: bool attribute}}
  %0 = memref.load %f[%i] {nontemporal = 1 : i32} : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{custom op 'builtin.module' 'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
module attributes {sym_name = 3} {}

// -----

func.func @no_terminator(%a: i32) {
  // expected-error @+1 {{block with no terminator, has %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32}}
  %0 = arith.addi %a, %a : i32
}

// -----

// expected-error @+1 {{unknown  type `foo` in dialect `shape`}}
func.func private @unknown_type(!shape.foo)

// -----

// expected-error @+1 {{dialect 'cf' provides no attribute parsing hook}}
"t.t"() {x = #cf.foo} : () -> ()
