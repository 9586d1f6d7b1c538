; Rounding and remainders of $float.

; x to the nearest integer, ties to even: $whole leaves no room for a fraction.
define internal $float @rint$f($float %x) "no-builtins" {
entry:
  %bits = bitcast $float %x to $int
  %size_bits = and $int %bits, $size_bits
  %small = icmp ult $int %size_bits, $whole_bits
  br i1 %small, label %round, label %whole
round:
  %size = bitcast $int %size_bits to $float
  %up = fadd $float %size, $whole
  %near = fsub $float %up, $whole
  %near_bits = bitcast $float %near to $int
  %sign = and $int %bits, $sign_bit
  %all = or $int %near_bits, %sign
  %r = bitcast $int %all to $float
  ret $float %r
whole:
  ret $float %x
}

define internal $float @roundeven$f($float %x) "no-builtins" {
  %r = call $float @rint$f($float %x)
  ret $float %r
}

define internal $float @nearbyint$f($float %x) "no-builtins" {
  %r = call $float @rint$f($float %x)
  ret $float %r
}

define internal $float @floor$f($float %x) "no-builtins" {
  %r = call $float @rint$f($float %x)
  %above = fcmp ogt $float %r, %x
  %less = fsub $float %r, 1.0
  %v = select i1 %above, $float %less, $float %r
  ret $float %v
}

define internal $float @ceil$f($float %x) "no-builtins" {
  %m = fneg $float %x
  %f = call $float @floor$f($float %m)
  %v = fneg $float %f
  ret $float %v
}

define internal $float @trunc$f($float %x) "no-builtins" {
entry:
  %negative = fcmp olt $float %x, 0.0
  br i1 %negative, label %up, label %down
up:
  %c = call $float @ceil$f($float %x)
  ret $float %c
down:
  %f = call $float @floor$f($float %x)
  ret $float %f
}

; Away from zero at ties.
define internal $float @round$f($float %x) "no-builtins" {
entry:
  %t = call $float @trunc$f($float %x)
  %d = fsub $float %x, %t
  %up = fcmp oge $float %d, 0.5
  %down = fcmp ole $float %d, -0.5
  %more = fadd $float %t, 1.0
  %less = fsub $float %t, 1.0
  %a = select i1 %up, $float %more, $float %t
  %b = select i1 %down, $float %less, $float %a
  ret $float %b
}

; Takes doubles of y away, the largest first; each step is exact.
define internal $float @fmod$f($float %x, $float %y) "no-builtins" {
entry:
  %x_bits = bitcast $float %x to $int
  %y_bits = bitcast $float %y to $int
  %sign = and $int %x_bits, $sign_bit
  %x_size_bits = and $int %x_bits, $size_bits
  %y_size_bits = and $int %y_bits, $size_bits
  %x_size = bitcast $int %x_size_bits to $float
  %y_size = bitcast $int %y_size_bits to $float
  %zero = fcmp oeq $float %y_size, 0.0
  %infinite = fcmp oeq $float %x_size, 0x7FF0000000000000
  %unordered = fcmp uno $float %x, %y
  %some = or i1 %zero, %infinite
  %undefined = or i1 %some, %unordered
  br i1 %undefined, label %none, label %defined
none:
  ret $float 0x7FF8000000000000
defined:
  %small = fcmp olt $float %x_size, %y_size
  br i1 %small, label %itself, label %up
itself:
  ret $float %x
up:
  %t = phi $float [ %y_size, %defined ], [ %twice, %up ]
  %twice = fadd $float %t, %t
  %fits = fcmp ole $float %twice, %x_size
  br i1 %fits, label %up, label %down
down:
  %r = phi $float [ %x_size, %up ], [ %rest, %down ]
  %s = phi $float [ %t, %up ], [ %half, %down ]
  %enough = fcmp oge $float %r, %s
  %less = fsub $float %r, %s
  %rest = select i1 %enough, $float %less, $float %r
  %last = fcmp oeq $float %s, %y_size
  %half = fmul $float %s, 0.5
  br i1 %last, label %done, label %down
done:
  %rest_bits = bitcast $float %rest to $int
  %bits = or $int %rest_bits, %sign
  %result = bitcast $int %bits to $float
  ret $float %result
}
