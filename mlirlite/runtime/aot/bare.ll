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

; With the errors of the product (Dekker) and of the sum (Knuth): rounded once but for rare ties. Where
; a part overflows, the plain sum.
define internal double @fma(double %a, double %b, double %c) "no-builtins" {
  %ax = fmul double %a, 134217729.0
  %ay = fsub double %ax, %a
  %ah = fsub double %ax, %ay
  %al = fsub double %a, %ah
  %bx = fmul double %b, 134217729.0
  %by = fsub double %bx, %b
  %bh = fsub double %bx, %by
  %bl = fsub double %b, %bh
  %p = fmul double %a, %b
  %hh = fmul double %ah, %bh
  %hl = fmul double %ah, %bl
  %lh = fmul double %al, %bh
  %ll = fmul double %al, %bl
  %e1 = fsub double %hh, %p
  %e2 = fadd double %e1, %hl
  %e3 = fadd double %e2, %lh
  %e = fadd double %e3, %ll
  %s = fadd double %p, %c
  %cs = fsub double %s, %p
  %ps = fsub double %s, %cs
  %tp = fsub double %p, %ps
  %tc = fsub double %c, %cs
  %t = fadd double %tp, %tc
  %low = fadd double %t, %e
  %r = fadd double %s, %low
  %is_number = fcmp ord double %r, 0.0
  %found = select i1 %is_number, double %r, double %s
  ret double %found
}
