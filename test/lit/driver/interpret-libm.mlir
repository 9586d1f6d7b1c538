// Functions of libm that a module only declares.
// RUN: mlirlite-run %s -e main | FileCheck %s
// RUN: mlirlite-run %s -e main --interpret | FileCheck %s

// CHECK: result0: 3.0
// CHECK: result1: -inf
// CHECK: result2: -1022.0
func.func private @logbf(f32) -> f32
func.func private @logb(f64) -> f64
func.func @main() -> (f32, f64, f64) {
  %a = arith.constant 9.5 : f32
  %zero = arith.constant 0.0 : f64
  %small = arith.constant -2.2250738585072014E-308 : f64
  %0 = call @logbf(%a) : (f32) -> f32
  %1 = call @logb(%zero) : (f64) -> f64
  %2 = call @logb(%small) : (f64) -> f64
  return %0, %1, %2 : f32, f64, f64
}
