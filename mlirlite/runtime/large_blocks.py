"""Memory of buffers, kept between calls.

A C library gives large blocks back to the system as soon as they are free, and the system hands out
zeroed pages one by one: writing a result of 32 MB for the first time takes twice as long as writing
it again. Blocks from 4 MB on are therefore pages of 2 MB where the system has them, and stay with
the process until no session needs them: a request takes a free block that is not much larger; if
there is none, all free ones are returned first. So the process never holds more than was in use at
once.

Smaller blocks, from 128 KB on, are the C library's. It gives the end of its heap back as soon as it
is free, so that each call of a model faults for its pages again. These blocks are kept, too, up to
16 MB, and taken by the next request for as many bytes."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from mlirlite.runtime.native import native
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import single

LEAST = 4 << 20
"""Blocks of at least this many bytes are kept."""
MOST_BLOCKS = 64
"""How many blocks are kept at once; others are the C library's."""

LEAST_KEPT = 128 << 10
"""Smaller blocks of the C library go back to it."""
MOST_KEPT = 16 << 20
"""Bytes of the C library's blocks that are kept. With more, all of them go back."""
_SLACK = 4 << 10
"""A block may be this many bytes larger than requested: the C library rounds up to a page."""

_LIBC = ("malloc", "free", "mmap", "munmap", "madvise", "malloc_usable_size")

