// RUN: mlirlite-opt --load-plugin %S/../../../examples/quantized.py %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a zero from -128 to 127, found 300}}
func.func private @zero(!quantized.uniform<i8, 300, 0.5>)

// -----

// expected-error @+1 {{expected a positive scale, found -0.5}}
func.func private @scale(!quantized.uniform<i8, 3, -0.5>)

// -----

func.func @no_float(%a: i32) {
  // expected-error @+1 {{custom op 'quantized.quantize' invalid kind of type specified}}
  %q = quantized.quantize %a : i32 to !quantized.uniform<i8, 3, 0.5>
  return
}
