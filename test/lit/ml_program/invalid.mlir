// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'ml_program.global' op immutable global must have an initial value}}
ml_program.global private @g : i32

// -----

ml_program.global private mutable @g : i32
func.func @f() -> i64 {
  // expected-error @+1 {{'ml_program.global_load' op cannot load from global typed 'i32' as 'i64'}}
  %0 = ml_program.global_load @g : i64
  return %0 : i64
}

// -----

ml_program.func @f(%x: i32) -> (i32, i32) {
  // expected-error @+1 {{'ml_program.return' op has 1 operands, but enclosing function (@f) returns 2}}
  ml_program.return %x : i32
}
