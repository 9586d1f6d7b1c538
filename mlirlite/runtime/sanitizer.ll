; Which bytes of the process compiled code may touch: a bit for each, in pieces of 2 MB for 16 MB
; of addresses. Nothing may be touched that nobody has opened.

@mlirlite_pieces = external global [8388608 x ptr]   ; 2^23, for addresses below 2^47
@mlirlite_scratch = external global [65536 x i8]     ; where accesses go that are not allowed

declare void @mlirlite_report(ptr, i64, ptr, i32)
declare ptr @mlirlite_take(i64, i64, ptr)
declare void @om.fail(ptr, i64, i64, i64, i64, i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.umin.i64(i64, i64)

; the bits of the 8 bytes at an address that is a multiple of 8, and the 8 after it, as a number
define internal i8 @bits(i64 %address) alwaysinline {
  %high = lshr i64 %address, 47
  %is_far = icmp ne i64 %high, 0
  br i1 %is_far, label %none, label %look
look:
  %number = lshr i64 %address, 24
  %at = getelementptr ptr, ptr @mlirlite_pieces, i64 %number
  %piece = load ptr, ptr %at
  %is_null = icmp eq ptr %piece, null
  br i1 %is_null, label %none, label %found
found:
  %low = and i64 %address, 16777215
  %byte = lshr i64 %low, 3
  %bits.at = getelementptr i8, ptr %piece, i64 %byte
  %bits = load i8, ptr %bits.at
  ret i8 %bits
none:
  ret i8 0
}

; whether the bytes may be touched
define internal i1 @is_open(ptr %p, i64 %n) {
  %first = ptrtoint ptr %p to i64
  %wraps = call i1 @wraps(i64 %first, i64 %n)
  br i1 %wraps, label %no, label %start
start:
  %end = add i64 %first, %n
  br label %next
next:
  %a = phi i64 [ %first, %start ], [ %following, %go ]
  %more = icmp ult i64 %a, %end
  br i1 %more, label %look, label %yes
look:
  %granule = and i64 %a, -8
  %bits = call i8 @bits(i64 %granule)
  %skip = and i64 %a, 7
  %left = sub i64 %end, %a
  %room = sub i64 8, %skip
  %count = call i64 @llvm.umin.i64(i64 %left, i64 %room)
  %count8 = trunc i64 %count to i8
  %shift = sub i8 8, %count8
  %ones = lshr i8 -1, %shift
  %skip8 = trunc i64 %skip to i8
  %mask = shl i8 %ones, %skip8
  %have = and i8 %bits, %mask
  %all = icmp eq i8 %have, %mask
  %following = add i64 %a, %count
  br i1 %all, label %go, label %no
go:
  br label %next
yes:
  ret i1 true
no:
  ret i1 false
}

define internal i1 @wraps(i64 %first, i64 %n) alwaysinline {
  %end = add i64 %first, %n
  %wraps = icmp ult i64 %end, %first
  ret i1 %wraps
}

; open (1) or close (0) bytes
define void @mlirlite_mark(ptr %p, i64 %n, i32 %open) {
  %first = ptrtoint ptr %p to i64
  %end = add i64 %first, %n
  %is_open = icmp ne i32 %open, 0
  br label %next
next:
  %a = phi i64 [ %first, %0 ], [ %following, %go ]
  %more = icmp ult i64 %a, %end
  br i1 %more, label %look, label %done
look:
  %number = lshr i64 %a, 24
  %at = getelementptr ptr, ptr @mlirlite_pieces, i64 %number
  %skip = and i64 %a, 7
  %left = sub i64 %end, %a
  %room = sub i64 8, %skip
  %count = call i64 @llvm.umin.i64(i64 %left, i64 %room)
  %following = add i64 %a, %count
  %piece = load ptr, ptr %at
  %is_null = icmp eq ptr %piece, null
  br i1 %is_null, label %make, label %set
make:
  br i1 %is_open, label %made, label %go
made:
  %new = call ptr @calloc(i64 2097152, i64 1)
  %tried = cmpxchg ptr %at, ptr null, ptr %new acq_rel acquire
  %won = extractvalue { ptr, i1 } %tried, 1
  br i1 %won, label %set, label %lost
lost:
  %other = extractvalue { ptr, i1 } %tried, 0
  call void @free(ptr %new)
  br label %set
set:
  %bits.of = phi ptr [ %piece, %look ], [ %new, %made ], [ %other, %lost ]
  %low = and i64 %a, 16777215
  %byte = lshr i64 %low, 3
  %bits.at = getelementptr i8, ptr %bits.of, i64 %byte
  %count8 = trunc i64 %count to i8
  %shift = sub i8 8, %count8
  %ones = lshr i8 -1, %shift
  %skip8 = trunc i64 %skip to i8
  %mask = shl i8 %ones, %skip8
  %old = load i8, ptr %bits.at
  %with = or i8 %old, %mask
  %not = xor i8 %mask, -1
  %without = and i8 %old, %not
  %bits = select i1 %is_open, i8 %with, i8 %without
  store i8 %bits, ptr %bits.at
  br label %go
go:
  br label %next
done:
  ret void
}

; the pointer, or scratch memory when its bytes may not be touched; %kind is 0 read, 1 write
define ptr @mlirlite_check(ptr %p, i64 %n, ptr %site, i32 %kind) {
  %good = call i1 @is_open(ptr %p, i64 %n)
  br i1 %good, label %yes, label %no
yes:
  ret ptr %p
no:
  call void @mlirlite_report(ptr %p, i64 %n, ptr %site, i32 %kind)
  ret ptr @mlirlite_scratch
}

; the number of bytes, or 0 when they may not be touched
define i64 @mlirlite_check_bytes(ptr %p, i64 %n, ptr %site, i32 %kind) {
  %good = call i1 @is_open(ptr %p, i64 %n)
  br i1 %good, label %yes, label %no
yes:
  ret i64 %n
no:
  call void @mlirlite_report(ptr %p, i64 %n, ptr %site, i32 %kind)
  ret i64 0
}

; the same as mlirlite_check for elements of %size bytes, those of which bits are set in %mask
define ptr @mlirlite_check_mask(ptr %p, i64 %mask, i64 %size, ptr %site, i32 %kind) {
  br label %next
next:
  %left = phi i64 [ %mask, %0 ], [ %rest, %good ]
  %none = icmp eq i64 %left, 0
  br i1 %none, label %yes, label %look
look:
  %i = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %offset = mul i64 %i, %size
  %at = getelementptr i8, ptr %p, i64 %offset
  %ok = call i1 @is_open(ptr %at, i64 %size)
  br i1 %ok, label %good, label %no
good:
  %less = sub i64 %left, 1
  %rest = and i64 %left, %less
  br label %next
yes:
  ret ptr %p
no:
  call void @mlirlite_report(ptr %at, i64 %size, ptr %site, i32 %kind)
  ret ptr @mlirlite_scratch
}

; for elements that lie together, as many as bits are set
define ptr @mlirlite_check_packed(ptr %p, i64 %mask, i64 %size, ptr %site, i32 %kind) {
  %count = call i64 @llvm.ctpop.i64(i64 %mask)
  %n = mul i64 %count, %size
  %found = call ptr @mlirlite_check(ptr %p, i64 %n, ptr %site, i32 %kind)
  ret ptr %found
}

; a descriptor of any rank: whether all of its elements may be touched
define i1 @mlirlite_check_buffer(ptr %unranked, i64 %size, ptr %site, i32 %kind) {
  %rank = load i64, ptr %unranked
  %behind = getelementptr i8, ptr %unranked, i64 8
  %descriptor = load ptr, ptr %behind
  %aligned.at = getelementptr ptr, ptr %descriptor, i64 1
  %aligned = load ptr, ptr %aligned.at
  %offset.at = getelementptr i64, ptr %descriptor, i64 2
  %offset = load i64, ptr %offset.at
  br label %next
next:
  %d = phi i64 [ 0, %0 ], [ %d1, %go ]
  %low = phi i64 [ %offset, %0 ], [ %low1, %go ]
  %high = phi i64 [ %offset, %0 ], [ %high1, %go ]
  %more = icmp ult i64 %d, %rank
  br i1 %more, label %look, label %known
look:
  %place = add i64 %d, 3
  %n.at = getelementptr i64, ptr %descriptor, i64 %place
  %n = load i64, ptr %n.at
  %place2 = add i64 %place, %rank
  %s.at = getelementptr i64, ptr %descriptor, i64 %place2
  %s = load i64, ptr %s.at
  %empty = icmp sle i64 %n, 0
  br i1 %empty, label %yes, label %go
go:
  %last = sub i64 %n, 1
  %step = mul i64 %last, %s
  %down = icmp slt i64 %step, 0
  %below = select i1 %down, i64 %step, i64 0
  %above = select i1 %down, i64 0, i64 %step
  %low1 = add i64 %low, %below
  %high1 = add i64 %high, %above
  %d1 = add i64 %d, 1
  br label %next
known:
  %span = sub i64 %high, %low
  %count = add i64 %span, 1
  %bytes = mul i64 %count, %size
  %from = mul i64 %low, %size
  %p = getelementptr i8, ptr %aligned, i64 %from
  %open = call i64 @mlirlite_check_bytes(ptr %p, i64 %bytes, ptr %site, i32 %kind)
  %good = icmp eq i64 %open, %bytes
  ret i1 %good
yes:
  ret i1 true
}

; memory of an alignment; a run that can have none ends
define ptr @mlirlite_aligned_alloc(i64 %alignment, i64 %size, ptr %site) {
  %block = call ptr @mlirlite_take(i64 %alignment, i64 %size, ptr %site)
  %none = icmp eq ptr %block, null
  br i1 %none, label %out, label %done
done:
  ret ptr %block
out:
  call void @om.fail(ptr null, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
}

define ptr @mlirlite_malloc(i64 %size, ptr %site) {
  %block = call ptr @mlirlite_aligned_alloc(i64 16, i64 %size, ptr %site)
  ret ptr %block
}
