// What is wrong with math's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%f: f32) {
  // expected-error @+1 {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = math.fpowi %f, %f : f32, f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'math.absf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.absf %i : i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = "math.sincos"(%f) : (f32) -> (f32, f32)
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'math.sincos' op failed to verify that all of {operand, sin, cos} have same type}}
  %0:2 = "math.sincos"(%f) : (f32) -> (f32, f64)
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{expected ','}}
  %0 = math.clampf %f to [%f] : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'math.absf' op requires the same type for all operands and results}}
  %0 = "math.absf"(%f) : (f32) -> f64
  return
}

// -----

func.func @a(%f: vector<4xf32>) {
  // expected-error @+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%f) : (vector<4xf32>) -> i1
  return
}
