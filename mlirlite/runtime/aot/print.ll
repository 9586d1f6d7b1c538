; omTensorPrint: writes a tensor to the standard output.

; %s: all that is known of the tensor, %d: its values, %t: its type, %e: the end.
define void @omTensorPrint(ptr %message, ptr %t) {
entry:
  %none = icmp eq ptr %message, null
  br i1 %none, label %done, label %next
next:
  %at = phi ptr [ %message, %entry ], [ %after, %step ], [ %after2, %special ], [ %after2, %show ]
  %c = load i8, ptr %at
  %after = getelementptr i8, ptr %at, i64 1
  switch i8 %c, label %step [
    i8 0, label %done
    i8 37, label %percent
  ]
step:
  %wide = zext i8 %c to i32
  call i32 @putchar(i32 %wide)
  br label %next
percent:
  %k = load i8, ptr %after
  %after2 = getelementptr i8, ptr %at, i64 2
  switch i8 %k, label %step2 [
    i8 101, label %done
    i8 115, label %show
    i8 100, label %show
    i8 116, label %show
  ]
step2:  ; no directive: as it stands
  call i32 @putchar(i32 37)
  %end = icmp eq i8 %k, 0
  br i1 %end, label %done, label %special
special:
  %wide2 = zext i8 %k to i32
  call i32 @putchar(i32 %wide2)
  br label %next
show:
  call void @om.print(ptr %t, i8 %k)
  br label %next
done:
  ret void
}

define hidden void @om.print(ptr %t, i8 %kind) {
entry:
  %none = icmp eq ptr %t, null
  br i1 %none, label %null, label %some
null:
  call i32 (ptr, ...) @printf(ptr @om.text.print_null)
  ret void
some:
  %shape = call ptr @omTensorGetShape(ptr %t)
  %strides = call ptr @omTensorGetStrides(ptr %t)
  %rank = call i64 @omTensorGetRank(ptr %t)
  %code = call i32 @omTensorGetDataType(ptr %t)
  %data = call ptr @omTensorGetDataPtr(ptr %t)
  switch i8 %kind, label %type [
    i8 100, label %values
    i8 115, label %signature
  ]
type:
  call void @om.print_type(ptr %shape, i64 %rank, i32 %code)
  ret void
values:
  call void @om.print_values(ptr %data, i64 0, ptr %shape, ptr %strides, i64 0, i64 %rank, i32 %code)
  ret void
signature:
  %bytes = call i64 @omTensorGetBufferSize(ptr %t)
  %owning = call i64 @omTensorGetOwning(ptr %t)
  call void @om.print_type(ptr %shape, i64 %rank, i32 %code)
  call i32 (ptr, ...) @printf(ptr @om.text.print_signature, i64 %bytes, i64 %owning)
  br label %test
test:
  %i = phi i64 [ 0, %signature ], [ %i1, %one ]
  %more = icmp slt i64 %i, %rank
  br i1 %more, label %one, label %done
one:
  %p = getelementptr i64, ptr %strides, i64 %i
  %stride = load i64, ptr %p
  call i32 (ptr, ...) @printf(ptr @om.text.print_number, i64 %stride)
  %i1 = add i64 %i, 1
  br label %test
done:
  ret void
}

; 2x3xf32
define hidden void @om.print_type(ptr %shape, i64 %rank, i32 %code) {
entry:
  br label %test
test:
  %i = phi i64 [ 0, %entry ], [ %i1, %one ]
  %more = icmp slt i64 %i, %rank
  br i1 %more, label %one, label %done
one:
  %p = getelementptr i64, ptr %shape, i64 %i
  %size = load i64, ptr %p
  call i32 (ptr, ...) @printf(ptr @om.text.print_size, i64 %size)
  %i1 = add i64 %i, 1
  br label %test
done:
  %name = call ptr @om.type_name(i32 %code)
  call i32 (ptr, ...) @printf(ptr @om.text.print_text, ptr %name)
  ret void
}

; [[1, 2], [3, 4]]: the values of one dimension and those inside of it, from an index on.
define hidden void @om.print_values(
    ptr %data, i64 %index, ptr %shape, ptr %strides, i64 %depth, i64 %rank, i32 %code) {
entry:
  %scalar = icmp eq i64 %depth, %rank
  br i1 %scalar, label %value, label %nested
value:
  call void @om.print_value(ptr %data, i64 %index, i32 %code)
  ret void
nested:
  %sp = getelementptr i64, ptr %shape, i64 %depth
  %tp = getelementptr i64, ptr %strides, i64 %depth
  %size = load i64, ptr %sp
  %stride = load i64, ptr %tp
  %inner = add i64 %depth, 1
  call i32 @putchar(i32 91)
  br label %test
test:
  %i = phi i64 [ 0, %nested ], [ %i1, %one ]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %check, label %done
check:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %one, label %comma
comma:
  call i32 (ptr, ...) @printf(ptr @om.text.print_comma)
  br label %one
one:
  %shift = mul i64 %i, %stride
  %at = add i64 %index, %shift
  call void @om.print_values(
    ptr %data, i64 %at, ptr %shape, ptr %strides, i64 %inner, i64 %rank, i32 %code)
  %i1 = add i64 %i, 1
  br label %test
done:
  call i32 @putchar(i32 93)
  ret void
}

