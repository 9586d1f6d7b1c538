"""Functions that lowered code calls and no library has: their LLVM IR is added to the module that
declares them."""

from __future__ import annotations

import re
from importlib.resources import files

_MEMREF_COPY = """\
define internal void @memrefCopy(i64 %bytes, ptr %source, ptr %target) {
entry:
  %rank = load i64, ptr %source
  %sp = getelementptr { i64, ptr }, ptr %source, i64 0, i32 1
  %sd = load ptr, ptr %sp
  %tp = getelementptr { i64, ptr }, ptr %target, i64 0, i32 1
  %td = load ptr, ptr %tp
  %sap = getelementptr ptr, ptr %sd, i64 1
  %sa = load ptr, ptr %sap
  %tap = getelementptr ptr, ptr %td, i64 1
  %ta = load ptr, ptr %tap
  %sop = getelementptr i64, ptr %sd, i64 2
  %so = load i64, ptr %sop
  %top = getelementptr i64, ptr %td, i64 2
  %to = load i64, ptr %top
  %sizes = getelementptr i64, ptr %sd, i64 3
  %sstrides = getelementptr i64, ptr %sizes, i64 %rank
  %tsizes = getelementptr i64, ptr %td, i64 3
  %tstrides = getelementptr i64, ptr %tsizes, i64 %rank
  %scalar = icmp eq i64 %rank, 0
  br i1 %scalar, label %one, label %count
one:
  %s0 = mul i64 %so, %bytes
  %t0 = mul i64 %to, %bytes
  %sp0 = getelementptr i8, ptr %sa, i64 %s0
  %tp0 = getelementptr i8, ptr %ta, i64 %t0
  call void @llvm.memcpy.p0.p0.i64(ptr %tp0, ptr %sp0, i64 %bytes, i1 false)
  ret void
count:
  %d = phi i64 [ 0, %entry ], [ %d1, %count ]
  %total = phi i64 [ 1, %entry ], [ %total1, %count ]
  %np = getelementptr i64, ptr %sizes, i64 %d
  %n = load i64, ptr %np
  %total1 = mul i64 %total, %n
  %d1 = add i64 %d, 1
  %more = icmp slt i64 %d1, %rank
  br i1 %more, label %count, label %counted
counted:
  %last = sub i64 %rank, 1
  %wp = getelementptr i64, ptr %sizes, i64 %last
  %width = load i64, ptr %wp
  %swp = getelementptr i64, ptr %sstrides, i64 %last
  %sw = load i64, ptr %swp
  %twp = getelementptr i64, ptr %tstrides, i64 %last
  %tw = load i64, ptr %twp
  %sone = icmp eq i64 %sw, 1
  %tone = icmp eq i64 %tw, 1
  %dense = and i1 %sone, %tone
  %rowbytes = mul i64 %width, %bytes
  %none = icmp sle i64 %total1, 0
  br i1 %none, label %done, label %rows
rows:
  %left = udiv i64 %total1, %width
  br label %row
row:
  %r = phi i64 [ 0, %rows ], [ %r1, %rowend ]
  br label %place
place:
  %k = phi i64 [ %last, %row ], [ %k1, %step ]
  %rest = phi i64 [ %r, %row ], [ %rest1, %step ]
  %si = phi i64 [ %so, %row ], [ %si1, %step ]
  %ti = phi i64 [ %to, %row ], [ %ti1, %step ]
  %placed = icmp eq i64 %k, 0
  br i1 %placed, label %copy, label %step
step:
  %k1 = sub i64 %k, 1
  %kp = getelementptr i64, ptr %sizes, i64 %k1
  %kn = load i64, ptr %kp
  %i = urem i64 %rest, %kn
  %rest1 = udiv i64 %rest, %kn
  %ksp = getelementptr i64, ptr %sstrides, i64 %k1
  %ks = load i64, ptr %ksp
  %ktp = getelementptr i64, ptr %tstrides, i64 %k1
  %kt = load i64, ptr %ktp
  %sm = mul i64 %i, %ks
  %tm = mul i64 %i, %kt
  %si1 = add i64 %si, %sm
  %ti1 = add i64 %ti, %tm
  br label %place
copy:
  %sb = mul i64 %si, %bytes
  %tb = mul i64 %ti, %bytes
  %sr = getelementptr i8, ptr %sa, i64 %sb
  %tr = getelementptr i8, ptr %ta, i64 %tb
  br i1 %dense, label %whole, label %each
whole:
  call void @llvm.memcpy.p0.p0.i64(ptr %tr, ptr %sr, i64 %rowbytes, i1 false)
  br label %rowend
each:
  %e = phi i64 [ 0, %copy ], [ %e1, %each ]
  %es = mul i64 %e, %sw
  %et = mul i64 %e, %tw
  %esb = mul i64 %es, %bytes
  %etb = mul i64 %et, %bytes
  %esp = getelementptr i8, ptr %sr, i64 %esb
  %etp = getelementptr i8, ptr %tr, i64 %etb
  call void @llvm.memcpy.p0.p0.i64(ptr %etp, ptr %esp, i64 %bytes, i1 false)
  %e1 = add i64 %e, 1
  %emore = icmp slt i64 %e1, %width
  br i1 %emore, label %each, label %rowend
rowend:
  %r1 = add i64 %r, 1
  %rmore = icmp ult i64 %r1, %left
  br i1 %rmore, label %row, label %done
done:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""

_DECLARED = "declare void @memrefCopy(i64, ptr, ptr)\n"
_MEMCPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"


_NARROW = re.compile(r"\b(?:bfloat|half)\b")
_FABS = "declare double @llvm.fabs.f64(double)\n"
_USED = "@llvm.compiler.used"


def with_support(text: str, triple: str) -> str:
    """The text with definitions, where we have one, of functions that it only declares, and of
    those that LLVM calls for a target triple."""
    if _DECLARED in text:
        body = _MEMREF_COPY if _MEMCPY not in text else _MEMREF_COPY.replace(_MEMCPY, "")
        text = text.replace(_DECLARED, body, 1)
    if triple.startswith("x86_64") and _NARROW.search(text) and _USED not in text:
        text += _narrow_floats(text)
    return text


def _narrow_floats(text: str) -> str:
    """Conversions of narrow floats, kept until LLVM may call them."""
    body = files(__package__).joinpath("narrow_floats.ll").read_text(encoding="utf-8")
    if re.search(r"^declare double @llvm\.fabs\.f64\(", text, re.M):
        body = body.replace(_FABS, "")
    names = re.findall(r"^define internal \w+ @(__\w+)", body, re.M)
    pointers = ", ".join(f"ptr @{n}" for n in names)
    return (
        f"\n{body}{_USED} = appending global [{len(names)} x ptr] [{pointers}], "
        'section "llvm.metadata"\n'
    )
