; What LLVM calls by itself, for objects that have no C library to call.

define internal ptr @memcpy(ptr %to, ptr %from, $size %n) "no-builtins" {
entry:
  %any = icmp ne $size %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi $size [ 0, %entry ], [ %i1, %loop ]
  %fp = getelementptr i8, ptr %from, $size %i
  %tp = getelementptr i8, ptr %to, $size %i
  %v = load i8, ptr %fp
  store i8 %v, ptr %tp
  %i1 = add $size %i, 1
  %more = icmp ult $size %i1, %n
  br i1 %more, label %loop, label %done
done:
  ret ptr %to
}

define internal ptr @memmove(ptr %to, ptr %from, $size %n) "no-builtins" {
entry:
  %any = icmp ne $size %n, 0
  br i1 %any, label %order, label %done
order:
  %before = icmp ult ptr %to, %from
  br i1 %before, label %up, label %down
up:
  %i = phi $size [ 0, %order ], [ %i1, %up ]
  %fp = getelementptr i8, ptr %from, $size %i
  %tp = getelementptr i8, ptr %to, $size %i
  %v = load i8, ptr %fp
  store i8 %v, ptr %tp
  %i1 = add $size %i, 1
  %more = icmp ult $size %i1, %n
  br i1 %more, label %up, label %done
down:
  %left = phi $size [ %n, %order ], [ %j, %down ]
  %j = sub $size %left, 1
  %fq = getelementptr i8, ptr %from, $size %j
  %tq = getelementptr i8, ptr %to, $size %j
  %w = load i8, ptr %fq
  store i8 %w, ptr %tq
  %rest = icmp ne $size %j, 0
  br i1 %rest, label %down, label %done
done:
  ret ptr %to
}

define internal ptr @memset(ptr %to, i32 %value, $size %n) "no-builtins" {
entry:
  %byte = trunc i32 %value to i8
  %any = icmp ne $size %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi $size [ 0, %entry ], [ %i1, %loop ]
  %tp = getelementptr i8, ptr %to, $size %i
  store i8 %byte, ptr %tp
  %i1 = add $size %i, 1
  %more = icmp ult $size %i1, %n
  br i1 %more, label %loop, label %done
done:
  ret ptr %to
}

; Through double: the product is exact, so that the result is rounded once but for rare ties.
define internal float @fmaf(float %a, float %b, float %c) "no-builtins" {
  %ad = fpext float %a to double
  %bd = fpext float %b to double
  %cd = fpext float %c to double
  %p = fmul double %ad, %bd
  %s = fadd double %p, %cd
  %r = fptrunc double %s to float
  ret float %r
}

; x to the nearest integer, ties to even: 2^23 leaves no room for a fraction.
define internal float @rintf(float %x) "no-builtins" {
entry:
  %bits = bitcast float %x to i32
  %size_bits = and i32 %bits, 2147483647
  %small = icmp ult i32 %size_bits, 1258291200
  br i1 %small, label %round, label %whole
round:
  %size = bitcast i32 %size_bits to float
  %up = fadd float %size, 8388608.0
  %near = fsub float %up, 8388608.0
  %near_bits = bitcast float %near to i32
  %sign = and i32 %bits, -2147483648
  %all = or i32 %near_bits, %sign
  %r = bitcast i32 %all to float
  ret float %r
whole:
  ret float %x
}

define internal float @roundevenf(float %x) "no-builtins" {
  %r = call float @rintf(float %x)
  ret float %r
}

define internal float @nearbyintf(float %x) "no-builtins" {
  %r = call float @rintf(float %x)
  ret float %r
}

define internal float @floorf(float %x) "no-builtins" {
  %r = call float @rintf(float %x)
  %above = fcmp ogt float %r, %x
  %less = fsub float %r, 1.0
  %v = select i1 %above, float %less, float %r
  ret float %v
}

define internal float @ceilf(float %x) "no-builtins" {
  %m = fneg float %x
  %f = call float @floorf(float %m)
  %v = fneg float %f
  ret float %v
}

define internal float @truncf(float %x) "no-builtins" {
entry:
  %negative = fcmp olt float %x, 0.0
  br i1 %negative, label %up, label %down
up:
  %c = call float @ceilf(float %x)
  ret float %c
down:
  %f = call float @floorf(float %x)
  ret float %f
}

; Away from zero at ties.
define internal float @roundf(float %x) "no-builtins" {
entry:
  %t = call float @truncf(float %x)
  %d = fsub float %x, %t
  %up = fcmp oge float %d, 0.5
  %down = fcmp ole float %d, -0.5
  %more = fadd float %t, 1.0
  %less = fsub float %t, 1.0
  %a = select i1 %up, float %more, float %t
  %b = select i1 %down, float %less, float %a
  ret float %b
}

@llvm.compiler.used = appending global [11 x ptr] [ptr @roundf, ptr @memcpy, ptr @memmove, ptr @memset,
  ptr @fmaf, ptr @rintf, ptr @roundevenf, ptr @nearbyintf, ptr @floorf, ptr @ceilf, ptr @truncf],
  section "llvm.metadata"