_IR = """
; states: 0 there is no block, 1 somebody is looking at it, 2 free, 3 in use
@states = internal global [BLOCKS x i32] zeroinitializer
@blocks = internal global [BLOCKS x ptr] zeroinitializer
@sizes = internal global [BLOCKS x i64] zeroinitializer

; blocks of the C library: 0 there is none, 1 somebody is looking at it, 2 it is kept
@kept.states = internal global [BLOCKS x i32] zeroinitializer
@kept.blocks = internal global [BLOCKS x ptr] zeroinitializer
@kept.sizes = internal global [BLOCKS x i64] zeroinitializer
@kept.bytes = internal global i64 0

declare ptr @malloc(i64)
declare i64 @malloc_usable_size(ptr)
declare void @free(ptr)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @munmap(ptr, i64)
declare i32 @madvise(ptr, i64, i32)

; pages of 2 MB, as many as hold the bytes; null where there are none
define internal ptr @pages(i64 %size) {
  %room = add i64 %size, PAGE
  ; to read and write, private and anonymous
  %found = call ptr @mmap(ptr null, i64 %room, i32 3, i32 34, i32 -1, i64 0)
  %number = ptrtoint ptr %found to i64
  %none = icmp eq i64 %number, -1
  br i1 %none, label %no, label %cut
cut:
  %more = add i64 %number, LOW_BITS
  %first = and i64 %more, HIGH_BITS
  %block = inttoptr i64 %first to ptr
  %before = sub i64 %first, %number
  %end = getelementptr i8, ptr %block, i64 %size
  %after = sub i64 PAGE, %before
  %has_before = icmp ne i64 %before, 0
  br i1 %has_before, label %cut_before, label %cut_after
cut_before:
  %ignored = call i32 @munmap(ptr %found, i64 %before)
  br label %cut_after
cut_after:
  %ignored_too = call i32 @munmap(ptr %end, i64 %after)
  %advised = call i32 @madvise(ptr %block, i64 %size, i32 14)
  ret ptr %block
no:
  ret ptr null
}

; a block for this many bytes
define ptr @take(i64 %bytes) {
  %small = icmp ult i64 %bytes, LEAST
  br i1 %small, label %again, label %large
again:
  %kept = call ptr @reuse(i64 %bytes)
  %is_kept = icmp ne ptr %kept, null
  br i1 %is_kept, label %use_kept, label %plain
use_kept:
  ret ptr %kept
plain:
  %ordinary = call ptr @malloc(i64 %bytes)
  ret ptr %ordinary
large:
  %up = add i64 %bytes, LOW_BITS
  %size = and i64 %up, HIGH_BITS
  %fits = icmp ult i64 %bytes, MOST_BYTES
  br i1 %fits, label %next, label %none
none:
  ret ptr null
next:
  %i = phi i64 [ 0, %large ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %new
look:
  %state.at = getelementptr i32, ptr @states, i64 %i
  %looked = cmpxchg ptr %state.at, i32 2, i32 1 acquire monotonic
  %is_free = extractvalue { i32, i1 } %looked, 1
  br i1 %is_free, label %compare, label %other
compare:
  %size.at = getelementptr i64, ptr @sizes, i64 %i
  %has = load i64, ptr %size.at
  %beyond = sub i64 %has, %size
  %quarter = lshr i64 %has, 2
  %close = icmp ule i64 %beyond, %quarter
  br i1 %close, label %use, label %leave
use:
  %block.at = getelementptr ptr, ptr @blocks, i64 %i
  %block = load ptr, ptr %block.at
  store atomic i32 3, ptr %state.at release, align 4
  ret ptr %block
leave:
  store atomic i32 2, ptr %state.at release, align 4
  br label %other
other:
  %j = add i64 %i, 1
  br label %next
new:
  call void @trim()
  br label %next_place
next_place:
  %k = phi i64 [ 0, %new ], [ %l, %taken ]
  %is_place = icmp ult i64 %k, BLOCKS
  br i1 %is_place, label %place, label %plain
place:
  %its_state.at = getelementptr i32, ptr @states, i64 %k
  %tried = cmpxchg ptr %its_state.at, i32 0, i32 1 acquire monotonic
  %is_empty = extractvalue { i32, i1 } %tried, 1
  br i1 %is_empty, label %fill, label %taken
taken:
  %l = add i64 %k, 1
  br label %next_place
fill:
  %made = call ptr @pages(i64 %size)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %give_up, label %note
give_up:
  store atomic i32 0, ptr %its_state.at release, align 4
  br label %plain
note:
  %made.at = getelementptr ptr, ptr @blocks, i64 %k
  store ptr %made, ptr %made.at
  %its_size.at = getelementptr i64, ptr @sizes, i64 %k
  store i64 %size, ptr %its_size.at
  store atomic i32 3, ptr %its_state.at release, align 4
  ret ptr %made
}

; frees what take gave, and any block of the C library
define void @give(ptr %block) {
  %number = ptrtoint ptr %block to i64
  %low = and i64 %number, LOW_BITS
  %even = icmp eq i64 %low, 0
  br i1 %even, label %next, label %plain
next:
  %i = phi i64 [ 0, %0 ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %plain
look:
  %state.at = getelementptr i32, ptr @states, i64 %i
  %state = load atomic i32, ptr %state.at acquire, align 4
  %used = icmp eq i32 %state, 3
  br i1 %used, label %compare, label %other
compare:
  %block.at = getelementptr ptr, ptr @blocks, i64 %i
  %its = load ptr, ptr %block.at
  %same = icmp eq ptr %its, %block
  br i1 %same, label %found, label %other
found:
  store atomic i32 2, ptr %state.at release, align 4
  ret void
other:
  %j = add i64 %i, 1
  br label %next
plain:
  %is_kept = call i1 @keep(ptr %block)
  br i1 %is_kept, label %end, label %drop
drop:
  call void @free(ptr %block)
  ret void
end:
  ret void
}

; a kept block that has this many bytes and hardly more, or null
define internal ptr @reuse(i64 %bytes) {
  %enough = icmp uge i64 %bytes, KEPT_FROM
  br i1 %enough, label %next, label %none
next:
  %i = phi i64 [ 0, %0 ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %none
look:
  %state.at = getelementptr i32, ptr @kept.states, i64 %i
  %looked = cmpxchg ptr %state.at, i32 2, i32 1 acquire monotonic
  %is_kept = extractvalue { i32, i1 } %looked, 1
  br i1 %is_kept, label %compare, label %other
compare:
  %size.at = getelementptr i64, ptr @kept.sizes, i64 %i
  %has = load i64, ptr %size.at
  %beyond = sub i64 %has, %bytes
  %close = icmp ule i64 %beyond, SLACK
  br i1 %close, label %use, label %leave
use:
  %block.at = getelementptr ptr, ptr @kept.blocks, i64 %i
  %block = load ptr, ptr %block.at
  %ignored = atomicrmw sub ptr @kept.bytes, i64 %has monotonic
  store atomic i32 0, ptr %state.at release, align 4
  ret ptr %block
leave:
  store atomic i32 2, ptr %state.at release, align 4
  br label %other
other:
  %j = add i64 %i, 1
  br label %next
none:
  ret ptr null
}

; keeps a block of the C library, unless it is too small or there is no room
define internal i1 @keep(ptr %block) {
  %size = call i64 @malloc_usable_size(ptr %block)
  %over = sub i64 %size, KEPT_FROM
  %is_kept = icmp ult i64 %over, KEPT_RANGE
  br i1 %is_kept, label %count, label %no
count:
  %had = atomicrmw add ptr @kept.bytes, i64 %size monotonic
  %now = add i64 %had, %size
  %fits = icmp ule i64 %now, KEPT_BYTES
  br i1 %fits, label %next, label %full
full:
  call void @drop_kept()
  br label %next
next:
  %i = phi i64 [ 0, %count ], [ 0, %full ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %forget
look:
  %state.at = getelementptr i32, ptr @kept.states, i64 %i
  %looked = cmpxchg ptr %state.at, i32 0, i32 1 acquire monotonic
  %is_empty = extractvalue { i32, i1 } %looked, 1
  br i1 %is_empty, label %fill, label %other
fill:
  %block.at = getelementptr ptr, ptr @kept.blocks, i64 %i
  store ptr %block, ptr %block.at
  %size.at = getelementptr i64, ptr @kept.sizes, i64 %i
  store i64 %size, ptr %size.at
  store atomic i32 2, ptr %state.at release, align 4
  ret i1 true
other:
  %j = add i64 %i, 1
  br label %next
forget:
  %ignored = atomicrmw sub ptr @kept.bytes, i64 %size monotonic
  br label %no
no:
  ret i1 false
}

; gives kept blocks back to the C library
define internal void @drop_kept() {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %end
look:
  %state.at = getelementptr i32, ptr @kept.states, i64 %i
  %looked = cmpxchg ptr %state.at, i32 2, i32 1 acquire monotonic
  %is_kept = extractvalue { i32, i1 } %looked, 1
  br i1 %is_kept, label %drop, label %other
drop:
  %block.at = getelementptr ptr, ptr @kept.blocks, i64 %i
  %block = load ptr, ptr %block.at
  %size.at = getelementptr i64, ptr @kept.sizes, i64 %i
  %size = load i64, ptr %size.at
  %ignored = atomicrmw sub ptr @kept.bytes, i64 %size monotonic
  store atomic i32 0, ptr %state.at release, align 4
  call void @free(ptr %block)
  br label %other
other:
  %j = add i64 %i, 1
  br label %next
end:
  ret void
}

; gives back all that nobody uses
define void @rest() {
  call void @trim()
  call void @drop_kept()
  ret void
}

; gives free blocks back to the system
define internal void @trim() {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %j, %other ]
  %more = icmp ult i64 %i, BLOCKS
  br i1 %more, label %look, label %end
look:
  %state.at = getelementptr i32, ptr @states, i64 %i
  %looked = cmpxchg ptr %state.at, i32 2, i32 1 acquire monotonic
  %is_free = extractvalue { i32, i1 } %looked, 1
  br i1 %is_free, label %drop, label %other
drop:
  %block.at = getelementptr ptr, ptr @blocks, i64 %i
  %block = load ptr, ptr %block.at
  %size.at = getelementptr i64, ptr @sizes, i64 %i
  %size = load i64, ptr %size.at
  %ignored = call i32 @munmap(ptr %block, i64 %size)
  store atomic i32 0, ptr %state.at release, align 4
  br label %other
other:
  %j = add i64 %i, 1
  br label %next
end:
  ret void
}
"""


