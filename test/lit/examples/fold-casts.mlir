// RUN: mlirlite-opt --load-plugin %S/../../../examples/quantized.py %s | FileCheck %s --check-prefix=TEXT
// RUN: mlirlite-opt --load-plugin %S/../../../examples/quantized.py %s --fold-casts | FileCheck %s
// RUN: mlirlite-opt --load-plugin %S/../../../examples/quantized.py %s --fold-casts --trace-patterns -o /dev/null 2>&1 | FileCheck %s --check-prefix=TRACE

!a = !quantized.uniform<i8, 3, 0.5>
!b = !quantized.uniform<i8, -1, 0.25>
!wide = !quantized.uniform<i16, 0, 0.25>

// TEXT-LABEL: func.func @back_and_forth(%arg0: !quantized.uniform<i8, 3, 5.000000e-01>)
// TEXT:         %0 = quantized.dequantize %arg0 : <i8, 3, 5.000000e-01> to f32
// CHECK-LABEL: func.func @back_and_forth
// CHECK-SAME:    (%[[Q:.*]]: !quantized.uniform<i8, 3, 5.000000e-01>)
// CHECK-NEXT:    return %[[Q]]
func.func @back_and_forth(%q: !a) -> !a {
  %x = quantized.dequantize %q : !a to f32
  %r = quantized.quantize %x : f32 to !a
  return %r : !a
}

// CHECK-LABEL: func.func @to_another_scale
// CHECK-NEXT:    %[[R:.*]] = quantized.requantize %arg0 : <i8, 3, 5.000000e-01> to <i8, -1, 2.500000e-01>
// CHECK-NEXT:    return %[[R]]
func.func @to_another_scale(%q: !a) -> !b {
  %x = quantized.dequantize %q : !a to f32
  %r = quantized.quantize %x : f32 to !b
  return %r : !b
}

// TRACE: quantize_of_dequantize_to_requantize: does not apply {{.*}}: the integers have different widths
// CHECK-LABEL: func.func @to_wider_integers
// CHECK-NEXT:    quantized.dequantize
// CHECK-NEXT:    quantized.quantize
func.func @to_wider_integers(%q: !a) -> !wide {
  %x = quantized.dequantize %q : !a to f32
  %r = quantized.quantize %x : f32 to !wide
  return %r : !wide
}
