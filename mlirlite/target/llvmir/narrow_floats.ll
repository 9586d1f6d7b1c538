; Conversions to and from narrow floats that x86 calls compiler-rt for, where a processor has no
; instruction for them. Rounded to the nearest, ties to even.

define internal bfloat @__truncsfbf2(float %x) "no-builtins" {
  %bits = bitcast float %x to i32
  %low = lshr i32 %bits, 16
  %odd = and i32 %low, 1
  %bias = add i32 %odd, 32767
  %sum = add i32 %bits, %bias
  %near = lshr i32 %sum, 16
  %quiet = or i32 %low, 64
  %nan = fcmp uno float %x, %x
  %found = select i1 %nan, i32 %quiet, i32 %near
  %narrow = trunc i32 %found to i16
  %result = bitcast i16 %narrow to bfloat
  ret bfloat %result
}

; A number that is not exact in float is made odd there, so that it is rounded only once.
define internal float @om.narrowed(double %x) "no-builtins" {
  %f = fptrunc double %x to float
  %back = fpext float %f to double
  %inexact = fcmp one double %back, %x
  %size = call double @llvm.fabs.f64(double %x)
  %back_size = call double @llvm.fabs.f64(double %back)
  %above = fcmp ogt double %back_size, %size
  %bits = bitcast float %f to i32
  %down = sext i1 %above to i32
  %toward_zero = add i32 %bits, %down
  %odd = or i32 %toward_zero, 1
  %found = select i1 %inexact, i32 %odd, i32 %bits
  %result = bitcast i32 %found to float
  ret float %result
}

define internal bfloat @__truncdfbf2(double %x) "no-builtins" {
  %f = call float @om.narrowed(double %x)
  %result = call bfloat @__truncsfbf2(float %f)
  ret bfloat %result
}

define internal half @__truncsfhf2(float %x) "no-builtins" {
  %bits = bitcast float %x to i32
  %sign = and i32 %bits, -2147483648
  %size_bits = and i32 %bits, 2147483647
  %size = bitcast i32 %size_bits to float
  ; Below 2^-14, the sum with 1/2 has the fraction where a subnormal number has it.
  %sum = fadd float %size, 0.5
  %sum_bits = bitcast float %sum to i32
  %subnormal = sub i32 %sum_bits, 1056964608
  %shifted = lshr i32 %size_bits, 13
  %odd = and i32 %shifted, 1
  %bias = add i32 %odd, -939520001
  %moved = add i32 %size_bits, %bias
  %normal = lshr i32 %moved, 13
  %is_small = fcmp olt float %size, 0x3F10000000000000
  %finite = select i1 %is_small, i32 %subnormal, i32 %normal
  %fits = fcmp olt float %size, 65520.0
  %is_nan = fcmp uno float %x, %x
  %fraction = and i32 %shifted, 511
  %nan = or i32 %fraction, 32256
  %beyond = select i1 %is_nan, i32 %nan, i32 31744
  %found = select i1 %fits, i32 %finite, i32 %beyond
  %sign_bit = lshr i32 %sign, 16
  %all = or i32 %found, %sign_bit
  %narrow = trunc i32 %all to i16
  %result = bitcast i16 %narrow to half
  ret half %result
}

define internal half @__truncdfhf2(double %x) "no-builtins" {
  %f = call float @om.narrowed(double %x)
  %result = call half @__truncsfhf2(float %f)
  ret half %result
}

define internal float @__extendhfsf2(half %x) "no-builtins" {
  %narrow = bitcast half %x to i16
  %bits = zext i16 %narrow to i32
  %sign_bit = and i32 %bits, 32768
  %sign = shl i32 %sign_bit, 16
  %size_bits = and i32 %bits, 32767
  %moved = shl i32 %size_bits, 13
  ; The exponent of 2^112 more makes normal and subnormal numbers right, and infinity 2^16.
  %small = bitcast i32 %moved to float
  %finite = fmul float %small, 0x46F0000000000000
  %finite_bits = bitcast float %finite to i32
  %special = icmp uge i32 %size_bits, 31744
  %infinite_bits = or i32 %moved, 2139095040
  %found = select i1 %special, i32 %infinite_bits, i32 %finite_bits
  %all = or i32 %found, %sign
  %result = bitcast i32 %all to float
  ret float %result
}

declare double @llvm.fabs.f64(double)
