// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a constant initializer for this operator}}
wasmssa.global @x i32 : {
  %0 = wasmssa.const 1 : i32
  %1 = wasmssa.add %0 %0 : i32
  wasmssa.return %1 : i32
}

// -----

wasmssa.func @f() -> i32 {
  %0 = wasmssa.const 1 : i32
  // expected-error @+1 {{trying to extend the 32 low bits from a 'i32' value is illegal}}
  %1 = wasmssa.extend 32 low bits from %0: i32
  wasmssa.return %1 : i32
}

// -----

wasmssa.global @x i32 : {
  // expected-error @+1 {{symbol @y is undefined}}
  %0 = wasmssa.global_get @y : i32
  wasmssa.return %0 : i32
}
