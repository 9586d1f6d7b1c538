// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: !async.value<f32>) {
  // expected-error @+1 {{'async.await' op result type 'f64' does not match async value type 'f32'}}
  %0 = "async.await"(%x) : (!async.value<f32>) -> f64
  return
}

// -----

// expected-error @+1 {{'async.func' op result type must be async value type or async token type, but got 'f32'}}
async.func @f() -> f32 {
  %0 = arith.constant 1.0 : f32
  return %0 : f32
}