define hidden void @om.print_value(ptr %data, i64 %index, i32 %code) {
entry:
  %size = call i64 @om.size(i32 %code)
  %shift = mul i64 %index, %size
  %p = getelementptr i8, ptr %data, i64 %shift
  switch i32 %code, label %raw [
    i32 1, label %f32
    i32 2, label %u8
    i32 3, label %i8
    i32 4, label %u16
    i32 5, label %i16
    i32 6, label %i32
    i32 7, label %i64
    i32 8, label %string
    i32 9, label %u8
    i32 10, label %f16
    i32 11, label %f64
    i32 12, label %u32
    i32 13, label %u64
    i32 14, label %c64
    i32 15, label %c128
    i32 16, label %bf16
    i32 20, label %u8
    i32 21, label %i8
  ]
f32:
  %vf32 = load float, ptr %p
  %df32 = fpext float %vf32 to double
  br label %float
f64:
  %df64 = load double, ptr %p
  br label %float
f16:
  %hf16 = load i16, ptr %p
  %df16 = call double @om.half(i16 %hf16, i1 false)
  br label %float
bf16:
  %hbf16 = load i16, ptr %p
  %dbf16 = call double @om.half(i16 %hbf16, i1 true)
  br label %float
float:
  %d = phi double [ %df32, %f32 ], [ %df64, %f64 ], [ %df16, %f16 ], [ %dbf16, %bf16 ]
  call i32 (ptr, ...) @printf(ptr @om.text.print_float, double %d)
  ret void
u8:
  %vu8 = load i8, ptr %p
  %wu8 = zext i8 %vu8 to i64
  br label %signed
i8:
  %vi8 = load i8, ptr %p
  %wi8 = sext i8 %vi8 to i64
  br label %signed
u16:
  %vu16 = load i16, ptr %p
  %wu16 = zext i16 %vu16 to i64
  br label %signed
i16:
  %vi16 = load i16, ptr %p
  %wi16 = sext i16 %vi16 to i64
  br label %signed
u32:
  %vu32 = load i32, ptr %p
  %wu32 = zext i32 %vu32 to i64
  br label %signed
i32:
  %vi32 = load i32, ptr %p
  %wi32 = sext i32 %vi32 to i64
  br label %signed
i64:
  %wi64 = load i64, ptr %p
  br label %signed
signed:
  %i = phi i64 [ %wu8, %u8 ], [ %wi8, %i8 ], [ %wu16, %u16 ], [ %wi16, %i16 ], [ %wu32, %u32 ],
               [ %wi32, %i32 ], [ %wi64, %i64 ]
  call i32 (ptr, ...) @printf(ptr @om.text.print_signed, i64 %i)
  ret void
u64:
  %wu64 = load i64, ptr %p
  call i32 (ptr, ...) @printf(ptr @om.text.print_unsigned, i64 %wu64)
  ret void
string:
  %vs = load ptr, ptr %p
  %none = icmp eq ptr %vs, null
  %s = select i1 %none, ptr @om.text.print_empty, ptr %vs
  call i32 (ptr, ...) @printf(ptr @om.text.print_quoted, ptr %s)
  ret void
c64:
  %imag_p = getelementptr float, ptr %p, i64 1
  %re32 = load float, ptr %p
  %im32 = load float, ptr %imag_p
  %re64 = fpext float %re32 to double
  %im64 = fpext float %im32 to double
  call i32 (ptr, ...) @printf(ptr @om.text.print_complex, double %re64, double %im64)
  ret void
c128:
  %imag_p2 = getelementptr double, ptr %p, i64 1
  %re = load double, ptr %p
  %im = load double, ptr %imag_p2
  call i32 (ptr, ...) @printf(ptr @om.text.print_complex, double %re, double %im)
  ret void
raw:  ; small floats, as their bits
  %bits = load i8, ptr %p
  %wide = zext i8 %bits to i32
  call i32 (ptr, ...) @printf(ptr @om.text.print_bits, i32 %wide)
  ret void
}

; The value of a 16-bit float by arithmetic on its bits: no library has to convert it.
define hidden double @om.half(i16 %h, i1 %brain) {
entry:
  %w = zext i16 %h to i32
  %top = shl i32 %w, 16
  br i1 %brain, label %bf16, label %f16
bf16:
  %b = bitcast i32 %top to float
  %bd = fpext float %b to double
  ret double %bd
f16:
  %sign = and i32 %top, -2147483648
  %body = and i32 %w, 32767
  %mantissa = shl i32 %body, 13
  %infinite = icmp uge i32 %body, 31744
  %bias = select i1 %infinite, i32 1879048192, i32 0
  %moved = or i32 %mantissa, %bias
  %scaled = bitcast i32 %moved to float
  %scale = select i1 %infinite, float 1.0, float 0x46F0000000000000
  %size = fmul float %scaled, %scale
  %bits = bitcast float %size to i32
  %all = or i32 %bits, %sign
  %f = bitcast i32 %all to float
  %fd = fpext float %f to double
  ret double %fd
}

declare i32 @printf(ptr, ...)
declare i32 @putchar(i32)