class LargeBlocks:
    """The functions, compiled. They are safe to call from several threads."""

    def __init__(self) -> None:
        page = 2 << 20
        words = {
            "MOST_BYTES": 1 << 62,
            "BLOCKS": MOST_BLOCKS,
            "LEAST": LEAST,
            "KEPT_FROM": LEAST_KEPT,
            "KEPT_RANGE": LEAST - LEAST_KEPT,
            "KEPT_BYTES": MOST_KEPT,
            "SLACK": _SLACK,
            "LOW_BITS": page - 1,
            "HIGH_BITS": -page,
        }
        text = _IR
        for word, number in (words | {"PAGE": page}).items():
            text = text.replace(word, str(number))
        libc = ctypes.CDLL(None)
        symbols = {n: ctypes.cast(getattr(libc, n), ctypes.c_void_p).value or 0 for n in _LIBC}
        engine = native(text, symbols)
        self.symbols = {"malloc": engine.address("take"), "free": engine.address("give")}
        """The memory functions that compiled code calls."""
        self.free = engine.function("give", None, ctypes.c_void_p)
        """Frees a block of compiled code, from either source."""
        self.trim = engine.function("rest")
        """Returns free blocks to the system, and kept ones to the C library."""


@single
def large_blocks() -> LargeBlocks | None:
    """The functions of this process; None on systems other than Linux."""
    if sys.platform != "linux":
        return None
    try:
        return LargeBlocks()
    except (AttributeError, DiagnosticError):
        return None


def memory_symbols() -> dict[str, int]:
    """Addresses of `malloc` and `free` for compiled code; empty for the C library's own."""
    blocks = large_blocks()
    return blocks.symbols if blocks is not None else {}


@single
def release() -> Any:
    """C's free, for memory that compiled code has allocated: a function of an address."""
    blocks = large_blocks()
    if blocks is not None:
        return blocks.free
    free = ctypes.CDLL(None).free
    free.argtypes, free.restype = [ctypes.c_void_p], None
    return free


def give_back() -> None:
    """Return large free blocks to the system."""
    blocks = large_blocks()
    if blocks is not None:
        blocks.trim()
