; Constants in a file of their own. The library holds room for them, over which the file is mapped
; at the first run; it is looked for in the folder that an environment variable names, beside the
; library, and in the current folder. `$size` is the target's size_t; with `$nonblock`, O_NONBLOCK,
; nobody waits for what a pipe in its place would give.

@om.state = hidden global i32 0  ; 0: not loaded, 1: somebody loads, 2: loaded

; True when the constants are there.
define hidden i1 @om.load(ptr %entry_name) {
entry:
  br label %look
look:
  %state = load atomic i32, ptr @om.state acquire, align 4
  %ready = icmp eq i32 %state, 2
  br i1 %ready, label %yes, label %claim
claim:
  %pair = cmpxchg ptr @om.state, i32 0, i32 1 acq_rel acquire
  %mine = extractvalue { i32, i1 } %pair, 1
  br i1 %mine, label %map, label %wait
wait:
  call i32 @sched_yield()
  br label %look
map:
  %good = call i1 @om.map(ptr %entry_name)
  %next = select i1 %good, i32 2, i32 0
  store atomic i32 %next, ptr @om.state release, align 4
  ret i1 %good
yes:
  ret i1 true
}

define hidden i1 @om.map(ptr %entry_name) {
entry:
  %path = alloca [4096 x i8]
  %info = alloca { ptr, ptr, ptr, ptr }
  %folder = call ptr @getenv(ptr @om.text.variable)
  %given = icmp ne ptr %folder, null
  br i1 %given, label %variable, label %beside
variable:
  call i32 (ptr, $size, ptr, ...) @snprintf(
    ptr %path, $size 4096, ptr @om.text.path, ptr %folder, ptr @om.text.file)
  %fd1 = call i32 (ptr, i32, ...) @open(ptr %path, i32 $nonblock)
  %open1 = icmp sge i32 %fd1, 0
  br i1 %open1, label %opened, label %beside
beside:
  %known = call i32 @dladdr(ptr @om.state, ptr %info)
  %found = icmp ne i32 %known, 0
  br i1 %found, label %library, label %here
library:
  %name = load ptr, ptr %info
  %slash = call ptr @strrchr(ptr %name, i32 47)
  %plain = icmp eq ptr %slash, null
  br i1 %plain, label %here, label %folder_of
folder_of:
  %from = ptrtoint ptr %name to i64
  %to = ptrtoint ptr %slash to i64
  %long = sub i64 %to, %from
  %length = trunc i64 %long to i32
  call i32 (ptr, $size, ptr, ...) @snprintf(
    ptr %path, $size 4096, ptr @om.text.path_in, i32 %length, ptr %name, ptr @om.text.file)
  %fd2 = call i32 (ptr, i32, ...) @open(ptr %path, i32 $nonblock)
  %open2 = icmp sge i32 %fd2, 0
  br i1 %open2, label %opened, label %here
here:
  %fd3 = call i32 (ptr, i32, ...) @open(ptr @om.text.file, i32 $nonblock)
  %open3 = icmp sge i32 %fd3, 0
  br i1 %open3, label %opened_here, label %missing
missing:
  call void (i32, ptr, ...) @om.report(i32 2, ptr @om.text.no_file, ptr %entry_name,
    ptr @om.text.file, ptr @om.text.variable)
  ret i1 false
opened_here:
  call i32 (ptr, $size, ptr, ...) @snprintf(
    ptr %path, $size 4096, ptr @om.text.name, ptr @om.text.file)
  br label %opened
opened:
  %fd = phi i32 [ %fd1, %variable ], [ %fd2, %folder_of ], [ %fd3, %opened_here ]
  %last = call $size @lseek(i32 %fd, $size 0, i32 2)
  %whole = icmp eq $size %last, $bytes
  br i1 %whole, label %place, label %wrong_size
wrong_size:
  call void (i32, ptr, ...) @om.report(i32 5, ptr @om.text.file_size, ptr %entry_name,
    ptr %path, $size $bytes, $size %last)
  call i32 @close(i32 %fd)
  ret i1 false
place:  ; readable, private, at this very address
  %at = call ptr @mmap(ptr @om.constants, $size $bytes, i32 1, i32 18, i32 %fd, $size 0)
  call i32 @close(i32 %fd)
  %mapped = icmp eq ptr %at, @om.constants
  br i1 %mapped, label %sum, label %no_map
no_map:
  call void (i32, ptr, ...) @om.report(i32 12, ptr @om.text.no_map, ptr %entry_name, ptr %path)
  ret i1 false
sum:
  %checksum = call i64 @om.checksum()
  %right = icmp eq i64 %checksum, $checksum
  br i1 %right, label %yes, label %damaged
damaged:
  call void (i32, ptr, ...) @om.report(i32 5, ptr @om.text.damaged, ptr %entry_name, ptr %path)
  ret i1 false
yes:
  ret i1 true
}

; sum of (x[i] ^ x[i] >> 32) * (2 i + 1) over the 64-bit numbers of the data, modulo 2^64: the
; highest bits count twice, or two of them would make no difference
define hidden i64 @om.checksum() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %total = phi i64 [ 0, %entry ], [ %total1, %loop ]
  %factor = phi i64 [ 1, %entry ], [ %factor1, %loop ]
  %p = getelementptr i64, ptr @om.constants, i64 %i
  %x = load i64, ptr %p
  %high = lshr i64 %x, 32
  %folded = xor i64 %x, %high
  %product = mul i64 %folded, %factor
  %total1 = add i64 %total, %product
  %factor1 = add i64 %factor, 2
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, $numbers
  br i1 %more, label %loop, label %done
done:
  ret i64 %total1
}

@om.constants = external hidden constant [$bytes x i8], align 65536

declare ptr @getenv(ptr)
declare i32 @open(ptr, i32, ...)
declare i32 @close(i32)
declare $size @lseek(i32, $size, i32)
declare ptr @mmap(ptr, $size, i32, i32, i32, $size)
declare i32 @dladdr(ptr, ptr)
declare ptr @strrchr(ptr, i32)
declare i32 @sched_yield()
