// What is wrong with complex's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a() {
  // expected-error @+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'complex.constant' op requires attribute's element types ('f32', 'f32') to match the element type of the op's return type ('f64')}}
  %0 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f64>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'complex.constant' op requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f64')}}
  %0 = complex.constant [1.0 : f32, -1.0 : f64] : complex<f64>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant ["x", -1.0 : f64] : complex<f64>
  return
}

// -----

func.func @a(%i: i64) {
  // expected-error @+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %i : i64 to f64
  return
}

// -----

func.func @a(%i: i64) {
  // expected-error @+1 {{'complex.bitcast' op casting bitwidths do not match}}
  %0 = complex.bitcast %i : i64 to complex<f64>
  return
}

// -----

func.func @a(%i: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %i : complex<f32> to complex<f64>
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %i : index to complex<f32>
  return
}

// -----

func.func @a(%i: i64) {
  // expected-error @+1 {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %i : i64 to tensor<f32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%f, %f) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @a(%f: f32, %g: f64) {
  // expected-error @+1 {{'complex.create' op failed to verify that all of {real, imaginary} have same type}}
  %0 = "complex.create"(%f, %g) : (f32, f64) -> complex<f64>
  return
}

// -----

func.func @a(%f: complex<f32>) {
  // expected-error @+1 {{'complex.abs' op failed to verify that complex element type matches result type}}
  %0 = "complex.abs"(%f) : (complex<f32>) -> f64
  return
}

// -----

func.func @a(%f: complex<f32>) {
  // expected-error @+1 {{'complex.re' op failed to verify that complex element type matches result type}}
  %0 = "complex.re"(%f) : (complex<f32>) -> f64
  return
}

// -----

func.func @a(%f: complex<i32>) {
  // expected-error @+1 {{'complex.neg' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.neg %f : complex<i32>
  return
}

// -----

func.func @a(%f: complex<f32>, %g: complex<f64>) {
  // expected-error @+1 {{'complex.eq' op failed to verify that all of {lhs, rhs} have same type}}
  %0 = "complex.eq"(%f, %g) : (complex<f32>, complex<f64>) -> i1
  return
}

// -----

func.func @a(%f: complex<f32>, %g: complex<f64>) {
  // expected-error @+1 {{'complex.add' op requires the same type for all operands and results}}
  %0 = "complex.add"(%f, %g) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @a(%f: complex<f32>, %g: si32) {
  // expected-error @+1 {{'complex.powi' op operand #1 must be signless integer, but got 'si32'}}
  %0 = complex.powi %f, %g : complex<f32>, si32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%f: complex<f32>, %g: complex<f64>) {
  // expected-error @+1 {{use of value '%g' expects different type than prior uses: 'complex<f32>' vs 'complex<f64>'}}
  %0 = complex.add %f, %g : complex<f32>
  return
}
